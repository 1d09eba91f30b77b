"""A second Stonehenge, plain and slow, to compare the real one with.

It shares nothing with stonehenge.py: the board is walked cell by cell, as one
does with a finger on the picture, and everything is kept in dicts and lists.
"""
from __future__ import annotations
from typing import Optional
from hypothesis import strategies as st

Place = tuple[int, int]  # Row, and number in the row, both from 0.


class Model:
    """A position of Stonehenge.

    === Attributes ===
    n: the side length
    owner: who holds each cell: '1', '2' or its letter
    claimed: who holds each line, in the order rows, down-left, down-right:
        '1', '2' or '@'
    mover: '1' or '2', whoever is to move
    winner: '1', '2' or None
    """

    def __init__(self, n: int, mover: str = '1') -> None:
        """Initialize the empty board."""
        self.n = n
        lengths = [row + 2 for row in range(n)] + [n]
        letters = iter('ABCDEFGHIJKLMNOPQRSTUVWXY')
        self.owner = {(row, i): next(letters)
                      for row, length in enumerate(lengths)
                      for i in range(length)}
        self.rows = [[place for place in self.owner if place[0] == row]
                     for row in range(n + 1)]
        # The first line of the picture has the heads of two down-left lines,
        # and each row but the last two is followed by the head of another.
        left_heads = [(0, 0), (0, 1)] \
            + [(row + 1, row + 2) for row in range(n - 1)]
        # After the last row comes the foot of a down-right line, and on the
        # last line the feet of the others.
        right_feet = [(n - 1, n)] + [(n, i) for i in range(n)]
        self.lines = self.rows \
            + [self.walk(head, self.down_left) for head in left_heads] \
            + [self.walk(foot, self.up_left) for foot in right_feet]
        self.claimed = ['@'] * len(self.lines)
        self.mover = mover
        self.winner: Optional[str] = None

    def down_left(self, place: Place) -> Place:
        """Return the place below and to the left of place."""
        row, i = place
        return row + 1, i - (row + 1 == self.n)

    def up_left(self, place: Place) -> Place:
        """Return the place above and to the left of place."""
        row, i = place
        return row - 1, i - (row < self.n)

    def walk(self, place: Place, step: callable) -> list[Place]:
        """Return the places from place on that step leads to on the board."""
        places = []
        while place in self.owner:
            places.append(place)
            place = step(place)
        return places

    def play(self, letter: str) -> None:
        """Let the player to move take the free cell called letter."""
        place = next(p for p, mark in self.owner.items() if mark == letter)
        self.owner[place] = self.mover
        for number, line in enumerate(self.lines):
            if place in line and self.claimed[number] == '@':
                held = [self.owner[p] for p in line].count(self.mover)
                if held >= len(line) / 2:
                    self.claimed[number] = self.mover
        if self.winner is None \
                and self.claimed.count(self.mover) >= len(self.lines) / 2:
            self.winner = self.mover
        self.mover = '2' if self.mover == '1' else '1'

    def free(self) -> list[str]:
        """Return the letters of the free cells."""
        return [mark for mark in self.owner.values() if mark.isalpha()]

    def tokens(self) -> list[str]:
        """Return what the picture shows, without its strokes."""
        side = self.n + 1
        row_marks, left, right = (self.claimed[i * side:(i + 1) * side]
                                  for i in range(3))
        shown = left[:2]
        for row in range(self.n + 1):
            shown.append(row_marks[row])
            shown += [self.owner[place] for place in self.rows[row]]
            if row < self.n - 1:
                shown.append(left[row + 2])
        return shown + right


@st.composite
def move_orders(draw: st.DrawFn) -> tuple[int, list[str]]:
    """Draw a side length and an order in which to take some of the cells."""
    n = draw(st.integers(1, 5))
    letters = draw(st.permutations(Model(n).free()))
    return n, letters[:draw(st.integers(0, len(letters)))]
