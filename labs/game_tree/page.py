"""Trees and searches as the page shows them, as plain JSON.

The page has to remember only the paths of those positions that show their
moves. A tree with searches is laid out once, with every position that they
visit; each step marks positions, in words and colours.
"""

from itertools import accumulate
from math import inf
from typing import Any, Collection, Optional
from anytree import PreOrderIter
from game import Game
from interface.words import format_plies, make_player_title
from strategy import LOSE, WIN
from labs.game_tree.nodes import (
    OPPONENTS,
    PositionNode,
    find_path,
    find_winner,
    format_path,
    format_score,
    list_moves,
)
from labs.game_tree.scene import (
    FOLDED,
    Mark,
    Scene,
    describe_scene,
    find_longest_note,
    find_or_add,
    format_subject,
    make_scene,
    name_players,
)
from labs.game_tree.steps import (
    BOUNDS,
    SEARCH_TITLES,
    WITH_HORIZON,
    SearchRun,
    SearchStep,
    describe_win_at_once,
    format_moves,
)
from labs.game_tree.tree import (
    build_tree,
    count_left_out,
    find_cut_nodes,
    find_scores,
)

MOST_NODES = 3_000  # No tree on the page has more moves.
TOO_LARGE = (
    f'the tree would have more than {MOST_NODES:,} moves, which is '
    f'too many to read'
)
MOST_READABLE = 40  # So many at first, or only those of its root.
MOST_TRIED_ON_PAGE = 6_000  # Moves tried to count folded positions.

# The kinds of positions in a search, in words.
KIND_WORDS = {
    'open': 'being searched',
    'scored': '',
    'unknown': 'not visited',
    'cut': 'not looked at',
    'skipped': 'not worth a look',
}

TREE_LEGEND = 'Each position says who wins if both play their best.'
SEARCH_LEGEND = 'Scores are for the player to move. Dashed: not visited.'
MEANINGS = {
    'known': 'known: the position knows its score without a search.',
    'remembered': 'remembered: a position with the same search key was '
    'searched before.',
    'estimate': 'estimate: the search looks no further, and relies on '
    'rough_outcome.',
}

# The functions that search, as pseudocode. At the end of a line stands which
# steps are at it: visits, those whose scores have this reason, or else those
# where moves are "cut" or all are "tried".
PSEUDOCODE = {
    'plain': """\
def score(position):                       # visit
    if the game is over: return its result # game over
    if no ply is left: return an estimate  # estimate
    best = -1
    for move in all moves:
        best = max(best, -score(next))
    return best                            # tried""",
    'recursive': """\
def score(position):                       # visit
    if the game is over: return its result # game over
    if its score is known: return that     # known
    if it is remembered: return that       # remembered
    best = -1
    for move in the moves worth a look:
        best = max(best, -score(next))
        if best == 1: break                # cut
    remember best for this position
    return best                            # tried""",
    'iterative': """\
stack = [node of the start]
while the start has no score:
    node = top of the stack
    if a move is left, and none has won:
        child = new node after that move   # visit
        if the game is over: score it      # game over
        elif its score is known: take that # known
        elif it is remembered: take that   # remembered
        else: push child
    else:
        node.score = max of -child.score
        pop                                # tried, cut""",
    'alphabeta': """\
def score(position, alpha, beta):          # visit
    if the game is over: return its result # game over
    if no ply is left: return an estimate  # estimate
    best = -1
    for move in all moves:
        low = max(alpha, best)
        found = -score(next, -beta, -low)
        best = max(best, found)
        if best >= beta: break             # cut
    return best                            # tried""",
}


# === Answers to the page ===


def draw_tree(
    game: Game, plies: Optional[int], unfolded: Optional[Collection[str]]
) -> dict[str, Any]:
    """Return the tree of game as a page shows it. It has this many plies
    (None: as many as can be read easily), unless unfolded has the paths of the
    positions that show their moves. Raise ValueError if it is too large.
    """
    root, note = unfold_tree(game, plies, unfolded)
    find_scores(game, root)
    count_left_out(game, root, MOST_TRIED_ON_PAGE)
    scene = make_scene(
        game, root, f'{FOLDED}: folded, with the number of positions below.'
    )
    scene.legend[0] = TREE_LEGEND
    return describe_scene(scene) | {
        'note': note,
        'unfolded': [
            find_path(node) for node in PreOrderIter(root) if node.children
        ],
    }


