"""How long our minimax takes, and easyAI's search (Negamax)."""

from time import process_time
from typing import Any
import sys
from easyAI import Negamax, TwoPlayerGame
from easyAI.AI import TranspositionTable
from tabulate import tabulate
from benchmarks.measure import Counter, without_books
from game import Game
from game_interface import playable_games
from interface.words import make_title
from labs.games import add_games
from strategy import Search, final_score, recursive_minimax_strategy

# What is searched: key and size of the game, and the moves before. After E,
# Stonehenge 4 takes the most searching; the other moves were drawn at random.
POSITIONS = [
    'h 2',
    'h 3',
    'h 3 BCE',
    'h 4',
    'h 4 E',
    'h 4 LQFJ',
    'h 4 NLFKIJRO',
    'h 5 MSOH',
    'h 5 QRPMTX',
    'h 5 XCDELOSUGP',
    's 30',
    's 300',
    's 1000',
    's 3000',
    'd 6',
    'd 7',
    'x 4',
    'x 5',
    'x 6',
]


class AdaptedGame(TwoPlayerGame):
    """One of our games as easyAI wants it, stopped after some seconds."""

    def __init__(self, game: Game, seconds: float) -> None:
        """Adapt game, at its current state, for this many seconds."""
        self.search = Search(game)
        self.states = [self.search.root]
        self.players = [None, None]
        self.current_player = 1
        self.positions = 1
        self.end = process_time() + seconds

    def possible_moves(self) -> list:
        """Return the possible moves."""
        return self.states[-1].get_possible_moves()

    def make_move(self, move: Any) -> None:
        """Make move. Raise TimeoutError if the time is up."""
        self.states.append(self.states[-1].make_move(move))
        self.positions += 1
        if process_time() > self.end:
            raise TimeoutError

    def unmake_move(self, _: Any) -> None:
        """Take the last move back."""
        self.states.pop()

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return final_score(self.search.game, self.states[-1]) is not None

    def scoring(self) -> float:
        """Return the score of the position, or 0 if it is not over."""
        score = final_score(self.search.game, self.states[-1])
        return 0 if score is None else score

    def ttentry(self) -> tuple:
        """Return what tells this position from others: all its numbers, in
        Stonehenge who has claimed which lines, and in domineering the board.
        """
        state = self.states[-1]
        lines = getattr(state, 'lines', ())[:2]
        board = getattr(getattr(state, 'dominoes', None), 'empty', None)
        numbers = [
            each for each in vars(state).values() if isinstance(each, int)
        ]
        return (*lines, board, *numbers)


def run_easy_ai(game: Game, seconds: float) -> tuple[Any, int]:
    """Return the move that easyAI finds in game within this many seconds, and
    how many positions it visits. It has its transposition table, and is told
    which score is a win, so that it stops at winning moves.
    """
    adapted = AdaptedGame(game, seconds)
    search = Negamax(10_000, win_score=1, tt=TranspositionTable())
    return search(adapted), adapted.positions


def compare_speeds(game: Game, limit: float) -> list[str]:
    """Return the cells of a row about game."""
    counter = Counter()
    start = process_time()
    recursive_minimax_strategy(game, counter)
    ours = process_time() - start
    more = ''  # What stands before a number that may be larger.
    start = process_time()
    try:
        _, positions = run_easy_ai(game, limit)
        visited = f'{positions:,}'
    except TimeoutError:
        visited = ''
        more = '>'
    theirs = process_time() - start
    return [
        f'{ours:.2g}',
        f'{more}{theirs:.2g}',
        f'{more}{theirs / ours:,.0f}',
        f'{counter.positions:,}',
        visited,
    ]


def measure_easy_ai(limit: float) -> str:
    """Return a table in Markdown, for which easyAI is stopped after limit."""
    sys.setrecursionlimit(1_000_000)
    add_games()
    rows = []
    for key, size, *moves in map(str.split, POSITIONS):
        game = playable_games[key](True, size=size)
        for move in ''.join(moves):
            game.current_state = game.current_state.make_move(move)
        name = ' '.join([make_title(type(game)), size, *moves])
        with without_books():
            rows.append([name, *compare_speeds(game, limit)])
    table = tabulate(
        rows,
        ['', 'ours', 'easyAI', 'times as long', 'positions: ours', 'easyAI'],
        tablefmt='pipe',
        disable_numparse=True,
        colalign=['left'] + ['right'] * 5,
    )
    return (
        '## Our minimax and easyAI\n\nCPU seconds for one move, without '
        f'opening books, and positions visited.\n\n{table}'
    )
