"""What a strategy does, noted as it runs: which positions it asks about, and
what it finds, for --trace; which methods it calls, for the guard.

Nothing has to be written for it. sys.settrace tells of the calls and returns of
functions in the strategy's file. What counts is a call that is given a
position: a state, a game, or a node that has one. After each turn of a while
loop, the stack is read from the local variables. What all that means is said in
trace.py. Methods are noted by subclasses of the game's classes.
"""

from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import process_time
from types import CodeType, FrameType, ModuleType
from typing import Any, Callable, Iterable, NamedTuple, Optional
import ast
import linecache
import sys
from game import Game
from interface.contracts import (
    CONTRACTS,
    GAME_METHODS,
    OPTIONAL,
    contains,
    find_defect_of,
    is_own,
    lacks,
)
from interface.words import (
    TRACE_LIMIT,
    EndlessError,
    describe_failure,
    format_value,
    list_attributes,
    locate,
    trace_error,
)

# Calls, returns and turns: a program that has more never ends.
MOST_EVENTS = 20_000
UNSEEN = '-'  # Stands for what was not seen.
MOST_CALLS = 3_000  # Of methods, which are noted.


# === Positions in a program ===


def is_state(thing: Any) -> bool:
    """Return whether thing is a position."""
    return hasattr(thing, 'make_move') and hasattr(thing, 'get_possible_moves')


def is_game(thing: Any) -> bool:
    """Return whether thing is a game."""
    return hasattr(thing, 'current_state') and hasattr(thing, 'is_over')


def list_parts(thing: Any) -> dict[Any, Any]:
    """Return what thing consists of: its attributes, or what it contains."""
    if isinstance(thing, (type, ModuleType)):
        return {}
    if isinstance(thing, (list, tuple, deque)):
        return dict(enumerate(thing))
    return thing if isinstance(thing, dict) else list_attributes(thing)


def find_node(thing: Any, is_member: bool = False) -> tuple[Any, Any]:
    """Return the node that thing is, or has if it is a tuple, and its state.
    Return (None, None) if there is none. The node of a game is its state now,
    as one game may come to many.
    """
    if is_state(thing):
        return thing, thing
    if is_game(thing):
        return thing.current_state, thing.current_state
    parts = list(list_parts(thing).values())
    states = [each for each in parts if is_state(each)]
    if isinstance(thing, (list, deque, dict)):
        has_states_only = len(states) == len(parts)
        if has_states_only and not is_member:
            return None, None  # The children of a node, or a stack.
    if states:
        return thing, states[0]
    if isinstance(thing, tuple):
        for part in parts:
            node, state = find_node(part)
            if state is not None:
                return node, state
    for part in parts:
        if is_game(part):
            return thing, part.current_state
    return None, None


def make_key(state: Any) -> tuple[str, str, str]:
    """Return what distinguishes state from other positions."""
    return state.get_current_player_name(), str(state), repr(state)


