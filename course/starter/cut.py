"""Cutting a module of the solution down to what students get.

What is not named is left out. A statement is named by what it defines, as
'name' or 'Class.name', or by its first word, such as 'try'. There are also
'__doc__', '__main__' (the last block) and 'imports' (all of them together).
"""
from typing import Any, Iterator, Mapping
import ast
import builtins
import re
import symtable
from course.marking.configuration import require

# What statements are called that begin with these words.
NAMES = {'': '__doc__', 'if': '__main__', 'import': 'imports',
         'from': 'imports'}


def cut_module(path: str, text: str, plan: Mapping[str, Any]) -> str:
    """Return what students get of the module at path, which has this text.
    starter.toml says what a plan may hold.
    """
    keep, stubs, instead = plan.get('keep', []), plan.get('stubs', []), {
        **plan.get('instead', {})}
    left, lines, kept = {*keep, *stubs, *instead}, text.splitlines(), []
    for name, node, start in find_statements(lines, ast.parse(text, path)):
        left.discard(name)
        if name in keep:
            kept += lines[start:node.end_lineno]
        elif name in stubs:
            doc = node.body[0]
            kept += [*lines[start:doc.end_lineno],
                     ' ' * doc.col_offset + 'raise NotImplementedError']
        else:
            kept += instead.pop(name, '').splitlines()
    require(not left, f'{path}: {", ".join(sorted(left))} is not there')
    new = '\n'.join(kept) + '\n'
    check_names(new, path)
    return new


def find_statements(lines: list[str], parent: Any, prefix: str = ''
                    ) -> Iterator[tuple[str, Any, int]]:
    """Yield the statements in the body of parent, and after a class those in
    its body: the name of each, its node in the syntax tree, and the place in
    lines where it begins, with its decorators, the comments right above it, and
    the blank lines above these.
    """
    end = parent.body[0].lineno - 1
    for node in parent.body:
        start = min(each.lineno for each in (
            node, *getattr(node, 'decorator_list', []))) - 1
        for kind in '#', '':
            while start > end and lines[start - 1].strip()[:1] == kind:
                start -= 1
        word = re.sub(r'\W.*', '', lines[node.lineno - 1].strip())
        name = prefix + getattr(node, 'name', NAMES.get(word, word))
        yield name, node, start
        end = node.end_lineno
        if isinstance(node, ast.ClassDef):
            yield from find_statements(lines, node, f'{name}.')


def check_names(text: str, path: str) -> None:
    """Check that text, which is what is kept of the module at path, uses no
    name that is defined neither there nor in Python.
    """
    top = symtable.symtable(text, f'what is kept of {path}', 'exec')
    tables, used = [top], set()
    for table in tables:
        tables += table.get_children()
        used |= {each.get_name() for each in table.get_symbols()
                 if each.is_global() and each.is_referenced()}
    known = {each.get_name() for each in top.get_symbols()
             if each.is_assigned() or each.is_imported()}
    missing = sorted(used - known - {*dir(builtins), '__file__'})
    require(not missing, f'{path}: {", ".join(missing)} is left out, but what '
                         f'is kept uses it')
