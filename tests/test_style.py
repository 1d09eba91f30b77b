"""The course's style checker finds nothing in the core and in the labs."""
from pathlib import Path
from subprocess import run
import json
import sys

TOP = Path(__file__).resolve().parent.parent
MODULES = sorted(TOP.glob('*.py'))
LABS = sorted((TOP / 'labs').rglob('*.py'))


def messages_on(files: list[Path], folder: Path
                ) -> tuple[dict[str, list[dict]], int, str]:
    """Return what python_ta says of files, by file name, its exit status, and
    what it warns of. It names each file that it has really checked.
    """
    config = (TOP / 'a2_pyta.txt').read_text(encoding='utf-8')
    assert 'output-format = pyta-plain' in config
    (folder / 'config.txt').write_text(
        config.replace('pyta-plain', 'pyta-json'), encoding='utf-8')
    done = run([sys.executable, '-m', 'python_ta', '--config',
                str(folder / 'config.txt'), *map(str, files)],
               cwd=TOP, capture_output=True, encoding='utf-8', timeout=300,
               check=False)
    # There is a JSON list for each file, with lines of text between them.
    decoder, found, rest = json.JSONDecoder(), {}, done.stdout
    while '[' in rest:
        rest = rest[rest.index('['):]
        reports, end = decoder.raw_decode(rest)
        rest = rest[end:]
        for report in reports:
            found[report['filename']] = report['msgs']
    noise = [line for line in done.stderr.splitlines()
             if not line.startswith('Using config file')]
    return found, done.returncode, '\n'.join(noise)


def test_style(tmp_path: Path) -> None:
    """Every module is checked, no message is given, and no option of the
    configuration is unknown."""
    files = MODULES + LABS
    found, status, noise = messages_on(files, tmp_path)
    assert found == {str(file): [] for file in files}
    assert (status, noise) == (0, '')


def test_style_notices_things(tmp_path: Path) -> None:
    """The checker is really at work: it finds what is wrong in a file."""
    untidy = tmp_path / 'untidy.py'
    untidy.write_text('import smtplib\n\ndef f(x):\n    print(x)\n',
                      encoding='utf-8')
    found, status, _ = messages_on([untidy], tmp_path)
    assert status == 1
    symbols = {message['symbol'] for message in found[str(untidy)]}
    assert {'forbidden-import', 'forbidden-IO-function',
            'missing-function-docstring'} <= symbols


def test_main_blocks() -> None:
    """Every module ends with the course's block; the interface plays."""
    for module in MODULES:
        ending = module.read_text(encoding='utf-8').split('\n\n\n')[-1]
        lines = ending.splitlines()
        assert lines[0] == 'if __name__ == "__main__":'
        if module.name != 'game_interface.py':
            assert lines[1:] == ['    from python_ta import check_all',
                                 '    check_all(config="a2_pyta.txt")']
