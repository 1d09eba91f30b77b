"""What is said while playing when somebody's code breaks a contract."""

from contextlib import redirect_stdout
from copy import copy, deepcopy
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, Callable, Optional
from unittest.mock import patch
import random
import re
import sys
from pytest import CaptureFixture, MonkeyPatch
import pytest
from game_interface import main, playable_games
from interface import words
from interface.examine import Position, watch_strategy
from interface.guard import Guard, glance
from interface.history import History
from interface.screen import print_fitting
from interface.words import (
    BreachError,
    TurnChangedError,
    find_places,
    format_value,
    make_title,
    name_of,
)
from strategy import (
    interactive_strategy,
    random_strategy,
    recursive_minimax_strategy,
    rough_outcome_strategy,
)
from tests.support.odd_games import (
    DiceState,
    FrozenState,
    HalfDoneGame,
    LazyState,
    OddGame,
    OddState,
    StoneGame,
    UnfinishedGame,
    WinnerlessGame,
)
from tests.support.programs import TOP
from tests.support.row_game import (
    MatchesGame,
    MatchesState,
    RowGame,
    RowState,
    break_game,
    game_of,
)
from tests.support.typing_player import begin
from tests.support.wrong_programs import WRONG, sound_strategy

dividing_strategy, moving_strategy, printing_strategy = [
    WRONG[name].make_strategy()
    for name in ('divides by zero', 'makes its move', 'prints')
]

pytestmark = pytest.mark.usefixtures('without_contracts')


def play(
    game_class: Callable,
    strategy: Callable,
    *typed: str,
    other: Optional[Callable] = None,
    p1_starts: bool = True,
    ends: bool = True,
) -> str:
    """Play a game by strategy, against other if there is one, in which lines
    are typed. Return what is shown, if it comes to its end as it should."""
    with (
        patch('builtins.input', side_effect=typed),
        redirect_stdout(StringIO()) as shown,
    ):
        game = begin(game_class, strategy, other or strategy, p1_starts)
        try:
            game.play()
        except BreachError as breach:
            print_fitting(str(breach))
        assert ends is (game.stage == 'decided')
    return shown.getvalue()


def begin_history() -> History:
    """Return the history of a new game."""
    return begin(RowGame, sound_strategy, sound_strategy).history


def last_line(*arguments: Any, **options: Any) -> str:
    """Return the last line of a game that does not come to its end."""
    return play(*arguments, **options, ends=False).splitlines()[-1]


def test_lines_fit(monkeypatch: MonkeyPatch) -> None:
    """What is said fits into a terminal, also if a game has no rules."""
    monkeypatch.setattr('interface.screen.find_width', lambda *_: 40)
    shown = play(
        WRONG['no instructions'].make_game(),
        sound_strategy,
        other=dividing_strategy,
        ends=False,
    )
    assert shown.startswith('None\n')
    told = shown[shown.index('Player 2 cannot go on: dividing') :].splitlines()
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
        rf'lines\?\[2J, at test_guard\.py, line {place}, at move 3\. '
        r"Position: RowState\(False, \['[.abcd', ]*\]\)",
        line,
    )


def looking_strategy(game: Any) -> Any:
    """Return a move, after a look at where it leads."""
    move = sound_strategy(game)
    game.is_over(game.current_state.make_move(move))
    return move


class SpentState(MatchesState):
    """Matches that are taken from the state itself, too many as well."""

    def make_move(self, move: Any) -> Any:
        """Take so many matches, and return this very state."""
        self.p1_turn = not self.p1_turn
        self.left -= move
        return self


class SpentGame(MatchesGame):
    """The game of taking matches, until exactly 0 are left."""

    state_class = SpentState

    def __init__(self, p1_starts: bool, size: int = 5) -> None:
        """Initialize a game with size matches."""
        super().__init__(p1_starts, size)

    def is_over(self, state: Any) -> bool:
        """Return whether no match is left."""
        return state.left == 0


