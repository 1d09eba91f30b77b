"""The terminal program as a user runs it: through a pipe and in a terminal.

The folder sessions holds recordings of whole sessions. A recording begins with
the command, shows all that is on the screen, with what the user types between
« and », and ends with the exit status. «^C» and «^D» are Ctrl-C and Ctrl-D.

Through a pipe, the output is the same without what the user types.
"""
from __future__ import annotations
from pathlib import Path
from select import select
from subprocess import DEVNULL, PIPE, CompletedProcess, Popen, run
from time import monotonic, sleep
from typing import Any, Callable, Iterator
import codecs
import functools
import io
import itertools
import operator
import os
import re
import signal
import sys
import pytest
import game_interface
from game_interface import GameInterface, main, playable_games, \
    usable_strategies
from stonehenge import StonehengeGame, StonehengeState
from strategy import interactive_strategy, random_strategy, \
    recursive_minimax_strategy, rough_outcome_strategy
from subtract_square_game import SubtractSquareGame
from tests.foreign_game import TreeGame, TreeState

TOP = Path(__file__).resolve().parent.parent
PROGRAM = str(TOP / 'game_interface.py')
SESSIONS = Path(__file__).resolve().parent / 'sessions'
ENVIRONMENT = {**os.environ, 'PYTHONUTF8': '1', 'COLUMNS': '80'}

# A program that takes longer than this many seconds hangs.
LONG = 30

GOODBYE = {'^C': 'The game is interrupted. Goodbye!',
           '^D': 'The input has ended, and so does the game. Goodbye!'}
KEYS = {'^C': b'\x03', '^D': b'\x04'}

# All options, with a value for each.
OPTIONS = {'--game': 'h', '--p1': 'ro', '--p2': 'mi', '--first': '1',
           '--size': '2'}

# For each question: how it begins, the answers that lead to it, a good answer,
# and words that every explanation of a wrong answer has.
QUESTIONS = {
    'game': ('Which game?', [], 's', 's = Subtract Square, h = Stonehenge'),
    'player 1': ('Which strategy for player 1?', ['s'], 'i',
                 'mi = iterative minimax'),
    'player 2': ('Which strategy for player 2?', ['s', 'i'], 'i',
                 'i = interactive'),
    'start': ('Does player 1 start?', ['s', 'i', 'i'], 'y', 'y = yes, n = no'),
    'number': ('Enter the whole number', ['s', 'i', 'i', 'y'], '20',
               'number to subtract from'),
    'side length': ('Enter the side length', ['h', 'i', 'i', 'y'], '2',
                    'a whole number from 1 to 5'),
    'square': ('Enter a move', ['s', 'i', 'i', 'y', '20'], '16',
               'Possible moves: 1, 4, 9, 16'),
    'cell': ('Enter a move', ['h', 'i', 'i', 'y', '2'], 'D',
             'Possible moves: A, B, C, D, E, F, G')}

# How the questions begin, in order.
IN_ORDER = ['Which game?', 'Which strategy for player 1?',
            'Which strategy for player 2?', 'Does player 1 start?',
            'Enter the ', 'Enter a move']

# Lines that are wrong at every question, in a terminal too ...
WRONG = [b'', b'   ', b'\t', b'nonsense', b'two words', b'-1', b'3.5', b'1e9',
         b'1_6', b'0_2', '\u0131 \u017f \u0664'.encode(), '\u017f'.encode(),
         b'%s {0} \\', b'"', b"'", b'x' * 3000, b'9' * 3000,
         'h\u00e9 \u77f3 \U0001f5ff'.encode(), b'\xff\xfe', b'\xc3',
         b'\x1b[A', b'a\x0bb', b'b\x0cc', '\u2028'.encode()]
# ... and some that can only come through a pipe.
WRONG_IN_PIPE = WRONG + [b'\0', b's\0', b'x' * 50000, b'9' * 50000]


# === Running the program ===

def command(*arguments: str) -> list[str]:
    """Return the command that runs the program with arguments."""
    return [sys.executable, PROGRAM, *arguments]


def run_in_pipe(folder: Path, arguments: list[str], typed: bytes = b''
                ) -> CompletedProcess[str]:
    """Run the program in folder, with typed as its whole input."""
    done = run(command(*arguments), cwd=folder, env=ENVIRONMENT, input=typed,
               stdout=PIPE, stderr=PIPE, timeout=LONG, check=False)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


def lines(*answers: str) -> bytes:
    """Return answers as the lines of an input."""
    return ''.join(answer + '\n' for answer in answers).encode()


def options(**changes: Any) -> list[str]:
    """Return the command line with all OPTIONS, apart from changes: None
    leaves an option out.
    """
    chosen = {**OPTIONS, **{'--' + name: value
                            for name, value in changes.items()}}
    return [word for name, value in chosen.items() if value is not None
            for word in (name, str(value))]


