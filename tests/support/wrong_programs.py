"""Wrong programs: a right one with one thing changed, and who says what of it.

Each is what a student may well hand in.
"""
from typing import NamedTuple, Sequence


class Wrong(NamedTuple):
    """A change to a right program, that in solutions/lists.

    === Attributes ===
    old: what is replaced, which is there once
    new: what replaces it
    test: the test of the suites that is the first to fail
    said: words that are to be read in its report
    file: where it is replaced
    """
    old: str
    new: str
    test: str = ''
    said: Sequence[str] = ()
    file: str = 'stonehenge.py'


def before_a_move(code: str) -> Wrong:
    """Return the change that has code run before each move."""
    place = '        new_state = deepcopy(self)\n'
    return Wrong(place, f'        {code}\n{place}')


WRONG = {
    'a claim needs more than half': Wrong(
        'if owned >= len', 'if owned > len', 'TestClaims.test_half_of_a_line',
        ["marker of the ley-line A-B should be '1'",
         'at least half of its cells: A (1 of 2)', "Yours is '@'", '^ here']),
    'a claim needs half, rounded down': Wrong(
        'owned >= len(self.lines[i]) / 2', 'owned >= len(self.lines[i]) // 2',
        'TestClaims.test_less_than_half',
        ["C-D-E should be '@', as nobody has half of its cells yet",
         "Yours is '1'"]),
    'markers in reversed order': Wrong(
        'markers = list(self.markers)', 'markers = self.markers[::-1]',
        'TestClaims.test_one_cell_lines',
        ["marker of the ley-line C should be '1'", "Yours is '@'",
         'Is the order of the markers reversed?']),
    'two diagonals exchanged': Wrong(
        'FG BE CF ADG', 'FG BE ADG CF', 'TestClaims.test_every_line',
        ["marker of the ley-line C-F should be '1'", "Yours is '@'",
         'those of C-F, A-D-G are wrong. Is the order of the markers wrong?']),
    'a claim can be lost again': Wrong(
        " and self.markers[i] == '@'", '', 'TestClaims.test_first_claim_stays',
        ["A-B should be '1', as player 1 was the first", "Yours is '2'"]),
    'a cell is not on the board': Wrong(
        '@ - O - P - Q - R - S - T', '@ - O - P - Q - R - S',
        'TestNewGame.test_empty_boards',
        ['should show 43 letters, digits and @', 'Yours shows 42',
         'this line should be @ O P Q R S T and is @ O P Q R S', '^ here']),
    'states share a list': Wrong(
        'new_state = deepcopy(self)',
        'from copy import copy\n        new_state = copy(self)',
        'TestFirstMoves.test_old_state',
        ["make_move('D') changed the state that it was called on", 'share']),
    'make_move changes the state itself': Wrong(
        'new_state = deepcopy(self)', 'new_state = self',
        'TestFirstMoves.test_old_state',
        ["make_move('D') should return a new state"]),
    'make_move returns nothing': Wrong(
        '        return new_state\n', '', 'TestFirstMoves.test_turns',
        ["make_move('D') should return the state after the move", 'None',
         'is a "return" missing?']),
    'the same player moves on': Wrong(
        'new_state.p1_turn = not self.p1_turn',
        'new_state.p1_turn = self.p1_turn', 'TestFirstMoves.test_turns',
        ['p1_turn should be False, as player 2 is to move. Yours is True.']),
    'the same player moves on at the end': Wrong(
        'new_state.p1_turn = not self.p1_turn',
        'new_state.p1_turn = self.p1_turn is (self.size == 1)',
        'TestFirstMoves.test_turns',
        ['p1_turn should be False, as player 2 is to move. Yours is True.',
         'Stonehenge, side length 1. Player 1 begins. Moves so far: A.']),
    'rough_outcome from the other side': Wrong(
        'rough_outcome(self):\n'
        '        """Return an estimate of the score, exact two moves ahead."""',
        'rough_outcome(self):\n        """Return an estimate."""\n'
        '        return -self.estimate()\n\n    def estimate(self):\n'
        '        """Return an estimate for the other player."""',
        'TestEstimates.test_rough_outcome_small',
        ['rough_outcome() should be 1, as player 1 wins at once with A',
         'Yours is -1', 'the other side']),
    'rough_outcome looks one move ahead': Wrong(
        '        for state in next_states:\n',
        '        return 0\n        for state in next_states:\n',
        'TestEstimates.test_rough_outcome_small',
        ['should be -1, as player 1 wins whatever player 2 does',
         'is answered by', 'Yours is 0.']),
    '__init__ never takes the answer': Wrong(
        "['1', '2', '3', '4', '5']", '[1, 2, 3, 4, 5]',
        'TestNewGame.test_one_question',
        ["input('Side length (1 to 5): ') was called, where nothing more",
         'in __init__', "answers typed were '1'."]),
    'an endless recursion': Wrong(
        'return state.is_lost()', 'return self.is_over(self.current_state)',
        'TestEnd.test_exactly_half',
        ['is_over(state) never finished', 'in is_over']),
    'no moves after the end': Wrong(
        "        player = '1' if self.p1_turn else '2'\n",
        '        if self.is_lost():\n'
        "            raise ValueError('The game is over.')\n"
        "        player = '1' if self.p1_turn else '2'\n",
        'TestMoves.test_moves_after_the_end',
        ["make_move('C') raised ValueError: The game is over.",
         'make_move works after the end of the game', 'Moves so far: A.']),
    'the old state after the end': Wrong(
        "        player = '1' if self.p1_turn else '2'\n",
        '        if self.is_lost():\n            return self\n'
        "        player = '1' if self.p1_turn else '2'\n",
        'TestMoves.test_moves_after_the_end',
        ["place of the cell C should be '2', as player 2 has taken the cell",
         'make_move works after the end of the game']),
    'the last row is not shifted': Wrong(
        'AC BDF AB EG CDE FG BE CF ADG', 'ACF BDG AB E CDE FG BE CG AD',
        'TestClaims.test_less_than_half', ["A-D-G should be '@'",
         'This comes out if the last row is not shifted: F then has '
         'the column of C. It should have that of D.']),
    'a winner needs more than half': Wrong(
        'count(player) >= len', 'count(player) > len',
        'TestMoves.test_possible_moves',
        ['should be [], as the game is over: player 1 has 3 of 6 ley-lines']),
    'taken cells can be taken': Wrong(
        ' or move not in self.cells', '', 'TestMoves.test_taken_cells',
        ['should raise a ValueError, as ', ' is taken',
         'Yours raises nothing']),
    'equal ley-lines are mixed up': Wrong(
        'new_state.markers[i] = player',
        'found = [[new_state.cells[self.letters.index(c)] for c in line]\n'
        '                             for line in self.lines]\n'
        '                    new_state.markers[found.index(found[i])] = player',
        'TestClaims.test_random_games',
        ['To repeat it, type SEED=148 before the command.']),
    'None for False': Wrong(
        'return self.is_over(self.current_state) \\\n            and self',
        'return (self.is_over(self.current_state) or None) \\\n'
        '            and self', 'TestEnd.test_bools',
        ["is_winner('p1') should be True or False. Yours is None: is a "
         '"return" missing?']),
    'a wrong letter for side length 5': Wrong(
        'JPV FKQW', 'JPV FKQX', 'TestClaims.test_every_line',
        ['F-K-Q-W should be']),
    'no upper case': Wrong(
        'string.strip().upper()', 'string.strip()',
        'TestTexts.test_str_to_move', ["str_to_move('g') should be 'G'"]),
    'make_move prints': Wrong(
        'new_state = deepcopy(self)', 'new_state = deepcopy(self)\n'
        '        print("I take", move)', 'TestTexts.test_silence',
        ["make_move('C') should print nothing. Yours prints: I take C"]),
    'a marker too many': Wrong(
        'return picture\n', "return picture.replace('B   @', 'B   @ @')\n",
        'TestNewGame.test_empty_boards',
        ['Yours shows 17', 'this line should be @ A B @ and is @ A B @ @',
         '@ - A - B @ @ ^ here']),
    'a marker too many, and one missing': Wrong(
        'return picture\n', 'return picture.replace("B\\n", "B @\\n")'
        '.replace("C   @", "C")\n', 'TestNewGame.test_empty_boards',
        ['Yours shows 9.', 'this line should be @ A B and is @ A B @']),
    'markers together': Wrong(
        'return picture\n', "return picture.replace('@ - A', '@A')\n",
        'TestNewGame.test_empty_boards',
        ["Yours shows 8. '@A' counts as one. Put a blank or a stroke between "
         'any two of them.']),
    'str_to_move reads None': Wrong(
        "return string if string in self.current_state.letters else ''",
        "return self.str_to_move(None)", 'TestTexts.test_str_to_move',
        ["str_to_move(None)", "raised AttributeError: 'NoneType'"]),
    'a misspelt method': Wrong(
        'def get_possible_moves', 'def get_posible_moves',
        'TestFirstMoves.test_old_state',
        ['You have get_posible_moves: its name should be get_possible_moves.'
         ]),
    'an index too far': Wrong(
        'range(len(self.lines))', 'range(18)', 'TestFirstMoves.test_turns',
        ["make_move('D') raised IndexError: list index out of range",
         'stonehenge.py line ', 'Moves so far: none.', '@ - C - D - E']),
    'KeyError for an unknown cell': Wrong(
        "raise ValueError('You cannot take ' + str(move))",
        'raise KeyError(move)', 'TestMoves.test_taken_cells',
        ['should raise a ValueError', 'raises KeyError']),
    'is_winner answers too early': Wrong(
        'self.is_over(self.current_state) \\\n            and ', '',
        'TestEnd.test_no_winner_yet',
        ["is_winner('p2') should be False, as nobody has half of the ley-lines",
         'Yours is True']),
    'valid after the end': Wrong(
        '    def rough_outcome(self):', '    def is_valid_move(self, move):\n'
        '        return move in self.cells and move.isalpha()\n\n'
        '    def rough_outcome(self):', 'TestMoves.test_valid_moves',
        ['should be False, as the game is over: player ',
         ' ley-lines and player ', 'Yours is True.']),
    'an estimate of the wrong sign': Wrong(
        '                return 0\n',
        "                one, two = map(self.markers.count, '12')\n"
        '                return (two - one) / (99 if self.p1_turn else -99)\n',
        'TestEstimates.test_rough_outcome_large',
        ['should not be lower here, where the player to move has more claims',
         'Is it seen from the other side?']),
    'a ValueError without text': Wrong(
        "('You cannot take ' + str(move))", '', 'TestMoves.test_taken_cells',
        ['Yours does not say why: give it a text.']),
    'int of any answer': Wrong(
        "size not in ['1', '2', '3', '4', '5']",
        'int(size) not in range(1, 6)',
        'TestTexts.test_bad_answers', ['raised ValueError: invalid literal']),
    'get_possible_moves returns nothing': Wrong(
        'return [cell for', '[cell for', 'TestFirstMoves.test_old_state',
        ['should return a list. Yours returns None: is a "return" missing?']),
    '__str__ returns nothing': Wrong(
        'return picture\n', 'picture\n', 'TestNewGame.test_empty_boards',
        ['__str__() should return text. Yours returns None: is a "return" '
         'missing?']),
    'self forgotten': Wrong(
        'self.current_state = Stone', 'current_state = Stone',
        'TestNewGame.test_who_starts', ['StonehengeGame has no current_state: '
                                        '__init__ should set self.current']),
    'repr lacks the player': Wrong(
        '{self.get_current_player_name()} {self.cells}', '{self.cells}',
        'TestTexts.test_different_repr',
        ['Two different positions should have different reprs',
         'and in the one that the game below has come to']),
    'rough_outcome not written': Wrong(
        '    def rough_outcome(self):', '    def todo(self):',
        'TestEstimates.test_rough_outcome_small',
        ['StonehengeState.rough_outcome is not written yet',
         'NotImplementedError']),
    'p1_turn has another name': Wrong(
        'self.p1_turn = is_p1_turn', 'self.turn = is_p1_turn',
        'TestNewGame.test_who_starts',
        ['StonehengeState has no p1_turn: GameState.__init__ sets it'],
        'game_state.py'),
    'no Stonehenge yet': Wrong(
        ", 'h': StonehengeGame", '', 'TestNewGame.test_game_interface',
        ["game_interface.py has no 'h' in playable_games: it is not written "
         "yet"], 'game_interface.py'),
    'game_interface asks': Wrong(
        "'h': StonehengeGame}\n",
        "'h': StonehengeGame}\n"
        "game = playable_games[input('Which game? ')](True)\n",
        'TestNewGame.test_game_interface',
        ["input('Which game? ') was called, where nothing", 'in <module>',
         'if __name__ == "__main__":'], 'game_interface.py'),
    'game_interface never ends': Wrong(
        "'h': StonehengeGame}\n",
        "'h': StonehengeGame}\nwhile True:\n    pass\n",
        'TestNewGame.test_game_interface',
        ['Importing game_interface.py did not finish',
         'still running after 1 s: in <module>, game_interface.py line 8'],
        'game_interface.py'),
    'a loop without an end': Wrong(
        'return [cell for cell in self.cells if cell.isalpha()]',
        # In Python 3.11, the last step of such a loop has no line of its own.
        "while '1' in self.cells:\n            for cell in self.cells:\n"
        "                if cell in '1':\n                    pass\n"
        "        return self.cells", 'TestFirstMoves.test_old_state',
        ['still running after 1 s: in get_possible_moves, stonehenge.py line ',
         'Moves so far: D.', '@ - C - 1 - E']),
    'loops that catch everything': Wrong(
        '        return picture\n',
        # Two loops: what is raised between two rounds of the inner one gets to
        # the outer one.
        '        while True:\n            try:\n'
        '                while True:\n                    try:\n'
        '                        picture = picture.strip()\n'
        '                    except BaseException:\n'
        '                        pass\n'
        '            except BaseException:\n                pass\n',
        'TestNewGame.test_empty_boards',
        ['still running after 1 s: in __str__, stonehenge.py line ',
         'Stonehenge, side length 1. Player 1 begins. Moves so far: none.']),
    'a syntax error': Wrong(
        'def is_lost(self):', 'def is_lost(self)',
        'TestNewGame.test_game_interface',
        ['SyntaxError', 'stonehenge.py, line ']),
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
    'recursion returns nothing': Wrong(
        'return max([-recursive', 'max([-recursive',
        'TestRecursiveMinimax.test_possible',
        ["bad operand type for unary -: 'NoneType'",
         'Is a "return" missing?'], 'strategy.py'),
    'recursion into the same position': Wrong(
        '    return max([-recursive_score(game, state.make_move(move))\n'
        '                for move in state.get_possible_moves()])\n',
        '    scores = []\n    for move in state.get_possible_moves():\n'
        '        next_state = state.make_move(move)\n'
        '        scores.append(-recursive_score(game, state))\n'
        '    return max(scores)\n', 'TestRecursiveMinimax.test_possible',
        ['recursive_minimax_strategy(game) never finished',
         'in recursive_score scores.append(-recursive_score(game, state))'],
        'strategy.py'),
    'a node above its children': Wrong(
        'stack.append(node)\n            stack.extend(node.children)\n',
        'stack.extend(node.children)\n            stack.append(node)\n',
        'TestIterativeMinimax.test_possible',
        ["bad operand type for unary -: 'NoneType'",
         'Is score still None there, as in a node that was never scored, or '
         'was put back above its children?'], 'strategy.py'),
    'nodes share a list': Wrong(
        'class Node:\n', 'class Node:\n    """Another node."""\n'
        '    score = None\n\n    def __init__(self, state, below=[]):\n'
        '        self.state, self.below = state, below\n\n    @property\n'
        '    def children(self):\n        return self.below or None\n\n'
        '    @children.setter\n    def children(self, children):\n'
        '        self.below += children\n\n\nclass OldNode:\n',
        'TestIterativeMinimax.test_good_squares',
        ['All objects of Node share one default, below=[], which was changed. '
         'Write below=None, and make a new one in __init__.'], 'strategy.py'),
    'scores of other games': Wrong(
        '    return max([-recursive_score(game, state.make_move(move))\n'
        '                for move in state.get_possible_moves()])\n',
        # They are remembered as scores for whoever is to move at the root.
        '    me = game.current_state.get_current_player_name()\n'
        '    sign = 1 if state.get_current_player_name() == me else -1\n'
        '    if repr(state) not in SCORES:\n        SCORES[repr(state)] = '
        'sign * max([\n            -recursive_score(game, '
        'state.make_move(move))\n            for move in '
        'state.get_possible_moves()])\n'
        '    return sign * SCORES[repr(state)]\n\n\nSCORES = {}\n',
        'TestRecursiveMinimax.test_good_squares',
        ['In a new Python, which has seen no other game, it chooses',
         'which is right: so it remembers other games.'], 'strategy.py'),
    'a strategy sleeps': Wrong(
        '    return best_move\n',
        '    __import__("time").sleep(1000)\n    return best_move\n',
        'TestRoughOutcome.test_possible',
        ['still running after 1 s: in rough_outcome_strategy, strategy.py '
         'line '], 'strategy.py')}
