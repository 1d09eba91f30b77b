"""What is said while playing when somebody's code breaks a contract."""
from __future__ import annotations
from functools import partial
from pathlib import Path
from typing import Any, Callable
from unittest.mock import patch
import re
from pytest import CaptureFixture, MonkeyPatch
import pytest
from game_interface import GameInterface, main, playable_games
from game_state import GameState
from interface.faults import find_missing, find_missing_to_play, name_of
from interface.referee import FoulError, Referee
from interface.session import History, TurnChangedError
from interface.words import format_value, make_title
from strategy import interactive_strategy, recursive_minimax_strategy, \
    rough_outcome_strategy
from tests.support import broken_games, broken_strategies
from tests.support.broken_games import break_game, change_itself, \
    change_itself_late, divide_by_zero, go_and_tell
from tests.support.broken_strategies import dividing_strategy, \
    moving_strategy, sound_strategy
from tests.support.foreign_games import TreeGame
from tests.support.odd_games import DiceState, LazyState, SharingState, \
    StoneGame, WinnerlessGame
from tests.support.row_game import RowGame, RowState, game_of

pytestmark = pytest.mark.usefixtures('without_contracts')

SHOWN = [fault for fault, (_, _, _, told) in broken_games.FAULTS.items()
         if told]


def last_line(capsys: CaptureFixture, game_class: Any,
              strategy: Callable, p1_starts: bool = True) -> str:
    """Return the last line of a game that does not come to its end."""
    assert not GameInterface(game_class, strategy, strategy, p1_starts).play()
    return capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize('fault', SHOWN)
def test_broken_game(fault: str, capsys: CaptureFixture) -> None:
    """A game that breaks a contract is named in a line, and the strategy,
    which is sound, is not blamed for it."""
    method, code, _, told = broken_games.FAULTS[fault]
    line = last_line(capsys, break_game(method, code), sound_strategy)
    assert told in line
    assert 'strategy' not in line and 'cannot go on' not in line


@pytest.mark.parametrize('strategy', [
    strategy for strategy, (_, told) in broken_strategies.FAULTS.items()
    if told])
def test_broken_strategy(strategy: Callable, capsys: CaptureFixture) -> None:
    """A strategy that breaks its contract is named, and whose it is."""
    line = last_line(capsys, RowGame, strategy)
    assert line.startswith('Player 1 cannot go on: ')
    assert broken_strategies.FAULTS[strategy][1] in line
    assert strategy.__name__ in line
    assert line.endswith(", at move 1. Position: RowState(True, "
                         "['a', 'b', 'c', 'd'])")


def test_lines_fit(capsys: CaptureFixture, monkeypatch: MonkeyPatch) -> None:
    """On a terminal, what is said fits into its lines. A game without rules
    can be played there, too."""
    monkeypatch.setattr('interface.screen.find_width', lambda *_: 40)
    assert not GameInterface(break_game('get_instructions', lambda _: None),
                             sound_strategy, dividing_strategy, True).play()
    shown = capsys.readouterr().out
    assert shown.startswith('None\n')
    told = shown[shown.index('Player 2 cannot go on: dividing'):].splitlines()
    assert len(told) > 2 and max(map(len, told)) <= 40


def test_names_of_objects() -> None:
    """A strategy that is an object is called by its class, and nothing is
    shown with its address."""
    class Chooser:
        """Chooses moves."""
    assert name_of(Chooser()) == make_title(Chooser()) == 'Chooser'
    assert name_of(partial(max, 0)) == 'partial'
    assert format_value(object()) == '<object object>'


def test_where_it_was(capsys: CaptureFixture) -> None:
    """An error is told with its place, the number of the move, and the
    position; a line that is printed anyway stays one line."""
    def late_strategy(game: Any) -> Any:
        """Fail at the third move."""
        if game.current_state.stones.count('.') == 2:
            raise RuntimeError('two\nlines\x1b[2J')
        return sound_strategy(game)
    line = last_line(capsys, RowGame, late_strategy, False)
    place = late_strategy.__code__.co_firstlineno + 3
    assert re.fullmatch(
        rf'Player 2 cannot go on: late_strategy raised RuntimeError: two '
        rf'lines\?\[2J, at test_referee\.py, line {place}, at move 3\. '
        r"Position: RowState\(False, \['[.abcd', ]*\]\)", line)


def estimating_strategy(game: Any) -> Any:
    """Return a move, after a look at the rough outcome."""
    move = sound_strategy(game)
    game.current_state.rough_outcome()
    return move


