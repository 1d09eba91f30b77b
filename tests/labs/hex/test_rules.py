"""The rules of HexGame, on lists of lists and on sets of cells."""

from typing import Any
import random
import pytest
from HexGame import HexGame
from Minimax import BoundedMinimaxPlayer
from hex_grid import grid_of
from tests.support.hex_reference import (
    FACTS,
    board_of,
    flood_fill_wins,
    random_board,
)

NO_CONTRACTS = pytest.mark.usefixtures('without_contracts')


@pytest.mark.parametrize('fact', FACTS)
def test_rules_of_facts(fact: dict) -> None:
    """Picture, moves, winners, counts and eval of 40 boards are right."""
    game = HexGame(fact['size'])
    board = board_of(fact['board'])
    game.board = board
    assert str(game) == fact['str']
    assert len(game.getPossibleMoves(board)) == fact['moves']
    assert game.blackWins(board) is fact['blackWins']
    assert game.whiteWins(board) is fact['whiteWins']
    assert game.countConnected(board, 'B') == fact['countB']
    assert game.countConnected(board, 'W') == fact['countW']
    assert BoundedMinimaxPlayer(game, 1).eval(board) == fact['eval']


@NO_CONTRACTS
@pytest.mark.parametrize('size', range(1, 9))
def test_winners(size: int) -> None:
    """A flood fill finds the winner; on a full board, there is one."""
    game = HexGame(size)
    grid = grid_of(size)
    for seed in range(60):
        board = random_board(seed, size, random.Random(seed).uniform(0.5, 1))
        black, white = grid.sets_of(board)
        assert grid.board_of(black, white) == board
        assert (
            game.blackWins(board)
            == grid.joins('B', black)
            == flood_fill_wins(board, 'B')
        )
        assert (
            game.whiteWins(board)
            == grid.joins('W', white)
            == flood_fill_wins(board, 'W')
        )
        full = random_board(seed, size, 1.0)
        assert game.blackWins(full) != game.whiteWins(full)


@NO_CONTRACTS
@pytest.mark.parametrize('size', [0, -1, 2.5, '3', None, True])
def test_wrong_sizes(size: Any) -> None:
    """One clear line says what is accepted."""
    with pytest.raises(ValueError, match='whole number above 0') as error:
        HexGame(size)
    assert '\n' not in str(error.value)


@pytest.mark.parametrize(
    'move, side',
    [
        ((0, 0), 'W'),
        ((-1, 0), 'W'),
        ((0, -1), 'W'),
        ((2, 0), 'W'),
        ((0, 2), 'W'),
        *[((0, 1), side) for side in ('-', 'X', 'b', '')],
    ],
)
def test_wrong_moves(move: tuple, side: str) -> None:
    """A cell or side that is wrong raises ValueError and changes nothing."""
    board = [['B', '-'], ['-', '-']]
    words = None if side == 'W' else 'they are B and W'
    with pytest.raises(ValueError, match=words):
        HexGame(2).getNextBoard(board, move, side)
    assert board == [['B', '-'], ['-', '-']]
