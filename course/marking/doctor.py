"""Try each attack on this machine for real, and report what is blocked."""

from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent
from typing import Any
import os
import socket
from course.marking.configuration import read_toml
from course.marking.connection import (
    EndedError,
    RaisedError,
    TimeOutError,
    open_partner,
)
from course.marking.isolation import (
    Isolation,
    Limits,
    adopt_orphans,
    hide,
    require_sandbox,
)

SECONDS = 4  # For an attack.

SUBMISSION = """
import os, socket, subprocess, sys, tempfile, time
globals().update({places!r})
def attack(game):
{code}
playable_games, usable_strategies = {{}}, {{'attack': attack}}
"""

ATTACKS = Path(__file__).parent / 'attacks.toml'


def examine() -> int:
    """Try all attacks on the sandbox. Return 0 if all were blocked."""
    return try_all(require_sandbox())


def try_all(isolation: Isolation) -> int:
    """Try all attacks. Return 0 if all were blocked."""
    adopt_orphans()
    hide()
    print(f'Isolation: {isolation.describe()}\n')
    attacks = read_toml(ATTACKS)
    open_to = []
    with (
        TemporaryDirectory() as name,
        closing(socket.create_server(('127.0.0.1', 0))) as server,
    ):
        space = Path(name)
        space.chmod(0o711)
        (space / 'neighbour.py').write_text('written by somebody else', 'utf-8')
        os.environ['MARKING_SECRET'] = 'a secret'
        places = {
            'NEIGHBOUR': str(space / 'neighbour.py'),
            'REFERENCE': str(Path(__file__).parents[2] / 'stonehenge.py'),
            'PACKAGES': str(Path(os.__file__).parent / 'site-packages'),
            'PORT': server.getsockname()[1],
            'JUDGE': os.getpid(),
            'ORPHAN': f'left by {space}',
        }
        for title, code in attacks.items():
            blocked, result = try_attack(code, places, space / title, isolation)
            outcome = 'blocked'
            if not blocked:
                outcome = 'NOT BLOCKED'
                open_to.append(title)
            print(f'{title:<33} {outcome}: {result}')
    if not open_to:
        print('\nAll attacks were blocked.')
        return 0
    print(
        f'\nNot all attacks were blocked: {len(open_to)} of {len(attacks)} '
        f'were not. Mark only people here whom you trust with your files.'
    )
    return 1


def try_attack(
    code: str, places: dict[str, Any], cell: Path, isolation: Isolation
) -> tuple[bool, str]:
    """Return whether code was blocked, which knows places, and its result."""
    files = cell / 'files'
    files.mkdir(parents=True)
    (files / 'game_interface.py').write_text(
        SUBMISSION.format(places=places, code=indent(code, '    ')),
        encoding='utf-8',
    )
    blocked = True
    with open_partner(
        cell / 'cell', files, isolation, Limits(seconds_per_test=SECONDS)
    ) as partner:
        partner.ask('import', None, '', None)
        try:
            result = partner.ask('entry', 'usable_strategies', 'attack', None)
            blocked = False
        except RaisedError as error:
            result = error.report['names'][0]
        except TimeOutError:
            result = f'it was ended after {SECONDS} s'
        except EndedError:
            result = 'it has ended'
    if 'ORPHAN' in code:
        blocked = not is_running(places['ORPHAN'])
    return blocked, result


def is_running(words: str) -> bool:
    """Return whether the command of some process has these words."""
    for path in Path('/proc').glob('[0-9]*/cmdline'):
        with suppress(OSError):  # It may have ended meanwhile.
            if words.encode() in path.read_bytes():
                return True
    return False
