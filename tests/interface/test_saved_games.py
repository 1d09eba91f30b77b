"""Saved games as text: each comes back as it was, and each fault is named."""
from typing import Any
import datetime
import re
from pytest import MonkeyPatch
import pytest
from hypothesis import given, settings, strategies as st
from interface.history import History, replay
from interface.command_line import Catalog
from interface.saved_games import GAME_HEADERS, FormatError, SavedGame, \
    format_game, parse_game
from interface.words import read_size
from tests.support.foreign_games import CountdownGame, TreeGame, TreeState
from tests.support.programs import TOP
from tests.support.saved_games import GAMES, GOOD, SIZES, complaint_about, \
    play_and_save

FORMAT = (TOP / 'interface' / 'FORMAT.md').read_text(encoding='utf-8')
EXAMPLES = re.findall('```\n(saved game.*?)```', FORMAT, re.DOTALL)

ANY_TEXT = st.text(st.characters())  # Even what UTF-8 does not have.
SAVED = st.builds(
    SavedGame, ANY_TEXT, st.booleans(),
    st.one_of(st.none(), st.integers(-10 ** 98, 10 ** 98), 
              ANY_TEXT.map(read_size), st.sampled_from(['4 5', '4,5', '"', '#'])),
    st.one_of(st.none(), ANY_TEXT), st.one_of(st.none(), ANY_TEXT),
    st.one_of(st.none(), st.integers(-10 ** 98, 10 ** 98)),
    st.one_of(st.none(), st.dates()),
    st.sampled_from([None, 'p1', 'p2', 'tie']),
    st.lists(st.one_of(ANY_TEXT, st.text('1. ,"\\#:A\t\n'))).map(tuple),
    st.none(), st.just(()))


@given(SAVED)
def test_everything_comes_back(saved: SavedGame) -> None:
    """Whatever a game is saved with can be read as it was."""
    text = format_game(saved).encode('utf-8').decode('utf-8')
    assert parse_game(text)._replace(lines=None) == saved


@settings(max_examples=20)
@pytest.mark.parametrize('key', GAMES)
@given(st.data())
def test_games_come_back(key: str, data: st.DataObject) -> None:
    """A game of any kind, stopped anywhere, is replayed as it was."""
    size = data.draw(st.sampled_from(SIZES[key]))
    saved, shown = play_and_save(
        key, size, data.draw(st.booleans()), data.draw(st.integers(0, 12)),
        data.draw(st.integers(0, 1000)))
    played = replay(parse_game(format_game(saved)), Catalog(GAMES, {}))
    assert list(map(repr, played.states)) == shown
    assert repr(played.game.current_state) == shown[-1]
    assert tuple(map(str, played.moves)) == saved.moves


def test_the_text() -> None:
    """What is written is what FORMAT.md shows."""
    assert format_game(parse_game(GOOD)) == GOOD
    assert format_game(parse_game(EXAMPLES[0])) == EXAMPLES[0]


COMMENTED = '''saved game, version 1

# Who plays?
# Two programs.
game: s
size: 12
# Before the first header that is missing, and some blanks at its end.
first: 1

# Before the moves.
1. 4, 4
# After two.
2. 1, 1
3. 1
# At the end.
'''


@pytest.mark.parametrize('moves, places', [
    # The moves now, and after how many lines of moves each comment stands.
    ('4 4 1 1 1', (0, 0, 0, 0, 1, 3)), ('4 4 1 1 1 1', (0, 0, 0, 0, 1, 3)),
    ('4 4 1 1', (0, 0, 0, 0, 1, 2)), ('4', (0, 0, 0, 0, 1, 1)),
    ('', (0, 0, 0, 0, 0, 0)), ('9 1 1 1', (0, 0, 0, 0, 1, 2))])
def test_comments(moves: str, places: tuple[int, ...]) -> None:
    """Comments stay where they were, and are never lost."""
    saved = parse_game(COMMENTED)
    assert format_game(saved) == COMMENTED
    text = format_game(saved._replace(moves=tuple(moves.split())))
    parts = re.split(r'^(#.*\n)', text, flags=re.MULTILINE)
    assert parts[1::2] == re.findall('#.*\n', COMMENTED)
    assert tuple(len(re.findall(r'^\d+\.', ''.join(parts[:i]), re.MULTILINE))
                 for i in range(1, len(parts), 2)) == places
    assert format_game(parse_game(text)) == text


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
    assert re.findall('`(.*?)`', ' '.join(table)) == list(GAME_HEADERS)
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
    """Line ends, blanks, comments, capitals and the like do not matter."""
    text = change(GOOD)
    assert text != GOOD
    read, good = [parse_game(each)._replace(lines=None, comments=())
                  for each in (text, GOOD)]
    assert read == good


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
    history = History(Catalog(GAMES, {}), game, saved)
    assert history.to_saved() == saved._replace(result=None)


