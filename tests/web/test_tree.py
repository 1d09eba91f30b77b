"""The tree and the search in a real browser, on this machine and in part as
plain files."""

from typing import Any
import pytest
from tests.support.browser import BOTH_WAYS, Visit, follow

pytest.importorskip('anytree')


def draw(link: str) -> list[str]:
    """Return the steps that go to a game, and have its tree drawn."""
    return [f'go {link}', 'press draw', 'see #view:not([hidden])']


def search(link: str, name: str) -> list[str]:
    """Return the steps that go to a game, and follow a search in its tree."""
    return [
        f'go {link}',
        f'choose search {name}',
        'press follow',
        'step-number: Step 1 of',
    ]


def jump(number: int) -> list[str]:
    """Return the steps that lead to a step of a search."""
    return [f'fill at {number}', f'step-number: Step {number} of']


def press(key: str, path: str, more: str = '') -> list[str]:
    """Return the steps that press a key, and wait until a position has the
    focus."""
    return [f'keys {key}', f'see [data-path="{path}"]{more}:focus']


@pytest.fixture(name='visit')
def enlarge(visit: Visit) -> Visit:
    """A visit of the page on a screen where a tree has room."""
    visit.page.set_viewport_size({'width': 2240, 'height': 920})
    return visit


# What is done and seen: see Visit.do.
SCENES = {
    # At first text can be read; how large the tree is, is said, and the slider
    # and the figure beside it say the zoom.
    'first sight': [
        *draw('game=h&size=3'),
        'drawn: Drawn: 13 positions.',
        'see #tree .overview:not([hidden])',
        'press fit',
        'see #tree .overview[hidden]',
        'fill zoom 0',
        'zoom-now: 100 %',
    ],
    'first sight of a search': [
        *search('game=s&size=8', 'recursive'),
        'drawn: positions, 20 steps.',
    ],
    # Alpha-beta only cuts. The function stands beside the steps, and its line
    # is lit.
    'alpha-beta': [
        *search('game=s&size=8', 'alphabeta'),
        'count: 1 of 16 visits',
        'see #code li[aria-current]:has-text("def score")',
        'link game=s&size=8&tree=0&search=alphabeta&step=1',
        *jump(32),
        'see #code li[aria-current]:has-text("break")',
    ],
    # What an older link says besides does no harm.
    'an older link': [
        'go game=s&size=8&tree=0&search=alphabeta&memory=1&merge=1',
        'count: 1 of 16 visits',
        'see #message:empty',
    ],
    # The players are called as beside the board.
    'names of the players': [
        *draw('game=s&size=8'),
        'see #tree .heading:has-text("Player 1: 8")',
        'see #tree .note:has-text("Player 1 wins")',
        'look-title: Player 1 is to move and wins',
        'look-legend: Player 1 plays only winning moves, whatever Player 2',
        *search('game=s&size=8', 'recursive'),
        *jump(2),
        'what: recursive_score(Player 2: 4) is called',
        'see #stack li:has-text("recursive_score(Player 1: 8)")',
    ],
    # A step of a search stays on the board no longer than the search does.
    'a tree after a step': [
        *search('game=s&size=8', 'recursive'),
        *jump(3),
        'see #banner:has-text("Step 3")',
        'press draw',
        'gone #banner',
        'status: Player 1 is to move.',
        'link game=s&size=8&tree=0',
    ],
    # What goes wrong is said in the bar, which is always in view.
    'errors in the bar': [
        'go game=s&size=8&tree=0&plies=99',
        'see #bar #message:has-text("from 1 to 12 plies")',
    ],
    # The tree stays while other players play on.
    'other players': [
        *draw('game=s&size=8'),
        'press new',
        'choose p2 mi',
        'press players',
        'gone #setup',
        'link game=s&size=8&p2=mi&tree=0',
        'see #tree .item[data-path=""]',
        'click 1',
        'moves 2',
        'see #tree .here[data-path="1,4"]',
    ],
    # A search alone has no game to go back to.
    'a search alone': [
        'go game=s&size=8&tree=0&search=recursive&step=2&embed=tree',
        'away: Step 2 of a search.',
        'gone #return',
    ],
    # How far the two searches look is said where nothing else says so.
    'a depth': [
        *search('game=s&size=20', 'compare'),
        'notes: looks 12 plies ahead, and no further',
        'notes2: looks 12 plies ahead, and no further',
    ],
    # At first no score is in the tree. What is cut or remembered is marked when
    # that happens.
    'what is not known': [
        *search('game=s&size=8', 'recursive'),
        'count 0 #tree .note:not(:empty)',
        *jump(17),
        'see .cut[data-path="4,1"]',
        'see .source[data-path="1,4,1"]',
        'see .node[data-path="1,1,4"]:has-text("remembered")',
        'what: found after the moves 1, 4, 1',
        'see #tree .note:not(:empty)',
    ],
    # Keys go on, back, and to both ends; the address names the step, and leads
    # to it.
    'keys for steps': [
        *search('game=s&size=8', 'recursive'),
        'focus #run',
        *(
            each
            for key, number in (
                ('n', 2),
                ('ArrowRight', 3),
                ('End', 20),
                ('b', 19),
                ('ArrowLeft', 18),
                ('Home', 1),
                ('n', 2),
            )
            for each in (f'keys {key}', f'step-number: Step {number} of')
        ),
        'link game=s&size=8&tree=0&search=recursive&step=2',
        'what: recursive_score(Player 2: 4) is called',
        'go game=h&size=1',
        'gone #view',
        'go game=s&size=8&tree=0&search=recursive&step=2',
        'step-number: Step 2 of',
        'what: recursive_score(Player 2: 4) is called',
        'go game=s&size=8&tree=0&search=none&step=3',
        'message: There is no such search.',
        'answered',
        'message: There is no such search.',
    ],
    # While somebody looks at the tree, a program that was thinking waits. The
    # tree stays while the position does; then the program goes on.
    'a program waits': [
        'go game=x&size=9&p1=mi',
        'see #stop:not([hidden])',
        'fill plies 1',
        'press draw',
        'see .item[data-path=""]',
        'press fit',
        'see .item[data-path=a1]',
        'see #pause[aria-pressed=true]',
        'press values',
        'see #values[aria-pressed=true]',
        'see .item[data-path=a1]',
        'press values',
        'see #values[aria-pressed=false]',
        'press pause',
        'see #stop:not([hidden])',
        'stop',
    ],
}

