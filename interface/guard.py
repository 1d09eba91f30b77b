"""The guard of a game: whoever breaks a contract is named, in one line.

    with Guard(history) as guard:
        while not guard.is_over():
            move = guard.choose(strategy)
            history.add(move, guard.make_move(move))

While all goes well, the guard looks only at what this loop asks for. If
anything seems wrong, the game is played again from its start, the strategy is
asked again while every call of a method is watched, and what was asked for is
examined, as --check does it. The first broken contract is named. All of this
may raise BreachError, whose text is the line to print; and so may everything
else in the block that calls code of a game or a strategy.

Where a copy of a game fails, or differs from it, the game cannot be played
again: it is not watched, and a line says so.
"""

from contextlib import contextmanager, redirect_stdout, suppress
from copy import copy, deepcopy
from functools import partial
from io import StringIO
from traceback import walk_tb
from types import TracebackType
from typing import Any, Callable, Optional
import random
from game import Game
from interface.contracts import (
    check_cycle,
    contains,
    lacks,
    make_call,
    show,
    stand_in,
)
from interface.examine import (
    CHANGES,
    CYCLE,
    MOST_NEXT,
    Position,
    Survey,
    check_start,
    describe_changes,
    examine,
    examine_all,
    watch_strategy,
)
from interface.words import (
    Attempt,
    BreachError,
    BrokenGameError,
    describe_error,
    describe_failure,
    describe_with_place,
    flatten,
    format_value,
    is_user_error,
    make_player_title,
    name_of,
    note_line,
    trace_error,
)

Strategy = Callable[..., Any]  # Takes a game, and returns a move.

# The names of breaches of a strategy: an illegal move, and all others.
ILLEGAL, ERROR = 'illegal move', 'error'
MOST_BACK = 60  # The last positions of a game that are looked back at.


def call_strategy(strategy: Strategy, game: Game) -> Any:
    """Return the move that strategy chooses in game."""
    return strategy(game)


