"""Running the programs of the Hex lab."""
from subprocess import PIPE, STDOUT, run
import sys
from tests.support.programs import ENVIRONMENT, LONG, TOP

HEX_LAB = TOP / 'labs' / 'hex'


def run_lab(*command: str, text: str = '') -> tuple[int, str]:
    """Run Python inside the lab's folder, with text as its input. Return its
    exit status and all output."""
    done = run([sys.executable, *command], cwd=HEX_LAB, env=ENVIRONMENT,
               input=text, stdout=PIPE, stderr=STDOUT, encoding='utf-8',
               timeout=LONG, check=False)
    return done.returncode, done.stdout
