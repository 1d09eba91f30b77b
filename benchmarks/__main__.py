"""Measure, and write what was found to RESULTS.md.

    python3 -m benchmarks [--limit SECONDS] [SECTION ...]

Only the sections that are named are measured again (default: all).
"""
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Callable, Optional
import re
import sys
from interface.command_line import OneLineParser
from interface.endings import FINISHED, run_politely

RESULTS = Path(__file__).with_name('RESULTS.md')

# The sections: the title of each, and the module and function that measure it.
SECTIONS = {
    'strategies': ('Exact strategies side by side',
                   'strategies', 'compare_strategies'),
    'short-cuts': ('Short cuts, each taken out in turn',
                   'short_cuts', 'count_all_positions'),
    'frontier': ('Stonehenge 5, ply by ply',
                 'strategies', 'measure_ply_by_ply'),
    'dominoes': ('Dominoes: leaves per second', 'labs', 'compare_dominoes'),
    'hex': ('Hex: alpha-beta beside bounded minimax', 'labs', 'compare_hex')}

# The packages of the extra "benchmarks".
EXTRAS = ('easyAI', 'matplotlib', 'tabulate')
PREFACE = '''# Results

Written by `python3 -m benchmarks`. Every piece of work runs in a process of its
own, one after the other in one run; `>60` means that it was stopped after this
many seconds. Counting positions is part of the time.
'''


def read_results() -> dict[str, str]:
    """Return the sections that RESULTS.md has, by title."""
    if not RESULTS.exists():
        return {}
    parts = re.split('^## (.*)\n', RESULTS.read_text(encoding='utf-8'),
                     flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def load(module: str, function: str) -> Callable:
    """Return a function of a module of this folder. If one of EXTRAS is
    missing, end the program and say what to install.
    """
    # Only when it is needed, so that --help works without the extras.
    try:
        return getattr(import_module(f'benchmarks.{module}'), function)
    except ImportError as error:
        if str(error.name).partition('.')[0] not in EXTRAS:
            raise
        sys.exit(f'This needs {error.name}. To install all that it needs: '
                 "python3 -m pip install -e '.[benchmarks]'")


def main() -> int:
    """Measure what the command line says. Return the exit status."""
    sys.argv[0] = 'python3 -m benchmarks'  # What errors call the program.
    return run_politely(measure_sections, None)


def measure_sections(arguments: Optional[list[str]]) -> int:
    """Measure what arguments (None: those of the command line) say, and write
    RESULTS.md. Return the exit status.
    """
    parser = OneLineParser(prog='python3 -m benchmarks',
                           description='Measure, and write RESULTS.md.')
    parser.add_argument('sections', nargs='*', metavar='SECTION',
                        help='what to measure: ' + ', '.join(SECTIONS))
    parser.add_argument('--limit', type=float, default=60,
                        help='seconds after which a piece of work is stopped')
    options = parser.parse_args(arguments)
    unknown = set(options.sections) - set(SECTIONS)
    if unknown:
        parser.error(f'there is no section {sorted(unknown)[0]!r}')
    describe_machine = load('measure', 'describe_machine')
    for name in options.sections or SECTIONS:
        title, module, function = SECTIONS[name]
        text = load(module, function)(options.limit)
        print(f'\n{text}\n')
        found = read_results()
        found[title] = \
            f'\n{date.today()}, {describe_machine()}.\n\n{text}\n\n'
        titles = [place[0] for place in SECTIONS.values()]
        parts = [f'## {each}\n{found[each].rstrip()}\n'
                 for each in titles if each in found]
        RESULTS.write_text('\n'.join([PREFACE, *parts]), encoding='utf-8')
    return FINISHED


if __name__ == "__main__":
    sys.exit(main())
