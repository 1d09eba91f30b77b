"""What starter.toml says that students get."""
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, Optional
import tomllib
from course.handout.pages import fill_page
from course.starter.closure import check_imports
from course.starter.cut import Cut, Cutter
from course.starter.errors import StarterError, require
from course.starter.source import Source

TOP = Path(__file__).resolve().parent.parent.parent
PLAN = TOP / 'course' / 'starter.toml'
ASSIGNMENT = 'assignment'

# What students get, by path.
Files = dict[str, bytes]

# What a table in starter.toml may hold, and a table of a file that is cut.
KEYS = {'whole', 'copies', 'pages', 'cut'}
CUT_KEYS = {'from', 'keep', 'stubs', 'later', 'docstring', 'values'}


class Plan(NamedTuple):
    """What students get for the assignment or for a lab.

    === Attributes ===
    copies: where each file comes from that is copied whole, by its path
    pages: where each page of a handout comes from, by its path
    cuts: where each module comes from that is cut, and the cut, by its path
    """
    copies: dict[str, str]
    pages: dict[str, str]
    cuts: dict[str, tuple[str, Cut]]


def list_plans(file: Path = PLAN) -> list[str]:
    """Return the names of the plans in file, the assignment first.

    >>> list_plans()
    ['assignment', 'dominoes', 'hex', 'game_tree']
    """
    return list(read_toml(file))


def read_plan(name: str, toml: Path = PLAN, top: Path = TOP) -> Plan:
    """Return the plan called name. Paths in it start at top."""
    tables = read_toml(toml)
    require(name in tables, f'{toml.name} has no [{name}]')
    table = tables[name]
    check_keys(table, KEYS, name)
    copies = dict(table.get('copies', {}))
    for pattern in table.get('whole', []):
        found = sorted(file.relative_to(top).as_posix()
                       for file in top.glob(pattern) if file.is_file())
        require(found != [], f'{name}: there is no {pattern}')
        copies.update(zip(found, found))
    cuts = {}
    for path, entry in table.get('cut', {}).items():
        check_keys(entry, CUT_KEYS, path)
        fields = {key: entry[key] for key in entry if key != 'from'}
        cuts[path] = (entry.get('from', path), Cut(**fields))
    plan = Plan(copies, dict(table.get('pages', {})), cuts)
    paths = [*copies, *plan.pages, *cuts]
    for each in paths:
        require(paths.count(each) == 1, f'{name}: {each} is there twice')
        require(not PurePosixPath(each).is_absolute()
                and '..' not in PurePosixPath(each).parts,
                f'{name}: {each} is no place for a file of students')
    return plan


def read_toml(file: Path) -> dict[str, Any]:
    """Return what file says."""
    try:
        return tomllib.loads(file.read_text(encoding='utf-8'))
    except (OSError, ValueError) as error:
        raise StarterError(f'{file} cannot be read: {error}') from None


def check_keys(table: dict[str, Any], keys: set[str], name: str) -> None:
    """Check that table, which is called name, has none but these keys."""
    unknown = ', '.join(sorted(set(table) - keys))
    require(not unknown, f'{name}: nobody knows what {unknown} means')


def make_files(plan: Plan, top: Path = TOP, marking: Optional[Path] = None
               ) -> Files:
    """Return the files of plan, made from those below top. Points come from
    the file marking, or from the usual one.
    """
    files = {}
    for path, source in plan.copies.items():
        files[path] = read(top / source)
    for path, source in plan.pages.items():
        page = fill_page(top / source, marking)
        files[path] = page.text.encode()
        files.update({name: text.encode()
                      for name, text in page.pictures.items()})
    given = {name.removesuffix('.py').replace('/', '.')
             for name in (*files, *plan.cuts) if name.endswith('.py')}
    for path, (source, cut) in plan.cuts.items():
        cutter = Cutter(Source(source, read(top / source).decode()), cut)
        files[path] = cutter.run(given).encode()
    sources = [*plan.copies.values(), *(each for each, _ in plan.cuts.values())]
    ours = {Path(each).stem for each in (*map(str, top.iterdir()), *sources)}
    check_imports(files, ours)
    return dict(sorted(files.items()))


def read(path: Path) -> bytes:
    """Return what the file at path holds."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise StarterError(f'{path} cannot be read: {error.strerror}'
                           ) from None
