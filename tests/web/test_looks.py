"""How the page looks: on phones and large screens, in light and dark, on paper;
and that nothing keeps people from using it."""
from pathlib import Path
import os
import pytest
from tests.support.browser import Visit

pytest.importorskip('anytree')

# Some states of the page: a link, and buttons that are pressed there.
STATES = {'start': ('game=h&size=3', []),
          'values': ('game=h&size=5&moves=A,G,D,B,C,E,F,H', ['values']),
          'review': ('game=h&size=2&moves=A,D,B,E,C,F,G', ['review']),
          'heap': ('game=s&size=50&moves=9,4,1', ['values', 'hint']),
          'dominoes': ('game=d&size=5 5&moves=a1,b2,a3', ['hint']),
          'hex': ('game=x&size=11&moves=a1,b2', []),
          'programs': ('game=s&size=100&p1=ro&p2=r&moves=1', []),
          'tree': ('game=s&size=6', ['look > summary', 'draw']),
          'search': ('game=h&size=2&moves=A,D', ['look > summary', 'follow'])}


def take_screenshot(visit: Visit, name: str, folder: Path) -> None:
    """Put a screenshot into folder, or into the one that SCREENSHOTS names, for
    somebody to look at."""
    path = Path(os.environ.get('SCREENSHOTS', folder)) / f'{name}.png'
    visit.page.screenshot(path=path, full_page=True)
    assert path.stat().st_size > 5_000


def show_state(visit: Visit, state: str) -> None:
    """Have the page show a state."""
    link, buttons = STATES[state]
    visit.go(link)
    visit.page.locator('#look').evaluate('each => { each.open = false; }')
    for button in buttons:
        visit.press(button)
        if button in ('values', 'hint', 'review'):
            visit.page.locator('#found:not(:empty)').wait_for()
        elif button in ('draw', 'follow'):
            visit.page.locator('#view').wait_for()
        visit.page.locator('#stop').wait_for(state='hidden')


@pytest.mark.parametrize('state', STATES)
def test_sizes_and_colours(visit: Visit, state: str, tmp_path: Path) -> None:
    """On all screens, in light and dark, nothing scrolls sideways, overlaps,
    sticks out or is cut off; and axe-core finds nothing to complain of. In
    dark, the page has another colour than in light."""
    show_state(visit, state)
    colours = set()
    for scheme in 'light', 'dark':
        visit.page.emulate_media(color_scheme=scheme)
        for width in 320, 800, 1600:
            visit.page.set_viewport_size({'width': width, 'height': 800})
            take_screenshot(visit, f'{state}-{width}-{scheme}', tmp_path)
            assert visit.page.evaluate(
                'document.documentElement.scrollWidth') <= width
            assert visit.find_overlaps() == []
        assert visit.find_barriers() == []
        colours.add(visit.page.evaluate(
            'getComputedStyle(document.body).backgroundColor'))
    assert len(colours) == 2


def test_on_paper(visit: Visit, tmp_path: Path) -> None:
    """On paper there are the board and the moves, and nothing to press."""
    show_state(visit, 'review')
    visit.page.emulate_media(media='print', color_scheme='dark')
    take_screenshot(visit, 'paper', tmp_path)
    for name in 'board', 'moves', 'status', 'title':
        assert visit.page.locator(f'#{name}').is_visible()
    assert '7. G' in visit.read('moves')
    for kind in 'input', 'select', 'progress', 'summary', \
            'button:not(#moves button)':
        assert not any(each.is_visible()
                       for each in visit.page.locator(kind).all())
    assert visit.page.evaluate('getComputedStyle(document.body).color') \
        == 'rgb(31, 35, 40)'


def test_values_without_colours(visit: Visit) -> None:
    """Values can be told apart by their letters alone, and by how bright they
    are."""
    show_state(visit, 'values')
    kinds = visit.page.evaluate(
        "() => [...document.querySelectorAll('#legend .badge')].map(each => ["
        "each.textContent, getComputedStyle(each).backgroundColor])")
    assert [letter for letter, _ in kinds] == ['W', 'T', 'L', '?']
    win, tie, loss, _ = (sum(map(int, colour[4:-1].split(',')))
                         for _, colour in kinds)
    assert win < tie - 200 < loss
    # So can those beside the moves of a game without a drawing.
    visit.page.locator('#board').evaluate(
        """each => { each.innerHTML = '<div class="buttons"><span class="mark'
        + ' win"><i>2</i><b>W</b></span></div>'; }""")
    assert visit.page.locator('#board b').evaluate(
        "each => getComputedStyle(each).color !== 'rgb(0, 0, 0)' && "
        "getComputedStyle(each).backgroundColor === 'rgb(0, 102, 92)'")
