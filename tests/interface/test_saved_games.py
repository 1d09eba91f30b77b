"""Saved games as text: each comes back as it was, and each fault is named."""

from pathlib import Path
from typing import Any, Callable
import datetime
import re
from pytest import MonkeyPatch
import pytest
from hypothesis import given, settings, strategies as st
from interface.history import History, replay
from interface.command_line import Catalog
from interface.saved_games import SavedGame, format_game, parse_game
from tests.support.foreign_games import CountdownGame, TreeGame, TreeState
from tests.support.programs import TOP
from tests.support.saved_games import (
    GAMES,
    GOOD,
    SIZES,
    complaint_about,
    play_and_save,
    read,
)

FORMAT = (TOP / 'interface' / 'FORMAT.md').read_text(encoding='utf-8')
(EXAMPLE,) = re.findall('```toml\n(.*?)```', FORMAT, re.DOTALL)

ANY_TEXT = st.text(st.characters(codec='utf-8'))
SAVED = st.builds(
    SavedGame,
    ANY_TEXT,
    st.booleans(),
    st.one_of(
        st.none(),
        st.integers(-(10**98), 10**98),
        ANY_TEXT,
        st.sampled_from(['4 5', '4,5', '"', '#']),
    ),
    st.one_of(st.none(), ANY_TEXT),
    st.one_of(st.none(), ANY_TEXT),
    st.one_of(st.none(), st.integers(-(10**98), 10**98)),
    st.one_of(st.none(), st.dates()),
    st.sampled_from([None, 'p1', 'p2', 'tie']),
    st.lists(st.one_of(ANY_TEXT, st.text('1. ,"\\#]\'A\t\n\x7f'))).map(tuple),
)


@given(SAVED)
def test_everything_comes_back(saved: SavedGame) -> None:
    """Whatever a game is saved with can be read as it was."""
    assert parse_game(format_game(saved)) == saved


@settings(max_examples=20)
@pytest.mark.parametrize('key', GAMES)
@given(st.data())
def test_games_come_back(key: str, data: st.DataObject) -> None:
    """A game of any kind, stopped anywhere, is replayed as it was."""
    size = data.draw(st.sampled_from(SIZES[key]))
    saved, shown = play_and_save(
        key,
        size,
        data.draw(st.booleans()),
        data.draw(st.integers(0, 12)),
        data.draw(st.integers(0, 1000)),
    )
    played = replay(parse_game(format_game(saved)), Catalog(GAMES, {}))
    assert list(map(repr, played.states)) == shown
    assert repr(played.game.current_state) == shown[-1]
    assert tuple(map(str, played.moves)) == saved.moves


def test_the_text() -> None:
    """What is written is what FORMAT.md shows, which is played by the rules."""
    assert format_game(parse_game(GOOD)) == GOOD
    assert format_game(parse_game(EXAMPLE)) == EXAMPLE
    assert complaint_about(EXAMPLE) is None
    assert parse_game(EXAMPLE).moves[::2] == ('A', 'F', 'D')
    assert 'player 2 starts, and took A, F and D' in ' '.join(FORMAT.split())


def test_written_by_hand() -> None:
    """A game written by hand is short, and has numbers for text in its list of
    moves. A tie is a result, too."""
    text = 'game = "t"\nfirst = 1\nresult = "tie"\nmoves = ["a", \'y\']\n'
    assert parse_game(text) == SavedGame(
        't', True, moves=('a', 'y'), result='tie'
    )
    assert complaint_about(text) is None
    text = '# Mine.\nmoves = [4, 1]\nfirst = 2\nsize = 5\ngame = "s"'
    assert parse_game(text) == SavedGame('s', False, 5, moves=('4', '1'))
    assert complaint_about(text) is None


@pytest.mark.parametrize(
    'change',
    [lambda text: '\ufeff' + text, lambda text: text.replace('\n', '\r\n')],
)
def test_files_of_editors(change: Callable[[str], str], tmp_path: Path) -> None:
    """A byte order mark and the line ends of Windows do not matter."""
    (tmp_path / 'g.txt').write_bytes(change(GOOD).encode('utf-8'))
    assert read(tmp_path / 'g.txt') == parse_game(GOOD)


def test_a_result_goes_with_an_undone_move() -> None:
    """Who has taken back the last move saves a game without a result."""
    game = CountdownGame(True, size=1)
    saved = SavedGame(
        'c', True, 1, result='p1', date=datetime.date(2026, 11, 21)
    )
    history = History(Catalog(GAMES, {}), game, saved)
    assert history.to_saved() == saved._replace(result=None)


