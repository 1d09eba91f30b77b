"""The command line of the tool: see course/README.md."""
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import Optional
import os
import sys
from course.marking.after_run import compare, look_for_copies, \
    look_for_faults, score
from course.marking.doctor import examine
from course.marking.export import write_autograder, write_tester
from course.marking.run import Run, hold

DESCRIPTION = """Mark a pile of submissions. Each one runs in a process of its
own, isolated; the tests run in another process, and ask it. course/README.md
tells more."""

COMMANDS = {
    'run': 'mark all submissions in a folder or zip file',
    'score': 'make the marks of a run again, by another marking.toml or with '
             'corrections in OUT/adjustments.csv, without a run',
    'compare': 'list whose marks differ between two runs, and which tests '
               'made the difference',
    'class': 'list which submissions behave like solutions with known faults',
    'similar': 'list submissions that share much of their text',
    'doctor': 'try each attack for real, and print what isolation blocks here',
    'gradescope': 'write an autograder for Gradescope, a zip file',
    'markus': 'write the files of a custom tester for MarkUs, and its settings'}


def build_parser() -> ArgumentParser:
    """Return the parser of the command line."""
    parser = ArgumentParser('python3 -m course.marking',
                            description=DESCRIPTION)
    commands = parser.add_subparsers(dest='command', required=True,
                                     metavar='COMMAND')
    run, score_again, two, faults, copies, doctor, gradescope, markus = (
        commands.add_parser(name, help=text,
                            description=text[0].upper() + text[1:] + '.')
        for name, text in COMMANDS.items())
    run.add_argument('submissions', type=Path, metavar='SUBMISSIONS',
                     help='a folder with a folder or zip file for each, as '
                          'MarkUs and Gradescope give it')
    run.add_argument('-o', dest='out', type=Path, required=True, metavar='OUT',
                     help='the folder for the results')
    run.add_argument('-j', dest='jobs', type=read_number, metavar='N',
                     default=os.cpu_count() or 1,
                     help='how many to mark at the same time (default: one '
                          'for each core)')
    run.add_argument('--only', nargs='+', metavar='ID',
                     help='mark only these, even if they are marked already')
    run.add_argument('--resume', action='store_true',
                     help='go on with a run that was interrupted')
    copies.add_argument('submissions', type=Path, metavar='SUBMISSIONS',
                        help='what the run was given')
    for command in (score_again, faults, copies):
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
    for command in (run, score_again, faults, copies, gradescope, markus):
        command.add_argument('-c', dest='configuration', type=Path,
                             metavar='marking.toml',
                             help='how to mark; see the one in '
                                  'course/marking')
    for command in (run, faults, doctor):
        command.add_argument('--contained', action='store_true',
                             help='accept less isolation, where there is no '
                                  'bubblewrap')
    return parser


def read_number(text: str) -> int:
    """Return the number that text means."""
    if not text.isdecimal() or not 0 < int(text) <= 256:
        raise ArgumentTypeError(f'{text!r} is not a whole number from 1 to 256')
    return int(text)


def do(command: str, options: Namespace) -> int:
    """Do what this command says. Return the exit status."""
    if command == 'compare':
        return compare(options.old, options.new)
    if command == 'doctor':
        return examine(options.contained)
    configuration, out = options.configuration, options.out
    if command == 'gradescope':
        return write_autograder(configuration, out)
    if command == 'markus':
        return write_tester(configuration, out)
    if command == 'run':
        return Run(options).go()
    with hold(out):
        if command == 'class':
            return look_for_faults(out, configuration, options.contained)
        if command == 'similar':
            return look_for_copies(options.submissions, out, configuration)
        return score(out, configuration)


def main(arguments: Optional[list[str]] = None) -> int:
    """Do what the command line asks for. Return the exit status."""
    options = build_parser().parse_args(arguments)
    try:
        return do(options.command, options)
    except (ValueError, OSError) as error:
        sys.stderr.write(f'python3 -m course.marking: {error}\n')
        return 2
    except KeyboardInterrupt:
        sys.stderr.write('\nInterrupted.\n')
        return 130


if __name__ == '__main__':
    sys.exit(main())
