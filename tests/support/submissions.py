"""Submissions to mark: flawed ones, and hostile ones.

Each is the right solution in solutions/lists with something changed. It says
what has to be read in the feedback, and which groups of tests get nothing.
"""
from dataclasses import dataclass, field
from pathlib import Path
from tests.support.programs import TOP, copy_to
from tests.support.suites import SOLUTIONS
from tests.support.wrong_solutions import WRONG

# The groups of tests, as far as tests of marking run them.
GAME, MOVES, RANDOM, MIX = 'New game', 'First moves', 'Random', 'Mix'
TESTS = {GAME: 'stonehenge_unittest_basic.TestNewGame',
         MOVES: 'stonehenge_unittest_basic.TestFirstMoves',
         RANDOM: 'minimax_unittest_basic.TestRandom',
         MIX: 'mixes.TestTheirStonehenge'}
POINTS = {GAME: 4, MOVES: 5, RANDOM: 4, MIX: 3}

# Where a move is made, in the right solution.
MAKE_MOVE = ('stonehenge.py', '        new_state = deepcopy(self)\n')
ENDED = 'the program ended during make_move('
SPOILED = [('stonehenge.py', '= player\n        for', "= '?'\n        for")]


@dataclass
class Case:
    """A submission.

    === Attributes ===
    words: what is to be read in the feedback
    nothing: the groups that get no points
    edits: what is changed: file, old text ('' for its top), new text
    files: what is added
    missing: what is taken away
    folder: the folder that the files are in, inside that of the submission
    """
    words: list[str]
    nothing: list[str] = field(default_factory=list)
    edits: list[tuple[str, str, str]] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    folder: str = ''

    def write(self, folder: Path) -> None:
        """Write this submission into folder."""
        folder = folder / self.folder
        folder.mkdir(parents=True)
        source = SOLUTIONS / 'lists'
        copy_to(folder, [path.name for path in source.glob('*.py')
                         if path.name not in self.missing], source)
        for file, old, new in self.edits:
            text = (folder / file).read_text(encoding='utf-8')
            assert old in text, (file, old)
            (folder / file).write_text(text.replace(old, new, 1) if old
                                       else new + text, encoding='utf-8')
        for name, content in self.files.items():
            (folder / name).write_bytes(content)


def before_a_move(*lines: str) -> list[tuple[str, str, str]]:
    """Return the edits that have these lines run before each move."""
    code = ''.join(f'        {line}\n' for line in lines)
    return [(*MAKE_MOVE, code + MAKE_MOVE[1])]


def on_import(code: str) -> list[tuple[str, str, str]]:
    """Return the edits that have code run when Stonehenge is imported."""
    return [('stonehenge.py', '', code)]


def broken(words: str, *lines: str) -> Case:
    """Return a submission that runs these lines before each move, and so makes
    none. These words are in the feedback.
    """
    return Case([words], [MOVES, MIX], before_a_move(*lines))


def wrong(name: str, words: list[str], nothing: list[str]) -> Case:
    """Return one of the wrong solutions that there are for the suites."""
    change = WRONG[name]
    return Case(words, nothing, [(change.file, change.old, change.new)])


FLAWED = {
    'half_of_a_line': wrong('a claim needs more than half',
                            ['In a correct one, it would have chosen'], []),
    'spoiled': Case(['The place of the cell D should be'], [MIX], SPOILED),
    'shared_list': wrong('states share a list', ['Do the two states share a '
                                                 'list?'], []),
    'random_is_first': wrong('random is always the first', ['never chose one '
                                                            'of'], []),
    'loop_in_a_move': Case(
        ['still running after 3 s: in make_move, stonehenge.py line 122',
         'Not run: 1 test before this one was still running'],
        [MOVES], before_a_move('while True:', '    pass')),
    'asks_for_ever': wrong('__init__ never takes the answer',
                           ["asked again: 'Side length (1 to 5): '"], [MOVES]),
    'missing_file': Case(
        ['stonehenge.py is missing.', 'Not run: it needs "New game"'],
        [GAME, MOVES, MIX], missing=['stonehenge.py']),
    'misnamed_file': Case(
        ['stonehenge.py is missing. Is Stone_Henge (1).py meant to be it?'],
        [GAME, MOVES, MIX], missing=['stonehenge.py'], files={
            'Stone_Henge (1).py':
                (SOLUTIONS / 'lists/stonehenge.py').read_bytes()}),
    'syntax_error': wrong(
        'a syntax error',
        ["SyntaxError: expected ':' (stonehenge.py, line 135)"],
        [GAME, MOVES, MIX]),
    'empty_tables': Case(
        ["game_interface.py has no 'h' in playable_games"],
        [GAME, MOVES, RANDOM, MIX], missing=['stonehenge.py'], files={
            'game_interface.py': b'playable_games = usable_strategies = {}\n'
        }),
    'misnamed_class': Case(
        ['found StoneHengeGame, expected StonehengeGame'], [GAME, MOVES, MIX],
        [('stonehenge.py', 'class StonehengeGame', 'class StoneHengeGame')]),
    'one_level_too_deep': Case(
        ['Your files are one level deeper than usual, in assignment/'],
        folder='assignment'),
    'latin_1': Case(
        ['strategy.py is not in UTF-8: line 1 has the byte 0xe9.'], [RANDOM],
        files={'strategy.py': '"""Stratégies."""\n'.encode('latin-1')}),
    'empty_file': Case(
        ['strategy.py is empty.'], [RANDOM], files={'strategy.py': b'\n'}),
    'null_byte': Case(
        ['strategy.py holds a null byte, in line 2'], [RANDOM],
        files={'strategy.py': b'"""Strategies."""\n\0\n'}),
    'windows_files': Case(
        ['All tests have passed.'],
        files={'strategy.py': b'\xef\xbb\xbf' + (
            SOLUTIONS / 'lists/strategy.py').read_bytes().replace(
                b'\n', b'\r\n')}),
    'names_of_modules': Case(
        ['unittest.py has the name of a module of Python'],
        files={'unittest.py': b'x = 1\n', 'json.py': b'raise ValueError\n'}),
    'exit': broken(ENDED, 'import sys', 'sys.exit(0)'),
}

