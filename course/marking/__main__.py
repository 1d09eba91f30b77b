"""The command line of the tool: see course/README.md."""
from argparse import ArgumentParser, ArgumentTypeError
from contextlib import nullcontext
from pathlib import Path
from typing import Callable, Optional
import os
import sys
from course.marking.after_run import compare, look_for_copies, \
    look_for_faults, score
from course.marking.doctor import examine
from course.marking.export import write_autograder, write_tester
from course.marking.run import hold, run

# The functions of the commands, and what these do. The options of a command are
# the arguments of its function.
COMMANDS: dict[str, tuple[Callable[..., Optional[int]], str]] = {
    'run': (run, 'mark all submissions in a folder or zip file'),
    'score': (score, 'make the marks of a run again, by another marking.toml '
                     'or with corrections in OUT/adjustments.csv, without a '
                     'run'),
    'compare': (compare, 'list whose marks differ between two runs, and which '
                         'tests made the difference'),
    'class': (look_for_faults, 'list which submissions behave like solutions '
                               'with known faults'),
    'similar': (look_for_copies, 'list submissions that share much of their '
                                 'text'),
    'doctor': (examine, 'try each attack for real, and print what isolation '
                        'blocks here'),
    'gradescope': (write_autograder, 'write an autograder for Gradescope, a '
                                     'zip file'),
    'markus': (write_tester, 'write the files of a custom tester for MarkUs, '
                             'and its settings')}
# Those that write into OUT.
WRITING = ('run', 'score', 'class', 'similar')


def build_parser() -> ArgumentParser:
    """Return the parser of the command line."""
    parser = ArgumentParser(
        'python3 -m course.marking', description='Mark a pile of submissions, '
        'each in a process of its own: course/README.md tells more.')
    commands = parser.add_subparsers(dest='command', required=True,
                                     metavar='COMMAND')
    mark, again, two, faults, copies, doctor, gradescope, markus = (
        commands.add_parser(name, help=text,
                            description=text[0].upper() + text[1:] + '.')
        for name, (_, text) in COMMANDS.items())
    mark.add_argument('submissions', type=Path, metavar='SUBMISSIONS',
                      help='a folder with a folder or zip file for each, as '
                           'MarkUs and Gradescope give it')
    mark.add_argument('-o', dest='out', type=Path, metavar='OUT',
                      required=True, help='the folder for the results')
    mark.add_argument('-j', dest='jobs', type=read_number, metavar='N',
                      default=os.cpu_count() or 1,
                      help='how many to mark at the same time (default: one '
                           'for each core)')
    mark.add_argument('--only', nargs='+', metavar='ID',
                      help='mark only these, even if they are marked already')
    mark.add_argument('--resume', action='store_true',
                      help='go on with a run that was interrupted')
    copies.add_argument('submissions', type=Path, metavar='SUBMISSIONS',
                        help='what the run was given')
    for command in (again, faults, copies):
        command.add_argument('out', type=Path, metavar='OUT',
                             help='the folder with the results of the run')
    for which in 'old', 'new':
        two.add_argument(which, type=Path, metavar=which.upper(),
                         help='a folder with results')
    gradescope.add_argument('-o', dest='out', type=Path, metavar='ZIP',
                            default=Path('autograder.zip'),
                            help='the zip file (default: autograder.zip)')
    markus.add_argument('-o', dest='out', type=Path, metavar='FOLDER',
                        default=Path('markus_tester'),
                        help='the folder for them (default: markus_tester)')
    for command in (mark, again, faults, copies, gradescope, markus):
        command.add_argument('-c', dest='path', type=Path,
                             metavar='marking.toml',
                             help='how to mark; see the one in '
                                  'course/marking')
    for command in (mark, faults, doctor):
        command.add_argument('--contained', action='store_true',
                             help='accept less isolation, where there is no '
                                  'bubblewrap')
    return parser


def read_number(text: str) -> int:
    """Return the number that text means."""
    if not text.isdecimal() or not 0 < int(text) <= 256:
        raise ArgumentTypeError(f'{text!r} is not a whole number from 1 to 256')
    return int(text)


def main(arguments: Optional[list[str]] = None) -> int:
    """Do what the command line asks for. Return the exit status."""
    options = vars(build_parser().parse_args(arguments))
    command = options.pop('command')
    try:
        with hold(options['out']) if command in WRITING else nullcontext():
            return COMMANDS[command][0](**options) or 0
    except (ValueError, OSError) as error:
        sys.stderr.write(f'python3 -m course.marking: {error}\n')
        return 2
    except KeyboardInterrupt:
        sys.stderr.write('\nInterrupted.\n')
        return 130


if __name__ == '__main__':
    sys.exit(main())
