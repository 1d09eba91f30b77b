"""Strategies with a fault, and a sound one."""
from time import sleep
from typing import Any, Callable, Optional
import random


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


# For each strategy with a fault: what --check says of it, and what is said of
# it while playing, if it shows. Both name it, too.
FAULTS: dict[Callable, tuple[str, Optional[str]]] = {
    taking_strategy: ('changed the position: stones was [',) * 2,
    moving_strategy: ('put another position into current_state: p1_turn was ',
                      'put another position into current_state: p1_turn was '
                      'True and is False now, stones was ['),
    losing_strategy: ('changed the position: current_state is None now',) * 2,
    deleting_strategy: ('changed the position: current_state is None now',) * 2,
    silent_strategy: (
        'returned None: it should return one of the possible moves, [',
        'its strategy silent_strategy returned None, which is not a possible '
        'move'),
    dreaming_strategy: ("returned 'z': it should return one of",
                        "returned 'z', which is not"),
    guessing_strategy: (
        'RowState.make_move raised ValueError: z is not there, at row_game.py, '
        'line',
        'called by guessing_strategy (broken_strategies.py, line'),
    dividing_strategy: ('raised ZeroDivisionError: division by zero, at '
                        'broken_strategies.py, line',) * 2,
    printing_strategy: (") printed 'Mine is': only a strategy that asks a "
                        'player should print', None),
    exiting_strategy: ('raised SystemExit, at broken_strategies.py',) * 2,
    strategy_without_game: ('raised TypeError: strategy_without_game() takes 0 '
                            'positional',) * 2,
    deaf_interactive_strategy: ('raised EOFError: ', None)}
