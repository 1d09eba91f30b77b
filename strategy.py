"""Strategies: functions that take a game and return a move for it.

A strategy may be asked about any game that keeps to the interface of Game and
GameState, and leaves the game exactly as it was.

Scores are from the side of the player to move: WIN, LOSE or DRAW. What is good
for one player is bad for the other, so a state's score is the highest of the
negated scores of the states that its moves lead to. This is minimax; both
minimax strategies below work it out, and differ only in how they walk through
the tree of states.
"""
from copy import copy
from typing import Any, Callable, Hashable, Optional, Union
import random
import sys
from game import Game
from game_state import GameState

Score = Union[int, float]
WIN, LOSE, DRAW = GameState.WIN, GameState.LOSE, GameState.DRAW

# The recursion limit while minimax recurses: more plies than any game here.
DEEPEST_RECURSION = 1_000_000


class GameOverError(ValueError):
    """Raised when a strategy is asked for a move in a game that is over."""


def possible_moves(game: Game) -> list:
    """Return the possible moves at the current state of game.

    Raise GameOverError if the game is over.
    """
    if game.is_over(game.current_state):
        raise GameOverError('The game is over: there is no move to choose.')
    return game.current_state.get_possible_moves()


def interactive_strategy(game: Game) -> Any:
    """Return a move that the player types. An impossible move is explained,
    and another one asked for.
    """
    moves = ', '.join(map(str, possible_moves(game)))
    move = game.str_to_move(input('Enter a move: '))
    while not game.current_state.is_valid_move(move):
        why = why_not(game.current_state, move)
        print(f'{why}. Possible moves: {moves}')
        move = game.str_to_move(input('Enter a move: '))
    return move


def why_not(state: GameState, move: Any) -> str:
    """Return why move, which is not valid, cannot be made in state: in the
    words of state, if it has any.
    """
    why = ''
    try:
        state.make_move(move)
    except ValueError as error:
        why = str(error)
    except (AssertionError, AttributeError, LookupError, TypeError):
        pass  # A game without words of its own.
    if str(move) == '':
        why = 'An empty line is no move'
    return why or f'{str(move)!r} is not a possible move here'


def random_strategy(game: Game) -> Any:
    """Return one of the possible moves at random. Seed the module random
    to get the same moves again.
    """
    return random.choice(possible_moves(game))


def rough_outcome_strategy(game: Game) -> Any:
    """Return a move that leaves the other player with the worst prospects, as
    far as rough_outcome can tell.
    """
    return most_promising(game.current_state, possible_moves(game))


def most_promising(state: GameState, moves: list) -> Any:
    """Return the first of the moves whose rough_outcome is worst for the other
    player.

    Preconditions:
    - len(moves) > 0
    """
    return min(moves, key=lambda move: state.make_move(move).rough_outcome())


def recursive_minimax_strategy(game: Game) -> Any:
    """Return a move with the highest score that can be guaranteed, found by
    recursion over states. It may recurse as deep as the game is long.
    """
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEEPEST_RECURSION))
    try:
        return Search(game).best_move(recursive_score)
    finally:
        sys.setrecursionlimit(limit)


def iterative_minimax_strategy(game: Game) -> Any:
    """Return a move with the highest score that can be guaranteed, found with
    a stack of tree nodes and no recursion.
    """
    return Search(game).best_move(iterative_score)


class Search:
    """One search for the best move in a game. It holds what both minimax
    strategies need to know about states, and the scores they have found.

    === Attributes ===
    game: a shallow copy of the game, whose current_state the search may set
    root: the state to find a move for
    scores: the transposition table, which gives a score by search key
    """
    game: Game
    root: GameState
    scores: dict[Hashable, Score]

    def __init__(self, game: Game) -> None:
        """Initialize a search for a move at the current state of game.

        Raise GameOverError if the game is over.
        """
        possible_moves(game)
        self.game = copy(game)
        self.root = game.current_state
        self.scores = {}

    def final_score(self, state: GameState) -> Optional[Score]:
        """Return the score of state if the game is over there, else None."""
        # is_winner speaks of the current state.
        self.game.current_state = state
        if not self.game.is_over(state):
            return None
        player = state.get_current_player_name()
        if self.game.is_winner(player):
            return WIN
        if self.game.is_winner('p2' if player == 'p1' else 'p1'):
            return LOSE
        return DRAW

    def sure_score(self, state: GameState) -> Optional[Score]:
        """Return the score of state if it is sure without a search, else None.

        It is None for the root: from there, a move is wanted.
        """
        score = self.final_score(state)
        if score is None and state is not self.root \
                and hasattr(state, 'known_score'):
            score = state.known_score()
        return score

    def best_move(self, score_of: Callable[['Search', GameState], Score]
                  ) -> Any:
        """Return a move from the root with the highest guaranteed score, where
        score_of(self, state) searches for the score of state.

        A move that wins at once comes first. If every move loses, the answer
        is the most promising one against a player who makes mistakes.
        """
        moves = self.root.get_possible_moves()
        for move in moves:
            if self.final_score(self.root.make_move(move)) == LOSE:
                return move
        best = score_of(self, self.root)
        if best == LOSE:
            return most_promising(self.root, moves)
        # The search stopped at the first move that has the best score.
        for move in candidate_moves(self.root):
            child = self.root.make_move(move)
            score = self.sure_score(child)
            if score is None:
                score = self.scores[search_key(child)]
            if score == -best:
                return move
        raise AssertionError('No move has the score of its state.')


def search_key(state: GameState) -> Hashable:
    """Return a key such that states with equal keys have equal scores, also
    if state is of a class without this hook.
    """
    if hasattr(state, 'search_key'):
        return state.search_key()
    return state.get_current_player_name(), str(state), repr(state)


def candidate_moves(state: GameState) -> list:
    """Return the moves worth searching, best first, also if state is of a
    class without this hook.
    """
    if hasattr(state, 'candidate_moves'):
        return state.candidate_moves()
    return state.get_possible_moves()


def recursive_score(search: Search, state: GameState) -> Score:
    """Return the score of state, found by recursion."""
    score = search.sure_score(state)
    if score is not None:
        return score
    key = search_key(state)
    if key not in search.scores:
        best = LOSE
        for move in candidate_moves(state):
            best = max(best, -recursive_score(search, state.make_move(move)))
            if best == WIN:
                break  # No other move can be better.
        search.scores[key] = best
    return search.scores[key]


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
    moves: list
    children: list['TreeNode']
    score: Optional[Score]

    def __init__(self, search: Search, state: GameState) -> None:
        """Initialize a node for state, with its score if search has it."""
        self.state = state
        self.key = None
        self.moves = []
        self.children = []
        self.score = search.sure_score(state)
        if self.score is None:
            self.key = search_key(state)
            self.score = search.scores.get(self.key)
        if self.score is None:
            self.moves = candidate_moves(state)[::-1]


def iterative_score(search: Search, state: GameState) -> Score:
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
            # All moves are tried, or the last one wins.
            node.score = max(-below.score for below in node.children)
            search.scores[node.key] = node.score
            node.children = []  # They have served; let the memory go.
            stack.pop()
    return root.score


if __name__ == "__main__":
    from python_ta import check_all
    check_all(config="a2_pyta.txt")
