"""A small right game and a right strategy, with one thing wrong in each row.

WRONG is the one table of wrong games, hooks and strategies: what is replaced by
what, and what --check, play and series say about it.
"""
from itertools import count, cycle
from time import sleep
from typing import Any, Callable, NamedTuple, Optional
import random
from game import Game
from interface.check import BREACH, POSITION, Examiner
from strategy import iterative_minimax_strategy, recursive_minimax_strategy, \
    rough_outcome_strategy
from tests.support.foreign_games import LastMoveGame
from tests.support.row_game import LETTERS, MatchesGame, MatchesState, \
    RowGame, RowState, WalkGame

# === Strategies ===

def sound_strategy(game: Any) -> Any:
    """Return a move, and keep all contracts."""
    moves = game.current_state.get_possible_moves()
    if not moves:
        raise ValueError('It is over')
    return random.choice(moves)


def taking_strategy(game: Any) -> Any:
    """Return a move, but take the stone at once."""
    move = sound_strategy(game)
    stones = game.current_state.stones
    stones[stones.index(move)] = '.'
    return move


def moving_strategy(game: Any) -> Any:
    """Return a move, but make it."""
    move = sound_strategy(game)
    game.current_state = game.current_state.make_move(move)
    return move


def losing_strategy(game: Any) -> Any:
    """Return a move, but lose the position."""
    move = sound_strategy(game)
    game.current_state = None
    return move


def deleting_strategy(game: Any) -> Any:
    """Return a move, but delete the position."""
    move = sound_strategy(game)
    del game.current_state
    return move


def passing_strategy(game: Any) -> Any:
    """Return a move, but let the other player move."""
    move = sound_strategy(game)
    game.current_state.p1_turn = not game.current_state.p1_turn
    return move


def silent_strategy(game: Any) -> None:
    """Return nothing."""
    sound_strategy(game)


def dreaming_strategy(game: Any) -> str:
    """Return a move that is not possible."""
    sound_strategy(game)
    return 'z'


def guessing_strategy(game: Any) -> Any:
    """Make a move that is not possible, to see where it leads."""
    sound_strategy(game)
    return game.current_state.make_move('z')


def dividing_strategy(game: Any) -> float:
    """Fail."""
    return len(sound_strategy(game)) / 0


def printing_strategy(game: Any) -> Any:
    """Return a move, and tell everybody."""
    print('Mine is')
    return sound_strategy(game)


def exiting_strategy(_: Any) -> None:
    """End the program."""
    raise SystemExit


def strategy_without_game() -> str:
    """Return a move of no game."""
    return 'a'


def deaf_interactive_strategy(game: Any) -> Any:
    """Ask the player again and again."""
    sound_strategy(game)
    while True:
        input('Move: ')


def plain_interactive_strategy(game: Any) -> Any:
    """Ask the player once, whatever the answer: the interface asks again."""
    sound_strategy(game)
    return game.str_to_move(input('Move: '))


def hanging_strategy(game: Any) -> Any:
    """Ask for the moves for ever."""
    while sound_strategy(game):
        sleep(0.01)  # It need not keep the machine busy.

def plain_minimax_strategy(game: Any) -> Any:
    """Return the move that plain minimax, by recursion, finds best."""
    def score(state: Any) -> int:
        """Return the score of state."""
        if game.is_over(state):
            return -1
        return max(-score(state.make_move(move))
                   for move in state.get_possible_moves())
    state = game.current_state
    return max(state.get_possible_moves(),
               key=lambda move: -score(state.make_move(move)))


def last_strategy(game: Any) -> Any:
    """Return the last possible move."""
    return game.current_state.get_possible_moves()[-1]


def stray_strategy(game: Any) -> Any:
    """Walk to and fro, until that has taken long enough."""
    stray_strategy.steps += 1
    ways = game.current_state.get_possible_moves()
    return ways[-1] if stray_strategy.steps > 4 else \
        ways[stray_strategy.steps % 2 - 1]


