"""Reviews: what each move was worth, and which one settled the game."""

from functools import partial
from random import Random
from typing import Optional
import pytest
from engine import reviews, values
from engine.reviews import (
    NO_MISTAKE,
    MoveReview,
    TurningPoint,
    find_turning_point,
    review_moves,
)
from engine.values import MoveValue
from game import Game
from game_state import GameState
from stonehenge import StonehengeGame
from strategy import random_strategy, recursive_minimax_strategy
from subtract_square_game import SubtractSquareGame
from tests.support.brute_force import OTHER, list_small_openings, score_moves
from tests.support.clocks import PLENTY, set_clock

pytestmark = pytest.mark.usefixtures('without_contracts')

Played = tuple[list[GameState], list]


def play_on(game: Game, seed: Optional[int]) -> Played:
    """Return the states and moves of a game that is played on at random, or by
    minimax if there is no seed."""
    before = game.current_state
    choose = recursive_minimax_strategy
    if seed is not None:
        choose = partial(random_strategy, rng=Random(seed))
    states, moves = [before], []
    while not game.is_over(game.current_state):
        moves.append(choose(game))
        states.append(states[-1].make_move(moves[-1]))
        game.current_state = states[-1]
    game.current_state = before
    return states, moves


def brute_reviews(game: Game, played: Played) -> list[MoveReview]:
    """Return the reviews of all moves, found by plain minimax."""
    found = []
    seen = {}
    before = game.current_state
    for state, move in zip(*played):
        moves = state.get_possible_moves()
        known = list(map(MoveValue, moves, score_moves(game, state, seen)))
        score = known[moves.index(move)].score
        better = [value for value in known if value.score > score]
        found.append(
            MoveReview(score, sorted(better, key=lambda value: -value.score))
        )
    game.current_state = before
    return found


def brute_turning_point(game: Game, played: Played) -> TurningPoint:
    """Return the last mistake of whoever did not win, from the reviews."""
    states, _ = played
    before = game.current_state
    game.current_state = states[-1]
    losers = [player for player in OTHER if not game.is_winner(player)]
    game.current_state = before
    mistakes = [
        TurningPoint(index, review.better)
        for index, review in enumerate(brute_reviews(game, played))
        if review.better and states[index].get_current_player_name() in losers
    ]
    return mistakes[-1] if mistakes else NO_MISTAKE


@pytest.mark.parametrize('ticks', [0, 3, 10, 30, 100, 1000, 10_000])
def test_never_wrong(ticks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However early the time is up, what is said is right."""
    points: list[Optional[TurningPoint]] = []
    for game in list_small_openings():
        played = play_on(game, ticks)
        right = brute_reviews(game, played)
        set_clock(monkeypatch, reviews, values)
        found = list(review_moves(game, *played, ticks))
        assert ticks < 10_000 or found == right
        for review, all_known in zip(found, right):
            assert review.score in (None, all_known.score)
            assert set(review.better) <= set(all_known.better)
        point = find_turning_point(game, *played, ticks)
        points.append(point)
        if point is not None:
            known = brute_turning_point(game, played)
            assert point.index == known.index
            assert set(point.better) <= set(known.better)
            assert (point.better == []) is (known.index is None)
    if ticks == 3:
        assert None in points
    if ticks == 10_000:
        assert None not in points


def test_no_mistake() -> None:
    """That nothing helps is not the same as not knowing."""
    game = SubtractSquareGame(True, size=34)
    states, moves = play_on(game, None)
    assert find_turning_point(game, states, moves, PLENTY) == NO_MISTAKE
    assert find_turning_point(game, states[-1:], [], PLENTY) == NO_MISTAKE
    assert find_turning_point(game, states, moves, -1) is None


def test_scores_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position is not searched again for the move before it."""
    played = play_on(StonehengeGame(True, size=3), 1)
    game = StonehengeGame(True, size=3)
    looks = []
    for most in 0, values.MOST_BYTES:
        monkeypatch.setattr(values, 'MOST_BYTES', most)
        clock = set_clock(monkeypatch, values)
        found = list(review_moves(game, *played, PLENTY * PLENTY))
        looks.append(next(clock))
    assert looks[1] < looks[0]
    assert found == list(review_moves(game, *played, PLENTY))


def test_unfinished_game() -> None:
    """It has no turning point yet, but its moves can be reviewed."""
    game = SubtractSquareGame(True, size=8)
    states = [game.current_state, game.current_state.make_move(4)]
    with pytest.raises(ValueError, match='not over'):
        find_turning_point(game, states, [4])
    assert list(review_moves(game, states, [4])) == [
        MoveReview(-1, [MoveValue(1, 1)])
    ]
