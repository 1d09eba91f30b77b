"""Turning a page into HTML that needs no other file: its pictures are in it."""

from html import escape
from itertools import count
from pathlib import Path
from typing import Any, Mapping
from urllib.parse import quote, unquote
import re
from jinja2 import Environment, FileSystemLoader
from markdown_it import MarkdownIt

# On paper, a block of code with more lines than this may be torn apart.
LONG_CODE = 16

# A rule in the style sheet of a picture: selectors and declarations.
RULE = re.compile(r'([^{}]+)(\{[^{}]*\})')

# A paragraph that is nothing but a link to an answer, and an answer.
QUESTION = re.compile(r'<p><a href="#([^"]*)">([^<]*)</a></p>')
ANSWER = re.compile(
    r'<h3 id="([^"]*)">[^<]*</h3>\n(.*?)(?=<h[23] |\Z)', re.DOTALL
)


def render_page(
    text: str,
    language: str,
    pictures: Mapping[str, str],
    others: Mapping[str, str],
) -> str:
    """Return a page in Markdown as HTML, with its pictures, which are given by
    their paths, and with links to others, files by words, at its top.
    """
    renderer = MarkdownIt('commonmark', {'html': False}).enable('table')
    tokens = renderer.parse(text)
    add_anchors(tokens)
    numbers = count(1)

    def render_picture(_renderer: Any, images: list, i: int, *_: Any) -> str:
        """Return the picture that images[i] stands for."""
        return inline_picture(
            pictures[images[i].attrGet('src')],
            images[i].content,
            f'picture-{next(numbers)}',
        )

    renderer.add_render_rule('image', render_picture)
    body = renderer.renderer.render(tokens, renderer.options, {})
    body = body.replace(
        '<ul>\n<li><a href="#', '<ul class="contents">\n<li><a href="#', 1
    )
    body = re.sub(r'<li>(<p>)?\[ \] ', r'<li class="task">\1', body)
    body = re.sub(r'<td.*?</td>', let_names_break, body)
    body = re.sub(r'<pre>(.*?)</pre>', mark_long_block, body, flags=re.DOTALL)
    body = fold_answers(body)
    heading = body.partition('</h1>')[0].partition('<h1')[2]
    title = re.sub(r'<[^>]*>', '', f'<h1{heading}')
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    return templates.get_template('page.html.jinja').render(
        language=language, title=title, body=body, others=others
    )


def fold_answers(body: str) -> str:
    """Return body with each answer folded, too, where it is linked to. The
    section with nothing but such answers is for paper.
    """
    answers = dict(ANSWER.findall(body))
    links = [unquote(link) for link, _ in QUESTION.findall(body)]

    def fold_answer(found: re.Match) -> str:
        """Return the link that was found, with the answer that it leads to."""
        answer = answers.get(unquote(found[1]))
        if answer is None:
            return found[0]
        return f'<details>\n<summary>{found[2]}</summary>\n{answer}</details>'

    body = QUESTION.sub(fold_answer, body)
    for section in re.split('(?=<h2 )', body):
        own = dict(ANSWER.findall(section))
        if own and own.keys() <= set(links):
            heading = quote(section.split('"')[1])
            body = body.replace(
                section, f'<section class="paper">\n{section}</section>\n'
            ).replace(
                f'<li><a href="#{heading}">',
                f'<li class="paper"><a href="#{heading}">',
            )
    return body


def let_names_break(cell: re.Match) -> str:
    """Return a cell of a table in which names may be broken behind each '_'.
    On a telephone, they are longer than the cell is wide.
    """
    return re.sub(
        '<code>.*?</code>', lambda code: code[0].replace('_', '_<wbr>'), cell[0]
    )


def mark_long_block(found: re.Match) -> str:
    """Return the block of code that was found, of the class long if it is."""
    if found[1].count('\n') > LONG_CODE:
        return f'<pre class="long">{found[1]}</pre>'
    return found[0]


def add_anchors(tokens: list) -> None:
    """Give each heading an anchor of its own, as GitHub names it."""
    taken: list[str] = []
    for i, token in enumerate(tokens):
        if token.type == 'heading_open':
            name = make_anchor(tokens[i + 1].content)
            number = taken.count(name)
            taken.append(name)
            token.attrSet('id', f'{name}-{number}' if number else name)


def make_anchor(heading: str) -> str:
    """Return the anchor of a heading.

    >>> make_anchor('Step 6: rough_outcome')
    'step-6-rough_outcome'
    """
    return re.sub(r'[^\w -]', '', heading.lower()).replace(' ', '-')


def inline_picture(svg: str, words: str, name: str) -> str:
    """Return a picture as an element called name, with words for those who
    cannot see it. Its style sheet is for nothing but this picture.
    """

    def limit_style(found: re.Match) -> str:
        """Return a style sheet for this picture alone."""
        rules = ''
        for selectors, declarations in RULE.findall(found[1]):
            limited = ', '.join(
                f'#{name} {each.strip()}' for each in selectors.split(',')
            )
            rules += f'\n{limited} {declarations}'
        return f'<style>{rules}\n</style>'

    svg = re.sub(r'<title>.*?</title>\s*', '', svg, flags=re.DOTALL)
    svg = re.sub(r'<style>(.*?)</style>', limit_style, svg, flags=re.DOTALL)
    return svg.strip().replace(
        '<svg ', f'<svg id="{name}" aria-label="{escape(words)}" ', 1
    )
