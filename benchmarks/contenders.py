"""What is compared: our exact strategies, easyAI's search, and the textbook's.

A contender is a function from a game to a move and the number of positions that
it looks at on the way.
"""
from typing import Any, Callable
from easyAI import Negamax, TwoPlayerGame
from easyAI.AI import TranspositionTable
from game import Game
from game_state import GameState
from strategy import Search, Watcher, final_score, \
    iterative_minimax_strategy, recursive_minimax_strategy, recursive_score

Contender = Callable[[Game], tuple[Any, int]]


class Counter(Watcher):
    """Counts the positions that a search visits.

    === Attributes ===
    positions: how many there were so far
    """
    positions: int

    def __init__(self) -> None:
        """Initialize a counter at 0."""
        self.positions = 0

    def on_visit(self, state: GameState) -> None:
        """Count state."""
        self.positions += 1


def run_recursive(game: Game) -> tuple[Any, int]:
    """Run our recursive minimax strategy."""
    counter = Counter()
    move = recursive_minimax_strategy(game, watcher=counter)
    return move, counter.positions


def run_iterative(game: Game) -> tuple[Any, int]:
    """Run our iterative minimax strategy."""
    counter = Counter()
    move = iterative_minimax_strategy(game, watcher=counter)
    return move, counter.positions


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
        """Return what tells this position from others: all its numbers, and
        in Stonehenge who has claimed which lines.
        """
        state = self._states[-1]
        claimed = getattr(state, 'lines', ())[:2]
        return *claimed, *(value for value in vars(state).values()
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


CONTENDERS: dict[str, Contender] = {
    'recursive': run_recursive, 'iterative': run_iterative,
    'easyAI': run_easy_ai, 'textbook': run_textbook}
