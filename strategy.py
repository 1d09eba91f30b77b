"""Strategies: functions that take a game and return a move for it.

A strategy works with every game that keeps to the interface of Game and
GameState, and leaves the game exactly as it was.

Scores are from the side of the player to move: WIN (1), LOSE (-1) or DRAW (0).
What is good for one player is bad for the other, so a state's score is the
highest of the negated scores of the states that its moves lead to. This is
minimax. A ply is one move of one player.

A state can help a search by four methods, called hooks, at the end of
game_state.py. Their docstrings say what each has to promise.
"""

from contextlib import suppress
from copy import copy
from typing import Any, Callable, Hashable, Optional, Union
import random
import sys
from game import Game
from game_state import GameState

# Whole numbers in the games of this folder. Other games may have floats.
Score = Union[int, float]
WIN, LOSE, DRAW = GameState.WIN, GameState.LOSE, GameState.DRAW

# The recursion limit while a search recurses, in calls. Python's usual limit of
# 1,000 is too low for Subtract Square from 1,000 or more, where each ply is a
# call. No game that can be searched to its end has a million plies.
DEEPEST_RECURSION = 1_000_000


class GameOverError(ValueError):
    """Raised when a strategy is asked for a move in a game that is over."""


class CycleError(ValueError):
    """Raised when a search comes back to a position that it is searching."""


def interactive_strategy(
    game: Game, read_line: Optional[Callable[[str], str]] = None
) -> Any:
    """Return a move that the player types. Explain an impossible move, and ask
    for another one. A line is read by read_line(prompt), by default input.
    """
    if read_line is None:
        # Only now, as a program may have replaced input by a function of its
        # own. A default value would be fixed when this file is imported.
        read_line = input
    state = game.current_state
    moves = ', '.join(map(str, find_moves(game)))
    line = read_line('Enter a move: ')
    move = game.str_to_move(line)
    while not state.is_valid_move(move):
        print(f'{explain(state, move, line)}. Possible moves: {moves}')
        line = read_line('Enter a move: ')
        move = game.str_to_move(line)
    return move


def explain(state: GameState, move: Any, line: str) -> str:
    """Return why move, which the player typed as line, is not valid: in state's
    words if it has any.
    """
    if not line.strip():
        return 'An empty line is not a move'
    why = ''
    # A game that is not finished yet may raise any other error, which would
    # tell a player nothing: suppress ignores it.
    with suppress(Exception):
        try:
            state.make_move(move)
        except ValueError as error:
            why = str(error)
    if why:
        return why
    return f'{line!r} is not a possible move here'


def find_moves(game: Game) -> list[Any]:
    """Return the possible moves at the current state of game.

    Raise GameOverError if the game is over.
    """
    if game.is_over(game.current_state):
        raise GameOverError('The game is over: there is no move to choose.')
    return game.current_state.get_possible_moves()


def random_strategy(game: Game, rng: Any = random) -> Any:
    """Return one of the possible moves, chosen at random.

    rng is the module random, or an object with the same methods, such as
    random.Random(1), which chooses the same moves in each run. A program can
    tell by a parameter of this name that a strategy chooses at random.
    """
    return rng.choice(find_moves(game))


def rough_outcome_strategy(game: Game) -> Any:
    """Return a move that leaves the other player with the worst prospects, as
    far as rough_outcome can tell.
    """
    moves = find_moves(game)
    # An equal state with the same moves, whose rough_outcome may be faster.
    state = ask_hook(game.current_state, 'search_state')
    return choose_most_promising(state, moves)


def choose_most_promising(state: GameState, moves: list[Any]) -> Any:
    """Return the first of the moves in state after which rough_outcome, which
    speaks for the other player, is lowest. There is at least one move.
    """
    return min(moves, key=lambda move: state.make_move(move).rough_outcome())


def minimax_score(game: Game, state: GameState) -> Score:
    """Return the score of state: what the player to move gets in the end if
    both players play their best.

    This is the definition of minimax. It looks at every way to play on, which
    takes far too long on most boards. The rest of this file finds the same
    scores faster.
    """
    # Of a copy, because final_score sets its current_state.
    score = final_score(copy(game), state)
    if score is not None:
        return score
    moves = state.get_possible_moves()
    return max(-minimax_score(game, state.make_move(move)) for move in moves)


