"""Watching a strategy: guarded games and states stand in for a game and its
states, and every call of their methods is looked at.

A student's classes are left alone. A guarded state does what its state does,
and looks like it to isinstance, ==, copy and all the rest.
"""
from contextlib import redirect_stdout
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from functools import cache, partial
from io import StringIO
from typing import Any, Callable, Optional
import re
from game_state import GameState
from interface.contracts import CONTRACTS, EXTRAS, GAME_METHODS, HOOKS, \
    BreachError, Call, find_breach, find_defect, is_own
from interface.errors import Attempt, describe_failure
from interface.positions import Maker, Position, compare_equals, \
    find_changer, find_changes, find_cycle, find_identity, look

MOST_CALLS = 5_000  # Of a strategy's calls, those that are looked at closely.


@dataclass
class Watch:
    """Watches the methods of a game while a strategy calls them.

    === Attributes ===
    position: where the strategy is asked
    sees_cycles: whether coming back to a position is a breach
    breach: the first breach, or ''
    path: the moves from there to the position that it is about
    left: how many more calls are looked at closely
    """
    position: Position
    sees_cycles: bool = False
    breach: str = ''
    path: tuple[Any, ...] = ()
    left: int = MOST_CALLS

    def call(self, link: 'Link', name: str, *given: Any, **named: Any) -> Any:
        """Return what the method called name of what link guards returns."""
        self._expect(find_defect(link.thing, name))
        is_close, self.left = self.left > 0, self.left - 1
        # The answers of a wrong game may not be such as can be looked at.
        before = Attempt(look, link.find_state()).result if is_close else {}
        call = self._perform(link, name, given, named)
        about = link_of(given[0]) if name == 'is_over' and given \
            and issubclass(type(given[0]), Guarded) else link
        self._expect(Attempt(find_breach, call, not is_close).result or '',
                     about)
        after = Attempt(look, link.find_state()).result if is_close else {}
        if find_changes(before or {}, after or {}):
            self._expect(find_changer(partial(self.position.make,
                                              link.trace()[1])), link)
        if name == '__repr__' and is_close:
            self._expect(link.compare_repr(), link)
        if call.error:
            raise call.error
        if name == 'make_move':
            link = Link(call.result, self, link, call.arguments[:1])
            if self.sees_cycles and is_close:
                self._expect(link.find_cycle())
        elif name == 'search_state':
            link = replace(link, thing=call.result)
        return link.guard() if name in ('make_move', 'search_state') \
            else call.result

    def _perform(self, link: 'Link', name: str, given: tuple[Any, ...],
                 named: dict[str, Any]) -> Call:
        """Return the call of a method of what link guards."""
        given = tuple(map(unwrap, given))
        method: Any = getattr(link.thing, name, None)
        if name in vars(GameState) and not is_own(link.thing, name):
            # What a default calls is seen, too.
            method = partial(getattr(GameState, name), link.guard())
        attempt = Attempt(lambda: method(*given, **named))
        game = link.thing if link.is_game else copy(self.position.game)
        return Call(game, link.find_state(), name, given,
                    unwrap(attempt.result), attempt.error)

    def _expect(self, breach: str, link: Optional['Link'] = None) -> None:
        """Raise BreachError if there is a breach. Note the first one, and that
        it is about what link guards, if that is known.
        """
        if breach:
            if not self.breach and link:
                self.path = tuple(link.trace()[1])
            self.breach = self.breach or breach
            raise BreachError(breach)


