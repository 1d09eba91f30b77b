"""Nothing that students are to write survives in what they get.

What they get and what they do not is spelled out here once more, so that a
slip in starter.toml is found.
"""

from typing import Iterator
import ast
import re
import pytest
from tests.support.programs import TOP
from tests.support.starters import GIVEN, list_plans, starter_files

LONG = 25
# Of each file, what students get as it is, and of what they get the signature
# and the docstring.
SOURCES = {
    'assignment': {
        'stonehenge.py': ('', ''),
        'strategy.py': (
            'GameOverError interactive_strategy explain find_moves '
            'random_strategy rough_outcome_strategy choose_most_promising '
            'ask_hook position_key DEFAULTS',
            'recursive_minimax_strategy iterative_minimax_strategy',
        ),
        **{
            path.relative_to(TOP).as_posix(): ('', '')
            for path in sorted((TOP / 'engine').glob('*.py'))
        },
    },
    'dominoes': {
        'labs/dominoes/adversarial_search.py': (
            'Move',
            'create_dominoes_game DominoesGame __init__ get_board reset '
            'copy is_legal_move legal_moves perform_move game_over successors '
            'get_random_move get_best_move',
        )
    },
    'hex': {
        'labs/hex/hex_grid.py': ('', ''),
        'labs/hex/hex_eval.py': ('Value HIGH', ''),
        'labs/hex/Minimax.py': (
            'Node',
            'BoundedMinimaxPlayer AlphaBetaMinimaxPlayer __init__ eval '
            'betterEval getMove boundedMinimax alphaBetaMinimax',
        ),
        'labs/hex/MonteCarlo.py': ('', 'MonteCarloPlayer __init__ getMove'),
    },
    'game_tree': {
        'labs/game_tree/minimax.py': (
            'anytree NO_ANYTREE VALUES get_value get_next_valid_moves '
            'build_example make_report main',
            'minimax',
        )
    },
}

# Files that students get as they are.
ALSO_GIVEN = {
    'assignment': GIVEN,
    'dominoes': ['labs/dominoes/dominoes_game_gui.py'],
    'hex': [
        f'labs/hex/{name}.py' for name in ('HexGame', 'Players', 'play_hex')
    ],
}

# The handout and the suites have to speak of these.
PROMISED = {'StonehengeGame', 'StonehengeState', 'alpha_beta_strategy'}
PROMISED_LINES = {
    'class StonehengeGame(Game):',
    'class StonehengeState(GameState):',
    "def make_move(self, move: Any) -> 'StonehengeState':",
}


def find_names(node: ast.stmt) -> set[str]:
    """Return the names that a statement defines at its top."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    return {
        each.id
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }


def find_removed(
    body: list[ast.stmt], kept: str, stubs: str
) -> Iterator[ast.stmt]:
    """Yield the statements of a body that students do not get."""
    for i, node in enumerate(body):
        is_doc = i == 0 and isinstance(node, ast.Expr)
        if (
            is_doc
            or isinstance(node, (ast.Import, ast.ImportFrom))
            or find_names(node) & set(kept.split())
            or ast.unparse(node).startswith('if __name__')
        ):
            continue
        if find_names(node) & set(stubs.split()) and hasattr(node, 'body'):
            yield from find_removed(node.body, kept, stubs)
        else:
            yield node


def find_removed_code(name: str) -> tuple[set[str], set[str]]:
    """Return the longer lines and the names of what students do not get. Lines
    that they also get do not count.
    """
    lines = set()
    names = set()
    others = PROMISED_LINES
    for path, parts in SOURCES[name].items():
        text = (TOP / path).read_text('utf-8')
        rest = [line.strip() for line in text.splitlines()]
        for node in find_removed(ast.parse(text).body, *parts):
            place = slice(node.lineno - 1, node.end_lineno)
            lines |= set(rest[place])
            rest[place] = [''] * len(rest[place])
            names |= {
                each.name
                for each in ast.walk(node)
                if isinstance(each, (ast.FunctionDef, ast.ClassDef))
            }
        others = others | set(rest)
    return {line for line in lines - others if len(line) >= LONG}, names


def find_leaks(name: str, files: str) -> set[str]:
    """Return what stands in files, a long text, but is to be written: longer
    lines, unless they also stand in a file that students get as it is, and
    names of functions and classes.
    """
    lines, names = find_removed_code(name)
    given = '\n'.join(
        (TOP / path).read_text('utf-8') for path in ALSO_GIVEN.get(name, [])
    )
    found = {line.strip() for line in files.splitlines()}
    allowed = {line.strip() for line in given.splitlines()}
    assert len(lines) > {'game_tree': 5}.get(name, 50)
    stubs = ' '.join(parts[1] for parts in SOURCES[name].values()).split()
    words = set(re.findall(r'\w+', files))
    known = {*re.findall(r'\w+', given), *PROMISED, *stubs}
    leaks = lines & found - allowed
    for helper in (names - known) & words:
        # Names that are plain words, such as draw, may stand in sentences.
        is_plain = re.fullmatch('[A-Z]?[a-z]+', helper)
        if not is_plain or re.search(rf'\b{helper}\(', files):
            leaks.add(helper)
    return leaks


@pytest.mark.parametrize('name', list_plans())
def test_nothing_survives(name: str) -> None:
    """No longer line of what is to be written stands anywhere in what students
    get, unless it also stands in a file that they get as it is, and no name of
    a function or class."""
    files = b'\n'.join(starter_files(name).values()).decode()
    assert find_leaks(name, files) == set()


def test_leaks_are_found() -> None:
    """A line of the solution, or the name of a function in it, is found."""
    files = b'\n'.join(starter_files().values()).decode()
    for leak in (
        'for i, cell in enumerate(self.coordinates)',
        'def cells_to_claim():',
    ):
        assert find_leaks('assignment', f'{files}\n    {leak}\n')
