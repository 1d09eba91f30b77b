"""The players of the Hex lab, their games, and the two programs."""
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, Popen, run
from time import monotonic, sleep
from typing import Any
import os
import re
import signal
import sys
import pytest
import labs.hex
import series
import series_chart
from HexGame import HexGame
from Players import HumanPlayer, Player, RandomChoicePlayer, \
    RandomShufflePlayer
from lineup import player_of, size_of

LAB = Path(labs.hex.__file__).parent
NO_CONTRACTS = pytest.mark.usefixtures('without_contracts')
RANDOM_PLAYERS = [RandomChoicePlayer, RandomShufflePlayer]

# A program that takes longer than this many seconds hangs.
LONG = 30


class Listed(Player):
    """Plays the moves of a list, and notes what boards it sees."""

    def __init__(self, game: Any, name: str, moves: list) -> None:
        """Initialize a player who makes these moves in every game."""
        super().__init__(game, name)
        self.moves, self.sides, self.boards = moves, [], []

    def setSide(self, side: str) -> None:
        """Start anew."""
        super().setSide(side)
        self.sides.append(side)
        self.left = list(self.moves)

    def getMove(self, board: list) -> tuple:
        """Return the next move, and do mischief with the board."""
        self.boards.append([row[:] for row in board])
        board[0][0] = 'X'
        return self.left.pop(0)


# === Players ===

def test_abstract_player() -> None:
    """A plain Player counts, but cannot choose."""
    player = Player(HexGame(2), 'Ann')
    assert (player.name, player.side, player.wins, player.losses) \
        == ('Ann', None, 0, 0)
    player.setSide('W')
    player.won()
    player.lost()
    player.won()
    assert (player.side, player.wins, player.losses) == ('W', 2, 1)
    assert player.results() == 'Ann: 2 won, 1 lost'
    with pytest.raises(NotImplementedError):
        player.getMove([['-']])


@pytest.mark.parametrize('kind', RANDOM_PLAYERS)
def test_random_players(kind: type) -> None:
    """They choose empty cells only, every one of them at times; a seed gives
    the same moves again."""
    board = [list('-B-'), list('W--'), list('---')]
    chosen = []
    for seed in range(100):
        moves = []
        for _ in range(2):
            player = kind(HexGame(3), seed=seed)
            player.setSide('B')
            moves.append(player.getMove(board))
        assert moves[0] == moves[1]
        chosen.append(moves[0])
    assert set(chosen) == set(HexGame(3).getPossibleMoves(board))


def test_shuffle_player_without_new_game() -> None:
    """It goes on if it is asked for more moves than a game has."""
    player = RandomShufflePlayer(HexGame(2), seed=1)
    board = [['-'] * 2 for _ in range(2)]
    moves = [player.getMove(board) for _ in range(8)]
    assert sorted(moves[:4]) == sorted(moves[4:]) \
        == HexGame(2).getPossibleMoves(board)


WRONG = {'': 'An empty line is no move', '  ': 'An empty line is no move',
         'x': "'x' is not a row and a column", '1': "'1' is not a row",
         '1,2,3': 'is not a row', '1.5 2': 'is not a row',
         '__import__("os")': 'is not a row', '9' * 5000 + ' 1': 'is not a row',
         '0, 3': '0, 3 is not on the board', '-1 0': '-1, 0 is not on the',
         '0, 1': '0, 1 is not empty', '\u0661, \u0662': 'is not a row'}


@pytest.mark.parametrize('text, move', [
    ('0, 2', (0, 2)), ('2,1', (2, 1)), ('  1   0 ', (1, 0)),
    ('(0, 0)', (0, 0))])
def test_human_player(text: str, move: tuple, monkeypatch: pytest.MonkeyPatch,
                      capsys: pytest.CaptureFixture) -> None:
    """Wrong input is explained in one line each and asked for again."""
    answers = iter([*WRONG, text])
    monkeypatch.setattr('builtins.input', lambda prompt: next(answers))
    player = HumanPlayer(HexGame(3), 'Ann')
    player.setSide('B')
    board = [list('-B-'), list('---'), list('---')]
    assert player.getMove(board) == move
    told = capsys.readouterr().out.splitlines()
    assert len(told) == len(WRONG)
    for line, words in zip(told, WRONG.values()):
        assert words in line and len(line) < 90


# === Games ===

