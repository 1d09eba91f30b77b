"""The prompt: what lines, and commands above all, do and say."""

from contextlib import nullcontext, redirect_stdout, suppress
from dataclasses import replace
from datetime import date
from io import StringIO
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock, patch
import re
import sys
from pytest import CaptureFixture, MonkeyPatch
import pytest
from engine import alpha_beta, hints, values
from engine.values import find_values
from game_interface import ENGINE, playable_games, usable_strategies
from interface import history as histories, prompt, screen
from interface.prompt import ReplayPrompt
from interface.history import load_game, print_result, print_review, replay
from interface.saved_games import SavedGame
from interface.command_line import Catalog
from interface.words import TurnChangedError
from labs.games import add_games
from stonehenge import StonehengeGame
from strategy import interactive_strategy, rough_outcome_strategy
from tests.support.clocks import set_clock
from tests.support.foreign_games import EndlessTree, TreeGame, TreeState
from tests.support.game_program import options
from tests.support.odd_games import walk_in
from tests.support.programs import FLAT_FILES, copy_to, run_in
from tests.support.typing_player import TypingPlayer, run_here

add_games()


@pytest.mark.parametrize(
    'key, size, before, line, told',
    [
        ('h', 2, 'd e', 'D', "'D' is taken. Possible moves: A, B, C, F, G"),
        *[
            ('h', 1, '', line, f"'{line}' is not a cell: the cells are A, B, C")
            for line in ('7', '@', 'AB', 'D')
        ],
        *[
            (
                's',
                20,
                '',
                line,
                f'{line} is not a positive square. Possible moves: 1',
            )
            for line in ('5', '0', '-4')
        ],
        ('s', 20, '', '25', '25 is more than the 20 that is left'),
        ('s', 20, '16', '9', '9 is more than the 4 that is left'),
        ('s', 20, '', 'four', "'four' is not a whole number"),
        # One letter is no command, also where the cell of this letter is taken.
        *[
            ('h', 5, letter, letter, f"'{letter}' is taken. Possible moves: ")
            for letter in 'BCHLMPQRSUV'
        ],
        ('s', 20, '', 'h', "'h' is not a whole number. Possible moves: 1, 4"),
        *[
            ('h', 3, '', f'{name} {more}', f"Nothing may follow '{name}'.")
            for name, more in (
                ('hint', '10'),
                ('board', '3'),
                ('moves', '3'),
                ('quit', 'it'),
                ('review', '?'),
            )
        ],
        (
            'h',
            3,
            '',
            'help values',
            '  values [N]     say what each move leads to',
        ),
        ('h', 3, '', '? un', '  undo [N]       go back to your previous turn'),
        ('h', 3, '', 'help me', "'me' is not a command."),
        ('s', 20, '1', 'undo 2', '2 is too many: at most 1.'),
        ('s', 20, '1', 'undo x', "'x' is not a whole number."),
        (
            's',
            20,
            '',
            'undo',
            'There is nothing to undo: this is your first turn.',
        ),
        ('s', 20, '', 're', 'There is nothing to redo.'),
        ('s', 20, '', 'rev', 'No move has been made yet.'),
        ('s', 20, '', 'back', 'No mistake is known so far.'),
        (
            's',
            20,
            '',
            'players',
            'Subtract Square. Player 1: interactive. Player',
        ),
        *[
            (
                's',
                20,
                '',
                line,
                'Two keys are needed, one for each player, as in: '
                'players i ab.',
            )
            for line in ('players ab', 'players x')
        ],
        (
            's',
            20,
            '',
            'players r x',
            "'r x' does not name 2 strategies among: i",
        ),
        (
            's',
            20,
            '4 9 1',
            'moves',
            '1. Player 1: 4, Player 2: 9\n2. Player 1: 1\n'
            'Possible moves: 1, 4\n',
        ),
        *[
            ('s', 20, '', f'values {argument}', 'seconds')
            for argument in (
                '0',
                '-1',
                'x',
                '1e3',
                '601',
                'nan',
                '9' * 5000,
                '1 2',
            )
        ],
    ],
)
def test_what_is_said(
    key: str, size: int, before: str, line: str, told: str
) -> None:
    """What is said takes a line or a few, and the position stays."""
    player = TypingPlayer(key, size)
    player.type(*before.split())
    state = player.history.game.current_state
    shown = player.type(line)
    assert told in shown and len(shown) < 300
    assert player.history.game.current_state is state
    assert shown.count('\n') == 1 + told.rstrip('\n').count('\n')


