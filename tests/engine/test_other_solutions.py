"""Our files next to other people's: theirs in place of ours, and the reverse.

Every test runs Python in a copy of the checkout, as a marker does.
"""

from pathlib import Path
import re
import pytest
from tests.support.programs import (
    FLAT_FILES,
    copy_to,
    run_in,
    write_bare_superclasses,
)
from tests.support.slow import make_case
from tests.support.suites import (
    GAMES_AND_STRATEGIES,
    SOLUTIONS,
    copy_suites,
    run_suites,
    use_solution,
)

# As little as a strategy.py can have.
SIMPLE = """
def interactive_strategy(game):
    return game.str_to_move(input('Move? '))
def random_strategy(game):
    return game.current_state.get_possible_moves()[0]
rough_outcome_strategy = recursive_minimax_strategy = random_strategy
iterative_minimax_strategy = random_strategy
"""
# What a checkout can have that is not ours: all flat files of a solution but
# game_interface.py, its stonehenge.py or its strategy.py; or bare superclasses.
ALL = ['lists all', 'own_classes all']
STONEHENGE = ['lists stonehenge', 'own_classes stonehenge']
STRATEGY = ['lists strategy', 'simple strategy']
WITH_ENGINE = [*STONEHENGE, 'bare superclasses']


def with_houses(*names: str) -> pytest.MarkDecorator:
    """Return what runs a test with these houses, some of them as slow."""
    quick = {
        'own_classes all',
        'lists stonehenge',
        'simple strategy',
        'bare superclasses',
    }
    return pytest.mark.parametrize(
        'house',
        [make_case(name, is_slow=name not in quick) for name in names],
        indirect=True,
    )


