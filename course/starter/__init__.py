"""Starter files: what students get, cut out of the solution."""
