"""Running the two provided suites in other folders, as students do."""

from pathlib import Path
from subprocess import CompletedProcess
import re
from tests.support.programs import FLAT_FILES, TOP, copy_to, run_in
from tests.support.wrong_programs import Wrong

SUITES = ['stonehenge_unittest_basic', 'minimax_unittest_basic']
SUITE_FILES = [f'{name}.py' for name in (*SUITES, 'suite_support')]
SOLUTIONS = TOP / 'tests' / 'support' / 'solutions'

# What a solution has that can take the place of ours.
GAMES_AND_STRATEGIES = [
    name for name in FLAT_FILES if name != 'game_interface.py'
]
# What one solution has under other names than the handout's.
OTHER_NAMES = {
    'game.py': 'Game = TwoPlayerGame',
    'game_state.py': 'GameState = Position',
    'strategy.py': 'interactive_strategy = ask_player\n'
    'random_strategy = any_move\n'
    'rough_outcome_strategy = look_ahead\n'
    'recursive_minimax_strategy = minimax\n'
    'iterative_minimax_strategy = minimax_without_recursion',
}


def copy_suites(folder: Path) -> None:
    """Copy both suites, and what they share, to folder."""
    copy_to(folder, SUITE_FILES, TOP / 'tests')


def copy_solution(name: str, folder: Path) -> None:
    """Copy a right solution and both suites to folder."""
    source = SOLUTIONS / name
    copy_to(folder, [path.name for path in source.glob('*.py')], source)
    copy_suites(folder)


def write_wrong_solution(wrong: Wrong, folder: Path) -> None:
    """Put a wrong solution and both suites into folder."""
    copy_solution('lists', folder)
    path = folder / wrong.place
    path.write_text(wrong.change(path.read_text('utf-8')), 'utf-8')


def use_solution(folder: Path, solution: str, files: list[str]) -> None:
    """Put files of a solution in the places of ours in folder."""
    copy_to(folder, files, SOLUTIONS / solution)
    if solution == 'own_classes':
        for name in files:
            with open(folder / name, 'a', encoding='utf-8') as file:
                file.write(OTHER_NAMES.get(name, '') + '\n')


def run_suites(
    folder: Path,
    *arguments: str,
    suites: list[str] = SUITES,
    seconds: float | str = 10,
) -> CompletedProcess[str]:
    """Run suites in folder, with arguments for unittest and this many seconds
    for each test. What they choose at random is the same each time.
    """
    return run_in(
        folder,
        '-m',
        'unittest',
        *arguments,
        *suites,
        SECONDS_PER_TEST=str(seconds),
        SEED='148',
    )


def failures_in(report: str) -> dict[str, str]:
    """Return what report says of each test that failed, by class and name, in
    the order of the report. Line breaks and indentation count as blanks.
    """
    parts = re.split(
        r'^={70}\nFAIL: \w+ \(\w+\.(.*)\)$', report, flags=re.MULTILINE
    )
    return {
        name: ' '.join(text.split())
        for name, text in zip(parts[1::2], parts[2::2])
    }


def check_report(
    wrong: Wrong,
    folder: Path,
    *arguments: str,
    suites: list[str] = SUITES,
    count: int = 1,
) -> str:
    """Check that suites, run on this solution, which is in folder, report as
    many failures, and say of the first what they should. Return the whole
    report.
    """
    ((test, *said),) = wrong.said['suites']
    endless = any('still running' in words for words in said)
    done = run_suites(
        folder, *arguments, suites=suites, seconds=1 if endless else 10
    )
    failures = failures_in(done.stdout)
    assert done.returncode != 0
    assert len(failures) == count, done.stdout
    assert next(iter(failures)) == test, done.stdout
    assert all(words in failures[test] for words in said), done.stdout
    assert 'Traceback' not in done.stdout
    return done.stdout
