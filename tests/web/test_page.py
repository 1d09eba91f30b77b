"""The page in a real browser, on this machine and in part as plain files."""

from contextlib import closing
from pathlib import Path
from typing import Any
import re
import pytest
from interface.saved_games import read_game
from tests.support.browser import BOTH_WAYS, Visit, follow
from web.answers import answer

# A search that is followed, and its second step.
SEARCH = ['press follow', 'step-number: Step 1 of']
STEP = 'go game=s&size=8&tree=0&search=iterative&step=2'
REVIEWED = 'go game=s&size=8&moves=4,1,1,1,1'

# What is done and seen on this machine: see Visit.do.
SCENES = {
    # The keys that the page lists work, and press what is there.
    'keys': [
        'go game=h&size=2&moves=A',
        'keys ?',
        'see #keys:popover-open',
        'keys Escape',
        'gone #keys:popover-open',
        'keys v',
        'see #values[aria-pressed=true]',
        'keys V',
        'see #values[aria-pressed=false]',
        'keys u',
        'see #undo:disabled',
        'keys r',
        'see #redo:disabled',
        'keys h',
        'see .hinted',
    ],
    # The board is one stop of Tab, the place where one was, also if it is
    # taken. What is read there are its places only.
    'focus on a taken place': [
        'go game=x&size=11&moves=b2',
        'focus [data-move=a1]',
        'keys ArrowDown ArrowRight Enter',
        "message: 'b2' is not empty",
        'keys ArrowRight',
        'see [data-move=c2]:focus',
        'keys Tab',
        'count 0 [data-move]:focus',
        'keys Shift+Tab',
        'see [data-move=c2]:focus',
        'keys Tab',
        'see #hint:focus',
    ],
    'focus on the nearest place': [
        'go game=s&size=20',
        'focus [data-move="16"]',
        'keys Enter',
        'see [data-move="4"]:focus',
        'count 0 #board svg > text:not([aria-hidden])',
    ],
    # What a move would claim lights up under the focus and the mouse, and
    # stands out when it is made. Then the focus is there, but nobody has
    # pointed at another place.
    'claims': [
        'go game=h&size=1',
        'focus #board',
        'keys Tab',
        'count 3 polygon.lit',
        'focus #hint',
        'count 0 .lit',
        'point C',
        'count 3 polygon.lit',
        'go game=h&size=2',
        'click A',
        'moves 1',
        'count 2 polygon.new',
        'see [data-move=A]:focus',
        'count 0 .lit',
    ],
    'a hint': [
        'go game=s&size=8',
        'press hint',
        'found: 1 wins',
        'see .hinted[data-move="1"]',
    ],
    # A review stays when somebody goes back in the game.
    'a review': [
        REVIEWED,
        'press review',
        "found: Player 2's move 1 (1) lost the game: 4",
        'texts #moves small||loses; 1 would have won|loses; 4 would have won'
        '|wins|loses|wins',
        'gone #banner',
        'press undo',
        'moves 4',
        'moves: 4 would have won',
        'away: After 4 of the 5 moves of the review.',
        'press return',
        'moves 5',
        'gone #banner',
    ],
    # While the board shows a step of a search, all that is said is about that,
    # and a line says so, with a way back; a move there is made there.
    'a hint for a step of a search': [
        STEP,
        'see #banner:has-text("Step 2 of a search")',
        'press hint',
        'found: 4 wins',
        'see .hinted[data-move="4"]',
        'press return',
        'gone #banner',
        'status: Player 1 is to move.',
        'see #found:empty',
        'count 0 .hinted',
        'link game=s&size=8&tree=0&search=iterative',
    ],
    'values of a step of a search': [
        'go game=s&size=8&values=1',
        'see .win[data-mark="1"]',
        *SEARCH,
        'see .win[data-mark="1"]',
        'press next',
        'see .win[data-mark="4"]',
        'found: wins: 4; loses: 1',
        'press values',
        'gone .mark.win',
        'see #found:empty',
        'see #banner:has-text("Step 2")',
        'press return',
        'status: Player 1 is to move.',
        'see #values[aria-pressed=false]',
    ],
    'values beside a tree': [
        'go game=s&size=8&values=1&tree=0&plies=1',
        'see #tree .node',
        'see .win[data-mark="1"]',
    ],
    'a step of a search after the end': [
        'go game=s&size=8&moves=4,4',
        'status: Player 2 is the winner!',
        'go game=s&size=8&moves=4,4&place=0&tree=0&search=iterative&step=2',
        'see #banner:has-text("Step 2")',
        'status: Player 1: 4.',
        'count 0 #status .result',
        'press values',
        'see #banner:visible',
        'click 1',
        'gone #banner',
        'moves 2',
        'status: Player 2: 1. Player 1 is to move.',
    ],
    'back from a step after a reload': [
        STEP,
        'see #banner:has-text("Step 2")',
        'link game=s&size=8&tree=0&search=iterative&step=2',
        'browse reload',
        'see #banner:has-text("Step 2")',
        'press return',
        'gone #banner',
        'browse reload',
        'step-number: Step 1 of',
        'gone #banner',
        'status: Player 1 is to move.',
    ],
    # Who comes first finds a card for each game.
    'cards': [
        'go ',
        'count 4 .card:has(svg)',
        'count 0 main:visible',
        'texts .card i' + '|You against minimax' * 4,
        'press cards .card >> nth=1',
        'title: Subtract Square',
        'gone #cards',
        'click 1',
        'moves 2',
        'link game=s&size=20&p2=mi&moves=1,9',
    ],
    # The form for a new game shows the board of the one that is chosen.
    'a new game': [
        'go game=s&size=20',
        'gone #setup',
        'press new',
        'choose game h',
        'see #preview circle',
        'fill size 99',
        'press setup .main',
        'size-note: from 1 to 5',
        'see #size[aria-invalid=true]',
        'see #setup:popover-open',
        'fill size 2',
        'press setup .main',
        'gone #setup',
        'link game=h&size=2',
    ],
    'players in the middle of a game': [
        'go game=s&size=20&moves=4',
        'press new',
        'choose p2 mi',
        'press players',
        'moves 2',
        'status: Player 2: ',
        'press new',
        'choose p2 i',
        'press players',
        'gone #setup',
        'see #programs',
        'link game=s&size=20&moves=4,16',
    ],
    # What a position is worth stands beside the status once it is known.
    'the value of the position': [
        'go game=s&size=8',
        'press hint',
        'value: Player 1 wins in 5 plies.',
        'click 1',
        'moves 1',
        'press values',
        'value: Player 2 loses in 4 plies.',
        REVIEWED,
        'press review',
        'found: lost the game',
        'press undo',
        'moves 4',
        'value: Player 1 wins.',
    ],
    # What is known stays known, whatever is said of the position later.
    'the value stays': [
        'go game=s&size=8&first=2',
        'press hint',
        'value: wins in 5 plies.',
        'click 1',
        'moves 1',
        'see #value:empty',
        'press undo',
        'moves 0',
        'value: Player 2 wins in 5 plies.',
        'press redo',
        'moves 1',
        'see #value:empty',
        'press review',
        'value: Player 1 loses.',
        'press undo',
        'moves 0',
        'value: Player 2 wins in 5 plies.',
        'press values',
        'see .mark.win',
        'value: Player 2 wins in 5 plies.',
    ],
    # What was wrong with a size is said until somebody changes it, or goes.
    'a size that was wrong': [
        'go game=h&size=2',
        'press new',
        'fill size 9',
        'press setup .main',
        'size-note: from 1 to 5',
        'choose game s',
        'see #size-note:empty',
        'gone #size[aria-invalid=true]',
        'choose game h',
        'see #preview polygon',
        'fill size 9',
        'press setup .main',
        'see #size[aria-invalid=true]',
        'keys Escape',
        'press new',
        'see #size-note:empty',
        'gone #size[aria-invalid=true]',
    ],
    # Where there is no game yet, nobody can change its players.
    'players of no game': [
        'go ',
        'press new',
        'see #preview svg',
        'gone #players',
        'press setup .main',
        'gone #setup',
        'press new',
        'see #players:visible',
    ],
    # What is open above the page has the keys.
    'letters above the page': [
        'go game=h&size=2',
        'press help',
        'see #keys:popover-open',
        'keys v u',
        'answered',
        'see #values[aria-pressed=false]',
        'see #keys:popover-open',
    ],
    # The players have one name, wherever the page speaks of them.
    'names of the players': [
        REVIEWED,
        'press review',
        'found: lost the game',
        *(
            f'see #graph svg > text:text-is("{name}")'
            for name in ('Player 1', 'tie', 'Player 2')
        ),
    ],
    # The moves are one stop of Tab with arrows inside, other lines among them.
    'keys in the moves': [
        'go game=s&size=20&moves=4,9,1&place=1&lines=4,1,1',
        'count 1 #moves [tabindex="0"]',
        'focus #moves [aria-current]',
        'keys ArrowDown',
        'see #moves [data-line]:focus',
        'keys Enter',
        'moves 3',
        'texts #moves [data-line]|2. 9 3. 1',
    ],
    # Esc closes what is open; only then does it stop a search.
    'Esc': [
        'go game=x&size=9&p1=mr',
        'see #stop:not([hidden])',
        'keys ?',
        'see #keys:popover-open',
        'keys Escape',
        'gone #keys',
        'see #stop:not([hidden])',
        'keys Escape',
        'found: Stopped',
    ],
    'no single keys': [
        'go game=h&size=2',
        'keys ?',
        'see #keys:popover-open',
        'press single',
        'press keys button',
        'gone #keys',
        'keys v',
        'keys ?',
        'answered',
        'see #values[aria-pressed=false]',
        'gone #keys',
        'press help',
        'press single',
        'press keys button',
        'keys v',
        'see #values[aria-pressed=true]',
    ],
    # A step of a search says one thing, and one after the other says nothing.
    'what is said of a step': [
        STEP,
        'see #banner:has-text("Step 2")',
        'count 1 main [aria-live=polite]:visible:not(:empty)',
        'see #what[aria-live=polite]',
        'press run',
        'see #what[aria-live=off]',
        'press run',
        'see #what[aria-live=polite]',
    ],
    'a cell that is taken': [
        'go game=h&size=3&moves=A',
        'force A',
        "message: 'A' is taken",
    ],
}

