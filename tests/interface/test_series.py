"""Series of games: counts, seeds, and games that are lost early."""
from typing import Any, Callable
import re
from pytest import CaptureFixture, MonkeyPatch
import pytest
from game import Game
from game_interface import usable_strategies
from interface import worker
from interface.series import SeriesResult, find_interval, format_table, \
    play_series
from interface.series_game import BROKEN, ERROR, ILLEGAL, OVER, SLOW, \
    GameRecord, Series
from stonehenge import StonehengeGame
from strategy import random_strategy, rough_outcome_strategy
from subtract_square_game import SubtractSquareGame
from tests.support import series_players as players
from tests.support.wrong_games import divide_by_zero
from tests.support.wrong_games import exiting_strategy, \
    moving_strategy, plain_interactive_strategy, silent_strategy
from tests.support.foreign_games import TreeGame
from tests.support.odd_games import Stone, StoneGame, UnfinishedGame
from tests.support.series_players import make_series, play_plainly, \
    summarize

pytestmark = pytest.mark.usefixtures('without_contracts')


def play(series: Series, jobs: int = 1) -> tuple[SeriesResult,
                                                 list[GameRecord]]:
    """Play series. Return its result and its games."""
    records: list[GameRecord] = []
    result = play_series(series, jobs, records.append)
    assert result.played == len(records) == series.games
    return result, records


def test_counts_of_a_plain_loop() -> None:
    """The games are those of a plain loop, and are counted rightly."""
    series = make_series(rough_outcome_strategy, games=12, seed=5)
    plain = play_plainly(series)
    result, records = play(series)
    for record, (winner, moves) in zip(records, plain):
        assert (record.winner, record.why) == (winner, OVER)
        assert [ply.text for ply in record.plies] == moves
        seats = [ply.who for ply in record.plies]
        assert seats == [(record.number + i) % 2 for i in range(len(moves))]
    winners = [winner for winner, _ in plain]
    assert 0 < winners.count(1) < winners.count(0)
    assert [tally.wins for tally in result.tallies] \
        == [winners.count(0), winners.count(1)]
    assert len(result.lines_of_play) \
        == len({tuple(each) for _, each in plain})
    for i, tally in enumerate(result.tallies):
        times = [ply.seconds for record in records for ply in record.plies
                 if ply.who == i]
        assert sorted(tally.times) == sorted(times)
        assert f'{1000 * sum(times) / len(times):.3f} ms' \
            in format_table(result, ['one', 'two'])[i + 1]


@pytest.mark.parametrize('p1', [players.Alternating(), players.pick_from_set])
def test_seeds_and_jobs(p1: Callable) -> None:
    """The same seed gives the same games on any number of processes."""
    games = [summarize(play(make_series(p1, games=10, seed=seed, opening=1),
                            jobs)[1])
             for seed, jobs in ((1, 1), (1, 2), (2, 1))]
    assert games[0] == games[1] != games[2]


def test_openings_come_twice() -> None:
    """Each opening is played twice, and leaves a move to make."""
    _, records = play(make_series(players.first, players.first, 8, opening=3))
    openings = [[ply.text for ply in record.plies[:3]] for record in records]
    assert openings[::2] == openings[1::2]
    assert len({tuple(each) for each in openings}) > 1
    for record in records:
        assert [ply.who for ply in record.plies[:3]] == [None] * 3
        assert record.plies[3].who == 1 - record.number % 2
    _, records = play(make_series(players.first, games=4, opening=50))
    for record in records:
        assert [ply.who is None for ply in record.plies].count(False) == 1


def test_player_2_may_start() -> None:
    """Who is player 1 changes; who of the players starts does not."""
    series = make_series(players.first)._replace(p1_starts=False)
    _, records = play(series)
    assert [record.plies[0].who for record in records] == [1, 0]


def test_ties_and_odd_games() -> None:
    """Ties are nobody's wins, in a game of somebody else."""
    result, _ = play(make_series(random_strategy, games=30, game=TreeGame,
                                 size=None))
    wins = [tally.wins for tally in result.tallies]
    assert result.ties > 0 and sum(wins) + result.ties == 30
    lines = format_table(result, ['one', 'two'])
    row = lines[1].split()
    assert row[:4] == ['one', str(wins[0]), str(result.ties),
                       f'{wins[0] / 30:.1%}']
    assert lines[3] == 'The share is that of games won; a tie is no win for ' \
                       'either.'
    assert max(map(len, lines)) <= 80


def test_odd_moves(monkeypatch: MonkeyPatch) -> None:
    """Moves that cannot be printed are told from each other all the same."""
    def choose(game: Game) -> Any:
        """Choose at random, in this process."""
        return random_strategy(game)
    plain, _ = play(make_series(choose, games=9, game=StoneGame, size=4))
    monkeypatch.setattr(Stone, '__str__', divide_by_zero)
    result, records = play(make_series(choose, games=9, game=StoneGame,
                                       size=4))
    assert len(result.lines_of_play) == len(plain.lines_of_play) > 5
    assert records[0].plies[0].text == 'Stone'


