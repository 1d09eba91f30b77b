"""Series of games: counts, seeds, and games that are lost early."""

from typing import Callable
import re
from pytest import CaptureFixture, MonkeyPatch
import pytest
from interface import worker
from interface.series import (
    BROKEN,
    ERROR,
    ILLEGAL,
    OVER,
    TOO_SLOW,
    GameRecord,
    Series,
    find_interval,
    format_table,
    play_series,
)
from stonehenge import StonehengeGame
from strategy import random_strategy, rough_outcome_strategy
from subtract_square_game import SubtractSquareGame
from tests.support import series_players as players
from tests.support.foreign_games import TreeGame
from tests.support.odd_games import UnfinishedGame
from tests.support.series_players import make_series, play_plainly, summarize
from tests.support.wrong_programs import WRONG, plain_interactive_strategy

pytestmark = pytest.mark.usefixtures('without_contracts')


def play(series: Series, jobs: int = 1) -> list[GameRecord]:
    """Play series. Return its games."""
    records = play_series(series, jobs)
    assert [each.number for each in records] == list(range(series.games))
    return records


def read_table(records: list[GameRecord]) -> list[dict[str, str]]:
    """Return what the table of these games says of each strategy, by the
    headings of its columns.
    """
    rows = [
        re.split('   *', line.strip())
        for line in format_table(records, ['one', 'two'])[:3]
    ]
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def test_counts_of_a_plain_loop() -> None:
    """The games are those of a plain loop, and are counted rightly."""
    series = make_series(rough_outcome_strategy, games=12, seed=5)
    plain = play_plainly(series)
    records = play(series)
    for record, (winner, moves) in zip(records, plain):
        assert (record.winner, record.why) == (winner, OVER)
        assert [ply.text for ply in record.plies] == moves
        seats = [ply.who for ply in record.plies]
        assert seats == [(record.number + i) % 2 for i in range(len(moves))]
    winners = [winner for winner, _ in plain]
    assert 0 < winners.count(1) < winners.count(0)
    table = read_table(records)
    assert [row['wins'] for row in table] == [
        str(winners.count(0)),
        str(winners.count(1)),
    ]
    distinct = len({tuple(moves) for _, moves in plain})
    assert f'Distinct games: {distinct} of 12.' in format_table(
        records, ['one', 'two']
    )
    for i, row in enumerate(table):
        times = [
            ply.seconds
            for record in records
            for ply in record.plies
            if ply.who == i
        ]
        assert row['mean time'] == f'{1000 * sum(times) / len(times):.3f} ms'
        assert row['longest'] == f'{1000 * max(times):.3f} ms'


@pytest.mark.parametrize('p1', [players.Alternating(), players.pick_from_set])
def test_seeds_and_jobs(p1: Callable) -> None:
    """The same seed gives the same games on any number of processes."""
    games = [
        summarize(play(make_series(p1, games=10, seed=seed, opening=1), jobs))
        for seed, jobs in ((1, 1), (1, 2), (2, 1))
    ]
    assert games[0] == games[1] != games[2]


def test_openings_come_twice() -> None:
    """Each opening is played twice, and leaves a move to make."""
    records = play(make_series(players.first, players.first, 8, opening=3))
    openings = [[ply.text for ply in record.plies[:3]] for record in records]
    assert openings[::2] == openings[1::2]
    assert len({tuple(each) for each in openings}) > 1
    for record in records:
        assert [ply.who for ply in record.plies[:3]] == [None] * 3
        assert record.plies[3].who == 1 - record.number % 2
    records = play(make_series(players.first, games=4, opening=50))
    for record in records:
        assert [ply.who is None for ply in record.plies].count(False) == 1


def test_player_2_may_start() -> None:
    """Who is player 1 changes; who of the players starts does not."""
    series = make_series(players.first)._replace(p1_starts=False)
    records = play(series)
    assert [record.plies[0].who for record in records] == [1, 0]


def test_ties_and_odd_games() -> None:
    """Ties are nobody's wins, in a game of somebody else."""
    records = play(
        make_series(random_strategy, games=30, game=TreeGame, size=None)
    )
    one, two = read_table(records)
    assert one['ties'] == two['ties'] != '0'
    assert sum(map(int, (one['wins'], two['wins'], one['ties']))) == 30
    assert one['share'] == f'{int(one["wins"]) / 30:.1%}'
    lines = format_table(records, ['one', 'two'])
    assert (
        lines[3] == 'The share is that of games won; a tie is no win for '
        'either.'
    )
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    'game, opening, hint',
    [
        (SubtractSquareGame, 0, ' Try --opening 2 to make them differ.'),
        (SubtractSquareGame, 1, ''),
        (StonehengeGame, 2, ''),
    ],
)
def test_hint_at_openings(game: Callable, opening: int, hint: str) -> None:
    """Those who have no opening hear of it if the games do not differ."""
    records = play(
        make_series(players.first, players.first, 8, game, 3, opening=opening)
    )
    lines = format_table(records, ['one', 'two'])
    assert re.fullmatch(f'Distinct games: [0-9] of 8.{hint}', lines[4])


