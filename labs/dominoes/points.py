"""Points: who wins domineering can often be counted, long before the end.

"I" am one of the players here, "she" is the other one. Let her squares be
those that a domino of hers could cover now. Their number never grows. If I
place n more dominoes that cover c of her squares, she has room for at most
(squares - c) / 2. So I win if I move now and

    2 n + c > squares,

or if she moves now and 2 n + c >= squares - 1. So a domino is worth 2 points to
me, and 1 more for each of her squares under it. The functions below count the
points that I am sure of, whatever she does. The README has a picture.

Squares and steps are those of adversarial_search.py. A stretch is a row of her
squares, in her direction, with no gap in it.
"""

from functools import lru_cache
from itertools import product
from typing import NamedTuple
from labs.boards import Place
from labs.dominoes.adversarial_search import cover, find_firsts

# The values of areas: three or two places side by side, where the first domino
# makes the others safe; a place on two of her squares; a place on one.
THREE = 12
TWO = 8
FULL = 4
HALF = 3

# No more areas of each kind are counted. With more, the end is far away.
MOST_AREAS = 12


def count_lead(empty: int, mine: int, theirs: int, i_move: bool) -> int:
    """Return the points that I am sure of minus the number of her squares. Our
    dominoes have the steps mine and theirs, and I move now if i_move, otherwise
    she does. I win if the result is above 0, or above -2 if she moves now.

    >>> count_lead(0b011011, 3, 1, True), count_lead(0b011011, 3, 1, False)
    (4, -4)
    """
    hers = find_coverable(empty, theirs)
    areas = choose_areas(empty, hers, mine, theirs)
    full = find_firsts(hers, mine)
    joined = find_joined(areas, mine, theirs)
    lone_values = (THREE,) * areas.threes.bit_count()
    lone_values += list_values(areas.twos & ~joined, areas.ones & ~joined, full)
    joined_values = list_values(areas.twos & joined, areas.ones & joined, full)
    promised = find_promise(
        i_move, lone_values[:MOST_AREAS], joined_values[:MOST_AREAS]
    )
    wasted = count_odd(hers, areas.rest, theirs)
    sure = 2 * areas.safe.bit_count() + promised + wasted
    return sure - hers.bit_count()


def find_coverable(empty: int, step: int) -> int:
    """Return the squares that dominoes of this step can cover."""
    places = find_firsts(empty, step)
    return places | places << step


def choose_disjoint(firsts: int, step: int) -> int:
    """Return as many as possible of the places that start at firsts, no two of
    which overlap.

    Taking the first place of each row, again and again, gives the most.

    >>> bin(choose_disjoint(0b110111, 1))
    '0b10101'
    """
    chosen = 0
    while firsts:
        new = firsts & ~(firsts << step)
        chosen |= new
        firsts &= ~(new | new << step)
    return chosen


class Areas(NamedTuple):
    """Where my dominoes could go. These areas do not overlap; each is given by
    the upper left one of its squares.

    === Attributes ===
    safe: places that she cannot spoil, as no domino of hers fits there
    threes: three places side by side that fill two stretches of hers: after a
        domino on the middle one, the others are safe
    twos: two places side by side at the end of two stretches: after a domino
        on the inner one, the other is safe
    ones: other places
    rest: the empty squares in no area
    """

    safe: int
    threes: int
    twos: int
    ones: int
    rest: int


def choose_areas(empty: int, hers: int, mine: int, theirs: int) -> Areas:
    """Return areas for my dominoes, chosen greedily."""
    starts, ends = hers & ~(hers << theirs), hers & ~(hers >> theirs)
    safe = choose_disjoint(find_firsts(empty & ~hers, mine), mine)
    rest = cover(empty, safe, mine)
    threes = choose_disjoint(
        find_firsts(starts & ends >> 2 * theirs, mine), mine
    )
    rest = cover(rest, threes | threes << theirs | threes << 2 * theirs, mine)
    twos = 0
    for firsts in starts, ends >> theirs:
        more = choose_disjoint(
            find_firsts(firsts & find_firsts(rest, theirs), mine), mine
        )
        rest = cover(rest, more | more << theirs, mine)
        twos |= more
    ones = choose_disjoint(find_firsts(rest, mine), mine)
    return Areas(safe, threes, twos, ones, cover(rest, ones, mine))


