"""Filling in a page: points, and the pictures that it shows.

In a page, {{groups}} stands for the rows of the table of marks (the name of a
group, its points, and the groups that it needs), {{style}} for the points of
style, {{cost}} for what a message costs there, and {{total}} for all points.
In a Python file, {{points}} stands for the groups, as entries of a dictionary.
"""
from pathlib import Path
from pprint import pformat
from typing import NamedTuple, Optional
import re
from course.marking.configuration import Configuration
from course.marking.marks import format_points

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
    """Return the page in file, with points from marking or the usual file."""
    text = file.read_text('utf-8')
    pictures = {}

    def move(found: re.Match) -> str:
        """Return the picture that was found, in the folder of pictures."""
        place = file.parent / found[2]
        path = f'{FOLDER}/{place.name}'
        pictures[path] = place.read_text('utf-8')
        return found[1] + path + found[3]
    text = PICTURE.sub(move, text)
    if '{{' in text:
        for name, value in list_values(marking).items():
            text = text.replace('{{' + name + '}}', value)
    return Page(text, pictures)


def list_values(marking: Optional[Path]) -> dict[str, str]:
    """Return what is filled in, by the names that pages use."""
    configuration = Configuration(marking)
    groups, style = configuration.groups, configuration.style
    rows = [f'| {group.name} | {format_points(group.points)} | '
            f'{", ".join(group.needs)} |' for group in groups]
    total = sum((group.points for group in groups), style.points)
    points = pformat({group.name: (float(group.points), group.tests,
                                   group.needs) for group in groups},
                     width=78, sort_dicts=False)
    return {'groups': '\n'.join(rows), 'total': format_points(total),
            'points': f'as in marking.toml\n {points[1:-1]}',
            'style': format_points(style.points),
            'cost': format_points(style.cost)}
