"""The referee of a game: whoever breaks a contract is named, in one line.

    with Referee(game) as referee:
        while not referee.is_over():
            move = referee.choose(strategy)
            referee.make_move(move)

All of this may raise FoulError, whose text is the line to print; and so may
everything else in the block that calls somebody's code.
"""
from time import monotonic
from types import TracebackType
from typing import Any, Callable, Optional
import traceback
from game import Game
from interface.attempts import Attempt
from interface.checks.guards import Guard
from interface.checks.methods import find_missing_in_state, \
    find_missing_to_play, find_wrong_answer, name_method
from interface.endings import is_about_output
from interface.places import locate, name_of, tell_error, tell_raised, \
    trace_error
from interface.quoting import show
from interface.thinking import choose_move
from interface.titles import make_player_title

# If it takes longer than this many seconds to guard a position, the next ones
# are not copied.
LONG = 0.05

# Shows a line to a player at the keyboard.
Teller = Callable[[str], Any]


class FoulError(Exception):
    """Raised when somebody's code breaks a contract. Its text is a line that
    says whose, where, and what was expected.

    === Attributes ===
    player: the player whose strategy it is, or '' if it is the game
    """
    player: str

    def __init__(self, line: str, player: str = '') -> None:
        """Initialize an error that says line."""
        super().__init__(line)
        self.player = player