class StrictState(MatchesState):
    """Matches that are taken by ints, and by nothing that is equal to them."""

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is a possible move, and an int."""
        return isinstance(move, int) and super().is_valid_move(move)


def halving_strategy(game: Any) -> Any:
    """Return 1.0, which is not the move 1."""
    return len(game.current_state.get_possible_moves()[1:]) / 2


@pytest.mark.parametrize(
    'game_class, strategy, told',
    [
        (
            type('StrictGame', (MatchesGame,), {'state_class': StrictState}),
            halving_strategy,
            'halving_strategy returned 1.0, which is not a ',
        ),
        # All positions are one object: the first is where it went wrong.
        (
            SpentGame,
            rough_outcome_strategy,
            r'^SpentState\.make_move changed its own state: p1_turn was True',
        ),
        (
            WRONG['is_over goes to another position'].make_game(),
            looking_strategy,
            r'^MyGame\.is_over changed the state: p1_turn was',
        ),
        # An error is told with its place, and where the strategy called it.
        (
            WRONG['an outcome that raises'].make_game(),
            rough_outcome_strategy,
            r'rough_outcome raised ZeroDivisionError: division by zero, at '
            r'wrong\.txt, line \d+, called by rough_outcome_strategy '
            r'\(strategy\.py, line \d+\), at move 2\. Position: ',
        ),
    ],
)
def test_right_culprit(game_class: type, strategy: Callable, told: str) -> None:
    """A method that fails, or changes positions, is named, not its caller."""
    line = last_line(game_class, strategy)
    assert re.search(told, line)
    assert ('strategy' in line) == ('strategy' in told)


@pytest.mark.parametrize('line', ['values', 'hint', '0'])
def test_look_at_moves(line: str) -> None:
    """A look at what moves lead to, in a game that changes its own positions,
    leaves the game as it is."""
    *_, shown, told = play(
        SpentGame, interactive_strategy, line, 'x', '1', ends=False
    ).splitlines()[-3:]
    assert 'Player 1 chooses 1.' in shown
    assert told.startswith('SpentState.make_move changed its own state')


@pytest.mark.parametrize(
    'game_class, strategy, told',
    [
        (
            WinnerlessGame,
            sound_strategy,
            r'WinnerlessGame lacks is_winner, at move '
            r'4\. Position: ',
        ),
        (
            HalfDoneGame,
            random_strategy,
            r'HalfDoneGame lacks is_winner, at move '
            r'5\. Position: \. \. \. \.\|',
        ),
        (
            HalfDoneGame,
            rough_outcome_strategy,
            'state_class lacks rough_outcome, at move 1. ',
        ),
        (
            HalfDoneGame,
            recursive_minimax_strategy,
            'state_class lacks __repr__, at move 1. ',
        ),
        (
            UnfinishedGame,
            sound_strategy,
            'state_class lacks __str__, at move 1',
        ),
    ],
)
def test_missing_methods(
    game_class: type, strategy: Callable, told: str
) -> None:
    """Missing methods are named when they are needed."""
    assert re.match(told, last_line(game_class, strategy))


def test_half_done_game() -> None:
    """A game that lacks methods is played as far as it goes."""
    shown = play(
        HalfDoneGame, interactive_strategy, 'a', 'x', 'b ', 'c', 'd', ends=False
    )
    assert shown.startswith(
        'HalfDoneGame lacks get_instructions: there are no rules to show.\n'
        'HalfDoneGame lacks is_over: the game ends when there are no moves.\n'
        'HalfDoneGame lacks str_to_move: moves are read as they are shown.\n'
        '\na b c d|\n'
    )
    assert '\n. . . .|\nHalfDoneGame lacks is_winner, at move 5.' in shown


class SingleGame(RowGame):
    """A game that cannot be copied."""

    def __copy__(self) -> Any:
        """Refuse that."""
        raise RuntimeError('There is one of me')


class PlacedState(MatchesState):
    """Matches that know by identity whether there are any."""

    SOME = object()

    def __init__(self, p1_turn: bool, left: int) -> None:
        """Initialize a position with so many matches."""
        super().__init__(p1_turn, left)
        self.has = self.SOME if left else None


class PlacedGame(MatchesGame):
    """The game of taking matches, while there are any."""

    state_class = PlacedState

    def is_over(self, state: Any) -> bool:
        """Return whether there are no matches at state."""
        return state.has is not PlacedState.SOME


UNLIKE = 'a copy of its first position is not the same.'


@pytest.mark.parametrize(
    'game_class, why',
    [
        (SingleGame, 'it cannot be copied (RuntimeError: There is one of me).'),
        (
            game_of(FrozenState),
            'it cannot be copied (AttributeError: a state never changes).',
        ),
        (
            StoneGame,
            "it cannot be copied (TypeError: cannot pickle '_thread.lock' "
            'object).',
        ),
        (game_of(DiceState), UNLIKE),
        (PlacedGame, UNLIKE),
    ],
)
@pytest.mark.parametrize('strategy', [sound_strategy, rough_outcome_strategy])
def test_games_that_are_not_watched(
    game_class: type, why: str, strategy: Callable
) -> None:
    """Where a copy of a game fails, or is unlike it, that is said once, nobody
    is accused, and the game comes to its end."""
    rules, *lines = play(game_class, strategy).splitlines()
    assert (
        lines[0] == 'While this game is played, it is not watched for '
        f'broken rules: {why}'
    )
    assert rules == game_class(True).get_instructions()
    assert lines[-1].endswith('is the winner!')
    assert not any(
        word in line
        for line in lines[1:]
        for word in ('watched', 'raised', 'changed', 'returned')
    )


@pytest.mark.parametrize(
    'game_class, strategy, told',
    [
        (StoneGame, dividing_strategy, 'dividing_strategy raised TypeError: '),
        (
            StoneGame,
            lambda game: 'z',
            "its strategy <lambda> returned 'z', which "
            'is not a possible move, ',
        ),
        (
            SingleGame,
            recursive_minimax_strategy,
            'SingleGame.__copy__ raised RuntimeError: There is one of ',
        ),
    ],
)
def test_errors_in_games_that_are_not_watched(
    game_class: type, strategy: Callable, told: str
) -> None:
    """What ends such a game is told, and that it may be the game's fault."""
    line = last_line(game_class, strategy)
    assert line.startswith(f'Player 1 cannot go on: {told}')
    assert (
        ', which may be the fault of the game, as it is not watched, at '
        'move 1. Position: ' in line
    )


