"""The commands at the prompt: what each of them does and says."""
from contextlib import nullcontext
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
import re
import sys
from pytest import CaptureFixture, MonkeyPatch
import pytest
from engine import alpha_beta, hints, values
from engine.values import find_values
from game_interface import playable_games
from interface import commands, prompt, screen
from interface.commands import WORDS
from interface.replay import load_game
from labs.games import add_games
from stonehenge import StonehengeGame, StonehengeState
from strategy import rough_outcome_strategy
from tests.support.wrong_games import break_game, chat
from tests.support.clocks import set_clock
from tests.support.foreign_games import EndlessTree, TreeGame, TreeState
from tests.support.game_program import options
from tests.support.odd_games import walk_in
from tests.support.programs import FLAT_FILES, copy_to, run_in
from tests.support.typing_player import TypingPlayer

add_games()


@pytest.mark.parametrize('key, size, before, line, told', [
    ('s', 20, '', 'h', "'h' may be help or hint."),
    # M is a cell where it is free; where it is not, it is a command.
    ('h', 5, 'm', 'm', '1. Player 1: M\nPossible moves: A, B, C, D, E'),
    ('h', 2, '', 'h', 'be help or hint'),
    ('h', 5, 'q', 'z', "'Z' is not a cell"),
    ('s', 20, '1', 'undo 2', '2 is too many: at most 1.'),
    ('s', 20, '1', 'undo x', "'x' is not a whole number."),
    ('s', 20, '', 'players', 'Subtract Square. Player 1: interactive. Player'),
    ('h', 2, 'd e', 'D', "'D' is taken. Possible moves: A, B, C, F, G"),
    *[('h', 1, '', line, f"'{line}' is not a cell: the cells are A, B, C")
      for line in ('7', '@', 'AB', 'D')],
    *[('s', 20, '', line, f'{line} is not a positive square. Possible moves: 1')
      for line in ('5', '0', '-4')],
    ('s', 20, '', '25', '25 is more than the 20 that is left'),
    ('s', 20, '16', '9', '9 is more than the 4 that is left'),
    ('s', 20, '', 'four', "'four' is not a whole number"),
    ('s', 20, '', 'undo', 'There is nothing to undo: this is your first turn.'),
    ('s', 20, '', 'redo', 'There is nothing to redo.'),
    ('s', 20, '4 9 1', 'moves', '1. Player 1: 4, Player 2: 9\n2. Player 1: 1\n'
                                'Possible moves: 1, 4\n'),
    *[('s', 20, '', f'values {argument}', 'seconds') for argument in (
        '0', '-1', 'x', '1e3', '601', 'nan', '9' * 5000, '1 2')]])
def test_what_is_said(key: str, size: int, before: str, line: str, told: str
                     ) -> None:
    """What is said takes a line or a few, and the position stays."""
    player = TypingPlayer(key, size)
    player.type(*before.split())
    state = player.interface.session.history.game.current_state
    shown = player.type(line)
    assert told in shown and len(shown) < 250
    assert player.interface.session.history.game.current_state is state
    assert shown.count('\n') == 1 + told.rstrip('\n').count('\n')


@pytest.mark.parametrize('key, size, lines_typed, made', [
    # If both players type, undo takes one move back.
    ('s', 20, '4, 9, undo', [4]), ('s', 20, '4, 9, 1, undo 3, redo 2', [4, 9]),
    # What is a possible move is not a command.
    ('o', None, 'undo, quit', ['undo', 'quit'])])
def test_moves_and_commands(key: str, size: Any, lines_typed: str, made: list,
                            monkeypatch: MonkeyPatch) -> None:
    """After some lines, these are the moves that have been made."""
    monkeypatch.setitem(playable_games, 'o', walk_in({
        'start': {'undo': 'A', '?': 'B'}, 'A': {'quit': 'C', 'undo': 'D'},
        'B': 'p1', 'C': 'p1', 'D': 'p1'}))
    player = TypingPlayer(key, size)
    player.type(*lines_typed.split(', '))
    assert player.interface.session.history.made() == made


VALUES = re.compile(r'(wins|ties|loses): (.*)')


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('key, size, moves', [
    ('h', 2, 'AE'), ('h', 3, ''), ('s', 50, ''), ('s', 1, ''), ('d', '3 3', ''),
    ('x', 3, '')])
