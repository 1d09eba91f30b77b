"""--trace: which positions a search has asked about, and the scores it found.

Nothing has to be written for it. sys.settrace tells of the calls and returns of
functions in the strategy's file. What counts is a call that is given a
position: a state, a game, or a node that has one. If it returns a number from
-1 to 1, that is the score; or else the node has a part that becomes one. After
each turn of a while loop, the stack is read from the local variables.

Recorder notes what happens. make_trace places that in the tree of all
positions, beside the right scores by plain minimax, as a scene: data, which can
be sent and drawn. format_trace writes it as text. The first wrong score is
where to look for the mistake: those that it follows from are right.
"""
from collections import Counter, deque
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from textwrap import fill
from types import CodeType, FrameType, ModuleType
from typing import Any, Callable, Iterable, NamedTuple, Optional
import ast
import linecache
import re
import sys
from interface.words import SourceLine, describe_failure, format_value, \
    locate, name_of, trace_error

Key = tuple[str, str, str]

MOST_NODES = 300  # Of the tree: more cannot be read.
MOST_EVENTS = 20_000  # Calls and turns: a program that has more never ends.
MOST_TURNS, LAST_TURNS = 100, 5  # Of a loop, as text.
UNSEEN = '-'  # Stands for a score that was not seen.

# Whose scores a program may speak of.
VIEWS = {'mover': 'the player to move', 'other': 'the player who moved last',
         'p1': 'player 1', 'first': 'the player who chooses here'}

# What is said if there is less to see.
NO_SCORES = 'No scores were seen: no function that is given a state or a ' \
    'game returned a number from -1 to 1, and no object that has a state ' \
    'has an attribute that became one.'
NO_STACK = 'No stack was seen in the while loop: that is a list or deque, in ' \
    'a variable there, whose members are states, or objects or tuples that ' \
    'have one.'
NOT_TOLD = 'In a game as large as this one, right scores are not told.'


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
    slots = {name: getattr(thing, name) for name in getattr(
        type(thing), '__slots__', ()) if hasattr(thing, name)}
    return thing if isinstance(thing, dict) \
        else slots | getattr(thing, '__dict__', {})


def find_node(thing: Any) -> tuple[Any, Any]:
    """Return the node that thing is, or has if it is a tuple, and its state.
    Return (None, None) if there is none.
    """
    if is_state(thing) or is_game(thing):
        return thing, thing if is_state(thing) else thing.current_state
    parts = list(list_parts(thing).values())
    found = [(thing, state) for state in filter(is_state, parts)]
    if not found and isinstance(thing, tuple):
        found = [each for each in map(find_node, parts) if each[1] is not None]
    found += [(thing, game.current_state) for game in filter(is_game, parts)]
    return found[0] if found else (None, None)


def make_key(state: Any) -> Key:
    """Return what distinguishes state from other positions."""
    return state.get_current_player_name(), str(state), repr(state)


