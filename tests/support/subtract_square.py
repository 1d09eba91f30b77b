"""Who wins Subtract Square, found without our code."""
from math import isqrt

SQUARES = [root * root for root in range(1, 40)]

# From these numbers the player to move loses: OEIS A030193.
LOST_TOTALS = [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65,
               67, 72, 85, 95]


def find_lost_totals(limit: int) -> list[int]:
    """Return the totals below limit from which the player to move loses."""
    lost = [True] * limit
    for total in range(limit):
        if lost[total]:
            for root in range(1, isqrt(limit - 1 - total) + 1):
                lost[total + root * root] = False
    return [total for total in range(limit) if lost[total]]
