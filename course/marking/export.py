"""Put together what marks elsewhere: an autograder for Gradescope, testers for
MarkUs. Both hold this tool, the suites and the reference solution, which is run
now, not there: each submission gets the same tests and the same positions.

There, the tool has the standard library of Python 3.10 or later, and python_ta
on Gradescope. MarkUs has a tester of its own for that. Both end a run after
some time, and then nothing counts. So the limits here add up to less.
"""
from configparser import ConfigParser
from copy import deepcopy
from pathlib import Path
from shutil import copyfile
from typing import Any, Iterator, NamedTuple, Optional
import json
import re
from course.marking.archives import write_zip
from course.marking.configuration import TOP, Configuration, \
    find_group, is_in, require
from course.marking.isolation import find_isolation
from course.marking.marker import Marker
from course.marking.marks import STYLE, Group
from course.marking.outputs import write_json, write_text
from course.marking.run import print_line
from course.marking.style import SECONDS as STYLE_SECONDS

# The tool, and what it is built on.
TOOL = ['course/__init__.py', 'course/marking', 'game.py', 'game_state.py',
        'stonehenge.py', 'strategy.py', 'engine', 'interface',
        'game_interface.py', 'subtract_square_game.py',
        'subtract_square_state.py']

# In seconds: a run on either system, of the 600 that they give it, and what is
# left on Gradescope when the last test begins. On MarkUs, that is a quarter.
IN_ALL, RESERVE = 570, 50
# A submission and the tool share 768 MB there.
MEMORY_MB = 512

ELSEWHERE = Path(__file__).parent / 'elsewhere'
TESTER = ELSEWHERE / 'markus_tester.py'
PYTHON_TA = '2.13.1'
LESS = 'Submissions are contained there, not sandboxed: see course/README.md.'
SETTINGS, STYLE_CONFIG = 'settings.json', 'pyta.json'


def write_autograder(path: Optional[Path], out: Path) -> int:
    """Write the zip file out, as the configuration at path says. Return the
    exit status.
    """
    marker = find_tests(path)
    needed = f'python-ta=={PYTHON_TA}\n' \
        if marker.configuration.style['points'] else ''
    frozen = freeze(marker, marker.configuration.groups,
                    IN_ALL - RESERVE - STYLE_SECONDS)
    write_zip(out, [*list_files(['setup.sh', 'run_autograder'], ELSEWHERE, ''),
                    ('marking/requirements.txt', needed.encode()),
                    ('marking/marking.json', frozen),
                    *list_tool(marker.configuration)])
    print(f'Wrote {out}. Upload it to Gradescope as the autograder. {LESS}')
    return 0


