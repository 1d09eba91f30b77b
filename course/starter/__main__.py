"""Make the files that students get. Run this from the top folder:

    python3 -m course.starter OUT

course/starter.toml lists what they get.
"""

from typing import Optional
import sys
from course.command_line import build_parser, run
from course.starter.plan import ASSIGNMENT, make_files


def main(arguments: Optional[list[str]] = None) -> int:
    """Make what arguments ask for. Return the exit status of the program."""
    parser = build_parser(
        'course.starter',
        'Write what students get: the files of the assignment, or of a lab, '
        'without what they are to write. course/starter.toml lists them.',
    )
    parser.add_argument(
        '--lab',
        metavar='LAB',
        default=ASSIGNMENT,
        help='a lab, instead of the assignment',
    )
    parser.add_argument(
        '--zip',
        action='store_true',
        help='make a zip file, called OUT, instead',
    )
    return run(
        parser,
        arguments,
        lambda options: make_files(options.lab, options.marking),
    )


if __name__ == '__main__':
    sys.exit(main())
