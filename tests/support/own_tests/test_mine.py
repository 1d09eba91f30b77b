"""A student's own tests, which notice each of the known faults."""
from unittest import TestCase
from unittest.mock import patch
from game import Game
from stonehenge import StonehengeGame
from strategy import iterative_minimax_strategy, recursive_minimax_strategy
from subtract_square_game import SubtractSquareGame

MINIMAX = recursive_minimax_strategy, iterative_minimax_strategy


def play(size: int, moves: str = '') -> Game:
    """Return a game of Stonehenge after moves."""
    with patch('builtins.input', return_value=str(size)):
        game = StonehengeGame(True)
    for move in moves:
        game.current_state = game.current_state.make_move(move)
    return game


def markers(size: int, moves: str) -> str:
    """Return what the picture shows after moves, without blanks and strokes.
    """
    return ''.join(token for token in str(
        play(size, moves).current_state).split() if token not in '-/\\')


class TestStonehenge(TestCase):
    """Tests of StonehengeGame and its states."""

    def test_claims(self) -> None:
        """Half of a ley-line claims it, rounded up, and for good."""
        self.assertEqual(markers(2, 'A'), '1@11B@@CDE@FG@@@')
        self.assertEqual(markers(2, 'AC'), '1@11B@@2DE@FG@2@')
        self.assertEqual(markers(2, 'AB'), '1@112@@CDE@FG2@@')
        self.assertEqual(markers(2, 'CD'), '1@@AB@@12E@FG@1@')

    def test_moves(self) -> None:
        """Players take turns. A cell is taken once, and no more at the end."""
        state = play(2).current_state
        self.assertNotEqual(state.p1_turn, state.make_move('A').p1_turn)
        with self.assertRaises(ValueError):
            play(2, 'AA')
        game = play(1, 'A')
        self.assertEqual(game.current_state.get_possible_moves(), [])
        self.assertTrue(game.is_over(game.current_state))
        self.assertTrue(game.is_winner('p1'))

    def test_texts(self) -> None:
        """Small letters are moves, too."""
        self.assertEqual(play(1).str_to_move(' b '), 'B')

    def test_estimate(self) -> None:
        """A win with the next move is seen."""
        self.assertEqual(play(1).current_state.rough_outcome(), 1)


def test_minimax() -> None:
    """Both make the move that wins, and leave the game as it was."""
    for strategy in MINIMAX:
        with patch('builtins.input', return_value='28'):
            game = SubtractSquareGame(True)
        before = game.current_state
        assert strategy(game) == 16
        assert game.current_state is before
