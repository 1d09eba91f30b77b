"""What starter.toml says that students get, and making it.

What they get has to be complete: each import of theirs finds what it needs.
"""
from pathlib import Path, PurePosixPath
from typing import Any, Mapping, NamedTuple, Optional
import ast
import tomllib
from course.handout.pages import fill_page
from course.starter.cut import Cut, Cutter
from course.starter.output import Files
from course.starter.source import Source, StarterError, find_names_below, \
    parse, read, read_text, require

TOP = Path(__file__).resolve().parent.parent.parent
PLAN = TOP / 'course' / 'starter.toml'
ASSIGNMENT = 'assignment'

# What a table in starter.toml may hold, and a table of a file that is cut.
KINDS = {'whole': list, 'copies': dict, 'pages': dict, 'cut': dict}
CUT_KINDS = {'from': str, 'keep': list, 'stubs': list, 'later': list,
             'docstring': str, 'values': dict}
WORDS: dict[type, str] = {list: 'a list', dict: 'a table', str: 'a string'}


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
                f'{name}: students cannot have a file at {each!r}')


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
        require(key in kinds, f'{name}: unknown key {key!r}')
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


def check_imports(files: Mapping[str, bytes], ours: set[str]) -> None:
    """Check that each import of a module in ours finds it, and what it imports
    from it, in files.
    """
    codes = {name: parse(content, name) for name, content in files.items()
             if name.endswith('.py')}
    for path, code in codes.items():
        for module, names in find_imports(code):
            if module.partition('.')[0] not in ours:
                continue
            file = module.replace('.', '/')
            found = codes.get(f'{file}.py') or codes.get(f'{file}/__init__.py')
            if found is None:
                raise StarterError(f'{path} imports {module}, which students '
                                   f'do not get')
            known = find_names_below(found) | {
                alias.asname or alias.name for node in found.body
                if isinstance(node, (ast.Import, ast.ImportFrom))
                for alias in node.names}
            for each in names:
                require(each in known or f'{file}/{each}.py' in codes,
                        f'{path} imports {each} from {module}, where students '
                        f'do not get it')


def find_imports(code: ast.AST) -> list[tuple[str, list[str]]]:
    """Return the modules that code imports, each with the names that it
    imports from it. What it only tries to import does not count.

    >>> find_imports(ast.parse('import a.b; from c import d'))
    [('a.b', []), ('c', ['d'])]
    """
    found: list[tuple[str, list[str]]] = []
    for node in ast.iter_child_nodes(code):
        if isinstance(node, ast.Import):
            found += [(alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.module or '',
                          [alias.name for alias in node.names]))
        elif not isinstance(node, ast.Try):
            found += find_imports(node)
    return found
