"""Each wrong game and strategy in the table: what play and series say.

They name the same culprit as --check, and nobody else.
"""

from contextlib import redirect_stdout
from io import StringIO
from typing import Any, Callable
from unittest.mock import patch
import pytest
from interface.series import BROKEN, ILLEGAL, GameRecord, Series, play_one
from interface.words import BreachError
from interface.worker import Channel
from strategy import interactive_strategy, iterative_minimax_strategy
from tests.support.odd_games import AnyOrderState, FrozenState
from tests.support.row_game import MatchesGame, RowGame, game_of
from tests.support.typing_player import begin
from tests.support.wrong_programs import (
    WRONG,
    first_strategy,
    rows_for,
    sound_strategy,
    stray_strategy,
)

pytestmark = pytest.mark.usefixtures('without_contracts')


def play(
    game_class: Callable,
    strategy: Callable,
    p1_starts: bool = True,
    size: Any = None,
) -> tuple[bool, str]:
    """Play a game. Return whether it comes to its end, and what is said."""
    with (
        patch('builtins.input', side_effect=EOFError),
        redirect_stdout(StringIO()) as shown,
    ):
        game = begin(game_class, strategy, strategy, p1_starts, size)
        try:
            game.play()
        except BreachError as breach:
            print(breach)
    return game.stage == 'decided', shown.getvalue()


def play_series(
    game_class: Callable, *strategies: Callable, size: Any = None
) -> GameRecord:
    """Return the record of a game of a series."""
    record = GameRecord(0)
    with (
        patch('builtins.input', side_effect=EOFError),
        redirect_stdout(StringIO()),
    ):
        play_one(
            Series(game_class, True, size, strategies, 1),
            0,
            Channel(record.take_note),
        )
    return record


@pytest.mark.parametrize('name', rows_for('play', 'stop', of='game'))
def test_play_of_games(name: str) -> None:
    """While a game is played, a line says what is wrong, and where; the
    strategy is not blamed."""
    row = WRONG[name]
    (words,) = row.said.get('play') or row.said['stop']
    for player in row.players:
        stray_strategy.steps = 0
        ended, shown = play(
            row.make_game(), player, 'player 1 starts' not in name, row.size
        )
        (line,) = [
            each
            for each in shown.splitlines()
            if all(part in each for part in words)
        ]
        assert ended is ('play' in row.said)
        assert '_strategy' not in line and 'cannot go on' not in line
        assert 'Position: ' in line or line.endswith('.')
        assert 'Nobody made a mistake' not in shown


@pytest.mark.parametrize('name', rows_for('series', of='game'))
def test_series_of_games(name: str) -> None:
    """What is the game's fault is no strategy's loss, and is told."""
    row = WRONG[name]
    for player in row.players:
        ending = play_series(row.make_game(), player, player, size=row.size)
        assert (ending.winner, ending.why) == (None, BROKEN)
        assert all(part in ending.detail for part in row.said['series'][0])


@pytest.mark.parametrize(
    'game_class', [RowGame, game_of(FrozenState), game_of(AnyOrderState)]
)
def test_play_of_right_games(game_class: type) -> None:
    """Nothing is said about right games, however odd they are."""
    for strategy in sound_strategy, iterative_minimax_strategy:
        ended, shown = play(game_class, strategy)
        assert ended and 'raised' not in shown and 'Position:' not in shown


@pytest.mark.parametrize('name', rows_for('stop', of='strategy'))
def test_play_of_strategies(name: str) -> None:
    """A strategy that breaks its contract is named, and whose it is."""
    strategy, (words,) = WRONG[name].make_strategy(), WRONG[name].said['stop']
    ended, shown = play(RowGame, strategy)
    line = shown.splitlines()[-1]
    assert not ended and strategy.__name__ in line
    assert all(part in line for part in words)
    assert line.startswith('Player 1 cannot go on: ') and line.endswith(
        ", at move 1. Position: RowState(True, ['a', 'b', 'c', 'd'])"
    )


@pytest.mark.parametrize('name', rows_for('series', of='strategy'))
def test_series_of_strategies(name: str) -> None:
    """A strategy that breaks its contract loses the game."""
    ending = play_series(RowGame, WRONG[name].make_strategy(), first_strategy)
    ((told,),) = WRONG[name].said['series']
    assert ending.winner == 1 and told in ending.detail
    assert (ending.why == ILLEGAL) is (told in ('-1', 'None'))


def test_no_verdict_by_wrong_hooks() -> None:
    """What decided a game is not said where hooks, on which it relies, break
    their contract; it is said where they do not."""

    def play_typed(game_class: Callable) -> str:
        """Return what is said at the end of a game that two people play."""
        with (
            patch('builtins.input', side_effect=['2', '3', '1']),
            redirect_stdout(StringIO()) as shown,
        ):
            begin(game_class, interactive_strategy, interactive_strategy).play()
        return shown.getvalue()

    said = play_typed(WRONG['no candidates'].make_game())
    assert 'MyState.candidate_moves returned []: it should return ' in said
    assert 'lost the game' not in said and 'Nobody' not in said
    assert 'Nobody made a mistake' in play_typed(MatchesGame)
