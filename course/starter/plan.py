"""What starter.toml says that students get, and making it.

What they get has to be complete: each import of theirs finds what it needs.
"""
from pathlib import Path
from typing import Collection, Mapping, NamedTuple, Optional
import ast
from course.handout.pages import fill_page, make_html
from course.marking.configuration import read_toml
from course.starter.cut import Cut, Cutter
from course.starter.output import Files
from course.starter.source import Source, StarterError, find_names_below, \
    require

TOP = Path(__file__).resolve().parent.parent.parent
PLAN = TOP / 'course' / 'starter.toml'
ASSIGNMENT = 'assignment'

# What a table in starter.toml may hold, and a table of a file that is cut.
PLAN_KEYS = 'whole', 'copies', 'pages', 'cut'
CUT_KEYS = 'from', 'keep', 'stubs', 'later', 'docstring', 'values'


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


def read_plan(name: str, toml: Path = PLAN) -> Plan:
    """Return the plan called name. Paths in it start at the top folder."""
    tables = read_toml(toml)
    require(name in tables, f'{toml.name} has no [{name}]. It has '
                            f'{", ".join(tables)}')
    table = tables[name]
    check_keys(table, PLAN_KEYS, name)
    copies = dict(table.get('copies', {}))
    for pattern in table.get('whole', []):
        found = sorted(file.relative_to(TOP).as_posix()
                       for file in TOP.glob(pattern))
        require(found != [], f'{name}: there is no {pattern}')
        copies.update(zip(found, found))
    cuts = {}
    for path, entry in table.get('cut', {}).items():
        check_keys(entry, CUT_KEYS, path)
        source = entry.pop('from', path)
        cuts[path] = (source, Cut(**entry))
    pages = table.get('pages', {})
    paths = [*copies, *pages, *cuts]
    for path in paths:
        require(paths.count(path) == 1, f'{name}: {path} is there twice')
    return Plan(copies, pages, cuts)


def check_keys(table: Mapping, known: Collection[str], name: str) -> None:
    """Check that table, which is called name, has no keys but those known."""
    for key in table:
        require(key in known, f'{name}: unknown key {key!r}')


def make_files(plan: Plan, marking: Optional[Path] = None) -> Files:
    """Return the files of plan, with points from marking or the usual file."""
    files = {}
    for path, source in plan.copies.items():
        files[path] = (TOP / source).read_bytes()
    for path, source in plan.pages.items():
        page = fill_page(TOP / source, marking)
        files[path] = page.text.encode()
        files.update({name: picture.encode()
                      for name, picture in page.pictures.items()})
        if path.endswith('.md'):
            there = path.replace('.md', '.html')
            files[there] = make_html(page, there)
    given = {name.removesuffix('.py').replace('/', '.')
             for name in (*files, *plan.cuts) if name.endswith('.py')}
    for path, (source, cut) in plan.cuts.items():
        text = (TOP / source).read_text('utf-8')
        files[path] = Cutter(Source(source, text), cut).run(given).encode()
    check_imports(files, list_ours(plan))
    return dict(sorted(files.items()))


def list_ours(plan: Plan) -> set[str]:
    """Return the names of our modules, at the top and beside the sources."""
    sources = [*plan.copies.values(), *(source for source, _
                                        in plan.cuts.values())]
    folders = {TOP} | {(TOP / source).parent for source in sources
                       if source.endswith('.py')}
    return {each.stem for folder in folders for each in folder.iterdir()}


def check_imports(files: Mapping[str, bytes], ours: set[str]) -> None:
    """Check that files have what each of them imports from modules in ours."""
    codes = {name: ast.parse(content, name) for name, content in files.items()
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