LOSSES = [
    (players.cheat, ILLEGAL, "['Z']"), (players.quote, ILLEGAL, "'1'"),
    (silent_strategy, ILLEGAL, 'None'),
    (players.fail, ERROR, 'RuntimeError: I give up for good'),
    (exiting_strategy, ERROR, 'SystemExit'),
    (players.interrupt, ERROR, 'it ended its process, with exit status 1'),
    (players.end_process, ERROR, 'it ended its process, with exit status 3'),
    (players.crash, ERROR, 'it ended its process, with exit status -11'),
    (players.recurse, ERROR, 'RecursionError: maximum recursion depth exc'),
    (plain_interactive_strategy, ERROR, 'EOFError'),
    (players.swallow_and_loop, SLOW, 'over 1 s'),
    (players.be_slow, SLOW, 'over 1 s'),
    (moving_strategy, ERROR, 'it put another position into current_state: ')]


@pytest.mark.parametrize('strategy, why, detail', LOSSES)
def test_losses(strategy: Callable, why: str, detail: str,
                     monkeypatch: MonkeyPatch) -> None:
    """Whatever goes wrong loses the game for its strategy, and is told."""
    monkeypatch.setattr(worker, 'PATIENCE', 0.5)
    limit = 1.0 if why == SLOW else 60.0
    game, size = (SubtractSquareGame, 4) if strategy is players.quote \
        else (StonehengeGame, 2)
    result, records = play(make_series(strategy, players.first, game=game,
                                       size=size, limit=limit))
    first, second = result.tallies
    assert (first.wins, second.wins, result.ties) == (0, 2, 0)
    assert {kind: len(cases) for kind, cases in first.cases.items()} \
        == {ILLEGAL: 0, ERROR: 0, SLOW: 0, why: 2}
    assert not any(second.cases.values()) and not result.broken
    for record in records:
        assert record.detail.startswith(detail)
    lines = format_table(result, ['one', 'two'])
    heading = {ILLEGAL: 'illegal', ERROR: 'errors', SLOW: 'too slow'}
    assert [words in lines[0] for words in heading.values()] \
        == [kind == why for kind in heading]
    assert re.fullmatch(rf'one .* in game 0, ply 1: {re.escape(detail)}.*',
                        lines[-1])


def test_busy_machine() -> None:
    """A strategy does not pay for what else the machine does."""
    result, _ = play(make_series(players.be_starved, players.first, limit=1.0))
    assert not any(result.tallies[0].cases.values())


@pytest.mark.parametrize('game, strategy, detail', [
    (players.FatalGame, players.first, 'it ended its process, with exit '
                                       'status 7'),
    (UnfinishedGame, players.first, 'UnfinishedGame lacks is_winner, state_'
     'class lacks make_move, state_class lacks __str__')])
def test_broken_games(game: Callable, strategy: Callable, detail: str) -> None:
    """What is the game's fault is no strategy's loss, and is told."""
    result, records = play(make_series(strategy, game=game))
    assert [tally.wins for tally in result.tallies] == [0, 0]
    assert result.ties == 0 and len(result.broken) == 2
    assert not any(any(tally.cases.values()) for tally in result.tallies)
    for record in records:
        assert record.why == BROKEN and detail in record.detail
    assert detail in format_table(result, ['a', 'b'])[-1]


def test_ctrl_c_is_not_for_strategies() -> None:
    """Ctrl-C, which a terminal sends to all processes, ends no game."""
    result, _ = play(make_series(players.be_interrupted))
    assert not any(result.tallies[0].cases.values())


def test_output_is_discarded(capfd: CaptureFixture) -> None:
    """What strategies print, by whatever means, is not seen."""
    result, _ = play(make_series(players.print_much, players.first))
    assert result.played == 2
    assert capfd.readouterr() == ('', '')


def test_without_other_processes(capfd: CaptureFixture) -> None:
    """What cannot be sent to another process is played in this one."""
    records: list[GameRecord] = []
    series = make_series(lambda game: players.print_much(game)
                         if len(game.current_state.get_possible_moves()) > 2
                         else exiting_strategy(game), games=4)
    play_series(series, 2, records.append)
    assert capfd.readouterr().out == (
        'The games are played in this process, where no move can be stopped:\n'
        '<lambda> cannot be sent to another one.\n')
    assert [record.number for record in records] == [0, 1, 2, 3]
    assert {record.detail.partition(', at wrong_games.py, ')[0]
            for record in records} == {'', 'SystemExit'}
    _, plain = play(make_series(rough_outcome_strategy, games=4))
    records.clear()
    play_series(make_series(lambda game: rough_outcome_strategy(game),
                            games=4), 2, records.append)
    assert summarize(records) == summarize(plain)


def test_interval() -> None:
    """The limits solve the equation that defines them."""
    for wins, games in (0, 1), (5, 10), (199, 200), (200, 200):
        low, high = find_interval(wins, games)
        assert 0 <= low <= high <= 1
        for limit in low, high:
            if min(limit, 1 - limit) < 1e-9:
                continue  # Only half of the interval is left.
            error = (limit * (1 - limit) / games) ** 0.5
            assert abs(wins / games - limit) / error == pytest.approx(1.96, .01)


def test_strategies_of_the_program(capsys: CaptureFixture) -> None:
    """All strategies but the interactive one can be sent to processes."""
    for key, strategy in usable_strategies.items():
        if key != 'i':
            play(make_series(strategy, games=1))
    assert capsys.readouterr().out == ''
