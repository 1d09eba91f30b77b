"""Cutting a module of the solution down to what students get.

What is not named is left out. A statement is named by what it defines, as
'name' or 'Class.name', or by its first word, such as 'try'. There are also
'__doc__', '__main__' (the block of 'if __name__ == ...') and 'imports' (all of
them together).
"""

from typing import Any, Iterator, Mapping
import ast
import builtins
import re
import symtable
from course.marking.configuration import require

# What statements are called that begin with these words.
NAMES = {'': '__doc__', 'import': 'imports', 'from': 'imports'}
# Where the part of a docstring begins that describes the inside of a class.
INSIDE = '=== Attributes ==='


def cut_module(path: str, text: str, plan: Mapping[str, Any]) -> str:
    """Return what students get of the module at path, which has this text.
    starter.toml says what a plan may hold.
    """
    heads = plan.get('heads', {})
    instead = plan.get('instead', {})
    keep = plan.get('keep', [])
    stubs = [*plan.get('stubs', []), *heads]
    left = [*keep, *stubs, *instead]
    lines = text.splitlines()
    kept: list[str] = []
    for name, node, start in find_statements(lines, ast.parse(text, path)):
        if name in keep:
            end = node.end_lineno
            kept += lines[start:end]
        elif name in stubs:
            body = make_stub_body(name, node, lines)
            if name in heads:
                kept += heads[name].splitlines()
            else:
                end = node.body[0].lineno - 1
                kept += lines[start:end]
            kept += body
        elif name in instead and name in left:
            kept += instead[name].splitlines()
        if name in left:
            left.remove(name)
    require(
        not left, f'{path}: {", ".join(left)} is not there, or is named twice'
    )
    text = '\n'.join(kept) + '\n'
    check_names(text, path)
    return text


def find_statements(
    lines: list[str], parent: Any, prefix: str = ''
) -> Iterator[tuple[str, Any, int]]:
    """Yield the statements in the body of parent, and after a class those in
    its body: the name of each, its node in the syntax tree, and the place in
    lines where it begins, with its decorators, the comments right above it, and
    the blank lines above these.
    """
    end = parent.body[0].lineno - 1
    for node in parent.body:
        whole = [node, *getattr(node, 'decorator_list', [])]
        start = min(each.lineno for each in whole) - 1
        while start > end and lines[start - 1].strip()[:1] == '#':
            start -= 1
        while start > end and lines[start - 1].strip() == '':
            start -= 1
        name = prefix + name_statement(node, lines[node.lineno - 1].strip())
        yield name, node, start
        end = node.end_lineno
        if isinstance(node, ast.ClassDef):
            yield from find_statements(lines, node, f'{name}.')


def name_statement(node: Any, line: str) -> str:
    """Return the name of the statement node, which begins with this line."""
    if hasattr(node, 'name'):
        return str(node.name)
    if line.startswith('if __name__'):
        return '__main__'
    word = re.sub(r'\W.*', '', line)
    return NAMES.get(word, word)


def make_stub_body(name: str, node: Any, lines: list[str]) -> list[str]:
    """Return the docstring of a function, and that it is not implemented, or
    what the docstring of a class says to others.
    """
    require(
        isinstance(node, (ast.FunctionDef, ast.ClassDef))
        and ast.get_docstring(node) is not None,
        f'{name} is no function or class with a docstring',
    )
    indent = ' ' * node.body[0].col_offset
    start = node.body[0].lineno - 1
    end = node.body[0].end_lineno
    doc = lines[start:end]
    if isinstance(node, ast.FunctionDef):
        return [*doc, f'{indent}raise NotImplementedError']
    outside, inside, _ = '\n'.join(doc).partition(f'\n\n{indent}{INSIDE}')
    if inside:
        if '\n' in outside:
            outside += f'\n{indent}'
        outside += '"""'
    return [outside]


def check_names(text: str, path: str) -> None:
    """Check that text, which is what is kept of the module at path, uses no
    name that is defined neither there nor in Python.
    """
    top = symtable.symtable(text, f'what is kept of {path}', 'exec')
    tables = [top]
    used = set()
    for table in tables:
        tables += table.get_children()
        used |= {
            each.get_name()
            for each in table.get_symbols()
            if each.is_global() and each.is_referenced()
        }
    known = {
        each.get_name()
        for each in top.get_symbols()
        if each.is_assigned() or each.is_imported()
    }
    missing = sorted(used - known - {*dir(builtins), '__file__'})
    require(
        not missing,
        f'{path}: {", ".join(missing)} is left out, but what is kept uses it',
    )
