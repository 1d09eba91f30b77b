"""The prompt: the moves and commands that a player types."""
