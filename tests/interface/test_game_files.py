"""Files with saved games: none is lost, whatever happens."""

from pathlib import Path
from typing import Any, Optional
import io
import os
import stat
from pytest import MonkeyPatch
import pytest
from interface.saved_games import SavedGame, write_game
from interface.history import load_game
from interface.command_line import Catalog
from tests.support.saved_games import GAMES, read

OLD = SavedGame('h', True, 2, moves=('A',))
NEW = SavedGame('h', True, 2, moves=('A', 'E'))
POSIX = pytest.mark.skipif(os.name != 'posix', reason='Only Posix has these.')


def complaint(
    path: str, saved: Optional[SavedGame] = None, overwrite: bool = True
) -> str:
    """Return the line on the file called path, read, or written to."""
    with pytest.raises(ValueError) as raised:
        if saved:
            write_game(path, saved, overwrite)
        else:
            load_game(path, Catalog(GAMES, {}))
    said = str(raised.value)
    assert len(said.splitlines()) == 1 and said.isprintable()
    return said.removeprefix(repr(path))


def test_writing_and_reading(tmp_path: Path) -> None:
    """What is written can be read; what is there is kept, unless forced."""
    path = str(tmp_path / 'g.txt')
    write_game(path, OLD)
    assert 'already' in complaint(path, NEW, overwrite=False)
    assert read(path) == OLD
    write_game(path, NEW, overwrite=True)
    assert read(path) == NEW
    assert os.listdir(tmp_path) == ['g.txt']


@pytest.mark.parametrize('name', ['', 'a\0b', '\ud800', 'x' * 5000])
def test_no_names(name: str) -> None:
    """What cannot be the name of a file is said not to be one."""
    for saved in None, NEW:
        assert 'name' in complaint(name, saved)


@pytest.mark.parametrize(
    'name', ['a b', 'é', 'x' * 255, '-', 'a\nb', '#', '~a', '~/g.txt']
)
def test_odd_names(name: str, tmp_path: Path, monkeypatch: MonkeyPatch) -> None:
    """Other names are fine, also long ones, and ~ is the user's folder."""
    monkeypatch.chdir(tmp_path)
    for variable in 'HOME', 'USERPROFILE':
        monkeypatch.setenv(variable, str(tmp_path / 'home'))
    (tmp_path / 'home').mkdir()
    write_game(name, OLD)
    write_game(name, NEW, overwrite=True)
    assert read(name) == NEW
    assert (tmp_path / 'home' / 'g.txt').is_file() == (name == '~/g.txt')


CONTENTS = [
    # What is in a file, and how that is named.
    (b'', ": the key 'game' is missing"),
    (b'# caf\xe9\n', ': this is not UTF-8 text'),
    ('game'.encode('utf-16'), ': this is not UTF-8 text'),
    (b'\x89PNG\r\n', ': this is not UTF-8 text'),
    (b'\0' * 99, ': this is not TOML: Invalid statement (at line 1, column 1)'),
    (b'x = ' + b'[' * 10**5, ': this is not TOML: '),
    (b'# ' * 10**7, ": the key 'game' is missing"),
    (
        b'saved game, version 1\n\ngame: h\n',
        ': this game was saved by an older version',
    ),
]


@pytest.mark.parametrize('content, words', CONTENTS, ids=range(len(CONTENTS)))
def test_wrong_contents(content: bytes, words: str, tmp_path: Path) -> None:
    """What is not a saved game is named, in one line."""
    path = tmp_path / 'g.txt'
    path.write_bytes(content)
    assert complaint(str(path)).startswith(words)


def test_wrong_places(tmp_path: Path) -> None:
    """Missing folders and files, and folders in place of files."""
    (tmp_path / 'file').write_text('', encoding='utf-8')
    missing, inside = str(tmp_path / 'no' / 'g.txt'), str(tmp_path / 'file/g')
    for saved in None, NEW:
        assert complaint(missing, saved) == ': No such file or directory'
        assert complaint(inside, saved) == ': Not a directory'
        assert 'folder' in complaint(str(tmp_path), saved)
        assert 'folder' in complaint('.', saved)
    assert complaint(str(tmp_path / 'g')) == ': No such file or directory'
    assert os.listdir(tmp_path) == ['file']


@POSIX
def test_devices(tmp_path: Path) -> None:
    """A device or a pipe is neither read, for ever, nor replaced."""
    pipe = str(tmp_path / 'pipe')
    os.mkfifo(pipe)
    for path in pipe, os.devnull:
        for saved in None, NEW:
            assert 'device' in complaint(path, saved)
    assert stat.S_ISFIFO(os.stat(pipe).st_mode)
    assert not os.path.isfile(os.devnull)


@POSIX
def test_links(tmp_path: Path) -> None:
    """A link stays a link: the file that it leads to is written."""
    real, link = tmp_path / 'folder' / 'real', tmp_path / 'link'
    real.parent.mkdir()
    link.symlink_to('folder/real')
    write_game(str(link), OLD)
    assert 'already' in complaint(str(link), NEW, overwrite=False)
    write_game(str(link), NEW, overwrite=True)
    assert link.is_symlink() and not real.is_symlink()
    assert read(real) == read(link) == NEW
    assert os.listdir(real.parent) == ['real']
    (tmp_path / 'loop').symlink_to('loop')
    for saved in None, NEW:
        assert 'symbolic links' in complaint(str(tmp_path / 'loop'), saved)


@POSIX
def test_permissions(tmp_path: Path) -> None:
    """A new file has the usual permissions, a replaced one keeps its own."""
    path = tmp_path / 'g.txt'
    before = os.umask(0o027)
    try:
        write_game(str(path), OLD)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o604)
        write_game(str(path), NEW, overwrite=True)
        assert stat.S_IMODE(path.stat().st_mode) == 0o604
    finally:
        os.umask(before)


def test_write_protection(tmp_path: Path, monkeypatch: MonkeyPatch) -> None:
    """The same for what the system says may not be written, for any user."""
    path = str(tmp_path / 'g.txt')
    write_game(path, OLD)

    def open_protected(name: str, mode: str = 'r', **options: Any) -> Any:
        """Open a file as the system would for a user without permission."""
        if name == path and '+' in mode:
            raise PermissionError(13, 'Permission denied')
        return io.open(name, mode, **options)

    monkeypatch.setattr('builtins.open', open_protected)
    assert complaint(path, NEW) == ': Permission denied'
    assert read(path) == OLD


@pytest.mark.parametrize('step', ['replace', 'chmod'])
@pytest.mark.parametrize(
    'error',
    [OSError(28, 'No space left on device'), KeyboardInterrupt()],
    ids=repr,
)
def test_failing_in_between(
    step: str, error: BaseException, tmp_path: Path, monkeypatch: MonkeyPatch
) -> None:
    """If writing fails or is interrupted, the old file is as it was."""
    path = str(tmp_path / 'g.txt')
    write_game(path, OLD)

    def fail(*_: Any) -> None:
        """Raise the error."""
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(os, step, fail)
        with pytest.raises((ValueError, type(error))):
            write_game(path, NEW, overwrite=True)
    assert read(path) == OLD and os.listdir(tmp_path) == ['g.txt']
