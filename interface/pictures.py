"""Pictures of positions, in colour on terminals that show it.

A state may have two methods that no game needs, for terminals only:

    get_player_marks() -> dict[str, str]
        which characters of its picture stand for which player: {'1': 'p1',
        '2': 'p2'}. They are shown in the colour of that player, and stand out
        if the last move has put them there.
    describe_standing() -> str
        a line for under the picture: 'claimed 2 to 4 of 9; 5 win'
"""
from contextlib import suppress
from typing import Any, Optional
import os
from game_state import GameState
from interface.history import History
from interface.screen import can_do_more, cut_items, fit
from interface.titles import make_player_title

# The colours of the players, also to be told apart by those who do not tell red
# from green: blue and orange, on light and on dark terminals.
COLOURS = {'p1': '38;5;33', 'p2': '38;5;208'}
STANDING_OUT = '1;7'  # Bold, and in reverse.


def choose_colour(when: Optional[str], stream: Any) -> bool:
    """Return whether to use colour on stream: when is 'always', 'never', or
    'auto' (or None), which means on terminals, unless the environment has
    NO_COLOR or says that the terminal is a dumb one.
    """
    if when in ('always', 'never'):
        return when == 'always'
    return can_do_more(stream) and not os.environ.get('NO_COLOR')


def draw_turn(history: History, colour: bool, width: Optional[int],
              more: str) -> str:
    """Return the current position of history as players see it: its picture,
    in colour if wanted; and if the game is not over, who is to move, and as
    many of the possible moves as a line of this width holds. More says how to
    see the others. A width of None is for what goes to no terminal.
    """
    state = history.game.current_state
    picture = draw_position(state, history.before(), colour,
                            width is not None)
    if history.game.is_over(state):
        return picture
    who = make_player_title(state.get_current_player_name())
    moves = cut_items(f'{who} is to move. Possible moves: ',
                      list(map(str, state.get_possible_moves())), width,
                      more)
    return f'{picture}\n\n{fit(moves, width)}'


def draw_position(state: GameState, before: Optional[GameState], colour: bool,
                  with_standing: bool) -> str:
    """Return the picture of state, in colour if wanted, and with a line for its
    standing under it if wanted and offered. What the last move changed stands
    out: before is the position that it was made in, None for the first one.
    """
    picture = str(state)
    if colour:
        marks = ask_optional(state, 'get_player_marks')
        if isinstance(marks, dict):
            # Of somebody's marks, only those that make sense are shown.
            marks = {mark: player for mark, player in marks.items()
                     if player in ('p1', 'p2')}
            picture = paint(picture, picture if before is None else str(before),
                            marks)
    standing = ask_optional(state, 'describe_standing') \
        if with_standing else None
    return f'{picture}\n{standing}' if standing else picture


def ask_optional(state: GameState, name: str) -> Any:
    """Return what the method of state called name returns, None if it has none
    or that fails: a game does not end because of its colours.
    """
    with suppress(Exception):
        return getattr(state, name)()
    return None


def paint(picture: str, before: str, marks: dict[str, str]) -> str:
    """Return picture with each of marks in the colour of its player. Those
    that the picture before does not have in the same place stand out.

    >>> paint('1 - B', 'A - B', {'1': 'p1'})
    '\\x1b[1;7;38;5;33m1\\x1b[0m - B'
    """
    same_shape = [len(line) for line in picture.split('\n')] \
        == [len(line) for line in before.split('\n')]
    painted = ''
    for i, character in enumerate(picture):
        if character not in marks:
            painted += character
            continue
        colour = COLOURS[marks[character]]
        is_new = same_shape and before[i] != character
        code = f'{STANDING_OUT};{colour}' if is_new else colour
        painted += f'\x1b[{code}m{character}\x1b[0m'
    return painted
