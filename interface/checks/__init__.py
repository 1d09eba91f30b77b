"""--check: looking for broken contracts in games and strategies.

Start with program.py. One game is checked in games.py, one strategy in
strategies.py; what each contract says of a position is in positions.py.
"""
