"""What players see: boards that fit, colours, times, and prompts."""

from contextlib import redirect_stdout
from pathlib import Path
from math import prod
from types import SimpleNamespace
from typing import Any, Optional
import io
import re
import pyte
from pytest import MonkeyPatch
import pytest
from interface.screen import (
    COLOUR_CODES,
    choose_colour,
    cut_items,
    draw_position,
    fit,
    fit_items,
)
from labs.games import add_games
from game_interface import playable_games
from stonehenge import StonehengeGame
from strategy import random_strategy
from subtract_square_game import SubtractSquareGame
from tests.support.foreign_games import TreeGame
from tests.support.game_program import command, options
from tests.support.terminal import FakeTerminal, StartTerminal, Terminal, lines
from tests.support.typing_player import begin, run_here

add_games()


def screen_of(terminal: Terminal, columns: int, rows: int) -> list[str]:
    """Return the lines that a terminal of this size shows now."""
    screen = pyte.Screen(columns, rows)
    pyte.Stream(screen).feed(terminal.raw)
    return [line.rstrip() for line in screen.display]


def test_size_5_fits_into_80_by_24(start: StartTerminal) -> None:
    """The largest board, a mistake and the prompt fit on 80 x 24."""
    terminal = start(
        command(*options(size=5, p1='i')), COLUMNS='80', TERM='xterm-256color'
    )
    terminal.wait_for('Enter a move')
    for typed in 'A', 'zz':
        terminal.type(lines(typed))
        terminal.wait_for('Enter a move')
    assert '\x1b[' in terminal.screen  # A terminal has colour.
    shown = screen_of(terminal, 80, 24)
    text = '\n'.join(shown)
    board = '\n'.join(
        re.sub(r'\x1b\[[\d;]*m', '', line)
        for line in terminal.screen.split('\n')
    )
    last = re.findall(
        r'\n\n( +[@12]   [@12]\n(?:.+\n)+?Player 1 has .*)\n', board
    )
    assert last[-1] in text
    assert "'ZZ' is not a cell: the cells are A, B" in text
    assert 'Possible moves: B, C' in text
    assert shown[-1] == 'Enter a move:'


@pytest.mark.parametrize('columns', [80, 40])
def test_no_line_is_wider_than_the_terminal(
    columns: int, start: StartTerminal
) -> None:
    """Questions, boards, lists and explanations fit into 80 and 40 columns."""
    terminal = start(command(), COLUMNS=str(columns))
    at = 0
    shown = []
    for typed in (
        '',
        'h',
        'i',
        'mi',
        'y',
        '3',
        'A',
        '??',
        '',
        '',
        'moves',
        'help',
        'values',
        'hint',
        'undo',
        'redo',
        'quit',
    ):
        terminal.read_until(lambda screen, at=at: screen[at:].endswith(': '))
        shown += terminal.screen[at:].split('\n')
        terminal.wait_until_asleep()
        at = len(terminal.screen) + len(typed) + 1
        terminal.type(lines(typed))
    terminal.wait_for_end()
    assert [
        line
        for line in shown
        if len(line.rstrip()) > columns
        and not line.startswith('Enter the side length')
    ] == []
    assert ('moves: A,\nB, C, D,' in terminal.screen) == (columns == 40)


@pytest.mark.parametrize('columns', [80, 40])
def test_what_the_game_shows_fits(
    columns: int, monkeypatch: MonkeyPatch
) -> None:
    """Rules, positions and the result fit into standard output, which may have
    been replaced."""
    game = begin(StonehengeGame, random_strategy, random_strategy, size=3)
    monkeypatch.setenv('COLUMNS', str(columns))
    with redirect_stdout(FakeTerminal()) as shown:
        game.play()
    widths = [len(line) for line in shown.getvalue().splitlines()]
    assert columns - 20 < max(widths) <= columns


def test_board_after_three_mistakes(start: StartTerminal) -> None:
    """On a terminal, the board is shown again after each third mistake."""
    terminal = start(command(*options(p1='i')))
    for mistakes in range(7):
        terminal.wait_for('Enter a move')
        assert (
            terminal.screen.count('Nobody has claimed any of the 9 ley-lines')
            == 1 + mistakes // 3
        )
        terminal.type(lines('no'))
    terminal.wait_for('Enter a move')


