"""The page in a real browser, on this machine and in part as plain files."""
from contextlib import closing
from pathlib import Path
from typing import Any
import re
import pytest
from interface.game_files import read_game
from tests.support.browser import BOTH_WAYS, Visit, in_ways
from web.answers import answer


@BOTH_WAYS
@pytest.mark.parametrize('link, moves', [
    ('game=h&size=2', list('ABCDEFG')), ('game=x&size=3', ['b2']),
    ('game=d&size=3 3', ['a1,a2', 'b1,c1']), ('game=s&size=9', ['9'])])
def test_game_by_clicks(visit: Visit, link: str, moves: list[str]) -> None:
    """Each game has a board whose places are moves; a whole game of Stonehenge
    says who has won it."""
    visit.go(link)
    for number, move in enumerate(moves, 1):
        visit.click(move.split(',')[0])
        visit.wait_for_moves(number)
        if 'winner' in visit.read('status'):
            break
    assert f'Player {2 - number % 2}: ' in visit.read('status')
    if link == 'game=h&size=2':
        assert 'is the winner!' in visit.read('status')
        assert 'moves=A,B' in visit.read_link()
        assert visit.page.locator('#type').is_hidden()


@in_ways('firefox')
def test_game_by_keyboard(visit: Visit) -> None:
    """A game is begun, played by arrow keys, by Enter and by typing, and taken
    back, all by keyboard."""
    visit.go('game=h&size=3')
    keyboard = visit.page.keyboard
    visit.page.locator('#size').focus()
    keyboard.press('Control+A')
    keyboard.type('2')
    keyboard.press('Enter')
    visit.page.locator('[data-move=H]').wait_for(state='detached')
    visit.page.locator('[data-move=A]').focus()
    keyboard.press('ArrowRight')
    keyboard.press('Enter')
    visit.wait_for_moves(1)
    assert visit.read_link().endswith('moves=B')
    # The focus stays where it was.
    visit.page.locator('[data-move=B]:focus').wait_for()
    visit.page.locator('#undo').focus()
    keyboard.press('Enter')
    visit.wait_for_moves(0)
    # A button that cannot be pressed any more gives it to the board.
    visit.page.locator('[data-move=B]:focus').wait_for()
    visit.page.locator('#move').focus()
    for number, move in enumerate('cab', 1):
        keyboard.type(move)
        keyboard.press('Enter')
        visit.wait_for_moves(number)
    for number, move in enumerate('DEFG', 4):
        if 'winner' in visit.read('status'):
            break
        visit.page.locator(f'[data-move={move}]').focus()
        keyboard.press(' ')
        visit.wait_for_moves(number)
    assert visit.read_link().startswith('#game=h&size=2&moves=C,A,B,D')
    assert 'is the winner!' in visit.read('status')


@in_ways('firefox')
def test_tab_and_arrows(visit: Visit) -> None:
    """Tab leads to the board once, arrows lead through it, and Shift and Tab
    back to where one was. The focus stays at a move that is made."""
    visit.go('game=x&size=11')
    keyboard = visit.page.keyboard
    here = visit.page.locator('#board [data-move]:focus')
    visit.page.locator('#setup .main').focus()
    keyboard.press('Tab')
    here.wait_for()
    for key in 'ArrowRight', 'ArrowDown', 'Tab':
        move = here.get_attribute('data-move')
        keyboard.press(key)
    assert here.count() == 0
    keyboard.press('Shift+Tab')
    assert here.get_attribute('data-move') == move != 'a1'
    keyboard.press('Enter')
    visit.wait_for_moves(1)
    assert visit.read_link().endswith(f'moves={move}')
    assert here.get_attribute('data-move') == move


def test_tab_leads_everywhere(visit: Visit) -> None:
    """Tab alone leads to all that can be used."""
    visit.go('game=h&size=2&moves=A')
    visit.page.locator('h1').click()
    wanted = visit.page.evaluate(
        "() => [...document.querySelectorAll('button, input, select, summary,"
        " [tabindex=\"0\"]')].filter(each => each.checkVisibility() && "
        "!each.disabled && each.tabIndex >= 0).length")
    seen = set()
    for _ in range(wanted + 3):
        visit.page.keyboard.press('Tab')
        seen.add(visit.page.evaluate(
            "() => [...document.querySelectorAll('*')].indexOf("
            "document.activeElement)"))
    assert len(seen) >= wanted


