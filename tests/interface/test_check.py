"""What --check finds in games and strategies: all faults, and only those."""

from fractions import Fraction
from typing import Any, Callable
import random
import re
import pytest
from game_interface import usable_strategies
from interface.check import (
    BREACH,
    HOOKS_OF,
    POSITION,
    UNWATCHED,
    Examiner,
    check_game,
    check_strategy,
)
from strategy import rough_outcome_strategy
from tests.support.foreign_games import CountdownGame, TreeGame, TreeState
from tests.support.odd_games import (
    AnyOrderState,
    AskingGame,
    DiceState,
    LazyState,
    OddGame,
    ShuffledGame,
    StoneGame,
    TableGame,
    UnfinishedGame,
    WinnerlessGame,
)
from tests.support.row_game import (
    MatchesGame,
    RowGame,
    RowState,
    break_game,
    game_of,
)
from tests.support.wrong_programs import (
    WRONG,
    plain_interactive_strategy,
    rows_for,
    sound_strategy,
)

pytestmark = pytest.mark.usefixtures('without_contracts')


def look_at(
    check: Callable, subject: Any, *arguments: Any, sizes: tuple[int, ...] = ()
) -> list[str]:
    """Return the faults that a check finds in subject, in this process."""
    found: list[str] = []

    def take_note(kind: str, text: str) -> None:
        """Keep a fault."""
        assert kind in (BREACH, POSITION, HOOKS_OF, UNWATCHED)
        if kind == BREACH:
            found.append(text)

    examiner = Examiner(take_note)
    examiner.run(check, examiner, subject, *arguments, list(sizes), 0)
    return found


@pytest.mark.parametrize('name', rows_for('check'))
def test_wrong_programs(name: str) -> None:
    """All faults are named that are independent, and nothing else is."""
    row = WRONG[name]
    if 'strategy' in row.place:
        strategy = row.make_strategy()
        found = look_at(check_strategy, strategy, [RowGame])
        assert strategy.__name__ in found[0] or 'consider (' in found[0]
    else:
        found = look_at(
            check_game, row.make_game(), sizes=(1, row.size) if row.size else ()
        )
    assert len(found) == len(row.said['check'])
    for line, words in zip(sorted(found), row.said['check']):
        assert all(part in line for part in words)


def test_where_an_estimate_is_wrong() -> None:
    """An estimate that is found wrong when a game is over is told with the
    position at which it is."""
    sent: list[tuple[str, str]] = []
    examiner = Examiner(lambda *message: sent.append(message))

    def guess(state: RowState) -> float:
        """Return the rough outcome, but a wrong one where three are left."""
        if state.stones.count('.') == 3:
            return 0.5
        return RowState.rough_outcome(state)

    game_class = break_game('rough_outcome', guess)
    examiner.run(check_game, examiner, game_class, [4], 0)
    (place,) = [i for i, (kind, _) in enumerate(sent) if kind == BREACH]
    kind, position = sent[place - 1]
    moves = position.rpartition('after ')[2].split(', ')
    assert kind == POSITION and len(moves) == 3


def test_sizes_of_its_own() -> None:
    """A game that takes no common size is tried in those that it names."""

    class OddlySizedGame(RowGame):
        """A game whose sizes are words."""

        sizes = ['four']

        def __init__(self, p1_starts: bool, size: Any = None) -> None:
            """Initialize a game with four stones, or refuse a size."""
            if size != 'four':
                raise ValueError(f'{size!r} is not a possible size')
            super().__init__(p1_starts, 4)

    assert not look_at(check_game, OddlySizedGame)


@pytest.mark.parametrize(
    'game_class, told',
    [
        (WinnerlessGame, 'WinnerlessGame lacks is_winner'),
        (
            UnfinishedGame,
            'UnfinishedGame lacks is_winner, state_class lacks '
            'make_move, state_class lacks __str__',
        ),
        (game_of(DiceState), "DiceState.__str__ returned '"),
    ],
)
def test_other_faults(game_class: type, told: str) -> None:
    """All that is missing is named."""
    (found,) = look_at(check_game, game_class)
    assert found.startswith(told)


NUMBER_READER = break_game(
    'str_to_move',
    lambda game, text: (
        int(text) if re.fullmatch('[0-9]+', text) else text.strip()
    ),
)


