"""Write an autograder for Gradescope: a zip file with setup.sh and
run_autograder, and all that these need.
"""
from pathlib import Path
from typing import Optional
from course.marking.configuration import Configuration
from course.marking.packing import list_tool, write_zip

SETUP = '''#!/usr/bin/env bash
# Gradescope runs this once, when it builds the container.
set -e
apt-get update
apt-get install -y --no-install-recommends python3 python3-venv
python3 -m venv /autograder/python
/autograder/python/bin/pip install -q 'python-ta==2.13.1'
'''

# The container is new for each submission, and lets no sandbox be made inside.
# So submissions are contained there: they run as another user, who cannot look
# into /autograder/source.
RUN = '''#!/usr/bin/env bash
# Gradescope runs this for each submission, as root.
autograder=${AUTOGRADER:-/autograder}
python=$autograder/python/bin/python
[ -x "$python" ] || python=python3
chmod -R go-rwx "$autograder/source" "$autograder/results"
work=$(mktemp -d)
mkdir "$work/all"
cp -R "$autograder/submission" "$work/all/submission"
cd "$autograder/source" || exit 1
"$python" -m course.marking run "$work/all" -o "$work/out" \\
    -c marking/marking.toml --contained -j 1
if [ -f "$work/out/submission/results.json" ]; then
    cp "$work/out/submission/results.json" "$autograder/results/results.json"
else
    echo '{"score": 0, "output": "Marking has failed. This is not your fault: '\\
'please tell course staff."}' > "$autograder/results/results.json"
fi
rm -rf "$work"
'''


def write_autograder(configuration: Optional[Path], out: Path) -> int:
    """Write the zip file out, which marks as configuration says. Return the
    exit status of the program.
    """
    contents = [('setup.sh', SETUP.encode()), ('run_autograder', RUN.encode()),
                *list_tool(Configuration(configuration))]
    write_zip(out, contents, {'setup.sh', 'run_autograder'})
    print(f'Wrote {out}. Upload it to Gradescope as the autograder. '
          f'Submissions are contained there, not sandboxed: see '
          f'course/README.md.')
    return 0
