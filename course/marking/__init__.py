"""A tool that marks a pile of submissions: `python3 -m course.marking --help`.

The idea, and the reason for most of these modules: **student code never runs
in the process that judges.** For each submission there are two processes.

- The *judge* runs the test suites. It is ours alone. Its `game_interface` is a
  stand-in: games and strategies that forward each call.
- The *submission's process* holds what the student wrote, does what it is asked
  for, and answers. It is shut in as well as the machine allows.

A line of JSON goes one way, a line of JSON comes back, and nothing in it is
ever run or unpickled. So the worst that a submission can do is to answer, and
answers are what the tests look at.

Read `inside/wire.py`, `inside/host.py`, `connection.py`, `stand_in.py` and
`judge.py`, in this order, for how that works; then `run.py` for the rest.
"""
