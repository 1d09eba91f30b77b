"""The tree and the search in a real browser, on this machine and in part as
plain files."""
from typing import Any
import pytest
from tests.support.browser import BOTH_WAYS, Visit, in_ways

pytest.importorskip('anytree')

OPEN = 'each => { each.open = true; }'


def open_look(visit: Visit, link: str) -> None:
    """Go to a game, and open the part of the page with the tree."""
    visit.go(link)
    visit.page.locator('#look').evaluate(OPEN)


def open_tree(visit: Visit, link: str, search: str = '') -> None:
    """Go to a game, and have its tree drawn, or this search in it."""
    open_look(visit, link)
    if search:
        visit.page.locator('#search').select_option(search)
    visit.press('follow' if search else 'draw')
    visit.page.locator('#view').wait_for()
    if search:
        visit.wait_for_text('step-number', 'Step 1 of')


def list_paths(visit: Visit) -> list[str]:
    """Return the paths of the positions in the tree."""
    return sorted(visit.page.locator('#tree .item').evaluate_all(
        'all => all.map((each) => each.dataset.path)'))


def fold(visit: Visit, path: str) -> None:
    """Fold the position with this path, or unfold it."""
    box(visit, path).locator('.fold rect').click()


def is_fitting(visit: Visit) -> bool:
    """Return whether nothing of the tree has to be scrolled to."""
    return visit.page.locator('#tree').evaluate(
        'each => each.scrollWidth <= each.clientWidth '
        '&& each.scrollHeight <= each.clientHeight')


def find(visit: Visit, path: str) -> Any:
    """Return the position with this path in the tree."""
    return visit.page.locator(f'#tree .item[data-path="{path}"]')


def box(visit: Visit, path: str) -> Any:
    """Return what is seen of the position with this path."""
    return visit.page.locator(f'#tree .node[data-path="{path}"]')


def look(visit: Visit) -> dict[str, str]:
    """Return all that is seen of a step."""
    shown = {name: visit.page.locator(f'#{name}').inner_html()
             for name in ('stack', 'what', 'count', 'step-number')}
    return shown | {'at': visit.page.locator('#at').input_value(),
                    'tree': visit.page.locator('#tree .node').evaluate_all(
                        """all => all.map(each => [each.dataset.path,
                        each.getAttribute('class'), each.textContent]
                        .join('|')).sort().join()""")}


def jump(visit: Visit, number: int) -> None:
    """Type the number of a step, and wait for the step."""
    visit.page.locator('#at').fill(str(number))
    visit.wait_for_text('step-number', f'Step {number} of')


def step(visit: Visit, button: str, number: int) -> None:
    """Click on the button for a step, and wait for the step."""
    visit.page.locator(f'#{button}').click()
    visit.wait_for_text('step-number', f'Step {number} of')


def test_unfold_and_fold(visit: Visit) -> None:
    """A click unfolds a position, and another one folds it again; folded, it
    has the number of positions below."""
    open_tree(visit, 'game=h&size=2')
    before = list_paths(visit)
    assert before == ['', *'ABCDEFG']
    assert '\u25b8' in box(visit, 'A').inner_html()
    where = """each => {
        const [inner, outer] = [each, each.closest('.tree')].map(
          part => part.getBoundingClientRect());
        return inner.x + inner.width / 2 - outer.x; }"""
    place = box(visit, 'A').locator('.box').evaluate(where)
    fold(visit, 'A')
    find(visit, 'A,D').wait_for()
    assert find(visit, 'A').get_attribute('aria-expanded') == 'true'
    assert box(visit, 'A').locator('.box').evaluate(where) \
        == pytest.approx(place, abs=2)
    visit.press('fit')
    assert list_paths(visit) == ['', 'A', *(f'A,{c}' for c in 'BCDEFG'),
                                 *'BCDEFG']
    fold(visit, 'A')
    find(visit, 'A,B').wait_for(state='detached')
    assert list_paths(visit) == before


def test_joined(visit: Visit) -> None:
    """Identical positions are joined if that is wanted."""
    open_tree(visit, 'game=s&size=8')
    number = len(list_paths(visit))
    visit.page.locator('#merge').check()
    visit.page.locator('#draw').click()
    visit.page.locator('#look-legend', has_text='merged').wait_for()
    assert (number, len(list_paths(visit))) == (25, 14)


@BOTH_WAYS
@pytest.mark.parametrize('search', ['iterative', 'recursive', 'alphabeta'])
def test_steps(visit: Visit, search: str) -> None:
    """Forward and back show just what a jump shows, and the last step is that
    of the strategy: the score of the root."""
    open_tree(visit, 'game=s&size=8', search)
    seen = [look(visit)]
    for number in range(2, 9):
        step(visit, 'next', number)
        seen.append(look(visit))
    assert all(seen[i]['tree'] != seen[i - 1]['tree'] for i in range(1, 8))
    for number in range(7, 3, -1):
        step(visit, 'back', number)
        assert look(visit) == seen[number - 1]
    jump(visit, 6)
    assert look(visit) == seen[5]
    last = int(visit.page.locator('#at').get_attribute('max'))
    jump(visit, last)
    root = box(visit, '')
    assert 'scored' in root.get_attribute('class')
    assert root.locator('.note').first.text_content() == '1'
    assert visit.page.locator('#tree .open').count() == 0


