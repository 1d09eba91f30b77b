"""The games of a series as rows of a CSV file."""
from typing import Any
import csv
import os
from interface.series.events import BROKEN, GameRecord
from interface.series.plan import Series

COLUMNS = ['game', 'opening', 'player 1', 'starts', 'winner', 'end', 'detail',
           'plies', 'moves', 'seconds of 1', 'seconds of 2']


class GameRows:
    """Writes a row for each game of a series, in order, to a file: a row is
    written as soon as all the games before it have ended.

    === Attributes ===
    path: where the file is
    error: why the file cannot be written, or ''
    """
    path: str
    error: str
    _series: Series
    _labels: list[str]
    _held: dict[int, list[Any]]
    _next: int

    def __init__(self, path: str, series: Series, labels: list[str]) -> None:
        """Create the file at path for the games of series, whose strategies
        are called labels. Raise OSError if that is not possible.
        """
        # Somebody's strategy may change to another folder.
        self.path, self.error = os.path.abspath(path), ''
        self._series, self._labels = series, labels
        self._held, self._next = {}, 0
        self._write('w', [COLUMNS])

    def add(self, record: GameRecord) -> None:
        """Write a game that has ended, now or after those before it."""
        self._held[record.number] = self._make_row(record)
        rows = []
        while self._next in self._held:
            rows.append(self._held.pop(self._next))
            self._next += 1
        self._append(rows)

    def finish(self) -> None:
        """Write the games that wait for others: those will not end."""
        self._append([self._held[number] for number in sorted(self._held)])

    def _make_row(self, record: GameRecord) -> list[Any]:
        """Return the row of a game."""
        find_index, number = self._series.find_index, record.number
        starter = 'p1' if self._series.maker.p1_starts else 'p2'
        winner, why, detail = record.ending
        result = '' if why == BROKEN else 'tie' if winner is None \
            else self._labels[winner]
        return [number, number // 2 if self._series.opening else '',
                self._labels[find_index('p1', number)],
                self._labels[find_index(starter, number)],
                result, why, detail, len(record.plies),
                ','.join(ply.text for ply in record.plies),
                *[f'{sum(record.list_times(i)):.6f}' for i in range(2)]]

    def _append(self, rows: list[list[Any]]) -> None:
        """Append rows to the file, unless that has failed before."""
        try:
            if rows and not self.error:
                self._write('a', rows)
        except OSError as error:
            self.error = error.strerror or str(error)

    def _write(self, mode: str, rows: list[list[Any]]) -> None:
        """Write rows to the file, opened in this mode. Raise OSError if that
        fails.
        """
        with open(self.path, mode, encoding='utf-8', newline='',
                  errors='backslashreplace') as file:
            csv.writer(file).writerows(rows)
