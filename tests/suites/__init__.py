"""Tests of the two suites that are handed out: whom they fail, and how."""
