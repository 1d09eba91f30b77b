"""Basic tests of Stonehenge.

Put this file beside your modules and run
    python3 -m unittest stonehenge_unittest_basic
It reaches the game through playable_games in game_interface.py only. What is
expected comes from the boards drawn below, not from any StonehengeGame.

The tests come in the order in which to look at them: each relies on what those
before it test. What the tests use comes after them.

A test that takes more than 10 seconds fails, and tells where your code is. For
another limit, set SECONDS_PER_TEST, for example
    SECONDS_PER_TEST=30 python3 -m unittest stonehenge_unittest_basic
Even if Python is stuck in one long operation, the run as a whole ends, with
"Timeout" and the lines where it was. What your code prints is shown only if a
test fails.
"""
from __future__ import annotations
from contextlib import redirect_stdout, suppress
from functools import partial, wraps
from importlib import import_module
from io import StringIO
from textwrap import fill, indent
from types import FrameType
from typing import Any, Callable, Iterable, Iterator, Optional, Tuple
from unittest.mock import patch
import builtins
import faulthandler
import inspect
import linecache
import os
import random
import re
import sys
import sysconfig
import threading
import time
import traceback
import unittest

# Every board in the order in which its picture is read. A single letter is a
# cell. Letters in brackets are a marker: that of the ley-line of these cells.
BOARDS = {
    1: '''
               [A]  [BC]
        [AB]    A    B
          [C]     C      [B]
                   [AC]
    ''',
    2: '''
              [AC] [BDF]
        [AB]    A    B    [EG]
     [CDE]   C    D    E
        [FG]    F    G    [BE]
                 [CF] [ADG]
    ''',
    3: '''
             [ACF] [BDGJ]
        [AB]    A    B    [EHK]
     [CDE]   C    D    E    [IL]
   [FGHI] F    G    H    I
      [JKL]  J    K    L    [BEI]
              [FJ] [CGK] [ADHL]
    ''',
    4: '''
             [ACFJ] [BDGKO]
        [AB]    A    B    [EHLP]
     [CDE]   C    D    E    [IMQ]
   [FGHI] F    G    H    I    [NR]
[JKLMN] J   K    L    M    N
   [OPQR] O    P    Q    R    [BEIN]
           [JO] [FKP] [CGLQ] [ADHMR]
    ''',
    5: '''
              [ACFJO] [BDGKPU]
         [AB]     A    B    [EHLQV]
       [CDE]   C    D    E    [IMRW]
     [FGHI] F    G    H    I    [NSX]
  [JKLMN] J   K    L    M    N    [TY]
[OPQRST] O  P    Q    R    S    T
  [UVWXY] U   V    W    X    Y    [BEINT]
           [OU] [JPV] [FKQW] [CGLRX] [ADHMSY]
    '''}

GAMES_PER_SIZE = 8

# Looking two moves ahead takes slow games long on an empty board: from size 3
# on, rough_outcome is tested when no more than this many cells are free.
FREE_CELLS = 9


class LimitedTest(unittest.TestCase):
    """Tests with a time limit, whose failures tell how they came about.

    === Attributes ===
    order: the place of these tests among those of both suites: they rely on
        what the tests before them test
    report: what the report says if the test has failed
    causes: which test has told first of an exception, an endless loop or a
        missing part, in the run that is going on
    stop_all: what keeps all further tests from being run
    """
    order: int
    report: str = ''
    causes: dict[tuple, str] = {}
    stop_all: Callable

    def __init_subclass__(cls, order: int) -> None:
        """Set the order of this class and put its tests under the limit."""
        super().__init_subclass__()
        cls.order = order
        for name, test in list(vars(cls).items()):
            if name.startswith('test_'):
                setattr(cls, name, limited(test))

    def run(self, result: Any = None) -> Any:
        """Run this test, and have the report arranged in the end."""
        result = result or self.defaultTestResult()
        # Under pytest, each test has a result, and all have one session.
        LimitedTest.causes = vars(
            getattr(result, 'session', result)).setdefault('causes', {})
        self.stop_all = getattr(result, 'stop', lambda: None)
        if isinstance(result, unittest.TextTestResult):
            result.stopTestRun = partial(arrange_report, result)
        return super().run(result)


def limited(test: Callable) -> Callable:
    """Return test with a time limit."""
    @wraps(test)
    def run_limited(self: LimitedTest) -> None:
        """Run the test, as long as it may take."""
        judge(self, test)
    return run_limited


class TestNewGame(LimitedTest, order=1):
    """Tests of a new game."""

    def test_game_interface(self) -> None:
        """game_interface.py can be imported, and has Stonehenge as 'h'."""
        check(callable(find('playable_games', 'h')),
              "playable_games['h'] should be the class of Stonehenge.")

    def test_one_question(self) -> None:
        """A new game asks one question, and one good answer is enough."""
        for size in BOARDS:
            with Typing(str(size)) as player:
                find('playable_games', 'h')(True)
            check_same('The number of questions that a new game asks',
                       len(player.prompts), 1)

    def test_who_starts(self) -> None:
        """Player 1 starts if p1_starts is True, otherwise player 2 does."""
        for p1_starts in (True, False):
            check_turn(Play('h', 2, p1_starts).state, '21'[p1_starts])

    def test_empty_boards(self) -> None:
        """The empty board of every size shows its cells and markers in order.
        """
        for size in BOARDS:
            check_picture(Play('h', size).state, Expected(size))


