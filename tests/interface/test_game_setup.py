"""Setting up games: their questions for a size, noted and answered."""
from __future__ import annotations
from typing import Any, Callable
from unittest.mock import patch
import builtins
from pytest import CaptureFixture, MonkeyPatch
import pytest
from game import Game
from game_interface import main, playable_games
from interface.setup import ask_for_game, create_game
from tests.support.broken_games import break_game, fail_with
from tests.support.foreign_games import CountdownGame, TreeGame
from tests.support.game_program import options
from tests.support.odd_games import AskingGame
from tests.support.saved_games import GAMES


class StubbornGame(CountdownGame):
    """A game that no answer can please."""

    def __init__(self, p1_starts: bool) -> None:
        """Ask for ever."""
        while True:
            try:
                input('')
            except Exception:
                print()


# A game without a position.
EMPTY = break_game('__init__', lambda game, p1_starts, size=0: None)


class SizedGame(TreeGame):
    """A game that adds to its size."""

    def __init__(self, p1_starts: bool, size: int = 1) -> None:
        """Add to size."""
        super().__init__(p1_starts)
        self.larger = size + 1


@pytest.mark.parametrize('game_class, sizes, words', [
    (break_game('__init__', fail_with(RuntimeError('no\nboard'))),
     [None, '3'], '__init__ raised RuntimeError: no board, at broken_games.py'),
    (break_game('__init__', fail_with(SystemExit(0))), [None, '3'],
     '__init__ raised SystemExit: 0, at broken_games.py'),
    (EMPTY, [None, '3'], 'BrokenGame lacks current_state'),
    (AskingGame, ['3'], 'Asking takes no --size'),
    (SizedGame, ['3 3'], "Sized has no size '3 3'")])
def test_games_that_cannot_be_made(game_class: type[Game],
                                   sizes: list[str | None], words: str,
                                   capsys: CaptureFixture,
                                   monkeypatch: MonkeyPatch) -> None:
    """If a game cannot be made, with a size or without one, one line says why:
    where its code fails, or that there is no such size. Nothing is asked."""
    monkeypatch.setitem(playable_games, 'b', game_class)
    for size in sizes:
        with pytest.raises(SystemExit) as raised, \
                patch('builtins.input', side_effect=AssertionError):
            main(options(game='b', size=size))
        shown = capsys.readouterr()
        assert (raised.value.code, shown.out) == (2, '')
        assert words in shown.err and shown.err.count('\n') == 1


@pytest.mark.parametrize('game_class, answers, size', [
    (GAMES['h'], ['9', ' 2 '], 2), (GAMES['s'], ['x', '', '30'], 30),
    (GAMES['d'], ['3 4'], '3 4'), (GAMES['x'], ['3'], 3),
    (AskingGame, ['three', '3'], 3), (TreeGame, [], None),
    (CountdownGame, [], None)])
def test_sizes_are_noted(game_class: type[Game], answers: list[str], size: Any,
                         capsys: CaptureFixture) -> None:
    """The answer to a game's question is known, and makes an equal game."""
    with patch('builtins.input', side_effect=answers) as asked:
        game, noted = ask_for_game(game_class, False)
        assert noted == size and asked.call_count == len(answers)
        assert builtins.input is asked
    assert len(capsys.readouterr().out.split('\n')) >= len(answers)
    again = create_game(game_class, False, size)
    assert repr(again.current_state) == repr(game.current_state)
    assert capsys.readouterr().out == ''


@pytest.mark.parametrize('game_class, size, words', [
    (GAMES['h'], 9, '9 is not a possible side length'),
    (GAMES['d'], 'x', "'x' is not a possible size"),
    (GAMES['h'], None, 'Stonehenge needs a size'),
    (AskingGame, 'x', 'bad: x'), (AskingGame, None, 'Asking needs a size'),
    (StubbornGame, 3, 'Stubborn needs a size'),
    (lambda p1_starts: TreeGame(p1_starts), 3, 'takes no size'),
    (EMPTY, 3, 'BrokenGame lacks current_state'),
    (CountdownGame, 3.5j, ''), (CountdownGame, [[]], '')])
def test_wrong_sizes(game_class: Callable, size: Any, words: str,
                     capsys: CaptureFixture) -> None:
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