# Tab leads to the tree, arrows through it; Enter and arrows unfold and fold,
# and the focus stays where it was.
KEYS = {
    'keyboard alone': [
        *draw('game=h&size=2'),
        'focus #follow',
        *press('Tab', ''),
        *press('ArrowRight', 'A'),
        *press('ArrowDown', 'B'),
        *press('Space', 'B', '[aria-expanded=true]'),
        *press('ArrowRight', 'B,A'),
        *press('ArrowLeft', 'B'),
        *press('ArrowLeft', 'B', '[aria-expanded=false]'),
        *press('ArrowUp', 'A'),
        *press('End', 'G'),
        *press('Home', ''),
        'count 1 #tree [tabindex="0"]',
    ]
}

# A click in the tree opens a position on the board. A move keeps the tree and
# goes to its node, which is unfolded. Back leads to all of them, and another
# game has no tree.
BOARD = {
    'tree and board': [
        *draw('game=h&size=3&moves=A'),
        'press fit',
        'press tree .item[data-path=C]',
        'moves 2',
        'see #tree .here[data-path=C]',
        'link game=h&size=3&moves=A,C&tree=1',
        'click D',
        'see #tree .here[data-path="C,D"]',
        'link game=h&size=3&moves=A,C,D&tree=1&unfolded=;C;',
        'browse go_back',
        'see #tree .here[data-path=C]',
        'go game=s&size=4',
        'gone #view',
        'go game=h&size=3&moves=A,C&tree=1&unfolded=;C;',
        'see #tree .here[data-path=C]',
    ]
}


