"""The program behind game_interface.py: what it asks, shows and says.

How a turn goes is GameInterface.play in game_interface.py. Read program.py next:
it replaces steps of that, and starts games. Then:

- command_line.py (options; Ctrl-C, Ctrl-D, lost output, exit statuses);
- a game so far: history.py, setup.py (new games, making moves);
- the prompt: prompt.py reads moves, commands.py obeys commands;
- what is seen: display.py (pictures, thinking), screen.py (the
  terminal, questions), words.py;
- games and strategies that break a contract: contracts.py (what is expected of
  each method), guard.py (who breaks it while a game is played), watch.py
  (guarded states, whose calls are seen), positions.py (what is looked at),
  errors.py (where an error comes from), check.py (--check);
- saved games: saved_games.py (the text, which FORMAT.md describes),
  files.py; after_game.py (reviews, and steps through a game);
- series of games: series.py, series_game.py (the games, in processes); worker.py
  (processes with a time limit) is for --check and the page, too.
"""
import sys

if sys.version_info < (3, 11):
    sys.exit('Python 3.11 or later is needed; this is Python '
             f'{sys.version_info[0]}.{sys.version_info[1]}.')
