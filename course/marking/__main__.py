"""The command line of the tool: see course/README.md."""

from argparse import ArgumentParser, ArgumentTypeError
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any, Optional
import os
import shutil
import signal
import sys

# What the commands do, and the functions that do it: the options of a command
# are their arguments.
COMMANDS = {
    'run': ('mark all submissions in a folder or zip file', 'run.run'),
    'score': (
        'make the marks of a run again, by another marking.toml or with '
        'corrections in OUT/adjustments.csv, without a run',
        'run.score',
    ),
    'compare': (
        'list whose marks differ between two runs, and which tests '
        'made the difference',
        'run.compare',
    ),
    'similar': (
        'write the code of all submissions into a folder, as JPlag and '
        'MOSS take it',
        'export.lay_out_code',
    ),
    'doctor': (
        'try each attack for real, and print what isolation blocks here',
        'doctor.examine',
    ),
    'gradescope': (
        'write an autograder for Gradescope, a zip file',
        'export.write_autograder',
    ),
}
# Those that write into OUT.
WRITING = ('run', 'score')
# What ends it.
ENDING = (signal.SIGTERM, signal.SIGINT)


def build_parser() -> ArgumentParser:
    """Return the parser of the command line."""
    parser = ArgumentParser(
        'python3 -m course.marking',
        description='Mark a pile of submissions, '
        'each in a process of its own: course/README.md tells more.',
    )
    commands = parser.add_subparsers(
        dest='command', required=True, metavar='COMMAND'
    )
    mark, again, two, copies, _, gradescope = (
        commands.add_parser(
            name, help=text, description=text[0].upper() + text[1:] + '.'
        )
        for name, (text, _) in COMMANDS.items()
    )
    mark.add_argument(
        'submissions',
        type=Path,
        metavar='SUBMISSIONS',
        help='a folder with a folder or zip file for each, as '
        'MarkUs and Gradescope give it',
    )
    mark.add_argument(
        '-o',
        dest='out',
        type=Path,
        metavar='OUT',
        required=True,
        help='the folder for the results',
    )
    mark.add_argument(
        '-j',
        dest='jobs',
        type=read_number,
        metavar='N',
        default=os.cpu_count() or 1,
        help='how many to mark at the same time (default: one for each core)',
    )
    mark.add_argument(
        '--only',
        nargs='+',
        metavar='ID',
        help='mark only these, even if they are marked already',
    )
    mark.add_argument(
        '--resume',
        action='store_true',
        help='go on with a run that was interrupted',
    )
    copies.add_argument(
        'submissions',
        type=Path,
        metavar='SUBMISSIONS',
        help='what the run was given',
    )
    copies.add_argument(
        'folder', type=Path, metavar='FOLDER', help='the folder to make'
    )
    copies.add_argument(
        '--given',
        type=Path,
        metavar='STARTER',
        help='a folder or zip file of what students got',
    )
    again.add_argument(
        'out',
        type=Path,
        metavar='OUT',
        help='the folder with the results of the run',
    )
    for which in 'old', 'new':
        two.add_argument(
            which,
            type=Path,
            metavar=which.upper(),
            help='a folder with results',
        )
    gradescope.add_argument(
        '-o',
        dest='out',
        type=Path,
        metavar='ZIP',
        default=Path('autograder.zip'),
        help='the zip file (default: autograder.zip)',
    )
    for command in (mark, again, copies, gradescope):
        command.add_argument(
            '-c',
            dest='path',
            type=Path,
            metavar='marking.toml',
            help='how to mark; see the one in course/marking',
        )
    return parser


def read_number(text: str) -> int:
    """Return the number that text means."""
    if not text.isdecimal() or not 0 < int(text) <= 256:
        raise ArgumentTypeError(f'{text!r} is not a whole number from 1 to 256')
    return int(text)


def interrupt(*_: object) -> None:
    """End as with Ctrl-C, but only once: that takes some time."""
    for each in ENDING:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


def find(name: str) -> Any:
    """Return what a module of this package has under the name after the dot. It
    is imported only now, as not all systems have what it needs.
    """
    module, _, function = name.partition('.')
    return getattr(import_module(f'course.marking.{module}'), function)


def main(arguments: Optional[list[str]] = None) -> int:
    """Do what the command line asks for. Return the exit status."""
    if sys.platform != 'linux':  # Nothing shuts submissions in elsewhere.
        sys.stderr.write(
            'Marking needs Linux: a virtual machine, a container '
            'or, on Windows, WSL.\n'
        )
        return 2
    options = vars(build_parser().parse_args(arguments))
    command = options.pop('command')
    try:
        held: Any = nullcontext()
        if command in WRITING:
            held = find('run.hold')(options['out'])
        with held:
            return find(COMMANDS[command][1])(**options) or 0
    except (ValueError, OSError) as error:
        why: object = error
        # Where many files cannot be copied, the first one tells why.
        if isinstance(error, shutil.Error) and isinstance(error.args[0], list):
            why = error.args[0][0][-1]
        sys.stderr.write(f'python3 -m course.marking: {why}\n')
        return 2
    except KeyboardInterrupt:
        sys.stderr.write('\nInterrupted.\n')
        return 130


if __name__ == '__main__':
    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:  # In the background.
            signal.signal(number, interrupt)
    sys.exit(main())
