"""Write the pages for students as HTML. Run this from the top folder:

    python3 -m course.handout OUT
"""
from importlib import import_module
from pathlib import Path
from typing import Optional
import sys
from course.command_line import build_parser, run
from course.handout.pages import fill_page
from course.starter.source import StarterError
from course.starter.output import Files

FOLDER = Path(__file__).parent.parent
MISSING = "it needs markdown-it-py: .venv/bin/pip install -e '.[course]'"

# The pages by name, with their language and the links at their top: to what,
# and in which words.
PAGES = {
    'handout': ('en', {'中文': 'handout.zh.html'}),
    'handout.zh': ('zh-CN', {'English': 'handout.html'}),
    'dominoes': ('en', {}), 'hex': ('en', {}), 'game_tree': ('en', {})}


def make_pages(marking: Optional[Path] = None) -> Files:
    """Return all pages as HTML, by their paths, with points from marking."""
    try:
        render_page = import_module('course.handout.html').render_page
    except ModuleNotFoundError:
        raise StarterError(MISSING) from None
    pages = {}
    for name, (language, links) in PAGES.items():
        page = fill_page(FOLDER / f'{name}.md', marking)
        pages[f'{name}.html'] = render_page(page, language, links).encode()
    return pages


def main(arguments: Optional[list[str]] = None) -> int:
    """Write what arguments ask for. Return the exit status of the program."""
    parser = build_parser(
        'course.handout',
        'Write the handout, in English and in Chinese, and the pages of the '
        'labs as HTML. Each is one file, with its pictures in it.')
    return run(parser, arguments, lambda options: make_pages(options.marking))


if __name__ == "__main__":
    sys.exit(main())
