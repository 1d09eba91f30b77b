"""Three more handouts on the same subject, a folder each. games.py lists their
games, and boards.py is shared by the boards of these games. `python3 -m labs`
plays them in the terminal.
"""