WRONG = [
    # What is changed in GOOD to what, and where and how that is named.
    ('saved', 'stored', 1, 'a saved game begins with'),
    ('version 1', 'version 2', 1, "not 'saved game, version 2'"),
    (GOOD, '', 1, 'begins'), (GOOD, 'x' * 9999, 1, 'xxx...'),
    ('game: s', 'game: q', 3, "'q' here. Games: s = Subtract Square, h"),
    ('game: s\n', '', 11, "the header 'game' is missing"),
    ('first: 1\n', '', 11, "'first' is missing"),
    ('game: s', 'game: s\ngame: h', 4, "'game' is there twice"),
    ('game: s', 'game:', 3, 'no value'),
    ('game: s', 'colour: red', 3, 'unknown header. Headers: game,'),
    ('game: s', 'game s', 3, "'game s' is not a header, a move or a comment"),
    ('game: s', ': s', 3, "'' is an unknown header"),
    ('game: s', 'game: "s', 3, 'have no end'),
    ('game: s', 'game: "s", h', 3, 'more than one'),
    ('size: 12', 'size: x', 4, "'x' is not a possible number"),
    ('size: 12', 'size: -1', 4, 'whole number that is 0 or more'),
    ('size: 12', 'size: ' + '9' * 9999, 4, ''),
    ('size: 12\n', '', 3, 'Subtract Square needs a size'),
    ('first: 1', 'first: 3', 7, 'one of: 1, 2'),
    ('seed: 7', 'seed: seven', 8, 'whole number'),
    ('2026-11-21', '2026-02-30', 9, 'date like 2026-11-21'),
    ('2026-11-21', 'today', 9, "'today' is not a date"),
    ('player 2 wins', 'I won', 10, 'player 1 wins, player 2 wins, tie'),
    ('player 2 wins', 'player 1 wins', 10, 'wrong: Player 2 is the winner'),
    ('3. 1, 1', '3. 1', 10, 'Player 2 is to move'),
    ('1. 4, 4', '1. 5, 4', 12, '5 is not a positive square'),
    ('1. 4, 4', '1. 4, nine', 12, "'nine' is not a whole number"),
    ('3. 1, 1', '3. 1, 9', 15, 'more than the 1 that is left'),
    ('3. 1, 1\n', '3. 1, 1\n\n4. 1', 17, "the game is over before '1'"),
    ('2. 1', '3. 1', 14, 'number of these moves is 2, not 3'),
    ('2. 1', '1. 1', 14, 'is 2, not 1'),
    ('2. 1', '9' * 9999 + '. 1', 14, 'is 2, not 99'),
    ('1. 4, 4', '1. 4', 14, 'the pair of moves above lacks its second one'),
    ('1. 4, 4', '1. 4, 4, 1', 12, 'at most two moves in a line'),
    ('1. 4, 4', '1. 4,', 12, 'a move is missing'),
    ('1. 4, 4', '1.', 12, 'a move is missing'),
    ('1. 4, 4', '1. "4, 4', 12, 'have no end'),
    ('1. 4, 4', r'1. "\q", 4', 12, 'wrong code after a backslash'),
    ('1. 4, 4', '1. "4" 4', 12, "a comma is missing before '4'"),
    ('1. 4, 4', '1. "a\\nb", 4', 12, r"'a\nb' is not a whole number"),
    ('1. 4, 4', '1. 4 4, 4', 12, "'4 4' is not a whole number"),
    ('1. 4, 4', '1. ' + '9' * 9999 + ', 4', 12, '999...'),
    ('2. 1, 1', '2. 1, 1\nseed: 8', 15, "'seed' is below a move"),
    ('# a', '# \0', 13, r"a control character, '\x00'"),
    ('game: s', 'game: s\x1b[2J', 3, r"'\x1b'"), ('\n\ngame', '\x85', 1, ''),
    ('game: s', 'game: s\u2028game: h', 3, "there is no game 's")]


@pytest.mark.parametrize('old, new, line, words', WRONG)
def test_faults(old: str, new: str, line: int, words: str) -> None:
    """Each fault is named in one line, with its number, in plain words."""
    assert complaint_about(GOOD) is None
    assert old in GOOD
    said = complaint_about(GOOD.replace(old, new))
    assert said is not None and said.startswith(f'line {line}: ')
    assert words in said and said.isprintable() and len(said) < 300


@given(st.one_of(st.text(), st.text('1. ,"#:game\n'),
                 st.builds(lambda start, end, text:
                           GOOD[:start] + text + GOOD[end:],
                           st.integers(0, len(GOOD)),
                           st.integers(0, len(GOOD)), st.text(max_size=4))))
def test_any_text(text: str) -> None:
    """Whatever is in a file, it is replayed, or one line says what is wrong."""
    said = complaint_about(text)
    assert said is None or re.match('line [1-9][0-9]*: .', said)
    assert said is None or len(said.splitlines()) == 1


@pytest.mark.parametrize('cut', range(0, len(GOOD), 5))
def test_half_a_file(cut: int) -> None:
    """A file that was cut off is not taken for another game."""
    said = complaint_about(GOOD[:cut])
    assert said is not None or cut >= len(GOOD) - 2


# === Other people's games ===

def fail(*_: Any) -> None:
    """Raise an error of several lines."""
    raise KeyError('one\ntwo')


@pytest.mark.parametrize('owner, method, line', [
    (TreeGame, 'is_over', 3), (TreeGame, 'str_to_move', 4),
    (TreeState, 'is_valid_move', 4), (TreeState, 'make_move', 4),
    (TreeGame, 'is_winner', 3), (TreeState, 'get_current_player_name', 3),
    (TreeGame, '__init__', 2)])
def test_broken_games(owner: type, method: str, line: int,
                      monkeypatch: MonkeyPatch) -> None:
    """If the code of a game fails, one line says where, and with what."""
    monkeypatch.setattr(owner, method, fail)
    said = complaint_about('saved game, version 1\ngame: t\nresult: tie\n'
                           '1. a, y\n'.replace('result', 'first: 1\nresult'))
    assert said is not None and 'KeyError' in said and '\n' not in said
    assert said.startswith(f'line {line + (line > 2)}: ')
    assert method in said or method == '__init__'


def test_faults_of_games_that_were_not_read() -> None:
    """Without a file, the move is named."""
    with pytest.raises(FormatError, match="^move 2: 'q' is not a possible"):
        replay(SavedGame('t', True, moves=('a', 'q')), Catalog(GAMES, {}))
