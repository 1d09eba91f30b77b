"""How long a test takes: computing and waiting count, other programs do not."""
import time
from course.marking.process_tree import cpu_seconds

# However busy the machine is, a test ends after so many times its limit.
PATIENCE = 4
# A process that computes for less than this part of the time waits.
WAITING = 0.05
# It is not worth while to go on for less than this part of the limit.
NEARLY = 0.02


class Stopwatch:
    """Measures a test.

    === Attributes ===
    limit: how many seconds it may take
    """
    limit: float
    _pid: int
    _more: float
    _begin: float
    _computed: float

    def __init__(self, limit: float, pid: int) -> None:
        """Begin a test with this limit, in which the process pid works."""
        self.limit, self._pid, self._more = limit, pid, 0.0
        self._begin, self._computed = time.monotonic(), self._measure()

    def _measure(self) -> float:
        """Return how long this process and pid have computed, 0 if that is not
        known.
        """
        theirs = cpu_seconds(self._pid)
        return 0 if theirs is None else theirs + time.process_time()

    def left(self) -> float:
        """Return how many seconds are left."""
        return self.limit + self._more - (time.monotonic() - self._begin)

    def grant_more(self) -> bool:
        """Return whether the test gets some more time, as it has had to share
        the machine with others.
        """
        passed = time.monotonic() - self._begin
        computed = self._measure() - self._computed
        missing = self.limit - computed
        if missing < NEARLY * self.limit or computed < WAITING * passed \
                or passed > PATIENCE * self.limit:
            return False
        self._more = passed + missing - self.limit
        return True
