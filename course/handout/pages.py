"""Filling in a page: points, and the pictures that it shows.

In a page, {{groups}} stands for the rows of the table of marks (the name of a
group, its points, and the groups that it needs), {{style}} for the points of
style, {{cost}} for what a kind of message costs, {{total}} for all points;
{{stonehenge}}, {{recursive}} and {{iterative}} stand for the points of the
tests of a part of the assignment, and {{given}} for those of all other tests;
{{hidden}} stands for those of all tests that students do not get, {{faults}}
for faults that students' own tests are to find; what is between {{own?}} and
{{/own}} stays only if these tests are worth anything.
In a Python file, {{points}} stands for the groups, as entries of a dictionary.
"""
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from pprint import pformat
from typing import NamedTuple, Optional
import re
from course.marking.configuration import OWN_TESTS, Configuration
from course.marking.marks import format_points
from course.marking.student_tests import read_faults
from course.starter.source import StarterError

# What is in the names of the tests of each part, or of their classes. The first
# part that fits counts.
PAGE_PARTS = {
    'own': OWN_TESTS.stem, 'stonehenge': '[Ss]tonehenge',
    'recursive': 'Recursive', 'iterative': 'Iterative|LongGame|BothMinimax',
    'given': ''}

# What the tests that students get have in their names.
KNOWN = '_unittest_basic'

PICTURE_LINK = re.compile(r'(!\[[^\]]*\]\()([^)\s]+\.svg)(\))')
FOLDER = 'pictures'

# What pictures say, and how the Chinese pages say it.
CAPTIONS = {
    'Subtract Square from 6: p1 is to move and wins':
        '从 6 开始的减平方数：轮到 p1 走棋，p1 获胜',
    'Each position has its scores for p1 and for p2: +1 wins, −1 loses.':
        '每个局面都标有 p1 和 p2 的得分：+1 为胜，−1 为负。',
    'Thick lines and double borders: p1 plays only winning moves, whatever p2 '
    'plays.': '粗线和双线框：无论 p2 怎么走，p1 都只走必胜的棋。'}
MISSING_PACKAGE = "it needs markdown-it-py: .venv/bin/pip install -e " \
                  "'.[course]'"


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
        picture = place.read_text('utf-8')
        if '.zh.' in file.name:
            usual = picture
            for english, chinese in CAPTIONS.items():
                for words in english, english.replace(' ', '\xa0'):
                    picture = picture.replace(words, chinese)
            if picture != usual:
                path = f'{FOLDER}/{place.stem}.zh.svg'
        pictures[path] = picture
        return found[1] + path + found[3]
    text = PICTURE_LINK.sub(move, text)
    if '{{' in text:
        for name, value in list_page_values(marking).items():
            text = re.sub(
                rf'\{{\{{{name}\?\}}\}}\n(.*?)\{{\{{/{name}\}}\}}\n',
                r'\1' if value != '0' else '', text, flags=re.DOTALL)
            text = text.replace('{{' + name + '}}', value)
    return Page(text, pictures)


def list_page_values(marking: Optional[Path]) -> dict[str, str]:
    """Return what is filled in, by the names that pages use."""
    configuration = Configuration(marking)
    groups, style = configuration.groups, configuration.style
    rows = [f'| {group.name} | {format_points(group.points)} | '
            f'{", ".join(group.needs)} |' for group in groups]
    points = dict.fromkeys([*PAGE_PARTS, 'hidden', 'total'], Fraction(0))
    for each in groups:
        part = next(key for key, words in PAGE_PARTS.items()
                    if re.search(words, str(each.tests)))
        points[part] += each.points
        points['total'] += each.points
        if part != 'own' and KNOWN not in each.tests[0]:
            points['hidden'] += each.points
    points['total'] += style['points']
    points |= {'style': style['points'], 'cost': style['cost']}
    entries = pformat({group.name: (float(group.points), group.tests,
                                    group.needs) for group in groups
                       if OWN_TESTS.stem not in str(group.tests)},
                      width=78, sort_dicts=False)
    faults = [f'- {fault["name"][0].upper()}{fault["name"][1:]}.'
              for fault in read_faults() if fault['visible']]
    return {'groups': '\n'.join(rows), 'faults': '\n'.join(faults),
            'points': f'as in marking.toml\n {entries[1:-1]}',
            **{key: format_points(worth) for key, worth in points.items()}}


def make_html(page: Page, name: str) -> bytes:
    """Return page as HTML, with a link to it in the other language."""
    try:
        render_page = import_module('course.handout.html').render_page
    except ModuleNotFoundError:
        raise StarterError(MISSING_PACKAGE) from None
    english, chinese = name.replace('.zh.', '.'), name.replace(
        '.html', '.zh.html')
    if name == english:
        return render_page(page, 'en', {'中文': chinese}).encode()
    return render_page(page, 'zh-CN', {'English': english}).encode()
