"""Starter files for tests, and what is in the pages of the handout."""

from functools import lru_cache
from pathlib import Path
import re
from course.command_line import Files, write
from course.starter.plan import PLAN, make_files, read_toml
from tests.support.programs import TOP, run_in
from tests.support.suites import SUITE_FILES

PAGE = TOP / 'course' / 'handout.md'
CHINESE_PAGE = TOP / 'course' / 'handout.zh.md'
# What students get as it is for the assignment, whatever starter.toml says.
GIVEN = [
    'game.py',
    'game_state.py',
    'subtract_square_game.py',
    'subtract_square_state.py',
    *(
        path.relative_to(TOP).as_posix()
        for path in sorted((TOP / 'interface').rglob('*.py'))
    ),
    *(f'tests/{name}' for name in SUITE_FILES),
]

BLOCK = re.compile(r'^```(\w*)\n(.*?)^```$', re.DOTALL | re.MULTILINE)


def list_plans() -> list[str]:
    """Return the names of the plans in starter.toml, the assignment first."""
    return list(read_toml(PLAN))


@lru_cache
def starter_files(name: str = 'assignment') -> Files:
    """Return what students get, by path."""
    return make_files(name)


def copy_starter(folder: Path, name: str = 'assignment') -> None:
    """Write what students get to folder, which is empty or not there."""
    write(starter_files(name), folder, is_zip=False, force=False)


def plug_in(folder: Path) -> None:
    """Take away each '# ' before a line of game_interface.py that waits."""
    file = folder / 'game_interface.py'
    code = file.read_text('utf-8')
    code = re.sub(r"^( *)# ('\w+': |from )", r'\1\2', code, flags=re.MULTILINE)
    file.write_text(code, encoding='utf-8')


def replay(page: str, folder: Path) -> list[str]:
    """Play the game that a page shows in folder. Check that it is just so, and
    return what is typed.
    """
    command, shown = re.search(
        r'```sh\npython3 (game_interface.py --[^\n]*)\n```\n\n```\n(.*?)```',
        page,
        re.DOTALL,
    ).groups()
    question = r'(Enter a move(?: \(\? for help\))?: )(.+)\n'
    typed = [answer for _, answer in re.findall(question, shown)]
    done = run_in(folder, *command.split(), text='\n'.join(typed) + '\n')
    assert done.stdout == re.sub(question, r'\1', shown)
    assert done.returncode == 0
    return typed


def list_blocks(text: str, language: str) -> list[str]:
    """Return the blocks of code of a page in this language, '' for none."""
    return [block for found, block in BLOCK.findall(text) if found == language]
