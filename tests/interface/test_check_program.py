"""The program with --check: on sound games, broken ones, and such as hang."""

from pathlib import Path
import re
from pytest import MonkeyPatch
import pytest
from interface.check import Examiner, run_apart
from tests.support.game_program import options
from tests.support.programs import (
    FLAT_FILES,
    TOP,
    copy_to,
    run_in,
    write_bare_superclasses,
)
from tests.support.row_game import RowGame

BROKEN = """
import os, signal, sys, time
from interface import check, worker
from tests.support.odd_games import *
from tests.support.row_game import RowGame, break_game
from tests.support.wrong_programs import *
from game_interface import main, playable_games, usable_strategies
playable_games.clear()
usable_strategies.clear()

def hang(_):
    while True:
        time.sleep(0.01)  # It need not keep the machine busy.

def hang_deep_down(state, depth=0):
    return hang_deep_down(state, depth + 1) if depth < 500 else hang(state)
"""

# What is said in the end of games that have hooks of their own.
UNCOMPARED = (
    'All is well. Hooks that help searches were not compared with '
    'plain minimax ({}).'
)


def check_program(folder: Path, code: str, *options: str) -> tuple[int, str]:
    """Return the status and output of --check where code adds games."""
    program = folder / 'program.py'
    program.write_text(
        f'import sys\nsys.path.insert(0, {str(TOP)!r})\n'
        f'{BROKEN}{code}\nif __name__ == "__main__":\n'
        f'    sys.exit(main(["--check", *sys.argv[1:]]))\n',
        encoding='utf-8',
    )
    done = run_in(folder, str(program), *options)
    assert 'Traceback' not in done.stdout
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    'size', [['--size', '2'], pytest.param([], marks=pytest.mark.slow)]
)
def test_all_is_well(size: list[str]) -> None:
    """--check on all our games and strategies asks nothing: all is well."""
    done = run_in(TOP, '-m', 'labs', '--check', '--seed', '5', *size)
    first, *lines, last = done.stdout.splitlines()
    assert (
        first == 'Checking 4 games and 6 strategies by random play, with '
        '--seed 5.'
    )
    assert len(lines) == 10
    assert all(
        re.fullmatch(r'[\w ]+ \(\w+\): \d+ positions, all is well\.', line)
        for line in lines
    )
    assert last == UNCOMPARED.format(
        'Subtract Square, Stonehenge, Domineering, Hex'
    )
    assert done.returncode == 0


@pytest.mark.slow
def test_bare_superclasses(tmp_path: Path) -> None:
    """With other people's superclasses, and no engine, all works, too."""
    copy_to(tmp_path, [*FLAT_FILES, 'interface'])
    write_bare_superclasses(tmp_path)
    done = run_in(tmp_path, 'game_interface.py', '--check', '--size', '2')
    assert done.stdout.endswith(
        f'\n{UNCOMPARED.format("Subtract Square, Stonehenge")}\n'
    )
    assert done.returncode == 0 and '(ab)' not in done.stdout
    played = run_in(tmp_path, 'game_interface.py', *options(save='g.txt'))
    replayed = run_in(
        tmp_path,
        'game_interface.py',
        '--replay',
        'g.txt',
        text='9\n\n\n\n\n\n\n\n',
    )
    (end,) = re.findall(r'Player . is the winner!\n', played.stdout)
    assert end in replayed.stdout


def test_named_ones_only() -> None:
    """Options name the only game, size and strategies that are checked."""
    done = run_in(
        TOP,
        'game_interface.py',
        '--check',
        '--game',
        's',
        '--p2',
        'r',
        '--size',
        '0',
    )
    assert done.stdout.splitlines() == [
        'Checking 1 game and 1 strategy by random play, with --seed 0.',
        'Subtract Square (s): 24 positions, all is well.',
        'random (r): 0 positions, all is well.',
        UNCOMPARED.format('Subtract Square'),
    ]


