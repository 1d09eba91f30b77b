"""Who wins Subtract Square, found without our code."""
from math import isqrt

SQUARES = [root * root for root in range(1, 40)]


def find_lost_totals(limit: int) -> list[int]:
    """Return the totals below limit from which the player to move loses: those
    of OEIS A030193."""
    lost = [True] * limit
    for total in range(limit):
        if lost[total]:
            for root in range(1, isqrt(limit - 1 - total) + 1):
                lost[total + root * root] = False
    return [total for total in range(limit) if lost[total]]
