"""Your own tests, tried on right and wrong programs.

    python3 try_tests.py

First, all of them should pass on your own Stonehenge and strategies, and with
another right Stonehenge. Those that do not are named, and left out. Then each
fault that the handout lists should make one of the others fail. Each other
Stonehenge is what the suite expects of it, but for its fault, with your
questions, rules and pictures.
"""
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, Callable, Iterable, Iterator
import json
import re
import subprocess
import sys
import unittest
from stonehenge_unittest_basic import SIZES, Expected, tokens
from game_state import GameState

SECONDS = 60
OWN, RIGHT = 'your own program', 'another right program'
NO_PICTURE = 'Not tried: the picture of your Stonehenge is not right.'
FOLDER = Path(__file__).resolve().parent

# Faults by name, and what is wrong: methods of WrongState, or a strategy.
FAULTS: dict[str, dict[str, Callable]] = {
    'a ley-line is claimed only with more than half of its cells': {
        'is_claim': lambda state, held, cells, owner:
        owner is None and 2 * held > cells},
    'half of a ley-line is rounded down': {
        'is_claim': lambda state, held, cells, owner:
        owner is None and held >= max(1, cells // 2)},
    'a claim can be lost again': {
        'is_claim': lambda state, held, cells, owner: 2 * held >= cells},
    'the same player moves on': {'next_mover': lambda state: state.mover},
    'a taken cell can be taken again': {
        'takes': lambda state, cell: cell in state.items()},
    'recursive minimax makes the last possible move': {
        'recursive_minimax_strategy': lambda game:
        import_module('strategy').find_moves(game)[-1]}}


class WrongState(Expected, GameState):
    """A position of a wrong program: what the suite expects, but for a fault.

    === Attributes ===
    pictures: your pictures of empty boards, by their side lengths
    """
    pictures: dict[int, str] = {}

    def __init__(self, size: int, mover: str, *owners: Any) -> None:
        """Initialize a position where mover is to move: see Expected."""
        Expected.__init__(self, size, mover, *owners)
        GameState.__init__(self, mover == '1')

    def __str__(self) -> str:
        """Return the picture of this position."""
        shown, picture = iter(self.tokens()), self.pictures[self.size]
        return re.sub('[A-Z@]', lambda found: next(shown), picture)

    def __repr__(self) -> str:
        """Return who is to move, the cells and the markers."""
        return f'WrongState({self.key()})'

    def get_possible_moves(self) -> list[str]:
        """Return the possible moves."""
        return self.moves()

    def takes(self, cell: Any) -> bool:
        """Return whether a move to cell can be made."""
        return cell in self.free()

    def make_move(self, move: Any) -> 'WrongState':
        """Return the position after move."""
        if not self.takes(move):
            raise ValueError(f'{move!r} is not possible here')
        return self.after(move)

    def rough_outcome(self) -> float:
        """Return the estimate of this position."""
        return float(self.sure_outcome()[0] or 0)


def plug_in(fault: dict[str, Callable]) -> None:
    """Put a wrong program into the place of yours."""
    strategies = vars(import_module('strategy'))
    if fault and strategies.keys() >= fault.keys():
        strategies.update(fault)
        return
    names = vars(import_module('stonehenge'))
    game, own = names['StonehengeGame'], names.get('StonehengeState')
    begin, kind = game.__init__, type('StonehengeState', (WrongState,), fault)

    def begin_wrongly(self: Any, p1_starts: bool, *rest: Any, **more: Any
                      ) -> None:
        """Initialize a wrong game."""
        names['StonehengeState'] = own
        begin(self, p1_starts, *rest, **more)
        names['StonehengeState'] = kind
        size = next((each for each in SIZES if Expected(each).tokens()
                     == tokens(self.current_state)), None)
        if size is None:
            raise unittest.SkipTest(NO_PICTURE)
        WrongState.pictures[size] = str(self.current_state)
        self.current_state = kind(size, '1' if p1_starts else '2')
    game.__init__, names['StonehengeState'] = begin_wrongly, kind
    game.is_over = lambda game, state: state.leaders() != []
    game.is_winner = lambda self, player: player in [
        f'p{leader}' for leader in self.current_state.leaders()[:1]]


def run_tests(left_out: list[str]) -> dict[str, str]:
    """Run your tests but those that are left out. Return what has gone wrong,
    by the name of the test, or of its file if that cannot be imported.
    """
    problems, count = {}, 0
    for path in sorted(FOLDER.glob('test_*.py')):
        if path.name == 'test_all.py' or path.name in left_out:
            continue
        result = unittest.TestResult()
        try:
            tests = list_tests(import_module(path.stem))
        except Exception as error:
            problems[path.name] = f'{type(error).__name__}: {error}'
            continue
        unittest.TestSuite(
            each for each in tests if not {
                each.id(), each.id().rpartition('.')[0]} & {*left_out}
        ).run(result)
        count += result.testsRun
        if NO_PICTURE in [why for _, why in result.skipped]:
            return {'': NO_PICTURE}
        for test, text in result.failures + result.errors:
            *_, last = text.strip().splitlines()
            lines = re.findall(rf'{path.name}", line (\d+)', text)
            # Of a subtest, its test; or the class after "setUpClass (".
            name = getattr(test, 'test_case', test).id()
            name = name.rstrip(')').rpartition('(')[2]
            problems[name] = ', '.join([path.name, *(
                f'line {line}' for line in lines[-1:])]) + f': {last}'
    return problems if problems or count else {
        '': 'There is no right test in any file called test_....py.'}


def list_tests(module: Any) -> Iterator[Any]:
    """Yield the tests in module: those of classes, and functions."""
    tests: Any
    for tests in unittest.defaultTestLoader.loadTestsFromModule(module):
        yield from tests
    for name, thing in vars(module).items():
        if name[:4] == 'test' and isinstance(thing, FunctionType):
            test = unittest.FunctionTestCase(thing)
            setattr(test, 'id', lambda name=name: f'{module.__name__}.{name}')
            yield test


def try_out(fault: str, left_out: Iterable[str]) -> dict[str, str]:
    """Return what goes wrong with this fault, or on the program of this name.
    It is tried in a process of its own.
    """
    try:
        done = subprocess.run(
            [sys.executable, __file__, fault, *left_out], stdout=-1,
            stdin=-3, stderr=-3, timeout=SECONDS, check=True)
        return json.loads(done.stdout.splitlines()[-1])
    except subprocess.TimeoutExpired:
        return {'': f'Your tests do not end within {SECONDS} seconds.'}
    except (subprocess.CalledProcessError, IndexError, ValueError):
        return {'': 'Your tests have ended the program.'}


def main() -> None:
    """Try your tests, and print what they find."""
    problems: dict[str, str] = {}
    for program in OWN, RIGHT:
        wrong = try_out(program, problems)
        # Once more without these: tests may fail now and then, or all be wrong.
        if any(wrong):
            wrong |= try_out(program, problems | wrong)
        print(f'On {program}{":" if wrong else ", no tests failed."}')
        for test, problem in wrong.items():
            print(f'{test}\n    {problem}' if test else problem)
        if '' in wrong:
            return
        problems |= wrong
    print(f'\nDo {"the others" if problems else "they"} notice it if')
    for fault in FAULTS:
        noticed = try_out(fault, problems)
        print(f'  {"yes" if noticed else "NO "}  {fault}?')


if __name__ == "__main__":
    if len(sys.argv) == 1:
        try:
            main()
        except KeyboardInterrupt:
            print('\nStopped.')
            sys.exit(130)
    elif sys.argv[1] not in (OWN, RIGHT, *FAULTS):  # Which main passes on.
        sys.exit('Usage: python3 try_tests.py')
    else:
        chosen, *without = sys.argv[1:]
        if chosen != OWN:
            plug_in(FAULTS.get(chosen, {}))
        print(f'\n{json.dumps(run_tests(without))}')
