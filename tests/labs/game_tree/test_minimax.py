"""The handout of the tree lab: minimax over an explicit tree."""

from math import inf
from subprocess import PIPE, CompletedProcess, run
from typing import Any
import sys
import pytest
from anytree import Node
from hypothesis import given, strategies as st
from labs.game_tree import minimax as module
from labs.game_tree.minimax import build_example, get_value, minimax
from tests.support.programs import TOP

LAB = TOP / 'labs' / 'game_tree'
# A tree: the value of a leaf, or the trees below.
TREES = st.recursive(
    st.integers(-9, 9),
    lambda below: st.lists(below, min_size=1, max_size=4),
    max_leaves=40,
)


def test_values() -> None:
    """Each move has its value: as a name, with 'Move', or as an attribute. A
    name that is not a move is named, with the moves that there are."""
    for move, value in ('X', 2), ('Y', 7), ('Z', 5), ('W', 10), ('V', 8):
        assert (
            get_value(Node(move))
            == get_value(Node('Move ' + move))
            == get_value(Node('1_1', move=move))
            == value
        )
    for name in 'Q', 'Move', 'Move Q', '', 'x', 'XY', 7:
        with pytest.raises(ValueError, match='X, Y, Z, W, V'):
            get_value(Node(name))


def test_wrong_depth() -> None:
    """A depth below 0, or that is not whole, raises ValueError, also at
    a leaf."""
    for depth in -1, -7, 1.5, 'two', None, float('nan'), -inf:
        for name in 'root', '3_1':
            with pytest.raises(ValueError, match='whole number that is 0 or'):
                minimax(build_example()[name], depth, True)


def plain(tree: Any, depth: float, a_moves: bool) -> int:
    """Return the value of tree by another way: both go for the highest."""
    if isinstance(tree, int):
        return tree
    if depth == 0:
        return len(str(tree))
    sign = 1 if a_moves else -1
    values = [sign * plain(below, depth - 1, not a_moves) for below in tree]
    return sign * sorted(values)[-1]


@given(TREES, st.integers(0, 6) | st.just(inf), st.booleans())
def test_random_trees(tree: Any, depth: float, a_moves: bool) -> None:
    """Any tree, with get_value and get_next_valid_moves replaced by others
    that know nothing of anytree: minimax looks both up when it is called."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            module,
            'get_value',
            lambda node: node if isinstance(node, int) else len(str(node)),
        )
        patch.setattr(
            module,
            'get_next_valid_moves',
            lambda node: [] if isinstance(node, int) else node,
        )
        assert minimax(tree, depth, a_moves) == plain(tree, depth, a_moves)


def test_only_leaves_are_valued(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values are asked for where minimax ends, from left to right, once; and
    no node below the depth is looked at."""
    valued = []
    expanded = []

    def value(node: Any) -> int:
        valued.append(node)
        return 0

    def expand(node: Any) -> list:
        expanded.append(node)
        return node.children

    monkeypatch.setattr(module, 'get_value', value)
    monkeypatch.setattr(module, 'get_next_valid_moves', expand)
    nodes = build_example()
    minimax(nodes['root'], 2, True)
    assert valued == [nodes[f'2_{i}'] for i in range(1, 6)]
    assert expanded == [nodes[name] for name in ('root', '1_1', '1_2')]


def run_here(*command: str) -> CompletedProcess[str]:
    """Run command in the folder of the lab."""
    return run(
        command,
        cwd=LAB,
        stdout=PIPE,
        stderr=PIPE,
        encoding='utf-8',
        timeout=300,
        check=False,
    )


def test_script() -> None:
    """The handout runs from inside its folder: four results, and the tree with
    its values."""
    done = run_here(sys.executable, 'minimax.py')
    assert (done.returncode, done.stderr) == (0, '')
    lines = done.stdout.splitlines()
    assert lines[:4] == [
        f'minimax(root, {depth}, True) = 7' for depth in (0, 2, 3, 7)
    ]
    assert lines[6:] == [
        'Move Y: 7 (A)',
        '|-- Move X: 2 (B)',
        '|   |-- Move X: 2 (A)',
        '|   |-- Move Y: 8 (A)',
        '|   |   |-- Move Y: 7 (B)',
        '|   |   +-- Move V: 8 (B)',
        '|   +-- Move Z: 5 (A)',
        '+-- Move Y: 7 (B)',
        '    |-- Move W: 10 (A)',
        '    +-- Move Y: 7 (A)',
    ]


WITHOUT = "import sys; sys.modules['anytree'] = None; sys.argv[1:] = ['--help']"


@pytest.mark.parametrize(
    'program',
    [
        "runpy.run_path('minimax.py', run_name='__main__')",
        "sys.path.insert(0, '../..'); "
        "runpy.run_module('labs.game_tree', run_name='__main__')",
    ],
)
def test_without_anytree(program: str) -> None:
    """Without anytree, all programs say in one line what to install; minimax
    itself does not need it."""
    done = run_here(sys.executable, '-c', f'{WITHOUT}; import runpy; {program}')
    assert done.returncode == 1 and done.stdout == ''
    assert done.stderr.count('\n') == 1 and 'pip install anytree' in done.stderr
    done = run_here(
        sys.executable,
        '-c',
        f'{WITHOUT}; import minimax as m; '
        'm.get_next_valid_moves = lambda n: n or []; '
        'm.get_value = id; m.minimax([[]], 3, True)',
    )
    assert (done.returncode, done.stderr) == (0, '')