class Terminal:
    """A program that runs in a terminal of its own.

    === Attributes ===
    screen: all that the terminal has shown so far, typed text included
    raw: the same, with all carriage returns
    status: the exit status of the program, None as long as it runs
    """
    screen: str
    raw: str
    status: int | None

    def __init__(self, folder: Path, arguments: list[str]) -> None:
        """Start a command, given as a list of words, in folder."""
        pty = pytest.importorskip('pty', reason='This system has no pty.')
        self.screen = self.raw = ''
        self.status = None
        self._typed_at = 0
        self._decoder = codecs.getincrementaldecoder('utf-8')('replace')
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            try:
                # Programs in the background ignore Ctrl-C; this one is not.
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                os.chdir(folder)
                os.execve(arguments[0], arguments, ENVIRONMENT)
            finally:
                os._exit(127)

    def read_until(self, enough: Callable[[str], bool]) -> None:
        """Read what the program shows until enough(screen), the end of the
        program, or the time after which a program hangs.
        """
        deadline = monotonic() + LONG
        while self.status is None and not enough(self.screen):
            left = max(0.0, deadline - monotonic())
            if not select([self._terminal], [], [], left)[0]:
                pytest.fail(f'The program hangs after:\n{self.screen}')
            try:
                new = os.read(self._terminal, 65536)
            except OSError:  # How Linux says that the program has ended.
                new = b''
            if new:
                text = self._decoder.decode(new)
                self.raw += text
                self.screen += text.replace('\r', '')
            else:
                self._wait()

    def type(self, keys: bytes) -> None:
        """Type keys."""
        self._typed_at = len(self.screen)
        os.write(self._terminal, keys)

    def wait_for(self, question: str) -> None:
        """Wait until the program asks question, after what was typed last."""
        def is_asked(screen: str) -> bool:
            """Return whether the last line of screen is question."""
            line = screen[self._typed_at:].rpartition('\n')[2]
            return line.startswith(question) and line.endswith(': ')
        self.read_until(is_asked)
        assert is_asked(self.screen), self.screen
        self.wait_until_asleep()

    def wait_for_end(self) -> str:
        """Wait for the end of the program. Return what was shown since the
        user typed last.
        """
        self.read_until(lambda screen: False)
        return self.screen[self._typed_at:]

    def close(self) -> None:
        """Leave the terminal. Stop the program if it still runs."""
        if self.status is None:
            os.kill(self._pid, signal.SIGKILL)
            self._wait()
        os.close(self._terminal)

    def wait_until_asleep(self) -> None:
        """Wait until the program waits for what is typed, if the system tells.

        Python misses a Ctrl-C between a prompt and the wait for the answer:
        that is a few microseconds, too short for people but not for tests.
        """
        facts = Path(f'/proc/{self._pid}/stat')
        deadline = monotonic() + LONG
        while facts.exists() and monotonic() < deadline \
                and facts.read_text('utf-8').rpartition(')')[2].split()[0] \
                != 'S':
            sleep(0.001)

    def _wait(self) -> None:
        """Wait until the program, which is about to end, has ended."""
        self.status = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])


StartTerminal = Callable[[list[str]], Terminal]


@pytest.fixture(name='start')
def start_terminal(tmp_path: Path) -> Iterator[StartTerminal]:
    """Give a function that starts a command in a terminal."""
    terminals = []

    def start(arguments: list[str]) -> Terminal:
        """Start a command in a new terminal."""
        terminals.append(Terminal(tmp_path, arguments))
        return terminals[-1]
    yield start
    for terminal in terminals:
        terminal.close()


def asked(terminal: Terminal, name: str) -> str:
    """Answer the questions before the one called name. Return how that one
    begins, once it is asked.
    """
    question, answers, _, _ = QUESTIONS[name]
    for before, answer in zip(IN_ORDER, answers):
        terminal.wait_for(before)
        terminal.type(lines(answer))
    terminal.wait_for(question)
    return question


# === Recorded sessions ===

class Recording:
    """A recorded session.

    === Attributes ===
    arguments: the words after the command
    pieces: in turn, what the program shows and what the user types
    status: the exit status
    """
    arguments: list[str]
    pieces: list[str]
    status: int

    def __init__(self, text: str) -> None:
        """Read the text of a recording."""
        match = re.fullmatch(r'\$ python3 game_interface.py(.*?)\n(.*)'
                             r'\[exit status (\d+)\]\n', text, re.DOTALL)
        self.arguments = match[1].split()
        self.pieces = re.split('«(.*?)»', match[2])
        self.status = int(match[3])

    def in_pipe(self) -> tuple[bytes, str]:
        """Return what goes into a pipe, and what has to come out."""
        typed, shown = b'', self.pieces[0]
        for keys, after in zip(self.pieces[1::2], self.pieces[2::2]):
            if keys not in KEYS:
                typed += lines(keys)
                after = after.removeprefix('\n')  # The user's Enter.
            shown += after
        return typed, shown


RECORDINGS = {path.stem: Recording(path.read_text(encoding='utf-8'))
              for path in sorted(SESSIONS.glob('*.txt'))}


@pytest.mark.parametrize('name', [name for name in RECORDINGS
                                  if '^C' not in RECORDINGS[name].pieces])
def test_recorded_in_pipe(name: str, tmp_path: Path) -> None:
    """Through a pipe, a session is word for word as it was recorded."""
    recording = RECORDINGS[name]
    typed, shown = recording.in_pipe()
    done = run_in_pipe(tmp_path, recording.arguments, typed)
    assert done.stdout == shown
    assert (done.returncode, done.stderr) == (recording.status, '')


def replay(terminal: Terminal, recording: Recording) -> None:
    """Type in terminal what recording has, and check that all that is shown is
    word for word as it was recorded."""
    so_far = ''
    for shown, keys in zip(recording.pieces[::2], recording.pieces[1::2]):
        so_far += shown
        length = len(so_far)
        terminal.read_until(lambda screen, enough=length:
                            len(screen) >= enough)
        assert terminal.screen == so_far
        terminal.wait_until_asleep()
        terminal.type(KEYS.get(keys, lines(keys)))
        # A terminal shows Ctrl-C, but not Ctrl-D.
        so_far += '' if keys == '^D' else keys
    terminal.wait_for_end()
    assert terminal.screen == so_far + recording.pieces[-1]
    assert terminal.status == recording.status


@pytest.mark.parametrize('name', RECORDINGS)
def test_recorded_in_terminal(name: str, start: StartTerminal) -> None:
    """In a terminal, a session is word for word as it was recorded."""
    recording = RECORDINGS[name]
    replay(start(command(*recording.arguments)), recording)