def test_broken_program(tmp_path: Path) -> None:
    """--check names what is broken, in silence; the rest is checked."""
    status, shown = check_program(
        tmp_path,
        """
class ChattyGame(RowGame):
    has_asked = False
    def is_over(self, state):
        print('Is it over?', file=sys.stderr)
        sys.stdout.write(sys.stdin.readline())
        if not ChattyGame.has_asked:  # It takes time on a busy machine.
            ChattyGame.has_asked = True
            os.system('echo Is it over?')
        return RowGame.is_over(self, state)
playable_games |= {'w': WinnerlessGame, 'c': ChattyGame, 't': StoneGame}
usable_strategies |= {'s': sound_strategy,
                      'd': WRONG['divides by zero'].make_strategy()}""",
    )
    assert re.fullmatch(
        r'Checking 3 games and 2 strategies by random play, with --seed 0\.\n'
        r'Winnerless \(w\): 0 positions, 1 fault\.\n'
        r'  WinnerlessGame lacks is_winner\.\n'
        r'Chatty \(c\): \d+ positions, all is well\.\n'
        r'Stone \(t\): \d+ positions, all is well\.\n'
        r'  While this game is played, it is not watched for broken rules: it '
        r'cannot be copied \(TypeError: cannot pickle .*\)\.\n'
        r'sound \(s\): \d+ positions, all is well\.\n'
        r'dividing \(d\): \d+ positions, 1 fault\.\n'
        r'  dividing_strategy raised ZeroDivisionError: division by zero, at '
        r'wrong\.txt, line \d+\.\n'
        r'    \(ChattyGame, size \d, player \d starts, .*\)\n'
        r'Found 2 faults\.\n',
        shown,
    ), shown
    assert status == 1


def test_no_sound_game(tmp_path: Path) -> None:
    """Without a sound game, strategies are not said to be well."""
    status, shown = check_program(
        tmp_path,
        """
playable_games['w'] = WinnerlessGame
usable_strategies['s'] = sound_strategy""",
    )
    assert shown.endswith(
        '\n  WinnerlessGame lacks is_winner.\nNo strategy is '
        'checked, as no game is without a fault.\n'
        'Found 1 fault.\n'
    )
    assert status == 1


IN_HANG = r'still running after 0.5 s: in hang, program\.py, line \d+'

BAD_ENDS = {
    'lambda state: str(hang(state))': IN_HANG,
    'lambda state: str(hang_deep_down(state))': IN_HANG,
    'lambda state: signal.sigwait([signal.SIGUSR1])': (
        r'still running after 0.5 s: in <lambda>, program\.py, line \d+'
    ),
    # This lets no other code run that could tell where it is.
    'lambda state: sum(iter(int, 1))': 'still running after 0.5 s',
    'lambda state: os.abort()': r'ended its process, with exit status -\d+',
    'lambda state: os._exit(0)': 'ended its process, with exit status 0',
}


@pytest.mark.slow
def test_ending_in_a_bad_way(tmp_path: Path) -> None:
    """Code that hangs or stops Python is named, and the rest is checked."""
    games = ''.join(
        f"'{number}': break_game('describe_standing', {code}), "
        for number, code in enumerate(BAD_ENDS)
    )
    status, shown = check_program(
        tmp_path,
        f"""
worker.ANSWER_LIMIT, check.LIMIT = 0.5, 0.5
playable_games |= {{{games}'r': RowGame}}
usable_strategies |= {{'h': hang, 's': sound_strategy}}""",
    )
    told = re.findall(r'\n  MyGame (.*)\.\n    \(size \d, player ', shown)
    assert len(told) == len(BAD_ENDS), shown
    assert all(map(re.fullmatch, BAD_ENDS.values(), told)), shown
    assert re.search(
        r'Row \(r\): \d+ positions, all is well\.\n'
        r'hang \(h\): 1 position, 1 fault\.\n  hang still '
        r'running after 0.5 s: in hang, program\.py, line '
        r'\d+\.\n    \(RowGame, .*\)\n'
        r'sound \(s\): \d+ positions, all is well\.\n',
        shown,
    ), shown
    assert status == 1


def hang(examiner: Examiner, _game_class: object) -> None:
    """Say that this begins, and never end."""
    examiner.send('position', 'here')
    while True:
        pass


def test_interrupted() -> None:
    """Ctrl-C says which code was running."""
    told = run_apart(hang, (RowGame,), 60.0)
    assert next(told) == ('position', 'here')
    with pytest.raises(KeyboardInterrupt) as raised:
        told.throw(KeyboardInterrupt())
    (note,) = raised.value.__notes__
    assert re.fullmatch(
        r'RowGame was still running: in hang, '
        r'test_check_program\.py, line \d+\.',
        note,
    )


def test_without_fork(monkeypatch: MonkeyPatch) -> None:
    """What cannot be sent to another process is told, not called sound."""
    monkeypatch.setattr('interface.check.COPY', 'spawn')
    ((kind, text),) = run_apart(print, (lambda game: 'a',), 1.0)
    assert kind == 'end'
    assert text.startswith('cannot be checked in a process of its own: ')
