"""Play the core's games and the labs' games in the text interface.

    python3 -m labs
"""
import sys
import game_interface
from labs.games import add_games

add_games()
sys.argv[0] = 'python3 -m labs'  # What help and errors call the program.

if __name__ == "__main__":
    sys.exit(game_interface.main())