def score(state: StonehengeState) -> int:
    """Return the score of state by plain minimax."""
    return max((-score(state.make_move(move))
                for move in state.get_possible_moves()), default=-1)


@pytest.mark.usefixtures('without_contracts')
def test_any_best_move(tmp_path: Path) -> None:
    """Each wrong answer is explained, minimax answers A with a best move, and
    the end of the input is a polite end.
    """
    done = run_in_pipe(tmp_path, [], b'x\nh\ni\nmi\ny\nzero\n9\n2\nQ\na\n')
    reply, = re.findall(r'Player 2 chooses (\w)\.', done.stdout)
    before = StonehengeGame(True, size=2).current_state.make_move('A')
    after = before.make_move(reply)
    assert -score(after) == score(before), f'{reply} is not a best move'
    template = (SESSIONS / 'any_best_move.template').read_text('utf-8')
    recording = Recording(template.format(
        reply=reply, picture=after,
        moves=', '.join(after.get_possible_moves())))
    assert done.stdout == recording.in_pipe()[1]
    assert (done.returncode, done.stderr) == (recording.status, '')


@pytest.mark.parametrize('typed', ['h mr mi y 3', 's r mi n 30', 's mi r n 30',
                                   's ro mr y 0', 'h r r n 5', 'h mi ro n 1'])
def test_plays_to_the_end(typed: str, tmp_path: Path) -> None:
    """A game between strategies ends, and its last line names the winner."""
    done = run_in_pipe(tmp_path, [], lines(*typed.split()))
    assert re.search(r'\n\nPlayer [12] is the winner!\n\Z', done.stdout)
    assert (done.returncode, done.stderr) == (0, '')


# === The command line ===

def test_asks_nothing(tmp_path: Path) -> None:
    """What the command line says is not asked: nothing, if it says all."""
    done = run_in_pipe(tmp_path, options())
    assert '?' not in done.stdout and 'Enter' not in done.stdout
    assert done.stdout.startswith('Players take turns to take a free cell')
    assert done.stdout.endswith(' is the winner!\n')
    assert done.returncode == 0


@pytest.mark.parametrize('option, name, answer', [
    ('game', 'game', 'h'), ('p1', 'player 1', 'ro'), ('p2', 'player 2', 'mi'),
    ('first', 'start', 'y'), ('size', 'side length', '2')])
def test_asks_the_rest(option: str, name: str, answer: str,
                       tmp_path: Path) -> None:
    """What the command line does not say is asked, and only that."""
    done = run_in_pipe(tmp_path, options(**{option: None}), lines(answer))
    prompt, _, rest = done.stdout.partition(': ')
    assert prompt.startswith(QUESTIONS[name][0])
    assert rest == run_in_pipe(tmp_path, options()).stdout


@pytest.mark.parametrize('first', ['1', '2'])
def test_who_starts(first: str, tmp_path: Path) -> None:
    """The player who is to start makes the first move."""
    done = run_in_pipe(tmp_path, options(first=first))
    mover = re.search(r'Player (.) is to move', done.stdout)[1]
    assert mover == re.search(r'Player (.) chooses', done.stdout)[1] == first


def random_game(folder: Path, *more: str) -> str:
    """Return the output of a long game between two random players."""
    done = run_in_pipe(folder, options(game='s', p1='r', p2='r', size=999)
                       + list(more))
    assert done.returncode == 0
    return done.stdout


def test_seed(tmp_path: Path) -> None:
    """A seed gives the same random game again, another seed another one."""
    games = [random_game(tmp_path, '--seed', str(seed)) for seed in (1, 2, -3)]
    assert len(set(games)) == 3
    assert random_game(tmp_path, '--seed', '1') == games[0]


def test_no_seed(tmp_path: Path) -> None:
    """Without a seed, no two random games are the same."""
    assert random_game(tmp_path) != random_game(tmp_path)


@pytest.mark.parametrize('players', [('ro', 'mr'), ('mi', 'ro')])
@pytest.mark.parametrize('game, size', [('h', 3), ('s', 150)])
def test_deterministic(players: tuple[str, str], game: str, size: int,
                       tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                       ) -> None:
    """Without a random player, a game is the same every time: no seed and no
    order of a set plays a part.
    """
    arguments = options(game=game, size=size, p1=players[0], p2=players[1])
    outputs = set()
    for seed in ('1', '2'):
        monkeypatch.setitem(ENVIRONMENT, 'PYTHONHASHSEED', seed)
        done = run_in_pipe(tmp_path, arguments + ['--seed', seed])
        assert done.stdout.endswith(' is the winner!\n')
        outputs.add(done.stdout)
    assert len(outputs) == 1


@pytest.mark.parametrize('arguments, culprit', [
    (options(game='x'), "'x'"), (options(game=''), "''"),
    (options(p1='z'), "'z'"), (options(p2='I'), "'I'"),
    (options(first='3'), "'3'"), (options(first='y'), "'y'"),
    (options(first='12'), "'12'"), (options(first=''), "''"),
    (options(size='two'), "'two'"), (options(size='2.5'), "'2.5'"),
    (options(size='6'), '6'), (options(size='0'), '0'),
    (options(size='0_3'), "'0_3'"), (options(size='\u0663'), '\u0663'),
    (options(game='s', size='1_6'), "'1_6'"), (options(size=''), "''"),
    (options(seed='1_6'), "'1_6'"),
    (options(size='9' * 30), '9' * 30),
    (options(game='s', size='-3'), '-3'),
    (options(game='s', size='9' * 30), '9' * 30),
    (options(seed='q'), "'q'"), (['--seed', '1.5'], "'1.5'"),
    (['--size'], '--size'), (['--game'], '--game'), (['--bogus'], '--bogus'),
    (['h'], ' h'), (['--game', 'h\u00e9'], "'h\u00e9'")])
