"""Marks are made again without a run: with other points, or with corrections by
hand. Two runs can be compared, and submissions, by other programs."""

from pathlib import Path
from shutil import copytree, make_archive
import csv
import json
import pytest
from course.marking.__main__ import main
from course.marking.marks import Found
from course.marking.outputs import write_json
from tests.support.marking import read_feedback, read_marks, write_toml
from tests.support.submissions import GAME, GROUPS, RANDOM
from tests.support.suites import SOLUTIONS

STYLE = '[style]\npoints = 4\ncost = 1\nfiles = ["a.py"]\n'
HALF = f'{GROUPS[RANDOM].tests[0]}.test_b'


@pytest.fixture(name='out')
def results(tmp_path: Path) -> Path:
    """Write the results of a run on two submissions, as a run leaves them. Give
    the folder.
    """
    wanted = {
        f'{GROUPS[group].tests[0]}.test_{name}': f'Test {name}.'
        for group, name in ((GAME, 'x'), (RANDOM, 'a'), (RANDOM, 'b'))
    }
    toml = write_toml(
        tmp_path / 'toml', {GAME: GROUPS[GAME], RANDOM: GROUPS[RANDOM]}, STYLE
    )
    out = tmp_path / 'out'
    write_json(
        out / 'run.json',
        {
            'tests': wanted,
            'scored': str(toml),
            'isolation': 'sandboxed.',
            'configuration': '',
            'seed': 1,
        },
    )
    for name, failed in ('g1', ''), ('g2', HALF):
        tests = [
            {
                'id': test,
                'title': title,
                'status': 'failed' if test == failed else 'passed',
            }
            for test, title in wanted.items()
        ]
        message = dict.fromkeys(('text', 'symbol', 'code', 'line'), '1')
        found = Found(
            name,
            [],
            'marked',
            '',
            [],
            [],
            tests,
            [{'name': 'a.py', 'messages': [message], 'problem': ''}],
            {'isolation': 'sandboxed.', 'limits': ''},
            name,
        )
        write_json(out / name / 'record.json', vars(found))
    assert main(['score', str(out)]) == 0
    return out


def totals(out: Path) -> dict[str, str]:
    """Return the marks of all submissions."""
    return {name: row['total'] for name, row in read_marks(out).items()}


