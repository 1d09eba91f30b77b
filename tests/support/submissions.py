"""Submissions to mark: what a student hands in, flawed ones and hostile ones.

Each is one of the right solutions in solutions/ with something changed: other
files, other names, a fault, an attack. It says what is to be read in the
feedback, and which groups of tests lose points.
"""

from pathlib import Path
from textwrap import indent
from typing import Callable, Collection, NamedTuple
import re
import tomllib
from tests.support.suites import OTHER_NAMES, SOLUTIONS
from tests.support.wrong_programs import WRONG, rows_for

# The texts of files, by their names. Bytes that are not UTF-8 are surrogates.
Files = dict[str, str]
Change = Callable[[Files], object]


class Group(NamedTuple):
    """A group of tests: which, what they are worth, without which of them it
    is worth a quarter at most, and whether they play our games.
    """

    tests: list[str]
    points: int
    root: str = ''
    ours: bool = False


# The groups of tests, as far as tests of marking run them.
GAME = 'New game'
MOVES = 'First moves'
CLAIMS = 'Claims'
RANDOM = 'Random'
ROOT = 'stonehenge_unittest_basic.TestFirstMoves.test_whole_game'
GROUPS = {
    GAME: Group(['stonehenge_unittest_basic.TestNewGame'], 4, ROOT),
    MOVES: Group(['stonehenge_unittest_basic.TestFirstMoves'], 5, ROOT),
    CLAIMS: Group(
        ['stonehenge_unittest_basic.TestClaims.test_half_of_a_line'], 3, ROOT
    ),
    RANDOM: Group(['minimax_unittest_basic.TestRandom'], 4, ours=True),
}
NO_GAME = [GAME, MOVES, CLAIMS]


def read_solution(name: str) -> Files:
    """Return the files of a right solution."""
    return {
        path.name: path.read_text('utf-8')
        for path in (SOLUTIONS / name).glob('*.py')
    }


LISTS = read_solution('lists')
ENDED = 'the program ended during make_move('
ENDLESS = 'still running after 1 s: in '


class Case(NamedTuple):
    """A submission.

    === Attributes ===
    words: what is to be read in the feedback, with ' ... ' for what is between
    loses: the groups that lose points: of FLAWED and HOSTILE, all that they are
        worth; of REAL, these and no others
    changes: what is done to the files, one after the other
    base: which solution it is made of
    lost: how many points are lost, if that is to be known
    """

    words: str = ''
    loses: Collection[str] = ()
    changes: Collection[Change] = ()
    base: str = 'lists'
    lost: float = 0

    def write(self, folder: Path) -> None:
        """Write this submission into folder."""
        folder.mkdir(parents=True, exist_ok=True)
        files = read_solution(self.base)
        for change in self.changes:
            change(files)
        for name, text in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(text.encode('utf-8', 'surrogateescape'))


def add(files: Files) -> Change:
    """Return the change that adds or replaces files."""
    return lambda there: there.update(files)


def leave_out(*names: str) -> Change:
    """Return the change that leaves out these files."""
    return lambda files: [files.pop(name) for name in names]


def put(new: str, old: str = '', file: str = 'stonehenge.py') -> Change:
    """Return the change that has new in place of the first old text, or at the
    top: in file, or else in whichever has it.
    """

    def change(files: Files) -> None:
        """Put it there."""
        name = next(
            each for each in (file, *files) if old in files.get(each, '')
        )
        files[name] = files[name].replace(old, new, 1)

    return change


def wrong(name: str) -> Change:
    """Return the change that puts a fault of WRONG into the solution lists."""
    return put(WRONG[name].new, WRONG[name].old, WRONG[name].place)


def rename(**names: str) -> Change:
    """Return the change that gives other names, in all files."""
    old = rf'\b({"|".join(names)})\b'
    return lambda files: files.update(
        {
            file: re.sub(old, lambda found: names[found[0]], text)
            for file, text in files.items()
        }
    )


