"""The players that look ahead: bounded minimax and alpha-beta."""
from typing import Any, Callable
import random
import pytest
from HexGame import HexGame
from Minimax import AlphaBetaMinimaxPlayer, BoundedMinimaxPlayer, Node
from tests.support.hex_reference import FACTS, Board, board_of, \
    flood_fill_wins, random_board

pytestmark = pytest.mark.usefixtures('without_contracts')
INFINITY = float('inf')

# Searching this many leaves takes bounded minimax about a second.
MANY_LEAVES = 50_000


class Chooser(random.Random):
    """Records what it has to choose from."""

    def choice(self, seq: Any) -> Any:
        """Return the last one."""
        self.choices = list(seq)
        return seq[-1]


def search(player: BoundedMinimaxPlayer, board: Board, side: str
             ) -> tuple[float, list]:
    """Return the value that player finds at the root, and the moves among
    which it chooses."""
    player._random = chooser = Chooser()
    node = Node(board, None, 0, side)
    if isinstance(player, AlphaBetaMinimaxPlayer):
        value = player.alphaBetaMinimax(node, -INFINITY, INFINITY)
    else:
        value = player.boundedMinimax(node)
    assert player.bestMove == chooser.choices[-1]
    return value, chooser.choices


@pytest.mark.parametrize('fact', FACTS)
def test_searches_of_facts(fact: dict) -> None:
    """Both searches find the values of the facts, and all best moves."""
    game, board = HexGame(fact['size']), board_of(fact['board'])
    for case in fact['minimax']:
        depth, side = case['depth'], case['side']
        best = [tuple(move) for move in case['best']]
        players = [AlphaBetaMinimaxPlayer(game, depth)]
        if fact['moves'] ** depth < MANY_LEAVES:
            players.append(BoundedMinimaxPlayer(game, depth))
        for player in players:
            value, moves = search(player, board, side)
            assert value == case['value']
            assert moves == best


def plain_minimax(game: HexGame, evaluate: Callable, board: Board, side: str,
                  depth: int) -> float:
    """Return the value of board by plain minimax, on lists of lists."""
    if depth == 0 or flood_fill_wins(board, 'B') \
            or flood_fill_wins(board, 'W'):
        return evaluate(board)
    values = [plain_minimax(game, evaluate, game.getNextBoard(
        board, move, side), 'W' if side == 'B' else 'B', depth - 1)
              for move in game.getPossibleMoves(board)]
    return max(values) if side == 'B' else min(values)


@pytest.mark.parametrize('seed', range(36))
def test_alpha_beta_against_minimax(seed: int) -> None:
    """On random boards, to depth 3: the same value and the same best moves,
    with either evaluator; and the value is that of plain minimax."""
    size, depth = 1 + seed % 4, 1 + seed // 4 % 3
    game = HexGame(size)
    board = random_board(seed, size, 0.4)
    if not game.getPossibleMoves(board):
        return
    for evaluator in 'eval', 'betterEval':
        for side in 'BW':
            plain = BoundedMinimaxPlayer(game, depth, evaluator)
            found = search(plain, board, side)
            assert found == search(
                AlphaBetaMinimaxPlayer(game, depth, evaluator), board, side)
            over = game.blackWins(board) or game.whiteWins(board)
            assert found[0] == plain_minimax(game, plain.staticEval, board,
                                             side, 0 if over else depth)


def test_alpha_beta_cuts_off() -> None:
    """It evaluates fewer leaves than bounded minimax does; and an evaluator of
    a subclass gets lists of lists."""
    boards: list = []

    def evaluate(board: Board) -> int:
        """Return a value, and note board."""
        assert isinstance(board, list) and isinstance(board[0], list)
        boards.append(board)
        return sum(row.count('B') * i for i, row in enumerate(board))

    leaves = []
    for kind in BoundedMinimaxPlayer, AlphaBetaMinimaxPlayer:
        subclass = type('Own', (kind,), {'eval': staticmethod(evaluate)})
        player = subclass(HexGame(4), 3)
        player.setSide('B')
        boards.clear()
        assert player.getMove([['-'] * 4 for _ in range(4)])[0] == 3
        leaves.append(len(boards))
    assert leaves[0] == 16 * 15 * 14 > 2 * leaves[1]


@pytest.mark.parametrize('kind', [BoundedMinimaxPlayer,
                                  AlphaBetaMinimaxPlayer])
def test_below_the_root(kind: type) -> None:
    """A node below the root is searched to the same limit, and sets no best
    move; at the limit it is a leaf."""
    game = HexGame(3)
    board = [list('B--'), list('-W-'), list('---')]
    player = kind(game, 2, 'betterEval')

    def value(depth: int) -> float:
        """Return the value of a node with this depth."""
        node = Node(board, (1, 1), depth, 'B')
        if kind is BoundedMinimaxPlayer:
            return player.boundedMinimax(node)
        return player.alphaBetaMinimax(node, -INFINITY, INFINITY)

    assert value(2) == value(5) == player.betterEval(board)
    assert value(1) == plain_minimax(game, player.betterEval, board, 'B', 1)
    assert player.bestMove is None
    assert value(0) == plain_minimax(game, player.betterEval, board, 'B', 2)
    assert player.bestMove is not None


@pytest.mark.parametrize('evaluator', ['eval', 'betterEval'])
def test_chances_are_equal(evaluator: str) -> None:
    """All best moves are chosen, about equally often; a seed repeats them."""
    moves = []
    for _ in range(2):
        player = AlphaBetaMinimaxPlayer(HexGame(2), 1, evaluator, seed=7)
        player.setSide('W')
        moves.append([player.getMove([['-'] * 2 for _ in range(2)])
                      for _ in range(400)])
    assert moves[0] == moves[1]
    best = search(player, [['-'] * 2 for _ in range(2)], 'W')[1]
    assert len(best) > 1 and set(moves[0]) == set(best)
    assert all(moves[0].count(move) > 300 / len(best) for move in best)


@pytest.mark.parametrize('depth, evaluator, words', [
    (0, 'eval', 'the limit is 1 or more'), (-1, 'eval', 'the limit is 1'),
    (2, 'best', 'they are eval and betterEval')])
def test_wrong_players(depth: int, evaluator: str, words: str) -> None:
    """A player looks at least one ply ahead, with one of two evaluators."""
    with pytest.raises(ValueError, match=words):
        AlphaBetaMinimaxPlayer(HexGame(3), depth, evaluator)
