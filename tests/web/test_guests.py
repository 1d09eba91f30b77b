"""The page with games and strategies that somebody has added."""
from typing import Any, Iterator
from unittest.mock import patch
import pytest
from game_interface import playable_games, usable_strategies
from tests.support.broken_strategies import exiting_strategy, hanging_strategy
from tests.support.browser import Visit, serve, visiting
from tests.support.row_game import RowGame
from web.server import PageServer


@pytest.fixture(scope='module')
def guest_visit(browser: Any) -> Iterator[Visit]:
    """A visit of the page on this machine, with somebody's game there."""
    with patch.dict(playable_games, row=RowGame), \
            patch.dict(usable_strategies, hang=hanging_strategy,
                       exit=exiting_strategy), \
            serve(PageServer()) as address, \
            visiting(browser, address) as visit:
        yield visit


def test_a_game_of_somebody(guest_visit: Visit) -> None:
    """A game without a drawing is shown as text. Its moves are buttons, and
    can be typed."""
    guest_visit.go('game=row')
    assert guest_visit.page.locator('#board pre').inner_text().strip()
    guest_visit.press('values')
    marks = guest_visit.read_marks()
    guest_visit.click(next(iter(marks)))
    guest_visit.wait_for_moves(1)
    guest_visit.page.locator('#move').fill('nonsense')
    guest_visit.page.keyboard.press('Enter')
    guest_visit.wait_for_text('message', 'nonsense')
    assert guest_visit.find_barriers() == []


def test_strategies_of_somebody(guest_visit: Visit) -> None:
    """A strategy that loops is stopped, and one that ends its process gets a
    line; both wait then, and the page goes on."""
    guest_visit.go('game=h&size=2&p1=hang')
    guest_visit.stop_program()
    guest_visit.click('A')
    guest_visit.wait_for_moves(1)
    guest_visit.go('game=h&size=2&p1=exit')
    guest_visit.wait_for_text('message', 'SystemExit')
    guest_visit.click('A')
    guest_visit.wait_for_moves(1)
