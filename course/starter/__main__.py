"""Make the files that students get. Run this from the top folder:

    python3 -m course.starter OUT

course/starter.toml lists what they get.
"""
from typing import Optional
import sys
from course.command_line import run
from course.starter.plan import ASSIGNMENT, LABS, make_files


def main(arguments: Optional[list[str]] = None) -> int:
    """Make what arguments ask for. Return the exit status of the program."""
    return run(
        lambda options: make_files(options.lab or ASSIGNMENT, options.marking),
        'course.starter',
        'Write what students get: the files of the assignment, or of a lab, '
        'without what they are to write. course/starter.toml lists them.',
        LABS, arguments)


if __name__ == "__main__":
    sys.exit(main())
