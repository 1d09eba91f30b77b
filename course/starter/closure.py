"""What students get has to be complete: what it uses and imports is there."""
from typing import Mapping
import ast
from course.starter.errors import require
from course.starter.imports import find_names
from course.starter.source import Source, find_names_below


def find_imports(code: ast.AST) -> list[tuple[str, list[str]]]:
    """Return the modules that code imports, each with the names that it
    imports from it. What it only tries to import does not count.

    >>> find_imports(ast.parse('import a.b; from c import d'))
    [('a.b', []), ('c', ['d'])]
    """
    found = []
    for node in ast.iter_child_nodes(code):
        if isinstance(node, ast.Import):
            found += [(alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.module or '',
                          [alias.name for alias in node.names]))
        elif not isinstance(node, ast.Try):
            found += find_imports(node)
    return found


def check_imports(files: Mapping[str, bytes], ours: set[str]) -> None:
    """Check that each import of one of our modules finds it, and what it
    imports from it, in files. Those at the top of our folder are ours, too.
    """
    codes = {name: ast.parse(content) for name, content in files.items()
             if name.endswith('.py')}
    for path, code in codes.items():
        for module, names in find_imports(code):
            if module.partition('.')[0] not in ours:
                continue
            file = module.replace('.', '/')
            found = codes.get(f'{file}.py') or codes.get(f'{file}/__init__.py')
            require(found is not None, f'{path} imports {module}, which '
                                       f'students do not get')
            known = find_importable_names(found)
            for each in names:
                require(each in known or f'{file}/{each}.py' in codes,
                        f'{path} imports {each} from {module}, where students '
                        f'do not get it')


def find_importable_names(code: ast.Module) -> set[str]:
    """Return the names that can be imported from a module.

    >>> sorted(find_importable_names(ast.parse('import a; b = 1')))
    ['a', 'b']
    """
    names = find_names_below(code)
    for node in code.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {alias.asname or alias.name for alias in node.names}
    return names


def check_names(source: Source, code: ast.Module) -> None:
    """Check that code, which is what is kept of source, uses no name that
    source defines and code does not.
    """
    missing = sorted(find_names(code) & find_names_below(source.tree)
                     - find_names_below(code))
    for part in source.parts:
        if isinstance(part.node, ast.ClassDef):
            missing += find_missing_methods(part.node, code)
    require(not missing, f'{source.path}: {", ".join(missing)} is left out, '
                         f'but what is kept uses it')


def find_missing_methods(node: ast.ClassDef, code: ast.Module) -> list[str]:
    """Return the methods of the class in node that are left out in code, but
    used there in the same class.
    """
    missing = set()
    for other in code.body:
        if isinstance(other, ast.ClassDef) and other.name == node.name:
            used = {each.attr for each in ast.walk(other)
                    if isinstance(each, ast.Attribute)
                    and ast.unparse(each.value) == 'self'}
            missing = used & find_names_below(node) - find_names_below(other)
    return [f'{node.name}.{name}' for name in sorted(missing)]
