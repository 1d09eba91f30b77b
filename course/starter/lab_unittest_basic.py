"""Basic tests of a lab: the examples in the handout and in your files.

Put this file beside them and run
    python3 -m unittest lab_unittest_basic
An example is what follows ">>>", and what Python should answer. Each function
with examples is a test, and so is each section of handout.md.
"""
from __future__ import annotations
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Optional
import doctest
import re
import sys
import unittest

MISSING = 'is not written yet.'

FOLDER = Path(__file__).resolve().parent
HANDOUT = FOLDER / 'handout.md'


class Example(unittest.TestCase):
    """The examples of one function, or of one section of the handout.

    === Attributes ===
    test: the examples
    reported: what is missing, as far as an earlier test has reported it
    """
    test: doctest.DocTest
    reported: set[str] = set()

    def __init__(self, test: doctest.DocTest) -> None:
        """Initialize a test of these examples."""
        super().__init__('run_examples')
        self.test = test

    def __str__(self) -> str:
        """Return the name of what has these examples."""
        return self.test.name

    def shortDescription(self) -> None:
        """Say nothing more than the name."""

    def run_examples(self) -> None:
        """Run the examples, up to the first that goes wrong."""
        problem = find_problem(self.test)
        if problem in self.reported:
            self.skipTest(problem)
        if problem.endswith(MISSING):
            self.reported.add(problem)
        if problem:
            self.fail(problem)


def find_problem(test: doctest.DocTest) -> str:
    """Return what is wrong with the first wrong example, or '' if none is."""
    # What an error says is up to you, but not which one it is.
    runner = doctest.DebugRunner(verbose=False,
                                 optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    try:
        runner.run(test, clear_globs=False)
    except doctest.DocTestFailure as failure:
        return f'\n    >>> {failure.example.source}should give\n' \
            f'    {failure.example.want}Yours gives\n    {failure.got}'
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
    return f'\n    >>> {failure.example.source}raised {kind.__name__}: ' \
           f'{error}{where}.'


def find_place(trace: Optional[TracebackType]) -> tuple[str, int]:
    """Return the innermost function in one of your files, and the line in it,
    or '' if there is none.
    """
    place, line = '', 0
    while trace:
        code = trace.tb_frame.f_code
        if Path(code.co_filename).parent == FOLDER:
            place = f'{Path(code.co_filename).name}: {code.co_qualname}'
            line = trace.tb_lineno
        trace = trace.tb_next
    return place, line


def list_modules() -> list[Any]:
    """Return the modules beside this file that have examples."""
    sys.path.insert(0, str(FOLDER))
    return [import_module(path.stem) for path in sorted(FOLDER.glob('*.py'))
            if path != Path(__file__).resolve()
            and re.search('>>> ', path.read_text(encoding='utf-8'))]


def find_examples() -> list[doctest.DocTest]:
    """Return all examples, those of your files first."""
    found = []
    for module in list_modules():
        found += sorted(doctest.DocTestFinder().find(module),
                        key=lambda each: each.lineno or 0)
    if HANDOUT.exists():
        found += read_handout(HANDOUT.read_text(encoding='utf-8'))
    return [test for test in found if test.examples]


def read_handout(text: str) -> list[doctest.DocTest]:
    """Return the examples of the handout, section by section."""
    found = []
    for section in re.split(r'^## ', text, flags=re.MULTILINE):
        title = section.partition('\n')[0]
        blocks = re.findall(r'^```python\n(.*?)^```', section,
                            re.DOTALL | re.MULTILINE)
        found.append(doctest.DocTestParser().get_doctest(
            '\n'.join(blocks), {}, f'handout.md: {title}', str(HANDOUT), 0))
    return found


def load_tests(_loader: Any, _tests: Any, _pattern: Any
               ) -> unittest.TestSuite:
    """Return all examples as tests: unittest asks for them here."""
    # This keeps the lines of this file out of the reports.
    globals()['__unittest'] = True
    try:
        examples = find_examples()
    except SyntaxError as error:
        sys.exit(f'SyntaxError: {error}')
    return unittest.TestSuite(map(Example, examples))


if __name__ == "__main__":
    unittest.main(module='lab_unittest_basic')
