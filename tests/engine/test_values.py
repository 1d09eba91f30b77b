"""The exact score of every move: never a wrong one, and all of them in time."""
from itertools import count
import random
import pytest
from engine import values
from engine.values import MoveValue, count_plies, find_values
from game import Game
from labs.games import add_games
from game_interface import playable_games
from stonehenge import StonehengeGame
from strategy import GameOverError, final_score
from subtract_square_game import SubtractSquareGame
from tests.support.foreign_games import SCORES, TREE, TreeGame, TreeState
from tests.support.positions import play_randomly
from tests.support.subtract_square import find_lost_totals

pytestmark = pytest.mark.usefixtures('without_contracts')
add_games()

# More seconds than any test needs.
PLENTY = 1000.0


def brute_score(game: Game, state: object, seen: dict) -> float:
    """Return the score of state by minimax over all moves."""
    score = final_score(game, state)
    if score is None:
        key = repr(state)
        if key not in seen:
            seen[key] = max(-brute_score(game, state.make_move(move), seen)
                            for move in state.get_possible_moves())
        score = seen[key]
    return score


def brute_plies(game: Game, state: object, scores: dict, seen: dict) -> int:
    """Return how many plies the game goes on if the winner hurries and the
    loser does not. It ends with a winner."""
    if final_score(game, state) is not None:
        return 0
    key = repr(state)
    if key not in seen:
        after = [state.make_move(move) for move in state.get_possible_moves()]
        lost = [child for child in after
                if brute_score(game, child, scores) == -1]
        plies = [brute_plies(game, child, scores, seen)
                 for child in lost or after]
        seen[key] = 1 + (min(plies) if lost else max(plies))
    return seen[key]


GAMES = {
    's': [(size, 0) for size in range(1, 40)],
    'h': [(1, 0), (2, 0), (2, 1), (2, 2), (3, 4), (3, 6), (4, 10), (5, 16)],
    'd': [('1 4', 0), ('2 3', 0), ('3 3', 0), ('3 4', 2), ('4 4', 4)],
    'x': [(1, 0), (2, 0), (3, 0), (3, 2), (4, 8)]}


@pytest.mark.parametrize('key', GAMES)
def test_values_by_brute_force(key: str) -> None:
    """All moves of all games have the scores that plain minimax finds."""
    for number, (size, plies) in enumerate(GAMES[key]):
        game = playable_games[key](number % 2 == 0, size=size)
        play_randomly(game, plies, number)
        state = game.current_state
        if game.is_over(state):
            continue
        found, seen = find_values(game, PLENTY), {}
        twin = playable_games[key](True, size=size)
        for move, score in found:
            assert score == -brute_score(twin, state.make_move(move), seen), \
                f'\n{state}\n{move}'
        assert sorted(map(str, (move for move, _ in found))) \
            == sorted(map(str, state.get_possible_moves()))
        scores = [score for _, score in found]
        assert scores == sorted(scores, reverse=True)
        assert game.current_state is state


@pytest.mark.parametrize('name', SCORES)
def test_values_with_ties(name: str) -> None:
    """A tree small enough to score by hand, with a tie."""
    game = TreeGame(True)
    game.current_state = TreeState(name in ('start', 'D'), TREE, name)
    scores = {move: score for move, score in find_values(game, PLENTY)}
    assert max(scores.values()) == SCORES[name]
    if name == 'start':
        assert find_values(game, PLENTY) == [
            MoveValue('a', 0), MoveValue('b', -1), MoveValue('c', -1)]


@pytest.mark.parametrize('size, score', [(3, 1), (5, 1)])
def test_openings_of_stonehenge(size: int, score: int) -> None:
    """Every first move wins; on size 5, the opening book knows."""
    found = find_values(StonehengeGame(True, size=size), PLENTY)
    assert {value.score for value in found} == {score}
    assert [value.move for value in found] \
        == StonehengeGame(True, size=size).current_state.get_possible_moves()


def test_large_subtract_square() -> None:
    """From 1,000, the winning squares are those that leave a lost number."""
    lost = find_lost_totals(1000)
    for move, score in find_values(SubtractSquareGame(True, size=1000)):
        assert score == (1 if 1000 - move in lost else -1)


@pytest.mark.parametrize('ticks', [0, 1, 5, 20, 60, 200, 1000])
def test_never_wrong(ticks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However early the time is up, a score is right or not given. The clock
    here ticks when it is looked at."""
    clock = count()
    monkeypatch.setattr(values, 'perf_counter', lambda: float(next(clock)))
    known = []
    for seed in range(6):
        game = play_randomly(StonehengeGame(True, size=3), 4 + seed % 3, seed)
        seen: dict = {}
        twin = StonehengeGame(True, size=3)
        found = find_values(game, ticks)
        for move, score in found:
            after = game.current_state.make_move(move)
            assert score in (None, -brute_score(twin, after, seen))
            known.append(score is not None)
        unknown = [score is None for _, score in found]
        assert unknown == sorted(unknown)
    if ticks == 0:
        assert not all(known)
    if ticks == 1000:
        assert all(known)


def test_game_over() -> None:
    """There are no values once the game is over."""
    with pytest.raises(GameOverError):
        find_values(SubtractSquareGame(True, size=0))


@pytest.mark.parametrize('key', GAMES)
def test_plies_by_brute_force(key: str) -> None:
    """The number of plies to the end is that of the quickest win and of the
    longest defence."""
    rng = random.Random(key)
    for number, (size, plies) in enumerate(rng.sample(GAMES[key],
                                                      min(5, len(GAMES[key])))):
        game = playable_games[key](True, size=size)
        play_randomly(game, max(plies, 5 if size in (3, '3 3') else 0), number)
        state = game.current_state
        if not game.is_over(state):
            twin = playable_games[key](True, size=size)
            assert count_plies(game, PLENTY) == brute_plies(twin, state, {}, {})


def test_no_plies() -> None:
    """A tie has no number of plies, and neither has what takes too long."""
    assert count_plies(TreeGame(True), PLENTY) is None
    assert count_plies(StonehengeGame(True, size=4), 0.01) is None
