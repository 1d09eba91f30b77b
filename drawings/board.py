"""The board that one plays on, on the page: a drawing in which the places of
moves are buttons, all has a name, and there is room for the marks of moves.
"""

from html import escape
from types import ModuleType
from typing import Any, Optional
from xml.etree.ElementTree import Element, SubElement
import json
from drawings import (
    describe_claims,
    find_changes,
    find_drawing,
    find_new,
    find_owners,
)
from drawings.shapes import add_circle, format_svg
from game_state import GameState
from interface.words import Attempt, make_player_title

FINGER = 44  # The least side of a place, in pixels.


def format_board(
    states: list[GameState],
    moves: list,
    title: str,
    ending: Optional[list[str]],
) -> str:
    """Return the board of the last of states as HTML, with room for the marks
    of moves. If the game is over, the parts in ending show why.
    """
    state = states[-1]
    picture = str(state)
    names = list(map(str, moves))
    drawing = find_drawing(state)
    if drawing is None:
        return format_picture(picture, names, title)
    svg = drawing.draw_states(states)
    drawn = {each.get('data-move') for each in svg.iter()}
    # A student's moves may be other ones than those of the picture.
    if not set(map(str, state.get_possible_moves())) <= drawn:
        return format_picture(picture, names, title)
    situation = f'turn-{state.get_current_player_name()}'
    if ending is not None:
        situation = 'over'
    svg.attrib |= {
        'role': 'group',
        'class': situation,
        'aria-label': title if '\n' in picture else f'{title}: {picture}',
    }
    mark_parts(svg, find_new(states), 'new')
    mark_parts(svg, ending or [], 'final')
    owners = find_owners(state)
    changes = {str(each): find_parts(state, owners, each) for each in moves}
    name_shapes(svg, drawing, owners, changes)
    enlarge(svg)
    return format_svg(svg, False)


def mark_parts(svg: Element, parts: list[str], kind: str) -> None:
    """Add kind to the classes of the shapes that show these parts."""
    for shape in svg.iter():
        if shape.get('data-part') in parts:
            shape.set('class', f'{shape.get("class")} {kind}')


def find_parts(
    state: GameState, owners: dict[str, str], move: Any
) -> list[str]:
    """Return the parts of state, which have these owners, that move changes;
    none where a student's state cannot make it yet.
    """
    attempt = Attempt(lambda: find_changes(owners, state.make_move(move)))
    return [] if attempt.error else attempt.result


def name_shapes(
    svg: Element,
    drawing: ModuleType,
    owners: dict[str, str],
    changes: dict[str, list[str]],
) -> None:
    """Name the parts of a board that have these owners. Make buttons of the
    places of moves, which can be pressed if their changes are known.
    """
    for shape in list(svg.iter()):
        part = shape.get('data-part', '')
        move = shape.get('data-move')
        if shape.tag == 'text':  # All that it says has a name.
            shape.set('aria-hidden', 'true')
        elif 'marker' in shape.get('class', '').split():
            words = describe_part(part, owners[part] or 'not claimed')
            shape.attrib |= {'role': 'img', 'aria-label': words}
        elif move is not None:
            words = describe_claims(drawing, changes.get(move, []))
            shape.attrib |= {
                'role': 'button',
                'tabindex': '-1',
                'aria-label': describe_part(move, owners.get(move, ''), words),
            }
            if move in changes:
                shape.set('data-claims', json.dumps(changes[move]))
            else:
                shape.set('aria-disabled', 'true')
            add_badge(svg, shape).set('data-mark', move)


def format_picture(picture: str, moves: list[str], title: str) -> str:
    """Return the picture, which is text, as HTML, and buttons for moves."""
    buttons = ''.join(
        f'<button type="button" data-move="{move}">{move} '
        f'<span data-mark="{move}"><i></i><b></b></span></button>'
        for move in map(escape, moves)
    )
    return (
        f'<pre tabindex="0" role="group" aria-label="{escape(title)}">'
        f'{escape(picture)}</pre><div class="buttons">{buttons}</div>'
    )


def describe_part(part: str, owner: str, words: str = '') -> str:
    """Return in words a part of the board and who owns it, and other words."""
    title = make_player_title(owner) if owner in ('p1', 'p2') else owner
    return ', '.join(filter(None, [part, title, words]))


def describe_move(state: GameState, move: Any) -> str:
    """Return in words move, which is possible in state, and its claims."""
    drawing = find_drawing(state)
    words = ''
    if drawing:
        new = find_new([state, state.make_move(move)])
        words = describe_claims(drawing, new)
    return describe_part(str(move), '', words)


def add_badge(svg: Element, shape: Element) -> Element:
    """Add an empty badge at the upper right of shape, or in its middle if it
    is bare, that is, without text. Return the badge, whose last parts have room
    for a note and for a letter.
    """
    left, top, right, bottom = find_box(shape)
    is_bare = 'bare' in shape.get('class', '').split()
    part = 0.5 if is_bare else 0.14
    x = right - part * (right - left)
    y = top + part * (bottom - top)
    if is_bare:
        y -= 5
    # The note stays in its shape, below the letter; a circle has no room.
    if is_bare or shape.tag == 'rect':
        kind = 'beside below'
        note_x, note_y = x, y + 14
    else:
        kind = 'beside'
        note_x, note_y = x + 11, y
    badge = SubElement(svg, 'g', {'class': 'mark', 'aria-hidden': 'true'})
    add_circle(badge, (x, y), 9, {})
    SubElement(
        badge,
        'text',
        {
            'class': kind,
            'x': f'{note_x:.1f}',
            'y': f'{note_y + 4.3:.1f}',
        },
    )
    SubElement(badge, 'text', {'x': f'{x:.1f}', 'y': f'{y + 4.3:.1f}'})
    return badge


def find_box(shape: Element) -> tuple[float, float, float, float]:
    """Return the left, upper, right and lower end of a circle, a rectangle or a
    polygon.

    >>> find_box(Element('circle', {'cx': '5', 'cy': '6', 'r': '2'}))
    (3.0, 4.0, 7.0, 8.0)
    """
    if shape.tag == 'polygon':
        points = shape.get('points', '').split()
        xs, ys = zip(*(map(float, point.split(',')) for point in points))
        return min(xs), min(ys), max(xs), max(ys)
    if shape.tag == 'circle':
        names = 'cx', 'cy', '', '', 'r'
    else:
        names = 'x', 'y', 'width', 'height', ''
    x, y, wide, high, radius = (float(shape.get(name, '0')) for name in names)
    return x - radius, y - radius, x + radius + wide, y + radius + high


def enlarge(svg: Element) -> None:
    """Make svg so large that a finger finds each of the places of moves."""
    boxes = [find_box(shape) for shape in svg.iter() if shape.get('data-move')]
    side = min(
        (min(right - left, bottom - top) for left, top, right, bottom in boxes),
        default=FINGER,
    )
    for name in 'width', 'height':
        size = float(svg.get(name, '0')) * FINGER / side
        svg.set(name, f'{size:.1f}')
