"""The dominoes lab."""