@BOTH_WAYS
def test_a_program_answers(visit: Visit) -> None:
    """A program moves when it is its turn, and its move is told to screen
    readers."""
    visit.go('game=h&size=3&p2=mi')
    visit.click('A')
    visit.wait_for_moves(2)
    assert visit.read('status').startswith('Player 2: ')
    assert visit.page.locator('#status').get_attribute('aria-live') == 'polite'
    visit.press('undo')  # To the turn of the person.
    visit.wait_for_moves(0)


def test_programs_against_each_other(visit: Visit) -> None:
    """Two programs play with a delay; they can be paused, and go on by steps
    or at once."""
    visit.go('game=x&size=6')  # These games take many moves.
    visit.page.locator('#p1').select_option('ro')
    visit.page.locator('#p2').select_option('r')
    visit.page.locator('#delay').evaluate('each => { each.value = "2000"; }')
    visit.press('setup .main')
    visit.press('pause')
    visit.page.locator('#pause[aria-pressed=true]').wait_for()
    made = visit.page.locator('#moves button').count()
    visit.press('step')
    visit.wait_for_moves(made)
    visit.press('step')
    visit.wait_for_moves(made + 1)
    visit.page.locator('#delay').select_option('0')
    visit.press('pause')
    visit.wait_for_text('status', 'is the winner!')
    visit.page.locator('#delay').select_option('500')
    assert visit.page.locator('#pause:disabled, #step:disabled').count() == 2


def test_taken_places_have_the_focus(visit: Visit) -> None:
    """The board is one stop of Tab, the one where one was, also on what is
    taken. What is read there are its places only."""
    visit.go('game=x&size=11&moves=b2')
    keyboard, focused = visit.page.keyboard, visit.page.locator(':focus')
    visit.page.locator('[data-move=a1]').focus()
    for key in 'ArrowDown', 'ArrowRight', 'Enter':
        keyboard.press(key)
    visit.wait_for_text('message', "'b2' is not empty")
    for key, name in ('ArrowRight', 'c2'), ('Tab', ''), ('Shift+Tab', 'c2'):
        keyboard.press(key)
        assert (focused.get_attribute('data-move') or '') == name
    keyboard.press('Tab')
    assert focused.get_attribute('id') == 'values'
    visit.go('game=s&size=20')
    visit.page.locator('[data-move="16"]').focus()
    keyboard.press('Enter')
    visit.page.locator('[data-move="4"]:focus').wait_for()  # It is nearest.
    assert visit.page.locator('#board svg > text:not([aria-hidden])'
                              ).count() == 0


def test_keys(visit: Visit) -> None:
    """The keys that the page lists work, and press what is there."""
    visit.go('game=h&size=2&moves=A')
    visit.page.locator('h1').click()
    for key, what in [
            ('?', '#keys:popover-open'), ('Escape', '#keys:not(:popover-open)'),
            ('f', '#large[aria-pressed=true]'),
            ('F', '#large[aria-pressed=false]'),
            ('v', '#values[aria-pressed=true]'), ('t', '#look[open]'),
            ('u', '#undo:disabled'), ('d', '#view:not([hidden])'),
            ('m', '#move:focus')]:
        visit.page.keyboard.press(key)
        visit.page.locator(what).wait_for(state='attached')
    assert visit.page.locator('#keys [data-press]').evaluate_all(
        "all => all.flatMap(each => each.dataset.press.split(' ')).filter("
        "name => !document.getElementById(name))") == []


@BOTH_WAYS
def test_embed(visit: Visit, browser: Any) -> None:
    """A link shows the board or the tree alone, and leads to the whole page;
    plain files can be in a frame."""
    visit.go('game=h&size=2&embed=board')
    visit.click('A')
    visit.wait_for_text('status', 'Player 1: A')
    assert visit.read_link() == '#game=h&size=2&moves=A&embed=board'
    assert visit.page.locator('#whole').get_attribute('href') \
        == '#game=h&size=2&moves=A'
    for end, shown in ('&embed=board', '#board,#whole'), \
            ('&embed=tree', '#tree,#whole'), ('', '#board,#side'):
        visit.go('game=h&size=2' + end)
        visit.page.locator(shown.split(',')[0]).wait_for()
        assert shown == ','.join(
            name for name in ('#board', '#tree', '#side', '#whole')
            if visit.page.locator(name).is_visible())
    if visit.page.workers:
        with closing(browser.new_page()) as page:
            link = f'{visit.address}#game=h&embed=board'
            page.set_content(f'<iframe src="{link}">')
            page.frame_locator('iframe').locator('#whole').wait_for()


