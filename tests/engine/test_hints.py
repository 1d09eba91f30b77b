"""Hints: never a wrong one, and the quickest win or the longest resistance."""

import pytest
import strategy
from engine import alpha_beta, hints, values
from engine.alpha_beta import alpha_beta_strategy
from engine.hints import (
    NO_HINT,
    PLIES_SHARE,
    Hint,
    find_alpha_beta_move,
    find_hint,
)
from engine.values import MoveValue, find_values
from game import Game
from stonehenge import StonehengeGame
from tests.support.brute_force import (
    GAMES,
    list_openings,
    list_small_openings,
    plies_of,
    score_moves,
    score_of,
)
from tests.support.clocks import PLENTY, set_clock
from tests.support.foreign_games import CountdownGame, EndlessTree, TreeGame

pytestmark = pytest.mark.usefixtures('without_contracts')


def check(game: Game, hint: Hint) -> None:
    """Check what hint says of game: all of it must be right."""
    state = game.current_state
    seen = {}
    score = score_of(game, state, state.get_current_player_name(), seen)
    scores = dict(
        zip(state.get_possible_moves(), score_moves(game, state, seen))
    )
    if hint.move is None:
        assert hint == NO_HINT
        return
    assert scores[hint.move] == score == hint.score, f'\n{state}'
    if hint.plies is not None:
        after = state.make_move(hint.move)
        assert score != 0 and hint.plies == plies_of(
            game, state, seen, {}
        ) == 1 + plies_of(game, after, seen, {}), f'\n{state}'


