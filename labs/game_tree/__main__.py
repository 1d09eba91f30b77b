"""Draw the tree of positions of any game. Run this from the top folder:

    python3 -m labs.game_tree --game s --size 6
    python3 -m labs.game_tree --help
"""
import sys

try:
    from labs.game_tree.command import main
except ModuleNotFoundError as missing:
    if missing.name == 'anytree':
        from labs.game_tree.minimax import MISSING
        sys.exit(MISSING)
    if missing.name == 'engine':
        sys.exit('The tree lab needs the folder engine, which is not there.')
    if missing.name != 'labs':
        raise
    sys.stderr.write('Run this from the top folder: python3 -m '
                     'labs.game_tree\n')
    sys.exit(2)

if __name__ == "__main__":
    sys.argv[0] = 'python3 -m labs.game_tree'  # What errors call the program.
    sys.exit(main())
