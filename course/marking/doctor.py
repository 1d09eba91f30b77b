"""Try each attack on this machine for real, and report what held."""
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent
from typing import Any
import os
import socket
import sys
from course.marking.connection import EndedError, TimeOutError
from course.marking.isolation import SANDBOXED, Isolation, Limits, \
    find_isolation, is_root, why_no_sandbox
from course.marking.partner import RaisedError, open_partner
from course.marking.processes import adopt_orphans, hide

SECONDS = 4  # For an attack.

SUBMISSION = '''
import os, socket, subprocess, sys, tempfile, time
globals().update({places!r})
def attack(game):
{code}
playable_games, usable_strategies = {{}}, {{'attack': attack}}
'''

# What is tried; whether it is blocked where submissions are only contained; and
# the code, which returns what it has achieved, and does no harm.
NO, ON_LINUX, UNLESS_ROOT, YES = range(4)
ATTACKS = {
    'Read the reference solution':
        (NO, 'return "read it: " + open(REFERENCE).read(20)'),
    'Read another submission':
        (NO, 'return "read it: " + open(NEIGHBOUR).read(20)'),
    'See installed packages': (NO, 'return "found " + os.listdir(PACKAGES)[0]'),
    'Write elsewhere': (NO, '''
open(NEIGHBOUR, 'w').close()
return "wrote it"'''),
    'Fill the disk': (NO, '''
with tempfile.TemporaryDirectory() as folder:
    for number in range(64):
        open(f'{folder}/{number}', 'wb').write(bytes(2 ** 20))
return "wrote 64 MB"'''),
    'Use the network': (NO, '''
socket.create_connection(('127.0.0.1', PORT), 2)
return "connected"'''),
    'Take 2048 MB of memory': (ON_LINUX, '''
bytearray(2 ** 31)
return "took it"'''),
    'Start 100 processes': (NO, '''
for _ in range(100):
    if os.fork() == 0:
        time.sleep(3)
        os._exit(0)
return "started 100"'''),
    'Leave a process behind': (ON_LINUX, '''
subprocess.Popen([sys.executable, '-I', '-S', '-c', 'import time\\n'
                  f'time.sleep(60)  # {ORPHAN}'], start_new_session=True)
time.sleep(0.3)
return "started one that should survive"'''),
    'Find a secret in the environment':
        (YES, 'return "found " + os.environ["MARKING_SECRET"]'),
    'Reach the process that judges': (NO, '''
os.kill(JUDGE, 0)
return "reached it"'''),
    'Get at its files':
        (UNLESS_ROOT, 'return "found " + os.listdir(f"/proc/{JUDGE}/fd")[0]'),
    'Compute for ever': (YES, '''
while True:
    try:
        while True:
            pass
    except BaseException:
        pass''')}


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
        (space / 'neighbour.py').write_text('written by somebody else', 'utf-8')
        os.environ['MARKING_SECRET'] = 'a secret'
        places = {'NEIGHBOUR': str(space / 'neighbour.py'),
                  'REFERENCE': str(Path(__file__).parents[2] / 'stonehenge.py'),
                  'PACKAGES': str(Path(os.__file__).parent / 'site-packages'),
                  'PORT': server.getsockname()[1], 'JUDGE': os.getpid(),
                  'ORPHAN': f'left by {space}'}
        for title, (blocked, code) in ATTACKS.items():
            held, result = try_attack(code, places, space / title, isolation)
            promised = isolation.level == SANDBOXED or blocked == YES \
                or sys.platform == 'linux' and (
                    blocked == ON_LINUX or blocked == UNLESS_ROOT
                    and (isolation.other_user or not is_root()))
            kept = kept and (held or not promised)
            verdict = 'held' if held else 'DID NOT HOLD' if promised \
                else 'not blocked, expected at this level'
            print(f'{title:<33} {verdict}: {result}')
    print('\nAll that is promised has held.' if kept else
          '\nNot all that is promised has held: do not mark on this machine.')
    return 0 if kept else 1


def try_attack(code: str, places: dict[str, Any], cell: Path,
               isolation: Isolation) -> tuple[bool, str]:
    """Return whether code was blocked, which knows places, and its result."""
    files = cell / 'files'
    files.mkdir(parents=True)
    (files / 'game_interface.py').write_text(SUBMISSION.format(
        places=places, code=indent(code, '    ')), encoding='utf-8')
    held = True
    with open_partner(cell / 'cell', files, isolation,
                      Limits(seconds_per_test=SECONDS)) as partner:
        partner.ask('import', None, '', None)
        try:
            result = partner.ask('entry', 'usable_strategies', 'attack', None)
            held = False
        except RaisedError as error:
            result = error.report['names'][0]
        except TimeOutError:
            result = f'it was ended after {SECONDS} s'
        except EndedError:
            result = 'it has ended'
    if 'ORPHAN' in code and sys.platform == 'linux':
        held = not is_running(places['ORPHAN'])
    return held, result


def is_running(words: str) -> bool:
    """Return whether the command of some process has these words (Linux)."""
    for path in Path('/proc').glob('[0-9]*/cmdline'):
        with suppress(OSError):  # It may have ended meanwhile.
            if words.encode() in path.read_bytes():
                return True
    return False
