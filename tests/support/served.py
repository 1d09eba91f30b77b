"""The program that serves the page, in a folder, and questions to it."""
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any, Iterator
from urllib.request import urlopen
import json
import sys
from tests.support.programs import ENVIRONMENT

# Seconds for an answer on a machine with much else to do.
PATIENCE = 120


@contextmanager
def serve_in(folder: Path) -> Iterator[tuple[Popen, str]]:
    """Run the program in folder, with nothing that is installed. Give it, and
    the address of the page.
    """
    with Popen([sys.executable, '-S', '-m', 'web', '--no-browser'], cwd=folder,
               env=ENVIRONMENT, stdout=PIPE, stderr=PIPE,
               encoding='utf-8') as program:
        assert program.stdout and program.stderr
        line = program.stdout.readline()
        try:
            assert line.startswith('The page is at http://127.0.0.1:'), \
                program.stderr.read()
            yield program, line.split()[4]
        finally:
            program.kill()


def ask(address: str, **request: Any) -> dict[str, Any]:
    """Return the last part of the answer to a question."""
    with urlopen(f'{address}ask', json.dumps(request).encode(),
                 timeout=PATIENCE) as response:
        return json.loads(response.read().splitlines()[-1])
