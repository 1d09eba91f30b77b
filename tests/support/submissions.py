"""Submissions to mark: what a student hands in, flawed ones and hostile ones.

Each is one of the right solutions in solutions/ with something changed: other
files, other names, a fault, an attack. It says what is to be read in the
feedback, and which groups of tests lose points.
"""
from pathlib import Path
from textwrap import indent
from typing import Callable, Collection, NamedTuple
import re
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
GAME, MOVES, CLAIMS, RANDOM = 'New game', 'First moves', 'Claims', 'Random'
ROOT = 'stonehenge_unittest_basic.TestFirstMoves.test_whole_game'
GROUPS = {GAME: Group(['stonehenge_unittest_basic.TestNewGame'], 4, ROOT),
          MOVES: Group(['stonehenge_unittest_basic.TestFirstMoves'], 5, ROOT),
          CLAIMS: Group(['stonehenge_unittest_basic.TestClaims.'
                         'test_half_of_a_line'], 3, ROOT),
          RANDOM: Group(['minimax_unittest_basic.TestRandom'], 4, ours=True)}
NO_GAME = [GAME, MOVES, CLAIMS]


def read_solution(name: str) -> Files:
    """Return the files of a right solution."""
    return {path.name: path.read_text('utf-8')
            for path in (SOLUTIONS / name).glob('*.py')}


LISTS = read_solution('lists')
ENDED = 'the program ended during make_move('
ENDLESS = 'still running after 2 s: in '


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
        name = next(each for each in (file, *files)
                    if old in files.get(each, ''))
        files[name] = files[name].replace(old, new, 1)
    return change


def wrong(name: str) -> Change:
    """Return the change that puts a fault of WRONG into a solution like lists.
    """
    return put(WRONG[name].new, WRONG[name].old, WRONG[name].place)


def rename(**names: str) -> Change:
    """Return the change that gives other names, in all files."""
    old = rf'\b({"|".join(names)})\b'
    return lambda files: files.update({
        file: re.sub(old, lambda found: names[found[0]], text)
        for file, text in files.items()})


def split(name: str, helper: str, at: str) -> Change:
    """Return the change that moves all of a file before a line to another."""
    def change(files: Files) -> None:
        """Move it."""
        files[helper], line, after = files[name].partition(at)
        assert line, (name, at)
        files[name] = f'from {Path(helper).stem} import *\n\n\n{line}{after}'
    return change


def broken(words: str, code: str) -> Case:
    """Return a submission that runs code before each move, and so makes none.
    """
    start = '        new_state = deepcopy(self)\n'
    return Case(words, [MOVES, CLAIMS], [
        put(indent(code, 8 * ' ') + '\n' + start, start)])


def wrong_case(name: str) -> Case:
    """Return the submission that is wrong as a row of WRONG says."""
    said = WRONG[name].said
    return Case(' ... '.join(said['marking'][0]), [
        group for group in GROUPS if group in str(said.get('loses'))],
        [wrong(name)])


FLAWED = {
    **{name.replace(' ', '_'): wrong_case(name) for name in rows_for('marking')},
    'loop_in_a_move': broken(
        ENDLESS + 'make_move, stonehenge.py line 122 ... Not run: a test '
        'before this one was still running', 'while True: pass'),
    'file_in_a_folder': Case(
        'Found stonehenge.py in games/, expected at the top. ... This costs 1 '
        'of the points', changes=[
            leave_out('stonehenge.py'),
            add({'games/stonehenge.py': LISTS['stonehenge.py']})]),
    'empty_tables': Case(
        "found no 'r' in usable_strategies, so random_strategy was taken from "
        'strategy.py. ... This costs 1 of the points. ... stonehenge.py is m',
        NO_GAME, [leave_out('stonehenge.py'), add({
            'game_interface.py': 'playable_games = usable_strategies = {}'})]),
    'latin_1': Case(
        'strategy.py is not in UTF-8, in line 1.', [RANDOM],
        [add({'strategy.py': '"""Strat\udce9gies."""\n'})]),
    'empty_file': Case('strategy.py is empty.', [RANDOM],
                       [add({'strategy.py': '\n'})]),
    'null_byte': Case('strategy.py holds null bytes', [RANDOM],
                      [add({'strategy.py': '"""Strategies."""\n\0\n'})]),
    'odd_files': Case(
        'unittest.py has the name of a module of Python ... All tests have '
        'passed.', changes=[add({
            'unittest.py': 'x = 1\n', 'json.py': 'raise ValueError\n',
            # As Windows writes it.
            'strategy.py': '\ufeff' + LISTS['strategy.py'].replace(
                '\n', '\r\n')})]),
    'exit': broken(ENDED, 'import sys\nsys.exit(0)'),
}


