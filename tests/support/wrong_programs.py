"""Reads the table of wrong programs, wrong.txt, and makes what its rows say."""

from itertools import count
from pathlib import Path
from textwrap import indent
from types import ModuleType
from typing import Any, Callable, NamedTuple
import random
import re
import sys
from game import Game
from tests.support import row_game
import strategy

TABLE = Path(__file__).with_name('wrong.txt')
SOLUTION = Path(__file__).parent / 'solutions' / 'lists'
NUMBERS = count()
KEPT = list[Any]()  # What lives on, so that no other object gets its address.

# The module of what a row defines: its file is the table.
MODULE = ModuleType('wrong')
sys.modules['wrong'] = MODULE
MODULE.__file__ = str(TABLE)


# === Right strategies ===


def sound_strategy(game: Any) -> Any:
    """Return a move, and keep all contracts."""
    moves = game.current_state.get_possible_moves()
    if not moves:
        raise ValueError('It is over')
    return random.choice(moves)


def first_strategy(game: Any) -> Any:
    """Return the first possible move."""
    return game.current_state.get_possible_moves()[0]


def last_strategy(game: Any) -> Any:
    """Return the last possible move."""
    return game.current_state.get_possible_moves()[-1]


def estimating_strategy(game: Any) -> Any:
    """Return a move, after a look at the rough outcome."""
    move = sound_strategy(game)
    game.current_state.rough_outcome()
    return move


def plain_interactive_strategy(game: Any) -> Any:
    """Ask the player once, whatever the answer: the interface asks again."""
    sound_strategy(game)
    return game.str_to_move(input('Move: '))


def plain_minimax_strategy(game: Any) -> Any:
    """Return the move that plain minimax, by recursion, finds best."""

    def score(state: Any) -> int:
        """Return the score of state."""
        if game.is_over(state):
            return -1
        return max(
            -score(state.make_move(move)) for move in state.get_possible_moves()
        )

    state = game.current_state
    return max(
        state.get_possible_moves(),
        key=lambda move: -score(state.make_move(move)),
    )


def stray_strategy(game: Any) -> Any:
    """Walk to and fro, until that has taken long enough."""
    stray_strategy.steps += 1
    ways = game.current_state.get_possible_moves()
    if stray_strategy.steps > 4:
        return ways[-1]
    return ways[stray_strategy.steps % 2 - 1]


stray_strategy.steps = 0


# === The table ===


class Wrong(NamedTuple):
    """A right program with one thing wrong.

    === Attributes ===
    place: where it is: a file in solutions/lists, a class of small games, or
        'strategy', which is a whole one
    line: where its row begins in the table
    old: what is replaced, which is there once; in a class, nothing is
    new: what replaces it, or is added to the class
    said: the lines that each judge says, as the parts of them that are given;
        under 'by', who plays, and under 'loses', what gets no points
    """

    place: str
    line: int
    old: str
    new: str
    said: dict[str, list[list[str]]]

    @property
    def by(self) -> list[str]:
        """Return the names of the strategies that play the game."""
        usual = 'recursive_minimax' if 'Matches' in self.place else 'sound'
        ((names,),) = self.said.get('by', [[usual]])
        return [f'{name}_strategy' for name in names.split(', ')]

    @property
    def players(self) -> list[Callable]:
        """Return these strategies."""
        return [{**vars(strategy), **globals()}[name] for name in self.by]

    @property
    def size(self) -> Any:
        """Return the size of the game that is played, if it has to have one."""
        return 2 if self.place.endswith('.py') else None

    def change(self, text: str) -> str:
        """Return the text of its file, with this wrong."""
        assert text.count(self.old) == 1, self
        return text.replace(self.old, self.new)

    def run(self) -> dict[str, Any]:
        """Return what the wrong program defines."""
        file = str(TABLE)
        code = '\n' * self.line + self.new
        if self.place.endswith('.py'):
            file = self.place
            code = self.change((SOLUTION / file).read_text('utf-8'))
        elif self.place != 'strategy':
            kind = 'State' if self.place.endswith('State') else 'Game'
            above = '\n' * (self.line - 1)
            body = indent(self.new or 'pass', '    ')
            code = f'{above}class My{kind}({self.place}):\n{body}'
        names = {
            **vars(strategy),
            **vars(row_game),
            **globals(),
            **vars(MODULE),
        }
        exec(compile(code, file, 'exec'), names)
        return names

    def make_game(self) -> type[Game]:
        """Return the wrong game."""
        made = self.run()
        for name in ('StonehengeGame', 'MyGame'):
            if name in made:
                return made[name]
        game = made[re.sub('State$', 'Game', self.place)]
        return type('MyGame', (game,), {'state_class': made['MyState']})

    def make_strategy(self) -> Callable:
        """Return the wrong strategy."""
        names = self.by
        if self.place != 'strategy.py':
            names = re.findall(r'^def (\w+)', self.new)
        (name,) = names
        return self.run()[name]


# One name for the judges that often say the same.
SEVERAL = {'told': 'check, play', 'ends': 'check, stop, series'}
ROW = re.compile(
    r"""
    ^==\ (?P<place>\S+):\ (?P<name>.*)\n
    (?P<change>(?:[-+\ ].*\n)*)
    (?P<said>(?:[a-z\ ].*\n)*)""",
    re.MULTILINE | re.VERBOSE,
)


def read_table() -> dict[str, Wrong]:
    """Return the rows of the table, by their names."""
    text = TABLE.read_text('utf-8')
    rows = {}
    for row in ROW.finditer(text):
        change = row['change'].splitlines()
        old = '\n'.join(line[2:] for line in change if line[0] in '- ')
        new = '\n'.join(line[2:] for line in change if line[0] in '+ ')
        said: dict[str, list[list[str]]] = {}
        for judges, words in re.findall(
            r'^([a-z, ]+):(.*\n(?: +.*\n)*)', row['said'], re.MULTILINE
        ):
            for judge in SEVERAL.get(judges, judges).split(', '):
                said.setdefault(judge, []).append(
                    ' '.join(words.split()).split(' ... ')
                )
        line = text.count('\n', 0, row.start()) + 1
        rows[row['name']] = Wrong(row['place'], line, old, new, said)
    assert len(rows) == text.count('\n== ')
    return rows


WRONG = read_table()


def before_a_move(code: str) -> Wrong:
    """Return the change that has code run before each move."""
    place = '        new_state = deepcopy(self)\n'
    return Wrong('stonehenge.py', 0, place, f'        {code}\n{place}', {})


def rows_for(*judges: str, of: str = '') -> list[str]:
    """Return the names of the rows of which one of judges says something: all,
    or those of a 'game' or a 'strategy'.
    """
    return [
        name
        for name, row in WRONG.items()
        if {*judges} & {*row.said}
        and of in ('', 'strategy' if 'strategy' in row.place else 'game')
    ]
