"""End a process with all that it has started, whatever that has done since."""
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Optional
import ctypes
import os
import signal
import subprocess
import sys

# From <linux/prctl.h>: orphans among our descendants become our children; and
# whether others may look into this process.
PR_SET_CHILD_SUBREAPER, PR_SET_DUMPABLE = 36, 4
ROUNDS = 200  # Of a hundredth of a second each.


def adopt_orphans() -> None:
    """Become the parent of all orphans among this process's descendants, so
    that none can get away. Only Linux offers that.
    """
    if sys.platform == 'linux':
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def hide() -> None:
    """Keep other processes of the same user out of this one's memory and
    files, which /proc shows. Only Linux offers that; root gets in all the same.
    """
    if sys.platform == 'linux':
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def end_tree(process: subprocess.Popen) -> None:
    """End process, and what it has started. On Linux, that is all that this
    process has started: nothing else may run at the same time.
    """
    end_branch(process)
    if sys.platform != 'win32':
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if sys.platform == 'linux':
        for _ in range(ROUNDS):
            left = descendants(os.getpid())
            if not left:
                break
            kill_all(left)
            reap()
            sleep(0.01)


def end_branch(process: subprocess.Popen) -> None:
    """End process, and what it has started as far as that can be seen now."""
    if sys.platform == 'win32':
        subprocess.run(['taskkill', '/F', '/T', '/PID', str(process.pid)],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       check=False)
    else:
        kill_all({process.pid, *descendants(process.pid)})
    process.kill()


def descendants(pid: int) -> set[int]:
    """Return the processes that pid has started, and those they have."""
    children: dict[int, list[int]] = {}
    for child, parent in list_parents():
        children.setdefault(parent, []).append(child)
    found, to_visit = set(), [pid]
    while to_visit:
        for child in children.get(to_visit.pop(), []):
            if child not in found:
                found.add(child)
                to_visit.append(child)
    return found


def cpu_seconds(pid: int) -> Optional[float]:
    """Return how long pid and its descendants have computed, None if that is
    not known.
    """
    if sys.platform != 'linux':
        return None
    ticks = 0
    for each in {pid, *descendants(pid)}:
        with suppress(OSError):
            ticks += sum(map(int, read_stat(Path(f'/proc/{each}/stat'))[11:15]))
    return ticks / os.sysconf('SC_CLK_TCK')


def read_stat(path: Path) -> list[str]:
    """Return the fields of a file stat in /proc from the state on: the name of
    the program before that, in brackets, may hold anything.
    """
    text = path.read_text(encoding='utf-8', errors='replace')
    return text.rpartition(')')[2].split()


def list_parents() -> list[tuple[int, int]]:
    """Return the processes there are, each with its parent."""
    if sys.platform != 'linux':
        listed = subprocess.run(['ps', '-A', '-o', 'pid=,ppid='], check=False,
                                capture_output=True, encoding='utf-8').stdout
        return [tuple(map(int, line.split())) for line in listed.splitlines()]
    found = []
    for stat in Path('/proc').glob('[0-9]*/stat'):
        with suppress(OSError):
            found.append((int(stat.parent.name), int(read_stat(stat)[1])))
    return found


def kill_all(processes: set[int]) -> None:
    """Kill these processes."""
    for pid in processes:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def reap() -> None:
    """Bury the children of this process that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
