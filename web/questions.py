"""How a question is answered, whatever a student's files do: they are imported
only then, so whoever asks is told when they fail, and where they loop.
"""
from importlib import import_module
from pathlib import Path
from traceback import walk_stack
from types import FrameType
from typing import Any, Callable
from interface.words import Attempt, SourceLine, describe_import, \
    find_places


def answer_question(request: Any, tell: Callable[..., None]) -> dict[str, Any]:
    """Return the answer to request as web/answers.py does, or web/suites.py,
    with the parts before the last one told, or why that cannot be imported.
    """
    found = Attempt(import_module, 'web.suites' if request.get('ask') in (
        'files', 'tests') else 'web.answers')
    if found.error:  # Of game.py, say, without which nothing goes.
        return {'error': describe_import(found.error)}
    answer: dict[str, Any] = found.result.answer(request, tell)
    return answer


def tell_place(frame: FrameType, tell: Callable[..., None]) -> None:
    """Tell which line of a student's code frame is in, '' if it is in none."""
    tell({'where': describe_place(find_places(walk_stack(frame)))})


def describe_place(places: list[SourceLine]) -> str:
    """Return in words the first of places in a student's code, or ''."""
    # Not in these folders of ours, nor in code that Python has made itself.
    place = next((each for each in places
                  if each.file.endswith('.py') and Path(
                      each.file).parent.name not in ('engine', 'drawings')),
                 None)
    return '' if place is None or Path(place.file).parent.name == 'web' \
        else f'at {place}, in {place.function}'
