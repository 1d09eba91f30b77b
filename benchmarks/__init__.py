"""Measurements, run by hand: `python3 -m benchmarks` from the folder above.

Read first measure.py, which measures one piece of work. strategies.py (with the
table of contenders) and short_cuts.py have the sections of RESULTS.md.
build_book.py is a program of its own, which writes the opening books.
"""
