"""What is said while playing when somebody's code breaks a contract."""
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, Callable, Optional
from unittest.mock import patch
import re
import sys
from pytest import CaptureFixture, MonkeyPatch
import pytest
from game_interface import GameInterface, main, playable_games
from game_state import GameState
from interface.errors import find_places, name_of
from interface.contracts import CONTRACTS as ALL_METHODS
from interface.guard import watch_strategy as find_broken_call
from interface.guard import BreachError, Guard
from interface.replay import History
from interface.session import TurnChangedError
from interface.words import format_value, make_title
from strategy import interactive_strategy, random_strategy, \
    recursive_minimax_strategy, rough_outcome_strategy
from tests.support import broken_games, broken_strategies
from tests.support.wrong_games import break_game, change_itself, \
    change_itself_late, chat, divide_by_zero, go_and_tell
from tests.support.wrong_games import dividing_strategy, \
    moving_strategy, printing_strategy, sound_strategy
from tests.support.odd_games import DiceState, HalfDoneGame, LazyState, \
    SharingState, Stone, StoneGame, UnfinishedGame, WinnerlessGame
from tests.support.row_game import RowGame, RowState, game_of

pytestmark = pytest.mark.usefixtures('without_contracts')

SHOWN = [fault for fault, (_, _, _, told) in broken_games.FAULTS.items()
         if told]


def play(game_class: Callable, strategy: Callable, *typed: str,
         other: Optional[Callable] = None, p1_starts: bool = True,
         ends: bool = True) -> str:
    """Play a game by strategy, against other if there is one, in which lines
    are typed. Return what is shown, if it comes to its end as it should."""
    with patch('builtins.input', side_effect=typed), \
            redirect_stdout(StringIO()) as shown:
        assert ends is GameInterface(game_class, strategy, other or strategy,
                                     p1_starts).play()
    return shown.getvalue()


def last_line(*arguments: Any, **options: Any) -> str:
    """Return the last line of a game that does not come to its end."""
    return play(*arguments, **options, ends=False).splitlines()[-1]


@pytest.mark.parametrize('fault', SHOWN)
def test_broken_game(fault: str) -> None:
    """The fault of a game is named in a line; the strategy is not blamed."""
    method, code, _, told = broken_games.FAULTS[fault]
    line = last_line(break_game(method, code), sound_strategy)
    assert told in line
    assert 'strategy' not in line and 'cannot go on' not in line


@pytest.mark.parametrize('strategy', [
    strategy for strategy, (_, told) in broken_strategies.FAULTS.items()
    if told])
def test_broken_strategy(strategy: Callable) -> None:
    """A strategy that breaks its contract is named, and whose it is."""
    line = last_line(RowGame, strategy)
    assert line.startswith('Player 1 cannot go on: ')
    assert broken_strategies.FAULTS[strategy][1] in line
    assert strategy.__name__ in line
    assert line.endswith(", at move 1. Position: RowState(True, "
                         "['a', 'b', 'c', 'd'])")


def test_lines_fit(monkeypatch: MonkeyPatch) -> None:
    """What is said fits into a terminal, also if a game has no rules."""
    monkeypatch.setattr('interface.screen.find_width', lambda *_: 40)
    shown = play(break_game('get_instructions', lambda _: None),
                 sound_strategy, other=dividing_strategy, ends=False)
    assert shown.startswith('None\n')
    told = shown[shown.index('Player 2 cannot go on: dividing'):].splitlines()
    assert len(told) > 2 and max(map(len, told)) <= 40


def test_names_of_objects() -> None:
    """A strategy that is an object is called by its class."""
    class Chooser:
        """Chooses moves."""
    assert name_of(Chooser()) == make_title(Chooser()) == 'Chooser'
    assert name_of(partial(max, 0)) == 'partial'
    assert format_value(object()) == '<object object>'


def test_where_it_was() -> None:
    """An error is told with its place, its move and the position."""
    def late_strategy(game: Any) -> Any:
        """Fail at the third move."""
        if game.current_state.stones.count('.') == 2:
            raise RuntimeError('two\nlines\x1b[2J')
        return sound_strategy(game)
    line = last_line(RowGame, late_strategy, p1_starts=False)
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


