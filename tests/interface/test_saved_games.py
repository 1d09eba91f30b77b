"""Saved games as text: every game comes back as it was."""
from __future__ import annotations
from typing import Any
import datetime
import re
import pytest
from hypothesis import given, settings, strategies as st
from interface.replay import replay
from interface.saved_games import HEADERS, SavedGame, format_game, \
    parse_game, record_moves
from tests.support.foreign_games import CountdownGame
from tests.support.programs import TOP
from tests.support.saved_games import GAMES, GOOD, SIZES, complaint_about, \
    play_and_save

FORMAT = (TOP / 'interface' / 'FORMAT.md').read_text(encoding='utf-8')
EXAMPLES = re.findall('```\n(saved game.*?)```', FORMAT, re.DOTALL)

ANY_TEXT = st.text(st.characters())  # Even what UTF-8 does not have.
SAVED = st.builds(
    SavedGame, ANY_TEXT, st.booleans(),
    st.one_of(st.none(), st.integers(-10 ** 98, 10 ** 98), ANY_TEXT,
              st.sampled_from(['3', ' 3', '+3', '4 5', '4,5', '"', '#'])),
    st.one_of(st.none(), ANY_TEXT), st.one_of(st.none(), ANY_TEXT),
    st.one_of(st.none(), st.integers(-10 ** 98, 10 ** 98)),
    st.one_of(st.none(), st.dates()),
    st.sampled_from([None, 'p1', 'p2', 'tie']),
    st.lists(st.one_of(ANY_TEXT, st.text('1. ,"\\#:A\t\n'))).map(tuple),
    st.none())


@settings(deadline=None)
@given(SAVED)
def test_everything_comes_back(saved: SavedGame) -> None:
    """Whatever a game is saved with, also moves that consist of the signs of
    the format, can be read as it was."""
    text = format_game(saved).encode('utf-8').decode('utf-8')
    assert parse_game(text)._replace(lines=None) == saved


@settings(max_examples=20, deadline=None)
@pytest.mark.parametrize('key', GAMES)
@given(st.data())
def test_games_come_back(key: str, data: st.DataObject) -> None:
    """A game of any kind, stopped anywhere, has the same positions and moves
    after it was saved."""
    size = data.draw(st.sampled_from(SIZES[key]))
    saved, shown = play_and_save(
        key, size, data.draw(st.booleans()), data.draw(st.integers(0, 12)),
        data.draw(st.integers(0, 1000)))
    played = replay(parse_game(format_game(saved)), GAMES)
    assert list(map(repr, played.states)) == shown
    assert repr(played.game.current_state) == shown[-1]
    assert tuple(map(str, played.moves)) == saved.moves
    assert played.result == saved.result
    assert played.names == [state.get_current_player_name()
                            for state in played.states]


def test_the_text() -> None:
    """What is written is what FORMAT.md shows, but for comments."""
    assert format_game(parse_game(GOOD)) == GOOD.replace('# a comment\n', '')
    plain = re.sub('#.*\n', '', EXAMPLES[0])
    assert format_game(parse_game(plain)) == plain


def test_odd_moves_are_readable() -> None:
    """Moves are in quotes only where that is needed."""
    text = format_game(SavedGame('é', False, '4 5', moves=(
        '2 3', '2,3', 'naïve "x"', '"x"', '', ' a', 'a\nb', '#', '\ud800',
        'é, "')))
    assert text == (
        'saved game, version 1\n\ngame: é\nsize: 4 5\nfirst: 2\n\n'
        '1. 2 3, "2,3"\n2. naïve "x", "\\"x\\""\n3. "", " a"\n'
        '4. "a\\nb", #\n5. "\\ud800", "é, \\""\n')


# === FORMAT.md ===

@pytest.mark.parametrize('example', EXAMPLES)
def test_examples(example: str) -> None:
    """The examples can be read, and are played by the rules."""
    assert complaint_about(example) is None
    assert parse_game(example).moves


def test_what_the_format_says() -> None:
    """It names all headers, and what it says of the first example is so."""
    table = re.findall(r'^\| (`.*?) \|', FORMAT, re.MULTILINE)
    assert re.findall('`(.*?)`', ' '.join(table)) == HEADERS
    saved = parse_game(EXAMPLES[0])
    assert not saved.p1_starts
    assert saved.moves[::2] == ('A', 'F', 'D') and 'took A, F and D' in FORMAT


@pytest.mark.parametrize('change', [
    lambda text: '\ufeff' + text, lambda text: text.replace('\n', '\r\n'),
    lambda text: text.replace('\n', '\r'), lambda text: text.rstrip('\n'),
    lambda text: text.replace('\n', ' \t\n \n#\n\t # "x"\n'),
    lambda text: text.replace('game: s', 'GAME :s', 1),
    lambda text: text.replace('saved game', 'Saved  Game'),
    lambda text: text.replace('4, 4', '  4,4').replace('2. ', ' 02 .'),
    lambda text: text.replace('4, 4', '"4" , "\\u0034"'),
    lambda text: text.replace('game: s', 'game: "s"'),
    lambda text: re.sub('((?:.*\n){8})((?:.*: .*\n)+)', r'\2\1', text[22:])
    .join(['saved game, version 1\n', ''])])
def test_what_does_not_matter(change: Any) -> None:
    """Line ends, empty lines, comments, blanks, capitals, the order of the
    headers and needless quotes make no difference."""
    text = change(GOOD)
    assert text != GOOD
    assert parse_game(text)._replace(lines=None) \
        == parse_game(GOOD)._replace(lines=None)


def test_only_two_headers_are_needed() -> None:
    """A game written by hand is short. A tie is a result, too."""
    text = 'saved game, version 1\ngame: t\nfirst: 1\nresult: tie\n1. a, y\n'
    assert parse_game(text)._replace(lines=None) \
        == SavedGame('t', True, moves=('a', 'y'), result='tie')
    assert complaint_about(text) is None


def test_a_result_goes_with_an_undone_move() -> None:
    """Who has taken back the last move saves a game without a result."""
    game = CountdownGame(True, size=1)
    saved = SavedGame('c', True, 1, result='p1',
                      date=datetime.date(2026, 11, 21))
    assert record_moves(saved, game, []) == saved._replace(result=None)
