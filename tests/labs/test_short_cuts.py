"""What the short cuts of domineering and of Hex save, as their READMEs say."""
from functools import lru_cache
from importlib import import_module
from typing import Any
from unittest.mock import patch
import re
import pytest
from benchmarks.measure import Counter
from benchmarks.short_cuts import look_up_unsearched
from game_interface import playable_games
from game_state import GameState
from labs.dominoes.adversarial_search import cover, find_places
from labs.dominoes.points import Areas, choose_disjoint, rank_places
from labs.games import add_games
from strategy import Search, recurse_deeply, recursive_score
from tests.support.programs import TOP

pytestmark = pytest.mark.usefixtures('without_contracts')

add_games()
hex_lab = import_module('hex_connections')
look_ahead, choose_cells = hex_lab.look_ahead, hex_lab.choose_cells


def ignore_must_play(grid: Any, *view: Any) -> Any:
    """Return what look_ahead does, but with all moves left."""
    outlook = look_ahead(grid, *view)
    return outlook._replace(left=grid.find_empty(*outlook.sets.values()))


def choose_single_places(empty: int, hers: int, mine: int, theirs: int
                         ) -> Areas:
    """Return what choose_areas does, but without places side by side."""
    safe = choose_disjoint(find_places(empty & ~hers, mine), mine)
    rest = cover(empty, safe, mine)
    ones = choose_disjoint(find_places(rest, mine), mine)
    return Areas(safe, 0, 0, ones, cover(rest, ones, mine))


SEARCH, STATE = 'strategy.Search.look_up', 'labs.dominoes.domineering.' \
    'DomineeringState'
# What stands in place of each short cut.
SHORT_CUTS: dict[tuple[str, str], tuple[str, Any]] = {
    ('d', 'without remembering scores'): (SEARCH, look_up_unsearched),
    ('d', 'without one key for mirror images'):
        (f'{STATE}.search_key', GameState.search_key),
    ('d', 'without points'): (f'{STATE}.known_score', GameState.known_score),
    ('d', 'with points for safe places alone'):
        ('labs.dominoes.points.find_promise', lambda *areas: 0),
    ('d', 'without places side by side'):
        ('labs.dominoes.points.choose_areas', choose_single_places),
    ('d', 'as if she could spoil any two areas'):
        ('labs.dominoes.points.find_joined',
         lambda areas, *steps: areas.twos | areas.ones),
    ('d', 'without odd rows'):
        ('labs.dominoes.points.count_odd', lambda *squares: 0),
    ('d', 'without counting room'):
        ('labs.dominoes.domineering.count_room', lambda *board: 0),
    ('d', 'without ranking places'):
        ('labs.dominoes.domineering.rank_places',
         lambda *board: sorted(rank_places(*board))),
    ('d', 'without any order'):
        (f'{STATE}.candidate_moves', GameState.candidate_moves),
    ('x', 'without remembering scores'): (SEARCH, look_up_unsearched),
    ('x', 'without folding the rotated board'):
        ('hex_grid.Grid.rotate', lambda grid, cells: cells),
    ('x', 'without fill-in'):
        ('hex_connections.fill_in', lambda grid, sets: sets),
    ('x', 'without connections'):
        ('hex_connections.connect', lambda edge, steps, empty: {
            point: [0] * ((edge, 0) in steps[point]) for point in steps}),
    ('x', 'without bridges'): ('hex_connections.take_two', lambda cells: 0),
    ('x', 'without must-play'):
        ('hex_connections.look_ahead', ignore_must_play),
    ('x', 'without dropping inferior cells'):
        ('hex_connections.drop_inferior', lambda grid, side, sets, cells: cells),
    ('x', 'without counting replies'):
        ('hex_for_core.choose_cells', lambda *view: sorted(
            choose_cells(*view), key=view[-1].index)),
    ('x', 'without any order'):
        ('hex_for_core.choose_cells', lambda *view: sorted(choose_cells(*view)))}
FOLDERS = {'d': TOP / 'labs' / 'dominoes', 'x': TOP / 'labs' / 'hex'}
MOST = 40_000
# Without these, a search visits many positions.
MANY = ['without points', 'without any order']


@lru_cache
def read_rows(key: str) -> dict[str, tuple[str, str]]:
    """Return the first figure and the last cell of each row in the README of
    the lab of the game with this key."""
    return {name: (count, where) for name, count, where in re.findall(
        r'^\| ((?:with|all|as if).*?) *\| *(>?[\d,]+) \|.* \| (.*) \|$',
        (FOLDERS[key] / 'README.md').read_text('utf-8'), re.M)}


def count_positions(key: str) -> str:
    """Return how many positions searches visit: of domineering 6 x 6, and of
    Hex 5 after each first move; or that there are more than MOST."""
    look_ahead.cache_clear()
    counter = Counter(MOST)
    search = Search(playable_games[key](True, size=6 if key == 'd' else 5),
                    counter)
    try:
        for state in [search.root] if key == 'd' else map(
                search.root.make_move, search.root.get_possible_moves()):
            recurse_deeply(recursive_score, search, state)
    except TimeoutError:
        return f'>{MOST:,}'
    return f'{counter.positions:,}'


@pytest.mark.parametrize('key', FOLDERS)
def test_all_short_cuts(key: str) -> None:
    """The README has all rows, and the figure of the first one is right."""
    rows = read_rows(key)
    assert [*rows] == ['all short cuts', *(
        name for game, name in SHORT_CUTS if game == key)]
    assert rows['all short cuts'][0] == count_positions(key)


@pytest.mark.parametrize('key, name', [
    pytest.param(*row, marks=[pytest.mark.slow] * (
        row[0] == 'x' or row[1] in MANY or SHORT_CUTS[row][0] == SEARCH))
    for row in SHORT_CUTS])
def test_short_cut(key: str, name: str) -> None:
    """The README has the figure, and names what is in its files."""
    count, where = read_rows(key)[name]
    with patch(*SHORT_CUTS[key, name]):
        found = count_positions(key)
    # A larger limit has no place in a test.
    assert found == count or found[0] == count[0] == '>'
    file, *names = re.findall('`(.*?)`', where)
    folder = TOP if file == 'strategy.py' else FOLDERS[key]
    text = (folder / file).read_text('utf-8')
    assert all(each.split('.')[-1] in text for each in names)
