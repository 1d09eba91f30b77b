"""What runs in the submission's process, next to the student's code.

Nothing here is secret, and nothing here is trusted: a submission may change it
all, and can then give wrong answers, as it can without.
"""
