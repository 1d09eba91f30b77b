"""The picture of a search: the tree, and what the search does there."""
from typing import Optional
from game import Game
from game_state import GameState
from strategy import Score
from labs.game_tree.scores import LOSE, MOST_WORK, WIN, Allowance
from labs.game_tree.tree import Position, cut_nodes
from labs.game_tree.views import View, in_figures, other, plies
from labs.game_tree.watching import BOUNDS, TITLES, Follower, Number, \
    without_search

# What would take too long is stopped: a search from the root that visits more
# positions, or searches with more moves than MOST_WORK where they have been.
MOST_VISITS = 5_000

MEANINGS = {
    'known': 'known: the position itself knows its score.',
    'remembered': 'remembered: a position with the same search key was '
                  'searched before.',
    'estimate': 'estimate: the search looks no further, and takes the word of '
                'rough_outcome.'}


class Visit:
    """What a search has done at a node.

    === Attributes ===
    number: how many positions the search had come to, this one included
    score: what the search found, None if it was stopped before
    why: where the score comes from if no move was tried, otherwise ''
    hidden: how many positions it came to below, where the tree is cut
    """
    number: int
    score: Optional[Score]
    why: str
    hidden: int

    def __init__(self, number: int) -> None:
        """Initialize a visit that begins."""
        self.number = number
        self.score, self.why = None, ''
        self.hidden = 0


class Recorder(Follower):
    """Writes down what a search does at each node of a tree.

    === Attributes ===
    root: the root of the tree
    record: what the last search from the root did, by node. It is the last
        that came to its end, if any did.
    depth: which search from the root that was
    allowance: stops a search that meets too many moves
    """
    root: Position
    record: dict[Position, Visit]
    depth: int
    allowance: Allowance
    _new: dict[Position, Visit]
    _path: list[Optional[Position]]

    def __init__(self, game: Game, name: str, root: Position,
                 most_searches: Number) -> None:
        """Initialize a recorder of the search of game that is called name. It
        is stopped after most_searches searches from the root, or when it
        exceeds MOST_VISITS or MOST_WORK.
        """
        super().__init__(game, name, MOST_VISITS, most_searches)
        self.root = root
        self.record, self.depth = {}, 0
        self.allowance = Allowance()
        self.allowance.left = MOST_WORK
        self._new, self._path = {}, []

    def comes_to(self, state: GameState) -> None:
        """Give state its number."""
        super().comes_to(state)
        self.allowance.comes_to(state)
        if not self._path:
            self._new = {}
            self._path = [self.root]
        else:
            self._path.append(self._child(self._path[-1]))
        if self._path[-1] is None:
            shown = [node for node in self._path if node is not None]
            self._new[shown[-1]].hidden += 1
        else:
            self._new[self._path[-1]] = Visit(self.visits)
        if self.depth == 0:
            self.record = self._new

    def _child(self, parent: Optional[Position]) -> Optional[Position]:
        """Return the child of parent that the search has come to, None if the
        tree does not show it.
        """
        children = () if parent is None else parent.children
        move = self.frames[-1].move
        return next((child for child in children if child.move == move), None)

    def scores(self, state: GameState, score: Score) -> None:
        """Write the score of state down."""
        frame = self.frames[-1]
        node = self._path.pop()
        super().scores(state, score)
        if node is not None:
            self._new[node].score = score
            self._new[node].why = self.why(frame, score)
        if not self._path:
            self.record, self.depth = self._new, self.searches


class SearchView(View):
    """A tree of positions with what a search does in it.

    === Attributes ===
    recorder: has followed the search
    finished: whether the search came to its end
    """
    recorder: Recorder
    finished: bool

    def __init__(self, game: Game, name: str, root: Position,
                 most_searches: Number) -> None:
        """Initialize a view of the tree of game below root: run the search
        called name. Raise GameOverError if the game is over.
        """
        super().__init__(game, root)
        self.recorder = Recorder(game, name, root, most_searches)
        self.finished = self.recorder.follow()

    def title(self) -> str:
        """Return the title of the picture."""
        ahead = ''
        if self.recorder.name == 'alphabeta':
            ahead = f' when it looks {plies(max(self.recorder.depth, 1))} ahead'
        return f'{self.subject()}: what {TITLES[self.recorder.name]} ' \
               f'visits{ahead}'

    def legend(self, mark: str = '') -> list[str]:
        """Return the lines that explain the picture."""
        nodes = [self.root, *self.root.descendants]
        visits = self.recorder.record.values()
        lines = ['Positions are numbered as the search comes to them; scores '
                 'are for who is to move.']
        if any(self.is_faint(node) for node in nodes):
            lines.append('Not visited: those without a number, dashed in a '
                         'picture.')
        if any(self.is_cut(node) for node in nodes):
            lines.append('cut: a move that the search need not try.')
        whys = {visit.why for visit in visits}
        lines += [MEANINGS[why] for why in MEANINGS if why in whys]
        if cut_nodes(self.game, self.root):
            below = ': ... is the number of visits below' \
                if any(visit.hidden for visit in visits) else ''
            lines.append(f'The tree is cut after {plies(self.root.height)}'
                         f'{below}.')
        return lines + self.caveats()

    def caveats(self) -> list[str]:
        """Return what to say about how the strategy uses this search."""
        lines = []
        if not self.finished and self.recorder.depth == 0:
            # The visit that would have been one too many is not shown.
            lines.append(f'The search is stopped here, after '
                         f'{self.recorder.visits - 1:,} visits.')
        elif self.recorder.name == 'alphabeta':
            lines.append(BOUNDS)
        return lines + without_search(self.game, self.recorder.name)

    def heading(self, node: Position) -> str:
        """Return the first line at node."""
        if node in self.recorder.record:
            number = self.recorder.record[node].number
            return f'{number}. {super().heading(node)}'
        return super().heading(node)

    def notes(self, node: Position) -> list[str]:
        """Return the lines below the picture at node."""
        visit = self.recorder.record.get(node)
        if visit is None:
            return []
        if visit.score is None:
            lines = ['stopped']
        else:
            lines = [f'{visit.why or "returns"}: {in_figures(visit.score)}'
                     .replace('returns:', 'returns')]
        if visit.hidden:
            lines.append(f'... {visit.hidden:,}')
        return lines

    def move(self, node: Position) -> str:
        """Return what is written on the line that leads to node."""
        return super().move(node) + (' cut' if self.is_cut(node) else '')

    def is_cut(self, node: Position) -> bool:
        """Return whether the search has tried moves where node comes from, but
        not the one that leads to node.
        """
        above = self.recorder.record.get(node.parent)
        return self.is_faint(node) and above is not None \
            and above.score is not None and above.why == ''

    def winner(self, node: Position) -> str:
        """Return who wins at node, '' if the search has not found that out."""
        visit = self.recorder.record.get(node)
        if visit is None or visit.score not in (WIN, LOSE):
            return ''
        mover = self.mover(node)
        return mover if visit.score == WIN else other(mover)

    def is_faint(self, node: Position) -> bool:
        """Return whether the search has not come to node."""
        return node not in self.recorder.record
