"""--trace: which positions a search has asked about, and the scores it found.

A Recorder has noted what happened. If a function that was given a position
returned a number from -1 to 1, that is the score; or else its node has a part
that became one. make_trace places that in the tree of all positions, beside the
right scores by plain minimax, as a scene: data, which the page draws (see
labs/game_tree/traced.py), and format_trace writes as text. The first wrong
score is where to look for the mistake: those that it follows from are right.
"""

from copy import copy
from dataclasses import dataclass, field
from textwrap import fill
from types import CodeType
from typing import Any, Callable, Iterator, NamedTuple, Optional
import os
import re
from interface.recorder import (
    UNSEEN,
    Call,
    Recorder,
    is_number,
    is_score,
    make_key,
    pick,
)
from interface.words import PROJECT, format_value, name_of, quote_text

MOST_NODES = 300  # Of the tree: more cannot be read.

# Turns of a loop, as text: at its beginning, and at its end if it has more.
MOST_TURNS = 50
LAST_TURNS = 5

# What is shown of a stack, and of a position in the tree, in characters.
LONGEST_STACK = 50
LONGEST_NAME = 44

# Whose scores a program may speak of.
VIEWS = {
    'mover': 'the player to move',
    'other': 'the player who moved last',
    'p1': 'player 1',
    'first': 'the player who chooses here',
}

NO_SCORES = (
    'No scores were seen: no function that is given a state or a '
    'game returned a number from -1 to 1, and no object that has a state '
    'has an attribute that became one.'
)
NO_STACK = (
    'No stack was seen in the while loop: that is a list or deque, in '
    'a variable there, whose members are states, or objects or tuples that '
    'have one.'
)
NOT_TOLD = 'In a game as large as this one, right scores are not told.'


# === The tree ===


@dataclass(eq=False)
class TracedPosition:
    """A position in the tree, and what a search found for it.

    === Attributes ===
    state: the position
    path: the moves that lead here
    is_over: whether the game is over there
    right: its score for the player to move; in a scene, for the player of whom
        the program speaks, or None if it is not told
    children: the positions that its moves lead to
    is_asked: whether the search asked about it
    yours: the score that the search found
    key: what distinguishes the position
    """

    state: Any
    path: tuple[str, ...]
    is_over: bool
    right: Any = 0
    children: list['TracedPosition'] = field(default_factory=list)
    is_asked: bool = False
    yours: Any = UNSEEN
    key: tuple[str, str, str] = field(init=False)

    def __post_init__(self) -> None:
        """Note the key now: a search may change the state."""
        self.key = make_key(self.state)

    @property
    def number(self) -> str:
        """The number that it consists of, '' if there is more to see."""
        # The only one, at the end of the only line.
        found = re.fullmatch(r'[^\d\n]*(\d+)\W*', self.key[1])
        return found[1] if found else ''

    @property
    def name(self) -> str:
        """Who is to move, and the number, or the moves that lead here."""
        return f'{self.key[0]}:{self.number or ",".join(self.path) or "start"}'

    def score_for(self, view: str, first: str) -> float:
        """Return the right score in this view, where first chooses."""
        player = self.key[0]  # Who is to move.
        is_players = {
            'mover': True,
            'other': False,
            'p1': player == 'p1',
            'first': player == first,
        }
        return float(self.right if is_players[view] else -self.right)


Tree = list[TracedPosition]


def build_tree(
    game: Any, path: tuple[str, ...] = (), tree: Optional[Tree] = None
) -> Tree:
    """Return all positions from that of game on, each before those that follow,
    with their right scores: tree, to which they are added, if there is one.
    Raise OverflowError if there are too many.
    """
    if tree is None:
        tree = []
    state = game.current_state
    if len(tree) == MOST_NODES:
        raise OverflowError
    here = TracedPosition(state, path, bool(game.is_over(state)))
    tree.append(here)
    if here.is_over:
        score = bool(game.is_winner('p1')) - bool(game.is_winner('p2'))
        here.right = score if here.key[0] == 'p1' else -score
        return tree
    for move in state.get_possible_moves():
        after = copy(game)
        place = len(tree)
        after.current_state = state.make_move(move)
        build_tree(after, (*path, str(move)), tree)
        here.children.append(tree[place])
    here.right = max((-each.right for each in here.children), default=0)
    return tree


