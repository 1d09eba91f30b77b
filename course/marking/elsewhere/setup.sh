#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the container.
set -e
autograder=${AUTOGRADER:-/autograder}
python=$autograder/python/bin/python
apt-get update
apt-get install -y --no-install-recommends python3 python3-venv
python3 -m venv "$autograder/python"
cd "$autograder/source"
# Submissions that ran as root could write their own marks.
if ! "$python" -c 'import sys
from course.marking.isolation import others_can_run_python
sys.exit(not others_can_run_python())'; then
    echo 'No other user than root can run this Python, so submissions could not' \
        'be kept from writing their own marks. Choose another base image.' >&2
    exit 1
fi
# python_ta, if style is marked.
"$python" -m pip install -q -r marking/requirements.txt
# The marks of the reference solution, for you to see.
"$python" -m course.marking.autograder marking/reference "$(mktemp -d)"
