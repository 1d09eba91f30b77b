"""Minimax over an explicit tree, and pictures of the tree of any game.

minimax.py is the lab; it runs alone. The rest is a tool, for the terminal and
for the page. To read it, begin with tree.py (the tree and its scores), then
steps.py (what a search does, step by step), views.py and searches.py (what is
written at each position), layout.py and svg.py (the picture), page.py (where
things go on the page, which draws them) and step_view.py (searches there), and
at last __main__.py (the command).
"""
