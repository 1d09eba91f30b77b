"""Find the submissions in a folder, in the forms that courses have them in, and
decide which files of each are taken.

- `ID/*.py`: a folder for each submission, or `ID.zip`;
- MarkUs: `GROUP/*`, or `GROUP/FOLDER/*`, where the folder is that of the
  assignment;
- Gradescope: `submission_N/*`, and `submission_metadata.yml` with the names;
- a zip file of any of these.

A submission's files lie at its top or in one folder there. A name that differs
in case, in blanks or in a browser's "(1)" alone is taken for the one that is
meant, and nothing else is guessed. Nothing here reads a file as Python: that is
left to isolated processes.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
import os
import re
import shutil
import sys
from course.marking.archives import (
    ENVIRONMENT,
    IGNORED,
    MEGABYTE,
    IntakeError,
    is_archive,
    unpack,
)

METADATA = 'submission_metadata.yml'
# The most megabytes of a submission, unpacked.
LARGEST_MB = 5
# The most files of a submission.
MOST_FILES = 200
# A whole course may be this many times as large as one submission.
SUBMISSIONS_AT_MOST = 1000
# An archive may be this many times as large: some of it is left out.
ROOM = 20
# A key and a value in Gradescope's metadata.
ENTRY = re.compile(r"""(?m)^ *:(\w+): *["']?(.*?)["']? *$""")
# Archives that are not unpacked.
FOREIGN = ('.tar', '.gz', '.tgz', '.bz2', '.xz', '.zst', '.rar', '.7z', '.zipx')
NOT_UNPACKED = 'is not unpacked: archives have to be .zip files'
# Without this one, its tables are put together from the others.
INTERFACE = 'game_interface.py'
# A file whose first or second line has this says itself what it is in.
CODING = re.compile(rb'(.*\n)?.*coding[:=]')
BEGINNING = 2000  # Characters of a file that CODING is looked for in.
# What is said of a submission: so many notes, of so many characters.
MOST_NOTES = 20
LONGEST_NOTE = 300


@dataclass
class Submission:
    """What a student, or a group of students, has handed in.

    === Attributes ===
    id: what it is called, which is the name of its folder or zip file
    files: where its files are that are taken, by their places in a submission
    students: who has handed it in: 'name', 'sid' and 'email' of each, if known
    problem: why there is nothing to mark, if there is nothing
    notes: what is to be said about its files
    misnamed: which files were found under other names
    """

    id: str
    files: dict[str, Path] = field(default_factory=dict)
    students: list[dict[str, str]] = field(default_factory=list)
    problem: str = ''
    notes: list[str] = field(default_factory=list)
    misnamed: list[str] = field(default_factory=list)


def find_submissions(
    source: Path, space: Path, settings: dict[str, Any]
) -> list[Submission]:
    """Return the submissions in source, unpacked into space if need be.
    settings is what marking.toml says of files.
    """
    if is_archive(source):
        largest = LARGEST_MB * SUBMISSIONS_AT_MOST
        unpack(source, space / 'all', largest, MOST_FILES * SUBMISSIONS_AT_MOST)
        source = space / 'all'
        inside = list_inside(source)
        if len(inside) == 1 and inside[0].is_dir():
            source = inside[0]
    if is_foreign(source):
        raise IntakeError(f'{source.name} {NOT_UNPACKED}.')
    if not source.is_dir():
        raise IntakeError(f'There is no folder {source}.')
    for own in settings['expected']:
        if (source / own).is_file():
            raise IntakeError(
                f'{source} holds {own} itself, and should hold a '
                f'folder for each submission. If it is a single '
                f'submission, give the folder that it is in.'
            )
    known = read_metadata(source / METADATA)
    places = name_submissions(list_inside(source))
    if not places:
        raise IntakeError(
            f'There are no submissions in {source}: it should '
            f'hold a folder or a zip file for each.'
        )
    found = []
    for name, path in places.items():
        submission = read_submission(
            name, path, space / 'unpacked' / name, settings
        )
        submission.students = known.get(name, [])
        found.append(submission)
    return found


def read_submission(
    name: str, path: Path, space: Path, settings: dict[str, Any]
) -> Submission:
    """Return the submission at path, under this name, unpacked into space if
    need be. settings is what marking.toml says of files.
    """
    submission = Submission(name)
    try:
        take(submission, path, space, settings)
    except IntakeError as error:
        submission.problem = str(error)[:LONGEST_NOTE]
        submission.files = {}  # Nobody is to read what is too large.
    notes = [each[:LONGEST_NOTE] for each in submission.notes]
    submission.notes = notes[:MOST_NOTES]
    if len(notes) > MOST_NOTES:
        submission.notes.append(
            f'There is more to say of its files: '
            f'{len(notes) - MOST_NOTES} notes.'
        )
    return submission


def name_submissions(paths: list[Path]) -> dict[str, Path]:
    """Return what may be submissions, by their names."""
    found: dict[str, Path] = {}
    for path in paths:
        name = path.name
        # A name that is not in UTF-8 could not be written into any table.
        if re.search('[\udc80-\udcff]', name):
            name = os.fsencode(name).decode('latin-1')
        if not path.is_dir():
            name = re.sub(r'(?i)(\.tar)?\.\w+$', '', name)
        if name in found:
            raise IntakeError(
                f'Both {found[name].name} and {path.name} would be the '
                f'submission {name!r}. Take one away, or rename it.'
            )
        found[name] = path
    return found


def list_inside(folder: Path) -> list[Path]:
    """Return what may be submissions in folder."""
    return [path for path in sorted(folder.iterdir()) if may_be_one(path)]


def may_be_one(path: Path) -> bool:
    """Return whether what is at path may be a submission."""
    if IGNORED.fullmatch(path.name) or path.is_symlink():
        return False
    if path.is_dir():
        return True
    return is_python(path) or is_archive(path) or is_foreign(path)


def list_strays(folder: Path) -> list[str]:
    """Return the names of what is no submission in folder, nor about them."""
    known = [METADATA, *(path.name for path in list_inside(folder))]
    return [
        path.name
        for path in sorted(folder.iterdir())
        if not IGNORED.fullmatch(path.name) and path.name not in known
    ]


def take(
    submission: Submission, path: Path, space: Path, settings: dict[str, Any]
) -> None:
    """Decide which files of submission are taken. They are at path, or in a zip
    file there, which is unpacked into space. Raise IntakeError if there are
    none, or if they are too many.
    """
    notes = submission.notes
    supplied = {Path(each).name for each in settings['supplied']}
    needed = [each for each in settings['expected'] if each not in supplied]
    top, files = open_up(path, space, notes)
    code = list(filter(is_python, files))
    if not code or not top.is_dir():
        raise IntakeError(explain_no_code(files))
    folder = find_folder(submission, code, top, needed)
    submission.files = {
        str(each.relative_to(folder)): each
        for each in files
        if each.is_relative_to(folder)
    }
    find_misnamed(submission, needed)
    submission.files = leave_out(submission.files, notes)
    missing = [each for each in needed if each not in submission.files]
    if missing:
        notes += [f'{each} is missing.' for each in missing]
        there = ', '.join(str(each.relative_to(top)) for each in code)
        notes.append(f'These Python files are there: {there}.')
    for name, file in submission.files.items():
        if name.removesuffix('.py') in sys.stdlib_module_names:
            notes.append(
                f'{name} has the name of a module of Python, which your files '
                f'cannot import now. Give it another name.'
            )
        if file.suffix == '.py':
            note_content(notes, file)


def open_up(
    path: Path, space: Path, notes: list[str]
) -> tuple[Path, list[Path]]:
    """Return where the files of a submission are, and the files: they are at
    path, or in the only zip file there, which is unpacked into space.
    """
    files = list_files(path, notes) if path.is_dir() else [path]
    archives = list(filter(is_archive, files))
    if len(archives) != 1 or any(map(is_python, files)):
        return path, files
    unpack(archives[0], space, LARGEST_MB * ROOM, MOST_FILES * ROOM)
    return space, list_files(space, notes)


def explain_no_code(files: list[Path]) -> str:
    """Return why nothing of these files can be taken, where a submission is."""
    foreign = list(filter(is_foreign, files))
    if foreign:
        return f'{foreign[0].name} {NOT_UNPACKED}'
    problem = (
        'there is no folder and no single zip file with Python files in it'
    )
    if files:
        names = ', '.join(each.name for each in files)
        problem += f', but {names}'
    return problem


def is_foreign(path: Path) -> bool:
    """Return whether path is an archive that is not unpacked, by its name."""
    return path.suffix.lower() in FOREIGN and path.is_file()


def is_python(path: Path) -> bool:
    """Return whether the file at path is Python, by its name."""
    return path.suffix.lower() == '.py'


def list_files(folder: Path, notes: list[str]) -> list[Path]:
    """Return the files in folder and below, but no virtual environment, and
    nothing that is IGNORED. Add to notes what else is left out.
    """
    found = []
    for parent, folders, names in os.walk(folder):
        folders[:] = [
            each
            for each in sorted(folders)
            if not IGNORED.fullmatch(each)
            and not os.path.exists(f'{parent}/{each}/{ENVIRONMENT}')
        ]
        for name in sorted(folders + names):
            path = Path(parent, name)
            if IGNORED.fullmatch(name):
                continue
            if path.is_symlink() or not (path.is_file() or path.is_dir()):
                notes.append(f'{path.name} is a link or the like: skipped.')
            elif path.is_file():
                found.append(path)
    return found


def find_folder(
    submission: Submission, code: list[Path], top: Path, needed: list[str]
) -> Path:
    """Return the folder that holds submission, which is at top: top itself, if
    any of the needed files is there, or else the folder there that has most of
    them. Raise IntakeError if several have equally many, or if all code is
    deeper.
    """
    near = [each for each in code if top in (each.parent, each.parent.parent)]
    if not near:
        raise IntakeError(
            f'all Python files are more than one folder deep: '
            f'{code[0].relative_to(top)}'
        )
    found: dict[Path, set[str]] = {}
    for file in near:
        if simplify(file.name) in map(simplify, needed):
            found.setdefault(file.parent, set()).add(simplify(file.name))
    if top in found or not found:
        return top
    most = max(map(len, found.values()))
    best = [each for each in sorted(found) if len(found[each]) == most]
    if len(best) > 1:
        names = ', '.join(f'{each.name}/' for each in best)
        raise IntakeError(
            f'it is not known which of these folders is meant: {names}'
        )
    submission.notes.append(
        f'Your files are in {best[0].name}/, not at the '
        f'top. They were found there.'
    )
    submission.notes += [
        f'{each.name}/ is there, too, and was not marked.'
        for each in sorted(found)
        if each != best[0]
    ]
    return best[0]


def find_misnamed(submission: Submission, needed: list[str]) -> None:
    """Find those of the needed files that submission has under another name.
    They keep that name, too: others may import them by it.
    """
    files = submission.files
    for name in needed:
        others = [
            each
            for each in files
            if each != name and simplify(each) == simplify(name)
        ]
        if name in files:
            submission.notes += [
                f'{other} is there, too, and was not marked.'
                for other in others
            ]
        elif len(others) == 1:
            files[name] = files[others[0]]
            if name == INTERFACE:  # Nobody loses anything without it.
                submission.notes.append(f'{others[0]} was taken for {name}.')
            else:
                submission.misnamed.append(
                    f'Found {others[0]}, expected {name}.'
                )


def simplify(name: str) -> str:
    """Return a file's name in small letters, without blanks and without the
    "(1)" that a browser adds.

    >>> simplify('Stone Henge (1).py')
    'stonehenge.py'
    """
    return re.sub(r'\(\d+\)|\s', '', name.lower())


def leave_out(files: dict[str, Path], notes: list[str]) -> dict[str, Path]:
    """Return files or, if they are too many or too large, those that are
    Python, and add that to notes. Raise IntakeError if these are, too.
    """

    def are_too_much(kept: dict[str, Path]) -> bool:
        """Return whether these files are too many or too large."""
        # One file may have two names.
        sizes = [each.lstat().st_size for each in {*kept.values()}]
        return len(sizes) > MOST_FILES or sum(sizes) > LARGEST_MB * MEGABYTE

    if not are_too_much(files):
        return files
    notes.append(
        'Files that are not Python were left out: all together were '
        'too many, or too large.'
    )
    code = {name: files[name] for name in files if is_python(Path(name))}
    if are_too_much(code):
        raise IntakeError(
            f'a submission may have at most {MOST_FILES} Python '
            f'files and {LARGEST_MB} MB of them'
        )
    return code


def note_content(notes: list[str], path: Path) -> None:
    """Note what may keep Python from reading the file at path."""
    content = path.read_bytes()
    if not content.strip() and path.name != '__init__.py':
        notes.append(f'{path.name} is empty.')
    elif b'\0' in content:
        notes.append(
            f'{path.name} holds null bytes: Python cannot read it. '
            f'Has an editor saved it as UTF-16?'
        )
    elif not CODING.match(content[:BEGINNING]):
        try:
            content.decode('utf-8')
        except UnicodeDecodeError as error:
            line = content[: error.start].count(b'\n') + 1
            notes.append(
                f'{path.name} is not in UTF-8, in line {line}. Have '
                f'your editor save it as UTF-8.'
            )


def copy_files(
    submission: Submission, target: Path, supplied: list[Path]
) -> None:
    """Copy submission's files to target, and course files that it lacks."""
    target.mkdir(parents=True)
    for name, source in submission.files.items():
        copy_part(source, target / name)
    for path in supplied:
        if not (target / path.name).exists():
            copy_part(path, target / path.name)


def copy_part(source: Path, target: Path) -> None:
    """Copy the file or the folder source to target."""
    if source.is_dir():
        shutil.copytree(
            source, target, ignore=shutil.ignore_patterns('__pycache__')
        )
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def read_metadata(path: Path) -> dict[str, list[dict[str, str]]]:
    """Return the students of each submission, by its folder, if Gradescope's
    YAML is at path: folders are keys at the left edge, what is known of them is
    two blanks further in, and students are a list there.
    """
    found: dict[str, list[dict[str, str]]] = {}
    text = path.read_text('utf-8', 'replace') if path.is_file() else ''
    for part in re.split(r'(?m)^(?=\w)', text):
        own = dict(re.findall(r'(?ms)^  :(\w+):(.*?)(?=^  [^ -]|\Z)', part))
        found[part.partition(':')[0]] = [
            dict(ENTRY.findall(each))
            for each in re.split(r'(?m)^  - ', own.get('submitters', ''))[1:]
        ]
    return found