WRONG = [
    # What is changed in GOOD to what, and what is said of that.
    (GOOD, '', "the key 'game' is missing"),
    ('game = "s"\n', '', "the key 'game' is missing"),
    ('first = 1\n', '', "the key 'first' is missing"),
    ('moves', 'more', "the key 'moves' is missing"),
    ('seed', 'colour', "'colour' is an unknown key. Keys: game, size, first"),
    (
        'game =',
        'game',
        "this is not TOML: Expected '=' after a key in a "
        'key/value pair (at line 1, column 6)',
    ),
    ('size', 'game', 'this is not TOML: Cannot overwrite a value (at line 2'),
    ('"mr"', 'mr', 'this is not TOML: Invalid value (at line 5, column 6)'),
    ('2026-11-21', '2026-02-30', 'this is not TOML: Invalid date or datetime'),
    ('seed = 7', 'seed = ' + '9' * 9999, 'this is not TOML: '),
    (']', '', 'this is not TOML: Invalid value (at end of document)'),
    (
        GOOD,
        'saved game, version 1\n\ngame: h\nfirst: 1\n',
        'this game was saved by an older version of the program, whose files '
        'can no longer be read',
    ),
    ('"s"', '5', "the value of 'game' must be text"),
    ('12', '12.0', "the value of 'size' must be a whole number or text"),
    ('first = 1', 'first = true', "the value of 'first' must be 1 or 2"),
    ('first = 1', 'first = 3', "the value of 'first' must be 1 or 2"),
    ('"i"', '1', "the value of 'p1' must be text"),
    ('seed = 7', 'seed = "7"', "the value of 'seed' must be a whole number"),
    ('2026-11-21', '"today"', "the value of 'date' must be a date like 2026"),
    ('2026-11-21', '2026-11-21T10:00:00', "the value of 'date' must be a date"),
    ('"p2"', '"I won"', 'the value of \'result\' must be "p1", "p2" or "tie"'),
    ('moves = [\n', 'moves = "4"\n[x]\nx = [', "the value of 'moves' must be"),
    (
        '    "4",\n',
        '    "4",\n    [],\n',
        'move 2: a move must be text or a whole number',
    ),
    ('"s"', '"q"', "game: there is no game 'q' here. Games: s = Subtract"),
    ('12', '"x"', "size: 'x' is not a possible number"),
    ('12', '-1', 'size: '),
    ('12', '9' * 4000, 'size: 9999'),
    ('size = 12\n', '', 'game: Subtract Square needs a size'),
    ('"p2"', '"p1"', 'result: the saved result is wrong: Player 2 is the win'),
    ('    "1",\n]', ']', 'result: the saved result is wrong: Player 2 is to'),
    ('"4"', '"5"', 'move 1: 5 is not a positive square'),
    ('"4"', '"nine"', "move 1: 'nine' is not a whole number"),
    ('"4"', '"a\\nb"', r"move 1: 'a\nb' is not a whole number"),
    ('"4"', f'"{"9" * 9999}"', 'move 1: '),
    ('    "1",\n]', '    "9",\n]', 'move 6: 9 is more than the 1 that is left'),
    (']', '    "1",\n]', "move 7: the game is over before '1'"),
    ('"4"', '"x\u2028y"', r"move 1: 'x\u2028y' is not a whole number"),
]


@pytest.mark.parametrize('old, new, words', WRONG)
def test_faults(old: str, new: str, words: str) -> None:
    """Each fault is named in one line, in plain words."""
    assert complaint_about(GOOD) is None
    assert old in GOOD
    said = complaint_about(GOOD.replace(old, new, 1))
    assert said is not None and said.startswith(words)
    assert said.isprintable() and len(said) < 300


@given(
    st.one_of(
        st.text(),
        st.text('1. ,"#=[]game\n'),
        st.builds(
            lambda start, end, text: GOOD[:start] + text + GOOD[end:],
            st.integers(0, len(GOOD)),
            st.integers(0, len(GOOD)),
            st.text(max_size=4),
        ),
    )
)
def test_any_text(text: str) -> None:
    """Whatever is in a file, it is replayed, or one line says what is wrong."""
    said = complaint_about(text)
    assert said is None or said and said.isprintable()


@pytest.mark.parametrize('cut', range(0, len(GOOD), 5))
def test_half_a_file(cut: int) -> None:
    """A file that was cut off is not taken for another game."""
    said = complaint_about(GOOD[:cut])
    assert said is not None or cut >= len(GOOD) - 1


# === Other people's games ===


def fail(*_: Any) -> None:
    """Raise an error of several lines."""
    raise KeyError('one\ntwo')


@pytest.mark.parametrize(
    'owner, method, part',
    [
        (TreeGame, 'is_over', 'result'),
        (TreeGame, 'str_to_move', 'move 1'),
        (TreeState, 'is_valid_move', 'move 1'),
        (TreeState, 'make_move', 'move 1'),
        (TreeGame, 'is_winner', 'result'),
        (TreeState, 'get_current_player_name', 'result'),
        (TreeGame, '__init__', 'game'),
    ],
)
def test_broken_games(
    owner: type, method: str, part: str, monkeypatch: MonkeyPatch
) -> None:
    """If the code of a game fails, one line says where, and with what."""
    monkeypatch.setattr(owner, method, fail)
    said = complaint_about(
        'game = "t"\nfirst = 1\nresult = "tie"\nmoves = ["a", "y"]\n'
    )
    assert said is not None and 'KeyError' in said and '\n' not in said
    assert said.startswith(f'{part}: ')
    assert method in said or method == '__init__'
