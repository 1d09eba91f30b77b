"""The page with games and strategies that somebody has added."""

from pathlib import Path
from typing import Any, Callable, Iterator
import pytest
from tests.support.browser import Visit, visiting
from tests.support.programs import wait_until
from tests.support.served import find_folder, serve_in


GUEST = pytest.mark.parametrize('visit', ['guest'], indirect=True)


# The program of somebody who has games and strategies.
PROGRAM = '''
from game_interface import playable_games, usable_strategies
from tests.support import series_players
from tests.support.looping_game import LoopingGame
from tests.support.row_game import RowGame


def score(state):
    """Return a wrong score: it is not negated."""
    return max((score(state.make_move(move))
                for move in state.get_possible_moves()), default=-1)


def lose(game):
    """Return a wrong move, by wrong scores."""
    return max(game.current_state.get_possible_moves(), key=lambda move: -score(
        game.current_state.make_move(move)))


def loop(_game):
    """Never return a move."""
    while True:
        pass


if __name__ == '__main__':
    from web.__main__ import main
    playable_games |= {'row': RowGame, 'loop': LoopingGame}
    usable_strategies |= {'hang': series_players.swallow_and_loop,
                          'exit': series_players.end_process,
                          'odd': series_players.raise_odd_error,
                          'lose': lose, 'loop': loop}
    main()
'''


@pytest.fixture(scope='module')
def guest(
    browser: Any,
    make_clone: Callable[[Path], None],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Visit]:
    """A visit of the page on this machine, with games of others there."""
    folder = tmp_path_factory.mktemp('guest')
    make_clone(folder)
    (folder / 'guests.py').write_text(PROGRAM, encoding='utf-8')
    with (
        serve_in(folder, 'guests.py', PYTHONPATH=find_folder('anytree')) as (
            _,
            address,
        ),
        visiting(browser, address) as visit,
    ):
        yield visit


@GUEST
def test_a_game_of_somebody(visit: Visit) -> None:
    """A game without a drawing is shown as text. Its moves are buttons, for the
    mouse and for keys."""
    visit.go('game=row')
    assert visit.read('board pre').strip()
    visit.press('values')
    move, other, *_ = visit.read_marks()
    visit.do(
        f'click {move}',
        'moves 1',
        f'focus [data-move="{other}"]',
        'keys Enter',
        'moves 2',
    )


@GUEST
def test_no_barriers_in_text(visit: Visit, axe: str) -> None:
    """axe-core finds nothing that keeps people from using such a game."""
    visit.do('go game=row', 'press values')
    assert visit.read_marks() and visit.find_barriers(axe) == []


@GUEST
def test_strategies_of_somebody(visit: Visit) -> None:
    """A strategy that loops is stopped; one that ends its process, or raises
    what is no Exception, gets a line. All wait then, and the page goes on."""
    visit.do(
        'go game=h&size=2&p1=hang',
        'stop',
        'click A',
        'moves 1',
        'go game=h&size=2&p1=exit',
        'message: ended its process',
        'click A',
        'moves 1',
        'go game=h&size=2&p1=odd',
        'message: OddError',
        'click A',
        'moves 1',
    )


@GUEST
def test_trace(visit: Visit) -> None:
    """The tree shows where a search goes wrong, and its calls, step by step.
    One that does not end is shown as far as it came, and can be stopped."""
    visit.page.set_viewport_size({'width': 2240, 'height': 920})
    visit.do(
        'go game=s&size=4',
        'choose search trace-lose',
        'press follow',
        'step-number: Step 13 of 13',
        'what: The first wrong score is that of Player 2: 1.',
        'see .wrong[data-path="1,1,1"]:has-text("yours −1, right 1")',
        'see .wrong:has-text("first wrong")',
        'status: Player 1: 1. Player 2 is to move.',
        'fill at 3',
        'what: score is called at Player 1: 2.',
        'texts #stack li|Player 1: 4|Player 2: 3|Player 1: 2',
        'see .unknown[data-path="1,1,1"]',
        'count 0 .wrong',
        'choose search trace-hang',
        'press follow',
        'stop',
        'choose search trace-loop',
        'press follow',
        'what: It was still running after 20,000 steps',
    )
    traced = visit.page.locator('#search option').all_inner_texts()
    assert {'alpha-beta', 'trace of lose'} < {*traced}
    assert not {'trace of random', 'trace of interactive'} & {*traced}


@GUEST
def test_a_game_that_loops(visit: Visit) -> None:
    """A move or a hint that does not come to an end says where it is, and can
    be stopped. Another move can be made."""
    place = 'at looping_game.py, line 1'
    visit.do(
        'go game=loop&size=7',
        'click 4',
        f'where: {place}',
        'thinking: Waiting for an answer',
    )
    visit.page.set_viewport_size({'width': 320, 'height': 800})
    assert visit.find_overlaps() == []
    visit.do(
        'press stop',
        f'found: Stopped {place}',
        'found: , in LoopingState.get_possible_moves.',
        'gone #stop',
        'press hint',
        f'where: {place}',
        'stop',
        'click 4',
        'see #stop:not([hidden])',
        'click 1',
        'moves 1',
        'link game=loop&size=7&moves=1',
        'gone #stop',
    )


@GUEST
@pytest.mark.slow
def test_other_tabs(visit: Visit, browser: Any) -> None:
    """A game that loops keeps no other tab waiting, and can be left where the
    page begins with it."""
    with (
        visiting(browser, visit.address) as one,
        visiting(browser, visit.address) as other,
    ):
        for each in one, other:
            each.page.goto(f'{each.address}#game=loop&size=3')
            each.do('see #stop:not([hidden])')
        visit.do('go game=h&size=1', 'click A', 'moves 1')
        one.do(
            'press stop',
            'found: Stopped at looping_game.py',
            'title: Subtract Square',
            'see #p1 option[value=mi]',
        )


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
            'bar.checkVisibility() && bar.position > 0.1 && bar.position < 1 '
            "&& document.querySelectorAll('[inert]').length === 7; }"
        )
        visit.do('thinking: positions scored', 'count 0 [inert]')
        *seen, last = visit.page.evaluate('seen')
        assert seen == sorted(seen) and last == -1  # It has no end now.
        # Workers that have come are listed once the page is asked something.
        wait_until(
            lambda: visit.page.evaluate('1') and len(visit.page.workers) == 2
        )
        # From now on, no other worker is ready ever.
        visit.page.evaluate('() => { Worker = class { terminate() {} }; }')
        visit.do('stop', 'press step', 'thinking: positions scored')