SPOILED = 'a cell is spoiled'


def hiding(code: str, *changes: Change) -> Case:
    """Return SPOILED with code that tries to hide what is wrong."""
    return Case('should be', (), [wrong(SPOILED), put(code), *changes])


FORGED = '{"score": 100, "total": 100, "status": "marked"}'

HIDING = {
    'patched_unittest': hiding('''\
import unittest
def fine(*_, **__): return None
for name in dir(unittest.TestCase):
    if name.startswith("assert") or name == "run":
        setattr(unittest.TestCase, name, fine)
unittest.TestResult.addFailure = fine
'''),
    'patched_host': hiding('''\
import gc, sys
for module in list(sys.modules.values()):
    for name in ("check", "check_same", "fail", "judge"):
        if hasattr(module, name):
            setattr(module, name, lambda *_, **__: None)
for thing in gc.get_objects():
    if type(thing).__name__ == "Host":
        thing.passed = True
'''),
    'forged_files': hiding(f'''\
import os
for folder in (".", "..", "/tmp", os.path.expanduser("~")):
    for name in "results.json record.json marks.csv run.json".split():
        try:
            open(os.path.join(folder, name), "w").write({FORGED!r})
        except OSError:
            pass
''', add(dict.fromkeys(['results.json', 'record.json', 'marks.csv'], FORGED))),
}

# A text or another thing that says yes to everything.
SAME = '''\
class Same(%s):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
    def __contains__(self, other): return True
    def __len__(self): return 1
    def __call__(self, *args): return Same()
    def __iter__(self): return iter([Same()])
'''

# What the sandbox blocks is tried by the command `doctor`.
HOSTILE = {
    **HIDING,
    'loop_that_ignores_signals': broken('still running after 2 s', '''\
import faulthandler, signal
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
while True: pass'''),
    'one_long_operation': broken(ENDLESS + 'make_move', '9 ** 9 ** 9'),
    'loop_on_import': Case(ENDLESS + '<module>, stonehenge.py line 1',
                           NO_GAME, [put('while True: pass\n')]),
    'memory': broken('used more than 512 MB',
                     'self.much = bytearray(2 ** 31)'),
    'questions': broken("asked again: 'Tell me: '", '''\
while True:
    try:
        input("Tell me: ")
    except BaseException:
        if 9 in vars(self).setdefault("asked", []): raise
        self.asked.append(9)'''),
    # The judge may be busier with that than the submission is.
    'questions_ahead': broken('still ... s: in make_move', '''\
import gc
host = next(thing for thing in gc.get_objects()
            if type(thing).__name__ == "Host")
line = b'{"prompt": "x"}\\n'
host._replies.write(line * 10)
while True:
    host._requests.readline()
    host._replies.write(line)'''),
    'long_questions': broken("asked again: 'xxxxx", '''\
host = input.__self__
write = host._write
host._write = lambda message: write(
    {name: "x" * 900_000 if name == "prompt" else each
     for name, each in message.items()})
input()'''),
    # The judge has much to say that it does not read.
    'never_reads': broken('Could not be decided ... still waiting after 12 s', '''\
import time
host = input.__self__
write = host._write
host._write = lambda message: (write(message), time.sleep(99))
return [object() for _ in range(40_000)]'''),
    'odd_output': Case('All tests have passed.', changes=[put('''\
import fcntl, os
try:
    os.write(2, b"x" * 20_000)
    fcntl.fcntl(2, fcntl.F_SETFL, os.O_DIRECT)
except OSError:
    pass
''')]),
    'printing': broken('still running after 2 s',
                       'while True: print("OK" * 1000)'),
    'os_exit': broken(ENDED, 'import os\nos._exit(0)'),
    'segmentation_fault': broken('segmentation fault',
                                 'import ctypes\nctypes.string_at(0)'),
    'equal_to_everything': Case('should be', changes=[
        put(SAME % 'str'),
        put('return Same(picture[::-1])\n', 'return picture\n')]),
    'equal_things': Case('should', changes=[
        put(SAME % 'object' + '''\
    def __getattr__(self, name): return Same()
    def __str__(self): return "@"
'''), put('return Same()\n', 'return new_state\n')]),
    'forged_output': Case('cannot be read', NO_GAME, [put('''\
import os
forged = (b'{"test": "x", "status": "passed", "value": true, '
          b'"done": true}\\n')
print(forged.decode() * 10, "Ran 78 tests in 0.1s", "OK")
for number in range(1, 20):
    try:
        os.write(number, forged * 3)
    except OSError:
        pass
''')]),
    'huge_answers': Case('cannot be read', changes=[
        put('return picture * 100000\n', 'return picture\n')]),
    'nested_answers': Case('RecursionError', changes=[
        put('NEST = []\nfor _ in range(10**5): NEST = (NEST,)\n'),
        put('return NEST\n        return [cell for', 'return [cell for')]),
    'fork_bomb': broken('BlockingIOError',
                        'import os\nwhile True: os.fork()'),
    'orphans': Case('All tests have passed.', changes=[put('''\
import subprocess, sys
print("What nobody reads would stop it." * 10_000)
try:
    subprocess.Popen([sys.executable, "-c", "import time\\n"
        "time.sleep(99)  # MARKING_ORPHAN"], start_new_session=True)
except OSError:
    pass
''')]),
    'rigged_pair': Case('is_over(current_state) should be False.', changes=[
        put('return self.cells != self.letters',
             "return self.half_claimed('1') or self.half_claimed('2')")]),
}

