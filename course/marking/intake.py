"""Find the submissions in a folder, in the forms that courses have them in.

- `ID/*.py`: a folder for each submission, or `ID.zip`, `ID.tar.gz` or the like;
- MarkUs: `GROUP/*`, or `GROUP/FOLDER/*`, where the folder is that of the
  assignment;
- Gradescope: `submission_N/*`, and `submission_metadata.yml` with the names;
- an archive of any of these.

A submission's files may lie deeper, or in an archive in an archive.
"""
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
import re
from course.marking.archives import IGNORED, SUFFIXES, IntakeError, \
    is_archive, unpack, walk

METADATA = 'submission_metadata.yml'
# These names are taken in the folder of the results.
TAKEN = {'marks.csv', 'tests.csv', 'markus.csv', 'canvas.csv', 'class.csv',
         'adjustments.csv', 'similar.csv', 'similar.html', 'summary.html',
         'faults.json', 'run.json'}
# A whole course may be this many times as large as one submission.
SUBMISSIONS_AT_MOST = 1000
# An archive may be this many times as large: some of it is left out.
ROOM = 20
DEEPEST = 3  # Archives in archives.
# Of Gradescope's metadata: blanks, perhaps a dash, a key, a value.
LINE = re.compile(r'''(?m)^( *)(-?) *[:"']*([\w.-]+)["']?: *(.*?) *$''')
# Nothing here unpacks these.
FOREIGN = ('.rar', '.7z', '.gz', '.xz', '.bz2', '.zst', '.zipx')


@dataclass
class Submission:
    """What a student, or a group of students, has handed in.

    === Attributes ===
    id: what it is called, which is the name of its folder or archive
    folder: where it is
    students: who has handed it in: 'name', 'sid' and 'email' of each, if known
    submitted: when, if that is known
    problem: why there is nothing to mark, if there is nothing
    notes: what is to be said about its files
    """
    id: str
    folder: Path
    students: list[dict[str, str]] = field(default_factory=list)
    submitted: str = ''
    problem: str = ''
    notes: list[str] = field(default_factory=list)


def find_submissions(source: Path, space: Path, files: dict
                     ) -> list[Submission]:
    """Return the submissions in source, unpacked into space if need be."""
    if is_archive(source):
        try:
            unpack(source, space / 'all',
                   files['largest_mb'] * SUBMISSIONS_AT_MOST,
                   files['most_files'] * SUBMISSIONS_AT_MOST)
        except IntakeError as error:
            raise IntakeError(f'{source}: {error}.') from None
        source, *others = list_inside(space / 'all') or [space / 'all']
        if others or not source.is_dir() or list_python(source):
            source = space / 'all'
    if not source.is_dir():
        raise IntakeError(f'There is no folder {source}.')
    own = set(list_python(source)) & set(files['expected'])
    if own:
        raise IntakeError(f'{source} holds {min(own)} itself, and should hold '
                          f'a folder for each submission. If it is a single '
                          f'submission, give the folder that it is in.')
    known = read_metadata(source / METADATA)
    found: dict[str, Submission] = {}
    for path in list_inside(source):
        name = path.name if path.is_dir() else re.sub(
            r'(?i)(\.tar)?\.\w+$', '', path.name)
        if name in found or name in TAKEN:
            raise IntakeError(f'{name!r} cannot be the name of a submission: '
                              f'it is taken.')
        submission = found[name] = Submission(name, path, **known.get(name, {}))
        try:
            submission.folder = find_code(path, space / 'unpacked' / name,
                                          files, submission.notes)
        except IntakeError as error:
            submission.problem = str(error)
    if not found:
        raise IntakeError(f'There are no submissions in {source}: it should '
                          f'hold a folder, a zip file or a tar file for each.')
    return list(found.values())


def list_inside(folder: Path) -> list[Path]:
    """Return what may be submissions in folder."""
    return [path for path in sorted(folder.iterdir())
            if not IGNORED.fullmatch(path.name) and not path.is_symlink()
            and (path.is_dir() or path.name.lower().endswith(
                ('.py', *SUFFIXES, *FOREIGN)))]


def list_python(folder: Path) -> list[str]:
    """Return the names of the Python files right in folder."""
    return [path.name for path in list_inside(folder)
            if path.suffix.lower() == '.py' and path.is_file()]


def find_code(path: Path, space: Path, files: dict, notes: list[str],
              depth: int = 1) -> Path:
    """Return the folder with the files of the submission at path, which may be
    an archive. Add to notes what is odd. Raise IntakeError if there are none.
    """
    if path.is_dir():
        folders = {folder: list_python(folder) for folder, _ in walk(path)}
        expected = set(files['expected'])
        # Where some of the expected files are, but not far below.
        best = min(folders, key=lambda folder: (
            not folders[folder], not expected & set(folders[folder]),
            len(folder.parts), -len(expected & set(folders[folder])), folder))
        if best != path and folders[best]:
            notes.append(f'Your files are in {best.relative_to(path)}/, not '
                         f'at the top. They were found there.')
        if folders[best]:
            return best
        inside = [each for folder in folders for each in list_inside(folder)
                  if not each.is_dir()]
        if not inside:
            raise IntakeError('there is no Python file')
        if len(inside) > 1:
            raise IntakeError(
                f'there is no Python file, but {len(inside)} archives: '
                f'{", ".join(each.name for each in inside)}. Hand in one')
        path = inside[0]
    if not is_archive(path):
        raise IntakeError(
            f'{path.name} is a single file. Put it into a folder, under the '
            f'name that it should have' if path.suffix == '.py' else
            f'{path.name} cannot be unpacked. Make a zip file of it')
    if depth > DEEPEST:
        raise IntakeError(f'{path.name} is an archive in an archive, too deep '
                          f'inside. Hand in one zip file')
    target = space / str(depth)
    target.mkdir(parents=True)
    try:
        unpack(path, target, files['largest_mb'] * ROOM,
               files['most_files'] * ROOM)
    except IntakeError as error:
        raise IntakeError(f'{path.name}: {error}') from None
    return find_code(target, space, files, notes, depth + 1)


def read_metadata(path: Path) -> dict[str, dict[str, Any]]:
    """Return the students of each submission and its time, by its folder, if
    Gradescope's YAML is at path: folders are keys at the left edge, what is
    known of them is two blanks further in, and students are a list there.
    """
    found: dict[str, dict[str, Any]] = {}
    own: dict[str, Any] = {'students': []}
    part = ''
    text = path.read_text('utf-8', 'replace') if path.is_file() else ''
    for match in LINE.finditer(text):
        blanks, dash, key, value = match.groups()
        value = value.strip('"\'')
        if not blanks + dash:
            own = found[key] = {'students': [], 'submitted': ''}
        elif len(blanks) == 2 and not dash:
            part = key
            if key == 'created_at':
                own['submitted'] = value
        elif part == 'submitters' and (dash or own['students']):
            if dash:
                own['students'].append({})
            own['students'][-1][key] = value
    return found
