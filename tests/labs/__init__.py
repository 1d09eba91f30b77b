"""The other handouts."""
