"""What a picture of a tree says: the words and marks at each node, and the
tree as text.

A View knows the game and the words. The modules that draw (svg, dot, and the
functions for text below) ask it about each node, and know nothing about games.
"""
from typing import Optional
import re
from anytree import AsciiStyle, PreOrderIter, RenderTree
from game import Game
from game_state import GameState
from interface.words import make_title
from strategy import LOSE, WIN, Score
from labs.game_tree.tree import Position, find_winning_lines

PLAYERS = ('p1', 'p2')


def find_opponent(player: str) -> str:
    """Return the name of the player who is not called player.

    >>> find_opponent('p1'), find_opponent('p2')
    ('p2', 'p1')
    """
    return 'p2' if player == 'p1' else 'p1'


def find_number(state: GameState) -> Optional[str]:
    """Return the number that state consists of: the only number in a picture
    of one line. Return None if there is more to see.
    """
    picture = str(state)
    numbers = re.findall(r'\d+', picture)
    return numbers[0] if len(numbers) == 1 and '\n' not in picture else None


def make_heading(state: GameState) -> str:
    """Return the player to move at state, such as 'p1 to move', or 'p1:6' if
    the state consists of the number 6.
    """
    number = find_number(state)
    return state.get_current_player_name() \
        + (' to move' if number is None else f':{number}')


def format_score(score: Score) -> str:
    """Return score as text.

    >>> format_score(1.0), format_score(-0.0), format_score(-0.333)
    ('1', '0', '-0.33')
    """
    return f'{round(score, 2) + 0:g}'


def format_for(player: str, score: Score, exact: bool) -> str:
    """Return the score of player as text, with a sign that keeps it apart from
    the number in the name, and with a mark if it is an estimate.

    >>> format_for('p1', 1, True), format_for('p2', -0.333, False)
    ('p1 +1', 'p2 ~-0.33')
    """
    return player + (' ' if exact else ' ~') + ('+' if score > 0 else '') \
        + format_score(score)


def format_plies(number: int) -> str:
    """Return a number of plies in words.

    >>> format_plies(1), format_plies(3)
    ('1 ply', '3 plies')
    """
    return f'{number} {"ply" if number == 1 else "plies"}'


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
        """Initialize a view of the tree of game below root. All its nodes have
        their scores, and identical positions are merged if merged.
        """
        self.game, self.root, self.merged = game, root, merged
        self.lines = set(find_winning_lines(root))
        self._bordered = {node.same_as for node in self.lines}
        if self.lines:
            self._bordered.add(root)

    def make_title(self) -> str:
        """Return the title of the picture."""
        mover, winner = self.find_mover(self.root), self.find_winner(self.root)
        if self.game.is_over(self.root.state):
            how = f'the game is over, and {winner or "nobody"} has won'
        elif winner == mover:
            how = f'{mover} is to move and wins'
        elif winner:
            how = f'{mover} is to move, and {winner} wins'
        elif self.root.exact:
            how = f'{mover} is to move, and nobody can force a win'
        else:
            how = f'{mover} is to move, and who wins is not known'
        return f'{self.name_subject()}: {how}'

    def name_subject(self) -> str:
        """Return what the picture is about, such as 'Stonehenge'."""
        number = find_number(self.root.state)
        return make_title(type(self.game)) \
            + ('' if number is None else f' from {number}')

    def make_legend(self, mark: str = 'Thick lines and double borders'
                    ) -> list[str]:
        """Return the lines that explain the picture, in which mark is how
        winning lines stand out.
        """
        lines = ['Each position has its scores for p1 and for p2: +1 wins, '
                 '-1 loses.']
        if self.lines:
            winner = self.find_winner(self.root)
            lines.append(f'{mark}: {winner} plays only winning moves, '
                         f'whatever {find_opponent(winner)} plays.')
        return lines + self.make_remarks()

    def make_remarks(self) -> list[str]:
        """Return the lines that explain estimates, merged positions and what
        is left out, if there are any.
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
            lines += self.make_cut_remarks()
        return lines

    def make_cut_remarks(self) -> list[str]:
        """Return the lines that explain what is left out."""
        plies = format_plies(self.root.height)
        lines = [f'The tree is cut after {plies}: ... is the number of '
                 f'positions left out.']
        if self.merged:
            lines.append('Each node counts each position once; 0: all are '
                         'shown elsewhere.')
        return lines

    def make_heading(self, node: Position) -> str:
        """Return the first line at node."""
        return make_heading(node.state)

    def draw_position(self, node: Position) -> list[str]:
        """Return the lines of the picture of the position, none if the heading
        says it all.
        """
        if find_number(node.state) is not None:
            return []
        return str(node.state).splitlines()

    def make_notes(self, node: Position) -> list[str]:
        """Return the lines below the picture at node."""
        mover = self.find_mover(node)
        scores = {mover: node.score, find_opponent(mover): -node.score}
        return [', '.join(format_for(player, scores[player], node.exact)
                          for player in PLAYERS), *self.note_left_out(node)]

    def note_left_out(self, node: Position) -> list[str]:
        """Return a line with the number of positions left out below node, if
        there are any.
        """
        return [f'... {node.left_out}'] if node.left_out else []

    def label_move(self, node: Position) -> str:
        """Return what is written on the line that leads to node."""
        return str(node.move)

    def find_mover(self, node: Position) -> str:
        """Return the player to move at node: 'p1' or 'p2'."""
        return node.state.get_current_player_name()

    def find_winner(self, node: Position) -> str:
        """Return the player who wins at node, '' if nobody can force a win or
        it is not known.
        """
        if not node.exact or node.score not in (WIN, LOSE):
            return ''
        mover = self.find_mover(node)
        return mover if node.score == WIN else find_opponent(mover)

    def is_on_winning_line(self, node: Position) -> bool:
        """Return whether the move to node is on a winning line."""
        return node in self.lines or node.is_root and bool(self.lines)

    def is_bordered(self, node: Position) -> bool:
        """Return whether winning lines go through the position of node."""
        return node in self._bordered

    def is_faint(self, node: Position) -> bool:
        """Return whether node, and the line that leads to it, are drawn only
        to show what a search has not visited.
        """
        return node.score is None


# === The tree as text, in the form of anytree ===

def make_text(view: View) -> str:
    """Return the tree of view as text: each node on a line of its own."""
    numbers = number_references(view.root)
    picture = view.draw_position(view.root)
    lines = [view.make_title(), '', *picture] + [''] * bool(picture)
    for before, _, node in RenderTree(view.root, AsciiStyle()):
        lines.append(before + make_line(view, node, numbers))
    return '\n'.join([*lines, '', *view.make_legend('*')])


def number_references(root: Position) -> dict[Position, int]:
    """Return a number for each node that others refer to, as it shows their
    position.
    """
    targets = {node.same_as for node in root.descendants
               if node.same_as is not node}
    in_order = [node for node in PreOrderIter(root) if node in targets]
    return {node: i for i, node in enumerate(in_order, start=1)}


def make_line(view: View, node: Position, numbers: dict[Position, int]) -> str:
    """Return the line for node. The numbers are those that nodes are referred
    to by.
    """
    words = [] if node.is_root else [f'{view.label_move(node)} ->']
    words.append(view.make_heading(node))
    if node.same_as is not node:
        words.append(f'see #{numbers[node.same_as]}')
    else:
        if node in numbers:
            words.append(f'#{numbers[node]}')
        words += [f' {note}' for note in view.make_notes(node)]
    if view.is_on_winning_line(node):
        words.append('*')
    return ' '.join(words)