def is_small(game: Any) -> bool:
    """Return whether the tree of game is small enough."""
    try:
        return bool(build_tree(game))
    except OverflowError:
        return False


# === What the search did there ===


def find_positions(record: Recorder, tree: Tree) -> dict[Any, TracedPosition]:
    """Return the position in tree of each call, and of each node by its id.
    Those are the positions that the search asked about.
    """
    places: dict[Any, TracedPosition] = {None: tree[0]}
    owners = list_owners(record, tree)

    def place(number: int) -> TracedPosition:
        """Return the position of the node with this id."""
        if number not in places:
            node = record.nodes[number]
            owner = owners.get(number)
            places[number] = tree[0]  # Nodes may own one another.
            near = tree[0] if owner is None else place(owner)
            is_known = owner is None and node.thing is node.state
            places[number] = find_position(tree, node.state, near, is_known)
        return places[number]

    for call in record.calls:
        if call.node in owners:
            places[call] = place(call.node)
        else:
            state = record.nodes[call.node].state
            places[call] = find_position(tree, state, places[call.caller])
            places.setdefault(call.node, places[call])
    for number in record.nodes:
        place(number)
    return places


def list_owners(record: Recorder, tree: Tree) -> dict[int, int]:
    """Return the owners in record, but for those of more than a node and its
    next positions: the path of a search is no list of children.
    """
    near = {
        each.key: {each.key, *[child.key for child in each.children]}
        for each in tree
    }
    keys = {each: make_key(node.state) for each, node in record.nodes.items()}
    strange = {
        owner
        for number, owner in record.owners
        if keys[number] not in near.get(keys[owner], ())
    }
    return {
        number: owner for number, owner in record.owners if owner not in strange
    }


def find_position(
    tree: Tree, state: Any, near: TracedPosition, is_known: bool = False
) -> TracedPosition:
    """Return the position in tree that is like state: if possible, near itself
    or after a move from there, and not asked about before, unless is_known.
    Without any, return one outside of it.
    """
    key = make_key(state)
    like = [each for each in tree if each.key == key]
    found = min(
        like,
        key=lambda each: (
            is_known and not each.is_asked,
            each is not near and each not in near.children,
            each.is_asked,
        ),
        default=TracedPosition(state, (), False),
    )
    found.is_asked = True
    return found


def list_returned(
    record: Recorder, places: dict[Any, TracedPosition]
) -> dict[Any, Any]:
    """Return the scores that functions have returned for positions in places,
    alone or in a tuple, each after those that it follows from.
    """
    made: dict[CodeType, list[Call]] = {}
    returned: dict[CodeType, dict[Any, Any]] = {}
    recursive = record.find_recursive()
    for begun in record.calls[1:]:  # The first is the strategy's.
        # One that only scores the end may say None of all else.
        says_nothing = begun.value is None and begun.code not in recursive
        if begun.value is not UNSEEN and not says_nothing:
            made.setdefault(begun.code, []).append(begun)
    for code, calls in made.items():
        for place in (None, 0, 1):
            found = {call: pick(call.value, place) for call in calls}
            if not are_scores(found, places, code in recursive):
                continue
            # What is chosen at the root is not a score.
            is_choice = all(
                places[call].path == () and value == record.chosen
                for call, value in found.items()
            )
            if not is_choice:
                returned[code] = found
                break
    # What helps a recursive function need not speak of the same player.
    chosen = [returned[each] for each in returned if each in recursive]
    if not chosen:
        chosen = list(reversed(returned.values()))
    together = dict[Any, Any]()
    for scores in chosen:
        together |= scores
    return together


