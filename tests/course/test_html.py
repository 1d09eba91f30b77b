"""The pages as HTML: complete, each in a file of its own."""

from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element, fromstring
import re
import pytest
from course.handout.__main__ import PAGES, main, make_pages
from course.html import inline_picture, render_page
from tests.support.programs import TOP, read_all, run_in
from tests.support.starters import BLOCK

NAMES = list(PAGES)
SVG = '{http://www.w3.org/2000/svg}svg'


def read_body(page: str) -> Element:
    """Return the body of a page, all elements of which have to be closed."""
    body = re.search('<body>.*</body>', page, re.DOTALL)[0]
    return fromstring(body.replace('<wbr>', ''))


@pytest.fixture(name='pages', scope='module')
def give_pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Give all pages by their names, of a course with a page for students."""
    marking = tmp_path_factory.mktemp('marking') / 'marking.toml'
    marking.write_text(
        '[page]\nlink = "https://example.org/"\n', encoding='utf-8'
    )
    return {
        path.removesuffix('.html'): content.decode()
        for path, content in make_pages(marking).items()
    }


@pytest.mark.parametrize('name', NAMES)
def test_complete(name: str, pages: dict[str, str]) -> None:
    """A page loads nothing, all elements are closed, no id is there twice, and
    all its links lead somewhere; paper shows an address once. All blocks of
    code, pictures, tables and headings of the Markdown are there, and no
    Markdown is left."""
    body = read_body(pages[name])
    attributes = [pair for each in body.iter() for pair in each.items()]
    assert not {'src', 'srcset', 'data'} & {key for key, _ in attributes}
    assert '@import' not in pages[name] and 'url(' not in pages[name]
    ids = [value for key, value in attributes if key == 'id']
    assert len(set(ids)) == len(ids)
    for link in body.iter('a'):
        place = unquote(link.get('href'))
        assert (
            place.startswith('https://')
            or place[1:] in ids
            or place in [f'{each}.html' for each in NAMES]
        ), place
        assert link.text != place
    text = (TOP / 'course' / f'{name}.md').read_text('utf-8')
    folded = [
        block for each in body.iter('details') for block in each.iter('pre')
    ]
    assert [
        ''.join(block.itertext())
        for block in body.iter('pre')
        if block not in folded
    ] == [block for _, block in BLOCK.findall(text)]
    assert [svg.get('aria-label') for svg in body.iter(SVG)] == re.findall(
        r'!\[(.*?)\]', text
    )
    for tag, pattern in ('table', r'^\|[-:|]+$'), ('h2', '^## '):
        assert len([*body.iter(tag)]) == len(
            re.findall(pattern, text, re.MULTILINE)
        )
    prose = re.sub(
        '<(pre|style|svg|code).*?</\\1>', '', pages[name], flags=re.DOTALL
    )
    assert not re.findall(r'\*\*|\]\(|^#|`|\[ \]|\{\{', prose, re.MULTILINE)


def test_languages_and_names(pages: dict[str, str]) -> None:
    """The pages say which language they are in, and those of the assignment
    link to each other. In tables, and there alone, a long name may be broken
    behind each '_'."""
    assert '<html lang="zh-CN">' in pages['handout.zh']
    assert '<html lang="en">' in pages['handout']
    assert '<a href="handout.html">English</a>' in pages['handout.zh']
    assert '<a href="handout.zh.html">中文</a>' in pages['handout']
    page = pages['dominoes']
    assert '<td><code>dominoes_<wbr>game_<wbr>gui.py</code></td>' in page
    assert page.count('<wbr>') == page.partition('</table>')[0].count('<wbr>')


def test_answers_without_questions() -> None:
    """A section with an answer that no question leads to is not for paper
    alone; and a link that leads to no answer stays."""
    page = render_page(
        '# T\n\n## Q\n\n[a](#ja-1)\n\n[b](#ja-2)\n\n## A\n\n### Ja 1\n\nYes.\n'
        '\n### Nein\n\nNo.\n',
        'en',
        {},
        {},
    )
    assert page.count('<p>Yes.</p>') == 2 and page.count('<p>No.</p>') == 1
    assert 'class="paper"' not in page
    assert '<p><a href="#ja-2">b</a></p>' in page


def test_styles_of_pictures_stay_there() -> None:
    """The style sheet of a picture is for nothing but this picture."""
    svg = (
        '<svg width="1"><title>x</title><style>\n.a, text { b: c; }\n'
        '.d { e: f; }\n</style></svg>\n'
    )
    shown = inline_picture(svg, 'a "b" & c', 'p')
    assert shown.startswith('<svg id="p" aria-label="a &quot;b&quot; &amp; c" ')
    assert re.findall(r'#p .*(?= \{)', shown) == ['#p .a, #p text', '#p .d']
    assert '<title>' not in shown


def test_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It writes the same pages each time, replaces them with --force alone,
    and says what cannot be read."""
    made = []
    for options in [], ['--force']:
        assert main([str(tmp_path / 'a'), *options]) == 0
        made.append(read_all(tmp_path / 'a'))
        assert main([str(tmp_path / 'a')]) == 2
    assert made[0] == made[1]
    assert sorted(made[0]) == sorted(f'{name}.html' for name in NAMES)
    capsys.readouterr()
    assert main([str(tmp_path / 'b'), '--marking', 'no.toml']) == 2
    assert 'no.toml cannot be read' in capsys.readouterr().err
    assert not (tmp_path / 'b').exists()


@pytest.mark.parametrize('program', ['course.handout', 'course.starter'])
def test_without_libraries(program: str, tmp_path: Path) -> None:
    """Both programs say in a line what to install."""
    done = run_in(TOP, '-m', program, str(tmp_path / 'a'))
    assert done.returncode == 1 and done.stdout.count('\n') == 1
    assert 'pip install' in done.stdout