stray_strategy.steps = 0


def estimating_strategy(game: Any) -> Any:
    """Return a move, after a look at the rough outcome."""
    move = sound_strategy(game)
    game.current_state.rough_outcome()
    return move


def first_strategy(game: Any) -> Any:
    """Return the first possible move."""
    return game.current_state.get_possible_moves()[0]


def think_aloud(game: Any) -> Any:
    """Print, in a helper, and return a move."""
    def consider(moves: list) -> Any:
        """Return the first one, and print it."""
        print('perhaps', moves[0])
        return moves[0]
    return consider(game.current_state.get_possible_moves())


# === What is put in place of a method ===

def change_itself(state: Any, move: Any) -> Any:
    """Make move, but take the stone from state as well."""
    after = RowState.make_move(state, move)
    state.stones[state.stones.index(move)] = '.'
    return after


def change_itself_late(state: Any, move: Any) -> Any:
    """Do so only if few stones are left."""
    few = len(state.get_possible_moves()) <= 2
    return (change_itself if few else RowState.make_move)(state, move)


def pop_moves(state: Any) -> list:
    """Return the stones that are left, and lose the last one."""
    moves = RowState.get_possible_moves(state)
    if moves:
        state.stones[state.stones.index(moves[-1])] = '.'
    return moves


def forget_a_move(state: Any) -> list:
    """Return all moves but the first one, every other time."""
    moves = RowState.get_possible_moves(state)
    return moves[next(MOODS):] or moves


MOODS, NUMBERS = cycle((0, 1)), count()
KEPT = list[Any]()  # What lives on, so that no other object gets its address.


def hang(state: Any) -> list:
    """Return the stones that are left, unless two of more are: then hang."""
    while 0 < state.stones.count('.') == len(state.stones) - 2:
        sleep(0.01)  # It need not keep the machine busy.
    return RowState.get_possible_moves(state)


def hang_deep_down(state: Any, depth: int = 0) -> list:
    """Hang after many calls."""
    return hang_deep_down(state, depth + 1) if depth < 500 else hang(state)


def quit_program(_: Any) -> float:
    """End the program as the line 'exit()' does."""
    raise SystemExit


def divide_by_zero(*_: Any) -> Any:
    """Raise ZeroDivisionError."""
    return 1 / 0


def go_and_tell(game: Any, state: Any) -> bool:
    """Return whether the game is over in state, and go there."""
    game.current_state = state
    return not state.get_possible_moves()


def chat(state: Any, move: Any) -> Any:
    """Make move, and print."""
    print('Now', move)
    return RowState.make_move(state, move)


def keep_turn(state: Any, move: Any) -> Any:
    """Make move, and stay on turn."""
    after = RowState.make_move(state, move)
    after.p1_turn = state.p1_turn
    return after


def ignore_starter(game: Any, p1_starts: bool, size: int = 4) -> None:
    """Let player 1 start, always."""
    RowGame.__init__(game, True, size)


def return_nothing(*_: Any) -> None:
    """Do nothing."""


def lose_a_stone(state: Any) -> float:
    """Return an estimate, and lose a stone."""
    state.stones[:1] = []
    return 0.5


def print_over(game: Any, state: Any) -> bool:
    """Return whether the game is over, and print it."""
    print('Is it over?')
    return not state.get_possible_moves()


def print_picture(state: Any) -> str:
    """Return the picture, and print it."""
    print(RowState.__str__(state))
    return RowState.__str__(state)


def go_wrong_late(state: Any) -> Any:
    """Return matches of which nobody can take three."""
    class LateState(MatchesState):
        """Such matches."""

        def get_possible_moves(self) -> list:
            """Return 1 and 2, once some have been taken."""
            moves = super().get_possible_moves()
            return moves[:2] if self.left < 5 else moves
    return LateState(state.p1_turn, state.left)