@pytest.mark.parametrize('ticks', [0, 2, 10, 40, 100, 300, 1000, 10_000])
def test_never_wrong(ticks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However early the time is up, a hint is right or not given."""
    found = []
    for game in list_small_openings():
        state = game.current_state
        set_clock(monkeypatch, hints, values)
        found.append(find_hint(game, ticks))
        game.current_state = state
        check(game, found[-1])
    known = [hint.move is not None for hint in found]
    counted = [hint.plies is not None for hint in found]
    if ticks <= 40:
        assert any(known) and not all(known)
    if ticks == 10_000:
        assert all(known) and counted.count(True) > 30


@pytest.mark.parametrize(
    'tree, hint',
    [
        ({'start': {'x': 'x', 'y': 'y', 'w': 'won'}}, Hint('w', 1, 1)),
        ({'start': {'x': 'x', 'y': 'y', 'w': 'A'}}, Hint('w', 1, 3)),
        ({'start': {'x': 'D', 'y': 'E'}}, Hint('y', -1, 4)),
        ({'start': {'t': 'tied', 'x': 'x'}}, NO_HINT),
        ({'start': {'t': 'tied'}}, Hint('t', 0, None)),
        ({'start': {}}, NO_HINT),
    ],
)
def test_endless_game(
    tree: dict, hint: Hint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A win that is near is found, however much there is to search; so is a
    loss, and the move that puts it off. But as long as one move is not known,
    a tie is no hint; nor is there one without moves, in a broken game."""
    endless = EndlessTree()
    endless.update(
        {
            'A': {'u': 'B', 'v': 'C'},
            'B': {'w': 'won'},
            'C': {'x': 'x', 'w': 'won'},
            'won': 'p1',
            'D': {'w': 'lost', 'x': 'x'},
            'E': {'u': 'x', 'v': 'F'},
            'F': {'z': 'D'},
            'lost': 'p2',
            'tied': 'tie',
            **tree,
        }
    )
    set_clock(monkeypatch, hints, values)
    assert find_hint(TreeGame(True, endless), 1000) == hint


def test_plies_have_a_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plies are counted for a share of the time, and no longer."""
    game = GAMES['x'](True, size=3)
    clock = set_clock(monkeypatch, hints, values)
    hint = find_hint(game, PLENTY * PLENTY)
    ticks = next(clock)
    for share, plies in (0.5, None), (1, 5):
        set_clock(monkeypatch, hints, values)
        found = find_hint(game, share * ticks / PLIES_SHARE)
        assert found.score == 1 and found.plies == plies
    assert found == hint == Hint((1, 1), 1, 5)
    clock = set_clock(monkeypatch, hints, values)
    found = find_hint(StonehengeGame(True, size=5), PLENTY)
    assert found.score == 1 and found.plies is None
    assert next(clock) < PLIES_SHARE * PLENTY + 20


def test_too_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is longer than Python can recurse gives no hint, or no plies."""
    monkeypatch.setattr(strategy, 'DEEPEST_RECURSION', 1)
    assert find_hint(CountdownGame(True, 10_000), PLENTY) == NO_HINT
    tree = {
        f'{branch}{ply}': {'m': f'{branch}{ply + 1}'}
        for branch, length in (('w', 8), ('x', 10_000))
        for ply in range(length)
    }
    tree.update({'start': {'x': 'x0', 'w': 'w0'}, 'x10000': 'p2', 'w8': 'p1'})
    assert find_hint(TreeGame(True, tree), PLENTY) == Hint('w', 1, None)


def test_no_time_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found before needs no time; unknown plies are not said."""
    game = GAMES['x'](True, size=3)
    table = {}
    find_values(game, PLENTY, table)
    state = game.current_state
    for ticks, known in (60, False), (PLENTY * PLENTY, True):
        set_clock(monkeypatch, hints, values)
        game.current_state = state
        hint = find_hint(game, ticks, table)
        assert hint.score == 1 and (hint.plies is not None) is known
        check(game, hint)


@pytest.mark.parametrize('ticks', [0, 2, 10, 40, 100, 300, 1000, 10_000])
def test_values_and_hints_agree(
    ticks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one of them has proved, the other knows without a search."""
    found = []
    for game in list_small_openings():
        state = game.current_state
        table = {}
        set_clock(monkeypatch, hints, values)
        hint = find_hint(game, ticks, table)
        game.current_state = state
        if hint.move is not None:
            found.append(hint)
            known = find_values(game, 0, table)
            assert MoveValue(hint.move, hint.score) in known
            assert hint.score == max(
                score for _, score in known if score is not None
            )
        table = {}
        set_clock(monkeypatch, hints, values)
        known = find_values(game, ticks, table)
        hint = find_hint(game, 0, table)
        assert (hint.move is None) is (
            known[0].score != 1 and known[-1].score is None
        )
        assert hint == NO_HINT or MoveValue(hint.move, hint.score) in known
    assert found or ticks < 10


@pytest.mark.parametrize('key', ['h', 's', 'd', 'x'])
def test_move_of_alpha_beta(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the move that the strategy makes."""
    for game in list_openings(key):
        for ticks in 0, 30, 1000:
            set_clock(monkeypatch, alpha_beta)
            move = alpha_beta_strategy(game, ticks)
            set_clock(monkeypatch, alpha_beta, hints)
            assert find_alpha_beta_move(game, ticks) == move


@pytest.mark.parametrize('ticks', [0, 50])
def test_move_of_alpha_beta_does_not_lose(
    ticks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no move that is known to lose, however short the time."""
    tree = EndlessTree()
    tree.update(
        {
            'start': {'a': 'a0', 'b': 'x'},
            'a21': 'p2',
            **{f'a{ply}': {'m': f'a{ply + 1}'} for ply in range(21)},
        }
    )
    game = TreeGame(True, tree)
    table = {}
    for move in 'a', 'b':
        set_clock(monkeypatch, alpha_beta, hints, values)
        assert find_alpha_beta_move(game, ticks, table) == move
        found = find_values(game, 200, table)
        assert found == [('a', -1), ('b', None)] and None not in table


def test_plies_depend_on_who_is_to_move() -> None:
    """In this position, equal search keys for different players once gave M, in
    9 plies, in place of a quicker win."""
    game = StonehengeGame(True, size=4)
    for move in 'FAHCJNPOQ':
        game.current_state = game.current_state.make_move(move)
    hint = find_hint(game, PLENTY)
    assert hint.plies == 7
    check(game, hint)
