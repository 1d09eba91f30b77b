"""What a terminal can do beyond game_interface.py.

How a turn goes is GameInterface.play in game_interface.py. Read program.py
next: it replaces steps of that, and starts games. Then:

- command_line.py (options, new games; Ctrl-C, Ctrl-D, lost output, exit
  statuses);
- a game so far: history.py (its positions and moves, its file, and what the
  moves were worth, in words);
- the prompt: prompt.py reads moves and obeys commands, also after a game and in
  replays;
- what is seen: screen.py (the terminal, questions, pictures, thinking),
  words.py (texts, what is typed, errors and where they were raised);
- games and strategies that break a contract: contracts.py (a row for each
  method), examine.py (what is wrong at a position, and during a search),
  guard.py (while a game is played), check.py (--check);
- what a strategy did: recorder.py notes it, for examine.py and for trace.py,
  which says what it means (--trace);
- saved games: saved_games.py (TOML, which FORMAT.md shows, and files);
- series of games: series.py; worker.py (processes with a time limit) is for
  --check and the page, too.
"""
