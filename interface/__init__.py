"""The program behind game_interface.py: what it asks, shows and says."""
