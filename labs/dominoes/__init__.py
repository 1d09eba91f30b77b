"""The dominoes lab: alpha-beta search and a window to play in."""
