"""How the page looks: on phones and large screens, in light and dark, on paper;
and that nothing keeps people from using it."""

from pathlib import Path
from typing import Any
import os
import pytest
from tests.support.browser import Visit, visiting

pytest.importorskip('anytree')
pytestmark = pytest.mark.slow

# Some states of the page: a link, and what is done there.
STATES = {
    'start': ('game=h&size=3', []),
    'values': (
        'game=h&size=5&moves=A,G,D,B,C,E,F,H,J,I,O,K',
        ['press values', 'see #found:not(:empty)'],
    ),
    'review': (
        'game=h&size=2&moves=A,D,B,E,C,F,G',
        ['press review', 'see #found:not(:empty)'],
    ),
    'heap': (
        'game=s&size=50&moves=9,4,1',
        [
            'press values',
            'see #found:not(:empty)',
            'gone #stop',
            'press hint',
            'see .hinted',
        ],
    ),
    'dominoes': (
        'game=d&size=5 5&moves=a1,b2,a3',
        ['press hint', 'see .hinted'],
    ),
    'hex': ('game=x&size=11&moves=a1,b2', []),
    'programs': ('game=s&size=100&p1=ro&p2=r&moves=1', []),
    'tree': ('game=s&size=6', ['press draw', 'see #view:not([hidden])']),
    'search': (
        'game=h&size=2&moves=A,D',
        ['press follow', 'see #view:not([hidden])'],
    ),
    'code': ('game=h&size=2', ['press show-code', 'files: stonehenge.py']),
}
# What is open above the page, or in its place.
OPEN = {
    'keys': (
        'game=s&size=8&tree=0&search=recursive',
        ['see #code [aria-current]', 'press help'],
    ),
    'form': ('game=h&size=2', ['press new', 'see #preview svg']),
    'cards': ('', ['count 4 .card']),
}


def take_screenshot(visit: Visit, name: str) -> None:
    """Put a screenshot into the folder that SCREENSHOTS names, if it is set,
    for people to look at."""
    if 'SCREENSHOTS' in os.environ:
        path = Path(os.environ['SCREENSHOTS']) / f'{name}.png'
        visit.page.screenshot(path=path, full_page=True)


def show_state(visit: Visit, state: str) -> None:
    """Have the page show a state."""
    link, steps = (STATES | OPEN)[state]
    visit.do(f'go {link}', *steps, 'gone #stop')


@pytest.mark.parametrize('state', STATES)
def test_sizes_and_colours(visit: Visit, state: str) -> None:
    """On all screens nothing scrolls sideways, overlaps, sticks out or is cut
    off, also in text of 200 %. In dark, the page has another colour than in
    light."""
    show_state(visit, state)
    root = 'document.documentElement'
    for width, size in (320, ''), (800, ''), (1600, ''), (1280, '200%'):
        visit.page.set_viewport_size({'width': width, 'height': 800})
        visit.page.evaluate(f'{root}.style.fontSize = "{size}"')
        take_screenshot(visit, f'{state}-{width}')
        assert visit.page.evaluate(f'{root}.scrollWidth') <= width
        assert visit.find_overlaps() == []
    colours = set()
    for scheme in 'light', 'dark':
        visit.page.emulate_media(color_scheme=scheme)
        take_screenshot(visit, f'{state}-{scheme}')
        colours.add(
            visit.page.evaluate(
                'getComputedStyle(document.body).backgroundColor'
            )
        )
    assert len(colours) == 2


@pytest.mark.parametrize('state', [*STATES, *OPEN])
def test_no_barriers(visit: Visit, axe: str, state: str) -> None:
    """In light and dark, axe-core finds nothing that keeps people from using
    the page."""
    show_state(visit, state)
    assert visit.find_barriers(axe) == []
    visit.page.emulate_media(color_scheme='dark')
    assert visit.find_barriers(axe, "{runOnly: ['color-contrast']}") == []


@pytest.mark.parametrize('state', ['values', 'search'])
def test_large(visit: Visit, state: str) -> None:
    """For a hall, the board fills the screen, with the tree beside it if there
    is one, in text of 24 px."""
    show_state(visit, state)
    visit.page.set_viewport_size({'width': 1920, 'height': 1080})
    visit.press('large')
    take_screenshot(visit, f'{state}-large')
    board, last = (
        visit.page.locator(name).bounding_box()
        for name in ('#board', '#look' if state == 'search' else '#play')
    )
    small = visit.page.evaluate("""() => [...document.querySelectorAll(
        'body *:not(svg *, option)')].filter(each => each.checkVisibility()
        && each.innerText?.trim() && parseFloat(getComputedStyle(each).fontSize)
        < 24).map(each => each.outerHTML)""")
    visit.press('large')
    assert small == [] and board['height'] > 550
    assert 1000 < last['y'] + last['height'] <= 1080
    assert last['x'] + last['width'] > 1900


