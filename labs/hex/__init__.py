"""The Hex lab: the game, its players and a strong evaluator.

The handout's files lie in one folder and import each other by their bare
names, so this folder is on the path of whoever imports this package.
"""
from pathlib import Path
import sys

sys.path.insert(0, str(Path(__file__).parent))
