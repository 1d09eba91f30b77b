"""What flawed and hostile submissions get, and what they are told. All are
marked once."""

from pathlib import Path
import pytest
from tests.support.marking import (
    processes_with,
    read_feedback,
    read_marks,
    run_tool,
    write_toml,
)
from tests.support.submissions import (
    FLAWED,
    GROUPS,
    HIDING,
    HOSTILE,
    SPOILED,
    Case,
    Group,
    put,
)

pytestmark = pytest.mark.slow
CASES = {**FLAWED, **HOSTILE}
LIMITS = """[limits]
seconds_per_test = 1
[style]
points = 0
"""


@pytest.fixture(name='out', scope='module')
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Mark all these in one run, and list the processes and files that are left
    over. Give the folder with the results."""
    folder = tmp_path_factory.mktemp('marked')
    for name, case in CASES.items():
        case.write(folder / 'subs' / name)
    (folder / 'subs' / 'empty').mkdir()
    toml = write_toml(folder / 'marking.toml', GROUPS, LIMITS)
    (folder / 'tmp').mkdir()
    run_tool(
        'run',
        folder / 'subs',
        '-o',
        folder / 'out',
        '-c',
        toml,
        '-j',
        4,
        seconds=900,
        TMPDIR=str(folder / 'tmp'),
    )
    left = (
        processes_with(str(folder))
        + processes_with('MARKING_ORPHAN')
        + [path.name for path in (folder / 'tmp').iterdir()]
    )
    (folder / 'left').write_text('\n'.join(left), encoding='utf-8')
    return folder / 'out'


@pytest.mark.parametrize('name', CASES)
def test_marks_and_cause(name: str, out: Path) -> None:
    """The feedback names the cause, and what is wrong gets no points. With an
    attack, a submission gets what it gets without, at most."""
    case = CASES[name]
    marks = read_marks(out)
    feedback = read_feedback(out, name)
    row = marks[name]
    for words in case.words.split(' ... '):
        assert words in feedback
    assert row['status'].partition(';')[0] == 'marked'
    assert ('; undecided: ' in row['status']) == (
        'Could not be decided' in feedback
    )
    assert row['out_of'] == '16'
    assert all(row[group] == '0' for group in case.loses)
    full = 'All tests have passed' in feedback
    assert full == (row['total'] == row['out_of'])
    assert 'Traceback' not in feedback
    assert '` Cause: `' not in feedback  # One for each report.
    if name in HIDING:
        spoiled = marks[SPOILED.replace(' ', '_')]
        assert all(
            float(row[group]) <= float(spoiled[group]) for group in GROUPS
        )


def test_nothing_is_left(out: Path) -> None:
    """No process and no file of a submission outlives it."""
    assert (out.parent / 'left').read_text(encoding='utf-8') == ''
    assert sorted(path.name for path in (out / 'forged_files').iterdir()) == [
        'feedback.html',
        'feedback.md',
        'record.json',
        'source.html',
        'staff.log',
    ]


def test_texts_of_the_feedback(out: Path) -> None:
    """A syntax error is told once, and its tests say so in few words. Where a
    test points to another, that has the name it has in the feedback. Only if
    there is more to fix, the first one comes first. An empty folder gets 0."""
    feedback = read_feedback(out, 'a_syntax_error')
    files = feedback.partition('## Your files')[2].partition('## Marks')[0]
    assert files.count(CASES['a_syntax_error'].words) == 1
    assert feedback.count('```') == 2
    # A missing file is told as such, and is no reason for others to fail.
    assert 'No module named' not in read_feedback(out, 'empty_tables')
    feedback = read_feedback(out, 'the_answer_is_never_taken')
    assert '## Look at this first **A new game asks one question, ' in feedback
    assert (
        'nothing more should be asked. See "A new game asks one question, '
        'and one good answer is enough."' in feedback
    )
    assert 'so fix this before you go on' in feedback
    assert 'fix this' not in read_feedback(out, 'random_is_always_the_first')
    assert (
        'There was nothing to mark: there is no folder and no single '
        'zip file with Python files in it.' in read_feedback(out, 'empty')
    )
    row = read_marks(out)['empty']
    assert (row['total'], row['status']) == ('0', 'nothing to mark')


def test_reports(out: Path) -> None:
    """What a submission prints is kept for staff, and is not taken for anything
    else; only the beginning is kept. Each report says how submissions were
    isolated. The page lists all of them, with links that lead somewhere, and
    the tests that many have failed."""
    log = (out / 'printing' / 'staff.log').read_text(encoding='utf-8')
    assert 'OKOKOK' in log and len(log) < 100_000
    log = (out / 'forged_output' / 'staff.log').read_text(encoding='utf-8')
    assert '"status": "passed"' in log
    assert read_marks(out)['forged_output']['total'] == '0'
    for path in (out / 'long_questions').iterdir():
        assert path.stat().st_size < 300_000, path.name
    for name in (
        'summary.html',
        'run.json',
        'exit/feedback.md',
        'exit/staff.log',
    ):
        assert 'sandboxed' in (out / name).read_text(encoding='utf-8'), name
    page = (out / 'summary.html').read_text(encoding='utf-8')
    for name in CASES:
        assert f'<td>{name}<br>' in page
        for report in 'feedback.html', 'source.html', 'staff.log':
            assert f'href="{name}/{report}"' in page
            assert (out / name / report).exists()
    failed = page.partition('Tests failed by many')[2]
    assert 'After a move, it is the other player' in failed


SEARCH = """    moves = state.get_possible_moves()
    scores = [-recursive_score(game, state.make_move(m)) for m in moves]
    return moves[scores.index(max(scores))]
