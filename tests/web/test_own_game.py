"""What it costs to add a game with its drawing: two files for one's own, and a
line in a table more for one of the labs."""

from pathlib import Path
from typing import Callable
import re
from tests.support.programs import TOP, run_in
from tests.support.served import ask, find_folder, serve_in

# The game that README.md has as an example, without its last lines; and how
# web/README.md says that it gets on the page.
(RULES,) = re.findall(
    r'```python\n("""Matches:.*?)\n\nif __name__',
    (TOP / 'README.md').read_text('utf-8'),
    re.DOTALL,
)
ON_THE_PAGE = """
MatchesState.__str__ = lambda self: '|' * self.matches  # Else it is a number.
MatchesState.drawing = 'FOLDERmatches_drawing'
MatchesGame.sizes = '5', '9'
"""
STARTED = """
if __name__ == '__main__':
    from web.__main__ import main
    playable_games['n'] = MatchesGame
    main()
"""
DRAWING = """
from drawings.shapes import add_rectangle, fill_for, make_picture
def find_owners(state):
    return {f'match {i}': '' for i in range(1, state.matches + 1)}
def describe_claims(_parts):
    return ''
def draw_states(states, title=''):
    left = states[-1].matches
    svg = make_picture((0, 0), (20 * left + 20, 60), title)
    for i in range(left):
        match = add_rectangle(svg, (20 * i + 10, 10), (8, 40),
                              fill_for('stone', '', '#c49a6c'))
        match.set('data-part', f'match {i + 1}')
        if i < 3:
            match.set('data-move', str(i + 1))
    return svg
"""


def write_game(folder: Path, package: str, end: str) -> None:
    """Write rules and drawing into folder, which is this package, or none."""
    rules = RULES + ON_THE_PAGE.replace('FOLDER', package) + end
    for name, text in ('matches', rules), ('matches_drawing', DRAWING):
        (folder / f'{name}.py').write_text(text, encoding='utf-8')


def play_on_the_page(address: str) -> None:
    """Have the page draw the game, play it, and draw its tree."""
    shown = ask(address, ask='begin', link='game=n')
    assert shown['value']['size'] == '5' and shown['text']['title'] == 'Matches'
    assert shown['html']['board'].count('<rect') == 5
    moved = ask(address, ask='move', link='game=n&size=9', move='2')
    assert moved['html']['board'].count('<rect') == 7
    chosen = ask(address, ask='choose', link='game=n&size=6&p1=mi')
    assert chosen['link'].endswith('&moves=2')
    marks = ask(address, ask='values', link='game=n&size=6')['marks']
    assert [each['letter'] for each in marks] == ['W', 'L', 'L']
    tree = ask(address, ask='tree', link='game=n', tree='plies=1')
    assert len(tree['drawn']['nodes']) == 4
    drawn = ask(address, ask='boards', link='game=n', paths=['', '2'])
    assert [each.count('<rect') for each in drawn['boards'].values()] == [5, 3]
    steps = ask(address, ask='search', link='game=n', tree='search=recursive')[
        'drawn'
    ]['steps']
    assert steps[0][0]['what'] == 'recursive_score(start) is called.'


def test_two_files(make_clone: Callable[[Path], None], tmp_path: Path) -> None:
    """One's own game is on the page, and in the tree, by its rules and its
    drawing."""
    make_clone(tmp_path)
    write_game(tmp_path, '', STARTED)
    with serve_in(
        tmp_path, 'matches.py', PYTHONPATH=find_folder('anytree')
    ) as (_, address):
        play_on_the_page(address)


def test_a_game_of_the_labs(
    make_clone: Callable[[Path], None], tmp_path: Path
) -> None:
    """A game of the labs is on the terminal, the page and the tree by its
    rules, its drawing and a line in the table."""
    make_clone(tmp_path)
    write_game(tmp_path / 'labs', 'labs.', '')
    table = tmp_path / 'labs' / 'games.py'
    table.write_text(
        table.read_text(encoding='utf-8').replace(
            'GAMES = {',
            "GAMES = {\n    'n': ('labs.matches', 'MatchesGame'),\n",
            1,
        ),
        encoding='utf-8',
    )
    packages = find_folder('anytree')
    with serve_in(tmp_path, PYTHONPATH=packages) as (_, address):
        play_on_the_page(address)
    played = run_in(
        tmp_path,
        '-m',
        'labs',
        '--game',
        'n',
        '--size',
        '6',
        '--p1',
        'mi',
        '--p2',
        'r',
        '--first',
        '1',
    )
    assert played.stdout.endswith('Player 1 is the winner!\n')
    drawn = run_in(
        tmp_path,
        '-m',
        'labs.game_tree',
        '--game',
        'n',
        '--size',
        '4',
        '--depth',
        '1',
        PYTHONPATH=packages,
    )
    assert drawn.stdout.startswith('Matches: p1 is to move, and p2 wins\n')
