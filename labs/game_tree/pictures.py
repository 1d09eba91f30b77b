"""Make the pictures that the README of this lab shows. Run this from the top
folder:

    python3 -m labs.game_tree.pictures

They are the same on every machine. If a folder is named, they go there.
"""
from pathlib import Path
import shlex
import sys

try:
    from labs.game_tree.command import main
except ModuleNotFoundError as missing:
    if missing.name == 'anytree':
        from labs.game_tree.minimax import MISSING
        sys.exit(MISSING)
    if missing.name != 'labs':
        raise
    sys.stderr.write('Run this from the top folder: python3 -m '
                     'labs.game_tree.pictures\n')
    sys.exit(2)

# The pictures, by name, and the options that they are made with.
PICTURES = {
    'tree.svg': '--game s --size 6',
    'boards.svg': "--game d --size '2 3'",
    'graph.svg': '--game s --size 8 --merge',
    'search.svg': '--game s --size 8 --search recursive',
    'alphabeta.svg': '--game s --size 12 --search alphabeta --depth 3'}
FOLDER = Path(__file__).parent / 'pictures'


def make_all(folder: Path) -> None:
    """Make all pictures in folder."""
    for name, options in PICTURES.items():
        main([*shlex.split(options), '--layout', 'own', '--output',
              str(folder / name)])


if __name__ == "__main__":
    make_all(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
