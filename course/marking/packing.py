"""Put together what marks elsewhere: this tool, the suites, the solution."""
from pathlib import Path
from typing import Iterator, Optional
import json
import zipfile
from course.marking.configuration import Configuration
from course.marking.judging import TOP

# The tool, and what it is built on.
TOOL = ['course/__init__.py', 'course/marking', 'game.py', 'game_state.py',
        'stonehenge.py', 'strategy.py', 'engine']
# Zip files have no dates before this: the same files give the same zip file.
DATE = (1980, 1, 1, 0, 0, 0)


def list_tool(configuration: Configuration) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of all that is needed to mark."""
    for part in TOOL:
        for path in walk(TOP / part):
            yield str(path.relative_to(TOP)), path.read_bytes()
    for part in configuration.reference_parts:
        for path in walk(configuration.reference / part):
            name = path.relative_to(configuration.reference)
            yield f'marking/reference/{name}', path.read_bytes()
    for path in configuration.suites:
        yield f'marking/{path.name}', path.read_bytes()
    yield 'marking/pyta.txt', configuration.style.config.read_bytes()
    for supplied in map(Path, configuration.files['supplied']):
        for path in walk(supplied):
            name = path.relative_to(supplied.parent)
            yield f'marking/supplied/{name}', path.read_bytes()
    yield 'marking/marking.toml', write_toml(configuration).encode()


def walk(path: Path) -> list[Path]:
    """Return the file at path, or the files in the folder there."""
    if path.is_file():
        return [path]
    return [each for each in sorted(path.rglob('*')) if each.is_file()
            and '__pycache__' not in each.parts]


def write_toml(configuration: Configuration) -> str:
    """Return a marking.toml that says the same as configuration, for the files
    as list_tool lays them out.
    """
    style, files = configuration.style, configuration.files
    supplied = [f'supplied/{Path(path).name}' for path in files['supplied']]
    tables = {
        'limits': configuration.limits.as_dict(),
        'files': {**files, 'supplied': supplied},
        'suites': {'reference': 'reference',
                   'reference_parts': configuration.reference_parts,
                   'paths': [path.name for path in configuration.suites],
                   'seed': configuration.seed},
        'style': {'points': float(style.points), 'config': 'pyta.txt',
                  'files': style.files, 'cost': float(style.cost),
                  'visibility': style.visibility},
        'style.costs': {name: float(cost)
                        for name, cost in style.costs.items()}}
    text = ''.join(f'[{name}]\n{write_pairs(table)}\n'
                   for name, table in tables.items())
    for group in configuration.groups:
        text += '[[groups]]\n' + write_pairs({
            'name': group.name, 'tests': group.tests,
            'points': float(group.points), 'needs': group.needs,
            'visibility': group.visibility}) + '\n'
    return text


def write_pairs(table: dict) -> str:
    """Return the lines of a table. JSON's texts, numbers and lists are TOML's,
    too.
    """
    return ''.join(f'{json.dumps(key)} = {json.dumps(value)}\n'
                   for key, value in table.items())


def write_zip(path: Path, contents: list[tuple[str, bytes]],
              programs: Optional[set[str]] = None) -> None:
    """Write a zip file with these contents. Those in programs can be run."""
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as zipped:
        for name, content in contents:
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # As on Linux, wherever this runs.
            mode = 0o755 if name in (programs or ()) else 0o644
            entry.external_attr = (0o100000 | mode) << 16
            zipped.writestr(entry, content)
