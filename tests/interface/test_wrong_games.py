"""Each wrong game and strategy in the table: what --check, play and series say.

They name the same culprit, and nobody else.
"""
from contextlib import redirect_stdout
from io import StringIO
from typing import Callable
from unittest.mock import patch
import pytest
from interface.check import check_game, check_strategy
from interface.series import BROKEN, ILLEGAL, GameRecord, Series, \
    play_one
from interface.words import BreachError
from interface.worker import Channel
from strategy import interactive_strategy, iterative_minimax_strategy
from tests.support.odd_games import AnyOrderState, FrozenState
from tests.support.row_game import MatchesGame, RowGame, game_of
from tests.support.typing_player import begin
from tests.support.wrong_games import WRONG, WRONG_STRATEGIES, \
    first_strategy, look_at, sound_strategy, stray_strategy

pytestmark = pytest.mark.usefixtures('without_contracts')
STRATEGIES = sorted(WRONG_STRATEGIES, key=lambda each: each.__name__)


def play(game_class: Callable, strategy: Callable, p1_starts: bool
         ) -> tuple[bool, str]:
    """Play a game. Return whether it comes to its end, and what is said."""
    with patch('builtins.input', side_effect=EOFError), \
            redirect_stdout(StringIO()) as shown:
        game = begin(game_class, strategy, strategy, p1_starts)
        try:
            game.play()
        except BreachError as breach:
            print(breach)
    return game.stage == 'decided', shown.getvalue()


def play_series(game_class: Callable, *strategies: Callable) -> GameRecord:
    """Return the record of a game of a series."""
    record = GameRecord(0)
    with patch('builtins.input', side_effect=EOFError), \
            redirect_stdout(StringIO()):
        play_one(Series(game_class, True, None, strategies, 1), 0,
                 Channel(record.take_note))
    return record


@pytest.mark.parametrize('name', WRONG)
def test_check_of_games(name: str) -> None:
    """--check says what is wrong, with what came, and nothing else."""
    found, = look_at(check_game, WRONG[name].make())
    assert WRONG[name].check in found


@pytest.mark.parametrize('name', [name for name in WRONG if WRONG[name].told])
def test_play_of_games(name: str) -> None:
    """While a game is played, a line says what is wrong, and where; the
    strategy is not blamed."""
    wrong, stray_strategy.steps = WRONG[name], 0
    ended, shown = play(wrong.make(), wrong.by, name not in
                        ('player 1 starts, always',))
    line, = [each for each in shown.splitlines() if wrong.told in each]
    assert ended is not (wrong.ends or name == 'an error in instructions')
    assert 'strategy (' not in line and 'cannot go on' not in line
    assert 'Position: ' in line or line.endswith('.')
    assert 'Nobody made a mistake' not in shown


@pytest.mark.parametrize('name', [
    name for name in WRONG if WRONG[name].ends and WRONG[name].method
    # A series may not meet these.
    != '__str__' and name != 'other moves each time'])
def test_series_of_games(name: str) -> None:
    """What is the game's fault is no strategy's loss, and is told."""
    wrong = WRONG[name]
    ending = play_series(wrong.make(), wrong.by, wrong.by)
    assert (ending.winner, ending.why) == (None, BROKEN)
    if 'at move' not in wrong.told:
        assert wrong.told in ending.detail \
            or name == 'get_possible_moves changes its state'


@pytest.mark.parametrize('game_class', [
    RowGame, game_of(FrozenState), game_of(AnyOrderState)])
def test_play_of_right_games(game_class: type) -> None:
    """Nothing is said about right games, however odd they are."""
    for strategy in sound_strategy, iterative_minimax_strategy:
        ended, shown = play(game_class, strategy, True)
        assert ended and 'raised' not in shown and 'Position:' not in shown


@pytest.mark.parametrize('strategy', STRATEGIES)
def test_check_of_strategies(strategy: Callable) -> None:
    """A broken contract of a strategy is named, and nothing else is."""
    found, = look_at(check_strategy, strategy, [RowGame])
    assert WRONG_STRATEGIES[strategy].check in found
    assert strategy.__name__ in found or 'consider (' in found


@pytest.mark.parametrize('strategy', [
    each for each in STRATEGIES if WRONG_STRATEGIES[each].play])
def test_play_of_strategies(strategy: Callable) -> None:
    """A strategy that breaks its contract is named, and whose it is."""
    ended, shown = play(RowGame, strategy, True)
    line = shown.splitlines()[-1]
    assert not ended and line.startswith('Player 1 cannot go on: ')
    assert WRONG_STRATEGIES[strategy].play in line
    assert strategy.__name__ in line
    assert line.endswith(", at move 1. Position: RowState(True, "
                         "['a', 'b', 'c', 'd'])")


@pytest.mark.parametrize('strategy', [
    each for each in STRATEGIES if 'print' in WRONG_STRATEGIES[each].check])
def test_strategies_that_print(strategy: Callable) -> None:
    """A strategy that prints is named, once, and the game goes on."""
    ended, shown = play(RowGame, strategy, True)
    line, = [each for each in shown.splitlines()
             if WRONG_STRATEGIES[strategy].check in each]
    assert ended and 'wrong_games.py, line ' in line


@pytest.mark.parametrize('strategy', STRATEGIES)
def test_series_of_strategies(strategy: Callable) -> None:
    """A strategy that breaks its contract loses the game."""
    ending = play_series(RowGame, strategy, first_strategy)
    told = WRONG_STRATEGIES[strategy].series
    if told:
        assert ending.winner == 1 and told in ending.detail
        assert (ending.why == ILLEGAL) is (told in ("'z'", 'None'))


def test_no_verdict_by_wrong_hooks() -> None:
    """What decided a game is not said where the hooks lie, on which it relies;
    it is said where they do not."""
    def play_typed(game_class: Callable) -> str:
        """Return what is said at the end of a game that two people play."""
        with patch('builtins.input', side_effect=['2', '3', '1']), \
                redirect_stdout(StringIO()) as shown:
            begin(game_class, interactive_strategy, interactive_strategy).play()
        return shown.getvalue()
    said = play_typed(WRONG['all is won'].make())
    assert 'BrokenState.known_score returned 1: it should return -1' in said
    assert 'lost the game' not in said and 'Nobody' not in said
    assert 'Nobody made a mistake' in play_typed(MatchesGame)
