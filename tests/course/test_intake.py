"""Submissions come in many forms, and not all of them are friendly."""

from pathlib import Path
from shutil import copy, make_archive, rmtree
from typing import Any
from unittest.mock import Mock
import os
import stat
import zipfile
import pytest
from course.marking import intake
from course.marking.archives import IntakeError, unpack
from course.marking.configuration import DEFAULT, Configuration
from course.marking.intake import Submission, copy_files, find_submissions
from course.marking.isolation import CONTAINED, Isolation
from course.marking.marker import Marker
from course.marking.marks import BROKEN

FILES: dict[str, Any] = {
    'expected': ['game.py', 'stonehenge.py'],
    'supplied': [],
}


def write_files(folder: Path, *names: str) -> Path:
    """Write small files with these names into folder, and return it."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('x = 1\n', encoding='utf-8')
    return folder


def find(source: Path, space: Path, **settings: Any) -> dict[str, Submission]:
    """Return the submissions in source, by their ids. settings is what
    marking.toml says of files besides FILES.
    """
    return {
        each.id: each
        for each in find_submissions(source, space, {**FILES, **settings})
    }


def take(folder: Path, **settings: Any) -> Submission:
    """Return the submission in folder, whose files are copied to "taken" beside
    the folder that this one is in.
    """
    space = folder.parent.parent
    submission = find(folder.parent, space / 'space', **settings)[folder.name]
    rmtree(space / 'taken', ignore_errors=True)
    copy_files(submission, space / 'taken', settings.get('supplied', []))
    return submission


def write_zip(
    path: Path, *names: str, content: bytes = b'x = 1\n', mode: int = 0
) -> Path:
    """Write a zip file of files with these names, and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, 'w') as zipped:
        for name in names:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = mode << 16
            zipped.writestr(entry, content)
    return path


def test_forms(tmp_path: Path) -> None:
    """A folder or a zip file for each, or a zip file in each folder; what
    systems add is overlooked. Or one archive of all that."""
    write_files(
        tmp_path / 'all',
        'ada/game.py',
        'bob/game.py',
        '__MACOSX/game.py',
        '.git/game.py',
        'notes.txt',
    )
    write_zip(tmp_path / 'all/carl.zip', 'game.py')
    write_zip(tmp_path / 'all/dan/work.zip', 'A2/game.py')
    found = find(tmp_path / 'all', tmp_path / 'space')
    assert list(found) == ['ada', 'bob', 'carl', 'dan']
    assert not any(each.problem for each in found.values())
    missing = [
        'stonehenge.py is missing.',
        'These Python files are there: game.py.',
    ]
    assert [each.notes for each in found.values()] == [
        missing,
        missing,
        missing,
        [
            'Your files are in A2/, not at the top. They were found there.',
            missing[0],
            'These Python files are there: A2/game.py.',
        ],
    ]
    whole = Path(make_archive(f'{tmp_path}/all', 'zip', tmp_path, 'all'))
    packed = find(whole, tmp_path / 'unpacked')
    assert [each.notes for each in packed.values()] == [
        each.notes for each in found.values()
    ]


def test_names_in_other_encodings(tmp_path: Path) -> None:
    """A folder whose name is not in UTF-8 is a submission with a name that can
    be written, and is read where it is."""
    write_files(tmp_path / 'all', 'M\udcfcller/game.py', 'M\udcf6ller/game.py')
    found = find(tmp_path / 'all', tmp_path / 'space')
    assert sorted(found) == ['M\xf6ller', 'M\xfcller']
    assert all(each.files['game.py'].is_file() for each in found.values())


def test_markus_and_gradescope(tmp_path: Path) -> None:
    """MarkUs: files in the folder of the assignment are found there.
    Gradescope: the names of the students come from the metadata."""
    write_files(
        tmp_path / 'all',
        'submission_7/A2/game.py',
        'submission_7/.git/x.py',
        'submission_8/game.py',
    )
    (tmp_path / 'all/submission_metadata.yml').write_text(
        '---\nsubmission_7:\n  :submitters:\n  - :name: Ada <b>L</b>\n'
        "    :sid: '99'\n  :created_at: 2026-01-01 20:15:59.5 Z\n"
        '  :results:\n    :tests:\n    - :name: No student\n'
        'submission_8:\n  :submitters:\n  - :name: Bob\n',
        encoding='utf-8',
    )
    found = find(tmp_path / 'all', tmp_path / 'space')
    assert {name: each.students for name, each in found.items()} == {
        'submission_7': [{'name': 'Ada <b>L</b>', 'sid': '99'}],
        'submission_8': [{'name': 'Bob'}],
    }
    deeper = found['submission_7']
    assert (
        list(deeper.files) == ['game.py']
        and deeper.notes[0]
        == 'Your files are in A2/, not at the top. They were found there.'
    )