LOSSES = [
    (players.cheat, ILLEGAL, "['Z']"),
    (players.quote, ILLEGAL, "'1'"),
    (players.fail, ERROR, 'RuntimeError: I give up for good'),
    (WRONG['ends the program'].make_strategy(), ERROR, 'SystemExit'),
    (players.raise_odd_error, ERROR, 'OddError: enough, at series_players'),
    (players.interrupt, ERROR, 'it ended its process, with exit status 1'),
    (players.end_process, ERROR, 'it ended its process, with exit status 3'),
    (players.crash, ERROR, 'it ended its process, with exit status -11'),
    (players.recurse, ERROR, 'RecursionError: maximum recursion depth exc'),
    (plain_interactive_strategy, ERROR, 'EOFError'),
    *(
        pytest.param(each, TOO_SLOW, 'over 1 s', marks=pytest.mark.slow)
        for each in (players.swallow_and_loop, players.be_slow)
    ),
]


@pytest.mark.parametrize('strategy, why, detail', LOSSES)
def test_losses(
    strategy: Callable, why: str, detail: str, monkeypatch: MonkeyPatch
) -> None:
    """Whatever goes wrong loses the game for its strategy, and is told."""
    monkeypatch.setattr(worker, 'ANSWER_LIMIT', 0.5)
    limit = 1.0 if why == TOO_SLOW else 60.0
    game, size = StonehengeGame, 2
    if strategy is players.quote:
        game, size = SubtractSquareGame, 4
    series = make_series(
        strategy, players.first, game=game, size=size, limit=limit
    )
    records = play(series)
    for record in records:
        assert (record.why, record.winner) == (why, 1)
        assert record.detail.startswith(detail)
    lines = format_table(records, ['one', 'two'])
    table = read_table(records)
    heading = {ILLEGAL: 'illegal', ERROR: 'errors', TOO_SLOW: 'too slow'}[why]
    assert [(row['wins'], row['ties'], row[heading]) for row in table] == [
        ('0', '0', '2'),
        ('2', '0', '0'),
    ]
    assert len(table[0]) == 8  # There is no column for other ways to lose.
    assert re.fullmatch(
        rf'one .* in game 0, ply 1: {re.escape(detail)}.*', lines[-1]
    )


@pytest.mark.parametrize(
    'strategy, limit',
    [
        pytest.param(players.be_starved, 1.0, marks=pytest.mark.slow),
        (players.be_interrupted, 60.0),
        (players.print_much, 60.0),
    ],
)
def test_no_losses(
    strategy: Callable, limit: float, capfd: CaptureFixture
) -> None:
    """A strategy does not pay for what else the machine does, nor for Ctrl-C,
    which a terminal sends to all processes. What it prints is not seen."""
    records = play(make_series(strategy, players.first, limit=limit))
    assert {record.why for record in records} == {OVER}
    assert capfd.readouterr() == ('', '')


@pytest.mark.parametrize(
    'game, strategy, detail',
    [
        (
            players.FatalGame,
            players.first,
            'it ended its process, with exit status 7',
        ),
        (
            players.RaisingGame,
            players.first,
            'RaisingGame.is_winner raised OddError: no winner',
        ),
        (UnfinishedGame, players.first, 'state_class lacks make_move'),
    ],
)
def test_broken_games(game: Callable, strategy: Callable, detail: str) -> None:
    """What is the game's fault is no strategy's loss, and is told."""
    records = play(make_series(strategy, game=game))
    for record in records:
        assert (record.why, record.winner) == (BROKEN, None)
        assert detail in record.detail
    for row in read_table(records):
        assert (row['wins'], row['ties'], len(row)) == ('0', '0', 7)
    assert detail in format_table(records, ['a', 'b'])[-1]


def test_no_process(monkeypatch: MonkeyPatch) -> None:
    """Where no process can be started, a line says so."""
    monkeypatch.setattr(worker, 'get_context', lambda *_: 1 / 0)
    with pytest.raises(
        ValueError,
        match='^This series cannot be played in a '
        'process of its own: ZeroDivisionError',
    ):
        play(make_series(players.first))


def test_interval() -> None:
    """The limits solve the equation that defines them."""
    for wins, games in (0, 1), (5, 10), (199, 200), (200, 200):
        low, high = find_interval(wins, games)
        assert 0 <= low <= high <= 1
        for limit in low, high:
            if min(limit, 1 - limit) < 1e-9:
                continue  # Only half of the interval is left.
            error = (limit * (1 - limit) / games) ** 0.5
            assert abs(wins / games - limit) / error == pytest.approx(
                1.96, 0.01
            )
