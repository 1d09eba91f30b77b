"""Positions of a game: what they look like, what changes them, what can be
asked there, and what searches rely on in all positions that follow.
"""
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from os.path import commonprefix
from reprlib import Repr
from typing import Any, Callable, Iterable, NamedTuple, Optional
from game import Game
from interface.contracts import CONTRACTS, EXTRAS, GAME_METHODS, HOOKS, \
    BreachError, Call, ask, check_search_state, describe_end, find_breach, \
    find_defect, find_final_score, is_own, lacks
from interface.errors import Attempt, Place, describe_failure, trace_error
from interface.words import describe_score, drop_addresses, flatten, \
    format_value

Maker = Callable[[], Game]  # Makes a game at the same position each time.
Looks = dict[str, str]  # Texts by the name of an attribute or of a view.

# A position has changed if one of these shows it: attributes may be notes.
VIEWS = ('get_possible_moves', 'get_current_player_name', '__str__',
         '__repr__')
LOOKS = 8  # What is left to chance differs in one of them.
MARGIN, WIDTH = 15, 45  # Of a long text: before its first change, and in all.


def view(state: Any) -> Looks:
    """Return what VIEWS show of state, as far as it has them."""
    looks = {}
    for name in VIEWS:
        if hasattr(state, name) and not lacks(type(state), name):
            shown = getattr(state, name)()
            # Moves may come in any order, for example in that of a set.
            looks[name] = drop_addresses(
                ', '.join(show_sorted(shown))
                if name == 'get_possible_moves' else str(shown))
    return looks


def show_sorted(moves: Iterable[Any]) -> list[str]:
    """Return moves, which may fail to be shown, as sorted texts."""
    return sorted(str(Attempt(str, move).result) for move in moves)


def look(state: Any) -> Looks:
    """Return the public attributes of state, and what VIEWS show of it."""
    writer = Repr()
    writer.maxlist = writer.maxtuple = writer.maxdict = writer.maxset = 100
    writer.maxstring = writer.maxother = 1000
    slots = [name for each in type(state).__mro__
             for name in vars(each).get('__slots__', ())]
    names = [name for name in [*getattr(state, '__dict__', {}), *slots]
             if not name.startswith('_') and hasattr(state, name)]
    return {name: drop_addresses(writer.repr(getattr(state, name)))
            for name in names} | view(state)


def find_changes(before: Looks, after: Looks) -> str:
    """Return in words how a position has changed, in at most two things, or ''.

    >>> find_changes({'left': '4', '__str__': 'IIII'},
    ...              {'left': '3', '__str__': 'III'})
    'left was 4 and is 3 now'
    """
    found = [name for name in before
             if name in after and before[name] != after[name]]
    if not set(found) & set(VIEWS):
        return ''
    attributes = [name for name in found if name not in VIEWS]
    return ', '.join(compare(name, before[name], after[name])
                     for name in (attributes or found)[:2])


def compare(name: str, before: str, after: str) -> str:
    """Return in words how the text with this name has changed."""
    start = max(0, len(commonprefix([before, after])) - MARGIN)
    was, now = (flatten(text) if len(text) <= WIDTH else
                '...' * (start > 0) + flatten(text[start:], WIDTH)
                for text in (before, after))
    return f'{name} was {was} and is {now} now'


def find_changes_in(game: Any, before: Looks) -> str:
    """Return how the state of game differs from before, or ''."""
    state = getattr(game, 'current_state', None)
    attempt = Attempt(look, state)
    return f'current_state is {format_value(state)} now' \
        if attempt.error or not hasattr(state, 'get_possible_moves') \
        else find_changes(before, attempt.result)


def describe_deed(game: Any, state: Any, changes: str) -> str:
    """Return what a strategy did at state: changed it, or replaced it."""
    now = getattr(game, 'current_state', None)
    return f'changed the position: {changes}' if now is state or now is None \
        else f'put another position into current_state: {changes}'


def look_often(make: Maker) -> Looks:
    """Return what one sees of the state that make makes, apart from what
    differs from time to time.
    """
    first, *others = [look(make().current_state) for _ in range(LOOKS)]
    return {name: text for name, text in first.items()
            if all(each.get(name) == text for each in others)}


def find_identity(state: Any) -> tuple[Any, ...]:
    """Return what tells state from others: what it shows, and what it holds.
    """
    held = Attempt(lambda: str(sorted(vars(state).items()))).result
    return state.get_current_player_name(), str(state), repr(state), held


