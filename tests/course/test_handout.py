"""What the handout says is so: signatures, pictures, sessions and numbers."""

from functools import lru_cache
from pathlib import Path
import ast
import doctest
import re
import pytest
from course.handout.pages import fill_page
from course.marking.configuration import Configuration
from course.pictures import CLAIMS, FOLDER, play_moves
from drawings.stonehenge import read_picture
from game_state import GameState
from stonehenge import StonehengeState, board_of
from tests.support.programs import TOP, run_in
from tests.support.starters import (
    CHINESE_PAGE,
    PAGE,
    copy_starter,
    list_blocks,
    replay,
    starter_files,
)
from tests.support.suites import SUITES
from tests.support.wrong_programs import WRONG, rows_for

TEXT = PAGE.read_text(encoding='utf-8')
PAGES = {'en': TEXT, 'zh': CHINESE_PAGE.read_text(encoding='utf-8')}
SUITE_TEXTS = {
    name: (TOP / 'tests' / f'{name}.py').read_text('utf-8')
    for name in (*SUITES, 'suite_support')
}


@pytest.fixture(scope='module', name='made')
def make_starter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with what students get."""
    folder = tmp_path_factory.mktemp('starter')
    copy_starter(folder)
    return folder


def list_signatures(code: str, is_abstract: bool = False) -> dict[str, str]:
    """Return the parameters and the result of each method in code, by its
    name; only those that a game has to have if is_abstract.
    """
    signatures = {}
    for owner in ast.parse(code).body:
        if not isinstance(owner, ast.ClassDef):
            continue
        for method in owner.body:
            if not isinstance(method, ast.FunctionDef):
                continue
            last = method.body[-1]
            is_empty = isinstance(last, ast.Raise) or len(method.body) == 1
            if is_empty or not is_abstract:
                given = ast.unparse(method.args)
                result = ast.unparse(method.returns)
                name = f'{owner.name}.{method.name}'
                signatures[name] = f'{given} -> {result}'
    return signatures


def test_signatures_of_methods() -> None:
    """The methods to write are the abstract ones of the two superclasses, with
    their parameters and results, and our solution has them all."""
    (block,) = [
        each
        for each in list_blocks(TEXT, 'python')
        if each.startswith('class StonehengeGame')
    ]
    code = re.sub('(def .*:)$', r'\1 ...', block, flags=re.MULTILINE)
    assert set(list_signatures(code)) <= set(
        list_signatures((TOP / 'stonehenge.py').read_text('utf-8'))
    )
    # Stonehenge is named where the superclasses speak of any game.
    general = code.replace('StonehengeGame', 'Game').replace(
        'StonehengeState', 'GameState'
    )
    assert list_signatures(general) == list_signatures(
        (TOP / 'game.py').read_text('utf-8')
        + (TOP / 'game_state.py').read_text('utf-8'),
        is_abstract=True,
    )


def test_code_that_waits() -> None:
    """The functions to write are shown as they are in the starter files. The
    lines to take the '# ' from are there, and there are no others."""
    code = starter_files()['strategy.py'].decode()
    for name in 'recursive', 'iterative':
        (shown,) = [
            block
            for block in list_blocks(TEXT, 'python')
            if block.startswith(f'def {name}_minimax_strategy(')
        ]
        assert shown in code
    code = starter_files()['game_interface.py'].decode()
    waiting = re.findall(r'^( *)# (.*[,e])$', code, re.MULTILINE)
    shown = re.findall(
        "^(from stonehenge import S.*|    '[hm].*)$", TEXT, re.MULTILINE
    )
    assert shown == [''.join(each) for each in waiting]


def name_line(state: StonehengeState, number: int) -> str:
    """Return the name of a ley-line, such as A-B."""
    return '-'.join(state.board.letters[i] for i in state.board.lines[number])


def test_boards_in_text() -> None:
    """The boards in text are those that our game shows; they have as many
    ley-lines as the text says. In the picture of their order, each marker is
    called as the cells of its ley-line are. So are those of side length 1."""
    boards = [block for block in list_blocks(TEXT, '') if '@ - ' in block]
    assert boards == [f'{play_moves(size, "")}\n' for size in (1, 2, 3)]
    assert [len(board_of(size).lines) for size in (2, 3)] == [9, 12]
    assert '9 on the first board and 12 on the' in TEXT
    (shown,) = [block for block in list_blocks(TEXT, '') if 'A-C-F' in block]
    state = play_moves(3, '')
    names = (
        line.name.removeprefix('ley-line ').replace(', ', '-')
        for line in read_picture(str(state)).lines
    )
    lines = [re.findall('[@A-Z]', line) for line in str(state).splitlines()]
    assert [line.split() for line in shown.splitlines()] == [
        [next(names) if token == '@' else token for token in line]
        for line in lines
        if line
    ]
    small = play_moves(1, '')
    assert sorted(name_line(small, i) for i in range(6)) == sorted(
        ['A-B', 'A-C', 'B-C', *'ABC']
    )
    assert 'A-B, A-C, B-C, and each cell alone' in TEXT


def test_story_of_claims() -> None:
    """The moves of the example claim the ley-lines that the text says."""
    told = TEXT.partition('Here player 1 took D')[2].partition('\n![')[0]
    states = [play_moves(2, CLAIMS[:i]) for i in range(len(CLAIMS) + 1)]
    claimed = []
    for old, new in zip(states, states[1:]):
        changed = [
            i
            for i, marker in enumerate(new.markers)
            if marker != old.markers[i]
        ]
        claimed.append([name_line(new, i) for i in changed])
    assert claimed == [[], ['A-B', 'A-C'], ['B-D-F', 'B-E'], ['E-G']]
    places = [told.index(name) for move in claimed for name in move]
    assert places == sorted(places)


def test_python_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """The session in Python answers just so."""
    (block,) = [
        each for each in list_blocks(TEXT, 'python') if each.startswith('>>>')
    ]
    (answer,) = re.findall('^Enter .*: (.*)$', block, re.MULTILINE)

    def give_answer(question: str) -> str:
        """Show a question and the answer to it."""
        print(question + answer)
        return answer

    monkeypatch.setattr('builtins.input', give_answer)
    # Ours raises a ValueError of its own.
    block = block.replace('ValueError', 'stonehenge.TakenCellError')
    session = doctest.DocTestParser().get_doctest(block, {}, 'it', None, 0)
    assert not doctest.DocTestRunner().run(session).failed


@pytest.mark.slow
def test_what_is_shown(made: Path) -> None:
    """The starter files play the game that is shown, keep all promises that
    --check looks at, and the report on them begins just so."""
    assert replay(TEXT, made) == ['3', '4', '1']
    done = run_in(made, 'game_interface.py', '--check')
    assert '\nAll is well. ' in done.stdout and done.returncode == 0
    assert '`python3 game_interface.py --check`' in TEXT
    (shown,) = [
        block for block in list_blocks(TEXT, '') if 'Look first at' in block
    ]
    assert 'python3 -m unittest\n' in list_blocks(TEXT, 'sh')
    assert shown in run_in(made, '-m', 'unittest').stdout


def test_commands_at_the_prompt(made: Path) -> None:
    """At the prompt, ? lists commands; those that need the engine say so."""
    done = run_in(
        made,
        'game_interface.py',
        text='s\ni\nro\ny\n6\n?\nhint\nvalues\nundo\nquit\n',
    )
    assert re.search('^  undo ', done.stdout, re.MULTILINE)
    assert done.stdout.count('It is not part of the assignment') == 2
    assert 'Traceback' not in done.stdout and done.returncode == 0


def test_commands_for_steps() -> None:
    """The classes of tests that steps name are there, in their order; no class
    of the Stonehenge suite is left out. The suites read the variables that are
    set before commands."""
    named = re.findall(r'-m unittest (\w+)\.(\w+)$', TEXT, re.MULTILINE)
    classes = [
        (suite, name)
        for suite in SUITES
        for name in re.findall(
            r'^class (Test\w+)', SUITE_TEXTS[suite], re.MULTILINE
        )
    ]
    assert named == [each for each in classes if each in named]
    assert {each for each in classes if each[0].startswith('stone')} <= set(
        named
    )
    assert set(re.findall(r'`(?:set )?([A-Z_]+)=\d+', TEXT)) == set(
        re.findall(r"environ\.get\('(\w+)'", SUITE_TEXTS['suite_support'])
    )


def test_table_of_files() -> None:
    """The table names all that students get, and stonehenge.py. They hand in
    what the marking tool expects and does not supply itself."""
    table = fill_page(PAGE).text.partition('| file |')[2].partition('\n\n')[0]
    named = re.findall(
        r'`([\w./]+)`',
        ' '.join(row.split(' | ')[0] for row in table.splitlines()),
    )
    tops = {
        ''.join(path.partition('/')[:2])
        for path in starter_files()
        if not path.startswith(('README', 'handout.', 'pictures'))
    }
    assert sorted(named) == sorted(tops | {'stonehenge.py'})
    files = Configuration().files
    supplied = {Path(path).name for path in files['supplied']}
    told = TEXT.partition('**Hand in**')[2].partition('. ')[0]
    assert set(files['expected']) - supplied == set(
        re.findall(r'`(\w+\.py)`', told)
    )


def list_mistakes() -> list[list[str]]:
    """Return the words that each row of the table of mistakes quotes."""
    table = TEXT.partition('| the report says |')[2].partition('\n\n')[0]
    return [
        re.findall('`(.*?)`', quoted)
        for quoted in re.findall(r'^\| (`.*?`) \|', table, re.MULTILINE)
    ]


def test_common_mistakes() -> None:
    """The suites really say what the table of mistakes quotes."""
    # Long messages are written in parts.
    said = re.sub(r"'\s*\n\s*f?'", '', ''.join(SUITE_TEXTS.values()))
    # What follows is tried out in tests/suites.
    said += str([WRONG[name].said['suites'] for name in rows_for('suites')])
    rows = list_mistakes()
    assert len(rows) > 8
    for words in [words for row in rows for words in row]:
        # A report says of a ley-line what its code says of any.
        assert re.sub(r"[A-Z-]+( should be '@')", r'\1', words) in said, words


@pytest.mark.parametrize(
    'name, row',
    [
        ('a claim needs more than half', 'at least half of its cells'),
        ('a claim needs half, rounded down', "C-D-E should be '@'"),
        ('a claim can be lost again', 'as player 1 was the first'),
        ('markers in reversed order', 'Is the order of the markers'),
        ('two diagonals exchanged', 'Is the order of the markers'),
        ('rough_outcome from the other side', 'rough_outcome() should be'),
        ('the answer is never taken', 'was called, where nothing more'),
        (
            'minimax changes current_state',
            'should leave game.current_state as it was',
        ),
        ('ties are losses', 'if one ties'),
        ('is_winner of the game', 'takes the same one, whichever wins'),
        ('children reversed', 'takes one that loses'),
        ('the last row is not shifted', "A-D-G should be '@'"),
    ],
)
def test_rows_of_mistakes(name: str, row: str) -> None:
    """The first row that fits the report on a wrong solution is about it."""
    report = ' '.join(WRONG[name].said['suites'][0])
    assert (
        next(
            quoted[0]
            for quoted in list_mistakes()
            if all(words in report for words in quoted)
        )
        == row
    )


def test_games_that_are_shown() -> None:
    """Our solution wins as many games as the table says; it moves first in half
    of them."""
    (shown,) = [block for block in list_blocks(TEXT, '') if 'share' in block]
    (command,) = [
        block for block in list_blocks(TEXT, 'sh') if '--games 100 ' in block
    ]
    for key, name in ('mr', 'recursive'), ('mi', 'iterative'):
        done = run_in(TOP, *command.replace('mr', key).split()[1:])
        table = shown.replace('recursive', name)
        start = done.stdout.index('strategy ')
        found = done.stdout[start:].splitlines()[:3]
        assert [line[:36].rstrip() for line in found] == table.splitlines()
    assert 'at least 50 of the games' in TEXT


@lru_cache(None)
def count_positions(state: GameState) -> int:
    """Return how many positions there are in the tree of state."""
    return 1 + sum(
        count_positions(state.make_move(move))
        for move in state.get_possible_moves()
    )


@pytest.mark.usefixtures('without_contracts')
def test_size_of_the_tree() -> None:
    """The tree of Stonehenge 2 has as many positions as the text says."""
    assert f'{count_positions(play_moves(2, "")):,} positions' in TEXT


def test_moments_of_the_stack() -> None:
    """What is said in place of the pictures of the stack is what they show:
    the nodes, and then those on the stack, with the top last."""
    pictures = re.findall(r'!\[(.*)\]\(pictures/(stack-.*)\)', TEXT)
    assert len(pictures) == 5
    for words, name in pictures:
        stack, _, scores = re.sub('.*(top:|holds)', '', words).partition('. ')
        nodes = re.findall(r'\b[a-e]\b', stack)
        shown = re.findall(
            r'([a-e]): (\?|\d)<', (FOLDER / name).read_text('utf-8')
        )
        assert shown[len(shown) - len(nodes) :] == [
            (node, '?') for node in reversed(nodes)
        ]
        assert re.findall(r'\b([a-e]) is (\d)', scores) == sorted(
            each for each in shown if each[1] != '?'
        )


@pytest.mark.parametrize('language', PAGES)
def test_contents(language: str) -> None:
    """The contents list all sections, in order."""
    listed = re.findall(r'^- \[(.*)\]\(#', PAGES[language], re.MULTILINE)
    assert listed == re.findall('^## (.*)$', PAGES[language], re.MULTILINE)


def test_marks_come_from_the_file(tmp_path: Path) -> None:
    """Groups and points are those of the marking.toml that is given. No other
    points are told of, as of a first run by the usual file."""
    marking = tmp_path / 'marking.toml'
    marking.write_text(
        """
