"""A process that answers requests: a line of JSON in, lines of JSON out.

    python3 -m web.worker

The last line of an answer has "done": true. The server of the page starts such
processes, and ends one to stop what it is doing.
"""
from typing import Any
import json
import sys
from web.answers import answer


def main() -> None:
    """Answer requests until there are no more."""
    output = sys.stdout
    sys.stdout = sys.stderr  # Somebody's game may print.

    def tell(part: dict[str, Any], done: bool = False) -> None:
        """Write a part of an answer."""
        output.write(json.dumps({**part, 'done': done}) + '\n')
        output.flush()

    for line in sys.stdin:
        tell(answer(json.loads(line), tell), True)


if __name__ == "__main__":
    main()
