"""Try each attack on this machine for real, and report what held.

An attack is some code, which runs as that of a submission does. It returns what
it has achieved, and does no harm.
"""
from __future__ import annotations
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent
from typing import Callable, NamedTuple, Optional
import os
import socket
import subprocess
import sys
from course.marking.connection import EndedError, TimeOutError
from course.marking.isolation import CONTAINED, SANDBOXED, Isolation, Limits, \
    find_isolation, is_root, why_no_sandbox
from course.marking.partner import RaisedError, open_partner
from course.marking.processes import adopt_orphans, hide

SUBMISSION = '''
import os, socket, subprocess, sys, tempfile, time
def attack(_game):
{code}
playable_games = {{}}
usable_strategies = {{'attack': attack}}
'''

READ = "return 'read it: ' + open({!r}).read(20)"
LIST_FOLDER = '''found = os.listdir({!r})
if not found:
    raise FileNotFoundError
return f'found {{len(found)}}'
'''
FILL_DISK = '''with tempfile.TemporaryDirectory() as folder:
    for number in range(64):
        open(f'{folder}/{number}', 'wb').write(bytes(2 ** 20))
return 'wrote 64 MB'
'''
START_PROCESSES = '''for _ in range(100):
    if os.fork() == 0:
        time.sleep(3)
        os._exit(0)
return 'started 100'
'''
LEAVE_ORPHAN = '''subprocess.Popen(
    [sys.executable, '-I', '-S', '-c', 'import time; time.sleep(60) # {}'],
    start_new_session=True)
time.sleep(0.3)
return 'started one that should survive'
'''
COMPUTE = '''while True:
    try:
        while True:
            pass
    except BaseException:
        pass
'''


class Attack(NamedTuple):
    """What is tried, the code that tries it, the levels of isolation that block
    it, and, if that can be seen, whether it has succeeded.
    """
    title: str
    code: str
    promised: tuple[str, ...] = (SANDBOXED,)
    succeeded: Optional[Callable[[], bool]] = None
    seconds: int = 10


def examine(contained: bool) -> int:
    """Try all attacks. Return 0 if all that is promised has held."""
    adopt_orphans()
    hide()
    why = why_no_sandbox()
    print(f'Sandbox: {"works here" if why is None else why}.')
    isolation = find_isolation(contained or why is not None)
    print(f'Isolation: {isolation.describe()}\n')
    kept = True
    with TemporaryDirectory() as name, closing(socket.create_server(
            ('127.0.0.1', 0))) as server:
        space = Path(name)
        space.chmod(0o711)
        os.environ['MARKING_SECRET'] = 'a secret'
        attacks = make_attacks(space, server.getsockname()[1], isolation)
        for number, attack in enumerate(attacks):
            held, result = try_attack(attack, space / str(number), isolation)
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


def make_attacks(space: Path, port: int, isolation: Isolation) -> list[Attack]:
    """Return all attacks, which are after port and files in space."""
    both, mark = (SANDBOXED, CONTAINED), f'marking-doctor-{os.getpid()}'
    target, out = space / 'neighbour.py', space / 'written'
    target.write_text('somebody else wrote this', encoding='utf-8')
    reference = Path(__file__).parents[2] / 'stonehenge.py'
    packages = Path(os.__file__).parent / 'site-packages'
    on_linux = both if sys.platform == 'linux' else (SANDBOXED,)
    own_files = (SANDBOXED,) if is_root() and not isolation.other_user \
        else on_linux
    return [
        Attack('Read the reference solution', READ.format(str(reference))),
        Attack('Read another submission', READ.format(str(target))),
        Attack('See installed packages', LIST_FOLDER.format(str(packages))),
        Attack('Write elsewhere', f'open({str(out)!r}, "w").write("Me.")\n'
                                  f'return "wrote it"', succeeded=out.exists),
        Attack('Fill the disk', FILL_DISK),
        Attack('Use the network', f'socket.create_connection(("127.0.0.1", '
                                  f'{port}), 2)\nreturn "connected"'),
        Attack('Take 2048 MB of memory', 'bytearray(2 ** 31)\n'
                                         'return "took it"', on_linux),
        Attack('Start 100 processes', START_PROCESSES),
        Attack('Leave a process behind', LEAVE_ORPHAN.format(mark), on_linux,
               lambda: is_running(mark)),
        Attack('Find a secret in the environment',
               'return "found " + os.environ["MARKING_SECRET"]', both),
        Attack('Reach the process that judges',
               f'os.kill({os.getpid()}, 0)\nreturn "reached it"'),
        Attack('Get at its files',
               LIST_FOLDER.format(f'/proc/{os.getpid()}/fd'), own_files),
        Attack('Compute for ever', COMPUTE, both, seconds=1)]


def try_attack(attack: Attack, cell: Path, isolation: Isolation
               ) -> tuple[bool, str]:
    """Try attack. Return whether that was blocked, and what came of it."""
    files = cell / 'files'
    files.mkdir(parents=True)
    (files / 'game_interface.py').write_text(SUBMISSION.format(
        code=indent(attack.code, '    ')), encoding='utf-8')
    held = True
    with open_partner(cell / 'cell', files, isolation,
                      Limits(seconds_per_test=attack.seconds)) as partner:
        imported = partner.ask('import', None, '', None)
        if 'attack' not in imported[0]['usable_strategies']:
            raise ValueError('The attacks cannot be imported.')
        try:
            result = partner.ask('entry', 'usable_strategies', 'attack', None)
            held = False
        except RaisedError as error:
            result = error.report['names'][0]
        except TimeOutError:
            result = f'it was ended after {attack.seconds} s'
        except EndedError:
            result = 'it has ended'
    if attack.succeeded is not None:
        held = not attack.succeeded()
    return held, result


def is_running(mark: str) -> bool:
    """Return whether a process with mark in its command is running."""
    listed = subprocess.run(['ps', '-A', '-o', 'args='], capture_output=True,
                            encoding='utf-8', errors='replace', check=False)
    return mark in listed.stdout if listed.returncode == 0 else any(
        mark.encode() in path.read_bytes()
        for path in Path('/proc').glob('[0-9]*/cmdline'))