def are_scores(
    found: dict[Call, Any],
    places: dict[Any, TracedPosition],
    is_recursive: bool,
) -> bool:
    """Return whether most of the values found for calls of a function are
    scores, also of the end if it was asked about that. A recursive function may
    return other numbers, too.
    """
    good = [
        places[call]
        for call, value in found.items()
        if is_score(value) or (is_recursive and is_number(value))
    ]
    if not good or 2 * len(good) < len(found):
        return False
    if any(places[call].is_over for call in found):
        return any(position.is_over for position in good)
    return True


def list_wrong(tree: Tree, view: str) -> Tree:
    """Return the positions in tree whose scores are wrong in this view, but
    follow from right ones.
    """
    first = tree[0].key[0]
    wrong = [
        each
        for each in tree
        if each.yours is not UNSEEN
        and each.yours != each.score_for(view, first)
    ]
    deepest = []
    for position in wrong:
        path = position.path
        # The position itself, and those that follow from it.
        below = [each for each in wrong if each.path[: len(path)] == path]
        if len(below) == 1:
            deepest.append(position)
    return deepest


def choose_view(tree: Tree, is_right: bool) -> str:
    """Return whose scores they are in tree: those of the player to move, unless
    a right move was chosen and all are right otherwise; or those at the end
    are, and parents mostly take over the scores of their children as they are.
    """
    for whose in VIEWS:
        if is_right and not list_wrong(tree, whose):
            return whose
    fitting = []  # The views in which the end of the game is scored rightly.
    for view in VIEWS:
        wrong = list_wrong(tree, view)
        is_end_wrong = any(each.is_over and each.right for each in wrong)
        if view != 'other' and not is_end_wrong:
            fitting.append(view)
    same = 0  # How many more parents take scores over than change their sign.
    for parent in tree:
        below = {each.yours for each in parent.children}
        if is_score(parent.yours) and parent.yours and len(below) == 1:
            if parent.yours in below:
                same += 1
            if -parent.yours in below:
                same -= 1
    return fitting[0] if fitting and same > 0 else 'mover'


# === The scene ===


class Step(NamedTuple):
    """What a search did next: a call began or ended, or a turn of its loop.

    === Attributes ===
    words: that in words
    here: the position that it is about
    stack: the positions on the stack, or of the calls that are open
    scored: the positions whose scores are new, with these
    """

    words: str
    here: TracedPosition
    stack: list[TracedPosition]
    scored: list[tuple[TracedPosition, Any]]


class Trace(NamedTuple):
    """What a search did, as data.

    === Attributes ===
    title: who was asked, and whose scores these are
    tree: the positions, each before those that follow
    steps: what it did, step by step
    has_stack: whether the steps are turns of a loop
    wrong: the first wrong score, None if there is none, or it is not told
    mark: what is written beside that
    notes: what there is to say
    has_ended: whether it was not stopped, and raised nothing
    """

    title: str
    tree: Tree
    steps: list[Step]
    has_stack: bool
    wrong: Optional[TracedPosition]
    mark: str
    notes: list[str]
    has_ended: bool


def trace_search(
    strategy: Callable[..., Any], game: Any, beginning: Any = None
) -> Trace:
    """Return what strategy does in game. Raise ValueError, saying why, if that
    cannot be traced. Students have to work out the right scores of games with a
    large beginning, if any, themselves.
    """
    if not hasattr(strategy, '__code__'):
        raise ValueError(f'{name_of(strategy)} is not a plain function')
    if game.is_over(game.current_state):
        raise ValueError('The game is over there: nothing to trace')
    if not is_small(game):
        raise ValueError(
            f'More than {MOST_NODES} positions follow. There are '
            f'fewer after playing {find_smaller(game)}'
        )
    tree = build_tree(game)
    record = Recorder(strategy)
    record.ask(game)
    tells = (
        beginning is None
        or is_small(beginning)
        or os.path.isdir(os.path.join(PROJECT, 'engine'))
    )
    return make_trace(record, tree, tells)


def find_smaller(game: Any) -> str:
    """Return moves, as they are typed, after which game has a small tree."""
    game = copy(game)
    moves = []
    while not is_small(game):
        # The last move but one, as the last one may end the game.
        state = game.current_state
        move = state.get_possible_moves()[-2:][0]
        game.current_state = state.make_move(move)
        moves.append(quote_text(str(move)))
    return ','.join(moves)


