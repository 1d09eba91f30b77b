"""Filling in a page: points, and the pictures that it shows.

In a page, {{groups}} stands for the rows of the table of marks (the name of a
group, its points, and the groups that it needs), {{style}} for the points of
style, {{cost}} for what a message costs there, and {{total}} for all points;
{{stonehenge}}, {{recursive}} and {{iterative}} stand for the points of the tests
of a part of the assignment, and {{given}} for those of all other tests.
In a Python file, {{points}} stands for the groups, as entries of a dictionary.
"""
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Optional
import re
from course.marking.configuration import Configuration
from course.marking.marks import format_points
from course.starter.source import StarterError

# What is in the names of the tests of each part, or of their classes. The first
# part that fits counts.
PARTS = {'stonehenge': '[Ss]tonehenge', 'recursive': 'Recursive',
         'iterative': 'Iterative|LongGame|BothMinimax', 'given': ''}

PICTURE = re.compile(r'(!\[[^\]]*\]\()([^)\s]+\.svg)(\))')
FOLDER = 'pictures'
MISSING = "it needs markdown-it-py: .venv/bin/pip install -e '.[course]'"


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
    points = {**dict.fromkeys(PARTS, Fraction(0)), 'style': style.points}
    for group in groups:
        points[next(part for part, words in PARTS.items()
                    if re.search(words, str(group.tests)))] += group.points
    points |= {'total': sum(points.values()), 'cost': style.cost}
    entries = [f'{group.name!r}: ({float(group.points)!r}, {group.tests}, '
               f'{group.needs}),' for group in groups]
    return {'groups': '\n'.join(rows),
            'points': '\n    '.join(['as in marking.toml', *entries]),
            **{name: format_points(each) for name, each in points.items()}}


def make_html(page: Page, name: str) -> bytes:
    """Return page as the HTML of a file called name, with a link to the same
    page in the other language, which is beside it.
    """
    try:
        render_page = import_module('course.handout.html').render_page
    except ModuleNotFoundError:
        raise StarterError(MISSING) from None
    english, chinese = name.replace('.zh.', '.'), name.replace(
        '.html', '.zh.html')
    if name == english:
        return render_page(page, 'en', {'中文': chinese}).encode()
    return render_page(page, 'zh-CN', {'English': english}).encode()
