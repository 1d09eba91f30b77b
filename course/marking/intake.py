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
import os
import re
from course.marking.archives import ENVIRONMENT, IGNORED, SUFFIXES, \
    IntakeError, is_archive, unpack

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
        inside = strip_folder(space / 'all')
        source = space / 'all' if list_python(inside) else inside
    if not source.is_dir():
        raise IntakeError(f'There is no folder {source}.')
    own = set(list_python(source)) & set(files['expected'])
    if own:
        raise IntakeError(f'{source} holds {min(own)} itself, and should hold '
                          f'a folder for each submission. If it is a single '
                          f'submission, give the folder that it is in.')
    known = read_metadata(source / METADATA)
    found = [find_submission(path, space, files)
             for path in sorted(source.iterdir())
             if not IGNORED.fullmatch(path.name) and not path.is_symlink()
             and (path.is_dir() or path.name.lower().endswith(
                 ('.py', *SUFFIXES, *FOREIGN)))]
    if not found:
        raise IntakeError(f'There are no submissions in {source}: it should '
                          f'hold a folder, a zip file or a tar file for each.')
    ids = [each.id for each in found]
    for submission in found:
        if ids.count(submission.id) > 1 or submission.id in TAKEN:
            raise IntakeError(f'{submission.id!r} cannot be the name of a '
                              f'submission: it is taken.')
        submission.students, submission.submitted = known.get(
            submission.id, ([], ''))
    return found


def find_submission(path: Path, space: Path, files: dict) -> Submission:
    """Return the submission in the folder or archive at path."""
    name = path.name if path.is_dir() else re.sub(
        r'(?i)(\.tar)?\.\w+$', '', path.name)
    submission = Submission(name, path)
    try:
        submission.folder = find_code(path, space / 'unpacked' / name, files,
                                      submission.notes)
    except IntakeError as error:
        submission.problem = str(error)
    return submission


def find_code(path: Path, space: Path, files: dict, notes: list[str],
              depth: int = 1) -> Path:
    """Return the folder with the files of the submission at path, which may be
    an archive. Add to notes what is odd. Raise IntakeError if there are none.
    """
    archive = path
    if path.is_dir():
        folders = find_folders(path)
        if folders:
            expected = set(files['expected'])
            # Where some of the expected files are, but not far below.
            best = min(folders, key=lambda folder: (
                not expected & set(folders[folder]), len(folder.parts),
                -len(expected & set(folders[folder])), folder))
            if best != path:
                notes.append(f'Your files are in {best.relative_to(path)}/, '
                             f'not at the top. They were found there.')
            return best
        inside = [each for each in sorted(path.rglob('*'))
                  if each.name.lower().endswith((*SUFFIXES, *FOREIGN))
                  and not IGNORED.fullmatch(each.name)
                  and not each.is_symlink()]
        if not inside:
            raise IntakeError('there is no Python file')
        if len(inside) > 1:
            raise IntakeError(
                f'there is no Python file, but {len(inside)} archives: '
                f'{", ".join(each.name for each in inside)}. Hand in one')
        archive = inside[0]
    if not is_archive(archive):
        raise IntakeError(
            f'{archive.name} is a single file. Put it into a folder, under '
            f'the name that it should have' if archive.suffix == '.py' else
            f'{archive.name} cannot be unpacked. Make a zip file of it')
    if depth > DEEPEST:
        raise IntakeError(f'{archive.name} is an archive in an archive, too '
                          f'deep inside. Hand in one zip file')
    target = space / str(depth)
    target.mkdir(parents=True)
    try:
        unpack(archive, target, files['largest_mb'] * ROOM,
               files['most_files'] * ROOM)
    except IntakeError as error:
        raise IntakeError(f'{archive.name}: {error}') from None
    return find_code(target, space, files, notes, depth + 1)


def find_folders(top: Path) -> dict[Path, list[str]]:
    """Return the folders with Python files, from top on, each with these."""
    found = {}
    for parent, folders, _ in os.walk(top):
        folders[:] = [each for each in folders if not IGNORED.fullmatch(each)
                      and not (Path(parent) / each / ENVIRONMENT).exists()]
        found[Path(parent)] = list_python(Path(parent))
    return {folder: names for folder, names in found.items() if names}


def list_python(folder: Path) -> list[str]:
    """Return the names of the Python files right in folder."""
    return [path.name for path in folder.iterdir()
            if path.suffix.lower() == '.py' and path.is_file()
            and not IGNORED.fullmatch(path.name)]


def strip_folder(folder: Path) -> Path:
    """Return folder, or the only folder in it if nothing else counts."""
    inside = [path for path in folder.iterdir()
              if not IGNORED.fullmatch(path.name) and not path.is_symlink()]
    if not any(path.name.lower().endswith(('.py', *SUFFIXES))
               for path in inside):
        folders = [path for path in inside if path.is_dir()]
        if len(folders) == 1:
            return folders[0]
    return folder


def read_metadata(path: Path) -> dict[str, tuple[list[dict[str, str]], str]]:
    """Return the students of each submission and its time, by its folder, if
    Gradescope's YAML is at path: folders are keys at the left edge, what is
    known of them is two blanks further in, and students are a list there.
    """
    found: dict[str, tuple[list[dict[str, str]], str]] = {}
    folder = part = ''
    text = path.read_text('utf-8', 'replace') if path.is_file() else ''
    for line in text.splitlines():
        if key := re.fullmatch(r'"?([\w.-]+)"?:\s*', line):
            folder, part = key[1], ''
            found[folder] = [], ''
        elif key := re.fullmatch(r'  :(\w+):\s*(.*?)\s*', line):
            part = key[1]
            if part == 'created_at' and folder:
                found[folder] = found[folder][0], key[2].strip('"\'')
        elif part == 'submitters' and folder and (key := re.fullmatch(
                r'\s+(-?)\s*:(name|sid|email):\s*(.+?)\s*', line)):
            students = found[folder][0]
            if key[1]:
                students.append({})
            if students:
                students[-1][key[2]] = key[3].strip('"\'')
    return found
