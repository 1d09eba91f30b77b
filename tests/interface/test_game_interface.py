"""GameInterface itself, with games and strategies of all kinds."""
from typing import Any
from unittest.mock import Mock, patch
import re
from pytest import CaptureFixture, MonkeyPatch
import pytest
from game_interface import GameInterface
from stonehenge import StonehengeGame
from strategy import interactive_strategy, random_strategy, \
    rough_outcome_strategy
from subtract_square_game import SubtractSquareGame
from tests.support.foreign_games import TreeGame, TreeState


def play_tree(*answers: str) -> None:
    """Have two people walk through the tree, who type answers."""
    with patch('builtins.input', side_effect=answers):
        GameInterface(TreeGame, interactive_strategy,
                      interactive_strategy).play()


@pytest.mark.parametrize('game_class, size, asks', [
    (StonehengeGame, '2', 'Enter the side length of the board'),
    (SubtractSquareGame, '30', 'Enter the whole number to subtract from')])
@pytest.mark.parametrize('starts, first', [('y', 1), ('n', 2)])
def test_asks_in_order(game_class: type, size: str, asks: str, starts: str,
                       first: int, capsys: CaptureFixture) -> None:
    """GameInterface asks who starts, then the game asks for its size; then a
    game between two strategies asks nothing more."""
    with patch('builtins.input', side_effect=[starts, size]) as asked:
        GameInterface(game_class, random_strategy,
                      rough_outcome_strategy).play()
    questions = [each.args[0] for each in asked.call_args_list]
    assert questions[0].startswith('Does player 1 start?')
    assert questions[1].startswith(asks) and len(questions) == 2
    mover = re.search('Player (.) is to move', capsys.readouterr().out)[1]
    assert mover == str(first)


def test_tie(capsys: CaptureFixture) -> None:
    """A game that nobody wins ends in a tie, which is said."""
    play_tree('y', 'a', 'y')
    assert capsys.readouterr().out == (
        'Walk through the tree.\n'
        '\nSomewhere in the tree\n'
        '\nPlayer 1 is to move. Possible moves: b, c, a\n'
        'Player 1 chooses a.\n'
        '\nSomewhere in the tree\n'
        '\nPlayer 2 is to move. Possible moves: x, y\n'
        'Player 2 chooses y.\n'
        "\nSomewhere in the tree\n\nIt's a tie!\n")


@pytest.mark.parametrize('answers, winner', [('y a x', 1), ('y b y', 2)])
def test_winner(answers: str, winner: int, capsys: CaptureFixture) -> None:
    """The winner is whoever the game says, whoever moved last."""
    play_tree(*answers.split())
    assert capsys.readouterr().out.endswith(
        f'\nPlayer {winner} is the winner!\n')


@pytest.mark.parametrize('error', [
    ValueError(), ValueError('There is no such way'), KeyError('z'),
    IndexError(), TypeError('no'), AttributeError('no'), AssertionError(),
    RuntimeError('no'), ZeroDivisionError(), NotImplementedError(),
    StopIteration(), OSError('no'), Exception('no')])
def test_wrong_move_in_foreign_game(error: Exception, monkeypatch: MonkeyPatch,
                                    capsys: CaptureFixture) -> None:
    """Somebody else's game may raise what it likes at a wrong move: the player
    is told in one line, and asked again."""
    make_move = TreeState.make_move

    def make_no_wrong_move(state: TreeState, move: Any) -> TreeState:
        """Raise error if there is no such move."""
        if not state.is_valid_move(move):
            raise error
        return make_move(state, move)
    monkeypatch.setattr(TreeState, 'make_move', make_no_wrong_move)
    play_tree('y', 'z', 'a', 'y')
    shown = capsys.readouterr().out
    told = re.search(r'Possible moves: b, c, a\n(.*)\nPlayer 1 chooses a\.\n',
                     shown)[1]
    assert told.endswith('. Possible moves: b, c, a')
    assert 'There is no such way' in told \
        or "'z' is not a possible move here" in told
    assert shown.endswith("It's a tie!\n")


def test_interrupted_at_a_wrong_move(monkeypatch: MonkeyPatch) -> None:
    """Ctrl-C while somebody else's game looks at a wrong move is still one."""
    monkeypatch.setattr(TreeState, 'make_move',
                        Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt), \
            patch('builtins.input', side_effect=['z', 'a']):
        interactive_strategy(TreeGame(True))
