"""The page in a real browser, on this machine and as plain files."""
from pathlib import Path
from tests.support.browser import Visit
from web.answers import answer


def test_game_by_clicks(visit: Visit) -> None:
    """A whole game of Stonehenge by clicks, and who has won it."""
    visit.go('game=h&size=2')
    for number, move in enumerate('ABCDEFG', 1):
        visit.click(move)
        visit.wait_for_moves(number)
        if 'winner' in visit.read('status'):
            break
    assert 'is the winner!' in visit.read('status')
    assert 'moves=A,B' in visit.page.url


def test_game_by_keyboard(visit: Visit) -> None:
    """A move by Enter on the focused place, one by arrow keys, one typed."""
    visit.go('game=h&size=3')
    visit.page.locator('[data-move=A]').focus()
    visit.page.keyboard.press('ArrowRight')
    visit.page.keyboard.press('Enter')
    visit.wait_for_moves(1)
    assert 'moves=B' in visit.page.url
    visit.page.locator('#move').fill('g')
    visit.page.keyboard.press('Enter')
    visit.wait_for_moves(2)
    assert 'moves=B,G' in visit.page.url


def test_a_program_answers(visit: Visit) -> None:
    """A program moves when it is its turn."""
    visit.go('game=h&size=3&p2=mi')
    visit.click('A')
    visit.wait_for_moves(2)
    assert 'Player 2' in visit.read('status')


def test_claims_light_up(visit: Visit) -> None:
    """What a move would claim lights up under the focus."""
    visit.go('game=h&size=1')
    visit.page.locator('[data-move=A]').focus()
    lit = visit.page.locator('polygon.lit')
    assert lit.count() == 3


def test_values(visit: Visit) -> None:
    """The marks on the moves are the values that the engine finds."""
    visit.go('game=h&size=3&moves=A,F')
    visit.page.locator('#values').click()
    visit.page.locator('.mark').first.wait_for()
    marks = visit.page.locator('.mark').all_text_contents()
    found = answer({'ask': 'values', 'game': 'h', 'size': '3',
                    'moves': ['A', 'F']}, lambda part: None)
    assert sorted(marks) == sorted(each['letter'] for each in found['values'])
    visit.page.locator('#values').click()
    visit.page.locator('.mark').first.wait_for(state='detached')


def test_undo_and_redo(visit: Visit) -> None:
    """Undo goes back and redo forward; the list leads to any position."""
    visit.go('game=s&size=20&moves=4,9,1')
    visit.page.locator('#undo').click()
    visit.wait_for_moves(2)
    visit.page.locator('#redo').click()
    visit.wait_for_moves(3)
    visit.page.locator('#moves button').first.click()
    visit.wait_for_moves(0)
    assert visit.page.locator('#moves button').count() == 4


def test_why_not(visit: Visit) -> None:
    """A taken cell says why it is no move."""
    visit.go('game=h&size=3&moves=A')
    visit.page.locator('[data-move=A]').dispatch_event('click')
    visit.wait_for_text('message', "'A' is taken")


def test_search_is_stopped(visit: Visit) -> None:
    """A program that thinks for too long is stopped, and the page goes on."""
    visit.go('game=x&size=9&p1=mr')
    visit.page.locator('#stop').click()
    visit.wait_for_text('standing', 'Stopped')
    visit.click('a1')
    visit.wait_for_moves(1)


def test_malformed_link(visit: Visit) -> None:
    """A link that makes no sense gets a line, and the page stays."""
    visit.go('game=h&size=3')
    visit.go('game=h&size=3&moves=A,A')
    visit.wait_for_text('message', "'A' is taken")
    visit.click('B')
    visit.wait_for_moves(1)


def test_files(visit: Visit, tmp_path: Path) -> None:
    """A game that was saved is loaded again; a file that holds none gets a
    line."""
    visit.go('game=d&size=4 4&moves=0%200,1%201')
    with visit.page.expect_download() as download:
        visit.page.locator('#save').click()
    saved, other = tmp_path / 'saved.txt', tmp_path / 'other.txt'
    download.value.save_as(saved)
    visit.go('game=h&size=3')
    visit.page.locator('#load').set_input_files(saved)
    visit.wait_for_moves(2)
    other.write_text('Nothing.', encoding='utf-8')
    visit.page.locator('#load').set_input_files(other)
    visit.wait_for_text('message', 'line 1')


def test_widths(visit: Visit) -> None:
    """Nothing is wider than the screen, be it a phone's or a large one."""
    visit.go('game=h&size=5&moves=A,G,D')
    for width in 320, 800, 1600:
        visit.page.set_viewport_size({'width': width, 'height': 800})
        assert visit.page.evaluate('document.documentElement.scrollWidth') \
            <= width
    visit.page.set_viewport_size({'width': 1280, 'height': 720})