def test_claims_light_up(visit: Visit) -> None:
    """What a move would claim lights up under the focus and the mouse, and
    stands out when it is made."""
    visit.go('game=h&size=1')
    visit.page.locator('#board').focus()
    visit.page.keyboard.press('Tab')
    assert visit.page.locator('polygon.lit').count() == 3
    visit.page.locator('#move').focus()
    assert visit.page.locator('.lit').count() == 0
    visit.page.locator('[data-move=C]').hover()
    assert visit.page.locator('polygon.lit').count() == 3
    visit.go('game=h&size=2')
    visit.click('A')
    visit.wait_for_moves(1)
    assert visit.page.locator('polygon.new').count() == 2
    # The focus is there now, but nobody has pointed at another place.
    assert visit.page.locator('[data-move=A]:focus').count() == 1
    assert visit.page.locator('.lit').count() == 0


@BOTH_WAYS
@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('moves', ['A,F,C,D', 'A,F,C,D,B'])
def test_values(visit: Visit, moves: str) -> None:
    """The marks on the moves are the values that are found, and words for
    screen readers say the same."""
    link = f'game=h&size=3&moves={moves}'
    visit.go(link)
    visit.press('values')
    found = answer({'ask': 'values', 'link': link}, print)['marks']
    expected = {each['move']: each['letter'] for each in found}
    assert visit.read_marks() == expected
    # How many plies are left is told where a few seconds are enough to find it.
    for move, name, beside in visit.page.evaluate(
            """() => [...document.querySelectorAll('#board [data-claims]')].map(
            each => [each.dataset.move, each.ariaLabel, document.querySelector(
            `[data-mark="${each.dataset.move}"] .beside`).textContent])"""):
        verb = 'wins' if expected[move] == 'W' else 'loses'
        assert re.fullmatch(f'{move}, .*{verb}' + (
            rf' in {beside} pl(y|ies)' if beside else ''), name)
    visit.press('values')
    visit.page.locator('.mark.win, .mark.loss').first.wait_for(
        state='detached')


def test_hint_and_review(visit: Visit) -> None:
    """A hint names a best move and makes it stand out; a review says what each
    move was worth, and which one decided the game."""
    visit.go('game=s&size=8')
    visit.press('hint')
    visit.wait_for_text('found', '1 wins')
    assert visit.page.locator('.hinted').get_attribute('data-move') == '1'
    visit.go('game=s&size=8&moves=4,1,1,1,1')
    visit.press('review')
    visit.wait_for_text('found', "Player 2's move 1 (1) lost the game: 4")
    notes = [each.split('\n')[-1] for each in
             visit.page.locator('#moves li').all_inner_texts()]
    assert notes[2] == 'loses; 4 would have won'
    assert [note.split(';')[0] for note in notes[1:]] \
        == ['loses', 'loses', 'wins', 'loses', 'wins']
    visit.press('undo')
    visit.wait_for_moves(4)
    assert 'would have won' in visit.read('moves')


@in_ways('hosted', 'firefox', 'hosted_firefox')
def test_nothing_is_lost(visit: Visit) -> None:
    """Undo goes back and redo forward, also after a reload. Whoever plays there
    keeps what came after as another line. Back and forward in the browser lead
    through positions and games."""
    visit.go('game=s&size=20&moves=4,9,1')
    assert visit.page.locator('#redo').is_disabled()
    visit.press('undo')
    visit.wait_for_moves(2)
    visit.page.reload()
    visit.wait_for_moves(2)
    visit.press('redo')
    visit.wait_for_moves(3)
    visit.page.locator('#moves button').first.click()
    visit.wait_for_moves(0)
    assert visit.page.locator('#moves button').count() == 4
    assert visit.page.locator('#undo').is_disabled()
    visit.click('16')
    visit.wait_for_moves(1)
    assert visit.page.locator('#moves button').count() == 2
    line = visit.page.locator('#lines button')
    assert line.all_inner_texts() == ['1. 4 2. 9 3. 1']
    line.click()
    visit.wait_for_moves(3)
    assert line.all_inner_texts() == ['1. 16']
    visit.press('setup .main')
    visit.wait_for_moves(0)
    assert line.count() == 0
    visit.page.go_back()
    visit.wait_for_moves(3)
    assert line.all_inner_texts() == ['1. 16']
    visit.page.go_back()
    visit.wait_for_moves(1)
    visit.page.go_forward()
    visit.wait_for_moves(3)
    visit.press('values')
    visit.page.locator('#values[aria-pressed=true]').wait_for()
    assert 'values=1' in visit.read_link()
    visit.press('values')
    visit.page.locator('#values[aria-pressed=false]').wait_for()


