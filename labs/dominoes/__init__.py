"""The dominoes lab; points.py makes domineering fast for the assignment."""
