"""Strategies: functions that take a game and return a move for it.

A strategy works with every game that keeps to the interface of Game and
GameState, and leaves the game exactly as it was.

Scores are from the side of the player to move: WIN, LOSE or DRAW. What is good
for one player is bad for the other, so a state's score is the highest of the
negated scores of the states that its moves lead to. This is minimax. The two
minimax strategies below differ only in how they walk through the tree of
states.
"""
from contextlib import suppress
from copy import copy
from typing import Any, Callable, Hashable, Optional, Union
import random
import sys
from game import Game
from game_state import GameState

Score = Union[int, float]
WIN, LOSE, DRAW = GameState.WIN, GameState.LOSE, GameState.DRAW

# The recursion limit while a search recurses: more plies than any game here.
DEEPEST_RECURSION = 1_000_000


class GameOverError(ValueError):
    """Raised when a strategy is asked for a move in a game that is over."""


def interactive_strategy(game: Game,
                         read_line: Optional[Callable[[str], str]] = None
                         ) -> Any:
    """Return a move that the player types. Explain an impossible move, and ask
    for another one. A line is read by read_line(prompt), by default input.
    """
    read_line = read_line or input
    moves = ', '.join(map(str, find_moves(game)))
    move = game.str_to_move(read_line('Enter a move: '))
    while not game.current_state.is_valid_move(move):
        why = explain(game.current_state, move)
        print(f'{why}. Possible moves: {moves}')
        move = game.str_to_move(read_line('Enter a move: '))
    return move


def explain(state: GameState, move: Any) -> str:
    """Return why move, which is not valid, cannot be made in state: in the
    words of state, if it has any.
    """
    why = ''
    with suppress(Exception):  # Other people's games may raise anything.
        try:
            state.make_move(move)
        except ValueError as error:
            why = str(error)
    if str(move) == '':
        why = 'An empty line is not a move'
    return why or f'{str(move)!r} is not a possible move here'


def find_moves(game: Game) -> list[Any]:
    """Return the possible moves at the current state of game.

    Raise GameOverError if the game is over.
    """
    if game.is_over(game.current_state):
        raise GameOverError('The game is over: there is no move to choose.')
    return game.current_state.get_possible_moves()


def random_strategy(game: Game, rng: Any = random) -> Any:
    """Return one of the possible moves, chosen at random.

    The parameter rng marks a strategy as one that chooses at random. To get
    the same moves again, pass random.Random(1), or seed the module random.
    """
    return rng.choice(find_moves(game))


def rough_outcome_strategy(game: Game) -> Any:
    """Return a move that leaves the other player with the worst prospects, as
    far as rough_outcome can tell.
    """
    moves = find_moves(game)
    return choose_most_promising(search_state(game.current_state), moves)


def choose_most_promising(state: GameState, moves: list[Any]) -> Any:
    """Return the first of the moves in state after which rough_outcome, which
    speaks for the other player, is lowest.

    Preconditions:
    - len(moves) > 0
    """
    return min(moves, key=lambda move: state.make_move(move).rough_outcome())


def recursive_minimax_strategy(game: Game,
                               watcher: Optional['Watcher'] = None) -> Any:
    """Return a move with the highest score that can be guaranteed, found by
    recursion over states, to the end of the game.
    """
    return recurse_deeply(Search(game, watcher).best_move, recursive_score)


def recursive_score(search: 'Search', state: GameState) -> Score:
    """Return the score of state, found by recursion."""
    search.watcher.on_visit(state)
    key, score = search.look_up(state)
    if score is None:
        score = LOSE
        for move in candidate_moves(state):
            child = state.make_move(move)
            score = max(score, -recursive_score(search, child))
            if score == WIN:
                break  # No other move can be better.
        search.table[key] = score
    search.watcher.on_score(state, score)
    return score


def iterative_minimax_strategy(game: Game,
                               watcher: Optional['Watcher'] = None) -> Any:
    """Return a move with the highest score that can be guaranteed, found with
    a stack of tree nodes and no recursion.
    """
    return Search(game, watcher).best_move(iterative_score)