def make_trace(record: Recorder, tree: Tree, tells: bool = True) -> Trace:
    """Return the scene of what record has of a search in tree, whose right
    scores it may tell.
    """
    places = find_positions(record, tree)
    scores = max(record.list_kept(), list_returned(record, places), key=len)
    for owner in scores:
        places[owner].yours = scores[owner]
    turns = list_turns(record, places)
    steps = turns or list(list_calls(record, places, scores))
    first = tree[0].key[0]
    best = list_best(tree)
    is_right = str(record.chosen) in best
    view = choose_view(tree, is_right)
    wrong = None  # The first wrong score, if it is told.
    if tells:
        wrong = next(iter(list_wrong(tree, view)), None)
    if tells and not record.error:
        notes = [describe_choice(record.chosen, best)]
    else:
        notes = [record.describe_end()]
    if wrong:
        notes.append(describe_wrong(wrong, is_right))
    if not record.error:
        notes += describe_scores(tree, tells and not is_right and not wrong)
    if record.turns and not turns and not record.find_recursive():
        notes.append(NO_STACK)
    if not tells:
        notes.append(NOT_TOLD)
    for position in tree:
        position.right = position.score_for(view, first) if tells else None
    return Trace(
        title=f'{name_of(record.strategy)}, asked with {first} to move. '
        f'Scores are for {VIEWS[view]}.',
        tree=tree,
        steps=steps,
        has_stack=bool(turns),
        wrong=wrong,
        mark='another score' if is_right else 'first wrong',
        notes=notes,
        has_ended=not record.error,
    )


def list_best(tree: Tree) -> list[str]:
    """Return the moves that are right at the beginning of tree."""
    root = tree[0]
    return [
        each.path[-1] for each in root.children if each.right == -root.right
    ]


def describe_choice(chosen: Any, best: list[str]) -> str:
    """Return in a sentence what was chosen, and whether these are the moves
    that would have been right.
    """
    if str(chosen) in best:
        return f'It chose {chosen}, which is right.'
    return f'It chose {chosen}. Right: {", ".join(best)}.'


def describe_scores(tree: Tree, is_choice_wrong: bool) -> list[str]:
    """Return a note on the scores in tree as a whole, if there is one to make:
    that there are none, or that all are right, so that only the choice is
    wrong, if it is.
    """
    if all(each.yours is UNSEEN for each in tree):
        return [NO_SCORES]
    asked = [each for each in tree[0].children if each.is_asked]
    if is_choice_wrong and all(is_score(each.yours) for each in asked):
        return ['All these scores are right: look at how it chooses.']
    return []


def describe_wrong(position: TracedPosition, is_right: bool) -> str:
    """Return in a sentence what is wrong at position, but not below it. It may
    be no mistake if the strategy has chosen what is right.
    """
    if is_right:
        return (
            f'The first score that is not that of plain minimax is that '
            f'of {position.name}. Where moves are left out, or where a '
            f'function returns something other than a score, that is no '
            f'mistake; otherwise, it will lead to wrong moves elsewhere.'
        )
    left = [each.path[-1] for each in position.children if not each.is_asked]
    if position.is_over:
        why = 'The game is over there: look at how the end is scored'
    elif left:
        why = f'It did not look at {", ".join(left)} there'
    else:
        why = (
            'Those that it follows from are right: look at what is made of them'
        )
    return f'The first wrong score is that of {position.name}. {why}.'


def list_turns(
    record: Recorder, places: dict[Any, TracedPosition]
) -> list[Step]:
    """Return the turns of the loop of a search where its stack was seen."""
    part = record.find_part()
    stack = record.find_stack()
    if not stack:
        return []
    steps = list[Step]()
    known = {
        number: node.before.get(part) for number, node in record.nodes.items()
    }
    for turn in record.turns:
        now = {number: each.get(part) for number, each in turn.values.items()}
        scored = [
            (places[number], value)
            for number, value in now.items()
            if value != known[number]
        ]
        known |= now
        nodes = [places[number] for number in turn.lists.get(stack, [])]
        words = f'Turn {len(steps) + 1} of the loop has ended.'
        for position, score in scored:
            words += f' {position.name} has the score {score}.'
        here = places[None]
        if scored:
            here, _ = scored[0]
        elif nodes:
            here = nodes[-1]
        steps.append(Step(words, here, nodes, scored))
    return steps