# Screens, and frames in pages of a course.
SCREENS = [
    (size, '')
    for size in (
        (1280, 720),
        (1024, 768),
        (768, 1024),
        (1366, 768),
        (800, 600),
        (1920, 1080),
    )
] + [
    (size, '&embed=board')
    for size in ((400, 400), (600, 400), (800, 450), (1000, 600))
]


@pytest.mark.parametrize('size, embed', SCREENS)
def test_all_of_the_board(
    visit: Visit, size: tuple[int, int], embed: str
) -> None:
    """On screens and in frames the whole board is in view, and so is the bar
    that says how it stands and what is wrong. Nothing overlaps."""
    width, height = size
    visit.page.set_viewport_size({'width': width, 'height': height})
    for link in 'game=h&size=5&moves=A', 'game=x&size=7', 'game=s&size=50':
        visit.go(link + embed)
        visit.page.route('**/ask', lambda route: route.abort())
        visit.do(
            'press board [data-move][data-claims] >> nth=0',
            'message: There is no answer',
        )
        visit.page.unroute('**/ask')
        visit.complaints.clear()
        take_screenshot(visit, f'{link[5]}-{width}x{height}')
        for box in visit.find_all(
            '#board svg > :not(.mark), #status, #message',
            """(box => [
                box.left, box.top, box.right, box.bottom])(
                each.getBoundingClientRect())""",
        ):
            assert min(box) >= 0 and box[2] <= width and box[3] <= height
        assert visit.find_overlaps() == []


def test_side_by_side(visit: Visit) -> None:
    """From 1200 px on, the tree is beside the board; below, tabs choose
    between moves, analysis and tree. One of them looks chosen."""
    show_state(visit, 'tree')
    for width, hidden in (1200, []), (1100, ['moves', 'analysis']):
        visit.page.set_viewport_size({'width': width, 'height': 800})
        board, tree = (
            visit.page.locator(f'#{name}').bounding_box()
            for name in ('board', 'tree')
        )
        assert board['x'] + board['width'] <= tree['x']
        first = visit.page.locator('#tabs label').first
        assert first.is_visible() == bool(hidden)
        for tab in 'code', *hidden, 'look':
            visit.press(f'show-{tab}')
            chosen = visit.find_all(
                '#tabs label',
                """parseInt(
                getComputedStyle(each).fontWeight) > 500 && each.control.id""",
            )
            assert list(filter(None, chosen)) == [f'show-{tab}']
    for tab, shown in (
        ('moves', '#moves'),
        ('analysis', '#review'),
        ('look', '#tree'),
    ):
        visit.press(f'show-{tab}')
        assert [
            visit.page.locator(name).is_visible()
            for name in ('#moves', '#review', '#tree')
        ] == [name == shown for name in ('#moves', '#review', '#tree')]


def test_three_sizes_of_type(visit: Visit) -> None:
    """Text has three sizes, which can be told apart."""
    show_state(visit, 'review')
    sizes = set(
        visit.page.evaluate("""() => [...document.querySelectorAll(
        'body *:not(svg *, option)')].filter(each => each.checkVisibility()
        && [...each.childNodes].some(node => node.nodeType === 3
        && node.data.trim())).map(each => parseFloat(
        getComputedStyle(each).fontSize))""")
    )
    assert sizes == {13, 16, 22}


def test_larger_on_a_projector(visit: Visit) -> None:
    """Large shows the board larger, also on a small screen, and two searches
    over the whole width."""
    visit.go('game=h&size=3')
    board = visit.page.locator('#board [data-move]').first
    before = board.bounding_box()['width']
    visit.press('large')
    assert board.bounding_box()['width'] > before
    visit.do(
        'go game=s&size=8&tree=0&search=compare', 'see #view:not([hidden])'
    )
    take_screenshot(visit, 'compare-large')
    assert visit.page.locator('#look').bounding_box()['width'] > 1200
    visit.page.set_viewport_size({'width': 1920, 'height': 1080})
    visit.do('fill at 20', 'step-number: Step 20 of', 'answered')
    for name in 'tree', 'tree2':
        assert sum(visit.find_all(f'#{name} .box', IS_IN_VIEW)) > 4


