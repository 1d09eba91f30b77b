"""Try each attack on this machine for real, and report what held."""
from __future__ import annotations
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Callable
import os
import shutil
import socket
import subprocess
import sys
from course.marking.connection import Connection, EndedError, \
    TimeOutError
from course.marking.isolation import CONTAINED, SANDBOXED, Isolation, Limits, \
    find_isolation, is_root, make_cell, why_no_sandbox
from course.marking.partner import Partner, RaisedError
from course.marking.processes import adopt_orphans, hide

SECONDS = 10
LIMITS = Limits(seconds_per_test=SECONDS)
TOO_MUCH_MEMORY, TOO_MANY_PROCESSES, TOO_LARGE_FILES = 2048, 100, 64


@dataclass
class Attack:
    """An attack.

    === Attributes ===
    title: what is tried
    name: the function in attacks.py
    argument: what it needs to know
    promised: the levels of isolation that block it
    succeeded: whether it has, whatever it says itself
    """
    title: str
    name: str
    argument: Any
    promised: tuple[str, ...] = (SANDBOXED,)
    succeeded: Callable[[], bool] = lambda: False


def examine(contained: bool) -> int:
    """Try all attacks, at the level of isolation that a run would have. Print
    what held. Return 0 if that is all that is promised.
    """
    adopt_orphans()
    hide()
    why = why_no_sandbox()
    print(f'Sandbox: {"works here" if why is None else why}.')
    isolation = find_isolation(contained or why is not None)
    print(f'Trying {isolation.describe()}\n')
    kept = True
    with TemporaryDirectory() as name, closing(socket.create_server(
            ('127.0.0.1', 0))) as server:
        space = Path(name)
        space.chmod(0o711)
        os.environ['MARKING_SECRET'] = 'a secret'
        for attack in make_attacks(space, server.getsockname()[1],
                                   isolation):
            held, result = try_attack(attack, space / attack.name, isolation)
            promised = isolation.level in attack.promised
            kept = kept and (held or not promised)
            verdict = 'held' if held else 'DID NOT HOLD' if promised \
                else 'not blocked, expected at this level'
            print(f'{attack.title:<33} {verdict}: {result}')
    print('\nAll that is promised has held.' if kept else
          '\nNot all that is promised has held: do not mark on this machine.')
    if isolation.level == CONTAINED and why is not None:
        print('Only the sandbox promises to block all of these.')
    return 0 if kept else 1


def make_attacks(space: Path, port: int, isolation: Isolation
                 ) -> list[Attack]:
    """Return all attacks. The server at port, and files in space, are what they
    are after.
    """
    both, mark = (SANDBOXED, CONTAINED), f'marking-doctor-{os.getpid()}'
    target, out = space / 'neighbour.py', space / 'written'
    target.write_text('somebody else wrote this', encoding='utf-8')
    top = Path(__file__).parent.parent.parent
    packages = Path(os.__file__).parent / 'site-packages'
    on_linux = (SANDBOXED, CONTAINED) if sys.platform == 'linux' \
        else (SANDBOXED,)
    own_files = (SANDBOXED,) if is_root() and not isolation.other_user \
        else on_linux
    return [
        Attack('Read the reference solution', 'read_file',
               str(top / 'stonehenge.py')),
        Attack('Read another submission', 'read_file', str(target)),
        Attack('See installed packages', 'list_packages', str(packages)),
        Attack('Write elsewhere', 'write_file', str(out),
               succeeded=out.exists),
        Attack('Fill the disk', 'fill_disk', TOO_LARGE_FILES),
        Attack('Use the network', 'connect', port),
        Attack(f'Take {TOO_MUCH_MEMORY} MB of memory', 'take_memory',
               TOO_MUCH_MEMORY, on_linux),
        Attack(f'Start {TOO_MANY_PROCESSES} processes', 'start_processes',
               TOO_MANY_PROCESSES),
        Attack('Leave a process behind', 'leave_orphan', mark, on_linux,
               lambda: is_running(mark)),
        Attack('Find a secret in the environment', 'find_variable',
               'MARKING_SECRET', both),
        Attack('Reach the process that judges', 'reach_process', os.getpid()),
        Attack('Get at its files', 'open_files', os.getpid(), own_files),
        Attack('Compute for ever', 'compute_for_ever', 0, both)]


def try_attack(attack: Attack, cell: Path, isolation: Isolation
               ) -> tuple[bool, str]:
    """Try attack. Return whether that was blocked, and what came of it."""
    files = cell / 'files'
    files.mkdir(parents=True, exist_ok=True)
    shutil.copy(Path(__file__).parent / 'attacks.py',
                files / 'game_interface.py')
    make_cell(cell / 'cell', files)
    limits = LIMITS if attack.name != 'compute_for_ever' \
        else Limits(seconds_per_test=1)
    partner = Partner(Connection(cell / 'cell', isolation, limits),
                      lambda error, _question: error)
    partner.begin_test()
    imported = partner.ask('import', None, '', None)
    if attack.name not in imported[0]['usable_strategies']:
        raise ValueError('The attacks cannot be imported.')
    held = False
    try:
        result = str(partner.ask('entry', 'usable_strategies', attack.name,
                                 attack.argument))
    except RaisedError as error:
        held, result = True, error.report['names'][0]
    except (TimeOutError, EndedError) as error:
        held = True
        result = f'it was ended after {limits.seconds_per_test:g} s' \
            if isinstance(error, TimeOutError) else 'it has ended'
    partner.connection.end()
    if attack.name == 'leave_orphan' and not attack.succeeded():
        held, result = True, result + ', which was ended'
    return held and not attack.succeeded(), result


def is_running(mark: str) -> bool:
    """Return whether a process with mark in its command is running."""
    listed = subprocess.run(['ps', '-A', '-o', 'args='], capture_output=True,
                            encoding='utf-8', errors='replace', check=False)
    return mark in listed.stdout if listed.returncode == 0 else any(
        mark.encode() in path.read_bytes()
        for path in Path('/proc').glob('[0-9]*/cmdline'))
