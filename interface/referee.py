"""The referee of a game: whoever breaks a contract is named, in one line.

    with Referee(history) as referee:
        while not referee.is_over():
            move = referee.choose(strategy)
            history.add(move, referee.make_move(move))

All of this may raise FoulError, whose text is the line to print; and so may
everything else in the block that calls somebody's code.
"""
from copy import copy, deepcopy
from types import TracebackType
from typing import Any, Callable, Optional
from game import Game
from interface.changes import Snapshot, describe_deed, find_changes_in, \
    search_impurity, take_snapshot, take_stable_snapshot
from interface.contracts import ask as ask_method, check_is_over, \
    check_winner, is_possible
from interface.faults import Attempt, BrokenContractError, Signal, \
    describe_fault, has_misread, is_user_error, name_of, note_line, trace_error
from interface.methods import find_broken_call, find_fault, stand_in
from interface.sampling import Position, expect
from interface.history import History
from interface.setup import BrokenGameError
from interface.words import flatten, format_value, make_player_title


class FoulError(Signal):
    """Raised, with a line that says who and where, for a broken contract."""


class Referee:
    """Watches a game as it is played.

    === Attributes ===
    history: the game, its positions and its moves
    lacking: a line for each method of the game that something stands in for
    """
    history: History
    lacking: list[str]
    _opening: Any

    def __init__(self, history: History) -> None:
        """Watch the game in history."""
        self.watch(history)

    def watch(self, history: History) -> None:
        """Watch the game in history from now on."""
        self.history, self.lacking = history, stand_in(history.game)
        # Not everything can be copied. A position that can be is known as it
        # was, whatever somebody's code does to it.
        self._opening = Attempt(deepcopy, history.states[0]).result

    def __enter__(self) -> 'Referee':
        """Begin to watch."""
        return self

    def __exit__(self, kind: Optional[type], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        """Turn somebody's error into a FoulError. Note where Ctrl-C came."""
        if isinstance(error, BrokenGameError):
            error = error.__cause__
        if isinstance(error, KeyboardInterrupt) \
                and not hasattr(error, '__notes__'):
            note_line(error)
        if isinstance(error, BrokenContractError) \
                or error and is_user_error(error) and trace_error(error):
            raise self._make_foul(describe_fault(error)) from error

    def find_position(self) -> Position:
        """Return the current position, for those who check contracts."""
        return Position(lambda: self.history.game, [])

    def check_picture(self) -> None:
        """Raise BrokenContractError if the position has no picture."""
        ask_method(self.find_position(), '__str__')

    def is_over(self) -> bool:
        """Return whether the game is over. Raise an error if it is broken."""
        here = self.find_position()
        fault = find_fault(here.state, 'get_possible_moves')
        expect(not fault, fault)  # The other methods are likely to call it.
        over = ask_method(here, 'is_over', here.state)
        ask_method(here, 'get_current_player_name')
        moves = ask_method(here, 'get_possible_moves')
        again = here.state.get_possible_moves()
        expect(sorted(map(str, moves)) == sorted(map(str, again)),
               f'{here.name("get_possible_moves")} returned '
               f'{format_value(moves)} and then, in the same position, '
               f'{format_value(again)}')
        check_is_over(here)
        if over:
            check_winner(here)
        return bool(over)

    def choose(self, strategy: Callable[..., Any],
               ask: Callable[[Any, Game], Any] = lambda s, game: s(game),
               explain: Optional[Callable[[str], Any]] = None) -> Any:
        """Return the possible move that ask(strategy, game) returns, or raise
        FoulError. For a player at the keyboard, explain shows what was wrong,
        and they try again.
        """
        name = name_of(strategy)
        state = self.history.game.current_state
        before = take_stable_snapshot(state)
        while True:
            attempt = self._ask(strategy, ask, explain is not None)
            move, error = attempt.result, attempt.error
            changes = self._find_changes(before)
            if not error and not changes \
                    and is_possible(self.find_position(), move):
                return move
            broken = '' if changes or explain else \
                find_broken_call(self.make_again, strategy)
            if broken:
                raise self._make_foul(broken, before)
            if error and not (explain and has_misread(error)):
                raise self._blame(describe_fault(error, strategy), before) \
                    from error
            if changes:
                raise self._blame(f'{name} ' + describe_deed(
                    self.history.game, state, changes), before)
            if not explain:
                raise self._blame(f'its strategy {name} returned '
                                  f'{format_value(move)}, which is not a '
                                  f'possible move', before)
            explain(f'{describe_fault(error)}. Try another move.' if error
                    else f'{format_value(move)} is not a possible move here.')

    def _ask(self, strategy: Callable[..., Any], ask: Callable[[Any, Game], Any],
             is_typed: bool) -> Attempt:
        """Return the attempt to choose; note where Ctrl-C has stopped it."""
        try:
            attempt = Attempt(ask, strategy, self.history.game)
        except KeyboardInterrupt as interrupt:
            note_line(interrupt, strategy, is_typed)
            raise
        leaves = isinstance(attempt.error, SystemExit) and not is_typed
        if attempt.error and not leaves and not is_user_error(attempt.error):
            raise attempt.error
        return attempt

    def make_move(self, move: Any) -> Any:
        """Return the position that move leads to, or raise FoulError."""
        here = self.find_position()
        before = take_stable_snapshot(here.state)
        attempt = Attempt(ask_method, here, 'make_move', move)
        changes = self._find_changes(before)
        if attempt.error:
            raise self._make_foul(describe_fault(attempt.error), before)
        if changes:
            raise self._make_foul(f'{here.name("make_move")} changed its own '
                                  f'state: {changes}', before)
        return attempt.result

    def _find_changes(self, before: Snapshot) -> str:
        """Return how the position has changed, or ''; or raise FoulError."""
        changes = find_changes_in(self.history.game, before)
        # A strategy calls all methods: find out before you blame it.
        impurity = changes and Attempt(search_impurity, self.make_again).result
        if impurity:
            raise self._make_foul(impurity, before)
        return changes

    def make_again(self) -> Game:
        """Return a copy of the game, as it was before others had it."""
        game = copy(self.history.game)
        if self._opening is None:
            game.current_state = self.history.states[self.history.place]
            return game
        game.current_state = deepcopy(self._opening)
        for move in self.history.made():
            game.current_state = game.current_state.make_move(move)
        return game

    def _blame(self, line: str, before: Snapshot) -> FoulError:
        """Return the error that says line of the player who was to move."""
        player = make_player_title(before.get('get_current_player_name', ''))
        return self._make_foul(f'{player} cannot go on: {line}', before)

    def _make_foul(self, line: str, before: Optional[Snapshot] = None
                   ) -> FoulError:
        """Return the error that says line, and where: here or before."""
        state = getattr(self.history.game, 'current_state', None)
        seen = before or Attempt(take_snapshot, state).result or {}
        # A game whose author is not that far has no __repr__.
        position = seen.get('__repr__') or seen.get('__str__') \
            or format_value(state)
        return FoulError(f'{line}, at move {self.history.place + 1}. Position: '
                         f'{flatten(position, 200)}')
