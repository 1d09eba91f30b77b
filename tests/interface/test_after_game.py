"""What is said after a game, the review, and another game."""
from pathlib import Path
from typing import Any
from unittest.mock import Mock
import re
from pytest import CaptureFixture, MonkeyPatch
import pytest
from game_interface import playable_games
from interface.after_game import print_result, print_review
from tests.support.foreign_games import TreeGame, TreeState
from tests.support.game_program import options
from tests.support.odd_games import walk_in
from tests.support.typing_player import TypingPlayer, run_here

# A game with a win and a tie.
MISSED_WIN = walk_in({'start': {'x': 'A', 'y': 'B'}, 'A': 'p1', 'B': 'tie'})

# A game, its size, the moves, who has typed them, and what is said at the end.
ENDS = [
    ('s', 13, '4 9', ['p2'],
     "You won.\nPlayer 1's move 1 (4) lost the game: 1 would have won.\n"),
    ('s', 13, '4 9', ['p1', 'p2'],
     "Player 1's move 1 (4) lost the game: 1 would have won.\n"),
    ('s', 13, '4 9', [], ''),
    ('t', None, 'a y', ['p1'],
     "Nobody made a mistake: it's a tie if both play well.\n"),
    ('t', None, 'b y', ['p1'],
     'You lost.\nYour move 1 (b) lost the game: a would have tied.\n'),
    ('t', None, 'a x', ['p1'],
     "You won.\nPlayer 2's move 1 (x) lost the game: y would have tied.\n"),
    ('m', None, 'y', ['p1'],
     'Your move 1 (y) gave away a win: x would have won.\n')]


@pytest.fixture(name='trees', autouse=True)
def add_trees(monkeypatch: MonkeyPatch) -> None:
    """Offer two games whose outcomes are known by hand."""
    monkeypatch.setitem(playable_games, 't', TreeGame)
    monkeypatch.setitem(playable_games, 'm', MISSED_WIN)


@pytest.mark.parametrize('key, size, moves, people, told', ENDS)
def test_what_decided_it(key: str, size: Any, moves: str, people: list[str],
                         told: str, capsys: CaptureFixture) -> None:
    """Those who typed read how it ended, and which move decided it."""
    player = TypingPlayer(key, size)
    player.type(*moves.split())
    player.history.set_players({
        name: 'i' if name in people else 'r' for name in ('p1', 'p2')})
    print_result(player.history)
    assert capsys.readouterr().out == told


def test_review_of_the_program(tmp_path: Path) -> None:
    """--review comes after any game, also one that was over when loaded."""
    done = run_here(tmp_path, options(save='g.txt') + ['--review'])
    review = done.stdout.partition('is the winner!\n')[2]
    moves = re.findall(r'chooses (\w)\.', done.stdout)
    assert re.findall(r': (\w) (?:wins|loses)', review) == moves
    again = run_here(tmp_path, ['--load', 'g.txt', '--review'])
    assert again.stdout.endswith(review)


def test_failing_games(capsys: CaptureFixture, monkeypatch: MonkeyPatch
                       ) -> None:
    """If a game fails, or Ctrl-C stops the search, one line says so."""
    player = TypingPlayer('t', None)
    player.type('b', 'x')
    for error, why in ((KeyError('x'), "The game fails with KeyError: 'x'."),
                       (KeyboardInterrupt(), 'Stopped.')):
        monkeypatch.setattr(TreeState, 'get_possible_moves', Mock(
            side_effect=error))
        print_result(player.history)
        assert capsys.readouterr().out.endswith(
            f'What decided the game is not known. {why}\n')
        print_review(player.history)
        assert capsys.readouterr().out.strip() == f'The review ends here. {why}'
