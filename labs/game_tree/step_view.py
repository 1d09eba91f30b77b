"""A step of a search in the tree: what has become known by then, and where."""
from typing import Any, NamedTuple, Optional
from game import Game
from strategy import LOSE, WIN
from labs.game_tree.clickable import MOST_COUNTED, ClickableView, \
    describe_tree
from labs.game_tree.folding import find_path, list_unfolded, name_path, \
    unfold_for, unfold_plies
from labs.game_tree.recording import Step
from labs.game_tree.search_view import MEANINGS
from labs.game_tree.tree import Position, count_left_out
from labs.game_tree.views import find_opponent


class Mark(NamedTuple):
    """What is known of a position.

    === Attributes ===
    kind: 'open' if its score is being searched for, 'scored' if it is found,
        'cut' or 'skipped'
    words: what is written there
    winner: the player who wins, '' if it is not known
    """
    kind: str
    words: tuple[str, str] = ('', '')
    winner: str = ''


def collect_marks(steps: list[Step]) -> dict[str, Mark]:
    """Return what is known of positions after steps, by their paths. When a
    search from the root begins, what the last one has found is forgotten.
    """
    marks: dict[str, Mark] = {}
    for step in steps:
        path, words = name_path(step.moves), (step.format_score(), step.why)
        if step.is_start():
            marks = {}
        if step.score is None:
            marks[path] = Mark('open', words)
            continue
        mover = step.state.get_current_player_name()
        winners = {WIN: mover, LOSE: find_opponent(mover)}
        marks[path] = Mark('scored', words, winners.get(step.score, ''))
        for kind, moves in [('cut', step.cut), ('skipped', step.skipped)]:
            for move in moves:
                marks[name_path((*step.moves, move))] = Mark(kind)
    return marks


class StepView(ClickableView):
    """A tree with what is known after a step of a search in it.

    === Attributes ===
    step: the step
    marks: what is known, by the paths of the positions
    longest: the longest words that the search leaves at a position
    """
    step: Step
    marks: dict[str, Mark]
    longest: str

    def __init__(self, game: Game, root: Position, steps: list[Step],
                 number: int) -> None:
        """Initialize a view of the tree of game below root after this number
        of steps, which are all those of the search.
        """
        super().__init__(game, root)
        self.step = steps[number - 1]
        self.marks = collect_marks(steps[:number])
        self.longest = max((words for step in steps for words in
                            (step.why, step.format_score())), key=len)

    def find_mark(self, node: Position) -> Optional[Mark]:
        """Return what is known of node, None if nothing is."""
        return self.marks.get(find_path(node))

    def make_title(self) -> str:
        """Return the title of the picture."""
        return self.name_subject()

    def make_legend(self, mark: str = '') -> list[str]:
        """Return the lines that explain the picture."""
        folded = any(node.left_out for node in self.root.leaves)
        return ['Scores are for the player to move. Dashed: not visited.'] \
            + (self.make_cut_remarks() if folded else [])

    def make_notes(self, node: Position) -> list[str]:
        """Return the lines below the heading of node."""
        mark = self.find_mark(node) or Mark('')
        score, why = mark.words
        return [score.replace('-', '\u2212'), why, *self.note_left_out(node)]

    def find_words(self) -> str:
        """Return the longest words that may come below a heading."""
        return self.longest

    def label_move(self, node: Position) -> str:
        """Return what is written on the line that leads to node."""
        mark, words = self.find_mark(node), super().label_move(node)
        return f'{words} {mark.kind}' if mark and self.is_faint(node) \
            else words

    def find_winner(self, node: Position) -> str:
        """Return the player who wins at node, '' if that is not known."""
        mark = self.find_mark(node)
        return mark.winner if mark else ''

    def is_faint(self, node: Position) -> bool:
        """Return whether the search has not visited node."""
        mark = self.find_mark(node)
        return mark is None or mark.kind in ('cut', 'skipped')

    def find_class(self, node: Position) -> str:
        """Return what the style sheet calls node: also where the search is,
        and where a score that it remembers comes from.
        """
        path, mark = find_path(node), self.find_mark(node)
        words = ['node', mark.kind if mark else 'unknown']
        if path == name_path(self.step.moves):
            words.append('current')
        if self.step.source is not None \
                and path == name_path(self.step.source):
            words.append('source')
        return ' '.join(words)

    def describe_score(self, node: Position) -> list[str]:
        """Return in words what is known of the score of node."""
        mark = self.find_mark(node)
        return [mark.kind, *mark.words] if mark else ['not visited']


def draw_step(game: Game, steps: list[Step], number: int,
              plies: Optional[int], unfolded: Optional[list[str]]
              ) -> dict[str, Any]:
    """Return the tree of game as a page shows it after this number of steps,
    which are all those of a search. It has this many plies (None: as many as
    can be read easily), unless unfolded has the paths of the positions that
    show their moves. The positions on the way to where the search is show
    theirs, too, if there is room.
    """
    step = steps[number - 1]
    if unfolded is None:
        unfolded = list_unfolded(unfold_plies(game, plies)[0])
    root, note = unfold_for(game, unfolded, name_path(step.moves))
    count_left_out(game, root, False, MOST_COUNTED)
    source = '' if step.source is None else \
        f' It was found after the moves {", ".join(map(str, step.source))}.'
    return describe_tree(StepView(game, root, steps, number)) | {
        'note': note, 'unfolded': unfolded, 'what': step.what + source,
        'picture': str(step.state), 'heading': step.path[0],
        'stack': [line[2:] for line in step.path[1:]]}


def explain_steps(steps: list[Step]) -> list[str]:
    """Return the lines that explain the words at the positions after steps.
    """
    lines = []
    if any(step.cut for step in steps):
        lines.append('cut: a move that the search need not try.')
    if any(step.skipped for step in steps):
        lines.append('skipped: a move that is not worth trying, as another '
                     'one is at least as good.')
    whys = {step.why for step in steps}
    lines += [MEANINGS[why] for why in MEANINGS if why in whys]
    if steps[0].window:
        lines.append('Two numbers: alpha and beta. Only a score between them '
                     'matters. \u2265 or \u2264: only a lower or an upper '
                     'bound.')
    return lines