def write_tester(path: Optional[Path], out: Path) -> int:
    """Write testers into the folder out, as the configuration at path says.
    Return the exit status.
    """
    marker = find_tests(path)
    style = marker.configuration.style
    marker.configuration.tables['style']['points'] = 0  # Of this tool.
    contents, data = list(list_tool(marker.configuration)), []
    out.mkdir(parents=True, exist_ok=True)
    for number, part in enumerate(list_parts(marker.configuration.groups), 1):
        seconds = (IN_ALL - STYLE_SECONDS) * len(part.groups) \
            // len(marker.configuration.groups)
        contents.append((f'marking/mark_{number}.json', freeze(
            marker, part.groups, seconds * 3 // 4)))
        script = copyfile(TESTER, out / f'mark_{number}.py')
        script.chmod(0o755)
        data.append(describe_part(part, seconds, script_files=[script.name]))
    testers = [{'tester_type': 'custom', 'test_data': data}]
    if style['points']:
        write_text(out / STYLE_CONFIG, read_ini(Path(style['config'])))
        testers.append(describe_style(style))
    write_json(out / SETTINGS, {'testers': testers})
    write_zip(out / 'marking.zip', [
        *contents, (SETTINGS, (out / SETTINGS).read_bytes())])
    print(f'Wrote {out}. Upload what is in it to MarkUs as the files of the '
          f'testers, but {SETTINGS} as their settings. {LESS}')
    return 0


def find_tests(path: Optional[Path]) -> Marker:
    """Return a marker, for the configuration at path, that knows the tests."""
    configuration = Configuration(path)
    # The reference solution is ours.
    marker = Marker(configuration, find_isolation(contained=True))
    print_line('Running the reference solution.')
    marker.run_reference()
    return marker


class Part(NamedTuple):
    """What MarkUs runs by itself, for a criterion, and who may run it."""
    criterion: str
    groups: list[Group]
    category: list[str]


def list_parts(groups: list[Group]) -> Iterator[Part]:
    """Yield what MarkUs runs: for each criterion, the groups that reach it.
    Students may run what is visible.
    """
    criteria = {each.name: each.criterion for each in groups}
    for group in groups:
        for need in group.needs:
            require(criteria[need] == group.criterion,
                    f'group {group.name!r} needs {need!r}, which has another '
                    f'criterion: MarkUs would not run them together')
    for criterion in dict.fromkeys(criteria.values()):
        own = [each for each in groups if each.criterion == criterion]
        visible = [each for each in own if each.visibility == 'visible']
        if visible == own:
            yield Part(criterion, own, ['instructor', 'student'])
        else:
            yield Part(criterion, own, ['instructor'])
            if visible:
                yield Part(criterion, visible, ['student'])


def describe_part(part: Part, seconds: int, **more: Any) -> dict[str, Any]:
    """Return MarkUs's settings for part. Students read the output of what they
    may run. What staff cannot run gives no marks.
    """
    name, criterion = part.criterion or 'Minimax assignment', part.criterion
    shown = 'instructors_and_students' if 'student' in part.category \
        else 'instructors'
    if part.category == ['student']:
        name, criterion = f'{name} (what you may run)', ''
        shown = 'instructors_and_student_tests'
    return {**more, 'category': part.category, 'timeout': seconds,
            'feedback_file_names': [], 'extra_info': {
                'name': name, 'display_output': shown,
                'criterion': criterion or None}}


def describe_style(style: dict[str, Any]) -> dict[str, Any]:
    """Return MarkUs's settings for its own tester of style. It takes a point
    for each message. A criterion has points of its own: the share counts.
    """
    share = style['points'] / len(style['files'])
    points = max(1, round(share / (style['cost'] or share)))
    return {'tester_type': 'pyta',
            'env_data': {'python_version': '3.12', 'pyta_version': PYTHON_TA},
            'test_data': [describe_part(
                Part(STYLE, [], ['instructor', 'student']), STYLE_SECONDS,
                student_files=[{'file_path': file, 'max_points': points}
                               for file in style['files']],
                config_file_name=STYLE_CONFIG, upload_annotations=True)]}


def list_tool(configuration: Configuration) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of all that is needed to mark."""
    yield from list_files(TOOL, TOP, '')
    yield from list_files(configuration.reference_parts,
                          configuration.reference, 'marking/reference/')
    for path in configuration.suite_files():
        yield f'marking/{path.name}', path.read_bytes()
    yield 'marking/pyta.txt', Path(configuration.style['config']).read_bytes()
    for supplied in map(Path, configuration.files['supplied']):
        yield from list_files([supplied.name], supplied.parent,
                              'marking/supplied/')


def list_files(parts: list[str], top: Path, place: str
               ) -> Iterator[tuple[str, bytes]]:
    """Yield the contents of these files and folders, named under place."""
    for part in parts:
        for path in [top / part, *sorted((top / part).rglob('*'))]:
            if path.is_file() and '__pycache__' not in path.parts:
                yield f'{place}{path.relative_to(top)}', path.read_bytes()


def freeze(marker: Marker, groups: list[Group], seconds: int) -> bytes:
    """Return marker's configuration for the files as laid out: with these
    groups, the tests and the seed that are known now, and this many seconds for
    a submission. It is in JSON: Python 3.10 reads no TOML.
    """
    usual = marker.configuration
    tables = deepcopy(usual.tables)
    files, suites, limits = (tables[name] for name in ('files', 'suites',
                                                       'limits'))
    limits['seconds_per_submission'] = min(
        seconds, limits['seconds_per_submission'])
    limits['memory_mb'] = min(MEMORY_MB, limits['memory_mb'])
    files['supplied'] = [f'supplied/{Path(path).name}'
                         for path in files['supplied']]
    suites |= {'reference': 'reference', 'seed': marker.seed,
               'paths': [path.name for path in usual.suites]}
    tables['style']['config'] = 'pyta.txt'
    owners = {test: find_group(usual.groups, test) for test in marker.wanted}
    tests = {test: title for test, title in marker.wanted.items()
             if owners[test] in groups}
    names = [group.name for group in groups]
    tables['groups'] = [
        {**vars(group), 'points': float(group.points),
         'tests': [test for test in tests if owners[test] == group],
         'needs': [each for each in group.needs if each in names],
         'repeats': [each for each in group.repeats if each in names]}
        for group in groups]
    # Those groups are listed, too.
    tables['student_tests'] = {'points': 0, 'hidden_points': 0}
    tables['weights'] = {name: weight
                         for name, weight in tables['weights'].items()
                         if any(is_in(test, name) for test in tests)}
    return json.dumps({**tables, 'tests': tests}, indent=1).encode()


def read_ini(path: Path) -> str:
    """Return python_ta's configuration as the JSON that MarkUs wants."""
    parser = ConfigParser(interpolation=None)
    parser.read_string(path.read_text(encoding='utf-8'))
    # The tester has an output-format of its own.
    return json.dumps({key: re.split(r',\s*', value) if ',' in value else value
                       for section in parser.sections()
                       for key, value in parser[section].items()
                       if key != 'output-format'}, indent=1) + '\n'