style = {points = 7, cost = 0.5}
groups = [{name = "Claims", tests = ["suite.TestClaims"], points = 2.5},
          {name = "The | end", tests = ["suite.TestEnd"], points = 4}]
""",
        encoding='utf-8',
    )
    for file in PAGE, CHINESE_PAGE:
        page = fill_page(file, marking).text
        assert '\n| Claims | 2.5 |\n| The \\| end | 4 |\n' in page
        assert '**13.5**' in page and ' 0.5 ' in page and '| 7 |' in page
        assert '{{' not in page
        assert not re.findall(r'\d of [\d.]+ points', page)


def test_usual_marks() -> None:
    """Without one that is given, they are those of the marking tool."""
    page = fill_page(PAGE).text
    usual = Configuration()
    for group in usual.groups:
        assert f'\n| {group.name} | {float(group.points):g} |\n' in page
    total = usual.style['points'] + sum(each.points for each in usual.groups)
    assert f'**{float(total):g}**' in page
    parts = re.findall(
        r'^\| .* \| \**(\d+)\** \| \**(\d+)\** \|$', page, re.MULTILINE
    )
    hours, points = ([int(each) for each in column] for column in zip(*parts))
    assert sum(hours[:-1]) == hours[-1] and points[-1] == total
    assert sum(points[:-1]) == total and len(parts) == 6
