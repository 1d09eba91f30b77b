"""The page: boards to play on, in a browser, with Python behind it. To read:
answers.py, games.py, positions.py, trees.py, suites.py, server.py, build.py.
"""
