"""Basic tests of Stonehenge.

Put this file beside your modules and run
    python3 -m unittest stonehenge_unittest_basic
It reaches the game through playable_games in game_interface.py only.

What is expected comes from the boards drawn below, not from any StonehengeGame.
"""
from __future__ import annotations
from contextlib import redirect_stdout
from io import StringIO
from typing import Any, Iterator, Optional
from unittest.mock import patch
import random
import unittest
from game_interface import playable_games

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
FREE_CELLS = 12


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

    def __init__(self, size: int, mover: str,
                 owners: Optional[dict[str, str]] = None) -> None:
        """Initialize a position where mover is to move: an empty board, unless
        owners are given.
        """
        self.size = size
        self.mover = mover
        self.owners = owners or {}

    def lines(self) -> list[str]:
        """Return the ley-lines, written as in BOARDS."""
        return [item for item in BOARDS[self.size].split() if item[0] == '[']

    def free(self) -> list[str]:
        """Return the free cells."""
        return [item for item in BOARDS[self.size].split()
                if item[0] != '[' and item not in self.owners]

    def tokens(self) -> list[str]:
        """Return what the picture shows, in the order it is read."""
        return [self.owners.get(item, '@' if item[0] == '[' else item)
                for item in BOARDS[self.size].split()]

    def after(self, cell: str) -> Expected:
        """Return the position after the player to move takes cell."""
        owners = {**self.owners, cell: self.mover}
        for line in self.lines():
            if line not in owners:
                cells = line.strip('[]')
                held = [owners.get(cell) for cell in cells].count(self.mover)
                if 2 * held >= len(cells):
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

    def wins_at_once(self) -> bool:
        """Return whether the player to move can end this game, which is not
        over, with one move.
        """
        return any(self.after(cell).leaders() for cell in self.free())

    def sure_outcome(self) -> Optional[int]:
        """Return the score for the player to move, who has not won yet, if two
        moves decide it, and otherwise None.
        """
        if self.leaders():
            return -1
        if self.wins_at_once():
            return 1
        if all(self.after(cell).wins_at_once() for cell in self.free()):
            return -1
        return None


def typing(*answers: str) -> Any:
    """Return a context in which the player types these answers, no more."""
    end = AssertionError(f'input() was called more often than the '
                         f'{len(answers)} time(s) that were needed.')
    return patch('builtins.input', side_effect=[*answers, end])


def new_game(size: int, p1_starts: bool = True) -> Any:
    """Return a new game of Stonehenge with this side length."""
    with typing(str(size)), redirect_stdout(StringIO()):
        return playable_games['h'](p1_starts)


def played(size: int, moves: str) -> Any:
    """Return a game in which player 1 has started and these moves were made.
    """
    game = new_game(size)
    for move in moves:
        game.current_state = game.current_state.make_move(move)
    return game


def tokens(state: Any) -> list[str]:
    """Return what the picture of state shows, without slashes and dashes."""
    return [token for token in str(state).split() if token.strip('/\\-')]


def shown(state: Any, about: str = '') -> str:
    """Return a message that shows state, and says what it is about."""
    return f'\n{state}\n{state.get_current_player_name()} is to move. {about}'


def random_positions(sizes: Any = tuple(BOARDS)
                     ) -> Iterator[tuple[Any, Expected]]:
    """Yield the positions of random games on boards of these sizes: each as a
    game at that position, and as what is expected of it.

    The players go on after the end of the game until the board is full.
    """
    chance = random.Random(148)
    for size in sizes:
        for number in range(GAMES_PER_SIZE):
            game = new_game(size, number % 2 == 0)
            expected = Expected(size, '12'[number % 2])
            yield game, expected
            for cell in chance.sample(expected.free(), len(expected.free())):
                game.current_state = game.current_state.make_move(cell)
                expected = expected.after(cell)
                yield game, expected


def all_positions(size: int) -> Iterator[tuple[Any, Expected]]:
    """Yield every position of every game with this side length, as a state and
    as what is expected of it. Each comes once for each last move to it.
    """
    to_visit = [(new_game(size, player == '1').current_state,
                 Expected(size, player)) for player in '12']
    visited = set()
    while to_visit:
        state, expected = to_visit.pop()
        yield state, expected
        seen = expected.mover, *expected.tokens()
        if not expected.leaders() and seen not in visited:
            visited.add(seen)
            to_visit += [(state.make_move(cell), expected.after(cell))
                         for cell in expected.free()]


def snapshot(state: Any) -> tuple:
    """Return all that state tells about itself."""
    return (str(state), repr(state), state.p1_turn,
            state.get_current_player_name(), list(state.get_possible_moves()))