# === Whole solutions in the manner of real ones ===

GIVEN = ['game.py', 'game_state.py', 'subtract_square_game.py',
         'subtract_square_state.py']
OWN_STATE = split('stonehenge.py', 'stonehenge_state.py',
                  'class StonehengeGame')
OWN_TREE = split('strategy.py', 'tree.py', 'def iterative_minimax_strategy')
ISDIGIT = put('not (size.isdigit() and 1 <= int(size) <= 5)',
              "size not in ['1', '2', '3', '4', '5']")
# A size that may be given, int() of what is typed, a player who is asked once,
# large moves first.
HABITS = [
    put('(self, p1_starts, size=None):', '(self, p1_starts):'),
    put("""        while size not in range(1, 6):
            try:
                size = int(input('How long is a side? '))
            except ValueError:
                size = 0
            if size not in range(1, 6):
                print('Type a number from 1 to 5.')
        self""", """        size = input('Side length (1 to 5): ')
        while size not in ['1', '2', '3', '4', '5']:
            print('Please type a whole number from 1 to 5.')
            size = input('Side length (1 to 5): ')
        self"""),
    put('    return move\n', """\
    while not game.current_state.is_valid_move(move):
        print('That is not possible.')
        move = game.str_to_move(input('Your move: '))
    return move
""", 'strategy.py'),
    put('range(self.current_total, 0, -1)', 'range(1, self.current_total + 1)')]
# They take less time than those of lists.
STRATEGIES = add({'strategy.py': read_solution('own_classes')['strategy.py']
                  + OTHER_NAMES['strategy.py'] + '\n'})
RECURSIVE, ITERATIVE = 'Recursive minimax', 'Iterative minimax'

REAL = {
    'own_names': Case(base='own_classes'),
    'misnamed': Case(
        '', ['A new game of Stonehenge', RECURSIVE, ITERATIVE],
        [*HABITS, OWN_STATE, OWN_TREE,
         rename(StonehengeGame='Stonehenge',
                iterative_minimax_strategy='minimax_iterative',
                recursive_minimax_strategy='minimax_recursive'),
         leave_out('game_interface.py', *GIVEN)], lost=3),
    'lost_claims': Case('', ['Claims'], [
        STRATEGIES, wrong('a claim can be lost again')]),
    'one_side': Case('', ['The end of a game'], [STRATEGIES, put(
        "'p1' == player", 'self.current_state.get_current_player_name() != '
        'player')]),
    'ties_lose': Case(
        '', ['The end of a game', RECURSIVE, ITERATIVE],
        [OWN_TREE, wrong('ties are losses'), wrong('None for False')]),
    'error_far_on': Case(
        '', [RECURSIVE, 'Your recursive minimax in new games'], [
            OWN_TREE, put(
                '    game.current_state = state.make_move(moves[0])\n'
                '    scores = [game.children[m] for m in moves]\n',
                '    scores = [-recursive_score(game, state.make_move(m)) for '
                'm in moves]\n', 'strategy.py')])}