ENVIRONMENT = [
    'A2/game.py',
    'A2/env/pyvenv.cfg',
    *(f'A2/env/lib/{number}.py' for number in range(30)),
]


@pytest.mark.parametrize(
    'archive, names, words',
    [
        ('ada.zip', ['game.py'], ''),
        ('ada.ZIP', ['./A2/game.py'], 'Your files are in A2/, not at'),
        ('ada/work.zip', ['A2/game.py', 'A2/notes/x.txt'], 'in A2/, not'),
        ('ada/work.zip', ENVIRONMENT, ''),
        ('', ENVIRONMENT, ''),
        (
            '',
            ['setup.py', 'src/deep/game.py', 'src/game.py'],
            'are in src/, not',
        ),
        ('', ['game.py', 'more/stonehenge.py', 'more/game.py'], ''),
    ],
)
def test_places(
    archive: str, names: list[str], words: str, tmp_path: Path
) -> None:
    """The files are found in a zip file, in a folder there, and beside a
    virtual environment, which does not count."""
    write = write_zip if archive else write_files
    write(tmp_path / 'all' / (archive or 'ada'), *names)
    ada = find(tmp_path / 'all', tmp_path / 'space')['ada']
    copy_files(ada, tmp_path / 'taken', [])
    assert not ada.problem and (tmp_path / 'taken/game.py').exists()
    assert words in ' '.join(ada.notes)
    assert not (tmp_path / 'taken/env').exists()


@pytest.mark.parametrize(
    'names, words',
    [
        (['ada.py'], 'with Python files in it, but ada.py'),
        (
            ['ada.rar'],
            'ada.rar is not unpacked: archives have to be .zip files',
        ),
        (['ada/work.7z'], 'work.7z is not unpacked: archives have to be'),
        (['ada.tar.gz'], 'ada.tar.gz is not unpacked: archives have to be'),
        (
            ['ada/a.zip', 'ada/b.zip'],
            'there is no folder and no single zip file '
            'with Python files in it, but a.zip, b.zip',
        ),
        (['ada/notes.txt'], 'in it, but notes.txt'),
    ],
)
def test_what_is_needed(names: list[str], words: str, tmp_path: Path) -> None:
    """Where there is nothing to take, it is said what has to be there."""
    source = write_files(tmp_path / 'all', *names)
    assert words in find(source, tmp_path / 'space')['ada'].problem


@pytest.mark.parametrize(
    'name, mode, words',
    [
        ('../game.py', 0, 'leads out of the folder'),
        ('/tmp/game.py', 0, 'leads out of the folder'),
        ('..\\game.py', 0, 'leads out of the folder'),
        ('C:game.py', 0, 'leads out of the folder'),
        ('game.py', stat.S_IFLNK | 0o777, 'is a link'),
    ],
)
def test_hostile_zip_files(
    name: str, mode: int, words: str, tmp_path: Path
) -> None:
    """Nothing is unpacked outside of the folder, and no link at all."""
    path = write_zip(tmp_path / 'a.zip', name, mode=mode)
    with pytest.raises(IntakeError, match=words):
        unpack(path, tmp_path / 'in', 1, 10)
    assert sorted(tmp_path.rglob('*')) == [path, tmp_path / 'in']


NEEDLESS = (
    'Files that are not Python were left out: all together were '
    'too many, or too large.'
)


def test_stray_files(tmp_path: Path) -> None:
    """Many files that are not Python keep nobody from being marked."""
    folder = write_files(
        tmp_path / 'all/ada',
        'game.py',
        'stonehenge.py',
        *(f'notes/{number}.txt' for number in range(500)),
    )
    taken = take(folder)
    assert (taken.problem, taken.notes) == ('', [NEEDLESS])
    assert len(list((tmp_path / 'taken').rglob('*'))) == 2


MISSING = 'stonehenge.py is missing.'


