"""What the submission has raised, as an exception of the judge's own.

Only the exceptions listed here arrive, by their names. One that a student has
defined arrives as the nearest of these that it is a subclass of.
"""
from typing import Any
import builtins

ARRIVING = (
    'ArithmeticError', 'AssertionError', 'AttributeError', 'BlockingIOError',
    'BufferError',
    'EOFError', 'Exception', 'FileNotFoundError', 'FloatingPointError',
    'ImportError', 'IndentationError', 'IndexError', 'KeyError', 'LookupError',
    'MemoryError', 'ModuleNotFoundError', 'NameError', 'NotImplementedError',
    'OSError', 'OverflowError', 'PermissionError', 'RecursionError',
    'ReferenceError', 'RuntimeError', 'StopIteration', 'SyntaxError',
    'TabError', 'TimeoutError', 'TypeError', 'UnboundLocalError',
    'UnicodeDecodeError', 'UnicodeEncodeError', 'UnicodeError', 'ValueError',
    'ZeroDivisionError')
# Their constructors want more than a text.
AS_OTHERS = {'UnicodeDecodeError': 'UnicodeError',
             'UnicodeEncodeError': 'UnicodeError'}


def make_error(told: dict) -> Exception:
    """Return the exception that the submission has told of."""
    names = [name for name in told.get('names') or ['Exception']
             if isinstance(name, str)]
    text = str(told.get('text', ''))
    known = next((name for name in names if name in ARRIVING), 'Exception')
    if names[:1] != [known]:
        text = f'{names[0]}: {text}' if names else text
    kind: Any = getattr(builtins, AS_OTHERS.get(known, known))
    return kind(text)


def name_error(error: BaseException) -> list[str]:
    """Return what to tell the submission of error, which one of our own games
    has raised: the name of the nearest exception of Python's own, and a text.

    >>> name_error(KeyError('A'))
    ['KeyError', "'A'"]
    """
    names = [kind.__name__ for kind in type(error).__mro__]
    return [next(name for name in names if name in ARRIVING), str(error)]