def test_wrong_command_line(arguments: list[str], culprit: str,
                            tmp_path: Path) -> None:
    """A wrong command line is told in one line that names the culprit."""
    done = run_in_pipe(tmp_path, arguments)
    assert (done.returncode, done.stdout) == (2, '')
    assert done.stderr.count('\n') == 1 and done.stderr.endswith('\n')
    assert done.stderr.startswith('game_interface.py: ')
    assert culprit in done.stderr


def test_help(tmp_path: Path) -> None:
    """--help explains every option, and every key with its meaning."""
    done = run_in_pipe(tmp_path, ['--help'])
    text = ' '.join(done.stdout.split())
    for words in ('s = Subtract Square', 'h = Stonehenge', 'i = interactive',
                  'r = random', 'ro = rough outcome', 'mr = recursive minimax',
                  'mi = iterative minimax', 'player 1', 'player 2',
                  'the player who starts', 'side length', 'same game',
                  '--seed', *OPTIONS):
        assert words in text
    for key in (*playable_games, *usable_strategies):
        assert re.search(rf'\b{key} = \w', text), f'no meaning of {key}'
    assert (done.returncode, done.stderr) == (0, '')


def test_import_is_silent() -> None:
    """Importing the module prints nothing and asks nothing."""
    done = run([sys.executable, '-c', 'import game_interface'], cwd=TOP,
               env=ENVIRONMENT, stdin=DEVNULL, stdout=PIPE, stderr=PIPE,
               timeout=LONG, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b'', b'')


# === Wrong answers ===

@pytest.mark.parametrize('name', QUESTIONS)
def test_wrong_answers_in_pipe(name: str, tmp_path: Path) -> None:
    """Every wrong line is explained in one line, and the question asked again;
    then a good answer is taken.
    """
    question, before, good, explained = QUESTIONS[name]
    done = run_in_pipe(tmp_path, [], lines(*before)
                       + b'\n'.join(WRONG_IN_PIPE) + b'\n' + lines(good))
    prompt = re.search(re.escape(question) + '.*?: ', done.stdout)[0]
    _, *explanations, rest = done.stdout.split(prompt)
    good_way = run_in_pipe(tmp_path, [], lines(*before, good)).stdout
    if prompt in rest or question == 'Enter a move':
        # The next question is the same: all good answers ask for a move.
        explanations, rest = explanations[:-1], explanations[-1] + prompt + rest
    assert rest == good_way.split(prompt, 1)[1]
    assert len(explanations) == len(WRONG_IN_PIPE)
    for wrong, line in zip(WRONG_IN_PIPE, explanations):
        assert line.endswith('\n') and line[:-1].isprintable(), wrong[:99]
        assert explained in line, wrong[:99]
    assert (done.returncode, done.stderr) == (1, '')


