"""Run python_ta on files, and let none of them run: a process of its own.

    python3 -P -m course.marking.style_check CONFIG FILE...

A folder with files of a student's gets onto the path of this process, so Python
might import one of them instead of its own: `copy.py`, say. Therefore no code
from there is ever executed here.
"""
from typing import Optional
import ast
import json
import os
import sys
import python_ta
# What python_ta imports only when it needs it is imported now.
from python_ta.reporters import json_reporter as _json_reporter
from course.marking.inside.cell import MEGABYTE, lower


MEMORY_MB = 2048  # It works out what a constant in a file amounts to.


class ForeignCodeError(BaseException):
    """Raised when a file that is only to be looked at would be run."""


def forbid_running(folder: str) -> None:
    """Make sure that no code from files in folder is run in this process."""
    folder = os.path.join(os.path.realpath(folder), '')

    def check(event: str, args: tuple) -> None:
        """Refuse to run code from folder."""
        if event == 'exec' and os.path.realpath(getattr(
                args[0], 'co_filename', '')).startswith(folder):
            raise ForeignCodeError
    sys.addaudithook(check)


def main(config: str, files: list[str]) -> None:
    """Check files, one after the other."""
    forbid_running(os.path.dirname(files[0]))
    lower('AS', MEMORY_MB * MEGABYTE)
    for file in files:
        problem = find_syntax_error(file)
        if problem is None:
            python_ta.check_all(file, config=config)
        else:
            print(json.dumps([{'filename': file, 'msgs': [problem]}]))


def find_syntax_error(file: str) -> Optional[dict]:
    """Return what is wrong with the syntax of file, None if nothing is.
    python_ta says nothing about such a file.
    """
    try:
        with open(file, 'rb') as source:
            ast.parse(source.read())
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return {'msg_id': 'E0001', 'symbol': 'syntax-error',
                'line': getattr(error, 'lineno', None) or 1,
                'msg': getattr(error, 'msg', None) or str(error)}
    return None


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2:])
