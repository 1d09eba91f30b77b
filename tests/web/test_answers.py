"""The answers to the page's questions, without a browser."""

from importlib.util import find_spec
from random import Random
from typing import Any, Optional
from unittest.mock import Mock
from xml.etree import ElementTree
import json
import re
from pytest import MonkeyPatch
import pytest
from engine import alpha_beta, hints, values
from game_interface import playable_games, usable_strategies
from game_state import GameState
from stonehenge import StonehengeGame, StonehengeState
from subtract_square_state import SubtractSquareState
from tests.support.clocks import set_clock
from tests.support.foreign_games import TokenGame
from web import positions, trees
from web.answers import answer
from web.games import MOST_ALLOWED, PageGame, remember
from web.suites import answer_question


@pytest.fixture(autouse=True)
def forget() -> None:
    """Begin each test with nothing known of any game."""
    remember.cache_clear()


def ask(what: str, **request: Any) -> dict[str, Any]:
    """Return the answer to a question, which is plain JSON."""
    return json.loads(
        json.dumps(answer_question({'ask': what, **request}, lambda part: None))
    )


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('key', ['h', 's', 'd', 'x'])
def test_each_game_has_a_board(key: str) -> None:
    """Each game is drawn at each of its sizes, also the largest, with a place
    for each of its possible moves, in a shape that fits a screen."""
    sizes = re.findall('value="(.*?)"', ask('sizes', game=key)['html']['sizes'])
    assert len(sizes) > 3
    largest = {'h': [], 's': ['10000'], 'd': ['20 20'], 'x': ['26']}
    for size in sizes + largest[key]:
        shown = ask('position', link=f'game={key}&size={size}')
        svg = ElementTree.fromstring(shown['html']['board'])
        live = {
            each.get('data-move')
            for each in svg.iter()
            if each.get('data-claims')
        }
        game = PageGame(shown['request']).game
        assert live == set(map(str, game.current_state.get_possible_moves()))
        assert 0.4 < float(svg.get('width')) / float(svg.get('height')) < 2.5
        # Frames of squares, which may be broad, do not touch.
        rows = {
            (float(each.get('x')), float(each.get('width')))
            for each in svg.iterfind('.//{*}rect')
        }
        assert (
            all(
                x + wide + 6 <= left
                for x, wide in rows
                for left, _ in rows
                if left > x
            )
            or key == 's'
        )


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('key', playable_games)
def test_each_move_has_a_place(key: str) -> None:
    """In each position of a game, just its possible moves have places that can
    be pressed, by the mouse or by keys: each is a button with a name."""
    game = PageGame({'link': f'game={key}'})
    rng = Random(key)
    while not game.result:
        shown = ask('position', **game.request)
        places = read_parts(shown, 'data-claims').values()
        moves = game.game.current_state.get_possible_moves()
        assert sorted(each.get('data-move') for each in places) == sorted(
            map(str, moves)
        )
        assert all(
            each.get('role') == 'button'
            and each.get('tabindex')
            and each.get('aria-label')
            for each in places
        )
        game = PageGame(game.format_move(rng.choice(moves)))


def test_a_whole_game_in_one_request() -> None:
    """The moves alone make the position: who is to move, who has won."""
    shown = ask('position', link='game=s&size=8&first=2&moves=4,4')
    assert shown['text']['status'] == 'Player 1: 4. Player 1 is the winner!'
    assert re.findall('class="(.*?)"', shown['html']['moves']) == [
        '',
        'p2',
        'p1',
    ]
    assert all(shown['disabled'][name] for name in ('hint', 'pause', 'step'))
    assert 'tabindex="0"' not in shown['html']['board']


