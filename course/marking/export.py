"""Write what other programs take.

For Gradescope, that is an autograder. It holds this tool, the suites and the
reference solution, which is run now: each submission gets the same tests and
positions. There is Python 3.10 or later, without packages. A run is ended after
some time, and nothing counts then, so the limits here are lower.

For JPlag and MOSS, it is the code of all submissions.
"""

from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Iterator, Optional
import json
from course.marking.archives import is_archive, unpack, write_zip
from course.marking.configuration import TOP, Configuration, find_group, require
from course.marking.intake import (
    LARGEST_MB,
    MOST_FILES,
    find_submissions,
    is_python,
)
from course.marking.isolation import contain
from course.marking.marker import Marker
from course.marking.run import print_line, print_names

# The tool, and what it is built on.
TOOL = [
    'course/__init__.py',
    'course/marking',
    'game.py',
    'game_state.py',
    'stonehenge.py',
    'strategy.py',
    'engine',
    'interface',
    'game_interface.py',
    'subtract_square_game.py',
    'subtract_square_state.py',
]

# The most there. A run has 600 seconds: after the last test has begun, it may
# take another minute, and style two. A submission and the tool share 768 MB.
LIMITS = {'seconds_per_submission': 400, 'memory_mb': 512}

PYTHON_TA = '2.13.1'
# What Gradescope runs.
ELSEWHERE = Path(__file__).parent / 'elsewhere'


def write_autograder(path: Optional[Path], out: Path) -> None:
    """Write the zip file out, as the configuration at path says."""
    marker = find_tests(path)
    configuration = marker.configuration
    needed = ''
    if configuration.style['points']:
        needed = f'python-ta=={PYTHON_TA}\n'
    parts = {
        **{name: TOP / name for name in TOOL},
        **{each.name: each for each in sorted(ELSEWHERE.iterdir())},
        'marking/pyta.txt': Path(configuration.style['config']),
    }
    for place, part in configuration.reference.items():
        parts[f'marking/reference/{place}'] = part
    for part in configuration.suite_files():
        parts[f'marking/{part.name}'] = part
    for part in configuration.files['supplied']:
        parts[f'marking/supplied/{part.name}'] = part
    write_zip(
        out,
        [
            *list_files(parts),
            ('marking/requirements.txt', needed.encode()),
            ('marking/marking.json', freeze(marker)),
        ],
    )
    print(
        f'Wrote {out}. Upload it to Gradescope as the autograder. '
        f'Submissions are contained there, not sandboxed: see '
        f'course/marking/README.md.'
    )


def find_tests(path: Optional[Path]) -> Marker:
    """Return a marker, for the configuration at path, that knows the tests."""
    configuration = Configuration(path)
    configuration.check_names()
    # The reference solution is ours.
    marker = Marker(configuration, contain())
    print_line('Running the reference solution.')
    marker.run_reference()
    return marker


def list_files(parts: dict[str, Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of files, and of those in folders, that are
    to have these places.
    """
    for place, part in parts.items():
        for path in [part, *sorted(part.rglob('*'))]:
            if path.is_file() and '__pycache__' not in path.parts:
                name = Path(place, path.relative_to(part))
                yield str(name), path.read_bytes()


def freeze(marker: Marker) -> bytes:
    """Return marker's configuration, in JSON, for the files as laid out: with
    the tests and the seed that are known now, and lower limits.
    """
    usual = marker.configuration
    tables = deepcopy(usual.tables)
    limits = tables['limits']
    for limit, most in LIMITS.items():
        limits[limit] = min(most, limits[limit])
    supplied = [Path(path).name for path in tables['files']['supplied']]
    tables['files']['supplied'] = [f'supplied/{name}' for name in supplied]
    tables['suites'] |= {
        'reference': 'reference',
        'seed': marker.seed,
        'paths': [path.name for path in usual.suites],
    }
    tables['style']['config'] = 'pyta.txt'
    tables['groups'] = []
    for group in usual.groups:
        own = [
            test
            for test in marker.wanted
            if find_group(usual.groups, test) is group
        ]
        tables['groups'].append(
            {**vars(group), 'points': float(group.points), 'tests': own}
        )
    return json.dumps({**tables, 'tests': marker.wanted}, indent=1).encode()


def lay_out_code(
    submissions: Path, folder: Path, given: Optional[Path], path: Optional[Path]
) -> None:
    """Write all code into folder, as JPlag and MOSS take it: that of each
    submission into a folder of its own, and what students got into another.
    """
    settings = Configuration(path).files
    supplied = {Path(each).name for each in settings['supplied']}
    require(
        given is None or given.is_dir() or is_archive(given),
        f'There is no folder or zip file {given}.',
    )
    require(
        not folder.exists() or not any(folder.iterdir()),
        f'{folder} is not empty. Choose another one.',
    )
    with TemporaryDirectory() as name:
        found = find_submissions(submissions, Path(name), settings)
        bad = [each.id for each in found if each.problem]
        for submission in [each for each in found if not each.problem]:
            own = {
                file: source
                for file, source in submission.files.items()
                if Path(file).parts[0] not in supplied
            }
            write_code(own, folder / 'submissions' / submission.id)
        if given is not None and is_archive(given):
            unpack(given, Path(name) / 'given', LARGEST_MB, MOST_FILES)
            given = Path(name) / 'given'
        if given is not None:
            starter = {
                str(source.relative_to(given)): source
                for source in sorted(given.rglob('*.py'))
            }
            write_code(starter, folder / 'given')
    print(
        f'The code of {len(found) - len(bad)} submissions is in {folder}. To '
        f'have it compared, see course/README.md.'
    )
    print_names('These cannot be marked, and have no code there', bad)


def write_code(files: dict[str, Path], folder: Path) -> None:
    """Copy those of files that are Python right into folder, each once."""
    folder.mkdir(parents=True, exist_ok=True)
    for source, place in {each: name for name, each in files.items()}.items():
        if is_python(source):
            (folder / place.replace('/', '_')).write_bytes(source.read_bytes())
