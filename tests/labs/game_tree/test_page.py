"""Trees for a page: what is folded, and what a step of a search shows."""
from typing import Any
from xml.etree import ElementTree
import pytest
from game import Game
from labs.game_tree import page
from labs.game_tree.page import MOST_READABLE, TreeTooLargeError, \
    draw_tree, list_prefixes, list_unfolded, unfold_plies, unfold_tree
from labs.game_tree.searches import Mark, collect_marks, describe_step
from labs.game_tree.step_view import draw_step, explain_steps
from labs.game_tree.steps import SEARCHES, record_steps
from labs.game_tree.tree import MOST_MOVES, build_tree, find_path, format_path
from stonehenge import StonehengeGame
from subtract_square_game import SubtractSquareGame
from tests.support.brute_force import OTHER
from tests.support.game_trees import find_plain_score, make_game

pytestmark = pytest.mark.usefixtures('without_contracts')


def read_nodes(answer: dict[str, Any]) -> dict[str, ElementTree.Element]:
    """Return the groups of the positions in a picture, by their paths: what is
    seen, and what is clicked."""
    svg = ElementTree.fromstring(answer['svg'])
    return {each[-1].get('data-node', ''): each for each in svg
            if 'node' in each.get('class', '')}


def read_texts(group: ElementTree.Element, kind: str) -> list[str]:
    """Return the texts of this kind in the box of a position."""
    return [(each.text or '').replace('\u2212', '-').replace('\xa0', ' ')
            for each in group[0] if each.get('class') == kind]


@pytest.mark.parametrize('merge', [False, True])
def test_unfolding_all_gives_the_whole_tree(searched: Game, merge: bool
                                            ) -> None:
    """With the unfolded positions of the lab's own tree unfolded, it is the
    same tree."""
    whole = build_tree(searched, None, merge)
    same = unfold_tree(searched, list_unfolded(whole), merge)
    assert [find_path(node) for node in (same, *same.descendants)] \
        == [find_path(node) for node in (whole, *whole.descendants)]


