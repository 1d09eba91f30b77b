"""Whole sessions as they were recorded, through a pipe and in a terminal."""
from pathlib import Path
import pytest
from tests.support.game_program import command, run_in_pipe
from tests.support.recordings import Recording, replay
from tests.support.terminal import StartTerminal, lines
from tests.support.typing_player import run_here

SESSIONS = Path(__file__).resolve().parent / 'sessions'
RECORDINGS = {path.stem: path.read_text(encoding='utf-8')
              for path in sorted(SESSIONS.glob('*.txt'))}


@pytest.mark.parametrize('name', [name for name in RECORDINGS
                                  if '«^C»' not in RECORDINGS[name]])
def test_recorded_in_pipe(name: str, tmp_path: Path) -> None:
    """Through a pipe, a session is word for word as it was recorded."""
    recording = Recording(RECORDINGS[name], in_terminal=False)
    typed, shown = recording.in_pipe()
    done = run_in_pipe(tmp_path, recording.arguments, typed)
    assert done.stdout == shown
    assert (done.returncode, done.stderr) == (recording.status, '')


# Between two programs, a terminal also shows the time of each move.
@pytest.mark.parametrize('name', [name for name in RECORDINGS
                                  if name != 'no_questions'])
def test_recorded_in_terminal(name: str, start: StartTerminal) -> None:
    """In a terminal, a session is word for word as it was recorded."""
    recording = Recording(RECORDINGS[name], in_terminal=True)
    replay(start(command(*recording.arguments)), recording)


@pytest.mark.parametrize('typed', [
    b'H\nMI\nRo\nY\n2\n', b' h\t\n  mi\nro  \n y \n 2 \n',
    b'h\r\nmi\r\nro\r\ny\r\n2\r\n', b'h\nmi\nro\ny\n2'])
def test_forgiving(typed: bytes, tmp_path: Path) -> None:
    """Capitals, blanks, the line ends of Windows and a last line without an
    end make no difference."""
    plain = run_here(tmp_path, [], lines('h', 'mi', 'ro', 'y', '2'))
    done = run_here(tmp_path, [], typed)
    assert plain.stdout.endswith(' is the winner!\n')
    assert (done.stdout, done.stderr) == (plain.stdout, '')
