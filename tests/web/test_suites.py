"""A student's own files on the page, and the two suites that test them."""

from contextlib import closing
from pathlib import Path
import re
from typing import Any, Iterator
import pytest
from interface.words import SourceLine
from interface.worker import Worker
from tests.support.browser import Visit
from tests.support.programs import TOP, copy_to, run_in
from tests.support.suites import (
    SUITE_FILES,
    SUITES,
    failures_in,
    run_suites,
    write_wrong_solution,
)
from tests.support.wrong_programs import WRONG, before_a_move
from web.suites import answer_about_files, answer_question, describe_place

IN_BROWSERS = pytest.mark.parametrize(
    'visit', ['hosted', 'hosted_firefox'], indirect=True
)
GROWING = before_a_move(
    'seen = []\n        while True: seen.append([move] * 500)'
)
# What the terminal and the page say the same of: where a browser has its own
# way to run it, and where not.
LOOP, *IN_BROWSER = [
    'a loop without an end',
    'memory that grows',
    'an endless recursion',
]
ANYWHERE = [
    'a strategy returns None',
    'a claim needs more than half',
    'recursive minimax forgets to negate',
    'two diagonals exchanged',
    'make_move returns nothing',
    'rough_outcome from the other side',
    'states share a list',
    'a syntax error',
    'make_move prints',
]
TEST = f'{SUITES[0]}.TestClaims.test_half_of_a_line'


def tell_tests(folder: Path, test: str = '') -> Iterator[dict[str, Any]]:
    """Yield what is told while a test of the files in folder is run, or all."""
    with closing(Worker(answer_about_files, folder)) as worker:
        worker.send({'ask': 'tests', 'test': test})
        is_last = False
        while not is_last:
            part, is_last = worker.receive(60.0)
            yield part


