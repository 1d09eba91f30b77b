"""What marking.toml says, and the checks that it makes sense."""
from __future__ import annotations
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, Optional
import json
import tomllib
from course.marking.isolation import Limits

TOP = Path(__file__).resolve().parent.parent.parent
DEFAULT = Path(__file__).parent / 'marking.toml'
# What the suites are built on. It stands beside them.
SUPPORT = 'suite_support.py'
VISIBILITIES = ('visible', 'hidden', 'after_due_date', 'after_published')
GROUP_KEYS = {'name', 'tests', 'points', 'needs', 'visibility'}
# Other columns of marks.csv have these names.
TAKEN = {'id', 'total', 'out_of', 'Style', 'status'}
LARGEST = 1_000_000  # Of all numbers.
# These numbers need not be whole.
FRACTIONS = ('seconds_per_test', 'largest_mb')
KINDS = {str: 'a text', int: 'a number', list: 'a list of texts',
         dict: 'a table'}


class ConfigurationError(ValueError):
    """Raised by a marking.toml that says something impossible."""


@dataclass(frozen=True)
class Group:
    """Tests that are worth some points together.

    === Attributes ===
    name: its name, for students
    tests: the names of its tests, or the beginnings of their names
    points: what they are worth
    needs: the groups without which this one makes no sense
    visibility: who sees it, and when
    """
    name: str
    tests: list[str]
    points: Fraction
    needs: list[str]
    visibility: str


@dataclass(frozen=True)
class Style:
    """How style is marked.

    === Attributes ===
    points: what it is worth
    config: the configuration of python_ta
    files: the files that are checked
    cost: what a message costs
    costs: what single messages cost, by code or name
    visibility: who sees it, and when
    """
    points: Fraction
    config: Path
    files: list[str]
    cost: Fraction
    costs: dict[str, Fraction]
    visibility: str


class Configuration:
    """All that a marking.toml says.

    === Attributes ===
    limits: what a submission may use up
    files: which files are expected, and how large a submission may be
    reference: the folder of the reference solution
    reference_parts: the files and folders there that belong to it
    suites: the files of the suites
    seed: what suites choose positions by, 0 if each run has a seed of its own
    style: how style is marked
    groups: the groups of tests
    digest: what tells this configuration, and the suites, from all others
    """
    limits: Limits
    files: dict[str, Any]
    reference: Path
    reference_parts: list[str]
    suites: list[Path]
    seed: int
    style: Style
    groups: list[Group]
    digest: str

    def __init__(self, path: Optional[Path] = None) -> None:
        """Read the configuration in the file at path, or the usual one."""
        tables = read_toml(DEFAULT)
        resolve_paths(tables, DEFAULT.parent)
        if path is not None:
            given = read_toml(path)
            resolve_paths(given, path.resolve().parent)
            merge(tables, given)
        try:
            self.limits = Limits(**tables['limits'])
            self.files = tables['files']
            self.reference = Path(tables['suites']['reference'])
            self.reference_parts = [*self.files['expected'],
                                    *tables['suites']['reference_parts']]
            self.suites = [Path(each) for each in tables['suites']['paths']]
            self.seed = tables['suites']['seed']
            self.style = make_style(tables['style'])
            self.groups = [make_group(each) for each in tables['groups']]
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            if isinstance(error, ConfigurationError):
                raise
            raise ConfigurationError(f'{path or DEFAULT}: {error}') from None
        self._check()
        texts = [each.read_text(encoding='utf-8')
                 for each in self.suite_files()]
        self.digest = sha256(json.dumps([tables, texts], sort_keys=True)
                             .encode()).hexdigest()

    def _check(self) -> None:
        """Raise ConfigurationError if something makes no sense."""
        names = [each.name for each in self.groups]
        for group in self.groups:
            require(names.count(group.name) == 1,
                    f'two groups have the name {group.name!r}')
            require(group.name not in TAKEN,
                    f'no group can have the name {group.name!r}')
            for need in group.needs:
                require(need in names[:names.index(group.name)],
                        f'group {group.name!r} needs {need!r}, which is not a '
                        f'group before it')
        require(self.groups != [], 'there are no groups')
        for path in (*self.suites, self.style.config):
            require(path.is_file(), f'there is no file {path}')
        require(self.reference.is_dir(),
                f'there is no folder {self.reference}')
        for path in map(Path, self.files['supplied']):
            require(path.exists(), f'there is no file or folder {path}')
        require(type(self.seed) is int and self.seed >= 0,
                'seed has to be whole, and not below 0')
        sizes = {key: self.files[key] for key in ('largest_mb', 'most_files')}
        for name, amount in {**vars(self.limits), **sizes}.items():
            require(amount > 0 and (name in FRACTIONS or type(amount) is int),
                    f'{name} has to be more than 0'
                    + ', and whole' * (name not in FRACTIONS))

    def suite_files(self) -> list[Path]:
        """Return all files of the suites: these, and what they are built on."""
        support = {find_support(each): each for each in self.suites}
        return [*self.suites, *filter(None, support)]

    def groups_for_judge(self) -> list[dict]:
        """Return what the judge has to know of the groups."""
        return [{'name': group.name, 'tests': group.tests,
                 'needs': group.needs} for group in self.groups]


