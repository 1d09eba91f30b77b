"""Tests of what course staff use."""
