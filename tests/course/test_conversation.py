"""The line between judge and submission, piece by piece."""

from copy import copy, deepcopy
from io import BytesIO
from pathlib import Path
from subprocess import PIPE, Popen
from types import SimpleNamespace
from typing import Any, Callable
from unittest.mock import Mock, patch
import json
import sys
import time
import pytest
from course.marking.connection import Partner, RaisedError
from course.marking.inside import host, wire
from course.marking.inside.host import Host
from course.marking.inside.wire import (
    BadLineError,
    Lent,
    LentGame,
    decode,
    encode,
    format_line,
    make_error,
    parse_line,
    read_table,
)
from course.marking.isolation import Stopwatch
from course.marking.session import (
    format_places,
    read_explanation,
    read_faulthandler,
)
from game import Game
from game_interface import usable_strategies
from game_state import GameState
from stonehenge import StonehengeGame
from subtract_square_game import SubtractSquareGame
from tests import suite_support
from tests.support.programs import TOP


# Where only plain values are expected.
NO_THING = Mock(side_effect=AssertionError)


@pytest.mark.parametrize(
    'value',
    [
        None,
        True,
        0,
        -7,
        2.5,
        'Ä\n"\x00',
        [],
        [1, [2, None]],
        (1, 'a'),
        {1, 2},
        frozenset('a'),
        {(1, 2): ['x']},
        {'type': 'tuple'},
    ],
    ids=repr,
)
def test_plain_values(value: object) -> None:
    """A plain value arrives as it was, and as the type that it was."""
    line = format_line({'value': encode(value, NO_THING)})
    found = decode(parse_line(line)['value'], NO_THING)
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize(
    'line',
    [
        b'',
        b'\n',
        b'[]\n',
        b'{"a": 1\n',
        b'[' * 100_000 + b'\n',
        b'1' * 10_000 + b'\n',
        b'\xff\n',
        b'{"a": ' * 5000 + b'\n',
        b'{"type": "set", "items": [[1]]}',
        b'{"type": "dict", "items": [1]}',
        b'{"type": "tuple", "items": null}',
        b'{"type": "dict"}',
        b'{"type": "tuple", "items": ' + b'[' * 30 + b']' * 30 + b'}',
    ],
    ids=len,
)
def test_bad_lines(line: bytes) -> None:
    """What is not a line of the protocol, or not a value, is refused."""
    with pytest.raises(BadLineError):
        decode(parse_line(line), NO_THING)


@pytest.mark.parametrize(
    'names, kind, text',
    [
        (['ValueError', 'Exception'], ValueError, 'no'),
        (['OverError', 'ValueError', 'Exception'], ValueError, 'OverError: no'),
        (['SkipTest', 'Exception'], Exception, 'SkipTest: no'),
        (['SystemExit', 'BaseException'], Exception, 'SystemExit: no'),
        (
            ['UnicodeDecodeError', 'UnicodeError', 'ValueError'],
            UnicodeError,
            'UnicodeDecodeError: no',
        ),
    ],
)
def test_errors_arrive_by_name(names: list[str], kind: type, text: str) -> None:
    """Only Python's own exceptions arrive: the nearest one, with its text. A
    submission cannot skip a test, or end the judge."""
    error = make_error({'names': names, 'text': 'no'})
    assert type(error) is kind and str(error) == text


