"""Faults in saved games, and in other people's games that are replayed."""
from __future__ import annotations
from typing import Any
import re
from pytest import MonkeyPatch
import pytest
from hypothesis import given, strategies as st
from interface.replay import replay
from interface.saved_games import FormatError, SavedGame
from tests.support.foreign_games import TreeGame, TreeState
from tests.support.saved_games import GAMES, GOOD, complaint_about

WRONG = [
    # What is changed in GOOD to what, and where and how that is named.
    ('saved', 'stored', 1, 'a saved game begins with'),
    ('version 1', 'version 2', 1, 'this program can read'),
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
    ('player 2 wins', 'player 1 wins', 10, 'Player 2 is the winner!'),
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
    """Each fault is named in one line, with the number of its line, in the
    words of the game where it has some."""
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
    """Whatever is in a file, it can be replayed or is explained in one line
    that begins with a line number."""
    said = complaint_about(text)
    assert said is None or re.match('line [1-9][0-9]*: .', said)
    assert said is None or len(said.splitlines()) == 1


@pytest.mark.parametrize('cut', range(0, len(GOOD), 5))
def test_half_a_file(cut: int) -> None:
    """A file that was cut off is not taken for another game: what there is of
    moves are the first moves, or a line is named."""
    said = complaint_about(GOOD[:cut])
    assert said is not None or cut >= len(GOOD) - 2


# === Other people's games ===

def fail(*_: Any) -> None:
    """Raise an error of several lines."""
    raise KeyError('one\ntwo')


@pytest.mark.parametrize('owner, method, line', [
    (TreeGame, 'is_over', 4), (TreeGame, 'str_to_move', 4),
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
        replay(SavedGame('t', True, moves=('a', 'q')), GAMES)