def test_values(key: str, size: Any, moves: str) -> None:
    """`values` has every move once, with its outcome, the best ones first."""
    player = TypingPlayer(key, size)
    for move in moves:
        player.type(move)
    found = VALUES.findall(player.type('values 60'))
    outcomes = {'wins': 1, 'ties': 0, 'loses': -1}
    assert [outcomes[word] for word, _ in found] \
        == sorted({outcomes[word] for word, _ in found}, reverse=True)
    told = {move: outcomes[word] for word, moves in found
            for move in moves.split(', ')}
    exact = find_values(player.interface.session.history.game, 60)
    assert told == {str(move): score for move, score in exact}


def test_ties_are_told(monkeypatch: MonkeyPatch) -> None:
    """A tie is told, too: the tree's values are known by hand."""
    monkeypatch.setitem(playable_games, 't', TreeGame)
    player = TypingPlayer('t', None)
    assert player.type('values') == 'ties: a\nloses: b, c\n'
    assert player.type('hint') == 'a ties.\n'
    player.type('b')
    assert player.type('hint') == 'y wins, in 1 ply.\n'
    player.type('undo', 'c')
    assert player.type('hint') == 'x wins, in 2 plies.\n'


def test_prints_are_cut(monkeypatch: MonkeyPatch) -> None:
    """Of what a game prints during a search, the beginning is shown."""
    monkeypatch.setitem(playable_games, 'b', break_game('make_move', chat))
    monkeypatch.setattr('interface.worker.MOST_SHOWN', 12)
    shown = TypingPlayer('b', None).type('hint')
    assert re.search(r'Now a\nNow b\n\.\.\. and \d+ more lines ', shown)


class GloomyState(TreeState):
    """A position without an estimate, as in a game that is half done."""

    def rough_outcome(self) -> float:
        """Fail."""
        raise NotImplementedError


def test_guesses(monkeypatch: MonkeyPatch) -> None:
    """Moves whose outcomes are not found in time are listed as such, and no
    hint is given that may be wrong, but a guess that says it is one, with its
    estimate; `values` has all of these, the best first. There are none where
    the game cannot tell what looks good."""
    tree = EndlessTree()
    tree.update({'start': {'a': 'x', 'b': 'y', 'c': 'lost'}, 'lost': 'p2'})
    monkeypatch.setitem(playable_games, 't', lambda first: TreeGame(first,
                                                                    tree))
    monkeypatch.setattr(commands, 'SECONDS', 600.0)
    told = 'loses: c\nnot known within 60.5 s'
    why = 'The best move is not known within 600 s.'
    monkeypatch.setattr(TreeState, 'rough_outcome', lambda state:
                        0.5 * (-1) ** len(state.name) * ('y' in state.name[0]))
    set_clock(monkeypatch, alpha_beta, hints, values)
    player = TypingPlayer('t', None)
    assert player.type('values 60.5') \
        == f'{told}, estimates from -1 to 1: b +0.50, a +0.00\n'
    assert player.type('hint') \
        == f'{why} A guess: b (estimate +0.50).\n'
    game = player.interface.session.history.game
    game.current_state = GloomyState(True, tree, 'start')
    assert player.type('values 60.5') == f'{told}: a, b\n'
    assert player.type('hint') == f'{why}\n'


def test_what_was_found_is_used_again(monkeypatch: MonkeyPatch) -> None:
    """What `values` has found is known after other moves and `undo`, too."""
    player = TypingPlayer('h', 3)
    player.type('L')
    looks = []
    for _ in range(3):
        clock = set_clock(monkeypatch, values)
        assert 'not known' not in player.type('values 600')
        looks.append(next(clock))
        player.type('A', 'undo')
    assert looks[0] > 100 and max(looks[1:]) < 40


def test_stopped_values_are_kept(monkeypatch: MonkeyPatch) -> None:
    """What is found before Ctrl-C is shown, and need not be found again."""
    player, looks = TypingPlayer('h', 3), count()

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
    assert len(player.interface.session.history.scores) > 10
    assert 'not known' not in player.type('values 600')
    player.type('A')
    looks = count(400)
    assert player.type('hint') == '\nStopped.\n'


