"""The guard of a game: whoever breaks a contract is named, in one line.

    with Guard(history) as guard:
        while not guard.is_over():
            move = guard.choose(strategy)
            history.add(move, guard.make_move(move))

While all goes well, the guard looks only at what this loop asks for. If
anything fails, the game is played again from its start, and the strategy is
asked again, this time with guarded states: they stand in for the states of the
game, and every call of their methods is watched. The first broken contract is
named. All of this may raise BreachError, whose text is the line to print; and
so may everything else in the block that calls code of a game or a strategy.
"""
from contextlib import contextmanager, nullcontext, redirect_stdout
from copy import copy, deepcopy
from functools import partial
from io import StringIO
from types import TracebackType
from typing import Any, Callable, Iterator, Optional
import random
import sys
from game import Game
from interface.contracts import GAME_METHODS, BreachError, Call, ask, \
    check_is_winner, check_make_move, check_player, check_start, \
    compare_moves, compare_validity, find_breach, find_defect, lacks
from interface.errors import Attempt, describe_failure, describe_with_place, \
    has_misread, is_user_error, name_of, note_line, trace_error
from interface.history import History
from interface.positions import LOOKS, Looks, Maker, Position, Survey, \
    TooManyError, describe_deed, examine, find_changer, find_changes_in, \
    find_cycle, find_identity, look_often, show_sorted, view
from interface.setup import BrokenGameError
from interface.watch import watch_strategy
from interface.words import drop_addresses, flatten, format_value, \
    make_player_title
from interface.worker import Listener

Strategy = Callable[..., Any]

# Positions that follow a small one; a very small one.
MOST_NEXT, FEW_NEXT = 250, 50


