"""What --trace shows of right searches, wrong ones, and what is no search."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any
import sys
import pytest
from interface.recorder import Recorder
from interface.trace import (
    Trace,
    build_tree,
    find_positions,
    format_trace,
    make_trace,
    trace_search,
)
from strategy import iterative_minimax_strategy, recursive_minimax_strategy
from subtract_square_game import SubtractSquareGame
from subtract_square_state import SubtractSquareState
from tests.minimax_unittest_basic import TinyGame, TinyState
from tests.support.programs import TOP, copy_to, run_in
from tests.support.starters import copy_starter, plug_in
from tests.support.suites import SOLUTIONS
from tests.support.minimax_programs import (
    LAYOUTS,
    RIGHT,
    STYLES,
    WRONG,
    Kind,
    write_program,
)

# Each event of a search would be checked.
pytestmark = pytest.mark.usefixtures('without_contracts')


def load(
    path: Path, code: str, name: str = 'recursive_minimax_strategy'
) -> Any:
    """Return the strategy called name of a program with this code, written to
    path.
    """
    path.write_text(code, 'utf-8')
    spec: Any = spec_from_file_location(path.stem, path)
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return getattr(module, name)


def start(position: Any) -> Any:
    """Return a game that begins with this number, or this tiny tree."""
    if isinstance(position, int):
        return SubtractSquareGame(True, size=position)
    return TinyGame(TinyState(True, position))


def trace(path: Path, code: str, position: Any, *name: str) -> Trace:
    """Return what a program with this code does at position."""
    game = start(position)
    record = Recorder(load(path, code, *name))
    record.ask(game)
    return make_trace(record, build_tree(game))


@pytest.mark.parametrize('style', STYLES)
@pytest.mark.parametrize('kind', WRONG)
def test_wrong_programs(style: str, kind: str, tmp_path: Path) -> None:
    """The first wrong score is where the mistake is."""
    row = WRONG[kind]
    code = write_program(style, row)
    found = trace(tmp_path / 'program.py', code, row.position)
    wrong = found.wrong and found.wrong.path
    assert wrong == (row.wrong and tuple(map(str, row.wrong))), code
    if row.wrong is None:
        assert 'look at how it chooses' in found.notes[-1]


@pytest.mark.parametrize('style', STYLES)
@pytest.mark.parametrize('kind', RIGHT)
def test_right_programs(style: str, kind: str, tmp_path: Path) -> None:
    """Whatever its style, and whose scores it speaks of, nothing is wrong."""
    code = write_program(style, RIGHT[kind])
    for number in 1, 2, 3, 4, 6, 11:
        found = trace(tmp_path / 'program.py', code, number)
        assert found.wrong is None and 'right' in found.notes[0], code
        assert number < 3 or any(each.yours != '-' for each in found.tree)


class Wayfarer(SubtractSquareState):
    """A position that knows which moves have led to it, and shows none."""

    way: tuple[str, ...] = ()

    def make_move(self, move: Any) -> Any:
        """Return the position after move."""
        after: Any = super().make_move(move)
        after.__class__ = Wayfarer
        after.way = (*self.way, str(move))
        return after


@pytest.mark.parametrize(
    'strategy', [recursive_minimax_strategy, iterative_minimax_strategy]
)
def test_equal_positions(strategy: Any) -> None:
    """Of equal positions in the tree, it is the one that the moves led to,
    although our search keeps all positions on its path in one dictionary.
    """
    for number in range(1, 13):
        game = start(number)
        record = Recorder(strategy)
        game.current_state.__class__ = Wayfarer
        record.ask(game)
        places = find_positions(record, build_tree(game))
        for call in record.calls:
            assert places[call].path == getattr(
                record.nodes[call.node].state, 'way'
            ), number


@pytest.mark.parametrize('layout', LAYOUTS)
def test_layouts(layout: str, tmp_path: Path) -> None:
    """However a program keeps its positions, each has its score, and is where
    the moves led.
    """
    strategy = load(tmp_path / 'program.py', LAYOUTS[layout])
    for number in 2, 3, 5, 6, 8, 12:
        game = start(number)
        record = Recorder(strategy)
        game.current_state.__class__ = Wayfarer
        record.ask(game)
        tree = build_tree(game)
        found = make_trace(record, tree)
        assert not found.wrong and all(
            each.yours == each.right for each in tree[1:]
        ), number
        assert found.has_stack == ('while stack' in LAYOUTS[layout])
        assert all(step.stack for step in found.steps[:-1]), number
        for number, place in find_positions(record, build_tree(game)).items():
            if number in record.nodes:
                assert place.path == getattr(
                    record.nodes[number].state, 'way'
                ), number


def test_changed_position(tmp_path: Path) -> None:
    """A position is shown as it was before the search, which may change it."""
    mover = load(
        tmp_path / 'program.py',
        """\
