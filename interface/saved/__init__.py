"""Saved games: their text, their files, and playing them again."""