class Referee:
    """Watches a game as it is played.

    === Attributes ===
    game: the game. It may be replaced, and so may its current_state.
    moves_made: how many moves have been made in it. Change this number when
        moves are taken back, or another game is loaded.
    """
    game: Game
    moves_made: int
    _copies: bool

    def __init__(self, game: Game, moves_made: int = 0) -> None:
        """Initialize the referee of game. Raise FoulError if a method is
        missing.
        """
        self.game, self.moves_made, self._copies = game, moves_made, True
        missing = find_missing_to_play(game)
        if missing:
            raise FoulError(f'The game cannot begin: {", ".join(missing)}.')

    def __enter__(self) -> 'Referee':
        """Begin to watch."""
        return self

    def __exit__(self, kind: Optional[type], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        """Turn what somebody's code has raised into a FoulError."""
        if is_somebodys(error) and trace_error(error):
            raise self._make_foul(tell_error(error)) from error

    def is_over(self) -> bool:
        """Return whether the game is over. Raise FoulError if the position
        cannot be shown and played.
        """
        state = self.game.current_state
        answers = {'is_over': self.game.is_over(state),
                   'get_current_player_name': state.get_current_player_name(),
                   'get_possible_moves': state.get_possible_moves(),
                   '__str__': state.__str__()}
        for name, answer in answers.items():
            wrong = find_wrong_answer(self.game, name, answer)
            if wrong:
                raise self._make_foul(wrong)
        over, moves = answers['is_over'], answers['get_possible_moves']
        again = state.get_possible_moves()
        if sorted(map(str, moves)) != sorted(map(str, again)):
            method = name_method(self.game, 'get_possible_moves')
            raise self._make_foul(f'{method} returned {show(moves)} and then, '
                                  f'in the same position, {show(again)}')
        if not over and not moves:
            raise self._make_foul(f'{type(self.game).__name__} is not over, '
                                  f'but there are no moves')
        return over

    def choose(self, strategy: Callable,
               ask: Callable[[Callable, Game], Any] = choose_move,
               tell: Optional[Teller] = None) -> Any:
        """Return the possible move that strategy chooses, by ask(strategy,
        game). Raise FoulError if strategy breaks its contract.

        If strategy asks a player at the keyboard, tell shows them what was
        wrong with an answer, and they may try again.
        """
        name, guard = name_of(strategy), self._guard()
        move, possible = None, False
        while not possible:
            attempt = self._ask(strategy, ask, tell)
            move, error = attempt.result, attempt.error
            changes = self._find_changes(guard)
            possible = not error and not changes and self._is_possible(move)
            if error and not (tell and has_misread(error)):
                raise self._blame(tell_error(error, strategy), guard) \
                    from error
            if changes:
                raise self._blame(f'{name} changed the position: {changes}',
                                  guard)
            if not possible and not tell:
                raise self._blame(f'its strategy {name} returned {show(move)}, '
                                  f'which is not a possible move', guard)
            if not possible:
                tell(f'{tell_error(error)}. Try another move.' if error else
                     f'{show(move)} is not a possible move here.')
        return move

    def _ask(self, strategy: Callable, ask: Callable[[Callable, Game], Any],
             tell: Optional[Teller]) -> Attempt:
        """Return the attempt to have strategy choose. If it is interrupted,
        and not because a player does not want to answer, note where it was.
        """
        try:
            attempt = Attempt(ask, strategy, self.game)
        except KeyboardInterrupt as interrupt:
            place = locate(trace_error(interrupt), strategy)
            if place and not tell:
                interrupt.add_note(f'{name_of(strategy)} was at {place}.')
            raise
        leaves = isinstance(attempt.error, SystemExit) and not tell
        if attempt.error and not leaves and not is_somebodys(attempt.error):
            raise attempt.error
        return attempt

    def _is_possible(self, move: Any) -> bool:
        """Return whether move is possible. Raise FoulError if the game does
        not agree with itself on that.
        """
        state = self.game.current_state
        attempt = Attempt(state.is_valid_move, move)
        if not attempt.result and Attempt(
                state.get_possible_moves().__contains__, move).result:
            what = tell_raised(attempt.error) if attempt.error \
                else f'returned {show(attempt.result)}'
            raise self._make_foul(
                f'{name_method(self.game, "is_valid_move")}({show(move)}) '
                f'{what}, but it is one of the possible moves')
        return bool(attempt.result)

    def make_move(self, move: Any) -> None:
        """Make move in the game. Raise FoulError if that changes the position
        that it is made in, or leads to something that is none.
        """
        guard, method = self._guard(), name_method(self.game, 'make_move')
        state = self.game.current_state
        attempt = Attempt(state.make_move, move)
        after, changes = attempt.result, self._find_changes(guard)
        if attempt.error:
            raise self._make_foul(tell_error(attempt.error), guard)
        if changes:
            raise self._make_foul(f'{method} changed its own state: {changes}',
                                  guard)
        if after is state or type(after) is not type(state) \
                and find_missing_in_state(after):
            raise self._make_foul(f'{method}({show(move)}) returned '
                                  f'{show(after)}: it returns a new position')
        self.game.current_state = after
        self.moves_made += 1

    def _guard(self) -> Guard:
        """Return a guard of the current position."""
        start = monotonic()
        guard = Guard(self.game, self._copies)
        self._copies = self._copies and monotonic() - start < LONG
        return guard

    def _find_changes(self, guard: Guard) -> str:
        """Return in words in what the position has changed, or '' if it has
        not. Raise FoulError if a method of the game is to blame.
        """
        changes = guard.find_changes()
        impurity = changes and guard.find_impurity()
        if impurity:
            raise self._make_foul(impurity, guard)
        return changes

    def _blame(self, line: str, guard: Guard) -> FoulError:
        """Return the error that says line of the strategy of the player who is
        to move.
        """
        player = guard.player
        return self._make_foul(
            f'{make_player_title(player)} cannot go on: {line}', guard, player)

    def _make_foul(self, line: str, guard: Optional[Guard] = None,
                   player: str = '') -> FoulError:
        """Return the error that says line, and where in the game that is: at
        the current position, or as guard knows it.
        """
        position = guard or show(self.game.current_state, 200)
        return FoulError(f'{line}, at move {self.moves_made + 1}. Position: '
                         f'{position}', player)


def is_somebodys(error: Optional[BaseException]) -> bool:
    """Return whether error is a fault in somebody's code: no word from the
    interface itself, no end of the input, and no trouble with the output.
    """
    ours = any(kind.__module__.startswith('interface.')
               for kind in type(error).__mro__)
    return isinstance(error, Exception) and not ours \
        and not isinstance(error, EOFError) and not is_about_output(error)


def has_misread(error: BaseException) -> bool:
    """Return whether error comes from a method of a game that a typed move
    goes through. That is the game's fault, but no reason to end it.
    """
    return any(frame.f_code.co_name in ('str_to_move', 'is_valid_move')
               for frame, _ in traceback.walk_tb(error.__traceback__))
