"""The rules of the Hex lab, and the players that look ahead."""
from math import log
from pathlib import Path
from typing import Any, Callable, Iterator
import json
import random
import pytest
import labs.hex
from HexGame import HexGame
from Minimax import AlphaBetaMinimaxPlayer, BoundedMinimaxPlayer, Node
from hex_eval import cells_by_steps, worths
from hex_grid import grid_of

assert labs.hex  # It lets the other modules be found.
NO_CONTRACTS = pytest.mark.usefixtures('without_contracts')
INFINITY = float('inf')
Board = list[list[str]]

# From the project's list of facts, which were found independently.
FACTS = json.loads((Path(__file__).parent / 'data' / 'hex_boards.json')
                   .read_text(encoding='utf-8'))
SHAPES = [(fact, HexGame(fact['size']), [list(row) for row in fact['board']])
          for fact in FACTS]

# Searching this many leaves takes bounded minimax about a second.
MANY_LEAVES = 50_000


def random_board(seed: int, size: int, share: float = 0.5) -> Board:
    """Return a board with about this share of its cells filled."""
    rng = random.Random(seed)
    return [[rng.choice('BW') if rng.random() < share else '-'
             for _ in range(size)] for _ in range(size)]


def around(row: int, col: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the neighbours of a cell: all cells of the 3 x 3 around it but
    two corners."""
    for r in range(max(0, row - 1), min(size, row + 2)):
        for c in range(max(0, col - 1), min(size, col + 2)):
            if (r - row) * (c - col) != 1 and (r, c) != (row, col):
                yield r, c


def flood_fill_wins(board: Board, side: str) -> bool:
    """Return whether side has won, by filling cells one by one."""
    size = len(board)
    filled: set = set()

    def fill(row: int, col: int) -> None:
        """Fill the chain that this cell is in."""
        if board[row][col] == side and (row, col) not in filled:
            filled.add((row, col))
            for cell in around(row, col, size):
                fill(*cell)

    for i in range(size):
        fill(*((i, 0) if side == 'B' else (0, i)))
    return any((i, size - 1) in filled if side == 'B'
               else (size - 1, i) in filled for i in range(size))


@pytest.mark.parametrize('fact, game, board', SHAPES)
def test_rules_of_facts(fact: dict, game: HexGame, board: Board) -> None:
    """Picture, moves, winners, counts and eval of 40 boards are right."""
    game.board = board
    assert str(game) == fact['str']
    assert len(game.getPossibleMoves(board)) == fact['moves']
    assert game.blackWins(board) is fact['blackWins']
    assert game.whiteWins(board) is fact['whiteWins']
    assert game.countConnected(board, 'B') == fact['countB']
    assert game.countConnected(board, 'W') == fact['countW']
    assert BoundedMinimaxPlayer(game, 1).eval(board) == fact['eval']


class Chooser(random.Random):
    """Notes what it has to choose from."""

    def choice(self, seq: Any) -> Any:
        """Return the last one."""
        self.choices = list(seq)
        return seq[-1]


def searched(player: BoundedMinimaxPlayer, board: Board, side: str
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


@NO_CONTRACTS
@pytest.mark.parametrize('fact, game, board', SHAPES)
def test_searches_of_facts(fact: dict, game: HexGame, board: Board) -> None:
    """Both searches find the values of the facts, and all best moves."""
    for case in fact['minimax']:
        depth, side = case['depth'], case['side']
        best = [tuple(move) for move in case['best']]
        players = [AlphaBetaMinimaxPlayer(game, depth)]
        if fact['moves'] ** depth < MANY_LEAVES:
            players.append(BoundedMinimaxPlayer(game, depth))
        for player in players:
            value, moves = searched(player, board, side)
            assert value == case['value']
            assert moves == best


def plain_minimax(game: HexGame, evaluate: Callable, board: Board, side: str,
                  depth: int) -> float:
    """Return the value of board by minimax word by word, on lists of lists."""
    if depth == 0 or flood_fill_wins(board, 'B') \
            or flood_fill_wins(board, 'W'):
        return evaluate(board)
    values = [plain_minimax(game, evaluate, game.getNextBoard(
        board, move, side), 'W' if side == 'B' else 'B', depth - 1)
              for move in game.getPossibleMoves(board)]
    return max(values) if side == 'B' else min(values)


@NO_CONTRACTS
@pytest.mark.parametrize('seed', range(24))
def test_alpha_beta_against_minimax(seed: int) -> None:
    """On random boards, to depth 3: the same value and the same best moves,
    with either evaluator; and the value is that of plain minimax."""
    size, depth = 2 + seed % 3, 1 + seed // 3 % 3
    game = HexGame(size)
    board = random_board(seed, size, 0.4)
    if not game.getPossibleMoves(board):
        return
    for evaluator in 'eval', 'betterEval':
        for side in 'BW':
            plain = BoundedMinimaxPlayer(game, depth, evaluator)
            found = searched(plain, board, side)
            assert found == searched(
                AlphaBetaMinimaxPlayer(game, depth, evaluator), board, side)
            over = game.blackWins(board) or game.whiteWins(board)
            assert found[0] == plain_minimax(game, plain.staticEval, board,
                                             side, 0 if over else depth)


@NO_CONTRACTS
def test_alpha_beta_leaves_something_out() -> None:
    """It values fewer leaves than bounded minimax does."""
    leaves = {}
    for kind in BoundedMinimaxPlayer, AlphaBetaMinimaxPlayer:
        player = kind(HexGame(4), 3)
        boards: list = []
        player.staticEval = lambda board, seen=boards: seen.append(board) \
            or sum(row.count('B') * i for i, row in enumerate(board))
        player.setSide('B')
        player.getMove([['-'] * 4 for _ in range(4)])
        leaves[kind] = len(boards)
    assert leaves[BoundedMinimaxPlayer] == 16 * 15 * 14
    assert leaves[AlphaBetaMinimaxPlayer] < 16 * 15 * 14 / 2


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


@pytest.mark.parametrize('rows, value', [
    (['BWB', 'WBW', 'BWB'], 100), (['BBB', '---', '---'], 100),
    (['W--', 'W--', 'W--'], -100), (['B'], 100), (['W'], -100)])
@pytest.mark.parametrize('side', 'BW')
def test_game_is_over_at_node(rows: list[str], value: int, side: str) -> None:
    """Where somebody has won, the value says so, whoever is to move, at the
    root and below."""
    for depth in 0, 1, 3:
        node = Node([list(row) for row in rows], None, depth, side)
        game = HexGame(len(rows))
        assert BoundedMinimaxPlayer(game, 2).boundedMinimax(node) == value
        assert AlphaBetaMinimaxPlayer(game, 2, 'betterEval') \
            .alphaBetaMinimax(node, -INFINITY, INFINITY) == value


def test_evaluator_of_a_subclass() -> None:
    """An eval of a subclass is the one in use, and gets lists of lists."""
    class Cornered(AlphaBetaMinimaxPlayer):
        """Wants a corner."""

        def eval(self, board: Board) -> float:
            """Return whether Black has it."""
            assert isinstance(board, list) and isinstance(board[0], list)
            return int(board[2][2] == 'B')

    player = Cornered(HexGame(3), 1)
    player.setSide('B')
    assert player.getMove([['-'] * 3 for _ in range(3)]) == (2, 2)


@NO_CONTRACTS
@pytest.mark.parametrize('evaluator', ['eval', 'betterEval'])
def test_chances_are_equal(evaluator: str) -> None:
    """Every best move is chosen, about as often; a seed repeats the choices."""
    moves = []
    for _ in range(2):
        player = AlphaBetaMinimaxPlayer(HexGame(2), 1, evaluator, seed=7)
        player.setSide('W')
        moves.append([player.getMove([['-'] * 2 for _ in range(2)])
                      for _ in range(400)])
    assert moves[0] == moves[1]
    best = searched(player, [['-'] * 2 for _ in range(2)], 'W')[1]
    assert len(best) > 1 and set(moves[0]) == set(best)
    assert all(moves[0].count(move) > 300 / len(best) for move in best)


@pytest.mark.parametrize('depth', [0, -1])
def test_wrong_depth(depth: int) -> None:
    """A player looks at least one ply ahead."""
    with pytest.raises(ValueError, match='the limit is 1 or more'):
        AlphaBetaMinimaxPlayer(HexGame(3), depth)


def test_wrong_evaluator() -> None:
    """The error says which evaluators there are."""
    with pytest.raises(ValueError, match='they are eval and betterEval'):
        BoundedMinimaxPlayer(HexGame(3), 2, 'best')


# === The rules ===

@NO_CONTRACTS
@pytest.mark.parametrize('size', range(1, 9))
def test_winners(size: int) -> None:
    """Who has joined its sides is as a flood fill says; on a full board it is
    always exactly one of the two."""
    game, grid = HexGame(size), grid_of(size)
    for seed in range(60):
        board = random_board(seed, size, random.Random(seed).uniform(0.5, 1))
        black, white = grid.sets(board)
        assert grid.board(black, white) == board
        assert game.blackWins(board) == grid.joins('B', black) \
            == flood_fill_wins(board, 'B')
        assert game.whiteWins(board) == grid.joins('W', white) \
            == flood_fill_wins(board, 'W')
        full = random_board(seed, size, 1.0)
        assert game.blackWins(full) != game.whiteWins(full)


def test_neighbors() -> None:
    """Up to six, in both representations of the board."""
    for size in 1, 2, 5:
        game, grid = HexGame(size), grid_of(size)
        for row in range(size):
            for col in range(size):
                expected = list(around(row, col, size))
                assert sorted(game.getNeighbors(row, col)) == expected
                near = grid.neighbors[grid.cell(row, col)]
                assert [grid.place(1 << i) for i in range(near.bit_length())
                        if near >> i & 1] == expected


@NO_CONTRACTS
@pytest.mark.parametrize('size', [0, -1, 2.5, '3', None])
def test_wrong_sizes(size: Any) -> None:
    """One clear line says what is accepted."""
    with pytest.raises(ValueError, match='whole number above 0') as error:
        HexGame(size)
    assert '\n' not in str(error.value)


def test_one_cell() -> None:
    """On 1 x 1, the only piece wins for whoever places it."""
    game = HexGame(1)
    assert not game.blackWins([['-']]) and not game.whiteWins([['-']])
    assert game.blackWins([['B']]) and not game.whiteWins([['B']])
    assert game.whiteWins([['W']]) and not game.blackWins([['W']])
    for kind in BoundedMinimaxPlayer, AlphaBetaMinimaxPlayer:
        player = kind(game, 3, 'betterEval')
        player.setSide('B')
        assert player.getMove([['-']]) == (0, 0)


@pytest.mark.parametrize('move', [(0, 0), (-1, 0), (0, -1), (2, 0), (0, 2)])
def test_wrong_moves(move: tuple) -> None:
    """A cell that is taken or outside raises ValueError and changes nothing."""
    game = HexGame(2)
    board = [['B', '-'], ['-', '-']]
    with pytest.raises(ValueError):
        game.getNextBoard(board, move, 'W')
    assert board == [['B', '-'], ['-', '-']]


@pytest.mark.parametrize('side', ['-', 'X', 'b', ''])
def test_wrong_side(side: str) -> None:
    """Only B and W can move."""
    with pytest.raises(ValueError, match='they are B and W'):
        HexGame(2).getNextBoard(HexGame(2).board, (0, 0), side)


def test_next_board() -> None:
    """It is a new one, and the old one stays as it is."""
    game = HexGame(2)
    after = game.getNextBoard(game.board, (0, 1), 'W')
    assert after == [['-', 'W'], ['-', '-']]
    after[1][1] = 'B'
    assert game.board == [['-', '-'], ['-', '-']]
    assert game.getPossibleMoves(after) == [(0, 0), (1, 0)]


@pytest.mark.parametrize('size', [1, 2, 12])
def test_picture_of_any_size(size: int) -> None:
    """The letters of "black" stand once at each end, blanks below them."""
    lines = str(HexGame(size)).split('\n')
    assert lines[0] == '' and lines[1] == ' ' * size + 'white'
    assert lines[-1] == ' ' * 2 * size + 'white' and len(lines) == size + 3
    for i, line in enumerate(lines[2:-1]):
        letter = ('black' + ' ' * size)[i]
        assert line == ' ' * i + letter + '  ' + ' '.join('-' * size) \
            + '  ' + letter


# === The evaluator ===

def plain_distances(board: Board, side: str) -> dict:
    """Return the empty cells with the sum of their two-distances from both
    sides of side minus 2, by the definition, on lists of lists."""
    size = len(board)
    empty = [(r, c) for r in range(size) for c in range(size)
             if board[r][c] == '-']

    def reached(row: int, col: int, seen: set) -> set:
        """Return what is next to a cell, also across pieces of side: empty
        cells, and the numbers of sides of the board."""
        found = {0} if (col if side == 'B' else row) == 0 else set()
        found |= {1} if (col if side == 'B' else row) == size - 1 else set()
        for r, c in around(row, col, size):
            if board[r][c] == '-':
                found.add((r, c))
            elif board[r][c] == side and (r, c) not in seen:
                seen.add((r, c))
                found |= reached(r, c, seen)
        return found

    near = {cell: reached(*cell, set()) - {cell} for cell in empty}
    sums = dict.fromkeys(empty, 0.0)
    for goal in 0, 1:
        far = {cell: 1.0 if goal in near[cell] else INFINITY for cell in empty}
        for _ in empty:
            for cell in empty:
                others = sorted(far[each] for each in near[cell]
                                if each in far)
                if len(others) > 1:
                    far[cell] = min(far[cell], others[1] + 1)
        for cell in empty:
            sums[cell] += far[cell] - 1
    return {cell: steps for cell, steps in sums.items() if steps < INFINITY}


@NO_CONTRACTS
@pytest.mark.parametrize('seed', range(60))
def test_two_distances(seed: int) -> None:
    """They are as the definition says, for both sides."""
    size = 1 + seed % 6
    grid, board = grid_of(size), random_board(seed, size, 0.35)
    black, white = grid.sets(board)
    if grid.joins('B', black) or grid.joins('W', white):
        return
    for side, own, theirs in ('B', black, white), ('W', white, black):
        by_steps = cells_by_steps(grid, side, own, theirs)
        found = {grid.place(1 << i): steps
                 for steps, cells in enumerate(by_steps)
                 for i in range(cells.bit_length()) if cells >> i & 1}
        assert found == plain_distances(board, side)


@pytest.mark.parametrize('seed', range(20))
def test_better_eval_is_fair(seed: int) -> None:
    """Exchange the colours and the sides, and the value is the negative one;
    it is less than that of a win."""
    size = 2 + seed % 5
    player = BoundedMinimaxPlayer(HexGame(size), 1)
    board = random_board(seed, size, 0.3)
    exchanged = [[{'B': 'W', 'W': 'B', '-': '-'}[board[col][row]]
                  for col in range(size)] for row in range(size)]
    value = player.betterEval(board)
    assert player.betterEval(exchanged) == pytest.approx(-value)
    over = flood_fill_wins(board, 'B') or flood_fill_wins(board, 'W')
    assert (abs(value) == 100) is over


def test_better_eval_by_hand() -> None:
    """On 2 x 2 with Black in a corner, two cells join Black's sides, one more
    is a step further away, and White has no way that cannot be stopped, only
    hope."""
    player = BoundedMinimaxPlayer(HexGame(2), 1)
    hope = 0.6 ** 6
    assert player.betterEval([list('-B'), list('--')]) \
        == pytest.approx(log((2 + 0.6 + hope) / hope) / log(1 / 0.6))
    assert player.betterEval([['B', 'B'], ['-', '-']]) == 100
    assert player.betterEval([['W', '-'], ['W', 'B']]) == -100
    assert player.betterEval([['-', '-'], ['-', '-']]) == 0


def test_worths_by_hand() -> None:
    """On the empty board of 2 x 2, the cells of the short diagonal are a step
    from joining the sides of either player, and the others two. A cell that is
    worth nothing is left out."""
    grid = grid_of(2)
    found = worths(cells_by_steps(grid, 'B', 0, 0),
                   cells_by_steps(grid, 'W', 0, 0))
    assert {grid.place(cell): worth for cell, worth in found.items()} \
        == pytest.approx({(0, 1): 1.2, (1, 0): 1.2, (0, 0): 0.72, (1, 1): 0.72})
    assert worths(cells_by_steps(grid, 'W', 0, grid.cell(0, 1))) == {}
