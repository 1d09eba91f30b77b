"""Write the pages for students as HTML. Run this from the top folder:

    python3 -m course.handout OUT
"""
from typing import Optional
import sys
from course.command_line import run
from course.handout.pages import make_pages


def main(arguments: Optional[list[str]] = None) -> int:
    """Write what arguments ask for. Return the exit status of the program."""
    return run(
        lambda options: make_pages(options.marking), 'course.handout',
        'Write the handout and the pages of the labs as HTML, in English and '
        'in Chinese. Each is one file, with its pictures in it.', [], arguments)


if __name__ == "__main__":
    sys.exit(main())
