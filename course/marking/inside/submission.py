"""What the judge hears of a submission: its tables of games and strategies, and
what its code has raised.

The tables are those of its game_interface.py. If that is missing or cannot be
imported, they are put together from the other files by the names of the
handout, so that a mistake in one file costs no marks for another. So is what
its tables lack. What has another name is found by its likeness.
"""
from difflib import get_close_matches
from importlib import import_module
from types import FunctionType
from typing import Any, Optional
import os
import re
import traceback
from course.marking.inside.wire import LONGEST_TEXT

# What the suites are built on, a copy of which is beside this file.
SUPPORT = 'course.marking.inside.suite_support'

TABLES = ('playable_games', 'usable_strategies')
# What they should have: table, key, module and name.
WANTED = [
    ('playable_games', 's', 'subtract_square_game', 'SubtractSquareGame'),
    ('playable_games', 'h', 'stonehenge', 'StonehengeGame'),
    ('usable_strategies', 'i', 'strategy', 'interactive_strategy'),
    ('usable_strategies', 'r', 'strategy', 'random_strategy'),
    ('usable_strategies', 'ro', 'strategy', 'rough_outcome_strategy'),
    ('usable_strategies', 'mr', 'strategy', 'recursive_minimax_strategy'),
    ('usable_strategies', 'mi', 'strategy', 'iterative_minimax_strategy')]


class Tables:
    """The tables of a submission, and what could not be put into them.

    === Attributes ===
    entries: the games and strategies, by table and key
    problems: what is wrong with those that are missing, or are not where or
        what they should be
    errors: what importing raised, by the name of the module
    """
    entries: dict[str, dict[str, Any]]
    problems: dict[str, dict[str, str]]
    errors: dict[str, dict]

    def __init__(self, folder: str, modules: Optional[list[str]]) -> None:
        """Import what is in folder: all, or these modules for the tables."""
        self.problems, self.errors = {each: {} for each in TABLES}, {}
        module = self._import('game_interface', folder) \
            if modules is None else None
        self.entries = {
            each: dict(table) if isinstance(
                table := getattr(module, each, None), dict) else {}
            for each in TABLES}
        for name, key, file, entry in WANTED:
            if key not in self.entries[name] and (
                    modules is None or file in modules):
                source = self._import(file, folder)
                found = find_name(source, entry) if source else ''
                if found:
                    self.entries[name][key] = getattr(source, found)
                if found != entry:
                    self.problems[name][key] = self._explain(file, source,
                                                             entry, found)
                elif module is not None:
                    self.problems[name][key] = \
                        f'game_interface.py: found no {key!r} in {name}, so ' \
                        f'{entry} was taken from {file}.py.'

    def _import(self, name: str, folder: str) -> Any:
        """Return the module called name, None if it cannot be imported."""
        if name in self.errors:
            return None
        try:
            return import_module(name)
        except MemoryError:
            raise
        except BaseException as error:
            self.errors[name] = describe_error(error, folder)
            return None

    def _explain(self, file: str, module: Any, name: str, found: str) -> str:
        """Return why file lacks name, or what was found in its place."""
        if module is None:
            error = self.errors[file]
            return f'{file}.py is missing.' if is_missing(file, error) \
                else f'{file}.py cannot be imported: {error["names"][0]}: ' \
                     f'{error["text"]}.'
        return f'{file}.py: found {found}, expected {name}.' if found \
            else f'{file}.py: there is no {name}.'


def is_missing(name: str, error: dict) -> bool:
    """Return whether error says that the module called name is not there."""
    return error['names'][0] == 'ModuleNotFoundError' \
        and error['module'] == name


def find_name(module: Any, wanted: str) -> str:
    """Return wanted if module has that, or else the name of what is most like
    it, or '' if nothing is: a class that has what a game has, or a function of
    one argument whose name has the first word of wanted in it.
    """
    if hasattr(module, wanted):
        return wanted
    word = wanted.partition('_')[0]
    names = {name.replace('_', '').lower(): name
             for name, thing in vars(module).items()
             if (isinstance(thing, FunctionType) and word in name.lower()
                 and thing.__code__.co_argcount == 1
                 if '_' in wanted else hasattr(thing, 'is_winner')
                 and getattr(thing, '__module__', 'game') != 'game')}
    near = get_close_matches(wanted.replace('_', '').lower(), names, 1, 0.3)
    return names[near[0]] if near else ''


def run_tests(files: list[str], left_out: list[list[str]]) -> list:
    """Run the tests in these modules: TestCases, and functions called test...
    that need no arguments. Those that are left out are given by module and
    name. Return how many there are, and which have failed: the module, the
    test, what was raised, and the last line of the module where that was.
    """
    # Only here, as it takes time.
    unittest = import_module('unittest')
    count, failed = 0, []
    for file in files:
        try:
            module = import_module(file)
        except BaseException as error:
            failed.append([file, '', type(error).__name__, find_line(
                file, traceback.format_exc())])
            continue
        result = unittest.TestResult()
        tests = [each for group in
                 unittest.defaultTestLoader.loadTestsFromModule(module)
                 for each in group]
        tests += [unittest.FunctionTestCase(thing)
                  for key, thing in vars(module).items()
                  if key.startswith('test')
                  and isinstance(thing, FunctionType)
                  and thing.__module__ == file]
        unittest.TestSuite(
            each for each in tests
            if [file, each.id().rpartition('.')[2]] not in left_out).run(result)
        count += result.testsRun
        for test, text in result.failures + result.errors:
            # After "Traceback", the exception is not indented.
            kinds = re.findall(r'(?m)^([\w.]+)', text)
            # After a blank, a subtest says which one it is.
            name = test.id().partition(' ')[0].rpartition('.')[2]
            failed.append([file, name, kinds[1], find_line(file, text)])
    return [count, failed]


def find_line(file: str, text: str) -> int:
    """Return the last line of the module called file that text, a traceback,
    names, 0 if there is none.
    """
    return int(([0] + re.findall(rf'\b{file}\.py", line (\d+)', text))[-1])


def describe_error(error: BaseException, folder: str) -> dict:
    """Return what to report of error, and where in folder it was raised."""
    try:
        text = str(error)
    except BaseException:  # It is the student's class, and may raise anything.
        text = ''
    steps = [(frame.f_code.co_filename, line) for frame, line
             in traceback.walk_tb(error.__traceback__)
             if frame.f_code.co_filename.startswith(folder + os.sep)]
    return {'names': [each.__name__ for each in type(error).__mro__],
            'text': text[:LONGEST_TEXT],
            'module': keep_plain(getattr(error, 'name', None)),
            'place': [os.path.relpath(steps[-1][0], folder), steps[-1][1]]
            if steps else None}


def explain_error(error: BaseException, folder: str) -> list:
    """Return what our suites say of error: its cause, a text, and the places
    where it was. The student's code is here, and not where they run.
    """
    support: Any = import_module(SUPPORT)
    support.FOLDER = folder
    support.LIBRARY = *support.LIBRARY, os.path.dirname(__file__)
    if type(error).__name__ == 'NothingToTypeError':
        error = support.QuestionError(error).with_traceback(error.__traceback__)
    cause, told = support.explain(error)
    places = support.format_steps(support.steps_to(error))
    return [None if cause is None else list(map(str, cause)),
            told[:LONGEST_TEXT], places[:LONGEST_TEXT]]


def keep_plain(value: Any) -> Any:
    """Return value if it is a number or a short text, otherwise None."""
    if type(value) in (int, float, bool) or type(value) is str \
            and len(value) < 100:
        return value
    return None
