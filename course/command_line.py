"""What the command lines of course.handout and course.starter share."""
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Callable, Optional
import sys
from course.marking.configuration import ConfigurationError
from course.starter.source import StarterError
from course.starter.output import Files, write


def build_parser(program: str, description: str) -> ArgumentParser:
    """Return a parser of the options that both programs have."""
    parser = ArgumentParser(prog=f'python3 -m {program}',
                            description=description)
    parser.add_argument('out', metavar='OUT', type=Path,
                        help='the folder to make')
    parser.add_argument('--force', action='store_true',
                        help='replace what was made before')
    parser.add_argument('--marking', type=Path, metavar='FILE',
                        help='the marking.toml that the points in the handout '
                             'come from')
    parser.set_defaults(zip=False)
    return parser


def run(parser: ArgumentParser, arguments: Optional[list[str]],
        make: Callable[[Namespace], Files]) -> int:
    """Write what make returns for the options in arguments (None: those of the
    command line). Return the exit status of the program.
    """
    options = parser.parse_args(arguments)
    try:
        files = make(options)
        write(files, options.out, options.zip, options.force)
    except (StarterError, ConfigurationError, OSError, SyntaxError) as error:
        print(f'{parser.prog}: {str(error).rstrip(".")}.', file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print('\nInterrupted.', file=sys.stderr)
        return 130
    print(f'{len(files)} files are in {options.out}.')
    return 0