@pytest.mark.parametrize(
    'content, fault',
    [
        (b'print("\xef\xbc\x9a")\n', ''),
        (b'\xef\xbb\xbfprint(1)\n', ''),
        (b' \n', 'is empty.'),
        (b'print(1)\nif True\n', "is no Python, in line 2: expected ':'."),
        (
            '# 规则\nx = 1\n'.encode('gbk'),
            'is not in UTF-8, in line 1. Have your editor save it as UTF-8.',
        ),
        ('x = 1\n# \ufffd\n'.encode(), 'is not in UTF-8, in line 2.'),
        ('print(1)\n'.encode('utf-16'), 'is not in UTF-8'),
        (b'x = 1\0\n', 'is no Python'),
        (b'-' * 100_000 + b'1\n', 'is no Python'),
    ],
    ids=[
        'right',
        'BOM',
        'empty',
        'syntax',
        'GBK',
        'as the page reads GBK',
        'UTF-16',
        'null',
        'deep',
    ],
)
def test_faults_of_files(
    content: bytes, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What keeps Python from reading a file is said in a line."""
    (tmp_path / 'stonehenge.py').write_bytes(content)
    monkeypatch.chdir(tmp_path)
    found = answer_question({'ask': 'files'}, print)['html']['files']
    said = re.search('stonehenge.py</b> .*<em>(.*)</em>', found)[1]
    assert said.startswith(fault.replace("'", '&#x27;'))
    assert bool(said) == bool(fault)


def test_place_in_somebodys_code() -> None:
    """Where Python is, is said of somebody's own code: files that the page was
    given, and others that are not ours."""
    ours = [
        SourceLine(str(TOP / name), 7, 'f')
        for name in (
            'engine/values.py',
            'strategy.py',
            'drawings/board.py',
            'web/games.py',
            'labs/hex/hex_state.py',
            'stonehenge.py',
        )
    ]
    own = SourceLine(str(TOP / 'nim.py'), 3, 'g')
    assert describe_place(ours) == ''
    assert describe_place([*ours, own]) == 'at nim.py, line 3, in g'
    assert (
        describe_place([*ours, own], ['stonehenge.py'])
        == 'at stonehenge.py, line 7, in f'
    )


def test_one_test(tmp_path: Path) -> None:
    """A test that is run alone says what is wrong with the files in a folder,
    whatever suites or games the page has."""
    write_wrong_solution(WRONG['a claim needs more than half'], tmp_path)
    begun, ended, last = tell_tests(tmp_path, TEST)
    assert 'class="running"' in begun['html'][TEST]
    assert '<details class="failed" open>' in ended['html'][TEST]
    assert 'Yours is &#x27;@&#x27;.' in ended['html'][TEST]
    assert last['text'] == {'tests-note': 'Done: 1 failed.'}


def test_file_that_fails(tmp_path: Path) -> None:
    """An error in a file that games need is told with its kind and line."""
    copy_to(tmp_path, ['game.py'])
    with (tmp_path / 'game.py').open('a') as file:
        file.write("int('x')\n")
    with closing(Worker(answer_about_files, tmp_path)) as worker:
        worker.send({'ask': 'position', 'link': 'game=s'})
        said = worker.receive(60.0)[0]['error']
    assert re.fullmatch("ValueError: .* 'x', at game.py, line [0-9]+", said)


def test_without_the_suites(tmp_path: Path) -> None:
    """Where there are no suites, this is said in a line."""
    copy_to(tmp_path, ['interface'])
    (tmp_path / 'web').mkdir()
    copy_to(tmp_path / 'web', ['__init__.py', 'suites.py'], TOP / 'web')
    done = run_in(
        tmp_path,
        '-c',
        'from web.suites import answer_question; '
        "print(answer_question({'ask': 'tests'}, print))",
    )
    assert done.stdout == "{'error': 'The two suites are not here'}\n"


@pytest.mark.slow
def test_checkout(visit: Visit) -> None:
    """Here, the page tests the files in its folder. A run can be stopped, and a
    test be run alone, whether it was run before; the page goes on meanwhile."""
    visit.do(
        'press show-code',
        'files: stonehenge.py',
        'gone #take',
        'files-note: These are the files in ',
        'press test',
        'see .running',
    )
    end_run(visit)
    visit.do(
        'tests-note: Stopped',
        'gone #end',
        'click 1',
        'moves 1',
        'count 0 [aria-label=running]',
    )
    row = visit.page.locator(f'[id="{SUITES[0]}.TestNewGame.test_who_starts"]')
    # By a key: the page may still move under a click.
    row.locator('summary').press('Enter')
    row.locator('button').click()
    visit.do('tests-note: Done: 1 passed.')
    assert 'It has passed.' in row.inner_text()
    # A test that is run alone meanwhile ends that run.
    visit.do('press test', 'see .running')
    row.locator('button').dispatch_event('click')
    visit.do(
        'gone #tests [aria-label=running]',
        'gone #end',
        'tests-note: Done: 1 passed.',
    )


def end_run(visit: Visit) -> None:
    """Have a run of tests stopped, which may have come to its end."""
    visit.page.evaluate("document.getElementById('end').click()")


def take(visit: Visit, *files: Path) -> None:
    """Have the page take these files, and wait until Python has them."""
    visit.page.evaluate("document.getElementById('files').replaceChildren()")
    visit.page.locator('#some').set_input_files([str(each) for each in files])
    for file in files:
        visit.do(f'files: {file.name}')
    visit.answered()


def drop(visit: Visit, path: Path) -> None:
    """Drop a file or a folder on the page, as only Chromium lets tests do."""
    session = visit.page.context.new_cdp_session(visit.page)
    for kind in 'dragEnter', 'dragOver', 'drop':
        session.send(
            'Input.dispatchDragEvent',
            {
                'type': kind,
                'x': 300,
                'y': 300,
                'data': {
                    'items': [],
                    'files': [str(path)],
                    'dragOperationsMask': 1,
                },
            },
        )


@pytest.mark.slow
@IN_BROWSERS
def test_files(visit: Visit, tmp_path: Path) -> None:
    """Files take the places of those of the page, also on the next visit, until
    they are removed; what is none of Python's is refused in a line. Nothing is
    sent anywhere."""
    sent: list[str] = []
    visit.page.on('request', lambda request: sent.append(request.post_data))
    file = tmp_path / 'subtract_square_game.py'
    file.write_text('class SubtractSquareGame:\n', 'utf-8')
    (tmp_path / 'notes.txt').write_text('-', 'utf-8')
    if visit.page.context.browser.browser_type.name == 'firefox':
        visit.press('show-code')
        take(visit, file)
    else:
        drop(visit, tmp_path)
    visit.do('files: is no Python, in line 1', 'count 1 #files li')
    # What has changed is read again: in Chromium, from a folder that it knows.
    file.write_text('"""Nothing."""\n', 'utf-8')
    visit.page.evaluate("""async () => {
      const folder = await navigator.storage.getDirectory();
      const file = await folder.getFileHandle(
        'subtract_square_game.py', { create: true });
      const writer = await file.createWritable();
      await writer.write('"Nothing."');
      await writer.close();
      if (window.showOpenFilePicker)
        window.showOpenFilePicker = async () => [file];
    }""")
    visit.do('press again', 'gone #files em:not(:empty)')
    visit.do(
        'browse reload', 'press show-code', 'files: subtract_square_game.py'
    )
    for count, size, said in (
        (1, 2_000_000, 'a0.py is too large: it has 2.0 MB'),
        (400, 1, 'There are 400 .py files there'),
        (0, 1, 'There is no .py file there.'),
    ):
        names = [f'a{i}.py' for i in range(count)] or ['b.txt']
        visit.page.locator('#some').set_input_files(
            [
                {'name': name, 'mimeType': '', 'buffer': b' ' * size}
                for name in names
            ]
        )
        visit.do(f'files-fault: {said}')
    visit.do(
        'press remove',
        'gone #files',
        'gone #again',
        'browse reload',
        'press show-code',
        'gone #files',
    )
    visit.answered()
    assert not any(sent)


@pytest.mark.slow
@IN_BROWSERS
def test_tests(visit: Visit, tmp_path: Path) -> None:
    """The suites run beside the game: a loop is ended with its line, as in the
    terminal, a test is opened, a run is stopped."""
    expected = read_terminal(tmp_path, LOOP)
    visit.do('press show-code')
    take(visit, tmp_path / 'stonehenge.py')
    visit.do(
        'press test',
        'report: still running after 10 s: in get_',
        'press end',
        'tests-note: Stopped',
        'gone #end',
    )
    assert normalize(visit.read('report')) == expected
    row = visit.page.locator('.failed').first
    row.locator('summary').press('Enter')
    assert 'did not finish.' in row.inner_text()
    row.locator('button').click()
    # Of files that are gone, nothing is running any more, and nothing is said.
    visit.do(
        'see .running',
        'press end',
        'tests-note: Stopped',
        'press test',
        'see .running',
        'press remove',
        'gone #files',
        'gone #end',
        'gone #report',
        'see #tests:empty',
    )
    visit.answered()


# The page with workers that answer nothing but where the pieces stand: three
# questions that take long, and one that waits for a worker, once the timers
# that start workers have fired; then the first one is stopped.
WAITING = """async () => {
  const usual = Worker;
  window.Worker = class extends EventTarget {
    postMessage(message) {
      const { ask = '' } =
        typeof message === 'string' ? JSON.parse(message) : {};
      const answer = { data: { done: true, ask } };
      if (ask !== 'values') setTimeout(() => this.onmessage(answer));
    }
    set onerror(act) {
      this.onfail = act;
      this.addEventListener('error', (event) => this.onfail(event));
    }
    terminate() {}
  };
  const { ask, start } = await import('./engine.js?anew');
  await start(() => {});
  const stops = [1, 2, 3, 4].map(() => new AbortController());
  const [first, , , last] = stops.map(({ signal }, i) => {
    const request = { ask: i < 3 ? 'values' : 'position' };
    return ask(request, { tell() {}, signal }).catch(() => {});
  });
  await new Promise((done) => setTimeout(done, 6000));
  stops[0].abort();
  await first;
  const late = new Promise((_, fail) => setTimeout(fail, 120000));
  const answer = await Promise.race([last, late]);
  window.Worker = usual;
  return answer.ask;
}"""


@pytest.mark.slow
@pytest.mark.parametrize('visit', ['hosted'], indirect=True)
def test_a_question_that_waits(visit: Visit) -> None:
    """Where a worker is stopped, another one answers a question that waits."""
    assert visit.page.evaluate(WAITING) == 'position'


def normalize(report: str) -> str:
    """Return what report, with the rest of a page, says of the first failure:
    a loop may be at any of its lines, and memory is of some size."""
    said = next(iter(failures_in(report).values()))
    said = re.sub(r'(length of )[\d,]+', r'\1', said.split(' ---', 2)[1])
    return said.partition('still running')[0]


def read_terminal(folder: Path, name: str) -> str:
    """Put a wrong solution into folder. Return what the terminal says of it."""
    write_wrong_solution({**WRONG, 'memory that grows': GROWING}[name], folder)
    return normalize(
        run_suites(
            folder, '-f', suites=SUITES, seconds=1 if name == LOOP else 10
        ).stdout
    )


@pytest.mark.slow
@pytest.mark.parametrize('visit', ['hosted'], indirect=True)
def test_same_first_report(visit: Visit, tmp_path: Path) -> None:
    """The page says the same of wrong solutions as the terminal does."""
    copy_to(tmp_path, ['interface'])
    visit.do('press show-code')
    for name in IN_BROWSER:
        expected = read_terminal(tmp_path, name)
        take(
            visit,
            *(
                each
                for each in tmp_path.glob('*.py')
                if each.name not in SUITE_FILES
            ),
        )
        visit.do('press test', 'see #report:not(:empty)')
        assert normalize(visit.read('report')) == expected, name
        end_run(visit)
    visit.do('press remove', 'gone #files')


@pytest.mark.slow
@pytest.mark.parametrize('name', ANYWHERE)
def test_same_first_report_here(name: str, tmp_path: Path) -> None:
    """So does the page on this machine, as soon as a test fails."""
    copy_to(tmp_path, ['interface'])
    expected = read_terminal(tmp_path, name)
    told = (each.get('text', {}).get('report') for each in tell_tests(tmp_path))
    assert normalize(next(filter(None, told))) == expected
