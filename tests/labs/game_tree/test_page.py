"""Trees for a page: what is folded, and what a step of a search shows."""

import re
from xml.etree import ElementTree
import pytest
from game import Game
from labs.game_tree import page
from labs.game_tree.nodes import find_path, format_path
from labs.game_tree.page import (
    MOST_NODES,
    MOST_READABLE,
    draw_searches,
    draw_tree,
    unfold_tree,
)
from labs.game_tree.scene import draw_boards, name_players
from labs.game_tree.steps import SEARCHES, count_visits, record_steps
from labs.game_tree.tree import build_tree
from stonehenge import StonehengeGame
from strategy import minimax_score
from subtract_square_game import SubtractSquareGame
from tests.support.brute_force import OTHER
from tests.support.game_trees import make_game

pytestmark = pytest.mark.usefixtures('without_contracts')


def test_unfolding_all_gives_the_whole_tree(searched: Game) -> None:
    """With the unfolded positions of the lab's own tree unfolded, it is the
    same tree. Others that are not in the tree do not matter."""
    whole = build_tree(searched)
    unfolded = [find_path(node) for node in whole.descendants if node.children]
    same, _ = unfold_tree(searched, None, ['', 'x', '99,1', *unfolded])
    assert list(map(find_path, same.descendants)) == list(
        map(find_path, whole.descendants)
    )
    drawn = draw_tree(searched, None, ['', 'x'])
    assert drawn['unfolded'] == ['']


