"""What is written at each position of a tree, and the tree as text: for the
terminal, and in DOT, the language of Graphviz.

A View has a label for each node. Whatever draws a tree (the functions for text
below, and svg.py) follows its labels, and knows nothing about games.
"""
from typing import NamedTuple, Optional
import re
from anytree import AsciiStyle, RenderTree
from anytree.exporter import DotExporter
from game import Game
from game_state import GameState
from interface.words import format_plies, make_title
from strategy import LOSE, WIN, Score
from labs.game_tree.tree import Position, find_winning_lines

# Fill colours, by the winner. Nothing is told by colour alone.
COLOURS = {'p1': '#dcebff', 'p2': '#ffe9cc', '': '#f3f3f3'}
GREY = '#8a8a8a'

# How winning lines stand out; in text, by a star.
WINNING = 'Thick lines and double borders'

OPPONENTS = {'p1': 'p2', 'p2': 'p1'}


def find_winner(mover: str, score: Optional[Score]) -> str:
    """Return who wins if mover has this score, '' if that is not known."""
    return mover if score == WIN else OPPONENTS[mover] if score == LOSE else ''


def find_number(state: GameState) -> str:
    """Return the number that state consists of: the only number in a picture
    of one line. Return '' if there is more to see.
    """
    picture = str(state)
    numbers = re.findall(r'\d+', picture)
    return numbers[0] if len(numbers) == 1 and '\n' not in picture else ''


def format_heading(state: GameState) -> str:
    """Return the player to move at state, such as 'p1 to move', or 'p1:6' if
    the state consists of the number 6.
    """
    number = find_number(state)
    return state.get_current_player_name() \
        + (f':{number}' if number else ' to move')


def format_score(score: Score) -> str:
    """Return score as text.

    >>> format_score(1.0), format_score(-0.0), format_score(-0.333)
    ('1', '0', '-0.33')
    """
    return f'{round(score, 2) + 0:g}'


def format_scores(node: Position) -> str:
    """Return the scores of both players at node as text, such as
    'p1 +1, p2 -1', or 'p1 ~-0.33, p2 ~+0.33' if they are estimates.
    """
    score, about = node.score or 0, '' if node.exact else '~'
    mover = node.state.get_current_player_name()
    scores = {mover: score, OPPONENTS[mover]: -score}
    return ', '.join(f'{player} {about}{"+" * (scores[player] > 0)}'
                     f'{format_score(scores[player])}' for player in OPPONENTS)


class Label(NamedTuple):
    """What is written and seen at a position.

    === Attributes ===
    heading: the first line: the player to move, and a number if that is all
    picture: the lines of the position, none if the heading says it all
    notes: the lines below
    move: what is written on the line that leads here
    mover: the player to move, 'p1' or 'p2'
    winner: the player who wins, '' if nobody can force a win or it is not known
    is_faint: whether this is drawn only to show what a search has not visited
    is_winning: whether the move is on a winning line
    is_bordered: whether winning lines go through the position
    """
    heading: str
    picture: list[str]
    notes: list[str]
    move: str
    mover: str
    winner: str
    is_faint: bool = False
    is_winning: bool = False
    is_bordered: bool = False


class View(NamedTuple):
    """A tree with all that is written in its picture.

    === Attributes ===
    root: the root of the tree
    title: the title of the picture
    legend: the lines that explain the picture
    labels: what is written at each node, in preorder
    """
    root: Position
    title: str
    legend: list[str]
    labels: dict[Position, Label]


def make_label(node: Position, notes: list[str], score: Optional[Score]
               ) -> Label:
    """Return the label of node with these notes, and its score if certain."""
    mover = node.state.get_current_player_name()
    picture = [] if find_number(node.state) else str(node.state).splitlines()
    return Label(format_heading(node.state), picture, notes, str(node.move),
                 mover, find_winner(mover, score))


def view_scores(game: Game, root: Position, merged: bool = False,
                more: str = '...') -> View:
    """Return the tree of game below root with the scores of both players,
    which all its nodes have. Its identical positions are merged if merged.
    Before a number of positions that are left out comes the word more.
    """
    lines = set(find_winning_lines(root))
    if lines:
        lines.add(root)
    through = {each.same_as for each in lines}
    labels = {}
    for node in (root, *root.descendants):
        left_out = [f'{more} {node.left_out}'] if node.left_out else []
        label = make_label(node, [format_scores(node), *left_out],
                           node.score if node.exact else None)
        labels[node] = label._replace(is_winning=node in lines,
                                      is_bordered=node in through)
    winner = labels[root].winner
    legend = ['Each position has its scores for p1 and for p2: +1 wins, '
              '-1 loses.']
    if lines:
        legend.append(f'{WINNING}: {winner} plays only winning moves, '
                      f'whatever {OPPONENTS[winner]} plays.')
    if not all(each.exact for each in labels):
        legend.append('~ is an estimate: the exact score would take too '
                      'long.')
    if any(each.same_as is not each for each in labels):
        legend.append('Identical positions are merged: this is a graph, not '
                      'a tree.')
    title = f'{format_subject(game, root)}: ' \
            f'{describe_winner(game, root, winner)}'
    return View(root, title, legend + explain_left_out(root, merged, more),
                labels)