"""
NO_SEARCH = """    return state.get_possible_moves()[-1]
"""
# Recursive, where Python's limit for that is raised.
RAISED = """
def iterative_minimax_strategy(game):
    import sys
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10 ** 6)
    try:
        return recursive_minimax_strategy(game)
    finally:
        sys.setrecursionlimit(limit)
"""
# Has the game call each end a tie from then on: there, all moves are best.
LIE = '    type(game).is_winner = lambda self, player: False\n' + NO_SEARCH
NEW = 'In new games'
OURS = 'In our games'
MINIMAX = 'minimax_unittest_basic.TestRecursiveMinimax.test_'


def test_lying_pair(tmp_path: Path) -> None:
    """A strategy gets nothing for what it makes games say: the moves of a liar
    are judged by the positions before."""
    for name, rest in (('right', SEARCH), ('liar', LIE), ('naive', NO_SEARCH)):
        Case(changes=[put(rest, SEARCH, 'strategy.py')]).write(
            tmp_path / 'subs' / name
        )
    toml = write_toml(
        tmp_path / 'marking.toml',
        {
            NEW: Group(['mixes.TestTheirRecursiveMinimax'], 4),
            OURS: Group(
                [f'{MINIMAX}possible', f'{MINIMAX}stonehenge_2'], 6, ours=True
            ),
        },
    )
    run_tool('run', tmp_path / 'subs', '-o', tmp_path / 'out', '-c', toml)
    marks = {
        name: [row[group] for group in (NEW, OURS)]
        for name, row in read_marks(tmp_path / 'out').items()
    }
    assert marks == {
        'right': ['4', '6'],
        'liar': ['0', '3'],
        'naive': ['0', '3'],
    }


def test_raised_limit(tmp_path: Path) -> None:
    """A recursive strategy that raises the recursion limit is no iterative one,
    in any long game."""
    Case(
        changes=[
            lambda files: files.update(
                {'strategy.py': files['strategy.py'] + RAISED}
            )
        ]
    ).write(tmp_path / 'subs' / 'a')
    minimax = 'minimax_unittest_basic.TestIterativeMinimax.test_'
    toml = write_toml(
        tmp_path / 'marking.toml',
        {
            NEW: Group(['mixes.TestTheirLongGame'], 4),
            OURS: Group(
                [f'{minimax}long_game', f'{minimax}possible'], 6, ours=True
            ),
        },
    )
    run_tool('run', tmp_path / 'subs', '-o', tmp_path / 'out', '-c', toml)
    row = read_marks(tmp_path / 'out')['a']
    assert (row[NEW], row[OURS]) == ('0', '3')
    assert 'ended in a RecursionError' in read_feedback(tmp_path / 'out', 'a')
