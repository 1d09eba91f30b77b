"""A student's own files: what keeps Python from reading them, and the two
suites of tests, whose events are told as they come.

No file of the student is imported before a test does that, or a question about
games is answered: so whoever asks is told when one fails, and where it loops.
"""

from collections import Counter
from functools import partial
from html import escape
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any, Callable, Collection
import os
import sys
import unittest
import warnings
from interface.words import (
    Attempt,
    SourceLine,
    describe_error,
    describe_import,
    explain_error,
    is_players_own,
)

# What is called with each part of an answer before the last one.
Tell = Callable[[dict[str, Any]], None]
TOP = Path(__file__).resolve().parent.parent
SUITES = ['stonehenge_unittest_basic', 'minimax_unittest_basic']
# What is shown of a test, by how it has come out.
SIGNS = {
    'waiting': '·',
    'running': '▸',
    'passed': '✓',
    'failed': '✗',
    'skipped': '–',
}


def answer_question(request: Any, tell: Tell) -> dict[str, Any]:
    """Return the answer to request, about the files where we are or about games
    (web/answers.py), or {'error': a line}. Tell what is known until then.
    """
    try:
        if request.get('ask') in ASKED:
            return ASKED[request['ask']](request, tell)
        found = Attempt(import_module, 'web.answers')
        if found.error:
            return {'error': describe_import(found.error)}
        answered: dict[str, Any] = found.result.answer(request, tell)
        return answered
    except BaseException as error:  # A student's file may raise anything.
        return {'error': explain_error(error)}


def answer_all(channel: Any, tables: dict[str, dict]) -> None:
    """Answer questions about games, with those and the strategies in tables of
    web.games, by their names: see answer_each.
    """
    # All is imported before the first question comes.
    answer_question({}, channel.send)
    for name, table in tables.items():
        getattr(import_module('web.games'), name).update(table)
    answer_each(channel)


def answer_about_files(channel: Any, folder: Path) -> None:
    """Answer questions about the files in folder: see answer_each."""
    os.chdir(folder)
    # What is written twice a second would be taken from there.
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(folder))
    answer_each(channel)


def answer_each(channel: Any) -> None:
    """Answer each question that comes: send each part of an answer, and whether
    it is the last.
    """
    for request in iter(channel.receive, None):
        found = answer_question(
            request, lambda part: channel.send((part, False))
        )
        channel.send((found, True))


def describe_place(
    places: list[SourceLine], given: Collection[str] = ()
) -> str:
    """Return in words the first of places in somebody's own code, or ''. That
    is in the files with the names given, and in others that are not ours.
    """
    for place in places:
        path = Path(place.file)
        is_ours = not is_players_own(place)
        if path.parent in (TOP / 'drawings', TOP / 'web'):
            is_ours = True
        # Python makes code itself, too.
        if path.suffix == '.py' and (path.name in given or not is_ours):
            return f'at {place}, in {place.function}'
    return ''


