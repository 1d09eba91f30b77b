"""The line that says how far marking has come."""
from time import monotonic
from typing import TextIO
from course.marking.texts import show_controls


class Progress:
    """How many submissions are done, and how long the rest will take.

    === Attributes ===
    total: how many there are to do
    done: how many of them are done
    """
    total: int
    done: int
    _out: TextIO
    _begin: float
    _live: bool

    def __init__(self, total: int, out: TextIO) -> None:
        """Initialize for so many submissions, none of which is done."""
        self.total, self.done = total, 0
        self._out, self._begin = out, monotonic()
        self._live = out.isatty()

    def step(self, name: str) -> None:
        """Say that the submission called name is done."""
        self.done += 1
        seconds = (monotonic() - self._begin) / self.done \
            * (self.total - self.done)
        left = f', {tell_time(seconds)} left' if self.done < self.total else ''
        text = f'{self.done} of {self.total} done{left}: ' \
            + ' '.join(show_controls(name).split())
        if self._live:
            ending = '\n' if self.done == self.total else ''
            self._out.write(f'\r{text:<78.78}{ending}')
        else:
            self._out.write(text + '\n')
        self._out.flush()


def tell_time(seconds: float) -> str:
    """Return a time in words.

    >>> tell_time(40), tell_time(100)
    ('about 40 s', 'about 2 min')
    """
    return f'about {seconds:.0f} s' if seconds < 90 \
        else f'about {seconds / 60:.0f} min'
