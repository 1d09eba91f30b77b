"""End a process with all that it has started, whatever that has done since."""
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Iterable, Optional
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
    """Become the parent of all orphans that this process starts (Linux)."""
    if sys.platform == 'linux':
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def hide() -> None:
    """Hide this process's memory and files from its user's others (Linux)."""
    if sys.platform == 'linux':
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def run_module(name: str) -> list[str]:
    """Return Python's options to run a module of ours, and to import nothing
    from the current folder. (`-P` does that, but not before Python 3.11.)
    """
    return ['-c', f'import runpy, sys; sys.path[:] = filter(None, sys.path); '
                  f'runpy.run_module({name!r}, run_name="__main__")']


def end_tree(process: subprocess.Popen) -> None:
    """End process, and what it has started. On Linux, that is all that this
    process has started: nothing else may run at the same time.
    """
    end_branch(process)
    if sys.platform != 'win32':
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    rounds = ROUNDS if sys.platform == 'linux' else 0
    while rounds > 0 and (left := descendants(os.getpid())):
        kill_all(left)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass  # Another child has been buried.
        sleep(0.01)
        rounds -= 1


def end_branch(process: subprocess.Popen) -> None:
    """End process, and what it has started as far as that can be seen now."""
    if sys.platform == 'win32':
        subprocess.run(['taskkill', '/F', '/T', '/PID', str(process.pid)],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       check=False)
    else:
        kill_all(descendants(process.pid))
    process.kill()


def kill_all(processes: Iterable[int]) -> None:
    """Kill these processes."""
    for pid in processes:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def descendants(pid: int) -> list[int]:
    """Return the processes that pid has started, and those they have."""
    children: dict[int, list[int]] = {}
    for child, parent in list_parents():
        children.setdefault(parent, []).append(child)
    found = children.get(pid, [])
    for each in found:  # It grows meanwhile.
        found += [new for new in children.get(each, ()) if new not in found]
    return found


def list_parents() -> list[tuple[int, int]]:
    """Return the processes there are, each with its parent."""
    if sys.platform != 'linux':
        listed = subprocess.run(['ps', '-A', '-o', 'pid=,ppid='], check=False,
                                capture_output=True, encoding='utf-8').stdout
        numbers = list(map(int, listed.split()))
        return list(zip(numbers[::2], numbers[1::2]))
    found = []
    for folder in Path('/proc').glob('[0-9]*'):
        with suppress(OSError):
            found.append((int(folder.name), int(read_stat(folder)[1])))
    return found


def cpu_seconds(pid: int) -> Optional[float]:
    """Return how long pid and all it started have computed, if known."""
    if sys.platform != 'linux':
        return None
    ticks = 0
    for each in [pid, *descendants(pid)]:
        with suppress(OSError):
            ticks += sum(map(int, read_stat(Path(f'/proc/{each}'))[11:15]))
    return ticks / os.sysconf('SC_CLK_TCK')


def read_stat(folder: Path) -> list[str]:
    """Return the fields of stat in a folder of /proc after the program."""
    # Its name is in brackets, and may hold anything.
    text = (folder / 'stat').read_text(encoding='utf-8', errors='replace')
    return text.rpartition(')')[2].split()