# The trace of a strategy begins with what came of it. What it did is shown step
# by step, and what it never asked about.
TRACE = {
    'a trace': [
        'go game=s&size=4',
        'choose search trace-mr',
        'press follow',
        'step-number: Step 7 of 7',
        'what: It chose 4, which is right.',
        'see [data-path="4"]:has-text("yours −1, right −1")',
        'see .unknown[data-path="1,1"]',
        'focus #run',
        'keys Home',
        'what: recursive_minimax_strategy is called at Player 1: 4.',
        'link game=s&size=4&tree=0&search=trace-mr&step=1',
        'go game=s&size=400&tree=0&search=trace-mr',
        'message: More than 300 positions follow. There are fewer after',
    ]
}


@follow({'local': SCENES, 'local firefox': KEYS, 'local hosted': BOARD | TRACE})
def test_scenes(visit: Visit, steps: list[str]) -> None:
    """What should be seen is seen."""
    visit.do(*steps)


def list_paths(visit: Visit) -> list[str]:
    """Return the paths of the positions in the tree."""
    return sorted(visit.find_all('#tree .item', 'each.dataset.path'))


def find_places(visit: Visit, name: str = 'tree') -> dict[str, str]:
    """Return where the positions of a tree are, by their paths."""
    return dict(
        visit.find_all(
            f'#{name} .node', '[each.dataset.path, each.style.transform]'
        )
    )


def find_boxes(visit: Visit) -> dict[str, list[float]]:
    """Return where on the screen the positions of the tree are that are drawn,
    and how wide they are, by their paths."""
    return dict(
        visit.find_all(
            '#tree .node',
            """(box => [each.dataset.path,
        [box.x, box.y, box.width]])(each.querySelector(
        '.box').getBoundingClientRect())""",
        )
    )


def is_fitting(visit: Visit) -> bool:
    """Return whether all of the tree is in view."""
    return visit.page.evaluate("""() => {
        const [outer, ...inner] = ['', ' .box'].flatMap(name =>
          [...document.querySelectorAll(`#tree${name}`)].map(
            each => each.getBoundingClientRect()));
        return inner.every(box => box.left >= outer.left && box.top >=
          outer.top && box.right <= outer.right && box.bottom <= outer.bottom);
        }""")


def count_steps(visit: Visit) -> int:
    """Return how many steps the search has."""
    return int(visit.page.locator('#at').get_attribute('max'))


def look(visit: Visit) -> dict[str, Any]:
    """Return all that is seen of a step."""
    shown = {
        name: visit.page.locator(f'#{name}').inner_html()
        for name in ('stack', 'what', 'count', 'step-number')
    }
    return shown | {
        'at': visit.page.locator('#at').input_value(),
        'tree': sorted(
            visit.find_all(
                '#tree .node',
                """[each.dataset.path,
                        each.getAttribute('class'), each.textContent]""",
            )
        ),
    }


def test_unfold_and_fold(visit: Visit) -> None:
    """A click unfolds a position, and another one folds it again; folded, it
    has the number of positions below. It stays where it is."""
    visit.do(*draw('game=h&size=2'))
    before = list_paths(visit)
    assert before == ['', *'ABCDEFG']
    where = """(inner => { const [x, width, outer] = [inner.x, inner.width,
        each.closest('.tree').getBoundingClientRect().x];
        return x + width / 2 - outer; })(each.getBoundingClientRect())"""
    place = visit.find_all('#tree [data-path=A] .box', where)
    fold = visit.page.locator('#tree .node[data-path=A] .fold rect')
    visit.do('see .node[data-path=A]:has-text("\u25b8")')
    fold.dispatch_event('click')
    visit.do(
        'see #tree .item[data-path=A][aria-expanded=true]',
        'see #tree .item[data-path="A,D"]',
    )
    assert visit.find_all('#tree [data-path=A] .box', where) == pytest.approx(
        place, abs=2
    )
    visit.press('fit')
    assert list_paths(visit) == [
        '',
        'A',
        *(f'A,{c}' for c in 'BCDEFG'),
        *'BCDEFG',
    ]
    fold.dispatch_event('click')
    visit.do('gone #tree .item[data-path="A,B"]')
    assert list_paths(visit) == before


