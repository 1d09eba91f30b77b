"""What starter.toml says that students get."""
from pathlib import Path, PurePosixPath
from typing import Any, Mapping, NamedTuple, Optional
import tomllib
from course.handout.pages import fill_page
from course.starter.closure import check_imports
from course.starter.cut import Cut, Cutter
from course.starter.errors import StarterError, require
from course.starter.output import Files
from course.starter.reading import read, read_text
from course.starter.source import Source

TOP = Path(__file__).resolve().parent.parent.parent
PLAN = TOP / 'course' / 'starter.toml'
ASSIGNMENT = 'assignment'

# What a table in starter.toml may hold, and a table of a file that is cut.
KINDS = {'whole': list, 'copies': dict, 'pages': dict, 'cut': dict}
CUT_KINDS = {'from': str, 'keep': list, 'stubs': list, 'later': list,
             'docstring': str, 'values': dict}
WORDS = {list: 'a list', dict: 'a table', str: 'a string'}


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


def read_plan(name: str, toml: Path = PLAN, top: Path = TOP) -> Plan:
    """Return the plan called name. Paths in it start at top."""
    tables = read_toml(toml)
    require(name in tables, f'{toml.name} has no [{name}]. It has '
                            f'{", ".join(tables)}')
    table = tables[name]
    check_table(table, KINDS, name)
    copies = dict(table.get('copies', {}))
    for pattern in table.get('whole', []):
        found = find_files(pattern, top)
        require(found != [], f'{name}: there is no {pattern}')
        copies.update(zip(found, found))
    cuts = {}
    for path, entry in table.get('cut', {}).items():
        check_table(entry, CUT_KINDS, path)
        fields = {key: entry[key] for key in entry if key != 'from'}
        cuts[path] = (entry.get('from', path), Cut(**fields))
    plan = Plan(copies, dict(table.get('pages', {})), cuts)
    check_paths([*copies, *plan.pages, *cuts], name)
    return plan


def check_paths(paths: list[str], name: str) -> None:
    """Check that the files of the plan called name can have these paths."""
    for each in paths:
        require(paths.count(each) == 1, f'{name}: {each} is there twice')
        place = PurePosixPath(each)
        require(str(place) == each and not place.is_absolute()
                and '..' not in place.parts and each != '.',
                f'{name}: {each!r} is no place for a file of students')


def read_toml(file: Path) -> dict[str, Any]:
    """Return what file says."""
    try:
        return tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as error:
        raise StarterError(f'{file} cannot be read: {error}') from None


def check_table(table: Any, kinds: Mapping[str, type], name: str) -> None:
    """Check that table, which is called name, is one, and holds nothing but
    values of these kinds, with nothing but strings in them.
    """
    require(isinstance(table, dict), f'{name} has to be a table')
    for key, value in table.items():
        require(key in kinds, f'{name}: nobody knows what {key} means')
        require(isinstance(value, kinds[key]),
                f'{name}: {key} has to be {WORDS[kinds[key]]}')
        inner = value.values() if isinstance(value, dict) else value
        require(key == 'cut' or all(isinstance(each, str) for each in inner),
                f'{name}: {key} has to hold strings')


def find_files(pattern: str, top: Path) -> list[str]:
    """Return the paths of the files below top that pattern matches."""
    try:
        return sorted(file.relative_to(top).as_posix()
                      for file in top.glob(pattern) if file.is_file())
    except (ValueError, NotImplementedError):  # It is empty or absolute.
        return []


def make_files(plan: Plan, top: Path = TOP, marking: Optional[Path] = None
               ) -> Files:
    """Return the files of plan, made from those below top. Points come from
    the file marking, or from the usual one.
    """
    files = {}
    for path, source in plan.copies.items():
        files[path] = read(find_source(source, top))
    for path, source in plan.pages.items():
        page = fill_page(find_source(source, top), marking)
        files[path] = page.text.encode()
        files.update({name: picture.encode()
                      for name, picture in page.pictures.items()})
    given = {name.removesuffix('.py').replace('/', '.')
             for name in (*files, *plan.cuts) if name.endswith('.py')}
    for path, (source, cut) in plan.cuts.items():
        text = read_text(find_source(source, top))
        files[path] = Cutter(Source(source, text), cut).run(given).encode()
    check_imports(files, list_ours(plan, top))
    return dict(sorted(files.items()))


def find_source(source: str, top: Path) -> Path:
    """Return where the file source is, which has to be below top."""
    file = top / source
    require(file.resolve().is_relative_to(top.resolve()),
            f'{source} is outside of this project')
    return file


def list_ours(plan: Plan, top: Path) -> set[str]:
    """Return the names of our modules and packages that a file of plan can
    import: those at the top, and those beside the sources of its own modules.
    """
    sources = {**plan.copies,
               **{path: source for path, (source, _) in plan.cuts.items()}}
    folders = {top} | {(top / source).parent for path, source
                       in sources.items() if PurePosixPath(path).match('*.py')}
    return {each.stem for folder in folders for each in folder.iterdir()}
