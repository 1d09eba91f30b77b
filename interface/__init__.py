"""The program behind game_interface.py: what it asks, shows and says.

How a turn goes is GameInterface.play in game_interface.py. Read program.py next:
it replaces steps of that, and starts games. Then:

- command_line.py (options; Ctrl-C, Ctrl-D, lost output, exit statuses);
- a game so far: history.py, setup.py (new games, making moves);
- the prompt: prompt.py reads moves, commands.py obeys commands;
- what is seen: display.py (pictures, thinking), screen.py (the
  terminal, questions), words.py;
- somebody else's code: faults.py (whose fault an error is, and where),
  methods.py (which method is missing, or answers wrongly first), referee.py
  (who breaks a contract while a game is played), changes.py (who changes a
  position);
- saved games: saved_games.py (the text, which FORMAT.md describes),
  files.py; after_game.py (reviews, and steps through a game);
- series of games: series.py, series_game.py (the games, in processes); worker.py
  (processes with a time limit) is for --check and the page, too;
- --check: checks.py, contracts.py (what is expected), sampling.py (where).
"""
import sys

if sys.version_info < (3, 11):
    sys.exit('Python 3.11 or later is needed; this is Python '
             f'{sys.version_info[0]}.{sys.version_info[1]}.')
