"""What READMEs say is so: commands, examples, recorded games and a tree."""

from pathlib import Path
import re
import tomllib
import pytest
from game import Game
from game_interface import usable_strategies
from game_state import GameState
from interface.words import make_titles
from strategy import Search, recursive_score
from subtract_square_game import SubtractSquareGame
from tests.support.programs import FLAT_FILES, TOP, copy_to, run_in
from tests.support.starters import replay

README = (TOP / 'README.md').read_text(encoding='utf-8')
PLAYING = (TOP / 'interface' / 'README.md').read_text(encoding='utf-8')
SEARCHING = (TOP / 'engine' / 'README.md').read_text(encoding='utf-8')
EXAMPLES = re.findall(r'```python\n(.*?)```', README, re.DOTALL)


@pytest.fixture(name='examples', scope='module')
def write_examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with both examples of README.md, next to our modules."""
    folder = tmp_path_factory.mktemp('examples')
    copy_to(folder, [*FLAT_FILES, 'interface'])
    for name, start in ('matches', 'Matches:'), ('greedy', 'A strategy that'):
        (example,) = [code for code in EXAMPLES if code[3:].startswith(start)]
        (folder / f'{name}.py').write_text(example, encoding='utf-8')
    return folder


@pytest.mark.parametrize(
    'page', [README, PLAYING, SEARCHING], ids=['README', 'interface', 'engine']
)
def test_contents(page: str) -> None:
    """The contents at the top list all sections, in order, with links."""
    (line,) = [line for line in page.splitlines() if line.count('](#') > 1]
    assert re.findall(r'\[([^]]*)\]\(#([^)]*)\)', line) == [
        (name, make_anchor(name))
        for name in re.findall('^## (.*)$', page, re.MULTILINE)
    ]


def make_anchor(heading: str) -> str:
    """Return the anchor that GitHub gives a heading."""
    return re.sub(r'[^\w -]', '', heading).lower().replace(' ', '-')


@pytest.mark.parametrize(
    'page',
    [
        page
        for page in TOP.rglob('*.md')
        if not any(
            part.startswith('.') or part == 'node_modules'
            for part in page.relative_to(TOP).parts
        )
    ],
    ids=lambda page: str(page.relative_to(TOP)),
)
def test_links(page: Path) -> None:
    """All links to files lead somewhere, and to a heading if they name one, but
    for those that are filled in."""
    links = re.findall(
        r'\]\(([^)#]+)(?:#([^)]*))?\)', page.read_text(encoding='utf-8')
    )
    for link, heading in links:
        if '://' not in link and '{{' not in link:
            assert (page.parent / link).exists(), link
        if heading:
            headings = re.findall(
                '^#+ (.*)$',
                (page.parent / link).read_text(encoding='utf-8'),
                re.MULTILINE,
            )
            assert heading in map(make_anchor, headings), f'{link}#{heading}'


def test_rooms() -> None:
    """The tables name all flat files and folders, and nothing else."""
    rooms = README.partition('## The rooms')[2].partition('\n## ')[0]
    named = re.findall(
        r'`([\w./]+)`',
        ' '.join(
            row.split(' | ')[0]
            for row in rooms.splitlines()
            if row[:3] == '| `'
        ),
    )
    files = [
        path.name
        for path in TOP.iterdir()
        if path.suffix == '.py' or path.name == 'a2_pyta.txt'
    ]
    folders = [
        path.name + '/'
        for path in TOP.iterdir()
        if (path / '__init__.py').exists()
    ]
    assert sorted(named) == sorted(files + folders)


def test_short_game() -> None:
    """The game shown in interface/README.md is played just so."""
    assert replay(PLAYING, TOP)[0] == 'values'


def test_strategies() -> None:
    """The table has six strategies, with their keys and titles."""
    rows = re.findall(
        r'^\| `(\w+)` \| ([\w-]+(?: \w+)*) \|',
        PLAYING.partition('## The strategies')[2],
        re.MULTILINE,
    )
    assert len(rows) == 6
    rows = [(key, name.replace('-', ' ')) for key, name in rows]
    assert [
        each for each in make_titles(usable_strategies).items() if each in rows
    ] == rows


def test_test_command() -> None:
    """CI runs the line that README.md tells people to run."""
    (line,) = [line for line in README.splitlines() if '-m venv' in line]
    assert '-m pytest' in line
    assert line in (TOP / '.ci' / 'run').read_text('utf-8').splitlines()


def test_nothing_is_installed() -> None:
    """The project is used from a checkout: what "pip install -e" installs has
    nothing of the project itself, and README.md says so. easyAI 2.1.0 lacks
    what the benchmarks use."""
    project = tomllib.loads((TOP / 'pyproject.toml').read_text('utf-8'))
    assert project['tool']['setuptools'] == {'packages': [], 'py-modules': []}
    assert set(re.findall("'(easyAI=.*?)'", str(project))) == {'easyAI==2.0.12'}
    assert 'the project builds no package' in ' '.join(README.split())


@pytest.mark.parametrize(
    'line',
    re.findall(
        '^python3 (game_interface.py --.*)$', README + PLAYING, re.MULTILINE
    ),
)
def test_options_are_as_in_the_readmes(line: str) -> None:
    """The command lines shown there start those games."""
    done = run_in(TOP, *line.split(), text='1\na\n')
    said = {'--games': 'Distinct games:', '--trace': 'yours  right'}
    words = [said[option] for option in said if option in line]
    assert (
        words[0] in done.stdout if words else done.stdout.count('chooses') == 2
    )


@pytest.mark.parametrize(
    'arguments, text, begin, end',
    [
        (
            'matches.py --game m --p1 mr --p2 r --first 1 --size 14',
            '',
            'Player 1 chooses 2.',
            'Player 1 is the winner!\n',
        ),
        (
            'matches.py --game m --p1 r --p2 mi --first 2 --size 14',
            '',
            'Player 2 chooses 2.',
            'Player 2 is the winner!\n',
        ),
        (
            'matches.py --check --game m',
            '',
            'Matches (m): ',
            '\nAll is well.\n',
        ),
        (
            'matches.py --game m --p1 r --p2 r --first 1 --size -3',
            '',
            '',
            'matches.py: -3 is not a number of matches.\n',
        ),
        (
            'matches.py --game m --p1 r --p2 r --first 1 --size abc',
            '',
            '',
            "matches.py: 'abc' is not a number of matches.\n",
        ),
        (
            'greedy.py',
            's\ng\nr\ny\n30\n',
            'Player 1 chooses 25.',
            'is the winner!\n',
        ),
    ],
)
def test_examples_of_your_own(
    arguments: str, text: str, begin: str, end: str, examples: Path
) -> None:
    """Both examples play as they should, and --check finds no faults."""
    done = run_in(examples, *arguments.split(), text=text)
    assert begin in done.stdout and done.stdout.endswith(end)


def test_playing_a_game_of_your_own(examples: Path) -> None:
    """The example explains wrong moves in its own words, and goes on."""
    done = run_in(examples, 'matches.py', text='m\ni\nr\ny\n4\nx\n\n2\n')
    told = [line for line in done.stdout.splitlines() if 'Enter' in line]
    for line, start in zip(
        told,
        (
            'You cannot take 4.',
            'You cannot take x.',
            'An empty line is not a move.',
            'Player 1 chooses 2.',
        ),
    ):
        assert re.match(rf'Enter a move( .* help\))?: {start}', line)
    assert len(told) == 5  # The last is asked for when the input has ended.


def list_nodes(game: Game, state: GameState, move: str = '') -> list[tuple]:
    """Return the nodes of the tree of state, from top to bottom: move, player
    to move, what is left, and score."""
    nodes = [
        (
            move,
            state.get_current_player_name(),
            str(state.current_total),
            str(recursive_score(Search(game), state)),
        )
    ]
    for each in state.get_possible_moves():
        nodes += list_nodes(game, state.make_move(each), str(each))
    return nodes


@pytest.mark.usefixtures('without_contracts')
def test_tree() -> None:
    """The tree of Subtract Square from 6 has these nodes and scores."""
    total = SubtractSquareGame(True, size=6)
    # A search needs a game that is not over; its root may be any state.
    assert list_nodes(total, total.current_state) == re.findall(
        r'^[|` ]*(?:-- (\d+) -> )?(p\d):(\d+) score (-?\d)$',
        SEARCHING,
        re.MULTILINE,
    )