def lose_a_stone(state: Any) -> float:
    """Return an estimate, and lose a stone."""
    state.stones[:1] = []
    return 0.5


def looking_strategy(game: Any) -> Any:
    """Return a move, after a look at where it leads."""
    move = sound_strategy(game)
    game.is_over(game.current_state.make_move(move))
    return move


CHANGED = r'^BrokenState\.{} changed its own state: stones was'


@pytest.mark.parametrize('game_class, strategy, told', [
    *[(break_game('make_move', code), strategy, CHANGED.format('make_move'))
      for code in (change_itself, change_itself_late)
      for strategy in (recursive_minimax_strategy, rough_outcome_strategy,
                       sound_strategy)],
    (break_game('rough_outcome', lose_a_stone), estimating_strategy,
     CHANGED.format('rough_outcome')),
    (break_game('is_over', go_and_tell), looking_strategy,
     r'^BrokenGame\.is_over changed the state: p1_turn was'),
    # A later position shares with this one what it changes.
    (game_of(SharingState), recursive_minimax_strategy,
     r'^SharingState\.make_move changed its own state: taken was \[\].*at '
     'move 1'),
    # A position that looks different each time is not what has changed, and
    # one that cannot be copied can be watched, too.
    (game_of(DiceState), moving_strategy,
     'moving_strategy changed the position: p1_turn was'),
    (StoneGame, moving_strategy, 'moving_strategy changed the position'),
    # An error is told with its place, and where the strategy called it.
    (break_game('rough_outcome', divide_by_zero), rough_outcome_strategy,
     r'divide_by_zero raised ZeroDivisionError: division by zero, at '
     r'broken_games\.py, line \d+, called by rough_outcome_strategy '
     r'\(strategy\.py, line \d+\), at move 1\. Position: ')])
def test_right_culprit(game_class: type, strategy: Callable, told: str,
                       capsys: CaptureFixture) -> None:
    """If a method of the game changes positions or fails, and a strategy calls
    it, the method is named: also if that happens only late in the game."""
    line = last_line(capsys, game_class, strategy)
    assert re.search(told, line)
    assert ('strategy' in line) == ('strategy' in told)


def test_missing_methods(capsys: CaptureFixture) -> None:
    """Missing methods are found before the game begins."""
    line = last_line(capsys, WinnerlessGame, sound_strategy)
    assert line == 'The game cannot begin: WinnerlessGame lacks is_winner.'


def test_handed_out_superclasses() -> None:
    """What a superclass does not do is missing, what it does is not."""
    game = TreeGame(True)
    assert find_missing(game) == []
    game.current_state = GameState(True)
    assert find_missing(game) == [
        f'GameState lacks {name}' for name in (
            'get_possible_moves', 'make_move', '__str__', 'rough_outcome',
            '__repr__')]
    assert find_missing_to_play(game) == find_missing(game)[:3]


def test_error_while_the_game_is_saved(tmp_path: Path, monkeypatch: MonkeyPatch,
                                       capsys: CaptureFixture) -> None:
    """A game that cannot tell its winner, and is saved, is named in a line."""
    monkeypatch.setitem(playable_games, 'b', break_game('is_winner',
                                                        divide_by_zero))
    assert main(['--game', 'b', '--p1', 'ro', '--p2', 'ro', '--first', '1',
                 '--size', '2', '--save', str(tmp_path / 'g.txt')]) == 1
    assert f'\n{broken_games.DIVIDED} ' in capsys.readouterr().out


STONES = {'a': 'a', 'b': 'b', 'c': 'c', 'd': 'd'}


def str_to_move(_: Any, text: Any) -> Any:
    """Fail for a text that is not a move."""
    return STONES[text]


def is_valid_move(state: Any, move: Any) -> bool:
    """Fail for what is not a move."""
    return STONES[move] in state.stones


@pytest.mark.parametrize('method', [str_to_move, is_valid_move])
def test_wrong_answer_costs_a_line(method: Callable,
                                   capsys: CaptureFixture) -> None:
    """If a game raises an error at what a player types, that is told in a
    line, and the player may type another move."""
    name = method.__name__
    with patch('builtins.input', side_effect=['a', 'q', '?', 'b', 'c', 'd']):
        assert GameInterface(break_game(name, method), interactive_strategy,
                             interactive_strategy, True).play()
    shown = capsys.readouterr().out
    assert re.search(rf"Possible moves: b, c, d\n{name} raised KeyError: 'q', "
                     r'at test_referee\.py, line \d+\. Possible moves: b, c, '
                     r'd\nType.*?Player 2 chooses b\.', shown, re.DOTALL)
    assert shown.endswith('Player 2 is the winner!\n')


