"""What each short cut of the search is worth, by taking it out."""
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Optional
import subprocess
import sys
from benchmarks.tables import markdown

TITLE = 'Short cuts, each taken out in turn'
TOP = Path(__file__).resolve().parent.parent
FILES = ['game.py', 'game_state.py', 'stonehenge.py', 'strategy.py']

# What each short cut is, and how to take it out: the file, what stands there,
# and what to put in its place.
SHORT_CUTS: dict[str, Optional[tuple[str, str, str]]] = {
    'all short cuts': None,
    'without stopping at a winning move': (
        'strategy.py', 'if score == WIN:\n                break', 'pass'),
    'without remembering scores': (
        'strategy.py', 'return key, self.table.get(key)', 'return key, None'),
    'without folding symmetric positions': (
        'stonehenge.py', 'FOLDED_PLIES = 5', 'FOLDED_PLIES = -1'),
    'without folding positions at all': (
        'stonehenge.py', 'def search_key(self)', 'def no_search_key(self)'),
    'without knowing scores two plies ahead': (
        'stonehenge.py', 'def known_score(self)', 'def no_known_score(self)'),
    'without leaving useless cells out': (
        'stonehenge.py', 'cells = self._undominated()',
        'cells = self.free'),
    'without leaving out what stops no threat': (
        'stonehenge.py', 'cells = outlook.defences or outlook.threats',
        'cells = self.free'),
    'without doubling where both could claim': (
        'stonehenge.py', '<< (needs == 5)', '<< 0'),
    'without trying the best cells first': (
        'stonehenge.py', 'sorted(worth, key=worth.get, reverse=True)',
        'list(worth)')}

PROGRAM = '''
import sys
from stonehenge import StonehengeGame
from strategy import Search, Watcher, recursive_score
limit, size = int(sys.argv[1]), int(sys.argv[2])

class Counter(Watcher):
    positions = 0

    def comes_to(self, state):
        self.positions += 1
        if self.positions > limit:
            print(f'>{limit:,}')
            sys.exit()

counter = Counter()
game = StonehengeGame(True, size=size)
recursive_score(Search(game, counter), game.current_state)
print(f'{counter.positions:,}')
'''


def positions_visited(short_cut: str, size: int, limit: int) -> str:
    """Return how many positions the recursive strategy visits from the opening
    of Stonehenge without short_cut, as text. It is stopped after limit.
    """
    with TemporaryDirectory() as folder:
        for name in FILES:
            copy(TOP / name, folder)
        if SHORT_CUTS[short_cut]:
            name, good, bad = SHORT_CUTS[short_cut]
            text = (TOP / name).read_text(encoding='utf-8')
            if text.count(good) != 1:
                raise ValueError(f'{name} has no longer one {good!r}')
            (Path(folder) / name).write_text(text.replace(good, bad),
                                             encoding='utf-8')
        done = subprocess.run(
            [sys.executable, '-c', PROGRAM, str(limit), str(size)],
            cwd=folder, stdout=subprocess.PIPE, check=True, encoding='utf-8')
    return done.stdout.strip()


def section(limit: float) -> str:
    """Count everything. A search is stopped after as many positions as take
    about limit seconds. Return a table as Markdown.
    """
    rows = []
    for short_cut in SHORT_CUTS:
        rows.append([short_cut, *(
            positions_visited(short_cut, size, int(limit) * 50_000)
            for size in (3, 4))])
        print(*rows[-1], flush=True)
    return '\n\n'.join([
        'Positions that the recursive strategy visits from the opening.',
        markdown(['', 'Stonehenge 3', 'Stonehenge 4'], rows)])