def draw_searches(game: Game, runs: list[SearchRun]) -> dict[str, Any]:
    """Return the tree of game with the steps of some searches, as a page shows
    them.

    For each search, a step has its position (node), the one where it found a
    remembered score (source), the new marks of nodes (marks), the lines of the
    stack, and which line it is at of the pseudocode of the first search (code);
    marks and lines by their places in one list (listed).
    """
    unfolded, last = find_room(game, runs)
    root, _ = unfold_tree(game, None, unfolded)
    nodes = list(PreOrderIter(root))
    listed: dict[Any, int] = {}
    told = [describe_run(run, last, nodes, listed) for run in runs]
    scene = Scene(root, format_subject(game, root), [SEARCH_LEGEND])
    # The search that comes to its end first stays there.
    steps = [
        [each[min(i, len(each) - 1)] for each in told]
        for i in range(max(map(len, told)))
    ]
    return describe_scene(scene, find_longest_note(listed)) | {
        'note': '',
        'listed': list(listed),
        'code': [each[0] for each in list_code(runs[0].name)],
        'steps': steps,
        'notes': [' '.join(explain_run(game, run, last)) for run in runs],
    }


# === Folding and unfolding ===


def unfold_tree(
    game: Game, plies: Optional[int], unfolded: Optional[Collection[str]]
) -> tuple[PositionNode, str]:
    """Return the root of the tree of game, as draw_tree has it, and a
    note that says what to do if it has fewer plies than that, otherwise ''.
    """
    if unfolded is not None:
        root = build_tree(game, None, MOST_NODES, unfolded)
        cut = find_cut_nodes(game, root)
        if any(find_path(node) in unfolded for node in cut):
            raise ValueError(
                f'So {TOO_LARGE}. Fold a position first, or choose fewer plies'
            )
        return root, ''
    if plies is None:
        root = build_tree(game, most=MOST_READABLE)
        if not root.children:
            root = build_tree(game, 1)
        return root, ''
    root = build_tree(game, plies, MOST_NODES)
    if root.height < plies and find_cut_nodes(game, root):
        return root, (
            f'With {format_plies(root.height + 1)}, {TOO_LARGE}. '
            f'Choose fewer plies, or unfold single positions.'
        )
    return root, ''


def find_room(game: Game, runs: list[SearchRun]) -> tuple[set[str], int]:
    """Return the paths of all positions below which these searches visit
    others, and the number of steps that the tree has room for.
    """
    moves: dict[str, int] = {}  # Their number at each position.
    unfolded = set[str]()
    total = 0
    for number, frame in sorted(
        ((i, step.frame) for run in runs for i, step in enumerate(run.steps)),
        key=lambda each: each[0],
    ):
        path, above = map(format_path, (frame.moves, frame.moves[:-1]))
        if path not in moves:
            moves[path] = len(list_moves(game, frame.state))
        if path and above not in unfolded:
            total += moves[above]
            if total > MOST_NODES:
                return unfolded, number
            unfolded.add(above)
    return unfolded, max(len(run.steps) for run in runs)


# === The steps of searches ===


def describe_run(
    run: SearchRun, last: int, nodes: list[PositionNode], listed: dict[Any, int]
) -> list[dict[str, Any]]:
    """Return the steps of run as plain JSON, up to the last one that there is
    room for, in a tree with these nodes. Add the lines of their stacks, and the
    marks of nodes, to listed.
    """
    places = {find_path(node): i for i, node in enumerate(nodes)}
    visits = list(accumulate(each.score is None for each in run.steps[:last]))
    told: list[dict[str, Any]] = []
    code = list_code(run.name)
    for step, visit in zip(run.steps, visits):
        here = places[format_path(step.frame.moves)]
        kinds = find_kinds(step, nodes[here], places)
        source = -1
        if step.source is not None:
            source = places[format_path(step.source)]
        what = [name_players(step.words, True), *describe_reasons(step)]
        told.append(
            {
                'node': here,
                'source': source,
                'marks': [
                    (i, find_or_add(listed, mark_position(step, kind)))
                    for i, kind in kinds.items()
                ],
                'stack': [
                    find_or_add(listed, name_players(line[2:], True))
                    for line in step.stack[1:]
                ],
                'count': f'{SEARCH_TITLES[run.name]}: {visit:,} of '
                f'{visits[-1]:,} visits',
                'what': ' '.join(what),
                'title': step.stack[0],
                'line': find_line(step, code),
            }
        )
    return told


