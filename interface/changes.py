"""Positions that change, though they never should, and the method to blame.

A strategy may call any method of a position. If the position has changed then,
a method may have done it, and the strategy is innocent.
"""
from functools import partial
from os.path import commonprefix
from random import Random
from reprlib import Repr
from typing import Any, Callable
from game import Game
from interface.faults import Attempt
from interface.methods import GAME_METHODS, lacks, name_method
from interface.sampling import play_at_random
from interface.words import drop_addresses, flatten, format_value

# Texts by the name of an attribute, or of a method that shows the position.
Snapshot = dict[str, str]

# A position has changed if one of these shows it: attributes may be notes.
VIEWS = ('get_possible_moves', 'get_current_player_name', '__str__',
         '__repr__')

MARGIN, WIDTH = 15, 45  # Of a long text: before its first change, and in all.


def format_briefly(value: Any) -> str:
    """Return a short repr of value, however large it is."""
    writer = Repr()
    writer.maxlist = writer.maxtuple = writer.maxdict = writer.maxset = 100
    writer.maxstring = writer.maxother = 1000
    return drop_addresses(writer.repr(value))


def take_snapshot(state: Any) -> Snapshot:
    """Return the public attributes of state, and what VIEWS return."""
    snapshot = {}
    for name, value in getattr(state, '__dict__', {}).items():
        if not name.startswith('_'):
            snapshot[name] = format_briefly(value)
    for name in VIEWS:
        if lacks(state, name) and hasattr(state, name):
            continue  # Games without it can be played, too.
        view = getattr(state, name)()
        if name == 'get_possible_moves':
            # They may come in any order, for example in that of a set.
            view = ', '.join(sorted(map(str, view)))
        snapshot[name] = drop_addresses(str(view))
    return snapshot


def take_stable_snapshot(state: Any) -> Snapshot:
    """Return what one sees of state, but for what differs at each look."""
    first, second = take_snapshot(state), take_snapshot(state)
    return {name: text for name, text in first.items()
            if second.get(name) == text}


def find_changes(before: Snapshot, after: Snapshot) -> str:
    """Return in words how a position has changed, in at most two things, or ''.

    >>> find_changes({'left': '4', '__str__': 'IIII'},
    ...              {'left': '3', '__str__': 'III'})
    'left was 4 and is 3 now'
    """
    found = [name for name in before
             if name in after and before[name] != after[name]]
    if not set(found) & set(VIEWS):
        return ''
    attributes = [name for name in found if name not in VIEWS]
    return ', '.join(compare(name, before[name], after[name])
                     for name in (attributes or found)[:2])


def compare(name: str, before: str, after: str) -> str:
    """Return in words how the text with this name has changed."""
    start = max(0, len(commonprefix([before, after])) - MARGIN)
    was, now = (flatten(text) if len(text) <= WIDTH else
                '...' * (start > 0) + flatten(text[start:], WIDTH)
                for text in (before, after))
    return f'{name} was {was} and is {now} now'


def find_changes_in(game: Game, before: Snapshot) -> str:
    """Return how the state of game differs from before, '' if it does not."""
    state = getattr(game, 'current_state', None)
    attempt = Attempt(take_snapshot, state)
    return f'current_state is {format_value(state)} now' if attempt.error \
        else find_changes(before, attempt.result)


def describe_deed(game: Game, state: Any, changes: str) -> str:
    """Return what a strategy did at state: changed it, or replaced it."""
    now = getattr(game, 'current_state', None)
    return f'changed the position: {changes}' if now is state or now is None \
        else f'put another position into current_state: {changes}'


MOST_MOVES = 12  # So many of the moves of a position are tried,
MOST_GAMES, MOST_PLIES = 3, 60  # in so many random games, so far.

# What else can be asked without an argument, and is likely to call others.
HARDER = ('rough_outcome', 'search_state', 'search_key', 'candidate_moves',
          'known_score')

Maker = Callable[[], Game]  # Makes a game at the same position each time.


def list_calls(game: Game, moves: list[Any]
               ) -> list[tuple[str, Callable[[], Any]]]:
    """Return all that can be asked about the state of game, by name, as calls.
    A method comes after those that it is likely to call itself.
    """
    state, moves = game.current_state, [*moves[:MOST_MOVES], 'no move']
    return [
        *[(name, getattr(state, name)) for name in VIEWS[::-1]],
        *[('is_valid_move', partial(state.is_valid_move, move))
          for move in moves],
        ('is_over', partial(game.is_over, state)),
        ('is_winner', partial(game.is_winner, 'p1')),
        ('is_winner', partial(game.is_winner, 'p2')),
        *[('str_to_move', partial(game.str_to_move, str(move)))
          for move in moves],
        *[('make_move', partial(state.make_move, move)) for move in moves],
        *[('is_over', lambda move=move: game.is_over(state.make_move(move)))
          for move in moves],
        *[(name, getattr(state, name)) for name in HARDER
          if hasattr(state, name)]]


def find_impurity(make: Maker) -> str:
    """Return which method changes what make makes, and how, or ''."""
    game, moves = make(), make().current_state.get_possible_moves()
    before = take_snapshot(game.current_state)
    for _, call in list_calls(game, moves):
        Attempt(call)  # What it raises is another matter.
    after = take_snapshot(game.current_state)
    return find_culprit(make, moves) if find_changes(before, after) else ''


def find_culprit(make: Maker, moves: list[Any]) -> str:
    """Return in words which method changes what make makes first, and how."""
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
    """Return what find_impurity finds, also in positions that follow."""
    rng = Random(0)
    for _ in range(MOST_GAMES):
        for position in play_at_random(make, rng, MOST_PLIES):
            impurity = find_impurity(position.make)
            if impurity:
                return impurity
    return ''
