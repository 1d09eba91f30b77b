"""The line between judge and submission, piece by piece."""
from copy import copy, deepcopy
from pathlib import Path
from subprocess import PIPE, Popen
from unittest.mock import Mock, patch
import os
import sys
import pytest
from course.marking.connection import Stopwatch
from course.marking.inside.submission import describe_error
from course.marking.inside.wire import BadLineError, Things, Visitor, decode, \
    encode, format_line, make_error, parse_line
from course.marking.proxies import Lending
from course.marking.suites import make_traceback, read_faulthandler, \
    read_steps
from stonehenge import StonehengeGame
from tests.suite_support import explain
from tests.support.programs import TOP


# Where only plain values are expected.
NO_THING = Mock(side_effect=AssertionError)


@pytest.mark.parametrize('value', [
    None, True, 0, -7, 2.5, 'Ä\n"\x00', [], [1, [2, None]], (1, 'a'), {1, 2},
    frozenset('a'), {(1, 2): ['x']}, {'type': 'tuple'}], ids=repr)
def test_plain_values(value: object) -> None:
    """A plain value arrives as it was, and as the type that it was."""
    line = format_line({'value': encode(value, NO_THING)})
    found = decode(parse_line(line)['value'], NO_THING)
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize('line', [
    b'', b'\n', b'[]\n', b'{"a": 1\n', b'[' * 100_000 + b'\n',
    b'1' * 10_000 + b'\n', b'\xff\n', b'{"a": ' * 5000 + b'\n',
    b'{"type": "set", "items": [[1]]}', b'{"type": "dict", "items": [1]}',
    b'{"type": "tuple", "items": null}', b'{"type": "dict"}',
    b'{"type": "tuple", "items": ' + b'[' * 30 + b']' * 30 + b'}'], ids=len)
def test_bad_lines(line: bytes) -> None:
    """What is not a line of the protocol, or not a value, is refused."""
    with pytest.raises(BadLineError):
        decode(parse_line(line), NO_THING)


def test_things() -> None:
    """A thing crosses as its handle, the same one each time; there is a limit
    to how many there may be."""
    things, thing = Things(2), object()
    assert things.add(thing) == things.add(thing) == 1
    assert things.find(1) is thing
    things.add(NO_THING)
    with pytest.raises(MemoryError):
        things.add(Path())
    things.drop([1, 1, 99])
    for handle in (1, '1', None, [1]):
        with pytest.raises(BadLineError):
            things.find(handle)


@pytest.mark.parametrize('names, kind, text', [
    (['ValueError', 'Exception'], ValueError, 'no'),
    (['OverError', 'ValueError', 'Exception'], ValueError, 'OverError: no'),
    (['SkipTest', 'Exception'], Exception, 'SkipTest: no'),
    (['SystemExit', 'BaseException'], Exception, 'SystemExit: no'),
    (['UnicodeDecodeError', 'UnicodeError', 'ValueError'], UnicodeError,
     'UnicodeDecodeError: no')])
def test_errors_arrive_by_name(names: list[str], kind: type, text: str) -> None:
    """Only Python's own exceptions arrive: the nearest one, with its text. A
    submission cannot skip a test, or end the judge."""
    error = make_error({'names': names, 'text': 'no'})
    assert type(error) is kind and str(error) == text


@pytest.mark.parametrize('message', [
    *({'do': 'get', 'name': name} for name in (
        '__class__', '__dict__', 'board')),
    *({'do': 'call', 'name': name} for name in (
        '__init__', '__dir__', 'candidate_moves')),
    {'do': 'set', 'name': 'is_over', 'args': [1]},
    {'do': 'set', 'name': 'current_state', 'args': ['x']},
    {'do': 'import', 'name': 'os'}, {'do': None}])
def test_what_is_lent(message: dict) -> None:
    """A strategy of a submission gets no more of our games than they offer."""
    lending = Lending()
    assert lending.describe(StonehengeGame(True, size=1)) \
        == {'mine': 1}
    assert lending.answer({'on': 1, **message})['error']['names'][0] \
        in ('AttributeError', 'TypeError')
    assert lending.answer({'do': 'get', 'on': 1, 'name': 'current_state'}) \
        == {'value': {'mine': 2}}
    assert lending.answer({'do': 'call', 'on': 2, 'name': 'is_valid_move',
                           'args': [{'mine': 5}]}) == {'value': False}


def lend(game: object) -> Visitor:
    """Return what a strategy of a submission gets for a game of ours."""
    lending = Lending()

    def ask(what: str, handle: int, name: str, args: list) -> object:
        """Have the judge do something."""
        found = lending.answer({
            'do': what, 'on': handle, 'name': name,
            'args': encode(args, lambda thing: {'yours': thing._handle})})
        if 'error' in found:
            raise make_error(found['error'])
        return decode(found['value'], make)

    def make(described: dict) -> Visitor:
        """Return the stand-in for what the judge has described."""
        return Visitor(ask, described['mine'])

    return make(lending.describe(game))


