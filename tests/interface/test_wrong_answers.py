"""Every wrong answer is explained in one line, and the question asked again."""
from pathlib import Path
import re
from pytest import MonkeyPatch
import pytest
from tests.support.game_program import QUESTIONS, run_in_pipe
from tests.support.programs import ENVIRONMENT
from tests.support.terminal import lines
from tests.support.typing_player import run_here

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
    done = run_here(tmp_path, [], lines(*before)
                       + b'\n'.join(WRONG) + b'\n' + lines(good))
    shown = done.stdout.replace(HELPS, '')
    prompt = re.search(re.escape(question) + '.*?: ', shown)[0]
    _, *explanations, rest = shown.split(prompt)
    good_way = run_here(tmp_path, [], lines(*before, good)).stdout.replace(
        HELPS, '')
    if prompt in rest or question == 'Enter a move':
        # The next question is the same: all good answers ask for a move.
        explanations, rest = explanations[:-1], explanations[-1] + prompt + rest
    assert rest == good_way.split(prompt, 1)[1]
    assert len(explanations) == len(WRONG)
    for wrong, line in zip(WRONG, explanations):
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
