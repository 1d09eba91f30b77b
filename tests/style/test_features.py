"""FEATURES.md has the options of all programs, the commands of all prompts and
the buttons of the page, and no options or commands that there are not."""

from subprocess import PIPE, run
import re
import sys
from interface.prompt import EndPrompt, PlayPrompt, Prompt, ReplayPrompt
from tests.support.programs import ENVIRONMENT, TOP

FEATURES = (TOP / 'FEATURES.md').read_text(encoding='utf-8')
PROGRAMS = [
    'game_interface.py',
    '-m labs',
    '-m labs.game_tree',
    'labs/hex/HexGame.py',
    'labs/hex/series.py',
    '-m web',
    '-m web.build',
    '-m course.handout',
    '-m course.starter',
    '-m course.marking run',
    '-m course.marking score',
    '-m course.marking compare',
    '-m course.marking similar',
    '-m course.marking doctor',
    '-m course.marking gradescope',
    '-m benchmarks',
]
OPTION = re.compile(r'(?<![\w-])--?[a-z][a-z0-9-]*')


def test_options() -> None:
    """The options in the help of all programs are listed, and no others but
    that for help, and the one with which Python runs a module."""
    found = {'--help', '-m'}
    for program in PROGRAMS:
        shown = run(
            [sys.executable, *program.split(), '--help'],
            cwd=TOP,
            env=ENVIRONMENT,
            stdout=PIPE,
            encoding='utf-8',
            check=True,
        )
        for line in re.findall('^  (-.*?)(?:  |$)', shown.stdout, re.MULTILINE):
            found |= {*OPTION.findall(line)} - {'-h'}
    assert {*OPTION.findall(FEATURES)} == found


def test_commands() -> None:
    """The commands of all prompts are listed, and no others."""
    part = FEATURES.partition('### Commands')[2].partition('###')[0]
    listed = [
        name
        for row in part.splitlines()
        if row.startswith('| `')
        for name in re.findall('`(.*?)`', row.split(' | ')[0])
    ]
    commands = {
        name.removeprefix('do_')
        for prompt in (PlayPrompt, EndPrompt, ReplayPrompt)
        for name in dir(prompt)
        if name.startswith('do_')
    }
    assert {*listed} == commands | {*Prompt.synonyms}


def test_buttons() -> None:
    """Each button of the page is listed, but for that which closes a list."""
    page = (TOP / 'web' / 'page' / 'index.html').read_text(encoding='utf-8')
    buttons = re.findall('<button[^>]*>(?:<svg.*?</svg>)?(.*?)</button>', page)
    assert len(buttons) > 20
    assert {*buttons} - {'Close'} <= {*re.findall(r'\*(.*?)\*', FEATURES)}