def recursive_minimax_strategy(
    game: Game, watcher: Optional['Watcher'] = None
) -> Any:
    """Return a move with the highest score that can be guaranteed, found by
    recursion over states, to the end of the game.
    """
    return recurse_deeply(Search(game, watcher).best_move, recursive_score)


def recursive_score(search: 'Search', state: GameState) -> Score:
    """Return the score of state: the highest of the negated scores of the
    states that its moves lead to, unless the search knows it without them.
    """
    search.watcher.on_visit(state)
    key, score = search.look_up(state)
    if score is None:
        search.enter(key, state)
        score = LOSE  # The lowest there is, until a move has a better one.
        # The possible moves, or fewer, with a best one among them.
        for move in ask_hook(state, 'candidate_moves'):
            child = state.make_move(move)
            score = max(score, -recursive_score(search, child))
            if score == WIN:
                break  # No other move can be better.
        search.path.popitem()  # This removes what was added last: state.
        search.table[key] = score
    search.watcher.on_score(state, score)
    return score


def iterative_minimax_strategy(
    game: Game, watcher: Optional['Watcher'] = None
) -> Any:
    """Return a move with the highest score that can be guaranteed, found with
    a stack of tree nodes and no recursion.
    """
    return Search(game, watcher).best_move(iterative_score)


def iterative_score(search: 'Search', state: GameState) -> Score:
    """Return the score of state, as recursive_score does.

    The stack holds the path from the root to the node being looked at. A node
    is looked at again each time the newest of its children has its score.
    """
    # Other files score several states with one Search: an error, or Ctrl-C, may
    # have ended this loop the last time, and left its path.
    search.path.clear()
    root = TreeNode(search, state)
    stack = [root]
    while root.score is None:
        node = stack[-1]
        tried = node.children
        if node.moves and not (tried and tried[-1].score == LOSE):
            child = TreeNode(search, node.state.make_move(node.moves.pop()))
            tried.append(child)
            if child.score is None:
                stack.append(child)
        else:
            # All moves have been tried, or the last one wins. Each child has
            # its score by now. The "if" is for mypy, which checks types before
            # the program runs, and cannot know that.
            node.score = max(
                -each.score for each in tried if each.score is not None
            )
            search.path.popitem()  # This removes what was added last: node's.
            search.table[node.key] = node.score
            search.watcher.on_score(node.state, node.score)
            node.children = []  # No longer needed: free the memory.
            stack.pop()
    return root.score


class TreeNode:
    """A node of the tree that iterative_score builds.

    === Attributes ===
    state: the state at this node
    key: what search calls state
    moves: the moves that have no child yet, best last
    children: the nodes that the moves tried so far lead to
    score: the score of state, None as long as it is not known
    """

    state: GameState
    key: Hashable
    moves: list[Any]
    children: list['TreeNode']
    score: Optional[Score]

    def __init__(self, search: 'Search', state: GameState) -> None:
        """Initialize a node for state, with its score if search knows it."""
        search.watcher.on_visit(state)
        self.state = state
        self.key, self.score = search.look_up(state)
        self.moves = []
        self.children = []
        if self.score is None:
            search.enter(self.key, state)
            # Backwards, as moves.pop() takes the last one.
            self.moves = ask_hook(state, 'candidate_moves')[::-1]
        else:
            search.watcher.on_score(state, self.score)


class Watcher:
    """Observer of a search; this base class ignores all events.

    Other files have observers that do something: one shows in the terminal how
    far a search has come, one stops a search that takes too long.

    The states visited and not yet scored are always a path from the root. Where
    a move wins at once, minimax makes it without a search, and nothing is seen.
    """

    def on_visit(self, state: GameState) -> None:
        """Note that the search has come to state."""

    def on_score(self, state: GameState, score: Score) -> None:
        """Note the score of state, which is the last one on the path."""