def test_what_fits() -> None:
    """Lines are broken where it makes sense, and only if there is a width."""
    items = ['a = one', 'b = two three', 'c = four']
    for width in range(20, 60):
        shown = fit_items('Which? (', items, '): ', width)
        assert shown.replace('\n', ' ') == f'Which? ({", ".join(items)}): '
        assert max(map(len, shown.split('\n'))) <= width  # A blank, too.
        for item in items:
            assert item in shown
    assert (
        fit_items('Which? (', ['ab = a long meaning'], '): ', 20)
        == 'Which? (ab = a long\nmeaning): '
    )
    assert fit('x ' * 99, None) == 'x ' * 99
    text = 'one two\nthree\n\nfour'
    assert fit(text, 8, end='\n\n') == text
    assert fit(text, 5, end='\n\n') == text.replace(' ', '\n')
    assert cut_items('', ['1', '2'], None, '') == '1, 2'
    assert cut_items('Moves: ', ['1 1', '1 2'], 11) == 'Moves: 1 1,\n1 2'
    assert cut_items('Moves: ', ['1 1', '1 2'], 14) == 'Moves: 1 1,\n1 2'
    many = list(map(str, range(1_000_000)))  # This takes no time.
    assert cut_items('Moves: ', many, 80, ' (all)').endswith(
        ' 13, 14 and 999,985 more (all)'
    )
    assert fit('x' * 50, 20) == '\n'.join(['x' * 20, 'x' * 20, 'x' * 10])


def draw(state: Any, before: Any, colour: bool, width: Optional[int]) -> str:
    """Return what is shown of state after the position before."""
    return draw_position(
        SimpleNamespace(
            game=SimpleNamespace(current_state=state), before=lambda: before
        ),
        colour,
        width,
    )


def test_last_move_stands_out() -> None:
    """Players have colours, and what the last move changed stands out."""
    before = StonehengeGame(True, size=2).current_state.make_move('A')
    state = before.make_move('E')
    picture = draw(state, before, True, None).rpartition('\n')[0]
    assert re.sub(r'\x1b\[[\d;]*m', '', picture) == str(state)
    blue, brown = '\x1b[38;5;63m', '\x1b[38;5;131m'
    new = '\x1b[1;7;38;5;131m'
    plain = str(state)
    assert picture.count(blue) == plain.count('1')
    changed = sum(a != b for a, b in zip(str(before), plain))
    assert picture.count(new) == changed > 1
    assert picture.count(brown) == plain.count('2') - changed
    assert (
        draw(state, before, False, None) == f'{plain}\nPlayer 1 '
        f'has claimed 2 of 9 ley-lines, player 2 has 2. It takes 5 to win.'
    )
    # The labs' games offer their letters, too.
    for key, new, shown in (
        ('x', '\x1b[1;7;38;5;63mB', ' 1 (B)- -'),
        ('d', '\x1b[1;7;38;5;63mV', ' 1 (V). .'),
    ):
        before = playable_games[key](True, size=3).current_state
        state = before.make_move(before.get_possible_moves()[0])
        assert new in draw(state, before, True, None)
        assert shown in draw(state, before, False, None)


def contrast(red: int, green: int, blue: int, other: float) -> float:
    """Return the contrast of a colour with white or black, 1 or 0."""
    shares = [find_light(each) for each in (red, green, blue)]
    light = sum(map(prod, zip(shares, (0.2126, 0.7152, 0.0722)))) + 0.05
    return max(light, other + 0.05) / min(light, other + 0.05)


def find_light(level: int) -> float:
    """Return the light, from 0 to 1, of a level from 0 to 255."""
    if level < 11:
        return level / 255 / 12.92
    return ((level / 255 + 0.055) / 1.055) ** 2.4