def read_parts(shown: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the elements of the board with this attribute, by its value."""
    svg = ElementTree.fromstring(shown['html']['board'])
    return {each.get(name): each for each in svg.iter() if each.get(name)}


def test_claims_are_what_a_move_changes() -> None:
    """What a move would claim is what it claims, and then stands out."""
    link = 'game=h&size=3&moves=A,G'
    places = read_parts(ask('position', link=link), 'data-move')
    claims = {
        move: json.loads(place.get('data-claims'))
        for move, place in places.items()
        if place.get('data-claims')
    }
    assert len(claims) == 10
    for move, parts in claims.items():
        after = read_parts(ask('move', link=link, move=move), 'data-part')
        assert {
            name
            for name, part in after.items()
            if 'new' in part.get('class').split()
        } == set(parts)
        assert move in parts


@pytest.mark.parametrize(
    'link, why, final',
    [
        (
            'x&size=4&moves=b2,a1,a3,b1,c1,a2,b3,a4,d1',
            'A chain joins left and right.',
            {'a3', 'b2', 'c1', 'd1'},
        ),
        (
            'd&size=3%203&moves=b1,a3,c1',
            'Player 2 has no move left: no two empty squares are side by side.',
            {'a1', 'a2', 'c3'},
        ),
        (
            'h&size=2&moves=A,B,C,D,E',
            'Player 1 has claimed 5 of 9 ley-lines, player'
            ' 2 has 2. It takes 5 to win.',
            {'E', 'ley-line C, D, E', 'ley-line E, G'},
        ),
    ],
)
def test_endings(link: str, why: str, final: set[str]) -> None:
    """The board shows why the game is over, and words say so; the result stands
    out, in the colour of the winner."""
    shown = ask('position', link=f'game={link}')
    assert shown['text']['standing'] == why
    assert final == {
        name
        for name, part in read_parts(shown, 'data-part').items()
        if 'final' in part.get('class').split()
    }
    assert '<strong class="result p1">Player 1 is' in shown['html']['status']


@pytest.mark.parametrize('key', ['h', 's', 'd', 'x'])
def test_rules_are_for_the_page(key: str) -> None:
    """Rules do not speak of the terminal."""
    shown = ask('open', opened=f'#game={key}', link='')
    assert not re.search(r'Type|\([A-Z]\)', shown['text']['rules'])


def test_ley_lines_have_names() -> None:
    """Ley-lines are named with their cells and owners, and places with what a
    move there would claim; nothing else on the board is said."""
    shown = ask('position', link='game=h&size=2&moves=A')
    svg = ElementTree.fromstring(shown['html']['board'])
    names = [
        each.get('aria-label') for each in svg.iter() if each.get('aria-label')
    ]
    assert 'ley-line A, B, Player 1' in names and 'A, Player 1' in names
    assert 'ley-line C, D, E, not claimed' in names
    assert 'F, claims ley-line C, F and ley-line F, G' in names
    assert all(each.get('aria-hidden') for each in svg.iter() if each.text)


def test_people_need_no_strategy(monkeypatch: MonkeyPatch) -> None:
    """People can play where strategy.py lacks the strategy that asks them."""
    monkeypatch.setattr('web.games.usable_strategies', {})
    assert ask('begin', link='game=h&size=1')['turns']['undo'] is None


@pytest.mark.parametrize(
    'link, place, undo, redo',
    [
        ('game=s&moves=4,9,1', 1, 0, 2),
        ('game=s&p2=mi&moves=4,9,1', 2, 0, 3),
        ('game=s&p1=mi&moves=4,9,1', 1, None, 3),
        ('game=s&moves=4', 1, 0, None),
        ('game=s&moves=4', 0, None, 1),
        ('game=s&p1=mi&p2=mi&moves=4,9', 1, 0, 2),
        ('game=s', 0, None, None),
    ],
)
def test_undo_leads_to_a_person(
    link: str, place: int, undo: int, redo: int
) -> None:
    """Undo and redo lead to a turn of a person, if there is a person; what
    leads nowhere is disabled."""
    shown = ask('position', link=link, place=place, paused=True)
    assert shown['turns'] == {'undo': undo, 'redo': redo}
    assert shown['disabled']['undo'] == (undo is None)
    assert shown['disabled']['redo'] == (redo is None)


def test_programs_wait() -> None:
    """A program that is to move is asked at once, unless it waits: then a
    person may move for it. Where a person is to move, nothing waits."""
    shown = ask('position', link='game=h&p1=mi')
    assert shown['next'] == 'choose' and shown['disabled']['hint']
    assert (
        "a program's turn" in ask('move', **shown['request'], move='A')['error']
    )
    shown = ask('position', link='game=h&p1=mi', paused=True)
    assert not shown['next'] and not shown['disabled']['hint']
    after = ask('move', **shown['request'], move='A')
    assert not after['pressed']['pause']


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize(
    'link, told',
    [
        ('game=s&size=7', 'loses: 1, 4'),
        ('game=s&size=4', 'wins: 4; loses: 1'),
        ('game=d&size=3%203&moves=b2', 'loses: a1, b1'),
        ('game=d&size=3%203', 'wins: b1, b2; loses: a1, c1, a2, c2'),
        (
            'game=h&size=3&moves=A,F',
            'wins: B, C, D, E, G, H, I, L; loses: J, K',
        ),
    ],
)
def test_values_in_words(link: str, told: str) -> None:
    """Screen readers are told all values in a line, the best first, and each
    move has its letter."""
    found = ask('values', link=link)
    assert found['text']['found'] == told
    marks = [(each['move'], each['letter']) for each in found['marks']]
    assert marks == [
        (move, group[0].upper())
        for group in told.split('; ')
        for move in group.partition(': ')[2].split(', ')
    ]


@pytest.mark.parametrize(
    'scores, plies, told',
    [
        (
            [('a', -1), ('b', -1)],
            {'a': 2, 'b': 8},
            'Player 1 loses in 8 plies.',
        ),
        ([('a', -1), ('b', -1)], {'a': 2}, 'Player 1 loses.'),
        ([('a', 1), ('b', 1), ('c', -1)], {'a': 5, 'b': 3}, 'in 3 plies.'),
        ([('a', 1), ('b', 1), ('c', -1)], {'a': 5}, 'Player 1 wins.'),
        ([('a', 1), ('b', None)], {'a': 5}, 'Player 1 wins.'),
        ([('a', 0), ('b', -1)], {'b': 4}, 'Player 1 ties.'),
        ([('a', 0), ('b', None)], {}, ''),
        ([('a', None)], {}, ''),
    ],
)
def test_value_and_plies(
    scores: list[tuple[str, Optional[int]]], plies: dict[str, int], told: str
) -> None:
    """The plies of a position are said only if those of all its best moves are
    known, and no move that is unknown may be among these."""
    game = PageGame({'link': 'game=s'})
    found = positions.find_value(game, scores, plies)
    assert found.endswith(told) and bool(found) == bool(told)


def test_each_value_is_true() -> None:
    """While plies are found one after the other, no false number is told."""
    parts: list[dict[str, Any]] = []
    request = {'ask': 'values', 'link': 'game=s&size=50&moves=16,16,1'}
    parts.append(answer(request, parts.append))
    found = {part['text']['value'] for part in parts}
    assert found <= {'', 'Player 2 loses.', 'Player 2 loses in 8 plies.'}


@pytest.mark.usefixtures('without_contracts')
def test_values_fill_in(monkeypatch: MonkeyPatch) -> None:
    """Values that take long are told as they are found: never fewer than
    before."""
    parts: list[dict[str, Any]] = []
    set_clock(monkeypatch, values, alpha_beta, hints)
    monkeypatch.setattr(positions, 'VALUES_SECONDS', (50, 150))
    last = answer({'ask': 'values', 'link': 'game=x&size=5'}, parts.append)
    known = [
        sum(each['letter'] != '?' for each in part['marks'])
        for part in [*parts, last]
    ]
    assert known == sorted(known) and 0 < known[0] < known[-1] < 25
    # What is not known is said once, without an estimate.
    assert all(
        each['note'] == '' and each['name'].endswith(', not known')
        for each in last['marks']
        if each['letter'] == '?'
    )
    assert last['text']['found'].endswith(
        f'. Not known within 200 s: {25 - known[-1]} moves.'
    )


@pytest.mark.usefixtures('without_contracts')
def test_a_hint_that_is_not_proved(monkeypatch: MonkeyPatch) -> None:
    """Where no best move is known, a hint marks none, but names one."""
    set_clock(monkeypatch, values, alpha_beta, hints)
    monkeypatch.setattr(positions, 'HINT_SECONDS', 2000)
    found = ask('hint', link='game=d&size=12%2012')
    assert found['hinted'] == ''
    assert re.fullmatch(
        r'The best move is not known within 2000 s: alpha beta '
        r'\(ab\) would play [a-l]\d+, which is not proved to be '
        r'best\.',
        found['text']['found'],
    )


@pytest.mark.usefixtures('without_contracts')
def test_what_was_found_is_used_again(monkeypatch: MonkeyPatch) -> None:
    """The next question about a game begins with what the ones before have
    found; one about another size begins anew."""
    looks = []
    for link in ('size=2', 'size=3', 'size=3', 'size=3&moves=A', 'size=2'):
        clock = set_clock(monkeypatch, values)
        monkeypatch.setattr(positions, 'VALUES_SECONDS', [10**6])
        monkeypatch.setattr(positions, 'PLIES_SECONDS', ())
        ask('values', link=f'game=h&{link}')
        looks.append(next(clock))
    assert looks[1] > 100 > 60 > max(looks[2:4]) and looks[0] == looks[4]


@pytest.mark.usefixtures('without_contracts')
def test_plies_have_a_limit(monkeypatch: MonkeyPatch) -> None:
    """Where plies are not found, looking for them takes a few seconds in all,
    however many moves there are."""
    looks: list[float] = []
    analyse = positions.PageGame.analyse

    def look(game: positions.PageGame, name: str, *values: Any) -> Any:
        """Find no plies, and anything else as usual."""
        if name != 'find_hint':
            return analyse(game, name, *values)
        looks.append(values[0])
        return Mock(plies=None)

    monkeypatch.setattr(positions.PageGame, 'analyse', look)
    monkeypatch.setattr(positions, 'perf_counter', lambda: sum(looks))
    marks = ask('values', link='game=h&size=3&moves=A,F')['marks']
    assert {each['note'] for each in marks} == {''}
    assert len(looks) > len(marks) and sum(looks) <= 3


@pytest.mark.parametrize('unfolded', [[], [''], ['', 'A,B'], None])
def test_a_tree_is_a_link(unfolded: Optional[list[str]]) -> None:
    """The tree that a link names has the same link, also if all is folded."""
    link = 'tree=1&plies=1'
    if unfolded is not None:
        paths = [f'{path};' for path in unfolded]
        link = f'tree=1&unfolded={"".join(paths)}'
    found = ask('tree', link='game=h&size=2&moves=C,D', tree=link)
    assert found['tree'] == link and found['root'] == '#game=h&size=2:C,'
    assert len(found['drawn']['nodes']) == (1 if unfolded == [] else 7)


def change_total(game: Any) -> int:
    """Change the position, and return a possible move."""
    game.current_state.current_total -= 1
    return 1


def make_a_move_in_the_game(game: Any) -> int:
    """Make a possible move in the game itself, and return it."""
    game.current_state = game.current_state.make_move(1)
    return 1


def fail_here(_game: Any) -> int:
    """Raise an error."""
    raise KeyError('nowhere')


@pytest.mark.parametrize(
    'strategy, told',
    [
        (
            fail_here,
            r"fail_here raised KeyError: 'nowhere', at .*"
            r'test_answers\.py, line \d+',
        ),
        (
            change_total,
            'change_total changed the position: current_total was 8 and ',
        ),
        (
            make_a_move_in_the_game,
            'put another position into current_state: p1_',
        ),
        (lambda game: 7, 'returned 7, which is not a possible move'),
    ],
)
def test_programs_that_fail(
    strategy: Any, told: str, monkeypatch: MonkeyPatch
) -> None:
    """What is wrong with a program is said as in the terminal: with the file
    and the line of an error, who changed a position, and the whole position.
    """
    monkeypatch.setitem(usable_strategies, 'bad', strategy)
    error = ask('choose', link='game=s&size=8&p1=bad')['error']
    assert re.search(told, error), error
    assert error.startswith('Player 1 cannot go on: ')
    assert error.endswith('at move 1. Position: SubtractSquareState(True, 8)')


def test_games_that_fail(monkeypatch: MonkeyPatch) -> None:
    """An error of somebody's game comes with its file and line."""
    monkeypatch.setattr(SubtractSquareState, '__str__', fail_here)
    assert re.search(
        r"KeyError: 'nowhere', at .*test_answers.py, line \d+",
        ask('position', link='game=s&size=8')['error'],
    )


def change_self(state: Any, move: str) -> GameState:
    """Return the position after move, and change state, too."""
    after = StonehengeState.make_move(state, move)
    state.p1_turn = False
    return after


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize(
    'method, told',
    [
        (GameState.make_move, 'HalfState lacks make_move, at move 1. '),
        (lambda *_: None, "HalfState.make_move('A') returned None: it should "),
        (
            change_self,
            'HalfState.make_move changed its own state: p1_turn was ',
        ),
    ],
)
def test_half_of_a_game(
    method: Any, told: str, monkeypatch: MonkeyPatch
) -> None:
    """A game that cannot be played yet is drawn, and a click names the culprit,
    as the terminal does."""
    # What is known of a class stays known.
    half = type('HalfState', (StonehengeState,), {'make_move': method})
    monkeypatch.setattr('stonehenge.StonehengeState', half)
    link = 'game=h&size=1'
    assert 'data-move="A"' in ask('position', link=link)['html']['board']
    assert ask('move', link=link, move='A')['error'].startswith(told)
    error = ask('choose', link=f'{link}&p1=r')['error']
    assert error.startswith('HalfState') and told[-20:] in error


@pytest.mark.usefixtures('without_contracts')
def test_in_the_middle_and_at_the_end(monkeypatch: MonkeyPatch) -> None:
    """So does a picture that fails after a move, and a result that is none."""
    half = type('HalfGame', (StonehengeGame,), {'is_winner': lambda *_: None})
    monkeypatch.setitem(playable_games, 'h', half)
    assert ask('move', link='game=h&size=1', move='A')['error'].startswith(
        'HalfGame.is_winner returned None: it should return True or False'
    )
    half = type('HalfState', (StonehengeState,), {'__str__': lambda _: None})
    monkeypatch.setattr('stonehenge.StonehengeState', half)
    assert ask('position', link='game=h&size=2&moves=A')['error'].startswith(
        'HalfState.__str__ returned None: it should return text'
    )


def test_another_game(monkeypatch: MonkeyPatch) -> None:
    """Where the usual game cannot even begin, another one is shown, and why; on
    a first visit, there are cards for the others."""
    monkeypatch.setattr(StonehengeGame, '__init__', lambda *_: fail_here(None))
    for link in '', '#game=h':
        shown = ask('open', opened=link)
        assert shown['text']['title'] == 'Subtract Square'
        assert (
            "fail_here raised KeyError: 'nowhere', at "
            in shown['text']['message' if link else 'missing']
        )
        assert shown['hidden']['cards'] == bool(link)
        assert shown['link'] == link  # Right again, once the file is mended.
    assert shown['text']['message'].startswith('This link holds no game: ')
    cards = ask('open', opened='')['html']['cards']
    assert cards.count('class="card"') == 3 and 'game=h' not in cards


@pytest.mark.usefixtures('without_contracts')
def test_moves_that_have_no_place(monkeypatch: MonkeyPatch) -> None:
    """Where moves are other ones than the picture shows, nothing is drawn:
    each move has a button."""
    monkeypatch.setattr(
        StonehengeState, 'get_possible_moves', lambda self: ['A', 'AB']
    )
    board = ask('position', link='game=h&size=1')['html']['board']
    assert board.startswith('<pre') and 'data-move="AB"' in board


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('key', ['r', 'ro', 'mr', 'mi', 'ab'])
def test_programs_choose_possible_moves(key: str) -> None:
    """Each strategy makes a possible move."""
    found = ask('choose', link=f'game=h&size=2&p1={key}')
    assert found['link'].rpartition('=')[2] in tuple('ABCDEFG')
    assert "a person's turn" in ask('choose', link='game=h')['error']


def test_the_search_is_the_one_of_the_package() -> None:
    """The steps begin with the first position, and end with its score."""
    found = ask('search', link='game=s&size=6', tree='search=recursive')
    (first,), *_, (last,) = found['drawn']['steps']
    assert 'Player 1: 6' in first['what']
    assert 'returns 1' in last['what'] and last['stack'] == []


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize(
    'what, more',
    [
        ('tree', ''),
        ('values', ''),
        ('hint', ''),
        ('search', ''),
        ('choose', '&p1=mr'),
    ],
)
def test_no_end(what: str, more: str, monkeypatch: MonkeyPatch) -> None:
    """Where a game can come back to a position, that is said."""
    monkeypatch.setitem(playable_games, 't', TokenGame)
    found = ask(
        what,
        link='game=t&size=2' + more,
        tree='tree=1&plies=2&search=recursive',
    )
    assert 'can come back to a position' in str(found)


@pytest.mark.parametrize(
    'link, part',
    [
        ('game=q', "no game 'q'"),
        ('game=h&size=x', 'from 1 to 5'),
        (f'game=s&size={9**90}', f'{MOST_ALLOWED}'),
        ('moves=A,A', 'taken'),
        ('p1=zz', "no player 'zz'"),
        (f'moves={"A," * MOST_ALLOWED}', f'{MOST_ALLOWED}'),
        (f'moves={"A" * 99_999}', 'A...'),
    ],
)
def test_malformed_links(link: str, part: str) -> None:
    """A link that makes no sense gets one line that says why."""
    error = ask('position', link=link)['error']
    assert part in error and '\n' not in error and len(error) < 300


@pytest.mark.parametrize(
    'request_',
    [
        *[
            {'ask': what, 'link': 'game=s&size=6', 'tree': tree}
            for what in ('tree', 'search', 'boards')
            for tree in ('plies=0', 'plies=99', 'plies=x')
        ],
        *[
            {'ask': 'search', 'link': 'game=s&size=6', 'tree': tree}
            for tree in ('', 'search=x', None, [])
        ],
        {
            'ask': 'search',
            'link': 'game=s&size=4&moves=4',
            'tree': 'search=recursive',
        },
        {'ask': 'position', 'notes': 5},
        None,
        3,
        [],
        {},
        {'ask': 'x'},
        {'ask': ['position']},
    ],
)
def test_malformed_requests(request_: Any) -> None:
    """What is not a question, and a tree or a search that makes no sense, gets
    a line."""
    answered = answer_question(request_, print)
    assert list(answered) == ['error']
    assert answered['error'] and '\n' not in answered['error']


@pytest.mark.parametrize(
    'more',
    [
        {'place': 'x'},
        {'place': -3},
        {'place': 99},
        {'paused': 'x'},
        {'notes': [1, None, 'x']},
        {'lines': '4'},
        {'link': None},
    ],
)
def test_malformed_wishes(more: dict[str, Any]) -> None:
    """Nonsense in a request, besides its game, does no harm."""
    found = ask('position', **{'link': 'game=h&moves=A', **more})
    assert len(found) == 1 or found['text']['title'] == 'Stonehenge'


@pytest.mark.parametrize('missing', ['anytree', 'labs'])
def test_no_tree(missing: str, monkeypatch: MonkeyPatch) -> None:
    """Without anytree or the labs, there is no tree, and why is said."""
    assert ask('begin', link='game=s')['text']['no-tree'] == ''
    monkeypatch.setattr(
        trees,
        'find_spec',
        lambda name: None if name == missing else find_spec(name),
    )
    shown = ask('begin', link='game=s')
    assert missing in shown['text']['no-tree']
    assert shown['hidden']['tree-form']
    for what in 'tree', 'search':
        assert missing in ask(what, link='game=s')['error']


def test_nothing_to_follow(monkeypatch: MonkeyPatch) -> None:
    """Where strategy.py cannot be read, there is no search to choose from, and
    no button to follow one."""
    assert not ask('begin', link='game=s')['hidden']['tree-form']
    monkeypatch.setattr(trees.CATALOG, 'analyst', None)
    assert not ask('begin', link='game=s')['hidden']['tree-form']
    monkeypatch.setattr(trees, 'usable_strategies', {})
    shown = ask('begin', link='game=s')
    assert shown['hidden']['tree-form'] and not shown['html']['search']
