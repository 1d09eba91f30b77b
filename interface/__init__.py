"""What a terminal can do beyond game_interface.py.

How a turn goes is GameInterface.play in game_interface.py. Read program.py
next: it replaces steps of that, and starts games. Then:

- command_line.py (options; Ctrl-C, Ctrl-D, lost output, exit statuses);
- a game so far: history.py, setup.py (new games, typed moves);
- the prompt: prompt.py reads moves and obeys commands, also after a game and in
  replays; review.py (what moves are worth, in words);
- what is seen: display.py (pictures, thinking), screen.py (the terminal,
  questions), words.py;
- code of games and strategies that breaks a contract: contracts.py (a row for
  each method), positions.py (what is wrong at a position), guard.py (while a
  game is played), watch.py (which call a strategy owes its failure to),
  check.py (--check), errors.py (catching errors, and where they were raised);
- saved games: saved_games.py (the text, which FORMAT.md describes), files.py;
- series of games: series.py, series_game.py (the games, in processes);
  worker.py (processes with a time limit) is for --check and the page, too.
"""
