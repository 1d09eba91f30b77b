"""What marking.toml says, and the checks that it makes sense."""
from __future__ import annotations
from fractions import Fraction
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, Optional
import json
from course.marking.isolation import Limits
from course.marking.marks import Group

TOP = Path(__file__).resolve().parents[2]
DEFAULT = Path(__file__).parent / 'marking.toml'
# What the suites are built on. It stands beside them.
SUPPORT = 'suite_support.py'
VISIBILITIES = ('visible', 'hidden', 'after_due_date', 'after_published')
# Other columns of marks.csv have these names.
TAKEN = {'id', 'name', 'number', 'total', 'out_of', 'Style', 'Late',
         'status'}
# What only says what an outcome is worth.
WORTH = ('cost', 'cost_per_kind', 'costs', 'visibility', 'criterion',
         'repeats', 'faults', 'late', 'weights')
OWN_TESTS = Path(__file__).parent / 'student_tests.py'
OWN, OWN_HIDDEN = 'Your own tests', 'Your own tests: hidden faults'
LARGEST = 1_000_000  # Of all numbers.
# These numbers need not be whole.
FRACTIONS = ('seconds_per_test', 'largest_mb')
# These are paths, which start where the usual file is.
PATHS = (('suites', 'reference'), ('suites', 'paths'), ('style', 'config'),
         ('files', 'supplied'))


class ConfigurationError(ValueError):
    """Raised by a marking.toml that says something impossible."""


class Configuration:
    """All that a marking.toml says.

    === Attributes ===
    path: where the file is
    tables: all of it, with what it leaves out
    limits: what a submission may use up
    files: which files are expected, and how large a submission may be
    reference: the folder of the reference solution
    reference_parts: the files and folders there that belong to it
    suites: the files of the suites
    seed: what suites choose positions by, 0 if each run has a seed of its own
    order: what the tests of a group are shuffled by, 0 if they are not
    style: how style is marked
    faults: what it costs to fail of a fault again, and to misname something
    late: what it costs to be late
    groups: the groups of tests
    tests: the titles of all tests, if it is frozen, so that nobody need ask
        the reference solution for them
    weights: what tests count in their groups, where that is not 1, by their
        names or the beginnings of these, longest first
    digest: what tells what is run, suites too, from all other runs
    """
    path: Path
    tables: dict[str, Any]
    limits: Limits
    files: dict[str, Any]
    reference: Path
    reference_parts: list[str]
    suites: list[Path]
    seed: int
    order: int
    style: dict[str, Any]
    faults: dict[str, Any]
    late: dict[str, Any]
    groups: list[Group]
    tests: dict[str, str]
    weights: dict[str, Fraction]
    digest: str

    def __init__(self, path: Optional[Path] = None) -> None:
        """Read the configuration in the file at path, or the usual one. A
        frozen one, in JSON, is complete: export.py makes it.
        """
        self.path = (path or DEFAULT).resolve()
        usual = self.path if self.path.suffix == '.json' else DEFAULT
        tables = self.tables = read_toml(usual)
        require(usual == DEFAULT or 'tests' in tables,
                f'{self.path} is in JSON, and not from this tool')
        self.tests = tables.pop('tests', {})
        merge(tables, tables, usual.parent)
        if self.path != usual:
            merge(tables, read_toml(self.path), DEFAULT.parent)
        suites = tables['suites']
        self.limits = Limits(**tables['limits'])
        self.files = tables['files']
        self.reference = Path(suites['reference'])
        self.reference_parts = [*self.files['expected'],
                                *suites['reference_parts']]
        self.suites = [Path(each) for each in suites['paths']]
        self.seed, self.order = suites['seed'], suites['order']
        self.style, self.faults, self.late = (
            read_points(tables[name]) for name in ('style', 'faults', 'late'))
        self.weights = {test: to_points(tables['weights'][test])
                        for test in sorted(tables['weights'], key=len)[::-1]}
        self.groups = [make_group(each) for each in tables['groups']]
        self._add_own_tests(tables['student_tests'])
        self._check_groups()
        self._check_rest()
        texts = [each.read_text(encoding='utf-8')
                 for each in self.suite_files()]
        self.digest = sha256(json.dumps([leave_out_worth(tables), texts],
                                        sort_keys=True).encode()).hexdigest()

    def _add_own_tests(self, table: dict[str, Any]) -> None:
        """Add the groups of students' own tests, if they are worth anything."""
        for title, kind, key in ((OWN, 'Visible', 'points'),
                                 (OWN_HIDDEN, 'Hidden', 'hidden_points')):
            if points := to_points(table[key]):
                self.groups.append(Group(
                    title, [f'{OWN_TESTS.stem}.Test{kind}Faults'], points))
                self.suites += [OWN_TESTS] * (OWN_TESTS not in self.suites)

    def _check_groups(self) -> None:
        """Raise ConfigurationError if the groups make no sense."""
        names = [each.name for each in self.groups]
        require(names != [], 'there are no groups')
        for number, group in enumerate(self.groups):
            require(group.name not in names[:number],
                    f'two groups have the name {group.name!r}')
            require(group.name not in TAKEN,
                    f'no group can have the name {group.name!r}')
            for what in 'needs', 'repeats':
                for other in getattr(group, what):
                    require(other in names[:number], (
                        f'group {group.name!r} {what} {other!r}, which is not '
                        f'a group before it'))
        for word in (self.style['visibility'],
                     *(each.visibility for each in self.groups)):
            require(word in VISIBILITIES, f'{word!r} is not one of '
                                          f'{", ".join(VISIBILITIES)}')

    def _check_rest(self) -> None:
        """Raise ConfigurationError if files or numbers make no sense."""
        for path in (*self.suites, self.reference, self.style['config'],
                     *self.files['supplied']):
            require(Path(path).exists(), f'there is no file or folder {path}')
        require(self.faults['repeated'] <= 1, 'repeated is a part of 1')
        for name in 'seed', 'order':
            number = getattr(self, name)
            require(type(number) is int and number >= 0,
                    f'{name} has to be whole, and not below 0')
        for name, amount in {**self.tables['limits'], **self.files}.items():
            whole = name not in FRACTIONS
            require(isinstance(amount, list) or amount > 0
                    and (type(amount) is int or not whole),
                    f'{name} has to be more than 0{", and whole" * whole}')

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


