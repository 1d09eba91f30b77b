"""The same game with one thing broken, in many ways."""
from time import sleep
from typing import Any, Callable, Optional
from game import Game
from tests.support.foreign_games import LastMoveGame
from tests.support.row_game import LETTERS, RowGame, RowState


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


def break_game(name: str, code: Callable) -> type[Game]:
    """Return RowGame with code in place of the method called name, which is
    one of the game or of its states."""
    if name in {**vars(LastMoveGame), **vars(RowGame)}:
        return type('BrokenGame', (RowGame,), {name: code})
    state_class = type('BrokenState', (RowState,), {name: code})
    return type('BrokenGame', (RowGame,), {'state_class': state_class})


def fail_with(error: BaseException) -> Callable:
    """Return code that raises error when a game is set up."""
    def __init__(game: Any, p1_starts: bool, size: int = 1) -> None:
        """Fail."""
        raise error
    return __init__


# For each fault: the method that has it, what it is, what --check says of it,
# and what is said of it while playing, if it shows.
Fault = tuple[str, Callable, str, Optional[str]]
DIVIDED = 'divide_by_zero raised ZeroDivisionError: division by zero, at ' \
          'broken_games.py, line'
CHANGED = "BrokenState.make_move changed its own state: stones was ['a'"

FAULTS: dict[str, Fault] = {
    'moves in a tuple': (
        'get_possible_moves', lambda state: ('a', 'b', 'c'),
        *["BrokenState.get_possible_moves returned ('a', 'b', 'c'): it "
          'should return a list'] * 2),
    'no moves, not over': (
        'is_over', lambda game, state: False,
        *['BrokenGame is not over, but there are no moves: RowState.'
          'get_possible_moves returned [], and BrokenGame.is_over False'] * 2),
    'is_over goes to another position': (
        'is_over', go_and_tell, 'BrokenGame.is_over changed the state: p1_turn '
        'was True and is False now', None),
    'moves, though over': (
        'is_over', lambda game, state: len(state.get_possible_moves()) < 2,
        *["BrokenGame is over, but RowState.get_possible_moves returned ['"]
        * 2),
    'a move that is there twice': (
        'get_possible_moves', lambda state:
        RowState.get_possible_moves(state) + ['a'] * ('a' in state.stones),
        "BrokenState.get_possible_moves returned ['a', 'a']: 'a' is listed "
        'twice', None),
    'player 1 starts, always': (
        '__init__', ignore_starter, 'BrokenGame(p1_starts=False) begins with '
        'a position whose p1_turn is True', None),
    'make_move keeps the player': (
        'make_move', keep_turn, "BrokenState.make_move('a') returned a "
        'position in which p1 is to move again', None),
    'make_move prints': (
        'make_move', chat, "printed 'Now': only a strategy that asks", None),
    'is_over says yes': (
        'is_over', lambda game, state: 'no' if state.get_possible_moves()
        else 'yes',
        *["BrokenGame.is_over returned 'no': it should return True or "
          'False'] * 2),
    'is_over says yes at the end': (
        'is_over', lambda game, state: 'yes' if not state.get_possible_moves()
        else False,
        *["BrokenGame.is_over returned 'yes': it should return True or "
          'False'] * 2),
    'is_over of another state': (
        'is_over', lambda game, state:
        not game.current_state.get_possible_moves(),
        'BrokenGame.is_over answered about current_state', None),
    'make_move changes its state': ('make_move', change_itself, CHANGED,
                                    CHANGED),
    'make_move changes its state late': (
        'make_move', change_itself_late,
        *['BrokenState.make_move changed its own state'] * 2),
    'make_move returns nothing': (
        'make_move', lambda state, move: None,
        "BrokenState.make_move('a') returned None: it should return a new "
        'position',
        "') returned None: it should return a new position"),
    'make_move returns itself': (
        'make_move', lambda state, move: state,
        "BrokenState.make_move('a') returned RowState(",
        "['a', 'b', 'c', 'd']): it should return a new position"),
    'make_move raises': ('make_move', divide_by_zero, DIVIDED, DIVIDED),
    'get_possible_moves changes its state': (
        'get_possible_moves', pop_moves,
        'BrokenState.get_possible_moves changed its own state',
        "BrokenState.get_possible_moves returned ['a', 'b', 'c'] and then, in "
        "the same position, ['a', 'b']"),
    'one repr for different positions': (
        '__repr__', lambda state: f'Row({len(state.get_possible_moves())})',
        'BrokenState.__repr__ returned Row(', None),
    'one repr for both players': (
        '__repr__', lambda state: f'Row({state.stones})',
        'for two positions that differ in the player to move: here, and with '
        'size ', None),
    'another repr each time': (
        '__repr__', lambda state: f'Row({id(state)})',
        'after the same moves: equal positions should '
        'have the same repr', None),
    'a picture that is no text': (
        '__str__', lambda state: print(state.stones),
        *['BrokenState.__str__ returned None: it should return text'] * 2),
    'is_valid_move takes all': (
        'is_valid_move', lambda state, move: True,
        "BrokenState.is_valid_move('') returned True: it should return "
        "False, as get_possible_moves returned ['a", None),
    'is_valid_move takes none': (
        'is_valid_move', lambda state, move: False,
        "BrokenState.is_valid_move('a') returned False: it should return True",
        'returned False, but it is one of the possible moves'),
    'is_valid_move raises': (
        'is_valid_move', divide_by_zero,
        "BrokenState.is_valid_move('a') raised ZeroDivisionError",
        'raised ZeroDivisionError: division by zero, at broken_games.py'),
    'str_to_move raises': (
        'str_to_move', lambda game, text: LETTERS[LETTERS.index(text)],
        "BrokenGame.str_to_move(' ') raised ValueError: substring not "
        'found, at broken_games.py, line', None),
    'str_to_move takes only text of its own': (
        'str_to_move', lambda game, text: text.upper(),
        "BrokenGame.str_to_move('a') returned 'A': it should return 'a'", None),
    'two winners': (
        'is_winner', lambda game, player: game.is_over(game.current_state),
        *['BrokenGame.is_winner returned True for both players'] * 2),
    'the wrong winner': (
        'is_winner', lambda game, player: game.is_over(game.current_state)
        and game.current_state.get_current_player_name() == player,
        'it should return 1, as the player to move has won, according to '
        'BrokenGame.is_winner: one of the two is wrong', None),
    'no winner, ever': (
        'is_winner', lambda game, player: False,
        'BrokenGame.is_winner returned False for both players at the end of '
        'all 24 games: nobody ever wins', None),
    'a winner too early': (
        'is_winner', lambda game, player:
        game.current_state.get_current_player_name() != player,
        'BrokenGame.is_winner returned True, but the game is not over', None),
    'a winner without a bool': (
        'is_winner', lambda game, player: 0,
        *['BrokenGame.is_winner returned 0: it should return True or False']
        * 2),
    'a player with another name': (
        'get_current_player_name', lambda state: 'Player 1',
        *["BrokenState.get_current_player_name returned 'Player 1': it "
          "should return 'p1' or 'p2'"] * 2),
    'the wrong player': (
        'get_current_player_name', lambda state: 'p2',
        "BrokenState.get_current_player_name returned 'p2', though p1_turn is "
        'True', None),
    'a large outcome': (
        'rough_outcome', lambda state: 7,
        'BrokenState.rough_outcome returned 7: it should return a number from '
        '-1 to 1', None),
    'an outcome for the wrong player': (
        'rough_outcome', lambda state:
        0.0 if state.get_possible_moves() else 1.0,
        'BrokenState.rough_outcome returned 1.0: it should return -1, as the '
        'player to move has lost', None),
    'no outcome': (
        'rough_outcome', lambda state: None,
        'BrokenState.rough_outcome returned None', None),
    'an outcome that is no number': (
        'rough_outcome', lambda state: float('nan'),
        'BrokenState.rough_outcome returned nan', None),
    'no instructions': (
        'get_instructions', lambda game: None,
        'BrokenGame.get_instructions returned None: it should return text',
        None),
    'an error in instructions': ('get_instructions', divide_by_zero, DIVIDED,
                                 DIVIDED),
    'an error at the end': ('is_winner', divide_by_zero, DIVIDED, DIVIDED),
    'a method without its parameter': (
        'is_winner', lambda game: True,
        *['BrokenGame.is_winner cannot be called as is_winner(player)'] * 2),
    'exit': (
        'rough_outcome', quit_program, 'quit_program raised SystemExit, at '
        'broken_games.py, line', None)}
