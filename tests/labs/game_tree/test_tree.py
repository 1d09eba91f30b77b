"""The tree of positions and its scores."""

import re
import pytest
from benchmarks.measure import without_books
from engine.fast_stonehenge import FastStonehengeState
from game import Game
from game_state import GameState
from labs.game_tree import tree
from labs.game_tree.scene import format_text
from labs.game_tree.nodes import PositionNode, find_winning_lines
from labs.game_tree.tree import MOST_DRAWN
from stonehenge import StonehengeGame, StonehengeState
from strategy import minimax_score
from subtract_square_game import SubtractSquareGame
from tests.support.game_trees import (
    build_scene,
    draw_picture,
    list_below,
    list_plain_moves,
    make_game,
)

pytestmark = pytest.mark.usefixtures('without_contracts')


def test_tree(game: Game) -> None:
    """The tree has all positions, in the order of the moves, and the scores of
    plain minimax."""
    root = build_scene(game).root
    for node in (root, *root.descendants):
        assert [child.move for child in node.children] == list_plain_moves(
            game, node.state
        )
        assert all(
            repr(child.state) == repr(node.state.make_move(child.move))
            for child in node.children
        )
        assert node.score == minimax_score(game, node.state)
        assert node.exact
        assert node.left_out == ''


@pytest.mark.parametrize('depth', [0, 1, 2])
def test_left_out(game: Game, depth: int) -> None:
    """Where the tree is cut, it says how many positions are left out: as often
    as they come up."""
    root = build_scene(game, depth=depth).root
    assert root.height <= depth
    for node in (root, *root.descendants):
        number = len(list(list_below(game, node.state)))
        cut = node.depth == depth and number > 0
        assert node.left_out == (str(number) if cut else '')


@pytest.mark.parametrize('key, size', [('s', 10**9), ('h', 3), ('d', 9)])
def test_large(key: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large tree is cut by whole levels and says so, estimates are marked,
    and the picture stays small."""
    monkeypatch.setattr(tree, 'MOST_WORK', 3000)
    monkeypatch.setattr(tree, 'MOST_TRIED', 500)
    scene = build_scene(make_game(key, True, size), depth=40)
    nodes = (scene.root, *scene.root.descendants)
    assert len(nodes) <= MOST_DRAWN + 1
    cut = [node for node in nodes if node.left_out]
    assert cut and {node.depth for node in cut} == {scene.root.height}
    text = format_text(scene)
    assert f'cut after {scene.root.height} pl' in text
    assert len(re.findall(r'\.\.\. (more than )?\d', text)) == len(cut)
    assert '... more than' in text
    assert len(draw_picture(scene)) < 10**6
    assert ('~' in text) == (not all(node.exact for node in nodes))
    for node in nodes:
        assert node.exact or -1 < node.score < 1


def test_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    """With little work some scores are exact, and right, and the others are
    estimates; then there are no winning lines, and the title says so."""
    monkeypatch.setattr(tree, 'MOST_WORK', 60)
    game = SubtractSquareGame(True, size=12)
    scene = build_scene(game)
    nodes = [scene.root, *scene.root.descendants]
    assert len({node.exact for node in nodes}) == 2 and not scene.root.exact
    for node in nodes:
        assert not node.exact or node.score == minimax_score(game, node.state)
    assert 'who wins is not known' in scene.title
    assert not scene.winning and '*' not in format_text(scene)


def test_winning_lines(game: Game) -> None:
    """Moves on winning lines are those that can be reached if the winner makes
    winning moves only; if nobody wins there are none."""
    root = build_scene(game).root
    expected = set()

    def follow(node: PositionNode, winner_moves: bool) -> None:
        """Add all moves on winning lines below node to expected."""
        for child in node.children:
            if not winner_moves or minimax_score(game, child.state) == -1:
                expected.add(child)
                follow(child, not winner_moves)

    if root.score != 0:
        follow(root, root.score == 1)
    assert find_winning_lines(root) == (
        expected | {root} if expected else set()
    )


def test_scores_use_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact scores are searched for, and estimated, through search_state: no
    plain position of Stonehenge is."""
    visited = []
    visit = tree.Allowance.on_visit

    def note(self: tree.Allowance, state: GameState) -> None:
        """Note state, and count its work as ever."""
        visited.append(state)
        visit(self, state)

    monkeypatch.setattr(tree.Allowance, 'on_visit', note)
    monkeypatch.setattr(tree, 'MOST_WORK', 3000)
    monkeypatch.setattr(StonehengeState, 'rough_outcome', None)
    with without_books():  # They know the score.
        scene = build_scene(StonehengeGame(True, size=4), depth=1)
    assert not scene.root.exact and visited
    assert all(isinstance(state, FastStonehengeState) for state in visited)
