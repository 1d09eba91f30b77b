"""Three more handouts on the same subject, a folder each; games.py has their
games, boards.py what their boards share. `python3 -m labs` plays them in the
terminal.
"""