IN_FIREFOX = {
    # A game is begun, played by arrow keys, Enter and Space, and taken back.
    # The focus stays where it was; a button that cannot be pressed any more
    # gives it to the board.
    'a game by keyboard': [
        'go game=h&size=3',
        'press new',
        'focus #size',
        'keys Control+A 2 Enter',
        'gone [data-move=H]',
        'focus [data-move=A]',
        'keys ArrowRight Enter',
        'moves 1',
        'link game=h&size=2&moves=B',
        'see [data-move=B]:focus',
        'focus #undo',
        'keys Enter',
        'moves 0',
        'see [data-move=B]:focus',
        'focus [data-move=C]',
        'keys Enter',
        'moves 1',
        'focus [data-move=A]',
        'keys Enter',
        'moves 2',
        'focus [data-move=B]',
        'keys Enter',
        'moves 3',
        'focus [data-move=D]',
        'keys Space',
        'moves 4',
        'focus [data-move=E]',
        'keys Space',
        'status: is the winner!',
        'link game=h&size=2&moves=C,A,B,D,E&lines=B',
    ],
    # Tab leads to the board once, arrows lead through it, and Shift and Tab
    # back to where one was. The focus stays at a move that is made.
    'Tab and arrows': [
        'go game=x&size=11',
        'focus #help',
        'keys Tab',
        'see [data-move=a1]:focus',
        'keys ArrowRight ArrowDown',
        'see [data-move=b2]:focus',
        'keys Tab',
        'count 0 [data-move]:focus',
        'keys Shift+Tab',
        'see [data-move=b2]:focus',
        'keys Enter',
        'moves 1',
        'link game=x&size=11&moves=b2',
        'see [data-move=b2]:focus',
    ],
}

