"""The page with a student's own files: for students, without the solution."""

from pathlib import Path
from typing import Any, Iterator
from zipfile import ZipFile
import json
import re
import pytest
from course.marking.configuration import ConfigurationError
from course.starter.page import list_for_students
from tests.course.test_leaks import find_leaks
from tests.support.browser import (
    Visit,
    build_files,
    serve_by_nginx,
    serve_files,
    visiting,
)
from tests.support.programs import TOP, run_in
from tests.support.starters import list_plans, starter_files
from tests.support.submissions import LISTS, REAL, Case, leave_out, rename
from tests.support.wrong_programs import WRONG

COURSE = (
    '[page]\ntitle = "Minimax & more"\n'
    'course = "https://example.org/csc"\n'
    'handout_zh = "https://example.org/zh"\n'
    'link = "https://example.org/page"\n'
)

# The page asks for these where they are: in engine/ and in our strategy.py.
ASKED_FOR = {'review_moves', 'recurse_deeply'}

LOOP = 'while True:\n    pass\n'
ENDLESS = 'return min([1], key=lambda _: recursive_minimax_strategy(game))'


@pytest.fixture(name='students_folder', scope='session')
def build_for_students(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page for students as plain files, with a course's text."""
    folder: Path = tmp_path_factory.mktemp('students')
    marking = tmp_path_factory.mktemp('course') / 'marking.toml'
    marking.write_text(COURSE, encoding='utf-8')
    build_files(folder, True, marking)
    return folder


@pytest.fixture(name='students', scope='session')
def visit_for_students(
    request: pytest.FixtureRequest, students_folder: Path
) -> Iterator[Visit]:
    """A visit of the page for students in the browser with this name."""
    with (
        serve_files(students_folder) as address,
        visiting(request.getfixturevalue(request.param), address) as visit,
    ):
        visit.page.goto(address)
        visit.do('see #cards .card')
        yield visit


IN_BOTH = pytest.mark.parametrize(
    'students', ['browser', 'gecko'], indirect=True
)


def put(visit: Visit, **files: str) -> None:
    """Give the page files, and have it show what its address names."""
    visit.page.evaluate(
        "async files => { const { put } = await import('./engine.js'); "
        "await put(files); dispatchEvent(new Event('hashchange')); }",
        {f'{name}.py': text for name, text in files.items()},
    )


def test_nothing_of_the_solution(students_folder: Path) -> None:
    """No line of the solution stands in the page for students, nor in that of
    a lab, and no name of its functions. There are no engine, opening books
    or tests of marking, and of labs there is only what draws trees."""
    with ZipFile(students_folder / 'package.zip') as archive:
        code = {name: archive.read(name) for name in archive.namelist()}
    rooms = {name.partition('/')[0] for name in code if '/' in name}
    assert rooms == {'interface', 'drawings', 'web', 'labs', 'anytree'}
    assert 'stonehenge.py' not in code and 'web/build.py' not in code
    text = '\n'.join(
        each.decode()
        for each in [
            *code.values(),
            *(
                path.read_bytes()
                for path in students_folder.iterdir()
                if path.suffix in ('.js', '.html', '.css')
            ),
        ]
    )
    assert find_leaks('assignment', text) == ASKED_FOR
    for lab in list_plans()[1:]:
        assert not {each for each in find_leaks(lab, text) if ' ' in each}


def test_text_of_a_course(students_folder: Path) -> None:
    """The page has the title and the links of the course, and our handout where
    the course has none."""
    page = (students_folder / 'index.html').read_text('utf-8')
    assert '<h1>Minimax &amp; more</h1>' in page
    assert re.findall('<p id="links">(.*)</p>', page) == [
        '<a href="https://example.org/csc" target="_blank">The course</a> '
        '<a href="handout.html" target="_blank">Handout</a> '
        '<a href="https://example.org/zh" target="_blank">中文讲义</a>'
    ]
    for name in 'handout.html', 'handout.zh.html':
        handout = (students_folder / name).read_text('utf-8')
        assert '<a href="https://example.org/page">' in handout
    assert b'browser' not in starter_files()['handout.md']
    assert b'browser' in starter_files()['README.md']
    # What is filled in is there to be filled in.
    bare = (TOP / 'web' / 'page' / 'index.html').read_text('utf-8')
    assert '<!-- links -->' in bare and '<h1>Games and minimax</h1>' in bare


@pytest.mark.parametrize(
    'text, told',
    [
        ('titel = "x"', "unknown key 'titel'"),
        ('title = 3', 'title has to be'),
        ('course = "javascript:x"', "'javascript:x' is no link"),
        ('title', 'cannot be read'),
        (None, 'cannot be read'),
    ],
)
def test_wrong_text_of_a_course(text: Any, told: str, tmp_path: Path) -> None:
    """What is wrong in the file of a course is said in a line."""
    file = tmp_path / 'marking.toml'
    if text is not None:
        file.write_text(f'[page]\n{text}', encoding='utf-8')
    with pytest.raises(ConfigurationError, match=told) as caught:
        list_for_students(b'', file)
    assert '\n' not in str(caught.value)


def test_course_is_for_students(tmp_path: Path) -> None:
    """The text of a course is for the page for students only."""
    done = run_in(
        TOP, '-m', 'web.build', str(tmp_path / 'site'), '--marking', 'x'
    )
    assert done.returncode == 2 and '--students' in done.stdout
    assert not (tmp_path / 'site').exists()


@pytest.mark.slow
@IN_BOTH
def test_play_and_see(students: Visit) -> None:
    """Students play their own files, half written as they are, and see where
    their own search is wrong."""
    put(
        students,
        stonehenge=LISTS['stonehenge.py'] + 'del StonehengeGame.str_to_move\n',
        strategy=WRONG['recursive minimax forgets to negate'].change(
            LISTS['strategy.py']
        ),
    )
    students.do(
        'go game=h&size=2&p2=mi',
        'missing: StonehengeGame lacks str_to_move',
        'see circle[data-move=G]',
        'click A',
        'moves 2',
        'go game=s&size=4',
        'gone #draw',
        'press follow',
        'what: first wrong score',
        'see #tree .wrong',
        'choose search trace-mi',
        'press follow',
        'what: It chose 4, which is right.',
        'focus #run',
        'keys Home',
        'stack-title: The stack, the top last:',
        'texts #stack li|Player 1: 4|Player 2: 3|Player 2: 0',
        'press next',
        'see #stack li:nth-child(2):last-child',
        'see #code-part:has-text("python-ta==2.13.1")',
    )


@pytest.mark.slow
@pytest.mark.parametrize('students', ['browser'], indirect=True)
def test_what_is_missing(students: Visit) -> None:
    """Without files of their own, the page has what students were given. What
    is missing or wrong is said, and a loop can be stopped."""
    students.do('go game=s&size=4')
    put(students, stonehenge=LOOP)
    students.do('where: at stonehenge.py, line', 'press stop')
    put(students, stonehenge='class StonehengeGame(', game='import nothing')
    students.do("message: No module named 'nothing', at game.py, line 1")
    put(
        students,
        stonehenge=LISTS['stonehenge.py'] + 'del StonehengeState.make_move\n',
    )
    students.do(
        'go game=h&size=2',
        'see circle[data-move=G]',
        'click A',
        'message: StonehengeState lacks make_move, at move 1.',
    )
    put(students)
    students.do(
        'missing: There is no stonehenge.py yet.',
        'go game=s&size=20&p2=ro',
        'gone #hint',
        'gone #analysis-part',
        'click 4',
        'moves 2',
    )
    assert students.read('no-tree').startswith('There are no values')


@pytest.mark.slow
@pytest.mark.parametrize('students', ['browser'], indirect=True)
def test_more_than_a_browser_has(students: Visit) -> None:
    """A recursion without an end is an error with its line, as in the terminal;
    if Python has no room for it, that is said, and the page plays on. There is
    nobody whom a program could ask for anything."""
    for code, said in {
        ENDLESS: 'message: RecursionError: maximum recursion depth exceede',
        f'sys.setrecursionlimit(9_000)\n    {ENDLESS}': (
            'message: Python has ended: it had no more room'
        ),
        'input()': 'message: EOFError: EOF when reading a line, at str',
    }.items():
        students.do('go game=s&size=20')
        put(
            students,
            strategy='import sys\n'
            f'def recursive_minimax_strategy(game):\n    {code}\n',
        )
        students.do(
            'go game=s&size=20&p1=mr',
            said,
            'go game=s&size=20',
            'click 4',
            'moves 1',
        )
        if 'ended' in said:  # Then Pyodide complains.
            students.complaints.clear()


@pytest.mark.slow
def test_on_a_usual_server(
    browser: Any, students_folder: Path, tmp_path: Path
) -> None:
    """A usual server as it comes can give out the page: it need not know the
    types of all files. The page says how large it is, and how much of that has
    come."""
    with serve_by_nginx(students_folder, tmp_path) as address:
        visit = Visit(browser, address)
        visit.page.add_init_script("""document.addEventListener(
            'DOMContentLoaded', () => { window.said = [];
              const status = document.getElementById('status');
              new MutationObserver(() => said.push(status.textContent))
                .observe(status, { childList: true }); })""")
        visit.page.goto(address)
        visit.do('see #cards .card')
        said = visit.page.evaluate('said')
        size = (
            sum(
                path.stat().st_size
                for path in students_folder.rglob('*')
                if path.name not in ('site.js', 'files')
            )
            / 1e6
        )
        assert f' of {size:.1f} MB, which the browser keeps.' in said[0]
        assert len({each for each in said if 'Loading' in each}) > 3
        visit.do('go game=s&size=20&p2=ro', 'click 4', 'moves 2')
        visit.page.close()


@pytest.mark.parametrize('name', ['browser', 'gecko'])
def test_opened_as_a_file(
    name: str, students_folder: Path, request: pytest.FixtureRequest
) -> None:
    """Opened as a file, the page says why it cannot be used, and what to do."""
    browser = request.getfixturevalue(name)
    with visiting(browser, students_folder.as_uri()) as visit:
        visit.page.goto(f'{visit.address}/index.html')
        visit.do(
            'status: opened as a file, it cannot load Python',
            'status: python3 -m http.server',
        )
        visit.complaints.clear()  # Of modules, which Chromium does not load.


# Prints what the page answers about the files in a folder.
SHOW = (
    'import json, sys; sys.path.insert(0, sys.argv[1]); '
    'from web.suites import answer_question; print(json.dumps('
    'answer_question({"ask": "begin", "link": "game=h&size=3"}, print)))'
)

# However Stonehenge is written, and a class under another name.
WRITTEN = {
    **REAL,
    'misnamed': Case(
        changes=[
            rename(StonehengeGame='Stonehenge'),
            leave_out('game_interface.py'),
        ]
    ),
}
# Of these, no board is drawn, but this is said.
NOT_DRAWN = {
    'misnamed': "There is no game 'h' here",
    **dict.fromkeys(
        ['own_classes', 'own_names'],
        "ImportError: cannot import name 'GameState' from 'game_state'",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize('name', ['lists', 'own_classes', *WRITTEN])
def test_ways_to_write_it(name: str, tmp_path: Path) -> None:
    """However Stonehenge is written, the page draws it. It says so if a class
    has another name."""
    WRITTEN.get(name, Case(base=name)).write(tmp_path)
    done = run_in(TOP, '-c', SHOW, str(tmp_path))
    shown = json.loads(done.stdout.splitlines()[-1])
    if name in NOT_DRAWN:
        assert shown['error'].startswith(NOT_DRAWN[name])
    else:
        assert shown['html']['board'].count('<circle') > 12