def is_score(value: Any) -> bool:
    """Return whether value may be a score."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) \
        and -1 <= value <= 1


def list_values(node: Any) -> dict[Any, Any]:
    """Return the parts of node that are numbers or None."""
    return {name: value for name, value in list_parts(node).items()
            if value is None or isinstance(value, (int, float))}


# === What happens ===

class EndlessError(BaseException):
    """Raised in a program that goes on for too long, with words on how long.

    === Attributes ===
    places: where that was, if it was not raised there
    """
    places: list[SourceLine]


@dataclass(eq=False)
class Call:
    """A call that was given a position.

    === Attributes ===
    code: what was called
    key: the position
    caller: the call that it was made in, None for the strategy's
    value: what it has returned, if it has
    """
    code: CodeType
    key: Key
    caller: Optional['Call']
    value: Any = UNSEEN


class Turn(NamedTuple):
    """The end of a turn of a while loop.

    === Attributes ===
    loop: the loop
    lists: the positions in each list of nodes, by its name
    values: what list_values said of the nodes there, by id
    """
    loop: ast.While
    lists: dict[str, list[Key]]
    values: dict[int, dict[Any, Any]]


class Recorder:
    """Notes what a strategy does.

    === Attributes ===
    strategy: the strategy
    chosen: what it has returned, once it has
    error: what it has raised, None if nothing
    calls: the calls that were given a position
    nodes: the nodes seen in arguments and local variables, by id, each with its
        position and what list_values said of it at first
    turns: the turns of loops where there are lists of nodes
    """
    strategy: Callable[..., Any]
    chosen: Any = None
    error: Optional[BaseException] = None
    calls: list[Call]
    nodes: dict[int, tuple[Any, Key, dict[Any, Any]]]
    turns: list[Turn]
    _open: list[tuple[FrameType, Call]]
    _last: dict[FrameType, tuple[int, str]]  # The last line and event of each.
    _loops: list[ast.While]

    def __init__(self, strategy: Callable[..., Any]) -> None:
        """Initialize a recorder for strategy, and functions in its file."""
        self.strategy = strategy
        self.calls, self.nodes, self.turns = [], {}, []
        self._open, self._last, self._loops = [], {}, []
        code = ''.join(linecache.getlines(strategy.__code__.co_filename))
        for each in ast.walk(ast.parse(code)):
            # A loop comes before those in it, which do not count.
            if isinstance(each, ast.While) \
                    and not self._find_loop(each.lineno):
                self._loops.append(each)

    def ask(self, game: Any) -> None:
        """Ask the strategy for a move in game."""
        before = sys.gettrace()
        try:
            sys.settrace(self.note)
            self.chosen = self.strategy(game)
        except BaseException as error:  # A program may raise anything.
            self.error = error
        finally:
            sys.settrace(before)

    def note(self, frame: FrameType, event: str, value: Any) -> Any:
        """Note an event in frame, as sys.settrace tells it."""
        if frame.f_code.co_filename != self.strategy.__code__.co_filename:
            return None
        line = frame.f_lineno
        before, last = self._last.get(frame, (0, ''))
        loop = self._find_loop(before)
        # A comprehension in a loop is a function of its own.
        if loop and frame.f_code.co_firstlineno >= loop.lineno:
            loop = None
        if event == 'call':
            self._begin(frame)
        # Nothing goes back to "while True": it goes back to what comes first.
        elif event == 'return' or loop and line < before \
                and line in (loop.lineno, loop.body[0].lineno):
            self._end_turn(frame, loop)
        if event == 'return' and self._open and self._open[-1][0] is frame:
            _, call = self._open.pop()
            # After an error that is not caught, this is no real return.
            call.value = UNSEEN if last == 'exception' else value
        self._last[frame] = line, event
        if event == 'return':
            del self._last[frame]
        return self.note

    def _find_loop(self, line: int) -> Optional[ast.While]:
        """Return the loop that this line is in, if any."""
        return next((loop for loop in self._loops
                     if loop.lineno <= line <= (loop.end_lineno or 0)), None)

    def _begin(self, frame: FrameType) -> None:
        """Note the call of frame, if it is given a position."""
        code = frame.f_code
        given = [find_node(frame.f_locals.get(name)) for name in
                 code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]]
        # A state says more than a node, and a node more than a game.
        found = sorted((each for each in given if each[0] is not None),
                       key=lambda each: (each[0] is not each[1],
                                         is_game(each[0])))
        if found:
            self.calls.append(Call(code, make_key(found[0][1]),
                                   self._open[-1][1] if self._open else None))
            self._open.append((frame, self.calls[-1]))
            self._see(found[:1])
            self._check_end()

    def _end_turn(self, frame: FrameType, loop: Optional[ast.While]) -> None:
        """Note all nodes in frame, and lists of them if a turn of loop ends."""
        names, lists, values = dict(frame.f_locals), {}, dict[int, Any]()
        for name, value in list_parts(names.get('self')).items():
            names[f'self.{name}'] = value
        for name, value in names.items():
            parts = list(list_parts(value).values())
            nodes = list(map(find_node, parts))
            if isinstance(value, (list, deque)) \
                    and all(node is not None for node, _ in nodes):
                lists[name] = [make_key(state) for _, state in nodes]
            # The children of a node are in a list, which is one of its parts.
            for part in filter(list_parts, parts):
                nodes += map(find_node, list_parts(part).values())
            values |= self._see([find_node(value), *nodes])
        if loop:
            self.turns.append(Turn(loop, lists, values))
            self._check_end()

    def _see(self, nodes: Iterable[tuple[Any, Any]]) -> dict[int, Any]:
        """Note nodes, with their states. Return what list_values says of each.
        """
        values = {}
        for node, state in nodes:
            if node is not None and not is_game(node):
                values[id(node)] = now = list_values(node)
                # It is kept, so that no other one gets its id.
                self.nodes.setdefault(id(node), (node, make_key(state), now))
        return values

    def _check_end(self) -> None:
        """Raise EndlessError if this goes on for too long."""
        if len(self.calls) + len(self.turns) > MOST_EVENTS:
            raise EndlessError(f'after {MOST_EVENTS:,} calls and turns')

    def find_part(self) -> Any:
        """Return which part of nodes has become a score most often, or None."""
        often = Counter(
            name for node, _, before in list(self.nodes.values())
            for name, value in list_values(node).items()
            if is_score(value) and value != before.get(name, UNSEEN))
        return max(often, key=lambda name: often[name], default=None)


# === The tree ===

class TooLargeError(ValueError):
    """Raised when a tree has more than MOST_NODES positions."""


@dataclass
class TracedPosition:
    """A position in the tree, and what a search found for it.

    === Attributes ===
    path: the moves that lead here
    number: the number that it consists of, '' if there is more to see
    key: what distinguishes the position
    is_over: whether the game is over there
    right: its score for the player to move; in a scene, for the player of whom
        the program speaks, or None if it is not told
    children: the positions that its moves lead to
    is_asked: whether the search asked about it
    yours: the score that the search found
    """
    path: tuple[str, ...]
    number: str
    key: Key
    is_over: bool
    right: Any = 0
    children: list['TracedPosition'] = field(default_factory=list)
    is_asked: bool = False
    yours: Any = UNSEEN

    @property
    def name(self) -> str:
        """Who is to move, and the number, or the moves that lead here."""
        return f'{self.key[0]}:{self.number or ",".join(self.path) or "start"}'

    def score_for(self, view: str, first: str) -> float:
        """Return the right score in this view, where first chooses."""
        mover = self.key[0]
        is_mine = {'mover': True, 'other': False, 'p1': mover == 'p1',
                   'first': mover == first}[view]
        return float(self.right if is_mine else -self.right)


Tree = list[TracedPosition]


def build_tree(game: Any, path: tuple[str, ...] = (),
               tree: Optional[Tree] = None) -> Tree:
    """Return all positions from that of game on, each before those that follow,
    with their right scores: tree, to which they are added, if there is one.
    Raise TooLargeError if there are too many.
    """
    tree, state = [] if tree is None else tree, game.current_state
    if len(tree) == MOST_NODES:
        raise TooLargeError
    key = make_key(state)
    # The only number, in one line, which it ends.
    number = re.fullmatch(r'\D*?(\d+)\W*', key[1]) if '\n' not in key[1] \
        else None
    here = TracedPosition(path, number[1] if number else '', key,
                          bool(game.is_over(state)))
    tree.append(here)
    if here.is_over:
        here.right = bool(game.is_winner('p1')) - bool(game.is_winner('p2'))
        here.right *= 1 if key[0] == 'p1' else -1
        return tree
    for move in state.get_possible_moves():
        after, place = copy(game), len(tree)
        after.current_state = state.make_move(move)
        build_tree(after, (*path, str(move)), tree)
        here.children.append(tree[place])
    here.right = max((-each.right for each in here.children), default=0)
    return tree


def build_small_tree(game: Any) -> Tree:
    """Return the tree of game, or nothing if it is too large."""
    with suppress(TooLargeError):
        return build_tree(game)
    return []


# === What the search did there ===

def find_position(tree: Tree, key: Key, near: TracedPosition) -> TracedPosition:
    """Return a position in tree with this key: if possible, near itself, or
    after a move from there, and not asked about before. Without any, return one
    outside of it.
    """
    found = min((each for each in tree if each.key == key), key=lambda each: (
        each is not near and each not in near.children, each.is_asked),
        default=TracedPosition((), '', key, False))
    found.is_asked = True
    return found


def pick(value: Any, place: Optional[int]) -> Any:
    """Return what stands at this place in value; None means value itself."""
    return value[place] if place is not None and isinstance(value, tuple) \
        and len(value) > place else value


def find_recursive(calls: list[Call]) -> set[CodeType]:
    """Return the functions that call themselves, or one another."""
    above: dict[Optional[Call], set[CodeType]] = {None: set()}
    for call in calls[:]:
        above[call] = above[call.caller] | {call.code}
    return {each.code for each in above if each
            and each.code in above[each.caller]}


Scored = list[tuple[TracedPosition, Any]]  # Positions, with scores for them.


def set_scores(record: Recorder, tree: Tree) -> None:
    """Set the scores that the search found in tree: those that functions have
    returned, or those of nodes, whichever are more.
    """
    places: dict[Any, TracedPosition] = {None: tree[0]}
    for call in record.calls[:]:
        places[call] = find_position(tree, call.key, places[call.caller])
    for each, value in max(list_kept(record, tree),
                           list_returned(record, places), key=len):
        each.yours = value


def list_returned(record: Recorder, places: dict[Any, TracedPosition]
                  ) -> Scored:
    """Return the scores that functions have returned for positions in places,
    alone or in a tuple, each after those that it follows from.
    """
    made: dict[CodeType, list[Call]] = {}
    returned: dict[CodeType, Scored] = {}
    recursive = find_recursive(record.calls)
    for call in record.calls[1:]:  # The first is the strategy's.
        if call.value is not UNSEEN:
            made.setdefault(call.code, []).append(call)
    for code, calls in made.items():
        for place in (None, 0, 1):
            # One that only scores the end may say None of all else.
            found = [(places[each], pick(each.value, place)) for each in calls
                     if each.value is not None or code in recursive]
            good = [position for position, value in found if is_score(value)
                    or code in recursive and isinstance(value, (int, float))
                    and not isinstance(value, bool)]
            # What is chosen at the root is not a score.
            if good and 2 * len(good) >= len(found) and any(
                    position.is_over for position in good) >= any(
                    position.is_over for position, _ in found) and any(
                    position.path or value != record.chosen
                    for position, value in found):
                returned[code] = found
                break
    # What helps a recursive function need not speak of the same player.
    alone = [returned[each] for each in returned if each in recursive]
    return [each for pairs in alone or returned.values() for each in pairs]


def list_kept(record: Recorder, tree: Tree) -> Scored:
    """Return the scores of nodes, and note that their positions in tree were
    asked about.
    """
    kept, name = Scored(), record.find_part()
    called = {call.key for call in record.calls[:]}
    for node, key, _ in list(record.nodes.values()):
        same = [each for each in tree if each.is_asked and each.key == key]
        if key not in called:
            same = [find_position(tree, key, tree[0])]
        if list_values(node).get(name) is not None:
            kept += [(each, list_values(node)[name]) for each in same]
    return kept


def list_wrong(tree: Tree, view: str) -> Tree:
    """Return the positions in tree whose scores are wrong in this view, but
    follow from right ones.
    """
    wrong = [each for each in tree if each.yours is not UNSEEN
             and each.yours != each.score_for(view, tree[0].key[0])]
    return [each for each in wrong if [
        other.path[:len(each.path)] for other in wrong].count(each.path) == 1]


def choose_view(tree: Tree, is_right: bool) -> str:
    """Return whose scores they are in tree: those of the player to move, unless
    a right move was chosen and all are right otherwise; or those at the end
    are, and parents mostly take over the scores of their children as they are.
    """
    for whose in VIEWS:
        if is_right and not list_wrong(tree, whose):
            return whose
    same, fitting = 0, [view for view in VIEWS if view != 'other' and not any(
        each.is_over and each.right for each in list_wrong(tree, view))]
    for parent in tree:
        below = {each.yours for each in parent.children}
        if is_score(parent.yours) and parent.yours and len(below) == 1:
            same += (parent.yours in below) - (-parent.yours in below)
    return fitting[0] if fitting and same > 0 else 'mover'


# === The scene ===

class Trace(NamedTuple):
    """What a search did, as data.

    === Attributes ===
    title: who was asked, and whose scores these are
    tree: the positions, each before those that follow
    turns: for each turn of the loop, what is on the stack, and new scores
    wrong: the first wrong score, None if there is none, or it is not told
    mark: what is written beside that
    notes: what there is to say
    """
    title: str
    tree: Tree
    turns: list[tuple[list[str], list[str]]]
    wrong: Optional[TracedPosition]
    mark: str
    notes: list[str]


def make_trace(record: Recorder, tree: Tree, tells: bool = True) -> Trace:
    """Return the scene of what record has of a search in tree, whose right
    scores it may tell.
    """
    set_scores(record, tree)
    root, first = tree[0], tree[0].key[0]
    best = [each.path[-1] for each in root.children
            if each.right == -root.right]
    is_right = str(record.chosen) in best
    view = choose_view(tree, is_right)
    wrong = list_wrong(tree, view)[:1] if tells else []
    turns = list_turns(record, tree)
    notes = [describe_end(record)]
    if tells and not record.error:
        notes = [f'It chose {record.chosen}' + (
            ', which is right.' if is_right else
            f'. Right: {", ".join(best)}.')]
    notes += [describe_wrong(each, is_right) for each in wrong]
    if not record.error and all(each.yours is UNSEEN for each in tree):
        notes.append(NO_SCORES)
    elif tells and not (record.error or is_right or wrong) and all(
            is_score(each.yours) for each in tree if each.is_asked
            and each in root.children):
        notes.append('All these scores are right: look at how it chooses.')
    if record.turns and not turns and not find_recursive(record.calls):
        notes.append(NO_STACK)
    for position in tree:
        position.right = position.score_for(view, first) if tells else None
    title = f'{name_of(record.strategy)}, asked with {first} to move. Scores ' \
        f'are for {VIEWS[view]}.'
    return Trace(title, tree, turns, wrong[0] if wrong else None,
                 'another score' if is_right else 'first wrong',
                 notes + [NOT_TOLD] * (not tells))


def describe_end(record: Recorder) -> str:
    """Return in a sentence how a search has ended."""
    error = record.error
    if error is None:
        return f'It chose {record.chosen}.'
    how = f'It was still running {error}' if isinstance(error, EndlessError) \
        else 'Functions called one another until there was no room left'
    if isinstance(error, (EndlessError, RecursionError)):
        places = getattr(error, 'places', trace_error(error))
        place = locate(places, record.strategy)
        return f'{how}, in {place.function}, {place}.' if place else f'{how}.'
    return f'{describe_failure(error, record.strategy)}.'


def describe_wrong(position: TracedPosition, is_right: bool) -> str:
    """Return in a sentence what is wrong at position, but not below it. It may
    be no mistake if the strategy has chosen what is right.
    """
    if is_right:
        return f'The first score that is not that of plain minimax is that ' \
               f'of {position.name}. Where moves are left out, or where a ' \
               f'function returns something else than a score, that is no ' \
               f'mistake; or else, other moves will go wrong for it.'
    left = [each.path[-1] for each in position.children if not each.is_asked]
    if position.is_over:
        why = 'The game is over there: look at how the end is scored'
    elif left:
        why = f'It did not look at {", ".join(left)} there'
    else:
        why = 'Those that it follows from are right: look at what is made of ' \
            'them'
    return f'The first wrong score is that of {position.name}. {why}.'


def list_turns(record: Recorder, tree: Tree) -> list[tuple[list[str],
                                                           list[str]]]:
    """Return for each turn of the loop of a search what is on its stack, from
    the first member to the last, and which scores are new.
    """
    names = {each.key: each.name for each in tree}
    turns, part = record.turns[:], record.find_part()
    lengths: dict[str, set[int]] = {}
    tested = {word.id for each in turns for word in ast.walk(each.loop.test)
              if isinstance(word, ast.Name)}
    for turn in turns:
        for name, keys in turn.lists.items():
            lengths.setdefault(name, set()).add(len(keys))
    stack = max(lengths, key=lambda name: (name in tested, len(lengths[name])),
                default='')
    if not stack:
        return []
    found, known = [], {number: values.get(part) for number, (_, _, values)
                        in list(record.nodes.items())}
    for turn in turns:
        new = [f'{names.get(record.nodes[number][1], "?")} = {values[part]}'
               for number, values in turn.values.items()
               if values.get(part) != known[number]]
        known |= {number: values.get(part)
                  for number, values in turn.values.items()}
        keys = turn.lists.get(stack, [])
        found.append(([names.get(key, '?') for key in keys], new))
    return found


# === As text ===

def format_trace(trace: Trace) -> str:
    """Return trace as text."""
    lines = [trace.tree[0].key[1], '', fill(trace.title, 79), '']
    if trace.turns:
        lines += ['The stack after each turn of the loop, and new scores:', '']
    stacks = [' '.join(each) for each, _ in trace.turns]
    wide = min(50, max(map(len, stacks), default=0))
    for i, (stack, (_, new)) in enumerate(zip(stacks, trace.turns), 1):
        shown = stack if len(stack) <= 50 else f'... {stack[-46:]}'
        if i <= MOST_TURNS or i > len(stacks) - LAST_TURNS:
            lines.append(
                f'{i:4}  {shown.ljust(wide)}  {", ".join(new)}'.rstrip())
        elif i == MOST_TURNS + 1:
            lines.append('   ...')
    lines += [''] * bool(trace.turns) + list_rows(trace)
    return '\n'.join([*lines, '', *[fill(note, 79) for note in trace.notes]])


def list_rows(trace: Trace) -> list[str]:
    """Return the tree of trace as lines of text."""
    names = [('| ' * len(each.path) + ''.join(
        f'{move} -> ' for move in each.path[-1:]) + each.key[0]
        + f':{each.number}' * bool(each.number))[:44] for each in trace.tree]
    wide, tells = max(map(len, names)), trace.tree[0].right is not None
    lines = [' ' * wide + '       yours' + '  right' * tells]
    for name, here in zip(names, trace.tree):
        yours = here.yours if is_score(here.yours) or here.yours is UNSEEN \
            else format_value(here.yours, 8)
        lines.append(name.ljust(wide)
                     + f'{yours if here.is_asked else "not asked":>12}'
                     + f'{here.right or 0:7g}' * tells
                     + f'  <- {trace.mark}' * (here is trace.wrong))
    return lines
