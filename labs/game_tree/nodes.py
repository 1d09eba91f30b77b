"""The nodes of a tree of positions, by anytree, and what is said of them.

They need no search, so they also show what somebody else's search did.
"""

from typing import Any, Iterable, Optional
from urllib.parse import quote
from anytree import NodeMixin
from drawings.texts import find_number
from game import Game
from game_state import GameState

OPPONENTS = {'p1': 'p2', 'p2': 'p1'}


def find_winner(mover: str, score: Optional[float]) -> str:
    """Return who wins if mover has this score, '' if that is not known."""
    if score == GameState.WIN:
        return mover
    if score == GameState.LOSE:
        return OPPONENTS[mover]
    return ''


def format_score(score: float) -> str:
    """Return score as text.

    >>> format_score(1.0), format_score(-0.0), format_score(-0.333)
    ('1', '0', '-0.33')
    """
    return f'{round(score, 2) + 0:g}'


def format_path(moves: Iterable[Any]) -> str:
    """Return the path of the position after moves, quoted as in a link.

    >>> format_path([4, 1]), format_path([(0, 1)]), format_path([])
    ('4,1', '%280%2C%201%29', '')
    """
    return ','.join(quote(str(move), safe='') for move in moves)


def find_path(node: 'PositionNode') -> str:
    """Return the path of the position at node."""
    return format_path(each.move for each in node.path[1:])


class PositionNode(NodeMixin):
    """A node of the tree: a position, and the move that leads to it.

    === Attributes ===
    state: the position, and whose turn it is
    move: the move that leads here, None at the root
    score: the score for the player to move, None until it has been found
    exact: whether the score is exact; otherwise it is an estimate
    left_out: how many positions below are left out, such as 'more than 4,000';
        '' if the tree is not cut here, or before they are counted
    """

    state: GameState
    move: Any
    score: Optional[float]
    exact: bool
    left_out: str

    def __init__(
        self,
        state: GameState,
        move: Any = None,
        parent: Optional['PositionNode'] = None,
    ) -> None:
        """Initialize a node for state, which move leads to from parent."""
        self.state = state
        self.move = move
        self.parent = parent
        self.score = None
        self.exact = False
        self.left_out = ''

    @property
    def mover(self) -> str:
        """The player to move, 'p1' or 'p2'."""
        return self.state.get_current_player_name()

    @property
    def winner(self) -> str:
        """The player who is known to win, '' if there is none."""
        return find_winner(self.mover, self.score if self.exact else None)

    @property
    def heading(self) -> str:
        """The player to move, and the number that the position consists of."""
        number = find_number(self.state)
        return f'{self.mover}:{number}' if number else f'{self.mover} to move'

    @property
    def picture(self) -> list[str]:
        """The lines of the position, none if the heading says it all."""
        return [] if find_number(self.state) else str(self.state).splitlines()

    @property
    def scores(self) -> str:
        """The scores of both players, such as 'p1 +1, p2 -1', or if they are
        estimates 'p1 ~-0.33, p2 ~+0.33'; '' if there are none.
        """
        if self.score is None:
            return ''
        about = '' if self.exact else '~'
        scores = {self.mover: self.score, OPPONENTS[self.mover]: 0 - self.score}
        words = []
        for player in OPPONENTS:
            sign = '+' if scores[player] > 0 else ''
            number = format_score(scores[player])
            words.append(f'{player} {about}{sign}{number}')
        return ', '.join(words)

    @property
    def notes(self) -> list[str]:
        """The scores, and how many positions are left out."""
        notes = []
        if self.scores:
            notes.append(self.scores)
        if self.left_out:
            notes.append(f'... {self.left_out}')
        return notes


def list_moves(game: Game, state: GameState) -> list[Any]:
    """Return the possible moves at state: none if game is over there."""
    return [] if game.is_over(state) else state.get_possible_moves()


def find_winning_lines(root: PositionNode) -> set[PositionNode]:
    """Return root and all nodes that can be reached from there if the winner,
    if one is known, plays only winning moves, whatever the loser plays. Return
    no node if that is none below root.
    """
    found = [root] if root.winner else []
    for node in found:
        found += [
            child
            for child in node.children
            if child.exact and GameState.LOSE in (node.score, child.score)
        ]
    return set(found) if len(found) > 1 else set()
