"""How much the short cuts of domineering and of Hex save together."""

import re
import pytest
from benchmarks.measure import Counter
from game_interface import playable_games
from labs.games import add_games
from strategy import Search, recurse_deeply, recursive_score
from tests.support.programs import TOP


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize(
    'key, lab, size', [('d', 'dominoes', 6), ('x', 'hex', 5)]
)
def test_all_short_cuts(key: str, lab: str, size: int) -> None:
    """Searches visit just as many positions as the README has: of domineering
    6 x 6, and of Hex 5 after each first move. Without most of the short cuts,
    there would be more."""
    add_games()
    counter = Counter(40_000)
    search = Search(playable_games[key](True, size=size), counter)
    states = [search.root]
    if key == 'x':
        moves = search.root.get_possible_moves()
        states = list(map(search.root.make_move, moves))
    for state in states:
        recurse_deeply(recursive_score, search, state)
    readme = (TOP / 'labs' / lab / 'README.md').read_text('utf-8')
    (found,) = re.findall(r'^\| all short cuts *\| *([\d,]+) \|', readme, re.M)
    assert found == f'{counter.positions:,}'