def return_nothing(*_: Any) -> None:
    """Do nothing."""


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
    # What follows from a wrong answer is not what is named.
    *[(break_game('make_move', return_nothing), strategy,
       r"^BrokenState\.make_move\('a'\) returned None: .*, at move 1")
      for strategy in (rough_outcome_strategy, recursive_minimax_strategy)],
    (break_game('__repr__', return_nothing), recursive_minimax_strategy,
     r'^BrokenState\.__repr__ returned None: it should return text, at'),
    (break_game('rough_outcome', return_nothing), rough_outcome_strategy,
     r'^BrokenState\.rough_outcome returned None: it should return a num'),
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
     'moving_strategy put another position into current_state: p1_turn'),
    (StoneGame, moving_strategy, 'moving_strategy put another position into'),
    # An error is told with its place, and where the strategy called it.
    (break_game('rough_outcome', divide_by_zero), rough_outcome_strategy,
     r'divide_by_zero raised ZeroDivisionError: division by zero, at '
     r'broken_games\.py, line \d+, called by rough_outcome_strategy '
     r'\(strategy\.py, line \d+\), at move 1\. Position: ')])
def test_right_culprit(game_class: type, strategy: Callable, told: str) -> None:
    """A method that fails, or changes positions, is named, not its caller."""
    line = last_line(game_class, strategy)
    assert re.search(told, line)
    assert ('strategy' in line) == ('strategy' in told)


@pytest.mark.parametrize('game_class, strategy, told', [
    (WinnerlessGame, sound_strategy, r'WinnerlessGame lacks is_winner, at move '
                                     r'4\. Position: '),
    (HalfDoneGame, random_strategy, r'HalfDoneGame lacks is_winner, at move '
                                    r'5\. Position: \. \. \. \.\|'),
    (HalfDoneGame, rough_outcome_strategy, 'state_class lacks rough_outcome, '
                                           'at move 1. '),
    (HalfDoneGame, recursive_minimax_strategy, 'state_class lacks __repr__, at '
                                               'move 1. '),
    (UnfinishedGame, sound_strategy, 'state_class lacks __str__, at move 1')])
def test_missing_methods(game_class: type, strategy: Callable, told: str
                         ) -> None:
    """Missing methods are named when they are needed."""
    assert re.match(told, last_line(game_class, strategy))


def test_half_done_game() -> None:
    """A game that lacks methods is played as far as it goes."""
    shown = play(HalfDoneGame, interactive_strategy, 'a', 'x', 'b ', 'c', 'd',
                 ends=False)
    assert shown.startswith(
        'HalfDoneGame lacks get_instructions: there are no rules to show.\n'
        'HalfDoneGame lacks is_over: the game ends when there are no moves.\n'
        'HalfDoneGame lacks str_to_move: moves are read as they are shown.\n'
        '\na b c d|\n')
    assert '\n. . . .|\nHalfDoneGame lacks is_winner, at move 5.' in shown
    state = type('BoardState', (RowState,), {
        'get_possible_moves': GameState.get_possible_moves})
    assert '\na b c d|\nBoardState lacks get_possible_moves, at move 1' \
        in play(game_of(state), sound_strategy, ends=False)


def test_calls_are_watched() -> None:
    """The first broken contract is named; classes are then as they were."""
    game_class = break_game('__repr__', object.__repr__)
    classes = game_class, game_class.state_class, RowGame, RowState
    before = [list(map(vars(each).get, ALL_METHODS)) for each in classes]
    assert find_broken_call(lambda: game_class(True),
                            recursive_minimax_strategy) \
        == 'BrokenState lacks __repr__'
    assert before == [list(map(vars(each).get, ALL_METHODS))
                      for each in classes]


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
def test_wrong_answer_costs_a_line(method: Callable) -> None:
    """An error at what a player types is told, and they may try again."""
    name = method.__name__
    shown = play(break_game(name, method), interactive_strategy, 'a', 'z', '?',
                 'b', 'c', 'd')
    assert re.search(rf"Possible moves: b, c, d\n{name} raised KeyError: 'z', "
                     r'at test_referee\.py, line \d+\. Possible moves: b, c, '
                     r'd\nType.*?Player 2 chooses b\.', shown, re.DOTALL)
    assert shown.endswith('Player 2 is the winner!\n')


def test_misread_move(capsys: CaptureFixture) -> None:
    """If a game misreads a possible move, the player is told what does."""
    reader = break_game('str_to_move', lambda game, text: text.upper())
    with patch('builtins.input', side_effect=['a', EOFError]), \
            pytest.raises(EOFError):
        GameInterface(reader, interactive_strategy, sound_strategy, True).play()
    assert "\nBrokenGame.str_to_move('a') returned 'A'. Possible moves: " \
        in capsys.readouterr().out


def test_other_errors_while_a_player_types() -> None:
    """Any other error in a game ends it, as it would come again and again."""
    assert last_line(break_game('make_move', divide_by_zero),
                     interactive_strategy, 'a'
                     ).startswith(f'{broken_games.DIVIDED} ')


