"""Cutting a module of the solution down to what students get.

What is not named is left out. What is named has to be there, and so does what
is needed by it.
"""
from __future__ import annotations
from dataclasses import dataclass, field
from typing import Any, Iterable
import ast
from course.starter.source import DEFINITION, DOC, Source, SourcePart, \
    find_names, find_names_below, find_names_defined, require

# What is written above the entries of a table that are for later.
FOR_LATER = "# Take away the '# ' before a line once what it names is written:"
MOST_COLUMNS = 79  # Of an import.


@dataclass
class Cut:
    """What is kept of a module. Names are those of functions, classes,
    variables, 'Class.method', '__doc__', 'Class.__doc__', '__main__' or
    'try x', a statement that tries to import x.

    === Attributes ===
    keep: what is kept as it is
    stubs: functions of which the signature and the docstring are kept, with
        the parameters in brackets if there are any, and classes of which only
        what their docstring says to others is kept
    later: entries of tables, as 'table.key', that become comments
    values: what variables are set to instead
    docstring: the docstring of the module, '' if it is kept or left out
    """
    keep: list[str] = field(default_factory=list)
    stubs: list[str] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    docstring: str = ''
    values: dict[str, str] = field(default_factory=dict)


class Cutter:
    """Cuts a module, and makes sure that each name in the cut is met.

    === Attributes ===
    source: the module
    cut: what is kept of it
    stubs: the stubs of the cut: what is behind the name of each
    met: the names in the cut that have been met
    """
    source: Source
    cut: Cut
    stubs: dict[str, str]
    met: list[str]

    def __init__(self, source: Source, cut: Cut) -> None:
        """Initialize a cutter that has not cut anything yet."""
        self.source, self.cut, self.met = source, cut, []
        self.stubs = {}
        for entry in cut.stubs:
            name, _, behind = entry.partition('(')
            self.stubs[name] = behind

    def run(self, given: set[str]) -> str:
        """Return the text of what is kept, where students get modules given."""
        chunks, after_def = [], False
        for part in self.source.parts:
            if not isinstance(part.node, (ast.Import, ast.ImportFrom)):
                lines = self.cut_part(part, part.name)
                if lines:
                    # What is left out may have had blank lines below it.
                    apart = isinstance(part.node, DEFINITION) or after_def
                    chunks.append((2 if apart else part.blanks, lines))
                    after_def = isinstance(part.node, DEFINITION)
        self.check_entries()
        kept = '\n'.join(line for _, chunk in chunks for line in chunk)
        code = ast.parse(kept, f'what is kept of {self.source.path}')
        self.check_names(code)
        text = self.format_docstring()
        if DOC in self.met:
            text = chunks.pop(0)[1]
        text = text + self.format_imports(find_names(code), given)
        for blanks, lines in chunks:
            text += [''] * (blanks if text else 0) + lines
        return '\n'.join(text) + '\n'

    def require(self, right: bool, problem: str) -> None:
        """Raise StarterError with this problem unless all is right."""
        require(right, f'{self.source.path}: {problem}')

    def cut_part(self, part: SourcePart, name: str) -> list[str]:
        """Return the lines that are kept of part, which is called name."""
        if name in self.stubs:
            self.met.append(name)
            self.require(isinstance(part.node, DEFINITION),
                         f'{name} is neither a function nor a class')
            return self.cut_stub(part, name)
        if name in self.cut.keep:
            self.met.append(name)
            return self.source.get_text(part)
        entries = self.find_entries(part)
        if entries:
            return self.cut_table(part.name, entries)
        if isinstance(part.node, ast.ClassDef):
            return self.cut_class(part, name, [])
        values = {variable: value for variable, value in self.cut.values.items()
                  if variable in find_names_defined(part.node)}
        self.met += values
        return [f'{variable} = {value}' for variable, value in values.items()]

    def cut_class(self, part: SourcePart, name: str, doc: list[str]
                  ) -> list[str]:
        """Return what is kept of a class with doc, none if nothing in it is."""
        body = list(doc)
        for inner in self.source.split(part.node):
            lines = self.cut_part(inner, f'{name}.{inner.name}')
            if lines:
                body += [''] * inner.blanks + lines
        return self.source.get_head(part) + body if body else []

    def cut_stub(self, part: SourcePart, name: str) -> list[str]:
        """Return a function without its body, or a class without its inside."""
        node = part.node
        is_class = isinstance(node, ast.ClassDef)
        doc = self.source.get_outside_doc(node) if is_class \
            else self.source.get_doc(node)
        self.require(doc != [], f'{name} has no docstring')
        if is_class:
            return self.cut_class(part, name, doc)
        indent = ' ' * node.body[0].col_offset
        head = self.source.get_head(part)
        if self.stubs[name]:
            kept = self.stubs[name].rstrip(')').split(', ')
            head = [indent[4:] + self.format_head(node, kept)]
        return [*head, *doc, indent + 'raise NotImplementedError']

    def format_head(self, node: ast.FunctionDef, kept: list[str]) -> str:
        """Return the first line of a function with these parameters alone."""
        parameters = [each for each in node.args.args if each.arg in kept]
        self.require([each.arg for each in parameters] == kept,
                     f'{", ".join(kept)} are not parameters of {node.name}')
        arguments = ast.arguments([], parameters, None, [], [], None, [])
        shorter = ast.FunctionDef(node.name, arguments, [ast.Pass()], [],
                                  node.returns)
        return ast.unparse(ast.fix_missing_locations(shorter)).splitlines()[0]

    def find_entries(self, part: SourcePart) -> list[tuple[str, Any, Any]]:
        """Return the named entries of a table, each with its nodes."""
        table = getattr(part.node, 'value', None)
        if not isinstance(table, ast.Dict):
            return []
        # A key need not be a constant; only constants have a name.
        entries = [(f'{part.name}.{getattr(key, "value", "")}', key, value)
                   for key, value in zip(table.keys, table.values)]
        return [entry for entry in entries
                if entry[0] in self.cut.keep or entry[0] in self.cut.later]

    def cut_table(self, table: str, entries: list[tuple[str, Any, Any]]
                  ) -> list[str]:
        """Return the lines of a table, with entries for later as comments."""
        now, later = [], []
        for name, key, value in entries:
            self.met.append(name)
            line = f'{ast.unparse(key)}: {ast.unparse(value)},'
            if name in self.cut.keep:
                now.append('    ' + line)
            else:
                later.append('    # ' + line)
        above = ['    ' + FOR_LATER] if later else []
        return [f'{table} = {{', *now, *above, *later, '}']

    def format_docstring(self) -> list[str]:
        """Return the lines of the docstring, if it is another one."""
        docstring = self.cut.docstring.strip()
        return [f'"""{docstring}', '"""'] if '\n' in docstring else \
            [f'"""{docstring}"""'] if docstring else []

    def format_imports(self, used: set[str], given: set[str]) -> list[str]:
        """Return the lines of the imports of what is used. What is for later
        is imported, too, if it comes from one of the modules given; otherwise
        that import is a comment.
        """
        lines: list[str] = []
        later = self.find_later_names() - used
        nodes: list[ast.stmt] = []
        for part in self.source.parts:
            # An import may stand in a "with" statement.
            nodes += part.node.body if isinstance(part.node, ast.With) \
                else [part.node]
        for node in nodes:
            if not isinstance(node, (ast.Import, ast.ImportFrom)):
                continue
            module = getattr(node, 'module', None)
            if module == '__future__':
                lines.append(ast.unparse(node))
            elif module in given or '.' in str(module):
                lines += format_import(node, used | later)
            else:
                lines += format_import(node, used)
                lines += ['# ' + line for line in format_import(node, later)]
        return lines

    def find_later_names(self) -> set[str]:
        """Return the names that are used by what is for later."""
        return {used for part in self.source.parts
                for name, _, value in self.find_entries(part)
                if name in self.cut.later for used in find_names(value)}

    def check_entries(self) -> None:
        """Check that each name is in the cut once, and was met once."""
        entries = [*self.cut.keep, *self.stubs, *self.cut.later,
                   *self.cut.values]
        for entry in entries:
            self.require(entries.count(entry) == self.met.count(entry) == 1,
                         f'starter.toml names {entry}, which is not there '
                         f'just once, or names it twice')

    def check_names(self, code: ast.Module) -> None:
        """Check that code, which is what is kept, uses no name, and no method
        of its own class, that the module defines and code does not.
        """
        missing = sorted(find_names(code) & find_names_below(self.source.tree)
                         - find_names_below(code))
        whole = {part.name: part.node for part in self.source.parts}
        for node in code.body:
            if isinstance(node, ast.ClassDef):
                used = {each.attr for each in ast.walk(node)
                        if isinstance(each, ast.Attribute)
                        and ast.unparse(each.value) == 'self'}
                missing += [f'{node.name}.{name}' for name in sorted(
                    used & find_names_below(whole[node.name])
                    - find_names_below(node))]
        self.require(not missing, f'{", ".join(missing)} is left out, but '
                                  f'what is kept uses it')


def format_import(node: ast.Import | ast.ImportFrom,
                  used: Iterable[str]) -> list[str]:
    """Return the lines of an import of what is used, none if nothing is. No
    line is too long.

    >>> node = ast.parse('from a import b, c as d, e').body[0]
    >>> format_import(node, ['b', 'd']), format_import(node, ['x'])
    (['from a import b, c as d'], [])
    """
    names = [alias for alias in node.names
             if (alias.asname or alias.name.partition('.')[0]) in used]
    if not names:
        return []
    shorter = ast.ImportFrom(node.module, names, node.level) \
        if isinstance(node, ast.ImportFrom) else ast.Import(names)
    lines = [ast.unparse(shorter)]
    while len(lines[-1]) > MOST_COLUMNS:
        cut = lines[-1].rindex(', ', 0, MOST_COLUMNS - 1) + 2
        lines[-1:] = [lines[-1][:cut] + '\\', '    ' + lines[-1][cut:]]
    return lines
