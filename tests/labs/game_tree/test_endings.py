"""How the programs of the tree lab end when a stream is missing, is not read
or has no room, and when they are started the wrong way.
"""
from pathlib import Path
from subprocess import PIPE, run
import sys
import pytest
from tests.support.game_trees import LAB, PROGRAM
from tests.support.programs import ENVIRONMENT, LONG, TOP, \
    check_output_is_not_taken

# The programs, with options that make them print something.
PROGRAMS = [['-m', 'labs.game_tree', '--help'],
            ['-m', 'labs.game_tree', '--game', 's', '--size', '13'],
            ['-m', 'labs.game_tree', '--game', 's', '--size', '4', '--search',
             'recursive', '--step'],
            ['-u', '-m', 'labs.game_tree', '--game', 's', '--size', '4'],
            [str(LAB / 'minimax.py')]]


@pytest.mark.parametrize('program', PROGRAMS)
def test_output_is_not_taken(program: list[str]) -> None:
    """They end so if nobody reads the output, or there is no room for it.
    Buffered or not."""
    name = 'minimax.py' if 'minimax' in program[-1] \
        else 'python3 -m labs.game_tree'
    check_output_is_not_taken(name, TOP, *program)


@pytest.mark.parametrize('program', ['labs/game_tree',
                                     'labs/game_tree/__main__.py'])
@pytest.mark.parametrize('folder', [TOP, LAB])
def test_wrong_start(program: str, folder: Path) -> None:
    """Started by the name of the file or of the folder, a program says in one
    line what to run instead."""
    # With -S, as somebody may have installed the project.
    done = run([sys.executable, '-S', str(TOP / program), '--game', 's'],
               cwd=folder, env=ENVIRONMENT, stdout=PIPE, stderr=PIPE,
               encoding='utf-8', timeout=LONG, check=False)
    assert (done.returncode, done.stdout) == (2, '')
    assert done.stderr.count('\n') == 1
    assert done.stderr.endswith(
        ' from the top folder: python3 -m labs.game_tree\n')


def in_shell(line: str, **more: str) -> tuple[str, str]:
    """Run a line with a redirection of the command, which stands for T. Return
    what it shows and what it complains about."""
    done = run(line.replace('T', ' '.join(PROGRAM), 1), shell=True, cwd=TOP,
               env={**ENVIRONMENT, **more}, stdout=PIPE, stderr=PIPE,
               encoding='utf-8', timeout=LONG, check=False)
    return done.stdout, done.stderr


def test_missing_streams(tmp_path: Path) -> None:
    """Without an input or an output there is a polite end, unless nothing has
    to be read or shown."""
    end = '\nThe input has ended. Goodbye!\n'
    six = '--game s --size 6'
    steps = f'{six} --search recursive --step'
    for line in 'T <&-', 'T --game s <&-', f'T {steps} <&-':
        assert in_shell(line) == (end, '')
    for line in 'T >&-', f'T {steps} >&-', f'T {six} >&-':
        assert in_shell(line + '; echo $?') == ('1\n', '')
    assert in_shell(f'T {six} <&-') == in_shell(f'T {six}')
    file = tmp_path / 'a.dot'
    assert in_shell(f'T {six} --output {file} <&- >&-; echo $?') == ('0\n', '')
    assert file.read_text(encoding='utf-8').startswith('digraph')
