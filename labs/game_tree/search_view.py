"""The picture of a search: the tree, and what the search does in it."""
from typing import Optional
from game import Game
from game_state import GameState
from strategy import LOSE, WIN, Score
from labs.game_tree.tree import MOST_WORK, Allowance, Position, find_cut_nodes
from labs.game_tree.views import View, find_opponent, format_plies, \
    format_score
from labs.game_tree.watching import BOUNDS, TITLES, Follower, Number, \
    note_win_at_once

# A search is stopped when one search from the root visits more positions than
# this, or when all of them together do more work than MOST_WORK.
MOST_VISITS = 5_000

MEANINGS = {
    'known': 'known: the position knows its score without a search.',
    'remembered': 'remembered: a position with the same search key was '
                  'searched before.',
    'estimate': 'estimate: the search looks no further, and relies on '
                'rough_outcome.'}


class Visit:
    """What a search has done at a node.

    === Attributes ===
    number: how many positions had been visited, this one included
    score: the score that the search found, None if it was stopped before that
    why: where the score comes from if no move was tried, otherwise ''
    hidden: how many positions were visited below, where the tree is cut
    """
    number: int
    score: Optional[Score]
    why: str
    hidden: int

    def __init__(self, number: int) -> None:
        """Initialize a visit, which has just begun."""
        self.number = number
        self.score, self.why = None, ''
        self.hidden = 0


class Recorder(Follower):
    """Records what a search does at each node of a tree.

    === Attributes ===
    root: the root of the tree
    record: what the last completed search from the root did at each node that
        it visited. If none was completed, it is that of the first.
    depth: which search from the root was the last completed one, 0 if none was
    allowance: stops a search that does too much work
    """
    root: Position
    record: dict[Position, Visit]
    depth: int
    allowance: Allowance
    _new: dict[Position, Visit]
    _path: list[Optional[Position]]

    def __init__(self, game: Game, name: str, root: Position,
                 most_searches: Number) -> None:
        """Initialize a recorder of the search of game that is called name. The
        search is stopped after most_searches searches from the root, or when
        it exceeds MOST_VISITS or MOST_WORK.
        """
        super().__init__(game, name, MOST_VISITS, most_searches)
        self.root = root
        self.record, self.depth = {}, 0
        self.allowance = Allowance()
        self.allowance.left = MOST_WORK
        self._new, self._path = {}, []

    def on_visit(self, state: GameState) -> None:
        """Record the visit to state."""
        super().on_visit(state)
        self.allowance.on_visit(state)
        if not self._path:
            self._new = {}
            self._path = [self.root]
        else:
            self._path.append(self._find_child(self._path[-1]))
        if self._path[-1] is None:
            shown = [node for node in self._path if node is not None]
            self._new[shown[-1]].hidden += 1
        else:
            self._new[self._path[-1]] = Visit(self.visits)
        if self.depth == 0:
            self.record = self._new

    def _find_child(self, parent: Optional[Position]) -> Optional[Position]:
        """Return the child of parent that the search has just visited, None if
        the tree does not show it.
        """
        children = () if parent is None else parent.children
        move = self.frames[-1].move
        return next((child for child in children if child.move == move), None)

    def on_score(self, state: GameState, score: Score) -> None:
        """Record the score of state."""
        frame = self.frames[-1]
        node = self._path.pop()
        super().on_score(state, score)
        if node is not None:
            self._new[node].score = score
            self._new[node].why = self.explain_score(frame, score)
        if not self._path:
            self.record, self.depth = self._new, self.searches


class SearchView(View):
    """A tree of positions with what a search does in it.

    === Attributes ===
    recorder: what the search has done
    finished: whether the search was completed, and not stopped
    """
    recorder: Recorder
    finished: bool

    def __init__(self, game: Game, name: str, root: Position,
                 most_searches: Number) -> None:
        """Initialize a view of the tree of game below root: run the search
        called name, with no more than most_searches searches from the root.
        Raise GameOverError if the game is over.
        """
        super().__init__(game, root)
        self.recorder = Recorder(game, name, root, most_searches)
        self.finished = self.recorder.follow()

    def make_title(self) -> str:
        """Return the title of the picture."""
        ahead = ''
        if self.recorder.name == 'alphabeta':
            plies = format_plies(max(self.recorder.depth, 1))
            ahead = f' when it looks {plies} ahead'
        return f'{self.name_subject()}: what {TITLES[self.recorder.name]} ' \
               f'visits{ahead}'

    def make_legend(self, mark: str = '') -> list[str]:
        """Return the lines that explain the picture."""
        nodes = [self.root, *self.root.descendants]
        visits = self.recorder.record.values()
        lines = ['Positions are numbered in the order of the visits. Scores '
                 'are for the player to move.']
        if any(self.is_faint(node) for node in nodes):
            lines.append('Positions without a number, dashed in a picture, '
                         'are not visited.')
        if any(self.is_cut(node) for node in nodes):
            lines.append('cut: a move that the search need not try.')
        whys = {visit.why for visit in visits}
        lines += [MEANINGS[why] for why in MEANINGS if why in whys]
        if find_cut_nodes(self.game, self.root):
            plies = format_plies(self.root.height)
            below = ': ... is the number of visits below' \
                if any(visit.hidden for visit in visits) else ''
            lines.append(f'The tree is cut after {plies}{below}.')
        return lines + self.make_caveats()

    def make_caveats(self) -> list[str]:
        """Return the lines about a search that was stopped, about bounds, and
        about a move that the strategy makes without searching.
        """
        lines = []
        if not self.finished and self.recorder.depth == 0:
            # The visit that would have been one too many is not shown.
            lines.append(f'The search is stopped here, after '
                         f'{self.recorder.visits - 1:,} visits.')
        elif self.recorder.name == 'alphabeta':
            lines.append(BOUNDS)
        return lines + note_win_at_once(self.game, self.recorder.name)

    def make_heading(self, node: Position) -> str:
        """Return the first line at node."""
        if node in self.recorder.record:
            number = self.recorder.record[node].number
            return f'{number}. {super().make_heading(node)}'
        return super().make_heading(node)

    def make_notes(self, node: Position) -> list[str]:
        """Return the lines below the picture at node."""
        visit = self.recorder.record.get(node)
        if visit is None:
            return []
        if visit.score is None:
            lines = ['stopped']
        else:
            source = f'{visit.why}:' if visit.why else 'returns'
            lines = [f'{source} {format_score(visit.score)}']
        if visit.hidden:
            lines.append(f'... {visit.hidden:,}')
        return lines

    def label_move(self, node: Position) -> str:
        """Return what is written on the line that leads to node."""
        return super().label_move(node) + (' cut' if self.is_cut(node) else '')

    def is_cut(self, node: Position) -> bool:
        """Return whether the search has tried moves at the parent of node, but
        not the one that leads to node.
        """
        above = self.recorder.record.get(node.parent)
        return self.is_faint(node) and above is not None \
            and above.score is not None and above.why == ''

    def find_winner(self, node: Position) -> str:
        """Return the player who wins at node, '' if the search has not found
        that out.
        """
        visit = self.recorder.record.get(node)
        if visit is None or visit.score not in (WIN, LOSE):
            return ''
        mover = self.find_mover(node)
        return mover if visit.score == WIN else find_opponent(mover)

    def is_faint(self, node: Position) -> bool:
        """Return whether the search has not visited node."""
        return node not in self.recorder.record