@pytest.mark.parametrize(
    'key, size, lines_typed, made',
    [
        # If both players type, undo takes one move back.
        ('s', 20, '4, 9, undo', [4]),
        ('s', 20, '4, 9, 1, undo 3, redo 2', [4, 9]),
        # What is a possible move is not a command.
        ('o', None, 'undo, quit', ['undo', 'quit']),
    ],
)
def test_moves_and_commands(
    key: str, size: Any, lines_typed: str, made: list, monkeypatch: MonkeyPatch
) -> None:
    """After some lines, these are the moves that have been made."""
    monkeypatch.setitem(
        playable_games,
        'o',
        walk_in(
            {
                'start': {'undo': 'A', '?': 'B'},
                'A': {'quit': 'C', 'undo': 'D'},
                'B': 'p1',
                'C': 'p1',
                'D': 'p1',
            }
        ),
    )
    player = TypingPlayer(key, size)
    player.type(*lines_typed.split(', '))
    assert player.history.made() == made


@pytest.mark.parametrize(
    'opponent, moves, told, place',
    [
        # Subtract Square from 13: 1 wins, 4 and 9 lose.
        (
            interactive_strategy,
            '4',
            "Player 1's move 1 (4) gave away a win: 1 would have won.",
            0,
        ),
        (
            interactive_strategy,
            '4 1',
            "Player 2's move 1 (1) gave away a win: 4 or 9 would have won.",
            1,
        ),
        (
            lambda game: 1,
            '4',
            'Your move 1 (4) gave away a win: 1 would have won.',
            0,
        ),
    ],
)
def test_back_and_review(
    opponent: Any, moves: str, told: str, place: int
) -> None:
    """While a game is played, too, moves are reviewed, and `back` leads to the
    last mistake: to one's own, against a program."""
    player = TypingPlayer('s', 13, opponent)
    player.type(*moves.split())
    history = player.history
    made = len(history.made())
    lines = player.type('review').splitlines()
    assert len(lines) == made and 'loses; 1 would have won' in lines[0]
    assert player.type('back').startswith(told + '\n')
    assert history.place == place and len(history.moves) == made
    assert len(player.type('rev').splitlines()) == max(place, 1)


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize(
    'key, size, moves',
    [
        ('h', 2, 'AE'),
        ('h', 3, ''),
        ('s', 50, ''),
        ('s', 1, ''),
        ('d', '3 3', ''),
        ('x', 3, ''),
    ],
)
def test_values(key: str, size: Any, moves: str) -> None:
    """`values` has every move once, with its outcome, the best ones first."""
    player = TypingPlayer(key, size)
    for move in moves:
        player.type(move)
    shown = player.type('values 60')
    exact = find_values(player.history.game, 60)
    groups = {
        word: ', '.join(str(move) for move, score in exact if score == outcome)
        for word, outcome in (('wins', 1), ('ties', 0), ('loses', -1))
    }
    assert shown == ''.join(
        f'{word}: {moves}\n' for word, moves in groups.items() if moves
    )


@pytest.mark.parametrize(
    'moves, lines, told',
    [
        ('', ['values', 'hint'], 'ties: a\nloses: b, c\na ties.\n'),
        ('b', ['hint'], 'y wins, in 1 ply.\n'),
        ('c', ['hint'], 'x wins, in 2 plies.\n'),
    ],
)
@pytest.mark.usefixtures('trees')
def test_ties_are_told(moves: str, lines: list[str], told: str) -> None:
    """A tie is told, too: the tree's values are known by hand."""
    player = TypingPlayer('t', None)
    player.type(*moves)
    assert player.type(*lines) == told


class GloomyState(TreeState):
    """A position without an estimate, as in a game that is half done."""

    def rough_outcome(self) -> float:
        """Fail."""
        raise NotImplementedError