def recursive_minimax_strategy(game):
    game.current_state.p1_turn = False
    return 1
""",
    )
    found = trace_search(mover, start(4))
    assert found.title.startswith('recursive_minimax_strategy, asked with p1')
    assert found.tree[0].name == 'p1:4'


@pytest.mark.parametrize(
    'move, said',
    [
        ('1', 'It chose 1, which is right.'),
        ('4', 'It chose 4. Right: 1.'),
        ('"1"', "It chose '1', which is not a possible move. Right: 1."),
        ('-1', 'It chose -1, which is not a possible move. Right: 1.'),
    ],
)
def test_what_is_chosen(move: str, said: str, tmp_path: Path) -> None:
    """What only looks like a right move is none, and a score is no move."""
    mover = load(
        tmp_path / 'program.py',
        f'def recursive_minimax_strategy(game):\n    return {move}\n',
    )
    found = trace_search(mover, start(8))
    assert found.notes[0] == said


def test_alpha_beta(tmp_path: Path) -> None:
    """Scores that are only bounds are others, and not called wrong."""
    bounds = Kind(
        {
            'SCORE(state.make_move(move))': (
                'SCORE(state.make_move(move), -high, -low)'
            ),
            'best = value': (
                'best = value\n        low = max(low, best)\n'
                '        if low >= high:\n            break'
            ),
        },
        choice={'best = -2': 'best = -2', 'move))': 'move), -1, 1)'},
    )
    code = write_program('helper', bounds).replace(
        'def score(game, state)', 'def score(game, state, low, high)'
    )
    found = trace(
        tmp_path / 'program.py',
        code,
        {'a': {'a': {'a': 0}, 'b': {'a': 0, 'b': -1}}},
    )
    assert found.wrong and found.wrong.path == ('a', 'b')
    text = format_trace(found)
    assert '<- another score' in text and 'first wrong' not in text


PROGRAMS = {
    'it raises': ('return choice', 'return 1 / 0', 'ZeroDivisionError', 'line'),
    'it recurses': (
        'def score(game, state):',
        'def score(game, state):\n    score(game, state)',
        'until there was no room left, in score',
        'line',
    ),
    'it loops': (
        'return choice',
        'while True:\n        score(game, state)',
        'still running after 20,000 steps',
        'line',
    ),
}


@pytest.mark.parametrize(
    'name',
    [
        'it raises',
        'it recurses',
        pytest.param('it loops', marks=pytest.mark.slow),
    ],
)
def test_programs_without_end(name: str, tmp_path: Path) -> None:
    """What does not return is traced as far as it came, and its line said."""
    old, new, *said = PROGRAMS[name]
    code = write_program('helper', RIGHT['plain']).replace(old, new)
    found = trace(tmp_path / 'program.py', code, 4)
    assert all(words in found.notes[0] for words in said), found.notes


def test_stack(tmp_path: Path) -> None:
    """The stack is shown after each turn, whatever is in it is called; without
    one, it is said what was looked for."""
    code = (SOLUTIONS / 'lists' / 'strategy.py').read_text('utf-8')
    name = 'iterative_minimax_strategy'
    for old, new in ('stack', 'todo'), ('.state', '.place'), ('score', 'worth'):
        code = code.replace(old, new)
        found = trace(tmp_path / 'program.py', code, 4, name)
        turns = [
            (
                [each.name for each in step.stack],
                [(each.name, value) for each, value in step.scored],
            )
            for step in found.steps
        ]
        assert turns[:2] == [
            (['p1:4', 'p2:3', 'p2:0'], []),
            (['p1:4', 'p2:3'], [('p2:0', -1)]),
        ]
        assert turns[-1] == ([], [('p1:4', 1)]) and not found.wrong
        assert len(turns) == 10 and found.has_stack
    hidden = (
        code.replace('todo = [root]', 'todo = {0: [root]}')
        .replace('while todo', 'while todo[0]')
        .replace('todo.', 'todo[0].')
    )
    found = trace(tmp_path / 'program.py', hidden, 4, name)
    assert 'No stack was seen' in found.notes[-1]


@pytest.mark.parametrize(
    'options, said',
    [
        ('--game s --size 4', 'What is left: 4\n\nrecursive_minimax_strategy'),
        ('--game s --size 11 --moves 9', '| 1 -> p1:1             1      1\n'),
        ('--game h --size 1', '| B -> p2   not asked     -1\n'),
        ('--game s --size 400', 'There are fewer after playing 361,25.\n'),
        ('--game s --p1 i', 'interactive_strategy does not search'),
        ('--game s --p1 r', 'random_strategy does not search'),
        ('--game s --size 12 --moves 9,1,1,1', 'The game is over there'),
        ('--game s --p2 r', '--p2 does not go with --trace'),
    ],
    ids=repr,
)
def test_program(options: str, said: str) -> None:
    """What is typed leads to the trace, or to one line."""
    done = run_in(TOP, 'game_interface.py', '--trace', *options.split())
    assert said.lower() in done.stdout.lower()
    assert 'Traceback' not in done.stdout


@pytest.mark.parametrize(
    'line', ['while True: pass', 'import time; time.sleep(600)']
)
def test_time_is_up(line: str, tmp_path: Path) -> None:
    """What goes on for too long is shown as far as it came, with its line."""
    copy_starter(tmp_path)
    plug_in(tmp_path)
    copy_to(tmp_path, ['stonehenge.py'])
    for name, old, new in (
        ('strategy.py', 'raise NotImplementedError', line),
        ('interface/words.py', 'TRACE_LIMIT = 10', 'TRACE_LIMIT = 1'),
    ):
        code = (tmp_path / name).read_text('utf-8')
        assert old in code
        (tmp_path / name).write_text(code.replace(old, new), 'utf-8')
    done = run_in(
        tmp_path, 'game_interface.py', '--trace', '--game', 's', '--size', '4'
    )
    assert (
        'It was still running after 1 s, in recursive_minimax_strategy, '
        'strategy.py' in ' '.join(done.stdout.split())
    )
    assert done.returncode == 1 and 'p1:4' in done.stdout


def test_starter_files(tmp_path: Path) -> None:
    """Students are told no right scores of larger games than they can work out
    alone, and see their own."""
    copy_starter(tmp_path)
    plug_in(tmp_path)
    copy_to(tmp_path, ['stonehenge.py'])
    strategy = tmp_path / 'strategy.py'
    code = write_program('helper', WRONG['it takes the lowest'])
    strategy.write_text(
        strategy.read_text('utf-8') + code.replace('from copy', '\nfrom copy'),
        'utf-8',
    )
    begin = 'game_interface.py', '--trace', '--game'
    small = run_in(tmp_path, *begin, 's', '--size', '6').stdout
    assert '  <- ' in small and ' right\n' in small
    large = run_in(tmp_path, *begin, 'h', '--size', '2', '--moves', 'A,C,F')
    assert (
        'yours' in large.stdout and 'right scores are not told' in large.stdout
    )
    assert 'first wrong' not in large.stdout and ' right\n' not in large.stdout
