"""Hex as a game of the core, and what minimax finds out about it."""
from subprocess import PIPE, STDOUT, run
from typing import Any, Optional
import random
import sys
import pytest
from hex_for_core import Hex, HexState, NotEmptyError, Place
from hex_grid import grid_of, single_cells
from strategy import Search, iterative_score, recursive_score
from tests.support.hex_reference import Rows, plain_score
from tests.support.strategy_checks import check_rough_outcome, \
    check_strategies
from tests.support.programs import TOP

NO_CONTRACTS = pytest.mark.usefixtures('without_contracts')

# The winning first moves of Black. Source: the project's list of facts, which
# has the numbers for 2 and 3, and the cells for 4.
WINNING = {1: 'a1', 2: 'a2 b1', 3: 5, 4: 'a4 b3 c2 d1'}


def rows_of(state: HexState) -> Rows:
    """Return the board of state as lines of text."""
    return tuple(map(''.join, state.grid.board_of(state.black, state.white)))


def plain(state: HexState) -> int:
    """Return the score of state by exhaustive minimax."""
    if state.winner:
        return 1 if state.winner == state.get_current_player_name() else -1
    return plain_score(rows_of(state), 'B' if state.p1_turn else 'W')


def random_state(seed: int, size: Optional[int] = None) -> HexState:
    """Return a position after some random moves, on a board of up to 4 x 4
    cells, with at most ten of them empty."""
    rng = random.Random(seed)
    size = size or rng.randint(1, 4)
    state = Hex(rng.random() < 0.5, size=size).current_state
    moves = rng.randint(max(0, size * size - 10), size * size)
    for _ in range(moves):
        if not state.winner:
            state = state.make_move(rng.choice(state.get_possible_moves()))
    return state


def game_at(state: HexState) -> Hex:
    """Return a game that has reached state."""
    game = Hex(state.p1_turn, size=state.grid.size)
    game.current_state = state
    return game


@NO_CONTRACTS
@pytest.mark.parametrize('score', [recursive_score, iterative_score])
@pytest.mark.parametrize('size', WINNING)
def test_first_player_wins(size: int, score: Any) -> None:
    """Minimax proves the first player's win, and finds exactly the winning
    first moves. White's are Black's, mirrored in the long diagonal."""
    for starts in True, False:
        game = Hex(starts, size=size)
        search, state = Search(game), game.current_state
        assert score(search, state) == 1
        found = []
        for move in state.get_possible_moves():
            after = state.make_move(move)
            if after.winner or score(search, after) == -1:
                found.append(move if starts else Place(move.col, move.row))
        if isinstance(WINNING[size], int):
            assert len(found) == WINNING[size]
        else:
            assert ' '.join(sorted(map(str, found))) == WINNING[size]


@NO_CONTRACTS
@pytest.mark.parametrize('seed', range(80))
def test_hooks(seed: int) -> None:
    """A best move is among the candidates, known scores are right, and a
    board rotated by 180 degrees has the same key."""
    state = random_state(seed)
    candidates = state.candidate_moves()
    wins, threats = ([move for move in state.get_possible_moves()
                      if HexState(turn, state.grid, state.black, state.white)
                      .make_move(move).winner]
                     for turn in (state.p1_turn, not state.p1_turn))
    if threats and not wins:
        # Any other move loses at once.
        assert set(candidates) == set(threats)
    assert set(candidates) <= set(state.get_possible_moves())
    if not state.winner:
        assert max(-plain(state.make_move(move)) for move in candidates) \
            == plain(state)
    assert state.known_score() in (None, plain(state))
    rotated = HexState(state.p1_turn, state.grid, *(
        sum(state.grid.cell_at(*(state.grid.size - 1 - at
                                 for at in state.grid.place_of(cell)))
            for cell in single_cells(cells))
        for cells in (state.black, state.white)))
    assert rows_of(rotated) == tuple(row[::-1] for row in rows_of(state)[::-1])
    assert rotated.search_key() == state.search_key()


@NO_CONTRACTS
def test_equal_keys() -> None:
    """Positions with equal keys have equal scores."""
    scores: dict = {}
    positions = 0
    for seed in range(3000):
        state = random_state(seed, 3)
        key = state.search_key()
        positions += key in scores
        assert scores.setdefault(key, plain(state)) == plain(state)
    assert positions > 100


@NO_CONTRACTS
@pytest.mark.parametrize('seed', range(40))
def test_strategies(seed: int) -> None:
    """All strategies play legal moves, and the exact ones best ones."""
    state = random_state(seed)
    game = game_at(state)
    if not game.is_over(state):
        check_strategies(game, plain)


@NO_CONTRACTS
@pytest.mark.parametrize('seed', range(120))
def test_rough_outcome(seed: int) -> None:
    """It is exact wherever two plies decide, and nowhere else certain."""
    check_rough_outcome(game_at(random_state(seed)))


@NO_CONTRACTS
def test_rough_outcome_tells_something() -> None:
    """It is much higher in won positions than in lost ones."""
    roughs: dict = {1: [], -1: []}
    for seed in range(160):
        state = random_state(seed, 4)
        if state.known_score() is None:
            roughs[plain(state)].append(state.rough_outcome())
    won, lost = roughs[1], roughs[-1]
    assert min(len(won), len(lost)) > 10
    assert sum(won) / len(won) - sum(lost) / len(lost) > 0.5


