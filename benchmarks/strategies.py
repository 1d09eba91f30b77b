"""How long exact strategies take: ours beside others.

A contender is a function from a game to a move and the number of positions that
it visits on the way: CONTENDERS is the table of them.
"""
from functools import partial
from typing import Any, Callable, Iterator
from easyAI import Negamax, TwoPlayerGame
from easyAI.AI import TranspositionTable
from benchmarks.measure import Counter, Measurement, format_number, \
    format_table, measure, without_books
from game import Game
from game_interface import playable_games
from game_state import GameState
from labs.games import add_games
from strategy import Search, final_score, iterative_minimax_strategy, \
    recursive_minimax_strategy, recursive_score

# What is searched: its name, the key and size of the game, the moves before.
# E is the first move after which Stonehenge 4 takes the most searching.
POSITIONS = [
    ('Stonehenge 2, opening', 'h', 2, ''),
    ('Stonehenge 3, opening', 'h', 3, ''),
    ('Stonehenge 3, after 3 random plies', 'h', 3, 'BCE'),
    ('Stonehenge 4, opening', 'h', 4, ''),
    ('Stonehenge 4, after E', 'h', 4, 'E'),
    ('Stonehenge 4, after 4 random plies', 'h', 4, 'LQFJ'),
    ('Stonehenge 4, after 8 random plies', 'h', 4, 'NLFKIJRO'),
    ('Stonehenge 5, after 4 random plies', 'h', 5, 'MSOH'),
    ('Stonehenge 5, after 6 random plies', 'h', 5, 'QRPMTX'),
    ('Stonehenge 5, after 10 random plies', 'h', 5, 'XCDELOSUGP'),
    ('Stonehenge 5, after 14 random plies', 'h', 5, 'FJEICDVUPAQMOG'),
    *[(f'Subtract Square {total:,}', 's', total, '')
      for total in (30, 300, 1000, 3000, 9999, 10000)],
    *[(f'Domineering {size}, opening', 'd', size, '') for size in (6, 7)],
    *[(f'Hex {size}, opening', 'x', size, '') for size in (4, 5, 6)]]
LONGEST_GAME = 10_001  # More plies than any of the games can take.


def run_ours(strategy: Callable, game: Game) -> tuple[Any, int]:
    """Run strategy, one of our minimax strategies."""
    counter = Counter()
    return strategy(game, watcher=counter), counter.positions


class AdaptedGame(TwoPlayerGame):
    """One of our games as easyAI wants it.

    === Attributes ===
    players: the two players, whom easyAI asks for nothing here
    current_player: which of them is to move: 1 or 2
    positions: how many positions were made by moves so far
    """
    players: list[None]
    current_player: int
    positions: int
    _search: Search
    _states: list[GameState]

    def __init__(self, game: Game) -> None:
        """Adapt game, at its current state."""
        self._search = Search(game)
        self._states = [self._search.root]
        self.players, self.current_player = [None, None], 1
        self.positions = 1

    def possible_moves(self) -> list:
        """Return the possible moves."""
        return self._states[-1].get_possible_moves()

    def make_move(self, move: Any) -> None:
        """Make move."""
        self.positions += 1
        self._states.append(self._states[-1].make_move(move))

    def unmake_move(self, move: Any) -> None:
        """Take move back, which was the last."""
        del move
        self._states.pop()

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return final_score(self._search.game, self._states[-1]) is not None

    def scoring(self) -> float:
        """Return the score of the position, or 0 if it is not over."""
        return final_score(self._search.game, self._states[-1]) or 0

    def ttentry(self) -> tuple:
        """Return what tells this position from others: all its numbers, in
        Stonehenge who has claimed which lines, and in domineering the board.
        """
        state = self._states[-1]
        claimed = getattr(state, 'lines', ())[:2]
        board = getattr(getattr(state, 'dominoes', None), 'empty', None)
        return *claimed, board, *(value for value in vars(state).values()
                                  if isinstance(value, int))


def run_easy_ai(game: Game) -> tuple[Any, int]:
    """Run easyAI's Negamax to the end of the game, with its transposition
    table. It is told which score is a win, so that it stops at winning moves.
    """
    adapted = AdaptedGame(game)
    search = Negamax(LONGEST_GAME, win_score=1, tt=TranspositionTable())
    return search(adapted), adapted.positions


def run_textbook(game: Game) -> tuple[Any, int]:
    """Run minimax as it stands in textbooks, without any short cut."""
    search = Search(game)
    positions = 0

    def score(state: GameState) -> float:
        """Return the score of state."""
        nonlocal positions
        positions += 1
        final = final_score(search.game, state)
        if final is not None:
            return final
        return max(-score(state.make_move(move))
                   for move in state.get_possible_moves())

    root = search.root
    best = max(root.get_possible_moves(),
               key=lambda move: -score(root.make_move(move)))
    return best, positions + 1


def have_equal_scores(game: Game, moves: list) -> bool:
    """Return whether all these moves in game lead to the same score."""
    search = Search(game)
    return len({recursive_score(search, search.root.make_move(move))
                for move in moves}) <= 1


CONTENDERS: dict[str, Callable[[Game], tuple[Any, int]]] = {
    'recursive': partial(run_ours, recursive_minimax_strategy),
    'iterative': partial(run_ours, iterative_minimax_strategy),
    'easyAI': run_easy_ai, 'textbook': run_textbook}


def list_positions() -> Iterator[tuple[str, Game]]:
    """Yield the positions to search, each with its name."""
    add_games()
    for name, key, size, moves in POSITIONS:
        game = playable_games[key](True, size=size)
        for move in moves:
            game.current_state = game.current_state.make_move(move)
        yield name, game


def format_ratio(slow: Measurement, fast: Measurement) -> str:
    """Return how many times as long as fast slow took, as text."""
    if fast.failure or slow.failure not in ('', f'>{slow.seconds:g}'):
        return '?'
    times = slow.seconds / fast.seconds
    return f'{">" if slow.failure else ""}{times:.{0 if times > 9 else 1}f}'


def compare_strategies(limit: float) -> str:
    """Return tables in Markdown of everything, each within limit seconds."""
    seconds, visited = [], []
    for name, game in list_positions():
        done: dict[str, Measurement] = {}
        for contender, run in CONTENDERS.items():
            with without_books():
                done[contender] = measure(partial(run, game), limit)
            print(f'{name}, {contender}: {done[contender].format_time()}',
                  flush=True)
        found = [each.result for each in done.values() if not each.failure]
        if not have_equal_scores(game, [move for move, _ in found]):
            raise AssertionError(f'{name}: the moves have different scores.')
        seconds.append([name, *(each.format_time() for each in done.values()),
                        format_ratio(done['easyAI'], done['recursive']),
                        format_ratio(done['textbook'], done['recursive'])])
        visited.append([name, *(format_number(each.result and each.result[1])
                                for each in done.values())])
    names = ['', *CONTENDERS]
    return '\n\n'.join([
        'CPU seconds for one move, without opening books. The last columns say '
        'how many times as long as our recursive strategy the others take.',
        format_table(names + ['easyAI / recursive', 'textbook / recursive'],
                     seconds),
        'Positions visited.', format_table(names, visited)])