# What the page as plain files does by itself, too.
BOTH = {
    'Stonehenge': [
        'go game=h&size=2',
        *(
            f'{do} {what}'
            for number, move in enumerate('ABCDE', 1)
            for do, what in (('click', move), ('moves', number))
        ),
        'status: Player 1 is the winner!',
        'link game=h&size=2&moves=A,B,C,D,E',
    ],
    'Hex': ['go game=x&size=3', 'click b2', 'status: Player 1: b2'],
    'Domineering': [
        'go game=d&size=3 3',
        'click a1',
        'moves 1',
        'click b1',
        'status: Player 2: b1',
    ],
    'Subtract Square': ['go game=s&size=9', 'click 9', 'status: Player 1: 9'],
    # A program's move is told to screen readers. Undo leads to a person's turn.
    'a program': [
        'go game=h&size=3&p2=mi',
        'click A',
        'moves 2',
        'status: Player 2: ',
        'see #status[aria-live=polite]',
        'press undo',
        'moves 0',
    ],
    # A click in the graph of a review goes to the position after a move.
    'a graph': [
        REVIEWED,
        'press review',
        'found: lost the game',
        'count 2 #graph .mistake',
        'count 5 #graph .point',
        'count 0 #graph .point:not(.mistake) ~ .mistake',
        'press graph .point >> nth=1',
        'moves 2',
        'see #graph .here[aria-label="2. 1 loses; 4 would have won"]',
        'focus #graph .here',
        'keys ArrowLeft Enter',
        'moves 1',
    ],
    # A program that thinks for long shows how many positions, never blocks the
    # page, and can be stopped; then a person may move for it. Where no
    # value is found soon, a line says so, and no move is marked.
    'a long thought': [
        'go game=x&size=9&p1=mr',
        'thinking: positions scored',
        'force a1',
        "message: a program's turn",
        'see #rules:has-text("chain")',
        'stop',
        'click a1',
        'moves 1',
        'press values',
        'found: Not known within 2 s: 80 moves.',
        'gone #stop',
        'count 0 .mark:is(.win, .loss, .unknown)',
    ],
    # A link that makes no sense gets a line, and the game stays.
    **{
        f'the link {link}': [
            'go game=h&size=3',
            f'go {link}',
            f'message: {why}',
            'link game=h&size=3',
            'click B',
            'moves 1',
            'see #message:empty',
        ]
        for link, why in [
            ('game=h&size=3&moves=A,A', "'A' is taken"),
            ('%%%&moves=%,,=', 'no game'),
            ('gaem=s', "'gaem' is not part"),
            ('game=s&size=-1', 'no game'),
        ]
    },
}