@BOTH_WAYS
def test_graph(visit: Visit) -> None:
    """A review draws who wins, move by move, with mistakes marked; a click
    there goes to the position after a move."""
    visit.go('game=s&size=8&moves=4,1,1,1,1')
    visit.press('review')
    visit.page.locator('#graph .point').nth(4).wait_for()
    visit.page.locator('#stop').wait_for(state='hidden')
    assert visit.page.locator('#graph .point').evaluate_all(
        "all => all.map(each => each.classList.contains('mistake'))") \
        == [True, True, False, False, False]
    visit.page.locator('#graph .point').nth(1).click()
    visit.wait_for_moves(2)
    assert visit.page.locator('#graph .here').get_attribute('aria-label') \
        == '2. 1 loses; 4 would have won'
    visit.page.locator('#graph .here').focus()
    visit.page.keyboard.press('ArrowLeft')
    visit.page.keyboard.press('Enter')
    visit.wait_for_moves(1)


@BOTH_WAYS
def test_a_long_thought(visit: Visit) -> None:
    """A program that thinks for long shows how many positions, never blocks
    the page, and can be stopped; then a person may move for it."""
    visit.go('game=x&size=9&p1=mr')
    visit.wait_for_text('thinking', 'positions scored')
    visit.page.locator('[data-move=a1]').dispatch_event('click')
    visit.wait_for_text('message', "a program's turn")
    # For who comes first, the rules are open.
    assert 'chain' in visit.page.locator('#rules').text_content()
    visit.stop_program()
    visit.click('a1')
    visit.wait_for_moves(1)
    # So can a search for values: those that are not known yet are marked so.
    visit.press('values')
    visit.page.locator('.mark.unknown').first.wait_for()
    visit.stop_program()


@BOTH_WAYS
@pytest.mark.parametrize('link, why', [
    ('game=h&size=3&moves=A,A', "'A' is taken"), ('%%%&moves=%,,=', 'no game'),
    ('gaem=s', "'gaem' is not part"), ('game=s&size=-1', 'no game')])
def test_malformed_link(visit: Visit, link: str, why: str) -> None:
    """A link that makes no sense gets a line, and the game stays."""
    visit.go('game=h&size=3')
    visit.go(link)
    visit.wait_for_text('message', why)
    assert visit.read_link() == '#game=h&size=3'
    visit.click('B')
    visit.wait_for_moves(1)
    assert visit.read('message') == ''


@BOTH_WAYS
def test_files(visit: Visit, tmp_path: Path) -> None:
    """A game that was saved is loaded again, as by the terminal; a file that
    holds none gets a line."""
    visit.go('game=d&size=4%204&first=2&p2=mi&moves=a1,b2,c3')
    link = visit.read_link()
    with visit.page.expect_download() as download:
        visit.press('save')
    assert download.value.suggested_filename == 'domineering.txt'
    saved, other = tmp_path / 'saved.txt', tmp_path / 'other.txt'
    download.value.save_as(saved)
    assert read_game(str(saved)).moves == ('a1', 'b2', 'c3')
    visit.go('game=h&size=3')
    visit.page.locator('#load').set_input_files(saved)
    visit.wait_for_moves(3)
    assert visit.read_link() == link
    for text, why in (('Nothing.', 'line 1'), ('x' * 300_000, 'too long'),
                      ('', 'line 1')):
        other.write_text(text, encoding='utf-8')
        visit.page.locator('#load').set_input_files(other)
        visit.wait_for_text('message', why)
    assert visit.read('title') == 'Domineering'


def test_link_is_copied(visit: Visit) -> None:
    """The link to the position can be copied, also without https, or is said to
    be in the address bar. A taken cell says why it is not a move."""
    visit.go('game=h&size=3&moves=A')
    visit.page.evaluate("Object.defineProperty(navigator, 'clipboard', "
                        "{ value: undefined, configurable: true })")
    visit.press('link')
    visit.wait_for_text('found', 'The link is copied')
    visit.page.evaluate('delete navigator.clipboard')
    visit.page.locator('#move').focus()
    visit.page.keyboard.press('Control+V')
    assert visit.page.locator('#move').input_value() == visit.page.url
    visit.page.locator('#move').fill('')
    visit.page.locator('[data-move=A]').dispatch_event('click')
    visit.wait_for_text('message', "'A' is taken")
