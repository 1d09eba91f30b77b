"""Wrong programs that students can try their own tests on.

Of a wrong Stonehenge, they get no code, but all its positions with side lengths
1 and 2; of a wrong strategy, its only line. Both come from the faults that
students are told of.
"""
from types import ModuleType
from typing import Any
import gzip
import json
import re
from course.marking.configuration import TOP
from course.marking.student_tests import Fault, read_faults

SIZES = 1, 2


def make_wrong_programs() -> bytes:
    """Return all that try_tests.py has to know of them."""
    found = [describe_fault(fault) for fault in read_faults()
             if fault['visible']]
    return gzip.compress(json.dumps(found).encode(), mtime=0)


def describe_fault(fault: Fault) -> dict[str, Any]:
    """Return what is to be known of a program with this fault."""
    if fault['file'] == 'stonehenge.py':
        text = (TOP / fault['file']).read_text('utf-8')
        return {'name': fault['name'], 'positions': list_positions(
            text.replace(fault['old'], fault['new']))}
    return {'name': fault['name'], 'function': fault['function'],
            'body': fault['new']}


def list_positions(text: str) -> dict[str, list]:
    """Return all positions of the Stonehenge with this text, up to the end of
    games that player 1 starts, by the number of cells.
    """
    module = ModuleType('wrong_stonehenge')
    exec(text, vars(module))
    positions = {}
    for size in SIZES:
        game = vars(module)['StonehengeGame'](True, size=size)
        cells = game.current_state.get_possible_moves()
        positions[str(len(cells))] = list_rows(game, cells)
    return positions


def list_rows(game: Any, cells: list[str]) -> list[list]:
    """Return a row for each position of game, as WrongState describes it."""
    rows: list[list] = []
    states = [game.current_state]
    numbers = {repr(states[0]): 0}
    while len(rows) < len(states):
        state, after = states[len(rows)], {}
        for move in [] if game.is_over(state) else cells:
            try:
                child = state.make_move(move)
            except ValueError:
                continue
            after[move] = numbers.setdefault(repr(child), len(states))
            if after[move] == len(states):
                states.append(child)
        game.current_state = state
        winner = [name for name in ('p1', 'p2') if game.is_winner(name)]
        rows.append([state.p1_turn, ''.join(re.findall('[A-Z12@]', str(state))),
                     ''.join(state.get_possible_moves()),
                     state.rough_outcome(), ''.join(winner), after])
    return rows
