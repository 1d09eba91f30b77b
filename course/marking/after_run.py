"""What one does after a run. No submission is run here."""
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from importlib import import_module
from io import StringIO
from itertools import combinations
from pathlib import Path
from subprocess import DEVNULL, check_call
from tempfile import TemporaryDirectory
from typing import Any, Iterator, Optional
import os
import sys
from course.marking.configuration import OWN_TESTS, TOP, Configuration, \
    ConfigurationError, is_in
from course.marking.files import copy_files
from course.marking.intake import Submission, find_submissions
from course.marking.isolation import find_isolation
from course.marking.marker import Marker
from course.marking.marks import PASSED, WORDS, format_points
from course.marking.outputs import OVERVIEW, SIMILAR, Outputs, \
    render, write_json, write_text
from course.marking.scores import ADJUSTMENTS, FAULTS, Scoring, \
    find_behaviours, format_table, read_table
from course.marking.student_tests import Fault, read_faults, write_solution

Row = dict[str, str]

# As many characters in a row are no chance, where each name counts as one.
LONG = 25
MUCH = 500  # Characters that two submissions share. Less says nothing.
LEAST = 50  # Per cent of a submission that others may not have.
MISSING = "This needs copydetect: .venv/bin/pip install -e '.[similar]'"


def open_results(out: Path) -> tuple[Outputs, dict]:
    """Return the results in out, and what their run.json says."""
    outputs = Outputs(out)
    run = outputs.read_run()
    if not run:
        raise ConfigurationError(f'{out} does not hold the results of a run.')
    return outputs, {'scored': run['marking'], **run}


def score(out: Path, path: Optional[Path]) -> None:
    """Make the marks in out again, by the marking.toml at path, if any."""
    outputs, run = open_results(out)
    configuration = Configuration(path or Path(run['marking']))
    scoring = Scoring(configuration, run['tests'], out)
    records = [scoring.score(found) for found in outputs.read_all()]
    unknown = scoring.corrections.keys() - {each.id for each in records}
    if unknown:
        raise ConfigurationError(f'{out / ADJUSTMENTS}: there is no '
                                 f'submission {min(unknown)!r}.')
    for record in records:
        outputs.write_reports(record)
    outputs.write_tables(records, run['isolation_in_words'])
    write_json(out / 'run.json', {**run, 'scored': str(configuration.path)})
    print(f'Made {len(records)} marks again, by {configuration.path}. Look at '
          f'{out / OVERVIEW}')


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


def look_for_faults(out: Path, path: Optional[Path], contained: bool) -> None:
    """Run the tests on solutions with known faults, as they were run for out.
    Print which submissions behave like them, and score.
    """
    outputs, run = open_results(out)
    path = path or Path(run['scored'])
    configuration = Configuration(path)
    marker = Marker(configuration, find_isolation(contained))
    if configuration.digest != run['configuration']:
        raise ConfigurationError(f'{configuration.path}, or a suite, has '
                                 f'changed since {out} was made.')
    marker.wanted, marker.seed = run['tests'], run['seed']
    configuration.style['points'] = Fraction(0)

    def find_failed(fault: Fault) -> list[str]:
        """Return the tests that a solution with this fault does not pass."""
        with TemporaryDirectory() as name:
            write_solution(Path(name), fault)
            found = marker.mark(Submission(fault['name'], Path(name)))
        return [test['id'] for test in found.tests if test['status'] != PASSED
                and not is_in(test['id'], OWN_TESTS.stem)]

    faults = read_faults()
    print(f'Running the tests on {len(faults)} solutions with known faults.')
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = list(pool.map(find_failed, faults))
    write_json(out / FAULTS, {fault['name']: tests
                              for fault, tests in zip(faults, failed)})
    for name, ids in find_behaviours(out, outputs.read_all()).items():
        print(f'{len(ids)}: {name} ({", ".join(ids)})')
    score(out, path)


def look_for_copies(submissions: Path, out: Path, path: Optional[Path]) -> None:
    """Write down which of submissions share much of their text, and score."""
    path = path or Path(open_results(out)[1]['scored'])
    try:
        copydetect = import_module('copydetect')
    except ImportError:
        raise ConfigurationError(MISSING) from None
    texts = read_texts(submissions, Configuration(path))
    pairs = sorted(find_pairs(copydetect, texts),
                   key=lambda pair: -max(pair[1]))
    write_text(out / f'{SIMILAR}.csv', format_table(
        [['first', 'second', 'of_first', 'of_second'],
         *([*ids, *shares] for ids, shares, _ in pairs)]))
    write_text(out / f'{SIMILAR}.html', render(
        'similar.html.jinja', pairs=[list(zip(*pair)) for pair in pairs]))
    for (one, two), (first, second), _ in pairs:
        print(f'{one} ({first}%), {two} ({second}%)')
    print(f'Similar pairs among {len(texts)} submissions: {len(pairs)}.')
    score(out, path)


def find_pairs(copydetect: Any, texts: Row) -> Iterator[tuple[
        tuple[str, str], list[int], list[str]]]:
    """Yield the pairs of texts, by their names, that share LEAST per cent of
    one: how much of each, and both as HTML, with what they share marked.
    """
    def make_print(text: str, given: Any = None) -> Any:
        """Return the fingerprint of text without what is given."""
        return copydetect.CodeFingerprint('a.py', LONG, 1, boilerplate=given,
                                          fp=StringIO(text))
    given = sorted(make_print(read_given()).hashes)
    prints = {name: make_print(text, given) for name, text in texts.items()}
    for pair in combinations(prints, 2):
        one, two = (prints[name] for name in pair)
        # To compare takes long, so this sorts out most pairs.
        if 200 * len(one.hashes & two.hashes) \
                >= LEAST * min(len(one.hashes), len(two.hashes)):
            length, shares, places = copydetect.compare_files(one, two)
            if length >= MUCH and 100 * max(shares) >= LEAST:
                yield pair, [round(100 * share) for share in shares], [
                    copydetect.utils.highlight_overlap(
                        texts[name], where, '<mark>', '</mark>',
                        escape_html=True)[0]
                    for name, where in zip(pair, places)]


def read_texts(source: Path, configuration: Configuration) -> dict[str, str]:
    """Return all code of each submission in source, file after file."""
    texts = {}
    supplied = {Path(each).name for each in configuration.files['supplied']}
    with TemporaryDirectory() as name:
        for found in find_submissions(source, Path(name), configuration.files):
            target = Path(name) / 'taken' / found.id
            if not found.problem:
                copy_files(found, target, configuration.files)
                files = [path.relative_to(target)
                         for path in sorted(target.rglob('*.py'))]
                texts[found.id] = '\n'.join(
                    f'# {file}\n{(target / file).read_text("utf-8", "replace")}'
                    for file in files if file.parts[0] not in supplied)
    return texts


def read_given() -> str:
    """Return all code that students get."""
    with TemporaryDirectory() as name:
        given = Path(name) / 'given'
        check_call([sys.executable, '-m', 'course.starter', str(given)],
                   cwd=TOP, stdout=DEVNULL)
        return '\n'.join(path.read_text('utf-8')
                         for path in sorted(given.rglob('*.py')))
