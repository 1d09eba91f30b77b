"""What every game promises, those of the labs included: texts, moves and sizes
that mean something or say why not, and states that never change."""

from typing import Any
import pytest
from labs.boards import IllegalMoveError, Place
from stonehenge import TakenCellError, UnknownCellError
from subtract_square_state import NotASquareError, SubtractSquareState
from tests.support.brute_force import GAMES

KEYS = 'hsdx'

# For each game a size, texts with the possible moves that they mean, and texts
# with what else str_to_move makes of them; the others stay as they are.
TEXTS: dict[str, tuple[int, dict, dict]] = {
    'h': (
        2,
        {'A': 'A', ' b\t': 'B'},
        {'   ': '', 'ab': 'AB', '\u0131 ': '\u0131'},
    ),
    's': (
        30,
        {'4': 4, ' 9 ': 9, '+9': 9, 4: 4},
        {'-1': -1, '7': 7, ' 4 4': '4 4', ' 5\x1c ': 5},
    ),
    'd': (4, {'d3': (2, 3), ' D3 ': (2, 3), (2, 3): (2, 3)}, {'z26': (25, 25)}),
    'x': (
        4,
        {'c2': (1, 2), ' C2 ': (1, 2), (1, 2): (1, 2)},
        {'z26': (25, 25), 'c27': (26, 2)},
    ),
}
UNCHANGED = {
    'h': ['', '\u00e9', '7', '\u017f'],
    's': [
        '',
        'one',
        '2.0',
        '9' * 5000,
        '1_6',
        '+',
        '- 4',
        '\u0664',
        '\uff14',
        '\u00b2',
    ],
    'd': ['23', '', '2 3', 'a b', '-1 2', '3d', '9' * 5000 + ' 1'],
    'x': [
        '',
        'c0',
        '3 3',
        '0 1',
        '-1 2',
        '23',
        'c',
        'cc3',
        'a1b2',
        'a\u0663',
        '\u212a2',
        '9' * 5000 + ' 1',
    ],
}


@pytest.mark.parametrize('key', KEYS)
def test_str_to_move(key: str) -> None:
    """Each spelling gives its move, anything else none, and no error."""
    size, legal, others = TEXTS[key]
    game = GAMES[key](True, size=size)
    texts = {**legal, **others, **dict(zip(UNCHANGED[key], UNCHANGED[key]))}
    for text, move in texts.items():
        assert game.str_to_move(text) == move
        assert game.str_to_move(move) == move
        assert game.current_state.is_valid_move(move) is (text in legal)
    for move in game.current_state.get_possible_moves():
        assert game.str_to_move(str(move)) == move
    for odd in None, True, 3, 2.5, [], object():
        assert not game.current_state.is_valid_move(game.str_to_move(odd))


# For each game: words of the error, and answers that are no size.
WRONG_SIZES: dict[str, tuple[str, list]] = {
    'h': ('from 1 to 5', [0, 6, 10**30, '3' * 5000, '0_3', '\uff13', '3.0']),
    's': ('number to subtract from', [1_000_000_001, '9' * 5000, '- 3', 'ten']),
    'd': (
        'two whole numbers from 1 to 20',
        [
            0,
            '0',
            21,
            '21',
            '4 x',
            '3x',
            '4 5 x',
            '0 4',
            '4 0',
            '-4 4',
            '3 3 3',
            '21 2',
            (4,),
            (0, 4),
            (4, 5, 6),
            '9' * 9999,
        ],
    ),
    'x': (
        'a whole number from 1 to 26',
        [0, '0', 27, '27', '-4', '3 3', '9' * 5000],
    ),
}
NO_NUMBERS = [-1, True, False, 4.5, '', '-', '+', '1_6', '\u0664', 'x']


@pytest.mark.parametrize('key', KEYS)
def test_wrong_sizes(key: str) -> None:
    """A wrong size is an error whose line says what a size is."""
    words, sizes = WRONG_SIZES[key]
    for size in sizes + NO_NUMBERS:
        with pytest.raises(ValueError, match=words) as why:
            GAMES[key](True, size=size)
        assert '\n' not in str(why.value)
        assert key in 'hs' or len(str(why.value)) < 150