def describe_winner(game: Game, root: Position, winner: str) -> str:
    """Return in words how the game stands at root, where winner wins."""
    mover = root.state.get_current_player_name()
    if game.is_over(root.state):
        return f'the game is over, and {winner or "nobody"} has won'
    if winner == mover:
        return f'{mover} is to move and wins'
    known = 'nobody can force a win' if root.exact else 'who wins is not known'
    return f'{mover} is to move, and {f"{winner} wins" if winner else known}'


def format_subject(game: Game, root: Position) -> str:
    """Return what the picture is about, such as 'Stonehenge'."""
    number = find_number(root.state)
    return make_title(type(game)) + (f' from {number}' if number else '')


def explain_left_out(root: Position, merged: bool, more: str) -> list[str]:
    """Return the lines that explain what is left out, if anything is."""
    if not any(node.left_out for node in root.leaves):
        return []
    if more != '...':
        return [f'{more}: folded, with the number of positions below.']
    lines = [f'The tree is cut after {format_plies(root.height)}: ... is the '
             f'number of positions left out.']
    if merged:
        lines.append('Each node counts each position once; 0: all are shown '
                     'elsewhere.')
    return lines


# === The tree as text, in the form of anytree ===

def format_text(view: View) -> str:
    """Return the tree of view as text: each node on a line of its own. Nodes
    that others refer to have a number.
    """
    targets = {each.same_as for each in view.labels if each.same_as is not each}
    in_order = [each for each in view.labels if each in targets]
    numbers = {each: f'#{i}' for i, each in enumerate(in_order, start=1)}
    picture = view.labels[view.root].picture
    lines = [view.title, '', *picture] + [''] * bool(picture)
    for before, _, node in RenderTree(view.root, AsciiStyle()):
        label = view.labels[node]
        words = [] if node.is_root else [f'{label.move} ->']
        words.append(label.heading)
        if node.same_as is not node:
            words.append(f'see {numbers[node.same_as]}')
        else:
            words += [numbers[node]] if node in numbers else []
            words += [f' {note}' for note in label.notes]
        words += ['*'] * label.is_winning
        lines.append(before + ' '.join(words))
    return '\n'.join([*lines, '', *(line.replace(WINNING, '*')
                                    for line in view.legend)])


# === The tree in DOT ===

def format_dot(view: View) -> str:
    """Return the tree of view in DOT. A line leads to where a node refers."""
    numbers = {node: i for i, node in enumerate(view.labels)}
    # Without nslimit, the program dot may take a minute for a graph of
    # MOST_MOVES moves; with it, five seconds, for nearly the same picture.
    options = [f'label={quote([view.title, *view.legend])}', 'labelloc=t',
               'fontname=Helvetica', 'bgcolor=white', 'ordering=out',
               'nslimit=2', 'node [fontname=Courier, fontsize=12]',
               'edge [fontname=Helvetica, fontsize=12, arrowhead=none]']
    exporter = DotExporter(
        view.root, options=[option + ';' for option in options],
        nodenamefunc=lambda node: f'n{numbers[node.same_as]}',
        nodeattrfunc=lambda node: '' if node.same_as is not node
        else style_node(view.labels[node]),
        edgeattrfunc=lambda node, child: style_edge(view.labels[child]))
    return '\n'.join(exporter) + '\n'


def quote(lines: list[str], end: str = r'\n') -> str:
    """Return lines as a DOT string in which end, which aligns them, follows."""
    return '"' + ''.join(DotExporter.esc(line) + end for line in lines) + '"'


def style_node(label: Label) -> str:
    """Return the DOT attributes of a node with this label.

    Player 1 moves from boxes with corners, player 2 from round ones. Blanks in
    pictures of positions are no-break spaces: Graphviz drops others in SVG.
    """
    text = quote([label.heading])[:-1] \
        + quote(label.picture, r'\l')[1:-1].replace(' ', '\xa0') \
        + quote(label.notes)[1:]
    style = ['filled'] + ['rounded'] * (label.mover == 'p2') \
        + ['dashed'] * label.is_faint
    return f'label={text}, shape=box, style="{",".join(style)}", ' \
           f'fillcolor="{COLOURS[label.winner]}", {style_ink(label)}, ' \
           f'peripheries={1 + label.is_bordered}'


def style_edge(label: Label) -> str:
    """Return the DOT attributes of the line to a node with this label."""
    return f'label={quote([" " + label.move], "")}, ' \
           f'style={"dashed" if label.is_faint else "solid"}, ' \
           f'{style_ink(label)}, penwidth={1 + 2 * label.is_winning}'


def style_ink(label: Label) -> str:
    """Return the DOT attributes for the colour of all that is drawn."""
    ink = GREY if label.is_faint else 'black'
    return f'color="{ink}", fontcolor="{ink}"'
