"""What a wrong solution is, and those that are wrong in strategy.py."""
from typing import NamedTuple


class Wrong(NamedTuple):
    """A change to the right solution, and what is to be read about it."""
    old: str
    new: str
    test: str
    words: list[str]
    file: str = 'stonehenge.py'

    @property
    def edit(self) -> tuple[str, str, str]:
        """Return the file, what is changed in it, and to what."""
        return self.file, self.old, self.new


WRONG_STRATEGIES = {
    'a strategy returns None': Wrong(
        'return moves[scores.index(max(scores))]',
        'moves[scores.index(max(scores))]',
        'TestRecursiveMinimax.test_possible',
        ['recursive_minimax_strategy(game) should return a move', 'None',
         'is a "return" missing?'], 'strategy.py'),
    'recursive minimax forgets to negate': Wrong(
        '[-recursive_score(game, state.make_move(move))',
        '[recursive_score(game, state.make_move(move))',
        'TestRecursiveMinimax.test_good_squares',
        ['From 14, recursive_minimax_strategy should choose 4 or 9, which '
         'leaves the other player a lost number',
         'chose 1, which leaves 13'], 'strategy.py'),
    'iterative minimax forgets to negate': Wrong(
        'max([-child.score', 'max([child.score',
        'TestIterativeMinimax.test_possible',
        ['iterative_minimax_strategy(game) should return a move',
         'None'], 'strategy.py'),
    'minimax changes current_state': Wrong(
        '    game.current_state = old_state\n', '',
        'TestRecursiveMinimax.test_untouched',
        ['recursive_minimax_strategy should leave game.current_state as it '
         'was. Yours has changed it to this: Current total: 0 It should be as '
         'below. Subtract Square from 1.'], 'strategy.py'),
    'is_winner of the game': Wrong(
        '    game.current_state = state\n', '',
        'TestRecursiveMinimax.test_good_squares',
        ['it takes the same one, whichever wins', 'is is_winner asked of a '
         'copy'], 'strategy.py'),
    'children reversed': Wrong(
        'zip(moves, root.children)', 'zip(moves, root.children[::-1])',
        'TestIterativeMinimax.test_good_squares',
        ['takes one that loses', 'and taken for its own move?'],
        'strategy.py'),
    'rough outcome goes on after the end': Wrong(
        '"""Return the move that is worst for the other player, it seems."""\n'
        '    check_not_over(game)', '', 'TestRoughOutcome.test_finished',
        ['rough_outcome_strategy(game) should raise a ValueError, as the game '
         'is over', 'Yours raises nothing'], 'strategy.py'),
    'random is always the first': Wrong(
        'random.choice(game.current_state.get_possible_moves())',
        'game.current_state.get_possible_moves()[0]',
        'TestRandom.test_every_move',
        ['never chose one of [4, 9, 16, 25]'], 'strategy.py'),
    'a score instead of a move': Wrong(
        'return moves[scores.index(max(scores))]', 'return max(scores)',
        'TestRecursiveMinimax.test_possible',
        ['should return one of the possible moves', 'Yours returned'],
        'strategy.py'),
    'ties are losses': Wrong(
        '        score = 0\n', '        score = -1\n',
        'TestRecursiveMinimax.test_ties', [
            'A tiny game, made for this test.',
            'if one ties. Is the score 0 if nobody has won'], 'strategy.py'),
    'lost positions are tied': Wrong(
        '    return max([-recursive_score(game, state.make_move(move))\n'
        '                for move in state.get_possible_moves()])',
        '    best = 0\n    for move in state.get_possible_moves():\n'
        '        best = max(best, -recursive_score(game, '
        'state.make_move(move)))\n    return best',
        'TestRecursiveMinimax.test_good_squares', [], 'strategy.py'),
    'any move where none wins': Wrong(
        'return moves[scores.index(max(scores))]',
        'return moves[scores.index(1) if 1 in scores else -1]',
        'TestRecursiveMinimax.test_ties',
        ['which leads to a tie.', 'which leads to a loss'], 'strategy.py'),
    'iterative minimax calls the recursive one': Wrong(
        '"""Return a best move, with a stack."""\n',
        '"""Return a best move, with a stack."""\n'
        '    return recursive_minimax_strategy(game)\n',
        'TestIterativeMinimax.test_long_game',
        ['ended in a RecursionError in a game of 1,200 moves', 'Keep the stack '
         'yourself.'], 'strategy.py'),
    'iterative minimax has the limit of recursion raised': Wrong(
        '"""Return a best move, with a stack."""\n',
        '"""Return a best move, with a stack."""\n'
        '    import sys\n'
        '    sys.setrecursionlimit(9_999)\n'
        '    return recursive_minimax_strategy(game)\n',
        'TestIterativeMinimax.test_long_game',
        ['or raised the recursion limit for it'], 'strategy.py'),
    'a strategy sleeps': Wrong(
        '    return best_move\n',
        '    __import__("time").sleep(1000)\n    return best_move\n',
        'TestRoughOutcome.test_possible',
        ['still running after 1 s: in rough_outcome_strategy, strategy.py '
         'line '], 'strategy.py')}