def answer_files(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return a list of files, each with what is wrong with it: those with the
    names in request, or else all.
    """
    folder = Path.cwd()
    names = request.get('names')
    text = {}
    if names is None:
        names = [path.name for path in folder.glob('*.py') if path.is_file()]
        text = {'files-note': f'These are the files in {folder}.'}
    rows = [
        f'<li><b>{escape(name)}</b> <small>'
        f'{(folder / name).stat().st_size / 1000:.1f} kB</small> '
        f'<em>{escape(find_fault(folder / name))}</em></li>'
        for name in sorted(names)
    ]
    return {'html': {'files': ''.join(rows)}, 'text': text}


def find_fault(path: Path) -> str:
    """Return what keeps Python from reading a file, '' if nothing does."""
    code = path.read_bytes().decode('utf-8-sig', 'replace')
    before, fault, _ = code.partition('\ufffd')
    if fault:
        return (
            f'is not in UTF-8, in line {1 + before.count(chr(10))}. Have '
            f'your editor save it as UTF-8.'
        )
    if not code.strip():
        return 'is empty.'
    try:
        with warnings.catch_warnings(action='ignore'):
            compile(code, path.name, 'exec', dont_inherit=True)
    except SyntaxError as error:
        return f'is no Python, in line {error.lineno or 1}: {error.msg}.'
    except Exception as error:
        return f'is no Python: {describe_error(error)}.'
    return ''


def answer_tests(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Run both suites on the files here, or only the test with the name in
    request. Tell how each test comes out, and return the report.
    """
    name = request.get('test')
    tests = load_tests([name] if name else SUITES)
    if not name:
        tell({'html': {'tests': format_tests(tests)}})
    said = StringIO()
    # As in the terminal, but for the line of dots.
    runner: Any = unittest.TextTestRunner(said, verbosity=0)
    runner.resultclass = partial(PageResult, tell, len(tests))
    result = runner.run(unittest.TestSuite(tests))
    counts = [f'{number} {kind}' for kind, number in result.kinds.items()]
    text = {'tests-note': f'Done: {", ".join(counts)}.'}
    if not name:
        text['report'] = said.getvalue().strip()
    return {'text': text}


def load_tests(names: list[str]) -> list[unittest.TestCase]:
    """Return these tests. All is imported anew, from here if it is there."""
    places = [str(Path.cwd()), str(TOP), str(TOP / 'tests')]
    for name, module in list(sys.modules.items()):
        file = getattr(module, '__file__', None)
        is_kept = name.partition('.')[0] in ('interface', 'web')
        if file and file.startswith(tuple(places)) and not is_kept:
            del sys.modules[name]
    sys.path[:0] = places
    if find_spec('suite_support') is None:
        raise ValueError('The two suites are not here')
    setattr(import_module('suite_support'), 'FOLDER', places[0])
    return list_tests(unittest.defaultTestLoader.loadTestsFromNames(names))


def list_tests(suite: Any) -> list[unittest.TestCase]:
    """Return the tests in suite, which may hold other suites."""
    if isinstance(suite, unittest.TestCase):
        return [suite]
    return [test for each in suite for test in list_tests(each)]


class PageResult(unittest.TextTestResult):
    """Tells how tests come out. One that is run alone is shown as a whole.

    === Attributes ===
    tell: what is called with that
    total: how many tests there are
    kinds: in how many ways tests have come out, and how many in each
    """

    tell: Tell
    total: int
    kinds: Counter[str]

    def __init__(
        self, tell: Tell, total: int, *more: Any, **others: Any
    ) -> None:
        """Initialize the result of as many tests, of which tell is told."""
        super().__init__(*more, **others)
        self.tell = tell
        self.total = total
        self.kinds = Counter()

    def startTest(self, test: unittest.TestCase) -> None:
        """Tell that test begins."""
        super().startTest(test)
        note = f'Test {self.testsRun} of {self.total} ...'
        self.tell(
            {
                'html': {test.id(): format_test(test, 'running')},
                'text': {'tests-note': note},
            }
        )

    def stopTest(self, test: unittest.TestCase) -> None:
        """Tell how test has come out, and the report of the first failure."""
        super().stopTest(test)
        kind = 'passed'
        said = 'It has passed.'
        for name, found in (
            ('failed', self.failures),
            ('failed', self.errors),
            ('skipped', self.skipped),
        ):
            if found and found[-1][0] is test:
                kind = name
                said = found[-1][1]
        said = getattr(test, 'report', '') or said
        if kind == 'failed' and not self.kinds[kind] and self.total > 1:
            lines = [
                self.separator1,
                f'FAIL: {self.getDescription(test)}',
                self.separator2,
                said,
            ]
            self.tell({'text': {'report': '\n'.join(lines)}})
        self.kinds[kind] += 1
        html = format_test(test, kind, said, self.total == 1)
        self.tell({'html': {test.id(): html}})

    def printErrors(self) -> None:
        """Print the first report, which the page shows."""
        if self.errors:
            self.printErrorList('ERROR', self.errors[:1])
        else:
            self.printErrorList('FAIL', self.failures[:1])


def format_tests(tests: list[unittest.TestCase]) -> str:
    """Return tests that have not run yet as HTML, a list for each class."""
    html = ''
    for kind, group in groupby(tests, type):
        html += f'<h4>{escape(kind.__doc__ or kind.__name__)}</h4><ul>'
        for test in group:
            html += f'<li id="{test.id()}">{format_test(test, "waiting")}</li>'
        html += '</ul>'
    return html


def format_test(
    test: unittest.TestCase, kind: str, said: str = '', is_open: bool = False
) -> str:
    """Return test as HTML: how it has come out, and what is said of it."""
    name = test.id().rpartition('.')[2]
    opened = ' open' if is_open else ''
    return (
        f'<details class="{kind}"{opened}><summary>'
        f'<b role="img" aria-label="{kind}">{SIGNS[kind]}</b> {name} '
        f'<small>{escape(test.shortDescription() or "")}</small></summary>'
        f'<pre>{escape(said)}</pre><button data-test="{test.id()}">'
        f'Run it alone</button></details>'
    )


ASKED = {'files': answer_files, 'tests': answer_tests}