def test_what_is_not_proved(monkeypatch: MonkeyPatch) -> None:
    """Moves whose outcomes are not found in time are listed as such, and a hint
    that may be wrong says that it is alpha-beta's move. There is none where the
    game cannot tell what looks good."""
    tree = EndlessTree()
    tree.update({'start': {'a': 'x', 'b': 'y', 'c': 'lost'}, 'lost': 'p2'})
    monkeypatch.setitem(
        playable_games, 't', lambda first: TreeGame(first, tree)
    )
    told = 'loses: c\nnot known within 60.5 s'
    why = 'The best move is not known within 600 s'

    def guess(state: TreeState) -> float:
        """Return a rough outcome that speaks for b, which leads to y."""
        if state.name[0] != 'y':
            return 0.0
        return 0.5 if len(state.name) % 2 == 0 else -0.5

    monkeypatch.setattr(TreeState, 'rough_outcome', guess)
    set_clock(monkeypatch, alpha_beta, hints, values)
    player = TypingPlayer('t', None)
    assert player.type('values 60.5') == f'{told}: a, b\n'
    assert (
        player.type('hint') == f'{why}: alpha beta (ab) would play b, '
        f'which is not proved to be best.\n'
    )
    game = player.history.game
    game.current_state = GloomyState(True, tree, 'start')
    assert player.type('values 60.5') == f'{told}: a, b\n'
    assert player.type('hint') == f'{why}.\n'


@pytest.mark.usefixtures('without_contracts')
def test_stopped_values_are_kept(monkeypatch: MonkeyPatch) -> None:
    """What is found before Ctrl-C is shown, and need not be found again."""
    player = TypingPlayer('h', 3)
    looks = count()

    def stop() -> float:
        """Press Ctrl-C at the four hundredth look at the clock."""
        look = next(looks)
        if look == 400:
            raise KeyboardInterrupt
        return look / 1e6

    monkeypatch.setattr(values, 'perf_counter', stop)
    shown = player.type('values 600')
    assert shown.startswith('\nStopped. `values` goes on from here.\n')
    assert 'wins: ' in shown and 'not known yet' in shown
    assert len(player.history.scores) > 10
    assert 'not known' not in player.type('values 600')
    player.type('A', 'undo')
    looks = count(200)  # What is known is known again after other moves.
    assert 'not known' not in player.type('values 600')
    player.type('A')
    looks = count(400)
    assert player.type('hint') == '\nStopped.\n'


@pytest.mark.parametrize(
    'typed, leaves',
    [(['A', '', 'B', ''], False), (['A', '', ''], True), (['', ''], True)],
)
def test_ctrl_c_at_the_prompt(
    typed: list[str],
    leaves: bool,
    capsys: CaptureFixture,
    monkeypatch: MonkeyPatch,
) -> None:
    """Ctrl-C clears what is typed; twice with nothing typed, it leaves."""
    editor = SimpleNamespace(get_line_buffer=lambda: buffers.pop(0))
    monkeypatch.setitem(sys.modules, 'readline', editor)
    monkeypatch.setattr(screen, 'is_terminal', lambda _: True)
    buffers = typed[:]
    with (
        patch(
            'builtins.input',
            side_effect=[KeyboardInterrupt] * len(typed) + ['a line'],
        ),
        pytest.raises(KeyboardInterrupt) if leaves else nullcontext(),
    ):
        assert screen.ask_line('Enter a move: ') == 'a line'
    assert (
        not buffers
        and capsys.readouterr().out.count('Ctrl-C again leaves the program.\n')
        == typed.count('') - leaves
    )


@pytest.mark.parametrize(
    'line, offered',
    [
        ('save on', ['save one.txt']),
        ('lo ', ['lo an other/', 'lo one.txt']),
        ('load an other/', ['load an other/two.txt']),
        ('load x', []),
        ('values o', []),
        ('save', ['save']),
        ('m', ['M', 'moves']),
        ('re', ['redo', 'review']),
    ],
)
def test_tab_completes(
    line: str, offered: list[str], tmp_path: Path, monkeypatch: MonkeyPatch
) -> None:
    """Tab completes moves, commands and, after some, the names of files."""
    monkeypatch.chdir(tmp_path)
    Path('an other').mkdir()
    for name in 'one.txt', 'an other/two.txt':
        Path(name).touch()
    player = TypingPlayer('h', 4)
    player.type('A')
    assert player.interface.prompt.completenames(line) == offered


