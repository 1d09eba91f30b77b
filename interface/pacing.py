"""How fast a game between two programs is shown."""
from time import sleep


class Pace:
    """What happens between two moves of programs: nothing, a delay, or a wait
    for somebody who presses Enter.

    === Attributes ===
    delay: the delay, in seconds
    waits: whether to wait for Enter
    """
    delay: float
    waits: bool

    def __init__(self, delay: float = 0.0, waits: bool = False) -> None:
        """Initialize a pace."""
        self.delay, self.waits = delay, waits

    def is_slow(self) -> bool:
        """Return whether somebody watches the moves one by one."""
        return self.waits or self.delay > 0

    def pause(self) -> None:
        """Wait before the next move."""
        if self.waits:
            input('Enter for the next move: ')
        elif self.delay:
            sleep(self.delay)
