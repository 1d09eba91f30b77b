"""What marking.toml says, and the checks that it makes sense."""

from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, Iterable, Optional
import json
import re
from course.marking.isolation import Limits

TOP = Path(__file__).resolve().parents[2]
DEFAULT = Path(__file__).parent / 'marking.toml'
# What the suites are built on. It stands beside them.
SUPPORT = 'suite_support.py'
VISIBILITIES = ('visible', 'hidden', 'after_due_date', 'after_published')
STYLE = 'Style'
# The columns of marks.csv that are no marks.
WORDS = ('id', 'name', 'number', 'total', 'out_of', 'status')
LARGEST = 1_000_000  # Of all numbers.
# What values are called that stand in a marking.toml.
KINDS = {
    bool: 'true or false',
    str: 'text',
    dict: 'a table',
    int: 'a number',
    float: 'a number',
    Fraction: 'a number',
}


class ConfigurationError(ValueError):
    """Raised, with a line that says why, if what staff want is impossible."""


@dataclass(frozen=True)
class Group:
    """Tests that are worth some points together: what marking.toml says above
    its first [[groups]]. Tests are named by their names or the beginnings of
    these.
    """

    name: str
    tests: list[str]
    points: Fraction = Fraction(0)
    root: str = ''
    ours: bool = False
    visibility: str = 'visible'
    criterion: str = ''


class Configuration:
    """All that a marking.toml says.

    === Attributes ===
    path: where the file is
    tables: all of it, with what it leaves out
    limits: what a submission may use up
    files: which files are expected, and which are supplied
    reference: the files and folders of the reference solution, by their places
    suites: the files of the suites
    style: how style is marked
    misnamed: what it costs if a file has another name, or if a game or strategy
        is in no table
    groups: the groups of tests
    tests: the titles of all tests, if it is frozen
    weights: what tests count, by the beginnings of their names, longest first
    digest: what tells all that is run, suites too, from other runs
    """

    path: Path
    tables: dict[str, Any]
    limits: Limits
    files: dict[str, Any]
    reference: dict[str, Path]
    suites: list[Path]
    style: dict[str, Any]
    misnamed: Fraction
    groups: list[Group]
    tests: dict[str, str]
    weights: dict[str, Fraction]
    digest: str

    def __init__(self, path: Optional[Path] = None) -> None:
        """Read the file at path, or the usual one. Frozen ones are in JSON."""
        self.path = (path or DEFAULT).resolve()
        usual = self.path if self.path.suffix == '.json' else DEFAULT
        self.tables = read_toml(usual)
        given = read_toml(self.path)
        try:
            require(
                usual == DEFAULT or 'tests' in given,
                'it is in JSON, and not from this tool',
            )
            self.tests = self.tables.pop('tests', {})
            if self.path != usual:
                merge(self.tables, given)
            self._read(self.tables, usual.parent)
            self._check()
        except ConfigurationError as error:
            raise ConfigurationError(f'{self.path}: {error}') from None
        texts = [each.read_text('utf-8') for each in self.suite_files()]
        # What is run. What that is worth makes no difference.
        run = [
            *map(self.tables.get, ('limits', 'files', 'suites')),
            texts,
            [[group.name, group.tests, group.ours] for group in self.groups],
            self.style['points'] != 0,
            self.style['config'],
            self.style['files'],
        ]
        self.digest = sha256(json.dumps(run).encode()).hexdigest()

    def _read(self, tables: dict[str, Any], folder: Path) -> None:
        """Read tables, in which paths start at folder."""
        suites = tables['suites']
        files = tables['files']
        self.limits = Limits(**tables['limits'])
        self.files = {
            **files,
            'supplied': [
                (folder / each).resolve() for each in files['supplied']
            ],
        }
        top = (folder / suites['reference']).resolve()
        self.reference = {
            part: top / part
            for part in [*files['expected'], *suites['reference_parts']]
            if (top / part).exists()
        }
        self.suites = [(folder / each).resolve() for each in suites['paths']]
        self.style = read_points(tables['style'])
        self.style['config'] = str((folder / self.style['config']).resolve())
        self.misnamed = read_points(tables['faults'])['misnamed']
        weights = read_points(tables['weights'])
        self.weights = {
            test: weights[test] for test in sorted(weights, key=len)[::-1]
        }
        self.groups = [make_group(each) for each in tables['groups']]

    def _check(self) -> None:
        """Raise ConfigurationError if all that makes no sense."""
        require(self.groups != [], 'there are no groups')
        columns = [*WORDS, STYLE, *(each.name for each in self.groups)]
        for name in columns:
            require(
                columns.count(name) == 1,
                f'two columns of marks.csv would be called {name!r}',
            )
        visibilities = [each.visibility for each in self.groups]
        for word in [self.style['visibility'], *visibilities]:
            require(
                word in VISIBILITIES,
                f'{word!r} is not one of {", ".join(VISIBILITIES)}',
            )
        supplied = self.files['supplied']
        for path in (*self.suites, self.style['config'], *supplied):
            require(Path(path).exists(), f'there is no file or folder {path}')
        for key, value in self.tables['page'].items():
            require(
                key == 'title' or bool(re.match('$|https?://', value)),
                f'[page] {key}: {value!r} is no link. It has to begin with '
                f'https://',
            )
        numbers = {**self.tables['limits'], **self.tables['suites']}
        for name, value in numbers.items():
            require(
                name == 'seconds_per_test' or type(value) is not float,
                f'{name} has to be whole',
            )
            require(
                value != 0 or name == 'seed', f'{name} has to be more than 0'
            )

    def check_names(self) -> None:
        """Raise ConfigurationError if a name of tests is in no suite. What the
        tests are, only a run can tell.
        """
        texts = {path.stem: path.read_text('utf-8') for path in self.suites}

        def is_known(test: str) -> bool:
            """Return whether a suite has all parts of this name."""
            suite, *names = test.split('.')
            return suite in texts and all(
                re.search(rf'\b(class|def) {re.escape(name)}\b', texts[suite])
                for name in names
            )

        named = list(self.weights)
        for group in self.groups:
            named += [*group.tests, group.root]
        self.check_tests(filter(is_known, named))

    def check_tests(self, known: Iterable[str]) -> None:
        """Raise ConfigurationError if it names a test that is not known."""
        tests = list(known)
        roots = [each.root for each in self.groups if each.root]
        for name in [*self.weights, *roots]:
            require(
                any(is_in(test, name) for test in tests),
                f'there is no test {name!r}',
            )
        for group in self.groups:
            own = [
                test for test in tests if find_group(self.groups, test) is group
            ]
            for name in group.tests:
                require(
                    any(is_in(test, name) for test in own),
                    f'group {group.name!r} lists {name!r}: there is no '
                    f'such test, or a group before this one has it',
                )

    def suite_files(self) -> list[Path]:
        """Return all files of the suites: these, and what they are built on."""
        support = sorted({each.parent / SUPPORT for each in self.suites})
        return [*self.suites, *filter(Path.is_file, support)]