def refill(state: Any, move: Any) -> Any:
    """Make move, or fill the row again if that leaves one stone."""
    after = RowState.make_move(state, move)
    if len(after.get_possible_moves()) == 1 < len(after.stones) - 1:
        after.stones = list(LETTERS[:len(after.stones)])
    return after


class HidingState(RowState):
    """A row whose possible moves are a list of its own, which is not shown."""

    def __init__(self, is_p1_turn: bool, stones: list[str]) -> None:
        """Initialize a position."""
        super().__init__(is_p1_turn, stones)
        self.free = super().get_possible_moves()

    def get_possible_moves(self) -> list:
        """Return the stones that are left."""
        return self.free[:]


class HidingGame(RowGame):
    """The game of these rows."""
    state_class = HidingState


def drop_own_move(state: Any, move: Any) -> Any:
    """Make move, and take it out of the list of this position."""
    after = RowState.make_move(state, move)
    state.free.remove(move)
    return after


class CountingState(WalkGame.state_class):
    """A walk that counts its positions, and does not show the number."""

    def __init__(self, is_p1_turn: bool, left: int) -> None:
        """Initialize a position."""
        super().__init__(is_p1_turn, left)
        self.number = next(NUMBERS)


class CountingGame(WalkGame):
    """The walk of these positions."""
    state_class = CountingState


def break_game(name: str, code: Callable, base: Any = RowGame) -> type[Game]:
    """Return base with code in place of the method called name, which is one
    of the game or of its states."""
    if name in {**vars(LastMoveGame), **vars(RowGame)}:
        return type('BrokenGame', (base,), {name: code})
    state_class = type('BrokenState', (base.state_class,), {name: code})
    return type('BrokenGame', (base,), {'state_class': state_class})


def fail_with(error: BaseException) -> Callable:
    """Return code that raises error when a game is set up."""
    def __init__(game: Any, p1_starts: bool, size: int = 1) -> None:
        """Fail."""
        raise error
    return __init__


# === The table ===

class Wrong(NamedTuple):
    """A right game with one method replaced, and what is said about it.

    What play says is a remark, or what ends the game; None if a game that
    shows it cannot be expected. Series says so, too, if the game cannot go on.
    """
    method: str
    code: Callable
    check: str
    play: Optional[str] = ''
    ends: bool = False
    by: Callable = sound_strategy
    base: Any = RowGame

    def make(self) -> type[Game]:
        """Return the wrong game."""
        return break_game(self.method, self.code, self.base)

    @property
    def told(self) -> Optional[str]:
        """Return what play says."""
        return self.check if self.play == '' else self.play


def hook(method: str, code: Callable, words: str, ends: bool = False) -> Wrong:
    """Return the row of a wrong hook, that recursive minimax relies on."""
    return Wrong(method, code, f'BrokenState.{method} returned {words}', '',
                 ends, recursive_minimax_strategy, MatchesGame)


DIVIDED = 'divide_by_zero raised ZeroDivisionError: division by zero, at ' \
          'wrong_games.py, line'
CHANGED = 'BrokenState.make_move changed its own state: stones was ['
PRINTED = 'printed {!r}: only a strategy that asks a player should print'
CYCLE = 'BrokenGame can come back to a position, as it does by '

