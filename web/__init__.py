"""The page: boards to play on, in a browser, with Python behind it."""
