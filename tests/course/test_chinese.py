"""The Chinese pages have the structure, the code and the numbers of the English
ones.
"""

from collections import Counter
import re
import pytest
from course.handout.__main__ import FOLDER, PAGES
from course.handout.pages import PICTURE_LINK, fill_page
from tests.support.starters import BLOCK

TEXTS = {name: (FOLDER / f'{name}.md').read_text('utf-8') for name in PAGES}
NAMES = [name for name in PAGES if f'{name}.zh' in PAGES]
GLOSSARY = '术语对照'


def list_sections(page: str) -> list[str]:
    """Return the text of each section of a page, and before them what is above
    the first one, without headings, the contents and the glossary.
    """
    sections = re.split('^## ', page, flags=re.MULTILINE)
    sections[0] = sections[0].partition('\n- [')[0]
    return [
        each.partition('\n')[2]
        for each in sections
        if not each.startswith(GLOSSARY)
    ]


def list_links(page: str) -> list[str]:
    """Return where the links of a page lead, in order: those inside of it by
    the number of the section.
    """
    headings = [
        re.sub(r'[^\w -]', '', name.lower()).replace(' ', '-')
        for name in re.findall('^##+ (.*)$', page, re.MULTILINE)
    ]
    links = re.findall(
        r'(?<!!)\[[^\]]*\]\(([^)]+)\)', BLOCK.sub('', page).replace('- [ ]', '')
    )
    return [
        f'section {headings.index(link[1:])}' if link[0] == '#' else link
        for link in links
        if link[1:] != GLOSSARY
    ]


def list_inline_code(text: str) -> Counter:
    """Return how often each piece of code stands in the sentences of text."""
    text = BLOCK.sub('', text)
    return Counter(
        ' '.join(each.split()) for each in re.findall(r'`([^`]+)`', text)
    )


def list_numbers(text: str) -> Counter:
    """Return how often each number stands in the sentences of text."""
    text = re.sub(r'\]\([^)]*\)|`[^`]*`', '', BLOCK.sub('', text))
    text = re.sub(r'(\d) 亿', r'\g<1>00,000,000', text)
    # The numbers of items and of steps count, too.
    return Counter(re.findall(r'(?<![A-Za-z\d])[-−]?\d[\d,.]*\d|\d', text))


@pytest.mark.parametrize('name', NAMES)
def test_structure(name: str) -> None:
    """Blocks of code are the same, letter by letter, and links lead to the same
    places and sections. The pictures are the same, and none lacks words for
    those who cannot see it; the nodes and numbers in these words are the same,
    in their order."""
    for list_parts in BLOCK.findall, list_links:
        assert list_parts(TEXTS[f'{name}.zh']) == list_parts(TEXTS[name])
    english, chinese = (
        PICTURE_LINK.findall(TEXTS[each]) for each in (name, f'{name}.zh')
    )
    assert [path for _, path, _ in chinese] == [path for _, path, _ in english]
    for (words, path, _), (theirs, _, _) in zip(english, chinese):
        assert re.search('[\u4e00-\u9fff]', theirs)
        if 'stack' in path:
            nodes = re.compile(r'(?<![A-Za-z])[a-e](?![A-Za-z])')
            assert nodes.findall(theirs) == nodes.findall(words), path
        assert list_numbers(theirs) == list_numbers(words)


@pytest.mark.parametrize('name', NAMES)
def test_sections(name: str) -> None:
    """There are as many sections, and each has the same names of functions, the
    same numbers, items, rows and headings, and the same that is filled in."""
    for english, chinese in zip(
        list_sections(TEXTS[name]),
        list_sections(TEXTS[f'{name}.zh']),
        strict=True,
    ):
        assert list_inline_code(chinese) == list_inline_code(english)
        assert list_numbers(chinese) == list_numbers(english)
        for pattern in (
            '^- ',
            r'^\d\. ',
            r'^\|',
            r'\n\n>',
            r'\{\{\w+\}\}',
            r'^- \[ ',
            '^#+ ',
        ):
            assert re.findall(pattern, chinese, re.MULTILINE) == re.findall(
                pattern, english, re.MULTILINE
            )


def test_glossary() -> None:
    """The glossary has both languages, in the order of the English terms, and
    its Chinese terms are those of the page."""
    page, _, glossary = TEXTS['handout.zh'].partition(f'\n## {GLOSSARY}\n')
    rows = re.findall(r'^\| (.*) \| (.*) \|$', glossary, re.MULTILINE)[1:]
    assert len(rows) > 25
    terms = [english.lower().removeprefix('to ') for english, _ in rows]
    assert terms == sorted(terms)
    for _, chinese in rows:
        first = re.split('[，（]', chinese)[0]
        assert first in page or first in ('α-β 剪枝', '叶结点', '粗略估计')


@pytest.mark.parametrize('name', NAMES)
def test_words(name: str) -> None:
    """Chinese sentences have Chinese commas and colons, and the words that the
    other pages have. So do the captions of pictures."""
    prose = re.sub(
        r'\]\([^)]*\)|`[^`]*`', '', BLOCK.sub('', TEXTS[f'{name}.zh'])
    )
    assert not re.findall(
        '[\u4e00-\u9fff][,:;?!]|[,:;?!][\u4e00-\u9fff]', prose
    )
    # Otherwise, this would not be bold.
    assert not re.findall(r'[，。：；]\*\*[\u4e00-\u9fff]', prose)
    assert not re.findall('测试集|键入|即将走棋|引发`|下[^面]{0,6}游戏', prose)
    page = fill_page(FOLDER / f'{name}.zh.md')
    for words in re.findall('<text.*?>(.*?)<', str(page.pictures)):
        assert not re.search('[A-Za-z]{3}', words), words
    assert all(path in page.text for path in page.pictures)
