"""Copy a submission's files, and say what is odd about them.

Nothing here reads a file as Python: that is left to isolated processes.
"""
from difflib import get_close_matches
from pathlib import Path
from typing import Any
import re
import shutil
import sys
import tokenize
from course.marking.archives import MEGABYTE, walk
from course.marking.intake import Submission

# A file that is not Python may have this part of what a submission may have.
SHARE = 5


def copy_files(submission: Submission, target: Path, files: dict[str, Any]
               ) -> None:
    """Copy submission's files to target, and others; note what is odd."""
    target.mkdir(parents=True)
    most = files['largest_mb']
    sizes = {each: each.lstat().st_size
             for each in list_files(submission.folder, submission.notes)}
    for path in list(sizes):
        if path.suffix != '.py' and sizes[path] * SHARE > most * MEGABYTE:
            submission.notes.append(
                f'{path.name} has {sizes.pop(path) / MEGABYTE:.1f} MB, and is '
                f'not Python: left out.')
    sources, size = list(sizes), sum(sizes.values())
    if size > most * MEGABYTE or len(sources) > files['most_files']:
        submission.problem = (
            f'a submission may have at most {files["most_files"]} files and '
            f'{most} MB: this one has {len(sources)} files and '
            f'{size / MEGABYTE:.1f} MB. Leave out what is no part of it')
        return
    for source in sources:
        place = target / source.relative_to(submission.folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, place, follow_symlinks=False)
    for path in filter(Path.is_file, sorted(target.rglob('*.py'))):
        note_content(submission, path)
    supplied = [each for each in map(Path, files['supplied'])
                if not (target / each.name).exists()]
    for path in supplied:
        copy_part(path, target / path.name)
    note_names(submission, target, files['expected'],
               {each.name for each in supplied})


def list_files(folder: Path, notes: list[str]) -> list[Path]:
    """Return the files in folder and below. Add to notes what is left out."""
    found = []
    for path in [parent / name for parent, names in walk(folder)
                 for name in names]:
        if path.is_symlink():
            notes.append(f'{path.name} is a link: skipped.')
        elif path.is_file():
            found.append(path)
        elif not path.is_dir():
            notes.append(f'{path.name} is not a regular file: skipped.')
    return found


def copy_part(source: Path, target: Path) -> None:
    """Copy the file or the folder source to target."""
    if source.is_dir():
        shutil.copytree(source, target,
                        ignore=shutil.ignore_patterns('__pycache__'))
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def note_names(submission: Submission, target: Path, expected: list[str],
               supplied: set[str]) -> None:
    """Note which of expected were not handed in, and what has a bad name."""
    there = sorted(path.name for path in target.iterdir() if path.is_file())
    similar = {simplify(each): each for each in there if each not in expected}
    for name in expected:
        if name in supplied:
            submission.notes.append(f'{name} is missing: ours was used.')
        elif name not in there:
            close = get_close_matches(simplify(name), similar, 1, 0.85)
            found = f' Is {similar[close[0]]} meant to be it?' if close else ''
            submission.notes.append(f'{name} is missing.{found}')
    for name in there:
        if name.removesuffix('.py') in sys.stdlib_module_names:
            submission.notes.append(
                f'{name} has the name of a module of Python, which your files '
                f'cannot import now. Give it another name.')


def simplify(name: str) -> str:
    """Return a file's name without case, blanks, underscores and "(1)".

    >>> simplify('Stone_Henge (1).py')
    'stonehenge'
    """
    name = re.sub(r'\.py$', '', name.lower())
    return re.sub(r'\(\d+\)|[\s_-]|copy', '', name)


def note_content(submission: Submission, path: Path) -> None:
    """Note what may keep Python from reading the file at path."""
    content = path.read_bytes()
    if not content.strip() and path.name != '__init__.py':
        submission.notes.append(f'{path.name} is empty.')
    if b'\0' in content:
        line = content[:content.index(b'\0')].count(b'\n') + 1
        submission.notes.append(
            f'{path.name} holds a null byte, in line {line}: Python cannot '
            f'read it. Has an editor saved it as UTF-16?')
        return
    try:
        with path.open('rb') as file:
            encoding = tokenize.detect_encoding(file.readline)[0]
    except SyntaxError:  # Its first lines are not in what they say.
        encoding = 'utf-8'
    try:
        content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content[:error.start].count(b'\n') + 1
        submission.notes.append(
            f'{path.name} is not in UTF-8: line {line} has the byte '
            f'{content[error.start]:#04x}. Have your editor save it as UTF-8.')
