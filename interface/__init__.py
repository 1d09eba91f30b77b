"""The program behind game_interface.py: what it asks, shows and says.

Read play.py first: one game, from its first question to its result. Then:

- how the program runs: program.py, command_line.py (options; Ctrl-C, Ctrl-D,
  lost output, exit statuses);
- a game in progress: session.py, setup.py (new games, making moves);
- the prompt: prompt.py reads moves and obeys commands, also after a game and
  in replays; review.py (what moves are worth, in words);
- what is seen: display.py (pictures, thinking), screen.py (the
  terminal, questions), words.py;
- somebody else's code: faults.py (whose fault an error is, and where),
  methods.py (which method is missing, or answers wrongly first), referee.py
  (who breaks a contract while a game is played), changes.py (who changes a
  position);
- saved games: saved_games.py (the text, which FORMAT.md describes),
  game_files.py, replay.py;
- series of games: series.py, series_game.py (one game), series_workers.py (the
  processes), series_results.py; processes.py is for the page, too;
- --check: checks.py, contracts.py (what is expected), sampling.py (where).
"""
