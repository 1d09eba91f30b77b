"""Series of games as the program plays them: options, the table, Ctrl-C."""

from pathlib import Path
from subprocess import PIPE, Popen
import re
import signal
import sys
import pytest
from tests.support.game_program import SERIES, run_in_pipe
from tests.support.programs import (
    ENVIRONMENT,
    FLAT_FILES,
    LONG,
    TOP,
    copy_to,
    is_running,
    run_in,
    wait_until,
)
from tests.support.terminal import KEYS, StartTerminal

TIMES = re.compile(r' +[0-9.]+ m?s\b')


def test_table_is_repeatable(tmp_path: Path) -> None:
    """The table comes again with any number of processes."""
    outputs = []
    for jobs in '1', '2':
        done = run_in_pipe(
            tmp_path, [*SERIES, '--opening', '2', '--jobs', jobs]
        )
        assert (done.returncode, done.stderr) == (0, '')
        outputs.append(TIMES.sub('', done.stdout))
    assert outputs[0] == outputs[1]
    lines = outputs[0].splitlines()
    assert (
        lines[0] == 'Stonehenge 3: rough outcome against random, '
        '20 games, seed 1'
    )
    assert (
        lines[2].split()
        == 'strategy wins ties share 95 % interval mean time longest'.split()
    )
    assert sum(int(line.split()[-6]) for line in lines[3:5]) == 20
    assert re.fullmatch(r'Distinct games: \d+ of 20\.', lines[6])


def test_questions(tmp_path: Path) -> None:
    """What is not said is asked once; nobody interactive is offered."""
    done = run_in_pipe(tmp_path, ['--games', '3'], b'h\nr\nr\n7\n2\n')
    assert done.stdout.count('Enter the side length') == 2
    assert 'i = ' not in done.stdout.replace('mi = ', '')
    assert re.search(
        r'Stonehenge 2: random \(1\) against random \(2\), '
        r'3 games, seed \d+\n',
        done.stdout,
    )
    assert done.returncode == 0


def test_one_game(tmp_path: Path) -> None:
    """A single game is one game."""
    done = run_in_pipe(tmp_path, [*SERIES, '--games', '1'])
    assert 'random, 1 game, seed 1\n' in done.stdout


def test_long_opening(tmp_path: Path) -> None:
    """If chance makes all moves but the last, that is said."""
    done = run_in_pipe(tmp_path, [*SERIES, '--opening', '30'])
    assert (
        'In 20 games, the opening was shorter: it left the last move to a '
        'strategy.' in done.stdout
    )


PROGRAM = '''
print('NOISE')
import sys
from game_interface import main, playable_games, usable_strategies
from stonehenge import StonehengeGame

class MineGame(StonehengeGame):
    """A game of this program."""

def mine(game):
    """A strategy of this program."""
    return game.current_state.get_possible_moves()[0]
'''
RUN = """
playable_games['m'], usable_strategies['mine'] = MineGame, mine
sys.exit(main())
"""


@pytest.mark.parametrize(
    'program',
    [
        PROGRAM + "if __name__ == '__main__':" + RUN.replace('\n', '\n    '),
        PROGRAM + RUN,
    ],
)
def test_a_program_of_your_own(program: str, tmp_path: Path) -> None:
    """A program's own game and strategy are played in processes."""
    copy_to(tmp_path, [*FLAT_FILES, 'interface'])
    (tmp_path / 'mine.py').write_text(program, encoding='utf-8')
    done = run_in(
        tmp_path,
        'mine.py',
        '--game',
        'm',
        '--p1',
        'mine',
        '--p2',
        'r',
        '--games',
        '4',
        '--size',
        '2',
        '--seed',
        '1',
    )
    assert done.returncode == 0
    assert done.stdout.count('NOISE') == 1
    assert done.stdout.splitlines()[-1] == 'Distinct games: 4 of 4.'


def count_running(folder: Path) -> int:
    """Return how many of the processes run that left their number in folder."""
    return sum(is_running(int(path.stem)) for path in folder.glob('*.pid'))


def noting(p1: str, p2: str) -> list[str]:
    """Return the command for a long series whose processes leave a note."""
    words = [
        '--game',
        'h',
        '--size',
        '2',
        '--p1',
        p1,
        '--p2',
        p2,
        '--games',
        '5000',
        '--jobs',
        '2',
    ]
    return [
        sys.executable,
        '-c',
        f'import sys; sys.path.insert(0, {str(TOP)!r}); '
        f'from tests.support.series_players import play_noting; '
        f'play_noting(*{words!r})',
    ]


def test_ctrl_c(start: StartTerminal, tmp_path: Path) -> None:
    """Ctrl-C leaves the table of ended games, and no process."""
    terminal = start(noting('note', 'r'))
    terminal.read_until(lambda screen: '3 of 5000 games' in screen)
    terminal.type(KEYS['^C'])
    shown = terminal.wait_for_end()
    assert terminal.status == 130
    ended = int(
        re.search(r'Interrupted after (\d+) of 5000 games\.\n', shown)[1]
    )
    assert f'Distinct games: {ended} of {ended}.' in shown or ended > 3
    assert len(list(tmp_path.glob('*.pid'))) == 2
    wait_until(lambda: not count_running(tmp_path))
    assert terminal.raw.count('\n') < 14 and 'Traceback' not in terminal.screen


@pytest.mark.parametrize(
    'number', [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]
)
def test_no_stray_processes(number: int, tmp_path: Path) -> None:
    """However the program ends, its processes do, too, in any loop."""
    with Popen(
        noting('stay', 'r'),
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdout=PIPE,
        stderr=PIPE,
    ) as program:
        try:
            wait_until(lambda: len(list(tmp_path.glob('*.pid'))) == 2)
            assert count_running(tmp_path) == 2
            program.send_signal(number)
            output, errors = program.communicate(timeout=LONG)
        finally:
            program.kill()
    assert errors == b''
    wait_until(lambda: not count_running(tmp_path))
    if number == signal.SIGINT:
        assert program.returncode == 130
        assert output.endswith(b'\nInterrupted after 0 of 5000 games.\n')
