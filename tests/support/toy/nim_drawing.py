"""The drawing of a heap of matches: see web/README.md."""
from typing import Any
from xml.etree.ElementTree import Element
from drawings.shapes import add_rectangle, fill_for, make_picture


def find_owners(state: Any) -> dict[str, str]:
    """Return the matches that are left, which nobody owns."""
    return {f'match {i}': '' for i in range(1, state.left + 1)}


def describe_claims(_parts: list[str]) -> str:
    """Return '': a move says itself what it takes."""
    return ''


def draw_states(states: list[Any], title: str = '') -> Element:
    """Return the picture of the last of states."""
    left = states[-1].left
    svg = make_picture((0, 0), (20 * left + 20, 60), title)
    for i in range(left):
        match = add_rectangle(svg, (20 * i + 10, 10), (8, 40),
                              fill_for('stone', '', '#c49a6c'))
        match.set('data-part', f'match {i + 1}')
        if i < 3:
            match.set('data-move', str(i + 1))
    return svg
