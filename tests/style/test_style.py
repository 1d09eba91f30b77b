"""The course's style checker, mypy and ruff find nothing in our files."""

from configparser import ConfigParser
from pathlib import Path
from subprocess import PIPE, STDOUT, run
import json
import re
import sys
import pytest
from tests.support.programs import LONG, TOP, run_in

# What is checked with which configuration.
CHECKED = {
    'a2_pyta.txt': ['*.py'],
    'course/pyta.txt': ['course/**/*.py'],
    'engine/pyta.txt': ['engine/**/*.py'],
    'interface/pyta.txt': ['interface/**/*.py'],
    'labs/pyta.txt': ['labs/**/*.py'],
    'web/pyta.txt': ['web/**/*.py', 'drawings/*.py'],
    'tests/pyta.txt': ['tests/*_basic.py', 'tests/suite_*.py'],
}

# How to install python_ta, and what a flat file does when it is run.
HINT = 'To check the style: python3 -m pip install python-ta==2.13.1'
MAIN_BLOCK = f"""if __name__ == '__main__':
    try:
        from python_ta import check_all
    except ImportError:
        print({HINT!r})
    else:
        check_all(config='a2_pyta.txt')
"""


# Checks files with several configurations in one process, which reads what they
# import once. It ends before it is worth while to collect garbage.
CHECK_ALL = """
import gc, json, sys, python_ta
gc.disable()
for config, files in json.loads(sys.argv[1]):
    python_ta.check_all(files, config=config)
"""
# The configurations of two processes, which take about as long.
HALVES = [
    ['course/pyta.txt', 'labs/pyta.txt'],
    sorted({*CHECKED} - {'course/pyta.txt', 'labs/pyta.txt'}),
]


def json_config(config_file: str, folder: Path) -> str:
    """Return a file in folder with this configuration, for JSON reports."""
    config = (TOP / config_file).read_text(encoding='utf-8')
    assert 'output-format = pyta-plain' in config
    path = folder / config_file.replace('/', '_')
    path.write_text(config.replace('pyta-plain', 'pyta-json'), 'utf-8')
    return str(path)


def run_checker(*arguments: str) -> tuple[dict[str, list[dict]], int, str]:
    """Run Python with arguments that run python_ta. Return what it says of
    files, by file name, its exit status, and what it warns of. It names each
    file that it has really checked.
    """
    done = run(
        [sys.executable, *arguments],
        cwd=TOP,
        capture_output=True,
        encoding='utf-8',
        timeout=LONG,
        check=False,
    )
    # There is a JSON list for each file, with lines of text between them.
    decoder = json.JSONDecoder()
    found = {}
    rest = done.stdout
    while '[' in rest:
        rest = rest[rest.index('[') :]
        reports, end = decoder.raw_decode(rest)
        rest = rest[end:]
        for report in reports:
            found[report['filename']] = report['msgs']
    noise = [
        line
        for line in done.stderr.splitlines()
        if not line.startswith('Using config file')
    ]
    return found, done.returncode, '\n'.join(noise)


@pytest.mark.slow
@pytest.mark.parametrize('configs', HALVES, ids=' '.join)
def test_style(configs: list[str], tmp_path: Path) -> None:
    """Every file is checked, no message is given, no option is unknown."""
    jobs = []
    wanted = set()
    for config in configs:
        files = [
            str(file)
            for pattern in CHECKED[config]
            for file in sorted(TOP.glob(pattern))
        ]
        jobs.append((json_config(config, tmp_path), files))
        wanted.update(files)
    found, status, noise = run_checker('-c', CHECK_ALL, json.dumps(jobs))
    # In two steps, as a comparison of hundreds of files is hard to read.
    assert {file: told for file, told in found.items() if told} == {}
    assert (set(found), status, noise) == (wanted, 0, '')


@pytest.mark.slow
def test_types() -> None:
    """mypy finds no error, by the settings in pyproject.toml."""
    done = run(
        [sys.executable, '-m', 'mypy'],
        cwd=TOP,
        stdout=PIPE,
        stderr=STDOUT,
        encoding='utf-8',
        timeout=LONG,
        check=False,
    )
    assert done.stdout.startswith('Success: '), done.stdout


def run_linter(*arguments: str) -> str:
    """Return what ruff says of files."""
    return run(
        [
            sys.executable,
            '-m',
            'ruff',
            'check',
            '--no-cache',
            '--output-format',
            'concise',
            *arguments,
        ],
        cwd=TOP,
        stdout=PIPE,
        stderr=STDOUT,
        encoding='utf-8',
        timeout=LONG,
        check=False,
    ).stdout


def test_linter() -> None:
    """ruff finds nothing in any file, by the rules in pyproject.toml."""
    assert run_linter() == 'All checks passed!\n'


def test_layout() -> None:
    """Every file is laid out as ruff format does it."""
    command = [sys.executable, '-m', 'ruff', 'format', '--check', '--no-cache']
    done = run(
        command,
        cwd=TOP,
        stdout=PIPE,
        stderr=STDOUT,
        encoding='utf-8',
        timeout=LONG,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_flat_files_have_no_import_to_spare() -> None:
    """Each import that their configuration allows is made in some file."""
    config = ConfigParser()
    config.read(TOP / 'a2_pyta.txt', encoding='utf-8')
    allowed = re.split(r',\s*', config['FORBIDDEN IMPORT']['extra-imports'])
    code = '\n'.join(file.read_text('utf-8') for file in TOP.glob('*.py'))
    assert set(allowed) <= set(
        re.findall(r'^ *(?:from|import) ([\w.]+)', code, re.MULTILINE)
    )


@pytest.mark.slow
def test_style_notices_things(tmp_path: Path) -> None:
    """The checker is really at work: it finds what is wrong in a file."""
    untidy = tmp_path / 'untidy.py'
    untidy.write_text('import smtplib\n\ndef f(x):\n    print(x)\n', 'utf-8')
    found, status, _ = run_checker(
        '-m',
        'python_ta',
        '--config',
        json_config('a2_pyta.txt', tmp_path),
        str(untidy),
    )
    symbols = {message['symbol'] for message in found[str(untidy)]}
    assert status == 1 and symbols >= {
        'forbidden-import',
        'forbidden-IO-function',
        'missing-function-docstring',
    }


def test_main_blocks() -> None:
    """Every module ends with the course's block; the interface plays."""
    for module in TOP.glob('*.py'):
        ending = module.read_text(encoding='utf-8').split('\n\n\n')[-1]
        assert ending.startswith(MAIN_BLOCK.splitlines()[0])
        assert ending == MAIN_BLOCK or module.name == 'game_interface.py'


@pytest.mark.parametrize(
    'file', ['strategy.py', 'labs/dominoes/adversarial_search.py']
)
def test_without_python_ta(file: str) -> None:
    """Where python_ta is not installed, a line says how to install it."""
    path = TOP / file
    done = run_in(path.parent, path.name)
    assert (done.returncode, done.stdout) == (0, HINT + '\n')
