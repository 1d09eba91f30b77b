"""What web.build puts into the page for students, as a course has it."""

from html import escape
from pathlib import Path
from typing import Optional
from course.command_line import Files
from course.marking.configuration import Configuration
from course.starter.plan import ASSIGNMENT, TOP, make_files

# What that page has besides the starter files.
CODE = TOP / 'web' / 'students.toml'

# The links at the top of the page, by their keys in [page] of marking.toml, and
# where they lead if that says nothing.
LINKS = {
    'course': ('The course', ''),
    'handout': ('Handout', 'handout.html'),
    'handout_zh': ('中文讲义', 'handout.zh.html'),
}


def list_for_students(
    page: bytes, marking: Optional[Path] = None
) -> tuple[Files, Files]:
    """Return the files of the archive for students, and what else they get: the
    handout, and page with its title and links. What the course says of these,
    and the points, are in the file marking. Raise ConfigurationError if it is
    wrong.
    """
    text = Configuration(marking).tables['page']
    links = [
        f'<a href="{escape(text[key] or usual)}" target="_blank">{words}</a>'
        for key, (words, usual) in LINKS.items()
        if text[key] or usual
    ]
    filled = (
        page.decode()
        .replace('<!-- links -->', f'<p id="links">{" ".join(links)}</p>')
        .replace(
            '<h1>Games and minimax</h1>', f'<h1>{escape(text["title"])}</h1>'
        )
    )
    given = make_files(ASSIGNMENT, marking) | make_files('page', toml=CODE)
    archive = {
        name: content
        for name, content in given.items()
        if name.endswith(('.py', '.txt'))
    }
    return archive, {'index.html': filled.encode()} | {
        name: content
        for name, content in given.items()
        if name.endswith('.html')
    }