class TreeNode:
    """A node of the tree that iterative_score builds.

    === Attributes ===
    state: the state at this node
    key: the search key of state
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
        self.children = []
        self.moves = []
        if self.score is None:
            self.moves = candidate_moves(state)[::-1]
        else:
            search.watcher.on_score(state, self.score)


def iterative_score(search: 'Search', state: GameState) -> Score:
    """Return the score of state, found without recursion.

    The stack holds the path from the root to the node being looked at. A node
    is looked at again each time the newest of its children has its score.
    """
    root = TreeNode(search, state)
    stack = [root] if root.score is None else []
    while stack:
        node = stack[-1]
        if node.moves and not (node.children
                               and node.children[-1].score == LOSE):
            child = TreeNode(search, node.state.make_move(node.moves.pop()))
            node.children.append(child)
            if child.score is None:
                stack.append(child)
        else:
            # All moves have been tried, or the last one wins. Each child has
            # its score by now: the "if" only says so to mypy.
            node.score = max(-each.score for each in node.children
                             if each.score is not None)
            search.table[node.key] = node.score
            search.watcher.on_score(node.state, node.score)
            node.children = []  # No longer needed: free the memory.
            stack.pop()
    assert root.score is not None
    return root.score


class Watcher:
    """Observer of a search; this base class ignores all events.

    A subclass may count, draw or explain. The states visited and not yet
    scored are always a path from the root: the stack of the search. Minimax
    makes a move that wins at once without a search.
    """

    def on_visit(self, state: GameState) -> None:
        """Note that the search has come to state."""

    def on_score(self, state: GameState, score: Score) -> None:
        """Note that the search has found the score of state, which is the last
        one on the path.
        """


class Search:
    """One search for the best move in a game: what searches know about states,
    and the scores they have found.

    === Attributes ===
    game: a shallow copy of the game, whose current_state the search may set
    root: the state to find a move for, in the form that is fastest to search
    watcher: the observer of this search
    table: the transposition table: scores by search key. It has an entry for
        each state that took searching, of about 200 bytes, and lives as long
        as the search. A search of a minute leaves a million entries.
    """
    game: Game
    root: GameState
    watcher: Watcher
    table: dict[Hashable, Score]

    def __init__(self, game: Game, watcher: Optional[Watcher] = None) -> None:
        """Initialize a search for a move at the current state of game.

        Raise GameOverError if the game is over.
        """
        find_moves(game)
        self.game = copy(game)
        self.root = search_state(game.current_state)
        self.watcher = Watcher() if watcher is None else watcher
        self.table = {}

    def look_up(self, state: GameState) -> tuple[Hashable, Optional[Score]]:
        """Return the search key of state, if it needs one, and its score if
        that is known without searching, else None.

        As a move from the root is wanted, its score counts as known only if it
        is lost, where no move needs searching. Its key is None, which no other
        state has that takes searching.
        """
        score = final_score(self.game, state)
        if score is None and hasattr(state, 'known_score'):
            score = state.known_score()
        if state is self.root and score != LOSE:
            return None, None
        if score is not None:
            return None, score
        key = search_key(state)
        return key, self.table.get(key)

    def best_move(self, score_of: Callable[['Search', GameState], Score]
                  ) -> Any:
        """Return a move from the root with the highest guaranteed score, where
        score_of(self, state) searches for the score of state.

        A move that wins at once comes first. If every move loses, return the
        most promising one against a player who makes mistakes.
        """
        moves = self.root.get_possible_moves()
        for move in moves:
            if final_score(self.game, self.root.make_move(move)) == LOSE:
                return move
        best = score_of(self, self.root)
        if best == LOSE:
            return choose_most_promising(self.root, moves)
        # The search stopped at the first move that has the best score.
        for move in candidate_moves(self.root):
            _, score = self.look_up(self.root.make_move(move))
            if score == -best:
                return move
        raise AssertionError('No move has the score of its state.')


def final_score(game: Game, state: GameState) -> Optional[Score]:
    """Return the score of state if game is over there, otherwise None.

    is_winner speaks of game.current_state, so this sets it to state: use a
    copy of the game.
    """
    game.current_state = state
    if not game.is_over(state):
        return None
    player = state.get_current_player_name()
    if game.is_winner(player):
        return WIN
    if game.is_winner('p2' if player == 'p1' else 'p1'):
        return LOSE
    return DRAW


# The hooks of GameState, for states of any class, also without them.

def search_state(state: GameState) -> GameState:
    """Return a state equal to this one that is faster to search."""
    return state.search_state() if hasattr(state, 'search_state') else state


def search_key(state: GameState) -> Hashable:
    """Return a key such that states with equal keys have equal scores."""
    if hasattr(state, 'search_key'):
        return state.search_key()
    return position_key(state)


def position_key(state: GameState) -> Hashable:
    """Return a key that is equal only for equal positions: all that state
    shows. GameState.search_key has it as its default.
    """
    return state.get_current_player_name(), str(state), repr(state)


def candidate_moves(state: GameState) -> list[Any]:
    """Return the moves worth searching, best first."""
    if hasattr(state, 'candidate_moves'):
        return state.candidate_moves()
    return state.get_possible_moves()


def recurse_deeply(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return function(*arguments), and let it recurse deeper on its way than
    Python usually allows.
    """
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEEPEST_RECURSION))
    try:
        return function(*arguments)
    finally:
        sys.setrecursionlimit(limit)


if __name__ == "__main__":
    try:
        from python_ta import check_all
    except ImportError:
        print('To check the style: python3 -m pip install python-ta==2.13.1')
    else:
        check_all(config="a2_pyta.txt")
