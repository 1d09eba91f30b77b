"""Play the core's games and the labs' games in the text interface.

    python3 -m labs

This runs from the top folder, where the core is.
"""

import sys

try:
    import game_interface
    from labs.games import add_games
except ModuleNotFoundError as missing:
    if missing.name not in ('game_interface', 'labs'):
        raise
    sys.stderr.write('Run this from the top folder: python3 -m labs\n')
    sys.exit(2)


def main() -> int:
    """Play as the command line and the player's answers say. Return the exit
    status of the program.
    """
    sys.argv[0] = 'python3 -m labs'  # Its name in help and errors.
    add_games()
    return game_interface.main()


if __name__ == '__main__':
    sys.exit(main())
