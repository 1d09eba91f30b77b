"""Which names code uses, and which imports it needs for them."""
from typing import Iterable
import ast

MOST_COLUMNS = 79


def find_names(code: ast.AST) -> set[str]:
    """Return the names that code uses or defines, also those in annotations
    that are strings.

    >>> sorted(find_names(ast.parse("def f(a: 'B') -> c.D: return a + e")))
    ['B', 'a', 'c', 'e']
    """
    names = set()
    for node in ast.walk(code):
        if isinstance(node, ast.Name):
            names.add(node.id)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) \
                and node.value.isidentifier():
            names.add(node.value)
        # Such as Optional['Watcher | None'].
        for part in ('annotation', 'returns'):
            note = getattr(node, part, None)
            if isinstance(note, ast.Constant) and isinstance(note.value, str):
                names |= find_names(ast.parse(note.value, mode='eval'))
    return names


def find_bound_name(alias: ast.alias) -> str:
    """Return the name that an import makes known.

    >>> [find_bound_name(each) for each in ast.parse('import a.b, c as d').body[0]
    ...  .names]
    ['a', 'd']
    """
    return alias.asname or alias.name.partition('.')[0]


def write_import(node: ast.Import | ast.ImportFrom, used: Iterable[str]
                 ) -> list[str]:
    """Return the lines of an import of what is used, none if nothing is.

    >>> node = ast.parse('from a import b, c as d, e').body[0]
    >>> write_import(node, ['b', 'd']), write_import(node, ['x'])
    (['from a import b, c as d'], [])
    """
    names = [alias for alias in node.names if find_bound_name(alias) in used]
    if not names:
        return []
    shorter = ast.ImportFrom(node.module, names, node.level) \
        if isinstance(node, ast.ImportFrom) else ast.Import(names)
    return wrap_import(ast.unparse(shorter))


def wrap_import(line: str) -> list[str]:
    """Return an import in lines that are not too long.

    >>> wrap_import('from a import b, c')
    ['from a import b, c']
    """
    lines = [line]
    while len(lines[-1]) > MOST_COLUMNS:
        cut = lines[-1].rindex(', ', 0, MOST_COLUMNS - 1) + 2
        lines[-1:] = [lines[-1][:cut] + '\\', '    ' + lines[-1][cut:]]
    return lines
