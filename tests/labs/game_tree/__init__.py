"""The tree lab."""
