"""Strategies: plain minimax, which looks at the whole tree."""

import random


def check_not_over(game):
    """Raise ValueError if game is over."""
    if game.is_over(game.current_state):
        raise ValueError('The game is over.')


def interactive_strategy(game):
    """Ask the player until the move is possible."""
    check_not_over(game)
    move = game.str_to_move(input('Your move: '))
    while not game.current_state.is_valid_move(move):
        print('That is not possible.')
        move = game.str_to_move(input('Your move: '))
    return move


def random_strategy(game):
    """Return any possible move."""
    check_not_over(game)
    return random.choice(game.current_state.get_possible_moves())


def rough_outcome_strategy(game):
    """Return the move that is worst for the other player, it seems."""
    check_not_over(game)
    state = game.current_state
    best_move, lowest = None, 2
    for move in state.get_possible_moves():
        outcome = state.make_move(move).rough_outcome()
        if outcome < lowest:
            best_move, lowest = move, outcome
    return best_move


def final_score(game, state):
    """Return the score of state, where the game is over."""
    old_state = game.current_state
    game.current_state = state
    if game.is_winner(state.get_current_player_name()):
        score = 1
    elif game.is_winner('p1') or game.is_winner('p2'):
        score = -1
    else:
        score = 0
    game.current_state = old_state
    return score


def recursive_score(game, state):
    """Return the score of state."""
    if game.is_over(state):
        return final_score(game, state)
    return max(
        [
            -recursive_score(game, state.make_move(move))
            for move in state.get_possible_moves()
        ]
    )


def recursive_minimax_strategy(game):
    """Return a best move, by recursion."""
    check_not_over(game)
    state = game.current_state
    moves = state.get_possible_moves()
    scores = [-recursive_score(game, state.make_move(m)) for m in moves]
    return moves[scores.index(max(scores))]


class Node:
    """A state in the tree."""

    def __init__(self, state):
        """Set up a node that has neither children nor a score yet."""
        self.state = state
        self.children = None
        self.score = None


def iterative_minimax_strategy(game):
    """Return a best move, with a stack."""
    check_not_over(game)
    moves = game.current_state.get_possible_moves()
    root = Node(game.current_state)
    stack = [root]
    while stack:
        node = stack.pop()
        if game.is_over(node.state):
            node.score = final_score(game, node.state)
        elif node.children is None:
            node.children = [
                Node(node.state.make_move(move))
                for move in node.state.get_possible_moves()
            ]
            stack.append(node)
            stack.extend(node.children)
        else:
            node.score = max([-child.score for child in node.children])
    for move, child in zip(moves, root.children):
        if -child.score == root.score:
            return move
