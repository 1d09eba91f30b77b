"""Three more handouts on the same subject, a folder each; games.py has their
games. `python3 -m labs` plays them in the terminal.
"""
