"""All tests of this lab:

    python3 -m unittest

Pytest finds them, too. What is in them is in lab_unittest_basic.py.
"""

from importlib import import_module
from typing import Any
import unittest

# Pytest looks for the tests here, and unittest asks load_tests below.
globals()['TestExamples'] = import_module('lab_unittest_basic').TestExamples


def load_tests(
    loader: unittest.TestLoader, _tests: Any, _pattern: Any
) -> unittest.TestSuite:
    """Return the tests. Unittest asks for them here, whatever its pattern for
    names of files: lab_unittest_basic.py leaves its own to this file.
    """
    return loader.loadTestsFromName('lab_unittest_basic')


if __name__ == '__main__':
    unittest.main()
