"""What one does after a run. No submission is run here."""
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Optional
from course.marking.archives import is_archive, unpack
from course.marking.configuration import Configuration, ConfigurationError
from course.marking.intake import find_submissions
from course.marking.marks import WORDS, format_points
from course.marking.outputs import OVERVIEW, Outputs, write_json
from course.marking.scores import ADJUSTMENTS, Scoring, read_table

Row = dict[str, str]


def score(out: Path, path: Optional[Path]) -> None:
    """Make the marks in out again, by the marking.toml at path, or else by the
    one that they were made by.
    """
    outputs = Outputs(out)
    run = outputs.read_run()
    if not run:
        raise ConfigurationError(f'{out} does not hold the results of a run.')
    configuration = Configuration(path or Path(run['scored']))
    found = outputs.read_all()
    late = configuration.check_times({each.id: each.submitted
                                      for each in found})
    scoring = Scoring(configuration, run['tests'], out)
    records = [scoring.score(each) for each in found]
    unknown = scoring.corrections.keys() - {each.id for each in records}
    if unknown:
        raise ConfigurationError(f'{out / ADJUSTMENTS}: there is no '
                                 f'submission {min(unknown)!r}.')
    for record in records:
        outputs.write_reports(record)
    run['scored'] = str(configuration.path)
    outputs.write_tables(records, run)
    write_json(out / 'run.json', run)
    print(f'Made {len(records)} marks again. Points come from '
          f'{configuration.path}.')
    if late:
        print(f'It is not known if these are late: {", ".join(late)}.')
    print(f'Look at {out / OVERVIEW}')


def compare(old: Path, new: Path) -> None:
    """Print whose marks differ between two runs, in which groups and tests."""
    marks, tests = ([{row['id']: row for row in read_table(out / table, needed)}
                     for out in (old, new)]
                    for table, needed in (('marks.csv', ('id', 'total')),
                                          ('tests.csv', ('id',))))
    for name in sorted(marks[0].keys() ^ marks[1].keys()):
        print(f'{name}: only in {old if name in marks[0] else new}')
    moved = 0
    for name in sorted(marks[0].keys() & marks[1].keys()):
        one, two = marks[0][name], marks[1][name]
        groups = find_moves(one, two)
        single = find_moves(*(each.get(name, {}) for each in tests))
        if groups:
            moved += 1
            print(f'{name}: {one["total"]} -> {two["total"]}')
        for group, how in groups.items():
            print(f'    {group}: {how}')
            for test in [each for each in single
                         if each.rpartition(': ')[0] == group]:
                print(f'        {test.rpartition(": ")[2]}: {single[test]}')
    print(f'Submissions with other marks: {moved} of {len(marks[1])}.')


def find_moves(old: Row, new: Row) -> dict[str, str]:
    """Return the columns in which two rows of points differ, and how."""
    moves = {}
    for column in [each for each in {**old, **new} if each not in WORDS]:
        before, after = old.get(column) or '0', new.get(column) or '0'
        change = Fraction(after) - Fraction(before)
        if change:
            more = '+' * (change > 0) + format_points(change)
            moves[column] = f'{before} -> {after} ({more})'
    return moves


def lay_out_code(submissions: Path, folder: Path, given: Optional[Path],
                 path: Optional[Path]) -> None:
    """Write all code into folder, as JPlag and MOSS take it: that of each
    submission into a folder of its own, and what students got into another.
    """
    limits = Configuration(path).files
    supplied = {Path(each).name for each in limits['supplied']}
    if given is not None and not given.exists():
        raise ConfigurationError(f'There is no {given}.')
    if folder.exists() and any(folder.iterdir()):
        raise ConfigurationError(f'{folder} is not empty. Choose another one.')
    with TemporaryDirectory() as name:
        found = find_submissions(submissions, Path(name), limits)
        for submission in found:
            write_code({file: source
                        for file, source in submission.files.items()
                        if Path(file).parts[0] not in supplied},
                       folder / 'submissions' / submission.id)
        if given is not None and is_archive(given):
            unpack(given, Path(name) / 'given', limits['largest_mb'],
                   limits['most_files'])
            given = Path(name) / 'given'
        if given is not None:
            write_code({str(source.relative_to(given)): source
                        for source in sorted(given.rglob('*.py'))},
                       folder / 'given')
    print(f'The code of {len(found)} submissions is in {folder}. To have it '
          f'compared, see course/README.md.')


def write_code(files: dict[str, Path], folder: Path) -> None:
    """Copy those of files that are Python right into folder, each once."""
    folder.mkdir(parents=True, exist_ok=True)
    for source, place in {each: name for name, each in files.items()}.items():
        if place.endswith('.py'):
            (folder / place.replace('/', '_')).write_bytes(source.read_bytes())
