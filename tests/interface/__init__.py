"""The terminal program, as a user runs it."""