class TestFirstMoves(LimitedTest, order=2):
    """Tests of what a move does, apart from claims."""

    def test_cell(self) -> None:
        """A move takes its cell: the picture shows the player's number there.
        """
        for size, cells in ((2, 'DF'), (3, 'GI'), (5, 'OY')):
            for number in (1, 2):
                check_token(size, cells[:number], cells[number - 1],
                            '12'[number - 1])

    def test_turns_at_first(self) -> None:
        """After a move, it is the other player's turn, whoever began."""
        for p1_starts in (True, False):
            play = Play('h', 3, p1_starts)
            for cell, mover in zip('GDI', '12121'[p1_starts:]):
                play.move(cell)
                check_turn(play.state, mover)

    def test_old_state(self) -> None:
        """A move gives a new state and leaves the old one as it was."""
        for size, moves in ((2, 'DA'), (3, 'AHC'), (4, 'GAQ')):
            play = Play('h', size)
            for cell in moves:
                check_unchanged(play, [cell])
                play.move(cell)

    def test_branches(self) -> None:
        """Two different moves from one state do not mix."""
        for size, moves in ((2, ''), (2, 'D'), (3, 'AH')):
            before = played(size, moves)
            cells = moves_at(before.state)
            states = [before.state.make_move(each) for each in cells]
            for cell, state in zip(cells, states):
                alone = played(size, moves + cell)
                check(tokens(state) == tokens(alone.state),
                      f'Several moves were tried from one state. {cell} leads '
                      f'to this:\n\n{indent(str(state), "    ")}\n\nBut if it '
                      f'is the only move that is tried, {cell} leads to the '
                      f'state below.\nDo states share a list?')

    def test_two_games(self) -> None:
        """Two games at the same time have nothing to do with each other."""
        first, second = Play('h', 2), Play('h', 3, p1_starts=False)
        second.move('F')
        Play.latest = first
        check_picture(first.state, Expected(2))
        check_turn(first.state, '1')


