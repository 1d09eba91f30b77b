"""Minimax over an explicit tree, and pictures of the tree of any game.

minimax.py is the lab; it runs alone. The rest is a tool, for the terminal and
for the page. To read it, begin with tree.py (the tree and its scores), then
steps.py (what a search does, step by step), scene.py (all that is seen of a
tree: as text, and as a picture), page.py (trees and searches for the page), and
at last __main__.py (the command). drawings/layout.py says where positions go.
"""
