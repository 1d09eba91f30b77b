"""A student's own files on the page, and the two suites that test them."""
from pathlib import Path
import re
from typing import Any
import pytest
from tests.support.browser import Visit
from tests.support.programs import copy_to
from tests.support.suites import SUITE_FILES, SUITES, failures_in, \
    run_suites, write_wrong_solution
from tests.support.wrong_programs import WRONG, before_a_move
from web.suites import answer
from web.workers import hire

IN_BROWSERS = pytest.mark.parametrize('visit', ['hosted', 'hosted_firefox'],
                                      indirect=True)
GROWING = before_a_move('seen = []\n        while True: seen.append([move] * 10_000)')
# What the terminal and the page say the same of.
TWELVE = [
    'a strategy returns None', 'memory that grows',
    'recursive minimax forgets to negate',
    'iterative minimax calls the recursive one',
    'a claim needs more than half', 'two diagonals exchanged',
    'states share a list', 'make_move returns nothing', 'a syntax error',
    'rough_outcome from the other side', 'an endless recursion',
    'a loop without an end']
TEST = f'{SUITES[0]}.TestClaims.test_half_of_a_line'


@pytest.mark.parametrize('content, fault', [
    (b'print("\xef\xbc\x9a")\n', ''), (b'\xef\xbb\xbfprint(1)\n', ''),
    (b' \n', 'is empty.'),
    (b'print(1)\nif True\n', "is no Python, in line 2: expected ':'."),
    ('# 规则\nx = 1\n'.encode('gbk'),
     'is not in UTF-8, in line 1. Have your editor save it as UTF-8.'),
    ('x = 1\n# \ufffd\n'.encode(), 'is not in UTF-8, in line 2.'),
    ('print(1)\n'.encode('utf-16'), 'is not in UTF-8'),
    (b'x = 1\0\n', 'is no Python'),
    (b'-' * 100_000 + b'1\n', 'is no Python')],
    ids=['right', 'BOM', 'empty', 'syntax', 'GBK', 'as the page reads GBK',
         'UTF-16', 'null', 'deep'])
def test_faults_of_files(content: bytes, fault: str, tmp_path: Path) -> None:
    """What keeps Python from reading a file is said in a line."""
    (tmp_path / 'stonehenge.py').write_bytes(content)
    found = answer({'ask': 'files'}, print, tmp_path)['html']['files']
    said = re.search('stonehenge.py</b> .*<em>(.*)</em>', found)[1]
    assert said.startswith(fault.replace("'", '&#x27;'))
    assert bool(said) == bool(fault)


def test_one_test(tmp_path: Path) -> None:
    """A test that is run alone says what is wrong with the files in a folder,
    whatever suites or games the page has."""
    write_wrong_solution(WRONG['a claim needs more than half'], tmp_path)
    parts: list[dict[str, Any]] = []
    with hire(tmp_path) as worker:
        worker.send({'ask': 'tests', 'test': TEST})
        is_last = False
        while not is_last:
            part, is_last = worker.receive(60.0)
            parts.append(part)
    begun, ended, last = tuple(parts)
    assert 'class="running"' in begun['html'][TEST]
    assert '<details class="failed" open>' in ended['html'][TEST]
    assert 'Yours is &#x27;@&#x27;.' in ended['html'][TEST]
    assert last['text'] == {'tests-note': 'Done: 1 failed.'}


@pytest.mark.slow
def test_checkout(visit: Visit) -> None:
    """Here, the page tests the files in its folder. A run can be stopped, and a
    test be run alone; the page goes on meanwhile."""
    visit.do('press show-code', 'files: stonehenge.py', 'gone #take',
             'files-note: These are the files in ',
             'press test', 'see .running', 'press end', 'tests-note: Stopped',
             'gone #end', 'click 1', 'moves 1')
    row = visit.page.locator(f'[id="{SUITES[0]}.TestNewGame.test_who_starts"]')
    row.locator('summary').click()
    row.locator('button').click()
    visit.do('tests-note: Done: 1 passed.')
    assert 'It has passed.' in row.inner_text()


