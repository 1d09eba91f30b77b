"""For course staff: the handout, starter files and marking."""

import sys

if sys.version_info < (3, 10):  # Which marking may have.
    sys.exit(
        'Python 3.11 or later is needed; this is Python '
        f'{sys.version_info[0]}.{sys.version_info[1]}.'
    )
