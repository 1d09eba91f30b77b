"""Starter files: what students get, cut out of the solution.

Read in this order: `../starter.toml` lists what they get. `plan.py` reads that
and makes the files. `cut.py` cuts a module on its syntax tree, with the parts
that `source.py` finds in it. `output.py` writes the files. What students get
to run tests with is `all_tests.py`, and for the labs `lab_unittest_basic.py`
with `lab_tests.py`: both become `test_all.py`.
"""
