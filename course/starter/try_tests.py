"""Your own tests, tried on your program, and on wrong programs.

    python3 try_tests.py

First, all of them should pass on your own Stonehenge and strategies. Those that
do not are named, and left out. Then each fault that the handout lists should
make one of the others fail. The wrong programs have the side lengths 1 and 2
and end with the game: tests that need more are skipped there.
"""
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, Iterable, Iterator
import gzip
import json
import re
import subprocess
import sys
import unittest
from game_state import GameState

# All positions of wrong programs: a row for each, as WrongState describes it.
DATA = 'try_tests.json.gz'
SECONDS = 60
FOLDER = Path(__file__).resolve().parent


class WrongState(GameState):
    """A position of a wrong program.

    === Attributes ===
    rows: what is known of all positions with this side length
    number: the number of this one's row
    picture: the picture of the empty board
    cells: the cells and markers, in the order of the picture
    moves: the possible moves
    outcome: the rough outcome
    winner: 'p1' or 'p2' if that player has won, otherwise ''
    after: the number of the row to which each move leads
    """
    rows: list
    number: int
    picture: str
    cells: str
    moves: str
    outcome: float
    winner: str
    after: dict[str, int]

    def __init__(self, rows: list, number: int, picture: str) -> None:
        """Initialize the position with this number."""
        turn, self.cells, self.moves, self.outcome, self.winner, self.after \
            = rows[number]
        super().__init__(turn)
        self.rows, self.number, self.picture = rows, number, picture

    def __str__(self) -> str:
        """Return the picture of this position."""
        cells = iter(self.cells)
        return re.sub('[A-Z@]', lambda found: next(cells), self.picture)

    def __repr__(self) -> str:
        """Return who is to move, the cells and the markers."""
        return f'WrongState({self.p1_turn}, {self.cells!r})'

    def get_possible_moves(self) -> list[str]:
        """Return the possible moves."""
        return list(self.moves)

    def make_move(self, move: Any) -> 'WrongState':
        """Return the position after move."""
        if self.winner:
            raise unittest.SkipTest('Not after the end of a game.')
        if move not in self.after:
            raise ValueError(f'{move!r} is not possible here')
        return WrongState(self.rows, self.after[move], self.picture)

    def rough_outcome(self) -> float:
        """Return the estimate of this position."""
        return self.outcome


def exchange_players(rows: list) -> list:
    """Return rows with the players exchanged."""
    swap = str.maketrans('12', '21')
    return [[not turn, cells.translate(swap), moves, outcome,
             winner.translate(swap), after]
            for turn, cells, moves, outcome, winner, after in rows]


def make_wrong_game(right_game: Any, positions: dict[str, list]) -> Any:
    """Return the game with these positions, in which all else is as in the
    right one.
    """
    class StonehengeGame(right_game):
        """A wrong game."""
        current_state: Any

        def __init__(self, p1_starts: bool, *rest: Any, **names: Any) -> None:
            """Initialize a new game."""
            super().__init__(p1_starts, *rest, **names)
            picture = str(self.current_state)
            rows = positions.get(str(len(re.findall('[A-Z]', picture))))
            if rows is None:
                raise unittest.SkipTest('Not with this side length.')
            self.current_state = WrongState(
                rows if p1_starts else exchange_players(rows), 0, picture)

        def is_over(self, state: Any) -> bool:
            """Return whether the game is over at state."""
            return bool(state.winner)

        def is_winner(self, player: str) -> bool:
            """Return whether player has won."""
            return player == self.current_state.winner
    return StonehengeGame


def plug_in(fault: dict) -> None:
    """Put a wrong program into the place of yours."""
    if 'function' in fault:
        strategies = vars(import_module('strategy'))
        exec(f'def {fault["function"]}(game):\n    {fault["body"]}', strategies)
    else:
        module: Any = import_module('stonehenge')
        module.StonehengeGame = make_wrong_game(module.StonehengeGame,
                                                fault['positions'])


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


def try_out(number: int, left_out: Iterable[str]) -> dict[str, str]:
    """Return what goes wrong with the wrong program of this number, or with
    yours if it is -1. It is tried in a process of its own.
    """
    try:
        done = subprocess.run(
            [sys.executable, __file__, str(number), *left_out], stdout=-1,
            stdin=-3, stderr=-3, timeout=SECONDS, check=True)
        return json.loads(done.stdout.splitlines()[-1])
    except subprocess.TimeoutExpired:
        return {'': f'Your tests do not end within {SECONDS} seconds.'}
    except (subprocess.CalledProcessError, IndexError, ValueError):
        return {'': 'Your tests have ended the program.'}


def main() -> None:
    """Try your tests, and print what they find."""
    wrong = try_out(-1, [])
    # Once more without these, as tests may fail now and then, or all be wrong.
    problems = {**wrong, **(try_out(-1, wrong) if wrong else {})}
    for test, problem in problems.items():
        print(f'{test}\n    {problem}' if test else problem)
    if '' in problems:
        return
    print(f'On your own program, {len(problems) or "no"} '
          f'test{"s" * (len(problems) != 1)} failed.\n\nDo '
          f'{"the others" if problems else "they"} notice it if')
    for number, fault in enumerate(read_faults()):
        noticed = try_out(number, wrong)
        print(f'  {"yes" if noticed else "NO "}  {fault["name"]}?')


def read_faults() -> list[dict]:
    """Return what is known of wrong programs."""
    return json.loads(gzip.decompress((FOLDER / DATA).read_bytes()))


if __name__ == "__main__":
    if len(sys.argv) == 1:
        try:
            main()
        except KeyboardInterrupt:
            print('\nStopped.')
            sys.exit(130)
    elif not sys.argv[1].lstrip('-').isdigit():  # As this program calls itself.
        sys.exit('Usage: python3 try_tests.py')
    else:
        chosen, *without = sys.argv[1:]
        if chosen != '-1':
            plug_in(read_faults()[int(chosen)])
        print(f'\n{json.dumps(run_tests(without))}')
