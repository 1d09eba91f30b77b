"""What README.md says is so: its commands, its examples and its tree."""
from pathlib import Path
import doctest
import re
import pytest
from benchmarks.short_cuts import SHORT_CUTS, positions_visited
from game import Game
from game_state import GameState
from strategy import Search, recursive_score
from stonehenge import StonehengeGame
from subtract_square_game import SubtractSquareGame
from tests.test_mixing import CORE, TOP, copy_to, run_in

README = (TOP / 'README.md').read_text(encoding='utf-8')
EXAMPLES = re.findall(r'```python\n(.*?)```', README, re.DOTALL)


def write_example(folder: Path, name: str) -> None:
    """Write the example that README.md calls name.py into folder, next to our
    modules."""
    docstring = {'matches': 'Matches:', 'greedy': 'A strategy that'}[name]
    example, = [code for code in EXAMPLES if code[3:].startswith(docstring)]
    (folder / (name + '.py')).write_text(example, encoding='utf-8')
    copy_to(folder, CORE)


def test_short_cuts() -> None:
    """The numbers of positions are those that were measured, and those that a
    search needs today."""
    results = (TOP / 'benchmarks' / 'RESULTS.md').read_text(encoding='utf-8')
    rows = re.findall(r'^\| (with\w* .*|all .*)$', README, re.MULTILINE)
    assert len(rows) == len(SHORT_CUTS)
    for row, short_cut in zip(rows, SHORT_CUTS):
        assert row in results
        name, count = [cell.strip() for cell in row.split('|')][:2]
        assert name == short_cut
        assert count == positions_visited(short_cut, 3, 100_000)


def test_labs() -> None:
    """The examples in the README of the labs give what it says."""
    result = doctest.testfile(str(TOP / 'labs' / 'README.md'), False,
                              encoding='utf-8')
    assert result.failed == 0 and result.attempted > 3


def test_test_command() -> None:
    """CI runs the line that README.md tells people to run."""
    script = (TOP / '.ci' / 'run').read_text(encoding='utf-8')
    line, = [each for each in script.splitlines() if '-m pytest' in each
             and each in README.splitlines()]
    assert line.startswith('python3 -m venv')


LINES = re.findall(r'^python3 (game_interface.py --.*)$', README, re.MULTILINE)


@pytest.mark.parametrize('line', LINES)
def test_options_are_as_in_the_readme(line: str) -> None:
    """The command lines shown there start those games."""
    assert len(LINES) == 2
    done = run_in(TOP, *line.split(), text='q\n')
    assert 'Q' in done.stdout and done.stdout.count('chooses') == 2


@pytest.mark.parametrize('strategies, winner', [('mr r', 1), ('r mi', 2)])
def test_game_of_your_own(strategies: str, winner: int,
                          tmp_path: Path) -> None:
    """The example plays, and minimax plays it well: 14 matches are a win."""
    write_example(tmp_path, 'matches')
    p1, p2 = strategies.split()
    done = run_in(tmp_path, 'matches.py', '--game', 'm', '--p1', p1, '--p2',
                  p2, '--first', str(winner), '--size', '14')
    assert done.stdout.endswith(f'Player {winner} is the winner!\n')


def test_playing_a_game_of_your_own(tmp_path: Path) -> None:
    """The example explains wrong moves in its own words, and goes on."""
    write_example(tmp_path, 'matches')
    done = run_in(tmp_path, 'matches.py', text='m\ni\nr\ny\n4\nx\n\n2\n')
    told = [line for line in done.stdout.splitlines() if 'Enter' in line]
    for line, start in zip(told, ('You cannot take 4.', 'You cannot take x.',
                                  'An empty line is no move.',
                                  'Player 1 chooses 2.')):
        assert line.startswith('Enter a move: ' + start)
    assert len(told) == 5  # The last is asked for when the input has ended.


def test_strategy_of_your_own(tmp_path: Path) -> None:
    """The example plays, and leaves its opponent with few moves."""
    write_example(tmp_path, 'greedy')
    done = run_in(tmp_path, 'greedy.py', text='s\ng\nr\ny\n30\n')
    assert 'Player 1 chooses 25.' in done.stdout
    assert 'is the winner!' in done.stdout


def tree_lines(game: Game, state: GameState, indent: str = '') -> list[str]:
    """Return the lines of the tree of state as README.md has them."""
    player = 'A' if state.p1_turn else 'B'
    score = recursive_score(Search(game), state)
    lines = [f'{player}:{state.current_total} score {score}']
    moves = state.get_possible_moves()
    for move in moves:
        last = move == moves[-1]
        below = tree_lines(game, state.make_move(move),
                           indent + ('    ' if last else '|   '))
        lines.append(f'{indent}{"`" if last else "|"}-- {move} -> {below[0]}')
        lines += below[1:]
    return lines


@pytest.mark.usefixtures('without_contracts')
def test_tree() -> None:
    """The tree of Subtract Square from 6 has these nodes and scores."""
    total = SubtractSquareGame(True, size=6)
    # A search needs a game that is not over; its root may be any state.
    tree = '\n'.join(tree_lines(total, total.current_state))
    assert f'```\n{tree}\n```' in README


def test_picture() -> None:
    """The picture at the top is one of a real game."""
    state = StonehengeGame(True, size=2).current_state
    for move in 'DA':
        state = state.make_move(move)
    assert str(state) in README
