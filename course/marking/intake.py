"""Find the submissions in a folder, in the forms that courses have them in.

- `ID/*.py`: a folder for each submission, or `ID.zip`;
- MarkUs: `GROUP/*`, or `GROUP/FOLDER/*`, where the folder is that of the
  assignment;
- Gradescope: `submission_N/*`, and `submission_metadata.yml` with the names;
- a zip file of any of these, which anybody may have made.
"""
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
import re
import stat
import zipfile
import zlib

MEGABYTE = 2 ** 20
METADATA = 'submission_metadata.yml'
# What archives and systems add.
IGNORED = re.compile(r'\..*|__MACOSX|__pycache__|.*\.pyc')
# These names are taken in the folder of the results.
TAKEN = {'marks.csv', 'tests.csv', 'markus.csv', 'canvas.csv', 'class.csv',
         'adjustments.csv', 'similar.csv', 'similar.html', 'summary.html',
         'faults.json', 'run.json'}
# A whole course may be this many times as large as one submission.
SUBMISSIONS_AT_MOST = 1000


class IntakeError(ValueError):
    """Raised by a folder without submissions, or a zip file to be refused."""


@dataclass
class Submission:
    """What a student, or a group of students, has handed in.

    === Attributes ===
    id: what it is called, which is the name of its folder or zip file
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

    @property
    def names(self) -> str:
        """The names and numbers of the students."""
        return ', '.join(student[key] for student in self.students
                         for key in ('name', 'sid') if key in student)


def find_submissions(source: Path, space: Path, files: dict
                     ) -> list[Submission]:
    """Return the submissions in source, unpacked into space if need be."""
    if source.is_file() and source.suffix == '.zip':
        try:
            unpack(source, space / 'all',
                   files['largest_mb'] * SUBMISSIONS_AT_MOST,
                   files['most_files'] * SUBMISSIONS_AT_MOST)
        except IntakeError as error:
            raise IntakeError(f'{source}: {error}.') from None
        inside = strip_folder(space / 'all')
        source = space / 'all' if has_python_files(inside) else inside
    if not source.is_dir():
        raise IntakeError(f'There is no folder {source}.')
    known = read_metadata(source / METADATA)
    found = [find_submission(path, space, files)
             for path in sorted(source.iterdir())
             if not IGNORED.fullmatch(path.name) and not path.is_symlink()
             and (path.is_dir() or path.suffix == '.zip')]
    if not found:
        raise IntakeError(f'There are no submissions in {source}: it should '
                          f'hold a folder or a zip file for each.')
    ids = [each.id for each in found]
    for submission in found:
        if ids.count(submission.id) > 1 or submission.id in TAKEN:
            raise IntakeError(f'{submission.id!r} cannot be the name of a '
                              f'submission: it is taken.')
        submission.students, submission.submitted = known.get(
            submission.id, ([], ''))
    return found


def find_submission(path: Path, space: Path, files: dict) -> Submission:
    """Return the submission in the folder or zip file at path."""
    submission = Submission(path.stem if path.is_file() else path.name, path)
    archives = [path]
    if path.is_dir():
        archives = [] if has_python_files(path) else [
            each for each in path.glob('*.zip') if not each.is_symlink()]
    if len(archives) == 1:
        submission.folder = space / 'unpacked' / submission.id
        submission.folder.mkdir(parents=True)
        try:
            unpack(archives[0], submission.folder, files['largest_mb'],
                   files['most_files'])
        except IntakeError as error:
            submission.problem = f'{archives[0].name}: {error}'
            return submission
    below = strip_folder(submission.folder)
    if below != submission.folder:
        submission.notes.append(
            f'Your files are one level deeper than usual, in {below.name}/. '
            f'They were found there.')
        submission.folder = below
    if not has_python_files(submission.folder):
        submission.problem = 'there is no Python file'
    return submission


def has_python_files(folder: Path) -> bool:
    """Return whether there are Python files right in folder."""
    return any(path.suffix.lower() == '.py' and path.is_file()
               and not IGNORED.fullmatch(path.name)
               for path in folder.iterdir())


def strip_folder(folder: Path) -> Path:
    """Return folder, or the only folder in it if nothing else counts."""
    inside = [path for path in folder.iterdir()
              if not IGNORED.fullmatch(path.name) and not path.is_symlink()]
    if not any(path.suffix.lower() in ('.py', '.zip') for path in inside):
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


def unpack(archive: Path, folder: Path, largest_mb: float, most_files: int
           ) -> None:
    """Unpack archive into folder. Raise IntakeError if it cannot be done."""
    try:
        with zipfile.ZipFile(archive) as zipped:
            entries = [each for each in zipped.infolist() if not each.is_dir()]
            if len(entries) > most_files:
                raise IntakeError(f'it holds more than {most_files} files')
            left = int(largest_mb * MEGABYTE)
            for entry in entries:
                check_entry(entry)
                left -= unpack_file(zipped, entry, folder, left)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError,
            OSError, EOFError, ValueError) as error:
        if isinstance(error, IntakeError):
            raise
        raise IntakeError(f'it cannot be unpacked: {error}') from None


def check_entry(entry: zipfile.ZipInfo) -> None:
    """Raise IntakeError if an entry of an archive would do harm."""
    path = PurePosixPath(entry.filename.replace('\\', '/'))
    if path.is_absolute() or '..' in path.parts or ':' in entry.filename:
        raise IntakeError(f'{entry.filename!r} leads out of the folder')
    if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG):
        raise IntakeError(f'{entry.filename!r} is a link')


def unpack_file(zipped: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path,
                most: int) -> int:
    """Unpack one entry, of at most this many bytes. Return its length."""
    path, length = folder / entry.filename.replace('\\', '/'), 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipped.open(entry) as source, path.open('wb') as target:
        while piece := source.read(MEGABYTE):
            length += len(piece)
            if length > most:
                raise IntakeError('it becomes too large when it is unpacked')
            target.write(piece)
    return length
