"""The tables of games and strategies of a submission.

They are those of its game_interface.py. If that is missing or cannot be
imported, they are put together from the other files by the names of the
handout, so that a mistake in one file costs no marks for another.
"""
from importlib import import_module
from typing import Any, Optional
from course.marking.inside.errors import tell_error

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
        """Import the submission in folder: all of it, or only what the tables
        have from these modules.
        """
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
            self.errors[name] = tell_error(error, folder)
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
    """Return what is left of name if case and underscores do not count."""
    return name.replace('_', '').lower()
