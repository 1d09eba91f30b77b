"""Filling in a page: points, and the pictures that it shows.

A page is a template of jinja2. list_values says what is filled in where a page
has {{groups}} or {{total}}. What is between {% if page %} and {% endif %} stays
if the course has a page for students.
"""

from fractions import Fraction
from pathlib import Path
from pprint import pformat
from typing import Any, NamedTuple, Optional
import re
from jinja2 import Environment, StrictUndefined, TemplateError
from course.html import render_page
from course.marking.configuration import (
    Configuration,
    ConfigurationError,
    require,
)
from course.marking.marks import format_points

# What is in the names of the tests of each part, or of their classes. The first
# part that fits counts.
PAGE_PARTS = {
    'stonehenge': '[Ss]tonehenge',
    'recursive': 'Recursive',
    'iterative': 'Iterative|LongGame|BothMinimax',
    'given': '',
}

PICTURE_LINK = re.compile(r'(!\[[^\]]*\]\()([^)\s]+\.svg)(\))')
FOLDER = 'pictures'

# What pictures say, and how the Chinese pages say it.
CAPTIONS = {
    'Subtract Square from 6: p1 is to move and wins': (
        '从 6 开始的减平方数：轮到 p1 走棋，p1 获胜'
    ),
    'Each position has its scores for p1 and for p2: +1 wins, −1 loses.': (
        '每个局面都标有 p1 和 p2 的得分：+1 为胜，−1 为负。'
    ),
    'Thick lines and double borders: p1 plays only winning moves, whatever p2 '
    'plays.': '粗线和双线框：无论 p2 怎么走，p1 都只走必胜的棋。',
}


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
    templates = Environment(
        trim_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
        finalize=lambda value: (
            format_points(value) if isinstance(value, Fraction) else value
        ),
    )
    try:
        text = file.read_text('utf-8-sig')  # Some editors begin with a mark.
        if '{{' in text:
            text = templates.from_string(text).render(list_values(marking))
    except (TemplateError, UnicodeError) as error:
        raise ConfigurationError(f'{file.name}: {error}') from None
    pictures = {}

    def move(found: re.Match) -> str:
        """Return the picture that was found, in the folder of pictures."""
        place = file.parent / found[2]
        usual = place.read_text('utf-8')
        picture = usual
        if '.zh.' in file.name:
            for english, chinese in CAPTIONS.items():
                for words in english, english.replace(' ', '\xa0'):
                    picture = picture.replace(words, chinese)
        name = place.stem
        if picture != usual:
            name += '.zh'
        path = f'{FOLDER}/{name}.svg'
        pictures[path] = picture
        return found[1] + path + found[3]

    return Page(PICTURE_LINK.sub(move, text), pictures)


def list_values(marking: Optional[Path]) -> dict[str, Any]:
    """Return what is filled in, by the names that pages use.

    groups: the rows of the table of marks: the name of a group, and its points
    style, total: the points of style, and all points
    cost: what a kind of message costs
    stonehenge, recursive, iterative: the points of the tests of these parts
    given: those of all other tests
    hidden: those of all tests that students do not get
    page: where students' own page is, if the course has one
    points: the groups in a Python file, as entries of a dictionary
    """
    configuration = Configuration(marking)
    groups = configuration.groups
    style = configuration.style
    points = dict.fromkeys([*PAGE_PARTS, 'hidden'], Fraction(0))
    rows = []
    for each in groups:
        name = each.name.replace('|', r'\|')
        rows.append(f'| {name} | {format_points(each.points)} |')
        part = next(
            key
            for key, words in PAGE_PARTS.items()
            if re.search(words, str(each.tests))
        )
        points[part] += each.points
        if '_unittest_basic' not in each.tests[0]:
            points['hidden'] += each.points
    entries = pformat(
        {
            group.name: (float(group.points), group.tests, group.root)
            for group in groups
        },
        width=78,
        sort_dicts=False,
    )
    return {
        **points,
        'style': style['points'],
        'cost': style['cost'],
        'total': style['points'] + sum(group.points for group in groups),
        'page': configuration.tables['page']['link'],
        'points': f'as in marking.toml\n {entries[1:-1]}',
        'groups': '\n'.join(rows),
    }


def make_html(page: Page, name: str) -> bytes:
    """Return page as HTML, with a link to it in the other language."""
    require(
        page.text.startswith('# '),
        f'{name}: the page has to begin with its title, as in: # Stonehenge',
    )
    if '.zh.' in name:
        language = 'zh-CN'
        others = {'English': name.replace('.zh.', '.')}
    else:
        language = 'en'
        others = {'中文': name.replace('.html', '.zh.html')}
    try:
        return render_page(page.text, language, page.pictures, others).encode()
    except KeyError as place:
        raise ConfigurationError(
            f'{name}: a picture is shown like ![words]'
            f'(FILE.svg), and not by {place}'
        ) from None