@pytest.mark.parametrize(
    'names, misnamed, notes',
    [
        (
            ['Stonehenge.py'],
            ['Found Stonehenge.py, expected stonehenge.py.'],
            [],
        ),
        (
            ['stone henge (12).PY'],
            ['Found stone henge (12).PY, expected stonehenge.py.'],
            [],
        ),
        (
            ['stonehenge.py', 'stonehenge (1).py'],
            [],
            ['stonehenge (1).py is there, too, and was not marked.'],
        ),
        # Nothing else is guessed.
        (
            ['stonehenge (2).py', 'stonehenge (1).py'],
            [],
            [
                MISSING,
                'These Python files are there: game.py, stonehenge (1).py, '
                'stonehenge (2).py.',
            ],
        ),
        (
            ['Stone_henge.py', 'games/stonehenge.py'],
            [],
            [
                MISSING,
                'These Python files are there: Stone_henge.py, game.py, '
                'games/stonehenge.py.',
            ],
        ),
        (
            ['test_stonehenge.py', 'stonehenge.py.txt'],
            [],
            [
                MISSING,
                'These Python files are there: game.py, test_stonehenge.py.',
            ],
        ),
    ],
)
def test_misnamed_files(
    names: list[str], misnamed: list[str], notes: list[str], tmp_path: Path
) -> None:
    """A file whose name differs in case, blanks or a browser's number is taken,
    if it is the only one. What is missing is said, and what is there."""
    found = take(write_files(tmp_path / 'all/ada', 'game.py', *names))
    assert (found.misnamed, found.notes) == (misnamed, notes)
    there = {path.name for path in (tmp_path / 'taken').iterdir()}
    assert ('stonehenge.py' in there) == (MISSING not in notes)
    assert there.issuperset(name for name in names if '/' not in name)


def test_other_name_of_what_is_not_needed(tmp_path: Path) -> None:
    """What need not be handed in costs nothing under another name."""
    found = take(
        write_files(tmp_path / 'all/ada', 'Game_interface.py'),
        expected=['game_interface.py'],
    )
    assert (found.misnamed, found.notes) == (
        [],
        ['Game_interface.py was taken for game_interface.py.'],
    )
    assert (tmp_path / 'taken/game_interface.py').exists()


@pytest.mark.parametrize('kind', ['', 'zip'])
def test_folders(kind: str, tmp_path: Path) -> None:
    """Of several folders, the one with most of the files is marked. If none of
    the files is at the top or in one folder, or in two equally many, that is
    said, and nothing is marked."""
    for name, *files in (
        (
            'ada',
            'A1/work.py',
            'A2/game.py',
            'A2/Stonehenge.py',
            'old/game.py',
            'A2/board/cells.py',
        ),
        ('bob', 'v1/game.py', 'v2/game.py', 'main.py'),
        ('cy', 'A2/src/game.py', 'A2/notes.txt'),
    ):
        folder = write_files(tmp_path / 'all' / name, *files)
        if kind:
            make_archive(str(folder), kind, folder)
            rmtree(folder)
    found = find(tmp_path / 'all', tmp_path / 'space')
    ada = found['ada']
    assert sorted(ada.files) == [
        'Stonehenge.py',
        'board/cells.py',
        'game.py',
        'stonehenge.py',
    ]
    assert ada.notes == [
        'Your files are in A2/, not at the top. They were found there.',
        'old/ is there, too, and was not marked.',
    ]
    assert (
        found['bob'].problem
        == 'it is not known which of these folders is meant: v1/, v2/'
    )
    assert (
        found['cy'].problem
        == 'all Python files are more than one folder deep: A2/src/game.py'
    )


def test_long_texts(tmp_path: Path) -> None:
    """What is said of an archive, and of the files of a submission, is short,
    whatever they are called and however many they are."""
    write_zip(tmp_path / 'all/cy.zip', 'x' * 60_000)
    folder = write_files(tmp_path / 'all/dan', 'game.py')
    for number in range(500):
        (folder / f'{number}{"x" * 200}').symlink_to('/etc/passwd')
    found = find(tmp_path / 'all', tmp_path / 'space')
    assert {
        name: each.problem.partition(' unpacked: ')[2]
        for name, each in found.items()
    } == {'cy': 'a name in it has 60000 characters', 'dan': ''}
    assert len(found['dan'].notes) == 21
    assert all(
        len(text) <= 300
        for each in found.values()
        for text in (each.problem, *each.notes)
    )


