"""Models, games and helpers that tests share."""