def test_one_game(capsys: pytest.CaptureFixture) -> None:
    """A game is shown position by position and move by move; nobody can
    change the board but by moving."""
    game = HexGame(2)
    ann, bob = Listed(game, 'Ann', [(0, 0), (0, 1)]), \
        Listed(game, 'Bob', [(1, 1)])
    assert game.playOneGame(ann, bob) == 'B'
    assert (ann.sides, bob.sides, game.turn) == (['B'], ['W'], None)
    assert ann.boards == [[['-', '-'], ['-', '-']], [['B', '-'], ['-', 'W']]]
    assert game.board == [['B', 'B'], ['-', 'W']]
    assert capsys.readouterr().out == '''
  white
b  - -  b
 l  - -  l
    white
Ann (B) moves to 0, 0

  white
b  B -  b
 l  - -  l
    white
Bob (W) moves to 1, 1

  white
b  B -  b
 l  - W  l
    white
Ann (B) moves to 0, 1

  white
b  B B  b
 l  - W  l
    white
Ann (B) wins
'''
    assert game.playOneGame(ann, bob, False) == 'B'
    assert capsys.readouterr().out == ''


@pytest.mark.parametrize('move', [(0, 0), (2, 0), (-1, 1)])
def test_illegal_player(move: tuple) -> None:
    """An illegal move of a player raises ValueError."""
    game = HexGame(2)
    with pytest.raises(ValueError):
        game.playOneGame(Listed(game, 'Ann', [(0, 0)]),
                         Listed(game, 'Bob', [move]), False)


def test_several_games(capsys: pytest.CaptureFixture) -> None:
    """Players take turns to be Black; who wins is counted and told."""
    game = HexGame(2)
    ann, bob = (Listed(game, name, [(0, 0), (0, 1)] if name == 'Ann'
                       else [(1, 1), (1, 0)]) for name in ('Ann', 'Bob'))
    # Both only ever fill a row: Black wins.
    game.playNGames(3, ann, bob)
    assert (ann.sides, bob.sides) == (list('BWB'), list('WBW'))
    assert capsys.readouterr().out \
        == 'Ann: 2 won, 1 lost\nBob: 1 won, 2 lost\n'
    game.playNGames(0, ann, bob)
    assert (ann.wins, bob.losses) == (2, 2)


@NO_CONTRACTS
def test_long_series(capsys: pytest.CaptureFixture) -> None:
    """A long series gives the same results with a progress bar."""
    game = HexGame(3)
    players = [RandomChoicePlayer(game, seed=seed) for seed in (1, 2)]
    game.playNGames(60, *players)
    assert sum(player.wins for player in players) == 60
    assert capsys.readouterr().err == ''  # This is no terminal.


# === Names of players, and series of games ===

@pytest.mark.parametrize('name', [
    '', 'x', 'human:1', 'random:2', 'minimax:0', 'minimax:x', 'minimax:2:best',
    'alphabeta:3:eval:1', 'alphabeta:99', 'montecarlo:', 'montecarlo:0',
    'montecarlo:0.0', 'montecarlo:-1', 'montecarlo:0p', 'montecarlo:1:2',
    'Minimax', 'montecarlo:nan', 'montecarlo:inf', 'montecarlo:30.1',
    'montecarlo:50001p'])
def test_wrong_names(name: str) -> None:
    """The error says which players there are."""
    with pytest.raises(ValueError, match='is no player: they are human'):
        player_of(name, HexGame(3))


def test_names() -> None:
    """The names make the players that they say."""
    game = HexGame(3)
    searching = player_of('minimax:3:betterEval', game)
    assert (searching.depthLimit, searching.staticEval.__name__) \
        == (3, 'betterEval')
    assert player_of('montecarlo:0.5', game).seconds == 0.5
    assert player_of('montecarlo:30', game).seconds == 30
    assert player_of('montecarlo:20p', game).positions == 20
    assert isinstance(player_of('shuffle', game), RandomShufflePlayer)


@pytest.mark.parametrize('size', ['0', '27', '-1', 'six', '', '4.5', '9' * 99])
def test_wrong_sizes(size: str) -> None:
    """The error says which sizes there are."""
    with pytest.raises(ValueError, match='a whole number from 1 to 26'):
        size_of(size)


# Which player won, game by game, when this was first played.
FIXED = {('random', 'shuffle'): [1, 1, 1, 0, 0, 1],
         ('minimax:1:eval', 'random'): [0, 1, 0, 0, 0, 0],
         ('alphabeta:1', 'minimax:1:eval'): [0] * 6,
         ('montecarlo:40p', 'random'): [0] * 6}


