"""Filling in a page: points, and the pictures that it shows.

In a page, {{groups}} stands for the rows of the table of marks, {{style}},
{{cost}} and {{total}} for the points of style, for what a message of the style
checker costs, and for the sum of all points.
"""
from pathlib import Path
from typing import NamedTuple, Optional
import re
from course.handout.marks import read_marks, show_points

PICTURE = re.compile(r'(!\[[^\]]*\]\()([^)\s]+\.svg)(\))')
FOLDER = 'pictures'


class Page(NamedTuple):
    """A page, filled in.

    === Attributes ===
    text: the page, in Markdown
    pictures: the pictures that it shows, by their paths as it has them
    """
    text: str
    pictures: dict[str, str]


def fill_page(file: Path, marking: Optional[Path] = None) -> Page:
    """Return the page in file, with points from the file marking, or from the
    usual one.
    """
    text = file.read_text(encoding='utf-8')
    pictures = {}

    def move(found: re.Match) -> str:
        """Return the picture that was found, in the folder of pictures."""
        place = file.parent / found[2]
        path = f'{FOLDER}/{place.name}'
        pictures[path] = place.read_text(encoding='utf-8')
        return found[1] + path + found[3]
    text = PICTURE.sub(move, text)
    if '{{' in text:
        for name, value in list_values(marking).items():
            text = text.replace('{{' + name + '}}', value)
    return Page(text, pictures)


def list_values(marking: Optional[Path]) -> dict[str, str]:
    """Return what is filled in, by the names that pages use."""
    marks = read_marks(marking)
    return {'groups': '\n'.join(f'| {name} | {show_points(points)} |'
                                for name, points in marks.groups.items()),
            'style': show_points(marks.style),
            'cost': show_points(marks.cost),
            'total': show_points(marks.add_up())}
