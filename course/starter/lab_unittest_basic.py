"""Basic tests of a lab: the examples in the handout and in your files.

Put this file and test_all.py beside them and run
    python3 -m unittest
or
    python3 -m pytest
An example is what follows ">>>", and what Python should answer. Each function
with examples is a test, and so is each section of handout.md.
"""

from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Optional
import doctest
import os
import re
import sys
import unittest

if sys.version_info < (3, 11):
    OLD = (
        f'Python 3.11 or later is needed; this is Python '
        f'{sys.version_info[0]}.{sys.version_info[1]}.'
    )
    if 'pytest' in sys.modules:
        sys.exit(OLD)
    os.write(2, f'{OLD}\n'.encode())
    os._exit(1)  # Where unittest looks for tests, it catches SystemExit.

MISSING = 'is not written yet.'

FOLDER = Path(__file__).resolve().parent
HANDOUT = FOLDER / 'handout.md'


class TestExamples(unittest.TestCase):
    """Tests of the examples of functions, and of sections of the handout. They
    are added at the end of this file.

    === Attributes ===
    reported: what is missing, as far as an earlier test has reported it
    """

    reported: set[str] = set()

    def __str__(self) -> str:
        """Return the name of what has these examples."""
        return str(self._testMethodDoc)

    def shortDescription(self) -> None:
        """Say nothing more than the name."""


def make_method(test: doctest.DocTest) -> Any:
    """Return a method that runs the examples of test."""

    def run_examples(case: TestExamples) -> None:
        """Run the examples, up to the first that goes wrong."""
        problem = find_problem(test)
        if problem in case.reported:
            case.skipTest(problem)
        if problem.endswith(MISSING):
            case.reported.add(problem)
        if problem:
            case.fail(problem)

    run_examples.__doc__ = test.name
    return run_examples


def find_problem(test: doctest.DocTest) -> str:
    """Return what is wrong with the first wrong example, or '' if none is."""
    # What an error says is up to you, but not which one it is.
    runner = doctest.DebugRunner(
        verbose=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    try:
        runner.run(test, clear_globs=False)
    except doctest.DocTestFailure as failure:
        wanted = failure.example.want or 'nothing\n'
        return (
            f'\n    >>> {failure.example.source}should give\n    '
            f'{wanted}Yours gives\n    {failure.got or "nothing"}'
        )
    except doctest.UnexpectedException as failure:
        return explain(failure)
    return ''


def explain(failure: doctest.UnexpectedException) -> str:
    """Return what to report about an example that raised an exception."""
    kind, error, trace = failure.exc_info
    place, line = find_place(trace)
    if kind is NotImplementedError:
        return f'{place} {MISSING}'
    where = f' in {place}, line {line}' if place else ''
    return (
        f'\n    >>> {failure.example.source}raised {kind.__name__}: '
        f'{error}{where}.'
    )


def find_place(trace: Optional[TracebackType]) -> tuple[str, int]:
    """Return the innermost function in one of your files, and the line in it,
    or '' if there is none.
    """
    place = ''
    line = 0
    while trace:
        code = trace.tb_frame.f_code
        if Path(code.co_filename).parent == FOLDER:
            place = f'{Path(code.co_filename).name}: {code.co_qualname}'
            line = trace.tb_lineno
        trace = trace.tb_next
    return place, line


def find_examples() -> list[doctest.DocTest]:
    """Return all examples, those of your files first. Where a file cannot be
    imported, the only one is that import.
    """
    sys.path.insert(0, str(FOLDER))
    found = []
    imports = []
    for path in sorted(FOLDER.glob('*.py')):
        text = path.read_text(encoding='utf-8')
        if path == Path(__file__).resolve() or '>>> ' not in text:
            continue
        try:
            found += sorted(
                doctest.DocTestFinder().find(import_module(path.stem)),
                key=lambda each: each.lineno or 0,
            )
        except (Exception, SystemExit):
            example = f'>>> import {path.stem}\n'
            imports.append(
                doctest.DocTestParser().get_doctest(
                    example, {}, path.name, str(path), 0
                )
            )
    if HANDOUT.exists():
        found += read_handout(HANDOUT.read_text(encoding='utf-8'))
    if imports:
        return imports[:1]
    return [test for test in found if test.examples]


def read_handout(text: str) -> list[doctest.DocTest]:
    """Return the examples of the handout, section by section."""
    found = []
    for section in re.split(r'^## ', text, flags=re.MULTILINE):
        title = section.partition('\n')[0]
        blocks = re.findall(
            r'^```python\n(.*?)^```', section, re.DOTALL | re.MULTILINE
        )
        found.append(
            doctest.DocTestParser().get_doctest(
                '\n'.join(blocks), {}, f'handout.md: {title}', str(HANDOUT), 0
            )
        )
    return found


def load_tests(
    _loader: Any, tests: unittest.TestSuite, pattern: Any
) -> unittest.TestSuite:
    """Return the tests. Unittest asks for them here. If its pattern for names
    of files finds test_all.py, too, they are found there.
    """
    there = pattern and fnmatch('test_all.py', pattern)
    return unittest.TestSuite() if there else tests


globals()['__unittest'] = True  # The lines of this file are in no report.
for NUMBER, EXAMPLES in enumerate(find_examples()):
    NAME = re.sub(r'\W+', '_', EXAMPLES.name)
    setattr(TestExamples, f'test_{NUMBER:03}_{NAME}', make_method(EXAMPLES))

if __name__ == '__main__':
    unittest.main(module='lab_unittest_basic')