@pytest.mark.parametrize('size', [(1280, 720), (1366, 768), (1024, 768)])
def test_the_function_beside_the_steps(
    visit: Visit, size: tuple[int, int]
) -> None:
    """While a search is followed, the line of the function that it is at, the
    buttons for steps, what is said of the step, and the tree are in view."""
    width, height = size
    visit.page.set_viewport_size({'width': width, 'height': height})
    visit.do('go game=s&size=8&tree=0&search=recursive', 'gone #stop')
    take_screenshot(visit, f'search-{width}x{height}')
    for name in '#code [aria-current]', '#next', '#what', '#tree':
        box = visit.page.locator(name).bounding_box()
        assert box['x'] >= 0 and box['x'] + box['width'] <= width
        assert box['y'] >= 0 and box['y'] + box['height'] <= height, name
    tree, code = (
        visit.page.locator(name).bounding_box() for name in ('#tree', '#code')
    )
    assert tree['x'] + tree['width'] <= code['x']


# Whether all of a position is in view.
IS_IN_VIEW = """((box, outer) => box.left >= outer.left && box.right <=
    outer.right && box.top >= outer.top && box.bottom <= outer.bottom)(
    each.getBoundingClientRect(), each.closest('.tree').getBoundingClientRect())
    """

# How large text in a picture is on the screen.
SIZE_OF_TEXT = (
    'parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a'
)


def test_text_at_first_sight(visit: Visit) -> None:
    """On all screens and in all frames, text in a tree that can be seen has at
    least 11 pixels at first, and so has the graph of a review."""
    for size, embed in *SCREENS, ((390, 844), ''):
        visit.page.set_viewport_size(dict(zip(('width', 'height'), size)))
        embed = embed.replace('board', 'tree')
        for link in 'game=h&size=3&tree=0', 'game=s&size=40&tree=0&plies=4':
            visit.do('go game=h&size=1', f'go {link}{embed}', 'gone #stop')
            sizes = visit.find_all(
                '#tree .node > g > text:not(.sign), #tree .move', SIZE_OF_TEXT
            )
            assert len(sizes) > 3 and min(sizes) > 10.9, (link, size)
            assert all(
                visit.find_all(
                    '#tree .board text',
                    f'!each.checkVisibility() || {SIZE_OF_TEXT} > 10.9',
                )
            )
    visit.page.set_viewport_size({'width': 1200, 'height': 800})
    show_state(visit, 'review')
    for width in 1200, 320:
        visit.page.set_viewport_size({'width': width, 'height': 800})
        visit.page.locator('#show-analysis').evaluate('each => each.click()')
        sizes = visit.find_all('#graph svg > text', SIZE_OF_TEXT)
        assert len(sizes) == 3 and min(sizes) > 10.9, (width, sizes)


def test_large_on_a_phone(visit: Visit) -> None:
    """Large has larger text on a phone, too, and nothing scrolls sideways."""
    visit.page.set_viewport_size({'width': 390, 'height': 844})
    visit.press('large')
    for link in (
        'h&size=3&moves=A',
        's&size=8&tree=0',
        's&size=8&tree=0&search=recursive',
    ):
        visit.do(f'go game={link}', 'gone #stop')
        assert (
            visit.page.evaluate('document.documentElement.scrollWidth') == 390
        )
        assert visit.find_overlaps() == []
        take_screenshot(visit, f'{link[-4:]}-large-390')


def test_a_finished_game(visit: Visit) -> None:
    """When a game is over, its markers still cover the lines below, and their
    numbers stand on full colours."""
    visit.go('game=h&size=2&moves=A,B,C,D,E')
    assert set(
        visit.find_all('#board polygon', 'getComputedStyle(each).opacity')
    ) == {'1'}
    assert (
        visit.find_all(
            '#board polygon:not(.p1, .p2) + text', 'each.checkVisibility()'
        ).count(True)
        == 0
    )


def test_what_is_disabled_without_our_colours(visit: Visit) -> None:
    """Where the system forces its colours, what is disabled looks so."""
    visit.page.emulate_media(forced_colors='active')
    visit.go('game=h&size=2&moves=A')
    undo, redo = visit.find_all(
        '#undo, #redo',
        """(style => style.color
        + style.borderStyle)(getComputedStyle(each))""",
    )
    assert undo != redo
    # So does the tab that is chosen.
    visit.page.set_viewport_size({'width': 1100, 'height': 800})
    chosen, *others = visit.find_all(
        '#tabs label', 'getComputedStyle(each).borderBottomColor'
    )
    assert len(others) == 3 and chosen not in others


def test_a_tree_alone(visit: Visit) -> None:
    """A tree alone has no empty box over it."""
    visit.do(
        'go game=s&size=6&tree=0&plies=2&embed=tree',
        'see #tree .item[data-path="4"]:visible',
        'gone #play',
        'gone #side',
    )
    assert visit.page.locator('#tree').bounding_box()['height'] > 300


