"""Measure, and write what was found to RESULTS.md.

    python3 -m benchmarks [--limit SECONDS] [SECTION ...]

Only the sections that are named are measured again (default: all).
"""
from datetime import date
from importlib import import_module
from pathlib import Path
import re
import sys
from interface.command_line import OneLineParser

RESULTS = Path(__file__).with_name('RESULTS.md')

# The sections: the title of each, and the module and function that measure it.
SECTIONS = {
    'strategies': ('Exact strategies side by side',
                   'strategies', 'compare_strategies'),
    'short-cuts': ('Short cuts, each taken out in turn',
                   'short_cuts', 'count_all_positions')}

PREFACE = '''# Results

Written by `python3 -m benchmarks`. Every piece of work runs in a process of its
own, one after the other in one run; `>60` means that it was stopped after this
many seconds. Counting positions is part of the time.
'''


def replace_section(title: str, text: str) -> None:
    """Write RESULTS.md again, with text as the section with this title."""
    parts = re.split('^## (.*)\n', RESULTS.read_text(encoding='utf-8'),
                     flags=re.MULTILINE)
    found = {**dict(zip(parts[1::2], parts[2::2])), title: f'\n{text}\n'}
    sections = [f'## {each}\n{found[each].rstrip()}\n'
                for each, *_ in SECTIONS.values() if each in found]
    RESULTS.write_text('\n'.join([PREFACE, *sections]), encoding='utf-8')


def main() -> None:
    """Measure what the command line says."""
    parser = OneLineParser(prog='python3 -m benchmarks',
                           description='Measure, and write RESULTS.md.')
    parser.add_argument('sections', nargs='*', metavar='SECTION',
                        help='what to measure: ' + ', '.join(SECTIONS))
    parser.add_argument('--limit', type=float, default=60,
                        help='seconds after which a piece of work is stopped')
    options = parser.parse_args()
    for unknown in set(options.sections) - set(SECTIONS):
        parser.error(f'there is no section {unknown!r}')
    for title, module, function in map(SECTIONS.__getitem__,
                                       options.sections or SECTIONS):
        # Only now, so that --help works without the extras.
        try:
            measure = getattr(import_module(f'benchmarks.{module}'), function)
            machine = import_module('benchmarks.measure').describe_machine()
        except ModuleNotFoundError as error:
            sys.exit(f'This needs {error.name}. To install all that it needs: '
                     "python3 -m pip install -e '.[benchmarks]'")
        text = measure(options.limit)
        print(f'\n{text}\n')
        replace_section(title, f'{date.today()}, {machine}.\n\n{text}')


if __name__ == "__main__":
    main()
