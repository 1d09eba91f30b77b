"""Every wrong answer is explained in one line, and the question asked again."""
from pathlib import Path
import re
import pytest
from tests.support.game_program import GOODBYE, QUESTIONS, asked, command, \
    options, run_in_pipe
from tests.support.programs import ENVIRONMENT
from tests.support.terminal import KEYS, StartTerminal, lines

# Lines that are wrong at every question, in a terminal too ...
WRONG = [b'', b'   ', b'\t', b'nonsense', b'two words', b'-1', b'3.5', b'1e9',
         b'1_6', b'0_2', '\u0131 \u017f \u0664'.encode(), '\u017f'.encode(),
         b'%s {0} \\', b'"', b"'", b'x' * 3000, b'9' * 3000,
         'h\u00e9 \u77f3 \U0001f5ff'.encode(), b'\xff\xfe', b'\xc3',
         b'\x1b[A', b'a\x0bb', b'b\x0cc', '\u2028'.encode()]
# ... and some that can only come through a pipe.
WRONG_IN_PIPE = WRONG + [b'\0', b's\0', b'x' * 50000, b'9' * 50000]

# What only the first prompt has.
HELPS = ' (? for help)'


@pytest.mark.parametrize('name', QUESTIONS)
def test_wrong_answers_in_pipe(name: str, tmp_path: Path) -> None:
    """Every wrong line is explained in one line, and the question asked again;
    then a good answer is taken.
    """
    question, before, good, explained = QUESTIONS[name]
    done = run_in_pipe(tmp_path, [], lines(*before)
                       + b'\n'.join(WRONG_IN_PIPE) + b'\n' + lines(good))
    shown = done.stdout.replace(HELPS, '')
    prompt = re.search(re.escape(question) + '.*?: ', shown)[0]
    _, *explanations, rest = shown.split(prompt)
    good_way = run_in_pipe(tmp_path, [], lines(*before, good)).stdout.replace(
        HELPS, '')
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
    assert "'h\u00e9' is not one of the answers" in shown
    monkeypatch.setitem(ENVIRONMENT, 'PYTHONIOENCODING', 'ascii')
    done = run_in_pipe(tmp_path, [], typed)
    assert len(done.stdout.splitlines()) == len(shown.splitlines())
    assert ' is not one of the answers: s' in done.stdout
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
        # At the prompt, the board is shown again after three mistakes.
        echo, *explanation, again = terminal.screen[before:].split('\n')
        assert QUESTIONS[name][3] in '\n'.join(explanation), echo
        assert len(explanation) == 1 or name in ('square', 'cell')
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
    without = run_in_pipe(tmp_path, arguments, lines(*before)).stdout.replace(
        HELPS, '')
    same, _, explanation = done.stdout.replace(HELPS, '').removesuffix(
        f'{asks}\n{GOODBYE["^D"]}\n').rpartition(asks)
    assert same + asks == without.removesuffix(f'\n{GOODBYE["^D"]}\n')
    possible = re.findall('Possible moves: .*', same)[-1]
    assert explanation.startswith(told)
    assert explanation.endswith(f'. {possible}\n')