def find_cycle(game: Any, identities: list[Any], moves: Iterable[Any]) -> str:
    """Return in words that game, which moves led through positions with these
    identities, is in one of them again, or ''.
    """
    place = identities.index(identities[-1])
    between = ', '.join(map(str, list(moves)[place:]))
    return '' if place == len(identities) - 1 else \
        f'{type(game).__name__} can come back to a position, as it does by ' \
        f'{between}: minimax never ends there, but ab may play it'


# === What can be asked ===

MOST_MOVES = 20  # The moves of a position that are tried.

# Inputs that are not moves in most games. None of them may trouble a game.
TEXTS = ('', ' ', 'nonsense', 'no move at all', '-1', '0', '1.5', '9' * 50,
         '\u0663', '\u00b2', 'h\u00e9 \u77f3 \U0001f5ff', '\0', "'", '(', '((',
         '%s {0} \\', '1 2 3', ',', 'None', '[]')


def list_calls(game: Any, made: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
    """Return what can be asked about the state of game, to which the moves in
    made have led: names of methods, with what they are given.
    """
    state = game.current_state
    moves = list(state.get_possible_moves())[:MOST_MOVES]
    after = [Attempt(state.make_move, move).result for move in moves]
    read = [Attempt(game.str_to_move, text) for text in TEXTS]
    given: dict[str, list[Any]] = {
        'is_over': [state],
        'is_valid_move': [*moves, *list(made)[-MOST_MOVES:], *[
            reading.result for reading in read if not reading.error]],
        'make_move': moves,
        'is_winner': ['p1', 'p2'],
        'str_to_move': [*TEXTS, *[text for move in moves
                                  for text in (str(move), move)]]}
    calls: list[tuple[Any, ...]] = []
    for name in CONTRACTS:
        if name in given:
            calls += [(name, each) for each in given[name]]
        elif name not in (*HOOKS, *EXTRAS) or is_own(state, name):
            calls.append((name,))
        if name == 'make_move':
            calls += [('is_over', each) for each in after
                      if type(each) is type(state)]
    return calls


def find_changer(make: Maker) -> str:
    """Return in words which method changes the state that make makes, and how,
    or ''. It is the first one in CONTRACTS: others are likely to call it.
    """
    game = make()
    before, calls = look(game.current_state), list_calls(game)
    for name, *given in calls:
        ask(game, game.current_state, name, *given)
    if not find_changes(before, look(game.current_state)):
        return ''
    before, calls = look_often(make), list_calls(make())
    for name, *given in calls:
        game = make()
        call = ask(game, game.current_state, name, *given)
        changes = find_changes(before, look(game.current_state))
        if changes:
            whose = 'the' if name in GAME_METHODS else 'its own'
            return f'{call.name_method(name)} changed {whose} state: {changes}'
    return ''


@dataclass
class Position:
    """A position that a game has come to.

    === Attributes ===
    begin: returns a new game, always the same one
    path: the moves that have led here
    origin: in words, how the game is set up
    game: the game, whose current_state is this position
    state: the position itself
    """
    begin: Maker
    path: list[Any]
    origin: str = ''
    game: Game = field(init=False)
    state: Any = field(init=False)

    def __post_init__(self) -> None:
        """Go to the position that path leads to from the beginning."""
        self.game = self.make()
        self.state = self.game.current_state

    def make(self, more: Iterable[Any] = ()) -> Game:
        """Return a new game at this position, or more moves later."""
        game = self.begin()
        for move in (*self.path, *more):
            game.current_state = game.current_state.make_move(move)
        return game

    @cached_property
    def identity(self) -> tuple[Any, ...]:
        """Return what tells this position from others."""
        return find_identity(self.state)

    def __str__(self) -> str:
        """Return in words how one gets to this position."""
        moves = ', '.join(map(str, self.path))
        when = f'after {moves}' if moves else 'at the beginning'
        return f'{self.origin}, {when}' if self.origin else when


class Finding(NamedTuple):
    """A breach that was found at a position.

    === Attributes ===
    name: the method, or whatever else was looked at
    line: what is wrong, in words
    place: the line of code that has raised an error, if any
    """
    name: str
    line: str
    place: Optional[Place] = None


# What follows from a breach of these would be taken for breaches of others: if
# one of these is found, nothing else is looked at.
BASICS = list(CONTRACTS)[:7]


def examine(position: Position, failed: set[str],
            seen: dict[str, tuple[dict[str, Any], str]]) -> list[Finding]:
    """Return what is wrong at position: the first breach of each method that
    has not failed before. By its repr, seen has what each position looks like.
    """
    findings = find_in_basics(position)
    failed = failed | {each.name for each in findings}
    calls = [] if findings else list_calls(position.make(), position.path)[4:]
    for call in calls:
        finding = None if call[0] in failed or failed & set(BASICS) \
            else find_at(position, *call)
        if finding:
            failed.add(finding.name)
            findings.append(finding)
    line = '' if failed & {'__repr__', 'changes', 'looks', *BASICS} \
        else compare_reprs(position, seen)
    return [*findings, *[Finding('__repr__', line)] * bool(line)]


def find_in_basics(position: Position) -> list[Finding]:
    """Return the first thing that is wrong with what everything else at
    position relies on, in a list.
    """
    state = position.state
    calls: list[tuple[Any, ...]] = [
        *[(name,) for name in BASICS[:4]], ('is_over', state)]
    for call in calls:
        finding = find_at(position, *call)
        if finding:
            return [finding]
    changes = find_changer(position.make)
    if changes:
        return [Finding('changes', f'{changes}: a position never changes')]
    looks = [look(state) for _ in range(LOOKS)]
    changes = next(filter(None, (find_changes(looks[0], each)
                                 for each in looks[1:])), '')
    return [Finding('looks', f'{type(state).__name__} looks different each '
                             f'time: {changes}')] if changes else []


def find_at(position: Position, name: str, *given: Any) -> Optional[Finding]:
    """Return what is wrong with a call at position, if anything is."""
    owner = position.game if name in GAME_METHODS else position.state
    line, error = find_defect(owner, name), None
    if not line:
        call = ask(position.game, position.state, name, *given)
        attempt = Attempt(find_breach, call)
        error = call.error or attempt.error
        line = attempt.result or error and describe_failure(error) or ''
    places = trace_error(error) if error else []
    return Finding(name, line, next(iter(places), None)) if line else None


def compare_equals(state: Any, again: Any) -> str:
    """Return how the repr of state is unlike that of again, to which the same
    moves have led, or ''.
    """
    if repr(state) == repr(again):
        return ''
    shown, other = format_value(state), format_value(again)
    differ = f', and {other}' if shown != other else ', with an address, and ' \
                                                     'with another one'
    return f'{type(state).__name__}.__repr__ returned {shown}{differ} after ' \
           f'the same moves: equal positions should have the same repr'


def compare_reprs(position: Position,
                  seen: dict[str, tuple[dict[str, Any], str]]) -> str:
    """Return how the repr of position is unlike that of an equal position, or
    equal to that of another one in seen, or ''. Add it to seen.
    """
    state, again = position.state, position.make().current_state
    method = f'{type(state).__name__}.__repr__ returned {format_value(state)}'
    unequal = compare_equals(state, again)
    if unequal:
        return unequal
    here = {'player to move': state.get_current_player_name(),
            'picture': str(state),
            'possible moves': sorted(map(str, state.get_possible_moves())),
            'winner': [position.game.is_winner(player)
                       for player in ('p1', 'p2')]}
    there, how = seen.setdefault(repr(state), (
        here, 'with ' * bool(position.origin) + str(position)))
    differ = [name for name, shown in here.items() if shown != there[name]]
    return differ and f'{method} for two positions that differ in the ' \
                      f'{" and the ".join(differ)}: here, and {how}' or ''


# === What searches rely on ===

class TooManyError(Exception):
    """Raised when more positions follow than are to be looked at."""


class Outcome(NamedTuple):
    """How a position ends.

    === Attributes ===
    score: its score for the player to move, by plain minimax
    is_over: whether the game is over there
    soon: its score if the game ends within two plies; 0 if it goes on; None
        if rough_outcome may say either
    """
    score: int
    is_over: bool
    soon: Optional[int]


class Survey:
    """Plain minimax, without hooks, over all positions that follow from some
    positions of one game. What hooks and rough_outcome say is compared with it.

    === Attributes ===
    left: how many more positions may be looked at
    compares: whether anything is compared, or only looked at
    """
    left: int
    compares: bool
    _game: Any
    _keys: dict[Any, tuple[int, str]]

    def __init__(self, game: Any, compares: bool = True) -> None:
        """Initialize the survey of a game."""
        self._game, self.left, self.compares = copy(game), 0, compares
        self._keys = {}

    def check(self, state: Any, made: Iterable[Any], most: int) -> None:
        """Raise BreachError if a hook is wrong at state, to which the moves in
        made have led, or after it; or if the game can come back to a position.
        Raise TooManyError if more than this many positions follow.
        """
        self.left = most
        twin = state
        if self.compares and is_own(state, 'search_state'):
            twin = state.search_state()
        self._score(state, twin, (), [], list(map(str, made)))

    def _score(self, state: Any, twin: Any, path: tuple[Any, ...],
               line: list[Any], made: list[str]) -> Outcome:
        """Return the outcome of state, to which path leads, past the positions
        in line. Searches go through twin instead. Raise errors as check does.
        """
        self.left -= 1
        if self.left < 0:
            raise TooManyError
        line = [*line, find_identity(state)]
        expect(find_cycle(self._game, line, path), path)
        if twin is not state:
            expect(check_search_state(Call(
                self._game, state, 'search_state', (), twin)), path)
        final = find_final_score(self._game, state)
        moves = state.get_possible_moves() if final is None else []
        children: list[Outcome] = []
        for move in moves:
            child = state.make_move(move)
            children.append(self._score(
                child, child if twin is state else twin.make_move(move),
                (*path, move), line, made))
        score = -min(each.score for each in children) if final is None \
            else final
        found = Outcome(score, final is not None, find_soon(children)
                        if final is None else final)
        if self.compares:
            best = [each for each, outcome in zip(moves, children)
                    if -outcome.score == score]
            expect(self._find_wrong_hook(twin, score, best,
                                         [*made, *map(str, path)]), path)
            expect(check_exactness(ask(self._game, state, 'rough_outcome'),
                                   found), path)
        return found

    def _find_wrong_hook(self, state: Any, score: int, best: list[Any],
                         made: list[str]) -> str:
        """Return how a hook at state, to which moves were made, is at odds with
        this score, which the moves in best lead to, or ''.
        """
        calls = {name: ask(self._game, state, name) for name in HOOKS[1:]
                 if is_own(state, name)}
        for call in calls.values():
            breach = describe_failure(call.error) if call.error \
                else find_breach(call)
            if breach:
                return breach
        known, candidates, key = (calls.get(name) for name in (
            'known_score', 'candidate_moves', 'search_key'))
        if known and known.result not in (None, score):
            return known.expect(f'{score}, as plain minimax finds, or None')
        if candidates and best and not any(
                Attempt(best.__contains__, move).result
                for move in candidates.result):
            return f'{candidates}, which leaves out every best move: ' \
                   f'{format_value(best[0])} {describe_score(score)}'
        if key:
            there, how = self._keys.setdefault(key.result, (
                score, f'after {", ".join(made)}' if made
                else 'at the beginning'))
            if there != score:
                return f'{key} for two positions with different scores: ' \
                       f'{score} here, and {there} {how}'
        return ''


def expect(breach: str, path: tuple[Any, ...]) -> None:
    """Raise BreachError if there is a breach after the moves in path."""
    if breach:
        raise BreachError(breach, path)


def find_soon(children: list[Outcome]) -> Optional[int]:
    """Return the score of a position with these children, if the game ends
    within two plies; 0 if it goes on. Moves that lose at once are as bad as
    those that let the other player win, but no rule names them: None.
    """
    if any(child.is_over and child.score == -1 for child in children):
        return 1
    if not all(child.score == child.soon == 1 for child in children):
        return 0
    return None if any(child.is_over for child in children) else -1


def check_exactness(call: Call, outcome: Outcome) -> str:
    """Return how an estimate is at odds with outcome, or ''."""
    estimate, soon = call.result, outcome.soon
    breach = find_breach(call)
    if call.error or breach:
        return breach  # An error is found elsewhere.
    if outcome.is_over:
        return '' if estimate == soon else describe_end(call, outcome.score)
    if soon in (1, -1):
        why = 'some move wins at once' if soon == 1 \
            else 'every move lets the other player win at once'
        return '' if estimate == soon else call.expect(f'{soon}, as {why}')
    if estimate == 1:
        return call.expect('less than 1, as no move wins at once')
    return call.expect('more than -1, as not every move lets the other player '
                       'win at once') if estimate == -1 and soon == 0 else ''