def split(name: str, helper: str, at: str) -> Change:
    """Return the change that moves all of a file before a line to another."""

    def change(files: Files) -> None:
        """Move it."""
        files[helper], line, after = files[name].partition(at)
        assert line, (name, at)
        files[name] = f'from {Path(helper).stem} import *\n\n\n{line}{after}'

    return change


def broken(words: str, code: str) -> Case:
    """Return a submission that runs code before each move."""
    start = '        new_state = deepcopy(self)\n'
    return Case(
        words,
        [MOVES, CLAIMS],
        [put(indent(code, 8 * ' ') + '\n' + start, start)],
    )


def wrong_case(name: str) -> Case:
    """Return the submission that is wrong as a row of WRONG says."""
    said = WRONG[name].said
    return Case(
        ' ... '.join(said['marking'][0]),
        [group for group in GROUPS if group in str(said.get('loses'))],
        [wrong(name)],
    )


CHOICE = 'return random.choice'
# A strategy that never returns.
LOOPING = Case(
    changes=[put('while True: pass\n    ' + CHOICE, CHOICE, 'strategy.py')]
)

FLAWED = {
    **{
        name.replace(' ', '_'): wrong_case(name) for name in rows_for('marking')
    },
    'loop_in_a_move': broken(
        ENDLESS + 'make_move, stonehenge.py line 130 ... Not run: a test '
        'before this one was still running',
        'while True: pass',
    ),
    'misnamed_file': Case(
        'Found Stonehenge (1).py, expected stonehenge.py. ... This costs 1 '
        'of the points',
        changes=[
            leave_out('stonehenge.py'),
            add({'Stonehenge (1).py': LISTS['stonehenge.py']}),
        ],
    ),
    'empty_tables': Case(
        "found no 'r' in usable_strategies, so random_strategy was taken from "
        'strategy.py. ... This costs 1 of the points. ... stonehenge.py is m',
        NO_GAME,
        [
            leave_out('stonehenge.py'),
            add(
                {'game_interface.py': 'playable_games = usable_strategies = {}'}
            ),
        ],
    ),
    'latin_1': Case(
        'strategy.py is not in UTF-8, in line 1.',
        [RANDOM],
        [add({'strategy.py': '"""Strat\udce9gies."""\n'})],
    ),
    'empty_file': Case(
        'strategy.py is empty.', [RANDOM], [add({'strategy.py': '\n'})]
    ),
    'null_byte': Case(
        'strategy.py holds null bytes',
        [RANDOM],
        [add({'strategy.py': '"""Strategies."""\n\0\n'})],
    ),
    'odd_files': Case(
        'unittest.py has the name of a module of Python ... All tests have '
        'passed.',
        changes=[
            add(
                {
                    'unittest.py': 'x = 1\n',
                    'json.py': 'raise ValueError\n',
                    # As Windows writes it.
                    'strategy.py': '\ufeff'
                    + LISTS['strategy.py'].replace('\n', '\r\n'),
                }
            )
        ],
    ),
    'asks_when_imported': Case(
        "strategy.py cannot be imported: input('Name? ') was called, where "
        'nothing should be asked. ``` ... nothing should be asked '
        '(strategy.py, line 1)` ## Marks',
        [RANDOM],
        [put("input('Name? ')\n", file='strategy.py')],
    ),
    'loops_when_imported': Case(
        'The import did not finish. It was still running after 1 s: in '
        '<module>, strategy.py line 1',
        GROUPS,
        [put('while True:\n    pass\n', file='strategy.py')],
    ),
    'ends_in_a_strategy': Case(
        ENDED.replace('make_move', 'random_strategy') + '...)',
        [RANDOM],
        [
            put(
                '    raise SystemExit\n    return random',
                '    check_not_over(game)\n    return random',
                'strategy.py',
            )
        ],
    ),
    'exits_when_imported': Case(
        'strategy.py cannot be imported: SystemExit. ```',
        [RANDOM],
        [put('raise SystemExit\n', file='strategy.py')],
    ),
    'exit': broken(ENDED, 'import sys\nsys.exit(0)'),
}