@pytest.mark.parametrize('game_class', [PlacedGame, StoneGame])
def test_values_in_games_that_are_not_watched(game_class: type) -> None:
    """What moves lead to is found in these games, too."""
    shown = play(
        game_class,
        interactive_strategy,
        'values',
        'x',
        '2',
        '1',
        '3',
        'a',
        'b',
        'c',
        'd',
    )
    assert (
        '\nwins: 2\nloses: 1, 3\n' in shown or '\nloses: a, b, c, d\n' in shown
    )


def curious_strategy(game: Any) -> None:
    """Look at all that a guarded game and its states can do, and fail."""
    state = game.current_state
    assert isinstance(game, OddGame) and isinstance(state, OddState)
    assert type(state).__name__ == 'OddState' and state is game.current_state
    assert state._left == len(state) == 3 and not hasattr(state, '__dict__')
    same = state
    assert state == same and state in [state] and {state: 1}[state] == 1
    assert state != state.make_move(1) and f'{state}' == '|||'
    assert repr(copy(state)) == repr(deepcopy(state)) == repr(state)
    assert not hasattr(state, 'search_key') and not hasattr(game, 'nothing')
    other = copy(game)
    after = state.make_move(2)
    other.current_state = after
    assert other.current_state is after and game.current_state is state
    assert game.is_over(after.make_move(1)) and not game.is_over(after)
    assert repr(type(state)(True, 2)) == 'OddState(True, 2)'
    state.note = 'note' if hasattr(state, 'note') else None


def test_guarded_states() -> None:
    """Guarded states and games do all that those that they stand in for do."""
    assert (
        watch_strategy(Position(lambda: OddGame(True)), curious_strategy)
        is None
    )
    # It comes to its last line, with guarded states and without.
    shown = last_line(OddGame, curious_strategy)
    assert "AttributeError: 'OddState' object has no attribute 'note'" in shown