def test_other_errors_while_a_player_types(capsys: CaptureFixture) -> None:
    """Any other error in a game ends it, as it would come again and again."""
    with patch('builtins.input', side_effect=['a']):
        line = last_line(capsys, break_game('make_move', divide_by_zero),
                         interactive_strategy)
    assert line.startswith(f'{broken_games.DIVIDED} ')


def test_moves_that_are_compared_with_care(capsys: CaptureFixture) -> None:
    """Moves may be anything, also what cannot be compared or shown."""
    class Move:
        """A move that nobody can do much with."""
        __eq__ = __repr__ = divide_by_zero
        def __str__(self) -> str:
            """Return a name."""
            return 'the only one'
    only = Move()

    class OddState(RowState):
        """A position with such a move."""
        def get_possible_moves(self) -> list:
            """Return the move, if there is one."""
            return [only] * ('a' in self.stones)
        def is_valid_move(self, move: Any) -> bool:
            """Return whether there is a move."""
            return 'a' in self.stones
        def make_move(self, move: Any) -> OddState:
            """Return the last position."""
            return OddState(not self.p1_turn, ['.'])
    GameInterface(game_of(OddState), sound_strategy, sound_strategy,
                  True).play()
    assert 'chooses the only one.\n' in capsys.readouterr().out


@pytest.mark.parametrize('game_class', [game_of(LazyState), game_of(DiceState),
                                        StoneGame])
def test_what_is_no_change(game_class: type) -> None:
    """A position may take notes, and may even look different each time; it need
    not be one that can be copied."""
    assert GameInterface(game_class, sound_strategy, sound_strategy,
                         True).play()


class UndoneError(TurnChangedError):
    """Raised by a command that somebody else has added."""


@pytest.mark.parametrize('error', [
    TurnChangedError(), UndoneError(), EOFError(), KeyboardInterrupt(),
    SystemExit(), BrokenPipeError(32, 'Broken pipe')])
def test_what_is_not_a_fault(error: BaseException) -> None:
    """Errors of the interface itself leave the game as they are; so does the
    end of the input, of the output and of the program. The position may have
    been replaced by then."""
    def leave(game: Any) -> None:
        """Leave the game at another position."""
        game.current_state = game.current_state.make_move('a')
        raise error
    for explain in (print, None):
        if isinstance(error, SystemExit) and not explain:
            continue  # A program has no reason to leave.
        with pytest.raises(type(error)) as raised:
            with Referee(History(RowGame(True))) as referee:
                referee.choose(leave, explain=explain)
        assert raised.value is error


def test_where_it_was_interrupted() -> None:
    """Ctrl-C during a strategy says where it was; a player at the keyboard
    knows."""
    def slow_strategy(game: Any) -> Any:
        """Be interrupted in somebody else's code."""
        return sound_strategy(game.interrupt())

    def interrupt(_: Any) -> None:
        """Do what Ctrl-C does."""
        raise KeyboardInterrupt
    game = type('SlowGame', (RowGame,), {'interrupt': interrupt})(True)
    line = slow_strategy.__code__.co_firstlineno + 2
    note = f'slow_strategy was at test_referee.py, line {line + 4}.'
    for explain, notes in (None, [note]), (print, []):
        with pytest.raises(KeyboardInterrupt) as raised:
            Referee(History(game)).choose(slow_strategy, explain=explain)
        assert getattr(raised.value, '__notes__', []) == notes


def test_moves_taken_back() -> None:
    """Moves may be taken back, and the game replaced, between two turns."""
    history = History(RowGame(True))
    with Referee(history) as referee:
        for move in 'ab':
            chosen = referee.choose(lambda game, move=move: move)
            history.add(chosen, referee.make_move(chosen))
        assert repr(referee.make_again().current_state) \
            == repr(history.game.current_state)
        history.go_to(0)
        assert referee.choose(lambda game: 'a') == 'a'
        game = RowGame(False, size=3)
        referee.watch(History(game, game.current_state, 'a'))
        assert not referee.is_over()
        with pytest.raises(FoulError) as foul:
            referee.choose(lambda game: 'a')
    assert 'Player 1 cannot' in str(foul.value)
    assert ", at move 2. Position: RowState(True, ['.', 'b', 'c'])" \
        in str(foul.value)
