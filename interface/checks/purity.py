"""Which method changes the position that it is asked about.

Positions never change, so a strategy may call any of their methods. If one has
changed all the same, a method may have done it, and the strategy is innocent.
"""
from functools import partial
from random import Random
from typing import Any, Callable
from game import Game
from interface.attempts import Attempt
from interface.checks.methods import GAME_METHODS, name_method
from interface.checks.snapshots import find_changes, take_snapshot

# How many of the moves of a position are tried.
MOST_MOVES = 12

# How many random games are played to find a method, and how far.
MOST_GAMES, MOST_PLIES = 3, 60

# What can be asked without an argument: the first ones need no other method,
# the last ones are likely to call others.
SIMPLE = ('__repr__', '__str__', 'get_current_player_name',
          'get_possible_moves')
HARDER = ('rough_outcome', 'search_state', 'search_key', 'candidate_moves',
          'known_score')

# Makes the same position each time: a game, with this current_state.
Maker = Callable[[], Game]


def list_calls(game: Game, moves: list) -> list[tuple[str, Callable]]:
    """Return all that can be asked about the current state of game, which has
    these possible moves: names of methods, each with a function that calls it.
    A method comes after those that it is likely to call itself.
    """
    state, moves = game.current_state, [*moves[:MOST_MOVES], 'no move']
    return [
        *[(name, getattr(state, name)) for name in SIMPLE],
        *[('is_valid_move', partial(state.is_valid_move, move))
          for move in moves],
        ('is_over', partial(game.is_over, state)),
        ('is_winner', partial(game.is_winner, 'p1')),
        ('is_winner', partial(game.is_winner, 'p2')),
        *[('str_to_move', partial(game.str_to_move, str(move)))
          for move in moves],
        *[('make_move', partial(state.make_move, move)) for move in moves],
        *[('is_over', partial(ask_after, game, move)) for move in moves],
        *[(name, getattr(state, name)) for name in HARDER
          if hasattr(state, name)]]


def ask_after(game: Game, move: Any) -> bool:
    """Return whether game would be over after move. Its current state stays:
    is_over is asked about another one.
    """
    return game.is_over(game.current_state.make_move(move))


def find_impurity(make: Maker) -> str:
    """Return in words which method changes the position that make makes when
    it is called, and in what, or '' if none does.
    """
    game, moves = make(), make().current_state.get_possible_moves()
    before = take_snapshot(game.current_state)
    for _, call in list_calls(game, moves):
        Attempt(call)  # What it raises is another matter.
    after = take_snapshot(game.current_state)
    return find_culprit(make, moves) if find_changes(before, after) else ''


def find_culprit(make: Maker, moves: list) -> str:
    """Return in words the first of all methods that changes the position that
    make makes, which has these moves, and in what; '' if that cannot be told.
    """
    untouched = take_snapshot(make().current_state)
    if find_changes(untouched, take_snapshot(make().current_state)):
        return ''  # It looks different each time it is made.
    for number, (name, _) in enumerate(list_calls(make(), moves)):
        game = make()
        Attempt(list_calls(game, moves)[number][1])
        changes = find_changes(untouched, take_snapshot(game.current_state))
        if changes:
            whose = 'the' if name in GAME_METHODS else 'its own'
            return f'{name_method(make(), name)} changed {whose} state: ' \
                   f'{changes}'
    return ''


def search_impurity(make: Maker) -> str:
    """Return in words which method changes a position that it is asked about:
    the one that make makes, or one that follows in some random games, which
    are the same every time. Return '' if none is found.
    """
    rng = Random(0)
    for _ in range(MOST_GAMES):
        path: list = []
        moves = [None]
        while moves and len(path) < MOST_PLIES:
            follow = partial(make_after, make, path)
            impurity = find_impurity(follow)
            if impurity:
                return impurity
            moves = follow().current_state.get_possible_moves()
            if moves:
                path.append(rng.choice(moves))
    return ''


def make_after(make: Maker, path: list) -> Game:
    """Return the game that make makes, after the moves of path."""
    game = make()
    for move in path:
        game.current_state = game.current_state.make_move(move)
    return game