def test_states() -> None:
    """Moves leave the old state alone; the picture and the exact description
    tell positions apart."""
    first = Hex(True, size=3).current_state
    second = first.make_move((0, 1))
    third = second.make_move(Place(2, 0))
    assert str(third) == ('    a b c\n 1  - B -\n  2  - - -\n'
                          '   3  W - -')
    assert repr(second) == 'HexState(False, -B-/---/---)'
    assert repr(first) == repr(Hex(True, size=3).current_state)
    assert ', '.join(map(str, second.get_possible_moves())) \
        == 'a1, c1, a2, b2, c2, a3, b3, c3'
    assert second.get_current_player_name() == 'p2'


def test_end() -> None:
    """A game that is over has no moves, and its winner has won."""
    game = Hex(False, size=2)
    for move in 'b1', 'b2', 'a2':
        assert not game.is_winner('p1') and not game.is_winner('p2')
        game.current_state = game.current_state.make_move(
            game.str_to_move(move))
    state = game.current_state
    assert game.is_over(state) and game.is_winner('p2')
    assert not game.is_winner('p1')
    assert state.get_possible_moves() == state.candidate_moves() == []
    assert not state.is_valid_move((0, 0))
    with pytest.raises(NotEmptyError, match='The game is over'):
        state.make_move((0, 0))


@pytest.mark.parametrize('move, words', [
    ((0, 1), 'is not empty'), (Place(0, 1), "'b1' is not empty"),
    ((3, 0), 'goes from a1 to c3'), ((-1, 0), 'goes from'),
    (Place(8, 25), "'z9' is not on the board"), ((1,), 'is not a cell'),
    ((0, 1, 2), 'is not a cell'), ('a1', 'is not a cell'), (7, 'is not a cell'),
    (None, 'is not a cell'), ((0.0, 1.0), 'is not a cell'),
    ([2, 0], 'is not a cell')])
def test_wrong_moves(move: Any, words: str) -> None:
    """They are not valid, and the error says why."""
    state = Hex(True, size=3).current_state.make_move((0, 1))
    assert state.is_valid_move(move) is False
    with pytest.raises(NotEmptyError, match=words):
        state.make_move(move)


@pytest.mark.parametrize('text, move', [
    ('c2', (1, 2)), (' C2 ', (1, 2)), ('2 3', (1, 2)), ('2,3', (1, 2)),
    ('(2, 3)', (1, 2)), ((1, 2), (1, 2)), ('z26', (25, 25)), ('', ''),
    ('c0', 'c0'), ('c27', 'c27'), ('0 1', '0 1'), ('-1 2', '-1 2'),
    ('23', '23'), ('c', 'c'), ('cc3', 'cc3'), ('a1b2', 'a1b2'),
    ('a\u0663', 'a\u0663'), ('\u212a2', '\u212a2'),
    ('9' * 5000 + ' 1', '9' * 5000 + ' 1'),
    (None, None), (5, 5)])
def test_str_to_move(text: Any, move: Any) -> None:
    """A column and a row, or the numbers of a row and a column; a move stays
    the same move."""
    game = Hex(True, size=4)
    assert game.str_to_move(text) == move
    assert game.str_to_move(game.str_to_move(text)) == move


def test_all_cells_can_be_typed() -> None:
    """Every move can be typed as it is shown."""
    game = Hex(True, size=12)
    for move in game.current_state.get_possible_moves():
        assert game.str_to_move(str(move)) == move


@pytest.mark.parametrize('size', ['', 'x', '0', '-4', '27', '3 3', 0, -1, 27,
                                  4.5, '9' * 5000])
def test_wrong_sizes(size: Any) -> None:
    """The error says what is accepted."""
    with pytest.raises(ValueError, match='a whole number from 1 to 26'):
        Hex(True, size=size)


def test_asks_once(monkeypatch: pytest.MonkeyPatch,
                   capsys: pytest.CaptureFixture) -> None:
    """Wrong answers are explained, and the question is asked again."""
    answers = iter(['four', '', '0', ' 3 '])
    monkeypatch.setattr('builtins.input', lambda prompt: next(answers))
    state = Hex(False).current_state
    assert state.grid is grid_of(3) and not state.p1_turn
    told = capsys.readouterr().out.splitlines()
    assert [line.split(' is ')[0] for line in told] == ["'four'", "''", "'0'"]


def play(*arguments: str, text: str = '') -> tuple[int, str]:
    """Return the exit status and the output of `python3 -m labs`."""
    done = run([sys.executable, '-m', 'labs', *arguments], cwd=TOP, text=True,
               input=text, stdout=PIPE, stderr=STDOUT, timeout=60, check=False)
    return done.returncode, done.stdout


def test_text_interface() -> None:
    """The game is played by the program that plays the others."""
    status, shown = play(text='x\nmi\nr\ny\n4\n')
    assert status == 0 and shown.endswith('Player 1 is the winner!\n')
    assert 'x = Hex' in shown
    status, shown = play('--game', 'x', '--p1', 'mr', '--p2', 'i', '--first',
                         '1', '--size', '2', text='z9\n\nxx\na1\nb2\n')
    assert "'z9' is not on the board" in shown
    assert 'An empty line is not a move' in shown
    assert "'xx' is not a cell" in shown
    assert status == 0 and 'Player 1 is the winner!\nYou lost.\n' in shown
    status, shown = play('--game', 'x', '--size', '0')
    assert status == 2 and shown.count('\n') == 1
    assert shown.startswith('python3 -m labs: ')