def test_folded(searched: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folded position has the number of those below, and says who wins; an
    unfolded one has its moves, each on its path."""
    monkeypatch.setattr(page, 'MOST_TRIED_ON_PAGE', 10**6)
    answer = draw_tree(searched, None, [''])
    nodes = {each['path']: each for each in answer['nodes']}
    assert list(nodes) == [
        '',
        *(
            format_path([move])
            for move in searched.current_state.get_possible_moves()
        ),
    ]
    assert nodes['']['open']
    root = build_tree(searched, None, 10**6)
    for child in root.children:
        node = nodes[find_path(child)]
        count = len(child.descendants)
        assert node['open'] == (False if count else None)
        assert node['text']['arrow'] == (f'\u25b8 {count:,}' if count else '')
        assert (f'{count:,} positions below' in node['words']) == bool(count)
        mover = child.state.get_current_player_name()
        winner = {1: mover, -1: OTHER[mover], 0: ''}[
            minimax_score(searched, child.state)
        ]
        assert (f'for-{winner}' in node['mark'][0]) == bool(winner)
        assert not winner or f'Player {winner[1]} wins' in node['words']


def test_readable() -> None:
    """At first there are as many plies as can be read easily, or one. Too many
    plies get a line that says what to do."""
    game = make_game('d', True, (4, 4))
    root, note = unfold_tree(game, None, None)
    assert (root.height, note) == (1, '')
    assert (
        len(
            unfold_tree(SubtractSquareGame(True, size=12), None, None)[
                0
            ].descendants
        )
        <= MOST_READABLE
    )
    large, note = unfold_tree(make_game('x', True, 7), None, None)
    assert len(large.children) == 49 and note == ''
    root, note = unfold_tree(game, 4, None)
    assert root.height < 4 and len(root.descendants) <= MOST_NODES
    assert 'fewer plies' in note
    with pytest.raises(ValueError, match='Fold a position'):
        unfold_tree(game, None, list(map(find_path, root.descendants)) + [''])


@pytest.mark.parametrize('name', SEARCHES)
def test_steps_say_what_becomes_known(searched: Game, name: str) -> None:
    """Each step says which position it is about, what its score is just if the
    search has found it, which moves are left out, and the whole stack. What is
    remembered comes from an equal position, scored before."""
    run = record_steps(searched, name, 3, most=60)
    steps = run.steps
    answer = draw_searches(searched, [run])
    paths = [each['path'] for each in answer['nodes']]
    assert len(answer['steps']) == len(steps)
    assert ('Only the first' in answer['notes'][0]) != run.finished
    for i, (step, (told,)) in enumerate(zip(steps, answer['steps'])):
        path = format_path(step.frame.moves)
        is_open = step.score is None
        assert paths[told['node']] == path
        known = {
            paths[node]: answer['listed'][mark] for node, mark in told['marks']
        }
        assert known[path][0].split()[0] == ('open' if is_open else 'scored')
        assert known[path][1:3] == (
            step.format_score().replace('-', '\u2212'),
            step.why,
        )
        assert [answer['listed'][line] for line in told['stack']] == [
            name_players(line[2:], True) for line in step.stack[1:]
        ]
        assert told['what'].startswith(name_players(step.words, True))
        line = answer['code'][told['line']]
        assert (
            any(
                each in line
                for each in ('def', 'new node', 'node of the start')
            )
            == is_open
        )
        assert ('start]' in line) <= (not step.frame.moves)
        assert step.why in ('', 'estimate', 'game over') or step.why in line
        assert 'estimate' != step.why or 'estimate' in line
        cut = step.list_cut()['cut']
        assert {each for each, mark in known.items() if mark[0] == 'cut'} == {
            format_path([*step.frame.moves, move]) for move in cut
        }
        assert ('Not looked at: ' in told['what']) == bool(cut)
        if told['source'] >= 0:
            assert step.why == 'remembered'
            assert any(
                format_path(each.frame.moves) == paths[told['source']]
                and not each.why
                and each.score == step.score
                for each in steps[:i]
            )


@pytest.mark.parametrize('size, plies', [(8, 9), (12, 3), (12, 12)])
def test_cuts_save_visits(size: int, plies: int) -> None:
    """Plain minimax visits all positions within its horizon; alpha-beta visits
    fewer, or as many, and fewer still with the help of the game. Both find the
    same score."""
    game = SubtractSquareGame(True, size=size)
    numbers = [int(number) for _, number in count_visits(game, plies, 10**5)]
    assert numbers[0] == 1 + len(build_tree(game, plies).descendants)
    assert numbers == sorted(numbers, reverse=True)
    plain, cut = (
        record_steps(game, name, plies) for name in ('plain', 'alphabeta')
    )
    assert cut.finished and cut.steps[-1].score == plain.steps[-1].score
    assert {step.why for step in cut.steps} <= {'', 'game over', 'estimate'}


def test_no_room() -> None:
    """Only so many steps are shown as there is room for in the tree."""
    game = make_game('x', True, 20)
    answer = draw_searches(game, [record_steps(game, 'recursive', most=90)])
    number = len(answer['steps'])
    assert 5 < number < 20 and len(answer['nodes']) <= MOST_NODES + 1
    assert f'Only the first {number} steps' in answer['notes'][0]


def test_boards_obey_the_page() -> None:
    """Boards have no styles of their own, which the page forbids, and nothing
    to click on."""
    game = StonehengeGame(True, size=2)
    boards = draw_boards(game, ['', 'A', 'A,B'])['boards']
    assert list(boards) == ['', 'A', 'A,B']
    for board in boards.values():
        assert 'style' not in board and 'data-move' not in board
        assert ElementTree.fromstring(board).tag == 'svg'


def test_players_have_one_name(searched: Game) -> None:
    """All that is said of a tree calls the players Player 1 and Player 2, and
    leaves moves as they are: one of Hex is p1."""
    drawn = draw_tree(searched, 3, None)
    said = str(
        [
            drawn['title'],
            drawn['legend'],
            *(
                (each['text']['heading'], each['mark'][1], each['words'])
                for each in drawn['nodes']
            ),
        ]
    )
    assert 'Player 1' in said and not re.search(r'\bp[12]\b', said)
    assert (
        name_players('start-p1 is called, after the move p1', True)
        == 'start-p1 is called, after the move p1'
    )