def test_what_is_not_known_is_not_shown(visit: Visit) -> None:
    """At first no score is in the tree. What is cut or remembered is marked
    when that happens."""
    open_tree(visit, 'game=s&size=8', 'recursive')
    notes = visit.page.locator('#tree .note').all_text_contents()
    assert not any(each.strip() for each in notes)
    jump(visit, 17)
    assert 'cut' in box(visit, '4,1').get_attribute('class')
    assert 'remembered' in box(visit, '1,1,4').text_content()
    assert 'source' in box(visit, '1,4,1').get_attribute('class')
    assert 'found after the moves 1, 4, 1' in visit.read('what')


@BOTH_WAYS
def test_one_layout(visit: Visit) -> None:
    """From the first step to the last one no position moves; more and more of
    them appear, each in its place. The board follows."""
    open_tree(visit, 'game=h&size=2', 'recursive')
    visit.press('fit')
    places: dict[str, str] = {}
    last = int(visit.page.locator('#at').get_attribute('max'))
    before = 0
    for number in range(1, last + 1):
        jump(visit, number)
        shown = dict(visit.page.locator('#tree .node').evaluate_all(
            'all => all.map(each => [each.dataset.path, '
            'each.style.transform])'))
        assert all(places.setdefault(path, shown[path]) == shown[path]
                   for path in shown)
        assert len(shown) >= before
        before = len(shown)
    assert before > 8
    jump(visit, 3)
    path = visit.page.locator('#tree .current').get_attribute('data-path')
    assert path.count(',') == 1
    visit.wait_for_answer()
    assert visit.page.locator('#moves li').count() == 1
    # Whoever moves there plays on from there.
    move = next(each for each in 'ABCDEFG' if each not in path)
    visit.click(move)
    visit.wait_for_moves(3)
    assert f'moves={path},{move}' in visit.read_link()


def test_side_by_side(visit: Visit) -> None:
    """Plain minimax is shown beside alpha-beta, step for step in the same
    places, and what each short cut saves in numbers. Cuts are told in words."""
    open_tree(visit, 'game=s&size=8', 'compare')
    assert visit.page.locator('#visits td').all_text_contents()[1::2] \
        == ['25', '16', '15', '10']
    last = int(visit.page.locator('#at').get_attribute('max'))
    jump(visit, last)
    assert visit.read('count') == 'plain minimax: 25 of 25 visits'
    assert visit.read('count2') == 'alpha-beta: 10 of 10 visits'
    both = [dict(visit.page.locator(f'#{name} .node').evaluate_all(
        'all => all.map(each => [each.dataset.path, each.style.transform])'))
        for name in ('tree', 'tree2')]
    assert len(both[0]) > 10 < len(both[1])
    assert all(both[0].get(path, place) == place
               for path, place in both[1].items())
    told = []
    for number in range(1, 21):
        jump(visit, number)
        told.append(visit.read('what2'))
    assert any('Not looked at: 1, as 4 already wins.' in each for each in told)


def test_keys_for_steps(visit: Visit) -> None:
    """Keys go on, back, and to both ends, play and pause; the address names the
    step, and leads to it."""
    open_tree(visit, 'game=s&size=8', 'recursive')
    visit.page.locator('#run').focus()
    for key, number in ('n', 2), ('ArrowRight', 3), ('End', 20), ('b', 19), \
            ('ArrowLeft', 18), ('Home', 1), ('n', 2):
        visit.page.keyboard.press(key)
        visit.wait_for_text('step-number', f'Step {number} of')
    link, what = visit.read_link().removeprefix('#'), visit.read('what')
    assert link == 'game=s&size=8&tree=0&search=recursive&step=2'
    visit.go('game=h&size=1')
    visit.page.locator('#view').wait_for(state='hidden')
    visit.go(link)
    visit.wait_for_text('step-number', 'Step 2 of')
    assert visit.read('what') == what
    visit.page.locator('#speed').select_option('300')
    visit.page.keyboard.press('p')
    visit.wait_for_text('run', 'Pause')
    visit.page.keyboard.press('p')
    visit.wait_for_text('run', 'Play')
    now = visit.read('step-number')
    visit.page.wait_for_timeout(600)
    assert visit.read('step-number') == now
    visit.page.keyboard.press('p')
    visit.wait_for_text('step-number', 'Step 20 of')
    visit.wait_for_text('run', 'Play')


@BOTH_WAYS
def test_a_step_is_quick(visit: Visit) -> None:
    """In a search with 3,000 positions a step takes no question to Python, and
    only those in view are drawn."""
    open_tree(visit, 'game=h&size=3', 'alphabeta')
    assert int(visit.page.locator('#at').get_attribute('max')) > 2_500
    jump(visit, 2000)
    # No answer can come in between: the step is there at once.
    assert visit.page.evaluate("""() => {
        for (let i = 0; i < 20; i += 1) document.getElementById('next').click();
        return document.getElementById('step-number').textContent; }""") \
        .startswith('Step 2020 of')
    visit.page.locator('#tree .current').wait_for()
    assert 1 < len(list_paths(visit)) < 300