def is_number(value: Any) -> bool:
    """Return whether value is a number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_score(value: Any) -> bool:
    """Return whether value may be a score."""
    return is_number(value) and -1 <= value <= 1


def pick(value: Any, place: Optional[int]) -> Any:
    """Return what stands at this place in value; None means value itself."""
    if place is None or not isinstance(value, tuple) or len(value) <= place:
        return value
    return value[place]


def list_values(node: Any) -> dict[Any, Any]:
    """Return the parts of node that are numbers or None."""
    return {
        name: value
        for name, value in list_parts(node).items()
        if value is None or is_number(value)
    }


def list_variables(frame: FrameType) -> dict[str, Any]:
    """Return the local variables of frame, and the attributes of self there."""
    variables = dict(frame.f_locals)
    for name, value in list_parts(variables.get('self')).items():
        variables[f'self.{name}'] = value
    return variables


# === What happens ===


@dataclass(eq=False)
class Call:
    """A call that was given a position.

    === Attributes ===
    code: what was called
    node: the id of the state that it was given, alone or in a node or game
    caller: the call that it was made in, None for the strategy's
    value: what it has returned, if it has
    """

    code: CodeType
    node: int
    caller: Optional['Call']
    value: Any = UNSEEN


class Node(NamedTuple):
    """A node that was seen in a program, which may be the state itself.

    === Attributes ===
    thing: the node, which is kept, so that no other one gets its id
    state: its state
    before: what list_values said of it at first
    """

    thing: Any
    state: Any
    before: dict[Any, Any]


class Turn(NamedTuple):
    """The end of a turn of a while loop.

    === Attributes ===
    loop: the loop
    lists: the ids of the nodes in each list of nodes, by its name
    values: what list_values said of the nodes there, by id
    """

    loop: ast.While
    lists: dict[str, list[int]]
    values: dict[int, dict[Any, Any]]


@dataclass
class Recorder:
    """Notes what a strategy does, and functions in its file.

    === Attributes ===
    strategy: the strategy
    chosen: what it has returned, once it has; in words if that is no move
    error: what it has raised, None if nothing
    events: the calls that were given a position, when they began and when they
        ended
    nodes: the nodes seen in arguments and local variables, by id
    owners: as keys, the ids of each node in a list of another node, and of each
        state in a node, with those of these others
    turns: the turns of loops where there are lists of nodes
    """

    strategy: Callable[..., Any]
    chosen: Any = None
    error: Optional[BaseException] = None
    events: list[Call] = field(default_factory=list)
    nodes: dict[int, Node] = field(default_factory=dict)
    owners: dict[tuple[int, int], None] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    _caller: Optional[Call] = None
    _loops: list[ast.While] = field(init=False)

    def __post_init__(self) -> None:
        """Find the loops in the file of the strategy."""
        code = ''.join(linecache.getlines(self.strategy.__code__.co_filename))
        # A loop comes before those in it, which do not count.
        parts = ast.walk(ast.parse(code))
        self._loops = [each for each in parts if isinstance(each, ast.While)]

    @property
    def calls(self) -> list[Call]:
        """The calls that were given a position, as they began."""
        return list(dict.fromkeys(self.events))

    def ask(self, game: Any) -> None:
        """Ask the strategy for a move in game."""
        before = sys.gettrace()
        moves = list(game.current_state.get_possible_moves())
        try:
            sys.settrace(partial(self.follow, process_time() + TRACE_LIMIT))
            self.chosen = self.strategy(game)
        except BaseException as error:  # A program may raise anything.
            self.error = error
        finally:
            sys.settrace(before)
        if not contains(moves, self.chosen):
            shown = format_value(self.chosen)
            self.chosen = f'{shown}, which is not a possible move'

    def follow(
        self, end: float, frame: FrameType, _event: str, _value: Any
    ) -> Any:
        """Note a call. Return what notes all else in its frame until this end,
        as sys.settrace asks for it; nothing if that is not in the strategy's
        file.
        """
        if frame.f_code.co_filename != self.strategy.__code__.co_filename:
            return None
        above = self._caller
        call = self._note_call(frame)
        line = 0
        is_raised = False

        def note(_frame: FrameType, event: str, value: Any) -> Any:
            """Note the end of a turn, or of the call."""
            nonlocal line, is_raised
            before = line
            line = frame.f_lineno
            loop = self._find_loop(frame, before)
            has_turned = False
            if loop and line < before:
                # Nothing goes back to "while True", but to what is first in it.
                has_turned = line in (loop.lineno, loop.body[0].lineno)
            if has_turned or event == 'return':
                self._end_turn(frame, loop)
            if event == 'return' and call:
                # After an error that is not caught, this is no real return.
                call.value = UNSEEN if is_raised else value
                self.events.append(call)
                self._caller = above
            is_raised = event == 'exception'
            self._check_end(end)
            return note

        return note

    def _find_loop(self, frame: FrameType, line: int) -> Optional[ast.While]:
        """Return the loop of frame that this line is in, if any."""
        for loop in self._loops:
            # A comprehension in a loop is a function of its own.
            is_around = frame.f_code.co_firstlineno < loop.lineno
            if is_around and loop.lineno <= line <= (loop.end_lineno or 0):
                return loop
        return None

    def _note_call(self, frame: FrameType) -> Optional[Call]:
        """Return the call of frame, and note it, if it is given a position."""
        code = frame.f_code
        count = code.co_argcount + code.co_kwonlyargcount
        given = [frame.f_locals.get(name) for name in code.co_varnames[:count]]
        # A state says more than a node, and a node more than a game.
        given.sort(key=lambda each: (is_game(each), not is_state(each)))
        for argument in given:
            node, state = find_node(argument)
            if node is not None:
                self._see([(node, state), (state, state)])
                call = Call(code, id(state), self._caller)
                self._caller = call
                self.events.append(call)
                return call
        return None

    def _end_turn(self, frame: FrameType, loop: Optional[ast.While]) -> None:
        """Note all nodes in frame, and lists of them if a turn of loop ends."""
        lists = dict[str, list[int]]()
        values = dict[int, Any]()
        for name, value in list_variables(frame).items():
            node, state = find_node(value)
            parts = list(list_parts(value).values())
            is_list = isinstance(value, (list, deque))
            inner = [find_node(each, is_list) for each in parts]
            if is_list and all(each is not None for each, _ in inner):
                lists[name] = [id(each) for each, _ in inner]
            values |= self._see([(node, state), *inner])
            # The children of a node are in a list, which is one of its parts.
            for part in parts:
                if isinstance(part, (list, tuple, deque, dict)):
                    members = list_parts(part).values()
                    children = [find_node(each, True) for each in members]
                    values |= self._see(children, node)
        if loop:
            self.turns.append(Turn(loop, lists, values))

    def _see(
        self, nodes: Iterable[tuple[Any, Any]], owner: Any = None
    ) -> dict[int, Any]:
        """Note nodes, with their states, and the owner of the list they are in.
        Return what list_values says of each.
        """
        values = {}
        for node, state in nodes:
            if node is not None:
                now = list_values(node)
                values[id(node)] = now
                self.nodes.setdefault(id(node), Node(node, state, now))
                if owner is not None:
                    self.owners[id(node), id(owner)] = None
                if node is not state:
                    self.owners[id(state), id(node)] = None
        return values

    def _check_end(self, end: float) -> None:
        """Raise EndlessError if this goes on for too long."""
        if len(self.events) + len(self.turns) > MOST_EVENTS:
            raise EndlessError(f'after {MOST_EVENTS:,} steps')
        if process_time() > end:
            raise EndlessError(f'after {TRACE_LIMIT:g} s')

    def find_part(self) -> Any:
        """Return which part of nodes has become a score most often, or None."""
        often = Counter[Any]()
        for node in self.nodes.values():
            for name, value in list_values(node.thing).items():
                if is_score(value) and value != node.before.get(name, UNSEEN):
                    often[name] += 1
        return max(often, key=lambda name: often[name], default=None)

    def list_kept(self) -> dict[int, Any]:
        """Return the scores of nodes, by their ids."""
        name = self.find_part()
        kept = {}
        for number, node in self.nodes.items():
            value = list_values(node.thing).get(name)
            if value is not None:
                kept[number] = value
        return kept

    def find_stack(self) -> str:
        """Return the name of the list that is the stack of a loop, '' if none
        is: if possible one that the loop tests, and of many lengths.
        """
        tested = {
            word.id
            for each in self.turns
            for word in ast.walk(each.loop.test)
            if isinstance(word, ast.Name)
        }
        lengths: dict[str, set[int]] = {}
        for turn in self.turns:
            for name, members in turn.lists.items():
                lengths.setdefault(name, set()).add(len(members))
        return max(
            lengths,
            key=lambda name: (name in tested, len(lengths[name])),
            default='',
        )

    def find_recursive(self) -> set[CodeType]:
        """Return the functions that call themselves, or one another."""
        found = set[CodeType]()
        for call in self.calls:
            between = {call.code}
            above = call.caller
            while above and above.code != call.code:
                between.add(above.code)
                above = above.caller
            if above:  # So it has called itself.
                found |= between
        return found

    def describe_end(self) -> str:
        """Return in a sentence how the strategy has ended."""
        error = self.error
        if error is None:
            return f'It chose {self.chosen}.'
        if not isinstance(error, (EndlessError, RecursionError)):
            return f'{describe_failure(error, self.strategy)}.'
        how = 'Functions called one another until there was no room left'
        if isinstance(error, EndlessError):
            how = f'It was still running {error}'
        place = locate(trace_error(error), self.strategy)
        if place:
            how += f', in {place.function}, {place}'
        return f'{how}.'


# === Which methods it calls ===


@dataclass
class Watch:
    """Notes which methods of a game, and at which positions, a strategy calls.

    The game and its states are made objects of subclasses of their classes, in
    which the methods in the table of contracts are noted. A student's classes
    are left alone.

    === Attributes ===
    game: the game, which nobody else may use
    calls: for each call, the moves that lead to the position, the method's
        name, and what it was given
    """

    game: Game
    calls: list[tuple[tuple[Any, ...], str, tuple[Any, ...]]] = field(
        default_factory=list
    )
    _is_busy: bool = False
    _paths: dict[int, tuple[Any, tuple[Any, ...]]] = field(default_factory=dict)
    _classes: dict[type, type] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin to watch the game, and its state."""
        self._change_class(self.game)
        self._add(self.game.current_state, ())

    def find_path(self, state: Any) -> Optional[tuple[Any, ...]]:
        """Return the moves that have led to state, None if it is not known."""
        _, path = self._paths.get(id(state), (None, None))
        return path

    def _add(self, state: Any, path: tuple[Any, ...]) -> None:
        """Watch state, to which path, as the first one, leads."""
        self._change_class(state)
        self._paths.setdefault(id(state), (state, path))

    def _change_class(self, thing: Any) -> None:
        """Make thing an object of a subclass whose methods are watched."""
        kind: Any = type(thing)
        if kind in self._classes.values():
            return
        methods = dict[str, Any]()
        for name in CONTRACTS:
            belongs_here = (name in GAME_METHODS) == (thing is self.game)
            is_needed = name not in OPTIONAL or hasattr(kind, name)
            # What is only inherited from GameState does nothing wrong.
            is_users = is_own(kind, name) or lacks(kind, name)
            if belongs_here and is_needed and is_users:
                methods[name] = self._make_method(kind, name)
        with suppress(TypeError):  # Not all classes let themselves be extended.
            if kind not in self._classes:
                self._classes[kind] = type(
                    kind.__name__, (kind,), {'__slots__': (), **methods}
                )
            # Some classes refuse to set attributes.
            object.__setattr__(thing, '__class__', self._classes[kind])

    def _make_method(self, kind: type, name: str) -> Callable[..., Any]:
        """Return a method like the one called name, which notes its calls."""

        def method(thing: Any, *given: Any, **named: Any) -> Any:
            """Call that one, for thing."""
            usual = getattr(super(self._classes[kind], thing), name)
            state = thing.current_state if name in GAME_METHODS else thing
            path = self.find_path(state)
            # Calls from inside other methods do not count.
            if path is None or self._is_busy or len(self.calls) >= MOST_CALLS:
                return usual(*given, **named)
            arguments = (*given, *named.values())
            if find_defect_of(kind, name):
                # A missing method is missing from the start.
                self.calls.append(((), name, arguments))
            else:
                self.calls.append((path, name, arguments))
            self._is_busy = True
            try:
                result = usual(*given, **named)
            finally:
                self._is_busy = False
            if name in ('make_move', 'search_state'):
                self._add(result, path + arguments)
            return result

        return method
