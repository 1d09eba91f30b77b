"""The dominoes lab. points.py makes searches of domineering fast."""