class TestClaims(LimitedTest, order=3):
    """Tests of who claims which ley-line, and of the picture."""

    def test_one_cell_lines(self) -> None:
        """A ley-line of one cell is claimed with that cell."""
        check_token(1, 'A', '[A]', '1')
        check_token(1, 'B', '[B]', '1')
        check_token(1, 'C', '[C]', '1')

    def test_half_of_a_line(self) -> None:
        """Exactly half of the cells of a ley-line are enough to claim it."""
        check_token(3, 'A', '[AB]', '1')
        check_token(3, 'HA', '[AB]', '2')
        check_token(3, 'FAG', '[FGHI]', '1')
        check_token(5, 'OAPBQ', '[OPQRST]', '1')

    def test_less_than_half(self) -> None:
        """Less than half of its cells does not claim a ley-line."""
        check_token(2, 'D', '[CDE]', '@')
        check_token(2, 'D', '[BDF]', '@')
        check_token(2, 'D', '[ADG]', '@')
        check_token(3, 'FA', '[FGHI]', '@')
        check_token(4, 'JAK', '[JKLMN]', '@')
        check_token(5, 'OAPB', '[OPQRST]', '@')

    def test_cells_of_both_players(self) -> None:
        """Only a player's own cells count: one cell each of three is no claim.
        """
        check_token(2, 'CD', '[CDE]', '@')
        check_token(2, 'CDFE', '[CDE]', '2')
        check_token(2, 'DCE', '[CDE]', '1')

    def test_first_claim_stays(self) -> None:
        """A claimed ley-line stays with the player who came first."""
        check_token(2, 'AB', '[AB]', '1')
        check_token(2, 'DBA', '[AB]', '2')
        check_token(3, 'FHGI', '[FGHI]', '1')
        check_token(4, 'FBGAHI', '[FGHI]', '1')

    def test_every_line(self) -> None:
        """Every ley-line of every size has its own cells and its own marker.
        """
        for size in BOARDS:
            for line in Expected(size).lines():
                cells = line.strip('[]')
                others = (cell for cell in Expected(size).free()
                          if cell not in cells)
                moves = ''.join(cell + next(others)
                                for cell in cells[:(len(cells) - 1) // 2])
                moves += cells[(len(cells) - 1) // 2]
                check_token(size, moves, line, '1')

    def test_random_games(self) -> None:
        """The picture shows every taken cell and every claimed ley-line."""
        for play, expected in random_positions():
            check_picture(play.state, expected)


class TestMoves(LimitedTest, order=4):
    """Tests of what moves there are."""

    def test_possible_moves(self) -> None:
        """The possible moves are the free cells, and none after the end."""
        for play, expected in random_positions():
            moves, wanted = moves_at(play.state), expected.moves()
            wrong = [cell for cell in [*wanted, *moves]
                     if wanted.count(cell) != moves.count(cell)]
            why = 'the game is over' if expected.leaders() \
                else 'these cells are free'
            check(not wrong, f'get_possible_moves() should be {wanted}, as '
                             f'{why}.\nYours is {moves}.',
                  expected.number_of(wrong[0]) if wrong else None)

    def test_valid_moves(self) -> None:
        """A move is valid exactly if it is one of the possible moves."""
        for play, expected in random_positions():
            for move in 'ABCDEFGHIJKLMNOPQRSTUVWXYZ':
                check_same(f'is_valid_move({move!r})',
                           play.state.is_valid_move(move),
                           move in expected.moves(), '',
                           expected.number_of(move))

    def test_turns(self) -> None:
        """The players take turns, whoever starts."""
        for play, expected in random_positions():
            check_turn(play.state, expected.mover)

    def test_old_states(self) -> None:
        """No state changes, whatever moves are made from it or after it."""
        history = []
        for play, expected in random_positions(sizes=(2, 3)):
            check_unchanged(play, expected.moves())
            history.append((play.state, snapshot(play.state)))
        for state, before in history:
            check(snapshot(state) == before,
                  'A state changed when moves were made later on. It was this:'
                  f'\n\n{indent(before[0], "    ")}\n\nNow it is the state '
                  f'below. Do states share a list?', state=state)

    def test_all_branches(self) -> None:
        """Different moves from one state each lead to what they should."""
        for play, expected in random_positions(sizes=(2, 3)):
            cells = expected.moves()
            states = [play.state.make_move(each) for each in cells]
            for cell, state in zip(cells, states):
                check_picture(state, expected.after(cell),
                              f'After {cell} from a state where all moves were '
                              f'tried: ')

    def test_taken_cells(self) -> None:
        """Taking a cell that is taken raises a ValueError."""
        for play, expected in random_positions(sizes=(1, 2, 3)):
            before = snapshot(play.state)
            for cell in Expected(expected.size).free():
                if cell not in expected.free():
                    check_value_error(
                        f'make_move({cell!r})',
                        partial(play.state.make_move, cell),
                        f'{cell} is taken', expected.number_of(cell))
                    check(snapshot(play.state) == before,
                          f'make_move({cell!r}), which is not possible, '
                          f'changed the state to this:')

    def test_unknown_cells(self) -> None:
        """Taking a cell that is not on the board raises a ValueError."""
        unknown = {1: 'D', 2: 'H', 3: 'M', 4: 'S', 5: 'Z'}
        for size in BOARDS:
            for moves in ('', 'B')[:size]:
                play = played(size, moves)
                for move in (unknown[size], '', 'AC', '1', '@', '/', '?'):
                    check_value_error(f'make_move({move!r})',
                                      partial(play.state.make_move, move),
                                      f'{move!r} is no cell')


class TestEnd(LimitedTest, order=5):
    """Tests of when the game is over, and of who has won."""

    def test_exactly_half(self) -> None:
        """Exactly half of all ley-lines are enough to win: 3 of 6 on size 1.
        """
        for first_move in 'ABC':
            play = played(1, first_move)
            check_end(play, '1', 'player 1 has 3 of 6 ley-lines')

    def test_no_winner_yet(self) -> None:
        """As long as the game goes on, nobody has won and is_winner is False.
        """
        for size in (2, 3, 4, 5):
            check_end(played(size, 'AG'), '', 'nobody has half of them yet')

    def test_over(self) -> None:
        """The game is over once a player has half of all ley-lines."""
        for play, expected in random_positions():
            check_same('is_over(current_state)',
                       play.game.is_over(play.state),
                       expected.leaders() != [], expected.tell_claims())

    def test_winner(self) -> None:
        """Who claims half of all ley-lines first is the winner, nobody else.
        """
        for play, expected in random_positions():
            check_end(play, ''.join(expected.leaders()),
                      expected.tell_claims())

    def test_over_of_given_state(self) -> None:
        """is_over speaks of the state it is given, not of current_state."""
        play = Play('h', 1)
        start, is_over = play.state, play.game.is_over
        end = start.make_move('A')
        check_same('is_over(end), where end comes after this state,',
                   is_over(end), True)
        play.move('A')
        check_same('is_over(start), where start came before this state,',
                   is_over(start), False)

    def test_moves_after_the_end(self) -> None:
        """make_move works after the end of the game, and claims ley-lines.

        Whether moves can still be made after the end is left to each game;
        Stonehenge accepts them. No other test makes such moves.
        """
        check_token(1, 'AC', '[C]', '2')
        check_token(1, 'ACB', '[B]', '1')
        check_token(1, 'ACB', '[BC]', '2')
        check_token(1, 'ACB', '[AB]', '1')


class TestEstimates(LimitedTest, order=6):
    """Tests of rough_outcome."""

    def test_rough_outcome_small(self) -> None:
        """On sizes 1 and 2, rough_outcome is exact if two moves decide."""
        for size in (1, 2):
            tested = set()
            for play, expected in all_positions(size):
                if expected.key() not in tested:
                    tested.add(expected.key())
                    check_outcome(play.state, expected)

    def test_rough_outcome_large(self) -> None:
        """On sizes 3 to 5, rough_outcome is exact if two moves decide."""
        for play, expected in random_positions(sizes=(3, 4, 5)):
            if len(expected.free()) <= FREE_CELLS:
                check_outcome(play.state, expected)


class TestTexts(LimitedTest, order=7):
    """Tests of what the player reads and types, and of __repr__."""

    def test_str_to_move(self) -> None:
        """str_to_move forgives lower case and blanks, also twice over."""
        game = Play('h', 3).game
        for text in ('G', 'g', ' G', 'g ', '  g  '):
            move = game.str_to_move(text)
            check_same(f'str_to_move({text!r})', move, 'G')
            check_same(f'str_to_move({move!r})', game.str_to_move(move), 'G')

    def test_str_to_move_nonsense(self) -> None:
        """str_to_move gives some invalid move for text that is no move."""
        play = Play('h', 2)
        for text in ('', ' ', 'H', 'z', 'AB', 'a b', '1', '-1', '2.5', '@',
                     '\t', 'Ä', 'stop', '\\', "'A'"):
            move = play.game.str_to_move(text)
            check_same(f'is_valid_move(str_to_move({text!r}))',
                       play.state.is_valid_move(move), False)
            check_same(f'str_to_move({move!r}), which was the result of '
                       f'str_to_move({text!r}),',
                       play.game.str_to_move(move), move)

    def test_bad_answers(self) -> None:
        """A side length that is not possible is explained and asked again."""
        for answer in ('0', '6', '-1', 'two', '2.5', ''):
            with Typing(answer, '2') as player, \
                    redirect_stdout(StringIO()) as said:
                game = find('playable_games', 'h')(True)
            check_same(f'The number of questions, when the player typed '
                       f'{answer!r} and then 2,', len(player.prompts), 2)
            check(said.getvalue().strip(),
                  f'When the player typed {answer!r}, nothing was printed to '
                  f'say what is wrong with it.')
            check_picture(game.current_state, Expected(2),
                          f'When the player typed {answer!r} and then 2: ')

    def test_instructions(self) -> None:
        """get_instructions returns the rules of the game as text."""
        rules = Play('h', 1).game.get_instructions()
        check(isinstance(rules, str) and rules.strip(),
              f'get_instructions() should return the rules as text.\n'
              f'Yours returns {rules!r}.')

    def test_scores(self) -> None:
        """A state knows the scores WIN = 1, LOSE = -1 and DRAW = 0."""
        state = Play('h', 1).state
        for name, score in (('WIN', 1), ('LOSE', -1), ('DRAW', 0)):
            check_same(f'The {name} of a state', getattr(state, name), score)

    def test_equal_repr(self) -> None:
        """repr is equal for equal positions, whatever moves led to them."""
        reprs: dict[tuple, tuple] = {}
        for size in (1, 2):
            for play, expected in all_positions(size):
                found, moves = repr(play.state), list(play.moves)
                first, its_moves = reprs.setdefault(expected.key(),
                                                    (found, moves))
                check(found == first,
                      f'The moves {its_moves} and {moves} lead to the same '
                      f'position, so repr\nshould be the same. Yours is\n'
                      f'    {first}\nafter the first and\n    {found}\n'
                      f'after the others.')

    def test_different_repr(self) -> None:
        """repr differs if a cell, a claim or the player to move differs."""
        first_with: dict[str, tuple] = {}
        for size in (1, 2):
            for play, expected in all_positions(size):
                found, this = repr(play.state), (expected.key(), play.state)
                first, state = first_with.setdefault(found, this)
                check(first == expected.key(),
                      f'Two different positions should have different reprs. '
                      f'Yours is\n    {found}\nboth here, where '
                      f'{state.get_current_player_name()} is to move, and in '
                      f'the position below:\n\n{indent(str(state), "    ")}')


class Expected:
    """A position as it ought to be.

    === Attributes ===
    size: the side length of the board
    mover: the player to move, '1' or '2'
    owners: who has taken each cell and claimed each ley-line, by the way the
        cell or line is written in BOARDS
    """
    size: int
    mover: str
    owners: dict[str, str]

    def __init__(self, size: int, mover: str = '1',
                 owners: Optional[dict[str, str]] = None) -> None:
        """Initialize a position where mover is to move: an empty board, unless
        owners are given.
        """
        self.size = size
        self.mover = mover
        self.owners = owners or {}

    def items(self) -> list[str]:
        """Return the cells and ley-lines, in the order they are read."""
        return BOARDS[self.size].split()

    def lines(self) -> list[str]:
        """Return the ley-lines, written as in BOARDS."""
        return [item for item in self.items() if item[0] == '[']

    def free(self) -> list[str]:
        """Return the free cells."""
        return [item for item in self.items()
                if item[0] != '[' and item not in self.owners]

    def moves(self) -> list[str]:
        """Return the possible moves."""
        return [] if self.leaders() else self.free()

    def token(self, item: str) -> str:
        """Return what the picture shows for this cell or ley-line."""
        return self.owners.get(item, '@' if item[0] == '[' else item)

    def tokens(self) -> list[str]:
        """Return what the picture shows, in the order it is read."""
        return [self.token(item) for item in self.items()]

    def key(self) -> tuple[str, ...]:
        """Return what tells this position from all others."""
        return self.mover, *self.tokens()

    def number_of(self, item: str) -> Optional[int]:
        """Return the number of a cell or ley-line in the picture."""
        return self.items().index(item) if item in self.items() else None

    def after(self, cell: str) -> Expected:
        """Return the position after the player to move takes cell."""
        owners = {**self.owners, cell: self.mover}
        for line in self.lines():
            if line not in owners:
                holders = [owners.get(each) for each in line.strip('[]')]
                if 2 * holders.count(self.mover) >= len(holders):
                    owners[line] = self.mover
        return Expected(self.size, '2' if self.mover == '1' else '1', owners)

    def leaders(self) -> list[str]:
        """Return the players with at least half of the ley-lines: nobody as
        long as the game goes on. Later there may be two, if players move on.
        """
        lines = self.lines()
        owners = [self.owners.get(line) for line in lines]
        return [player for player in '12'
                if 2 * owners.count(player) >= len(lines)]

    def winning_moves(self) -> list[str]:
        """Return the moves with which the player to move ends this game, which
        is not over.
        """
        return [cell for cell in self.free() if self.after(cell).leaders()]

    def sure_outcome(self) -> tuple[Optional[int], str]:
        """Return the score for the player to move, who has not won yet, if two
        moves decide it, and otherwise None; and why.
        """
        me, other = self.mover, '2' if self.mover == '1' else '1'
        if self.leaders():
            return -1, f'the game is over and player {other} has won'
        if self.winning_moves():
            return 1, f'player {me} wins at once with {self.winning_moves()[0]}'
        replies = {cell: self.after(cell).winning_moves()
                   for cell in self.free()}
        safe = [cell for cell in replies if not replies[cell]]
        if safe:
            return None, (f'player {me} cannot win at once, but has a move, '
                          f'{safe[0]}, after which\nplayer {other} cannot '
                          f'either')
        return -1, (f'player {other} wins whatever player {me} does: '
                    + ', '.join(f'{cell} is answered by {wins[0]}'
                                for cell, wins in replies.items()))

    def tell_claims(self) -> str:
        """Return how many ley-lines the players have."""
        owners = [self.owners.get(line) for line in self.lines()]
        return (f'of {len(owners)} ley-lines, player 1 has '
                f'{owners.count("1")} and player 2 has {owners.count("2")}')

    def tell_token(self, item: str, wanted: str) -> tuple[str, str]:
        """Return which token of the picture stands for item, and why it ought
        to be what is wanted there.
        """
        if item[0] != '[':
            return f'The place of the cell {item}', (
                'the cell is free' if item == wanted else
                f'player {wanted} has taken the cell')
        cells = item.strip('[]')
        held = [cell for cell in cells if self.owners.get(cell) == wanted]
        why = 'nobody has half of its cells yet' if wanted == '@' else (
            f'player {wanted} was the first to have at least half of its '
            f'cells: {", ".join(held)}')
        return f'The marker of the ley-line {"-".join(cells)}', why

    def tell_order(self, found: list[str]) -> str:
        """Return what is wrong with the order of the markers in a picture that
        shows what was found, if nothing else is.
        """
        shown = [found[self.items().index(line)] for line in self.lines()]
        wanted = [self.token(line) for line in self.lines()]
        if shown == wanted or sorted(shown) != sorted(wanted):
            return ''
        wrong = [line.strip('[]') for line, mark in zip(self.lines(), shown)
                 if mark != self.token(line)]
        order = 'reversed' if shown[::-1] == wanted else 'wrong'
        return (f'\nThere are as many claims as there should be, but at other '
                f'markers: those of {", ".join(map("-".join, wrong))} are '
                f'wrong. Is the order of the markers {order}?')

    def draw(self) -> str:
        """Return the picture without its strokes."""
        return '\n'.join(
            re.sub(r'\S+', lambda found: self.token(found[0]).center(
                len(found[0])), line).rstrip()
            for line in BOARDS[self.size].strip('\n ').splitlines())


def played(size: int, moves: str) -> Play:
    """Return a game in which player 1 has begun and these moves were made."""
    play = Play('h', size)
    for move in moves:
        play.move(move)
    return play


def random_positions(sizes: Iterable[int] = tuple(BOARDS)
                     ) -> Iterator[tuple[Play, Expected]]:
    """Yield the positions of random games on boards of these sizes, up to the
    end: each as a game at that position, and as what is expected of it.
    """
    chance = random.Random(148)
    for size in sizes:
        for number in range(GAMES_PER_SIZE):
            play = Play('h', size, number % 2 == 0)
            expected = Expected(size, '12'[number % 2])
            yield play, expected
            while not expected.leaders():
                cell = chance.choice(expected.free())
                play.move(cell)
                expected = expected.after(cell)
                yield play, expected


def all_positions(size: int) -> Iterator[tuple[Play, Expected]]:
    """Yield every position of every game with this side length, as a game and
    as what is expected of it. Each comes once for each last move to it.
    """
    for player in '12':
        play = Play('h', size, player == '1')
        to_visit = [(play.state, [], Expected(size, player))]
        visited = set()
        while to_visit:
            state, moves, expected = to_visit.pop()
            play.game.current_state, play.moves = state, moves
            yield play, expected
            if expected.key() not in visited:
                visited.add(expected.key())
                to_visit += [(state.make_move(cell), moves + [cell],
                              expected.after(cell))
                             for cell in expected.moves()]


def tokens(state: Any) -> list[str]:
    """Return what the picture of state shows, without slashes and dashes."""
    return [token for _, _, token in token_places(state)]


def snapshot(state: Any) -> tuple:
    """Return all that state tells about itself, whatever order moves are in."""
    return (str(state), repr(state), state.p1_turn,
            state.get_current_player_name(), sorted(map(str, moves_at(state))))


def check_turn(state: Any, mover: str) -> None:
    """Fail unless mover, '1' or '2', is to move."""
    check_same('p1_turn', state.p1_turn, mover == '1',
               f'player {mover} is to move')
    check_same('get_current_player_name()', state.get_current_player_name(),
               'p' + mover)


def check_picture(state: Any, expected: Expected, what: str = '') -> None:
    """Fail unless the picture of state shows what is expected."""
    found, wanted = tokens(state), expected.tokens()
    if found == wanted:
        return
    number = next(each for each in range(len(wanted) + 1)
                  if found[each:each + 1] != wanted[each:each + 1])
    check(len(found) == len(wanted),
          f'{what}The picture should show {len(wanted)} letters, digits and @, '
          f'here without slashes and dashes:\n\n'
          f'{indent(expected.draw(), "    ")}\n\nYours shows {len(found)}. '
          f'The first difference is pointed at: it should be '
          f'{(wanted + ["the end"])[number]!r}.', number, state)
    name, why = expected.tell_token(expected.items()[number], wanted[number])
    check(False, f'{what}{name} should be {wanted[number]!r}, as {why}.\nYours '
                 f'is {found[number]!r}.{expected.tell_order(found)}', number,
          state)


def check_token(size: int, moves: str, item: str, owner: str) -> None:
    """Fail unless the picture shows owner for item, a cell or a ley-line, once
    moves are made.
    """
    expected, play = Expected(size), played(size, moves)
    for move in moves:
        expected = expected.after(move)
    found, number = tokens(play.state), expected.items().index(item)
    if len(found) != len(expected.items()):
        check_picture(play.state, expected)
    name, why = expected.tell_token(item, owner)
    check(found[number] == owner,
          f'{name} should be {owner!r}, as {why}.\nYours is '
          f'{found[number]!r}.{expected.tell_order(found)}', number)


def check_unchanged(play: Play, cells: list[str]) -> None:
    """Fail if one of the moves to cells changes the state that it is made
    from, or gives that very state.
    """
    for cell in cells:
        before = snapshot(play.state)
        after = play.state.make_move(cell)
        check(after is not play.state, f'make_move({cell!r}) should return a '
                                       f'new state. Yours returns the old one.')
        check(snapshot(play.state) == before,
              f'make_move({cell!r}) changed the state that it was called on. '
              f'It was this:\n\n{indent(before[0], "    ")}\n\nNow it is '
              f'the state below. Do the two states share a list?')


def check_end(play: Play, winner: str, why: str) -> None:
    """Fail unless winner, '1' or '2', has won, or with '', the game goes on."""
    check_same('is_over(current_state)', play.game.is_over(play.state),
               winner != '', why)
    for player in '12':
        check_same(f"is_winner('p{player}')",
                   play.game.is_winner('p' + player), winner == player, why)


def check_outcome(state: Any, expected: Expected) -> None:
    """Fail unless rough_outcome of state is as good as it has to be."""
    outcome, (sure, why) = state.rough_outcome(), expected.sure_outcome()
    right = isinstance(outcome, (int, float)) and (
        outcome == sure if sure is not None else -1 < outcome < 1)
    wanted = 'more than -1 and less than 1' if sure is None else sure
    other_side = sure is not None and outcome == -sure
    check(right, f'rough_outcome() should be {wanted}, as {why}.\nYours is '
                 f'{outcome}.' + ' Is it seen from the other side? It is the '
                 'score for the player to move.' * other_side)


# From here on, both suites are the same, as is LimitedTest above: games that
# know how they were played, the time limit, and the report.

# A function call that is going on, and the number of the line it is at.
Step = Tuple[FrameType, int]

# Enough for plain recursion, also where threads get less than programs.
STACK_SIZE = 64 * 2 ** 20

# Where Python's own modules are. What is not there or here, a student wrote.
LIBRARY = tuple(os.path.normcase(sysconfig.get_path(name)) for name in
                ('stdlib', 'platstdlib', 'purelib', 'platlib'))


def read_limit() -> float:
    """Return how many seconds a test may take: see the top of this file."""
    text = os.environ.get('SECONDS_PER_TEST', '10')
    with suppress(ValueError):
        if 0 < float(text) <= 1e6:
            return float(text)
    raise ValueError(f'SECONDS_PER_TEST should be a number of seconds, not '
                     f'{text!r}.')


LIMIT = read_limit()


def load_tests(_loader: Any, tests: Any, _pattern: Any) -> unittest.TestSuite:
    """Return tests in the order of this file. Unittest calls this, and would
    sort them by name.
    """
    found = [test for suite in tests for test in suite]
    found.sort(key=lambda test: (test.order, inspect.unwrap(getattr(
        test, test.id().split('.')[-1])).__code__.co_firstlineno))
    return unittest.TestSuite(found)


def find(table: str, key: str) -> Any:
    """Return the game or strategy with this key in that table of
    game_interface.py. Raise MissingError if there is none.
    """
    # An import that was given up may never let go of the module.
    if ('import',) in LimitedTest.causes:
        raise unittest.SkipTest('game_interface.py cannot be imported.')
    LimitedTest.causes['import',] = ''
    try:
        module = import_module('game_interface')
    except ModuleNotFoundError as error:
        if error.name != 'game_interface':
            raise
        raise MissingError('There is no game_interface.py here: put this file '
                           'into the folder where yours is.') from None
    del LimitedTest.causes['import',]
    if key not in getattr(module, table, ()):
        raise MissingError(f'game_interface.py has no {key!r} in {table}: it '
                           f'is not written yet, or not plugged in.')
    return getattr(module, table)[key]


class Play:
    """A game that a test plays. It knows how it came to its position.

    === Attributes ===
    latest: the play that was begun last
    beginning: how the game began
    moves: the moves so far
    game: the game, None while it is being set up
    """
    latest: Optional[Play] = None
    beginning: str
    moves: list
    game: Any

    def __init__(self, key: str, size: int, p1_starts: bool = True) -> None:
        """Begin a game: Subtract Square from size if key is 's', Stonehenge
        with side length size if it is 'h'.
        """
        name = {'s': 'Subtract Square from', 'h': 'Stonehenge, side length'}
        Play.latest = self
        self.beginning = f'{name[key]} {size}. Player {2 - p1_starts} begins.'
        self.moves, self.game = [], None
        game_class = find('playable_games', key)
        with Typing(str(size)):
            self.game = game_class(p1_starts)

    @property
    def state(self) -> Any:
        """Return the current state of the game."""
        return self.game.current_state

    def move(self, move: Any) -> None:
        """Make a move."""
        after = self.state.make_move(move)
        check_something(f'make_move({move!r})', after,
                        'the state after the move')
        self.game.current_state = after
        self.moves.append(move)

    def tell_moves(self) -> str:
        """Return how the game went so far."""
        moves = ', '.join(map(str, self.moves)) or 'none'
        return f'{self.beginning} Moves so far: {moves}.'

    def draw(self, state: Any, token: Optional[int]) -> str:
        """Return a picture of state, or of the current state if that is None,
        with an arrow below the token with this number, if any.
        """
        state = self.state if state is None else state
        lines = str(state).splitlines()
        for number, column, text in token_places(state)[token:][:1] \
                if token is not None else ():
            lines.insert(number + 1, ' ' * column + '^' * len(text) + ' here')
        return (indent('\n'.join(lines), '    ')
                + f'\n\n{state.get_current_player_name()} is to move.')


def token_places(state: Any) -> list[tuple[int, int, str]]:
    """Return the line and column of each token in the picture of state, and
    the token itself: all but slashes and dashes.
    """
    return [(number, found.start(), found[0])
            for number, line in enumerate(str(state).splitlines())
            for found in re.finditer(r'\S+', line) if found[0].strip('/\\-')]


def moves_at(state: Any) -> list:
    """Return the possible moves at state."""
    moves = state.get_possible_moves()
    check(isinstance(moves, list), f'get_possible_moves() should return a list.'
                                   f'\nYours returns {moves!r}.', state=state)
    return moves


class Typing:
    """A context in which the player types these answers and no more.

    === Attributes ===
    broken: the answers in the last of these contexts that an error has left
    answers: what the player types
    prompts: what the player was asked so far
    """
    broken: tuple[str, ...] = ()
    answers: tuple[str, ...]
    prompts: list[str]
    _before: Callable

    def __init__(self, *answers: str) -> None:
        """Initialize a context with these answers."""
        self.answers, self.prompts = answers, []

    def __enter__(self) -> Typing:
        """Answer all questions from now on."""
        self._before, builtins.input = builtins.input, self.answer
        return self

    def __exit__(self, error: Optional[type], *_: Any) -> None:
        """Answer no longer."""
        builtins.input = self._before
        if error is not None:
            Typing.broken = self.answers

    def answer(self, prompt: Any = '') -> str:
        """Return the next answer."""
        self.prompts.append(str(prompt))
        if len(self.prompts) > len(self.answers):
            raise QuestionError(f'input({prompt!r}) was called, where nothing '
                                f'{"more " * bool(self.answers)}should be '
                                f'asked.')
        return self.answers[len(self.prompts) - 1]


class QuestionError(BaseException):
    """Raised by a question too many. A program that asks again and again often
    catches every Exception, but not this.
    """


class WrongError(Exception):
    """What a test has found to be wrong.

    === Attributes ===
    token: the number of the token to point at in the picture, if any
    state: the state to show, None for that of the latest play
    """
    token: Optional[int]
    state: Any

    def __init__(self, message: str, token: Optional[int] = None,
                 state: Any = None) -> None:
        """Initialize this error."""
        super().__init__(message)
        self.token, self.state = token, state


class MissingError(WrongError):
    """What a test has found to be missing."""


class NothingError(WrongError):
    """What a test has found to return nothing."""


def check(right: Any, message: str, token: Optional[int] = None,
          state: Any = None) -> None:
    """Fail with message unless right. The report shows state, or that of the
    latest play if it is None, and points at the token with this number.
    """
    if not right:
        raise WrongError(message, token, state)


def check_same(what: str, found: Any, wanted: Any, why: str = '',
               token: Optional[int] = None) -> None:
    """Fail unless what, which was found, is what was wanted. True and False
    have to be just these.
    """
    check(found is wanted if isinstance(wanted, bool) else found == wanted,
          f'{what} should be {wanted!r}{", as " * bool(why)}{why}.\n'
          f'Yours is {found!r}.', token)


def check_something(call: str, found: Any, wanted: str) -> None:
    """Fail if None was found as the result of call."""
    if found is None:
        raise NothingError(f'{call} should return {wanted}.\nYours returns '
                           f'None: is a "return" missing?')


def check_value_error(what: str, function: Callable, why: str,
                      token: Optional[int] = None) -> None:
    """Fail unless function, which does what, raises a ValueError."""
    done = 'raises nothing.'
    try:
        function()
    except ValueError:
        return
    except (NotImplementedError, RecursionError):
        raise
    except Exception as error:
        done = (f'raises {type(error).__name__}: {error}'
                f'{tell_steps(steps_to(error))}')
    check(False, f'{what} should raise a ValueError, as {why}.\nYours {done}',
          token)


class HaltError(BaseException):
    """Raised in a thread to end it."""


class FreezeError(BaseException):
    """Raised in a thread that goes on all the same. A thread that catches an
    error has to make it first, and to make this one takes for ever.
    """

    def __init__(self) -> None:
        """Wait without computing, as long as the program runs."""
        super().__init__()
        threading.Event().wait()


class EndlessError(Exception):
    """What is wrong with a call that does not end in time.

    === Attributes ===
    steps: where it is
    """
    steps: list[Step]

    def __init__(self, steps: list[Step]) -> None:
        """Initialize this error."""
        super().__init__()
        self.steps = steps


class Call(threading.Thread):
    """A function call in a thread of its own, so that it can be given up.

    === Attributes ===
    function: the function
    error: what it has raised, if anything
    """
    function: Callable
    error: Optional[BaseException]

    def __init__(self, function: Callable) -> None:
        """Start calling function."""
        super().__init__(daemon=True)
        self.function, self.error = function, None
        self.watch()
        before = threading.stack_size(STACK_SIZE)
        self.start()
        threading.stack_size(before)

    def run(self) -> None:
        """Call the function."""
        try:
            self.function()
        except BaseException as error:
            self.error = error

    def ends_within(self, seconds: float) -> bool:
        """Return whether the call ends before Python has computed for so many
        seconds, or has waited. What other programs compute does not count.
        """
        used, clock, cpu = 0.0, time.monotonic(), time.process_time()
        while self.is_alive() and used < seconds:
            self.watch()
            self.join(min(0.2, seconds))
            waited, clock = time.monotonic() - clock, time.monotonic()
            computed, cpu = time.process_time() - cpu, time.process_time()
            # A computer may have slept, or had no time for this program.
            used += computed if computed > waited / 100 else min(waited, 0.3)
        return not self.is_alive()

    def find_error(self, causes: dict[tuple, str]) -> Optional[BaseException]:
        """Wait as long as the call may take. Return what it has raised, or that
        it goes on. That is known soon if it is already in causes.
        """
        if self.ends_within(LIMIT / 50):
            return self.error
        error = self.to_error()
        if explain(error)[0] not in causes:
            if self.ends_within(LIMIT * 0.98):
                return self.error
            error = self.to_error()
        return error

    def watch(self) -> None:
        """Have the program end with the lines where it is if nobody calls this
        again for long: then Python is stuck in one step.
        """
        with suppress(AttributeError, OSError, ValueError):
            faulthandler.dump_traceback_later(
                LIMIT + 5, exit=True, file=sys.__stderr__ or sys.stderr)

    def to_error(self) -> EndlessError:
        """Return what is wrong with this call, which goes on."""
        found: list[Step] = []
        for _ in range(8):  # Other functions come and go meanwhile.
            top = sys._current_frames().get(self.ident)
            now = list(traceback.walk_stack(top))[::-1] if top else []
            frames = {frame for frame, _ in now}
            found = [step for step in found or now if step[0] in frames]
            time.sleep(0.01)
        return EndlessError(only_students(found))

    def stop(self) -> None:
        """End this call, or at least its computing. If it catches all that is
        raised, it freezes. If it waits, as in sleep(), it is left behind.
        """
        for error in (HaltError, FreezeError):
            with suppress(ImportError, AttributeError):
                ctypes = import_module('ctypes')
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self.ident), ctypes.py_object(error))
            self.join(0.1)

    def computes(self) -> bool:
        """Return whether this call still takes time from others."""
        before = time.process_time()
        self.join(0.1)
        return self.is_alive() and time.process_time() - before > 0.02


def only_students(steps: Iterable[Step]) -> list[Step]:
    """Return those of steps that are in code that a student wrote."""
    return [(frame, line) for frame, line in steps
            if frame.f_globals is not globals()
            and os.path.isfile(frame.f_code.co_filename)
            and not os.path.normcase(
                frame.f_code.co_filename).startswith(LIBRARY)]


def steps_to(error: BaseException) -> list[Step]:
    """Return where the student's code was when it raised error, or when it was
    given up: from the first function called to the last.
    """
    if isinstance(error, EndlessError):
        return error.steps
    return only_students(traceback.walk_tb(error.__traceback__))


def tell_steps(steps: list[Step]) -> str:
    """Return the last few of steps, each with its line of code."""
    told = ''
    for frame, line in steps[-3:]:
        path, name = frame.f_code.co_filename, frame.f_code.co_name
        told += (f'\n    {os.path.basename(path)} line {line}, in {name}'
                 f'\n        {linecache.getline(path, line).strip()}')
    return told


def tell_call(frame: FrameType) -> str:
    """Return the function call that frame runs, as one writes it."""
    code = frame.f_code
    if code.co_name == '<module>':
        return f'Importing {os.path.basename(code.co_filename)}'
    called = code.co_name
    if called == '__init__':
        called = type(frame.f_locals.get('self')).__name__
    values = [(name, frame.f_locals.get(name))
              for name in code.co_varnames[:code.co_argcount]]
    return called + '(' + ', '.join(
        repr(value) if isinstance(value, (str, int, float)) else name
        for name, value in values if name != 'self') + ')'


def explain(error: BaseException) -> tuple[Optional[tuple], str]:
    """Return the cause of error, if other tests may fail for the same, and
    what is wrong with the student's code.
    """
    steps, kind = steps_to(error), type(error).__name__
    if isinstance(error, WrongError):
        many = isinstance(error, (MissingError, NothingError))
        return (kind, str(error)) if many else None, str(error)
    if isinstance(error, EndlessError) and not steps:
        return None, (f'The test was still running after {LIMIT:g} s: all '
                      f'calls of your code come to their end, but slowly.')
    if not steps:
        told = re.sub("AttributeError: '(.*)' object has no attribute '(.*)'",
                      r'\1 has no \2: it is not written yet.',
                      f'{kind}: {error}')
        told = told.replace(
            'has no p1_turn: it is not written yet',
            'has no p1_turn: GameState.__init__ sets it, if it is called')
        return (kind, told), told
    frame, line = steps[-1]
    name, file = frame.f_code.co_name, os.path.basename(
        frame.f_code.co_filename)
    call, told = tell_call(steps[0][0]), tell_steps(steps)
    if isinstance(error, EndlessError):
        return (kind, name, file), (
            f'{call} did not come to its end:\nstill running after '
            f'{LIMIT:g} s: in {name}, {file} line {line}{told}')
    if isinstance(error, RecursionError):
        return (kind, name, file), (
            f'{call} never came to an end: functions called one another until '
            f'there was no more room.{told}')
    if isinstance(error, NotImplementedError):
        if 'self' in frame.f_locals:
            name = f'{type(frame.f_locals["self"]).__name__}.{name}'
        return (kind, name), (f'{name} is not written yet: it raises '
                              f'NotImplementedError.{told}')
    if isinstance(error, QuestionError):
        if steps[0][0].f_code.co_name == '<module>':
            told += ('\nImporting a file should not start a game: is a line '
                     'with\n    if __name__ == "__main__":\nmissing?')
        return (kind, file, line), f'{error}{told}'
    return (kind, file, line), f'{call} raised {kind}: {error}{told}'


def tell_story(error: BaseException) -> str:
    """Return how the latest play came to error, with its picture, as far as
    the student's code can draw it.
    """
    play, pictures, story = Play.latest, [], ''
    if Typing.broken:
        typed = ', '.join(map(repr, Typing.broken))
        story += f'\n\nThe answers typed were {typed}.'
    if play is None or isinstance(error, MissingError):
        return story
    call = Call(lambda: pictures.append(play.draw(
        getattr(error, 'state', None), getattr(error, 'token', None))))
    if not call.ends_within(LIMIT / 20):
        call.stop()
    return '\n\n'.join([story, play.tell_moves(), *pictures])


class LastOutput(StringIO):
    """Keeps the end of what is printed, however much that is."""

    def write(self, text: str) -> int:
        """Write text. Drop what is too long ago."""
        if self.tell() > 100_000:
            end = self.getvalue()[-10_000:]
            self.seek(0)
            self.truncate()
            super().write(end)
        return super().write(text)


def judge(case: LimitedTest, test: Callable) -> None:
    """Run test, which is one of case. Make it fail if it finds anything wrong
    or does not end in time.
    """
    with suppress(AttributeError, OSError, ValueError):
        if not faulthandler.is_enabled():
            faulthandler.enable(sys.__stderr__ or sys.stderr)
    Play.latest, Typing.broken = None, ()
    with Typing(), patch('sys.stdin', StringIO()), \
            redirect_stdout(LastOutput()) as printed:
        call = Call(partial(test, case))
        error, ending = call.find_error(case.causes), ''
        if call.is_alive():
            call.stop()
            if call.computes():  # This Python has no ctypes.
                case.stop_all()
                ending = '\n\nIt cannot be stopped: no test is run after this.'
        if printed.getvalue():
            ending += '\n\nYour code printed, at the end:\n\n' + indent(
                '\n'.join(printed.getvalue().splitlines()[-5:]), '    ')
        try:
            if error is not None:
                fail(case, error, ending)
        finally:
            faulthandler.cancel_dump_traceback_later()


def fail(case: LimitedTest, error: BaseException, ending: str) -> None:
    """Make case fail for error, with a report that has this ending. Skip it if
    its cause is one that a test before has told of.
    """
    if isinstance(error, unittest.SkipTest):
        raise error
    cause, told = explain(error)
    if cause in case.causes:
        raise unittest.SkipTest(f'{told.splitlines()[0]} '
                                f'See {case.causes[cause]}.')
    if cause:
        case.causes[cause] = case.id()
    told = '\n'.join(line if line[:1] == ' ' else fill(line, 79)
                     for line in told.splitlines())
    told += tell_story(error) + ending
    case.report = told + '\n'
    raise case.failureException(told)


def arrange_report(result: Any) -> None:
    """Begin the report of result with the test to look at first, and have the
    others follow in the order of what relies on what.
    """
    result.failures[:] = [
        (test, getattr(test, 'report', '') or text) for test, text in
        sorted(result.failures, key=lambda each: getattr(each[0], 'order', 0))]
    if result.failures:
        head = f'{len(result.failures)} of {result.testsRun} tests failed.'
        if result.skipped:
            were = 'was' if len(result.skipped) == 1 else 'were'
            head += (f' {len(result.skipped)} more {were} skipped: the reports '
                     f'below say why.')
        result.stream.writeln('\n\n' + '\n\n'.join([
            fill(f'{head} Look first at', 79), f'    {result.failures[0][0]}',
            fill('Its report comes first. Later tests rely on what it tests, '
                 'so fix that and run the suites again.', 79)]))


if __name__ == "__main__":
    unittest.main()
