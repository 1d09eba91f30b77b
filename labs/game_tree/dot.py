"""A tree in DOT, the language of Graphviz, and Graphviz itself.

anytree writes the DOT, and the Python package graphviz calls the program dot.
"""
from shutil import which
from anytree import PreOrderIter
from anytree.exporter import DotExporter
from labs.game_tree.tree import Position
from labs.game_tree.views import View

try:
    import graphviz
except ImportError:
    graphviz = None

# Fill colours, by the winner. Nothing is told by colour alone.
COLOURS = {'p1': '#dcebff', 'p2': '#ffe9cc', '': '#f3f3f3'}
GREY = '#8a8a8a'


class GraphvizError(Exception):
    """Raised when Graphviz is missing or cannot make a picture."""


def make_dot(view: View) -> str:
    """Return the tree of view in DOT. A node that refers to another one is not
    drawn: its line leads to that one.
    """
    numbers = {node: i for i, node in enumerate(PreOrderIter(view.root))}
    label = quote([view.make_title(), *view.make_legend()])
    # Without nslimit, dot may take a minute to place the nodes of a graph of
    # MOST_MOVES moves; with it, five seconds, and they are hardly further
    # apart.
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
    label = quote([view.make_heading(node)])[:-1] \
        + quote(view.draw_position(node), r'\l')[1:-1].replace(' ', '\xa0') \
        + quote(view.make_notes(node))[1:]
    style = ['filled']
    if view.find_mover(node) == 'p2':
        style.append('rounded')
    if view.is_faint(node):
        style.append('dashed')
    ink = GREY if view.is_faint(node) else 'black'
    return ', '.join([f'label={label}', 'shape=box',
                      f'style="{",".join(style)}"',
                      f'fillcolor="{COLOURS[view.find_winner(node)]}"',
                      f'color="{ink}"', f'fontcolor="{ink}"',
                      f'peripheries={1 + view.is_bordered(node)}'])


def style_edge(view: View, child: Position) -> str:
    """Return the DOT attributes of the line that leads to child."""
    faint = view.is_faint(child)
    ink = GREY if faint else 'black'
    return ', '.join([f'label={quote([" " + view.label_move(child)], "")}',
                      f'style={"dashed" if faint else "solid"}',
                      f'color="{ink}"', f'fontcolor="{ink}"',
                      f'penwidth={3 if view.is_on_winning_line(child) else 1}'
                      ])


def has_graphviz() -> bool:
    """Return whether the package graphviz and the program dot are there."""
    return graphviz is not None and which('dot') is not None


def draw_with_graphviz(view: View, form: str) -> bytes:
    """Return the picture of view in form, 'svg', 'png' or 'pdf', drawn by
    Graphviz. Raise GraphvizError if Graphviz is missing or fails.
    """
    if graphviz is None:
        raise GraphvizError(
            f'.{form} needs the Python package graphviz: python3 -m pip '
            f'install graphviz. Without it there are .svg and .dot')
    try:
        return graphviz.pipe('dot', form, make_dot(view).encode(), quiet=True)
    except graphviz.ExecutableNotFound as error:
        raise GraphvizError(
            f'.{form} needs Graphviz, the program dot: install the package '
            f'graphviz of your system. Without it there are .svg and .dot') \
            from error
    except graphviz.CalledProcessError as error:
        words = error.stderr.decode(errors='replace').split()
        raise GraphvizError('Graphviz cannot draw this: ' + ' '.join(words)) \
            from error
    except OSError as error:
        raise GraphvizError(f'Graphviz, the program dot, cannot be started: '
                            f'{error.strerror}') from error
