"""Cutting a module: what is not named is left out, and slips are named."""
from pathlib import Path
import re
import pytest
from course.starter.cut import Cut, Cutter
from course.starter.plan import check_imports, make_files, read_plan
from course.starter.source import Source, StarterError
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


# This belongs to what is left out.
def left_out() -> None:
    """Do more."""


table = {'a': kept, 'b': gone,
         'c': later}
others = {left_out: 'd'}

try:
    import extra
except ImportError:
    extra = None

if __name__ == '__main__':
    kept(1)
'''


def cut(given: tuple[str, ...] = (), **what: list[str]) -> str:
    """Return what is kept of the module if what is named is kept and students
    get the modules given.
    """
    return Cutter(Source('m.py', MODULE), Cut(**what)).run(set(given))


def test_kept_function() -> None:
    """A function is kept with its decorator, its comments and the imports that
    it needs, and no others; so is what its annotations name in strings."""
    assert cut(keep=['kept', 'LIMIT'], stubs=['Helper']) == '''\
from __future__ import annotations
from a import one, two as second

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


def test_stubs() -> None:
    """A stub has the signature, also on two lines, the docstring, and nothing
    else; parameters in brackets are the only ones."""
    assert cut(stubs=['Helper.method']).endswith('''
class Helper:

    def method(self, y: int = 2,
               z: int = 3) -> three:
        """Do something."""
        raise NotImplementedError
''')
    text = cut(stubs=['Helper', 'Helper.method(self)', 'left_out'],
               docstring='Another one.')
    assert text == '''\
"""Another one."""
from __future__ import annotations
from a import three


class Helper:
    """A helper."""

    def method(self) -> three:
        """Do something."""
        raise NotImplementedError


# This belongs to what is left out.
def left_out() -> None:
    """Do more."""
    raise NotImplementedError
'''


def test_tables() -> None:
    """Entries that are not named are left out. What is for later becomes a
    comment. It is imported if students get the module; otherwise the import is
    a comment, too."""
    what = {'keep': ['kept', 'LIMIT', 'table.a', 'Helper', '__doc__',
                     '__main__', 'try extra'],
            'later': ['table.c']}
    text = cut(**what)
    assert text.startswith('"""A module.\n\nIt has a secret.\n"""\nfrom __fut')
    assert '\n# from c import later\n' in text
    assert text.endswith('''
table = {
    'a': kept,
    # Take away the '# ' before a line once what it names is written:
    # 'c': later,
}

try:
    import extra
except ImportError:
    extra = None

if __name__ == '__main__':
    kept(1)
''')
    assert '\nfrom c import later\n' in cut(given=('c',), **what)


@pytest.mark.parametrize('what, said', [
    ({'keep': ['missing']}, 'names missing, which is not there'),
    ({'stubs': ['Helper.missing']}, 'names Helper.missing'),
    ({'keep': ['Helper', 'table.a', 'kept', 'LIMIT'], 'later': ['table.x']},
     'names table.x'),
    ({'keep': ['kept', 'Helper']}, 'LIMIT is left out, but what is kept uses'),
    ({'keep': ['kept', 'LIMIT']}, 'Helper is left out'),
    ({'keep': ['Helper.method']}, 'Helper.inside is left out'),
    ({'stubs': ['kept(y)']}, 'y are not parameters of kept'),
    ({'keep': ['left_out'], 'stubs': ['left_out']}, 'or names it twice'),
    ({'stubs': ['LIMIT']}, 'LIMIT is neither a function nor a class'),
    ({'keep': ['left_out'], 'later': ['left_out.x']}, 'names left_out.x'),
    ({'values': {'LIMIT': '('}}, 'what is kept of m.py')])
def test_slips(what: dict[str, list[str]], said: str) -> None:
    """A name that is not there, and one that is needed but left out, are
    errors."""
    with pytest.raises((StarterError, SyntaxError), match=re.escape(said)):
        cut(**what)


@pytest.mark.parametrize('text, said', [
    ('[x', 'cannot be read'),
    ('[y]', 'has no [x]'),
    ('[x]\nfiles = []', "unknown key 'files'"),
    ('[x]\nwhole = ["nothing*.py"]', 'there is no nothing*.py'),
    ('[x]\nwhole = ["game.py"]\n[x.cut."game.py"]\nkeep = ["Game"]',
     'game.py is there twice'),
    ('[x.cut."game.py"]\nkeeps = ["Game"]', "unknown key 'keeps'"),
    ('[x.copies]\n"a.py" = "no.py"', 'no.py'),
    ('[x.pages]\n"a.md" = "no.md"', 'no.md'),
    ('[x.cut."a.py"]\nfrom = "README.md"', 'README.md'),
    ('[x.copies]\n"HexGame.py" = "labs/hex/HexGame.py"',
     'HexGame.py imports Players')])
def test_bad_lists(text: str, said: str, tmp_path: Path) -> None:
    """What is wrong in starter.toml is said in a line."""
    file = tmp_path / 'starter.toml'
    file.write_text(text, encoding='utf-8')
    with pytest.raises((ValueError, OSError, SyntaxError),
                       match=re.escape(said)):
        make_files(read_plan('x', file))


@pytest.mark.parametrize('text, said', [
    (b'from b.c import d', 'a.py imports b.c'),
    (b'def f():\n    import c', 'a.py imports c'),
    (b'from b import g', 'imports g from b')])
def test_incomplete_files(text: bytes, said: str) -> None:
    """What students get has to be complete: each module, and each name, that
    one of their files imports. Modules of packages are found, and others need
    not be there, nor what is only tried."""
    with pytest.raises(StarterError, match=said):
        check_imports({'a.py': text, 'b.py': b'd = 1'}, {'a', 'b', 'c'})
    check_imports({'a.py': b'import os\nfrom b import d, e\nimport b.e\n'
                           b'try:\n    import c\nexcept ImportError: pass',
                   'b/__init__.py': b'd = 1', 'b/e.py': b''}, {'a', 'b', 'c'})


def test_picture_of_the_tree() -> None:
    """The tree in the page of the tree lab is the one that the lab builds."""
    minimax = pytest.importorskip('labs.game_tree.minimax')
    names = {node: name for name, node in minimax.build_example().items()}
    lines = [before.replace('+--', '|--')
             + f'{names[node]}: {node.name.removeprefix("Move ")}'
             for before, _, node in minimax.anytree.RenderTree(
                 next(iter(names)).root, minimax.anytree.AsciiStyle())]
    page = (TOP / 'course' / 'game_tree.md').read_text('utf-8')
    shown, = list_blocks(page, '')
    assert shown.replace('`--', '|--').splitlines() == lines
