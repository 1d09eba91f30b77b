"""Make the files that students get. Run this from the top folder:

    python3 -m course.starter OUT

course/starter.toml lists what they get.
"""
from argparse import ArgumentParser
from pathlib import Path
from typing import Optional
import sys
from course.starter.errors import StarterError
from course.starter.output import write
from course.starter.plan import ASSIGNMENT, list_plans, make_files, read_plan


def main(arguments: Optional[list[str]] = None) -> int:
    """Make what arguments (None: those of the command line) ask for. Return
    the exit status of the program.
    """
    parser = ArgumentParser(
        prog='python3 -m course.starter',
        description='Write what students get: the files of the assignment, or '
                    'of a lab, without what they are to write. '
                    'course/starter.toml lists them.')
    parser.add_argument('out', metavar='OUT', type=Path,
                        help='the folder to make, or the zip file')
    try:
        labs = [name for name in list_plans() if name != ASSIGNMENT]
        parser.add_argument('--lab', choices=labs,
                            help='a lab, instead of the assignment')
        parser.add_argument('--zip', action='store_true',
                            help='make a zip file')
        parser.add_argument('--force', action='store_true',
                            help='replace what was made before')
        parser.add_argument('--marking', type=Path, metavar='FILE',
                            help='the marking.toml that the points in the '
                                 'handout come from')
        options = parser.parse_args(arguments)
        plan = read_plan(options.lab or ASSIGNMENT)
        files = make_files(plan, marking=options.marking)
        write(files, options.out, options.zip, options.force)
    except StarterError as error:
        print(f'{parser.prog}: {error}.', file=sys.stderr)
        return 2
    print(f'{len(files)} files are in {options.out}.')
    return 0


if __name__ == "__main__":
    sys.exit(main())
