"""Searches step by step, in a pipe and in a terminal.

The folder sessions holds recordings: see tests/support/recordings.py.
"""
from pathlib import Path
import re
import pytest
from labs.game_tree import steps
from labs.game_tree.__main__ import main
from labs.game_tree.steps import SEARCHES
from tests.support.game_trees import PROGRAM, README, run_command
from tests.support.programs import TOP
from tests.support.recordings import Recording, replay
from tests.support.terminal import StartTerminal

SESSIONS = Path(__file__).resolve().parent / 'sessions'
pytestmark = pytest.mark.usefixtures('without_contracts')


def load_recording(name: str) -> Recording:
    """Return a recording in the folder of the lab."""
    text = (SESSIONS / f'{name}.txt').read_text(encoding='utf-8')
    assert text.startswith('$ python3 -m labs.game_tree ')
    return Recording(text, in_terminal=False)


NAMES = sorted(path.stem for path in SESSIONS.glob('*.txt'))


def test_recordings() -> None:
    """There are recordings of all searches, and of Subtract Square from 4 for
    both kinds of minimax; one of them is in the README."""
    commands = {name: ' '.join(load_recording(name).arguments)
                for name in NAMES}
    for name in 'recursive', 'iterative':
        assert commands[name] == f'--game s --size 4 --search {name} --step'
    text = (SESSIONS / 'remembered.txt').read_text(encoding='utf-8')
    shown = re.search(r'```\n(Step 15.*?)```', README, re.DOTALL)[1]
    assert shown.rstrip() in text.replace('«»\n', '')
    assert commands['remembered'] in README


@pytest.mark.parametrize('name', [name for name in NAMES
                                  if name != 'interrupted'])
def test_steps_in_pipe(name: str) -> None:
    """Through a pipe, the steps are word for word as they were recorded."""
    recording = load_recording(name)
    typed, shown = recording.in_pipe()
    done = run_command(*recording.arguments, typed=typed.decode())
    assert done.stdout == shown
    assert (done.returncode, done.stderr) == (recording.status, '')


@pytest.mark.parametrize('name', ['recursive', 'interrupted', 'input_ends'])
def test_steps_in_terminal(name: str, start: StartTerminal) -> None:
    """In a terminal, the steps are word for word as they were recorded, with
    Ctrl-C and Ctrl-D."""
    recording = load_recording(name)
    replay(start([*PROGRAM, *recording.arguments], PYTHONPATH=str(TOP)),
           recording)


@pytest.mark.parametrize('options, name', [
    *[('--game s --size 12', name) for name in SEARCHES],
    ('--game h --size 2 --moves D', 'recursive'),
    ('--game x --size 3 --moves a1,b1,c2', 'iterative')])
def test_stack(options: str, name: str) -> None:
    """The stack, or the chain of calls, holds just the positions that are
    visited and not scored; what is typed before Enter does not matter."""
    done = run_command(*options.split(), '--search', name, '--step',
                       typed='anything\n\n' * 2000)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr
    steps = done.stdout.split('\nStep ')
    depth = 0
    for step in steps:
        comes = re.search(r'A node is made|is called', step)
        depth += 1 if comes else -1
        shown = [line for line in step.split('last:\n')[-1].splitlines()
                 if line.startswith('  ')] if 'last:\n' in step else []
        assert len(shown) == depth - bool(comes and name == 'iterative')
        if name != 'iterative':
            assert [len(line) - len(line.lstrip()) for line in shown] \
                == [2 * i for i in range(1, depth + 1)]
    assert depth == 0
    assert f'in {len(steps)} steps' in done.stdout


def test_many_moves(capsys: pytest.CaptureFixture,
                    monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many moves, those tried last are listed, and those to be tried next.
    """
    monkeypatch.setattr('builtins.input', print)
    main('--game d --size 5 --search alphabeta --step --depth 1'.split())
    steps = capsys.readouterr().out.split('\nStep ')
    assert steps[0].endswith(', ...\n\nEnter: \n')
    for step in steps:
        lists = re.findall(r'alpha_beta_score\(start\)  (.*)', step)
        assert all(each.count('is worth') <= 12 for each in lists)
    assert '  alpha_beta_score(start)  ...; ' in steps[-3]


def test_stopped(capsys: pytest.CaptureFixture,
                 monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that does too much is stopped, and that is said."""
    monkeypatch.setattr('builtins.input', print)
    monkeypatch.setattr(steps, 'MOST_WORK', 60)
    main('--game d --size 4 --search recursive --step'.split())
    assert re.search(r'stopped here, after \d+ steps\.\n$',
                     capsys.readouterr().out)