@pytest.mark.parametrize(
    'visit, name',
    [
        ('local', 'recursive'),
        ('local', 'alphabeta'),
        pytest.param('local', 'iterative', marks=pytest.mark.slow),
        pytest.param('hosted', 'alphabeta', marks=pytest.mark.slow),
    ],
    indirect=['visit'],
)
def test_steps(visit: Visit, name: str) -> None:
    """Forward and back show just what a jump shows, and the last step is that
    of the strategy: the score of the root."""
    visit.do(*search('game=s&size=8', name), 'press fit')
    seen = [look(visit)]
    for number in range(2, 9):
        visit.do('press next', f'step-number: Step {number} of')
        seen.append(look(visit))
    assert all(seen[i]['tree'] != seen[i - 1]['tree'] for i in range(1, 8))
    for number in range(7, 3, -1):
        visit.do('press back', f'step-number: Step {number} of')
        assert look(visit) == seen[number - 1]
    visit.do(*jump(6))
    assert look(visit) == seen[5]
    visit.do(
        *jump(count_steps(visit)),
        'count 0 #tree .open',
        'see #tree .scored[data-path=""]',
        'see .node[data-path=""] .note:text-is("1")',
    )


@pytest.mark.slow
def test_one_layout(visit: Visit) -> None:
    """From the first step to the last one no position moves; more and more of
    them appear, each in its place. The board follows, and whoever moves there
    plays on from there."""
    visit.do(*search('game=h&size=2', 'recursive'), 'press fit')
    places: dict[str, str] = {}
    before = 0
    for number in range(1, count_steps(visit) + 1):
        visit.do(*jump(number))
        shown = find_places(visit)
        assert all(
            places.setdefault(path, shown[path]) == shown[path]
            for path in shown
        )
        assert len(shown) >= before
        before = len(shown)
    assert before > 8
    visit.do(*jump(3), 'answered', 'count 1 #moves li')
    path = visit.page.locator('#tree .current').get_attribute('data-path')
    assert path.count(',') == 1
    move = next(each for each in 'ABCDEFG' if each not in path)
    visit.do(f'click {move}', 'moves 3')
    assert f'moves={path},{move}' in visit.page.url


@pytest.mark.slow
def test_side_by_side(visit: Visit) -> None:
    """Plain minimax is shown beside alpha-beta, step for step in the same
    places, and how many positions they visit. Cuts are told in words."""
    visit.do(*search('game=s&size=8', 'compare'), 'press fit')
    assert visit.page.locator('#visits td').all_text_contents()[1::2] == [
        '25',
        '16',
        '10',
    ]
    visit.do(
        *jump(count_steps(visit)),
        'count: plain minimax: 25 of 25 visits',
        'count2: alpha-beta: 16 of 16 visits',
    )
    one, other = find_places(visit), find_places(visit, 'tree2')
    assert len(one) > 10 < len(other)
    assert all(one.get(path, place) == place for path, place in other.items())
    wide = visit.find_all(
        '.tree .node[data-path=""] .box', 'each.getBoundingClientRect().width'
    )
    assert len(wide) == 2 and wide[0] == pytest.approx(wide[1], 1e-3)
    told = []
    for number in range(1, 33):
        visit.do(*jump(number))
        told.append(visit.read('what2'))
    assert any('Not looked at: 4, as 1 already wins.' in each for each in told)


@pytest.mark.slow
def test_play_the_steps(visit: Visit) -> None:
    """The steps play, pause, and play to the end."""
    visit.do(
        *search('game=s&size=8', 'recursive'),
        'focus #run',
        'choose speed 300',
        'keys p',
        'run: Pause',
        'keys p',
        'run: Play',
    )
    now = visit.read('step-number')
    visit.page.wait_for_timeout(600)
    assert visit.read('step-number') == now
    visit.do('keys p', 'step-number: Step 20 of', 'run: Play')


@BOTH_WAYS
def test_a_step_is_quick(visit: Visit) -> None:
    """In a search with 3,000 positions a step takes no question to Python, and
    only those in view are drawn."""
    visit.do(*search('game=h&size=3', 'alphabeta'))
    assert count_steps(visit) > 2_500
    visit.do(*jump(2000))
    # No answer can come in between: the step is there at once.
    number = visit.page.evaluate("""() => {
        for (let i = 0; i < 20; i += 1) document.getElementById('next').click();
        return document.getElementById('step-number').textContent; }""")
    assert number.startswith('Step 2020 of')
    visit.see('#tree .current')
    assert 1 < len(list_paths(visit)) < 300


