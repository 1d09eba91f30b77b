"""What a check finds: broken contracts, each once."""
from typing import Any, Callable, Optional
from interface.attempts import Attempt
from interface.places import Place, tell_error, trace_error

# What a check tells: that it looks at a position, a fault, or how it has ended.
POSITION, FAULT, END = 'position', 'fault', 'end'

# Is told one of these, and a text about it.
Teller = Callable[[str, str], None]


class BrokenContractError(Exception):
    """Raised, with a line that says which, when a contract is broken."""


def expect(condition: Any, fault: str) -> None:
    """Raise BrokenContractError, which says fault, unless condition holds."""
    if not condition:
        raise BrokenContractError(fault)


class Examiner:
    """Runs checks and tells what they find: of each check only the first
    fault, and each error of somebody's code only once.

    === Attributes ===
    tell: is told each fault, and each position
    failed: the checks that have found something, by name
    """
    tell: Teller
    failed: set[str]
    _places: set[Optional[Place]]

    def __init__(self, tell: Teller) -> None:
        """Initialize an examiner that has found nothing."""
        self.tell, self.failed, self._places = tell, set(), set()

    def run(self, check: Callable[..., None], *arguments: Any) -> bool:
        """Call check(*arguments), unless it has found something before. Return
        whether all is well.
        """
        name = check.__qualname__
        if name in self.failed:
            return False
        error = Attempt(check, *arguments).error
        if error is None:
            return True
        self.failed.add(name)
        if isinstance(error, BrokenContractError):
            self.tell(FAULT, str(error))
            return False
        place = next(iter(trace_error(error)), None)
        if place not in self._places:
            self._places.add(place)
            self.tell(FAULT, tell_error(error))
        return False