def test_score_and_compare(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Points, weights and what messages cost can be changed after the run, and
    back again. Whose marks have moved is listed, with the tests."""
    toml = Path(json.loads((out / 'run.json').read_text())['scored'])
    usual = toml.read_text('utf-8')
    assert totals(out) == {'g1': '11', 'g2': '9'}  # Of 4, 4 and 3 for style.
    before = out.with_name('before')
    copytree(out, before)
    new = toml.with_name('new.toml')
    new.write_text(usual + f'[weights]\n"{HALF}" = 3\n', 'utf-8')
    assert main(['score', str(out), '-c', str(new)]) == 0
    capsys.readouterr()
    assert main(['compare', str(before), str(out)]) == 0
    assert capsys.readouterr().out == (
        'g2: 9 -> 8\n    Random: 2 -> 1 (-1)\n'
        '        TestRandom.test_a: 2 -> 1 (-1)\n'
        'Submissions with other marks: 1 of 2.\n'
    )
    (before / 'marks.csv').write_text('id;total\ng1;9,5\n', 'utf-8')
    assert main(['compare', str(before), str(out)]) == 2
    assert 'first line has to have id,total\n' in capsys.readouterr().err
    new.write_text(
        usual.replace('cost = 1', 'cost = 4') + f'[weights]\n"{HALF}" = 0\n',
        'utf-8',
    )
    main(['score', str(out), '-c', str(new)])
    assert totals(out) == {'g1': '8', 'g2': '8'}
    assert 'Test b' not in (out / 'g2/feedback.md').read_text('utf-8')
    new.write_text(f'{usual}[weights]\n"{GROUPS[GAME].tests[0]}" = 0\n')
    main(['score', str(out), '-c', str(new)])
    assert read_marks(out)['g1']['out_of'] == '8'  # Nobody loses what is left.
    main(['score', str(out), '-c', str(toml)])
    assert totals(out) == {'g1': '11', 'g2': '9'}
    with (out / 'tests.csv').open(encoding='utf-8') as file:
        assert [
            row['Random: TestRandom.test_b'] for row in csv.DictReader(file)
        ] == ['2', '0']


def test_compare_groups_with_like_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A test is listed under its group alone, if others begin like it, too."""
    for name, points in ('old', 1), ('new', 0):
        (tmp_path / name).mkdir()
        for table, columns in (
            ('marks.csv', 'total,Own,Own: more'),
            ('tests.csv', 'total,Own: T.a,Own: more: T.b'),
        ):
            (tmp_path / name / table).write_text(
                f'id,{columns}\ng{f",{points}" * 3}\n', 'utf-8'
            )
    main(['compare', str(tmp_path / 'old'), str(tmp_path / 'new')])
    assert capsys.readouterr().out.count('1 -> 0') == 5


def test_corrections(out: Path) -> None:
    """What staff write into adjustments.csv is added, and students read why."""
    (out / 'adjustments.csv').write_text(
        'id,group,points,words\ng1,Random,-1.5,"Copied, alas*."\n'
        'g1,,,See me.\n',
        'utf-8',
    )
    main(['score', str(out)])
    assert totals(out) == {'g1': '9.5', 'g2': '9'}
    assert '- Random: -1.5 points. Copied, alas\\*. - See me.' in read_feedback(
        out, 'g1'
    )
    log = (out / 'g1/staff.log').read_text()  # Markdown is not shown there.
    assert ' -1.5 points. Copied, alas*.' in log and '**' not in log


TABLE = 'id,group,points,words\n'


@pytest.mark.parametrize(
    'name, text, words',
    [
        ('adjustments.csv', 'id,group,points\n', ''),
        (
            'adjustments.csv',
            'id,group,points\ng1,Random,1\n',
            'the first line has to have id,group',
        ),
        (
            'adjustments.csv',
            TABLE + 'g1,Rand,1,\n',
            "line 2: 'Rand' is not one of",
        ),
        ('adjustments.csv', TABLE + 'g1,Random,x,\n', "'x' is not a number"),
        ('adjustments.csv', TABLE + 'g1,Random,1e999,\n', 'is not a number'),
        (
            'adjustments.csv',
            TABLE + 'g1,,,Oh, no.\n',
            'words with a comma need',
        ),
        ('adjustments.csv', TABLE + 'g9,Random,1,\n', "no submission 'g9'"),
        ('../toml', '[weights]\n"a.B" = 2\n', "there is no test 'a.B'"),
        ('run.json', '{"tests": {}}', 'run.json is damaged'),
        ('run.json', '5', 'cannot be read'),
        ('g2/record.json', '{"id": "g', "mark 'g2' again, with --only"),
    ],
)
def test_mistakes(
    name: str,
    text: str,
    words: str,
    out: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What a marker gets wrong is said in a line, and so is what was cut in the
    middle. Nothing is written."""
    toml = (out / '../toml').read_text('utf-8') if 'toml' in name else ''
    (out / name).write_text(text + toml, 'utf-8')
    assert main(['score', str(out)]) == (2 if words else 0)
    told = capsys.readouterr().err
    assert words in told and told.count('\n') == bool(words)
    assert totals(out) == {'g1': '11', 'g2': '9'}
    assert main(['score', str(out / 'nowhere')]) == 2
    assert 'does not hold the results' in capsys.readouterr().err


def test_where_points_come_from(
    out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Marks are made again by the file that they were made by last, and it is
    always said which one that is."""
    new = out.with_name('new.toml')
    new.write_text(
        (out / '../toml').read_text('utf-8') + f'[weights]\n"{HALF}" = 0\n',
        'utf-8',
    )
    for options in ['-c', str(new)], []:
        capsys.readouterr()
        assert main(['score', str(out), *options]) == 0
        assert f'Points come from {new}.\n' in capsys.readouterr().out
        assert totals(out) == {'g1': '11', 'g2': '11'}
        page = (out / 'summary.html').read_text('utf-8')
        assert f'Points come from {new}.' in page
    new.unlink()
    assert main(['score', str(out)]) == 2
    assert f'{new} cannot be read' in capsys.readouterr().err


def test_similar(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All code is laid out as JPlag and MOSS take it: a folder for each
    submission, right in which are its files, and a folder of what students got.
    Given files that were handed in are left out. Who has no code is named."""
    subs = tmp_path / 'subs'
    starter = tmp_path / 'starter'
    for name in 'ada', 'bob':
        copytree(SOLUTIONS / 'lists', subs / name)
    (subs / 'bob/stonehenge.py').rename(subs / 'bob/Stonehenge.py')
    (subs / 'bob/parts').mkdir()
    (subs / 'bob/parts/cells.py').write_text('x = 1\n')
    (subs / 'cy').mkdir()
    (starter / 'engine').mkdir(parents=True)
    (starter / 'engine/fast.py').write_text('x = 1\n')
    make_archive(str(starter), 'zip', starter)
    for given in starter, starter.with_suffix('.zip'):
        out = tmp_path / f'out {given.name}'
        assert (
            main(['similar', str(subs), str(out), '--given', str(given)]) == 0
        )
        found = sorted(str(path.relative_to(out)) for path in out.rglob('*.py'))
        assert found == [
            'given/engine_fast.py',
            'submissions/ada/game_interface.py',
            'submissions/ada/stonehenge.py',
            'submissions/ada/strategy.py',
            'submissions/bob/game_interface.py',
            'submissions/bob/parts_cells.py',
            'submissions/bob/stonehenge.py',
            'submissions/bob/strategy.py',
        ]
    told = capsys.readouterr()
    assert 'The code of 2 submissions is in ' in told.out
    assert told.err.endswith('have no code there: cy.\n')
    assert not (out / 'submissions/cy').exists()
    for more in [], ['--given', 'nowhere']:
        assert main(['similar', str(subs), str(out), *more]) == 2
    errors = capsys.readouterr().err
    assert 'is not empty. Choose another one.' in errors
    assert 'There is no folder or zip file nowhere.' in errors
