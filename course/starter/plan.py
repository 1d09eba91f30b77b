"""Making what starter.toml says that students get."""

from pathlib import Path
from typing import Any, Iterator, Optional
from course.command_line import Files
from course.handout.pages import fill_page, make_html
from course.marking.configuration import read_toml, require
from course.starter.cut import cut_module

TOP = Path(__file__).resolve().parent.parent.parent
PLAN = TOP / 'course' / 'starter.toml'
ASSIGNMENT = 'assignment'

# What a plan in starter.toml may hold, and the plan of a file that is cut.
PLAN_KEYS = 'whole', 'copies', 'pages', 'cut'
CUT_KEYS = 'from', 'keep', 'stubs', 'heads', 'instead'


def make_files(
    name: str, marking: Optional[Path] = None, toml: Path = PLAN
) -> Files:
    """Return what students get by the plan called name, with points from
    marking or from the usual file.
    """
    files: Files = {}
    for path, content in list_files(read_plan(name, toml), marking):
        # Pages in two languages show the same picture.
        require(
            files.setdefault(path, content) == content,
            f'{name}: {path} is there twice',
        )
    return dict(sorted(files.items()))


def read_plan(name: str, toml: Path = PLAN) -> dict[str, Any]:
    """Return the plan called name. Paths in it start at the top folder."""
    plans = read_toml(toml)
    require(
        name in plans, f'{toml.name} has no [{name}]. It has {", ".join(plans)}'
    )
    plan = {'whole': [], 'copies': {}, 'pages': {}, 'cut': {}, **plans[name]}
    for known, table in [
        (PLAN_KEYS, plan),
        *((CUT_KEYS, each) for each in plan['cut'].values()),
    ]:
        for key in table:
            require(key in known, f'{name}: unknown key {key!r}')
    return plan


def list_files(
    plan: dict[str, Any], marking: Optional[Path]
) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each file that plan speaks of."""
    for pattern in plan['whole']:
        found = list(TOP.glob(pattern))
        require(found != [], f'there is no {pattern}')
        for file in found:
            yield file.relative_to(TOP).as_posix(), file.read_bytes()
    for path, source in plan['copies'].items():
        yield path, (TOP / source).read_bytes()
    for path, source in plan['pages'].items():
        page = fill_page(TOP / source, marking)
        yield path, page.text.encode()
        for name, picture in page.pictures.items():
            yield name, picture.encode()
        if path.endswith('.md'):
            name = path.replace('.md', '.html')
            yield name, make_html(page, name)
    for path, cut in plan['cut'].items():
        source = cut.get('from', path)
        text = (TOP / source).read_text('utf-8')
        yield path, cut_module(source, text, cut).encode()
