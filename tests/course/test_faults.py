"""One fault costs once: what is lost for the known faults, alone, in pairs and
in threes.

What fails costs points, and what is skipped for the same reason in the same
class of tests does, too. What is excused costs nothing.
"""

from itertools import combinations
from pathlib import Path
import json
import pytest
from tests.support.programs import FLAT_FILES, TOP, copy_to, run_in
from tests.support.slow import make_case
from tests.support.suites import SUITES, copy_suites

RUN = """
import json, sys, unittest
result = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromName(sys.argv[1]).run(result)
found = [test for test, _ in result.failures + result.errors + result.skipped]
print(json.dumps([test.id().partition('.')[2] for test in found
                  if not (test.excused or test.on_the_way)]))
"""
# What takes longest and says nothing else of these faults.
SEARCHES = {
    f'Test{kind}Minimax.test_{name}'
    for kind in ('Recursive', 'Iterative')
    for name in (
        'good_squares',
        'far_from_the_end',
        'subtract_square',
        'ties',
        'stonehenge_2',
        'stonehenge_3',
        'long_game',
    )
}
TABLE = TOP / 'tests' / 'support' / 'faults.json'
FAULTS = dict(enumerate(json.loads(TABLE.read_text('utf-8')), 1))
# What is lost for each fault alone.
LOST = {
    1: {'TestClaims.test_half_of_a_line'},
    2: {'TestClaims.test_less_than_half'},
    3: {'TestClaims.test_first_claim_stays'},
    4: {'TestFirstMoves.test_turns'},
    5: {'TestMoves.test_taken_cells'},
    6: {each for each in SEARCHES if 'Recursive' in each}
    - {'TestRecursiveMinimax.test_long_game'},
    7: {'TestEnd.test_exactly_half'},
    8: {'TestClaims.test_cells_of_both_players'},
    9: {'TestMoves.test_possible_moves'},
    10: {'TestTexts.test_str_to_move'},
    11: {'TestEstimates.test_rough_outcome_small'},
    12: {'TestRecursiveMinimax.test_untouched'},
    13: {each for each in SEARCHES if 'Iterative' in each},
}
# Where the first of these is wrong, the others cannot be told.
HIDES = {
    1: {3, 7, 9, 11},
    2: {8},
    4: {1, 2, 3, 7, 8, 9, 11},
    6: {12},
    7: {9, 11},
}
# Where recursive minimax does not search, the other one alone shows it. And
# where lines and games both need more than half, nobody wins any game.
INSTEAD = {
    (6, 12): {'TestIterativeMinimax.test_untouched'},
    (1, 7): {'TestFirstMoves.test_whole_game'},
}
QUICK = [(1,), (5,)]


def list_faults() -> list:
    """Return the faults alone, and each two in one file: in some three whose
    sum the number of faults divides, or as a pair where there is no such three.
    """
    found = {(each,) for each in FAULTS}
    for kind in {fault['file'] for fault in FAULTS.values()}:
        numbers = [each for each in FAULTS if FAULTS[each]['file'] == kind]
        for pair in combinations(range(len(numbers)), 2):
            three = {*pair, -sum(pair) % len(numbers)}
            found.add(tuple(sorted(numbers[each] for each in three)))
    return [
        make_case(each, is_slow=each not in QUICK) for each in sorted(found)
    ]


@pytest.mark.parametrize('numbers', list_faults(), ids=repr)
def test_what_is_lost(numbers: tuple[int, ...], tmp_path: Path) -> None:
    """A fault costs one test of Stonehenge, or those of the strategy that is
    wrong. Of several, each costs what it costs alone, unless one of them keeps
    another from being seen: nothing is lost that none of them costs."""
    copy_to(tmp_path, [*FLAT_FILES, 'interface'])
    copy_suites(tmp_path)
    for number in numbers:
        fault = FAULTS[number]
        assert (TOP / fault['file']).read_text('utf-8').count(fault['old']) == 1
        path = tmp_path / fault['file']
        text = path.read_text('utf-8')
        if text.count(fault['old']) != 1:
            pytest.skip('two of these are in the same place')
        path.write_text(text.replace(fault['old'], fault['new']), 'utf-8')
    suite = SUITES['strategy' in FAULTS[numbers[0]]['file']]
    done = run_in(tmp_path, '-c', RUN, suite, SEED='148', SECONDS_PER_TEST='60')
    hidden = set().union(*(HIDES.get(number, ()) for number in numbers))
    assert set(json.loads(done.stdout.splitlines()[-1])) == set().union(
        *(LOST[number] for number in numbers if number not in hidden),
        INSTEAD.get(numbers, ()),
    )
