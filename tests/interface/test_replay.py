"""Stepping through a saved game in the terminal."""
from __future__ import annotations
from typing import Any
import datetime
from pytest import CaptureFixture, MonkeyPatch
import pytest
from game_interface import usable_strategies
from interface.replay import replay, step_through
from interface.saved_games import SavedGame
from tests.support.foreign_games import TreeState
from tests.support.saved_games import GAMES

GAME = SavedGame('s', False, 12, 'i', 'mi', date=datetime.date(2026, 11, 21),
                 moves=('4', '4', ' 1', '1', '1', '1'), result='p1')
BEGINNING = '''\
Subtract Square. Player 1: interactive. Player 2: iterative minimax. 2026-11-21.

What is left: 12

Player 2 is to move.
Position 0 of 6 (? for help): '''


def step(saved: SavedGame, *typed: str) -> list[int]:
    """Step through saved by typing lines, and then Ctrl-D. Return the numbers
    of the positions at which something was asked."""
    left, positions = list(typed), []

    def read_line(prompt: str = '') -> str:
        """Return the next line."""
        print(prompt)
        positions.append(int(prompt.split()[1]))
        if not left:
            raise EOFError
        return left.pop(0)
    step_through(saved, replay(saved, GAMES), read_line, usable_strategies)
    return positions


@pytest.mark.parametrize('typed, positions', [
    ('/', [0, 1, 2]), ('///////', [0, 1, 2, 3, 4, 5, 6, 6, 6]),
    ('b', [0, 0]), ('/b/b', [0, 1, 0, 0]), ('3/b', [0, 3, 2]),
    ('6/2//b', [0, 6, 2, 3, 2]), ('0', [0, 0]), ('7', [0, 0]),
    ('-1', [0, 0]), ('x', [0, 0]), ('²', [0, 0]), ('1_0', [0, 0]),
    ('9' * 5000, [0, 0]), ('3/back/BACK/ ba ', [0, 3, 2, 1, 0]),
    ('next/n', [0, 1, 2]), ('ne/bac/he', [0, 1, 0, 0]),
    ('help/?/h', [0, 0, 0, 0]), ('\0', [0, 0]),
    ('q/b', [0]), ('2/quit/1', [0, 2]), ('3/ Q/1', [0, 3])])
def test_commands(typed: str, positions: list[int],
                  capsys: CaptureFixture) -> None:
    """Enter goes on, b back, a number there, q away; all else stays."""
    lines = [''] * 2 if typed == '/' else typed.split('/')
    assert step(GAME, *lines) == positions
    # The end of the input ends it, on a line of its own.
    assert capsys.readouterr().out.endswith('\n\n') \
        == (len(positions) > len(lines))


def test_what_is_seen(capsys: CaptureFixture) -> None:
    """The game, each position, and which move of whom led there."""
    step(GAME, '', 'b', 'b', '?', 'x' * 99, '6', '', '6', 'q')
    shown = capsys.readouterr().out
    assert shown.startswith(BEGINNING + '''

What is left: 8

Player 2 chose 4. Player 1 is to move.
Position 1 of 6 (? for help): ''')
    end = shown.split('(? for help): \n')
    assert end[3] == ('There are only the positions 0 to 6.\n'
                      'Position 0 of 6 ')
    assert all(word in end[4] for word in ('Enter ', '\nb ', '\nq ', '\n? '))
    assert end[5] == (f"'{'x' * 40}...' is not a command. Type ? for help.\n"
                      f"Position 0 of 6 ")
    assert end[6] == ('\nWhat is left: 0\n\nPlayer 1 chose 1. Player 1 is the '
                      'winner!\nPosition 6 of 6 ')
    assert end[7].startswith('There are only')
    assert end[8] == 'This is position 6.\nPosition 6 of 6 ' and not end[9]


def test_games_that_are_not_over(capsys: CaptureFixture) -> None:
    """At the last position, the player to move is named, or the tie; players
    and days that are not known are not mentioned."""
    for moves, end in (('a', 'Player 1 chose a. Player 2 is to move.'),
                       ('ay', "Player 2 chose y. It's a tie!")):
        step(SavedGame('t', True, p2='my_own', moves=tuple(moves)), '', '', '',
             'q')
        shown = capsys.readouterr().out
        assert shown.startswith('Tree. Player 2: my_own.\n') and end in shown
    assert 'It\'s a tie!' not in shown.partition('Position 1 of 2')[0]


def test_pictures_that_fail(monkeypatch: MonkeyPatch,
                            capsys: CaptureFixture) -> None:
    """A position that cannot be shown is no reason to stop."""
    def fail(_: Any) -> str:
        """Raise an error."""
        raise KeyError('x')
    monkeypatch.setattr(TreeState, '__str__', fail)
    step(SavedGame('t', True, moves=('a',)), '')
    assert capsys.readouterr().out.count('(This cannot be shown.)') == 2