def test_output_without_accents(tmp_path: Path,
                                monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong answer that the output has no letters for is explained, too."""
    monkeypatch.setitem(ENVIRONMENT, 'PYTHONUTF8', '0')
    monkeypatch.setitem(ENVIRONMENT, 'PYTHONIOENCODING', 'utf-8')
    typed = 'h\u00e9\n'.encode()
    shown = run_in_pipe(tmp_path, [], typed).stdout
    assert "'h\u00e9' is not an answer here" in shown
    monkeypatch.setitem(ENVIRONMENT, 'PYTHONIOENCODING', 'ascii')
    done = run_in_pipe(tmp_path, [], typed)
    assert len(done.stdout.splitlines()) == len(shown.splitlines())
    assert ' is not an answer here. Answers: s' in done.stdout
    assert (done.returncode, done.stderr) == (1, '')


@pytest.mark.parametrize('name', QUESTIONS)
def test_wrong_answers_in_terminal(name: str, start: StartTerminal) -> None:
    """Wrong lines that are typed in a terminal are explained there, too."""
    terminal = start(command())
    question = asked(terminal, name)
    for wrong in WRONG:
        before = len(terminal.screen)
        # Ctrl-V: the terminal itself leaves the next key alone.
        terminal.type(re.sub(rb'([\x00-\x1f])', b'\x16\\1', wrong) + b'\n')
        terminal.wait_for(question)
        echo, explanation, again = terminal.screen[before:].split('\n')
        assert QUESTIONS[name][3] in explanation, echo
        assert again.startswith(question)
    terminal.type(KEYS['^D'])
    assert terminal.wait_for_end() == f'\n{GOODBYE["^D"]}\n'
    assert terminal.status == 1


@pytest.mark.parametrize('arguments, typed, told', [
    (options(p1='i', p2='i'), 'A A', "'A' is taken"),
    (options(p1='i', p2='i'), 'd e D', "'D' is taken"),
    (options(p1='i'), 'Q', "'Q' is not a cell: the cells are A, B, C, D, E, "
                           "F, G"),
    (options(p1='i'), '7', "'7' is not a cell"),
    (options(p1='i'), '@', "'@' is not a cell"),
    (options(p1='i'), 'AB', "'AB' is not a cell"),
    (options(p1='i', size=1), 'D', "'D' is not a cell: the cells are A, B, C"),
    (options(game='s', p1='i', size=20), '5', '5 is not a positive square'),
    (options(game='s', p1='i', size=20), '0', '0 is not a positive square'),
    (options(game='s', p1='i', size=20), '-4', '-4 is not a positive square'),
    (options(game='s', p1='i', size=20), '25',
     '25 is more than the 20 that is left'),
    (options(game='s', p1='i', p2='i', size=20), '16 9',
     '9 is more than the 4 that is left'),
    (options(game='s', p1='i', size=20), 'four',
     "'four' is not a whole number")])
def test_why_a_move_is_impossible(arguments: list[str], typed: str, told: str,
                                  tmp_path: Path) -> None:
    """The player reads why a move is impossible and which ones there are, and
    the position stays as it was.
    """
    *before, wrong = typed.split()
    done = run_in_pipe(tmp_path, arguments, lines(*before, wrong))
    asks = 'Enter a move: '
    without = run_in_pipe(tmp_path, arguments, lines(*before)).stdout
    same, _, explanation = done.stdout.removesuffix(
        f'{asks}\n{GOODBYE["^D"]}\n').rpartition(asks)
    assert same + asks == without.removesuffix(f'\n{GOODBYE["^D"]}\n')
    possible = re.findall('Possible moves: .*', same)[-1]
    assert explanation.startswith(told)
    assert explanation.endswith(f'. {possible}\n')


@pytest.mark.parametrize('typed', [
    b'H\nMI\nRo\nY\n2\n', b' h\t\n  mi\nro  \n y \n 2 \n',
    b'h\r\nmi\r\nro\r\ny\r\n2\r\n', b'h\nmi\nro\ny\n2'])
def test_forgiving(typed: bytes, tmp_path: Path) -> None:
    """Capitals, blanks, the line ends of Windows and a last line without an
    end make no difference.
    """
    plain = run_in_pipe(tmp_path, [], lines('h', 'mi', 'ro', 'y', '2'))
    done = run_in_pipe(tmp_path, [], typed)
    assert plain.stdout.endswith(' is the winner!\n')
    assert (done.stdout, done.stderr) == (plain.stdout, '')


# === Ctrl-C, Ctrl-D, and readers who leave ===

@pytest.mark.parametrize('name', QUESTIONS)
@pytest.mark.parametrize('key', ['^C', '^D'])
def test_leaving_at_a_question(name: str, key: str,
                               start: StartTerminal) -> None:
    """Ctrl-C and Ctrl-D end the program with one polite line, and the exit
    status says that the game has not come to its end.
    """
    terminal = start(command())
    asked(terminal, name)
    terminal.type(KEYS[key])
    shown = terminal.wait_for_end()
    assert shown == ('^C' if key == '^C' else '') + f'\n{GOODBYE[key]}\n'
    assert terminal.status > 0


def test_leaving_in_the_middle_of_a_line(start: StartTerminal) -> None:
    """Ctrl-C also works when something is typed already."""
    terminal = start(command())
    asked(terminal, 'cell')
    terminal.type(b'abc')
    terminal.read_until(lambda screen: screen.endswith('abc'))
    terminal.type(KEYS['^C'])
    assert terminal.wait_for_end() == f'^C\n{GOODBYE["^C"]}\n'
    assert terminal.status > 0


class EndlessTree(dict):
    """A game tree with 2 ** 60 leaves, all of them ties."""

    def __init__(self) -> None:
        """Initialize the tree."""
        super().__init__(start=self['start'])

    def __missing__(self, name: str) -> Any:
        """Return where the moves at the position called name lead."""
        if len(name) == 65:
            return 'tie'
        return {'x': name + 'x', 'y': name + 'y'}


def think_forever(strategy: str, long_thought: str) -> None:
    """Let the strategy with this key look for a move in an endless tree. After
    long_thought seconds, its thinking is shown."""
    game_interface.LONG_THOUGHT = float(long_thought)
    game_class = functools.partial(TreeGame, tree=EndlessTree())
    game_class.__name__ = 'TreeGame'
    playable_games['t'] = game_class
    sys.exit(main(['--game', 't', '--p1', strategy, '--p2', 'r', '--first',
                   '1']))


def calling(function: str, *arguments: str) -> list[str]:
    """Return a command that calls the function of this module with this name.
    """
    return [sys.executable, '-c',
            f'import sys; sys.path.insert(0, {str(TOP)!r}); '
            f'from tests.test_sessions import {function}; '
            f'{function}{arguments!r}']


@pytest.mark.parametrize('strategy', ['mr', 'mi'])
def test_leaving_while_minimax_thinks(strategy: str,
                                      start: StartTerminal) -> None:
    """Ctrl-C interrupts a strategy that thinks for too long."""
    terminal = start(calling('think_forever', strategy, 'inf'))
    position = 'Player 1 is to move. Possible moves: x, y\n'
    terminal.read_until(lambda screen: screen.endswith(position))
    terminal.type(KEYS['^C'])
    assert terminal.wait_for_end() == f'^C\n{GOODBYE["^C"]}\n'
    assert terminal.screen.endswith(f'{position}^C\n{GOODBYE["^C"]}\n')
    assert terminal.status > 0


def think_visibly(*arguments: str) -> None:
    """Play as arguments say; whatever takes a hundredth of a second counts as
    a long thought."""
    game_interface.LONG_THOUGHT = 0.01
    sys.exit(main(list(arguments)))


def as_seen(raw: str) -> str:
    """Return what is left to see of a text on a terminal, where a carriage
    return leads back to the start of its line."""
    seen = []
    for line in raw.split('\n'):
        shown = ''
        for part in line.split('\r'):
            shown = part + shown[len(part):]
        seen.append(shown.rstrip())
    return '\n'.join(seen)


def counts_shown(shown: str) -> list[int]:
    """Return the numbers of positions that are shown."""
    return [int(count.replace(',', '')) for count in
            re.findall(r'Thinking: ([\d,]+) positions scored', shown)]


@pytest.mark.parametrize('players', [('mr', 'mi'), ('mi', 'mr')])
def test_thinking_is_shown(players: tuple[str, str], start: StartTerminal,
                           tmp_path: Path) -> None:
    """On a terminal, a long thought is shown with the number of positions,
    and nothing is left of it. Through a pipe, there is no sign of it."""
    arguments = options(size=4, p1=players[0], p2=players[1])
    terminal = start(calling('think_visibly', *arguments))
    terminal.wait_for_end()
    # The first thought takes half a second, all of it after the first count:
    # one of the later counts is higher, however long the machine is busy with
    # something else in between. The next thought begins at 0 again.
    counts = counts_shown(terminal.raw.partition(' chooses ')[0])
    assert counts == sorted(counts) and counts[0] < counts[-1]
    piped = run(calling('think_visibly', *arguments), cwd=tmp_path,
                env=ENVIRONMENT, stdout=PIPE, stderr=PIPE, check=True)
    assert as_seen(terminal.raw) == as_seen(piped.stdout.decode())
    assert piped.stderr == b''


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('strategy', ['mr', 'mi'])
def test_thinking_on_a_loaded_machine(strategy: str,
                                      monkeypatch: pytest.MonkeyPatch) -> None:
    """If much time passes between any two looks at the clock, a count may be
    shown twice, but it never goes down."""
    monkeypatch.setattr(game_interface, 'monotonic',
                        lambda hours=itertools.count(): 3600.0 * next(hours))
    monkeypatch.setattr(sys, 'stderr', FakeTerminal())
    game_interface.chosen_move(usable_strategies[strategy],
                               StonehengeGame(True, size=2))
    counts = counts_shown(sys.stderr.getvalue())
    assert counts == sorted(counts) and counts[0] < counts[-1]


def test_leaving_while_thinking_is_shown(start: StartTerminal) -> None:
    """Ctrl-C takes the count away, too."""
    terminal = start(calling('think_forever', 'mi', '0.01'))
    terminal.read_until(lambda screen: 'Thinking' in screen)
    terminal.type(KEYS['^C'])
    terminal.wait_for_end()
    seen = as_seen(terminal.raw)
    assert 'Thinking' not in seen
    assert seen.endswith(f'\n{GOODBYE["^C"]}\n')


def ended(program: list[str], output: int, typed: bytes = b''
          ) -> tuple[int, str]:
    """Run Python on program with an open file for its output, which is closed.
    Return the exit status, and what it writes to standard error.
    """
    try:
        done = run([sys.executable, *program], cwd=TOP, env=ENVIRONMENT,
                   input=typed, stdout=output, stderr=PIPE, timeout=LONG,
                   check=False)
    finally:
        os.close(output)
    return done.returncode, done.stderr.decode()


def unread_pipe() -> int:
    """Return the end of a pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


# Command lines of the program, each with what is typed then.
OUTPUTS = [(['--help'], b''), ([], b''), ([], b'x\nx\n'),
           ([], b's\nr\nmi\nn\n30\n'), (options(size=5, p2='r'), b''),
           (options(p1='i'), b'q\n')]
BUFFERED_OR_NOT = pytest.mark.parametrize('flags', [[], ['-u']])


@BUFFERED_OR_NOT
@pytest.mark.parametrize('arguments, typed', OUTPUTS)
def test_nobody_reads(arguments: list[str], typed: bytes, flags: list[str]
                      ) -> None:
    """If nobody reads the output, the program leaves quietly, with status 1.
    """
    assert ended([*flags, PROGRAM, *arguments], unread_pipe(), typed) \
        == (1, '')


# Commands of the labs that end in the same ways.
LABS = [['-m', 'labs', '--help'], ['-m', 'labs', *options()],
        ['-m', 'labs.game_tree', '--help'],
        ['-m', 'labs.game_tree', '--game', 's', '--size', '13'],
        ['-m', 'labs.game_tree', '--game', 's', '--size', '4', '--search',
         'recursive', '--step'],
        [str(TOP / 'labs' / 'game_tree' / 'minimax.py')]]


@BUFFERED_OR_NOT
@pytest.mark.parametrize('program', LABS)
def test_nobody_reads_labs(program: list[str], flags: list[str]) -> None:
    """The programs of the labs leave quietly, too."""
    assert ended([*flags, *program], unread_pipe()) == (1, '')


def full_disk() -> int:
    """Return a file that there is no room for anything in."""
    if not Path('/dev/full').exists():
        pytest.skip('This system has no /dev/full.')
    return os.open('/dev/full', os.O_WRONLY)


FULL = 'standard output: No space left on device'


@BUFFERED_OR_NOT
@pytest.mark.parametrize('arguments, typed', OUTPUTS)
def test_full_disk(arguments: list[str], typed: bytes, flags: list[str]
                   ) -> None:
    """If there is no room for the output, the program says so in one line."""
    assert ended([*flags, PROGRAM, *arguments], full_disk(), typed) \
        == (1, f'game_interface.py: {FULL}\n')


@BUFFERED_OR_NOT
@pytest.mark.parametrize('program', LABS)
def test_full_disk_labs(program: list[str], flags: list[str]) -> None:
    """The programs of the labs say so, too."""
    status, told = ended([*flags, *program], full_disk())
    name = ' '.join(['python3', *program[:2]]) if program[0] == '-m' \
        else Path(program[0]).name
    assert status > 0 and told.count('\n') == 1
    assert told.startswith(f'{name}: {FULL}')


@pytest.mark.parametrize('error', [
    FileNotFoundError(2, 'No such file or directory', 'openings.txt'),
    OSError('The openings cannot be read')])
def test_other_errors_are_no_full_disk(error: OSError,
                                       monkeypatch: pytest.MonkeyPatch
                                       ) -> None:
    """A strategy that cannot read its file is not taken for a full disk."""
    def reading_strategy(_: Any) -> Any:
        """Fail to read a file."""
        raise error
    monkeypatch.setitem(usable_strategies, 'f', reading_strategy)
    with pytest.raises(OSError) as raised:
        main(options(p1='f'))
    assert raised.value is error


@pytest.mark.parametrize('typed', [b's\nr\nmi\nn\n30\n', b'q\n' * 99, b''])
def test_reader_leaves(typed: bytes) -> None:
    """A reader may leave in the middle, as in `... | head -1`."""
    with Popen(command(), env=ENVIRONMENT, stdin=PIPE, stdout=PIPE,
               stderr=PIPE) as program:
        try:
            assert program.stdout.read(5) == b'Which'
            program.stdout.close()
            program.stdin.write(typed)
            program.stdin.close()
            assert program.stderr.read() == b''
            assert program.wait(LONG) == 1
        finally:
            program.kill()


@pytest.mark.parametrize('closed', ['<&-', '>&-'])
@pytest.mark.parametrize('arguments', [[], options()])
def test_started_without_input_or_output(closed: str, arguments: list[str]
                                         ) -> None:
    """A program that starts without input or output ends, with at most one
    line and no traceback.
    """
    done = run(['sh', '-c', f'exec "$@" {closed}', 'sh', *command(*arguments)],
               env=ENVIRONMENT, stdin=DEVNULL, stdout=PIPE, stderr=PIPE,
               timeout=LONG, check=False)
    assert b'Traceback' not in done.stderr
    assert done.stderr.count(b'\n') <= 1


# === GameInterface itself ===

Answer = Callable[..., list[str]]


@pytest.fixture(name='answer_with')
def patch_input(monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Give a function that sets the answers to all questions, and returns a
    list that the questions are put into.
    """
    def answer_with(*answers: str) -> list[str]:
        """Answer the questions with answers, then end the input."""
        left, questions = list(answers), []

        def answer(question: str = '') -> str:
            """Return the next answer."""
            questions.append(question)
            if not left:
                raise EOFError
            return left.pop(0)
        monkeypatch.setattr('builtins.input', answer)
        return questions
    return answer_with


@pytest.mark.parametrize('game_class, size, asks', [
    (StonehengeGame, '2', 'Enter the side length of the board'),
    (SubtractSquareGame, '30', 'Enter the whole number to subtract from')])
@pytest.mark.parametrize('starts, first', [('y', 1), ('n', 2)])
def test_asks_in_order(game_class: type, size: str, asks: str, starts: str,
                       first: int, answer_with: Answer,
                       capsys: pytest.CaptureFixture) -> None:
    """GameInterface asks who starts, then the game asks for its size; then a
    game between two strategies asks nothing more.
    """
    questions = answer_with(starts, size)
    interface = GameInterface(game_class, random_strategy,
                              rough_outcome_strategy)
    assert len(questions) == 2
    assert questions[0].startswith('Does player 1 start?')
    assert questions[1].startswith(asks)
    interface.play()
    assert len(questions) == 2
    mover = re.search('Player (.) is to move', capsys.readouterr().out)[1]
    assert mover == str(first)


def test_tie(answer_with: Answer, capsys: pytest.CaptureFixture) -> None:
    """A game that nobody wins ends in a tie, which is said."""
    answer_with('y', 'a', 'y')
    GameInterface(TreeGame, interactive_strategy, interactive_strategy).play()
    assert capsys.readouterr().out == (
        'Walk through the tree.\n'
        '\nSomewhere in the tree\n'
        '\nPlayer 1 is to move. Possible moves: b, c, a\n'
        'Player 1 chooses a.\n'
        '\nSomewhere in the tree\n'
        '\nPlayer 2 is to move. Possible moves: x, y\n'
        'Player 2 chooses y.\n'
        "\nSomewhere in the tree\n\nIt's a tie!\n")


@pytest.mark.parametrize('answers, winner', [('y a x', 1), ('y b y', 2)])
def test_winner(answers: str, winner: int, answer_with: Answer,
                capsys: pytest.CaptureFixture) -> None:
    """The winner is whoever the game says, whoever moved last."""
    answer_with(*answers.split())
    GameInterface(TreeGame, interactive_strategy, interactive_strategy).play()
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f'Player {winner} is the winner!'


@pytest.mark.parametrize('move', [None, 'Q', 'AB', '', 7, 2.5, ['A'], {}])
@pytest.mark.parametrize('game_class, size', [(StonehengeGame, 2),
                                              (SubtractSquareGame, 5)])
def test_strategy_with_a_bug(move: Any, game_class: type, size: int,
                             capsys: pytest.CaptureFixture) -> None:
    """A strategy that returns an illegal move is named, with what it returned,
    and the game stops.
    """
    calls = []

    def buggy_strategy(game: Any) -> Any:
        """Return always the same."""
        calls.append(game)
        assert len(calls) < 9, 'The interface asks it for ever'
        return move
    GameInterface(game_class, random_strategy, buggy_strategy, False,
                  size).play()
    shown = capsys.readouterr().out.partition('is to move.')[2]
    _, line, end = shown.split('\n')
    assert 'Player 2' in line and 'buggy_strategy' in line
    assert f'returned {move!r}' in line
    assert (len(calls), end) == (1, '')


class FakeTerminal(io.StringIO):
    """A stream that says of itself that it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


@functools.wraps(recursive_minimax_strategy)
def wrapped_strategy(game: Any) -> Any:
    """Choose as the strategy does that this wraps, unwatched."""
    return recursive_minimax_strategy(game)


class CallableStrategy:
    """A strategy that is an object."""

    def __call__(self, game: Any, watcher: Any) -> Any:
        """Choose the first move, and tell watcher of some positions."""
        for _ in range(3):
            watcher.comes_to(game.current_state)
            watcher.scores(game.current_state, 0)
        return game.current_state.get_possible_moves()[0]


@pytest.mark.parametrize('strategy, shown', [
    (wrapped_strategy, False), (CallableStrategy(), True),
    (operator.methodcaller('str_to_move', '1'), False),
    (functools.partial(max, 1, key=id), False)])
def test_who_can_be_watched(strategy: Any, shown: bool,
                            monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal, all callables can be strategies, and those that take a
    watcher get one."""
    monkeypatch.setattr(game_interface, 'LONG_THOUGHT', 0.0)
    monkeypatch.setattr(sys, 'stderr', FakeTerminal())
    game = SubtractSquareGame(True, size=6)
    move = game_interface.chosen_move(strategy, game)
    assert shown == ('Thinking: ' in sys.stderr.getvalue())
    assert move is game or game.current_state.is_valid_move(move)


@pytest.mark.parametrize('stderr', [None, object(), io.StringIO()])
def test_no_terminal(stderr: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a terminal, or with standard error closed, nothing is shown."""
    if isinstance(stderr, io.StringIO):
        stderr.close()
    monkeypatch.setattr(sys, 'stderr', stderr)
    game = SubtractSquareGame(True, size=6)
    assert game_interface.chosen_move(recursive_minimax_strategy, game) == 4


def test_nameless_strategy_with_a_bug(capsys: pytest.CaptureFixture) -> None:
    """A strategy may be any callable object, also one without a name."""
    strategy = functools.partial(max, 0, key=id)
    GameInterface(SubtractSquareGame, strategy, strategy, True, 5).play()
    assert 'Player 1 cannot go on' in capsys.readouterr().out.splitlines()[-1]


def test_status_after_a_bug(monkeypatch: pytest.MonkeyPatch,
                            capsys: pytest.CaptureFixture) -> None:
    """If a strategy's bug stops the game, the exit status is not 0; and a
    strategy that is added to the program can be chosen by its key.
    """
    monkeypatch.setitem(usable_strategies, 'b', lambda game: 'nowhere')
    assert main(options(p2='b')) != 0
    assert "returned 'nowhere'" in capsys.readouterr().out.splitlines()[-1]


class AskingGame(TreeGame):
    """Somebody else's game: it asks, and has no keyword for the answer."""

    def __init__(self, p1_starts: bool) -> None:
        """Ask for nothing of importance."""
        self.answer = input('How large? ')
        super().__init__(p1_starts)


TREE_OPTIONS = ['--game', 't', '--p1', 'mi', '--p2', 'mr', '--first', '1']


def test_game_without_size_keyword(answer_with: Answer,
                                   monkeypatch: pytest.MonkeyPatch,
                                   capsys: pytest.CaptureFixture) -> None:
    """A game that knows no size keyword is left to ask for what it wants."""
    monkeypatch.setitem(playable_games, 't', AskingGame)
    questions = answer_with('large')
    assert main(TREE_OPTIONS) == 0
    assert questions == ['How large? ']
    assert capsys.readouterr().out.endswith("\n\nIt's a tie!\n")


def test_size_for_game_without_keyword(answer_with: Answer,
                                       monkeypatch: pytest.MonkeyPatch,
                                       capsys: pytest.CaptureFixture) -> None:
    """A size for a game that takes none is refused in one clear line."""
    monkeypatch.setitem(playable_games, 't', AskingGame)
    questions = answer_with()
    with pytest.raises(SystemExit) as stop:
        main(TREE_OPTIONS + ['--size', '3'])
    shown = capsys.readouterr()
    assert (stop.value.code, shown.out, questions) == (2, '', [])
    assert 'Asking takes no size from the command line' in shown.err
    assert shown.err.count('\n') == 1


@pytest.mark.parametrize('error', [
    ValueError(), ValueError('There is no such way'), KeyError('z'),
    IndexError(), TypeError('no'), AttributeError('no'), AssertionError(),
    RuntimeError('no'), ZeroDivisionError(), NotImplementedError(),
    StopIteration(), OSError('no'), Exception('no')])
def test_wrong_move_in_foreign_game(error: Exception, answer_with: Answer,
                                    monkeypatch: pytest.MonkeyPatch,
                                    capsys: pytest.CaptureFixture) -> None:
    """Somebody else's game may raise what it likes at a wrong move: the player
    is told in one line, and asked again.
    """
    make_move = TreeState.make_move

    def make_no_wrong_move(state: TreeState, move: Any) -> TreeState:
        """Raise error if there is no such move."""
        if not state.is_valid_move(move):
            raise error
        return make_move(state, move)
    monkeypatch.setattr(TreeState, 'make_move', make_no_wrong_move)
    answer_with('y', 'z', 'a', 'y')
    GameInterface(TreeGame, interactive_strategy, interactive_strategy).play()
    shown = capsys.readouterr().out
    told = re.search(r'Possible moves: b, c, a\n(.*)\nPlayer 1 chooses a\.\n',
                     shown)[1]
    assert told.endswith('. Possible moves: b, c, a')
    assert 'There is no such way' in told \
        or "'z' is not a possible move here" in told
    assert shown.endswith("It's a tie!\n")


def test_interrupted_at_a_wrong_move(answer_with: Answer,
                                     monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while somebody else's game looks at a wrong move is still one."""
    def interrupted(*_: Any) -> None:
        """Be interrupted."""
        raise KeyboardInterrupt
    monkeypatch.setattr(TreeState, 'make_move', interrupted)
    answer_with('z', 'a')
    with pytest.raises(KeyboardInterrupt):
        interactive_strategy(TreeGame(True))
