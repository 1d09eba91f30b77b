"""Whole sessions as they were recorded, through a pipe and in a terminal, and
wrong answers: each is explained in one line, and the question asked again."""
from pathlib import Path
import re
from pytest import MonkeyPatch
import pytest
from tests.support.game_program import QUESTIONS, calling, command, options, \
    run_in_pipe
from tests.support.programs import ENVIRONMENT
from tests.support.recordings import Recording, replay
from tests.support.terminal import KEYS, StartTerminal, lines
from tests.support.typing_player import run_here

SESSIONS = Path(__file__).resolve().parent / 'sessions'
RECORDINGS = {path.stem: path.read_text(encoding='utf-8')
              for path in sorted(SESSIONS.glob('*.txt'))}


@pytest.mark.parametrize('name', [name for name in RECORDINGS
                                  if '«^C»' not in RECORDINGS[name]])
def test_recorded_in_pipe(name: str, tmp_path: Path) -> None:
    """Through a pipe, a session is word for word as it was recorded."""
    recording = Recording(RECORDINGS[name], in_terminal=False)
    typed, shown = recording.in_pipe()
    done = run_in_pipe(tmp_path, recording.arguments, typed)
    assert done.stdout == shown
    assert (done.returncode, done.stderr) == (recording.status, '')


# Between two programs, a terminal also shows the time of each move.
@pytest.mark.parametrize('name', [name for name in RECORDINGS
                                  if name != 'no_questions'])
def test_recorded_in_terminal(name: str, start: StartTerminal) -> None:
    """In a terminal, a session is word for word as it was recorded."""
    recording = Recording(RECORDINGS[name], in_terminal=True)
    replay(start(command(*recording.arguments)), recording)


SAVED = """saved game, version 1

game: s
size: 13
player 1: i
player 2: mi
first: 1

1. 4, 9
"""

THOUGHT = """

Somewhere in the tree

Player 2 is to move. Possible moves: x, y
^C
iterative_minimax_strategy was at a line.
A command, or Enter to let it think again: What?
'What?' is not a command, and it is not your turn. Type ? for help.
A command, or Enter to let it think again: 

Somewhere in the tree

Player 2 is to move. Possible moves: x, y
^C
iterative_minimax_strategy was at a line.
A command, or Enter to let it think again: """

# What is shown from some line on, and what was typed between « and ».
PLAYED = {
    'hint': (options(game='x', size=6, p1='i', p2='i'), """\
Enter a move (? for help): «hint»
The best move is not known within 2 s. A guess: e2 (estimate +0.48).
Enter a move: «exit»

Goodbye!
"""),
    'load': (options(game='h', size=2, p1='i', p2='i'), """\
Enter a move (? for help): «load g.txt»
This is the game in 'g.txt', after 2 moves.
Subtract Square. Player 1: interactive. Player 2: iterative minimax.

What is left: 0

Player 2 is the winner!
You lost.
Your move 1 (4) lost the game: 1 would have won.
Play again? (y, n, s = swap sides, undo, back, review) [y]: «^C»
Ctrl-C again leaves the program.
Play again? (y, n, s = swap sides, undo, back, review) [y]: «back»

What is left: 13

Player 1 is to move. Possible moves: 1, 4, 9
Enter a move: «redo»

What is left: 0

Player 2 is the winner!
You lost.
Your move 1 (4) lost the game: 1 would have won.
Play again? (y, n, s = swap sides, undo, back, review) [y]: «quit»
"""),
    'replay': (['--replay', 'g.txt', '--review'], """\
Subtract Square. Player 1: interactive. Player 2: iterative minimax.
1. Player 1: 4 loses; 1 would have won
   Player 2: 9 wins

What is left: 13

Player 1 is to move.
Position 0 of 2 (? for help): «values»
wins: 1
loses: 4, 9
Position 0 of 2 (? for help): «1»

What is left: 12

Player 1 chose 1. Player 2 is to move.
Position 1 of 1, tried (? for help): «hint»
Every move loses.
Position 1 of 1, tried (? for help): «back»

What is left: 13

Player 1 is to move.
Position 0 of 2 (? for help): «quit»
""")}


@pytest.mark.parametrize('name', PLAYED)
def test_played(name: str, start: StartTerminal, tmp_path: Path) -> None:
    """A hint that is a guess, a game that is loaded and gone back in, and one
    that is replayed: in a terminal, they are word for word as here."""
    (tmp_path / 'g.txt').write_text(SAVED, encoding='utf-8')
    arguments, text = PLAYED[name]
    terminal = start(calling('play_by_the_clock', *arguments))
    for keys in re.findall('«(.*?)»', text):
        terminal.wait_for(text.rpartition(f'«{keys}»')[0].rpartition('\n')[2])
        terminal.type(KEYS.get(keys) or lines(keys))
    terminal.wait_for_end()
    assert terminal.status == 0
    assert terminal.screen.endswith(re.sub('«|»', '', text))


