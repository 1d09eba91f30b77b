"""Setting up games, with the answers to their questions; and making moves."""

from typing import Any, Callable
from unittest.mock import Mock, patch
import builtins
from pytest import CaptureFixture, MonkeyPatch
import pytest
from game import Game
from game_interface import main, playable_games, usable_strategies
from interface import program
from interface.guard import Guard
from interface.history import History, MoveError
from interface.saved_games import SavedGame
from interface.command_line import Catalog, ask_for_game, create_game
from interface.words import BrokenGameError, describe_error, find_key
from strategy import interactive_strategy, random_strategy
from subtract_square_game import SubtractSquareGame
from tests.support.foreign_games import CountdownGame, TreeGame, TreeState
from tests.support.game_program import options
from tests.support.odd_games import AskingGame
from tests.support.row_game import break_game
from tests.support.saved_games import GAMES
from tests.support.wrong_programs import WRONG


class StubbornGame(CountdownGame):
    """A game that no answer can please."""

    def __init__(self, p1_starts: bool) -> None:
        """Ask for ever."""
        while True:
            try:
                input('')
            except Exception:
                print()


EMPTY = WRONG['no position'].make_game()


class SizedGame(TreeGame):
    """A game that adds to its size."""

    def __init__(self, p1_starts: bool, size: int = 1) -> None:
        """Add to size."""
        super().__init__(p1_starts)
        self.larger = size + 1


@pytest.mark.parametrize(
    'game_class, sizes, words',
    [
        (
            WRONG['an error with two lines at the beginning'].make_game(),
            [None, '3'],
            '__init__ raised RuntimeError: no board, at wrong.txt',
        ),
        (
            WRONG['the end of the program at the beginning'].make_game(),
            [None, '3'],
            '__init__ raised SystemExit: 0, at wrong.txt',
        ),
        (EMPTY, [None, '3'], 'MyGame lacks current_state'),
        (SizedGame, ['3 3'], "Sized has no size '3 3'"),
    ],
)
def test_games_that_cannot_be_made(
    game_class: type[Game],
    sizes: list[str | None],
    words: str,
    capsys: CaptureFixture,
    monkeypatch: MonkeyPatch,
) -> None:
    """If a game cannot be made, one line says why, and nothing is asked."""
    monkeypatch.setitem(playable_games, 'b', game_class)
    for size in sizes:
        with (
            pytest.raises(SystemExit) as raised,
            patch('builtins.input', side_effect=AssertionError),
        ):
            main(options(game='b', size=size))
        shown = capsys.readouterr()
        assert (raised.value.code, shown.out) == (2, '')
        assert words in shown.err and shown.err.count('\n') == 1


def test_typed_moves_that_raise_anything(
    capsys: CaptureFixture, monkeypatch: MonkeyPatch
) -> None:
    """What str_to_move raises for --moves is one line, even a SystemExit."""
    monkeypatch.setitem(
        playable_games,
        'b',
        break_game('str_to_move', Mock(side_effect=SystemExit('no'))),
    )
    with pytest.raises(SystemExit) as raised:
        main(options(game='b', size=None, moves='a'))
    assert raised.value.code == 2 and capsys.readouterr().err.endswith(
        'MyGame.str_to_move fails with SystemExit: no. Possible moves: a, b, '
        'c, d.\n'
    )


class TwoQuestionsGame(CountdownGame):
    """A game that asks for its size twice."""

    def __init__(self, p1_starts: bool) -> None:
        """Ask for two numbers."""
        super().__init__(p1_starts, int(input('One? ')) + int(input('Two? ')))


def test_games_with_two_questions(
    capsys: CaptureFixture, monkeypatch: MonkeyPatch
) -> None:
    """A game that asks more than its size is asked again for the next game."""
    monkeypatch.setitem(playable_games, 'b', TwoQuestionsGame)
    monkeypatch.setattr(program, 'is_terminal', lambda _: True)
    typed = ['0', '1', '1', 'y', '1', '1', '1', '1', 'n']
    with patch('builtins.input', side_effect=typed):
        assert main(options(game='b', size=None, p1='i', p2='i')) == 0
    assert capsys.readouterr().out.count(' is the winner!') == 2


def test_keys_in_capitals(
    capsys: CaptureFixture, monkeypatch: MonkeyPatch
) -> None:
    """Keys with capitals can be typed as they are, and in small letters."""
    monkeypatch.setitem(playable_games, 'Nim', GAMES['s'])
    monkeypatch.setitem(usable_strategies, 'MC', random_strategy)
    typed = ['Nim', 'i', 'mc', 'players MC', 'players I Mc', 'quit']
    with patch('builtins.input', side_effect=typed):
        assert main(options(game=None, size=3, p1=None, p2=None)) == 0
    shown = capsys.readouterr().out
    assert shown.count('Player 1: interactive. Player 2: random.') == 2
    assert find_key('M', ['m', 'M', 'mc']) == 'M'


