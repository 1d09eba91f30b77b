"""Basic tests of Stonehenge.

Put this file and suite_support.py beside your modules and run
    python3 -m unittest stonehenge_unittest_basic
It reaches the game through playable_games in game_interface.py only. What is
expected comes from class Expected below, not from any StonehengeGame.

The tests come in the order in which to look at them: each relies on what those
before it test. Once the picture is tested, the others believe what it shows. A
test that fails where something that it relies on is wrong already is skipped:
one fault, one report. What both suites share is in suite_support.py.
"""

from contextlib import redirect_stdout
from functools import lru_cache, partial
from itertools import product
from string import ascii_uppercase
from textwrap import indent
from typing import Any, Iterable, Iterator, Optional
import os
import random
import sys
import unittest

# Python finds suite_support.py beside this file, wherever it was started.
sys.path.append(os.path.dirname(os.path.abspath(__file__)))
try:
    from suite_support import (
        LIMIT,
        PATIENCE,
        Call,
        Excuse,
        LastOutput,
        LimitedTest,
        Play,
        begin_chance,
        check,
        check_same,
        check_silent,
        check_value_error,
        find,
        moves_at,
        returned,
        token_places,
        typing,
    )
except ImportError:
    sys.exit(
        'Copy suite_support.py into this folder, too: it goes with '
        'stonehenge_unittest_basic.py.'
    )

SIZES = (1, 2, 3, 4, 5)

# How many random games there are of each size, in tests of the picture alone.
MANY_GAMES = 12

# And in all other tests.
GAMES = 4

# One of these has to come to its end.
WHOLE_GAMES = 20

# What tests rely on: what is wrong, and which tests test it.
BASES = {
    'turn': 'It is the wrong turn already. See TestFirstMoves.test_turns',
    'picture': 'The picture is wrong already. See TestClaims',
    'end': 'is_over or is_winner is wrong already. See TestEnd',
}

OTHER_SIDE = ' Is it seen from the other side? It is for the player to move.'

# On an empty board, looking two moves ahead takes slow games a long time: from
# size 3 on, rough_outcome is tested when at most this many cells are free.
FREE_CELLS = 9


class StonehengeTest(LimitedTest):
    """Tests of Stonehenge.

    === Attributes ===
    relies_on: what the tests take for right, from BASES
    independent: which of them take nothing for right
    ahead: how many moves ahead of a position they look
    """

    relies_on: tuple[str, ...] = ()
    independent: tuple[str, ...] = ()
    ahead: int = 0

    def find_excuse(self) -> str:
        """Return what is wrong that this test relies on, and where it is
        tested, '' if nothing is.
        """
        play = Play.latest
        wrong: list[str] = []
        # What is wrong after the end alone is tested nowhere else.
        bases = [
            base
            for base in self.relies_on
            if base == 'end' or BASES[base].rpartition(' ')[2] in self.causes
        ]
        if self._testMethodName in self.independent:
            bases = []
        if play and play.game is not None:
            call = Call(
                lambda: wrong.append(find_wrong(play, bases, self.ahead))
            )
            if not call.ends_within(LIMIT / 2):
                call.stop(PATIENCE)
            Play.latest = play
        if any(wrong):
            return f'{BASES[wrong[0]]}.'
        return super().find_excuse()


class TestNewGame(StonehengeTest):
    """Tests of a new game."""

    def test_game_interface(self) -> None:
        """game_interface.py can be imported, and has Stonehenge as 'h'."""
        check(
            callable(find('playable_games', 'h')),
            "playable_games['h'] should be the class of Stonehenge.",
        )

    def test_one_question(self) -> None:
        """A new game asks one question, and one good answer is enough."""
        for size in SIZES:
            with typing(str(size)) as prompts:
                find('playable_games', 'h')(True)
            check_same(
                'The number of questions that a new game asks', len(prompts), 1
            )

    def test_who_starts(self) -> None:
        """Player 1 starts if p1_starts is True, otherwise player 2 does."""
        for p1_starts in (True, False):
            mover = '1' if p1_starts else '2'
            check_turn(Play('h', 2, p1_starts).state, mover)

    def test_empty_boards(self) -> None:
        """The empty board of each size shows cells and markers in order."""
        for size in SIZES:
            check_picture(Play('h', size).state, Expected(size))