@pytest.mark.parametrize(
    'visit, link, plies',
    [
        ('local', 'game=h&size=2', ''),
        ('local', 'game=h&size=2', '4'),
        *[
            pytest.param(*slow, marks=pytest.mark.slow)
            for slow in (
                ('local', 'game=x&size=20', ''),
                ('local', 'game=s&size=40', '12'),
                ('firefox', 'game=h&size=2', '4'),
            )
        ],
    ],
    indirect=['visit'],
)
def test_all_in_view(visit: Visit, link: str, plies: str) -> None:
    """After Fit the whole tree is in view, however large, at any zoom before.
    Zoom makes it larger."""
    visit.do(
        f'go {link}',
        f'fill plies {plies}',
        'press draw',
        'see #tree .item[data-path=""]',
    )
    widths = []
    for zoom in '0', '30', '0':
        visit.do(f'fill zoom {zoom}')
        # What is drawn is in view, or near.
        widths.append(min(find_boxes(visit).values())[2])
    assert widths[1] == pytest.approx(2 * widths[0], rel=0.01)
    visit.press('fit')
    assert is_fitting(visit)


@pytest.mark.parametrize(
    'visit',
    ['local', pytest.param('firefox', marks=pytest.mark.slow)],
    indirect=True,
)
def test_by_hand(visit: Visit) -> None:
    """The tree can be dragged, which opens no position, and zoomed by the
    wheel: what is under the pointer stays there. The slider says the zoom."""
    visit.do(*draw('game=h&size=3'), 'fill zoom 20', 'zoom-now: 158 %')
    visit.page.locator('#tree').scroll_into_view_if_needed()
    box = visit.page.locator('#tree').bounding_box()
    mouse = visit.page.mouse
    x, y = box['x'] + box['width'] / 2, box['y'] + box['height'] / 2
    link = visit.page.evaluate('location.hash')
    left, top, wide = find_boxes(visit)['']
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 40, y - 30, steps=3)
    mouse.up()
    left, top = left - 40, top - 30
    assert find_boxes(visit)[''] == pytest.approx([left, top, wide], abs=1)
    mouse.move(x, y)
    mouse.wheel(0, -200)
    visit.do('zoom-now: 209 %')
    assert find_boxes(visit)[''] == pytest.approx(
        [x + (left - x) * 2**0.4, y + (top - y) * 2**0.4, wide * 2**0.4], abs=2
    )
    assert visit.page.locator('#zoom').input_value() == '32'
    assert visit.page.evaluate('location.hash') == link


@pytest.mark.slow
def test_two_fingers(visit: Visit) -> None:
    """Two fingers that part make the tree larger; one drags it."""
    visit.do(*draw('game=h&size=3'))
    visit.page.locator('#tree').scroll_into_view_if_needed()
    touch = visit.page.context.new_cdp_session(visit.page)
    x, y, wide = find_boxes(visit)['']
    for kind, *places in (
        ('touchStart', (x, y), (x + 80, y)),
        ('touchMove', (x - 40, y), (x + 120, y)),
        ('touchEnd',),
        ('touchStart', (x, y)),
        ('touchMove', (x, y - 30)),
        ('touchEnd',),
    ):
        touch.send(
            'Input.dispatchTouchEvent',
            {
                'type': kind,
                'touchPoints': [
                    {'x': left, 'y': top, 'id': i}
                    for i, (left, top) in enumerate(places)
                ],
            },
        )
    assert find_boxes(visit)[''] == pytest.approx(
        [x - 40, y - 30, 2 * wide], abs=2
    )


@pytest.mark.slow
def test_too_large(visit: Visit) -> None:
    """A tree that is too large gets a line that says what to do, and as many
    plies as there is room for."""
    visit.do(
        *draw('game=d&size=4 4'),
        'fill plies 6',
        'press draw',
        'message: Choose fewer plies',
        'press fit',
        'see #tree [data-path*=","]',
        'fill plies 99',
    )
    visit.page.locator('#draw').evaluate(
        'each => { each.formNoValidate = true; each.click(); '
        'each.formNoValidate = false; }'
    )
    visit.do('message: from 1 to 12 plies')
