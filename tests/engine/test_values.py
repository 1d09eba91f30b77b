"""The exact score of every move: never a wrong one, and all of them in time."""

from typing import Callable, Optional
import pytest
import strategy
from engine import hints, values
from engine.hints import find_hint
from engine.values import BYTES_EACH, MoveValue, find_values, order_by_promise
from stonehenge import StonehengeGame
from strategy import GameOverError
from subtract_square_game import SubtractSquareGame
from tests.support.brute_force import GAMES, list_small_openings, score_moves
from tests.support.clocks import PLENTY, set_clock
from tests.support.foreign_games import (
    CountdownGame,
    EndlessTree,
    TreeGame,
    TreeState,
)

pytestmark = pytest.mark.usefixtures('without_contracts')


@pytest.mark.parametrize(
    'key, size, most',
    [
        ('h', 3, 5_000),
        ('h', 4, 500),
        ('h', 5, 500),
        ('s', 1000, 10_000),
        ('d', '4 4', 5_000),
        ('x', 4, 20_000),
    ],
)
def test_openings_take_few_positions(
    key: str, size: object, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The openings that are promised within two seconds are that quick."""
    clock = set_clock(monkeypatch, values)
    found = find_values(GAMES[key](True, size=size), PLENTY * PLENTY)
    scores = {value.score for value in found}
    assert scores == {1} if key == 'h' else None not in scores
    assert key != 'h' or found == sorted(found)
    assert next(clock) < most


def test_large_subtract_square() -> None:
    """The winning squares leave a lost number; one of them can be enough."""
    game = SubtractSquareGame(True, size=300)
    state = game.current_state
    right = dict(zip(state.get_possible_moves(), score_moves(game, state, {})))
    game.current_state = state
    assert dict(find_values(game)) == right
    found = find_values(game, PLENTY, only_a_win=True)
    assert [value.score for value in found].count(1) == 1
    assert found[0].score == 1 and found[-1].score is None
    assert find_values(
        SubtractSquareGame(True, size=7), PLENTY, only_a_win=True
    ) == [(1, -1), (4, -1)]


@pytest.mark.parametrize('ticks', [0, 1, 5, 20, 60, 200, 1000])
def test_never_wrong(ticks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However early the time is up, a score is right or not given."""
    known = []
    for game in list_small_openings():
        state = game.current_state
        seen = {}
        set_clock(monkeypatch, values)
        found = find_values(game, ticks)
        right = dict(
            zip(state.get_possible_moves(), score_moves(game, state, seen))
        )
        for move, score in found:
            assert score in (None, right[move])
            known.append(score is not None)
        unknown = [score is None for _, score in found]
        assert unknown == sorted(unknown)
    if ticks == 0:
        assert not all(known)
    if ticks == 1000:
        assert all(known)


@pytest.mark.parametrize(
    'ask, total, ticks',
    [
        (find_values, 10**6 + 3, 5000),
        (find_values, 10**8, 5000),
        (find_hint, 10**6 + 3, 100),
        (find_hint, 10**6 + 3, 5000),
    ],
)
def test_many_moves(
    ask: Callable, total: int, ticks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a thousand moves and more, nothing is tried once the time is up."""
    clock = set_clock(monkeypatch, hints, values)
    found = ask(SubtractSquareGame(True, size=total), ticks)
    assert next(clock) < ticks + 20
    if ask is find_values:
        assert len(found) == len({value.move for value in found}) >= 1000


def test_hard_moves_do_not_take_all_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Thirty moves that lead nowhere leave time for thirty others."""
    tree = EndlessTree()
    tree['start'] = {
        f'{kind}{n}': f'{kind}{n}' for kind in 'xy' for n in range(30)
    }
    tree.update({f'y{n}': 'p1' for n in range(30)})
    set_clock(monkeypatch, values)
    found = find_values(TreeGame(True, tree), 1000)
    assert found[:30] == [MoveValue(f'y{n}', 1) for n in range(30)]
    assert found[30:] == [MoveValue(f'x{n}', None) for n in range(30)]


class HookState(TreeState):
    """A position in a tree that knows its score if the tree says so. At the
    start, the moves that do not begin with x are promising."""

    def candidate_moves(self) -> list:
        """Return the promising moves, or all moves if there are none."""
        moves = self.get_possible_moves()
        some = [move for move in moves if move[0] != 'x']
        return some if some and self.name == 'start' else moves

    def known_score(self) -> Optional[int]:
        """Return the score that the tree has for this position."""
        return self.tree.get(f'score of {self.name}')


def start_endless(tree: dict) -> TreeGame:
    """Return a game at the start of an endless tree that begins with tree."""
    endless = EndlessTree()
    endless.update(tree)
    game = TreeGame(True, endless)
    game.current_state = HookState(True, endless, 'start')
    return game


def grow_chain(name: str, length: int, end: str) -> dict:
    """Return a tree of positions with one move each, up to this end."""
    return {
        **{f'{name}{n}': {'m': f'{name}{n + 1}'} for n in range(length)},
        f'{name}{length}': end,
    }


@pytest.mark.parametrize('rest', ['x', 'z'])
def test_promising_moves_have_more_time(
    rest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 36 moves, a promising one that wins is found."""
    game = start_endless(
        grow_chain('w', 100, 'p1')
        | {
            'start': {
                'y0': 'x',
                'y1': 'y',
                'w': 'w0',
                **{f'{rest}{n}': f'x{n}' for n in range(33)},
            }
        }
    )
    set_clock(monkeypatch, values)
    found = find_values(game, 1000)
    assert found[0] == MoveValue('w', 1)
    assert {value.score for value in found[1:]} == {None}


@pytest.mark.parametrize(
    'tree',
    [
        {'start': {'x': 'x', 'xx': 'y', 'a': 'lost', 'b': 'lost'}},
        {'start': {'x': 'x', 'b': 'y'}, 'score of start': -1},
    ],
)
def test_every_move_loses(tree: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    """If all promising moves lose, or the position knows it, so do all."""
    set_clock(monkeypatch, values)
    found = find_values(start_endless({'lost': 'p2', **tree}), 1000)
    assert found == [MoveValue(move, -1) for move in tree['start']]


def test_lost_positions_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position that the table has as lost is not searched."""
    game = start_endless({})
    table = {game.current_state.search_key(): -1}
    clock = set_clock(monkeypatch, values)
    assert find_values(game, 1000, table) == [('x', -1), ('y', -1)]
    assert next(clock) < 10


def test_what_was_found_stays_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a table, each question goes on where the one before has stopped."""
    game = StonehengeGame(True, size=3)
    table = {}
    unknown = []
    while not unknown or unknown[-1]:
        set_clock(monkeypatch, values)
        found = find_values(game, 200, table)
        unknown.append([value.score for value in found].count(None))
        assert len(unknown) < 20
    assert len(unknown) > 2 and unknown == sorted(unknown, reverse=True)


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Older scores are forgotten; what is found stays right, and known."""
    game = StonehengeGame(True, size=3)
    table = {}
    exact = find_values(game, PLENTY, table)
    kept = len(table)
    size = len(repr(game.current_state.search_state().search_key()))
    table.clear()
    monkeypatch.setattr(values, 'MOST_BYTES', 20 * (size + BYTES_EACH))
    for _ in range(2):
        assert find_values(game, PLENTY, table) == exact
        assert find_values(game, 0, table) == exact
        # At most a line of play is added before the next look.
        assert len(table) <= 20 + 12 < kept


@pytest.mark.parametrize(
    'moves, promising, order',
    [
        # Moves can be anything: they need not be keys of a dict.
        ([['a'], ['b']], [['b']], ([0, 1], 2)),
        # Of nonsense, nothing can be said.
        (['a', 'b'], ['b', 'c'], ([0, 1], 2)),
        (['a', 'b'], [], ([0, 1], 2)),
        (['a', 'b'], ['b', 'b'], ([1, 0], 1)),
    ],
)
def test_order_by_promise(moves: list, promising: list, order: tuple) -> None:
    """If it is not clear which moves are promising, all of them are."""
    assert order_by_promise(moves, promising) == order


def test_too_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is longer than Python can recurse is not known."""
    monkeypatch.setattr(strategy, 'DEEPEST_RECURSION', 1)
    assert find_values(CountdownGame(True, 10_000), PLENTY) == [(1, None)]


@pytest.mark.parametrize('ask', [find_values, find_hint])
def test_game_over(ask: Callable) -> None:
    """There are no values and no hints once the game is over."""
    with pytest.raises(GameOverError):
        ask(SubtractSquareGame(True, size=0))
