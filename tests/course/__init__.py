"""Tests of what is for course staff."""