# Undo goes back and redo forward, also after a reload. Whoever plays there
# keeps what came after as another line. Back and forward in the browser lead
# through positions and games.
KEPT = {
    'nothing is lost': [
        'go game=s&size=20&moves=4,9,1',
        'see #redo:disabled',
        'press undo',
        'moves 2',
        'browse reload',
        'moves 2',
        'press redo',
        'moves 3',
        'press moves button >> nth=0',
        'moves 0',
        'count 4 #moves button',
        'see #undo:disabled',
        'click 16',
        'moves 1',
        'count 2 #moves [data-place]',
        'texts #moves [data-line]|1. 4 2. 9 3. 1',
        'press moves [data-line]',
        'moves 3',
        'texts #moves [data-line]|1. 16',
        'press new',
        'press setup .main',
        'moves 0',
        'count 0 #moves [data-line]',
        'browse go_back',
        'moves 3',
        'texts #moves [data-line]|1. 16',
        'browse go_back',
        'moves 1',
        'browse go_forward',
        'moves 3',
        'press values',
        'see #values[aria-pressed=true]',
        'link game=s&size=20&moves=4,9,1&values=1&lines=16',
        'press values',
        'see #values[aria-pressed=false]',
    ]
}


@follow(
    {
        'local': SCENES,
        'local firefox': IN_FIREFOX,
        'local hosted': BOTH,
        'local hosted_firefox': KEPT,
    }
)
def test_scenes(visit: Visit, steps: list[str]) -> None:
    """What should be seen is seen."""
    visit.do(*steps)


