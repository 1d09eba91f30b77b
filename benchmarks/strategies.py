"""How long exact strategies take: ours beside others.

A contender is a function from a game to a move and the number of positions that
it visits on the way: CONTENDERS is the table of them.
"""
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Callable, Iterator, Union
import random
import matplotlib
from easyAI import Negamax, TwoPlayerGame
from easyAI.AI import TranspositionTable
from matplotlib.figure import Figure
from benchmarks.measure import Counter, Measurement, format_number, \
    format_table, measure, without_books
from engine.values import find_values
from game import Game
from game_interface import playable_games
from game_state import GameState
from labs.games import add_games
from stonehenge import StonehengeGame
from strategy import Search, final_score, iterative_minimax_strategy, \
    recursive_minimax_strategy, recursive_score
from subtract_square_game import SubtractSquareGame

Contender = Callable[[Game], tuple[Any, int]]

CHART = Path(__file__).with_name('strategies.svg')

# Positions of Stonehenge: side length, and moves or a number of random ones. E
# is the first move after which side length 4 takes the most searching.
STONEHENGE: list[tuple[int, Union[str, int]]] = [
    (2, ''), (3, ''), (3, 3), (4, ''), (4, 'E'), (4, 4), (4, 8),
    (5, 4), (5, 6), (5, 10), (5, 14)]
# Random openings with the book: after how many plies, and how many of each.
OPENING_PLIES = [3, 4, 5, 6]
OPENINGS = 200

SUBTRACT_SQUARE = [30, 300, 1000, 3000, 9999, 10000]

# Openings of the labs' games: the key, the name and the size.
LABS = [('d', 'Domineering', 6), ('d', 'Domineering', 7),
        ('x', 'Hex', 4), ('x', 'Hex', 5), ('x', 'Hex', 6)]


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
    longest = len(game.current_state.get_possible_moves())
    if hasattr(game.current_state, 'current_total'):
        longest = game.current_state.current_total
    search = Negamax(longest + 1, win_score=1, tt=TranspositionTable())
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


FINDERS: dict[str, Callable[[Game], Any]] = {
    'mr': recursive_minimax_strategy, 'mi': iterative_minimax_strategy,
    'values': partial(find_values, seconds=1000.0)}

CONTENDERS: dict[str, Contender] = {
    'recursive': partial(run_ours, recursive_minimax_strategy),
    'iterative': partial(run_ours, iterative_minimax_strategy),
    'easyAI': run_easy_ai, 'textbook': run_textbook}


def play_random_game(size: int, plies: int, number: int = 0
                     ) -> StonehengeGame:
    """Return a game of Stonehenge after this many random moves, which is not
    over: another one for each number.
    """
    rng = random.Random(f'{size} {plies} {number}')
    cells = StonehengeGame(True, size=size).current_state.get_possible_moves()
    game = None
    while game is None or game.is_over(game.current_state):
        game = StonehengeGame(True, size=size)
        for move in rng.sample(cells, plies):
            game.current_state = game.current_state.make_move(move)
    return game


def list_positions() -> Iterator[tuple[str, Game]]:
    """Yield the positions to search, each with its name."""
    for size, moves in STONEHENGE:
        if isinstance(moves, int):
            game = play_random_game(size, moves)
            name = f'after {moves} random plies'
        else:
            game = StonehengeGame(True, size=size)
            for move in moves:
                game.current_state = game.current_state.make_move(move)
            name = f'after {moves}' if moves else 'opening'
        yield f'Stonehenge {size}, {name}', game
    for total in SUBTRACT_SQUARE:
        yield f'Subtract Square {total:,}', SubtractSquareGame(True, size=total)
    add_games()
    for key, name, size in LABS:
        yield f'{name} {size}, opening', playable_games[key](True, size=size)


def format_ratio(slow: Measurement, fast: Measurement) -> str:
    """Return how many times as long as fast slow took, as text."""
    if fast.failure or slow.failure not in ('', f'>{slow.seconds:g}'):
        return '?'
    times = slow.seconds / fast.seconds
    return f'{">" if slow.failure else ""}{times:.{0 if times > 9 else 1}f}'


def compare_strategies(limit: float) -> str:
    """Measure everything, each within limit seconds. Return the
    tables as Markdown, and draw the chart.
    """
    seconds, visited = [], []
    results: dict[str, dict[str, Measurement]] = {}
    for name, game in list_positions():
        done = results[name] = {}
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
    draw(results, limit)
    names = ['', *CONTENDERS]
    return '\n\n'.join([
        'CPU seconds for one move, without opening books. The last columns say '
        'how many times as long as our recursive strategy the others take.',
        format_table(names + ['easyAI / recursive', 'textbook / recursive'],
                     seconds),
        f'![Seconds for one move]({CHART.name})',
        'Positions visited.', format_table(names, visited)])


def time_openings(limit: float) -> str:
    """Measure how long random positions of Stonehenge 5 take with the opening
    book, each within limit seconds. Return a table as Markdown.
    """
    rows = []
    for (name, find), plies in product(FINDERS.items(), OPENING_PLIES):
        seconds = sorted(
            measure(partial(find, play_random_game(5, plies, each)), limit
                    ).seconds for each in range(OPENINGS))
        rows.append([name, str(plies), *(
            f'{seconds[int(part * (OPENINGS - 1))]:.2f}'
            for part in (0.5, 0.9, 1))])
        print(*rows[-1], flush=True)
    return '\n\n'.join([
        f'CPU seconds for {OPENINGS} random positions of Stonehenge 5 each, '
        'with the opening book.',
        format_table(['', 'plies', 'median', '90%', 'worst'], rows)])


def draw(results: dict[str, dict[str, Measurement]], limit: float) -> None:
    """Draw the seconds in results as bars. Bars of what was stopped, after
    limit seconds, end in an arrow.
    """
    matplotlib.rcParams.update({'svg.hashsalt': 'benchmarks',
                                'svg.fonttype': 'none'})
    figure = Figure(figsize=(8, 0.55 * len(results) + 1.2), layout='tight')
    axes = figure.add_subplot()
    hatches = ['', '//', '..', 'xx']
    for i, contender in enumerate(CONTENDERS):
        places = [at + 0.2 * i for at in range(len(results))]
        widths = [max(row[contender].seconds, 0.0001)
                  for row in results.values()]
        axes.barh(places, widths, height=0.2, label=contender,
                  hatch=hatches[i], edgecolor='white')
        for place, width, done in zip(places, widths, results.values()):
            if done[contender].failure:
                axes.text(width, place, ' \N{RIGHTWARDS ARROW}', va='center')
    axes.set_xscale('log')
    axes.set_yticks([at + 0.3 for at in range(len(results))], list(results))
    axes.invert_yaxis()
    axes.axvline(limit, color='grey', linestyle=':')
    axes.set_xlabel(f'CPU seconds for one move (stopped after {limit:g})')
    axes.legend()
    figure.savefig(CHART, metadata={'Date': None})
