"""A condition is an "if": no text, list or number is multiplied by one."""

import ast
import re
import pytest
from tests.support.programs import TOP

# Functions that answer yes or no.
ANSWERS = re.compile(r'(is|has)[_a-z]+|bool|any|all|callable|(starts|ends)with')


def find_flags(tree: ast.AST) -> set[str]:
    """Return the names of the variables and parameters that are a bool."""
    flags = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            name = node.arg
        elif isinstance(node, ast.AnnAssign):
            name = ast.unparse(node.target)
        else:
            continue
        kind = node.annotation
        if isinstance(kind, ast.Name) and kind.id == 'bool':
            flags.add(name)
    return flags


def is_condition(node: ast.AST, flags: set[str]) -> bool:
    """Return whether node is true or false, as far as its text shows."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func).rpartition('.')[2]
        return bool(ANSWERS.fullmatch(name))
    if isinstance(node, (ast.Name, ast.Attribute)):
        name = ast.unparse(node).rpartition('.')[2]
        return name in flags or name.startswith(('is_', 'has_'))
    return isinstance(node, (ast.Compare, ast.BoolOp))


def find_products(code: str) -> list[str]:
    """Return the products in code one of whose factors is a condition."""
    tree = ast.parse(code)
    flags = find_flags(tree)
    return [
        f'line {node.lineno}: {ast.unparse(node)}'
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mult)
        and (is_condition(node.left, flags) or is_condition(node.right, flags))
    ]


def test_no_products() -> None:
    found = {}
    for file in TOP.rglob('*.py'):
        path = file.relative_to(TOP)
        if path.parts[0].startswith('.') or 'node_modules' in path.parts:
            continue  # Not files of this project.
        products = find_products(file.read_text('utf-8'))
        if products:
            found[str(path)] = products
    assert found == {}


@pytest.mark.parametrize(
    'code',
    [
        "'s' * (n > 1)",
        "['a'] * bool(b)",
        "['a'] * (not b)",
        "'a' * x.is_last",
        "f'{a} ' * (b and c)",
        "'/' * path.isdir(name)",
        "def f(wide: bool):\n    return ' ' * wide",
    ],
)
def test_products_are_found(code: str) -> None:
    assert len(find_products(code)) == 1


@pytest.mark.parametrize('code', ["' ' * wide", '[0] * (n + 1)', '3 * x'])
def test_other_products_are_not(code: str) -> None:
    assert find_products(code) == []
