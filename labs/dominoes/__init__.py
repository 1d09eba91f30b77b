"""The dominoes lab: alpha-beta search and a window to play in; domineering.py
connects it with the assignment, and points.py makes searches of it fast.
"""
