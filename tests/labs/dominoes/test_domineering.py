"""Domineering as a Game: its rules, its hooks, and what minimax finds."""
from functools import lru_cache
from typing import Any
import random
import pytest
from labs.dominoes.adversarial_search import DominoesGame, create_dominoes_game
from labs.dominoes.domineering import LARGEST_SIDE, DomineeringGame, \
    DomineeringState, IllegalMoveError, read_board_size
from strategy import Search, iterative_score, recursive_score
from tests.support.strategy_checks import check_rough_outcome, \
    check_strategies

NO_CONTRACTS = pytest.mark.usefixtures('without_contracts')

# Perfect play, rows by columns: V and H win whoever starts, 1 and 2 are the
# first and the second player. Source: the project's list of facts.
WINNERS = ['2HHHH', 'V11HV', 'V11HH', 'VVV1V', 'VHVH2']


@lru_cache(maxsize=None)
def plain_score(rows: tuple[tuple[bool, ...], ...], vertical: bool) -> int:
    """Return the score of a board by exhaustive minimax over all moves."""
    down, right = (1, 0) if vertical else (0, 1)
    best = -1
    for r in range(len(rows) - down):
        for c in range(len(rows[0]) - right):
            if not rows[r][c] and not rows[r + down][c + right]:
                board = [list(row) for row in rows]
                board[r][c] = board[r + down][c + right] = True
                best = max(best, -plain_score(tuple(map(tuple, board)),
                                              not vertical))
    return best


def game_at(board: list[list[bool]], vertical: bool) -> DomineeringGame:
    """Return a game at this position."""
    game = DomineeringGame(vertical, size=1)
    game.current_state = DomineeringState(vertical, DominoesGame(board))
    return game


def random_game(seed: int) -> DomineeringGame:
    """Return a game on a board of up to 4 x 4 squares, some of them filled."""
    rng = random.Random(seed)
    cols, share = rng.randint(1, 4), rng.choice([0.1, 0.3])
    return game_at([[rng.random() < share for _ in range(cols)]
                    for _ in range(rng.randint(1, 4))], rng.random() < 0.5)


def plain(state: DomineeringState) -> int:
    """Return the score of state by exhaustive minimax."""
    board = tuple(map(tuple, state.dominoes.get_board()))
    return plain_score(board, state.p1_turn)


@NO_CONTRACTS
@pytest.mark.parametrize('score', [recursive_score, iterative_score])
@pytest.mark.parametrize('rows, cols', [
    (rows, cols) for rows in range(1, 6) for cols in range(1, 6)])
def test_who_wins(rows: int, cols: int, score: Any) -> None:
    """Minimax finds the winner on every board up to 5 x 5, whoever starts."""
    for vertical in True, False:
        game = DomineeringGame(vertical, size=(rows, cols))
        found = -1
        if not game.is_over(game.current_state):
            found = score(Search(game), game.current_state)
        winner = 'V' if vertical == (found == 1) else 'H'
        expected = WINNERS[rows - 1][cols - 1]
        if expected in '12':
            expected = 'V' if vertical == (expected == '1') else 'H'
        assert winner == expected


@NO_CONTRACTS
@pytest.mark.parametrize('seed', range(40))
def test_hooks(seed: int) -> None:
    """Candidates are the possible moves, known scores are right, and mirror
    images have one key."""
    game = random_game(seed)
    state = game.current_state
    assert sorted(state.candidate_moves()) == state.get_possible_moves()
    assert state.known_score() in (None, plain(state))
    board = state.dominoes.get_board()
    images = [board, board[::-1], [row[::-1] for row in board],
              [row[::-1] for row in board[::-1]]]
    assert {game_at(each, state.p1_turn).current_state.search_key()
            for each in images} == {state.search_key()}


@pytest.mark.parametrize('picture, vertical, score', [
    ('.#../.###', True, -1), ('.#../.###', False, -1),
    ('.#.#../.#.###', True, 1), ('.#..#../.######', False, 1),
    ('../..', True, None)])
def test_scores_known_by_counting(picture: str, vertical: bool,
                                  score: Any) -> None:
    """The player with more dominoes that nobody can prevent wins; if both have
    equally many, the player to move loses."""
    board = [[square == '#' for square in row] for row in picture.split('/')]
    assert game_at(board, vertical).current_state.known_score() == score


@NO_CONTRACTS
@pytest.mark.parametrize('seed', range(40))
def test_good_candidates_first(seed: int) -> None:
    """Candidates are in the order of the number of moves that they leave their
    player, minus the number that they leave the other one."""
    state = random_game(seed).current_state

    def worth(move: Any) -> int:
        """Return the difference of the numbers of moves after this one."""
        dominoes = state.make_move(move).dominoes
        mine, theirs = (len(list(dominoes.legal_moves(way)))
                        for way in (state.p1_turn, not state.p1_turn))
        return mine - theirs

    worths = [worth(move) for move in state.candidate_moves()]
    assert worths == sorted(worths, reverse=True)