def read_toml(path: Path) -> dict[str, Any]:
    """Return what the file at path says, in JSON or TOML."""
    try:
        # Python 3.10, which Gradescope has, reads no TOML.
        reader = 'json' if path.suffix == '.json' else 'tomllib'
        return dict(import_module(reader).loads(path.read_text('utf-8')))
    except (OSError, ValueError, TypeError, ImportError) as error:
        raise ConfigurationError(f'{path} cannot be read: {error}') from None


def merge(tables: dict[str, Any], given: dict[str, Any]) -> None:
    """Change tables to what is given."""
    for name, value in given.items():
        require(name in tables, f'unknown table [{name}]')
        if name == 'groups':
            require(
                isinstance(value, list),
                'each group has to begin with [[groups]]',
            )
            tables[name] = value
        else:
            check_table(value, tables[name], f'[{name}]')
            tables[name].update(value)


def check_table(given: Any, usual: dict[str, Any], what: str) -> None:
    """Raise ConfigurationError unless given, which is called what, is a table
    with keys of usual, and with values of the same kinds. Those of weights and
    costs may have any keys, as they name tests and messages.
    """
    require(isinstance(given, dict), f'{what} has to be a table')
    if what in ('[weights]', 'costs'):
        usual = dict.fromkeys(given, 0)
    for key, value in given.items():
        require(key in usual, f'{what}: unknown key {key!r}')
        kind = name_kind(usual[key])
        require(name_kind(value) == kind, f'{what}: {key} has to be {kind}')
        require(
            kind != 'a number' or 0 <= value <= LARGEST or key == 'seed',
            f'{what}: {key} has to be from 0 to {LARGEST}',
        )
        if kind == 'a table':
            check_table(value, usual[key], key)


def name_kind(value: Any) -> str:
    """Return what kind of value this is.

    >>> name_kind([]), name_kind([3])
    ('a list of strings', 'something else')
    """
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return 'a list of strings'
    return KINDS.get(type(value), 'something else')


def make_group(table: Any) -> Group:
    """Return the group in table."""
    name = table.get('name') if isinstance(table, dict) else None
    check_table(table, vars(Group('', [])), f'group {name!r}')
    for key in ('name', 'tests', 'points'):
        require(table.get(key, []) != [], f'group {name!r}: {key} is missing')
    return Group(**{**table, 'points': to_points(table['points'])})


def read_points(table: dict[str, Any]) -> dict[str, Any]:
    """Return table with points for numbers, in its tables, too."""
    points: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            points[key] = read_points(value)
        elif isinstance(value, (str, list)):
            points[key] = value
        else:
            points[key] = to_points(value)
    return points


def to_points(number: float) -> Fraction:
    """Return a number of points, exactly as it was written."""
    return Fraction(str(number))


def require(right: bool, problem: str) -> None:
    """Raise ConfigurationError with this problem unless all is right.

    >>> require(True, 'This cannot happen.')
    """
    if not right:
        raise ConfigurationError(problem)


def find_group(groups: list[Group], test: str) -> Optional[Group]:
    """Return the group that test is in, None if there is none. A group lists
    tests, or the beginnings of their names up to a dot.

    >>> find_group([Group('A', ['suite.TestA'])], 'suite.TestAB.test') is None
    True
    """
    for group in groups:
        if any(is_in(test, each) for each in group.tests):
            return group
    return None


def is_in(test: str, name: str) -> bool:
    """Return whether name is that of test, or its beginning up to a dot."""
    return (test + '.').startswith(name + '.')
