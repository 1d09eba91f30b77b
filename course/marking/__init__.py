"""A tool that marks a pile of submissions: `python3 -m course.marking --help`.

The idea, and the reason for most of these modules: **student code never runs
in the process that judges.** For each submission there are two processes.

- The *judge* runs the test suites. It is ours alone. Its `game_interface` is a
  stand-in: games and strategies that forward each call. A strategy gets a game
  of ours as a table of its positions.
- The *submission's process* holds what the student wrote, does what it is asked
  for, and answers. It is isolated as well as the machine allows.

A line of JSON goes one way, a line of JSON comes back, and nothing in it is
ever run or unpickled. So the worst that a submission can do is to answer, and
answers are what the tests look at. Read in this order:

- the conversation: `inside/wire.py` (what a line can say, and games of ours as
  tables), `inside/host.py` (the submission's process, which answers) and
  `connection.py` (the judge's end: the time limit, a question and its answer,
  and what stands in for things)
- the judge: `session.py` (all conversations with a submission, and what suites
  hear of it), `judge.py`; `mixes.py`: a suite of our own
- how that process is shut in: `isolation.py`; `doctor.py` tries it all
- a submission: `intake.py`, `archives.py`, then `marker.py`, which has it
  judged, and `style.py`
- marks: `configuration.py` (marking.toml), `marks.py` (points of all that was
  found, and the tables of them), `outputs.py` (what is written)
- `run.py` does all that; `export.py` has one submission at a time marked on
  Gradescope, by `autograder.py` and what is in `elsewhere/`, and writes code
  for programs that find copies
"""
