"""A machine that plays each game, back and forth: rules against the plain ones,
values and hints against brute force, undo and saved games against the moves."""

from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any
import random
import re
from hypothesis import settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
import pytest
from engine.alpha_beta import alpha_beta_strategy
from engine.hints import find_hint
from engine.values import find_values
from game_interface import playable_games, usable_strategies
from interface.history import History, load_game
from interface.saved_games import SavedGame
from interface.command_line import Catalog
from strategy import iterative_minimax_strategy, recursive_minimax_strategy
from tests.support.brute_force import OPENINGS, OTHER, plies_of, score_moves
from tests.support.clocks import PLENTY
from tests.support.contracts import contracts_off
from tests.support.plain_games import PLAIN_GAMES

CATALOG = Catalog(playable_games, usable_strategies)
PERFECT = [
    recursive_minimax_strategy,
    iterative_minimax_strategy,
    partial(alpha_beta_strategy, seconds=PLENTY),
]
# What brute force has found for each game: scores, and plies to the end.
SEEN: dict[str, tuple[dict, dict]] = {key: ({}, {}) for key in playable_games}
# With as many moves as this, there is too much to look at.
MANY_MOVES = 9


def show(state: Any) -> tuple:
    """Return what state shows, and what it says of itself."""
    return (
        str(state),
        repr(state),
        state.get_current_player_name(),
        state.get_possible_moves(),
        state.rough_outcome(),
    )


class GameMachine(RuleBasedStateMachine):
    """Plays a game, and goes back and forward in it.

    === Attributes ===
    key: the key of the game
    history: the game so far
    first: how many moves the opening has, after which few enough positions
        are left to look at all of them
    plain: the positions of the history, by the plain rules
    fast: the same positions, as searches go through them
    names: the repr of each position met, in any of the games
    named: the positions again, by their repr
    checked: whether contracts are switched on, which searches are too long for
    """

    key = ''
    checked = False
    names: dict[tuple, str]
    named: dict[str, tuple]
    history: History
    first: int
    plain: list[Any]
    fast: list[Any]

    @initialize(number=st.integers(0, 99), p1_starts=st.booleans())
    def begin(self, number: int, p1_starts: bool) -> None:
        """Begin a game with some random moves."""
        size, plies = OPENINGS[self.key][number % len(OPENINGS[self.key])]
        self.history = History(
            CATALOG,
            playable_games[self.key](p1_starts, size),
            SavedGame(self.key, p1_starts, size, 'i', 'i'),
        )
        self.plain = [PLAIN_GAMES[self.key](p1_starts, size)]
        self.fast = [self.state.search_state()]
        self.first = plies
        for ply in range(plies):
            self.move(random.Random(number + ply).randrange(1000))

    @property
    def state(self) -> Any:
        """Return the position that the history is at."""
        return self.history.game.current_state

    @property
    def here(self) -> Any:
        """Return the plain position that the history is at."""
        return self.plain[self.history.place]

    @precondition(lambda self: self.here.moves())
    @rule(number=st.integers(0, 999))
    def move(self, number: int) -> None:
        """Make a move, after the end of the game, too, if there is one."""
        moves = self.here.moves()
        place = self.history.place
        index = number % len(moves)
        move = (self.state.get_possible_moves() or moves)[index]
        before = show(self.state)
        after = self.state.make_move(move)
        assert show(self.state) == before
        self.plain[place + 1 :] = [self.here.make(moves[index])]
        self.fast[place + 1 :] = [self.fast[place].make_move(move)]
        self.history.add(move, after)

    @rule(number=st.integers(0, 999))
    def go_back_or_forward(self, number: int) -> None:
        """Take moves back, or make those again that were taken back."""
        last = len(self.history.moves)
        self.history.go_to(self.first + number % (last - self.first + 1))

    @precondition(
        lambda self: (
            self.history.place == 0
            or not self.plain[self.history.place - 1].winner
        )
    )
    @rule()
    def save_and_load(self) -> None:
        """What is saved is what is played, and its moves can be typed."""
        self.history.save('game.txt', overwrite=True)
        again = load_game('game.txt', CATALOG)
        assert again.record.p1_starts is self.plain[0].p1_turn
        assert again.moves == self.history.made()
        assert show(again.game.current_state) == show(self.state)

    @precondition(
        lambda self: (
            not self.checked
            and not self.here.winner
            and len(self.here.moves()) < MANY_MOVES
        )
    )
    @rule()
    def ask(self) -> None:
        """Values, hints and the moves of perfect strategies are right."""
        game = self.history.game
        state = self.state
        found = SEEN[self.key]
        moves = state.get_possible_moves()
        scores = dict(zip(moves, score_moves(game, state, found[0])))
        game.current_state = state
        assert find_values(game, PLENTY) == sorted(
            scores.items(), key=lambda item: -item[1]
        )
        hint = find_hint(game, PLENTY)
        chosen = {choose(game) for choose in PERFECT}
        assert game.current_state is state and chosen <= set(moves)
        best = max(scores.values())
        assert {scores[move] for move in {hint.move, *chosen}} == {best}
        assert hint.score == best
        assert (
            hint.plies
            == plies_of(game, state, *found)
            == 1 + plies_of(game, state.make_move(hint.move), *found)
        )
        game.current_state = state
        if hint.plies == 1:
            assert all(
                game.is_over(state.make_move(choose(game)))
                for choose in PERFECT[:2]
            )

    @invariant()
    def check_rules(self) -> None:
        """All that the game shows is what the plain rules say."""
        game = self.history.game
        state = self.state
        plain = self.here
        marks = re.findall(plain.marks_in_picture, str(state))
        assert marks == plain.marks(), f'\n{state}'
        assert show(state) == show(self.fast[self.history.place])
        assert state.p1_turn is plain.p1_turn
        mover = 'p1' if plain.p1_turn else 'p2'
        assert state.get_current_player_name() == mover
        moves = [] if plain.winner else plain.moves()
        state.get_possible_moves().clear()
        assert state.get_possible_moves() == moves
        assert all(
            state.is_valid_move(move) is (move in moves)
            for move in plain.moves()
        )
        assert set(self.fast[self.history.place].candidate_moves()) <= set(
            moves
        )
        assert game.is_over(state) is (plain.winner != '')
        assert [game.is_winner(player) for player in OTHER] == [
            player == plain.winner for player in OTHER
        ]
        if plain.winner:
            assert state.rough_outcome() == (
                1 if state.get_current_player_name() == plain.winner else -1
            )
        # Whose domino it was makes no difference to domineering.
        what = plain.p1_turn, plain.winner, re.sub('[VH]', '#', ''.join(marks))
        for names, name, value in (
            (self.names, what, repr(state)),
            (self.named, repr(state), what),
        ):
            assert names.setdefault(name, value) == value


@pytest.mark.parametrize('key', playable_games)
@pytest.mark.parametrize('checked, games', [(False, 20), (True, 2)])
def test_any_game(
    key: str,
    checked: bool,
    games: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever is played, taken back and saved, all that a game says is so;
    with the contracts of our classes switched on, too."""
    monkeypatch.chdir(tmp_path)
    machine = type(
        'Machine',
        (GameMachine,),
        {'key': key, 'checked': checked, 'names': {}, 'named': {}},
    )
    with nullcontext() if checked else contracts_off():
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=games, stateful_step_count=25, derandomize=True
            ),
        )
