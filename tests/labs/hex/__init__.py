"""The Hex lab."""