@pytest.mark.parametrize(
    'game_class',
    [
        RowGame,
        TreeGame,
        CountdownGame,
        StoneGame,
        AskingGame,
        TableGame,
        ShuffledGame,
        OddGame,
        MatchesGame,
        game_of(LazyState),
        game_of(AnyOrderState),
        NUMBER_READER,
        break_game(
            'rough_outcome',
            lambda state: Fraction(RowState.rough_outcome(state)),
        ),
    ],
)
def test_sound_games(game_class: type) -> None:
    """Nothing is wrong with somebody else's games, however odd they are."""
    assert look_at(check_game, game_class) == []


def test_sound_strategies() -> None:
    """Nothing is wrong with our strategies, nor with other simple ones."""
    for strategy in [
        *usable_strategies.values(),
        sound_strategy,
        plain_interactive_strategy,
    ]:
        assert look_at(check_strategy, strategy, [RowGame, TreeGame]) == []


def test_innocent_strategy() -> None:
    """A strategy that calls a method which breaks things is not blamed."""
    (found,) = look_at(
        check_strategy,
        rough_outcome_strategy,
        [WRONG['make_move changes its state late'].make_game()],
    )
    assert found.startswith('MyState.make_move changed its own state')


@pytest.mark.slow
def test_repeatable() -> None:
    """The same seed looks at the same positions, another one at others."""
    game_class = game_of(AnyOrderState)

    def list_positions(seed: int) -> list[str]:
        """Return all positions that are looked at."""
        told: list[str] = []
        examiner = Examiner(lambda kind, text: told.append(text))
        random.seed()
        check_game(examiner, game_class, [], seed)
        check_strategy(examiner, sound_strategy, [game_class], [], seed)
        return told

    assert list_positions(1) == list_positions(1) != list_positions(2)


class VagueState(TreeState):
    """A position whose repr leaves out where in the tree it is, and nothing
    else is wrong."""

    def __repr__(self) -> str:
        """Return too little."""
        return f'VagueState({self.p1_turn}, {self.name.rstrip("12")})'

    def rough_outcome(self) -> float:
        """Return the score where two moves decide."""
        end = self.find_end()
        if end is not None:
            return end
        return {'x1': 1, 'x2': -1, 'y': -1}.get(self.name, 0.5)


class VagueGame(TreeGame):
    """A game with such positions."""

    def __init__(self, p1_starts: bool) -> None:
        """Start at the root of a tree in which the player to move ends the
        game, and wins or loses."""
        mover, other = ('p1', 'p2') if p1_starts else ('p2', 'p1')
        super().__init__(
            p1_starts,
            {
                'start': {'a': 'y', 'b': 'z'},
                'y': {'c': 'x1'},
                'z': {'c': 'x2'},
                'x1': {'d': 'v'},
                'x2': {'d': 'w'},
                'v': mover,
                'w': other,
            },
        )
        self.current_state = VagueState(p1_starts, self.tree, 'start')


def test_a_vague_repr() -> None:
    """Where a move wins at once in one of two positions with the same repr,
    that is said, and not that an estimate that is right is wrong."""
    (found,) = look_at(check_game, VagueGame)
    assert found.startswith('VagueState.__repr__ returned VagueState(True, x) ')
    assert 'that differ in the moves that win at once: here, and ' in found


class FastState(RowState):
    """A row of stones whose equal for searches is wrong in some way."""

    def search_state(self) -> RowState:
        """Return an equal position."""
        return SearchedState(self.p1_turn, self.stones)


class SearchedState(RowState):
    """A row of stones that searches go through."""


@pytest.mark.parametrize(
    'name, method, told',
    [
        (
            'candidate_moves',
            lambda state: [],
            'SearchedState.candidate_moves '
            "returned []: it should return some of the possible moves, ['a']",
        ),
        (
            'search_key',
            lambda state: [],
            'SearchedState.search_key returned []: it '
            'should return what can be a key of a dict',
        ),
        (
            'make_move',
            lambda state, move: RowState(
                state.p1_turn, RowState.make_move(state, move).stones
            ),
            "FastState.search_state returned RowState(True, ['a']): it should "
            'return an equal position, but after a, the player to move is p1 '
            'there, and p2 here',
        ),
    ],
)
def test_hooks_of_search_states(
    name: str, method: Callable, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The position that searches go through keeps the contracts of hooks, and
    remains an equal one after a move."""
    monkeypatch.setattr(SearchedState, name, method, raising=False)
    (found,) = look_at(check_game, game_of(FastState))
    assert found == told
