"""What is written at each position of a tree, and the tree as text: for the
terminal, and in DOT, the language of Graphviz.

A View knows the game and the words. Whatever draws a tree (the functions for
text below, and svg.py) asks it about each node, and knows nothing about games.
"""
from typing import Optional
import re
from anytree import AsciiStyle, PreOrderIter, RenderTree
from anytree.exporter import DotExporter
from game import Game
from game_state import GameState
from interface.words import format_plies, make_title
from strategy import LOSE, WIN, Score
from labs.game_tree.tree import Position, find_winning_lines

# Fill colours, by the winner. Nothing is told by colour alone.
COLOURS = {'p1': '#dcebff', 'p2': '#ffe9cc', '': '#f3f3f3'}
GREY = '#8a8a8a'


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


def format_heading(state: GameState) -> str:
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


class View:
    """A tree of positions with the scores of both players.

    === Attributes ===
    game: the game; its current state is that of the root
    root: the root of the tree
    merged: whether identical positions are merged
    more: what precedes a number of positions that are left out
    lines: the nodes whose moves are on winning lines
    """
    game: Game
    root: Position
    merged: bool
    more: str
    lines: set[Position]
    _bordered: set[Position]

    def __init__(self, game: Game, root: Position, merged: bool = False,
                 more: str = '...') -> None:
        """Initialize a view of the tree of game below root. All its nodes have
        their scores, and identical positions are merged if merged.
        """
        self.game, self.root, self.merged = game, root, merged
        self.more = more
        self.lines = set(find_winning_lines(root))
        self._bordered = {node.same_as for node in self.lines}
        if self.lines:
            self._bordered.add(root)

    def format_title(self) -> str:
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
        return f'{self.format_subject()}: {how}'

    def format_subject(self) -> str:
        """Return what the picture is about, such as 'Stonehenge'."""
        number = find_number(self.root.state)
        return make_title(type(self.game)) \
            + ('' if number is None else f' from {number}')

    def format_legend(self, mark: str = 'Thick lines and double borders'
                      ) -> list[str]:
        """Return the lines that explain the picture, in which mark is how
        winning lines stand out.
        """
        nodes = [self.root, *self.root.descendants]
        lines = ['Each position has its scores for p1 and for p2: +1 wins, '
                 '-1 loses.']
        if self.lines:
            winner = self.find_winner(self.root)
            lines.append(f'{mark}: {winner} plays only winning moves, '
                         f'whatever {find_opponent(winner)} plays.')
        if not all(node.exact for node in nodes):
            lines.append('~ is an estimate: the exact score would take too '
                         'long.')
        if any(node.same_as is not node for node in nodes):
            lines.append('Identical positions are merged: this is a graph, '
                         'not a tree.')
        if any(node.left_out for node in nodes):
            lines += self.explain_left_out()
        return lines

    def explain_left_out(self) -> list[str]:
        """Return the lines that explain what is left out."""
        if self.more != '...':
            return [f'{self.more}: folded, with the number of positions below.']
        lines = [f'The tree is cut after {format_plies(self.root.height)}: ... '
                 f'is the number of positions left out.']
        if self.merged:
            lines.append('Each node counts each position once; 0: all are '
                         'shown elsewhere.')
        return lines

    def format_heading(self, node: Position) -> str:
        """Return the first line at node."""
        return format_heading(node.state)

    def format_picture(self, node: Position) -> list[str]:
        """Return the lines of the picture of the position, none if the heading
        says it all.
        """
        return [] if find_number(node.state) is not None \
            else str(node.state).splitlines()

    def format_notes(self, node: Position) -> list[str]:
        """Return the lines below the picture at node."""
        score = node.score or 0
        p1_score = score if self.find_mover(node) == 'p1' else -score
        return [', '.join([format_for('p1', p1_score, node.exact),
                           format_for('p2', -p1_score, node.exact)]),
                *self.format_left_out(node)]

    def format_left_out(self, node: Position) -> list[str]:
        """Return a line with the number of positions left out below node, if
        there are any.
        """
        return [f'{self.more} {node.left_out}'] if node.left_out else []

    def format_move(self, node: Position) -> str:
        """Return what is written on the line that leads to node."""
        return str(node.move)

    def find_mover(self, node: Position) -> str:
        """Return the player to move at node: 'p1' or 'p2'."""
        return node.state.get_current_player_name()

    def find_winner(self, node: Position) -> str:
        """Return the player who wins at node, '' if nobody can force a win or
        it is not known.
        """
        return find_winner(node.state, node.score if node.exact else None)

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