def test_the_page_is_put_back(visit: Visit) -> None:
    """What one test leaves open, pressed, chosen or typed, the next one does
    not find."""

    def look() -> Any:
        """Return what a test may have changed."""
        return visit.page.evaluate("""() => [
            location.hash, document.activeElement.tagName, {...localStorage},
            document.documentElement.className, ...[
            ':popover-open', '[open]', '[aria-pressed=true]', '.lit'].map(
            name => document.querySelectorAll(name).length), ...[
            ...document.querySelectorAll('input:not([type=range]), select')
            ].map(each => each.checked || each.value)]""")

    visit.put_back()
    before = look()
    visit.do(
        'go game=h&size=3',
        'press help',
        'press single',
        'press keys button',
        'press show-rules',
        'fill plies 2',
        'press draw',
        'press values',
        'see #values[aria-pressed=true]',
        'press large',
        'press help',
        'see #keys:popover-open',
        'keys Shift',
        'focus [data-move=A]',
    )
    assert all(one != other for one, other in zip(look()[:8], before))
    visit.put_back()
    assert look() == before


def test_tab_leads_everywhere(visit: Visit) -> None:
    """Tab alone leads to all that can be used."""
    visit.go('game=h&size=2&moves=A')
    wanted = visit.page.evaluate(
        "() => [...document.querySelectorAll('button, input, select, summary,"
        ' [tabindex="0"]\')].filter(each => each.checkVisibility() && '
        '!each.disabled && each.tabIndex >= 0).length'
    )
    seen = set()
    for _ in range(wanted + 3):
        visit.page.keyboard.press('Tab')
        seen.add(
            visit.page.evaluate(
                "() => [...document.querySelectorAll('*')].indexOf("
                'document.activeElement)'
            )
        )
    assert len(seen) >= wanted


def test_keys_on_a_phone(visit: Visit) -> None:
    """Keys work on a phone, too: they open the tab in which something is."""
    visit.page.set_viewport_size({'width': 390, 'height': 844})
    visit.do(
        'go game=s&size=8&tree=0&search=recursive',
        'step-number: Step 1 of',
        'press show-moves',
        'gone #look',
        'keys n',
        'step-number: Step 2 of',
        'see #next:visible',
        'gone #moves',
    )


def test_listed_keys(visit: Visit) -> None:
    """All that the list of keys names is there."""
    visit.go('game=h&size=2')
    assert all(
        visit.find_all(
            '#keys [data-press]',
            'document.getElementById(each.dataset.press) !== null',
        )
    )
    letters = visit.find_all('#keys kbd:not([data-key])', 'each.textContent')
    assert {each for each in letters if len(each) == 1} == set('?vhurnbp')


def test_programs_against_each_other(visit: Visit) -> None:
    """Two programs play at some speed; they can be paused, and go on by steps
    or faster."""
    visit.page.locator('#speed').evaluate('each => { each.value = "2000"; }')
    visit.do(
        'go game=x&size=6',  # These games take many moves.
        'press new',
        'choose p1 ro',
        'choose p2 r',
        'press setup .main',
        'press pause',
        'see #pause[aria-pressed=true]',
    )
    made = visit.page.locator('#moves button').count()
    visit.do(
        'press step',
        f'moves {made}',
        'press step',
        f'moves {made + 1}',
        'choose speed 300',
        'press pause',
        'status: is the winner!',
        'count 2 #pause:disabled, #step:disabled',
    )