def test_large_and_odd_archives(tmp_path: Path) -> None:
    """What becomes too large is not unpacked, whatever the zip file says. A
    name with a colon does no harm."""
    unpack(write_zip(tmp_path / 'a.zip', 'at 12:30.py'), tmp_path / 'in', 1, 9)
    assert (tmp_path / 'in/at 12:30.py').exists()
    bomb = write_zip(
        tmp_path / 'bomb.zip', 'a.py', 'b.py', content=bytes(700_000)
    )
    with pytest.raises(IntakeError, match='too large'):
        unpack(bomb, tmp_path, 1, 10)
    many = write_zip(tmp_path / 'many.zip', *(f'{i}.py' for i in range(11)))
    with pytest.raises(IntakeError, match='more than 10 files'):
        unpack(many, tmp_path, 1, 10)
    unpack(many, tmp_path / 'all of them', 1, 11)
    damaged = bytearray(bomb.read_bytes())
    damaged[40:60] = b'?' * 20
    bomb.write_bytes(damaged)
    with pytest.raises(IntakeError, match='cannot be unpacked'):
        unpack(bomb, tmp_path, 10, 10)
    write_files(tmp_path / 'all', 'ada.zip')
    found = find(tmp_path / 'all', tmp_path / 'space')['ada']
    assert 'ada.zip cannot be unpacked: ' in found.problem


def test_what_is_not_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Links are not followed, and pipes are not read. A submission that is too
    large is not copied to its end."""
    monkeypatch.setattr(intake, 'LARGEST_MB', 1)
    folder = write_files(tmp_path / 'all/ada', 'game.py')
    (folder / 'stonehenge.py').symlink_to('/etc/passwd')
    (folder / 'engine').symlink_to('/etc')
    os.mkfifo(folder / 'strategy.py')
    assert take(folder).notes == [
        'engine is a link or the like: skipped.',
        'stonehenge.py is a link or the like: skipped.',
        'strategy.py is a link or the like: skipped.',
        'stonehenge.py is missing.',
        'These Python files are there: game.py.',
    ]
    assert [path.name for path in (tmp_path / 'taken').iterdir()] == ['game.py']
    folder = write_files(tmp_path / 'all/bob', 'game.py', 'stonehenge.py')
    monkeypatch.setattr(intake, 'MOST_FILES', 2)
    assert not take(folder).problem
    (folder / 'data.txt').write_bytes(bytes(2_000_000))
    assert take(folder).notes == [NEEDLESS]
    (folder / 'data.py').write_bytes(b'\n' * 2_200_000)
    for largest, most in (2, 20), (20, 2):
        monkeypatch.setattr(intake, 'LARGEST_MB', largest)
        monkeypatch.setattr(intake, 'MOST_FILES', most)
        assert 'a submission may have at most' in take(folder).problem
    monkeypatch.setattr(intake, 'LARGEST_MB', 1)
    folder = write_files(tmp_path / 'all/cy', 'game.py', 'Stonehenge.py')
    (folder / 'Stonehenge.py').write_bytes(b'\n' * 2_200_000)
    found = take(folder)
    assert 'a submission may have' in found.problem and not found.files


def test_what_cannot_be_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a name that is not in UTF-8 nor a file that no memory has room
    for keeps anybody from being marked. If a submission cannot be marked, that
    is said, and others can."""
    write_files(
        tmp_path / 'all',
        'ada/game.py',
        'cy/game.py',
        os.fsdecode(b'cy/\xff.py'),
    )
    os.truncate(tmp_path / 'all/ada/game.py', 2**40)
    marker = Marker(Configuration(), Isolation(CONTAINED, False))
    found = find(tmp_path / 'all', tmp_path / 'space')
    assert 'a submission may have at most' in found['ada'].problem
    assert len(marker.digest(found['cy'])) == 64
    monkeypatch.setattr(
        'course.marking.marker.copy_files',
        Mock(side_effect=OSError('the disk is broken')),
    )
    broken = marker.mark(Submission('bob'))
    assert broken.status == BROKEN and not broken.tests
    assert 'the disk is broken' in broken.staff['trouble']


