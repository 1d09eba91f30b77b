"""Measure, and write what was found to RESULTS.md.

    python3 -m benchmarks [--limit SECONDS] [SECTION ...]

Only the sections that are named are measured again (default: all).
"""
from datetime import date
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Optional
import re
import sys
from benchmarks.measure import describe_machine
from interface.command_line import OneLineParser
from interface.endings import FINISHED, run_politely

RESULTS = Path(__file__).with_name('RESULTS.md')

# The sections, each with the module that measures it.
SECTIONS = {'strategies': 'strategies', 'short-cuts': 'short_cuts',
            'frontier': 'frontier', 'dominoes': 'dominoes', 'hex': 'hex_lab'}

# The packages of the extra "benchmarks".
EXTRAS = ('easyAI', 'matplotlib', 'tabulate')
PREFACE = '''# Results

Written by `python3 -m benchmarks`. Every piece of work runs in a process of its
own, one after the other in one run; `>60` means that it was stopped after so
many seconds. Counting positions is part of the time.
'''


def read_results() -> dict[str, str]:
    """Return the sections that RESULTS.md has, by title."""
    if not RESULTS.exists():
        return {}
    parts = re.split('^## (.*)\n', RESULTS.read_text(encoding='utf-8'),
                     flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def load_sections() -> dict[str, ModuleType]:
    """Return the modules of all sections. If one of EXTRAS is missing, end the
    program and say what to install.
    """
    # Only now, so that --help works without the extras.
    try:
        return {name: import_module(f'benchmarks.{module}')
                for name, module in SECTIONS.items()}
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
    modules = load_sections()
    for name in options.sections or SECTIONS:
        text = modules[name].section(options.limit)
        print(f'\n{text}\n')
        found = read_results()
        found[modules[name].TITLE] = \
            f'\n{date.today()}, {describe_machine()}.\n\n{text}\n\n'
        titles = [module.TITLE for module in modules.values()]
        parts = [f'## {title}\n{found[title].rstrip()}\n'
                 for title in titles if title in found]
        RESULTS.write_text('\n'.join([PREFACE, *parts]), encoding='utf-8')
    return FINISHED


if __name__ == "__main__":
    sys.exit(main())