def test_without_our_colours(visit: Visit) -> None:
    """Also where the system forces its colours, it is seen what is pressed and
    current, and a hint does not look like the focus."""
    visit.page.emulate_media(forced_colors='active')
    show_state(visit, 'heap')
    visit.do('focus [data-move="1"]', 'keys ArrowRight')
    looks = visit.page.evaluate("""() => ['.hinted', '#board :focus',
        '#values', '#hint', '#moves [aria-current]', '#moves button'].map(
        name => { const style = getComputedStyle(document.querySelector(name));
          return style.fill + style.strokeDasharray + style.backgroundColor; })
        """)
    assert all(looks[i] != looks[i + 1] for i in (0, 2, 4))


@pytest.mark.parametrize(
    'link',
    ['game=h&size=3', 'game=x&size=11', 'game=d&size=6 6', 'game=s&size=50'],
)
def test_on_a_phone(visit: Visit, link: str) -> None:
    """On a phone the board comes first, with room for a finger on each place,
    then the values; the form for a new game is behind a button."""
    visit.page.set_viewport_size({'width': 390, 'height': 844})
    visit.go(link)
    sides = visit.page.locator('#board [data-move]').evaluate_all(
        'all => all.map(each => each.getBoundingClientRect()).flatMap('
        'box => [box.width, box.height])'
    )
    assert min(sides) > 43.9
    board, values = (
        visit.page.locator(f'#{name}').bounding_box()
        for name in ('board', 'values')
    )
    assert board['y'] < 200 and values['y'] + values['height'] <= 844
    visit.do('press new', 'press setup .main', 'gone #setup')


def test_nothing_jumps(browser: Any, address: str) -> None:
    """While the page loads and programs play, hardly anything moves."""
    with visiting(browser, address) as visit:
        visit.page.add_init_script("""window.shift = 0;
            new PerformanceObserver((list) => { for (const each of
              list.getEntries()) if (!each.hadRecentInput) shift += each.value;
            }).observe({ type: 'layout-shift', buffered: true });""")
        visit.do(
            'go game=h&size=3&p1=r&p2=r',
            'status: is the winner!',
            'go game=h&size=3&moves=A,F,C,D&values=1',
        )
        visit.read_marks()
        assert visit.page.evaluate('shift') < 0.05


def test_on_paper(visit: Visit) -> None:
    """On paper there are the board and the moves, and nothing to press."""
    show_state(visit, 'review')
    visit.page.emulate_media(media='print', color_scheme='dark')
    take_screenshot(visit, 'paper')
    for name in 'board', 'moves', 'status', 'title':
        assert visit.page.locator(f'#{name}').is_visible()
    assert '7. G' in visit.read('moves')
    for kind in (
        'input',
        'select',
        'progress',
        'summary',
        'button:not(#moves button)',
    ):
        assert not any(
            each.is_visible() for each in visit.page.locator(kind).all()
        )
    assert (
        visit.page.evaluate('getComputedStyle(document.body).color')
        == 'rgb(31, 35, 40)'
    )
    # No frame is drawn over the moves.
    assert set(
        visit.find_all(
            '#moves button',
            'getComputedStyle(each)'
            '.borderStyle + getComputedStyle(each).boxShadow',
        )
    ) == {'nonenone'}
    visit.do(
        'see #graph svg',
        'go game=s&size=6&tree=0&plies=2',
        'see #tree:visible',
        'gone #analysis-part',
        'gone #drawn',
        'go game=s&size=6&tree=0&search=recursive&step=2',
        'away: Step 2 of a search.',
        'see #away:visible',
        'gone #return',
    )


def test_values_without_colours(visit: Visit) -> None:
    """Values can be told apart by their letters alone, and by how bright they
    are."""
    show_state(visit, 'values')
    kinds = visit.page.evaluate(
        "() => [...document.querySelectorAll('#legend .badge')].map(each => ["
        'each.textContent, getComputedStyle(each).backgroundColor])'
    )
    assert [letter for letter, _ in kinds] == ['W', 'T', 'L', '?']
    win, tie, loss, _ = (
        sum(map(int, colour[4:-1].split(','))) for _, colour in kinds
    )
    assert win < tie - 200 < loss
    # So can those beside the moves of a game without a drawing.
    visit.page.locator('#board').evaluate(
        """each => { each.innerHTML = '<div class="buttons"><span class="mark'
        + ' win"><i>2</i><b>W</b></span></div>'; }"""
    )
    assert visit.page.locator('#board b').evaluate(
        "each => getComputedStyle(each).color !== 'rgb(0, 0, 0)' && "
        "getComputedStyle(each).backgroundColor === 'rgb(0, 102, 92)'"
    )
