"""Series of games between two strategies, played on all cores."""
