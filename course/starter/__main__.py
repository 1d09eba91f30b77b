"""Make the files that students get. Run this from the top folder:

    python3 -m course.starter OUT

course/starter.toml lists what they get.
"""
from argparse import Namespace
from typing import Optional
import sys
from course.command_line import build_parser, run
from course.starter.output import Files
from course.starter.plan import ASSIGNMENT, make_files, read_plan


def make(options: Namespace) -> Files:
    """Return the files that options ask for."""
    return make_files(read_plan(options.lab), marking=options.marking)


def main(arguments: Optional[list[str]] = None) -> int:
    """Make what arguments ask for. Return the exit status of the program."""
    parser = build_parser(
        'course.starter',
        'Write what students get: the files of the assignment, or of a lab, '
        'without what they are to write. course/starter.toml lists them.')
    parser.add_argument('--lab', metavar='LAB', default=ASSIGNMENT,
                        help='a lab, instead of the assignment')
    parser.add_argument('--zip', action='store_true',
                        help='make a zip file, called OUT, instead')
    return run(parser, arguments, make)


if __name__ == "__main__":
    sys.exit(main())
