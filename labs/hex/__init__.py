"""The Hex lab: the game, its players and a strong evaluator.

The handout's files lie in one folder and import each other by their bare
names, so this folder is on the path of whoever imports this package. Players,
for one, is the same module as labs.hex.Players then. This is not so for those
that Python can run as programs, with -m: it wants to load these itself.
"""
from importlib import import_module
from pathlib import Path
import sys

sys.path.insert(0, str(Path(__file__).parent))
for name in ('Players', 'Minimax', 'MonteCarlo', 'hex_eval', 'hex_grid',
             'lineup'):
    sys.modules[f'{__name__}.{name}'] = globals()[name] = import_module(name)
del name
