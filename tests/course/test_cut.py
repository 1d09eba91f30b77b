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


def test_nothing_is_kept_unasked() -> None:
    """Without any name, nothing is kept but the import from __future__."""
    assert cut() == 'from __future__ import annotations\n'


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
    """What is for later becomes a comment. It is imported if students get the
    module; otherwise the import is a comment, too."""
    what = {'keep': ['kept', 'LIMIT', 'table', 'Helper', '__doc__',
                     '__main__', 'try extra'],
            'later': ['table.b', 'table.c']}
    text = cut(**what)
    assert text.startswith('"""A module.\n\nIt has a secret.\n"""\nfrom __fut')
    assert '\n# from c import gone, later\n' in text
    assert text.endswith('''
table = {
    'a': kept,
    # Take away the '# ' before a line once what it names is written:
    # 'b': gone,
    # 'c': later,
}

try:
    import extra
except ImportError:
    extra = None

if __name__ == '__main__':
    kept(1)
''')
    assert '\nfrom c import gone, later\n' in cut(given=('c',), **what)


@pytest.mark.parametrize('what, said', [
    ({'keep': ['missing']}, 'names missing, which is there 0 times'),
    ({'stubs': ['Helper.missing']}, 'names Helper.missing'),
    ({'keep': ['Helper', 'table', 'kept', 'LIMIT'], 'later': ['table.x']},
     'names table.x'),
    ({'keep': ['kept', 'Helper']}, 'LIMIT is left out, but what is kept uses'),
    ({'keep': ['kept', 'LIMIT']}, 'Helper is left out'),
    ({'keep': ['Helper.method']}, 'Helper.inside is left out'),
    ({'stubs': ['kept(y)']}, 'y are not the first parameters of kept'),
    ({'stubs': ['Helper.method(self, y)']}, 'without defaults'),
    ({'keep': ['__doc__'], 'docstring': 'x'}, 'two docstrings'),
    ({'keep': ['LIMIT', 'LIMIT']}, 'names LIMIT twice'),
    ({'keep': ['left_out'], 'stubs': ['left_out']}, 'left_out twice'),
    ({'stubs': ['LIMIT']}, 'LIMIT is neither a function nor a class'),
    ({'keep': ['left_out'], 'later': ['left_out.x']}, 'left_out is not a table'),
    ({'values': {'LIMIT': '('}}, 'is kept of m.py is not Python'),
])
def test_slips(what: dict[str, list[str]], said: str) -> None:
    """A name that is not there, and one that is needed but left out, are
    errors."""
    with pytest.raises(StarterError, match=re.escape(said)):
        cut(**what)


@pytest.mark.parametrize('code, what', [
    ('KEPT = 1; SECRET = 2\n', {'keep': ['KEPT']}),
    ('def f():\n    """Do."""; return 1\n', {'stubs': ['f']}),
    ('def f(): """Do."""; return 1\n', {'stubs': ['f']})])
def test_statements_that_share_a_line(code: str, what: dict[str, list[str]]
                                      ) -> None:
    """What cannot be cut apart is an error, not a leak."""
    with pytest.raises(StarterError, match='needs a line of its own'):
        Cutter(Source('m.py', code), Cut(**what)).run(set())


def test_lines_are_those_of_python() -> None:
    """A form feed begins no line, and a line may end as on Windows."""
    code = 'SECRET = "\f\u2028"\r\nKEPT = 1\r\n'
    assert Cutter(Source('m.py', code), Cut(keep=['KEPT'])).run(set()) \
        == 'KEPT = 1\n'


def write_toml(folder: Path, text: str) -> Path:
    """Write a starter.toml with text to folder."""
    file = folder / 'starter.toml'
    file.write_text(text, encoding='utf-8')
    return file


@pytest.mark.parametrize('text, said', [
    ('[x', 'cannot be read'),
    ('[y]', 'has no [x]'),
    ('[x]\nfiles = []', "unknown key 'files'"),
    ('[x]\nwhole = ["nothing*.py"]', 'there is no nothing*.py'),
    ('[x]\nwhole = ["game.py"]\n[x.copies]\n"../a.py" = "game.py"',
     'students cannot have a file at'),
    ('[x]\nwhole = ["game.py"]\n[x.cut."game.py"]\nkeep = ["Game"]',
     'game.py is there twice'),
    ('[x.cut."game.py"]\nkeeps = ["Game"]', "unknown key 'keeps'"),
    ('[x.copies]\n"a.py" = "no.py"', 'no.py cannot be read'),
    ('[x.pages]\n"a.md" = "no.md"', 'no.md cannot be read'),
    ('x = 3', 'x has to be a table'),
    ('[x]\nwhole = "game.py"', 'whole has to be a list'),
    ('[x]\nwhole = [1]', 'whole has to hold strings'),
    ('[x]\nwhole = [""]', 'there is no'),
    ('[x]\nwhole = ["/etc/*"]', 'there is no /etc/*'),
    ('[x.cut]\n"game.py" = 3', 'game.py has to be a table'),
    ('[x.copies]\n"./a.md" = "README.md"', 'cannot have a file at'),
    ('[x.copies]\n"." = "README.md"', 'cannot have a file at'),
    ('[x.copies]\na = "/etc/passwd"', 'is outside of this project'),
    ('[x.pages]\na = "../a.md"', 'is outside of this project'),
    ('[x.cut."a.py"]\nfrom = "../a.py"', 'is outside of this project'),
    ('[x.copies]\n"a.py" = "README.md"', 'a.py is not Python'),
    ('[x.cut."a.py"]\nfrom = "README.md"', 'README.md is not Python'),
    ('[x.cut."a.py"]\nfrom = "labs/dominoes/window.png"', 'not in UTF-8'),
    ('[x.copies]\n"HexGame.py" = "labs/hex/HexGame.py"',
     'HexGame.py imports command_line'),
])
def test_bad_lists(text: str, said: str, tmp_path: Path) -> None:
    """What is wrong in starter.toml is said in a line."""
    file = write_toml(tmp_path, text)
    with pytest.raises(StarterError, match=re.escape(said)):
        make_files(read_plan('x', file))


def test_incomplete_files() -> None:
    """What students get has to be complete: each module, and each name, that
    one of their files imports."""
    ours = {'a', 'b'}
    for text, said in (('from b.c import d', 'a.py imports b.c'),
                       ('def f():\n    import b', 'a.py imports b'),
                       ('from b import g', 'imports g from b')):
        files = {'a.py': text.encode()}
        if 'g' in text:
            files['b.py'] = b'd = 1'
        with pytest.raises(StarterError, match=said):
            check_imports(files, ours)
    check_imports({'a.py': b'import os\nfrom b import d, e\nimport b.e',
                   'b/__init__.py': b'd = 1', 'b/e.py': b''}, ours)
    check_imports({'a.py': b'try:\n    import b\nexcept ImportError: pass'},
                  ours)


def test_picture_of_the_tree() -> None:
    """The tree in the page of the tree lab is the one that the lab builds."""
    minimax = pytest.importorskip('labs.game_tree.minimax')
    nodes = minimax.build_example()
    names = {node: name for name, node in nodes.items()}
    lines = [before.replace('+--', '|--')
             + f'{names[node]}: {node.name.removeprefix("Move ")}'
             for before, _, node in minimax.anytree.RenderTree(
                 nodes['root'], minimax.anytree.AsciiStyle())]
    page = (TOP / 'course' / 'game_tree.md').read_text('utf-8')
    shown, = list_blocks(page, '')
    assert shown.replace('`--', '|--').splitlines() == lines