def read_toml(path: Path) -> dict[str, Any]:
    """Return what the file at path says."""
    try:
        return tomllib.loads(path.read_text(encoding='utf-8'))
    except (OSError, ValueError) as error:
        raise ConfigurationError(f'{path} cannot be read: {error}') from None


def resolve_paths(tables: dict[str, Any], folder: Path) -> None:
    """Make all paths in tables start at folder."""
    for table, key in (('suites', 'reference'), ('suites', 'paths'),
                       ('style', 'config'), ('files', 'supplied')):
        there = tables.get(table)
        value: Any = there.get(key) if isinstance(there, dict) else None
        if isinstance(value, str) and value:
            tables[table][key] = str((folder / value).resolve())
        elif is_like(value, []):
            tables[table][key] = [str((folder / each).resolve())
                                  for each in value]


def merge(tables: dict[str, Any], given: dict[str, Any]) -> None:
    """Change tables to what is given, and let the rest be."""
    for name, value in given.items():
        require(name in tables, f'unknown table [{name}]')
        if name == 'groups':
            groups = value if isinstance(value, list) else [value]
            require(groups == value
                    and all(isinstance(group, dict) for group in groups),
                    'each group has to begin with [[groups]]')
            tables[name] = groups
            continue
        require(isinstance(value, dict), f'[{name}] has to be a table')
        for key, each in value.items():
            require(key in tables[name], f'[{name}]: unknown key {key!r}')
            require_kind(each, tables[name][key], f'[{name}] {key}')
            tables[name][key] = each


def is_like(value: Any, usual: Any) -> bool:
    """Return whether value is something of the same kind as usual.

    >>> is_like(0.5, 3), is_like(True, 3), is_like(['a', 7], ['b'])
    (True, False, False)
    """
    if isinstance(usual, (int, float)):
        return type(value) in (int, float) and abs(value) <= LARGEST
    return isinstance(value, type(usual)) and not (
        isinstance(value, list)
        and not all(isinstance(each, str) for each in value))


def require_kind(value: Any, usual: Any, what: str) -> None:
    """Raise ConfigurationError unless value is of the same kind as usual, and
    say that what has to be so.
    """
    kind = next(KINDS[each] for each in KINDS
                if isinstance(usual, each) or each is int
                and isinstance(usual, float))
    require(is_like(value, usual), f'{what} has to be {kind}')


def make_style(table: dict[str, Any]) -> Style:
    """Return what table says of style."""
    return Style(to_points(table['points']), Path(table['config']),
                 list(table['files']), to_points(table['cost']),
                 {name: to_points(cost)
                  for name, cost in table['costs'].items()},
                 to_visibility(table['visibility']))


def make_group(table: dict[str, Any]) -> Group:
    """Return the group in table."""
    name = table.get('name', 'one without a name')
    unknown = set(table) - GROUP_KEYS
    require(not unknown, f'group {name!r}: unknown key '
                         f'{", ".join(map(repr, unknown))}')
    for key in ('name', 'tests', 'points'):
        require(key in table, f'group {name!r}: {key} is missing')
    for key, usual in (('name', ''), ('tests', []), ('needs', [])):
        require_kind(table.get(key, usual), usual,
                     f'{key} of group {name!r}')
    require(table['tests'] != [], f'group {name!r}: there are no tests')
    return Group(name, list(table['tests']), to_points(table['points']),
                 list(table.get('needs', [])),
                 to_visibility(table.get('visibility', 'visible')))


def to_points(number: Any) -> Fraction:
    """Return a number of points."""
    require(is_like(number, 0) and number >= 0,
            f'{number!r} is not a number of points')
    return Fraction(str(number))


def to_visibility(word: Any) -> str:
    """Return word if it is one for visibility."""
    require(word in VISIBILITIES, f'{word!r} is not one of '
                                  f'{", ".join(VISIBILITIES)}')
    return word


def require(right: bool, problem: str) -> None:
    """Raise ConfigurationError with this problem unless all is right."""
    if not right:
        raise ConfigurationError(f'marking.toml: {problem}.')


def check_groups(groups: list[dict], tests: list[str]) -> None:
    """Raise ConfigurationError if one of groups lists a test that is not among
    tests, or is in a group before.
    """
    for group in groups:
        own = [test for test in tests if find_group(groups, test) == group]
        for name in group['tests']:
            require(any(find_group([{'tests': [name]}], test) for test in own),
                    f'group {group["name"]!r} lists {name!r}: there is no '
                    f'such test, or a group before this one has it')


def find_group(groups: list[dict], test: str) -> Optional[dict]:
    """Return the group that test is in, None if there is none. A group lists
    tests, or the beginnings of their names up to a dot.

    >>> find_group([{'tests': ['suite.TestA']}], 'suite.TestAB.test') is None
    True
    """
    for group in groups:
        if any((test + '.').startswith(each + '.') for each in group['tests']):
            return group
    return None


def find_support(suite: Path) -> Optional[Path]:
    """Return the file that the suite at this path is built on, None if there is
    none beside it.
    """
    path = suite.parent / SUPPORT
    return path if path.is_file() else None
