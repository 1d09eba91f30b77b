"""The text interface: it plugs games and strategies together and plays.

Run this file to play in a terminal: `python3 game_interface.py`. It asks which
game, who plays, who starts and how large the game is, and plays. How a turn
goes is GameInterface.play.

If the folder interface/ is present, its program takes over, with options
(`--help`), commands, colours and saved games. Its games are a subclass of
GameInterface, and play by the same loop. If engine/ is present, too, there is
one more strategy, 'ab', and hints on what moves are worth.
"""

import sys

# Marking may import this file on Python 3.10. All programs need a newer one.
if sys.version_info < (3, 10):
    sys.exit(
        'Python 3.11 or later is needed; this is Python '
        f'{sys.version_info[0]}.{sys.version_info[1]}.'
    )

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Callable, Optional
from game import Game
import strategy as strategies
from stonehenge import StonehengeGame
from subtract_square_game import SubtractSquareGame

Strategy = Callable[..., Any]  # Takes a game, and returns a move.

# How the players are addressed, by their names.
TITLES = {'p1': 'Player 1', 'p2': 'Player 2'}

playable_games: dict[str, Callable[..., Game]] = {
    's': SubtractSquareGame,
    'h': StonehengeGame,
}

# Functions of strategy.py. Those that are not written yet are not offered.
STRATEGY_NAMES: dict[str, str] = {
    'i': 'interactive_strategy',
    'r': 'random_strategy',
    'ro': 'rough_outcome_strategy',
    'mr': 'recursive_minimax_strategy',
    'mi': 'iterative_minimax_strategy',
}

usable_strategies: dict[str, Strategy] = {
    key: getattr(strategies, name)
    for key, name in STRATEGY_NAMES.items()
    if hasattr(strategies, name)
}


class GameInterface:
    """A game between two strategies, shown as text.

    A subclass may do any of the steps of `play` in another way.

    === Attributes ===
    game: the game that is played
    players: the strategy of each player, by the player's name: 'p1', 'p2'
    """

    game: Game
    players: dict[str, Strategy]

    def __init__(
        self,
        game_class: Callable[..., Game],
        p1_strategy: Strategy,
        p2_strategy: Strategy,
        p1_starts: Optional[bool] = None,
        size: Any = None,
    ) -> None:
        """Initialize a new game of game_class between the two strategies.

        Ask whether player 1 starts if p1_starts is None, and let the game ask
        for its size if that is None. Raise ValueError if the game cannot have
        that size.
        """
        if p1_starts is None:
            answer = ask('Does player 1 start?', {'y': 'yes', 'n': 'no'})
            p1_starts = answer == 'y'
        if size is None:
            self.game = game_class(p1_starts)  # It asks for its size.
        else:
            self.game = game_class(p1_starts, size=size)
        self.players = {'p1': p1_strategy, 'p2': p2_strategy}

    def play(self) -> None:
        """Play the game from here to its end."""
        self.show_rules()
        while not self.is_over():
            self.show_position()
            self.make_move(self.choose_move())
        self.show_result()

    def show_rules(self) -> None:
        """Show how the game is played."""
        print(self.game.get_instructions())

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.game.is_over(self.game.current_state)

    def show_position(self) -> None:
        """Show the position, who is to move, and the possible moves."""
        state = self.game.current_state
        moves = ', '.join(map(str, state.get_possible_moves()))
        title = TITLES[state.get_current_player_name()]
        print(f'\n{state}\n\n{title} is to move. Possible moves: {moves}')

    def choose_move(self) -> Any:
        """Return the move that the strategy of the player to move chooses."""
        name = self.game.current_state.get_current_player_name()
        return self.players[name](self.game)

    def make_move(self, move: Any) -> None:
        """Make move, which the player to move has chosen, and show it."""
        state = self.game.current_state  # The position before the move.
        self.game.current_state = state.make_move(move)
        self.show_move(state.get_current_player_name(), move)

    def show_move(self, name: str, move: Any) -> None:
        """Show which move the player called name has made."""
        print(f'{TITLES[name]} chooses {move}.')

    def show_result(self) -> None:
        """Show the last position, and who has won."""
        winners = [TITLES[name] for name in TITLES if self.game.is_winner(name)]
        if winners:
            result = f'{winners[0]} is the winner!'
        else:
            result = "It's a tie!"
        print(f'\n{self.game.current_state}\n\n{result}')


def ask(question: str, answers: dict[str, str]) -> str:
    """Return the key of the answer that the player chooses. answers has what
    each key means; either may be typed. Explain a wrong answer, and ask again.
    """
    choices = ', '.join(
        f'{key} = {meaning}' for key, meaning in answers.items()
    )
    typed = input(f'{question} ({choices}): ').strip()
    while typed not in answers and typed not in answers.values():
        print(f'{typed!r} is not one of the answers: {choices}')
        typed = input(f'{question} ({choices}): ').strip()
    keys = list(answers)
    meanings = list(answers.values())
    if typed in keys:
        return typed
    return keys[meanings.index(typed)]


def play_here() -> int:
    """Ask what to play, and play it. Return the exit status of the program."""
    games = {key: each.__name__ for key, each in playable_games.items()}
    names = {key: each.__name__ for key, each in usable_strategies.items()}
    try:
        game = ask('Which game?', games)
        p1 = ask('Which strategy for player 1?', names)
        p2 = ask('Which strategy for player 2?', names)
        GameInterface(
            playable_games[game], usable_strategies[p1], usable_strategies[p2]
        ).play()
        sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads on. Python flushes sys.stdout once more at its exit.
        sys.stdout = sys.stderr
        return 1
    except EOFError:
        print('\nThe input has ended. Goodbye!')
        return 1
    except KeyboardInterrupt:
        print('\nInterrupted. Goodbye!')
        return 130  # The usual status of a program ended by Ctrl-C.
    return 0


def add_engine() -> Any:
    """Add the strategy of the folder engine/ to the table. Return the module
    that finds what moves are worth, or None if there is no engine/, or if it
    needs functions that this strategy.py does not have.
    """
    if find_spec('engine') is None:
        return None
    try:
        engine = import_module('engine.analyst')
    except ImportError as missing:
        if missing.name != 'strategy':
            raise  # A mistake in engine/ is not hidden.
        return None  # strategy.py lacks a function.
    usable_strategies['ab'] = engine.alpha_beta_strategy
    return engine


ENGINE = add_engine()


def main(arguments: Optional[list[str]] = None) -> int:
    """Play a game, and ask for what arguments leave open; None stands for the
    arguments of the command line, which only interface/ reads. Return the exit
    status: 0 if the game was played to its end, 130 after Ctrl-C, and otherwise
    1, or 2 if the arguments are wrong.
    """
    missing = [
        name
        for name in STRATEGY_NAMES.values()
        if not hasattr(strategies, name)
    ]
    if missing:
        print(f'strategy.py lacks {", ".join(missing)}.', file=sys.stderr)
    if find_spec('interface') is None:
        return play_here()
    program = import_module('interface.program')
    return int(
        program.main(playable_games, usable_strategies, ENGINE, arguments)
    )


if __name__ == '__main__':
    sys.exit(main())