SPOILED = 'a cell is spoiled'


def read_case(row: dict) -> Case:
    """Return the case in a table of hostile.toml."""
    if 'move' in row:
        return broken(row['words'], row['move'].rstrip())
    changes = [
        put(row.get('top', '')),
        *(put(*pair) for pair in row.get('instead', [])),
        add(row.get('files', {})),
    ]
    if 'hides' in row:
        changes.insert(0, wrong(SPOILED))
    return Case(row['words'], row.get('loses', []), changes)


# What the sandbox blocks is tried by the command `doctor`.
ROWS = tomllib.loads(Path(__file__).with_name('hostile.toml').read_text())
HOSTILE = {name: read_case(row) for name, row in ROWS.items()}
HIDING = [name for name, row in ROWS.items() if 'hides' in row]

# === Whole solutions in the manner of real ones ===

GIVEN = [
    'game.py',
    'game_state.py',
    'subtract_square_game.py',
    'subtract_square_state.py',
]
OWN_STATE = split(
    'stonehenge.py', 'stonehenge_state.py', 'class StonehengeGame'
)
OWN_TREE = split('strategy.py', 'tree.py', 'def iterative_minimax_strategy')
ISDIGIT = put(
    'not (size.isdigit() and 1 <= int(size) <= 5)',
    "size not in ['1', '2', '3', '4', '5']",
)
# A size that may be given, int() of what is typed, a player who is asked once,
# large moves first.
HABITS = [
    put('(self, p1_starts, size=None):', '(self, p1_starts):'),
    put(
        """        while size not in range(1, 6):
            try:
                size = int(input('How long is a side? '))
            except ValueError:
                size = 0
            if size not in range(1, 6):
                print('Type a number from 1 to 5.')
        self""",
        """        size = input('Side length (1 to 5): ')
        while size not in ['1', '2', '3', '4', '5']:
            print('Please type a whole number from 1 to 5.')
            size = input('Side length (1 to 5): ')
        self""",
    ),
    put(
        '    return move\n',
        """\
    while not game.current_state.is_valid_move(move):
        print('That is not possible.')
        move = game.str_to_move(input('Your move: '))
    return move
""",
        'strategy.py',
    ),
    put('range(self.current_total, 0, -1)', 'range(1, self.current_total + 1)'),
]
# They take less time than those of lists.
STRATEGIES = add(
    {
        'strategy.py': read_solution('own_classes')['strategy.py']
        + OTHER_NAMES['strategy.py']
        + '\n'
    }
)
RECURSIVE = 'Recursive minimax'
ITERATIVE = 'Iterative minimax'

REAL = {
    'own_names': Case(base='own_classes'),
    'habits': Case(
        changes=[
            *HABITS,
            OWN_STATE,
            OWN_TREE,
            leave_out('game_interface.py', *GIVEN),
        ]
    ),
    'lost_claims': Case(
        '', ['Claims'], [STRATEGIES, wrong('a claim can be lost again')]
    ),
    'one_side': Case(
        '',
        ['The end of a game'],
        [
            STRATEGIES,
            put(
                "'p1' == player",
                'self.current_state.get_current_player_name() != player',
            ),
        ],
    ),
    'ties_lose': Case(
        '',
        ['The end of a game', RECURSIVE, ITERATIVE],
        [OWN_TREE, wrong('ties are losses'), wrong('None for False')],
    ),
    'error_far_on': Case(
        '',
        [RECURSIVE, 'Your recursive minimax in new games'],
        [
            OWN_TREE,
            put(
                '    game.current_state = state.make_move(moves[0])\n'
                '    scores = [game.children[m] for m in moves]\n',
                '    scores = [-recursive_score(game, state.make_move(m)) for '
                'm in moves]\n',
                'strategy.py',
            ),
        ],
    ),
}
