"""What students get has to be complete: whatever it imports is there."""
from typing import Mapping
import ast
from course.starter.errors import require
from course.starter.source import defined_in


def imports_of(code: ast.AST) -> list[tuple[str, list[str]]]:
    """Return the modules that code imports, each with the names that it
    imports from it. What it only tries to import does not count.

    >>> imports_of(ast.parse('import a.b; from c import d'))
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
            found += imports_of(node)
    return found


def check_imports(files: Mapping[str, bytes], ours: set[str]) -> None:
    """Check that each import of one of our modules finds it, and what it
    imports from it, in files. Those at the top of our folder are ours, too.
    """
    codes = {name: ast.parse(content) for name, content in files.items()
             if name.endswith('.py')}
    for path, code in codes.items():
        for module, names in imports_of(code):
            if module.partition('.')[0] not in ours:
                continue
            file = module.replace('.', '/')
            found = codes.get(f'{file}.py') or codes.get(f'{file}/__init__.py')
            require(found is not None, f'{path} imports {module}, which '
                                       f'students do not get')
            known = names_in_module(found)
            for each in names:
                require(each in known or f'{file}/{each}.py' in codes,
                        f'{path} imports {each} from {module}, where students '
                        f'do not get it')


def names_in_module(code: ast.Module) -> set[str]:
    """Return the names that can be imported from a module.

    >>> sorted(names_in_module(ast.parse('import a; b = 1')))
    ['a', 'b']
    """
    names = defined_in(code)
    for node in code.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {alias.asname or alias.name for alias in node.names}
    return names