@pytest.mark.parametrize(
    'game_class, answers, size',
    [
        (GAMES['h'], ['9', ' 2 '], 2),
        (GAMES['s'], ['x', '-1', '30'], 30),
        (GAMES['s'], ['x', ' '], 20),
        (GAMES['d'], ['3 4'], '3 4'),
        (GAMES['x'], ['3'], 3),
        (AskingGame, ['three', '3'], 3),
        (TreeGame, [], None),
        (CountdownGame, [], None),
    ],
)
def test_sizes_are_noted(
    game_class: type[Game],
    answers: list[str],
    size: Any,
    capsys: CaptureFixture,
) -> None:
    """The answer to a game's question is known, and makes an equal game."""
    with patch('builtins.input', side_effect=answers) as asked:
        game, noted = ask_for_game(game_class, False)
        assert noted == size and asked.call_count == len(answers)
        assert builtins.input is asked
    assert len(capsys.readouterr().out.split('\n')) >= len(answers)
    again = create_game(game_class, False, size)
    assert repr(again.current_state) == repr(game.current_state)
    assert capsys.readouterr().out == ''


@pytest.mark.parametrize(
    'game_class, size, words',
    [
        (GAMES['h'], 9, '9 is not a possible side length'),
        (GAMES['d'], 'x', "'x' is not a possible size"),
        (GAMES['h'], None, 'Stonehenge needs a size'),
        (AskingGame, 'x', 'bad: x'),
        (AskingGame, None, 'Asking needs a size'),
        (StubbornGame, 3, 'Stubborn needs a size'),
        (lambda p1_starts: TreeGame(p1_starts), 3, 'takes no size'),
        (EMPTY, 3, 'MyGame lacks current_state'),
        (CountdownGame, 3.5j, ''),
        (CountdownGame, [[]], ''),
    ],
)
def test_wrong_sizes(
    game_class: Callable, size: Any, words: str, capsys: CaptureFixture
) -> None:
    """One line says why there is no such game, and nobody is asked."""
    usual = builtins.input
    if words:
        with pytest.raises(ValueError) as raised:
            create_game(game_class, True, size)
        assert words in str(raised.value) and str(raised.value).isprintable()
    else:
        create_game(game_class, True, size)
    assert builtins.input is usual
    assert capsys.readouterr() == ('', '')


def begin(game: Game) -> History:
    """Return the history of game, which begins now."""
    return History(Catalog(GAMES, {}), game, SavedGame('', True))


@pytest.mark.parametrize(
    'key, size, text, made',
    [
        ('h', 2, 'A,g, D ', 'A G D'),
        ('s', 20, ' 4 ,9', '4 9'),
        ('d', 3, 'a1,b1', 'a1 b1'),
        ('x', 3, 'b2,"A1"', 'b2 a1'),
        ('s', 20, '', ''),
        ('s', 20, ' ', ''),
        ('s', 1, '"\\u0031"', '1'),
    ],
)
def test_moves(key: str, size: Any, text: str, made: str) -> None:
    """A list of moves is made, and their values are given back."""
    game = GAMES[key](True, size=size)
    state = game.current_state
    history = begin(game)
    history.make_all_typed(text)
    assert ' '.join(map(str, history.moves)) == made
    for move in history.moves:
        state = state.make_move(move)
    assert repr(state) == repr(game.current_state)


@pytest.mark.parametrize(
    'key, size, text, words',
    [
        ('h', 2, 'A,A', "'A' is taken. Possible moves: B, C, D, E, F, G"),
        ('s', 6, '4,1,1,1', "the game is over before '1'"),
        ('s', 6, ',', 'a move is missing between commas'),
        ('s', 6, '4,', 'at an end. Possible moves: 1'),
        ('s', 6, '"4', 'have no end, or'),
        ('s', 6, '"4" 1', 'a comma is missing'),
        ('s', 1000, '2', ' 676, 729 and 4 more'),
        ('d', 2, '0 0\n9', r"'0 0\n9'"),
        (
            't',
            None,
            'q',
            "'q' is not a possible move here. Possible moves: b, c",
        ),
    ],
)
def test_wrong_moves(key: str, size: Any, text: str, words: str) -> None:
    """One line says what is wrong."""
    game = GAMES[key](True, **({} if size is None else {'size': size}))
    with pytest.raises(MoveError) as raised:
        begin(game).make_all_typed(text)
    assert words in str(raised.value) and str(raised.value).isprintable()


