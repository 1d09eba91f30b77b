"""Measurements, run by hand: `python3 -m benchmarks` from the folder above."""
