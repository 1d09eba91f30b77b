"""Draw the tree of positions of any game.

    python3 -m labs.game_tree --game s --size 6
    python3 -m labs.game_tree --help
"""
import sys
from labs.game_tree.minimax import MISSING

try:
    from labs.game_tree.command import main
except ModuleNotFoundError as missing:
    if missing.name != 'anytree':
        raise
    sys.exit(MISSING)

if __name__ == "__main__":
    sys.exit(main())