def find_joined(areas: Areas, mine: int, theirs: int) -> int:
    """Return those of the twos and ones that she can spoil together with
    another one, by a domino that covers a square of each. (Threes fill their
    stretches, so no domino of hers reaches out of them.)
    """
    inside = areas.twos | areas.twos << mine
    squares = inside | inside << theirs | areas.ones | areas.ones << mine
    joints = find_firsts(squares, theirs) & ~inside
    joints |= joints << theirs
    places = joints | joints >> mine
    return areas.ones & places | areas.twos & (places | places >> theirs)


def list_values(twos: int, ones: int, full: int) -> tuple[int, ...]:
    """Return the values of these areas, best first. The places in full cover
    two of her squares.
    """
    return (
        (TWO,) * twos.bit_count()
        + (FULL,) * (ones & full).bit_count()
        + (HALF,) * (ones & ~full).bit_count()
    )


@lru_cache(maxsize=1 << 15)
def find_promise(
    i_move: bool, lone: tuple[int, ...], joined: tuple[int, ...]
) -> int:
    """Return the points that I am sure of in areas of these values, best first.

    In turn, I take the best area, and she spoils another one. A domino of hers
    has two squares: so at most, it spoils two areas that are joined.

    >>> find_promise(True, (8, 4, 3), ()), find_promise(True, (), (8, 4, 3))
    (11, 8)
    """
    found = []
    if i_move:
        if lone:
            found.append(lone[0] + find_promise(False, lone[1:], joined))
        if joined:
            found.append(joined[0] + find_promise(False, lone, joined[1:]))
        return max(found, default=0)
    if lone:
        found.append(find_promise(True, lone[1:], joined))
    if joined:
        found.append(find_promise(True, lone, joined[2:]))
    return min(found, default=0)


def count_odd(hers: int, rest: int, theirs: int) -> int:
    """Return the number of her stretches that have an odd length and lie wholly
    in rest. In each of them, she wastes a square.

    From the first squares of all stretches, walk on by two squares at a time:
    where that leads to the end of a stretch, its length is odd.
    """
    starts, ends = hers & ~(hers << theirs), hers & ~(hers >> theirs)
    count = 0
    reached = starts & rest
    while reached:
        count += (reached & ends).bit_count()
        next_ones = reached << theirs & hers & rest
        reached = next_ones << theirs & hers & rest
    return count


def count_room(empty: int, mine: int, theirs: int) -> int:
    """Return the number of my dominoes that fit on the board together, plus the
    number that fit on squares that she cannot cover.
    """
    places = find_firsts(empty, mine)
    safe = find_firsts(empty & ~find_coverable(empty, theirs), mine)
    return (
        choose_disjoint(places, mine).bit_count()
        + choose_disjoint(safe, mine).bit_count()
    )


@lru_cache(maxsize=None)
def rank_places(
    rows: int, cols: int, vertical: bool
) -> list[tuple[int, Place]]:
    """Return all places of a domino on an empty board, the best first, each
    with the set of its first square.

    A domino on the second line from an edge makes the line at the edge safe,
    one on the fourth then the third. On a line, its ends come first.

    >>> [str(move) for _, move in rank_places(4, 4, True)[:6]]
    ['b1', 'c1', 'b3', 'c3', 'b2', 'c2']
    """
    lines, length = (cols, rows) if vertical else (rows, cols)
    ranks = {}
    for start, line in product(range(length - 1), range(lines)):
        edge = min(line, lines - 1 - line)
        place = (start, line) if vertical else (line, start)
        ranks[place] = edge % 2 == 0, edge, min(start, length - 2 - start)
    return [
        (1 << row * (cols + 1) + col, Place(row, col))
        for row, col in sorted(ranks, key=ranks.__getitem__)
    ]
