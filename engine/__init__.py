"""What makes searches fast, and what they are good for besides a move.

The flat files work without this folder, which builds on strategy.py. Read
first alpha_beta.py, a strategy, and values.py, the exact score of every move;
hints.py and reviews.py build on these. All four work for any game, and know
none.

The other files are about Stonehenge alone: fast_board.py (sets of cells),
lines.py, candidates.py and opening_book.py, which fast_stonehenge.py joins.
Only our own stonehenge.py leads to them.
"""
