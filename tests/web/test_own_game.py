"""What it costs to add a game with its drawing: two files for one's own, and a
line in a table more for one of the labs."""
from pathlib import Path
from typing import Callable
from tests.support.programs import TOP, copy_to, run_in
from tests.support.served import ask, find_folder, serve_in

TOY = TOP / 'tests' / 'support' / 'toy'


def play_on_the_page(address: str) -> None:
    """Have the page draw the toy, play it, and draw its tree."""
    shown = ask(address, ask='begin', link='game=n')
    assert shown['value']['size'] == '5' and shown['text']['title'] == 'Nim'
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
    steps = ask(address, ask='search', link='game=n',
                tree='search=recursive')['drawn']['steps']
    assert steps[0][0]['what'] == 'recursive_score(start) is called.'


def test_two_files(make_clone: Callable[[Path], None], tmp_path: Path) -> None:
    """One's own game is on the page, and in the tree, by its rules and its
    drawing."""
    make_clone(tmp_path)
    copy_to(tmp_path, ['nim.py', 'nim_drawing.py'], TOY)
    with serve_in(tmp_path, 'nim.py', PYTHONPATH=find_folder('anytree')) \
            as (_, address):
        play_on_the_page(address)


def test_a_game_of_the_labs(make_clone: Callable[[Path], None],
                            tmp_path: Path) -> None:
    """A game of the labs is on the terminal, the page and the tree by its
    rules, its drawing and a line in the table."""
    make_clone(tmp_path)
    for name in 'nim.py', 'nim_drawing.py':
        text = (TOY / name).read_text(encoding='utf-8')
        (tmp_path / 'labs' / name).write_text(
            text.replace("'nim_drawing'", "'labs.nim_drawing'"), 'utf-8')
    table = tmp_path / 'labs' / 'games.py'
    table.write_text(table.read_text(encoding='utf-8').replace(
        "GAMES = {", "GAMES = {\n    'n': ('labs.nim', 'NimGame'),\n", 1),
                     encoding='utf-8')
    packages = find_folder('anytree')
    with serve_in(tmp_path, PYTHONPATH=packages) as (_, address):
        play_on_the_page(address)
    played = run_in(tmp_path, '-m', 'labs', '--game', 'n', '--size', '6',
                    '--p1', 'mi', '--p2', 'r', '--first', '1')
    assert played.stdout.endswith('Player 1 is the winner!\n')
    drawn = run_in(tmp_path, '-m', 'labs.game_tree', '--game', 'n', '--size',
                   '4', '--depth', '1', PYTHONPATH=packages)
    assert drawn.stdout.startswith('Nim: p1 is to move, and p2 wins\n')
