"""Pictures of trees: what is in them, where it is, and that they come out."""
from functools import lru_cache
from subprocess import PIPE, CompletedProcess, run
from typing import Any, Iterator
from xml.etree import ElementTree
import os
import re
import shutil
import sys
import pytest
from hypothesis import given, settings, strategies as st
from game import Game
from game_interface import playable_games
from game_state import GameState
from labs.dominoes.domineering import DomineeringGame
from labs.game_tree import command, pictures, scores, tree
from labs.game_tree.dot import as_dot
from labs.game_tree.layout import layout, spread
from labs.game_tree.scores import find_scores, winning_lines
from labs.game_tree.svg import Drawing, as_svg
from labs.game_tree.text import as_text
from labs.game_tree.tree import MOST_MOVES, Count, Position, \
    count_left_out, tree_of
from labs.game_tree.views import View
from labs.hex.hex_state import HexGame
from stonehenge import StonehengeGame
from subtract_square_game import SubtractSquareGame
from tests.foreign_game import TreeGame
from tests.test_mixing import TOP

NO_CONTRACTS = pytest.mark.usefixtures('without_contracts')
README = (TOP / 'labs' / 'README.md').read_text(encoding='utf-8')

# Small games: their trees are searched here to the end.
GAMES = {'Subtract Square 6': lambda: SubtractSquareGame(True, size=6),
         'Subtract Square 11': lambda: SubtractSquareGame(False, size=11),
         'Subtract Square 0': lambda: SubtractSquareGame(True, size=0),
         'Stonehenge 1': lambda: StonehengeGame(True, size=1),
         'Stonehenge 2': lambda: after(StonehengeGame(True, size=2), 'DAF'),
         'domineering 2 x 3': lambda: DomineeringGame(True, size=(2, 3)),
         'domineering 3 x 3': lambda: DomineeringGame(False, size=3),
         'Hex 2': lambda: HexGame(False, size=2),
         'somebody else\'s': lambda: TreeGame(True)}


def after(game: Game, moves: str) -> Game:
    """Return game after moves, each a letter."""
    for move in moves:
        game.current_state = game.current_state.make_move(move)
    return game


@pytest.fixture(name='games_as_before', autouse=True)
def keep_games() -> Iterator[None]:
    """Take the games of the labs, which the command adds, away again."""
    before = dict(playable_games)
    yield
    playable_games.clear()
    playable_games.update(before)


@pytest.fixture(name='game', params=GAMES)
def small_game(request: pytest.FixtureRequest) -> Game:
    """Give each of GAMES."""
    return GAMES[request.param]()


# === The same things worked out plainly ===

def moves_of(game: Game, state: GameState) -> list:
    """Return the moves at state, none if the game is over."""
    return [] if game.is_over(state) else state.get_possible_moves()


def score(game: Game, state: GameState) -> int:
    """Return the score of state by plain minimax."""
    moves = moves_of(game, state)
    if moves:
        return max(-score(game, state.make_move(move)) for move in moves)
    game.current_state = state
    mover = state.get_current_player_name()
    return game.is_winner(mover) - game.is_winner('p2' if mover == 'p1'
                                                  else 'p1')


def below(game: Game, state: GameState) -> Iterator[GameState]:
    """Give all positions below state, as often as they come up."""
    for move in moves_of(game, state):
        yield state.make_move(move)
        yield from below(game, state.make_move(move))


def identity(state: GameState) -> tuple:
    """Return what makes a position what it is."""
    return state.p1_turn, str(state), repr(state)


@lru_cache(maxsize=None)
def subtract_square(total: int, mover: str = 'A') -> tuple:
    """Return the tree of Subtract Square from total: its heading, the score of
    A, and the trees below by the move that leads there."""
    other = 'B' if mover == 'A' else 'A'
    under = {move: subtract_square(total - move, other)
             for move in (1, 4, 9, 16, 25) if move <= total}
    sign = 1 if mover == 'A' else -1
    value = sign * max((sign * each[1] for each in under.values()), default=-1)
    return f'{mover}:{total}', value, under