@dataclass
class Link:
    """What a guarded game or state stands for.

    === Attributes ===
    thing: the game or state itself
    watch: sees its calls
    before: of a state: that of the state before it; of a game: of its state
    moves: the move that has led from there to this state
    identity: what tells this state from others, once that is asked
    is_game: whether the thing is a game
    """
    thing: Any
    watch: Watch
    before: Optional['Link'] = None
    moves: tuple[Any, ...] = ()
    identity: Any = None
    is_game: bool = False

    def guard(self) -> Any:
        """Return what stands in for the thing."""
        kind: Any = type(self.thing)
        guarded: Any = object.__new__(make_guarded_class(kind))
        object.__setattr__(guarded, '_link_of_guard', self)
        return guarded

    def find_state(self) -> Any:
        """Return the state itself, or that of the game."""
        return self.thing.current_state if self.is_game else self.thing

    def trace(self) -> tuple[list['Link'], list[Any]]:
        """Return the links from where the strategy was asked to here, and the
        moves between them.
        """
        links, moves = [self], list(self.moves)
        while links[-1].before is not None:
            links.append(links[-1].before)
            moves += links[-1].moves
        return links[::-1], moves[::-1]

    def find_cycle(self) -> str:
        """Return in words that this state is like one before it, or ''."""
        links, moves = self.trace()
        for link in links:
            link.identity = link.identity or find_identity(link.thing)
        return find_cycle(self.watch.position.game,
                          [each.identity for each in links], moves)

    def compare_repr(self) -> str:
        """Return how the repr of this state is unlike that of an equal one,
        which the same move leads to, or ''.
        """
        again = Attempt(lambda: self.before and self.before.thing.make_move(
            *self.moves)).result
        return compare_equals(self.thing, again) \
            if type(again) is type(self.thing) else ''

    def get(self, name: str) -> Any:
        """Return what the thing has by this name. Methods are watched."""
        if name in CONTRACTS and self.is_game == (name in GAME_METHODS) \
                and (hasattr(self.thing, name)
                     or name not in (*HOOKS, *EXTRAS)):
            return partial(self.watch.call, self, name)
        value = getattr(self.thing, name)
        if name != 'current_state' or not self.is_game:
            return value
        if self.before is None or self.before.thing is not value:
            self.before = Link(value, self.watch)
        return self.before.guard()


class Guarded:
    """Stands in for a game or a state, as an object of its class would: it has
    the same attributes, equals the same objects, and can be copied.
    """
    __slots__: tuple[str, ...] = ('_link_of_guard',)

    def __getattr__(self, name: str) -> Any:
        """Return what the thing has by this name."""
        return link_of(self).get(name)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute of the thing."""
        link = link_of(self)
        setattr(link.thing, name, unwrap(value))
        if name == 'current_state' and isinstance(value, Guarded):
            link.before = link_of(value)

    def __delattr__(self, name: str) -> None:
        """Delete an attribute of the thing."""
        delattr(link_of(self).thing, name)

    def __copy__(self) -> Any:
        """Return a guarded copy of the thing."""
        return replace(link_of(self), thing=copy(link_of(self).thing)).guard()

    def __deepcopy__(self, memo: Any) -> Any:
        """Return a guarded copy of the thing and all that it holds."""
        return replace(link_of(self), thing=deepcopy(link_of(self).thing, memo)
                       ).guard()


def guard_game(watch: Watch) -> Any:
    """Return a guarded game at the position of watch."""
    return Link(watch.position.game, watch, is_game=True).guard()


def link_of(guarded: Any) -> Link:
    """Return what a guarded game or state stands for."""
    link: Link = object.__getattribute__(guarded, '_link_of_guard')
    return link


def unwrap(value: Any) -> Any:
    """Return value, or what it stands in for."""
    return link_of(value).thing if issubclass(type(value), Guarded) else value


@cache
def make_guarded_class(kind: type) -> type:
    """Return the class of what stands in for objects of class kind."""
    def forward(name: str) -> Callable[..., Any]:
        """Return a method that does what the thing's own one does."""
        return lambda self, *given: link_of(self).get(name)(
            *map(unwrap, given))
    # Python looks for these in the class, not in the object.
    special = {name for name in dir(kind) if re.fullmatch('__[a-z]+__', name)
               and callable(getattr(kind, name)) and name not in KEPT}
    return type(kind.__name__, (Guarded,), {
        '__slots__': (), '__class__': property(lambda self: kind),
        '__new__': lambda cls, *given, **named: kind(*given, **named),
        **{name: forward(name) for name in special}})


KEPT = {*vars(Guarded), '__class__', '__new__', '__init__', '__getattribute__',
        '__init_subclass__', '__subclasshook__', '__del__', '__dir__'}


def watch_strategy(make: Maker, strategy: Callable[..., Any],
                   error: Optional[BaseException] = None
                   ) -> tuple[str, tuple[Any, ...]]:
    """Return the first contract that the game breaks when strategy is asked for
    a move in what make makes, or '', and the moves that lead from there to the
    position where that is so. It has raised error before, unless None.
    """
    is_deep = isinstance(error, (RecursionError, MemoryError)) \
        or type(error).__name__ == 'CycleError'
    attempt = Attempt(Position, make, [])
    if attempt.error:
        return describe_failure(attempt.error), ()
    watch = Watch(attempt.result, is_deep)
    with redirect_stdout(StringIO()):
        Attempt(strategy, guard_game(watch))
    return (watch.breach, watch.path) if watch.breach \
        else (Attempt(find_changer, make).result or '', ())
