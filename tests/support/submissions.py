"""Submissions to mark: flawed ones, and hostile ones.

Each is the right solution in solutions/lists with something changed. It says
what has to be read in the feedback, and which groups of tests get nothing.
"""
from pathlib import Path
from textwrap import indent
from typing import Collection, Mapping, NamedTuple
from tests.support.programs import copy_to
from tests.support.suites import SOLUTIONS
from tests.support.wrong_programs import WRONG


class Group(NamedTuple):
    """A group of tests: which, what they are worth, what they need."""
    tests: list[str]
    points: int
    needs: Collection[str] = ()


# The groups of tests, as far as tests of marking run them.
GAME, MOVES, RANDOM, MIX = 'New game', 'First moves', 'Random', 'Mix'
GROUPS = {GAME: Group(['stonehenge_unittest_basic.TestNewGame'], 4),
          MOVES: Group(['stonehenge_unittest_basic.TestFirstMoves'], 5, [GAME]),
          RANDOM: Group(['minimax_unittest_basic.TestRandom'], 4),
          # A loop in moves is not to take its time twice.
          MIX: Group(['mixes.TestTheirStonehenge.test_recursive_minimax'], 3,
                     [MOVES])}
NO_GAME = [GAME, MOVES, MIX]

LISTS = SOLUTIONS / 'lists'
ENDED = 'the program ended during make_move('
ENDLESS = 'still running after 2 s: in '


class Case(NamedTuple):
    """A submission.

    === Attributes ===
    words: what is to be read in the feedback, with ' ... ' for what is between
    nothing: the groups that get no points
    edits: what is changed: file, old text ('' for its top), new text
    files: what is added, or, if it is None, taken away
    """
    words: str
    nothing: Collection[str] = ()
    edits: Collection[tuple[str, str, str]] = ()
    files: Mapping[str, bytes | None] = {}

    def write(self, folder: Path) -> None:
        """Write this submission into folder."""
        folder.mkdir(parents=True)
        copy_to(folder, [path.name for path in LISTS.glob('*.py')], LISTS)
        for file, old, new in self.edits:
            text = (folder / file).read_text(encoding='utf-8')
            assert old in text, (file, old)
            (folder / file).write_text(text.replace(old, new, 1), 'utf-8')
        for name, content in self.files.items():
            if content is None:
                (folder / name).unlink()
            else:
                (folder / name).write_bytes(content)


def edit(new: str, old: str = '') -> tuple[str, str, str]:
    """Return the edit that has new in place of old, or at the top, in
    Stonehenge."""
    return 'stonehenge.py', old, new


def broken(words: str, code: str) -> Case:
    """Return a submission that runs code before each move, and so makes none.
    """
    start = '        new_state = deepcopy(self)\n'
    return Case(words, [MOVES, MIX],
                [edit(indent(code, 8 * ' ') + '\n' + start, start)])