WRONG: dict[str, Wrong] = {
    'moves in a tuple': Wrong(
        'get_possible_moves', lambda state: ('a', 'b', 'c'),
        "BrokenState.get_possible_moves returned ('a', 'b', 'c'): it should "
        'return a list', ends=True),
    'no moves, not over': Wrong(
        'is_over', lambda game, state: False,
        'BrokenGame is not over, but there are no moves: RowState.'
        'get_possible_moves returned [], and BrokenGame.is_over False',
        ends=True),
    'no moves, not over, in a search': Wrong(
        'is_over', lambda game, state: False,
        'BrokenGame is not over, but there are no moves: RowState.'
        'get_possible_moves returned [], and BrokenGame.is_over False',
        "False, at move 5. Position: RowState(True, ['.', '.', '.', '.'])",
        True, iterative_minimax_strategy),
    'other moves each time': Wrong(
        'get_possible_moves', forget_a_move,
        'BrokenState.get_possible_moves returned [', ends=True),
    'no list of moves, late': Wrong(
        'get_possible_moves', lambda state:
        MatchesState.get_possible_moves(state) if state.left > 2 else None,
        'BrokenState.get_possible_moves returned None: it should return a list',
        'BrokenState.get_possible_moves returned None', True,
        iterative_minimax_strategy, MatchesGame),
    'player 1 is to move, always': Wrong(
        'get_current_player_name', lambda state: 'p1',
        "BrokenState.get_current_player_name returned 'p1', though p1_turn is "
        'False', ends=True),
    'is_over goes to another position': Wrong(
        'is_over', go_and_tell, 'BrokenGame.is_over changed the state: p1_turn '
        'was ', 'BrokenGame.is_over changed the state: p1_turn was '),
    'moves, though over': Wrong(
        'is_over', lambda game, state: len(state.get_possible_moves()) < 2,
        "BrokenGame is over, but RowState.get_possible_moves returned ['",
        ends=True),
    'make_move changes a list that is not shown': Wrong(
        'make_move', drop_own_move, "BrokenState.make_move changed its own "
        "state: free was ['a'] and is [] now", 'BrokenState.make_move changed '
        'its own state: free was [', True, recursive_minimax_strategy,
        HidingGame),
    'a move that is there twice': Wrong(
        'get_possible_moves', lambda state:
        ['a'] * ('a' in state.stones) + RowState.get_possible_moves(state),
        "BrokenState.get_possible_moves returned ['a', 'a']: 'a' is listed "
        'twice', "'a' is listed twice, at move ", by=last_strategy),
    'player 1 starts, always': Wrong(
        '__init__', ignore_starter, 'BrokenGame(p1_starts=False) begins with '
        'a position whose p1_turn is True'),
    'make_move keeps the player': Wrong(
        'make_move', keep_turn, "BrokenState.make_move('a') returned a "
        'position in which p1 is to move again: players take turns', ends=True,
        by=first_strategy),
    'make_move keeps the player late': Wrong(
        'make_move', lambda state, move: (
            keep_turn if len(state.get_possible_moves()) == 2
            else RowState.make_move)(state, move),
        "BrokenState.make_move('a') returned a position in which p1 is to move "
        'again: players take turns', "BrokenState.make_move('c') returned a "
        'position in which p1 is to move again: players take turns, at move 3',
        True, recursive_minimax_strategy),
    'make_move prints': Wrong('make_move', chat, PRINTED.format('Now')),
    'is_over prints': Wrong('is_over', print_over,
                            PRINTED.format('Is it over?')),
    'the picture is printed, too': Wrong(
        '__str__', print_picture, PRINTED.format('a|'),
        PRINTED.format('a b c d|')),
    'is_over says yes': Wrong(
        'is_over', lambda game, state: 'no' if state.get_possible_moves()
        else 'yes', "BrokenGame.is_over returned 'no': it should return True "
        'or False', ends=True),
    'is_over says yes at the end': Wrong(
        'is_over', lambda game, state: 'yes' if not state.get_possible_moves()
        else False, "BrokenGame.is_over returned 'yes': it should return True "
        'or False', ends=True),
    'is_over of another state': Wrong(
        'is_over', lambda game, state:
        not game.current_state.get_possible_moves(),
        'BrokenGame.is_over answered about current_state'),
    'make_move changes its state': Wrong(
        'make_move', change_itself, f"{CHANGED}'a'", ends=True),
    'make_move changes its state late': Wrong(
        'make_move', change_itself_late, CHANGED, ends=True),
    'make_move returns nothing': Wrong(
        'make_move', return_nothing,
        "BrokenState.make_move('a') returned None: it should return a new "
        'position', ends=True, by=first_strategy),
    'make_move returns itself': Wrong(
        'make_move', lambda state, move: state,
        "BrokenState.make_move('a') returned RowState(",
        "['a', 'b', 'c', 'd']): it should return a new position", True),
    'make_move raises': Wrong('make_move', divide_by_zero, DIVIDED, ends=True),
    'get_possible_moves changes its state': Wrong(
        'get_possible_moves', pop_moves,
        "BrokenState.get_possible_moves returned ['a'] and then, in the same "
        'position, []', "BrokenState.get_possible_moves returned ['a', 'b', "
        "'c', 'd'] and then, in the same position, [", True),
    'one repr for different positions': Wrong(
        '__repr__', lambda state: f'Row({len(state.get_possible_moves())})',
        'BrokenState.__repr__ returned Row(', None),
    'one repr for both players': Wrong(
        '__repr__', lambda state: f'Row({state.stones})',
        'for two positions that differ in the player to move: here, and with '
        'size ', None),
    'another repr each time': Wrong(
        '__repr__', lambda state: f'Row({id(state)})',
        'after the same moves: equal positions should have the same repr'),
    'another repr each time, in a search': Wrong(
        '__repr__', lambda state: f'Row({next(NUMBERS)})',
        "BrokenState.__repr__ returned 'Row(", "' and then, in the same "
        "position, 'Row(", True, iterative_minimax_strategy),
    'an address in a repr': Wrong(
        '__repr__', lambda state: KEPT.append(state) or
        f'<Row {state.stones} at {id(state):#x}>',
        "']>, with an address, and with another one after the same moves: "
        'equal', '', True, iterative_minimax_strategy),
    'one repr for all positions': Wrong(
        '__repr__', lambda state: 'Row()',
        'BrokenState.__repr__ returned Row() for two positions that differ in ',
        ' and the winner: here, and after '),
    'repr returns nothing': Wrong(
        '__repr__', return_nothing, 'BrokenState.__repr__ returned None: it '
        'should return text', ends=True, by=recursive_minimax_strategy),
    'a picture that is no text': Wrong(
        '__str__', lambda state: print(state.stones),
        'BrokenState.__str__ returned None: it should return text', ends=True),
    'is_valid_move takes all': Wrong(
        'is_valid_move', lambda state, move: True,
        "BrokenState.is_valid_move('') returned True: it should return "
        'False, as get_possible_moves returned [',
        ' returned True: it should return False, as get_possible_moves '
        'returned [], at move 5'),
    'is_valid_move takes none': Wrong(
        'is_valid_move', lambda state, move: False,
        "BrokenState.is_valid_move('a') returned False: it should return True, "
        'as get_possible_moves returned [', ends=True, by=first_strategy),
    'is_valid_move raises': Wrong(
        'is_valid_move', divide_by_zero,
        "BrokenState.is_valid_move('a') raised ZeroDivisionError", ends=True,
        by=first_strategy),
    'str_to_move raises': Wrong(
        'str_to_move', lambda game, text: LETTERS[LETTERS.index(text)],
        "BrokenGame.str_to_move(' ') raised ValueError: substring not "
        'found, at wrong_games.py, line'),
    'str_to_move takes only text of its own': Wrong(
        'str_to_move', lambda game, text: text.upper(),
        "BrokenGame.str_to_move('a') returned 'A': it should return 'a'",
        by=last_strategy),
    'two winners': Wrong(
        'is_winner', lambda game, player: game.is_over(game.current_state),
        'BrokenGame.is_winner returned True for both players', ends=True),
    'the wrong winner': Wrong(
        'is_winner', lambda game, player: game.is_over(game.current_state)
        and game.current_state.get_current_player_name() == player,
        'it should return 1, as the player to move has won, according to '
        'BrokenGame.is_winner: one of the two is wrong'),
    'no winner, ever': Wrong(
        'is_winner', lambda game, player: False,
        'it should return 0, as the game is a tie, according to '
        'BrokenGame.is_winner: one of the two is wrong'),
    'a winner too early': Wrong(
        'is_winner', lambda game, player:
        game.current_state.get_current_player_name() != player,
        'BrokenGame.is_winner returned True, but the game is not over'),
    'a winner without a bool': Wrong(
        'is_winner', lambda game, player: 0,
        'BrokenGame.is_winner returned 0: it should return True or False',
        ends=True),
    'a player with another name': Wrong(
        'get_current_player_name', lambda state: 'Player 1',
        "BrokenState.get_current_player_name returned 'Player 1': it "
        "should return 'p1' or 'p2'", ends=True),
    'the wrong player': Wrong(
        'get_current_player_name', lambda state: 'p2',
        "BrokenState.get_current_player_name returned 'p2', though p1_turn is "
        'True', ends=True),
    'player 1, always': Wrong(
        'get_current_player_name', lambda state: 'p1',
        "BrokenState.get_current_player_name returned 'p1', though p1_turn is "
        'False', ends=True),
    'nobody knows who has won': Wrong(
        'is_winner', return_nothing,
        'BrokenGame.is_winner returned None: it should return True or False',
        ends=True),
    'a large outcome': Wrong(
        'rough_outcome', lambda state: 7,
        'BrokenState.rough_outcome returned 7: it should return a number from '
        '-1 to 1'),
    'an outcome for the wrong player': Wrong(
        'rough_outcome', lambda state:
        0.0 if state.get_possible_moves() else 1.0,
        'BrokenState.rough_outcome returned 1.0: it should return -1, as the '
        'player to move has lost'),
    'an outcome that does not know the end': Wrong(
        'rough_outcome', lambda state:
        state.get_possible_moves() and RowState.rough_outcome(state) or 0.0,
        'BrokenState.rough_outcome returned 0.0: it should return -1, as the '
        'player to move has lost'),
    'an outcome that overlooks a win': Wrong(
        'rough_outcome', lambda state: min(0.5, RowState.rough_outcome(state)),
        'BrokenState.rough_outcome returned 0.5: it should return 1, as some '
        'move wins at once'),
    'an outcome that overlooks a loss': Wrong(
        'rough_outcome', lambda state: RowState.rough_outcome(state)
        * (len(state.get_possible_moves()) != 2),
        'it should return -1, as every move lets the other player win at once'),
    'an outcome that is too sure': Wrong(
        'rough_outcome', lambda state: RowState.rough_outcome(state)
        if len(state.get_possible_moves()) < 3 else 1.0, 'BrokenState.'
        'rough_outcome returned 1.0: it should return less than 1, as no move '
        'wins at once'),
    'an outcome that gives up': Wrong(
        'rough_outcome', lambda state: RowState.rough_outcome(state)
        if len(state.get_possible_moves()) < 3 else -1, 'BrokenState.'
        'rough_outcome returned -1: it should return more than -1, as not '
        'every move lets the other player win at once'),
    'an outcome that changes the state': Wrong(
        'rough_outcome', lose_a_stone,
        'BrokenState.rough_outcome changed its own state: stones was [',
        ends=True, by=estimating_strategy),
    'no outcome': Wrong(
        'rough_outcome', lambda state: None,
        'BrokenState.rough_outcome returned None: it should return a number '
        'from -1 to 1', ends=True, by=rough_outcome_strategy),
    'an outcome that is no number': Wrong(
        'rough_outcome', lambda state: float('nan'),
        'BrokenState.rough_outcome returned nan'),
    'an outcome that raises': Wrong(
        'rough_outcome', divide_by_zero, DIVIDED, f'{DIVIDED}', False),
    'no instructions': Wrong(
        'get_instructions', lambda game: None,
        'BrokenGame.get_instructions returned None: it should return text'),
    'an error in instructions': Wrong('get_instructions', divide_by_zero,
                                      DIVIDED),
    'an error at the end': Wrong('is_winner', divide_by_zero, DIVIDED,
                                 ends=True),
    'a method without its parameter': Wrong(
        'is_winner', lambda game: True,
        'BrokenGame.is_winner cannot be called as is_winner(player)',
        ends=True),
    'exit': Wrong('rough_outcome', quit_program, 'quit_program raised '
                  'SystemExit, at wrong_games.py, line'),
    # Hooks.
    'all is won': hook('known_score', lambda state: 1, '1: it should return '
                       '-1, as plain minimax finds, or None'),
    'a score that is text': hook(
        'known_score', lambda state: 'won', "'won': it should return a score "
        'from -1 to 1, or None', ends=True),
    'no candidates': hook(
        'candidate_moves', lambda state: [], '[]: it should return some of the '
        'possible moves, [1]')._replace(
            play='it should return some of the possible moves, ['),
    'the best move left out': hook(
        'candidate_moves', lambda state: state.get_possible_moves()[:1],
        '[1], which leaves out every best move: 2 wins'),
    'an impossible candidate': hook(
        'candidate_moves', lambda state: [4], '[4]: 4 is not a possible move',
        ends=True),
    'one key for all': hook(
        'search_key', lambda state: 'key',
        "'key' for two positions with different scores: 1 here, and -1 after "),
    'a key that is a list': hook(
        'search_key', lambda state: [state.left],
        '[1]: it should return what can be a key of a dict',
        )._replace(play='it should return what can be a key of a dict',
                   ends=True),
    'more matches to search': hook(
        'search_state', lambda state: MatchesState(state.p1_turn,
                                                   state.left + 1),
        'MatchesState(True, 2): it should return an equal position, but the '
        "list of moves is ['1', '2'] there, and ['1'] here",
        )._replace(play='it should return an equal position, but the list of '
                   "moves is ['1', '2', '3'] there, and ['1', '2'] here",
                   ends=True),
    'the other player to search': hook(
        'search_state', lambda state: MatchesState(not state.p1_turn,
                                                   state.left),
        'MatchesState(False, 1): it should return an equal position, but the '
        'player to move is p2 there, and p1 here',
        )._replace(play='it should return an equal position, but the player to '
                   'move is p1 there, and p2 here'),
    'nothing to search': hook(
        'search_state', lambda state: None,
        'None: it should return an equal position', ends=True),
    'a state to search that goes wrong': hook(
        'search_state', go_wrong_late,
        "MatchesState(True, 3): it should return an equal position, but the "
        "list of moves is ['1', '2'] there, and ['1', '2', '3'] here",
        )._replace(play="it should return an equal position, but the list of "
                   "moves is ['1', '2'] there, and ['1', '2', '3'] here"),
    # What adds to the picture.
    'marks that are text': Wrong(
        'get_player_marks', lambda state: 'XO',
        "BrokenState.get_player_marks returned 'XO': it should return a dict"),
    'marks of nobody': Wrong(
        'get_player_marks', lambda state: {'a': 'Player 1'},
        "BrokenState.get_player_marks returned {'a': 'Player 1'}: it should "
        "return a dict whose values are 'p1' and 'p2'"),
    'a standing that raises': Wrong('describe_standing', divide_by_zero,
                                    DIVIDED),
    'lines that are text': Wrong(
        'describe_lines', lambda state: 'no lines',
        "BrokenState.describe_lines returned 'no lines': it should return a "
        'list of sentences'),
    # Games that can come back to a position.
    'stones come back': Wrong(
        'make_move', refill, CYCLE + 'b, c: minimax never ends there, but ab '
        'may play it', CYCLE + 'a, b, c, a, b, c: minimax never ends there',
        True, plain_minimax_strategy),
    'a walk': Wrong(
        'walk', return_nothing, CYCLE + 'left, right: minimax never ends there',
        ends=True, by=plain_minimax_strategy, base=WalkGame),
    'a walk whose positions are numbered': Wrong(
        'walk', return_nothing, CYCLE + 'left, right: minimax never ends there',
        ends=True, by=recursive_minimax_strategy, base=CountingGame),
    'a walk, searched by our minimax': Wrong(
        'walk', return_nothing, CYCLE + 'left, right: minimax never ends there',
        ends=True, by=recursive_minimax_strategy, base=WalkGame),
    'a walk by programs that do not search': Wrong(
        'walk', return_nothing, CYCLE + 'left, right: minimax never ends there',
        by=stray_strategy, base=WalkGame),
    'a repr without the player': Wrong(
        '__repr__', lambda state: f'Matches({state.left})',
        'BrokenState.__repr__ returned Matches(1) for two positions that differ'
        ' in the player to move: here, and with size 1, player 1 starts, at '
        'the beginning', 'BrokenState.__repr__ returned Matches(', True,
        base=MatchesGame)._replace(ends=False),
    'passing': Wrong(
        'get_possible_moves', lambda state: state.left and [
            *MatchesState.get_possible_moves(state), 0] or [],
        CYCLE + '0, 0: minimax never ends there', ends=True,
        by=plain_minimax_strategy, base=MatchesGame)}


