"""Minimax over an explicit tree, and pictures of the tree of any game."""