class TestSetUp(unittest.TestCase):
    """Tests of a new game."""

    def test_one_question(self) -> None:
        """A new game asks one question, and one good answer is enough."""
        for size in BOARDS:
            with typing(str(size)) as question, redirect_stdout(StringIO()):
                game = playable_games['h'](True)
            self.assertEqual(question.call_count, 1,
                             shown(game.current_state, f'Size {size}.'))

    def test_bad_answers(self) -> None:
        """A side length that is no whole number from 1 to 5 is explained, and
        asked for again.
        """
        for answer in ('0', '6', '-1', 'two', '2.5', ''):
            said = StringIO()
            with typing(answer, '2') as question, redirect_stdout(said):
                game = playable_games['h'](True)
            message = shown(game.current_state,
                            f'The answers were {answer!r} and 2.')
            self.assertEqual(question.call_count, 2, message)
            self.assertNotEqual(said.getvalue().strip(), '', message)
            self.assertEqual(tokens(game.current_state),
                             Expected(2, '1').tokens(), message)

    def test_empty_boards(self) -> None:
        """The empty board of every size shows its cells and markers in order.
        """
        for size in BOARDS:
            state = new_game(size).current_state
            self.assertEqual(tokens(state), Expected(size, '1').tokens(),
                             shown(state))

    def test_who_starts(self) -> None:
        """Player 1 starts if p1_starts is True, otherwise player 2 does."""
        for p1_starts in (True, False):
            state = new_game(2, p1_starts).current_state
            message = shown(state, f'p1_starts was {p1_starts}.')
            self.assertEqual(state.p1_turn, p1_starts, message)
            self.assertEqual(state.get_current_player_name(),
                             'p1' if p1_starts else 'p2', message)

    def test_two_games(self) -> None:
        """Two games at the same time have nothing to do with each other."""
        first = new_game(2)
        second = new_game(3, p1_starts=False)
        second.current_state = second.current_state.make_move('A')
        self.assertEqual(tokens(first.current_state),
                         Expected(2, '1').tokens(),
                         shown(first.current_state, 'Nobody has moved here.'))
        self.assertEqual(tokens(second.current_state),
                         Expected(3, '2').after('A').tokens(),
                         shown(second.current_state, 'Player 2 took A.'))

    def test_instructions(self) -> None:
        """get_instructions returns the rules of the game as text."""
        game = new_game(1)
        rules = game.get_instructions()
        message = shown(game.current_state, f'The rules are {rules!r}.')
        self.assertIsInstance(rules, str, message)
        self.assertNotEqual(rules.strip(), '', message)

    def test_scores(self) -> None:
        """A state knows the scores WIN = 1, LOSE = -1 and DRAW = 0."""
        state = new_game(1).current_state
        self.assertEqual((state.WIN, state.LOSE, state.DRAW), (1, -1, 0),
                         shown(state))


