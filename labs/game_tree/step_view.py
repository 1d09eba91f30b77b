"""The steps of searches in one tree, as the page shows them.

The tree is laid out once, with all that the searches visit; each step says what
becomes known, and in words what happens.
"""
from itertools import accumulate, zip_longest
from typing import Any, Optional
from engine.alpha_beta import OutOfTimeError, TimedSearch
from game import Game
from strategy import LOSE, WIN, ask, recurse_deeply
from labs.game_tree.page import MOST_NODES, Mark, PageDrawing, make_mark, \
    unfold_tree
from labs.game_tree.searches import BOUNDS, CUT, TITLES, describe_stack, \
    describe_step, describe_win_at_once, explain_scores, format_moves, \
    list_changes
from labs.game_tree.steps import SHOWN, Step
from labs.game_tree.tree import Allowance, Number, Position, find_path, \
    format_path, list_moves
from labs.game_tree.views import OPPONENTS, View, find_winner, \
    format_score, format_subject, make_label

Moves = tuple[Any, ...]

LEGEND = 'Scores are for the player to move. Dashed: not visited.'

HELPED = 'Besides, this search remembers positions, and takes what the game ' \
         'offers: only moves that are worth a look, the best ones first, and ' \
         'scores that it knows.'

# What kinds of positions there are, in words.
KINDS = {'open': 'being searched', 'scored': '', 'unknown': 'not visited',
         'cut': 'not looked at', 'skipped': 'not worth a look'}


def draw_searches(game: Game, runs: list[tuple[list[Step], bool]]
                  ) -> dict[str, Any]:
    """Return the tree of game with the steps of some searches, as a page shows
    them. Each comes with whether these are all its steps.

    A step says of each search where it is (node), where it has a score from
    (source), what becomes known of which nodes (marks), whether all that was
    known before is forgotten (anew), and how the stack looks; marks and lines
    of the stack by their places in lists of all.
    """
    unfolded, last = find_room(game, [steps for steps, _ in runs])
    root = unfold_tree(game, unfolded)
    nodes = [root, *root.descendants]
    view = View(root, format_subject(game, root), [],
                {node: make_label(node, [], None) for node in nodes})
    lines: dict[str, int] = {}
    marks: dict[Mark, int] = {}
    told = [describe_run(steps[:last], nodes, '2' * i, lines, marks)
            for i, (steps, _) in enumerate(runs)]
    longest = max((note for mark in marks for note in mark[1:3]), key=len)
    return PageDrawing(view, longest).describe() | {
        'title': view.title, 'legend': LEGEND, 'note': '',
        'lines': list(lines), 'marks': list(marks),
        'steps': [[each[min(i, len(each) - 1)] for each in told]
                  for i in range(max(map(len, told)))],
        'notes': [' '.join(explain_run(
            game, steps, finished and len(steps) <= last, last))
            for steps, finished in runs]}


def find_room(game: Game, runs: list[list[Step]]) -> tuple[set[str], int]:
    """Return the paths of all positions below which the searches with these
    steps visit others, and how many steps there is room for in the tree.
    """
    unfolded: set[str] = set()
    moves = 0
    for i, pair in enumerate(zip_longest(*runs)):
        for step in (each for each in pair if each and each.moves):
            path = format_path(step.moves[:-1])
            if path not in unfolded:
                moves += len(list_moves(game, step.path[-2].state))
                unfolded.add(path)
            if moves > MOST_NODES:
                return unfolded - {path}, i
    return unfolded, max(map(len, runs))


def describe_run(steps: list[Step], nodes: list[Position], end: str,
                 lines: dict[str, int], marks: dict[Mark, int]
                 ) -> list[dict[str, Any]]:
    """Return what steps say of nodes, and in elements of the page whose names
    have this end. Add the lines of their stacks to lines, and what they know
    of nodes to marks.
    """
    places = {find_path(each): i for i, each in enumerate(nodes)}
    visits = list(accumulate(each.score is None for each in steps))
    said: list[dict[str, Any]] = []
    for step, visit, source in zip(steps, visits, find_sources(steps)):
        place = places[format_path(step.moves)]
        title, *calls = describe_stack(step)
        kinds = list_changes(step)
        if step.score is None:
            kinds |= dict.fromkeys(map(find_path, nodes[place].children),
                                   'unknown')
        said.append({
            'node': place, 'anew': place == 0 and step.score is None,
            'source': -1 if source is None else places[format_path(source)],
            'marks': [(places[path], marks.setdefault(
                mark_position(step, kind), len(marks)))
                for path, kind in kinds.items()],
            'stack': [lines.setdefault(call[2:], len(lines))
                      for call in calls],
            'text': {f'count{end}': f'{TITLES[step.name]}: {visit:,} of '
                                    f'{visits[-1]:,} visits',
                     f'what{end}': ' '.join([
                         describe_step(step), *describe_reasons(step, source)]),
                     'stack-title': title}})
    return said