class WrongStrategy(NamedTuple):
    """What is said about a wrong strategy, which is named in all cases: the
    end of its game, unless that is None, in play and in series."""
    check: str
    play: Optional[str]
    series: str


CHANGES = 'changed the position: stones was ['
MOVED = 'put another position into current_state: p1_turn was '
LOST = 'changed the position: current_state is None now'
EXIT = 'raised SystemExit, at wrong_games.py'
DIVIDES = 'raised ZeroDivisionError: division by zero, at wrong_games.py, line'

WRONG_STRATEGIES: dict[Callable, WrongStrategy] = {
    taking_strategy: WrongStrategy(CHANGES, CHANGES, CHANGES),
    moving_strategy: WrongStrategy(
        MOVED, f'{MOVED}True and is False now, stones was [', MOVED),
    passing_strategy: WrongStrategy(*[
        'changed the position: p1_turn was True and is False now'] * 3),
    losing_strategy: WrongStrategy(LOST, LOST, LOST),
    deleting_strategy: WrongStrategy(LOST, LOST, LOST),
    silent_strategy: WrongStrategy(
        'silent_strategy returned None, which is not a possible move',
        'its strategy silent_strategy returned None, which is not a possible '
        'move', 'None'),
    dreaming_strategy: WrongStrategy(
        *["returned 'z', which is not a possible move"] * 2, "'z'"),
    guessing_strategy: WrongStrategy(
        'RowState.make_move raised ValueError: z is not there, at row_game.py, '
        'line', 'called by guessing_strategy (wrong_games.py, line',
        'ValueError: z is not there, at row_game.py, line'),
    dividing_strategy: WrongStrategy(DIVIDES, DIVIDES, DIVIDES[7:]),
    exiting_strategy: WrongStrategy(EXIT, EXIT, EXIT[7:]),
    strategy_without_game: WrongStrategy(*[
        'raised TypeError: strategy_without_game() takes 0 positional'] * 2,
        'TypeError: strategy_without_game() takes 0'),
    deaf_interactive_strategy: WrongStrategy('raised EOFError: ', None,
                                             'EOFError'),
    printing_strategy: WrongStrategy(PRINTED.format('Mine is'), None, ''),
    think_aloud: WrongStrategy(PRINTED.format('perhaps'), None, '')}


def look_at(check: Callable, subject: Any, *arguments: Any) -> list[str]:
    """Return the faults that a check finds in subject, in this process."""
    found: list[str] = []

    def take_note(kind: str, text: str) -> None:
        """Keep a fault."""
        assert kind in (BREACH, POSITION)
        if kind == BREACH:
            found.append(text)
    examiner = Examiner(take_note)
    examiner.run(check, examiner, subject, *arguments, [], 0)
    return found
