"""Cutting a module: what is not named is left out, and slips are named."""

from pathlib import Path
import re
import pytest
from course.handout.pages import fill_page, make_html
from course.starter.cut import cut_module
from course.starter.plan import make_files
from tests.support.programs import TOP
from tests.support.starters import list_blocks

MODULE = '''"""A module.

It has a secret.
"""
from __future__ import annotations
from a import one, two as second, three
from c import gone, later
import b.d
import sys

LIMIT = 3  # Of what is kept.
LEFT, OUT = 1, 2

# This belongs to kept.
@second
def kept(x: 'Helper') -> int:
    """Keep all of this."""
    # And this.
    return one(x, LIMIT)


class Helper:
    """A helper.

    === Attributes ===
    inside: a secret
    """
    inside: int

    def method(self, y: int = 2,
               z: int = 3) -> three:
        """Do something."""
        return self.inside + b.d(y, sys, z)

    def _secret(self) -> None:
        """Hide."""
        # This, too.


# This belongs to what is left out.
def left_out() -> None:
    """Do more."""


table = {'a': kept, 'b': gone,
         'c': later}
others = {left_out: 'd'}

# This is the heading of a part.

try:
    import extra
except ImportError:
    extra = None

if __name__ == '__main__':
    kept(1)
'''


def cut(**plan: object) -> str:
    """Return what is kept of the module by this plan."""
    return cut_module('m.py', MODULE, plan)


def test_kept_function() -> None:
    """A function is kept with its decorator and its comments; what its
    annotations name in strings may be a stub. So are all imports."""
    assert (
        cut(keep=['imports', 'kept', 'LIMIT'], stubs=['Helper'])
        == '''\
from __future__ import annotations
from a import one, two as second, three
from c import gone, later
import b.d
import sys

LIMIT = 3  # Of what is kept.

# This belongs to kept.
@second
def kept(x: 'Helper') -> int:
    """Keep all of this."""
    # And this.
    return one(x, LIMIT)


class Helper:
    """A helper."""
'''
    )


def test_stubs() -> None:
    """A stub has the signature, also on two lines, or another one, and the
    docstring, and nothing else; nor has a class what is not named in it."""
    assert (
        cut(
            stubs=['Helper', 'Helper.method', 'left_out'],
            instead={
                'imports': 'from a import three',
                '__doc__': '"""Another one."""',
            },
        )
        == '''\
"""Another one."""
from a import three


class Helper:
    """A helper."""

    def method(self, y: int = 2,
               z: int = 3) -> three:
        """Do something."""
        raise NotImplementedError


# This belongs to what is left out.
def left_out() -> None:
    """Do more."""
    raise NotImplementedError
'''
    )
    assert (
        cut(heads={'left_out': 'def left_out(more: int) -> None:'})
        == '''\
def left_out(more: int) -> None:
    """Do more."""
    raise NotImplementedError
'''
    )


def test_other_statements() -> None:
    """What stands in place of something has its place. Statements that define
    nothing have names, too; several imports are one thing. Comments stay with
    what they stand right above."""
    assert cut(
        keep=['__doc__', 'kept', 'LIMIT', 'Helper', 'try', '__main__'],
        instead={
            'imports': 'from a import one, second, three, b, sys',
            'table': "\n\ntable = {\n    # 'c': later,\n}",
        },
    ).endswith('''
    def _secret(self) -> None:
        """Hide."""


table = {
    # 'c': later,
}

try:
    import extra
except ImportError:
    extra = None

if __name__ == '__main__':
    kept(1)
''')
    assert (
        cut_module(
            'm.py',
            'if 1:\n    a = 2\n\nif __name__ == 3:\n    4\n',
            {'keep': ['if']},
        )
        == 'if 1:\n    a = 2\n'
    )
    text = cut(keep=['__doc__', 'LEFT'], instead={'imports': 'import c'})
    assert (
        text
        == '''\
"""A module.

It has a secret.
"""
import c
LEFT, OUT = 1, 2
'''
    )


