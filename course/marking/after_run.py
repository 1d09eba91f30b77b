"""What one does after a run: make the marks again, compare two runs.

All this reads the folder with the results, and runs no submission.
"""
from fractions import Fraction
from pathlib import Path
from typing import Optional
from course.marking.configuration import Configuration, ConfigurationError
from course.marking.marks import format_points
from course.marking.outputs import OVERVIEW, Outputs
from course.marking.scores import ADJUSTMENTS, Scoring, read_table

# What is not a mark in marks.csv.
WORDS = ('id', 'name', 'number', 'out_of', 'status')


def open_results(out: Path) -> tuple[Outputs, dict]:
    """Return the results in the folder out, and what their run.json says."""
    outputs = Outputs(out)
    run = outputs.read_run()
    if not run:
        raise ConfigurationError(f'{out} does not hold the results of a run.')
    return outputs, run


def score(out: Path, path: Optional[Path]) -> int:
    """Make the marks in the folder out again, by the marking.toml at path or
    that of the run. Return the exit status.
    """
    outputs, run = open_results(out)
    configuration = Configuration(path or Path(run['marking']))
    scoring = Scoring(configuration, run['tests'], out)
    found = outputs.read_records()
    for name in scoring.corrections:
        if name not in [record.id for record in found]:
            raise ConfigurationError(f'{out / ADJUSTMENTS}: there is no '
                                     f'submission {name!r}.')
    records = [scoring.score(record) for record in found]
    for record in records:
        outputs.write_reports(record)
    outputs.write_tables(records, run['isolation_in_words'])
    print(f'Made {len(records)} marks again, by {configuration.path}. Look at '
          f'{out / OVERVIEW}')
    return 0


def compare(old: Path, new: Path) -> int:
    """Print whose marks are others in the folder new than in old, and in which
    groups and tests. Return the exit status.
    """
    marks, tests = ([{row['id']: row for row in read_table(
        out / name, ['id'])} for out in (old, new)]
        for name in ('marks.csv', 'tests.csv'))
    moved = 0
    for name in sorted({*marks[0], *marks[1]}):
        if name not in marks[0] or name not in marks[1]:
            print(f'{name}: only in {old if name in marks[0] else new}')
            continue
        groups = find_moves(marks[0][name], marks[1][name])
        single = find_moves(tests[0].get(name, {}), tests[1].get(name, {}))
        moved += bool(groups)
        for group, how in groups.items():
            print(f'{name}: {how}' if group == 'total'
                  else f'    {group}: {how}')
            for test, change in single.items():
                if test.startswith(f'{group}: '):
                    print(f'        {test.removeprefix(f"{group}: ")}: '
                          f'{change}')
    print(f'{moved} of {len(marks[1])} submissions have other marks.')
    return 0


def find_moves(old: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    """Return how two rows of marks differ, by the columns in which they do. If
    they do, 'total' is among them.
    """
    moves = {}
    for column in [each for each in {**old, **new} if each not in WORDS]:
        before, after = old.get(column) or '0', new.get(column) or '0'
        change = Fraction(after) - Fraction(before)
        moves[column] = f'{before} -> {after} ' \
                        f'({"+" * (change > 0)}{format_points(change)})'
    changed = {name: text for name, text in moves.items()
               if not text.endswith('(0)')}
    total = {'total': moves['total']} if changed and 'total' in moves else {}
    return {**total, **changed}
