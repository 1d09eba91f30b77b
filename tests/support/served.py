"""The program that serves the page, in a folder, and questions to it."""

from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any, Iterator
from urllib.request import urlopen
import json
import sys
import pytest
from tests.support.programs import ENVIRONMENT

# Seconds for an answer on a machine with much else to do.
PATIENCE = 300


@contextmanager
def serve_in(
    folder: Path, file: str = '', **variables: str
) -> Iterator[tuple[Popen, str]]:
    """Run the program that serves the page, or file, which calls it, in
    folder, with these environment variables, but with nothing that is
    installed. Give the program, and the address of the page.
    """
    with Popen(
        [sys.executable, '-S', file or '-mweb', '--no-browser', '--port', '0'],
        cwd=folder,
        env={**ENVIRONMENT, **variables},
        stdout=PIPE,
        stderr=PIPE,
        encoding='utf-8',
    ) as program:
        assert program.stdout and program.stderr
        line = program.stdout.readline()
        try:
            assert line.startswith('The page is at http://127.0.0.1:'), (
                program.stderr.read()
            )
            yield program, line.split()[4]
        finally:
            program.kill()


def find_folder(name: str) -> str:
    """Return the folder in which the module called name is installed. Leave
    the test out if it is not.
    """
    return str(Path(pytest.importorskip(name).__file__ or '').parent.parent)


def ask(address: str, **request: Any) -> dict[str, Any]:
    """Return the last part of the answer to a question."""
    with urlopen(
        f'{address}ask', json.dumps(request).encode(), timeout=PATIENCE
    ) as response:
        return json.loads(response.read().splitlines()[-1])