@pytest.mark.parametrize('typed, leaves', [
    (['A', '', 'B', ''], False), (['A', '', ''], True), (['', ''], True)])
def test_ctrl_c_at_the_prompt(typed: list[str], leaves: bool,
                              capsys: CaptureFixture, monkeypatch: MonkeyPatch
                              ) -> None:
    """Ctrl-C clears what is typed; twice with nothing typed, it leaves."""
    editor = SimpleNamespace(get_line_buffer=lambda: buffers.pop(0))
    monkeypatch.setitem(sys.modules, 'readline', editor)
    monkeypatch.setattr(screen, 'is_terminal', lambda _: True)
    buffers = typed[:]
    with patch('builtins.input', side_effect=[KeyboardInterrupt] * len(typed)
               + ['a line']), \
            pytest.raises(KeyboardInterrupt) if leaves else nullcontext():
        assert screen.ask_line('Enter a move: ') == 'a line'
    assert not buffers and capsys.readouterr().out.count('Ctrl-C again leaves '
                                                         'the program.\n') \
        == typed.count('') - leaves


@pytest.mark.parametrize('line, offered', [
    ('save on', ['save one.txt']), ('lo ', ['lo an other/', 'lo one.txt']),
    ('load an other/', ['load an other/two.txt']), ('load x', []),
    ('values o', []), ('save', []), ('', [])])
def test_tab_offers_files(line: str, offered: list[str], tmp_path: Path,
                          monkeypatch: MonkeyPatch) -> None:
    """After a command that takes the name of a file, Tab completes that."""
    monkeypatch.chdir(tmp_path)
    Path('an other').mkdir()
    for name in 'one.txt', 'an other/two.txt':
        Path(name).touch()
    assert prompt.list_files(line) == offered


def test_undo_against_a_program() -> None:
    """`undo` takes back a move and its answer, and `redo` makes them."""
    player = TypingPlayer('h', 3, rough_outcome_strategy)
    history = player.interface.session.history
    player.type('A', 'B')
    made = history.made()
    for line, number in (('undo', 2), ('undo', 0), ('undo', 0), ('redo', 2),
                         ('redo', 4), ('undo', 2)):
        player.type(line)
        assert history.made() == made[:number]
    player.type('C', 'redo')
    assert history.made()[2] == 'C' and len(history.made()) == 4


def test_board_and_help() -> None:
    """`board` shows the position, and `help` every command and a move."""
    player = TypingPlayer('d', '2 2')
    picture = str(player.interface.session.history.game.current_state)
    assert picture in player.type('board')
    told = player.type('help')
    assert 'such as a1 or b1' in told
    assert re.findall(r'^  (\w+)', told, re.MULTILINE) \
        == [word for word in WORDS if word != 'lines']


def test_lines(monkeypatch: MonkeyPatch) -> None:
    """`lines` says who has claimed each line, or needs what, if it can."""
    player = TypingPlayer('h', 2)
    player.type('D', 'A')
    told = player.type('lines').splitlines()
    assert told[:3] == [
        'Row A, B: claimed by player 2.',
        'Row C, D, E: player 1 has D and needs 1 more, player 2 needs 2.',
        'Row F, G: each player needs 1.'] and len(told) == 9
    other = TypingPlayer('d', 2)
    told = other.type('lines')
    assert told == 'This game has no lines to tell of.\n'
    # Somebody else's game may fail.
    monkeypatch.delattr(StonehengeState, 'describe_lines')
    assert player.type('lines') == told


def test_save_asks_before_it_overwrites(tmp_path: Path,
                                        monkeypatch: MonkeyPatch) -> None:
    """A file is overwritten if the same is typed twice, or if it is ours."""
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / 'my game.txt'
    mine.write_text('mine', encoding='utf-8')
    player = TypingPlayer('h', 2)
    (tmp_path / 'other.txt').write_text('mine', encoding='utf-8')
    for line in ('save my game.txt', 'moves', 'save my game.txt',
                 'save other.txt', 'save my game.txt'):
        assert ('This file already exists' in player.type(line)) \
            == line.startswith('save')
        assert mine.read_text(encoding='utf-8') == 'mine'
    assert 'is saved in' in player.type('save my game.txt')
    player.type('A')
    assert '1. A\n' in mine.read_text(encoding='utf-8')
    player.type('undo')
    assert '1. A\n' not in mine.read_text(encoding='utf-8')
    assert 'is saved in' in player.type('save my game.txt')


