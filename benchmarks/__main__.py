"""Measure, and print the results: python3 -m benchmarks > RESULTS.md"""

from datetime import date
import platform
import sys
from interface.command_line import OneLineParser


def main() -> None:
    """Measure everything."""
    parser = OneLineParser(
        prog='python3 -m benchmarks',
        description='Measure, and print RESULTS.md.',
    )
    parser.add_argument(
        '--limit',
        type=float,
        default=30,
        metavar='SECONDS',
        help='how long easyAI may take (default: 30)',
    )
    limit = parser.parse_args().limit
    try:
        from benchmarks import easy_ai, short_cuts
    except ModuleNotFoundError as missing:
        sys.exit(
            f'This needs {missing.name}. To install all that it needs: '
            "python3 -m pip install -e '.[benchmarks]'"
        )
    print(
        f'# Results\n\n{date.today()}, {platform.system()}, CPython '
        f'{platform.python_version()}: python3 -m benchmarks.'
    )
    print(f'\n{easy_ai.measure_easy_ai(limit)}', flush=True)
    print(f'\n{short_cuts.measure_short_cuts()}')


if __name__ == '__main__':
    main()
