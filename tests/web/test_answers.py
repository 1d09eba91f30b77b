"""The answers to the page's questions, without a browser."""
from importlib.util import find_spec
from typing import Any
import json
import pytest
from engine.values import find_values
from stonehenge import StonehengeGame
from web import trees
from web.answers import answer
from web.games import LARGEST_SIZE


def ask(what: str, **request: Any) -> dict[str, Any]:
    """Return the answer to a question, which is plain JSON."""
    found = answer({'ask': what, **request}, lambda part: None)
    assert json.loads(json.dumps(found)) == found
    return found


@pytest.mark.parametrize('key', ['h', 's', 'd', 'x'])
def test_each_game_has_a_board(key: str) -> None:
    """Each game is drawn at each of its sizes, with a place for each of its
    possible moves."""
    games = {game['key']: game for game in ask('choices')['games']}
    for size in games[key]['sizes']:
        position = ask('position', game=key, size=size)
        for each in position['possible']:
            assert f'data-move="{each["move"]}"' in position['board']


def test_a_whole_game_in_one_request() -> None:
    """The moves alone make the position: who is to move, who has won."""
    position = ask('position', game='s', size='8', first='2',
                   moves=['4', '4'])
    assert position['result'] == 'p1'
    assert position['turn'] is None
    assert [each['player'] for each in position['moves']] == ['p2', 'p1']
    assert position['possible'] == []


def test_claims_are_what_a_move_changes() -> None:
    """What a move would claim is what it claims, and then stands out."""
    before = ask('position', game='h', size='3', moves=['A', 'G'])
    for each in before['possible']:
        after = ask('move', game='h', size='3', moves=['A', 'G'],
                    move=each['move'])
        assert after['news'] == each['claims']
        assert each['move'] in each['claims']


def test_values_are_those_of_the_engine() -> None:
    """The values of the page are those that find_values finds."""
    found = ask('values', game='h', size='3', moves=['A', 'F'])
    game = StonehengeGame(True, size=3)
    for move in 'AF':
        game.current_state = game.current_state.make_move(move)
    assert [(each['move'], each['score']) for each in found['values']] \
        == list(map(tuple, find_values(game, 60)))
    assert found['complete']


def test_values_fill_in() -> None:
    """Values that take long are told as they are found: never fewer than
    before."""
    parts: list[dict[str, Any]] = []
    answer({'ask': 'values', 'game': 'h', 'size': '4', 'moves': ['E', 'J', 'L']},
           parts.append)
    known = [sum(each['score'] is not None for each in part['values'])
             for part in parts]
    assert known == sorted(known)


@pytest.mark.parametrize('key', ['r', 'ro', 'mr', 'mi', 'ab'])
def test_programs_choose_possible_moves(key: str) -> None:
    """Each strategy makes a possible move."""
    position = ask('position', game='h', size='2')
    found = ask('choose', game='h', size='2', p1=key)
    assert found['move'] in [each['move'] for each in position['possible']]


def test_files_of_the_terminal() -> None:
    """What the page saves, it loads, and it is the terminal's format."""
    game = {'game': 'd', 'size': '4 4', 'first': '2', 'p1': 'mi', 'p2': 'i',
            'moves': ['0 0', '1 1']}
    text = ask('save', **game)['text']
    assert text.startswith('saved game, version 1\n')
    assert ask('load', text=text)['request'] == game


def test_review() -> None:
    """A review says what each move was worth, and which one decided."""
    found = ask('review', game='s', size='8', moves=['4', '1', '1', '1', '1'])
    assert [each['letter'] for each in found['reviews']] == list('LLWLW')
    assert 'lost it' in found['text']


def test_the_search_is_the_one_of_the_package() -> None:
    """The steps begin with the first position, and end with its score."""
    first = ask('search', game='s', size='6', search='recursive')
    assert 'p1:6' in first['what'] and first['step'] == 1
    last = ask('search', game='s', size='6', search='recursive', step=9999)
    assert 'returns 1' in last['what'] and last['step'] == last['steps']


@pytest.mark.parametrize('what', ['tree', 'search'])
@pytest.mark.parametrize('more', [
    {'plies': 0}, {'plies': 99}, {'plies': 'x'}, {'unfolded': 'A'},
    {'unfolded': [1]}, {'search': 'x', 'ask': 'search'},
    {'step': None, 'ask': 'search'}, {'search': [], 'ask': 'search'}])
def test_malformed_trees(what: str, more: dict[str, Any]) -> None:
    """A tree or a search that makes no sense gets a line."""
    request = {'ask': what, 'game': 's', 'size': '6', **more}
    error = answer(request, print)['error']
    assert '\n' not in error and 'Error' not in error


def test_no_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without anytree or the labs, there is no tree, and why is said."""
    assert ask('choices')['noTree'] == ''
    for missing in 'anytree', 'labs':
        monkeypatch.setattr(trees, 'find_spec', lambda name: None
                            if name == missing else find_spec(name))
        assert missing in ask('choices')['noTree']
        for what in 'tree', 'search':
            assert missing in ask(what, game='s')['error']


@pytest.mark.parametrize('request_, part', [
    ({'game': 'q'}, "no game 'q'"), ({'game': ['h']}, 'not a game'),
    ({'game': 'h', 'size': 'x'}, 'from 1 to 5'),
    ({'game': 's', 'size': '9' * 90}, f'{LARGEST_SIZE}'),
    ({'game': 'h', 'moves': 'A'}, 'not a game'),
    ({'game': 'h', 'moves': ['A', 'A']}, 'taken'),
    ({'game': 'h', 'p1': 'zz'}, "no player 'zz'"),
    ({'game': 'h', 'moves': [None]}, 'not a game')])
def test_malformed_requests(request_: dict[str, Any], part: str) -> None:
    """What makes no sense gets one line that says why."""
    error = ask('position', **request_)['error']
    assert part in error and '\n' not in error


@pytest.mark.parametrize('request_', [None, 3, [], {}, {'ask': 'x'},
                                      {'ask': ['position']}])
def test_what_is_no_question(request_: Any) -> None:
    """What is no question gets a line, too."""
    assert list(answer(request_, print)) == ['error']