@BOTH_WAYS
def test_embed(visit: Visit, browser: Any) -> None:
    """A link shows the board or the tree alone, and leads to the whole page;
    plain files can be in a frame."""
    visit.do(
        'go game=h&size=2&embed=board',
        'click A',
        'status: Player 1: A',
        'link game=h&size=2&moves=A&embed=board',
        'see #whole[href="#game=h&size=2&moves=A"]',
    )
    for end, shown in (
        ('&embed=board', '#board,#whole'),
        ('&embed=tree', '#tree,#whole'),
        ('', '#board,#side'),
    ):
        visit.go('game=h&size=2' + end)
        visit.page.locator(shown.split(',')[0]).wait_for()
        assert shown == ','.join(
            name
            for name in ('#board', '#tree', '#side', '#whole')
            if visit.page.locator(name).is_visible()
        )
    if visit.page.workers:
        with closing(browser.new_page()) as page:
            link = f'{visit.address}#game=h&embed=board'
            page.set_content(f'<iframe src="{link}">')
            page.frame_locator('iframe').locator('#whole').wait_for()


@BOTH_WAYS
@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('moves', ['A,F,C,D', 'A,F,C,D,B'])
def test_values(visit: Visit, moves: str) -> None:
    """The marks on the moves are the values that are found, and words for
    screen readers say the same."""
    link = f'game=h&size=3&moves={moves}'
    visit.do(f'go {link}', 'press values')
    found = answer({'ask': 'values', 'link': link}, print)
    expected = {each['move']: each['letter'] for each in found['marks']}
    assert visit.read_marks() == expected
    assert visit.read('found') == found['text']['found']
    # How many plies are left is told where a few seconds are enough to find it.
    for move, name, beside in visit.find_all(
        '#board [data-claims]',
        """[each.dataset.move, each.ariaLabel,
            document.querySelector(`[data-mark="${each.dataset.move}"] .beside`
            ).textContent]""",
    ):
        verb = 'wins' if expected[move] == 'W' else 'loses'
        assert re.fullmatch(
            f'{move}, .*{verb}'
            + (rf' in {beside} pl(y|ies)' if beside else ''),
            name,
        )
    visit.do('press values', 'gone .mark.win, .mark.loss')


@BOTH_WAYS
def test_files(visit: Visit, tmp_path: Path) -> None:
    """A game that was saved is loaded again, as by the terminal; a file that
    holds none gets a line."""
    link = 'game=d&size=4%204&first=2&p2=mi&moves=a1,b2,c3'
    visit.do(f'go {link}', f'link {link}')
    with visit.page.expect_download() as download:
        visit.press('save')
    assert download.value.suggested_filename == 'domineering.txt'
    saved = tmp_path / 'saved.txt'
    other = tmp_path / 'other.txt'
    download.value.save_as(saved)
    assert read_game(str(saved)).moves == ('a1', 'b2', 'c3')
    visit.go('game=h&size=3')
    visit.page.locator('#load').set_input_files(saved)
    visit.do('moves 3', f'link {link}')
    for text, why in (
        ('Nothing.', 'not TOML'),
        ('x' * 300_000, 'too long'),
        ('', "the key 'game' is missing"),
    ):
        other.write_text(text, encoding='utf-8')
        visit.page.locator('#load').set_input_files(other)
        visit.do(f'message: {why}')
    assert visit.read('title') == 'Domineering'


def test_link_is_copied(visit: Visit) -> None:
    """The link to the position can be copied, also without https, or is said to
    be in the address bar."""
    visit.go('game=h&size=3&moves=A')
    visit.page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', "
        '{ value: undefined, configurable: true })'
    )
    visit.do('press link', 'found: The link is copied')
    visit.page.evaluate('delete navigator.clipboard')
    visit.do('press new', 'focus #size', 'keys Control+A Control+V')
    assert visit.page.locator('#size').input_value() == visit.page.url
