"""The pages as HTML: complete, each in a file of its own."""
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote
import re
import sys
import pytest
from course.handout.__main__ import PAGES, main, make_pages
from course.handout.html import inline_picture
from tests.support.programs import TOP
from tests.support.starters import BLOCK

NAMES = list(PAGES)


class Reader(HTMLParser):
    """Reads a page and keeps what tests look at.

    === Attributes ===
    tags: how many elements of each kind there are
    ids: all ids
    links: where all links lead
    attributes: all attributes that load something
    words: what is said in place of each picture
    blocks: the blocks of code
    open: the elements that are not closed yet
    """

    def __init__(self, text: str) -> None:
        """Read text."""
        super().__init__()
        self.tags: dict[str, int] = {}
        self.ids, self.links, self.attributes = [], [], []
        self.words, self.blocks, self.open = [], [], []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list) -> None:
        """Take note of an element."""
        self.tags[tag] = self.tags.get(tag, 0) + 1
        found = dict(attrs)
        if tag not in ('meta', 'br', 'hr'):
            self.open.append(tag)
        if 'id' in found:
            self.ids.append(found['id'])
        if tag == 'a':
            self.links.append(unquote(found['href']))
        self.attributes += [found[name] for name in ('src', 'srcset', 'data')
                            if name in found]
        if tag == 'svg':
            self.words.append(found['aria-label'])
        if tag == 'pre':
            self.blocks.append('')

    def handle_startendtag(self, tag: str, attrs: list) -> None:
        """Take note of an element that is closed at once."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep text in blocks of code."""
        if 'pre' in self.open:
            self.blocks[-1] += data


@pytest.fixture(name='pages', scope='module')
def give_pages() -> dict[str, str]:
    """Give all pages by their names."""
    return {path.removesuffix('.html'): content.decode()
            for path, content in make_pages().items()}


@pytest.mark.parametrize('name', NAMES)
def test_complete(name: str, pages: dict[str, str]) -> None:
    """A page loads nothing, all elements are closed, no id is there twice, and
    all its links lead somewhere."""
    reader = Reader(pages[name])
    assert not reader.open and not reader.attributes
    assert '@import' not in pages[name] and 'url(' not in pages[name]
    assert len(set(reader.ids)) == len(reader.ids)
    for link in reader.links:
        assert link.startswith('https://') or link in [
            f'{each}.html' for each in NAMES] or link[1:] in reader.ids, link


@pytest.mark.parametrize('name', NAMES)
def test_all_is_shown(name: str, pages: dict[str, str]) -> None:
    """All blocks of code, pictures, tables and headings of the Markdown are
    there, and no Markdown is left."""
    text = (TOP / 'course' / f'{name}.md').read_text('utf-8')
    reader = Reader(pages[name])
    assert reader.blocks == [block for _, block in BLOCK.findall(text)]
    assert reader.words == re.findall(r'!\[(.*?)\]', text)
    assert reader.tags['svg' if reader.words else 'h1'] \
        == max(len(reader.words), 1)
    assert reader.tags['table'] == len(re.findall(r'^\|[-:|]+$', text,
                                                  re.MULTILINE))
    assert reader.tags['h2'] == len(re.findall('^## ', text, re.MULTILINE))
    prose = re.sub('<(pre|style|svg|code).*?</\\1>', '', pages[name],
                   flags=re.DOTALL)
    assert not re.findall(r'\*\*|\]\(|^#|`|\[ \]|\{\{', prose, re.MULTILINE)


def test_languages(pages: dict[str, str]) -> None:
    """The pages say which language they are in, and those of the assignment
    link to each other."""
    assert '<html lang="zh-CN">' in pages['handout.zh']
    assert '<html lang="en">' in pages['handout']
    assert '<a href="handout.html">English</a>' in pages['handout.zh']
    assert '<a href="handout.zh.html">中文</a>' in pages['handout']


def test_styles_of_pictures_stay_there() -> None:
    """The style sheet of a picture is for nothing but this picture."""
    svg = '<svg width="1"><title>x</title><style>\n.a, text { b: c; }\n' \
        '.d { e: f; }\n</style></svg>\n'
    shown = inline_picture(svg, 'a "b" & c', 'p')
    assert shown.startswith('<svg id="p" aria-label="a &quot;b&quot; &amp; c" ')
    assert re.findall(r'#p .*(?= \{)', shown) == ['#p .a, #p text', '#p .d']
    assert '<title>' not in shown


def test_program(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                 monkeypatch: pytest.MonkeyPatch) -> None:
    """It writes the same pages each time, replaces them with --force alone,
    and says what to install."""
    assert main([str(tmp_path / 'a')]) == 0
    first = {path.name: path.read_bytes()
             for path in (tmp_path / 'a').iterdir()}
    assert sorted(first) == sorted(f'{name}.html' for name in NAMES)
    assert main([str(tmp_path / 'a')]) == 2
    assert main([str(tmp_path / 'a'), '--force']) == 0
    assert first == {path.name: path.read_bytes()
                     for path in (tmp_path / 'a').iterdir()}
    for name in 'markdown_it', 'course.handout.html':
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, 'markdown_it', None)
    assert main([str(tmp_path / 'b')]) == 2
    assert 'pip install' in capsys.readouterr().err
    assert not (tmp_path / 'b').exists()
