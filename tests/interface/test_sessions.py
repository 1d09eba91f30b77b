"""Whole sessions as they were recorded, through a pipe and in a terminal, and
wrong answers: each is explained in one line, and the question asked again."""

from pathlib import Path
import re
from pytest import MonkeyPatch
import pytest
from tests.support.game_program import QUESTIONS, calling, command, run_in_pipe
from tests.support.programs import ENVIRONMENT
from tests.support.recordings import Recording, replay
from tests.support.terminal import KEYS, StartTerminal, lines
from tests.support.typing_player import run_here

SESSIONS = Path(__file__).resolve().parent / 'sessions'
RECORDINGS = {
    path.stem: path.read_text(encoding='utf-8')
    for path in sorted(SESSIONS.glob('*.txt'))
}


# A game that some of the sessions load.
SAVED = """game = "s"
size = 13
first = 1
p1 = "i"
p2 = "mi"
date = 2026-11-21
moves = ["4", "9"]
"""


@pytest.fixture(name='folder')
def save_game(tmp_path: Path) -> Path:
    """Return a folder with a saved game."""
    (tmp_path / 'g.txt').write_text(SAVED, encoding='utf-8')
    return tmp_path


@pytest.mark.parametrize(
    'name', [name for name in RECORDINGS if '«^C»' not in RECORDINGS[name]]
)
def test_recorded_in_pipe(name: str, folder: Path) -> None:
    """Through a pipe, a session is word for word as it was recorded."""
    recording = Recording(RECORDINGS[name], in_terminal=False)
    typed, shown = recording.in_pipe()
    done = run_in_pipe(folder, recording.arguments, typed)
    assert done.stdout == shown
    assert (done.returncode, done.stderr) == (recording.status, '')


# Between two programs, a terminal also shows the time of each move.
@pytest.mark.parametrize(
    'name', [name for name in RECORDINGS if name != 'no_questions']
)
def test_recorded_in_terminal(
    name: str, start: StartTerminal, folder: Path
) -> None:
    """In a terminal, a session is word for word as it was recorded. The file of
    a game is not overwritten by the next one, in which sides are swapped."""
    recording = Recording(RECORDINGS[name], in_terminal=True)
    replay(start(command(*recording.arguments)), recording)
    if '--save' in recording.arguments:
        assert 'p1 = "i"\n' in (folder / 'new.txt').read_text('utf-8')


STOPPED = """Somewhere in the tree

Player 2 is to move. Possible moves: x, y
^C"""


def test_opponent_is_stopped(start: StartTerminal) -> None:
    """Ctrl-C stops an opponent's thought, and leads to a prompt. No line of
    ours is named."""
    terminal = start(calling('think_forever', 'mi', '9', 'i'))
    terminal.wait_for('Enter a move')
    terminal.type(lines('x'))
    terminal.wait_until_busy()
    for typed in KEYS['^C'], lines('What?'), lines(''):
        terminal.type(typed)
        if typed == lines(''):
            terminal.wait_until_busy()
            terminal.type(KEYS['^C'])
        terminal.wait_for('A command, or Enter to let it think again')
    told = terminal.screen.partition('Player 1 chooses x.')[2].split(
        'A command, or Enter to let it think again: '
    )
    game = r'\n\S+ was at foreign_games\.py, line \d+\.$'  # Not ours.
    assert [re.sub(game, '', each.strip()) for each in told] == [
        STOPPED,
        "What?\n'What?' is not a command, and it is not your turn. "
        'Type ? for help.',
        STOPPED,
        '',
    ]
    terminal.type(lines('undo'))
    terminal.wait_for('Enter a move')
    terminal.type(lines('players r'))
    terminal.wait_for('Enter a move')
    terminal.type(lines('x'))
    terminal.wait_for('Enter a move')
    assert 'Tree. Player 1: interactive. Player 2: random.' in terminal.screen
    assert re.search(r'Player 2 chooses [xy]\.', terminal.screen)
    terminal.type(lines('quit'))
    terminal.wait_for_end()
    assert terminal.status == 0


