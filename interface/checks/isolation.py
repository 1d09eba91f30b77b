"""Running somebody's code where it can do no harm: in a process of its own,
which is ended when it hangs.

Where the system can make one, that process is a copy of this one, which
multiprocessing calls 'fork': it has all games and strategies, wherever they
come from.
"""
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from types import FrameType
from typing import Callable, Optional
import os
import signal
from interface.attempts import Attempt, CtrlCLater, Silence
from interface.checks.findings import END, POSITION, Examiner, Teller
from interface.places import locate, trace_frame
from interface.quoting import describe_error

# A process that has not ended itself so many seconds after its limit is killed.
GRACE = 3.0


def run_apart(check: Callable[..., None], arguments: tuple, tell: Teller,
              limit: float) -> None:
    """Call check(tell, *arguments) in a process of its own, which has limit
    seconds for each position. Tell also how it has ended, if not well. The
    first argument is the game or strategy that is checked.
    """
    method = 'fork' if 'fork' in get_all_start_methods() else 'spawn'
    context = get_context(method)
    reader, writer = context.Pipe(duplex=False)
    process = context.Process(target=check_alone,
                              args=(writer, limit, check, arguments))
    with CtrlCLater():
        start = Attempt(process.start)
    writer.close()
    if start.error:
        tell(END, f'cannot be checked in a process of its own: '
                  f'{describe_error(start.error)}')
        return
    kind = ''
    try:
        while kind != END:
            kind, text = reader.recv() if reader.poll(limit + GRACE) \
                else (END, f'still running after {limit:g} s')
            if text:
                tell(kind, text)
    except (EOFError, OSError):
        process.join(GRACE)
        tell(END, f'ended its process, with exit status {process.exitcode}')
    finally:
        process.kill()
        process.join()


def check_alone(writer: Connection, limit: float, check: Callable[..., None],
                arguments: tuple) -> None:
    """Do what run_apart does, in this process, which is there for that alone.
    """
    def give_up(_signal: int, frame: Optional[FrameType]) -> None:
        """Say which code is still running, and end this process."""
        place = locate(trace_frame(frame), arguments[0])
        where = f': in {place.function}, {place}' if place else ''
        writer.send((END, f'still running after {limit:g} s{where}'))
        os._exit(1)

    def tell(kind: str, text: str) -> None:
        """Pass text on. Each position has the time to itself."""
        # Without this clock, the process is killed from outside.
        if kind == POSITION and hasattr(signal, 'setitimer'):
            signal.setitimer(signal.ITIMER_REAL, limit)
        writer.send((kind, text))
    # Ctrl-C is for the process that waits for this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, 'SIGALRM'):
        signal.signal(signal.SIGALRM, give_up)
    with Silence():
        try:
            tell(POSITION, '')  # To start the clock.
            Examiner(tell).run(check, tell, *arguments)
            writer.send((END, ''))
        finally:
            os._exit(1)  # Whatever was raised, nobody wants to read it.
