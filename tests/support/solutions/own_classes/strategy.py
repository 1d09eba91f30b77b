"""Strategies. Both kinds of minimax work on a tree of nodes."""

from random import choice


class OverError(ValueError):
    """There is nothing to choose."""


def options(game):
    """Return the moves, and what they lead to."""
    moves = game.current_state.get_possible_moves()
    if not moves:
        raise OverError('it is all over')
    return {move: game.current_state.make_move(move) for move in moves}


def ask_player(game):
    """Return the possible move that the player types."""
    possible = options(game)
    while True:
        move = game.str_to_move(input('> '))
        if move in possible:
            return move
        print('Impossible:', move)


def any_move(game):
    """Return a random move."""
    return choice(list(options(game)))


def look_ahead(game):
    """Return the move whose rough outcome is lowest for the other."""
    possible = options(game)
    return min(possible, key=lambda move: possible[move].rough_outcome())


class Tree:
    """A position, with the trees below it."""

    def __init__(self, state):
        """Set up a tree that has not grown yet."""
        self.state, self.branches, self.score = state, [], None

    def grow(self):
        """Add the trees below, and return them."""
        self.branches = [
            Tree(self.state.make_move(move))
            for move in self.state.get_possible_moves()
        ]
        return self.branches

    def rate(self, game):
        """Set the score. The branches have theirs."""
        if self.branches:
            self.score = -min(branch.score for branch in self.branches)
        else:
            before, game.current_state = game.current_state, self.state
            mine = self.state.get_current_player_name()
            self.score = sum(
                1 if name == mine else -1
                for name in ('p1', 'p2')
                if game.is_winner(name)
            )
            game.current_state = before


def rate_all(game, tree):
    """Set the scores in tree, by recursion."""
    for branch in tree.grow():
        rate_all(game, branch)
    tree.rate(game)
    tree.branches = []


def minimax(game):
    """Return a best move, by recursion."""
    trees = {move: Tree(state) for move, state in options(game).items()}
    for tree in trees.values():
        rate_all(game, tree)
    return min(trees, key=lambda move: trees[move].score)


def minimax_without_recursion(game):
    """Return a best move, with a stack."""
    trees = {move: Tree(state) for move, state in options(game).items()}
    stack = [(tree, False) for tree in trees.values()]
    while stack:
        tree, grown = stack.pop()
        if grown:
            tree.rate(game)
        else:
            stack.append((tree, True))
            stack += [(branch, False) for branch in tree.grow()]
    return min(trees, key=lambda move: trees[move].score)