class Guard:
    """Watches a game as it is played.

    === Attributes ===
    history: the game, its states, its moves and its place among them
    lacking: a line for each method of the game that something stands in for,
        and one if the game is not watched
    remarks: what is wrong and does not end the game: lines to be printed, ''
        once they are, by what they are about
    before_replay: called before the game is played again
    is_alone: whether nobody types or reads anything
    is_watched: whether the game can be played again; if not, what its code and
        its strategies do is taken as it is
    """

    history: Any
    lacking: list[str]
    remarks: dict[str, str]
    before_replay: Callable[[], Any]
    is_alone: bool
    is_watched: bool
    _begin: Callable[[], Game]
    # What each position up to the current one showed when it was reached.
    _shown: list[list[str]]

    def __init__(
        self,
        history: Any,
        begin: Optional[Callable[[], Game]] = None,
        p1_starts: Optional[bool] = None,
    ) -> None:
        """Watch the game in history. To play it again, begin makes the same
        game; by default, that is a copy of it. It began with player 1 if
        p1_starts, with player 2 if not, and with either if that is None.
        """
        self.remarks = {}
        self.before_replay = lambda: None
        self.is_alone = begin is not None
        self.watch(history, begin)
        if p1_starts is not None:
            line = check_start(history.game, history.states[0], p1_starts)
            if line:
                self.remarks['start'] = f'{line}.'

    def watch(
        self, history: Any, begin: Optional[Callable[[], Game]] = None
    ) -> None:
        """Watch the game in history from now on."""
        self.history = history
        self.lacking = stand_in(history.game)
        states = history.states[: history.place + 1]
        self._shown = [glance(state) for state in states]
        self.is_watched = True
        if begin is not None:
            self._begin = begin
            return
        # A copy is known as it was, whatever is done to the game.
        opening = Attempt(deepcopy, history.states[0])
        self._begin = lambda: put(history.game, deepcopy(opening.result))
        why = find_copy_fault(history.game, history.states[0], opening)
        if why:
            self.is_watched = False
            self.lacking.append(
                f'While this game is played, it is not watched '
                f'for broken rules: {why}.'
            )

    def __enter__(self) -> 'Guard':
        """Begin to watch."""
        return self

    def __exit__(
        self,
        kind: Optional[type],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        """Turn an error of a game into BreachError. Note where Ctrl-C came."""
        if isinstance(error, BrokenGameError):
            error = error.__cause__
        if isinstance(error, KeyboardInterrupt):
            note_line(error)
        if error and is_user_error(error) and trace_error(error):
            raise self._locate(error) from error

    def take_remarks(self) -> list[str]:
        """Return the remarks that have not been printed yet."""
        lines = [line for line in self.remarks.values() if line]
        self.remarks = dict.fromkeys(self.remarks, '')
        return lines

    # === The steps of a turn ===

    def is_over(self) -> bool:
        """Return whether the game is over, or raise BreachError."""
        game = self.history.game
        state = game.current_state
        with self.asking(('is_over',)):
            over = game.is_over(state)
            moves = state.get_possible_moves()
            name = self._shown[self.history.place][-1]
            turn = getattr(state, 'p1_turn', name == 'p1')
            mover = 'p1' if turn else 'p2'
            # In a series, time counts.
            again = moves if self.is_alone else state.get_possible_moves()
            is_wrong = (
                not isinstance(over, bool)
                or not isinstance(moves, list)
                or over is bool(moves)
                or len(moves) != len(again)
                or name != mover
            )
        if is_wrong:
            self.examine_calls(('is_over',))
        if over and self.is_alone:
            self.check_result()
        return bool(over)

    def draw(
        self, draw: Callable[[Optional[int]], str], width: Optional[int]
    ) -> str:
        """Return the picture that draw makes of the position, in this width, or
        raise BreachError.
        """
        kind: Any = type(self.history.game.current_state)
        if kind.__str__ is object.__str__:
            self.examine_calls(('__str__',))
        with self.asking(('__str__',)):
            return draw(width)

    def check_result(self) -> None:
        """Raise BreachError if it is not clear who has won."""
        calls = ('is_winner', 'p1'), ('is_winner', 'p2')
        game = self.history.game
        with self.asking(*calls):
            won = [game.is_winner(name) for name in ('p1', 'p2')]
        if all(won) or not all(isinstance(each, bool) for each in won):
            self.examine_calls(*calls)

    def make_move(self, move: Any) -> Any:
        """Return the position that move leads to, or raise BreachError."""
        state = self.history.game.current_state
        past = self._shown
        kept = self.history.place + 1
        del past[kept:]
        with self.asking(('make_move', move)):
            after = state.make_move(move)
            shown = glance(after)
            now = glance(state)
        # Players take turns, and a position stays as it is.
        if {shown[-1], now[-1]} != {'p1', 'p2'} or now != past[-1]:
            self.examine_calls(('make_move', move))
        # Only players read remarks.
        if shown in past and self.is_watched and not self.is_alone:
            with suppress(Exception):  # Its __repr__ may be unfinished.
                cycle = check_cycle(self.find_position().after(move))
                remark = f'{cycle}.' if cycle else ''
                self.remarks.setdefault(CYCLE, remark)
        past.append(shown)
        return after

    @contextmanager
    def asking(self, *calls: tuple[Any, ...]) -> Any:
        """For an error in a with statement, raise BreachError if it comes from
        a breach in one of these calls.
        """
        try:
            yield
        except Exception as error:
            if is_user_error(error):
                self.examine_calls(*calls)
            raise

    def choose(
        self,
        strategy: Strategy,
        ask_strategy: Callable[[Strategy, Game], Any] = call_strategy,
        explain: Optional[Callable[[str], Any]] = None,
    ) -> Any:
        """Return the possible move that ask_strategy(strategy, game) returns,
        or raise BreachError. For a player at the keyboard, explain shows what
        was wrong, and they try again.
        """
        game = self.history.game
        state = game.current_state
        before = self._shown[self.history.place]
        is_person = explain is not None
        while True:
            dice = random.getstate()
            move, error = self._ask(strategy, ask_strategy, is_person)
            is_valid = False
            if error is None:
                with suppress(Exception):  # It may fail to tell.
                    is_valid = bool(state.is_valid_move(move))
            is_changed = (
                getattr(game, 'current_state', None) is not state
                or glance(state) != before
            )
            if is_valid and not is_changed:
                return move
            if explain is None:
                watch = partial(
                    watch_strategy, strategy=strategy, error=error, dice=dice
                )
                self._replay(watch)
            if not (error and is_person and has_misread(error)):
                self._judge(strategy, move, error, is_changed)
                if is_valid:
                    return move  # Nothing was wrong after all.
            shown = format_value(move)
            if explain is None:
                raise self._blame(
                    f'its strategy {name_of(strategy)} returned {shown}, '
                    f'which is not a possible move',
                    shown,
                    ILLEGAL,
                )
            if error:
                explain(f'{describe_failure(error)}. Try another move.')
            else:
                explain(f'{shown} is not a possible move here.')

    def _ask(
        self,
        strategy: Strategy,
        ask_strategy: Callable[[Strategy, Game], Any],
        is_person: bool,
    ) -> tuple[Any, Optional[BaseException]]:
        """Return the move that ask_strategy(strategy, game) returns, and None;
        or None, and the error that it raises. But raise what is not an error of
        strategy.
        """
        try:
            return ask_strategy(strategy, self.history.game), None
        except KeyboardInterrupt as interrupt:
            note_line(interrupt)
            raise
        except BaseException as error:  # It may raise anything.
            # A program has no reason to leave, nor one to read anything.
            leaves = not is_person and not isinstance(error, Exception)
            reads = self.is_alone and isinstance(error, EOFError)
            if is_user_error(error) or leaves or reads:
                return None, error
            raise

    # === What seems wrong ===

    def find_position(self, place: Optional[int] = None) -> Position:
        """Return the position at this place, by default the current one, in a
        game that is played again from its start.
        """
        place = self.history.place if place is None else place
        return Position(self._begin, self.history.moves[:place])

    def _replay(self, find: Callable[[Position], Any]) -> None:
        """Raise the BreachError that find returns, or raises, when it is given
        the position in a game that is played again, if it can be.
        """
        if not self.is_watched:
            return
        self.before_replay()
        dice = random.getstate()
        with redirect_stdout(StringIO()):
            attempt = Attempt(lambda: find(self.find_position()))
        random.setstate(dice)
        error: Any = attempt.result or attempt.error
        is_users = is_user_error(error) and trace_error(error)
        if isinstance(error, BreachError) or is_users:
            raise self._locate(error) from attempt.error

    def examine_calls(self, *calls: tuple[Any, ...]) -> None:
        """Raise BreachError if one of these calls breaks its contract, or what
        they rely on does.
        """
        basic = ('get_possible_moves',), ('get_current_player_name',)
        self._replay(
            lambda position: next(examine(position, [*basic, *calls]), None)
        )

    def _judge(
        self,
        strategy: Strategy,
        move: Any,
        error: Optional[BaseException],
        is_changed: bool,
    ) -> None:
        """Raise BreachError if the game does wrong, or if strategy, which has
        returned move, has raised error, or changed the position if is_changed.
        """
        state = self.history.states[self.history.place]
        moves = Attempt(state.get_possible_moves).result
        if error is None and contains(moves, move):
            self.examine_calls(('is_valid_move', move))
        else:
            self.examine_calls()
        if error:
            line = describe_failure(error, strategy)
            raise self._blame(line, describe_with_place(error)) from error
        if is_changed and self.is_watched:
            self._replay(find_changing_call)
            now = getattr(self.history.game, 'current_state', None)
            changes = describe_changes(self.find_position(), now)
            if not changes:
                return
            if now is state or now is None:
                deed = f'changed the position: {changes}'
            else:
                deed = f'put another position into current_state: {changes}'
            raise self._blame(f'{name_of(strategy)} {deed}', f'it {deed}')

    def _blame(self, line: str, detail: str, name: str = ERROR) -> BreachError:
        """Return the error that says line of the player who was to move."""
        # It may be the strategy that has changed whose turn it is.
        where = self._find_here()
        state = where.states[where.place]
        player = Attempt(state.get_current_player_name).result
        title = make_player_title(str(player))
        told = f'{title} cannot go on: {line}'
        if not self.is_watched:
            told += ', which may be the fault of the game, as it is not watched'
        breach = self._locate(BreachError(told, name=name))
        breach.line = line.removeprefix('its strategy ')
        breach.detail = detail
        return breach

    def _locate(self, error: BaseException) -> BreachError:
        """Return error as a BreachError that says where it is."""
        line = describe_failure(error)
        where = self._find_here(getattr(error, 'position', None))
        picture = flatten(glance(where.states[where.place])[0])
        breach = BreachError(
            f'{line}, at move {where.place + 1}. Position: {picture}',
            name=getattr(error, 'name', ''),
        )
        breach.line = line
        breach.detail = line
        return breach

    def _find_here(self, position: Optional[Position] = None) -> Any:
        """Return position, or else the current one, in a game that is played
        again; the history if it cannot be.
        """
        if not self.is_watched:
            return self.history
        attempt = Attempt(
            lambda: position.after() if position else self.find_position()
        )
        return attempt.result or self.history

    def look_back(self) -> bool:
        """Remark the first breach in the last positions of a game that is over:
        those from which few enough follow. Return whether there is one.
        """
        end = self.history.place
        places = range(end, max(-1, end - MOST_BACK), -1)
        line = map(self.find_position, places)

        def find_first(_end: Position) -> Optional[BreachError]:
            """Return the first breach in line, None if there is none."""
            for position in Survey().explore(line, MOST_NEXT):
                breach = next(examine_all(position.after()), None)
                if breach:
                    return breach
            return None

        try:
            self._replay(find_first)
        except BreachError as breach:
            self.remarks.setdefault(breach.name, str(breach))
            return True
        return False


def find_changing_call(position: Position) -> Optional[BreachError]:
    """Return the breach of a method that changes the state at position, None if
    there is none.
    """
    for breach in examine_all(position):
        if breach.name == CHANGES:
            return breach
    return None


def glance(state: Any) -> list[str]:
    """Return what shows at once whether state has changed."""
    # A state whose author is not that far has no __repr__.
    name = '__str__' if lacks(type(state), '__repr__') else '__repr__'
    return [
        show(make_call(None, state, each).result)
        for each in (name, 'get_current_player_name')
    ]


def has_misread(error: BaseException) -> bool:
    """Return whether error comes from a method that reads a typed move."""
    return any(
        frame.f_code.co_name in ('str_to_move', 'is_valid_move')
        for frame, _ in walk_tb(error.__traceback__)
    )


def put(game: Game, state: Any) -> Game:
    """Return a copy of game whose current_state is state."""
    game = copy(game)
    game.current_state = state
    return game


def find_copy_fault(game: Game, state: Any, copied: Attempt) -> str:
    """Return in words why a copy of game, at the copy of state, cannot stand
    for it, '' if it can.
    """
    made = Attempt(copy, game)
    error = made.error or copied.error
    if error:
        return f'it cannot be copied ({describe_error(error)})'
    dice = random.getstate()
    try:
        with redirect_stdout(StringIO()):
            # To look at a state of a wrong game may change it.
            unlike = Attempt(
                lambda: is_unlike(made.result, state, deepcopy(copied.result))
            )
    except KeyboardInterrupt as interrupt:
        note_line(interrupt)
        raise
    finally:
        random.setstate(dice)
    if unlike.result:
        return 'a copy of its first position is not the same'
    return ''


def is_unlike(game: Game, state: Any, twin: Any) -> bool:
    """Return whether twin, a copy of state, is unlike it."""

    def describe(position: Any) -> dict[str, str]:
        """Return what shows whether they are alike."""
        return {
            name: show(make_call(game, position, name).result)
            for name in (
                'get_current_player_name',
                '__str__',
                'is_over',
                'get_possible_moves',
            )
        }

    shown = describe(state)
    if describe(twin) == shown:
        return False
    # Moves that are different each time are no fault of the copy.
    again = show(state.get_possible_moves())
    return again == shown['get_possible_moves']