def test_folded(searched: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folded position has the number of those below, and says who wins; an
    unfolded one has its moves, each on its path."""
    monkeypatch.setattr(page, 'MOST_COUNTED', 10 ** 6)
    answer = draw_tree(searched, None, [''], False)
    nodes = read_nodes(answer)
    assert list(nodes) == ['', *map(str, searched.current_state
                                    .get_possible_moves())]
    assert nodes[''][-1].get('aria-expanded') == 'true'
    root = build_tree(searched, None, False, 10 ** 6)
    for child in root.children:
        group = nodes[str(child.move)]
        count = len(child.descendants)
        assert group[-1].get('aria-expanded') == ('false' if count else None)
        assert any(f'\u25b8 {count:,}' in each
                   for each in read_texts(group, 'note')) == bool(count)
        words = group[-1].get('aria-label', '')
        assert (f'{count:,} positions below' in words) == bool(count)
        mover = child.state.get_current_player_name()
        winner = {1: mover, -1: OTHER[mover], 0: ''}[
            find_plain_score(searched, child.state)]
        assert not winner or f'Player {winner[1]} wins' in words


def test_paths() -> None:
    """Unfolded positions that are not in the tree do not matter."""
    game = SubtractSquareGame(True, size=8)
    assert list_prefixes('4,1') == ['', '4', '4,1']
    assert list_unfolded(unfold_tree(game, {'4,1', '', 'x'})) == ['']
    assert list_unfolded(unfold_tree(game, list_prefixes('4,1'))) \
        == ['', '4', '4,1']


@pytest.mark.parametrize('move', ['1,2', (0, 1), '<,>', '%2C,'])
def test_moves_with_commas(move: Any) -> None:
    """A path leads to one position, whatever the moves look like."""
    path = format_path(['a', move, 'b'])
    assert list_prefixes(path) == ['', 'a', format_path(['a', move]), path]
    assert path != format_path(['a', *str(move).split(','), 'b'])


def test_readable() -> None:
    """At first there are as many plies as can be read easily, or one. Too many
    plies get a line that says what to do."""
    game = make_game('d', True, (4, 4))
    root, note = unfold_plies(game, None)
    assert (root.height, note) == (1, '')
    assert len(unfold_plies(SubtractSquareGame(True, size=12), None)[0]
               .descendants) <= MOST_READABLE
    large, note = unfold_plies(make_game('x', True, 7), None)
    assert len(large.children) == 49 and note == ''
    root, note = unfold_plies(game, 4)
    assert root.height < 4 and len(root.descendants) <= MOST_MOVES
    assert 'fewer plies' in note
    with pytest.raises(TreeTooLargeError, match='Fold a position'):
        unfold_tree(game, ['', *map(str, range(99)), *(
            find_path(each) for each in root.descendants)])


@pytest.mark.parametrize('name', SEARCHES)
def test_scores_appear_when_they_are_found(searched: Game, name: str) -> None:
    """After each step, positions show a score just if the search has found it,
    cut ones are marked, and one is where the search is."""
    steps = record_steps(searched, name, most=60)[0]
    whole = list_unfolded(unfold_plies(searched, 2)[0])
    for number in range(1, len(steps) + 1, 7):
        step, marks = steps[number - 1], collect_marks(steps[:number])
        answer = draw_step(searched, steps, number, None, whole)
        nodes = read_nodes(answer)
        current = [path for path, each in nodes.items()
                   if 'current' in each.get('class', '').split()]
        assert current == [','.join(map(str, step.moves))]
        for path, group in nodes.items():
            texts = [each for each in read_texts(group, 'note')
                     if each.strip() and '\u25b8' not in each]
            kind, last, _ = marks.get(path, Mark())
            words = [last.format_score(), last.why] if last else []
            assert kind in group.get('class', '').split()
            assert texts == list(filter(None, words))
            assert ('dasharray' in ElementTree.tostring(
                group[0][0], encoding='unicode')) \
                == (kind not in ('open', 'scored'))


@pytest.mark.parametrize('name', SEARCHES)
def test_marks_begin_anew(searched: Game, name: str) -> None:
    """When alpha-beta looks deeper, what it has found before is forgotten; at
    the end nothing is open."""
    steps = record_steps(searched, name, most=5000)[0]
    for i, step in enumerate(steps, 1):
        marks = collect_marks(steps[:i])
        if not step.moves and step.score is None:
            assert list(marks) == ['']
        assert [path for path, mark in marks.items() if mark.kind == 'open'] \
            == [path for path in list_prefixes(','.join(map(str, step.moves)))
                [:None if step.score is None else -1]]
    whys = {step.why for step in steps}
    words = ' '.join(explain_steps(steps))
    for why in 'remembered', 'estimate', 'known':
        assert (f'{why}:' in words) == (why in whys)


def test_no_room() -> None:
    """If there is no room for where the search is, the tree stays, that is
    said, and the step is described all the same."""
    game = make_game('x', True, 11)
    steps = record_steps(game, 'recursive', most=9)[0]
    answer = draw_step(game, steps, 9, None, [''])
    assert 'no room' in answer['note'] and answer['unfolded'] == ['']
    assert len(read_nodes(answer)) == 122
    assert answer['what'] == describe_step(steps[8])
    assert len(answer['stack']) == 9


def test_picture_obeys_the_page() -> None:
    """All colours of the tree are the page's, it has no styles of its own,
    which the page forbids, and only positions can be reached."""
    game = StonehengeGame(True, size=2)
    steps = record_steps(game, 'alphabeta', most=30)[0]
    for answer in draw_tree(game, 1, None, False), \
            draw_step(game, steps, 30, 1, None):
        assert '<style' not in answer['svg']
        assert 'style=' not in answer['svg']
        svg = ElementTree.fromstring(answer['svg'])
        assert len(list(svg.iter('{http://www.w3.org/2000/svg}svg'))) \
            == 1 + len(read_nodes(answer))
        assert 'data-move' not in answer['svg']
        for group in read_nodes(answer).values():
            assert group[-1].get('role') == 'treeitem'
            for each in group[0]:
                assert not each.get('fill', 'none').startswith('#')
