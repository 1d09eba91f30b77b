"""Cutting a module of the solution down to what students get.

What is not named is left out. What is named has to be there.
"""
from __future__ import annotations
from dataclasses import dataclass, field
import ast
from course.starter.closure import check_names
from course.starter.errors import require
from course.starter.imports import find_names, write_import
from course.starter.source import DEFINITION, DOC, Part, Source, \
    find_names_defined

# What is written above the entries of a table that are for later.
FOR_LATER = "# Take away the '# ' before a line once what it names is written:"


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

    def list_stub_names(self) -> list[str]:
        """Return the names of the stubs.

        >>> Cut(stubs=['f(a, b)', 'g', 'C']).list_stub_names()
        ['f', 'g', 'C']
        """
        return [each.partition('(')[0] for each in self.stubs]


class Cutter:
    """Cuts a module, and sees to it that each name in the cut is met.

    === Attributes ===
    source: the module
    cut: what is kept of it
    met: the names in the cut that have been met
    """
    source: Source
    cut: Cut
    met: list[str]

    def __init__(self, source: Source, cut: Cut) -> None:
        """Initialize a cutter that has not cut anything yet."""
        self.source, self.cut, self.met = source, cut, []

    def run(self, given: set[str]) -> str:
        """Return the text of what is kept. The modules given are those that
        students get.
        """
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
        kept = '\n'.join('\n'.join(chunk) for _, chunk in chunks)
        check_names(self.source, ast.parse(kept))
        head = self.write_head_lines(chunks, given)
        text = list(head)
        for blanks, lines in chunks:
            text += [''] * (blanks if text else 0) + lines
        return '\n'.join(text) + '\n'

    def cut_part(self, part: Part, name: str) -> list[str]:
        """Return the lines that are kept of part, which is called name."""
        if name in self.cut.list_stub_names():
            self.met.append(name)
            return self.stub_class(part, name) \
                if isinstance(part.node, ast.ClassDef) \
                else self.stub_function(part, name)
        if name in self.cut.keep:
            self.met.append(name)
            if self.find_later_keys(name):
                return self.write_table(part, name)
            return self.source.get_text(part)
        if isinstance(part.node, ast.ClassDef):
            return self.cut_class(part, name, [])
        return self.set_values(part)

    def set_values(self, part: Part) -> list[str]:
        """Return lines that set the variables that part sets to other values,
        if there are any.
        """
        lines = []
        for name, value in self.cut.values.items():
            if name in find_names_defined(part.node):
                self.met.append(name)
                lines.append(f'{name} = {value}')
        return lines

    def cut_class(self, part: Part, name: str, doc: list[str]) -> list[str]:
        """Return the lines that are kept of a class whose docstring is cut to
        doc: none if nothing in it is kept.
        """
        body = list(doc)
        for inner in self.source.split(part.node):
            lines = self.cut_part(inner, f'{name}.{inner.name}')
            if lines:
                body += [''] * inner.blanks + lines
        return self.source.get_head(part) + body if body else []

    def stub_class(self, part: Part, name: str) -> list[str]:
        """Return the lines of a class whose docstring is cut to what it says
        to others.
        """
        doc = self.source.get_outside_doc(part.node)
        require(doc != [], f'{self.source.path}: {name} has no docstring')
        return self.cut_class(part, name, doc)

    def stub_function(self, part: Part, name: str) -> list[str]:
        """Return the lines of a function whose body is left out."""
        doc = self.source.get_doc(part.node)
        require(doc != [], f'{self.source.path}: {name} has no docstring')
        entry = self.cut.stubs[self.cut.list_stub_names().index(name)]
        head = self.source.get_head(part)
        indent = ' ' * part.node.body[0].col_offset
        if '(' in entry:
            kept = entry.partition('(')[2].rstrip(')').split(', ')
            head = [indent[4:] + self.write_head(part.node, name, kept)]
        return [*head, *doc, indent + 'raise NotImplementedError']

    def write_head(self, node: ast.FunctionDef, name: str, kept: list[str]
                   ) -> str:
        """Return the first line of a function with these parameters alone, the
        first ones, which have no defaults.
        """
        known = [each.arg for each in node.args.args]
        known = known[:len(known) - len(node.args.defaults)]
        require(known[:len(kept)] == kept,
                f'{self.source.path}: {", ".join(kept)} are not the first '
                f'parameters of {name}, without defaults')
        arguments = ast.arguments([], node.args.args[:len(kept)], None, [],
                                  [], None, [])
        shorter = ast.FunctionDef(node.name, arguments, [ast.Pass()], [],
                                  node.returns)
        return ast.unparse(ast.fix_missing_locations(shorter)).splitlines()[0]

    def find_later_keys(self, name: str) -> list[str]:
        """Return the keys for later of the table called name."""
        return [each.partition('.')[2] for each in self.cut.later
                if each.partition('.')[0] == name]

    def write_table(self, part: Part, name: str) -> list[str]:
        """Return the lines of a table, some entries of which are for later."""
        table = part.node.value
        require(isinstance(table, ast.Dict), f'{self.source.path}: {name} is '
                                             f'no table')
        now, later = [], []
        for key, value in zip(table.keys, table.values):
            line = f'{ast.unparse(key)}: {ast.unparse(value)},'
            if key.value in self.find_later_keys(name):
                self.met.append(f'{name}.{key.value}')
                later.append('    # ' + line)
            else:
                now.append('    ' + line)
        return [f'{name} = {{', *now, '    ' + FOR_LATER, *later, '}']

    def write_head_lines(self, chunks: list[tuple[int, list[str]]],
                         given: set[str]) -> list[str]:
        """Return the lines of the docstring, if it is another one, and of the
        imports that chunks need. What is for later is imported, too, if it
        comes from one of the modules given; otherwise that import is a
        comment.
        """
        docstring = self.cut.docstring.strip()
        require(not (docstring and DOC in self.met), f'{self.source.path}: '
                f'there are two docstrings')
        head = [f'"""{docstring}', '"""'] if '\n' in docstring else \
            [f'"""{docstring}"""'] if docstring else []
        if not head and chunks and DOC in self.met:
            head = chunks.pop(0)[1]
        code = '\n'.join(line for _, lines in chunks for line in lines)
        used = find_names(ast.parse(code))
        later = self.find_later_names() - used
        for part in self.source.parts:
            node = part.node
            if not isinstance(node, (ast.Import, ast.ImportFrom)):
                continue
            module = getattr(node, 'module', None)
            if module == '__future__':
                head += self.source.get_text(part)
            elif module in given or '.' in str(module):
                head += write_import(node, used | later)
            else:
                head += write_import(node, used)
                head += ['# ' + line for line in write_import(node, later)]
        return head

    def find_later_names(self) -> set[str]:
        """Return the names that are used by what is for later."""
        names = set()
        for part in self.source.parts:
            keys = self.find_later_keys(part.name)
            for key, value in zip(part.node.value.keys,
                                  part.node.value.values) if keys else ():
                if key.value in keys:
                    names |= find_names(value)
        return names

    def check_entries(self) -> None:
        """Check that all names in the cut have been met, once each."""
        for entry in [*self.cut.keep, *self.cut.list_stub_names(),
                      *self.cut.later, *self.cut.values]:
            require(self.met.count(entry) == 1,
                    f'{self.source.path}: starter.toml names {entry}, which '
                    f'is there {self.met.count(entry)} times')