def test_no_class_is_changed() -> None:
    """Watching changes no class, and tells the first broken contract."""
    state_class = type('MyState', (RowState,), {'__repr__': object.__repr__})
    game_class = game_of(state_class)
    classes = game_class, state_class, RowGame, RowState

    def list_methods() -> list[dict[str, Any]]:
        """Return the methods of these classes, by name."""
        return [
            {
                name: method
                for name, method in vars(each).items()
                if callable(method)
            }
            for each in classes
        ]

    before = list_methods()
    assert (
        str(
            watch_strategy(
                Position(lambda: game_class(True)), recursive_minimax_strategy
            )
        )
        == 'MyState lacks __repr__'
    )
    assert before == list_methods()


def test_the_same_again() -> None:
    """What a strategy does at random, it does again when it is watched."""

    def rare_strategy(game: Any) -> Any:
        """Ask for the outcome now and then, and fail."""
        if random.random() < 0.01:
            return game.current_state.rough_outcome() / 0
        return rare_strategy(game)

    assert last_line(
        break_game('rough_outcome', lambda state: 'good'), rare_strategy
    ).startswith(
        "MyState.rough_outcome returned 'good': it should return a number"
    )


def test_error_while_the_game_is_saved(
    tmp_path: Path, monkeypatch: MonkeyPatch, capsys: CaptureFixture
) -> None:
    """A game that cannot tell its winner, and is saved, is named in a line."""
    monkeypatch.setitem(
        playable_games, 'b', WRONG['an error at the end'].make_game()
    )
    assert (
        main(
            [
                '--game',
                'b',
                '--p1',
                'ro',
                '--p2',
                'ro',
                '--first',
                '1',
                '--size',
                '2',
                '--save',
                str(tmp_path / 'g.txt'),
            ]
        )
        == 1
    )
    assert (
        '\nMyGame.is_winner raised ZeroDivisionError: division by zero, at '
        'wrong.txt, line ' in capsys.readouterr().out
    )


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
    shown = play(
        break_game(name, method),
        interactive_strategy,
        'a',
        'z',
        '?',
        'b',
        'c',
        'd',
    )
    assert re.search(
        rf"Possible moves: b, c, d\n{name} raised KeyError: 'z', "
        r'at test_guard\.py, line \d+\. Possible moves: b, c, '
        r'd\nType.*?Player 2 chooses b\.',
        shown,
        re.DOTALL,
    )
    result, after = shown.splitlines()[-2:]
    assert result == 'Player 2 is the winner!'
    assert re.match(rf'My(Game|State)\.{name}.* raised KeyError: ', after)


def test_own_interactive_strategy() -> None:
    """Where a strategy of the user's own reads the answers, an error at one is
    told as well, and the player tries again."""

    def asking_strategy(game: Any) -> Any:
        """Return what is typed."""
        return game.str_to_move(input())

    told: list[str] = []
    guard = begin(
        break_game('str_to_move', str_to_move), asking_strategy, asking_strategy
    ).guard
    with patch('builtins.input', side_effect=['z', 'b']):
        assert guard.choose(asking_strategy, explain=told.append) == 'b'
    assert len(told) == 1 and re.fullmatch(
        r"str_to_move raised KeyError: 'z', at test_guard\.py, line \d+\. Try "
        r'another move\.',
        told[0],
    )


def test_misread_move(capsys: CaptureFixture) -> None:
    """If a game misreads a possible move, the player is told what does."""
    reader = WRONG['str_to_move takes only text of its own'].make_game()
    with (
        patch('builtins.input', side_effect=['a', EOFError]),
        pytest.raises(EOFError),
    ):
        begin(reader, interactive_strategy, sound_strategy).play()
    assert (
        "\nMyGame.str_to_move('a') returned 'A'. Possible moves: "
        in capsys.readouterr().out
    )


def test_other_errors_while_a_player_types() -> None:
    """Any other error in a game ends it, as it would come again and again."""
    assert last_line(
        WRONG['one of many moves cannot be made'].make_game(),
        interactive_strategy,
        '150',
    ).startswith(
        "MyState.make_move raised KeyError: '150', at wrong.txt, line "
    )


def test_what_is_no_change() -> None:
    """Positions may take notes."""
    shown = play(game_of(LazyState), sound_strategy)
    assert 'watched' not in shown and 'changed' not in shown


