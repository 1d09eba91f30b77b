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
    state, picture = states[-1], str(states[-1])
    drawing = find_drawing(state)
    svg = drawing.draw_states(states) if drawing else Element('svg')
    # A student's moves may be other ones than those of the picture.
    if drawing is None or not set(map(str, state.get_possible_moves())) <= {
        each.get('data-move') for each in svg.iter()
    }:
        return format_picture(picture, list(map(str, moves)), title)
    svg.attrib |= {
        'role': 'group',
        'class': 'over'
        if ending is not None
        else f'turn-{state.get_current_player_name()}',
        'aria-label': title if '\n' in picture else f'{title}: {picture}',
    }
    for kind, parts in ('new', find_new(states)), ('final', ending or []):
        for shape in svg.iter():
            if shape.get('data-part') in parts:
                shape.set('class', f'{shape.get("class")} {kind}')
    owners = find_owners(state)
    name_shapes(
        svg,
        drawing,
        owners,
        {str(each): find_parts(state, owners, each) for each in moves},
    )
    enlarge(svg)
    return format_svg(svg, False)


def find_parts(
    state: GameState, owners: dict[str, str], move: Any
) -> list[str]:
    """Return the parts of state, which have these owners, that move changes;
    none where a student's state cannot make it yet.
    """
    return (
        Attempt(lambda: find_changes(owners, state.make_move(move))).result
        or []
    )


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
        part, move = shape.get('data-part', ''), shape.get('data-move')
        if shape.tag == 'text':  # All that it says has a name.
            shape.set('aria-hidden', 'true')
        elif 'marker' in shape.get('class', '').split():
            shape.attrib |= {
                'role': 'img',
                'aria-label': describe_part(
                    part, owners[part] or 'not claimed'
                ),
            }
        elif move is not None:
            words = describe_claims(drawing, changes.get(move, []))
            shape.attrib |= {
                'role': 'button',
                'tabindex': '-1',
                'aria-label': describe_part(move, owners.get(move, ''), words),
                **(
                    {'data-claims': json.dumps(changes[move])}
                    if move in changes
                    else {'aria-disabled': 'true'}
                ),
            }
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
    return describe_part(
        str(move),
        '',
        describe_claims(drawing, find_new([state, state.make_move(move)]))
        if drawing
        else '',
    )


def add_badge(svg: Element, shape: Element) -> Element:
    """Add an empty badge at the upper right of shape, or in its middle if it
    is bare, that is, without text. Return the badge, whose last parts have room
    for a note and for a letter.
    """
    left, top, right, bottom = find_box(shape)
    is_bare = 'bare' in shape.get('class', '').split()
    part = 0.5 if is_bare else 0.14
    x, y = right - part * (right - left), top + part * (bottom - top)
    # The note stays in its shape, below the letter; a circle has no room.
    side, across, down = (
        ('below', 0, 14) if is_bare or shape.tag == 'rect' else ('', 11, 0)
    )
    y -= 5 * is_bare
    badge = SubElement(svg, 'g', {'class': 'mark', 'aria-hidden': 'true'})
    add_circle(badge, (x, y), 9, {})
    SubElement(
        badge,
        'text',
        {
            'class': f'beside {side}'.strip(),
            'x': f'{x + across:.1f}',
            'y': f'{y + down + 4.3:.1f}',
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
        xs, ys = zip(
            *(
                map(float, point.split(','))
                for point in shape.get('points', '').split()
            )
        )
        return min(xs), min(ys), max(xs), max(ys)
    x, y, wide, high, radius = (
        float(shape.get(name, '0'))
        for name in (
            ('cx', 'cy', '', '', 'r')
            if shape.tag == 'circle'
            else ('x', 'y', 'width', 'height', '')
        )
    )
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