def list_calls(
    record: Recorder, places: dict[Any, TracedPosition], scores: dict[Any, Any]
) -> Iterator[Step]:
    """Yield the calls of a search that count, and their ends."""
    counted = {record.strategy.__code__} | record.find_recursive()
    counted |= {each.code for each in record.calls if each in scores}
    began: list[Call] = []
    for call in record.events:
        if call.code in counted:
            here = places[call]
            scored = []
            if call not in began:
                began.append(call)
                deed = 'is called'
            else:
                began.remove(call)
                scored = [(here, here.yours)]
                deed = describe_outcome(call)
            words = f'{call.code.co_name} {deed} at {here.name}.'
            yield Step(words, here, [places[each] for each in began], scored)


def describe_outcome(call: Call) -> str:
    """Return in words how call, which has ended, did so."""
    if call.value is UNSEEN:
        return 'raises an error'
    return f'returns {format_value(call.value, 20)}'


# === As text ===


def format_score(position: TracedPosition) -> str:
    """Return the score that the search found at position."""
    yours = position.yours
    if not position.is_asked:
        return 'not asked'
    if yours is UNSEEN or is_score(yours):
        return str(yours)
    return format_value(yours, 8)


def format_trace(trace: Trace) -> str:
    """Return trace as text."""
    lines = [trace.tree[0].key[1], '', fill(trace.title, 79), '']
    if trace.has_stack:
        lines += [
            'The stack after each turn of the loop, and new scores:',
            '',
            *list_stacks(trace.steps),
            '',
        ]
    lines += list_rows(trace)
    lines.append('')
    lines += [fill(note, 79) for note in trace.notes]
    return '\n'.join(lines)


def list_stacks(steps: list[Step]) -> list[str]:
    """Return steps, the turns of a loop, as lines of text: the stack after
    each, as far as it fits, and the scores that are new. Leave out those in the
    middle of many.
    """
    stacks = []
    for step in steps:
        stack = ' '.join(position.name for position in step.stack)
        if len(stack) > LONGEST_STACK:
            room = LONGEST_STACK - len('... ')
            stack = f'... {stack[-room:]}'
        stacks.append(stack)
    wide = max(map(len, stacks))
    lines = []
    for i, (stack, step) in enumerate(zip(stacks, steps), 1):
        scores = [f'{each.name} = {value}' for each, value in step.scored]
        line = f'{i:4}  {stack.ljust(wide)}  {", ".join(scores)}'
        lines.append(line.rstrip())
    if len(lines) > MOST_TURNS + LAST_TURNS:
        lines[MOST_TURNS:-LAST_TURNS] = ['   ...']
    return lines


def list_rows(trace: Trace) -> list[str]:
    """Return the tree of trace as lines of text."""
    names = [indent_name(each) for each in trace.tree]
    wide = max(map(len, names))
    tells = trace.tree[0].right is not None
    heading = ' ' * wide + '       yours'
    if tells:
        heading += '  right'
    lines = [heading]
    for name, position in zip(names, trace.tree):
        line = f'{name.ljust(wide)}{format_score(position):>12}'
        if tells:
            line += f'{position.right or 0:7g}'
        if position is trace.wrong:
            line += f'  <- {trace.mark}'
        lines.append(line)
    return lines


def indent_name(position: TracedPosition) -> str:
    """Return the move to position, who is to move, and its number if it has
    one, below the position before it.
    """
    name = '| ' * len(position.path)
    if position.path:
        name += f'{position.path[-1]} -> '
    name += position.key[0]
    if position.number:
        name += f':{position.number}'
    return name[:LONGEST_NAME]