# As help lists them: those of the prompt first.
COMMANDS = (
    'board undo redo back players save load review moves hint values quit'
)


def test_board_and_help() -> None:
    """`board` shows the position, and `help` every command and a move; after
    the game, the answers, too."""
    player = TypingPlayer('d', '2 2')
    picture = str(player.history.game.current_state)
    assert picture in player.type('board')
    told = player.type('help')
    assert 'such as a1 or b1' in told
    listed = re.compile(r'^  (\w+)\b', re.MULTILINE)
    assert listed.findall(told) == f'help {COMMANDS}'.split()
    player.type('a1', 'a2')
    ended, told = player.end('?', 'n')
    assert ended is None and 'Type a command.' in told
    assert (
        listed.findall(told)
        == f'help yes no swap {COMMANDS}'.replace('hint values ', '').split()
    )


def test_save_asks_before_it_overwrites(
    tmp_path: Path, monkeypatch: MonkeyPatch
) -> None:
    """A file is overwritten if the same is typed twice, or if it is ours."""
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / 'my game.txt'
    mine.write_text('mine', encoding='utf-8')
    player = TypingPlayer('h', 2)
    (tmp_path / 'other.txt').write_text('mine', encoding='utf-8')
    for line in (
        'save my game.txt',
        'moves',
        'save my game.txt',
        'save other.txt',
        'save my game.txt',
    ):
        assert (
            'This file already exists' in player.type(line)
        ) == line.startswith('save')
        assert mine.read_text(encoding='utf-8') == 'mine'
    assert 'is saved in' in player.type('save my game.txt')
    player.type('A')
    assert '    "A",\n' in mine.read_text(encoding='utf-8')
    player.type('undo')
    assert '    "A",\n' not in mine.read_text(encoding='utf-8')
    assert 'is saved in' in player.type('save my game.txt')


@pytest.mark.parametrize(
    'line, told',
    [
        ('save', 'Which file?'),
        ('load', 'Which file?'),
        ('load none.txt', "'none.txt': No such file"),
        ('load bad.txt', "'bad.txt': move 2: 'A' is taken"),
        (
            'load won.txt',
            "'won.txt': result: the saved result is wrong: Player 1 "
            'is the winner.\n',
        ),
        ('save no/such', "'no/such': No such file"),
        ('save .', "'.': This is a folder"),
    ],
)
def test_wrong_files(
    line: str, told: str, tmp_path: Path, monkeypatch: MonkeyPatch
) -> None:
    """What is wrong with a file is said in one line, and the game goes on."""
    monkeypatch.chdir(tmp_path)
    for name, rest in (
        ('bad', 'size = 2\nmoves = ["A", "A"]'),
        ('won', 'size = 1\nresult = "tie"\nmoves = ["A"]'),
    ):
        Path(f'{name}.txt').write_text(
            f'game = "h"\nfirst = 1\n{rest}\n', encoding='utf-8'
        )
    player = TypingPlayer('h', 2)
    player.type('B')
    shown = player.type(line)
    assert told in shown and shown.count('\n') == 1
    assert player.history.made() == ['B']


def test_load_another_game(tmp_path: Path, monkeypatch: MonkeyPatch) -> None:
    """`load` goes on with any game; the old game's file stays as it was."""
    monkeypatch.chdir(tmp_path)
    player = TypingPlayer('s', 20)
    player.type('9', 'save squares.txt')
    old = Path('squares.txt').read_text(encoding='utf-8')
    Path('stones.txt').write_text(
        'game = "h"\nsize = 2\nfirst = 2\np1 = "ro"\nmoves = ["A", "E"]\n',
        encoding='utf-8',
    )
    assert (
        "This is the game in 'stones.txt', after 2 moves.\nThis file is "
        'not kept up to date: see `help`.\nStonehenge. Player 1: rough '
        'outcome. Player 2: interactive.\n'
        in player.type('load stones.txt', 'i', 'B')
    )
    history = player.history
    assert isinstance(history.game, StonehengeGame)
    assert history.made()[:3] == ['A', 'E', 'B']
    assert len(history.made()) == 4
    assert Path('squares.txt').read_text(encoding='utf-8') == old
    player.type('load squares.txt', '4')
    assert history.made() == [9, 4]


