"""Attacks, as a submission may try them. `doctor` runs this file as one.

They are in the table of strategies, as that is what a submission is asked for.
Each takes what it needs to know, and returns what it has achieved. None does
harm.
"""
from typing import Any
import os
import socket
import subprocess
import sys
import time

MEGABYTE = 2 ** 20


def read_file(path: str) -> str:
    """Read a file that belongs to somebody else."""
    with open(path, encoding='utf-8') as file:
        return 'read it: ' + file.read(20)


def list_packages(folder: str) -> str:
    """See which packages are installed."""
    found = os.listdir(folder)
    if not found:
        raise FileNotFoundError(folder)
    return f'found {len(found)}'


def write_file(path: str) -> str:
    """Write a file where it does not belong."""
    with open(path, 'w', encoding='utf-8') as file:
        file.write('I was here.')
    return 'wrote it'


def fill_disk(most: int) -> str:
    """Write as much as possible, up to this many megabytes. Remove it again."""
    written, paths = 0, []
    try:
        for number in range(most):
            paths.append(f'{"/tmp" if os.path.isdir("/tmp") else "."}'
                         f'/marking-doctor-{os.getpid()}-{number}')
            with open(paths[-1], 'wb') as file:
                file.write(bytes(MEGABYTE))
            written += 1
    finally:
        for path in paths:
            if os.path.exists(path):
                os.remove(path)
    return f'wrote {written} MB'


def connect(port: int) -> str:
    """Connect to a server on this machine."""
    with socket.create_connection(('127.0.0.1', port), timeout=2):
        return 'connected'


def take_memory(megabytes: int) -> str:
    """Take this much memory."""
    return f'has {len(bytearray(megabytes * MEGABYTE)) // MEGABYTE} MB'


def start_processes(number: int) -> str:
    """Start this many processes, which end soon."""
    for _ in range(number):
        if os.fork() == 0:
            time.sleep(3)
            os._exit(0)
    return f'started {number}'


def leave_orphan(mark: str) -> str:
    """Start a process that wants to survive. It can be known by its mark."""
    subprocess.Popen(
        [sys.executable, '-I', '-S', '-c', f'import time; time.sleep(60) '
                                           f'# {mark}'],
        start_new_session=True)
    time.sleep(0.3)
    return 'started one'


def find_variable(name: str) -> Any:
    """Look for a secret in the environment."""
    return 'found ' + os.environ[name]


def reach_process(pid: int) -> str:
    """See whether a process can be sent signals."""
    os.kill(pid, 0)
    return 'reached it'


def open_files(pid: int) -> str:
    """Get at the files that a process has open, such as its results."""
    found = os.listdir(f'/proc/{pid}/fd')
    return f'found {len(found)}'


def compute_for_ever(_nothing: int) -> None:
    """Compute, and let nothing stop it."""
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass


playable_games: dict = {}
usable_strategies = {attack.__name__: attack for attack in (
    read_file, list_packages, write_file, fill_disk, connect, take_memory,
    start_processes, leave_orphan, find_variable, reach_process,
    open_files, compute_for_ever)}
