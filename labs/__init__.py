"""Three more handouts on the same subject, a folder each.

`python3 -m labs` plays their games in the text interface.
"""
