"""What .ci/run does, with stand-ins for every program that it starts."""
from pathlib import Path
from shutil import copy, which
from subprocess import PIPE, STDOUT, CompletedProcess, run
import re
import tomllib
import pytest
from tests.support.programs import TOP, write_program

# Says which Python it is, makes a venv of itself, and writes down what else it
# is told to do, and all variables that may change how it does it. FAIL makes
# some of that fail.
STAND_IN = r'''#!/bin/bash
case "$*" in
-c*) echo VERSION ;;
"-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" \
    && cp "$0" "$3/bin/pip" ;;
*) echo "VERSION ${0##*/} $* ${!PYTHON@}" >> log ;;
esac
[[ "VERSION ${0##*/} $*" != *"${FAIL:-no such thing}"* ]]
'''
PROGRAMS = ['Xvfb', 'xdotool', 'bwrap', 'chromium', 'firefox-esr', 'npm']
BROKEN = '#!/bin/bash\necho "$0: command not found" >&2\nexit 127\n'
PYTEST = '3.11 python -m pytest -q -n auto -m '
OURS = ['3.11 pip install -q -e .[test] ', '3.11 pip install -q -e .[test] ',
        PYTEST + 'not slow ', PYTEST + 'slow ']


@pytest.fixture(name='folder')
def folder_with_stand_ins(tmp_path: Path) -> Path:
    """Give a folder with .ci/run and Pythons, some of which do not work."""
    (tmp_path / '.ci').mkdir()
    copy(TOP / '.ci' / 'run', tmp_path / '.ci')
    (tmp_path / 'bin').mkdir()
    for name in 'bash', 'cat', 'cp', 'dirname', 'mkdir':
        (tmp_path / 'bin' / name).symlink_to(which(name))
    for name in PROGRAMS:
        write_program(tmp_path / 'bin' / name, '#!/bin/bash\n')
    pyenv = '.pyenv/versions/3.{}/bin/python'.format
    for path, version in (('bin/python3', '3.11'), ('bin/python3.11', '3.11'),
                          ('bin/python3.12', '3.12'), (pyenv('12.1'), '3.12'),
                          ('bin/python3.13', ''), (pyenv('13.0'), '3.13'),
                          (pyenv('10.5'), '3.10'), ('bin/python3.14', '')):
        write_program(tmp_path / path, STAND_IN.replace('VERSION', version)
                      if version else BROKEN)
    return tmp_path


def run_script(folder: Path, **more: str) -> CompletedProcess[str]:
    """Run the script in folder."""
    return run(['bash', str(folder / '.ci' / 'run')], stdout=PIPE,
               stderr=STDOUT, encoding='utf-8', timeout=300, check=False,
               env={'PATH': str(folder / 'bin'), 'HOME': str(folder), **more})


def steps_of(folder: Path, version: str) -> list[str]:
    """Return what the Python of this version was told to do, in order."""
    (folder / 'log').touch()
    return [line for line in (folder / 'log').read_text('utf-8').splitlines()
            if line.startswith(version)]


def test_runs_on_every_python(folder: Path) -> None:
    """The line of the README runs, then the slow tests; and every other version
    from 3.11 on that works collects all tests and runs some, once. No variable
    that changes how Python works gets through."""
    done = run_script(folder, PYTHONUNBUFFERED='1', PYTHONHASHSEED='0')
    assert done.returncode == 0, done.stdout
    assert steps_of(folder, '3.11') == OURS
    for version in '3.12', '3.13':
        pip, collect, some = steps_of(folder, version)
        assert pip.startswith(f'{version} pip install ')
        assert collect.startswith(f'{version} python -m pytest ')
        assert '--collect-only' in collect
        assert some.startswith(f'{version} python -m pytest ')
        files = [word for word in some.split() if word.startswith('tests/')]
        assert files and all((TOP / file).exists() for file in files)
    assert steps_of(folder, '3.10') == steps_of(folder, '3.14') == []
    assert (folder / '.venv' / 'bin' / 'python').exists()
    assert 'PYTHON' not in str(steps_of(folder, '3'))


def test_missing_programs_are_installed(folder: Path) -> None:
    """All that is missing is installed in one go, or no test is run."""
    (folder / 'bin' / 'npm').rename(folder / 'npm')
    write_program(folder / 'bin' / 'npm', BROKEN)
    assert run_script(folder).returncode != 0
    assert 'pytest' not in str(steps_of(folder, '3'))
    (folder / 'bin' / 'npm').unlink()
    for name in PROGRAMS[:-1]:
        (folder / 'bin' / name).unlink()
    write_program(folder / 'bin' / 'apt-get', '#!/bin/bash\n'
                  'echo "apt-get $*" >> apt\ncp npm bin\n')
    done = run_script(folder)
    assert done.returncode == 0, done.stdout
    called = (folder / 'apt').read_text(encoding='utf-8').splitlines()
    assert called[0] == 'apt-get update'
    assert called[1].split()[4:] == ['xvfb', 'xdotool', 'bubblewrap',
                                     'chromium', 'firefox-esr', 'npm']


@pytest.mark.parametrize('what, steps', [
    ('3.11 python3 -m venv', 0), ('3.11 pip', 1), (PYTEST + 'not', 3),
    (PYTEST + 'slow', 4), ('3.12 python3.12 -m venv', 0), ('3.12 pip', 1),
    ('3.12 python -m pytest -q --collect', 2),
    ('3.12 python -m pytest -q tests', 3),
    ('3.13 python -m pytest -q tests', 3)])
def test_fails_if_anything_fails(what: str, steps: int, folder: Path) -> None:
    """The script fails if any step does, the last one for that version."""
    assert run_script(folder, FAIL=what).returncode != 0
    assert len(steps_of(folder, what[:4])) == steps
    # The other versions run beside the slow tests.
    if what.startswith('3.11') and 'slow' not in what:
        assert '--collect-only' not in str(steps_of(folder, '3'))


def test_nothing_is_installed() -> None:
    """The project is used from a checkout: what "pip install -e" installs has
    nothing of the project itself, and README.md says so. easyAI 2.1.0 lacks
    what the benchmarks use."""
    project = tomllib.loads((TOP / 'pyproject.toml').read_text('utf-8'))
    assert project['tool']['setuptools'] == {'packages': [], 'py-modules': []}
    assert set(re.findall("'(easyAI=.*?)'", str(project))) == {'easyAI==2.0.12'}
    readme = (TOP / 'README.md').read_text('utf-8')
    assert 'the project builds no package' in ' '.join(readme.split())
