"""What one does after a run: make the marks again, compare two runs, look for
known faults and for submissions with the same text. No submission is run here.
"""
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from importlib import import_module
from io import StringIO
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Optional
import os
from course.marking.configuration import OWN_TESTS, Configuration, \
    ConfigurationError
from course.marking.files import copy_files
from course.marking.intake import Submission, find_submissions
from course.marking.isolation import find_isolation
from course.marking.marker import Marker
from course.marking.marks import PASSED, format_points
from course.marking.outputs import OVERVIEW, SIMILAR, Outputs, \
    format_similar, write_json, write_text
from course.marking.scores import ADJUSTMENTS, FAULTS, Scoring, \
    find_behaviours, format_table, read_table
from course.marking.student_tests import Fault, read_faults, write_solution

# What is not a mark in marks.csv.
WORDS = ('id', 'name', 'number', 'out_of', 'status')
# As many characters in a row are no chance, where each name counts as one.
LONG = 25
MUCH = 500  # Characters that two submissions share. Less says nothing.
MISSING = "This needs copydetect: .venv/bin/pip install -e '.[similar]'"


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


def look_for_faults(out: Path, path: Optional[Path], contained: bool) -> int:
    """Run the tests on solutions with known faults, as they were run for the
    results in the folder out, and print which submissions behave like them.
    Then do what score does. Return the exit status.
    """
    outputs, run = open_results(out)
    configuration = Configuration(path or Path(run['marking']))
    marker = Marker(configuration, find_isolation(contained))
    if configuration.digest != run['configuration']:
        raise ConfigurationError(f'{configuration.path}, or a suite, has '
                                 f'changed since {out} was made.')
    marker.wanted, marker.seed = run['tests'], run['seed']

    def find_failed(fault: Fault) -> list[str]:
        """Return the tests that a solution with this fault does not pass."""
        with TemporaryDirectory() as name:
            write_solution(Path(name), fault)
            record = marker.mark(Submission(fault['name'], Path(name)))
        return [test.id for group in record.groups for test in group.tests
                if test.status != PASSED
                and not test.id.startswith(OWN_TESTS.stem)]

    faults = read_faults()
    print(f'Running the tests on {len(faults)} solutions with known faults.')
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = list(pool.map(find_failed, faults))
    write_json(out / FAULTS, {fault['name']: tests
                              for fault, tests in zip(faults, failed)})
    for name, ids in find_behaviours(out, outputs.read_records()):
        print(f'{len(ids)}: {name} ({", ".join(ids)})')
    return score(out, path)


def look_for_copies(source: Path, out: Path, path: Optional[Path], least: int
                    ) -> int:
    """Write down which of the submissions in source share more than least per
    cent of their text, apart from what students get. Then do what score does.
    Return the exit status.
    """
    open_results(out)
    try:
        copydetect = import_module('copydetect')
    except ImportError:
        raise ConfigurationError(MISSING) from None
    texts = read_texts(source, Configuration(path))
    given = make_print(copydetect, read_given(), None)
    prints = {name: make_print(copydetect, text, sorted(given.hashes))
              for name, text in texts.items()}
    found = []
    for first, second in combinations(prints, 2):
        one, two = prints[first], prints[second]
        fewer = min(len(one.hashes), len(two.hashes))
        # To compare takes long, so this sorts out most pairs.
        if fewer and len(one.hashes & two.hashes) * 200 >= least * fewer:
            length, shares, places = copydetect.compare_files(one, two)
            if length >= MUCH and 100 * max(shares) >= least:
                found.append(([round(100 * share) for share in shares],
                              [first, second], places))
    found.sort(key=lambda pair: (-max(pair[0]), pair[1]))
    write_text(out / f'{SIMILAR}.csv', format_table(
        [['first', 'second', 'of_first', 'of_second'],
         *([*names, *shares] for shares, names, _ in found)]))
    write_text(out / f'{SIMILAR}.html', format_similar([
        [(name, share, mark_places(texts[name], where))
         for name, share, where in zip(names, shares, places)]
        for shares, names, places in found]))
    for shares, names, _ in found:
        print(f'{names[0]} ({shares[0]}%), {names[1]} ({shares[1]}%)')
    print(f'Similar pairs among {len(texts)} submissions: {len(found)}.')
    return score(out, path)


def read_texts(source: Path, configuration: Configuration) -> dict[str, str]:
    """Return all code of each submission in source, file after file."""
    texts = {}
    supplied = {Path(each).name for each in configuration.files['supplied']}
    with TemporaryDirectory() as name:
        for each in find_submissions(source, Path(name), configuration.files):
            target = Path(name) / 'taken' / each.id
            if not each.problem:
                copy_files(each, target, configuration.files)
                texts[each.id] = '\n'.join(
                    f'# {file.relative_to(target)}\n'
                    + file.read_text('utf-8', 'replace')
                    for file in sorted(target.rglob('*.py'))
                    if file.relative_to(target).parts[0] not in supplied)
    return texts


def read_given() -> str:
    """Return all code that students get."""
    plan = import_module('course.starter.plan')
    wanted = plan.read_plan(plan.ASSIGNMENT)
    files = plan.make_files(wanted._replace(pages={
        name: source for name, source in wanted.pages.items()
        if name.endswith('.py')}))  # HTML takes time.
    return '\n'.join(content.decode() for name, content in files.items()
                     if name.endswith('.py'))


def make_print(copydetect: Any, text: str, given: Any) -> Any:
    """Return the fingerprint of text without what is given."""
    return copydetect.CodeFingerprint('a.py', LONG, 1, boilerplate=given,
                                      fp=StringIO(text))


def mark_places(text: str, places: Any) -> list[tuple[str, bool]]:
    """Return text in pieces, each with whether it is in one of places: their
    beginnings, and their ends.
    """
    pieces, done = [], 0
    for begin, end in sorted(zip(*places)):
        begin, end = max(done, int(begin)), max(done, int(end))
        pieces += [(text[done:begin], False), (text[begin:end], True)]
        done = end
    return [*pieces, (text[done:], False)]
