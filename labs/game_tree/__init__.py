"""Minimax over an explicit tree, and pictures of the tree of any game.

minimax.py is the lab; it runs alone. The rest is a tool, for the terminal and
for the page. To read it, begin with nodes.py and tree.py (the tree and its
scores), then steps.py (a search, step by step), scene.py (a tree as text, as a
picture and for the page), page.py (what is folded there, and the steps),
traced.py (what somebody else's search did), and finally __main__.py (the
command). drawings/layout.py finds the places of positions.
"""