class UndoneError(TurnChangedError):
    """Raised by a command that somebody else has added."""


@pytest.mark.parametrize(
    'error',
    [
        TurnChangedError(),
        UndoneError(),
        EOFError(),
        KeyboardInterrupt(),
        SystemExit(),
        BrokenPipeError(32, 'Broken pipe'),
    ],
)
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
            with Guard(begin_history()) as guard:
                guard.choose(leave, explain=explain)
        assert raised.value is error


def test_step_without_line() -> None:
    """A step without a line, as in Python 3.11, has the line before it."""
    frame: Any = sys._getframe()
    (place,) = find_places([(frame, None)])
    assert place.line == frame.f_code.co_firstlineno + 3


def test_what_is_printed_is_seen() -> None:
    """What a strategy prints is seen, and nothing is said of it."""
    shown = play(RowGame, printing_strategy)
    assert shown.count('Mine is\nPlayer ') == 4
    assert 'printed' not in shown and 'printing_strategy' not in shown


def press_ctrl_c(*_: Any, **__: Any) -> None:
    """Do what Ctrl-C does."""
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    'method, strategy',
    [
        ('make_move', sound_strategy),
        ('is_over', sound_strategy),
        ('__str__', interactive_strategy),
        ('__init__', sound_strategy),
        ('is_valid_move', interactive_strategy),
        ('rough_outcome', press_ctrl_c),
        ('make_move', recursive_minimax_strategy),
        ('make_move', moving_strategy),
    ],
)
def test_interrupted_game(method: str, strategy: Callable) -> None:
    """Ctrl-C in a strategy or in a method of a game says where that was, but
    names no line of ours."""
    with pytest.raises(KeyboardInterrupt) as raised:
        play(break_game(method, press_ctrl_c), strategy, 'a')
    (note,) = raised.value.__notes__
    line = press_ctrl_c.__code__.co_firstlineno + 2
    assert note == f'press_ctrl_c was at test_guard.py, line {line}.'


@pytest.mark.parametrize(
    'path, has_engine, is_own',
    [
        ('stonehenge.py', True, False),
        ('stonehenge.py', False, True),
        ('strategy.py', False, True),
        ('game_state.py', False, False),
        ('engine/values.py', True, False),
        ('labs/hex/HexGame.py', True, False),
        ('matches.py', True, True),
        ('engine.py', True, True),
        ('mine/stonehenge.py', True, True),
    ],
)
def test_whose_files(
    path: str,
    has_engine: bool,
    is_own: bool,
    tmp_path: Path,
    monkeypatch: MonkeyPatch,
) -> None:
    """The assignment's files are a student's where the engine is missing."""
    folder = TOP if has_engine else tmp_path
    monkeypatch.setattr(words, 'PROJECT', str(folder))
    place = words.SourceLine(str(folder / path), 1, 'f')
    assert words.is_players_own(place) == is_own


def test_moves_taken_back() -> None:
    """Moves may be taken back, and the game replaced, between two turns."""
    history = begin_history()
    with Guard(history) as guard:
        for move in 'ab':
            chosen = guard.choose(lambda game, move=move: move)
            history.add(chosen, guard.make_move(chosen))
        assert repr(guard.find_position().state) == repr(
            history.game.current_state
        )
        history.go_to(0)
        assert guard.choose(lambda game: 'a') == 'a'
        history = begin(
            RowGame, sound_strategy, sound_strategy, False, 3
        ).history
        history.add('a', history.game.current_state.make_move('a'))
        guard.watch(history)
        assert not guard.is_over()
        with pytest.raises(BreachError) as breach:
            guard.choose(lambda game: 'a')
    assert 'Player 1 cannot' in str(breach.value)
    assert ", at move 2. Position: RowState(True, ['.', 'b', 'c'])" in str(
        breach.value
    )


def test_a_glance() -> None:
    """A glance tells who is to move, also where there is no exact repr."""

    class UnfinishedState(RowState):
        """A position whose repr fails."""

        def __repr__(self) -> str:
            """Fail."""
            raise NotImplementedError

    for state in RowState(False, ['a']), UnfinishedState(False, ['a']):
        assert glance(state)[1] == 'p2'