def test_supplied_files(tmp_path: Path) -> None:
    """Files of the course stand in for those that nobody hands in, and nobody
    is told that they have not."""
    folder = write_files(tmp_path / 'all/ada', 'game.py', 'a folder.py/x.py')
    ours = write_files(tmp_path / 'ours', 'stonehenge.py', 'interface/a/b.py')
    (ours / 'game.py').write_text('y = 2\n', encoding='utf-8')
    taken = take(folder, supplied=list(ours.iterdir()))
    assert taken.notes == []
    assert (tmp_path / 'taken/stonehenge.py').exists()
    assert (tmp_path / 'taken/interface/a/b.py').exists()
    assert (tmp_path / 'taken/game.py').read_text(encoding='utf-8') == 'x = 1\n'


@pytest.mark.parametrize(
    'place, words',
    [
        ('empty', 'There are no submissions in'),
        ('nowhere', 'There is no folder'),
        ('all.tar.gz', 'all.tar.gz is not unpacked: archives have to be .zip'),
        (
            'both',
            "Both bob and bob.zip would be the submission 'bob'. Take one",
        ),
        ('all/ada', 'holds game.py itself, and should hold a folder for each'),
    ],
)
def test_no_submissions(place: str, words: str, tmp_path: Path) -> None:
    """A folder without any, a wrong path, or a wrong name is named."""
    write_files(
        tmp_path,
        'all/ada/game.py',
        'empty/notes.txt',
        'both/ada.zip',
        'both/bob/game.py',
        'both/bob.zip',
        'all.tar.gz',
    )
    with pytest.raises(IntakeError, match=words):
        find(tmp_path / place, tmp_path / 'space')


NAMED = '[[groups]]\nname = "A"\n'
GROUP = NAMED + 'tests = ["a"]\n'


@pytest.mark.parametrize(
    'text, words',
    [
        ('[limits]\nseconds = 3', r"\[limits\]: unknown key 'seconds'"),
        ('[colour]\nred = 3', r'unknown table \[colour\]'),
        ('[limits]\nmemory_mb = -1', 'memory_mb has to be from 0 to'),
        ('[limits]\nmemory_mb = 0', 'memory_mb has to be more than 0'),
        ('[limits]\nmemory_mb = 1.5', 'memory_mb has to be whole'),
        ('[suites]\nseed = inf', 'seed has to be whole'),
        (GROUP, "'A': points is missing"),
        (GROUP + 'points = -1', "'A': points has to be from 0"),
        (GROUP + 'points = 1\nvisibility = "no"', "'no' is not one of visible"),
        (2 * (GROUP + 'points = 1\n'), "two columns of .* would be called 'A'"),
        (NAMED + 'tests = "a"\npoints = 1', "'A': tests has to be a list"),
        ('groups = []', 'there are no groups'),
        ('[groups]\nname = "A"', r'has to begin with \[\[groups\]\]'),
        ('[suites]\npaths = ["nowhere.py"]', 'there is no .*nowhere.py'),
        ('[limits]\nseconds_per_test = inf', 'seconds_per_test has to be from'),
        ('groups = [3]', 'group None has to be a table'),
        ('[files]\nsupplied = ["nowhere"]', 'no file or folder .*nowhere'),
        ('{"a": 1}', 'is in JSON, and not from'),
        ('[weights]\nmixes = "much"', r'\[weights\]: mixes has to be a number'),
        ('[style.costs]\nE9999 = true', 'costs: E9999 has to be a number'),
        ('= 3', 'cannot be read'),
    ],
)
def test_wrong_configurations(text: str, words: str, tmp_path: Path) -> None:
    """What makes no sense in a marking.toml is said in a line."""
    path = tmp_path / f'marking.{"json" if "JSON" in words else "toml"}'
    path.write_text(text, encoding='utf-8')
    with pytest.raises(ValueError, match=words) as caught:
        Configuration(path)
    assert '\n' not in str(caught.value) and str(path) in str(caught.value)


def test_usual_configuration(tmp_path: Path) -> None:
    """Without a marking.toml, there are 100 points, and with a copy elsewhere,
    too. Whatever asks a strategy plays our games; whatever asks the
    submission's Stonehenge has a root."""
    configuration = Configuration()
    elsewhere = Configuration(copy(DEFAULT, tmp_path / 'marking.toml'))
    assert elsewhere.digest == configuration.digest
    assert all(group.criterion for group in configuration.groups)
    assert (
        sum(group.points for group in configuration.groups)
        + configuration.style['points']
        == 100
    )
    for group in configuration.groups:
        name = group.tests[0].split('.')
        assert group.ours == (
            name[0].startswith('minimax') and name[1] != 'TestSubtractSquare'
        )
        assert bool(group.root) == name[0].startswith('stonehenge')