class Guard:
    """Watches a game as it is played.

    === Attributes ===
    history: the game, its positions and its moves
    lacking: a line for each method of the game that something stands in for
    remarks: what is wrong and does not end the game: lines to be printed, ''
        once they are, by what they are about
    before_replay: called before the game is played again
    is_alone: whether nobody types or reads anything
    """
    history: History
    lacking: list[str]
    remarks: dict[str, str]
    before_replay: Callable[[], Any]
    is_alone: bool
    _begin: Optional[Maker]
    _line: list[Looks]

    def __init__(self, history: History, begin: Optional[Maker] = None,
                 p1_starts: Optional[bool] = None) -> None:
        """Watch the game in history. To play it again, begin makes the same
        game; by default, that is a copy of it. It began with player 1 if
        p1_starts, with player 2 if not, and with either if that is None.
        """
        self.remarks = {}
        self.before_replay = lambda: None
        self.is_alone = begin is not None
        self.watch(history, begin)
        start = '' if p1_starts is None else check_start(
            history.game, history.states[0], p1_starts)
        if start:
            self._remark('start', f'{start}.')

    def watch(self, history: History, begin: Optional[Maker] = None) -> None:
        """Watch the game in history from now on."""
        self.history, self.lacking = history, stand_in(history.game)
        self._begin = begin
        self._line = list(map(self._glance, history.states[:history.place]))
        # Not everything can be copied. A position that can be is known as it
        # was, whatever is done to it.
        opening = None if begin else Attempt(deepcopy, history.states[0])
        if opening and not opening.error:
            self._begin = lambda: put(history.game, deepcopy(opening.result))

    def __enter__(self) -> 'Guard':
        """Begin to watch."""
        return self

    def __exit__(self, kind: Optional[type], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        """Turn an error of a game into a BreachError. Note where Ctrl-C came.
        """
        if isinstance(error, BrokenGameError):
            error = error.__cause__
        if isinstance(error, KeyboardInterrupt) \
                and not hasattr(error, '__notes__'):
            note_line(error)
        if error and is_user_error(error) and trace_error(error):
            raise self._locate(describe_failure(error)) from error

    def _ask(self, name: str, *given: Any) -> Any:
        """Return what a method of the game or the position returns; raise what
        it raises, or BreachError.
        """
        game = self.history.game
        state = game.current_state
        owner = game if name in GAME_METHODS else state
        defect = find_defect(owner, name)
        if defect:
            raise self._locate(defect)
        with nullcontext() if self.is_alone else listening(self._remark):
            result = getattr(owner, name)(*given)
        self._expect(find_breach(Call(game, state, name, given, result), True))
        return result

    def _remark(self, what: str, line: str) -> None:
        """Add line to the remarks, unless there has been one on this."""
        self.remarks.setdefault(what, line)

    def take_remarks(self) -> list[str]:
        """Return the remarks that have not been printed yet."""
        lines = list(filter(None, self.remarks.values()))
        self.remarks = dict.fromkeys(self.remarks, '')
        return lines

    def check_picture(self) -> None:
        """Raise BreachError if the position has no picture."""
        self._ask('__str__')

    def is_over(self) -> bool:
        """Return whether the game is over, or raise BreachError."""
        game, state = self.history.game, self.history.game.current_state
        # Other methods are likely to call this one.
        self._expect(find_defect(state, 'get_possible_moves'))
        over = self._ask('is_over', state)
        name = self._ask('get_current_player_name')
        self._expect(check_player(Call(game, state, 'get_current_player_name',
                                       (), name)))
        moves = self._ask('get_possible_moves')
        if not self.is_alone:
            self._ask_again(moves)
        self._expect(compare_moves(game, state, over, moves))
        if over and self.is_alone:
            self.check_result()
        return bool(over)

    def _ask_again(self, moves: list[Any], times: int = 1) -> None:
        """Raise BreachError if get_possible_moves, which has returned moves,
        returns others in one of as many times.
        """
        state = self.history.game.current_state
        for _ in range(times):
            again = state.get_possible_moves()
            self._expect('' if show_sorted(moves) == show_sorted(again) else
                         f'{type(state).__name__}.get_possible_moves returned '
                         f'{format_value(moves)} and then, in the same '
                         f'position, {format_value(again)}')

    def check_result(self) -> None:
        """Raise BreachError if it is not clear who has won."""
        game, state = self.history.game, self.history.game.current_state
        for player in 'p1', 'p2':
            won = self._ask('is_winner', player)
            self._expect(check_is_winner(Call(game, state, 'is_winner',
                                              (player,), won)))

    def choose(self, strategy: Strategy,
               ask_strategy: Callable[[Strategy, Game], Any] =
               lambda strategy, game: strategy(game),
               explain: Optional[Callable[[str], Any]] = None) -> Any:
        """Return the possible move that ask_strategy(strategy, game) returns,
        or raise BreachError. For a player at the keyboard, explain shows what
        was wrong, and they try again.
        """
        game, state = self.history.game, self.history.game.current_state
        before = self._glance(state)
        while True:
            now = random.getstate()
            attempt = self._attempt(strategy, ask_strategy, explain is not None)
            move, error = attempt.result, attempt.error
            changes = self._find_changes(before)
            if not error and not changes and self._is_possible(move):
                return move
            if explain:
                self._expect(changes and Attempt(
                    find_changer, self.make_again).result or '')
            else:
                self._find_culprit(strategy, error, now)
            if error and not (explain and has_misread(error)):
                raise self._blame(strategy, describe_failure(error, strategy),
                                  describe_with_place(error)) from error
            if changes:
                deed = describe_deed(game, state, changes)
                raise self._blame(strategy, f'{name_of(strategy)} {deed}',
                                  f'it {deed}')
            if not explain:
                raise self._blame(
                    strategy, f'its strategy {name_of(strategy)} returned '
                    f'{format_value(move)}, which is not a possible move',
                    format_value(move), is_illegal=True)
            explain(f'{describe_failure(error)}. Try another move.' if error
                    else f'{format_value(move)} is not a possible move here.')

    def _attempt(self, strategy: Strategy,
                 ask_strategy: Callable[[Strategy, Game], Any], is_typed: bool
                 ) -> Attempt:
        """Return the attempt to choose; note where Ctrl-C has stopped it."""
        try:
            with nullcontext() if is_typed or self.is_alone \
                    else listening(self._remark):
                attempt = Attempt(ask_strategy, strategy, self.history.game)
        except KeyboardInterrupt as interrupt:
            note_line(interrupt, strategy, is_typed)
            raise
        error = attempt.error
        leaves = isinstance(error, SystemExit) and not is_typed \
            or isinstance(error, EOFError) and self.is_alone
        if error and not leaves and not is_user_error(error):
            raise error
        return attempt

    def _is_possible(self, move: Any) -> bool:
        """Return whether move is possible. The game must agree with itself."""
        game, state = self.history.game, self.history.game.current_state
        call = ask(game, state, 'is_valid_move', move)
        if not call.result:
            moves = state.get_possible_moves()
            if Attempt(lambda: move in moves).result:
                self._expect(compare_validity(call, moves))
            self._ask_again(moves, LOOKS)
        return bool(call.result)

    def make_move(self, move: Any) -> Any:
        """Return the position that move leads to, or raise BreachError."""
        game, state = self.history.game, self.history.game.current_state
        before = self._glance(state)
        self._look_for_cycle(before)
        attempt = Attempt(self._ask, 'make_move', move)
        changes = self._find_changes(before)
        if changes:
            self._expect(Attempt(find_changer, self.make_again).result
                         or f'{type(state).__name__}.make_move changed its own '
                            f'state: {changes}')
        if attempt.error:
            raise attempt.error
        self._expect(check_make_move(Call(game, state, 'make_move', (move,),
                                          attempt.result)))
        return attempt.result

    def _glance(self, state: Any) -> Looks:
        """Return what shows whether state has changed."""
        if self.is_alone:  # There, time counts.
            return {'__repr__': str(Attempt(repr, state).result)}
        looks: Looks = Attempt(view, state).result or {}
        return looks

    def _look_for_cycle(self, here: Looks) -> None:
        """Remark that the game has come back to a position, if it has."""
        history, place = self.history, self.history.place
        self._line[place:] = [here]
        first = self._line.index(here)
        cycle = first < place and find_cycle(
            history.game, list(map(find_identity,
                                   history.states[first:place + 1])),
            history.moves[first:])
        if cycle:
            self._remark('cycle', f'{cycle}.')

    def _find_changes(self, before: Looks) -> str:
        """Return how the position differs from what it looked like before."""
        game = self.history.game
        state = getattr(game, 'current_state', None)
        now = self._glance(state)
        if now == before:
            return ''
        again = Attempt(look_often, self.make_again)
        if not again.error and self._begin is not None:
            return find_changes_in(game, again.result)
        later = self._glance(state)
        return find_changes_in(game, {
            name: text for name, text in before.items()
            if now.get(name) == later.get(name)})

    def _find_culprit(self, strategy: Strategy, error: Optional[BaseException],
                      dice: Any) -> None:
        """Raise BreachError if the game did wrong while strategy was asked,
        which began with the module random in the state dice.
        """
        self.before_replay()
        now = random.getstate()
        random.setstate(dice)
        breach, path = watch_strategy(self.make_again, strategy, error)
        random.setstate(now)
        if breach:
            raise self._locate(breach, path=path)

    def make_again(self, place: Optional[int] = None) -> Game:
        """Return a copy of the game as it was at this place, before others had
        it: by default, at the current one.
        """
        history = self.history
        place = history.place if place is None else place
        if self._begin is None:
            return put(history.game, history.states[place])
        return Position(self._begin, history.moves[:place]).game

    def look_back(self, most: int) -> bool:
        """Remark the first breach in the last positions of a game that is over:
        those from which no more than this many follow. Return whether there is
        one.
        """
        with redirect_stdout(StringIO()):
            attempt = Attempt(self._look_back, most)
        error = attempt.error
        if error and is_user_error(error) and trace_error(error):
            self._remark('end', f'{describe_failure(error)}.')
        elif attempt.result:
            self._remark('end', attempt.result)
        return 'end' in self.remarks

    def _look_back(self, most: int) -> str:
        """Return that breach, and where it is, or ''."""
        history = self.history
        survey, seen = Survey(history.game), dict[str, Any]()
        for place in range(history.place, -1, -1):
            position = Position(partial(self.make_again, 0),
                                history.moves[:place])
            survey_breach = None
            try:
                survey.check(position.state, history.moves[:place], most)
            except TooManyError:
                break
            except BreachError as breach:
                survey_breach = breach
            # What searches rely on may be wrong because something else is.
            findings = examine(position, set(self.remarks), seen)
            if findings:
                return str(self._locate(findings[0].line, place))
            if survey_breach:
                return '' if 'cycle' in self.remarks else str(self._locate(
                    str(survey_breach), place, survey_breach.path))
        return ''

    def _expect(self, breach: str) -> None:
        """Raise BreachError, saying where the game is, if there is a breach."""
        if breach:
            raise self._locate(breach)

    def _blame(self, strategy: Strategy, line: str, detail: str,
               is_illegal: bool = False) -> BreachError:
        """Return the error that says line of the player who was to move."""
        # It may be the strategy that has changed whose turn it is.
        again = Attempt(self.make_again).result or self.history.game
        name = Attempt(again.current_state.get_current_player_name).result
        error = self._locate(f'{make_player_title(str(name))} cannot go on: '
                             f'{line}')
        error.strategy, error.detail = strategy, detail
        error.is_illegal = is_illegal
        return error

    def _locate(self, line: str, place: Optional[int] = None,
                path: tuple[Any, ...] = ()) -> BreachError:
        """Return the error that says line, and where: at this place, and the
        moves in path later.
        """
        place = self.history.place if place is None else place
        attempt = Attempt(Position, partial(self.make_again, place), list(path))
        state = self.history.states[place] if attempt.error \
            else attempt.result.state
        # A game whose author is not that far has no __repr__.
        shown = next((text for text in (
            Attempt(show, state).result for name, show in
            (('__repr__', repr), ('__str__', str))
            if not lacks(type(state), name)) if text), format_value(state))
        error = BreachError(f'{line}, at move {place + len(path) + 1}. '
                            f'Position: {flatten(drop_addresses(shown), 200)}')
        error.detail = line
        return error


@contextmanager
def listening(remark: Callable[[str, str], None]) -> Iterator[None]:
    """Remark that something is printed in a with statement, and by whom."""
    listener: Any = Listener(sys.maxsize)
    try:
        with redirect_stdout(listener):
            yield
    finally:
        if listener.heard:
            remark(listener.who, f'{describe_noise(listener)}.')


def describe_noise(listener: Listener) -> str:
    """Return in words who has printed, though only a strategy that asks a
    player should.
    """
    return f'{listener.heard}: only a strategy that asks a player should print'


def put(game: Game, state: Any) -> Game:
    """Return a copy of game whose current_state is state."""
    game = copy(game)
    game.current_state = state
    return game


def stand_in(game: Any) -> list[str]:
    """Give game what it lacks to play. Return a line for each such method."""
    def is_over(state: Any) -> bool:
        """Return whether there are no moves."""
        return not state.get_possible_moves()

    def str_to_move(text: str) -> Any:
        """Return the possible move that is shown as text, or text."""
        moves = game.current_state.get_possible_moves()
        return {str(move): move for move in moves}.get(text.strip(), text)
    lines = []
    for name, method, words in (
            ('get_instructions', str, 'there are no rules to show'),
            ('is_over', is_over, 'the game ends when there are no moves'),
            ('str_to_move', str_to_move, 'moves are read as they are shown')):
        if lacks(type(game), name) \
                and name not in getattr(game, '__dict__', {}):
            setattr(game, name, method)
            lines.append(f'{type(game).__name__} lacks {name}: {words}.')
    return lines