FORGED = b'{"score": 100, "total": 100, "status": "marked"}'

HOSTILE = {
    'loop_that_swallows': broken(
        'still running after 3 s: in make_move, stonehenge.py line ',
        'while True:', '    try:', '        move.lower()',
        '    except BaseException:', '        pass'),
    'loop_that_ignores_signals': broken(
        'still running after 3 s: in make_move',
        'import faulthandler, signal',
        'for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:',
        '    signal.signal(number, signal.SIG_IGN)', 'while True:', '    pass'),
    'one_long_operation': broken('still running after 3 s: in make_move',
                                 '9 ** 9 ** 9'),
    'loop_on_import': Case(
        ['still running after 3 s: in <module>, stonehenge.py line 1'],
        [GAME, MOVES, MIX], on_import('while True: pass\n')),
    'memory': broken('used more than 512 MB',
                     'self.much = bytearray(2 ** 31)'),
    'questions': broken(
        "asked again: 'Tell me: '", 'while True:', '    try:',
        '        input("Tell me: ")', '    except BaseException:',
        '        if 9 in vars(self).setdefault("asked", []): raise',
        '        self.asked.append(9)'),
    'questions_ahead': Case(
        ['still running after 3 s: in flood'], [MOVES, MIX], on_import(
            'import gc\n'
            'def flood():\n'
            '    host = next(thing for thing in gc.get_objects()\n'
            '                if type(thing).__name__ == "Host")\n'
            '    line = b\'{"prompt": "x"}\\n\'\n'
            '    host._replies.write(line * 10)\n'
            '    while True:\n'
            '        host._requests.readline()\n'
            '        host._replies.write(line)\n') + before_a_move('flood()')),
    'long_questions': Case(
        ["asked again: 'xxxxx"], [MOVES, MIX], on_import(
            'import builtins\n'
            'def ask():\n'
            '    write = builtins.input.__self__._write\n'
            '    builtins.input.__self__._write = lambda message: write(\n'
            '        {name: "x" * 900_000 if name == "prompt" else each\n'
            '         for name, each in message.items()})\n'
            '    input()\n') + before_a_move('ask()')),
    'printing': broken('still running after 3 s', 'while True:',
                       '    print("OK" * 1000)'),
    'os_exit': broken(ENDED, 'import os', 'os._exit(0)'),
    'exec': broken(ENDED, 'import os, sys', 'os.execv(sys.executable, '
                                            '["python", "-c", "print(1)"])'),
    'segmentation_fault': broken('segmentation fault', 'import ctypes',
                                 'ctypes.string_at(0)'),
    'patched_unittest': Case(
        ['should be'], [MIX], [*SPOILED, *on_import(
            'import unittest\n'
            'def fine(*_, **__): return None\n'
            'for name in dir(unittest.TestCase):\n'
            '    if name.startswith("assert") or name == "run":\n'
            '        setattr(unittest.TestCase, name, fine)\n'
            'unittest.TestResult.addFailure = fine\n')]),
    'patched_host': Case(
        ['The place of the cell D should be'], [MIX], [*SPOILED, *on_import(
            'import json, sys, gc\n'
            'class Yes(dict):\n'
            '    def __getitem__(self, key): return True\n'
            'for module in list(sys.modules.values()):\n'
            '    for name in ("check", "check_same", "fail", "judge"):\n'
            '        if hasattr(module, name):\n'
            '            setattr(module, name, lambda *_, **__: None)\n'
            'for thing in gc.get_objects():\n'
            '    if type(thing).__name__ == "Host":\n'
            '        thing.passed = True\n')]),
    'equal_to_everything': Case(
        ['should be'], [], on_import(
            'class Same(str):\n'
            '    def __eq__(self, other): return True\n'
            '    def __ne__(self, other): return False\n'
            '    def __hash__(self): return 0\n'
            '    def __contains__(self, other): return True\n'
            '    def __len__(self): return 1\n') + [
                ('stonehenge.py', '        return picture\n',
                 '        return Same(picture[::-1])\n')]),
    'equal_things': Case(
        ['should'], [MIX], on_import(
            'class Same:\n'
            '    def __eq__(self, other): return True\n'
            '    def __hash__(self): return 0\n'
            '    def __getattr__(self, name): return Same()\n'
            '    def __call__(self, *args): return Same()\n'
            '    def __iter__(self): return iter([Same()])\n'
            '    def __str__(self): return "@"\n') + [
                ('stonehenge.py', '        return new_state\n',
                 '        return Same()\n')]),
    'forged_files': Case(
        ['should be'], [MIX], [*SPOILED, *on_import(
            'import os, glob\n'
            'for folder in (".", "..", "/tmp", os.path.expanduser("~")):\n'
            '    for name in ("results.json", "record.json", "marks.csv",\n'
            '                 "marks.json", "run.json"):\n'
            '        try:\n'
            f'            open(os.path.join(folder, name), "wb").write({FORGED})\n'
            '        except OSError:\n'
            '            pass\n')],
        {'results.json': FORGED, 'record.json': FORGED, 'marks.csv': FORGED}),
    'forged_output': Case(
        ['cannot be read'], [GAME, MOVES, MIX], [*SPOILED, *on_import(
            'import os, sys\n'
            'forged = b\'{"test": "x", "status": "passed", "value": true, '
            '"done": true}\\n\'\n'
            'print(forged.decode() * 10, "Ran 78 tests in 0.1s", "OK")\n'
            'for number in range(1, 20):\n'
            '    try:\n'
            '        os.write(number, forged * 3)\n'
            '    except OSError:\n'
            '        pass\n')]),
    'pickles': Case(
        ['should be'], [MIX], [*SPOILED, *on_import(
            'import os, pickle\n'
            'class Bomb:\n'
            '    def __reduce__(self): return os.system, ("touch PWNED",)\n'
            '    def __repr__(self): return repr(pickle.dumps(self))\n'), (
                'stonehenge.py', "return 'Take cells. With half of a ley-line, "
                "it is yours.'", 'return Bomb()')],
        {'opening_book.pickle': b'cos\nsystem\n(S"touch PWNED"\ntR.'}),
    'huge_answers': Case(
        ['cannot be read'], [], [
            ('stonehenge.py', '        return picture\n',
             '        return picture * 100000\n')]),
    'nested_answers': Case(
        ['RecursionError'], [MIX], on_import(
            'NEST = []\nfor _ in range(5000): NEST = (NEST,)\n') + [
                ('stonehenge.py', '        return [cell for cell',
                 '        return NEST\n        return [cell for cell')]),
    'fork_bomb': broken('raised BlockingIOError', 'import os', 'while True:',
                        '    os.fork()'),
    'orphans': Case(
        ['All tests have passed.'], [], on_import(
            'import subprocess, sys\n'
            'try:\n'
            '    subprocess.Popen([sys.executable, "-c", "import time\\n'
            'time.sleep(99)  # MARKING_ORPHAN"], start_new_session=True)\n'
            'except OSError:\n    pass\n')),
    'network': broken(
        'raised OSError: [Errno 101] Network is unreachable', 'import socket',
        'socket.create_connection(("192.0.2.1", 80), 0.5)'),
    'writing_elsewhere': broken(
        'raised OSError: [Errno 30] Read-only file system',
        'open("/MARKING_WAS_HERE", "w").write("x")'),
    'reading_the_reference': broken(
        'raised FileNotFoundError',
        f'print(open({str(TOP / "stonehenge.py")!r}).read())'),
    'rigged_pair': Case(
        ['Here, is_over says True. It should be False.'], [MIX], [
            ('stonehenge.py',
             "        return self.half_claimed('1') or self.half_claimed('2')",
             '        return self.cells != self.letters')]),
}

# These have the faults of FLAWED['spoiled'], and try to hide them.
HIDING = ['patched_unittest', 'patched_host', 'forged_files', 'pickles']
