"""A tree for Graphviz, written by anytree's exporter."""
from pathlib import Path
from shutil import which
from subprocess import PIPE, CalledProcessError, TimeoutExpired, run
from anytree import PreOrderIter
from anytree.exporter import DotExporter
from labs.game_tree.tree import Position
from labs.game_tree.views import View

# Fill colours, by the winner: never the only way in which anything is told.
COLOURS = {'A': '#dcebff', 'B': '#ffe9cc', '': '#f3f3f3'}
GREY = '#8a8a8a'

# How long Graphviz may take for a picture, in seconds.
PATIENCE = 120


class GraphvizError(Exception):
    """Raised when Graphviz is missing or cannot make a picture."""


def as_dot(view: View) -> str:
    """Return the tree of view in the language of Graphviz. Nodes that name
    another one, which shows their position, become lines to that one.
    """
    numbers = {node: i for i, node in enumerate(PreOrderIter(view.root))}
    options = [f'label={quoted([view.title(), *view.legend()])}', 'labelloc=t',
               'fontname=Helvetica', 'bgcolor=white', 'ordering=out',
               'node [fontname=Courier, fontsize=12]',
               'edge [fontname=Helvetica, fontsize=12, arrowhead=none]']
    exporter = DotExporter(
        view.root, options=[option + ';' for option in options],
        nodenamefunc=lambda node: f'n{numbers[node.same_as]}',
        nodeattrfunc=lambda node: node_attributes(view, node),
        edgeattrfunc=lambda node, child: edge_attributes(view, child))
    return '\n'.join(exporter) + '\n'


def quoted(lines: list[str], end: str = r'\n') -> str:
    """Return lines as a string of Graphviz, in which each is followed by end:
    one of its marks for the end of a line.
    """
    return '"' + ''.join(DotExporter.esc(line) + end for line in lines) + '"'


def node_attributes(view: View, node: Position) -> str:
    """Return how Graphviz is to draw node: '' if it only names another one.

    A is to move in boxes with corners, and B in rounded ones. Blanks in
    pictures of positions do not break: others are lost in Graphviz's SVG.
    """
    if node.same_as is not node:
        return ''
    label = quoted([view.heading(node)])[:-1] \
        + quoted(view.picture(node), r'\l')[1:-1].replace(' ', '\xa0') \
        + quoted(view.notes(node))[1:]
    style = ['filled']
    if view.mover(node) == 'B':
        style.append('rounded')
    if view.is_faint(node):
        style.append('dashed')
    ink = GREY if view.is_faint(node) else 'black'
    return ', '.join([f'label={label}', 'shape=box',
                      f'style="{",".join(style)}"',
                      f'fillcolor="{COLOURS[view.winner(node)]}"',
                      f'color="{ink}"', f'fontcolor="{ink}"',
                      f'peripheries={1 + view.is_bordered(node)}'])


def edge_attributes(view: View, child: Position) -> str:
    """Return how Graphviz is to draw the line that leads to child."""
    faint = view.is_faint(child)
    ink = GREY if faint else 'black'
    return ', '.join([f'label={quoted([" " + view.move(child)], "")}',
                      f'style={"dashed" if faint else "solid"}',
                      f'color="{ink}"', f'fontcolor="{ink}"',
                      f'penwidth={3 if view.on_winning_line(child) else 1}'])


def has_graphviz() -> bool:
    """Return whether Graphviz is installed."""
    return which('dot') is not None


def draw(view: View, file: Path) -> None:
    """Let Graphviz write the picture of view to file, in the format that the
    ending of its name says. Raise GraphvizError if it cannot.
    """
    try:
        done = run(['dot', '-T' + file.suffix[1:].lower()],
                   input=as_dot(view).encode(), stdout=PIPE, stderr=PIPE,
                   timeout=PATIENCE, check=True)
    except FileNotFoundError as error:
        raise GraphvizError(
            f'{file.suffix} needs Graphviz, the program dot: install the '
            f'package graphviz of your system. Without it there are .svg and '
            f'.dot') from error
    except TimeoutExpired as error:
        raise GraphvizError('Graphviz takes too long: choose a smaller '
                            '--depth') from error
    except CalledProcessError as error:
        raise GraphvizError('Graphviz cannot draw this: '
                            + error.stderr.decode(errors='replace')
                            .strip().replace('\n', ' ')) from error
    file.write_bytes(done.stdout)
