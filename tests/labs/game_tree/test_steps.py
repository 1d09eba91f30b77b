"""The steps of searches: they are those of the real searches; and searches step
by step, in a pipe and in a terminal.

The folder sessions holds recordings: see tests/support/recordings.py.
"""
from functools import reduce
from pathlib import Path
from typing import Any
import re
import pytest
from engine import alpha_beta
from engine.alpha_beta import TimedSearch, alpha_beta_strategy
from game import Game
from labs.game_tree import steps
from labs.game_tree.__main__ import main
from labs.game_tree.searches import describe_step
from labs.game_tree.steps import SEARCHES, Frame, Step, record_steps
from strategy import Score, ask, position_key
from subtract_square_game import SubtractSquareGame
from tests.support.game_trees import PROGRAM, README, list_plain_moves, \
    run_command
from tests.support.programs import TOP
from tests.support.recordings import Recording, replay
from tests.support.terminal import StartTerminal

pytestmark = pytest.mark.usefixtures('without_contracts')


@pytest.mark.parametrize('name', SEARCHES)
def test_no_move_is_lost(searched: Game, name: str) -> None:
    """Each possible move of a searched position is tried, cut or skipped: cut
    if it was a candidate. Minimax cuts only after a win."""
    steps = record_steps(searched, name)[0]
    start = 0
    for i, step in enumerate(steps):
        if not step.moves and step.score is None:
            start = i
        if step.score is None or step.why:
            assert not any(step.list_cut().values())
            continue
        state = reduce(lambda state, move: state.make_move(move), step.moves,
                       searched.current_state)
        cut = step.list_cut()['cut']
        tried = [each.moves[-1] for each in steps[start:i]
                 if each.moves[:-1] == step.moves != each.moves
                 and each.score is None]
        assert sorted([*tried, *cut, *step.list_cut()['skipped']]) \
            == sorted(list_plain_moves(searched, state))
        candidates = ask(ask(state, 'search_state'), 'candidate_moves')
        assert set(tried) | set(cut) == set(candidates)
        if name != 'alphabeta' and cut:
            assert step.score == 1


def test_windows_are_those_of_the_engine(
        searched: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alpha and beta at each position are those that the engine's search gets,
    and it cuts just where the score reaches beta."""
    calls = []
    real = alpha_beta.alpha_beta_score

    def note(search: TimedSearch, state: Any, depth: int, low: Score,
             high: Score) -> Score:
        """Note the window, and search."""
        calls.append((position_key(state), (low, high)))
        return real(search, state, depth, low, high)

    steps = record_steps(searched, 'alphabeta')[0]
    monkeypatch.setattr(alpha_beta, 'alpha_beta_score', note)
    alpha_beta_strategy(searched, 1000.0)
    assert [(position_key(step.state), step.find_window()) for step in steps
            if step.score is None] == calls
    for step in steps:
        if step.list_cut()['cut']:
            assert step.score >= step.find_window()[1]


@pytest.mark.parametrize('score, why, window, text', [
    (None, '', None, ''), (None, '', (-1, 0.5), '-1 to 0.5'),
    (0.5, '', (-1, 0.5), '\u2265 0.5'), (0.25, '', (0.25, 1), '\u2264 0.25'),
    (0.3, '', (0.25, 1), '0.3'), (0.5, 'estimate', (-1, 0.5), '0.5'),
    (0.7, 'remembered', (-1, 0.5), '\u2265 0.7'), (1, '', (-1, 0.5), '1'),
    (-1, 'game over', (0, 1), '-1'), (0, '', None, '0')])
def test_bounds(score: Any, why: str, window: Any, text: str) -> None:
    """A score is a bound if it is not in the window, except one that is
    certain or an estimate."""
    state = SubtractSquareGame(True, size=1).current_state
    path = (Frame(state, None),)
    if window:  # Two plies up, the best so far is alpha; one ply up, -beta.
        low, high = window
        path = (Frame(state, None, (), ((1, low),)),
                Frame(state, 1, (), ((1, -high),)), Frame(state, 1))
    step = Step('alphabeta' if window else 'recursive', 1, path, score, why)
    assert step.format_score() == text


@pytest.mark.parametrize('name', SEARCHES)
def test_only_the_first_steps(name: str) -> None:
    """A search is stopped when there is no room for more steps."""
    game = SubtractSquareGame(True, size=8)
    steps, finished = record_steps(game, name)
    first, stopped = record_steps(game, name, most=7)
    assert list(map(describe_step, first)) \
        == list(map(describe_step, steps[:7]))
    assert (finished, stopped) == (True, False)


SESSIONS = Path(__file__).resolve().parent / 'sessions'


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
    monkeypatch.setattr('builtins.input', lambda prompt: print(prompt) or '')
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
    monkeypatch.setattr('builtins.input', lambda prompt: print(prompt) or '')
    monkeypatch.setattr(steps, 'MOST_WORK', 60)
    main('--game d --size 4 --search recursive --step'.split())
    assert re.search(r'stopped here, after \d+ steps\.\n$',
                     capsys.readouterr().out)
