"""Drawings of positions as SVG pictures, for pages and for handouts.

A module for each game. A drawing knows the rules' states and nothing of pages:
the page of web/ and the pictures of a handout come from the same functions.
"""