def find_winner(state: GameState, score: Optional[Score]) -> str:
    """Return the player who wins at state, which has this score for the player
    to move; '' if nobody does or it is not known.
    """
    mover = state.get_current_player_name()
    return mover if score == WIN else \
        find_opponent(mover) if score == LOSE else ''


# === The tree as text, in the form of anytree ===

def format_text(view: View) -> str:
    """Return the tree of view as text: each node on a line of its own. Nodes
    that others refer to have a number.
    """
    targets = {each.same_as for each in view.root.descendants
               if each.same_as is not each}
    in_order = [each for each in PreOrderIter(view.root) if each in targets]
    numbers = {each: i for i, each in enumerate(in_order, start=1)}
    picture = view.format_picture(view.root)
    lines = [view.format_title(), '', *picture] + [''] * bool(picture)
    for before, _, node in RenderTree(view.root, AsciiStyle()):
        words = [] if node.is_root else [f'{view.format_move(node)} ->']
        words.append(view.format_heading(node))
        if node.same_as is not node:
            words.append(f'see #{numbers[node.same_as]}')
        else:
            words += [f'#{numbers[node]}'] if node in numbers else []
            words += [f' {note}' for note in view.format_notes(node)]
        words += ['*'] * view.is_on_winning_line(node)
        lines.append(before + ' '.join(words))
    return '\n'.join([*lines, '', *view.format_legend('*')])


# === The tree in DOT ===

def format_dot(view: View) -> str:
    """Return the tree of view in DOT. A node that refers to another one is not
    drawn: its line leads to that one.
    """
    numbers = {node: i for i, node in enumerate(PreOrderIter(view.root))}
    label = quote([view.format_title(), *view.format_legend()])
    # Without nslimit, the program dot may take a minute for a graph of
    # MOST_MOVES moves; with it, five seconds, for nearly the same picture.
    options = [f'label={label}', 'labelloc=t', 'fontname=Helvetica',
               'bgcolor=white', 'ordering=out', 'nslimit=2',
               'node [fontname=Courier, fontsize=12]',
               'edge [fontname=Helvetica, fontsize=12, arrowhead=none]']
    exporter = DotExporter(
        view.root, options=[option + ';' for option in options],
        nodenamefunc=lambda node: f'n{numbers[node.same_as]}',
        nodeattrfunc=lambda node: style_node(view, node),
        edgeattrfunc=lambda node, child: style_edge(view, child))
    return '\n'.join(exporter) + '\n'


def quote(lines: list[str], end: str = r'\n') -> str:
    """Return lines as a DOT string in which end follows each of them. In DOT,
    the end of a line also says how that line is aligned.
    """
    return '"' + ''.join(DotExporter.esc(line) + end for line in lines) + '"'


def style_node(view: View, node: Position) -> str:
    """Return the DOT attributes of node: '' if it only refers to another one.

    Player 1 moves from boxes with corners, player 2 from round ones. Blanks in
    pictures of positions are no-break spaces: Graphviz drops others in SVG.
    """
    if node.same_as is not node:
        return ''
    label = quote([view.format_heading(node)])[:-1] \
        + quote(view.format_picture(node), r'\l')[1:-1].replace(' ', '\xa0') \
        + quote(view.format_notes(node))[1:]
    faint = view.is_faint(node)
    style = ['filled'] + ['rounded'] * (view.find_mover(node) == 'p2') \
        + ['dashed'] * faint
    ink = GREY if faint else 'black'
    return ', '.join([f'label={label}', 'shape=box',
                      f'style="{",".join(style)}"',
                      f'fillcolor="{COLOURS[view.find_winner(node)]}"',
                      f'color="{ink}"', f'fontcolor="{ink}"',
                      f'peripheries={1 + view.is_bordered(node)}'])


def style_edge(view: View, child: Position) -> str:
    """Return the DOT attributes of the line that leads to child."""
    faint = view.is_faint(child)
    ink = GREY if faint else 'black'
    return ', '.join([f'label={quote([" " + view.format_move(child)], "")}',
                      f'style={"dashed" if faint else "solid"}',
                      f'color="{ink}"', f'fontcolor="{ink}"',
                      f'penwidth={1 + 2 * view.is_on_winning_line(child)}'])
