"""Measurements, run by hand: `python3 -m benchmarks` from the folder above.

short_cuts.py counts what each short cut saves; easy_ai.py compares our minimax
strategies with a search library. RESULTS.md has what they print.
"""