def lend(game: Any) -> LentGame:
    """Return what a strategy of a submission gets for a game of ours."""
    return LentGame(read_table(json.loads(json.dumps(Lent(game).table))))


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize(
    'make_game',
    [
        lambda: StonehengeGame(True, size=1),
        lambda: StonehengeGame(False, size=2),
        lambda: SubtractSquareGame(True, size=12),
    ],
)
def test_games_that_are_lent(make_game: Callable[[], Any]) -> None:
    """A game of ours that a strategy gets answers all that the handout names
    as the game itself does, at all positions. All strategies can play it."""
    game = make_game()
    lent = lend(make_game())
    left = [(game.current_state, lent.current_state)]
    for state, twin in left:  # It grows meanwhile.
        game.current_state = state
        lent.current_state = twin
        assert [
            game.is_winner('p1'),
            game.is_winner('p2'),
            game.is_over(state),
            str(state),
            repr(state),
            state.p1_turn,
            state.get_current_player_name(),
            state.rough_outcome(),
            state.get_possible_moves(),
        ] == [
            lent.is_winner('p1'),
            lent.is_winner('p2'),
            lent.is_over(twin),
            str(twin),
            repr(twin),
            twin.p1_turn,
            twin.get_current_player_name(),
            twin.rough_outcome(),
            twin.get_possible_moves(),
        ]
        for move in state.get_possible_moves():
            assert twin.is_valid_move(lent.str_to_move(f' {move}'.lower()))
            after = twin.make_move(move)
            if all(after != other for _, other in left):
                left.append((state.make_move(move), after))
        with pytest.raises(ValueError):
            twin.make_move('no move')
    assert lent.get_instructions() == game.get_instructions()
    for choose in list(usable_strategies.values())[1:]:
        lent = lend(make_game())
        assert lent.current_state.is_valid_move(choose(lent))
        assert lent.current_state._place == 0


@pytest.mark.usefixtures('without_contracts')
def test_what_a_strategy_leaves() -> None:
    """What a strategy leaves in a game of ours is there for the test to see,
    another position, too, and no method of ours is replaced by it. Names that
    positions have here are free for notes."""
    game = SubtractSquareGame(True, size=5)
    lent = Lent(game)
    is_over = game.is_over
    own = set(vars(game))
    theirs = LentGame(read_table(lent.table))
    theirs.current_state.place = 'mine'
    theirs.current_state.row = 'mine'
    assert theirs.current_state.make_move(4).get_possible_moves() == [1]
    assert theirs.list_notes() == {}
    setattr(theirs, 'is_over', None)
    setattr(theirs, '_memo', {})
    theirs.current_state.p1_turn = False
    lent.take_back(game.current_state, theirs.list_notes())
    assert vars(game).keys() - own == {
        '_memo',
        'its own is_over',
        'p1_turn of current_state',
    }
    assert game.is_over == is_over
    assert repr(game.current_state) == repr(lent.states[0])
    lent.take_back(lent.states[1], None)
    assert game.current_state is lent.states[1]


@pytest.mark.usefixtures('without_contracts')
def test_positions_that_are_lent() -> None:
    """Positions of ours can be compared, be keys, be copied and have attributes
    of a student's own, as a student's positions can. Other attributes of ours
    are not there, and the message says why."""
    game = lend(StonehengeGame(True, size=2))
    state = game.current_state
    one, other = (
        state.make_move(first).make_move('D').make_move(last)
        for first, last in ('AC', 'CA')
    )
    assert one == other and one is not other and one != state
    assert {one: 7}[other] == 7
    one.score = 1
    assert (one.score, copy(one).score) == (1, 1)
    assert not hasattr(other, 'score')
    with pytest.raises(AttributeError, match='which has what Game and GameSta'):
        state.known_score()
    with pytest.raises(AttributeError, match='a game of ours'):
        str(game.board)
    twin = deepcopy(game)
    twin.current_state = one
    assert twin.current_state == one and game.current_state == state


def test_lent_games_are_games() -> None:
    """To a strategy, a game of ours is one of the student's own class Game, and
    its positions are of their GameState, wherever that is possible."""
    theirs = host.inherit(LentGame, 'game', 'Game')(
        read_table(Lent(SubtractSquareGame(True, size=5)).table),
        host.inherit(wire.LentState, 'game_state', 'GameState'),
    )
    assert isinstance(theirs, Game) and theirs.is_winner('p1') is False
    after = theirs.current_state.make_move(4)
    assert isinstance(after, GameState) and after.get_possible_moves() == [1]
    assert host.inherit(LentGame, 'nowhere', 'Game') is LentGame


def test_large_games_are_not_lent() -> None:
    """A game with too many positions is refused in a line."""
    with (
        patch.multiple(wire, MOST_LENT=12, TABLES={}),
        pytest.raises(ValueError, match='of at most 12 positions'),
    ):
        Lent(SubtractSquareGame(True, size=12))