class TestClaims(unittest.TestCase):
    """Tests of who claims which ley-line, and of the picture."""

    def assert_marker(self, size: int, moves: str, line: str, owner: str
                      ) -> None:
        """Assert that the marker of line shows owner once moves are made."""
        state = played(size, moves).current_state
        markers = dict(zip(BOARDS[size].split(), tokens(state)))
        self.assertEqual(markers.get(line), owner,
                         shown(state, f'The moves were {", ".join(moves)}. '
                                      f'This is the marker of {line}.'))

    def test_half_of_a_line(self) -> None:
        """Exactly half of the cells of a ley-line are enough to claim it."""
        self.assert_marker(3, 'A', '[AB]', '1')
        self.assert_marker(3, 'HA', '[AB]', '2')
        self.assert_marker(3, 'FAG', '[FGHI]', '1')
        self.assert_marker(5, 'OAPBQ', '[OPQRST]', '1')

    def test_less_than_half(self) -> None:
        """Less than half of its cells does not claim a ley-line."""
        self.assert_marker(2, 'D', '[CDE]', '@')
        self.assert_marker(2, 'D', '[BDF]', '@')
        self.assert_marker(2, 'D', '[ADG]', '@')
        self.assert_marker(3, 'FA', '[FGHI]', '@')
        self.assert_marker(4, 'JAK', '[JKLMN]', '@')
        self.assert_marker(5, 'OAPB', '[OPQRST]', '@')

    def test_cells_of_both_players(self) -> None:
        """Only a player's own cells count: one cell each of three is no claim.
        """
        self.assert_marker(2, 'CD', '[CDE]', '@')
        self.assert_marker(2, 'CDFE', '[CDE]', '2')
        self.assert_marker(2, 'DCE', '[CDE]', '1')

    def test_first_claim_stays(self) -> None:
        """A claimed ley-line stays with the player who came first."""
        self.assert_marker(2, 'AB', '[AB]', '1')
        self.assert_marker(2, 'DBA', '[AB]', '2')
        self.assert_marker(3, 'FHGI', '[FGHI]', '1')
        self.assert_marker(4, 'FBGAHI', '[FGHI]', '1')

    def test_one_cell_lines(self) -> None:
        """A ley-line of one cell is claimed with that cell."""
        self.assert_marker(1, 'A', '[A]', '1')
        self.assert_marker(1, 'B', '[B]', '1')
        self.assert_marker(1, 'C', '[C]', '1')

    def test_every_line(self) -> None:
        """Every ley-line of every size has its own cells and its own marker.
        """
        for size in BOARDS:
            for line in Expected(size, '1').lines():
                cells = line.strip('[]')
                others = (cell for cell in Expected(size, '1').free()
                          if cell not in cells)
                moves = ''.join(cell + next(others)
                                for cell in cells[:(len(cells) - 1) // 2])
                moves += cells[(len(cells) - 1) // 2]
                self.assert_marker(size, moves, line, '1')

    def test_random_games(self) -> None:
        """The picture shows every taken cell and every claimed ley-line."""
        for game, expected in random_positions():
            state = game.current_state
            self.assertEqual(tokens(state), expected.tokens(), shown(state))

    def test_moves_after_the_end(self) -> None:
        """make_move works after the end of the game and claims ley-lines."""
        self.assert_marker(1, 'AC', '[C]', '2')
        self.assert_marker(1, 'ACB', '[B]', '1')
        self.assert_marker(1, 'ACB', '[BC]', '2')
        self.assert_marker(1, 'ACB', '[AB]', '1')


class TestMoves(unittest.TestCase):
    """Tests of what moves there are, and of what a move does."""

    def test_possible_moves(self) -> None:
        """The possible moves are the free cells, and none after the end."""
        for game, expected in random_positions():
            state = game.current_state
            moves = state.get_possible_moves()
            self.assertIsInstance(moves, list, shown(state))
            self.assertCountEqual(
                moves, [] if expected.leaders() else expected.free(),
                shown(state))

    def test_valid_moves(self) -> None:
        """A move is valid exactly if it is one of the possible moves."""
        for game, expected in random_positions():
            state = game.current_state
            for move in 'ABCDEFGHIJKLMNOPQRSTUVWXYZ':
                self.assertIs(
                    state.is_valid_move(move),
                    not expected.leaders() and move in expected.free(),
                    shown(state, f'The move is {move!r}.'))

    def test_turns(self) -> None:
        """The players take turns, whoever starts."""
        for game, expected in random_positions():
            state = game.current_state
            message = shown(state, f'Player {expected.mover} is expected.')
            self.assertEqual(state.p1_turn, expected.mover == '1', message)
            self.assertEqual(state.get_current_player_name(),
                             'p' + expected.mover, message)

    def test_old_state(self) -> None:
        """A move gives a new state and does not change any older one."""
        history = []
        for game, expected in random_positions(sizes=(2, 3)):
            state = game.current_state
            history.append((state, snapshot(state)))
            for cell in expected.free():
                self.assertIsNot(state.make_move(cell), state, shown(state))
        for state, before in history:
            self.assertEqual(snapshot(state), before, shown(state))

    def test_branches(self) -> None:
        """Two different moves from one state do not mix."""
        for game, expected in random_positions(sizes=(2, 3)):
            cells = expected.free()
            states = [game.current_state.make_move(cell) for cell in cells]
            for cell, state in zip(cells, states):
                self.assertEqual(tokens(state), expected.after(cell).tokens(),
                                 shown(state, f'The move was {cell}.'))

    def test_taken_cells(self) -> None:
        """Taking a cell that is taken raises a ValueError."""
        for game, expected in random_positions(sizes=(1, 2, 3)):
            state = game.current_state
            before = snapshot(state)
            for cell in set(Expected(expected.size, '1').free()) \
                    - set(expected.free()):
                message = shown(state, f'The move is {cell!r}.')
                with self.assertRaises(ValueError, msg=message):
                    state.make_move(cell)
                self.assertEqual(snapshot(state), before, message)

    def test_unknown_cells(self) -> None:
        """Taking a cell that is not on the board raises a ValueError."""
        unknown = {1: 'D', 2: 'H', 3: 'M', 4: 'S', 5: 'Z'}
        for size in BOARDS:
            for moves in ('', 'B'):
                state = played(size, moves).current_state
                for move in (unknown[size], '', 'AC', '1', '@', '/', '?'):
                    with self.assertRaises(
                            ValueError,
                            msg=shown(state, f'The move is {move!r}.')):
                        state.make_move(move)

    def test_str_to_move(self) -> None:
        """str_to_move forgives lower case and blanks, also twice over."""
        game = new_game(3)
        for text in ('G', 'g', ' G', 'g ', '  g  '):
            move = game.str_to_move(text)
            message = shown(game.current_state, f'The text is {text!r}.')
            self.assertEqual(move, 'G', message)
            self.assertEqual(game.str_to_move(move), 'G', message)

    def test_str_to_move_nonsense(self) -> None:
        """str_to_move gives some invalid move for text that is no move."""
        game = new_game(2)
        state = game.current_state
        for text in ('', ' ', 'H', 'z', 'AB', 'a b', '1', '-1', '2.5', '@',
                     '\t', 'Ä', 'stop', '\\', "'A'"):
            move = game.str_to_move(text)
            self.assertIs(state.is_valid_move(move), False,
                          shown(state, f'{text!r} gave {move!r}.'))
            self.assertEqual(game.str_to_move(move), move,
                             shown(state, f'{text!r} gave {move!r}.'))


class TestEnd(unittest.TestCase):
    """Tests of when the game is over, and of who has won."""

    def test_over(self) -> None:
        """The game is over once a player has half of all ley-lines."""
        for game, expected in random_positions():
            state = game.current_state
            self.assertIs(game.is_over(state), expected.leaders() != [],
                          shown(state))

    def test_winner(self) -> None:
        """Who claims half of all ley-lines first is the winner, nobody else.
        """
        for game, expected in random_positions():
            leaders = expected.leaders()
            if len(leaders) < 2:
                for player in '12':
                    self.assertIs(game.is_winner('p' + player),
                                  player in leaders,
                                  shown(game.current_state,
                                        f'Has player {player} won?'))

    def test_exactly_half(self) -> None:
        """Exactly half of all ley-lines are enough to win: 3 of 6 on size 1.
        """
        for first_move in 'ABC':
            game = played(1, first_move)
            message = shown(game.current_state)
            self.assertIs(game.is_over(game.current_state), True, message)
            self.assertIs(game.is_winner('p1'), True, message)
            self.assertIs(game.is_winner('p2'), False, message)

    def test_no_winner_yet(self) -> None:
        """As long as the game goes on, nobody has won and is_winner is False.
        """
        for size in (2, 3, 4, 5):
            game = played(size, 'AG')
            for player in ('p1', 'p2'):
                self.assertIs(game.is_winner(player), False,
                              shown(game.current_state,
                                    f'Has {player} won?'))

    def test_over_of_given_state(self) -> None:
        """is_over speaks of the state it is given, not of current_state."""
        game = new_game(1)
        start = game.current_state
        end = start.make_move('A')
        self.assertIs(game.is_over(end), True, shown(end))
        game.current_state = end
        self.assertIs(game.is_over(start), False, shown(start))
        self.assertIs(game.current_state, end, shown(game.current_state))


class TestDescriptions(unittest.TestCase):
    """Tests of __repr__ and of rough_outcome."""

    def test_equal_repr(self) -> None:
        """repr is equal for equal positions, whatever moves led to them."""
        reprs: dict[tuple, str] = {}
        for size in (1, 2):
            for state, expected in all_positions(size):
                seen = expected.mover, *expected.tokens()
                self.assertEqual(repr(state),
                                 reprs.setdefault(seen, repr(state)),
                                 shown(state))

    def test_different_repr(self) -> None:
        """repr differs if a cell, a claim or the player to move differs."""
        first_with: dict[str, tuple] = {}
        for size in (1, 2):
            for state, expected in all_positions(size):
                seen = expected.mover, *expected.tokens()
                first, its_state = first_with.setdefault(repr(state),
                                                         (seen, state))
                self.assertEqual(seen, first,
                                 f'{shown(its_state)}\nhas the same repr as'
                                 f'{shown(state)}')

    def assert_rough_outcome(self, state: Any, expected: Expected) -> None:
        """Assert that rough_outcome of state is as good as it has to be."""
        outcome, sure = state.rough_outcome(), expected.sure_outcome()
        message = shown(state, f'rough_outcome is {outcome}.')
        if sure is None:
            self.assertGreater(outcome, state.LOSE, message)
            self.assertLess(outcome, state.WIN, message)
        else:
            self.assertEqual(outcome, sure, message)

    def test_rough_outcome_small(self) -> None:
        """On sizes 1 and 2, rough_outcome is exact if two moves decide."""
        for size in (1, 2):
            for state, expected in all_positions(size):
                self.assert_rough_outcome(state, expected)

    def test_rough_outcome_large(self) -> None:
        """On sizes 3 to 5, rough_outcome is exact if two moves decide."""
        for game, expected in random_positions(sizes=(3, 4, 5)):
            if len(expected.free()) <= FREE_CELLS \
                    and expected.mover not in expected.leaders():
                self.assert_rough_outcome(game.current_state, expected)


if __name__ == "__main__":
    unittest.main()