def test_players(tmp_path: Path) -> None:
    """`players` says who plays, lets others play, and the file names them."""
    player = TypingPlayer('s', 20, rough_outcome_strategy)
    path = tmp_path / 'g'
    history = player.history
    for line, keys, people in (
        (f'save {path}', 'i ro', ['p1']),
        ('players r', 'i r', ['p1']),
        ('players MI', 'i mi', ['p1']),
        ('players i', 'i i', ['p1', 'p2']),
        ('players r i', 'r i', ['p2']),
    ):
        shown = player.type(line)
        saved = load_game(str(path), history.catalog).record
        assert f'{saved.p1} {saved.p2}' == keys and history.people == people
    assert 'Player 1: random. Player 2: interactive.' in shown
    for line in 'players x', 'players r ro mi':
        assert 'does not name ' in player.type(line)
    assert (saved.p1, saved.p2) == (history.record.p1, history.record.p2)


def test_without_engine() -> None:
    """Where the engine is of no use, `values` and `hint` say so."""
    player = TypingPlayer('s', 20)
    player.type('4')
    history = player.history
    history.catalog = replace(history.catalog, analyst=None)
    for line in 'values', 'hint', 'review', 'back':
        shown = player.type(line)
        assert 'engine/' in shown and 'not work with this strategy.py' in shown


def test_in_the_starter_folder(tmp_path: Path) -> None:
    """Without the folder engine/, what needs it is not offered."""
    copy_to(tmp_path, [*FLAT_FILES, 'interface'])
    start = ['game_interface.py', *options(p1='i', p2='r')]
    shown = run_in(tmp_path, *start, text='?\nhint\nquit\n').stdout
    assert '  undo' in shown
    assert not re.search('^  (hint|values|review|back)', shown, re.MULTILINE)
    assert 'engine/ finds what moves are worth. It is not part of the' in shown
    assert '--review' not in run_in(tmp_path, start[0], '--help').stdout
    assert (
        ': game_interface.py lists no others.'
        in run_in(tmp_path, start[0], '--p2', 'x').stdout
    )


# What is typed after a game from 2 in which player 2, a program, has won; what
# is said; and who plays player 1 and 2 in the next one, if there is one.
ENDS = [
    ('', '', 'i mi'),
    ('Y', '', 'i mi'),
    ('ye', '', 'i mi'),
    ('s', '', 'mi i'),
    (' SW', '', 'mi i'),
    ('swap sides', '', 'mi i'),
    *[(line, '', '') for line in ('n', 'NO', 'quit', 'qu', 'exit', None)],
    *[
        (
            line,
            f"'{line}' is not one of the answers: y = yes, n = no, "
            f's = swap sides, undo, back, review',
            None,
        )
        for line in ('E', 'e', 'q', 'u', 'b', 'r', '1', 'What?')
    ],
    ('board', 'What is left: 0\n\nPlayer 2 is the winner!', None),
    ('hint', 'The game is over.', None),
    ('re', '1. Player 1: 1 loses\n   Player 2: 1 wins', None),
    ('back', 'No move is known to have decided the game.', None),
    ('save', "Which file? Type it after 'save', as in: save game.txt.", None),
    (
        '? sw',
        '  swap sides     play another game with sides swapped, as s does',
        None,
    ),
    ('swap 3', "Nothing may follow 'swap sides'.", None),
    ('undo', '', 'goes on'),
]