@pytest.mark.parametrize('line, told', [
    ('save', 'Which file?'), ('load', 'Which file?'),
    ('load none.txt', "'none.txt': No such file"),
    ('load bad.txt', "'bad.txt', line 7: 'A' is taken"),
    ('save no/such', "'no/such': No such file"),
    ('save .', "'.': This is a folder")])
def test_wrong_files(line: str, told: str, tmp_path: Path,
                     monkeypatch: MonkeyPatch) -> None:
    """What is wrong with a file is said in one line, and the game goes on."""
    monkeypatch.chdir(tmp_path)
    Path('bad.txt').write_text('saved game, version 1\n\ngame: h\nsize: 2\n'
                               'first: 1\n\n1. A, A\n', encoding='utf-8')
    player = TypingPlayer('h', 2)
    player.type('B')
    shown = player.type(line)
    assert told in shown and shown.count('\n') == 1
    assert player.interface.session.history.made() == ['B']


def test_load_another_game(tmp_path: Path, monkeypatch: MonkeyPatch) -> None:
    """`load` goes on with any game; the old game's file stays as it was."""
    monkeypatch.chdir(tmp_path)
    player = TypingPlayer('s', 20)
    player.type('9', 'save squares.txt')
    old = Path('squares.txt').read_text(encoding='utf-8')
    Path('stones.txt').write_text('saved game, version 1\n\ngame: h\nsize: 2\n'
                                  'first: 2\nplayer 1: ro\n\n1. A, E\n',
                                  encoding='utf-8')
    assert "This is the game in 'stones.txt', after 2 moves.\nThis file is " \
        'not kept up to date: see `help`.\nStonehenge. Player 1: rough ' \
        'outcome. Player 2: interactive.\n' \
        in player.type('load stones.txt', 'i', 'B')
    session = player.interface.session
    assert isinstance(session.history.game, StonehengeGame)
    assert session.history.made()[:3] == ['A', 'E', 'B']
    assert len(session.history.made()) == 4
    assert Path('squares.txt').read_text(encoding='utf-8') == old
    player.type('load squares.txt', '4')
    assert session.history.made() == [9, 4]


def test_players(tmp_path: Path) -> None:
    """`players` says who plays, lets others play, and the file names them."""
    player, path = TypingPlayer('s', 20, rough_outcome_strategy), tmp_path / 'g'
    session = player.interface.session
    for line, keys, people in (
            (f'save {path}', 'i ro', ['p1']), ('players r', 'i r', ['p1']),
            ('players MI', 'i mi', ['p1']), ('players i', 'i i', ['p1', 'p2']),
            ('players r i', 'r i', ['p2'])):
        shown = player.type(line)
        saved = load_game(str(path), playable_games)[0]
        assert f'{saved.p1} {saved.p2}' == keys and session.people == people
    assert 'Player 1: random. Player 2: interactive.' in shown
    for line in 'players x', 'players r ro mi':
        assert "does not name " in player.type(line)
    assert (saved.p1, saved.p2) == (session.record.p1, session.record.p2)


def test_without_engine() -> None:
    """Where the engine is of no use, `values` and `hint` say so."""
    player = TypingPlayer('s', 20)
    session = player.interface.session
    session.catalog = replace(session.catalog, analyst=None)
    for line in 'values', 'hint':
        shown = player.type(line)
        assert 'engine/' in shown and 'not work with this strategy.py' in shown


def test_in_the_starter_folder(tmp_path: Path) -> None:
    """Without the folder engine/, what needs it is not offered."""
    copy_to(tmp_path, [*FLAT_FILES, 'interface'])
    start = ['game_interface.py', *options(p1='i', p2='r')]
    shown = run_in(tmp_path, *start, text='?\nhint\nquit\n').stdout
    assert '  undo' in shown and '  hint' not in shown
    assert 'engine/ finds what moves are worth. It is not part of the' in shown
    assert '--review' not in run_in(tmp_path, start[0], '--help').stdout
    assert ': game_interface.py lists no others.' in run_in(
        tmp_path, start[0], '--p2', 'x').stdout
