"""summary.html: all submissions on one page."""
from collections import Counter
from html import escape
from pathlib import Path
from statistics import median
from string import Template
from textwrap import shorten
from urllib.parse import quote
from course.marking.judge import PASSED
from course.marking.marks import MARKED, Record, tell_points

PAGE = Path(__file__).parent / 'summary.html.in'
BARS = 10
# The picture of the distribution, in pixels.
BAR_WIDTH, HEIGHT = 62, 120
MOST_TESTS = 15
MOST_TEXT = 110  # On what to look at first.


def write_summary(records: list[Record], isolation: str) -> str:
    """Return a page about these submissions."""
    page = Template(PAGE.read_text(encoding='utf-8'))
    return page.substitute(
        head=write_head(records, isolation), table=write_table(records),
        distribution=draw_distribution(records), failed=list_failed(records))


def write_head(records: list[Record], isolation: str) -> str:
    """Return what is to be known of all submissions together."""
    told = f'{len(records)} submissions'
    marked = [record.total for record in records if record.status == MARKED]
    if marked:
        mean = sum(marked) / len(marked)
        told += (f', {len(marked)} marked. Mean {tell_points(mean)}, median '
                 f'{tell_points(median(marked))}, of '
                 f'{tell_points(records[0].out_of)} points.')
    return f'<p>{told}</p>\n<p>Isolation: {escape(isolation)}</p>'


def write_table(records: list[Record]) -> str:
    """Return a row for each submission."""
    rows = ['<tr><th>Submission<th class="number">Marks<th><th>Tests passed'
            '<th>Status<th>Look first at<th></tr>']
    for record in records:
        part = float(record.total / record.out_of) if record.out_of else 0
        tests = [test for group in record.groups for test in group.tests]
        passed = [test for test in tests if test.status == PASSED]
        trouble = '' if record.status == MARKED else ' class="trouble"'
        folder = quote(record.id)
        rows.append(
            f'<tr><td>{escape(record.id)}<br><small>{escape(record.names)}'
            f'</small><td class="number">{tell_points(record.total)}'
            f'<td class="bar"><div><div style="width:{part:.1%}"></div></div>'
            f'<td>{len(passed)} of {len(tests)}<td{trouble}>'
            f'{escape(record.status)}<td>{escape(look_first(record))}'
            f'<td class="links"><a href="{folder}/feedback.md">feedback</a> '
            f'<a href="{folder}/staff.log">log</a></tr>')
    return '<table>\n' + '\n'.join(rows) + '\n</table>'


def look_first(record: Record) -> str:
    """Return what is to be looked at first in a submission, in a few words."""
    problems = [record.problem, *record.import_problems]
    for group in record.groups:
        for test in group.tests:
            problems += test.causes
            if test.status != PASSED:
                problems.append(f'{group.name}: {test.title}')
    problems += [f'{file.name}: {file.problem or "style"}'
                 for file in record.style if file.problem or file.messages]
    return shorten(next(filter(None, problems), ''), MOST_TEXT)


def draw_distribution(records: list[Record]) -> str:
    """Return a picture of how many have which part of the points."""
    counts = Counter(min(BARS - 1, int(BARS * record.total / record.out_of))
                     for record in records if record.out_of)
    highest = max(counts.values(), default=1)
    shapes = []
    for place in range(BARS):
        x, height = place * BAR_WIDTH, HEIGHT * counts[place] // highest
        shapes.append(
            f'<rect x="{x + 2}" y="{HEIGHT + 14 - height}" '
            f'width="{BAR_WIDTH - 4}" height="{height}"/>'
            f'<text x="{x + 8}" y="{HEIGHT + 28}">{100 * place // BARS} to '
            f'{100 * (place + 1) // BARS}</text>')
        if counts[place]:
            shapes.append(f'<text x="{x + BAR_WIDTH // 2 - 4}" '
                          f'y="{HEIGHT + 10 - height}">{counts[place]}</text>')
    return (f'<svg width="{BARS * BAR_WIDTH}" height="{HEIGHT + 34}" '
            f'role="img" aria-label="How many have how much">'
            f'{"".join(shapes)}</svg>')


def list_failed(records: list[Record]) -> str:
    """Return the tests that most submissions have not passed."""
    counts: Counter[tuple[str, str]] = Counter()
    for record in records:
        for group in record.groups:
            counts.update((group.name, test.title) for test in group.tests
                          if test.status != PASSED)
    if not counts:
        return '<p>None.</p>'
    rows = [f'<tr><td class="number">{count}<td>{escape(group)}'
            f'<td>{escape(title)}</tr>'
            for (group, title), count in counts.most_common(MOST_TESTS)]
    return '<table>\n<tr><th class="number">Submissions<th>Group<th>Test</tr>' \
        + '\n' + '\n'.join(rows) + '\n</table>'