@NO_CONTRACTS
def test_equal_keys() -> None:
    """Positions with equal keys have equal scores."""
    scores: dict = {}
    positions = 0
    for seed in range(3000):
        state = random_game(seed).current_state
        key = (state.dominoes.rows, state.dominoes.cols, state.search_key())
        positions += key in scores
        assert scores.setdefault(key, plain(state)) == plain(state)
    assert positions > 100


@NO_CONTRACTS
@pytest.mark.parametrize('seed', range(40))
def test_strategies(seed: int) -> None:
    """All strategies play legal moves, and the exact ones best ones."""
    game = random_game(seed)
    if not game.is_over(game.current_state):
        check_strategies(game, plain)


@NO_CONTRACTS
@pytest.mark.parametrize('seed', range(60))
def test_rough_outcome(seed: int) -> None:
    """It is exact wherever two plies decide, and nowhere else certain."""
    check_rough_outcome(random_game(seed))


def test_states() -> None:
    """Moves leave the old state alone; the picture and the exact description
    tell positions apart."""
    game = DomineeringGame(True, size=(3, 3))
    first = game.current_state
    second = first.make_move((0, 1))
    assert str(second) == '   0 1 2\n0  . # .\n1  . # .\n2  . . .'
    assert repr(second) == 'DomineeringState(False, .#./.#./...)'
    assert second.get_possible_moves() == [(2, 0), (2, 1)]
    assert ', '.join(map(str, second.get_possible_moves())) == '2 0, 2 1'
    assert repr(first) == repr(DomineeringGame(True, size=3).current_state)
    assert second.get_current_player_name() == 'p2'


@pytest.mark.parametrize('move', [
    (0, 0), (2, 2), (-1, 0), (5, 5), (1,), (0, 1, 2), '0 1', 7, None,
    ('0', '1'), (0.0, 1.0), [2, 0]])
def test_wrong_moves(move: Any) -> None:
    """They are not valid, and the error says so."""
    state = DomineeringGame(True, size=3).current_state.make_move((0, 1))
    assert state.is_valid_move(move) is False
    with pytest.raises(IllegalMoveError, match='not a place for a horizontal'):
        state.make_move(move)


@pytest.mark.parametrize('text, move', [
    ('2 3', (2, 3)), ('2,3', (2, 3)), (' 2 , 3 ', (2, 3)), ('(2, 3)', (2, 3)),
    ((2, 3), (2, 3)), ('23', '23'), ('', ''), ('2;3', '2;3'), ('a b', 'a b'),
    ('-1 2', '-1 2'), ('9' * 5000 + ' 1', '9' * 5000 + ' 1'), (None, None)])
def test_str_to_move(text: Any, move: Any) -> None:
    """Two numbers are a move, in each spelling; a move stays the same move."""
    game = DomineeringGame(True, size=4)
    assert game.str_to_move(text) == move
    assert game.str_to_move(game.str_to_move(text)) == move


@pytest.mark.parametrize('answer', [
    '', 'x', '4 x', '3x', '4 5 x', '0 4', '4 0', '-4 4', '3 3 3',
    f'{LARGEST_SIDE + 1} 2', 0, -1, LARGEST_SIDE + 1, '0', '21', '9' * 9999,
    (4,), (0, 4), (4, 5, 6), None, True, 4.5])
def test_wrong_sizes(answer: Any) -> None:
    """The error says what is accepted, in one line."""
    with pytest.raises(ValueError, match='two whole numbers from 1 to') as why:
        read_board_size(answer)
    assert len(str(why.value)) < 150 and '\n' not in str(why.value)


def test_asks_once(monkeypatch: pytest.MonkeyPatch,
                   capsys: pytest.CaptureFixture) -> None:
    """Wrong answers are explained, and the question is asked again."""
    answers = iter(['four', '0 3', '2 3'])
    monkeypatch.setattr('builtins.input', lambda prompt: next(answers))
    state = DomineeringGame(False).current_state
    assert (state.dominoes.rows, state.dominoes.cols) == (2, 3)
    assert not state.p1_turn
    told = capsys.readouterr().out.splitlines()
    assert [line.split(' is ')[0] for line in told] == ["'four'", "'0 3'"]


def test_one_square() -> None:
    """With no room at all, the player to move has lost."""
    game = DomineeringGame(True, size=1)
    assert game.is_over(game.current_state)
    assert game.is_winner('p2') and not game.is_winner('p1')
    assert create_dominoes_game(1, 1).game_over(True)


def test_square_board_by_one_number() -> None:
    """One number means a square board."""
    assert read_board_size('4') == read_board_size(4) == read_board_size((4, 4))