def test_opponent_is_stopped(start: StartTerminal) -> None:
    """Ctrl-C while the opponent thinks leads to a prompt, where the player can
    go back and choose another opponent."""
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
    seen = re.sub(r'strategy was at .*', 'strategy was at a line.',
                  terminal.screen.partition('Player 1 chooses x.')[2])
    assert seen == THOUGHT
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


@pytest.mark.parametrize('typed', [
    b'H\nMI\nRo\nY\n2\n', b' h\t\n  mi\nro  \n y \n 2 \n',
    b'h\r\nmi\r\nro\r\ny\r\n2\r\n', b'h\nmi\nro\ny\n2'])
def test_forgiving(typed: bytes, tmp_path: Path) -> None:
    """Capitals, blanks, the line ends of Windows and a last line without an
    end make no difference."""
    plain = run_here(tmp_path, [], lines('h', 'mi', 'ro', 'y', '2'))
    done = run_here(tmp_path, [], typed)
    assert plain.stdout.endswith(' is the winner!\n')
    assert (done.stdout, done.stderr) == (plain.stdout, '')


@pytest.mark.parametrize('typed, plain', [
    (lines('', '', '', '', ''), lines('h', 'i', 'mi', 'y', '3')),
    (lines('Stonehenge', 'ROUGH OUTCOME', 'iterative minimax', '2', '2'),
     lines('h', 'ro', 'mi', 'n', '2')),
    (lines('s', '', '', 'Yes', ''), lines('s', 'i', 'mi', '1', '20'))])
def test_usual_answers_and_names(typed: bytes, plain: bytes, tmp_path: Path
                                 ) -> None:
    """Enter gives the answer in brackets; names do as well as keys, and the
    number of the player who starts as well as y or n."""
    told = [re.sub(r'\d+', '', run_here(tmp_path, [], each).stdout)
            for each in (typed, plain)]
    assert told[0][:1500] == told[1][:1500]
    assert ' chooses ' in told[0] or 'Enter a move' in told[0]


@pytest.mark.parametrize('name', [name for name in QUESTIONS
                                  if name not in ('square', 'cell')])
@pytest.mark.parametrize('word', ['quit', ' EXIT '])
def test_leave_at_questions(name: str, word: str, tmp_path: Path) -> None:
    """Whoever does not want to play after all may leave at each question."""
    done = run_here(tmp_path, [], lines(*QUESTIONS[name][1], word))
    assert done.returncode == 0 and done.stdout.endswith(': \nGoodbye!\n')


# Lines that are wrong at every question; some can only come through a pipe.
WRONG = [b'', b'   ', b'\t', b'nonsense', b'two words', b'-1', b'3.5', b'1e9',
         b'1_6', b'0_2', '\u0131 \u017f \u0664'.encode(), '\u017f'.encode(),
         b'%s {0} \\', b'"', b"'", b'x' * 3000, b'9' * 3000,
         'h\u00e9 \u77f3 \U0001f5ff'.encode(), b'\xff\xfe', b'\xc3',
         b'\x1b[A', b'a\x0bb', b'b\x0cc', '\u2028'.encode(), b'\0', b's\0',
         b'x' * 50000, b'9' * 50000]

# What only the first prompt has.
HELPS = ' (? for help)'


@pytest.mark.parametrize('name', QUESTIONS)
def test_wrong_answers(name: str, tmp_path: Path) -> None:
    """Every wrong line is explained in one line, and the question asked again;
    then a good answer is taken."""
    question, before, good, explained = QUESTIONS[name]
    # At most questions, Enter is the usual answer.
    wrong_lines = [line for line in WRONG
                   if line.decode('utf-8', 'replace').strip()
                   or question == 'Enter a move']
    done = run_here(tmp_path, ['--seed', '1'], lines(*before)
                    + b'\n'.join(wrong_lines) + b'\n' + lines(good))
    shown = done.stdout.replace(HELPS, '')
    prompt = re.search(re.escape(question) + '.*?: ', shown)[0]
    _, *explanations, rest = shown.split(prompt)
    good_way = run_here(tmp_path, ['--seed', '1'], lines(*before, good)
                        ).stdout.replace(HELPS, '')
    if prompt in rest or question == 'Enter a move':
        # The next question is the same: all good answers ask for a move.
        explanations, rest = explanations[:-1], explanations[-1] + prompt + rest
    assert rest == good_way.split(prompt, 1)[1]
    assert len(explanations) == len(wrong_lines)
    for wrong, line in zip(wrong_lines, explanations):
        assert line.endswith('\n') and line[:-1].isprintable(), wrong[:99]
        assert explained in line, wrong[:99]
    assert (done.returncode, done.stderr) == (1, '')


def test_output_without_accents(tmp_path: Path,
                                monkeypatch: MonkeyPatch) -> None:
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
