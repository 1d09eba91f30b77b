"""Shut this process in, before any of the student's code is there."""
from contextlib import suppress
from typing import Any
import io
import os
import resource
import sys

MEGABYTE = 2 ** 20
STACK = 64 * MEGABYTE  # Enough for plain recursion.


def shut_in(limits: dict[str, int], user: int) -> None:
    """Set limits here and below, and become user first if it is not 0."""
    for name, amount in (
            ('CORE', 0), ('CPU', limits['cpu_seconds']),
            ('FSIZE', limits['file_mb'] * MEGABYTE), ('NOFILE', 64),
            ('NPROC', limits['processes'] + own_processes(user)),
            ('AS', limits['memory_mb'] * MEGABYTE)):
        lower(name, amount)
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    if hard == resource.RLIM_INFINITY or hard >= STACK:
        resource.setrlimit(resource.RLIMIT_STACK, (STACK, hard))
    if user:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)


def lower(name: str, amount: int) -> None:
    """Set the limit called name, unless a lower one is set already."""
    with suppress(ValueError, OSError):
        resource.setrlimit(getattr(resource, 'RLIMIT_' + name),
                           (amount, amount))


def own_processes(user: int) -> int:
    """Return how many processes user runs, which the limit counts, too."""
    if user:
        return 0
    count = 0
    for name in filter(str.isdigit, os.listdir('/proc')):
        with suppress(OSError):  # It may have ended.
            if os.stat('/proc/' + name).st_uid == os.getuid():
                count += len(os.listdir(f'/proc/{name}/task'))
    return count


def take_lines() -> tuple[Any, Any]:
    """Return both ends of the line to the judge, and close all others."""
    requests, replies = os.dup(0), os.dup(1)
    os.close(0)
    os.open(os.devnull, os.O_RDONLY)  # It becomes 0.
    os.dup2(2, 1)
    sys.stdin = io.StringIO()
    return os.fdopen(requests, 'rb'), os.fdopen(replies, 'wb', buffering=0)


class Printed(io.TextIOBase):
    """Keeps the beginning of what is printed until it is sent to the judge. For
    staff, the beginning of all that is ever printed goes where errors go, too.
    """
    _most: int
    _text: str = ''
    _ever: int = 0

    def __init__(self, most: int) -> None:
        """Initialize with nothing printed, and room for most characters."""
        super().__init__()
        self._most = most

    def write(self, text: str) -> int:
        """Write text. Keep what there is room for."""
        text = str.__str__(text)
        if self._ever < self._most:
            self._ever += len(text)
            os.write(2, text[:self._most].encode('utf-8', 'replace'))
        self._text += text[:self._most - len(self._text)]
        return len(text)

    def take(self) -> str:
        """Return what was printed since the last time."""
        text, self._text = self._text, ''
        return text
