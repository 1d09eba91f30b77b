"""The page with games and strategies that somebody has added."""
from typing import Any, Iterator
from unittest.mock import patch
import pytest
from game_interface import playable_games, usable_strategies
from tests.support.wrong_games import exiting_strategy, hanging_strategy
from tests.support.browser import Visit, serve, visiting
from tests.support.looping_game import LoopingGame
from tests.support.row_game import RowGame
from web.server import PageServer


@pytest.fixture(scope='module')
def guest_visit(browser: Any) -> Iterator[Visit]:
    """A visit of the page on this machine, with somebody's game there."""
    with patch.dict(playable_games, row=RowGame, loop=LoopingGame), \
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
    # It stays, to be mended.
    assert guest_visit.page.locator('#move').input_value() == 'nonsense'
    guest_visit.page.locator('#move').fill('')
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


@pytest.mark.parametrize('name', ['guest_visit', pytest.param(
    'hosted', marks=pytest.mark.slow)])
def test_a_game_that_loops(name: str, request: pytest.FixtureRequest) -> None:
    """A move or a hint that does not come to an end says where it is, and can
    be stopped. Another move can be made."""
    visit = request.getfixturevalue(name)
    place = 'at looping_game.py, line 1'
    visit.go('game=loop&size=7')
    visit.click('4')
    visit.wait_for_text('where', place)
    assert visit.read('thinking') == 'Waiting for an answer'
    visit.page.set_viewport_size({'width': 320, 'height': 800})
    assert visit.find_overlaps() == []
    visit.press('stop')
    visit.wait_for_text('found', f'Stopped {place}')
    visit.wait_for_text('found', ', in LoopingState.get_possible_moves.')
    visit.page.locator('#stop').wait_for(state='hidden')
    visit.press('hint')
    visit.wait_for_text('where', place)
    visit.stop_program()
    visit.click('4')
    visit.page.locator('#stop').wait_for()
    visit.click('1')
    visit.wait_for_moves(1)
    assert visit.read_link() == '#game=loop&size=7&moves=1'
    assert visit.page.locator('#stop').is_hidden()


def test_other_tabs(guest_visit: Visit, browser: Any) -> None:
    """A game that loops keeps no other tab waiting, and can be left where the
    page begins with it."""
    with visiting(browser, guest_visit.address) as one, \
            visiting(browser, guest_visit.address) as other:
        for visit in one, other:
            visit.page.goto(f'{visit.address}#game=loop&size=3')
            visit.page.locator('#stop').wait_for()
        guest_visit.go('game=h&size=1')
        guest_visit.click('A')
        guest_visit.wait_for_moves(1)
        one.press('stop')
        one.wait_for_text('found', 'Stopped at looping_game.py')
        assert one.read('title') == 'Subtract Square'
        one.page.locator('#p1 option[value=mi]').wait_for(state='attached')


@pytest.mark.slow
def test_loading(hosted: Visit, browser: Any) -> None:
    """While Python loads, a bar says how far that is, and nothing can be
    pressed. A search that is stopped has its place taken by a worker that was
    there before."""
    with visiting(browser, hosted.address) as visit:
        visit.page.add_init_script("""document.addEventListener(
            'DOMContentLoaded', () => { window.seen = [];
              const bar = document.getElementById('progress');
              new MutationObserver(() => seen.push(bar.position)).observe(
                bar, { attributeFilter: ['value'] }); })""")
        visit.page.goto(f'{visit.address}#game=x&size=9&p1=mr')
        visit.page.wait_for_function(
            "() => { const bar = document.querySelector('#progress'); return "
            "bar.checkVisibility() && bar.position > 0.1 && bar.position < 1 "
            "&& document.querySelectorAll('[inert]').length === 6; }")
        visit.wait_for_text('thinking', 'positions scored')
        assert visit.page.locator('[inert]').count() == 0
        *seen, last = visit.page.evaluate('seen')
        assert seen == sorted(seen) and last == -1  # It has no end now.
        while len(visit.page.workers) < 3:
            visit.page.wait_for_event('worker')
        # From now on, no other worker is ready ever.
        visit.page.evaluate('() => { Worker = class { terminate() {} }; }')
        visit.stop_program()
        visit.press('step')
        visit.wait_for_text('thinking', 'positions scored')