def take(visit: Visit, *files: Path) -> None:
    """Have the page take these files, and wait until Python has them."""
    visit.page.evaluate("document.getElementById('files').replaceChildren()")
    visit.page.locator('#some').set_input_files([str(each) for each in files])
    for file in files:
        visit.do(f'files: {file.name}')
    visit.answered()


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
    visit.do('press show-code')
    take(visit, file)
    visit.do('files: is no Python, in line 1')
    # What has changed is read again: in Chromium, from a folder that it knows.
    file.write_text('"""Nothing."""\n', 'utf-8')
    visit.page.evaluate('''async () => {
      const folder = await navigator.storage.getDirectory();
      const file = await folder.getFileHandle('subtract_square_game.py', { create: true });
      const writer = await file.createWritable();
      await writer.write('"Nothing."');
      await writer.close();
      if (window.showOpenFilePicker) window.showOpenFilePicker = async () => [file];
    }''')
    visit.do('press again', 'gone #files em:not(:empty)')
    visit.do('browse reload', 'press show-code',
             'files: subtract_square_game.py')
    for count, size, said in (
            (1, 2_000_000, 'a0.py is too large: it has 2.0 MB'),
            (400, 1, 'There are 400 .py files there'),
            (0, 1, 'There is no .py file there.')):
        visit.page.locator('#some').set_input_files([
            {'name': f'a{i}.py' if count else 'b.txt', 'mimeType': '',
             'buffer': b' ' * size} for i in range(count or 1)])
        visit.do(f'files-fault: {said}')
    visit.do('press remove', 'gone #files', 'gone #again', 'browse reload',
             'press show-code', 'gone #files')
    visit.answered()
    assert not any(sent)


@pytest.mark.slow
@IN_BROWSERS
def test_dropped(visit: Visit, tmp_path: Path) -> None:
    """Files and folders can be dropped anywhere on the page."""
    (tmp_path / 'stonehenge.py').write_text('x = (', 'utf-8')
    (tmp_path / 'notes.txt').write_text('-', 'utf-8')
    if visit.page.context.browser.browser_type.name == 'firefox':  # Here nobody can drop but the page itself.
        visit.page.evaluate('''() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(['x = ('], 'stonehenge.py'));
          document.dispatchEvent(new DragEvent('drop', { dataTransfer }));
        }''')
    else:
        session = visit.page.context.new_cdp_session(visit.page)
        for kind in 'dragEnter', 'dragOver', 'drop':
            session.send('Input.dispatchDragEvent', {
                'type': kind, 'x': 300, 'y': 300, 'data': {
                    'items': [], 'files': [str(tmp_path)],
                    'dragOperationsMask': 1}})
    visit.do('files: is no Python, in line 1', 'count 1 #files li',
             'press remove', 'gone #files')
    visit.answered()


@pytest.mark.slow
@IN_BROWSERS
def test_tests(visit: Visit, tmp_path: Path) -> None:
    """The suites run beside the game: a loop is ended with its line, a test is
    opened, a run is stopped."""
    write_wrong_solution(before_a_move('while True: pass'), tmp_path)
    visit.do('press show-code')
    take(visit, tmp_path / 'stonehenge.py')
    visit.do('press test', 'report: still running after 10 s: in make_move,',
             'gone #end', 'tests-note: Done: ')
    row = visit.page.locator('.failed').first
    row.locator('summary').click()
    assert "make_move('D') did not finish." in row.inner_text()
    row.locator('button').click()
    visit.do('see .running', 'press end', 'tests-note: Stopped',
             'press remove', 'gone #files')
    visit.answered()


def normalize(report: str) -> str:
    """Return what report, with the rest of a page, says of the first failure:
    a loop may be at any of its lines, and memory is of some size."""
    said = next(iter(failures_in(report).values()))
    said = re.sub(r'(length of )[\d,]+', r'\1', said.split(' ---', 2)[1])
    return said.partition('after 10 s')[0]


@pytest.mark.slow
@pytest.mark.parametrize('visit', ['hosted'], indirect=True)
def test_same_first_report(visit: Visit, tmp_path: Path) -> None:
    """The page says the same of wrong solutions as the terminal does."""
    copy_to(tmp_path, ['interface'])
    visit.do('press show-code')
    for name in TWELVE:
        wrong = {**WRONG, 'memory that grows': GROWING}[name]
        write_wrong_solution(wrong, tmp_path)
        take(visit, *(each for each in tmp_path.glob('*.py')
                      if each.name not in SUITE_FILES))
        visit.do('press test', 'see #report:not(:empty)', 'press end')
        expected = run_suites(tmp_path, '-f', suites=SUITES).stdout
        assert normalize(visit.read('report')) == normalize(expected), name
    visit.do('press remove', 'gone #files')
