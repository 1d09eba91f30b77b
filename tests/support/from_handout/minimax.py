"""The two minimax functions, written from the handout and the starter files
alone, without sight of the solution. They take the place of the stubs in
strategy.py.
"""
from copy import copy
from typing import Any, Optional
from game import Game
from game_state import GameState
from strategy import find_moves


def find_final_score(game: Game, state: GameState) -> float:
    """Return the score of state, at which game is over, for the player to
    move. This changes the current state of game, so it should be a copy.

    Preconditions:
    - game.is_over(state)
    """
    game.current_state = state
    player = state.get_current_player_name()
    other = 'p2' if player == 'p1' else 'p1'
    if game.is_winner(player):
        return state.WIN
    if game.is_winner(other):
        return state.LOSE
    return state.DRAW


def find_score(game: Game, state: GameState) -> float:
    """Return the score of state for the player to move, found by recursion.
    This changes the current state of game, so it should be a copy.
    """
    if game.is_over(state):
        return find_final_score(game, state)
    return max(-find_score(game, state.make_move(move))
               for move in state.get_possible_moves())


def recursive_minimax_strategy(game: Game) -> Any:
    """Return a move with the highest score that can be guaranteed, found by
    recursion over states, to the end of the game.
    """
    state = game.current_state
    trial = copy(game)
    return max(find_moves(game),
               key=lambda move: -find_score(trial, state.make_move(move)))


class TreeNode:
    """A node of the tree of all ways in which a game can go on.

    === Attributes ===
    state: the position at this node
    children: a node for each possible move; none before they are made
    score: the score of state for the player to move, or None before it is
        known
    """
    state: GameState
    children: list['TreeNode']
    score: Optional[float]

    def __init__(self, state: GameState) -> None:
        """Initialize this node, of which only state is known."""
        self.state = state
        self.children = []
        self.score = None


def iterative_minimax_strategy(game: Game) -> Any:
    """Return a move with the highest score that can be guaranteed, found with
    a stack of tree nodes and no recursion.
    """
    moves = find_moves(game)
    trial = copy(game)
    root = TreeNode(game.current_state)
    stack = [root]
    while stack:
        node = stack.pop()
        if trial.is_over(node.state):
            node.score = find_final_score(trial, node.state)
        elif not node.children:
            node.children = [TreeNode(node.state.make_move(move))
                             for move in node.state.get_possible_moves()]
            stack.append(node)
            stack.extend(node.children)
        else:
            node.score = max(-child.score for child in node.children)
    scores = [-child.score for child in root.children]
    return moves[scores.index(root.score)]
