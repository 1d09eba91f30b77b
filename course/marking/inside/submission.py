"""What the judge hears of a submission: its tables of games and strategies, and
what its code has raised.

The tables are those of its game_interface.py. If that is missing or cannot be
imported, they are put together from the other files by the names of the
handout, so that a mistake in one file costs no marks for another.
"""
from importlib import import_module
from types import CodeType, FrameType, TracebackType
from typing import Any, Iterator, Optional
import os
import traceback

LONGEST_TEXT = 2000
# Of the steps to an error, this many are reported: the first, and the last.
FIRST, LAST = 1, 4

GAMES = {'s': ('subtract_square_game', 'SubtractSquareGame'),
         'h': ('stonehenge', 'StonehengeGame')}
STRATEGIES = {'i': ('strategy', 'interactive_strategy'),
              'r': ('strategy', 'random_strategy'),
              'ro': ('strategy', 'rough_outcome_strategy'),
              'mr': ('strategy', 'recursive_minimax_strategy'),
              'mi': ('strategy', 'iterative_minimax_strategy')}
TABLES = {'playable_games': GAMES, 'usable_strategies': STRATEGIES}


def list_wanted() -> list[tuple[str, str, str, str]]:
    """Return what the tables should have: table, key, module and name."""
    return [(table, key, *place) for table, wanted in TABLES.items()
            for key, place in wanted.items()]


class Tables:
    """The tables of a submission, and what could not be put into them.

    === Attributes ===
    entries: the games and strategies, by table and key
    problems: what is wrong with those that are missing
    errors: what importing raised, by the name of the module
    """
    entries: dict[str, dict[str, Any]]
    problems: dict[str, dict[str, str]]
    errors: dict[str, dict]

    def __init__(self, folder: str, modules: Optional[list[str]]) -> None:
        """Import what is in folder: all, or these modules for the tables."""
        self.entries = {each: {} for each in TABLES}
        self.problems = {each: {} for each in TABLES}
        self.errors = {}
        module = self._import('game_interface', folder) \
            if modules is None else None
        if module is not None:
            for name in TABLES:
                table = getattr(module, name, {})
                self.entries[name] = dict(table) \
                    if isinstance(table, dict) else {}
        else:
            for name, key, file, entry in list_wanted():
                if modules is None or file in modules:
                    self._find(name, key, self._import(file, folder), entry)

    def _import(self, name: str, folder: str) -> Any:
        """Return the module called name, None if it cannot be imported."""
        if name in self.errors:
            return None
        try:
            return import_module(name)
        except BaseException as error:
            if isinstance(error, MemoryError):
                raise
            self.errors[name] = describe_error(error, folder)
            return None

    def _find(self, table: str, key: str, module: Any, name: str) -> None:
        """Put what module has under name into table, or say what is wrong."""
        file = dict(TABLES[table])[key][0]
        if module is None:
            error = self.errors[file]
            self.problems[table][key] = f'{file}.py is missing.' \
                if error['module'] == file \
                else f'{file}.py cannot be imported: ' \
                     f'{error["names"][0]}: {error["text"]}.'
        elif hasattr(module, name):
            self.entries[table][key] = getattr(module, name)
        else:
            found = [each for each in vars(module)
                     if simplify(each) == simplify(name)]
            self.problems[table][key] = f'{file}.py: ' + (
                f'found {found[0]}, expected {name}.' if found
                else f'there is no {name}.')


def simplify(name: str) -> str:
    """Return what is left of name without case and underscores."""
    return name.replace('_', '').lower()


def describe_error(error: BaseException, folder: str) -> dict:
    """Return what to report of error. Only steps in folder are reported."""
    try:
        text = str(error)
    except BaseException:  # It is the student's class, and may raise anything.
        text = ''
    steps = list(steps_in(error.__traceback__, folder))
    if len(steps) > FIRST + LAST:
        steps = steps[:FIRST] + steps[-LAST:]
    return {'names': [each.__name__ for each in type(error).__mro__],
            'text': text[:LONGEST_TEXT],
            'module': keep_plain(getattr(error, 'name', None)),
            'steps': [describe_step(*step, folder) for step in steps]}


def steps_in(trace: Optional[TracebackType], folder: str
             ) -> Iterator[tuple[FrameType, int]]:
    """Yield the frames of trace that run a file in folder, with the lines."""
    for frame, line in traceback.walk_tb(trace):
        if frame.f_code.co_filename.startswith(folder + os.sep):
            yield frame, line


def describe_step(frame: FrameType, line: int, folder: str) -> dict:
    """Return where a function call is, and what it was called with."""
    code = frame.f_code
    owner = frame.f_locals.get('self')
    return {'file': os.path.relpath(code.co_filename, folder), 'line': line,
            'name': code.co_name, 'arguments': arguments_of(code, frame),
            'owner': None if owner is None else type(owner).__name__}


def arguments_of(code: CodeType, frame: FrameType) -> list[list]:
    """Return the arguments of a call, each with its value if plain."""
    names = code.co_varnames[:code.co_argcount]
    return [[name, keep_plain(frame.f_locals.get(name))] for name in names]


def keep_plain(value: Any) -> Any:
    """Return value if it is a number or a short text, otherwise None."""
    if type(value) in (int, float, bool) or type(value) is str \
            and len(value) < 100:
        return value
    return None