def merge(tables: dict[str, Any], given: dict[str, Any], folder: Path) -> None:
    """Change tables to what is given. Its paths start at folder."""
    for name, value in given.items():
        require(name in tables, f'unknown table [{name}]')
        if name == 'groups':
            require(isinstance(value, list)
                    and all(isinstance(group, dict) for group in value),
                    'each group has to begin with [[groups]]')
            tables[name] = value
            continue
        require_kind(value, {}, f'[{name}]')
        for key, each in value.items():
            if name != 'weights':  # Its keys are names of tests.
                require(key in tables[name], f'[{name}]: unknown key {key!r}')
                require_kind(each, tables[name][key], f'[{name}] {key}')
            tables[name][key] = resolve(each, folder) \
                if (name, key) in PATHS else each


def resolve(value: str | list[str], folder: Path) -> Any:
    """Return a path, or each of a list of paths, as it starts at folder."""
    if isinstance(value, str):
        return str((folder / value).resolve())
    return [resolve(each, folder) for each in value]


def is_number(value: Any) -> bool:
    """Return whether value is a number that is not too large.

    >>> is_number(0.5), is_number(True), is_number(float('inf'))
    (True, False, False)
    """
    return type(value) in (int, float) and abs(value) <= LARGEST


def require_kind(value: Any, usual: Any, what: str) -> None:
    """Raise ConfigurationError unless value is of the kind of usual."""
    kinds: Any = {str: 'text', dict: 'a table', list: 'a list of strings',
                  bool: 'true or false'}
    right = isinstance(value, type(usual)) and (
        not isinstance(value, list) or all(isinstance(each, str)
                                           for each in value))
    if type(usual) not in kinds:
        right = is_number(value)
    require(right, f'{what} has to be {kinds.get(type(usual), "a number")}')


def make_group(table: dict[str, Any]) -> Group:
    """Return the group in table."""
    group = f'group {table.get("name", "one without a name")!r}'
    usual = vars(Group('', []))
    for key in ('name', 'tests', 'points'):
        require(key in table, f'{group}: {key} is missing')
    for key, value in table.items():
        require(key in usual, f'{group}: unknown key {key!r}')
        require_kind(value, usual[key], f'{key} of {group}')
    require(table['tests'] != [], f'{group}: there are no tests')
    return Group(**{**table, 'points': to_points(table['points'])})


def read_points(table: dict[str, Any]) -> dict[str, Any]:
    """Return table with points for numbers. A table in it has nothing else."""
    return {key: {name: to_points(cost) for name, cost in value.items()}
            if isinstance(value, dict) else to_points(value)
            if is_number(value) else value for key, value in table.items()}


def to_points(number: Any) -> Fraction:
    """Return a number of points."""
    require(is_number(number) and number >= 0,
            f'{number!r} is not a number of points')
    return Fraction(str(number))


def require(right: bool, problem: str) -> None:
    """Raise ConfigurationError with this problem unless all is right."""
    if not right:
        raise ConfigurationError(f'marking.toml: {problem}.')


def check_groups(groups: list[Group], tests: list[str]) -> None:
    """Raise ConfigurationError if a group lists a test that it lacks."""
    for group in groups:
        own = [test for test in tests if find_group(groups, test) is group]
        for name in group.tests:
            require(any(is_in(test, name) for test in own),
                    f'group {group.name!r} lists {name!r}: there is no '
                    f'such test, or a group before this one has it')


def find_group(groups: list[Group], test: str) -> Optional[Group]:
    """Return the group that test is in, None if there is none. A group lists
    tests, or the beginnings of their names up to a dot.

    >>> find_group([Group('A', ['suite.TestA'])], 'suite.TestAB.test') is None
    True
    """
    return next((group for group in groups if any(
        is_in(test, each) for each in group.tests)), None)


def is_in(test: str, name: str) -> bool:
    """Return whether name is that of test, or its beginning up to a dot."""
    return (test + '.').startswith(name + '.')


def leave_out_worth(tables: Any) -> Any:
    """Return tables as far as they say what is run, and what is not."""
    if isinstance(tables, dict):
        return {key: value != 0 if 'points' in key else leave_out_worth(value)
                for key, value in tables.items() if key not in WORTH}
    return [leave_out_worth(each) for each in tables] \
        if isinstance(tables, list) else tables
