"""A step of a search in the tree, as the page shows it."""
from typing import Any, Optional
from game import Game
from strategy import search_key
from labs.game_tree.page import FOLDED, MOST_COUNTED, TreeTooLargeError, \
    format_drawing, list_prefixes, list_unfolded, unfold_plies, unfold_tree
from labs.game_tree.searches import CUT, Mark, collect_marks, \
    describe_stack, describe_step, explain_scores
from labs.game_tree.steps import Step
from labs.game_tree.tree import Position, count_left_out, find_path, \
    format_path
from labs.game_tree.views import Label, View, explain_left_out, \
    format_left_out, format_subject


def view_step(game: Game, root: Position, steps: list[Step],
              source: Optional[tuple[Any, ...]]) -> View:
    """Return the tree of game below root with what is known after steps. The
    last score is remembered from after the moves in source, unless it is None.
    """
    marks = collect_marks(steps)
    places = {'current': format_path(steps[-1].moves),
              'source': source and format_path(source)}
    labels = {}
    for node in (root, *root.descendants):
        path = find_path(node)
        label = label_step(node, marks.get(path, Mark()))
        labels[node] = label._replace(kinds=(*label.kinds, *(
            kind for kind in places if places[kind] == path)))
    legend = ['Scores are for the player to move. Dashed: not visited.',
              *explain_left_out(root, False, FOLDED)]
    return View(root, format_subject(game, root), legend, labels)


def label_step(node: Position, mark: Mark) -> Label:
    """Return the label of node, of which mark says what is known."""
    step, kind = mark.step, mark.kind
    score, why = (step.format_score(), step.why) if step else ('', '')
    label = mark.label(node, [score.replace('-', '\u2212'), why,
                              *format_left_out(node, FOLDED)])
    if step:
        return label._replace(words=[kind, score, why])
    if kind == 'unknown':
        return label._replace(words=['not visited'])
    return label._replace(words=[kind], move=f'{label.move} {kind}')


def find_source(steps: list[Step], number: int) -> Optional[tuple[Any, ...]]:
    """Return the moves that lead to where the score in the step with this
    number is remembered from; None if it is not. That is never the root.
    """
    step = steps[number - 1]
    if step.why != 'remembered':
        return None
    key = search_key(step.state)
    return next((each.moves for each in reversed(steps[:number - 1])
                 if each.score is not None and not each.why and each.moves
                 and search_key(each.state) == key), None)


def draw_step(game: Game, steps: list[Step], number: int,
              plies: Optional[int], unfolded: Optional[list[str]]
              ) -> dict[str, Any]:
    """Return the tree of game as draw_tree does, after this number of the steps
    of a search. The positions on the way to where the search is show their
    moves, too, if there is room.
    """
    step, note = steps[number - 1], ''
    if unfolded is None:
        unfolded = list_unfolded(unfold_plies(game, plies)[0])
    try:
        root = unfold_tree(game, {*unfolded, *list_prefixes(
            format_path(step.moves))})
    except TreeTooLargeError:
        root = unfold_tree(game, unfolded)
        note = 'The search has left the tree: there is no room for this ' \
               'position.'
    count_left_out(game, root, False, MOST_COUNTED)
    moves = find_source(steps, number)
    source = '' if moves is None else \
        f' It was found after the moves {", ".join(map(str, moves))}.'
    title, *stack = describe_stack(step)
    longest = max((words for each in steps
                   for words in (each.why, each.format_score())), key=len)
    view = view_step(game, root, steps[:number], moves)
    return format_drawing(view, longest) | {
        'note': note, 'unfolded': unfolded,
        'what': describe_step(step) + source, 'picture': str(step.state),
        'heading': title, 'stack': [line[2:] for line in stack]}


def explain_steps(steps: list[Step]) -> list[str]:
    """Return the lines that explain what is written after steps."""
    cuts = [step.list_cut() for step in steps]
    lines = [CUT] if any(each['cut'] for each in cuts) else []
    if any(each['skipped'] for each in cuts):
        lines.append('skipped: a move that is not worth trying, as another '
                     'one is at least as good.')
    lines += explain_scores(steps)
    if steps[0].name == 'alphabeta':
        lines.append('Two numbers: alpha and beta. Only a score between them '
                     'matters. \u2265 or \u2264: only a lower or an upper '
                     'bound.')
    return lines
