"""What a picture of a tree says: the words and marks at each node.

Exporters ask a View about each node, and know nothing about games. Player 1 is
called A and player 2 is called B, as in the appendix of the assignment.
"""
from typing import Optional
import re
from game import Game
from game_interface import title
from game_state import GameState
from strategy import Score
from labs.game_tree.scores import WIN, LOSE, winning_lines
from labs.game_tree.tree import Position


def player(state: GameState) -> str:
    """Return what the player to move at state is called: 'A' or 'B'."""
    return 'A' if state.get_current_player_name() == 'p1' else 'B'


def other(name: str) -> str:
    """Return the player who is not called name."""
    return 'B' if name == 'A' else 'A'


def number_of(state: GameState) -> Optional[str]:
    """Return the number that is all there is to state: the only one in a
    picture of one line. Return None if there is more to see.
    """
    picture = str(state)
    numbers = re.findall(r'\d+', picture)
    return numbers[0] if len(numbers) == 1 and '\n' not in picture else None


def heading(state: GameState) -> str:
    """Return the player to move at state and, if the state is no more than a
    number, that number.
    """
    number = number_of(state)
    return player(state) + (' to move' if number is None else f':{number}')


def in_figures(score: Score, exact: bool = True) -> str:
    """Return score as text, with a mark if it is an estimate.

    >>> in_figures(1.0), in_figures(-0.0), in_figures(-0.333, False)
    ('1', '0', '~-0.33')
    """
    return ('' if exact else '~') + f'{round(score, 2) + 0:g}'


class View:
    """A tree of positions with the scores of both players.

    === Attributes ===
    game: the game; its current state is that of the root
    root: the root of the tree
    merged: whether identical positions are merged
    lines: the nodes whose moves are on winning lines
    """
    game: Game
    root: Position
    merged: bool
    lines: set[Position]
    _bordered: set[Position]

    def __init__(self, game: Game, root: Position, merged: bool = False
                 ) -> None:
        """Initialize a view of the tree of game below root, in which all
        positions have their scores, and identical ones are merged if merged.
        """
        self.game, self.root, self.merged = game, root, merged
        self.lines = set(winning_lines(root))
        self._bordered = {node.same_as for node in self.lines}
        if self.lines:
            self._bordered.add(root)

    def title(self) -> str:
        """Return the title of the picture."""
        state = self.root.state
        mover = player(state)
        if self.game.is_over(state):
            how = 'the game is over, and '
            how += f'{self.winner(self.root) or "nobody"} has won'
        elif not self.root.exact:
            how = f'{mover} is to move, and who wins is not known'
        elif self.winner(self.root):
            how = f'{mover} is to move, and {self.winner(self.root)} wins'
        else:
            how = f'{mover} is to move, and nobody can force a win'
        return f'{self.subject()}: {how}'

    def subject(self) -> str:
        """Return what the picture is about, such as 'Stonehenge'."""
        number = number_of(self.root.state)
        return title(type(self.game)) \
            + ('' if number is None else f' from {number}')

    def legend(self, mark: str = 'Thick lines and double borders'
               ) -> list[str]:
        """Return the lines that explain the picture, in which mark is how
        winning lines stand out.
        """
        lines = ['Under each position is what it is worth to A and to B: '
                 '1 wins, -1 loses.']
        if self.lines:
            winner = self.winner(self.root)
            lines.append(f'{mark}: where {winner} wins by good moves, whatever '
                         f'{other(winner)} does.')
        return lines + self.remarks()

    def remarks(self) -> list[str]:
        """Return what to say about estimates, about merged positions and about
        what is left out.
        """
        lines = []
        nodes = [self.root, *self.root.descendants]
        if not all(node.exact for node in nodes):
            lines.append('~ is an estimate: the exact score would take too '
                         'long.')
        if any(node.same_as is not node for node in nodes):
            lines.append('Identical positions are merged: this is a graph, '
                         'not a tree.')
        if any(node.left_out for node in nodes):
            lines.append(f'The tree is cut after {plies(self.root.height)}: '
                         f'... is the number of positions left out.')
            if self.merged:
                lines.append('They are counted at each node, each position '
                             'once; 0: all are shown elsewhere.')
        return lines

    def heading(self, node: Position) -> str:
        """Return the first line at node."""
        return heading(node.state)

    def picture(self, node: Position) -> list[str]:
        """Return the lines of the picture of the position, none if heading
        says it all.
        """
        if number_of(node.state) is not None:
            return []
        return str(node.state).splitlines()

    def notes(self, node: Position) -> list[str]:
        """Return the lines below the picture at node."""
        scores = {player(node.state): node.score,
                  other(player(node.state)): -node.score}
        lines = [', '.join(f'{name} {in_figures(scores[name], node.exact)}'
                           for name in 'AB')]
        if node.left_out:
            lines.append(f'... {node.left_out}')
        return lines

    def move(self, node: Position) -> str:
        """Return what is written on the line that leads to node."""
        return str(node.move)

    def mover(self, node: Position) -> str:
        """Return the player to move at node."""
        return player(node.state)

    def winner(self, node: Position) -> str:
        """Return who wins at node, '' if nobody can force it or it is not
        known.
        """
        name = player(node.state)
        if not node.exact or node.score not in (WIN, LOSE):
            return ''
        return name if node.score == WIN else other(name)

    def on_winning_line(self, node: Position) -> bool:
        """Return whether the move to node is on a winning line."""
        return node in self.lines or node.is_root and bool(self.lines)

    def is_bordered(self, node: Position) -> bool:
        """Return whether winning lines go through the position of node."""
        return node in self._bordered

    def is_faint(self, node: Position) -> bool:
        """Return whether node, and the line that leads there, are only there
        to show what is missing.
        """
        return node.score is None


def plies(number: int) -> str:
    """Return so many plies in words.

    >>> plies(1), plies(3)
    ('1 ply', '3 plies')
    """
    return f'{number} {"ply" if number == 1 else "plies"}'