@pytest.mark.parametrize('code', COLOUR_CODES.values())
def test_contrast(code: str) -> None:
    """Both colours can be read on light and on dark terminals."""
    number = int(code.split(';')[2]) - 16
    levels = [0, 95, 135, 175, 215, 255]
    colour = [levels[number // step % 6] for step in (36, 6, 1)]
    assert contrast(*colour, 0) >= 4.5 and contrast(*colour, 1) >= 4.5


@pytest.mark.parametrize(
    'game', [TreeGame(True), SubtractSquareGame(True, size=12)]
)
def test_other_games_are_shown_as_they_are(game: Any) -> None:
    """A game whose optional methods are missing or fail is shown by str."""
    state = game.current_state
    assert draw(state, state, True, 80) == str(state)
    state.get_player_marks = lambda: 1 / 0
    state.describe_standing = lambda: 1 / 0
    assert draw(state, state, True, 80) == str(state)
    for marks in 'all', {'S': 'p3', 'W': ['p1'], 1: 2}:
        state.get_player_marks = lambda marks=marks: marks
        assert draw(state, state, True, 80) == str(state)


def test_without_the_describer() -> None:
    """The module that a state names as its describer may be missing."""
    state = StonehengeGame(True, size=1).current_state
    assert 'It takes 3 to win.' in draw(state, state, False, 80)
    state.describer = 'missing'
    assert draw(state, state, False, 80) == str(state)


@pytest.mark.parametrize(
    'when, variables, stream, colour',
    [
        ('auto', {}, FakeTerminal(), True),
        (None, {}, FakeTerminal(), True),
        ('auto', {}, io.StringIO(), False),
        ('always', {}, io.StringIO(), True),
        ('never', {}, FakeTerminal(), False),
        ('auto', {'NO_COLOR': '1'}, FakeTerminal(), False),
        ('auto', {'NO_COLOR': ''}, FakeTerminal(), True),
        ('always', {'NO_COLOR': '1'}, FakeTerminal(), True),
        ('auto', {'TERM': 'dumb'}, FakeTerminal(), False),
    ],
)
def test_when_there_is_colour(
    when: Any,
    variables: dict,
    stream: Any,
    colour: bool,
    monkeypatch: MonkeyPatch,
) -> None:
    """--color, NO_COLOR and what kind of output it is decide on colour."""
    for name, value in {'TERM': 'xterm', 'NO_COLOR': '', **variables}.items():
        monkeypatch.setenv(name, value)
    assert choose_colour(when, stream) == colour


def test_tab_completes(start: StartTerminal) -> None:
    """On a terminal that can, Tab completes moves and commands."""
    pytest.importorskip('readline', reason='This Python has no readline.')
    terminal = start(command(*options(p1='i')), TERM='xterm')
    terminal.read_until(lambda screen: '(? for help): ' in screen)
    terminal.wait_until_asleep()
    terminal.type(b'val\t\n')
    terminal.read_until(lambda screen: 'wins: A' in screen)
    terminal.wait_until_asleep()
    terminal.type(b'\x1b[A\n')  # Up: the line before.
    terminal.read_until(lambda screen: screen.count('wins: A') == 2)
    terminal.type(lines('quit'))
    terminal.wait_for_end()
    assert terminal.screen.count('values') == 2


def test_delay(tmp_path: Path) -> None:
    """--delay waits for a while before each move, and shows its time."""
    shown = run_here(
        tmp_path, [*options(size=1), '--delay', '0.001', '--color', 'always']
    ).stdout
    assert re.search(r'Player 1 chooses \w \(\d\.\d\d s\)\.', shown)
    assert '\x1b[' in shown


@pytest.mark.parametrize(
    'arguments',
    [options(p1='r', p2='r', size=3), ['--load', 'g.txt', '--p1=r', '--p2=r']],
)
def test_seed_of_a_random_game(arguments: list[str], tmp_path: Path) -> None:
    """A random game says its seed, which repeats it; other games do not."""
    (tmp_path / 'g.txt').write_text(
        'game = "s"\nsize = 400\nfirst = 1\nseed = -7\nmoves = ["1"]\n',
        encoding='utf-8',
    )
    done = run_here(tmp_path, arguments)
    seed = re.match(r'Seed: (\d+) \(--seed \1 ', done.stdout)[1]
    again = run_here(tmp_path, [*arguments, '--seed', seed])
    assert again.stdout == done.stdout.partition('\n')[2]
    assert run_here(tmp_path, arguments).stdout != done.stdout
    assert 'Seed' not in run_here(tmp_path, options()).stdout


def test_seed_of_another_game(start: StartTerminal) -> None:
    """--seed is for the first game. One that is played again says its own."""
    terminal = start(
        command(*options(game='s', size=1, p1='i', p2='r') + ['--seed', '5'])
    )
    for answer in '1', 'y', '1', 'n':
        terminal.wait_for('Play' if answer in 'yn' else 'Enter a move')
        assert ('Seed' in terminal.screen) == (
            'again? ' in terminal.screen and answer != 'y'
        )
        terminal.type(lines(answer))
    terminal.wait_for_end()
    assert re.findall(r'Seed: (\d+) ', terminal.screen) != ['5']
