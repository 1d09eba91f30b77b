"""Somebody else's stonehenge.py in our checkout: everything works with it."""
from pathlib import Path
from subprocess import CompletedProcess
import pytest
from tests.support.programs import FLAT_FILES, TOP, copy_to, run_in

SOLUTIONS = TOP / 'tests' / 'support' / 'solutions'

# As little as a stonehenge.py can have: its board is always that of side
# length 1, on which every cell claims two lines and wins.
MINIMAL = '''
from game import Game
from game_state import GameState
class S(GameState):
    def __init__(self, is_p1_turn, taken=''):
        super().__init__(is_p1_turn)
        self.taken = taken
    def __str__(self):
        return 'taken: ' + self.taken
    def __repr__(self):
        return f'S({self.p1_turn}, {self.taken})'
    def get_possible_moves(self):
        return [] if self.taken else list('ABC')
    def make_move(self, move):
        return S(not self.p1_turn, self.taken + move)
    def rough_outcome(self):
        return -1 if self.taken else 1
class StonehengeGame(Game):
    def __init__(self, p1_starts):
        input('Enter the side length: ')
        self.current_state = S(p1_starts)
    def get_instructions(self):
        return 'Take a cell.'
    def is_over(self, state):
        return state.taken != ''
    def is_winner(self, player):
        return self.is_over(self.current_state) \\
            and self.current_state.get_current_player_name() != player
    def str_to_move(self, text):
        return text.strip().upper()
'''


@pytest.fixture(name='house', scope='module',
                params=['undo', 'lists', 'own_classes', 'minimal'])
def checkout(request: pytest.FixtureRequest,
             tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give our files in a folder, with somebody else's stonehenge.py. What it
    needs of that person's superclasses stands in ours."""
    folder = tmp_path_factory.mktemp('house')
    copy_to(folder, [*FLAT_FILES, 'interface', 'engine', 'labs', 'drawings'])
    if request.param == 'minimal':
        (folder / 'stonehenge.py').write_text(MINIMAL, encoding='utf-8')
        return folder
    theirs = SOLUTIONS / request.param
    copy_to(folder, ['stonehenge.py'], theirs)
    for name in 'game.py', 'game_state.py':
        text = (theirs / name).read_text(encoding='utf-8')
        if 'class Game' not in text:
            with open(folder / name, 'a', encoding='utf-8') as file:
                file.write(text.partition('\n')[2])
    return folder


def play(house: Path, *arguments: str, text: str = '2\n'
         ) -> CompletedProcess[str]:
    """Run a program of the house, which asks for a size at most."""
    done = run_in(house, *arguments, text=text)
    assert 'Traceback' not in done.stdout, done.stdout
    return done


@pytest.mark.parametrize('keys', ['mr mi', 'ab ro', 'r ab'])
def test_strategies(house: Path, keys: str) -> None:
    """All strategies play it, alpha-beta too."""
    one, two = keys.split()
    done = play(house, 'game_interface.py', '--game', 'h', '--p1', one, '--p2',
                two, '--first', '1')
    assert done.returncode == 0
    assert 'is the winner!' in done.stdout


def test_commands(house: Path) -> None:
    """Values, hints and the review work as with any game."""
    told = [play(house, 'game_interface.py', '--game', 'h', '--p1', 'i',
                 '--p2', 'i', '--first', '1', text=text).stdout
            for text in ('2\nvalues\nhint\n', '1\nA\n')]
    assert 'wins: A, B, C' in told[0] and 'A wins, in' in told[0], told[0]
    assert 'Player 1 could win' in told[1], told[1]


def test_check(house: Path) -> None:
    """The program's check finds no fault in it."""
    done = play(house, 'game_interface.py', '--check', '--game', 'h',
                '--size', '1')
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize('key, size', [('d', '3'), ('x', '2'), ('s', '7'),
                                       ('h', None)])
def test_labs(house: Path, key: str, size: str) -> None:
    """So do the other games beside it."""
    options = ['--size', size] if size else []
    done = play(house, '-m', 'labs', '--game', key, '--p1', 'ab', '--p2', 'mi',
                '--first', '2', *options)
    assert done.returncode == 0, done.stdout
    assert 'is the winner!' in done.stdout


def test_generic_modules_do_not_know_stonehenge(tmp_path: Path) -> None:
    """Alpha-beta, values, hints and reviews need no stonehenge.py at all."""
    copy_to(tmp_path, ['game.py', 'game_state.py', 'strategy.py', 'engine'])
    done = run_in(tmp_path, '-c', 'import engine.alpha_beta, engine.hints, '
                  'engine.reviews, engine.values')
    assert (done.returncode, done.stdout) == (0, '')
