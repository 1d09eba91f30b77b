"""Domineering in the text interface, and what minimax finds out about it."""
from functools import lru_cache
from subprocess import PIPE, STDOUT, run
from typing import Any
import random
import sys
import pytest
from labs.dominoes.adversarial_search import DominoesGame, create_dominoes_game
from labs.dominoes.domineering import LARGEST_SIDE, DomineeringGame, \
    DomineeringState, IllegalMoveError, checked_size
from strategy import Search, iterative_score, recursive_score
from tests.strategy_checks import check_strategies
from tests.test_mixing import TOP

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
    """Return a game that has come to this position."""
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
    """Every board up to 5 x 5, both starters."""
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
    """1 just if some move wins at once, -1 just if every move lets the other
    player win at once, or there is none."""
    def over(state: DomineeringState) -> bool:
        """Return whether there are no moves."""
        return not state.get_possible_moves()

    def wins(state: DomineeringState) -> bool:
        """Return whether some move ends the game."""
        return any(over(state.make_move(move))
                   for move in state.get_possible_moves())

    state = random_game(seed).current_state
    moves = state.get_possible_moves()
    rough = state.rough_outcome()
    assert isinstance(rough, float) and -1 <= rough <= 1
    if wins(state):
        assert rough == 1
    else:
        lost = all(wins(state.make_move(move)) for move in moves)
        assert (rough == -1) is lost


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
    (0, 0), (2, 2), (-1, 0), (5, 5), (1,), (0, 1, 2), '0 1', 7, None, ('0', '1'),
    (0.0, 1.0), [2, 0]])
def test_wrong_moves(move: Any) -> None:
    """They are not valid, and the error says what they are not."""
    state = DomineeringGame(True, size=3).current_state.make_move((0, 1))
    assert state.is_valid_move(move) is False
    with pytest.raises(IllegalMoveError, match='no place for a horizontal'):
        state.make_move(move)


@pytest.mark.parametrize('text, move', [
    ('2 3', (2, 3)), ('2,3', (2, 3)), (' 2 , 3 ', (2, 3)), ('(2, 3)', (2, 3)),
    ((2, 3), (2, 3)), ('23', '23'), ('', ''), ('2;3', '2;3'), ('a b', 'a b'),
    ('-1 2', '-1 2'), ('9' * 5000 + ' 1', '9' * 5000 + ' 1'), (None, None)])
def test_str_to_move(text: Any, move: Any) -> None:
    """Two numbers, however they are written; a move stays the same move."""
    game = DomineeringGame(True, size=4)
    assert game.str_to_move(text) == move
    assert game.str_to_move(game.str_to_move(text)) == move


@pytest.mark.parametrize('answer', [
    '', 'x', '4 x', '0 4', '4 0', '-4 4', '3 3 3', f'{LARGEST_SIDE + 1} 2',
    0, -1, LARGEST_SIDE + 1, '0', '21', (4,), (0, 4), (4, 5, 6), None, 4.5])
def test_wrong_sizes(answer: Any) -> None:
    """The error says what is accepted."""
    with pytest.raises(ValueError, match='two whole numbers from 1 to'):
        checked_size(answer)


def test_asks_once(monkeypatch: pytest.MonkeyPatch,
                   capsys: pytest.CaptureFixture) -> None:
    """Wrong answers are explained, and the question asked again."""
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
    """One number stands for both."""
    assert checked_size('4') == checked_size(4) == checked_size((4, 4))


def play(*arguments: str, text: str = '') -> tuple[int, str]:
    """Return the exit status and the output of `python3 -m labs`."""
    done = run([sys.executable, '-m', 'labs', *arguments], cwd=TOP, text=True,
               input=text, stdout=PIPE, stderr=STDOUT, timeout=60, check=False)
    return done.returncode, done.stdout


def test_text_interface() -> None:
    """The labs' games and the core's are played by one program."""
    status, shown = play(text='d\nmi\nr\ny\n4 4\n')
    assert status == 0 and shown.endswith('Player 1 is the winner!\n')
    assert 'd = Domineering' in shown and 's = Subtract Square' in shown
    status, shown = play('--game', 's', '--p1', 'mr', '--p2', 'r', '--first',
                         '1', '--size', '30')
    assert status == 0 and shown.endswith('is the winner!\n')
    status, shown = play('--game', 'd', '--p1', 'i', '--p2', 'mr', '--first',
                         '1', '--size', '2', text='9 9\n\n0 1\n')
    assert "'9 9' is no place for a vertical domino" in shown
    assert status == 0 and shown.endswith('Player 1 is the winner!\n')
    status, shown = play('--game', 'd', '--size', '0')
    assert status == 2 and shown.count('\n') == 1
    assert shown.startswith('python3 -m labs: ')