class Wire:
    """A connection to a host in this process, whose games and strategies are
    these. It counts the questions.
    """

    def __init__(self, **entries: Callable) -> None:
        """Initialize the connection."""
        self.limits = SimpleNamespace(seconds_per_test=1)
        self.host = Host('', None, (None, None))
        self.host._tables = SimpleNamespace(entries={'all': entries})
        self.count = 0
        self.answer = {}

    def begin_test(self) -> None:
        """Begin a test."""

    def send(self, message: dict) -> None:
        """Have the host answer message, as it would arrive there."""
        if 'do' in message:
            self.count += 1
            self.answer = self.host._answer(json.loads(json.dumps(message)))
        else:
            self.host._begin_test(message['seconds'])

    def receive(self) -> dict:
        """Return the answer, as it arrives."""
        return json.loads(json.dumps(self.answer))


def look_at(state: Any) -> tuple:
    """Return all that a state says of itself."""
    return (
        str(state),
        repr(state),
        state.p1_turn,
        state.is_valid_move('A'),
        state.get_possible_moves(),
        state.get_current_player_name(),
    )


@pytest.mark.usefixtures('without_contracts')
def test_answers_in_bulk() -> None:
    """Once a test has asked a position all, each move is one question, with all
    that follows it."""
    ours = StonehengeGame(True, size=3)
    line = Wire(game=lambda: StonehengeGame(True, size=3))
    partner = Partner(line)
    partner.begin_test()
    game = partner.ask('entry', 'all', 'game')
    assert look_at(game.current_state) == look_at(ours.current_state)
    before = line.count
    for number, move in enumerate('FGHAB', 1):
        for each in (game, ours):
            each.current_state = each.current_state.make_move(move)
        assert look_at(game.current_state) == look_at(ours.current_state)
        assert line.count == before + number
    partner.begin_test()
    assert not line.host._things and not partner._looks


class Careless:
    """A position, and a game, that changes where it should not."""

    p1_turn: bool = True

    def __init__(self, moves: list[str]) -> None:
        """Initialize the position after moves."""
        self.moves = moves
        self.current_state = self

    def __str__(self) -> str:
        """Return the moves, unless there are four."""
        if len(self.moves) == 4:
            raise ValueError('four')
        return ''.join(self.moves)

    def make_move(self, move: str) -> 'Careless':
        """Return the position after move, with the same list."""
        self.moves.append(move)
        return Careless(self.moves)


def test_what_has_changed_is_seen() -> None:
    """A position is asked again after a move, and a game after a strategy. What
    fails in bulk fails when it is asked."""

    def leave_changed(game: Careless) -> None:
        game.current_state = Careless(['new'])

    partner = Partner(Wire(game=lambda: Careless([]), strategy=leave_changed))
    partner.begin_test()
    game = partner.ask('entry', 'all', 'game')
    start = game.current_state
    assert (str(start), start.p1_turn) == ('', True)
    first = start.make_move('A')
    assert (str(first), str(start)) == ('A', 'A')
    second = first.make_move('B')
    assert [str(each) for each in (start, first, second)] == ['AB'] * 3
    third = second.make_move('C')
    fourth = third.make_move('D')
    assert fourth.p1_turn
    with pytest.raises(RaisedError):
        str(fourth)
    partner.ask('entry', 'all', 'strategy', game)
    assert game.current_state is not start
    assert str(game.current_state) == 'new'


ENDLESS = (
    """from given import is_valid
def score(state):
    return is_valid(state) and score(state)
""",
    """def is_valid(state): return find_moves(state)
def find_moves(state): return find_all(state)
def find_all(state): return find_some(state)
def find_some(state): return True
""",
)


