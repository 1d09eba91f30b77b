"""All tests of this lab:

    python3 -m unittest

Pytest finds them, too. What is in them is in lab_unittest_basic.py.
"""
from typing import Any
import unittest
from lab_unittest_basic import TestExamples


def load_tests(loader: unittest.TestLoader, _tests: Any, _pattern: Any
               ) -> unittest.TestSuite:
    """Return the tests. Unittest asks for them here, whatever its pattern for
    names of files: lab_unittest_basic.py leaves its own to this file.
    """
    return loader.loadTestsFromTestCase(TestExamples)


if __name__ == "__main__":
    unittest.main()