def viewed(game: Game, **options: Any) -> View:
    """Return the view of the tree of game."""
    root = tree_of(game, **options)
    find_scores(game, root)
    merge = options.get('merge', False)
    count_left_out(game, root, merge)
    return View(game, root, merge)


# === The tree ===

@NO_CONTRACTS
def test_tree(game: Game) -> None:
    """The tree has all positions, in the order of the moves, and the scores of
    plain minimax."""
    root = tree_of(game)
    find_scores(game, root)
    for node in (root, *root.descendants):
        assert [child.move for child in node.children] \
            == moves_of(game, node.state)
        assert all(repr(child.state) == repr(node.state.make_move(child.move))
                   for child in node.children)
        assert (node.score, node.exact) == (score(game, node.state), True)
        assert node.left_out is None and node.same_as is node


@NO_CONTRACTS
def test_merged(game: Game) -> None:
    """Merged, each position has one node that shows it, with all its moves,
    and all others lead there."""
    root = tree_of(game, merge=True)
    find_scores(game, root)
    start = game.current_state
    positions = {identity(start), *map(identity, below(game, start))}
    shown = [node for node in (root, *root.descendants)
             if node.same_as is node]
    assert sorted(identity(node.state) for node in shown) == sorted(positions)
    for node in root.descendants:
        assert identity(node.state) == identity(node.same_as.state)
        assert node.same_as.same_as is node.same_as
        assert node.same_as is node or not node.children
        assert node.score == score(game, node.state)
    for node in shown:
        assert [child.move for child in node.children] \
            == moves_of(game, node.state)


@NO_CONTRACTS
@pytest.mark.parametrize('depth', [0, 1, 2])
def test_left_out(game: Game, depth: int) -> None:
    """Where the tree is cut, it says how many positions are left out: as often
    as they come up, or if merged those that are not shown, once each."""
    root = tree_of(game, depth)
    count_left_out(game, root, False)
    assert root.height <= depth
    for node in (root, *root.descendants):
        number = len(list(below(game, node.state)))
        cut = node.depth == depth and number > 0
        assert node.left_out == (Count(number, True) if cut else None)
    root = tree_of(game, depth, merge=True)
    count_left_out(game, root, True)
    nodes = (root, *root.descendants)
    shown = {identity(node.state) for node in nodes}
    for node in nodes:
        if node.left_out:
            found = set(map(identity, below(game, node.state))) - shown
            assert node.left_out == Count(len(found), True)
        elif node.depth == depth and node.same_as is node:
            assert not moves_of(game, node.state)


@NO_CONTRACTS
@pytest.mark.parametrize('merge', [False, True])
@pytest.mark.parametrize('large', [
    lambda: SubtractSquareGame(True, size=10 ** 9),
    lambda: SubtractSquareGame(True, size=99),
    lambda: StonehengeGame(True, size=3),
    lambda: DomineeringGame(True, size=9)])
def test_large(large: Any, merge: bool, monkeypatch: pytest.MonkeyPatch
               ) -> None:
    """A large tree is cut by whole levels and says so, estimates are marked,
    and the picture stays small."""
    monkeypatch.setattr(scores, 'MOST_WORK', 3000)
    monkeypatch.setattr(tree, 'MOST_COUNTED', 500)
    view = viewed(large(), depth=40, merge=merge)
    nodes = (view.root, *view.root.descendants)
    assert len(nodes) <= MOST_MOVES + 1
    cut = [node for node in nodes if node.left_out]
    assert cut and {node.depth for node in cut} == {view.root.height}
    text = as_text(view)
    assert f'cut after {view.root.height} pl' in text
    assert len(re.findall(r'\.\.\. (more than )?\d', text)) == len(cut)
    assert '... more than' in text
    assert len(as_svg(view)) < 10 ** 6 and len(as_dot(view)) < 10 ** 6
    assert ('~' in text) == (not all(node.exact for node in nodes))
    for node in nodes:
        assert node.exact or -1 < node.score < 1


