"""The two minimax functions, written from the handout and the starter files
alone. They take the place of the stubs in strategy.py.
"""
from copy import copy
from typing import Any, Optional
from game import Game
from game_state import GameState
from strategy import find_moves


def recursive_minimax_strategy(game: Game) -> Any:
    """Return a move with the highest score that can be guaranteed, found by
    recursion over states. It may recurse as deep as the game is long.
    """
    state = game.current_state
    moves = find_moves(game)
    scores = [-score_of(game, state.make_move(move)) for move in moves]
    return moves[scores.index(max(scores))]


def final_score(game: Game, state: GameState) -> int:
    """Return the score of state for the player to move there. The game is over
    at state.
    """
    end = copy(game)
    end.current_state = state
    me = state.get_current_player_name()
    if end.is_winner(me):
        return state.WIN
    if end.is_winner('p2' if me == 'p1' else 'p1'):
        return state.LOSE
    return state.DRAW


def score_of(game: Game, state: GameState) -> int:
    """Return the score of state for the player to move there."""
    if game.is_over(state):
        return final_score(game, state)
    return max(-score_of(game, state.make_move(move))
               for move in state.get_possible_moves())


def iterative_minimax_strategy(game: Game) -> Any:
    """Return a move with the highest score that can be guaranteed, found with
    a stack of tree nodes and no recursion.
    """
    moves = find_moves(game)
    root = Node(game.current_state)
    stack = [root]
    while stack:
        node = stack.pop()
        if game.is_over(node.state):
            node.score = final_score(game, node.state)
        elif not node.children:
            node.children = [Node(node.state.make_move(each))
                             for each in node.state.get_possible_moves()]
            stack.append(node)
            stack.extend(node.children)
        else:
            node.score = max(-child.score for child in node.children)
    scores = [-child.score for child in root.children]
    return moves[scores.index(max(scores))]


class Node:
    """A node of the tree of a game.

    === Attributes ===
    state: the position
    children: the nodes for the positions after it, empty if not made yet
    score: the score of the position, None if not known yet
    """
    state: GameState
    children: list['Node']
    score: Optional[int]

    def __init__(self, state: GameState) -> None:
        """Initialize a node of which nothing is known yet."""
        self.state = state
        self.children = []
        self.score = None


if __name__ == "__main__":
    from python_ta import check_all
    check_all(config="a2_pyta.txt")