@NO_CONTRACTS
@pytest.mark.parametrize('players', FIXED)
def test_fixed_seed(players: tuple[str, str]) -> None:
    """A seed gives the same games again, and another seed other ones."""
    games = [[series.played(series.Job(players, number, 4, opening, seed))
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


def test_wilson() -> None:
    """The limits solve the equation that defines them."""
    for wins, games in (0, 1), (5, 10), (199, 200), (200, 200):
        share = wins / games
        for limit in series.wilson(wins, games):
            assert 0 <= limit <= 1
            if 0 < limit < 1:
                assert (share - limit) ** 2 == pytest.approx(
                    1.959964 ** 2 * limit * (1 - limit) / games)


def outcome(players: str, number: int, winner: int, *moves: tuple
            ) -> series.Outcome:
    """Return the outcome of this game of a series."""
    return series.Outcome(series.Job(tuple(players.split()), number, 3, 0, 1),
                          winner, moves)


# Three series: a won two of three games, c none, d the only one.
OUTCOMES = [outcome('a b', 0, 0, (0, 0)), outcome('a b', 1, 1, (0, 1)),
            outcome('a b', 2, 0, (0, 0)), outcome('c d', 0, 1, (0, 0)),
            outcome('d e', 1, 0, (1, 1))]


def test_table() -> None:
    """It counts the wins of the first player, by colour, and what games were
    distinct; the intervals are Wilson's."""
    assert series.table(OUTCOMES)[2:] == [
        '| a against b | 3 | 2 | 66.7% | 20.8% to 93.9% | 2 | 0 | 2 |',
        '| c against d | 1 | 0 | 0.0% | 0.0% to 79.3% | 0 | 0 | 1 |',
        '| d against e | 1 | 1 | 100.0% | 20.7% to 100.0% | 0 | 1 | 1 |']


def test_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bars are as high as the shares in the table, with the intervals."""
    drawn = []
    monkeypatch.setattr('matplotlib.figure.Figure.savefig',
                        lambda figure, path: drawn.append((figure, path)))
    series_chart.draw(OUTCOMES, 'x.svg')
    [(figure, path)] = drawn
    [axes] = figure.axes
    bars = [each for each in axes.containers if hasattr(each, 'patches')]
    assert [bar.patches[0].get_height() for bar in bars] \
        == pytest.approx([2 / 3, 0, 1])
    ends = [line.get_segments()[0][:, 1] for each in axes.containers
            if hasattr(each, 'lines') for line in each.lines[2]]
    for end, (wins, games) in zip(ends, ((2, 3), (0, 1), (1, 1))):
        assert list(end) == pytest.approx(series.wilson(wins, games))
    assert [each.get_text() for each in axes.get_xticklabels()] \
        == ['a\nagainst\nb', 'c\nagainst\nd', 'd\nagainst\ne']
    assert path == 'x.svg' and axes.get_title() == '3 x 3'


def test_chart_is_not_written(tmp_path: Path) -> None:
    """If the file of the chart cannot be written, the table is there all the
    same, and one line says why."""
    (tmp_path / 'x.svg').mkdir()
    status, shown = lab('series.py', 'random', 'shuffle', '--games', '2',
                        '--size', '2', '--chart', str(tmp_path / 'x.svg'))
    lines = shown.splitlines()
    assert status == 1 and len(lines) == 4
    assert sum(line.startswith('The chart cannot be written') for line in lines
               ) == 1


SERIES = ['series.py', 'random', 'shuffle', '--games', '2', '--size', '2']
HUMAN = ['HexGame.py', '--size', '2']
COMPUTERS = [*HUMAN, '--black', 'random', '--white', 'random']


def ended(command: list[str], stdout: int) -> tuple[int, str]:
    """Run Python in the lab's folder, with an open file for its output, which
    is closed. Return the exit status, and what it writes to standard error."""
    done = run([sys.executable, *command], cwd=LAB, stdout=stdout, stderr=PIPE,
               text=True, timeout=LONG, check=False,
               env={**os.environ, 'PYTHONUNBUFFERED': ''})
    os.close(stdout)
    return done.returncode, done.stderr


def unread_pipe() -> int:
    """Return the end of a pipe that nobody reads."""
    unread, written = os.pipe()
    os.close(unread)
    return written


@pytest.mark.parametrize('program', [SERIES, COMPUTERS])
@pytest.mark.parametrize('flags', [[], ['-u']])
def test_output_is_not_taken(program: list[str], flags: list[str]) -> None:
    """If nobody reads the output, the programs leave quietly; if there is no
    room for it, they say so in one line. Buffered or not."""
    assert ended(flags + program, unread_pipe()) == (1, '')
    if Path('/dev/full').exists():
        assert ended(flags + program, os.open('/dev/full', os.O_WRONLY)) == (
            1, 'The program cannot go on: No space left on device.\n')


@pytest.mark.parametrize('program', ['series.py', 'HexGame.py'])
@pytest.mark.parametrize('flags', [[], ['-u']])
def test_help_is_not_read(program: str, flags: list[str]) -> None:
    """If nobody reads the help, nothing is said about it."""
    assert ended([*flags, program, '--help'], unread_pipe())[1] == ''


@pytest.mark.parametrize('program, closed, status, last', [
    (COMPUTERS, '<&-', 0, 'wins'), (COMPUTERS, '2>&-', 0, 'wins'),
    (COMPUTERS, '>&-', 1, ''), (HUMAN, '<&-', 1, 'Goodbye!'),
    (HUMAN, '2>&-', 1, 'Goodbye!'), (SERIES, '<&-', 0, '|'),
    (SERIES, '2>&-', 0, '|'), (SERIES, '>&-', 1, '')])
def test_closed_streams(program: list[str], closed: str, status: int,
                        last: str) -> None:
    """The programs do what can be done without a stream, and end politely."""
    done = run(['sh', '-c', f'exec "$@" {closed}', 'sh', sys.executable,
                *program], cwd=LAB, stdin=DEVNULL, stdout=PIPE, stderr=PIPE,
               text=True, timeout=LONG, check=False)
    assert (done.returncode, done.stderr) == (status, '')
    assert done.stdout.rstrip().endswith(last)


def test_chart_interrupted(monkeypatch: pytest.MonkeyPatch,
                           capsys: pytest.CaptureFixture) -> None:
    """Ctrl-C while the chart is drawn is answered politely, too."""
    def interrupted(*_: Any) -> None:
        """Be interrupted."""
        raise KeyboardInterrupt

    monkeypatch.setattr(series_chart, 'draw', interrupted)
    assert series.main(['random', 'shuffle', '--games', '2', '--size', '2',
                        '--chart', 'x.svg']) == 130
    assert capsys.readouterr().out.endswith(
        '|\n\nThe chart is not drawn. Goodbye!\n')


def lab(*command: str, text: str = '') -> tuple[int, str]:
    """Run a program of the lab inside its folder, on text. Return its exit
    status and all output."""
    done = run([sys.executable, *command], cwd=LAB, text=True, input=text,
               stdout=PIPE, stderr=STDOUT, timeout=LONG, check=False)
    return done.returncode, done.stdout


def test_series_program(tmp_path: Path) -> None:
    """The table is the same for any number of processes, from inside the
    folder and as a module, and the chart is drawn."""
    options = ['random', 'minimax:1:eval', 'montecarlo:9p', '--games', '4',
               '--size', '3', '--seed', '5', '--opening', '1']
    status, shown = lab('series.py', *options, '--processes', '1')
    assert status == 0 and len(shown.splitlines()) == 5
    row = '| random against minimax:1:eval | 4 | '
    assert shown.splitlines()[2].startswith(row)
    chart = tmp_path / 'chart.svg'
    done = run([sys.executable, '-m', 'labs.hex.series', *options,
                '--processes', '2', '--chart', str(chart)],
               cwd=LAB.parent.parent, text=True, stdout=PIPE, stderr=PIPE,
               timeout=LONG, check=False)
    assert (done.stdout, done.stderr) == (shown, '')
    drawn = chart.read_text(encoding='utf-8')
    assert drawn.startswith('<?xml') and '3 x 3' in drawn


@pytest.mark.parametrize('library', ['tqdm', 'matplotlib'])
def test_without_library(library: str, monkeypatch: pytest.MonkeyPatch,
                         capsys: pytest.CaptureFixture) -> None:
    """Without tqdm, only the progress bar is missing; without matplotlib, a
    chart is refused in one line."""
    if library == 'tqdm':
        monkeypatch.setattr('HexGame.tqdm', None)
        test_long_series(capsys)
        return
    monkeypatch.setattr(series, 'find_spec', lambda name: None)
    with pytest.raises(SystemExit) as stop:
        series.main(['random', 'random', '--chart', 'x.svg'])
    told = capsys.readouterr().err
    assert stop.value.code == 2 and told.count('\n') == 1
    assert 'a chart needs matplotlib, which is not installed' in told


@pytest.mark.parametrize('options, words', [
    (['random'], 'two players or more'), (['random', 'x'], 'is no player'),
    (['random', 'human'], 'nobody can be human'),
    (['random', 'random', '--games', '0'], 'from 1 to 100000'),
    (['random', 'random', '--games', '100001'], 'from 1 to 100000'),
    (['random', 'random', '--processes', '0'], 'from 1 to 256'),
    (['random', 'random', '--chart', 'no/x.svg'], 'no folder'),
    (['random', 'random', '--size', '0'], 'whole number from 1 to 26'),
    (['random', 'random', '--size', '2', '--opening', '3'], 'from 0 to 2'),
    (['random', 'random', '--chart', 'x.doc'], '.svg, .png or .pdf'), ([], 'PLAYER')])
def test_series_told_wrong(options: list[str], words: str) -> None:
    """One line says what is wrong."""
    status, shown = lab('series.py', *options)
    assert status == 2 and shown.count('\n') == 1 and words in shown


def working(program: int) -> bool:
    """Return whether this process has its two workers, and minds Ctrl-C."""
    children = Path(f'/proc/{program}/task/{program}/children').read_text()
    status = Path(f'/proc/{program}/status').read_text()
    ignored = int(re.search('SigIgn:\t(.*)', status)[1], 16)
    # A third child of it is the one that looks after resources.
    return len(children.split()) == 3 \
        and not ignored >> signal.SIGINT - 1 & 1


@pytest.mark.skipif(not Path('/proc/self/status').exists(),
                    reason='This system has no /proc.')
def test_series_interrupted() -> None:
    """Ctrl-C ends it with one line."""
    with Popen([sys.executable, 'series.py', 'montecarlo:9', 'random',
                '--processes', '2'], cwd=LAB, stdout=PIPE, stderr=STDOUT,
               text=True) as program:
        try:
            deadline = monotonic() + LONG
            while not working(program.pid) and monotonic() < deadline:
                sleep(0.05)
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
    def interrupted(jobs: list, _: int, outcomes: list) -> None:
        """Play two games, and be interrupted."""
        outcomes.extend(map(series.played, jobs[:2]))
        raise KeyboardInterrupt

    monkeypatch.setattr(series, 'play_all', interrupted)
    assert series.main(['random', 'shuffle', '--size', '3']) == 130
    shown = capsys.readouterr().out.splitlines()
    assert shown[1] == 'The series is interrupted after 2 of 200 games. ' \
                       'Goodbye!'
    assert shown[4].startswith('| random against shuffle | 2 |')


# === Playing in the terminal ===

def test_session() -> None:
    """A whole game through a pipe, with wrong moves on the way."""
    status, shown = lab('HexGame.py', '--size', '2', '--white', 'human',
                        text='9 9\n\n0, 0\n0 0\n1,1\n0,1\n')
    assert status == 0
    assert 'Both are from 0 to 1' in shown
    told = re.findall(r'your move as row, col: (.*)', shown)
    assert told == ['9, 9 is not on the board: both are from 0 to 1.',
                    'An empty line is no move: type a row and a column, like '
                    '2, 3.', 'Black (B) moves to 0, 0', '0, 0 is not empty.',
                    'White (W) moves to 1, 1', 'Black (B) moves to 0, 1']
    assert shown.endswith('Black (B) wins\n')


def test_computers_play() -> None:
    """Two players that are not human play a game to its end; a seed gives the
    same game again."""
    command = ['HexGame.py', '--size', '4', '--black', 'montecarlo:30p',
               '--white', 'alphabeta:1', '--seed', '3']
    status, shown = lab(*command)
    assert status == 0 and shown.endswith(' wins\n')
    assert lab(*command) == (status, shown)


def test_end_of_input() -> None:
    """Ctrl-D ends the game politely."""
    status, shown = lab('HexGame.py', text='x\n')
    assert status == 1
    assert shown.endswith('\nThe input has ended, and so does the game. '
                          'Goodbye!\n')


def test_interrupt() -> None:
    """So does Ctrl-C."""
    with Popen([sys.executable, '-u', 'HexGame.py', '--black', 'montecarlo:9'],
               cwd=LAB, stdout=PIPE, stderr=STDOUT, text=True) as program:
        try:
            line = 'Hex.'
            while line and 'white' not in line:
                line = program.stdout.readline()
            program.send_signal(signal.SIGINT)
            shown = program.communicate(timeout=LONG)[0]
        finally:
            program.kill()
    assert program.returncode == 130
    assert shown.endswith('\nThe game is interrupted. Goodbye!\n')


@pytest.mark.parametrize('options, words', [
    (['--size', '0'], 'whole number from 1 to 26'),
    (['--black', 'nobody'], 'is no player'), (['--seed', 'x'], 'seed')])
def test_play_told_wrong(options: list[str], words: str) -> None:
    """One line says what is wrong."""
    status, shown = lab('HexGame.py', *options)
    assert status == 2 and shown.count('\n') == 1 and words in shown
