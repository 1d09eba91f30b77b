"""Series of games, their results, and the program series.py."""
from pathlib import Path
from subprocess import PIPE, STDOUT, Popen, run
from typing import Any
import re
import signal
import sys
import pytest
import series
from HexGame import HexGame
from series_results import Job, Outcome, draw_chart, find_interval, format_table
from tests.support.hex_reference import HEX_LAB
from tests.support.programs import ENVIRONMENT, LONG, TOP, run_in, wait_until

# Which player won, game by game, when this was first played.
FIXED = {('random', 'shuffle'): [1, 1, 1, 0, 0, 1],
         ('minimax:1:eval', 'random'): [0, 1, 0, 0, 0, 0],
         ('alphabeta:1', 'minimax:1:eval'): [0] * 6,
         ('montecarlo:40p', 'random'): [0] * 6}


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('players', FIXED)
def test_fixed_seed(players: tuple[str, str]) -> None:
    """A seed gives the same games again, and another seed other ones."""
    games = [[series.play(Job(players, number, 4, opening, seed))
              for number in range(6)] for opening, seed in
             ((0, 5), (0, 5), (2, 5), (2, 6))]
    assert games[0] == games[1]
    assert [game.winner for game in games[0]] == FIXED[players]
    moves = [[game.moves for game in each] for each in games]
    assert moves[1] != moves[2] != moves[3]
    for number in range(6):
        # Colours are exchanged, and the opening is the same once again.
        assert moves[2][number][:2] == moves[2][number - number % 2][:2]
    for game in games[2]:
        check_game(game)


def check_game(outcome: Any) -> None:
    """Check by the rules that the winner has won with the last move."""
    game = HexGame(outcome.job.size)
    board = game.board
    for i, move in enumerate(outcome.moves):
        assert not game.blackWins(board) and not game.whiteWins(board)
        board = game.getNextBoard(board, move, 'BW'[i % 2])
    black = outcome.job.number % 2  # Which of the players was Black?
    assert game.blackWins(board) == (outcome.winner == black)
    assert game.whiteWins(board) == (outcome.winner != black)


# Three series: a won two of three games, c none, d the only one.
OUTCOMES = [
    Outcome(Job(tuple(players), number, 3, 0, 1), winner, (move,))
    for players, number, winner, move in (
        ('ab', 0, 0, (0, 0)), ('ab', 1, 1, (0, 1)), ('ab', 2, 0, (0, 0)),
        ('cd', 0, 1, (0, 0)), ('de', 1, 0, (1, 1)))]


def test_table() -> None:
    """It counts the first player's wins, by colour, and the distinct games;
    the intervals are Wilson's."""
    assert format_table(OUTCOMES)[2:] == [
        '| a against b | 3 | 2 | 66.7% | 20.8% to 93.9% | 2 | 0 | 2 |',
        '| c against d | 1 | 0 | 0.0% | 0.0% to 79.3% | 0 | 0 | 1 |',
        '| d against e | 1 | 1 | 100.0% | 20.7% to 100.0% | 0 | 1 | 1 |']