def test_positions_that_are_lent() -> None:
    """Positions of ours can be compared, be keys, be copied and have attributes
    of a student's own, as a student's positions can. Other attributes of ours
    are not there, and the message says why."""
    game = lend(StonehengeGame(True, size=2))
    state = game.current_state
    one, other = (state.make_move(first).make_move('D').make_move(last)
                  for first, last in ('AC', 'CA'))
    assert one == other and one is not other and one != state
    assert {one: 7}[other] == 7
    one.score = 1
    assert (one.score, copy(one).score) == (1, 1)
    assert not hasattr(other, 'score')
    with pytest.raises(AttributeError, match='which has what Game and GameSta'):
        state.known_score()
    twin = deepcopy(game)
    twin.current_state = one
    assert twin.current_state == one and game.current_state == state


def test_steps_are_checked(tmp_path: Path) -> None:
    """Where a submission says it was is believed only if there is such a
    place, and nothing of it is run."""
    (tmp_path / 'a.py').write_text('x = 1\n', encoding='utf-8')
    good = {'file': 'a.py', 'line': 1, 'name': 'f', 'owner': 'Game',
            'arguments': [['size', 3], ['x=print(1)', 2], ['__find', 1]]}
    steps = read_steps([
        good, {**good, 'file': '../a.py'}, {**good, 'file': '/etc/passwd'},
        {**good, 'line': 'x'}, {**good, 'name': 7}, 'x', None], tmp_path)
    (frame, line), = steps
    assert line == 1 and frame.f_code.co_name == 'f'
    assert frame.f_locals['size'] == 3
    assert type(frame.f_locals['self']).__name__ == 'Game'
    assert set(frame.f_locals) == {'size', 'self'}
    assert make_traceback(steps).tb_lineno == 1
    assert read_steps({'no': 'list'}, tmp_path) == []
    (tmp_path / 'a.py').write_text('x = 1\ndef f(): pass\n', encoding='utf-8')
    (_, line), = read_faulthandler(
        '(most recent call first):\n  File "/submission/a.py", line ??? in f\n',
        tmp_path)
    assert line == 2


def test_endless_recursion(tmp_path: Path) -> None:
    """Of an endless recursion, the student's lines are shown, and not what they
    happen to call where there is no room left."""
    for file, code in (
            ('mine', 'from given import is_valid\ndef score(state):\n'
                     '    return is_valid(state) and score(state)\n'),
            ('given', 'def is_valid(state): return find_moves(state)\n'
                      'def find_moves(state): return find_all(state)\n'
                      'def find_all(state): return find_some(state)\n'
                      'def find_some(state): return True\n')):
        (tmp_path / f'{file}.py').write_text(code, encoding='utf-8')
    with patch.object(sys, 'path', [str(tmp_path), *sys.path]), \
            patch.dict(sys.modules), \
            pytest.raises(RecursionError) as caught:
        __import__('mine').score(1)
    told = describe_error(caught.value, str(tmp_path))
    error = RecursionError().with_traceback(make_traceback(
        read_steps(told['steps'], tmp_path)))
    text = explain(error)[1]
    assert text.startswith('score(1) never finished') and 'given' not in text
    assert '\n    mine.py line 3, in score' in text


WATCHED = """
import os, threading, time
from course.marking.inside.host import Host
def wait():
    while time.monotonic() < end and not os.fstat(2).st_size:
        time.sleep(0.01)
end = time.monotonic() + 20
Host('', 2, 1, (None, None))._watch(0.2)
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
    with (tmp_path / 'where').open('w+', encoding='utf-8') as where, \
            Popen([sys.executable, '-c', WATCHED], stdout=PIPE, stderr=where,
                  encoding='utf-8', env={'PYTHONPATH': str(TOP)}) as process:
        assert process.communicate()[0] == '0\n'
        where.seek(0)
        assert ' in wait\n' in where.read()


def test_stopwatch() -> None:
    """Waiting counts, computing counts, what other programs do does not."""
    with Popen([sys.executable, '-c', 'while True: pass']) as busy:
        try:
            sharing = Stopwatch(60)
            while sharing.left() > 59.5:
                os.sched_yield()
            sharing.limit = 0.1  # As if it had not got its share.
            assert sharing.left() < 0 and not sharing.grant_more()
            sharing.limit = 30
            assert sharing.grant_more() and 0 < sharing.left() < 30
        finally:
            busy.kill()
    waiting = Stopwatch(60)
    waiting._begin -= 61  # As if it had waited.
    assert waiting.left() < 0 and not waiting.grant_more()
