"""Reading the solution: a module in parts, each with its text and its name."""
from __future__ import annotations
from typing import Any, NamedTuple
import ast

MAIN = '__main__'  # What the block "if __name__ ..." is called.
DOC = '__doc__'  # What a docstring is called.

# Where the part of a docstring begins that describes the inside of a class.
ATTRIBUTES_TITLE = '=== Attributes ==='

DEFINITION = (ast.FunctionDef, ast.ClassDef)


class StarterError(ValueError):
    """Raised, with a line that says why, if starter files cannot be made."""


def require(right: bool, problem: str) -> None:
    """Raise StarterError with this problem unless all is right.

    >>> require(True, 'This cannot happen.')
    """
    if not right:
        raise StarterError(problem)


class SourcePart(NamedTuple):
    """A statement in the body of a module or a class.

    === Attributes ===
    name: what it defines, MAIN, DOC, or '' if it is something else
    node: the node in the syntax tree
    first: the number of its first line, counted from 0, with the comments and
        the decorators above it
    blanks: how many blank lines are above that
    """
    name: str
    node: Any  # A statement, which has a body if it is a definition.
    first: int
    blanks: int


class Source:
    """A module of the solution.

    === Attributes ===
    path: its path, for messages
    lines: its lines
    tree: its syntax tree
    parts: its statements in order
    """
    path: str
    lines: list[str]
    tree: ast.Module
    parts: list[SourcePart]

    def __init__(self, path: str, text: str) -> None:
        """Initialize a module with this text."""
        self.path, self.lines = path, text.splitlines()
        self.tree = ast.parse(text, path)
        self.parts = self.split(self.tree)

    def split(self, parent: ast.Module | ast.ClassDef) -> list[SourcePart]:
        """Return the statements in the body of parent."""
        parts = []
        for i, node in enumerate(parent.body):
            is_doc = i == 0 and ast.get_docstring(parent) is not None
            name = DOC if is_doc else find_defined_name(node)
            start = first = min(each.lineno for each in (
                node, *getattr(node, 'decorator_list', []))) - 1
            while first > 0 and self.lines[first - 1].strip()[:1] == '#':
                first -= 1
            above = first
            while above > 0 and not self.lines[above - 1].strip():
                above -= 1
            # A comment at the top of a file belongs to no statement.
            parts.append(SourcePart(name, node, first if above else start,
                                    first - above))
        return parts

    def get_text(self, part: SourcePart) -> list[str]:
        """Return the lines of part, with the comments above it."""
        return self.lines[part.first:part.node.end_lineno]

    def get_doc(self, node: Any) -> list[str]:
        """Return the lines of node's docstring, none if it has none."""
        if ast.get_docstring(node) is None:
            return []
        return self.lines[node.body[0].lineno - 1:node.body[0].end_lineno]

    def get_outside_doc(self, node: ast.ClassDef) -> list[str]:
        """Return the lines of a docstring without those on the inside."""
        lines = self.get_doc(node)
        inside = [i for i, line in enumerate(lines)
                  if line.strip() == ATTRIBUTES_TITLE]
        if not inside:
            return lines
        kept = lines[:inside[0]]
        while not kept[-1].strip():
            kept.pop()
        return [kept[0] + '"""'] if len(kept) == 1 \
            else [*kept, ' ' * node.body[0].col_offset + '"""']

    def get_head(self, part: SourcePart) -> list[str]:
        """Return the lines of part, a function or a class, above its body."""
        return self.lines[part.first:part.node.body[0].lineno - 1]


def find_names_defined(node: ast.stmt) -> set[str]:
    """Return the names that node defines, or tries to import.

    >>> [sorted(find_names_defined(node)) for node in ast.parse(
    ...  'a, b = 1; c: int; d[0] = 2').body]
    [['a', 'b'], ['c'], []]
    """
    if isinstance(node, DEFINITION):
        return {node.name}
    if isinstance(node, ast.AnnAssign):
        return {node.target.id} if isinstance(node.target, ast.Name) else set()
    names = set()
    if isinstance(node, (ast.Assign, ast.Try)):
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                names.add(inner.id)
            elif isinstance(inner, ast.alias):
                names.add(inner.asname or inner.name)
    return names


def find_names_below(parent: ast.Module | ast.ClassDef) -> set[str]:
    """Return the names that the statements in the body of parent define."""
    return {name for node in parent.body for name in find_names_defined(node)}


def find_defined_name(node: ast.stmt) -> str:
    """Return what starter.toml calls node: the name that it defines; if it
    defines more, the names in the order of the alphabet, with a comma between
    them; 'try x' if it tries to import x; MAIN; or '' if it is something else.

    >>> list(map(find_defined_name, ast.parse('b, a = 1; c[0] = 2').body))
    ['a,b', '']
    """
    if isinstance(node, ast.If) \
            and ast.unparse(node.test) == "__name__ == '__main__'":
        return MAIN
    if isinstance(node, ast.Try):
        first = node.body[0]
        return f'try {first.names[0].name}' if isinstance(first, ast.Import) \
            else ''
    return ','.join(sorted(find_names_defined(node)))


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
    return names
