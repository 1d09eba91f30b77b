"""Reading what students get is made from: what goes wrong is said in a line."""
from pathlib import Path
import ast
from course.starter.errors import StarterError


def read(file: Path) -> bytes:
    """Return what file holds."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise StarterError(f'{file} cannot be read: {error.strerror}'
                           ) from None


def read_text(file: Path) -> str:
    """Return the text in file."""
    try:
        return read(file).decode()
    except UnicodeDecodeError:
        raise StarterError(f'{file} is not in UTF-8') from None


def parse(code: str | bytes, name: str) -> ast.Module:
    """Return the syntax tree of code, which is called name.

    >>> ast.unparse(parse('x=1', 'it'))
    'x = 1'
    """
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError) as error:  # A null byte is a ValueError.
        raise StarterError(f'{name} is not Python: {error}') from None
