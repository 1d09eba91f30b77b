"""For course staff: marking."""
