"""Write the pages for students as HTML. Run this from the top folder:

python3 -m course.handout OUT
"""

from pathlib import Path
from typing import Optional
import sys
from course.command_line import Files, build_parser, run
from course.handout.pages import fill_page, make_html

FOLDER = Path(__file__).parent.parent
PAGES = [
    f'{name}{language}'
    for name in ('handout', 'dominoes', 'hex', 'game_tree')
    for language in ('', '.zh')
]


def make_pages(marking: Optional[Path] = None) -> Files:
    """Return all pages as HTML, by their paths, with points from marking."""
    return {
        f'{name}.html': make_html(
            fill_page(FOLDER / f'{name}.md', marking), f'{name}.html'
        )
        for name in PAGES
    }


def main(arguments: Optional[list[str]] = None) -> int:
    """Write what arguments ask for. Return the exit status of the program."""
    parser = build_parser(
        'course.handout',
        'Write the handout and the pages of the labs as HTML, in English and '
        'in Chinese. Each is one file, with its pictures in it.',
    )
    return run(parser, arguments, lambda options: make_pages(options.marking))


if __name__ == '__main__':
    sys.exit(main())
