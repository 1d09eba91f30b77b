"""Boards to play on: drawings with a button at the place of each move, which
knows what the move would change.
"""
from typing import Any, Optional
from html import escape
from xml.etree.ElementTree import Element
import json
from drawings.shapes import add_badge, write_svg
from drawings.table import find_drawing
from game_state import GameState
from interface.words import describe_score, make_player_title

# A letter for each score, for those who do not see its colour, and its class.
KINDS = {1: ('W', 'win'), 0: ('T', 'tie'), -1: ('L', 'loss'),
         None: ('?', 'unknown')}


def write_board(states: list[GameState], moves: list, title: str) -> str:
    """Return the board of the last of states, which follow each other, as HTML:
    its drawing, or if it has none, its picture in text. There are buttons for
    moves; each place of a move has data-move, and room for a mark in what has
    data-mark.
    """
    state, before = states[-1], states[-2 if len(states) > 1 else -1]
    drawing = find_drawing(state)
    if drawing is None:
        return write_picture(state, list(map(str, moves)), title)
    svg = drawing.draw_states(states)
    svg.set('role', 'group')
    svg.set('class', f'turn-{state.get_current_player_name()}')
    svg.set('aria-label', title)
    news = find_changes(before, state)
    changes = {str(each): find_changes(state, state.make_move(each))
               for each in moves}
    for shape in list(svg.iter()):
        if shape.get('data-part') in news:
            shape.set('class', f'{shape.get("class")} new')
        move = shape.get('data-move')
        if move is not None:
            make_button(shape, name_place(state, move, changes.get(move, [])),
                        changes.get(move))
            add_badge(svg, shape).set('data-mark', move)
    return write_svg(svg, False)


def make_button(shape: Element, name: str, changes: Optional[list[str]]
                ) -> None:
    """Make shape a button with this name. If it can be pressed, the page lights
    up the parts that this changes.
    """
    shape.set('role', 'button')
    shape.set('aria-label', name)
    shape.set('tabindex', '-1' if changes is None else '0')
    if changes is None:
        shape.set('aria-disabled', 'true')
    else:
        shape.set('data-claims', json.dumps(changes))


def write_picture(state: GameState, moves: list[str], title: str) -> str:
    """Return the picture of state in text as HTML, and buttons for moves."""
    buttons = ''.join(
        f'<button type="button" data-move="{escape(move)}">{escape(move)} '
        f'<span data-mark="{escape(move)}"><i></i></span></button>'
        for move in moves)
    return f'<pre tabindex="0" role="group" aria-label="{escape(title)}">' \
           f'{escape(str(state))}</pre><div class="buttons">{buttons}</div>'


def name_place(state: GameState, move: str, changes: list[str]) -> str:
    """Return what a screen reader calls the place of move in state, given the
    parts of the drawing that the move changes.

    >>> from stonehenge import StonehengeState, board_of
    >>> state = StonehengeState(True, board_of(1), 'A1C', '1@@1@@')
    >>> name_place(state, 'B', []), name_place(state, 'C', ['C', 'line 1'])
    ('B, Player 1', 'C, claims 1 ley-line')
    """
    drawing = find_drawing(state)
    owner = drawing.find_owners(state).get(move, '') if drawing else ''
    title = make_player_title(owner) if owner in ('p1', 'p2') else owner
    words = drawing.describe_claims(changes) if drawing else ''
    return ', '.join(filter(None, [move, title, words]))


def describe_move(state: GameState, move: Any) -> str:
    """Return in words move, which is possible in state, and what it claims.

    >>> from stonehenge import StonehengeState, board_of
    >>> describe_move(StonehengeState(True, board_of(1)), 'A')
    'A, claims 3 ley-lines'
    """
    return name_place(state, str(move),
                      find_changes(state, state.make_move(move)))


def find_changes(before: GameState, after: GameState) -> list[str]:
    """Return the parts of the drawing that change their owner between two
    positions: cells, ley-lines, stones.

    >>> from stonehenge import StonehengeState, board_of
    >>> state = StonehengeState(True, board_of(1))
    >>> find_changes(state, state.make_move('A'))
    ['A', 'line 0', 'line 2', 'line 5']
    """
    drawing = find_drawing(after)
    if drawing is None:
        return []
    old, new = drawing.find_owners(before), drawing.find_owners(after)
    return [part for part in old | new if old.get(part) != new.get(part)]


def make_marks(state: GameState, values: list) -> list[dict[str, str]]:
    """Return what marks the moves in values, pairs of a move and its score, on
    the board of state: a letter, its class, and the name of the place with it.
    """
    marks = []
    for move, score in values:
        letter, kind = KINDS[score]
        marks.append({'move': str(move), 'letter': letter, 'kind': kind,
                      'name': f'{describe_move(state, move)}, '
                              f'{describe_score(score)}'})
    return marks
