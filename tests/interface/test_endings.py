"""What Ctrl-C and Ctrl-D do, and what happens when nobody takes the output."""

from pathlib import Path
from subprocess import DEVNULL, PIPE, run
from typing import Any
import os
import re
import sys
from pytest import CaptureFixture, MonkeyPatch
import pytest
from game_interface import main, usable_strategies
from interface.command_line import run_politely
from tests.support.game_program import (
    GOODBYE,
    PROGRAM,
    asked,
    calling,
    command,
    options,
)
from tests.support.programs import (
    ENVIRONMENT,
    FLAT_FILES,
    LONG,
    TOP,
    check_output_is_not_taken,
    copy_to,
)
from tests.support.terminal import KEYS, StartTerminal, as_seen


@pytest.mark.parametrize(
    'name', ['game', 'player 2', 'start', 'number', 'side length', 'cell']
)
@pytest.mark.parametrize('key', ['^C', '^D'])
def test_leaving_at_a_question(
    name: str, key: str, start: StartTerminal
) -> None:
    """Ctrl-D, and Ctrl-C twice, end the program with a polite line."""
    terminal = start(command())
    question = asked(terminal, name)
    if key == '^C':
        terminal.type(KEYS[key])
        terminal.wait_for(question)
    terminal.type(KEYS[key])
    shown = terminal.wait_for_end()
    assert shown == ('^C' if key == '^C' else '') + f'\n{GOODBYE[key]}\n'
    assert terminal.status > 0


@pytest.mark.parametrize('strategy', ['mr', 'mi'])
def test_leaving_while_minimax_thinks(
    strategy: str, start: StartTerminal
) -> None:
    """Ctrl-C interrupts a long thought. No line of ours is named."""
    terminal = start(calling('think_forever', strategy, '0.01'))
    terminal.read_until(lambda screen: 'Thinking: ' in screen)
    terminal.type(KEYS['^C'])
    terminal.wait_for_end()
    seen = as_seen(terminal.raw)
    assert 'Thinking' not in seen
    # The game is not ours.
    assert re.search(
        r'x, y\n *\^C\n(\S+ was at foreign_games\.py, line \d+\.'
        rf'\n)?{GOODBYE["^C"]}\n\Z',
        seen,
    )
    assert terminal.status > 0


# Command lines of the program, each with what is typed then. Python keeps its
# output back, or (-u) writes it at once.
OUTPUTS = [
    (['-u', PROGRAM, '--help'], ''),
    ([PROGRAM], ''),
    (['-u', PROGRAM], 'x\nx\n'),
    ([PROGRAM], 's\nr\nmi\nn\n30\n'),
    ([PROGRAM, *options(size=5, p2='r')], ''),
    (['-u', PROGRAM, *options(p1='i')], 'q\n'),
]


@pytest.mark.parametrize('program, typed', OUTPUTS)
def test_no_output(program: list[str], typed: str) -> None:
    """An unread output ends the program quietly, a full disk with a line."""
    check_output_is_not_taken('game_interface.py', TOP, *program, typed=typed)


@pytest.mark.parametrize('program', [['-u', PROGRAM], [PROGRAM]])
@pytest.mark.parametrize('typed', ['', 's\nr\nr\ny\n30\n'])
def test_no_output_without_interface(
    program: list[str], typed: str, tmp_path: Path
) -> None:
    """The flat files alone end quietly, too, if nobody reads their output."""
    copy_to(tmp_path, FLAT_FILES)
    unread, output = os.pipe()
    os.close(unread)
    done = run(
        [sys.executable, *program],
        cwd=tmp_path,
        env=ENVIRONMENT,
        input=typed,
        stdout=output,
        stderr=PIPE,
        encoding='utf-8',
        timeout=LONG,
        check=False,
    )
    os.close(output)
    assert (done.returncode, done.stderr) == (1, '')


@pytest.mark.parametrize(
    'error',
    [
        FileNotFoundError(2, 'No such file or directory', 'openings.txt'),
        OSError('The openings cannot be read'),
        ConnectionRefusedError(111, 'Connection refused'),
    ],
)
def test_other_errors_are_no_full_disk(
    error: OSError, monkeypatch: MonkeyPatch, capsys: CaptureFixture
) -> None:
    """A strategy that cannot read its file is not taken for a full disk."""

    def reading_strategy(_: Any) -> Any:
        """Fail to read a file."""
        raise error

    monkeypatch.setitem(usable_strategies, 'f', reading_strategy)
    assert main(options(p1='f')) == 1
    assert (
        f'reading_strategy raised {type(error).__name__}: {error}, at '
        in capsys.readouterr().out.splitlines()[-1]
    )
    with pytest.raises(OSError) as raised:
        run_politely(reading_strategy, [])
    assert raised.value is error


@pytest.mark.parametrize('closed', ['<&-', '>&-'])
@pytest.mark.parametrize('arguments', [[], options()])
def test_started_without_input_or_output(
    closed: str, arguments: list[str]
) -> None:
    """Without input or output, there is at most one line, no traceback."""
    done = run(
        ['sh', '-c', f'exec "$@" {closed}', 'sh', *command(*arguments)],
        env=ENVIRONMENT,
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        timeout=LONG,
        check=False,
    )
    assert b'Traceback' not in done.stderr
    assert done.stderr.count(b'\n') <= 1