def find_sources(steps: list[Step]) -> list[Optional[Moves]]:
    """Return for each of steps the moves to where its score was found before,
    None if it was not.
    """
    found: dict[Any, Moves] = {}
    sources = []
    for step in steps:
        is_known = step.why == 'remembered'
        sources.append(found.get(ask(step.state, 'search_key')) if is_known else None)
        if step.score is not None and step.moves and not is_known:
            found[ask(step.state, 'search_key')] = step.moves
    return sources


def mark_position(step: Step, kind: str) -> Mark:
    """Return the mark of a position that has become of this kind by step."""
    words = KINDS[kind]
    if kind not in ('open', 'scored'):
        return make_mark(kind, '', words * (kind != 'unknown'), '', words)
    winner = find_winner(step.state.get_current_player_name(), step.score)
    notes = step.format_score().replace('-', '\u2212'), step.why
    return make_mark(kind, winner, *notes,
                     ', '.join(filter(None, [words, *notes])))


def describe_reasons(step: Step, source: Optional[Moves]) -> list[str]:
    """Return the lines that say why step leaves out moves, if it does, and
    that its score was found before, after the moves to source, if it was.
    """
    lines = [] if source is None else \
        [f'It was found after the moves {format_moves(source)}.']
    cut = step.list_cut()
    if cut['cut']:
        move, score = max(step.path[-1].tried, key=lambda each: each[1])
        mover = step.state.get_current_player_name()
        window = step.find_window()
        why = f'{move} already wins' if score == WIN else \
            f'{move} is already worth {format_score(score)} to {mover}, and ' \
            f'{OPPONENTS[mover]} has a better move before this, which leaves ' \
            f'{mover} {format_score((window or (0, 0))[1])}'
        lines.append(f'Not looked at: {format_moves(cut["cut"])}, as {why}.')
    if cut['skipped']:
        lines.append(f'Not worth a look: {format_moves(cut["skipped"])}, as '
                     f'another move is at least as good.')
    return lines


def explain_run(game: Game, steps: list[Step], finished: bool, last: int
                ) -> list[str]:
    """Return the lines that explain steps, of which the last is the one with
    this number, unless these are all.
    """
    cuts = [step.list_cut() for step in steps[:last]]
    lines = [CUT] if any(each['cut'] for each in cuts) else []
    if steps[0].name == 'alphabeta':
        lines += [f'Two numbers: alpha and beta. Only a score between them '
                  f'matters. {BOUNDS} \u2265 or \u2264 say so.', HELPED]
    lines += explain_scores(steps)
    lines += describe_win_at_once(game, steps[0].name)
    if not finished:
        lines.append(f'Only the first {min(len(steps), last):,} steps are '
                     f'shown.')
    return lines


def count_visits(game: Game, plies: Number, most: int) -> list[tuple[str, str]]:
    """Return how many positions each search of game visits that looks so many
    plies ahead: plain minimax, with one short cut after another, and
    alpha-beta. Each of them does no more than most work (see Allowance).

    >>> from subtract_square_game import SubtractSquareGame
    >>> [number for _, number in
    ...  count_visits(SubtractSquareGame(True, size=8), 9, 10 ** 5)]
    ['25', '16', '15', '10']
    """
    found = []
    for words, name, *more in (
            ('plain minimax', 'plain', plies),
            ('stopping at a win', 'plain', plies, True),
            ('remembering positions, too', 'plain', plies, True, True),
            ('alpha-beta, with the help of the game', 'alphabeta', plies, LOSE,
             WIN)):
        allowance = Allowance(most)
        search = TimedSearch(game, allowance)
        try:
            recurse_deeply(SHOWN[name], search, search.root, *more)
            found.append((words, f'{allowance.visits:,}'))
        except OutOfTimeError:
            found.append((words, f'more than {allowance.visits:,}'))
    return found