@pytest.mark.parametrize(
    'typed, plain',
    [
        *[
            (typed, lines('h', 'mi', 'ro', 'y', '2'))
            for typed in (
                b'H\nMI\nRo\nY\n2\n',
                b' h\t\n  mi\nro  \n y \n 2 \n',
                b'h\r\nmi\r\nro\r\ny\r\n2\r\n',
                b'h\nmi\nro\ny\n2',
            )
        ],
        (lines('', '', '', '', ''), lines('h', 'i', 'mi', 'y', '3')),
        (
            lines('Stonehenge', 'ROUGH OUTCOME', 'iterative minimax', '2', '2'),
            lines('h', 'ro', 'mi', 'n', '2'),
        ),
        (lines('s', '', '', 'Yes', ''), lines('s', 'i', 'mi', '1', '20')),
    ],
)
def test_forgiving(typed: bytes, plain: bytes, tmp_path: Path) -> None:
    """Capitals, blanks, the line ends of Windows and a last line without an
    end make no difference. Enter gives the answer in brackets; names do as well
    as keys, and the number of the player who starts as well as y or n."""
    expected, done = (run_here(tmp_path, [], each) for each in (plain, typed))
    assert ' chooses ' in done.stdout or 'Enter a move' in done.stdout
    assert (done.stdout, done.stderr) == (expected.stdout, '')


@pytest.mark.parametrize(
    'name', [name for name in QUESTIONS if name not in ('square', 'cell')]
)
@pytest.mark.parametrize('word', ['quit', ' EXIT '])
def test_leave_at_questions(name: str, word: str, tmp_path: Path) -> None:
    """Whoever does not want to play after all may leave at each question."""
    done = run_here(tmp_path, [], lines(*QUESTIONS[name][1], word))
    assert done.returncode == 0 and done.stdout.endswith(': \nGoodbye!\n')


# Lines that are wrong at every question; some can only come through a pipe.
WRONG = [
    b'',
    b'   ',
    b'\t',
    b'nonsense',
    b'two words',
    b'-1',
    b'3.5',
    b'1e9',
    b'1_6',
    b'0_2',
    '\u0131 \u017f \u0664'.encode(),
    '\u017f'.encode(),
    b'%s {0} \\',
    b'"',
    b"'",
    b'x' * 3000,
    b'9' * 3000,
    'h\u00e9 \u77f3 \U0001f5ff'.encode(),
    b'\xff\xfe',
    b'\xc3',
    b'\x1b[A',
    b'a\x0bb',
    b'b\x0cc',
    '\u2028'.encode(),
    b'\0',
    b's\0',
    b'x' * 50000,
    b'9' * 50000,
]

# What only the first prompt has.
HELPS = ' (? for help)'


@pytest.mark.parametrize('name', QUESTIONS)
def test_wrong_answers(name: str, tmp_path: Path) -> None:
    """Every wrong line is explained in one line, and asked again."""
    question, before, good, explained = QUESTIONS[name]
    # At most questions, Enter is the usual answer.
    wrong_lines = [
        line
        for line in WRONG
        if line.decode('utf-8', 'replace').strip() or question == 'Enter a move'
    ]
    done = run_here(
        tmp_path,
        ['--seed', '1'],
        lines(*before) + b'\n'.join(wrong_lines) + b'\n' + lines(good),
    )
    shown = done.stdout.replace(HELPS, '')
    prompt = re.search(re.escape(question) + '.*?: ', shown)[0]
    _, *explanations, rest = shown.split(prompt)
    good_way = run_here(
        tmp_path, ['--seed', '1'], lines(*before, good)
    ).stdout.replace(HELPS, '')
    if prompt in rest or question == 'Enter a move':
        # The next question is the same: all good answers ask for a move.
        *explanations, last = explanations
        rest = last + prompt + rest
    assert rest == good_way.split(prompt, 1)[1]
    assert len(explanations) == len(wrong_lines)
    for wrong, line in zip(wrong_lines, explanations):
        assert line.endswith('\n') and line[:-1].isprintable(), wrong[:99]
        assert explained in line, wrong[:99]
    assert (done.returncode, done.stderr) == (1, '')


def test_output_without_accents(
    tmp_path: Path, monkeypatch: MonkeyPatch
) -> None:
    """A wrong answer that the output has no letters for is explained, too."""
    monkeypatch.setitem(ENVIRONMENT, 'PYTHONUTF8', '0')
    monkeypatch.setitem(ENVIRONMENT, 'PYTHONIOENCODING', 'utf-8')
    typed = 'h\u00e9\n'.encode()
    shown = run_in_pipe(tmp_path, [], typed).stdout
    assert "'h\u00e9' is not one of the answers" in shown
    monkeypatch.setitem(ENVIRONMENT, 'PYTHONIOENCODING', 'ascii')
    done = run_in_pipe(tmp_path, [], typed)
    assert len(done.stdout.splitlines()) == len(shown.splitlines())
    assert ' is not one of the answers: s' in done.stdout
    assert (done.returncode, done.stderr) == (1, '')