@pytest.mark.parametrize(
    'key, wrong, right, size',
    [
        ('h', ['three', '2.0', '0', '6', '0_4', '\u0664'], ' 4\t', 4),
        (
            's',
            ['ten', '-1', '1.5', '9' * 5000, str(10**40), '3_0', '\u0663'],
            ' +30',
            30,
        ),
        ('s', ['1000000001'], '1000000000', 1_000_000_000),
        ('d', ['four', '0 3'], '2x3', (2, 3)),
        ('d', [], '4', (4, 4)),
        ('x', ['four', '0'], ' 3 ', 3),
    ],
)
def test_one_question(
    key: str,
    wrong: list,
    right: str,
    size: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture,
) -> None:
    """The constructor asks again, and says why, until there is a size."""
    answers = ['', *wrong, right, 'too much']
    monkeypatch.setattr('builtins.input', lambda prompt: answers.pop(0))
    for p1_starts in True, False:
        state = GAMES[key](p1_starts, size=size).current_state
        assert state.get_current_player_name() == ('p1' if p1_starts else 'p2')
    assert repr(GAMES[key](False).current_state) == repr(state)
    assert answers == ['too much']
    told = capsys.readouterr().out.splitlines()
    assert len(told) == len(wrong) + 1
    assert all(WRONG_SIZES[key][0] in line for line in told)


@pytest.mark.parametrize(
    'key, size, before, error, words, moves',
    [
        ('h', 1, 'A', TakenCellError, "'A' is taken", 'A'),
        (
            'h',
            1,
            'A',
            UnknownCellError,
            'is not a cell: the cells are A, B, C',
            ['D', 'a', '', 'AB', '7', ' B', None, 3, ['A']],
        ),
        (
            's',
            12,
            [],
            NotASquareError,
            'is not a whole number',
            ['four', None, 4.0, True],
        ),
        ('s', 12, [], NotASquareError, 'is not a positive square', [7, 0, -4]),
        (
            's',
            12,
            [],
            NotASquareError,
            'is more than the 12 that is left',
            [25, 10**50],
        ),
        (
            'd',
            3,
            [(0, 1)],
            IllegalMoveError,
            'not a place for a horizontal',
            [
                (0, 0),
                (2, 2),
                (-1, 0),
                (5, 5),
                (1,),
                (0, 1, 2),
                '0 1',
                7,
                None,
                ('0', '1'),
                (0.0, 1.0),
                [2, 0],
            ],
        ),
        ('x', 3, [(0, 1)], IllegalMoveError, 'is not empty', [(0, 1)]),
        (
            'x',
            3,
            [(0, 1)],
            IllegalMoveError,
            "'b1' is not empty",
            [Place(0, 1)],
        ),
        (
            'x',
            3,
            [(0, 1)],
            IllegalMoveError,
            'goes from a1 to c3',
            [(3, 0), (-1, 0), Place(8, 25)],
        ),
        (
            'x',
            3,
            [(0, 1)],
            IllegalMoveError,
            'is not a cell',
            [(1,), (0, 1, 2), 'a1', 7, None, (0.0, 1.0), [2, 0]],
        ),
        ('x', 1, [(0, 0)], IllegalMoveError, 'The game is over', [(0, 0)]),
    ],
)
def test_wrong_moves(
    key: str, size: int, before: Any, error: type, words: str, moves: Any
) -> None:
    """They are not valid, and the named error says why."""
    state = GAMES[key](True, size=size).current_state
    for move in before:
        state = state.make_move(move)
    for move in moves:
        assert state.is_valid_move(move) is False
        with pytest.raises(error, match=words):
            state.make_move(move)
    assert issubclass(error, ValueError)


def test_estimates_of_subtract_square() -> None:
    """The more moves let the other player win at once, the lower the estimate:
    from 10, the moves to 9 and 1 do and that to 6 does not; from 11, none
    does."""
    assert SubtractSquareState(True, 10).rough_outcome() < 0
    assert SubtractSquareState(True, 11).rough_outcome() > 0