@pytest.mark.parametrize('line, told, players', ENDS)
def test_after_a_game(line: Any, told: str, players: Any) -> None:
    """After a game, there are answers and commands, of two letters at least
    where the prompt does not say otherwise."""
    player = TypingPlayer('s', 2)
    history = player.history
    history.set_players({'p2': 'mi'})
    history.make_all_typed('1, 1')
    with redirect_stdout(StringIO()):
        print_result(history)
    try:
        keys, said = player.end(EOFError if line is None else line, 'no')
    except TurnChangedError:
        assert players == 'goes on' and history.place == 0
        return
    assert said.strip('\n') == told
    assert (keys or {}) == dict(zip(('p1', 'p2'), (players or '').split()))


# === Looking back ===

# A game with a win and a tie.
MISSED_WIN = walk_in({'start': {'x': 'A', 'y': 'B'}, 'A': 'p1', 'B': 'tie'})


@pytest.fixture(autouse=True)
def be_patient(monkeypatch: MonkeyPatch) -> None:
    """Have searches find what they look for, however busy this machine is."""
    for module, name in (
        (prompt, 'SEARCH_SECONDS'),
        (histories, 'ALPHA_BETA_SECONDS'),
        (histories, 'SECONDS_EACH'),
        (histories, 'DECIDING_SECONDS'),
    ):
        monkeypatch.setattr(module, name, 600.0)


@pytest.fixture(name='trees')
def add_trees(monkeypatch: MonkeyPatch) -> None:
    """Offer two games whose outcomes are known by hand."""
    monkeypatch.setitem(playable_games, 't', TreeGame)
    monkeypatch.setitem(playable_games, 'm', MISSED_WIN)


@pytest.mark.usefixtures('trees')
@pytest.mark.parametrize(
    'key, size, moves, people, told',
    [
        (
            's',
            13,
            '4 9',
            ['p2'],
            'You won.\n'
            "Player 1's move 1 (4) lost the game: 1 would have won.\n",
        ),
        (
            's',
            13,
            '4 9',
            ['p1', 'p2'],
            "Player 1's move 1 (4) lost the game: 1 would have won.\n",
        ),
        ('s', 13, '4 9', [], ''),
        (
            't',
            None,
            'a y',
            ['p1'],
            "Nobody made a mistake: it's a tie if both play well.\n",
        ),
        (
            't',
            None,
            'b y',
            ['p1'],
            'You lost.\nYour move 1 (b) lost the game: a would have tied.\n',
        ),
        (
            't',
            None,
            'a x',
            ['p1'],
            'You won.\n'
            "Player 2's move 1 (x) lost the game: y would have tied.\n",
        ),
        (
            'm',
            None,
            'y',
            ['p1'],
            'Your move 1 (y) gave away a win: x would have won.\n',
        ),
    ],
)
def test_what_decided_it(
    key: str,
    size: Any,
    moves: str,
    people: list[str],
    told: str,
    capsys: CaptureFixture,
) -> None:
    """Those who typed read how it ended, and which move decided it."""
    player = TypingPlayer(key, size)
    player.type(*moves.split())
    player.history.set_players(
        {name: 'i' if name in people else 'r' for name in ('p1', 'p2')}
    )
    print_result(player.history)
    assert capsys.readouterr().out == told


def test_review_of_the_program(tmp_path: Path) -> None:
    """--review comes after any game, also one that was over when loaded."""
    done = run_here(tmp_path, options(save='g.txt') + ['--review'])
    shown = done.stdout.partition('is the winner!\n')[2]
    moves = re.findall(r'chooses (\w)\.', done.stdout)
    assert re.findall(r': (\w) (?:wins|loses)', shown) == moves
    again = run_here(tmp_path, ['--load', 'g.txt', '--review'])
    assert again.stdout.endswith(shown)


@pytest.mark.usefixtures('trees')
@pytest.mark.parametrize(
    'error, why',
    [
        (KeyError('x'), "The game fails with KeyError: 'x'."),
        (KeyboardInterrupt(), 'Stopped.'),
    ],
)
def test_failing_games(
    error: BaseException,
    why: str,
    capsys: CaptureFixture,
    monkeypatch: MonkeyPatch,
) -> None:
    """If a game fails, or Ctrl-C stops the search, one line says so."""
    player = TypingPlayer('t', None)
    player.type('b', 'x')
    monkeypatch.setattr(
        TreeState, 'get_possible_moves', Mock(side_effect=error)
    )
    print_result(player.history)
    assert capsys.readouterr().out.endswith(
        f'What decided the game is not known. {why}\n'
    )
    print_review(player.history, 2)
    assert capsys.readouterr().out.strip() == f'The review ends here. {why}'