def test_errors_are_explained(tmp_path: Path) -> None:
    """The process of the submission says of an error what the suites say of it.
    Of an endless recursion, the student's lines are shown, and not what they
    happen to call where there is no room left."""
    for file, code in zip(('mine', 'given'), ENDLESS):
        (tmp_path / f'{file}.py').write_text(code, encoding='utf-8')
    with (
        patch.object(sys, 'path', [str(tmp_path), *sys.path]),
        patch.dict(sys.modules),
        patch.object(host, 'SUPPORT', 'tests.suite_support'),
        patch.multiple(
            suite_support, FOLDER='', LIBRARY=(str(Path(__file__).parent),)
        ),
    ):
        with pytest.raises(RecursionError) as caught:
            __import__('mine').score(1)
        cause, text, places = host.explain_error(caught.value, str(tmp_path))
    assert cause == ['RecursionError', 'score', 'mine.py']
    assert text.startswith('score(1) never finished') and 'given' not in text
    assert '\n    mine.py line 3, in score' in text and '.py line ' in places


@pytest.mark.parametrize(
    'answer',
    [None, 7, [], ['x'], [['a'], 5, 'b'], [[[]], 'told', 'places']],
    ids=repr,
)
def test_explanations_that_make_no_sense(answer: Any) -> None:
    """What a submission says of its errors is text, or is not believed."""
    cause, told, places = read_explanation(
        Mock(ask=Mock(return_value=answer)),
        {'names': ['ValueError'], 'text': 'no'},
    )
    assert cause is None or all(isinstance(each, str) for each in cause)
    assert isinstance(told, str) and isinstance(places, str) and told


def test_where_a_process_is(tmp_path: Path) -> None:
    """Only places that there are count, and no more text than needed is looked
    at, whatever a submission writes."""
    (tmp_path / 'a.py').write_text('x = 1\ndef f(): pass\n', encoding='utf-8')
    steps = read_faulthandler(
        '(most recent call first):\n'
        '  File "/submission/a.py", line ??? in f\n'
        '  File "/submission/../b.py", line 1 in f\n'
        '  File "/submission/a.py", line 1 in <module>\n' + '(' * 900_000,
        tmp_path,
    )
    assert steps == [
        (tmp_path / 'a.py', 1, '<module>'),
        (tmp_path / 'a.py', 2, 'f'),
    ]
    assert format_places(steps) == (
        '\n    a.py line 1, in <module>\n        x = 1'
        '\n    a.py line 2, in f\n        def f(): pass'
    )


WATCHED = """
import os, threading, time
from course.marking.inside.host import Host
def wait():
    while time.monotonic() < end and not os.fstat(2).st_size:
        time.sleep(0.01)
end = time.monotonic() + 20
Host('', 2, (None, None))._begin_test(0.2)
print(len(os.listdir('/proc/self/task')) - threading.active_count(),
      flush=True)
wait()
os._exit(0)
"""


@pytest.mark.skipif(sys.platform != 'linux', reason='only Linux has /proc')
def test_watching(tmp_path: Path) -> None:
    """A process tells where it is when its time is over. No thread
    that is not Python's looks for that: this now and then ended in a
    segmentation fault."""
    with (
        (tmp_path / 'where').open('w+', encoding='utf-8') as where,
        Popen(
            [sys.executable, '-c', WATCHED],
            stdout=PIPE,
            stderr=where,
            encoding='utf-8',
            env={'PYTHONPATH': str(TOP)},
        ) as process,
    ):
        assert process.communicate()[0] == '0\n'
        where.seek(0)
        assert ' in wait\n' in where.read()


def test_long_answers_arrive_whole() -> None:
    """What is left of an answer when a signal has cut it short follows."""
    line = BytesIO()
    replies: Any = Mock(write=lambda data: line.write(data[:7]))
    Host('', None, (line, replies))._write({'value': 'x' * 100})
    assert parse_line(line.getvalue())['value'] == 'x' * 100


def test_stopwatch() -> None:
    """What this process has started counts, what others compute does not, nor
    how long that takes."""
    watch = Stopwatch(0.2)
    with Popen([sys.executable, '-c', 'while True: pass']) as busy:
        try:
            while not watch.is_over():
                time.sleep(0.01)
        finally:
            busy.kill()
    watch = Stopwatch(5)
    end = time.process_time() + 0.2
    while time.process_time() < end:
        pass
    assert watch.look() < 0.1 and watch.waited() > 0.1
    watch._begin -= 99  # As if it had waited.
    assert not watch.is_over() and watch.waited() > 99
