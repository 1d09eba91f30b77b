"""Starter files: what students get, cut out of the solution.

Read in this order: `../starter.toml` lists what they get. `plan.py` makes that,
and `cut.py` what is a part of a module. What students get to run tests with is
`all_tests.py`, and for the labs `lab_unittest_basic.py` with `lab_tests.py`:
both become `test_all.py`. `page.py` is what web.build puts into the page for
students.
"""