@pytest.mark.parametrize(
    'plan, said',
    [
        ({'keep': ['missing']}, 'missing is not there'),
        (
            {'stubs': ['Helper.missing', 'Helper']},
            'Helper.missing is not there',
        ),
        ({'instead': {'missing': ''}}, 'missing is not there'),
        (
            {'keep': ['kept', 'imports']},
            'LIMIT is left out, but what is kept uses',
        ),
        ({'keep': ['kept', 'LIMIT']}, 'one, second is left out'),
        ({'keep': ['left_out'], 'stubs': ['left_out']}, 'is named twice'),
        (
            {'keep': ['left_out'], 'heads': {'left_out': 'def f():'}},
            'named twice',
        ),
        (
            {'stubs': ['LIMIT']},
            'LIMIT is no function or class with a docstring',
        ),
        ({'stubs': ['try']}, 'try is no function or class with a docstring'),
        ({'instead': {'LIMIT': '('}}, 'what is kept of m.py'),
    ],
)
def test_slips(plan: dict[str, object], said: str) -> None:
    """A name that is not there or there twice, and one that is needed but left
    out, are errors."""
    with pytest.raises((ValueError, SyntaxError), match=re.escape(said)):
        cut(**plan)


@pytest.mark.parametrize(
    'text, said',
    [
        ('[x', 'cannot be read'),
        ('[y]', 'has no [x]'),
        ('[x]\nfiles = []', "unknown key 'files'"),
        ('[x]\nwhole = ["nothing*.py"]', 'there is no nothing*.py'),
        (
            '[x]\nwhole = ["game.py"]\n[x.cut."game.py"]\nkeep = ["__main__"]',
            'game.py is there twice',
        ),
        ('[x.cut."game.py"]\nkeeps = ["Game"]', "unknown key 'keeps'"),
        ('[x.copies]\n"a.py" = "no.py"', 'no.py'),
        ('[x.pages]\n"a.md" = "no.md"', 'no.md'),
        ('[x.cut."a.py"]\nfrom = "README.md"', 'README.md'),
    ],
)
def test_bad_lists(text: str, said: str, tmp_path: Path) -> None:
    """What is wrong in starter.toml is said in a line."""
    file = tmp_path / 'starter.toml'
    file.write_text(text, encoding='utf-8')
    with pytest.raises(
        (ValueError, OSError, SyntaxError), match=re.escape(said)
    ):
        make_files('x', toml=file)


@pytest.mark.parametrize(
    'text, said',
    [
        ('{{total}} {{ground}}', "page.md: 'ground' is undefined"),
        ('{% if page %}{{page}}', 'page.md: Unexpected end of template'),
        ('caf\xe9', "page.md: 'utf-8' codec can't decode"),
        (
            '# A\n![b](c.png)',
            'page.md: a picture is shown like ![words](FILE.svg),'
            " and not by 'c.png'",
        ),
        ('# A\n![b](c.svg "d")', "and not by 'c.svg'"),
        ('# A\n![b]\n\n[b]: https://c', "and not by 'https://c'"),
        ('Stonehenge', 'page.md: the page has to begin with its title'),
    ],
)
def test_bad_pages(text: str, said: str, tmp_path: Path) -> None:
    """So is what is wrong in what a page has filled in, and in a page."""
    page = tmp_path / 'page.md'
    page.write_text(text, encoding='latin-1')
    with pytest.raises(ValueError, match=re.escape(said)):
        make_html(fill_page(page), 'page.md')


def test_picture_of_the_tree() -> None:
    """The tree in the page of the tree lab is the one that the lab builds."""
    minimax = pytest.importorskip('labs.game_tree.minimax')
    names = {node: name for name, node in minimax.build_example().items()}
    lines = [
        before.replace('+--', '|--')
        + f'{names[node]}: {node.name.removeprefix("Move ")}'
        for before, _, node in minimax.anytree.RenderTree(
            next(iter(names)).root, minimax.anytree.AsciiStyle()
        )
    ]
    page = (TOP / 'course' / 'game_tree.md').read_text('utf-8')
    (shown,) = list_blocks(page, '')
    assert shown.replace('`--', '|--').splitlines() == lines