def find_kinds(
    step: SearchStep, node: PositionNode, places: dict[str, int]
) -> dict[int, str]:
    """Return the new kinds of nodes at step, which is about node, by their
    places, which places has by paths.
    """
    here = places[find_path(node)]
    kinds = {here: 'scored'}
    if step.score is None:
        kinds = {here: 'open'}
        for child in node.children:
            kinds[places[find_path(child)]] = 'unknown'
    for kind, cut in step.list_cut().items():
        for move in cut:
            kinds[places[format_path((*step.frame.moves, move))]] = kind
    return kinds


def list_code(name: str) -> list[tuple[str, str]]:
    """Return the lines of the pseudocode of the search called name, each with
    the kind of steps that are at it.
    """
    lines = [line.partition('#') for line in PSEUDOCODE[name].splitlines()]
    return [(line.rstrip(), kind.strip()) for line, _, kind in lines]


def find_line(step: SearchStep, code: list[tuple[str, str]]) -> int:
    """Return the place of the line that step is at in code."""
    if not step.frame.moves and step.score is None:
        return 0  # All begin with the start.
    if step.score is None:
        kind = 'visit'
    elif step.why:
        kind = step.why
    elif step.list_cut()['cut']:
        kind = 'cut'
    else:
        kind = 'tried'
    return next(
        i for i, (_, kinds) in enumerate(code) if kind in kinds.split(', ')
    )


def mark_position(step: SearchStep, kind: str) -> Mark:
    """Return the mark of a position to which step gives this kind."""
    words = KIND_WORDS[kind]
    if kind == 'unknown':
        return kind, '', '', words
    if kind not in ('open', 'scored'):
        return kind, words, '', words
    winner = find_winner(step.frame.state.get_current_player_name(), step.score)
    if winner:
        kind += f' for-{winner}'
    notes = step.format_score().replace('-', '\u2212'), step.why
    return kind, *notes, ', '.join(filter(None, [words, *notes]))


def describe_reasons(step: SearchStep) -> list[str]:
    """Return the lines that explain why step leaves out moves, if it does, and
    where its score was found before, if it is a remembered one.
    """
    lines = []
    if step.source is not None:
        moves = format_moves(step.source)
        lines.append(f'It was found after the moves {moves}.')
    frame = step.frame
    cut = step.list_cut()
    if cut['cut']:
        move, score = max(frame.tried, key=lambda each: each[1])
        name = frame.state.get_current_player_name()
        mover, other = map(make_player_title, (name, OPPONENTS[name]))
        _, most = frame.window or (LOSE, WIN)
        why = f'{move} already wins'
        if score != WIN:
            why = (
                f'{move} is already worth {format_score(score)} to {mover}, '
                f'and {other} has a better move before this, which leaves '
                f'{mover} {format_score(most)}'
            )
        lines.append(f'Not looked at: {format_moves(cut["cut"])}, as {why}.')
    if cut['skipped']:
        lines.append(
            f'Not worth a look: {format_moves(cut["skipped"])}, as '
            f'another move is at least as good.'
        )
    return lines


def explain_run(game: Game, run: SearchRun, last: int) -> list[str]:
    """Return the lines that explain the steps of run, of which this many are
    shown.
    """
    steps = run.steps[:last]
    lines = []
    if any(step.list_cut()['cut'] for step in steps):
        lines.append('cut: a move that the search need not try.')
    if run.name == 'alphabeta':
        lines.append(
            f'Two numbers: alpha and beta. Only a score between them '
            f'matters. {BOUNDS} \u2265 or \u2264 say so.'
        )
    if run.name in WITH_HORIZON and run.horizon < inf:
        ahead = format_plies(int(run.horizon))
        lines.append(f'The search looks {ahead} ahead, and no further.')
    whys = {step.why for step in run.steps}
    lines += [MEANINGS[why] for why in MEANINGS if why in whys]
    lines += describe_win_at_once(game, run.name)
    if not run.finished or last < len(run.steps):
        lines.append(f'Only the first {len(steps):,} steps are shown.')
    return lines
