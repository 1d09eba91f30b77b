"""A step of a search in the tree, as the page shows it: what has become known
by then, and where.
"""
from typing import Any, Optional
from game import Game
from strategy import search_key
from labs.game_tree.page import FOLDED, MOST_COUNTED, PageDrawing, \
    TreeTooLargeError, format_drawing, list_prefixes, list_unfolded, \
    unfold_plies, unfold_tree
from labs.game_tree.searches import CUT, SearchView, describe_stack, \
    describe_step, explain_scores
from labs.game_tree.steps import Step
from labs.game_tree.tree import Position, count_left_out, find_path, \
    format_path


class StepView(SearchView):
    """A tree with what is known after a step of a search in it.

    === Attributes ===
    path: the path of the position of the step
    source: the path of the position whose score is remembered there, None if
        none is
    """
    path: str
    source: Optional[str]

    def __init__(self, game: Game, root: Position, steps: list[Step],
                 number: int) -> None:
        """Initialize a view of the tree of game below root after this number
        of steps, which are all those of the search.
        """
        super().__init__(game, root, steps[:number], FOLDED)
        self.path = format_path(steps[number - 1].moves)
        source = find_source(steps, number)
        self.source = None if source is None else format_path(source)

    def format_title(self) -> str:
        """Return the title of the picture."""
        return self.format_subject()

    def format_legend(self, mark: str = '') -> list[str]:
        """Return the lines that explain the picture."""
        folded = any(node.left_out for node in self.root.leaves)
        return ['Scores are for the player to move. Dashed: not visited.'] \
            + (self.explain_left_out() if folded else [])

    def format_notes(self, node: Position) -> list[str]:
        """Return the lines below the heading of node."""
        step = self.find_step(node)
        score, why = (step.format_score(), step.why) if step else ('', '')
        return [score.replace('-', '\u2212'), why, *self.format_left_out(node)]

    def format_move(self, node: Position) -> str:
        """Return what is written on the line that leads to node."""
        kind = self.find_mark(node).kind
        return super().format_move(node) \
            + (f' {kind}' if kind in ('cut', 'skipped') else '')


class StepDrawing(PageDrawing):
    """A picture of a StepView whose positions can be clicked."""
    view: StepView

    def list_kinds(self, node: Position) -> list[str]:
        """Return what the style sheet calls node: also where the search is,
        and where a score that it remembers comes from.
        """
        path, view = find_path(node), self.view
        return [view.find_mark(node).kind] \
            + ['current'] * (path == view.path) \
            + ['source'] * (path == view.source)

    def describe_score(self, node: Position) -> list[str]:
        """Return in words what is known of the score of node."""
        kind, step = self.view.find_mark(node).kind, self.view.find_step(node)
        if step is None:
            return ['not visited' if kind == 'unknown' else kind]
        return [kind, step.format_score(), step.why]


def find_source(steps: list[Step], number: int) -> Optional[tuple[Any, ...]]:
    """Return the moves that lead to where the score in the step with this
    number is remembered from; None if it is not.

    The root has no key: its score is not remembered.
    """
    step = steps[number - 1]
    if step.why != 'remembered':
        return None
    key = search_key(step.state)
    for each in reversed(steps[:number - 1]):
        if each.score is not None and not each.why and each.moves \
                and search_key(each.state) == key:
            return each.moves
    return None


def draw_step(game: Game, steps: list[Step], number: int,
              plies: Optional[int], unfolded: Optional[list[str]]
              ) -> dict[str, Any]:
    """Return the tree of game as a page shows it after this number of steps,
    which are all those of a search. It has this many plies (None: as many as
    can be read easily), unless unfolded has the paths of the positions that
    show their moves. The positions on the way to where the search is show
    theirs, too, if there is room.
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
    view = StepView(game, root, steps, number)
    return format_drawing(StepDrawing(view, longest)) | {
        'note': note, 'unfolded': unfolded,
        'what': describe_step(step) + source, 'picture': str(step.state),
        'heading': title, 'stack': [line[2:] for line in stack]}


def explain_steps(steps: list[Step]) -> list[str]:
    """Return the lines that explain the words at the positions after steps.
    """
    lines = [CUT] if any(step.list_cut() for step in steps) else []
    if any(step.list_skipped() for step in steps):
        lines.append('skipped: a move that is not worth trying, as another '
                     'one is at least as good.')
    lines += explain_scores(steps)
    if steps[0].name == 'alphabeta':
        lines.append('Two numbers: alpha and beta. Only a score between them '
                     'matters. \u2265 or \u2264: only a lower or an upper '
                     'bound.')
    return lines