@in_ways('firefox')
@pytest.mark.parametrize('link, plies', [
    ('game=h&size=2', ''), ('game=x&size=11', ''), ('game=x&size=20', ''),
    ('game=h&size=2', '4'), ('game=s&size=40', '12')])
def test_all_in_view(visit: Visit, link: str, plies: str) -> None:
    """At first the whole tree is in view, however large; so it is after Fit, at
    any zoom before. Zoom makes it larger."""
    open_look(visit, link)
    visit.page.locator('#plies').fill(plies)
    visit.press('draw')
    find(visit, '').wait_for()
    assert is_fitting(visit)
    svg = visit.page.locator('#tree > svg')
    for zoom in '0', '30':
        visit.page.locator('#zoom').fill(zoom)
        width = svg.bounding_box()['width']
    visit.page.locator('#zoom').fill('0')
    assert width == pytest.approx(2 * svg.bounding_box()['width'], rel=0.01)
    visit.press('fit')
    assert is_fitting(visit)


@in_ways('hosted', 'firefox')
def test_tree_and_board(visit: Visit) -> None:
    """A click in the tree opens a position on the board. A move keeps the tree
    and goes to its node, which is unfolded. Back leads to all of them, and
    another game has no tree."""
    open_tree(visit, 'game=h&size=3&moves=A')
    find(visit, 'C').click()
    visit.wait_for_moves(2)
    assert 'moves=A,C' in visit.read_link()
    visit.page.locator('#tree .here[data-path="C"]').wait_for()
    visit.click('D')
    visit.page.locator('#tree .here[data-path="C,D"]').wait_for()
    assert visit.read_link().endswith('&tree=1&unfolded=;C;')
    visit.page.go_back()
    visit.page.locator('#tree .here[data-path="C"]').wait_for()
    link = visit.read_link().removeprefix('#')
    visit.go('game=s&size=4')
    visit.page.locator('#view').wait_for(state='hidden')
    visit.go(link)
    visit.page.locator('#tree .here[data-path="C"]').wait_for()


@in_ways('firefox')
def test_keyboard_alone(visit: Visit) -> None:
    """Tab leads to the tree, arrows through it; Enter and arrows unfold and
    fold, and the focus stays where it was."""
    open_tree(visit, 'game=h&size=2')
    keyboard = visit.page.keyboard
    visit.page.locator('#follow').focus()
    keyboard.press('Tab')
    here = visit.page.locator('#tree .item:focus')

    def press(key: str, path: str) -> None:
        """Press key, and wait until the focus is at path."""
        keyboard.press(key)
        visit.page.locator(f'[data-path="{path}"]:focus').wait_for()

    assert here.get_attribute('data-path') == ''
    press('ArrowRight', 'A')
    press('ArrowDown', 'B')
    press(' ', 'B')
    visit.page.locator('[data-path="B"][aria-expanded=true]:focus').wait_for()
    press('ArrowRight', 'B,A')
    press('ArrowLeft', 'B')
    press('ArrowLeft', 'B')
    visit.page.locator('[data-path="B"][aria-expanded=false]:focus') \
        .wait_for()
    press('ArrowUp', 'A')
    press('End', 'G')
    press('Home', '')
    assert visit.page.locator('#tree [tabindex="0"]').count() == 1


def test_a_program_waits(visit: Visit) -> None:
    """While somebody looks at the tree, a program that was thinking waits. The
    tree stays while the position does; then the program goes on."""
    open_look(visit, 'game=x&size=9&p1=mi')
    visit.page.locator('#stop').wait_for()
    visit.page.locator('#plies').fill('1')
    visit.page.locator('#draw').click()
    find(visit, 'a1').wait_for()
    visit.page.locator('#pause[aria-pressed=true]').wait_for()
    visit.press('values')
    visit.page.locator('#values[aria-pressed=true]').wait_for()
    assert find(visit, 'a1').is_visible()
    visit.press('values')
    visit.press('pause')
    visit.page.locator('#stop').wait_for()
    visit.stop_program()


def test_too_large(visit: Visit) -> None:
    """A tree that is too large gets a line that says what to do, and as many
    plies as there is room for."""
    open_tree(visit, 'game=d&size=4 4')
    visit.page.locator('#plies').fill('6')
    visit.page.locator('#draw').click()
    visit.wait_for_text('look-note', 'Choose fewer plies')
    assert max(path.count(',') for path in list_paths(visit)) >= 1
    visit.page.locator('#plies').fill('99')
    visit.page.locator('#draw').evaluate(
        'each => { each.form.noValidate = true; }')
    visit.page.locator('#draw').click()
    visit.wait_for_text('look-note', 'from 1 to 12 plies')
