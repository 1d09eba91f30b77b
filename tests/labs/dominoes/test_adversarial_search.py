"""The handout of the dominoes lab: its rules and its search, and its README."""

from pathlib import Path
from subprocess import PIPE, run
import random
import re
import sys
import pytest
from labs.dominoes import dominoes_game_gui as gui
from labs.dominoes.adversarial_search import DominoesGame, create_dominoes_game
from tests.labs.dominoes.plain_search import (
    Board,
    after,
    best_move,
    legal_moves,
)
from tests.support.programs import ENVIRONMENT, LONG, TOP, copy_to, run_in

WAYS = [True, False]


def random_board(seed: int) -> Board:
    """Return a board of up to 4 x 5 squares, some of which are filled."""
    rng = random.Random(seed)
    cols = rng.randint(1, 5)
    share = rng.choice([0, 0.2, 0.5])
    return [
        [rng.random() < share for _ in range(cols)]
        for _ in range(rng.randint(1, 4))
    ]


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('seed', range(30))
@pytest.mark.parametrize('vertical', WAYS)
def test_search_against_plain_ones(seed: int, vertical: bool) -> None:
    """The same move, value and leaves as a plain alpha-beta search."""
    board = random_board(seed)
    for limit in range(5):
        found = DominoesGame(board).get_best_move(vertical, limit)
        assert found == best_move(board, vertical, limit)
        assert found[:2] == best_move(board, vertical, limit, prune=False)[:2]
        assert isinstance(found[1], int)


@pytest.mark.parametrize('seed', range(8))
@pytest.mark.parametrize('vertical', WAYS)
def test_rules_against_plain_ones(seed: int, vertical: bool) -> None:
    """Legal moves lead to the right boards; others change nothing."""
    board = random_board(seed)
    game = DominoesGame(board)
    moves = legal_moves(board, vertical)
    assert list(game.legal_moves(vertical)) == moves
    assert game.game_over(vertical) is (not moves)
    far = 10**30
    everywhere = [
        (row, col)
        for row in (-far, *range(-2, 8), far)
        for col in (-far, *range(-2, 8), far)
    ]
    assert [
        move for move in everywhere if game.is_legal_move(*move, vertical)
    ] == moves
    for move in set(everywhere) - set(moves):
        with pytest.raises(ValueError, match='no room for a'):
            game.perform_move(*move, vertical)
    assert [
        (move, child.get_board()) for move, child in game.successors(vertical)
    ] == [(move, after(board, move, vertical)) for move in moves]
    for move in moves:
        child = game.copy()
        assert child.perform_move(*move, vertical) is None
        assert child.get_board() == after(board, move, vertical)
    assert game.get_board() == board


def test_moves_are_yielded() -> None:
    """Moves and successors are iterators, and know the board of their call."""
    game = create_dominoes_game(2, 2)
    moves = game.legal_moves(True)
    children = game.successors(True)
    assert next(moves) == (0, 0)
    game.perform_move(0, 0, True)
    boards = [[[True, False], [True, False]], [[False, True], [False, True]]]
    assert next(children)[1].get_board() == boards[0]
    assert [child.get_board() for _, child in children] == boards[1:]


@pytest.mark.parametrize('vertical', WAYS)
def test_random_moves(vertical: bool) -> None:
    """Every legal move is chosen now and then, and nothing else is."""
    game = DominoesGame([[False, False, True], [False, False, False]])
    random.seed(3)
    assert {game.get_random_move(vertical) for _ in range(100)} == set(
        game.legal_moves(vertical)
    )
    with pytest.raises(ValueError, match='no legal move'):
        create_dominoes_game(1, 4).get_random_move(True)


def test_limits() -> None:
    """Limit 0 is the root; a limit may be beyond the end, but not negative."""
    game = create_dominoes_game(3, 3)
    assert game.get_best_move(True, 0) == (None, 0, 1)
    assert game.get_best_move(True, 99) == game.get_best_move(True, 9)
    with pytest.raises(ValueError, match='-1 plies'):
        game.get_best_move(True, -1)
    for limit in 0, 1, 5:
        assert create_dominoes_game(1, 4).get_best_move(True, limit) == (
            None,
            -3,
            1,
        )


def test_wrong_boards() -> None:
    """Ragged boards and negative sizes are errors; empty boards are not."""
    with pytest.raises(ValueError, match='equally long'):
        DominoesGame([[False], [False, False]])
    for size in (-1, 3), (3, -1):
        with pytest.raises(ValueError, match='0 or more'):
            create_dominoes_game(*size)
    for board in [], [[]], [[], []]:
        game = DominoesGame(board)
        assert game.get_board() == board
        assert game.game_over(True) and game.game_over(False)


LAB = TOP / 'labs' / 'dominoes'
README = (LAB / 'README.md').read_text(encoding='utf-8')


def test_tables() -> None:
    """All methods in the table exist, and so do all files."""
    game = create_dominoes_game(2, 2)
    methods = re.findall(r'`(\w+)\((?:vertical|row,|\))', README)
    assert len(methods) == 10
    assert all(callable(getattr(game, method)) for method in methods)
    files = re.findall(r'^\| `(\w+\.py)` \|', README, re.MULTILINE)
    assert sorted([*files, '__init__.py']) == sorted(
        path.name for path in LAB.glob('*.py')
    )


def test_handout_runs_alone(tmp_path: Path) -> None:
    """The search needs no other file, and the window only the search."""
    copy_to(tmp_path, ['adversarial_search.py'], LAB)
    program = (
        'from adversarial_search import *; '
        'print(create_dominoes_game(3, 3).get_best_move(True, 2))'
    )
    assert run_in(tmp_path, '-c', program).stdout == '((0, 1), 3, 10)\n'
    copy_to(tmp_path, ['dominoes_game_gui.py'], LAB)
    done = run(
        [sys.executable, '-S', 'dominoes_game_gui.py', '3', '3'],
        cwd=tmp_path,
        env={**ENVIRONMENT, 'DISPLAY': ''},
        stdout=PIPE,
        stderr=PIPE,
        encoding='utf-8',
        timeout=LONG,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, '')
    missing = 'display' if gui.tkinter else 'window'
    assert re.fullmatch(f'There is no {missing}.*\n', done.stderr)
