"""The rules and pictures of the games."""
