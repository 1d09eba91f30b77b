"""For course staff: the handout, starter files and marking."""