@pytest.fixture(name='house', scope='module')
def mixed_checkout(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Give a checkout in which what the parameter says is not ours."""
    house = tmp_path_factory.mktemp('house')
    copy_to(house, [*FLAT_FILES, 'interface', 'engine', 'drawings', 'labs'])
    who, what = request.param.split()
    theirs = SOLUTIONS / who
    if who == 'bare':
        write_bare_superclasses(house)
    elif who == 'simple':
        (house / f'{what}.py').write_text(SIMPLE, encoding='utf-8')
    else:
        use_solution(
            house,
            who,
            GAMES_AND_STRATEGIES if what == 'all' else [f'{what}.py'],
        )
    if what == 'stonehenge':
        # What it needs of that person's superclasses stands in ours.
        for name in 'game.py', 'game_state.py':
            text = (theirs / name).read_text(encoding='utf-8')
            if 'class Game' not in text:
                with open(house / name, 'a', encoding='utf-8') as file:
                    file.write(text.partition('\n')[2])
    return house


def play(house: Path, *arguments: str, text: str = '2\n') -> str:
    """Return what a program of the house prints that comes to its end."""
    done = run_in(house, *arguments, text=text)
    assert done.returncode == 0, done.stdout
    return done.stdout


@with_houses(*ALL, *STRATEGY, *WITH_ENGINE)
def test_programs(house: Path, request: pytest.FixtureRequest) -> None:
    """Whatever is somebody else's, both games are played, in both programs; and
    only where the engine can be used, alpha-beta is offered, and the review
    says more than what it needs."""
    for program, game in (
        ('game_interface.py', 'h\nmr\nmi\ny\n2\n'),
        ('-m labs', 's\nr\nro\ny\n20\n'),
    ):
        assert re.search(
            r'\n\nPlayer [12] is the winner!\n',
            play(house, *program.split(), text=game),
        )
    usable = request.node.callspec.params['house'] in WITH_ENGINE
    shown = play(house, 'game_interface.py', '--help')
    assert ('ab = ' in shown) is usable and 'lacks' not in shown
    reviewed = play(
        house,
        *'game_interface.py --game s --p1 ro --p2 r --first 1 --review'.split(),
        text='20\n',
    )
    assert (
        'The folder engine/ finds' in reviewed.splitlines()[-1]
    ) is not usable


@with_houses(*STONEHENGE)
def test_engine(house: Path) -> None:
    """With another stonehenge.py, all that the engine does works."""
    for game in (
        'h --p1 ab --p2 ro',
        'd --size 3 --p1 ab --p2 mi',
        'x --size 2 --p1 mi --p2 ab',
    ):
        assert 'is the winner!' in play(
            house, *f'-m labs --first 1 --game {game}'.split()
        )
    start = 'game_interface.py --game h --p1 i --p2 i --first 1'.split()
    told = run_in(house, *start, text='2\nvalues\nhint\n').stdout
    assert 'wins: A, B, C' in told and 'A wins, in' in told, told
    assert 'Player 1 could win' in play(house, *start, text='1\nA\n')
    play(house, *'game_interface.py --check --game h --size 1'.split())


@with_houses('simple strategy')
def test_move_of_another_strategy(house: Path) -> None:
    """If an interactive strategy returns no possible move, it is told so."""
    assert (
        "'Q' is not a possible move here.\nMove? Player 2 chooses D."
        in run_in(
            house, 'game_interface.py', text='h\nmr\ni\ny\n2\nQ\nD\n'
        ).stdout
    )


@pytest.mark.parametrize(
    'names, keys',
    [
        (['interactive_strategy', 'rough_outcome_strategy'], 'r mr mi'),
        pytest.param(['random_strategy'], 'i ro mr mi', marks=pytest.mark.slow),
        pytest.param(
            ['recursive_minimax_strategy', 'iterative_minimax_strategy'],
            'i r ro',
            marks=pytest.mark.slow,
        ),
    ],
)
def test_missing_strategies(
    names: list[str], keys: str, tmp_path: Path
) -> None:
    """One line names the strategies that are missing; the rest are offered."""
    text = (SOLUTIONS / 'lists' / 'strategy.py').read_text('utf-8')
    for name in names:
        assert f'def {name}(' in text
        text = text.replace(f'def {name}(', f'def other_{name}(')
    copy_to(tmp_path, [*FLAT_FILES, 'interface', 'engine'])
    (tmp_path / 'strategy.py').write_text(text, 'utf-8')
    key = keys.split()[-1]
    start = f'--game s --p1 {key} --p2 {key} --first 1'.split()
    shown = play(tmp_path, 'game_interface.py', *start)
    assert shown.startswith(f'strategy.py lacks {", ".join(names)}.\n')
    assert shown.count('lacks') == 1 and 'is the winner!' in shown
    asked = run_in(tmp_path, 'game_interface.py', '--game', 's').stdout
    offered = re.search(r'strategy for player 1\? \((.*?)\)', asked)[1]
    assert re.findall(r'(\w+) = ', offered) == keys.split()
    code = (
        'import sys, io; sys.stderr = io.StringIO(); import game_interface'
        f' as it; print(*it.usable_strategies); it.main({start})'
    )
    shown = play(tmp_path, '-c', code)
    assert shown.startswith(f'{keys}\n') and 'lacks' not in shown


def test_no_strategy_at_all(tmp_path: Path) -> None:
    """A strategy.py that calls all of them something else is no traceback."""
    copy_to(tmp_path, [*FLAT_FILES, 'interface'])
    copy_to(tmp_path, ['strategy.py'], SOLUTIONS / 'own_classes')
    told = run_in(tmp_path, 'game_interface.py').stdout.splitlines()
    assert told[0].startswith('strategy.py lacks interactive_strategy, random')
    assert told[1:] == ['game_interface.py: There is no strategy to play with.']


@pytest.mark.slow
@pytest.mark.parametrize('folders', [[], ['engine']], ids=repr)
def test_bare_superclasses(folders: list[str], tmp_path: Path) -> None:
    """Superclasses without hooks will do, and flat files without folders."""
    copy_to(
        tmp_path,
        [
            'stonehenge.py',
            'strategy.py',
            'subtract_square_game.py',
            'subtract_square_state.py',
            *folders,
        ],
    )
    write_bare_superclasses(tmp_path)
    copy_to(tmp_path, ['game_interface.py'], SOLUTIONS / 'lists')
    copy_suites(tmp_path)
    done = run_suites(tmp_path, '-f')
    assert done.returncode == 0, done.stdout


def test_generic_modules_do_not_know_stonehenge(tmp_path: Path) -> None:
    """Alpha-beta, values, hints and reviews need no stonehenge.py at all; and
    a broken engine is not taken for a missing one, but one without Stonehenge
    is."""
    copy_to(tmp_path, ['game.py', 'game_state.py', 'strategy.py', 'engine'])
    assert (
        play(
            tmp_path,
            '-c',
            'import engine.alpha_beta, engine.hints, '
            'engine.reviews, engine.values',
        )
        == ''
    )
    copy_to(tmp_path, [*FLAT_FILES, 'interface'])
    (tmp_path / 'engine' / 'lines.py').unlink()
    code = (
        'from stonehenge import *\n'
        'StonehengeGame(True, size=2).current_state.search_state()'
    )
    for broken in ['-c', code], ['game_interface.py', '--help']:
        assert (
            "No module named 'engine.lines'" in run_in(tmp_path, *broken).stdout
        )
        (tmp_path / 'engine' / 'alpha_beta.py').write_text(
            'import engine.lines\n'
        )
    (tmp_path / 'engine' / 'fast_stonehenge.py').unlink()
    assert play(tmp_path, '-c', code) == ''