@pytest.mark.parametrize('game_class', [game_of(LazyState), game_of(DiceState),
                                        StoneGame])
def test_what_is_no_change(game_class: type, monkeypatch: MonkeyPatch) -> None:
    """Positions may take notes, or not be copied; moves may be anything."""
    for name in '__eq__', '__repr__':
        monkeypatch.setattr(Stone, name, divide_by_zero)
    play(game_class, sound_strategy)


class UndoneError(TurnChangedError):
    """Raised by a command that somebody else has added."""


@pytest.mark.parametrize('error', [
    TurnChangedError(), UndoneError(), EOFError(), KeyboardInterrupt(),
    SystemExit(), BrokenPipeError(32, 'Broken pipe')])
def test_what_is_not_a_fault(error: BaseException) -> None:
    """What ends the program, or goes to another position, is no fault."""
    def leave(game: Any) -> None:
        """Leave the game at another position."""
        game.current_state = game.current_state.make_move('a')
        raise error
    for explain in (print, None):
        if isinstance(error, SystemExit) and not explain:
            continue  # A program has no reason to leave.
        with pytest.raises(type(error)) as raised:
            with Guard(History(RowGame(True))) as referee:
                referee.choose(leave, explain=explain)
        assert raised.value is error


def test_step_without_line() -> None:
    """A step without a line, as in Python 3.11, has the line before it."""
    frame: Any = sys._getframe()
    place, = find_places([(frame, None)])
    assert place.line == frame.f_code.co_firstlineno + 3


def test_flood_of_prints(monkeypatch: MonkeyPatch) -> None:
    """Of a flood of prints, the beginning is shown, and its source."""
    monkeypatch.setattr('interface.worker.MOST_SHOWN', 12)
    game_class = break_game('make_move', chat)
    searched = play(game_class, recursive_minimax_strategy, 'b', 'd',
                    other=interactive_strategy)
    short = play(game_class, printing_strategy, other=sound_strategy)
    assert re.search(
        r'\nNow a\nNow b\n\.\.\. and \d+ more lines \(not shown\)\. The first '
        r'to print was chat \(broken_games\.py, line \d+\)\.\nPlayer 1 chooses '
        r'a\.\nNow a\n', searched)
    assert '\nPlayer 2 chooses b.\nNow b\n' in searched
    assert '\nMine is\nPlayer 1 chooses ' in short
    assert 'not shown' not in short


def press_ctrl_c(*_: Any, **__: Any) -> None:
    """Do what Ctrl-C does."""
    raise KeyboardInterrupt


@pytest.mark.parametrize('method, strategy, told', [
    ('make_move', sound_strategy, ''), ('is_over', sound_strategy, ''),
    ('__str__', interactive_strategy, ''), ('__init__', sound_strategy, ''),
    ('is_valid_move', interactive_strategy, ''),
    ('rough_outcome', press_ctrl_c, ''),
    ('make_move', recursive_minimax_strategy,
     r'recursive_minimax_strategy was at strategy\.py, line \d+, and ')])
def test_interrupted_game(method: str, strategy: Callable, told: str) -> None:
    """Ctrl-C in a strategy or in a method of a game says where that was."""
    was = '' if told else 'was '
    with pytest.raises(KeyboardInterrupt) as raised:
        play(break_game(method, press_ctrl_c), strategy, 'a')
    note, = raised.value.__notes__
    line = press_ctrl_c.__code__.co_firstlineno + 2
    assert re.fullmatch(rf'{told}press_ctrl_c {was}at test_referee\.py, line '
                        rf'{line}\.', note)


def test_moves_taken_back() -> None:
    """Moves may be taken back, and the game replaced, between two turns."""
    history = History(RowGame(True))
    with Guard(history) as referee:
        for move in 'ab':
            chosen = referee.choose(lambda game, move=move: move)
            history.add(chosen, referee.make_move(chosen))
        assert repr(referee.make_again().current_state) \
            == repr(history.game.current_state)
        history.go_to(0)
        assert referee.choose(lambda game: 'a') == 'a'
        game = RowGame(False, size=3)
        history = History(game)
        history.add('a', game.current_state.make_move('a'))
        referee.watch(history)
        assert not referee.is_over()
        with pytest.raises(BreachError) as foul:
            referee.choose(lambda game: 'a')
    assert 'Player 1 cannot' in str(foul.value)
    assert ", at move 2. Position: RowState(True, ['.', 'b', 'c'])" \
        in str(foul.value)
