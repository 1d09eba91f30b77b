"""What --check finds in games and strategies: all faults, and only those."""
from fractions import Fraction
from typing import Any
import random
import re
import pytest
from game_interface import usable_strategies
from interface.check import Examiner, check_game, check_strategy
from strategy import rough_outcome_strategy
from tests.support.foreign_games import CountdownGame, TreeGame
from tests.support.odd_games import AnyOrderState, AskingGame, DiceState, \
    LazyState, OddGame, ShuffledGame, StoneGame, TableGame, UnfinishedGame, \
    WinnerlessGame
from tests.support.row_game import MatchesGame, MatchesState, RowGame, \
    RowState, game_of
from tests.support.wrong_games import break_game, change_itself_late, \
    divide_by_zero, fail_with, look_at, plain_interactive_strategy, \
    sound_strategy

pytestmark = pytest.mark.usefixtures('without_contracts')


class ManyState(RowState):
    """A position with many moves at first, some of which cannot be made."""

    def get_possible_moves(self) -> list:
        """Return the moves."""
        return [str(number) for number in range(100, 200)] \
            * ('a' in self.stones)

    def make_move(self, move: Any) -> RowState:
        """Return the last position."""
        left = {str(number): '.' for number in range(100, 150)}
        return ManyState(not self.p1_turn, [left[move]])


LARGE_ONES = break_game('get_possible_moves', lambda state: (
    list if len(state.stones) < 4 else tuple)(RowState.get_possible_moves(state)
                                              ))
NUMBER_READER = break_game('str_to_move', lambda game, text: int(text) if
                           re.fullmatch('[0-9]+', text) else text.strip())
NO_WINNER = break_game('rough_outcome', lambda state: 0.0)
NO_WINNER.is_winner = lambda game, player: False
MISPLACED = break_game('get_player_marks', lambda state: {})
MISPLACED.get_player_marks = lambda game: {}
TWO_FAULTS = break_game('rough_outcome', lambda state: 7)
TWO_FAULTS.str_to_move = divide_by_zero


def sort_and_list(state: RowState) -> list:
    """Sort the stones themselves, and return those that are left."""
    state.stones.sort(reverse=True)
    return RowState.get_possible_moves(state)


@pytest.mark.parametrize('game_class, told', [
    (break_game('get_possible_moves', sort_and_list),
     ['BrokenState.get_possible_moves changed its own state: stones was [']),
    (break_game('rough_outcome', lambda state: -1 if state.left == 5
                else MatchesState.rough_outcome(state), MatchesGame),
     ['BrokenState.rough_outcome returned -1: it should return more than -1']),
    (WinnerlessGame, ['WinnerlessGame lacks is_winner']),
    (UnfinishedGame, ['UnfinishedGame lacks is_winner, state_class lacks '
                      'make_move, state_class lacks __str__']),
    (NO_WINNER, ['BrokenGame.is_winner returned False for both players at the '
                 'end of all 24 games: nobody ever wins']),
    (MISPLACED, ['BrokenGame has get_player_marks, which belongs to '
                 'BrokenState']),
    (TWO_FAULTS, ["BrokenGame.str_to_move('')", 'BrokenState.rough_outcome']),
    (break_game('__init__', fail_with(ValueError('There are none left'))),
     ['BrokenGame cannot be set up: There are none left']),
    (break_game('__init__', fail_with(TypeError('no'))),
     ['BrokenGame cannot be set up: __init__ raised TypeError: no, at '
      'wrong_games.py, line']),
    (LARGE_ONES, ["BrokenState.get_possible_moves returned ('a', 'b', 'c', 'd')"
                  ': it should return a list. Sizes 1 to 3 are fine. If 4 is '
                  'not a size of this game, it should raise a ValueError']),
    (game_of(ManyState), ["ManyState.make_move raised KeyError: '1"]),
    (game_of(DiceState), ["DiceState.__str__ returned '"])])
def test_other_faults(game_class: type, told: list[str]) -> None:
    """All that is missing is named, and all faults that are independent."""
    found = look_at(check_game, game_class)
    assert len(found) == len(told)
    for line, beginning in zip(sorted(found), told):
        assert line.startswith(beginning)


@pytest.mark.parametrize('game_class', [
    RowGame, TreeGame, CountdownGame, StoneGame, AskingGame, TableGame,
    ShuffledGame, OddGame, MatchesGame, game_of(LazyState),
    game_of(AnyOrderState), NUMBER_READER, break_game(
        'rough_outcome', lambda state: Fraction(RowState.rough_outcome(state)))
    ])
def test_sound_games(game_class: type) -> None:
    """Nothing is wrong with somebody else's games, however odd they are."""
    assert look_at(check_game, game_class) == []


def test_sound_strategies() -> None:
    """Nothing is wrong with our strategies, nor with other simple ones."""
    for strategy in [*usable_strategies.values(), sound_strategy,
                     plain_interactive_strategy]:
        assert look_at(check_strategy, strategy, [RowGame, TreeGame]) == []


def test_innocent_strategy() -> None:
    """A strategy that calls a method which breaks things is not blamed."""
    found, = look_at(check_strategy, rough_outcome_strategy,
                     [break_game('make_move', change_itself_late)])
    assert found.startswith('BrokenState.make_move changed its own state')


@pytest.mark.slow
def test_repeatable() -> None:
    """The same seed looks at the same positions, another one at others."""
    game_class = game_of(AnyOrderState)

    def list_positions(seed: int) -> list[str]:
        """Return all positions that are looked at."""
        told: list[str] = []
        examiner = Examiner(lambda kind, text: told.append(text))
        random.seed()
        check_game(examiner, game_class, [], seed)
        check_strategy(examiner, sound_strategy, [game_class], [], seed)
        return told
    assert list_positions(1) == list_positions(1) != list_positions(2)
