"""The strategies, in any game."""