@pytest.mark.parametrize(
    'error',
    [
        ValueError(),
        ValueError('There is no such way'),
        KeyError('z'),
        NotImplementedError(),
        StopIteration(),
        Exception('no'),
    ],
)
def test_wrong_move_in_foreign_game(
    error: Exception, monkeypatch: MonkeyPatch, capsys: CaptureFixture
) -> None:
    """Whatever a wrong move raises, one line says so, and asks again."""
    make_move = TreeState.make_move

    def make_no_wrong_move(state: TreeState, move: Any) -> TreeState:
        """Raise error if there is no such move."""
        if not state.is_valid_move(move):
            raise error
        return make_move(state, move)

    monkeypatch.setattr(TreeState, 'make_move', make_no_wrong_move)
    with patch('builtins.input', side_effect=['z', 'a']):
        assert interactive_strategy(TreeGame(True)) == 'a'
    (told,) = capsys.readouterr().out.splitlines()
    assert told.endswith('. Possible moves: b, c, a')
    assert (
        'There is no such way' in told
        or "'z' is not a possible move here" in told
    )


def test_interrupted_at_a_wrong_move(monkeypatch: MonkeyPatch) -> None:
    """Ctrl-C while somebody else's game looks at a wrong move is still one."""
    monkeypatch.setattr(
        TreeState, 'make_move', Mock(side_effect=KeyboardInterrupt)
    )
    with (
        pytest.raises(KeyboardInterrupt),
        patch('builtins.input', side_effect=['z', 'a']),
    ):
        interactive_strategy(TreeGame(True))


def complaint(game: Game, text: str) -> str:
    """Return what is said if the move text is made in game."""
    state = game.current_state
    with pytest.raises(ValueError) as raised:
        begin(game).make_typed(text)
    assert game.current_state is state
    return str(raised.value)


def test_broken_games(monkeypatch: MonkeyPatch) -> None:
    """A method that fails is named, but not in explanations; for one that is
    missing, something stands in."""
    assert 'TreeState.make_move fails with' not in complaint(TreeGame(True), '')

    def fail(*_: Any) -> Any:
        """Raise an error that has no text."""

        class OddError(Exception):
            """An error that cannot be shown."""

            __str__ = None

        raise OddError

    monkeypatch.setattr(TreeState, 'get_possible_moves', fail)
    monkeypatch.setattr(TreeState, 'is_valid_move', lambda *_: False)
    with pytest.raises(MoveError, match="^'a' is not a possible move here$"):
        begin(TreeGame(True)).make_all_typed('a')
    monkeypatch.setattr(TreeState, 'make_move', fail)
    assert complaint(TreeGame(True), 'a') == "'a' is not a possible move here"
    monkeypatch.setattr(TreeState, 'is_valid_move', lambda *_: True)
    assert (
        complaint(TreeGame(True), 'a')
        == 'TreeState.make_move fails with OddError'
    )
    with pytest.raises(BrokenGameError):
        begin(TreeGame(True)).make_typed('a')
    monkeypatch.undo()
    monkeypatch.delattr(TreeGame, 'str_to_move')
    history = begin(TreeGame(True))
    history.make_typed('a')
    assert history.moves == ['a'] and Guard(history).lacking == [
        'TreeGame lacks str_to_move: moves are read as they are shown.'
    ]
    assert describe_error(ValueError('a\n b.\n')) == 'ValueError: a b'


@pytest.mark.parametrize(
    'total, keys, said',
    [
        (1_000_000, ['mr', 'ab'], ''),
        (1_000_001, ['ab', 'ro'], ''),
        (
            1_000_001,
            ['mr', 'ab'],
            'hours: alpha beta (ab) answers in seconds.\n',
        ),
        (1_000_001, ['mr'], 'which may think for hours.\n'),
    ],
)
def test_large_numbers(
    total: int, keys: list[str], said: str, capsys: CaptureFixture[str]
) -> None:
    """Minimax is not for large numbers, and alpha-beta is where it is."""
    catalog = Catalog(
        {},
        {
            key: strategy
            for key, strategy in usable_strategies.items()
            if key in keys
        },
    )
    catalog.warn_of_size(SubtractSquareGame(True, size=total), keys)
    shown = ' '.join(capsys.readouterr().out.split())
    assert shown.endswith(said.strip()) and bool(shown) == bool(said)