FLAWED = {
    'half_of_a_line': Case('In a correct one, it would have chosen', edits=[
        WRONG['a claim needs more than half'].edit]),
    'spoiled': Case('The place of the cell D should be', [MIX], [
        edit("= '?'\n        for", '= player\n        for')]),
    'random_is_first': Case('never chose one of', edits=[
        WRONG['random is always the first'].edit]),
    'loop_in_a_move': broken(
        ENDLESS + 'make_move, stonehenge.py line 122 ... Not run: a test '
        'before this one was still running', 'while True: pass'),
    'asks_for_ever': Case("asked again: 'Side length (1 to 5): '", [MOVES], [
        WRONG['__init__ never takes the answer'].edit]),
    'missing_file': Case(
        'stonehenge.py is missing. ... Not run: it needs "New game"', NO_GAME,
        files={'stonehenge.py': None}),
    'misnamed_file': Case(
        'stonehenge.py is missing. Is Stone_Henge (1).py meant to be it?',
        NO_GAME, files={'stonehenge.py': None, 'Stone_Henge (1).py': (
            LISTS / 'stonehenge.py').read_bytes()}),
    'syntax_error': Case("SyntaxError: expected ':' (stonehenge.py, line 135)",
                         NO_GAME, [WRONG['a syntax error'].edit]),
    'empty_tables': Case(
        "found no 'r' in usable_strategies, so random_strategy was taken from "
        'strategy.py. ... This costs 2 of the points. ... stonehenge.py is m',
        NO_GAME, files={'stonehenge.py': None, 'game_interface.py':
                        b'playable_games = usable_strategies = {}\n'}),
    'misnamed_class': Case(
        'found Stones, expected StonehengeGame. ... This costs 1 of the poi',
        edits=[edit('class Stones(', 'class StonehengeGame(')]),
    'latin_1': Case(
        'strategy.py is not in UTF-8: line 1 has the byte 0xe9.', [RANDOM],
        files={'strategy.py': b'"""Strat\xe9gies."""\n'}),
    'empty_file': Case('strategy.py is empty.', [RANDOM],
                       files={'strategy.py': b'\n'}),
    'null_byte': Case('strategy.py holds a null byte, in line 2', [RANDOM],
                      files={'strategy.py': b'"""Strategies."""\n\0\n'}),
    'windows_files': Case(
        'All tests have passed.', files={'strategy.py': b'\xef\xbb\xbf' + (
            LISTS / 'strategy.py').read_bytes().replace(b'\n', b'\r\n')}),
    'names_of_modules': Case(
        'unittest.py has the name of a module of Python',
        files={'unittest.py': b'x = 1\n', 'json.py': b'raise ValueError\n'}),
    'exit': broken(ENDED, 'import sys\nsys.exit(0)'),
}


def hiding(code: str, *edits: tuple[str, str, str], **files: bytes) -> Case:
    """Return FLAWED['spoiled'] with code that tries to hide its fault."""
    return Case('should be', [MIX],
                [*FLAWED['spoiled'].edits, edit(code), *edits], files)


FORGED = b'{"score": 100, "total": 100, "status": "marked"}'

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
            open(os.path.join(folder, name), "wb").write({FORGED})
        except OSError:
            pass
''', **dict.fromkeys(['results.json', 'record.json', 'marks.csv'], FORGED)),
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
                           NO_GAME, [edit('while True: pass\n')]),
    'memory': broken('used more than 512 MB',
                     'self.much = bytearray(2 ** 31)'),
    'questions': broken("asked again: 'Tell me: '", '''\
while True:
    try:
        input("Tell me: ")
    except BaseException:
        if 9 in vars(self).setdefault("asked", []): raise
        self.asked.append(9)'''),
    'questions_ahead': broken(ENDLESS + 'make_move', '''\
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
    'never_reads': broken('still running after 2 s', '''\
import time
host = input.__self__
write = host._write
host._write = lambda message: (write(message), time.sleep(99))
return [object() for _ in range(40_000)]'''),
    'odd_output': Case('All tests have passed.', edits=[edit('''\
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
    'equal_to_everything': Case('should be', edits=[
        edit(SAME % 'str'),
        edit('return Same(picture[::-1])\n', 'return picture\n')]),
    'equal_things': Case('should', [MIX], [
        edit(SAME % 'object' + '''\
    def __getattr__(self, name): return Same()
    def __str__(self): return "@"
'''), edit('return Same()\n', 'return new_state\n')]),
    'forged_output': Case('cannot be read', NO_GAME, [edit('''\
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
    'huge_answers': Case('cannot be read', edits=[
        edit('return picture * 100000\n', 'return picture\n')]),
    'nested_answers': Case('RecursionError', [MIX], [
        edit('NEST = []\nfor _ in range(10**5): NEST = (NEST,)\n'),
        edit('return NEST\n        return [cell for', 'return [cell for')]),
    'fork_bomb': broken('raised BlockingIOError',
                        'import os\nwhile True: os.fork()'),
    'orphans': Case('All tests have passed.', edits=[edit('''\
import subprocess, sys
print("What nobody reads would stop it." * 10_000)
try:
    subprocess.Popen([sys.executable, "-c", "import time\\n"
        "time.sleep(99)  # MARKING_ORPHAN"], start_new_session=True)
except OSError:
    pass
''')]),
    'rigged_pair': Case('is_over(current_state) should be False.', [MIX], [
        edit('return self.cells != self.letters',
             "return self.half_claimed('1') or self.half_claimed('2')")]),
}