def test_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    """With little work some scores are exact, and right, and the others are
    estimates; then there are no winning lines, and the title says so."""
    monkeypatch.setattr(scores, 'MOST_WORK', 60)
    view = viewed(SubtractSquareGame(True, size=12))
    nodes = (view.root, *view.root.descendants)
    assert len({node.exact for node in nodes}) == 2 and not view.root.exact
    for node in nodes:
        assert not node.exact or node.score == score(view.game, node.state)
    assert 'who wins is not known' in view.title()
    assert not winning_lines(view.root) and '*' not in as_text(view)


@NO_CONTRACTS
def test_winning_lines(game: Game) -> None:
    """Moves on winning lines are those that one comes to if the winner makes
    winning moves only; if nobody wins there are none."""
    root = tree_of(game)
    find_scores(game, root)
    expected = set()

    def follow(node: Position, winner_moves: bool) -> None:
        """Add all moves on winning lines below node to expected."""
        for child in node.children:
            if not winner_moves or score(game, child.state) == -1:
                expected.add(child)
                follow(child, not winner_moves)
    if root.score != 0:
        follow(root, root.score == 1)
    found = winning_lines(root)
    assert set(found) == expected and len(found) == len(expected)


@NO_CONTRACTS
def test_title() -> None:
    """The title says what the game is, who is to move and who wins."""
    titles = {viewed(make()).title() for make in GAMES.values()}
    assert {'Subtract Square from 6: A is to move, and A wins',
            'Subtract Square from 0: the game is over, and B has won',
            'Stonehenge: B is to move, and B wins',
            'Tree: A is to move, and nobody can force a win'} <= titles


# === Subtract Square from 6, in each form ===

def test_expected() -> None:
    """A:6 is 1 for A."""
    assert subtract_square(6)[:2] == ('A:6', 1)


def on_lines(node: tuple, on_line: bool = True) -> tuple:
    """Return node, a tree of subtract_square that A wins, with whether it is
    on a winning line."""
    name, value, under = node
    return name, value, on_line, {
        str(move): on_lines(each, on_line and each[1] == 1)
        for move, each in under.items()}


EXPECTED = on_lines(subtract_square(6))