class Search:
    """One search for the best move in a game, and the scores it has found.

    === Attributes ===
    game: a copy of the game, so that the search may set its current_state; it
        is a shallow copy, which shares everything else with the game
    root: the state to find a move for, in the form that is fastest to search
    watcher: the observer of this search
    table: the transposition table: scores by search key, of each state that
        took searching. (Two orders of moves that lead to the same position are
        called transpositions.) It grows by about 200 MB in a minute.
    path: the states entered and not yet scored, by search key
    """

    game: Game
    root: GameState
    watcher: Watcher
    table: dict[Hashable, Score]
    path: dict[Hashable, GameState]

    def __init__(self, game: Game, watcher: Optional[Watcher] = None) -> None:
        """Initialize a search for a move at the current state of game. Raise
        GameOverError if the game is over.
        """
        find_moves(game)  # Only for its error.
        self.game = copy(game)
        self.root = ask_hook(game.current_state, 'search_state')
        self.watcher = Watcher() if watcher is None else watcher
        self.table = {}
        self.path = {}

    def enter(self, key: Hashable, state: GameState) -> None:
        """Put state on the path; raise CycleError if it is there already."""
        if key in self.path:
            # States with one search key have the same score, so that one entry
            # of the table serves them all. They may be different positions all
            # the same, such as mirror images, and a game may go from one to the
            # other. So compare all that they show, and use that as this one's
            # key on the path. It takes longer to make than a search key.
            shown = position_key(state)
            if shown in self.path or shown == position_key(self.path[key]):
                raise CycleError(
                    'This game can come back to a position: '
                    'minimax never ends there'
                )
            key = shown
        self.path[key] = state

    def look_up(self, state: GameState) -> tuple[Hashable, Optional[Score]]:
        """Return the search key of state, if it needs one, and its score if
        that is known without searching, else None.

        A score of the root does not say which move to make, so its moves are
        searched unless all of them lose. For the same reason, its key is None:
        a score that the table has for an equal state does not count there.
        """
        score = final_score(self.game, state)
        # These two hooks are asked here and not by ask_hook, as a search comes
        # to this point millions of times.
        if score is None and hasattr(state, 'known_score'):
            score = state.known_score()
        if state is self.root and score != LOSE:
            return None, None
        if score is not None:
            return None, score
        if hasattr(state, 'search_key'):
            key = state.search_key()
        else:
            key = position_key(state)
        return key, self.table.get(key)

    def best_move(
        self, score_of: Callable[['Search', GameState], Score]
    ) -> Any:
        """Return a move from the root with the highest guaranteed score, found
        by score_of. A move that wins at once comes first. If every move loses,
        return the most promising one against a player who makes mistakes.
        """
        moves = self.root.get_possible_moves()
        for move in moves:
            if final_score(self.game, self.root.make_move(move)) == LOSE:
                return move
        best = score_of(self, self.root)
        if best == LOSE:
            return choose_most_promising(self.root, moves)
        # The search tried these moves in this order, stopped after a win, and
        # has kept each score: the first move with the best one is wanted. The
        # moves after a win have no score, but this loop does not come to them.
        for move in ask_hook(self.root, 'candidate_moves'):
            _, score = self.look_up(self.root.make_move(move))
            if score == -best:
                return move
        raise AssertionError('No move has the score of its state.')


def final_score(game: Game, state: GameState) -> Optional[Score]:
    """Return the score of state if game is over there, otherwise None. This
    sets game.current_state, of which is_winner speaks: use a copy of the game.
    """
    game.current_state = state
    if not game.is_over(state):
        return None
    player = state.get_current_player_name()
    if game.is_winner(player):
        return WIN
    opponent = 'p2' if player == 'p1' else 'p1'
    if game.is_winner(opponent):
        return LOSE
    return DRAW


def ask_hook(state: GameState, hook: str) -> Any:
    """Return the answer of state to one of the hooks of GameState.

    It comes from DEFAULTS if state has no such method: this file may be used
    with the game_state.py of another person, whose GameState has no hooks.
    """
    if hasattr(state, hook):
        return getattr(state, hook)()  # Such as state.search_key().
    return DEFAULTS[hook](state)


def position_key(state: GameState) -> Hashable:
    """Return a key that is equal only for equal positions: all they show.

    repr alone is not enough: some games of other people leave something out.
    """
    return state.get_current_player_name(), str(state), repr(state)


# What each hook returns where there is none: functions of a state.
DEFAULTS: dict[str, Callable[[GameState], Any]] = {
    'search_state': lambda state: state,
    'search_key': position_key,
    'candidate_moves': lambda state: state.get_possible_moves(),
}


def recurse_deeply(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return what function returns for these arguments. It may recurse deeper
    than usual.
    """
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEEPEST_RECURSION))
    try:
        return function(*arguments)
    finally:
        sys.setrecursionlimit(limit)


if __name__ == '__main__':
    try:
        from python_ta import check_all
    except ImportError:
        print('To check the style: python3 -m pip install python-ta==2.13.1')
    else:
        check_all(config='a2_pyta.txt')
