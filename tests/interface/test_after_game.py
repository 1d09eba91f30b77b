"""What is said after a game, the review, and another game."""
from __future__ import annotations
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch
import re
from pytest import CaptureFixture, MonkeyPatch
import pytest
from game_interface import GameInterface, playable_games
from interface.after_game import print_result, print_review
from strategy import interactive_strategy
from tests.support.foreign_games import TreeGame, TreeState
from tests.support.game_program import command, options
from tests.support.odd_games import walk_in
from tests.support.terminal import KEYS, StartTerminal, lines
from tests.support.typing_player import TypingPlayer, run_here

# A game with a win and a tie.
MISSED_WIN = walk_in({'start': {'x': 'A', 'y': 'B'}, 'A': 'p1', 'B': 'tie'})

# A game, its size, the moves, who has typed them, and what is said at the end.
ENDS = [
    ('s', 13, '4 9', ['p1'],
     'You lost.\nYour move 1 (4) lost the game: 1 would have won.\n'),
    ('s', 13, '4 9', ['p2'],
     "You won.\nPlayer 1's move 1 (4) lost the game: 1 would have won.\n"),
    ('s', 13, '4 9', ['p1', 'p2'],
     "Player 1's move 1 (4) lost the game: 1 would have won.\n"),
    ('s', 13, '4 9', [], ''),
    ('s', 2, '1 1', ['p1'], 'You lost.\nNobody made a mistake: Player 2 could '
                            'win from the start.\n'),
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
    """Players read how it has ended, and which move lost it or gave a win away,
    in their own terms; nobody does if two programs have played."""
    player = TypingPlayer(key, size)
    player.type(*moves.split())
    player.interface.session.people = people
    capsys.readouterr()
    print_result(player.interface.session)
    assert capsys.readouterr().out == told


@pytest.mark.parametrize('typed, end', [
    ('a y', "It's a tie!"), ('a x', 'Player 1 is the winner!'),
    ('b y', 'Player 2 is the winner!')])
def test_last_line(typed: str, end: str, capsys: CaptureFixture) -> None:
    """The winner is whoever the game says, whoever moved last; a game that
    nobody wins ends in a tie."""
    with patch('builtins.input', side_effect=typed.split()):
        GameInterface(TreeGame, interactive_strategy, interactive_strategy,
                      True).play()
    assert capsys.readouterr().out.endswith(
        f'chooses {typed[-1]}.\n\nSomewhere in the tree\n\n{end}\n')


def test_review(capsys: CaptureFixture) -> None:
    """A review has a line for each move, and what would have been better."""
    player = TypingPlayer('t', None)
    player.type('b', 'x')
    capsys.readouterr()
    print_review(player.interface.session)
    assert capsys.readouterr().out == (
        '1. Player 1: b loses; a would have tied\n'
        '   Player 2: x loses; y would have won\n')


def test_review_of_the_program(tmp_path: Path) -> None:
    """--review comes after a game, also one between programs, and after one
    that was over when it was loaded."""
    done = run_here(tmp_path, options(save='g.txt') + ['--review'])
    review = done.stdout.partition('is the winner!\n')[2]
    moves = re.findall(r'chooses (\w)\.', done.stdout)
    assert re.findall(r': (\w) (?:wins|loses)', review) == moves
    again = run_here(tmp_path, ['--load', 'g.txt', '--review'])
    assert again.stdout.endswith(review)


def test_failing_games(capsys: CaptureFixture, monkeypatch: MonkeyPatch
                       ) -> None:
    """If somebody's game fails at a position that nobody has met, or Ctrl-C
    stops the search, one line says so; what was shown of a review stays."""
    player = TypingPlayer('t', None)
    player.type('b', 'x')
    for error, why in ((KeyError('x'), "The game fails with KeyError: 'x'."),
                       (KeyboardInterrupt(), 'Stopped.')):
        monkeypatch.setattr(TreeState, 'get_possible_moves', Mock(
            side_effect=error))
        capsys.readouterr()
        print_result(player.interface.session)
        assert capsys.readouterr().out.endswith(
            f'What decided the game is not known. {why}\n')
        print_review(player.interface.session)
        assert capsys.readouterr().out.strip() == f'The review ends here. {why}'


def play_badly(terminal: Any) -> None:
    """Play a game of Subtract Square from 2, which player 1 loses."""
    terminal.wait_for('Enter a move')
    terminal.type(lines('1'))
    terminal.wait_for('Play again?')


@pytest.mark.parametrize('leave', [b'no\n', b'quit\n', KEYS['^D']],
                         ids=['no', 'quit', 'Ctrl-D'])
def test_play_again(leave: bytes, start: StartTerminal, tmp_path: Path) -> None:
    """After a game, a player at a terminal may play again, with sides swapped
    or not, review, or leave, by Ctrl-D too; the exit status is 0. The file of a
    game is not overwritten by the next one."""
    terminal = start(command(*options(game='s', size=2, p1='i',
                                      save='g.txt')))
    play_badly(terminal)
    saved = (tmp_path / 'g.txt').read_text(encoding='utf-8')
    assert 'You lost.\nNobody made a mistake' in terminal.screen
    terminal.type(lines('review'))
    terminal.wait_for('Play again?')
    assert '1. Player 1: 1 loses\n   Player 2: 1 wins\n' in terminal.screen
    for line, told in (('What?', "'What?' is not one of the answers"),
                       ('back', 'No move is known to have decided the game'),
                       ('hint', 'The game is over.')):
        terminal.type(lines(line))
        terminal.wait_for('Play again?')
        assert told in terminal.screen
    terminal.type(lines('undo'))
    play_badly(terminal)
    terminal.type(lines('Y'))
    play_badly(terminal)
    terminal.type(lines('s'))
    # Now the program is player 1, and starts.
    terminal.wait_for('Enter a move')
    assert terminal.screen.endswith('Possible moves: 1\nEnter a move (? for '
                                    'help): ')
    terminal.type(lines('1'))
    terminal.wait_for('Play again?')
    assert terminal.screen.count('You won.') == 1
    terminal.type(leave)
    terminal.wait_for_end()
    assert terminal.status == 0
    assert terminal.screen.count('You lost.') == 3
    assert 'The new game is not saved yet' in terminal.screen
    assert (tmp_path / 'g.txt').read_text(encoding='utf-8') == saved