def test_text() -> None:
    """The text has the nodes, moves, scores and marks, each in its place; so
    has the README."""
    text = as_text(viewed(SubtractSquareGame(True, size=6)))
    stack: list[tuple[str, int, bool, dict]] = []
    for line in text.split('\n\n')[1].splitlines():
        before, move, name, value, other, star = re.fullmatch(
            r'([| +`-]*?)(?:(\d+) -> )?(\w:\d+)  A (-?1), B (-?1)( \*)?',
            line).groups()
        assert int(value) == -int(other)
        node = (name, int(value), star is not None, {})
        del stack[len(before) // 4:]
        if stack:
            stack[-1][3][move] = node
        stack.append(node)
    assert stack[0] == EXPECTED
    assert f'```\n{text}\n```' in README


def test_svg() -> None:
    """The SVG has the nodes, moves, scores and marks: read from where things
    are, line by line and box by box."""
    picture = ElementTree.fromstring(
        as_svg(viewed(SubtractSquareGame(True, size=6))))
    assert picture_tree(picture) == EXPECTED


def picture_tree(picture: ElementTree.Element) -> tuple:
    """Return the tree that picture shows, in the form of on_lines."""
    space = '{http://www.w3.org/2000/svg}'
    boxes: list[tuple[float, ...]] = []
    for rect in picture.findall(space + 'rect'):
        if 'stroke' in rect.attrib:
            x, y, width, height = (float(rect.get(name)) for name in
                                   ('x', 'y', 'width', 'height'))
            boxes.append((x, y, x + width, y + height))
    inner = [box for box in boxes
             if not any(other != box and inside(other[:2], box)
                        for other in boxes)]
    double = [box for box in inner if any(other != box
                                          and inside(box[:2], other)
                                          for other in boxes)]
    words = [(text.get('class'), text.text.replace('\xa0', ' '),
              (float(text.get('x')), float(text.get('y'))))
             for text in picture.findall(space + 'text')]
    lines = []
    for line in picture.findall(space + 'polyline'):
        points = [tuple(map(float, pair.split(',')))
                  for pair in line.get('points').split()]
        lines.append((points, line.get('stroke-width') == '4'))

    def read(box: tuple[float, ...], on_line: bool) -> tuple:
        """Return the tree whose root is in box."""
        name, = [text for kind, text, at in words
                 if kind == 'heading' and inside(at, box)]
        note, = [text for kind, text, at in words
                 if kind == 'note' and inside(at, box)]
        value = re.fullmatch('A (.?1), B (.?1)', note)[1]
        under = {}
        for points, thick in lines:
            if inside(points[0], box) and points[0][1] > box[1] + 9:
                end, = [each for each in inner if each != box
                        and inside(points[-1], each)]
                middle = [(points[0][i] + points[-1][i]) / 2 for i in (0, 1)]
                move = min((abs(at[0] - middle[0]) + abs(at[1] - middle[1]),
                            text) for kind, text, at in words
                           if kind == 'move')[1]
                under[move] = read(end, thick)
        assert on_line == (box in double)
        return name, int(value.replace('\u2212', '-')), on_line, under
    top = min(inner, key=lambda box: box[1])
    return read(top, top in double)


def inside(point: Any, box: Any) -> bool:
    """Return whether point is inside box, or on its edge."""
    return box[0] - .11 <= point[0] <= box[2] + .11 \
        and box[1] - .11 <= point[1] <= box[3] + .11


def dot_tree(text: str, names: dict[str, str], at: str = 'n0',
             on_line: bool = True) -> tuple:
    """Return the tree below the node called at in a text for Graphviz."""
    attributes = names[at]
    name, value = re.match(r'label="(\w:\d+)\\nA (-?1), B -?1\\n"',
                           attributes).groups()
    assert ('peripheries=2' in attributes) == on_line
    under = {}
    for end, edge in re.findall(rf'"{at}" -> "(n\d+)" \[(.*)\];', text):
        move = re.match(r'label=" (\d+)"', edge)[1]
        under[move] = dot_tree(text, names, end, 'penwidth=3' in edge)
    return name, int(value), on_line, under


@pytest.mark.parametrize('merge', [False, True])
def test_dot(merge: bool) -> None:
    """The text for Graphviz has the nodes, moves, scores and marks; merged, a
    node has several lines to it."""
    text = as_dot(viewed(SubtractSquareGame(True, size=6), merge=merge))
    names = dict(re.findall(r'^ *"(n\d+)" \[(label.*)\];$', text,
                            re.MULTILINE))
    assert len(names) == (10 if merge else 13)
    assert dot_tree(text, names) == EXPECTED


@NO_CONTRACTS
def test_backslashes_and_quotes() -> None:
    """What has a meaning in DOT or SVG comes out as it is in the position."""
    view = viewed(StonehengeGame(True, size=2), depth=0)
    assert r'\\ / \\ /' in as_dot(view).replace('\xa0', ' ')
    picture = as_svg(view).replace('\xa0', ' ')
    assert r'>/ \ / \ /<' in picture
    view.heading = lambda node: '"<&>"'
    assert r'\"<&>\"' in as_dot(view)
    assert '"&lt;&amp;&gt;"' in as_svg(view)
    ElementTree.fromstring(as_svg(view))


@NO_CONTRACTS
def test_boards_in_svg() -> None:
    """A picture of several lines is in its box as it is, letter by letter: so
    say the places and the widths of its lines."""
    state = StonehengeGame(True, size=3).current_state
    picture = as_svg(viewed(StonehengeGame(True, size=3), depth=0))
    found = re.findall(r'<text class="picture" x="(.*?)".* textLength="(.*?)"'
                       r'>(.*)</text>', picture)
    starts = [float(x) - float(width) / 2 for x, width, _ in found]
    columns = [round((start - min(starts)) / 7.2, 1) for start in starts]
    rows = str(state).splitlines()
    assert columns == [len(row) - len(row.lstrip()) for row in rows]
    assert [words.replace('\xa0', ' ') for _, _, words in found] \
        == [row.strip() for row in rows]


@NO_CONTRACTS
@pytest.mark.parametrize('name', ['Stonehenge 2', 'domineering 2 x 3', 'Hex 2'])
def test_boards_in_graphviz(name: str) -> None:
    """The rows of a board begin where they do in the text also in the SVG of
    Graphviz: it leaves out plain blanks, so there are others."""
    view = viewed(GAMES[name](), depth=0)
    board = re.search(r'label="[^"]*?to move\\n((?:[^"]*?\\l)+)',
                      as_dot(view))[1]
    assert ' ' not in board
    assert board.replace('\xa0', ' ').replace('\\\\', '\\').split('\\l')[:-1] \
        == str(view.root.state).splitlines()


@pytest.mark.parametrize('merge', [False, True])
def test_meaning_of_counts(merge: bool, capsys: pytest.CaptureFixture
                           ) -> None:
    """Where a tree is cut, the legend says what the numbers count; merged, it
    says so also if nothing has been merged above the cut."""
    options = ['--game', 's', '--size', '9', *['--merge'] * merge]
    command.main([*options, '--depth', '1'])
    legend = capsys.readouterr().out
    assert 'is the number of positions left out' in legend
    assert ('each position once; 0: all are shown elsewhere.'
            in legend) == merge
    command.main(options)
    assert '0: all' not in capsys.readouterr().out


@NO_CONTRACTS
def test_moves_on_lines() -> None:
    """Also where lines cross, moves are not written over each other."""
    view = viewed(after(StonehengeGame(True, size=2), 'DAF'), merge=True)
    spots = [(float(x), float(y), float(width)) for x, y, width in re.findall(
        r'<rect x="(.*?)" y="(.*?)" width="(.*?)" height="17.0"', as_svg(view))]
    assert len(spots) > 30
    for i, (x, y, width) in enumerate(spots):
        assert not any(x < x2 + width2 - .2 and x2 < x + width - .2
                       and abs(y - y2) < 16.8 for x2, y2, width2 in spots[:i])


def test_references() -> None:
    """In merged text, each reference has a number that one line has."""
    text = as_text(viewed(SubtractSquareGame(True, size=13), merge=True))
    named = re.findall(r' (\w:\d+) (#\d+)  ', text)
    references = re.findall(r' (\w:\d+) see (#\d+)', text)
    assert len(dict(named)) == len(named) > 5
    assert set(references) == set(named)
    assert 'this is a graph' in text


# === The layout ===

@NO_CONTRACTS
@pytest.mark.parametrize('merge', [False, True])
def test_layout(game: Game, merge: bool) -> None:
    """Boxes do not overlap, lines lead down, and those of a tree do not
    cross; everything is in the picture."""
    drawing = Drawing(viewed(game, merge=merge))
    boxes = [(drawing.places[node], size)
             for node, size in drawing.boxes.items()]
    for i, ((x, y), (width, height)) in enumerate(boxes):
        assert width / 2 <= x <= drawing.width - width / 2
        assert height / 2 <= y <= drawing.height - height / 2
        for (x2, y2), (width2, height2) in boxes[:i]:
            assert abs(x - x2) > (width + width2) / 2 + 8 \
                or abs(y - y2) > (height + height2) / 2 + 8
    for path in drawing.chains.values():
        heights = [drawing.places[point][1] for point in path]
        assert heights == sorted(set(heights))
    if not merge:
        lines = [(drawing.places[node.parent], drawing.places[node])
                 for node in drawing.view.root.descendants]
        for (left, left_end) in lines:
            for (right, right_end) in lines:
                if left[1] == right[1] and left[0] < right[0]:
                    assert left_end[0] < right_end[0]


@given(st.dictionaries(st.integers(0, 12), st.lists(
    st.integers(0, 12), max_size=5), max_size=12))
@settings(max_examples=40, deadline=None)
def test_any_graph(links: dict[int, list[int]]) -> None:
    """Any graph is laid out, also with ways back up: no two places on a row
    are nearer than their room."""
    links = {node: list(dict.fromkeys(links.get(node, [])))
             for node in range(13)}
    found, todo = {0}, [0]
    while todo:
        new = set(links[todo.pop()]) - found
        found |= new
        todo += new
    links = {node: [child for child in links[node] if child != node]
             for node in found}
    result = layout(0, links, {node: 10.0 * node for node in links}, 3)
    shown = [node for row in result.rows for node in row
             if not isinstance(node, tuple)]
    assert sorted(shown) == sorted(found)
    for row in result.rows:
        for left, right in zip(row, row[1:]):
            room = [10.0 * each if isinstance(each, int) else 0
                    for each in (left, right)]
            assert result.x[right] - result.x[left] \
                > sum(room) / 2 + 3 - 1e-6


@given(st.lists(st.lists(st.integers(1, 4), max_size=4), min_size=10,
                max_size=10))
@settings(max_examples=80, deadline=None)
def test_rows(steps: list[list[int]]) -> None:
    """Without ways back up, each node is on the row after its lowest parent,
    and lines go down a row at a time."""
    rows = {0: 0}
    links: dict[int, list[int]] = {}
    for node in range(10):
        if node in rows:
            links[node] = list(dict.fromkeys(node + step
                                             for step in steps[node]
                                             if node + step < 10))
            for child in links[node]:
                rows[child] = max(rows.get(child, 0), rows[node] + 1)
    result = layout(0, links, dict.fromkeys(links, 10.0), 3)
    row_of = {node: i for i, row in enumerate(result.rows) for node in row}
    assert {node: row_of[node] for node in rows} == rows
    for path in result.chains.values():
        passed = [row_of[point] for point in path]
        assert passed == list(range(passed[0], passed[-1] + 1))


@given(st.lists(st.tuples(st.integers(-30, 30), st.integers(1, 9)),
                min_size=1, max_size=6), st.data())
def test_spread(places: list[tuple[int, int]], data: st.DataObject) -> None:
    """No other places with the room that is needed are nearer to those that
    are wanted."""
    wanted, room = [[float(each[i]) for each in places] for i in (0, 1)]
    found = spread(wanted, room)
    gaps = [(a + b) / 2 for a, b in zip(room, room[1:])]
    others = [data.draw(st.floats(-40, 40))]
    for gap in gaps:
        others.append(others[-1] + gap + data.draw(st.floats(0, 20)))
    for i, gap in enumerate(gaps):
        assert found[i + 1] - found[i] >= gap - 1e-6
    # Everything between two good choices is a good choice too.
    near = [a + (b - a) * 0.01 for a, b in zip(found, others)]
    for other in others, near:
        assert distance(found, wanted) <= distance(other, wanted) + 1e-6


def distance(places: list[float], wanted: list[float]) -> float:
    """Return the sum of the squares of the distances."""
    return sum((a - b) ** 2 for a, b in zip(places, wanted))


# === Files ===

@pytest.mark.parametrize('name', pictures.PICTURES)
def test_committed_pictures(name: str, tmp_path: Any,
                            monkeypatch: pytest.MonkeyPatch) -> None:
    """The pictures of the README are those that the script makes today, to the
    byte, and the README shows each with its options."""
    monkeypatch.setattr(pictures, 'PICTURES', {name: pictures.PICTURES[name]})
    pictures.make_all(tmp_path)
    assert (tmp_path / name).read_bytes() \
        == (pictures.FOLDER / name).read_bytes()
    assert f'](game_tree/pictures/{name})' in README
    assert pictures.PICTURES[name] in README


def test_pictures_folder() -> None:
    """There are no other pictures there."""
    assert {file.name for file in pictures.FOLDER.iterdir()} \
        == set(pictures.PICTURES)


def draw(folder: Any, *options: str, path: str = os.environ['PATH']
         ) -> CompletedProcess[str]:
    """Run the command for Subtract Square from 6 with the output in folder,
    where programs are looked for along path."""
    return run([sys.executable, '-m', 'labs.game_tree', '--game', 's',
                '--size', '6', *options[:-1], '--output',
                str(folder / options[-1])], cwd=TOP, stdout=PIPE, stderr=PIPE,
               encoding='utf-8', timeout=60, check=False,
               env={**os.environ, 'PATH': path, 'PYTHONUTF8': '1'})


def need_graphviz() -> None:
    """Skip a test without Graphviz, unless CI says it must be there."""
    if not shutil.which('dot'):
        reason = 'This machine has no Graphviz.'
        if os.environ.get('GRAPHVIZ_REQUIRED'):
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.mark.parametrize('name, start', [
    ('a.png', b'\x89PNG'), ('b.pdf', b'%PDF'), ('c.PNG', b'\x89PNG'),
    ('d.svg', b'<?xml')])
def test_graphviz(name: str, start: bytes, tmp_path: Any) -> None:
    """Graphviz draws what the ending of the name says."""
    need_graphviz()
    for more in [], ['--merge'], ['--search', 'recursive']:
        done = draw(tmp_path, *more, name)
        assert (done.returncode, done.stderr) == (0, '')
        assert (tmp_path / name).read_bytes().startswith(start)


def test_graphviz_reads_all(tmp_path: Any) -> None:
    """Graphviz finds the nodes and the lines, and no mistake in the text."""
    need_graphviz()
    assert draw(tmp_path, 'six.dot').returncode == 0
    done = run(['dot', '-Tplain', str(tmp_path / 'six.dot')], stdout=PIPE,
               stderr=PIPE, encoding='utf-8', timeout=60, check=True)
    kinds = [line.split()[0] for line in done.stdout.splitlines()]
    assert (kinds.count('node'), kinds.count('edge')) == (13, 12)
    assert done.stderr == ''


def test_without_graphviz(tmp_path: Any) -> None:
    """Without Graphviz there are SVG, by our own layout, and DOT; for the rest
    one line says what to install."""
    for name in 'a.svg', 'a.dot':
        done = draw(tmp_path, name, path='')
        assert (done.returncode, done.stderr) == (0, '')
    assert (tmp_path / 'a.svg').read_bytes() \
        == (pictures.FOLDER / 'tree.svg').read_bytes()
    for name in 'a.png', 'a.pdf':
        done = draw(tmp_path, name, path='')
        assert done.returncode == 2 and done.stdout == ''
        assert done.stderr.count('\n') == 1
        assert 'install the package graphviz' in done.stderr
        assert not (tmp_path / name).exists()
    done = draw(tmp_path, '--layout', 'graphviz', 'a.svg', path='')
    assert done.returncode == 2 and 'graphviz' in done.stderr


def test_broken_graphviz(tmp_path: Any) -> None:
    """What Graphviz says when it fails is passed on, in a line."""
    fake = tmp_path / 'dot'
    fake.write_text('#!/bin/sh\ncat > /dev/null\necho "no font" >&2\n'
                    'echo "no luck" >&2\nexit 1\n', encoding='utf-8')
    fake.chmod(0o755)
    done = draw(tmp_path, 'a.pdf', path=f'{tmp_path}:{os.environ["PATH"]}')
    assert done.returncode == 2 and done.stderr.count('\n') == 1
    assert 'no font no luck' in done.stderr
    assert not (tmp_path / 'a.pdf').exists()