# === Replays ===

GAME = SavedGame(
    's',
    False,
    12,
    'i',
    'mi',
    date=date(2026, 11, 21),
    moves=('4', '4', ' 1', '1', '1', '1'),
    result='p1',
)


CATALOG = Catalog(playable_games, usable_strategies, ENGINE)


def step(saved: SavedGame, *typed: str) -> list[int]:
    """Return the positions at which something is asked, until Ctrl-D."""
    history = replay(saved, CATALOG)
    history.go_to(0)
    with (
        patch('builtins.input', side_effect=[*typed, EOFError]) as asked,
        suppress(EOFError),
    ):
        ReplayPrompt(history, lambda _: str(history.game.current_state)).run()
    return [int(call.args[0].split()[1]) for call in asked.call_args_list]


@pytest.mark.parametrize(
    'typed, positions',
    [
        ('/', [0, 1, 2]),
        ('///////', [0, 1, 2, 3, 4, 5, 6, 6, 6]),
        ('ba', [0, 0]),
        ('/ba/ba', [0, 1, 0, 0]),
        ('3/ba', [0, 3, 2]),
        ('3/back 2', [0, 3, 1]),
        ('next 4/ne 3/exit', [0, 4, 4]),
        # What is a possible move is one, and leads away from the game.
        ('2/1/hint/values/ba/5', [0, 2, 3, 3, 3, 2, 5]),
        ('1/1/6', [0, 1, 2, 2]),
        ('6/2//ba', [0, 6, 2, 3, 2]),
        ('0', [0, 0]),
        ('7', [0, 0]),
        ('-1', [0, 0]),
        ('x', [0, 0]),
        ('²', [0, 0]),
        ('1_0', [0, 0]),
        ('9' * 5000, [0, 0]),
        ('3/back/BACK/ ba ', [0, 3, 2, 1, 0]),
        ('next/ne', [0, 1, 2]),
        ('ne/bac/he', [0, 1, 0, 0]),
        ('help/?/h', [0, 0, 0, 0]),
        ('\0', [0, 0]),
        # One letter is no command.
        ('3/q/b/n', [0, 3, 3, 3, 3]),
        ('undo/save g/players', [0, 0, 0, 0]),
        ('qu/ba', [0]),
        ('2/quit/1', [0, 2]),
        ('3/ QU/1', [0, 3]),
    ],
)
def test_replayed(typed: str, positions: list[int]) -> None:
    """Enter goes on, `back` back, a number there, `quit` away; all else
    stays."""
    lines = [''] * 2 if typed == '/' else typed.split('/')
    assert step(GAME, *lines) == positions


@pytest.mark.usefixtures('trees')
def test_games_that_are_not_over(capsys: CaptureFixture) -> None:
    """The player to move is named, or a tie; what is unknown is not."""
    game = SavedGame('t', True, p2='my_own', moves=('a', 'y'))
    assert replay(game, CATALOG).describe() == 'Tree. Player 2: my_own.'
    step(game, '', '', 'quit')
    shown = capsys.readouterr().out
    assert re.findall('(Player . chose.*|Player . is to.*)', shown) == [
        'Player 1 is to move.',
        'Player 1 chose a. Player 2 is to move.',
        "Player 2 chose y. It's a tie!",
    ]


@pytest.mark.usefixtures('trees')
def test_pictures_that_fail(
    monkeypatch: MonkeyPatch, capsys: CaptureFixture
) -> None:
    """A position that cannot be shown is no reason to stop."""
    monkeypatch.setattr(TreeState, '__str__', Mock(side_effect=KeyError('x')))
    step(SavedGame('t', True, moves=('a',)), '')
    assert capsys.readouterr().out.count('(This cannot be shown.)') == 2
