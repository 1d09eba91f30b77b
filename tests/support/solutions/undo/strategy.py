"""Strategies. Minimax looks at every position until a win is found."""
import random
from typing import Any
from game import Game
from game_state import GameState


def interactive_strategy(game: Game) -> Any:
    """Return what the player types, possible or not."""
    if game.is_over(game.current_state):
        raise ValueError('There are no moves left.')
    return game.str_to_move(input('Enter a move: '))


def random_strategy(game: Game) -> Any:
    """Return any possible move."""
    moves = game.current_state.get_possible_moves()
    if not moves:
        raise ValueError('There are no moves left.')
    return moves[random.randrange(len(moves))]


def rough_outcome_strategy(game: Game) -> Any:
    """Return the move that promises most."""
    state = game.current_state
    if game.is_over(state):
        raise ValueError('There are no moves left.')
    return max(state.get_possible_moves(),
               key=lambda move: -state.make_move(move).rough_outcome())


class Search:
    """A search through the positions of a game."""

    def __init__(self, game: Game) -> None:
        """Set up a search."""
        if game.is_over(game.current_state):
            raise ValueError('There are no moves left.')
        self.game = game
        self.start = game.current_state

    def result(self, state: GameState) -> int:
        """Return the score of state, where the game is over."""
        self.game.current_state = state
        me = state.get_current_player_name()
        won, lost = self.game.is_winner(me), \
            self.game.is_winner('p2' if me == 'p1' else 'p1')
        self.game.current_state = self.start
        return int(won) - int(lost)

    def value(self, state: GameState) -> int:
        """Return the score of state."""
        if self.game.is_over(state):
            return self.result(state)
        best = -1
        for move in state.get_possible_moves():
            best = max(best, -self.value(state.make_move(move)))
        return best

    def value_by_stack(self, state: GameState) -> int:
        """Return the score of state, without recursion."""
        # Of each state on the way: its moves left to try, and its best score.
        path = [[state, None, -1]]
        while True:
            state, moves, best = path[-1]
            if moves is None:
                if self.game.is_over(state):
                    moves, best = [], self.result(state)
                else:
                    moves = state.get_possible_moves()
                path[-1][1:] = moves, best
            if moves:
                path.append([state.make_move(moves.pop()), None, -1])
                continue
            path.pop()
            if not path:
                return best
            path[-1][2] = max(path[-1][2], -best)


def recursive_minimax_strategy(game: Game) -> Any:
    """Return a best move, by recursion."""
    search = Search(game)
    best_move, best = None, -2
    for move in game.current_state.get_possible_moves():
        value = -search.value(game.current_state.make_move(move))
        if value > best:
            best_move, best = move, value
    return best_move


def iterative_minimax_strategy(game: Game) -> Any:
    """Return a best move, with a stack."""
    search, state = Search(game), game.current_state
    return max(state.get_possible_moves(), key=lambda move:
               -search.value_by_stack(state.make_move(move)))
