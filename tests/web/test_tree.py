"""The tree and the search in a real browser, on this machine and in part as
plain files."""
from typing import Any
import pytest
from tests.support.browser import BOTH_WAYS, Visit

pytest.importorskip('anytree')

OPEN = 'each => { each.open = true; }'


def open_look(visit: Visit, link: str) -> None:
    """Go to a game, and open the part of the page with the tree."""
    visit.go('game=s&size=1')  # To go where one is would change nothing.
    visit.go(link)
    visit.page.locator('#look').evaluate(OPEN)
    visit.page.locator('#plies').fill('')


def open_tree(visit: Visit, link: str, search: str = '') -> None:
    """Go to a game, and have its tree drawn, or this search in it."""
    open_look(visit, link)
    visit.page.locator('#merge').uncheck()
    if search:
        visit.page.locator('#search').select_option(search)
    visit.press('follow' if search else 'draw')
    visit.page.locator('#view').wait_for()
    if search:
        visit.wait_for_text('step-number', 'Step 1 of')


def list_paths(visit: Visit) -> list[str]:
    """Return the paths of the positions in the tree."""
    return visit.page.locator('[data-node]').evaluate_all(
        'all => all.map((each) => each.dataset.node)')


def find(visit: Visit, path: str) -> Any:
    """Return the position with this path in the tree."""
    return visit.page.locator(f'[data-node="{path}"]')


def box(visit: Visit, path: str) -> Any:
    """Return what is seen of the position with this path."""
    return visit.page.locator('#tree .node', has=find(visit, path))


def look(visit: Visit) -> dict[str, str]:
    """Return all that is seen of a step."""
    shown = {name: visit.page.locator(f'#{name}').inner_html()
             for name in ('tree', 'stack', 'what', 'picture', 'step-number')}
    return shown | {'at': visit.page.locator('#at').input_value()}


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
    find(visit, 'A').click()
    find(visit, 'A,B').wait_for()
    assert list_paths(visit) == ['', 'A', *(f'A,{c}' for c in 'BCDEFG'),
                                 *'BCDEFG']
    assert find(visit, 'A').get_attribute('aria-expanded') == 'true'
    find(visit, 'A').click()
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


def test_the_way_is_unfolded(visit: Visit) -> None:
    """Where the search goes on below a folded position, that is unfolded, and
    folded again when the search has left it."""
    open_tree(visit, 'game=h&size=3', 'recursive')
    for number in range(2, 6):
        step(visit, 'next', number)
    current = visit.page.locator('#tree .current [data-node]')
    assert current.get_attribute('data-node').count(',') == 3
    assert visit.page.locator('#stack li').count() == 5
    for number in range(4, 0, -1):
        step(visit, 'back', number)
    assert max(path.count(',') for path in list_paths(visit)) == 0


def test_play_and_pause(visit: Visit) -> None:
    """Steps are played at the chosen speed until the pause."""
    open_tree(visit, 'game=s&size=14', 'iterative')
    visit.page.locator('#speed').select_option('300')
    visit.page.locator('#run').click()
    visit.wait_for_text('run', 'Pause')
    # A busy machine may not see each step.
    visit.page.locator('#step-number', has_not_text='Step 1 of').wait_for()
    visit.page.locator('#run').click()
    visit.wait_for_text('run', 'Play')
    # A step may have been under way.
    visit.page.locator('#stop').wait_for(state='hidden')
    now = visit.read('step-number')
    visit.page.wait_for_timeout(900)
    assert visit.read('step-number') == now
    last = int(visit.page.locator('#at').get_attribute('max'))
    jump(visit, last - 1)
    visit.page.locator('#run').click()
    visit.wait_for_text('step-number', f'Step {last} of')
    visit.wait_for_text('run', 'Play')


def test_zoom(visit: Visit) -> None:
    """Zoom makes the tree larger, and fit makes it as wide as its box."""
    open_tree(visit, 'game=h&size=3')
    svg = visit.page.locator('#tree > svg')
    width = svg.bounding_box()['width']
    visit.page.locator('#zoom').fill('200')
    assert svg.bounding_box()['width'] == pytest.approx(2 * width, rel=0.01)
    visit.page.locator('#fit').click()
    box = visit.page.locator('#tree').bounding_box()['width']
    assert box - 40 < svg.bounding_box()['width'] < box + 20
    visit.page.locator('#zoom').fill('100')


def test_keyboard_alone(visit: Visit) -> None:
    """Tab leads to the tree, arrows through it; Enter and arrows unfold and
    fold, and the focus stays where it was."""
    open_tree(visit, 'game=h&size=2')
    keyboard = visit.page.keyboard
    visit.page.locator('#follow').focus()
    keyboard.press('Tab')
    here = visit.page.locator('[data-node]:focus')

    def press(key: str, path: str) -> None:
        """Press key, and wait until the focus is at path."""
        keyboard.press(key)
        visit.page.locator(f'[data-node="{path}"]:focus').wait_for()

    assert here.get_attribute('data-node') == ''
    press('ArrowRight', 'A')
    press('ArrowDown', 'B')
    press('Enter', 'B')
    visit.page.locator('[data-node="B"][aria-expanded=true]:focus').wait_for()
    press('ArrowRight', 'B,A')
    press('ArrowLeft', 'B')
    press('ArrowLeft', 'B')
    visit.page.locator('[data-node="B"][aria-expanded=false]:focus') \
        .wait_for()
    press('ArrowUp', 'A')
    press('End', 'G')
    press('Home', '')
    assert visit.page.locator('[data-node][tabindex="0"]').count() == 1


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
    assert max(path.count(',') for path in list_paths(visit)) == 1
    visit.page.locator('#plies').fill('99')
    visit.page.locator('#draw').evaluate(
        'each => { each.form.noValidate = true; }')
    visit.page.locator('#draw').click()
    visit.wait_for_text('look-note', 'from 1 to 12 plies')
