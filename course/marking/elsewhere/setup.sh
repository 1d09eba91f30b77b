#!/usr/bin/env bash
# Gradescope runs this once, when it builds the container.
set -e
apt-get update
apt-get install -y --no-install-recommends python3 python3-venv
python3 -m venv /autograder/python
cd /autograder/source
# python_ta, if style is marked.
/autograder/python/bin/pip install -q -r marking/requirements.txt
# The marks of the reference solution, for you to see.
mkdir /tmp/all
cp -R marking/reference /tmp/all
/autograder/python/bin/python -m course.marking run /tmp/all -o /tmp/out \
    -c marking/marking.json --contained
cat /tmp/out/marks.csv