class TestFirstMoves(StonehengeTest):
    """Tests of what a move does, apart from claims."""

    relies_on: tuple[str, ...] = ('turn',)

    def test_turns(self) -> None:
        """After a move, it is the other player's turn, whoever began."""
        # With side length 1, the first move ends the game.
        for cells, p1_starts in product(('DFA', 'A'), (True, False)):
            play = Play('h', len(cells) // 2 + 1, p1_starts)
            movers = '212' if p1_starts else '121'
            for cell, mover in zip(cells, movers):
                play.move(cell)
                check_turn(play.state, mover)

    def test_cell(self) -> None:
        """A move takes its cell: the picture shows the player's number."""
        for size, cells in ((2, 'DF'), (3, 'GI'), (5, 'OY')):
            for number in (1, 2):
                moves = cells[:number]
                check_token(size, moves, moves[-1], str(number))

    def test_whole_game(self) -> None:
        """A game can be played to its end, and one player wins."""
        failed: list[tuple[Exception, Optional[Play]]] = []
        for number in range(WHOLE_GAMES):
            try:
                play_to_the_end(2 + number % 2, random.Random(number))
            except Exception as error:
                failed.append((error, Play.latest))
            else:  # What is wrong in others, other tests find.
                return
        first, Play.latest = failed[0]
        raise first

    def test_old_state(self) -> None:
        """A move returns a new state and leaves the old one as it was."""
        for size, moves in ((2, 'DA'), (3, 'AHC'), (4, 'GAQ')):
            play = Play('h', size)
            for cell in moves:
                check_unchanged(play, [cell])
                play.move(cell)

    def test_two_games(self) -> None:
        """Two games at the same time do not affect each other."""
        first = Play('h', 2)
        second = Play('h', 3, p1_starts=False)
        second.move('F')
        Play.latest = first
        check_picture(first.state, Expected(2))
        check_turn(first.state, '1')


class TestClaims(StonehengeTest):
    """Tests of who claims which ley-line, and of the picture."""

    relies_on: tuple[str, ...] = ('turn',)
    general: tuple[str, ...] = ('test_every_line', 'test_random_games')

    def test_one_cell_lines(self) -> None:
        """A ley-line of one cell is claimed with that cell."""
        for cell in 'ABC':
            check_token(1, cell, f'[{cell}]', '1')

    def test_half_of_a_line(self) -> None:
        """Exactly half of the cells of a ley-line are enough to claim it."""
        check_token(3, 'A', '[AB]', '1')
        check_token(3, 'HA', '[AB]', '2')
        check_token(3, 'FAG', '[FGHI]', '1')
        check_token(5, 'OAPBQ', '[OPQRST]', '1')

    def test_less_than_half(self) -> None:
        """Less than half of its cells does not claim a ley-line."""
        for line in ('[CDE]', '[BDF]', '[ADG]'):
            check_token(2, 'D', line, '@')
        check_token(3, 'FA', '[FGHI]', '@')
        check_token(4, 'JAK', '[JKLMN]', '@')
        check_token(5, 'OAPB', '[OPQRST]', '@')

    def test_cells_of_both_players(self) -> None:
        """Only a player's own cells count: one of three each claims nothing."""
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
        """Every ley-line of every size has its own cells and its own marker."""
        for size in SIZES:
            for line in Expected(size).lines():
                cells = line.strip('[]')
                free = Expected(size).free()
                start = len(cells) // 2
                end = (len(cells) + 1) // 2
                for half in (cells[:end], cells[start:]):
                    others = (cell for cell in free if cell not in cells)
                    moves = ''.join(cell + next(others) for cell in half[1:])
                    check_token(size, moves + half[0], line, '1')

    def test_random_games(self) -> None:
        """The picture shows every taken cell and every claimed ley-line."""
        for play, expected in random_positions(games=MANY_GAMES, shown=False):
            check_picture(play.state, expected)


class TestMoves(StonehengeTest):
    """Tests of what moves there are."""

    relies_on: tuple[str, ...] = ('turn', 'picture', 'end')
    independent: tuple[str, ...] = ('test_taken_cells', 'test_unknown_cells')
    general: tuple[str, ...] = ('test_valid_moves',)

    def test_possible_moves(self) -> None:
        """The possible moves are the free cells, and none after the end."""
        for play, expected in random_positions():
            moves = moves_at(play.state)
            wanted = expected.moves()
            # There may be very many, but of these, one is wrong if any is.
            wrong = [
                cell
                for cell in [*wanted, *moves[:30]]
                if wanted.count(cell) != moves.count(cell)
            ]
            why = 'these cells are free'
            if expected.leaders():
                why = expected.describe_claims()
            check(
                not wrong,
                f'get_possible_moves() should be {wanted}, as {why}.\n'
                f'Yours is {moves}.',
                expected.number_of(wrong[0]) if wrong else None,
            )

    def test_valid_moves(self) -> None:
        """A move is valid exactly if it is one of the possible moves."""
        for play, expected in random_positions():
            for move in 'ABCDEFGHIJKLMNOPQRSTUVWXYZ':
                if expected.leaders():
                    why = expected.describe_claims()
                elif move in expected.free():
                    why = f'{move} is a free cell'
                else:
                    why = f'{move} is not a free cell'
                check_same(
                    f'is_valid_move({move!r})',
                    play.state.is_valid_move(move),
                    move in expected.moves(),
                    why,
                    expected.number_of(move),
                )

    def test_old_states(self) -> None:
        """No state changes, whatever moves are made from it or after it."""
        history = []
        for play, expected in random_positions(sizes=(2, 3)):
            history.append((play.state, snapshot(play.state)))
            for after in check_unchanged(play, expected.moves()):
                history.append((after, snapshot(after)))
        for state, before in history:
            check_still(
                'A state changed when moves were made later on', state, before
            )

    def test_moves_after_the_end(self) -> None:
        """make_move works after the end of the game, and claims ley-lines.

        Whether moves can still be made after the end is left to each game;
        Stonehenge accepts them. No other test makes such moves.
        """
        check_token(1, 'AC', '[C]', '2')
        for line, owner in (('[B]', '1'), ('[BC]', '2'), ('[AB]', '1')):
            check_token(1, 'ACB', line, owner)

    def test_taken_cells(self) -> None:
        """Taking a cell that is taken raises a ValueError."""
        for play, expected in random_positions(sizes=(1, 2, 3)):
            before = snapshot(play.state)
            for cell in Expected(expected.size).free():
                if cell not in expected.free():
                    check_value_error(
                        f'make_move({cell!r})',
                        partial(play.state.make_move, cell),
                        f'{cell} is taken',
                        expected.number_of(cell),
                        True,
                    )
                    check_still(
                        f'make_move({cell!r}), which is not possible, '
                        f'changed the state',
                        play.state,
                        before,
                    )

    def test_unknown_cells(self) -> None:
        """Taking a cell that is not on the board raises a ValueError."""
        unknown = {1: 'D', 2: 'H', 3: 'M', 4: 'S', 5: 'Z'}
        for size in SIZES:
            # With side length 1, the first move ends the game.
            beginnings = ('',) if size == 1 else ('', 'B')
            for moves in beginnings:
                play = played(size, moves)
                for move in (unknown[size], '', 'AC', '1', '@'):
                    check_value_error(
                        f'make_move({move!r})',
                        partial(play.state.make_move, move),
                        f'{move!r} is not a cell',
                    )


class TestEnd(StonehengeTest):
    """Tests of when the game is over, and of who has won."""

    relies_on: tuple[str, ...] = ('turn', 'picture')
    general: tuple[str, ...] = ('test_winner', 'test_over_of_given_state')

    def test_exactly_half(self) -> None:
        """Exactly half of all ley-lines are enough to win: 3 of 6 on size 1."""
        for first_move in 'ABC':
            check_end(
                played(1, first_move), '1', 'player 1 has 3 of 6 ley-lines'
            )

    def test_no_winner_yet(self) -> None:
        """Until the game is over, nobody has won and is_winner is False."""
        for size in (2, 3, 4, 5):
            check_end(
                played(size, 'AG'), '', 'nobody has half of the ley-lines yet'
            )

    def test_winner(self) -> None:
        """Whoever claims half of all ley-lines first is the winner, alone."""
        for play, expected in random_positions():
            check_end(
                play, ''.join(expected.leaders()), expected.describe_claims()
            )

    def test_bools(self) -> None:
        """is_over, is_winner and is_valid_move return True or False."""
        for moves in ('', 'A'):
            play = played(1, moves)
            for call, found in (
                ('is_over(current_state)', play.game.is_over(play.state)),
                ("is_winner('p1')", play.game.is_winner('p1')),
                ("is_winner('p2')", play.game.is_winner('p2')),
                ("is_valid_move('B')", play.state.is_valid_move('B')),
            ):
                check(
                    isinstance(found, bool),
                    f'{call} should be True or False'
                    f'.\nYours is {returned(found)}',
                )

    def test_over_of_given_state(self) -> None:
        """is_over is about the state it is given, not about current_state."""
        play = Play('h', 1)
        start = play.state
        is_over = play.game.is_over
        end = start.make_move('A')
        check_same(
            'is_over(end), where end comes after this state,',
            is_over(end),
            True,
        )
        play.move('A')
        check_same(
            'is_over(start), where start came before this state,',
            is_over(start),
            False,
        )


class TestEstimates(StonehengeTest):
    """Tests of rough_outcome."""

    relies_on: tuple[str, ...] = ('turn', 'picture', 'end')
    general: tuple[str, ...] = ('test_rough_outcome_large',)
    ahead: int = 2

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
                check_outcome(
                    play.state,
                    Expected(expected.size, expected.mover, expected.owners),
                )
        # Whoever has more claims here has the better next moves, too, and wins.
        low, high = [
            played(3, moves).state.rough_outcome()
            for moves in ('CFGBKH', 'FCBGHK')
        ]
        check(
            low <= high,
            f'rough_outcome() should not be lower here, where '
            f'the player to move has more claims, than with the '
            f'players exchanged. Yours is {high} here, and '
            f'{low} then.{OTHER_SIDE}',
        )


class TestTexts(StonehengeTest):
    """Tests of what the player reads and types, and of __repr__."""

    relies_on: tuple[str, ...] = ('turn', 'picture')

    def test_str_to_move(self) -> None:
        """str_to_move forgives lower case and blanks, and keeps moves."""
        game = Play('h', 3).game
        for text in ('G', 'g', ' G', 'g ', '  g  '):
            move = game.str_to_move(text)
            check_same(f'str_to_move({text!r})', move, 'G')
            check_same(f'str_to_move({move!r})', game.str_to_move(move), 'G')

    def test_str_to_move_nonsense(self) -> None:
        """str_to_move returns an invalid move for text that is not a move."""
        play = Play('h', 2)
        for text in (
            '',
            ' ',
            'H',
            'z',
            'AB',
            'a b',
            '1',
            '-1',
            '2.5',
            '@',
            'stop',
            "'A'",
        ):
            move = play.game.str_to_move(text)
            check_same(
                f'is_valid_move(str_to_move({text!r}))',
                play.state.is_valid_move(move),
                False,
            )

    def test_bad_answers(self) -> None:
        """A side length that is not possible is explained and asked again."""
        for answer in ('0', '6', '-1', 'two', '2.5', ''):
            said = LastOutput()
            with typing(answer, '2') as prompts, redirect_stdout(said):
                game = find('playable_games', 'h')(True)
            check_same(
                f'The number of questions, when the player typed '
                f'{answer!r} and then 2,',
                len(prompts),
                2,
            )
            check(
                said.getvalue().strip(),
                f'When the player typed {answer!r}, nothing was printed to '
                f'say what is wrong with it.',
            )
            check_picture(
                game.current_state,
                Expected(2),
                f'When the player typed {answer!r} and then 2: ',
            )

    def test_instructions(self) -> None:
        """get_instructions returns the rules of the game as text."""
        rules = Play('h', 1).game.get_instructions()
        check(
            isinstance(rules, str) and rules.strip(),
            f'get_instructions() should return the rules as text.\n'
            f'Yours returns {returned(rules)}',
        )

    def test_scores(self) -> None:
        """A state knows the scores WIN = 1, LOSE = -1 and DRAW = 0."""
        state = Play('h', 1).state
        for name, score in (('WIN', 1), ('LOSE', -1), ('DRAW', 0)):
            check_same(f'The {name} of a state', getattr(state, name), score)

    def test_equal_repr(self) -> None:
        """repr is equal for equal positions, whatever moves led to them."""
        reached: dict[tuple, tuple] = {}
        for size in (1, 2):
            for play, expected in all_positions(size):
                state = play.state
                moves = list(play.moves)
                first, its_moves = reached.setdefault(
                    expected.key(), (state, moves)
                )
                check(
                    repr(state) == repr(first)
                    or tokens(state) != tokens(first),
                    f'The moves {", ".join(its_moves)} and '
                    f'{", ".join(moves)} lead to the same position, so repr '
                    f'should be the same. Yours is\n'
                    f'{indent(repr(first), "    ")}\nafter the first and\n'
                    f'{indent(repr(state), "    ")}\nafter the others.',
                )

    def test_different_repr(self) -> None:
        """repr differs if a cell, a claim or the player to move differs."""
        first_with: dict[str, tuple] = {}
        for size in (1, 2):
            for play, expected in all_positions(size):
                found = repr(play.state)
                first, state = first_with.setdefault(
                    found, (expected.key(), play.state)
                )
                same = first == expected.key() or (
                    first[0] == expected.mover
                    and tokens(state) == tokens(play.state)
                )
                check(
                    same,
                    f'Two different positions should have different reprs. '
                    f'Yours is\n{indent(found, "    ")}\nboth in this '
                    f'position, where {state.get_current_player_name()} is '
                    f'to move,\n\n{indent(str(state), "    ")}\n\nand in '
                    f'the one that the game below has come to.',
                )

    def test_silence(self) -> None:
        """Only a new game prints: moves and all questions print nothing."""
        for moves in ('', 'DABE'):
            play = played(2, moves)
            game = play.game
            state = play.state
            calls = {
                "make_move('C')": partial(state.make_move, 'C'),
                'str(state)': partial(str, state),
                'repr(state)': partial(repr, state),
                'get_possible_moves()': state.get_possible_moves,
                'rough_outcome()': state.rough_outcome,
                'is_over(current_state)': partial(game.is_over, state),
                "is_winner('p1')": partial(game.is_winner, 'p1'),
                "str_to_move('c')": partial(game.str_to_move, 'c'),
                'get_instructions()': game.get_instructions,
            }
            for call, ask in calls.items():
                check_silent(call, ask)


class Expected:
    """A position as it should be.

    === Attributes ===
    size: the side length of the board
    mover: the player to move, '1' or '2'
    owners: who has taken each cell and claimed each ley-line, by the way the
        cell or line is written in lay_out
    state: None, or the state that shows this position. Then moves lead to what
        its own moves show: claims that are wrong are believed.
    """

    size: int
    mover: str
    owners: dict[str, str]
    state: Any

    def __init__(
        self,
        size: int,
        mover: str = '1',
        owners: Optional[dict[str, str]] = None,
        state: Any = None,
    ) -> None:
        """Initialize a position where mover is to move: an empty board, unless
        owners are given.
        """
        self.size = size
        self.mover = mover
        self.owners = owners or {}
        self.state = state

    def items(self) -> list[str]:
        """Return the cells and ley-lines, in the order they are read."""
        return [item for row in lay_out(self.size) for item in row]

    def lines(self) -> list[str]:
        """Return the ley-lines, written as in lay_out."""
        return [item for item in self.items() if item[0] == '[']

    def free(self) -> list[str]:
        """Return the free cells."""
        return [
            item
            for item in self.items()
            if item[0] != '[' and item not in self.owners
        ]

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
        """Return what distinguishes this position from all others."""
        return (self.mover, *self.tokens())

    def number_of(self, item: str) -> Optional[int]:
        """Return the number of a cell or ley-line in the picture."""
        return self.items().index(item) if item in self.items() else None

    def after(self, cell: str) -> 'Expected':
        """Return the position after the player to move takes cell."""
        if self.state is not None:
            right = Expected(self.size, self.mover, self.owners).after(cell)
            return right.as_shown(self.state.make_move(cell))
        owners = {**self.owners, cell: self.mover}
        for line in self.lines():
            cells = line.strip('[]')
            held = [owners.get(each) for each in cells].count(self.mover)
            if self.is_claim(held, len(cells), owners.get(line)):
                owners[line] = self.mover
        return type(self)(self.size, self.next_mover(), owners)

    def is_claim(self, held: int, cells: int, owner: Optional[str]) -> bool:
        """Return whether a player who holds this many of the cells of a
        ley-line claims it, where it has this owner, if any.
        """
        return owner is None and 2 * held >= cells

    def next_mover(self) -> str:
        """Return the player to move after this one."""
        return '2' if self.mover == '1' else '1'

    def as_shown(self, state: Any) -> 'Expected':
        """Return what the picture of state shows, which should be this."""
        found = tokens(state)
        items = self.items()
        if len(found) != len(items):
            check_picture(state, self)
        owners = {
            item: token
            for item, token in zip(items, found)
            if token in ('1', '2')
        }
        return Expected(self.size, self.mover, owners, state)

    def leaders(self) -> list[str]:
        """Return the players with at least half of the ley-lines: nobody as
        long as the game goes on. Later there may be two, if players move on.
        """
        lines = self.lines()
        owners = [self.owners.get(line) for line in lines]
        return [
            player for player in '12' if 2 * owners.count(player) >= len(lines)
        ]

    def winning_moves(self) -> list[str]:
        """Return the moves with which the player to move ends this game, which
        is not over.
        """
        return [cell for cell in self.free() if self.after(cell).leaders()]

    def sure_outcome(self) -> tuple[Optional[int], str]:
        """Return the score for the player to move, who has not won yet, if two
        moves decide it, and otherwise None; and why.
        """
        me = self.mover
        other = self.next_mover()
        if self.leaders():
            return -1, self.describe_claims()
        if self.winning_moves():
            return 1, f'player {me} wins at once with {self.winning_moves()[0]}'
        replies = {
            cell: self.after(cell).winning_moves() for cell in self.free()
        }
        safe = [cell for cell in replies if not replies[cell]]
        if safe:
            return None, (
                f'player {me} cannot win at once, but has a move, {safe[0]}, '
                f'after which player {other} cannot either'
            )
        answers = ', '.join(
            f'{cell} is answered by {wins[0]}' for cell, wins in replies.items()
        )
        return -1, f'player {other} wins whatever player {me} does: {answers}'

    def describe_claims(self) -> str:
        """Return how many ley-lines the players have, and if that is enough."""
        owners = [self.owners.get(line) for line in self.lines()]
        claims = (
            f'player 1 has {owners.count("1")} of {len(owners)} ley-lines and '
            f'player 2 has {owners.count("2")}'
        )
        if self.leaders():
            return f'the game is over: {claims}'
        return claims

    def describe_token(self, item: str, found: list[str]) -> str:
        """Return what should stand for item in a picture that shows what was
        found, and why, and what is there.
        """
        name = f'The place of the cell {item}'
        wanted = self.token(item)
        cells = item.strip('[]')
        if item[0] == '[':
            name = f'The marker of the ley-line {"-".join(cells)}'
        if wanted == item:
            why = 'the cell is free'
        elif wanted == '@':
            why = 'nobody has half of its cells yet'
        elif item[0] == '[':
            held = [cell for cell in cells if self.owners.get(cell) == wanted]
            why = (
                f'player {wanted} was the first to have at least half of its '
                f'cells: {", ".join(held)} ({len(held)} of {len(cells)})'
            )
        else:
            why = f'player {wanted} has taken the cell'
        more = self.describe_shift(found)
        if not more:
            more = self.describe_order(found)
        return (
            f'{name} should be {wanted!r}, as {why}.\nYours is '
            f'{found[self.items().index(item)]!r}.{more}'
        )

    def describe_shift(self, found: list[str]) -> str:
        """Return that the last row is not shifted, if found comes from that."""
        for mark, item in zip(found, sum(lay_out(self.size, 0), [])):
            owners = [self.owners.get(cell) for cell in item.strip('[]')]
            possible = [
                player
                for player in '12'
                if 2 * owners.count(player) >= len(owners)
            ]
            if not possible:
                possible = ['@']
            if item[0] == '[' and mark not in possible:
                return ''
        (_, wrong, right, *_), (_, last, *_) = lay_out(self.size)[-3:-1]
        return (
            f'\nThis comes out if the last row is not shifted: {last} then '
            f'has the column of {wrong}. It should have that of {right}.'
        )

    def describe_order(self, found: list[str]) -> str:
        """Return what is wrong with the order of the markers in a picture that
        shows what was found, if nothing else is.
        """
        shown = [found[self.items().index(line)] for line in self.lines()]
        wanted = [self.token(line) for line in self.lines()]
        if shown == wanted or sorted(shown) != sorted(wanted):
            return ''
        wrong = [
            line.strip('[]')
            for line, mark, right in zip(self.lines(), shown, wanted)
            if mark != right
        ]
        order = 'reversed' if shown[::-1] == wanted else 'wrong'
        return (
            f'\nThe number of claims is right, but some are at the wrong '
            f'markers: those of {", ".join(map("-".join, wrong))} are '
            f'wrong. Is the order of the markers {order}?'
        )

    def draw(self) -> str:
        """Return the picture without its strokes."""
        n = self.size
        rows = lay_out(n)
        indents = [2 * n + 4, *range(2 * n - 2, -1, -2), 2, 8]
        return '\n'.join(
            ' ' * blanks + '   '.join(map(self.token, row))
            for blanks, row in zip(indents, rows)
        )


@lru_cache
def lay_out(size: int, shift: int = 1) -> list[list[str]]:
    """Return the rows of the picture of a board, as they are read. A letter is
    a cell. Letters in brackets are the marker of the ley-line of these cells.

    For side length 1, the rows are [A] [BC], then [AB] A B, then [C] C [B], and
    then [AC]. The last row is right if shift, which moves it, is 1.
    """
    places = [(row, column) for row in range(size) for column in range(row + 2)]
    places += [(size, column) for column in range(shift, size + shift)]
    # The cells on each ley-line, by its number.
    across: dict[int, str] = {}
    left: dict[int, str] = {}
    right: dict[int, str] = {}
    for place, cell in zip(places, ascii_uppercase):
        for lines, number in (
            (across, place[0]),
            (left, place[1]),
            (right, place[1] - place[0]),
        ):
            lines[number] = lines.get(number, '[') + cell
    rows = [[f'{line}]', *line[1:]] for line in across.values()]
    for number in range(size - 1):
        rows[number].append(left[number + 2] + ']')
    rows[size].append(right[1] + ']')
    return [
        [left[0] + ']', left[1] + ']'],
        *rows,
        [right[each] + ']' for each in range(1 - size, 1)],
    ]


def find_wrong(play: Play, bases: list[str], ahead: int) -> str:
    """Return the first of these bases, from BASES, that is wrong where the
    moves of play lead, and this many moves later, '' if none is.
    """
    key, size, p1_starts = play.begun
    lines = [play.moves]
    for line in lines:  # It grows meanwhile.
        again = Play(key, size, p1_starts)
        expected = Expected(size, '1' if p1_starts else '2')
        for move in [*line, None]:
            wrong = [base for base in bases if is_wrong(again, expected, base)]
            if wrong:
                return wrong[0]
            if move is not None:
                again.move(move)
                expected = expected.after(move)
        if len(line) < len(play.moves) + ahead:
            lines += [[*line, cell] for cell in expected.moves()]
    return ''


def is_wrong(play: Play, expected: Expected, base: str) -> bool:
    """Return whether this one of BASES is not as expected for play."""
    if base == 'turn':
        return play.state.get_current_player_name() != f'p{expected.mover}'
    if base == 'picture':
        return tokens(play.state) != expected.tokens()
    winners = expected.leaders()
    if len(winners) > 1:  # They moved on after the end.
        return False
    found = [bool(play.game.is_over(play.state))]
    found += [bool(play.game.is_winner(f'p{player}')) for player in '12']
    return found != [bool(winners), '1' in winners, '2' in winners]


def play_to_the_end(size: int, chance: random.Random) -> None:
    """Play a game of this size, with moves that are chosen by chance. Fail
    unless it comes to its end, and one player wins.
    """
    play = Play('h', size)
    most = len(Expected(size).free())
    is_over = False
    while not is_over:
        moves = moves_at(play.state)
        check(
            moves,
            'get_possible_moves() should not be empty: the game is not over.',
        )
        check(
            len(play.moves) < most,
            'The game should be over: all cells are taken.',
        )
        play.move(chance.choice(moves))
        is_over = bool(play.game.is_over(play.state))
        if len(play.moves) == 1:
            check_same('is_over(current_state)', is_over, False)
    winners = [player for player in ('p1', 'p2') if play.game.is_winner(player)]
    names = ' and '.join(winners) if winners else 'nobody'
    check(
        len(winners) == 1,
        f'One player should have won. is_winner is True for {names}.',
    )


def played(size: int, moves: str) -> Play:
    """Return a game in which player 1 has begun and these moves were made."""
    play = Play('h', size)
    for move in moves:
        play.move(move)
    return play


def random_positions(
    sizes: Iterable[int] = SIZES, games: int = GAMES, shown: bool = True
) -> Iterator[tuple[Play, Expected]]:
    """Yield the positions of random games on boards of these sizes, up to the
    end: each as a game at that position, and as what is expected of it. That is
    what is shown, unless shown is False.
    """
    chance = begin_chance()
    ended = []
    last: tuple[Any, Expected] = (None, Expected(1))
    for size, number in product(sizes, range(games)):
        p1_starts = number % 2 == 0
        play = Play('h', size, p1_starts)
        last = play.state, Expected(size, '1' if p1_starts else '2')
        while not shown or len(tokens(last[0])) == len(last[1].items()):
            position = last[1].as_shown(last[0]) if shown else last[1]
            yield play, position
            cells = position.free()
            ended += position.leaders()
            if position.leaders() or not cells or len(play.moves) > 25:
                break
            if number >= games / 2:  # These games are long.
                going_on = [
                    each for each in cells if not last[1].after(each).leaders()
                ]
                cells = going_on or cells
            cell = chance.choice(cells)
            play.move(cell)
            last = play.state, last[1].after(cell)
    if not ended:  # No picture shows it.
        check_picture(*last)


def all_positions(size: int) -> Iterator[tuple[Play, Expected]]:
    """Yield every position of every game with this side length that player 1
    begins, or with side length 1, that either player begins: each as a game and
    as what is expected of it, once for each last move to it.
    """
    for player in '12' if size == 1 else '1':
        play = Play('h', size, player == '1')
        to_visit: list[tuple[Any, list[str], Expected]] = [
            (play.state, [], Expected(size, player))
        ]
        visited = set()
        while to_visit:
            state, moves, expected = to_visit.pop()
            play.game.current_state = state
            play.moves = moves
            yield play, expected
            if expected.key() not in visited:
                visited.add(expected.key())
                to_visit += [
                    (
                        state.make_move(cell),
                        moves + [cell],
                        expected.after(cell),
                    )
                    for cell in expected.moves()
                ]


def tokens(state: Any) -> list[str]:
    """Return what the picture of state shows, without slashes and dashes."""
    return [token for _, _, token in token_places(state)]


def snapshot(state: Any) -> tuple:
    """Return all that state says about itself, with its moves in order."""
    return (
        str(state),
        repr(state),
        state.p1_turn,
        state.get_current_player_name(),
        sorted(map(str, moves_at(state))),
    )


def check_turn(state: Any, mover: str) -> None:
    """Fail unless mover, '1' or '2', is to move."""
    check_same(
        'p1_turn', state.p1_turn, mover == '1', f'player {mover} is to move'
    )
    check_same(
        'get_current_player_name()',
        state.get_current_player_name(),
        'p' + mover,
    )


def check_picture(state: Any, expected: Expected, what: str = '') -> None:
    """Fail unless the picture of state shows what is expected."""
    found = tokens(state)
    wanted = expected.tokens()
    if found == wanted:
        return
    same = [pair[0] == pair[1] for pair in zip(found, wanted)]
    number = [*same, False].index(False)
    row = find_row(state, expected)
    if len(found) != len(wanted) or row and not expected.owners:
        should = f'it should be {[*wanted, "the end"][number]!r}.'
        if row:
            number, should = row
        stuck = [
            f'{token!r} counts as one. Put a blank or a stroke between '
            f'any two of them.\n'
            for token in found
            if len(token) > 1 and set(token) <= set(''.join(wanted))
        ]
        what += (
            f'The picture should show {len(wanted)} letters, digits and '
            f'@, here without slashes and dashes:\n\n'
            f'{indent(expected.draw(), "    ")}\n\nYours shows '
            f'{len(found)}. {"".join(stuck[:1])}The arrow is at the '
            f'first difference: {should}'
        )
    else:
        what += expected.describe_token(expected.items()[number], found)
    check(False, what, number, state)


def find_row(state: Any, expected: Expected) -> Optional[tuple[int, str]]:
    """Return which token to point at in the first line of a picture that shows
    more or less than expected, and what that line should be. If the picture has
    other lines than expected, return None.
    """
    lines: dict[int, list[str]] = {}
    for number, _, token in token_places(state):
        lines.setdefault(number, []).append(token)
    rows = lay_out(expected.size)
    before = 0
    for row, line in zip(rows, lines.values()):
        wanted = [expected.token(item) for item in row]
        if len(lines) == len(rows) and len(line) != len(row):
            same = [pair[0] == pair[1] for pair in zip(line, wanted)] + [False]
            first = min(same.index(False), len(line) - 1)
            return before + first, (
                f'this line should be\n    {" ".join(wanted)}\nand is\n    '
                f'{" ".join(line)}'
            )
        before += len(line)
    return None


def check_token(size: int, moves: str, item: str, owner: str) -> None:
    """Fail unless the picture shows owner for item, a cell or a ley-line, once
    moves are made. The cells of a ley-line come before its marker.
    """
    expected = Expected(size)
    play = Play('h', size)
    for move in moves:
        shown = dict(zip(expected.items(), tokens(play.state)))
        if shown.get(item, '@') != expected.token(item) and len(item) > 1:
            raise Excuse(
                f'The marker of {item} is wrong earlier in this '
                f'game. See TestClaims.'
            )
        play.move(move)
        expected = expected.after(move)
    found = tokens(play.state)
    if len(found) != len(expected.items()):
        check_picture(play.state, expected)
    for each in (*item.strip('[]'), item):
        number = expected.items().index(each)
        wanted = owner if each == item else expected.token(each)
        check(
            found[number] == wanted,
            expected.describe_token(each, found),
            number,
        )


def check_unchanged(play: Play, cells: list[str]) -> list[Any]:
    """Fail if one of the moves to cells changes the state that it is made
    from, or gives that very state. Return what the moves lead to.
    """
    states = []
    before = snapshot(play.state)
    for cell in cells:
        after = play.state.make_move(cell)
        states.append(after)
        check(
            after is not play.state,
            f'make_move({cell!r}) should return a '
            f'new state. Yours returns the old one.',
        )
        check_still(
            f'make_move({cell!r}) changed the state that it was called on',
            play.state,
            before,
        )
    return states


def check_still(what: str, state: Any, before: tuple) -> None:
    """Fail, saying what, unless the snapshot of state still is like before."""
    check(
        snapshot(state) == before,
        f'{what}. It was this:\n\n{indent(before[0], "    ")}\n\nNow it is '
        f'the state below. Do two states share a list?',
        state=state,
    )


def check_end(play: Play, winner: str, why: str) -> None:
    """Fail unless winner, '1' or '2', has won, or with '', the game goes on."""
    check_same(
        'is_over(current_state)',
        play.game.is_over(play.state),
        winner != '',
        why,
    )
    for player in '12':
        check_same(
            f"is_winner('p{player}')",
            play.game.is_winner('p' + player),
            winner == player,
            why,
        )


def check_outcome(state: Any, expected: Expected) -> None:
    """Fail unless rough_outcome of state is as good as it has to be, at least
    for what its moves lead to in their pictures.
    """
    outcome = state.rough_outcome()
    sure, why = expected.sure_outcome()
    if isinstance(outcome, (int, float)):
        is_right = -1 < outcome < 1 if sure is None else outcome == sure
        if is_right:
            return
    if expected.state is None:  # What is shown takes longer to look at.
        check_outcome(state, expected.as_shown(state))
        return
    wanted = 'more than -1 and less than 1' if sure is None else sure
    message = (
        f'rough_outcome() should be {wanted}, as {why}.\nYours is '
        f'{returned(outcome)}'
    )
    if sure is not None and outcome == sure * -1:
        message += OTHER_SIDE
    check(False, message)


if __name__ == '__main__':
    unittest.main()