def test_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bars are as high as the shares in the table, with the intervals."""
    drawn = []
    monkeypatch.setattr('matplotlib.figure.Figure.savefig',
                        lambda figure, path: drawn.append((figure, path)))
    draw_chart(OUTCOMES, 'x.svg')
    [(figure, path)] = drawn
    [axes] = figure.axes
    bars = [each for each in axes.containers if hasattr(each, 'patches')]
    assert [bar.patches[0].get_height() for bar in bars] \
        == pytest.approx([2 / 3, 0, 1])
    ends = [list(line.get_segments()[0][:, 1]) for each in axes.containers
            if hasattr(each, 'lines') for line in each.lines[2]]
    for end, counts in zip(ends, ((2, 3), (0, 1), (1, 1))):
        assert end == pytest.approx(find_interval(*counts))
    assert [each.get_text() for each in axes.get_xticklabels()] \
        == ['a\nagainst\nb', 'c\nagainst\nd', 'd\nagainst\ne']
    assert path == 'x.svg' and axes.get_title() == '3 x 3'


def test_chart_is_not_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                            capsys: pytest.CaptureFixture) -> None:
    """If the file of the chart cannot be written, the table is there all the
    same, and one line says why; so it does at Ctrl-C while it is drawn."""
    (tmp_path / 'x.svg').mkdir()
    arguments = ['random', 'shuffle', '--games', '2', '--size', '2',
                 '--processes', '1', '--chart', str(tmp_path / 'x.svg')]
    assert series.main(arguments) == 1
    shown = capsys.readouterr()
    assert len(shown.out.splitlines()) == 3
    assert shown.err.startswith('The chart cannot be written: ')
    assert shown.err.count('\n') == 1
    monkeypatch.setattr(series, 'draw_chart', interrupted)
    assert series.main(arguments) == 130
    assert capsys.readouterr().out.endswith(
        '|\n\nThe chart is not drawn. Goodbye!\n')


def interrupted(*_: Any) -> None:
    """Be interrupted."""
    raise KeyboardInterrupt


def test_series_program(tmp_path: Path) -> None:
    """The table is the same for any number of processes, from inside the
    folder and from the top, and the chart is drawn."""
    options = ['random', 'minimax:1:eval', 'montecarlo:9p', '--games', '4',
               '--size', '3', '--seed', '5', '--opening', '1']
    done = run_in(HEX_LAB, 'series.py', *options, '--processes', '1')
    shown = done.stdout
    assert done.returncode == 0 and len(shown.splitlines()) == 5
    row = '| random against minimax:1:eval | 4 | '
    assert shown.splitlines()[2].startswith(row)
    chart = tmp_path / 'chart.svg'
    done = run([sys.executable, 'labs/hex/series.py', *options,
                '--processes', '2', '--chart', str(chart)],
               cwd=TOP, env=ENVIRONMENT, text=True, stdout=PIPE, stderr=PIPE,
               timeout=LONG, check=False)
    assert (done.stdout, done.stderr) == (shown, '')
    drawn = chart.read_text(encoding='utf-8')
    with pytest.raises(SystemExit):
        series.main(['random', 'shuffle', '--chart', str(chart)])
    assert drawn.startswith('<?xml') and '3 x 3' in drawn


@pytest.mark.parametrize('options, words', [
    (['random'], 'two players or more'), (['random', 'x'], 'is not a player'),
    (['random', 'human'], 'nobody can be human'),
    (['random', 'random', '--games', '0'], 'from 1 to 100000'),
    (['random', 'random', '--processes', '0'], 'from 1 to 256'),
    (['random', 'random', '--chart', 'no/x.svg'], 'no folder'),
    (['random', 'random', '--size', '0'], 'whole number from 1 to 26'),
    (['random', 'random', '--size', '2', '--opening', '3'], 'from 0 to 2'),
    (['random', 'random', '--chart', 'x.doc'], '.svg, .png or .pdf'),
    (['random', 'random', '--chart', 'x.svg'],
     'a chart needs matplotlib, which is not installed'), ([], 'PLAYER')])
def test_series_told_wrong(options: list[str], words: str,
                           monkeypatch: pytest.MonkeyPatch,
                           capsys: pytest.CaptureFixture) -> None:
    """One line says what is wrong: that matplotlib is missing, too."""
    if 'matplotlib' in words:
        monkeypatch.setattr(series, 'find_spec', lambda name: None)
    with pytest.raises(SystemExit) as stop:
        series.main(options)
    told = capsys.readouterr().err
    assert stop.value.code == 2 and told.count('\n') == 1 and words in told


def is_working(program: int) -> bool:
    """Return whether this process has its two workers, and sees Ctrl-C."""
    children = Path(f'/proc/{program}/task/{program}/children').read_text()
    status = Path(f'/proc/{program}/status').read_text()
    ignored = int(re.search('SigIgn:\t(.*)', status)[1], 16)
    # Its third child is multiprocessing's resource tracker.
    return len(children.split()) == 3 \
        and not ignored >> signal.SIGINT - 1 & 1


@pytest.mark.skipif(not Path('/proc/self/status').exists(),
                    reason='This system has no /proc.')
def test_series_interrupted() -> None:
    """Ctrl-C ends it with one line."""
    with Popen([sys.executable, 'series.py', 'montecarlo:9', 'random',
                '--processes', '2'], cwd=HEX_LAB, env=ENVIRONMENT,
               stdout=PIPE, stderr=STDOUT, text=True) as program:
        try:
            wait_until(lambda: is_working(program.pid))
            program.send_signal(signal.SIGINT)
            shown = program.communicate(timeout=LONG)[0]
        finally:
            program.kill()
    assert program.returncode == 130
    assert shown.strip() == 'The series is interrupted after 0 of 200 games. ' \
                            'Goodbye!'


def test_series_interrupted_late(monkeypatch: pytest.MonkeyPatch,
                                 capsys: pytest.CaptureFixture) -> None:
    """The games that were finished by then are counted."""
    def play_two(jobs: list, _: int, outcomes: list) -> None:
        """Play two games, and be interrupted."""
        outcomes.extend(map(series.play, jobs[:2]))
        interrupted()

    monkeypatch.setattr(series, 'play_all', play_two)
    assert series.main(['random', 'shuffle', '--size', '3']) == 130
    shown = capsys.readouterr().out.splitlines()
    assert shown[1] == 'The series is interrupted after 2 of 200 games. ' \
                       'Goodbye!'
    assert shown[4].startswith('| random against shuffle | 2 |')
