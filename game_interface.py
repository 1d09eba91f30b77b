"""The text interface: it plugs games and strategies together and plays.

Run this file to play in a terminal: `python3 game_interface.py`. Anything you
leave out is asked for; `python3 game_interface.py --help` lists the options.
"""
from argparse import Namespace
from typing import Any, Callable, Optional
import random
import sys
from game import Game
from interface.command_line import build_parser, check_size
from interface.endings import FINISHED, UNFINISHED, require_streams, \
    run_politely
from interface.questions import ask
from interface.thinking import choose_move
from interface.titles import make_player_title, make_titles
from stonehenge import StonehengeGame
from strategy import interactive_strategy, iterative_minimax_strategy, \
    random_strategy, recursive_minimax_strategy, rough_outcome_strategy
from subtract_square_game import SubtractSquareGame

Strategy = Callable[[Game], Any]

playable_games = {'s': SubtractSquareGame,
                  'h': StonehengeGame}

usable_strategies = {'i': interactive_strategy,
                     'r': random_strategy,
                     'ro': rough_outcome_strategy,
                     'mr': recursive_minimax_strategy,
                     'mi': iterative_minimax_strategy}

# The folder engine adds one. It builds on our strategy.py, so it needs that.
try:
    from engine.alpha_beta import alpha_beta_strategy
    usable_strategies['ab'] = alpha_beta_strategy
except ImportError as missing:
    if missing.name not in ('engine', 'engine.alpha_beta', 'strategy'):
        raise


class GameInterface:
    """A game between two strategies, shown as text.

    === Attributes ===
    game: the game that is played
    strategies: the strategy of each player, by the player's name
    """
    game: Game
    strategies: dict[str, Strategy]

    def __init__(self, game_class: type[Game], p1_strategy: Strategy,
                 p2_strategy: Strategy, p1_starts: Optional[bool] = None,
                 size: Any = None) -> None:
        """Initialize a new game of game_class between the two strategies.

        Ask whether player 1 starts if p1_starts is None, and let the game ask
        for its size if that is None. Raise ValueError if the game cannot have
        that size.
        """
        self.strategies = {'p1': p1_strategy, 'p2': p2_strategy}
        if p1_starts is None:
            answers = {'y': 'yes', 'n': 'no'}
            p1_starts = ask('Does player 1 start?', answers) == 'y'
        if size is None:
            self.game = game_class(p1_starts)
        else:
            self.game = game_class(p1_starts, size=size)

    def play(self) -> bool:
        """Play the game and show it. Return whether it came to its end: it
        stops if a strategy that is not interactive returns an illegal move.
        """
        print(self.game.get_instructions())
        while not self.game.is_over(self.game.current_state):
            state = self.game.current_state
            name = state.get_current_player_name()
            moves = ', '.join(map(str, state.get_possible_moves()))
            print(f'\n{state}\n\n{make_player_title(name)} is to move. '
                  f'Possible moves: {moves}')
            strategy = self.strategies[name]
            move = choose_move(strategy, self.game)
            while strategy is interactive_strategy \
                    and not state.is_valid_move(move):
                print(f'{str(move)!r} is not a possible move here.')
                move = strategy(self.game)
            if not state.is_valid_move(move):
                print(f'{make_player_title(name)} cannot go on: its strategy '
                      f'{getattr(strategy, "__name__", strategy)} returned '
                      f'{move!r}, which is not a possible move.')
                return False
            print(f'{make_player_title(name)} chooses {move}.')
            self.game.current_state = state.make_move(move)
        print(f'\n{self.game.current_state}\n\n{self.outcome()}')
        return True

    def outcome(self) -> str:
        """Return in words how the game, which is over, has ended."""
        for name in self.strategies:
            if self.game.is_winner(name):
                return f'{make_player_title(name)} is the winner!'
        return "It's a tie!"


def main(arguments: Optional[list[str]] = None) -> int:
    """Play a game as arguments (None: those of the command line) and the
    player's answers say. Return the exit status of the program: 0 if the game
    was played to its end. See interface/endings.py for the others.
    """
    return run_politely(play_game, arguments)


def play_game(arguments: Optional[list[str]]) -> int:
    """Play a game as arguments and the player's answers say. Return the exit
    status of the program.
    """
    parser = build_parser(playable_games, usable_strategies)
    options = parser.parse_args(arguments)
    random.seed(options.seed)
    require_streams()
    try:
        interface = set_up(options)
    except ValueError as error:
        parser.error(str(error))
    return FINISHED if interface.play() else UNFINISHED


def set_up(options: Namespace) -> GameInterface:
    """Return the interface to a new game. Ask for all that options do not say.

    Raise ValueError if the game cannot have the size that options say.
    """
    key = options.game or ask('Which game?', make_titles(playable_games))
    game_class = playable_games[key]
    check_size(game_class, options.size)
    keys = [options.p1, options.p2]
    for i in range(2):
        keys[i] = keys[i] or ask(f'Which strategy for player {i + 1}?',
                                 make_titles(usable_strategies))
    starts = None if options.first is None else options.first == '1'
    return GameInterface(game_class, usable_strategies[keys[0]],
                         usable_strategies[keys[1]], starts, options.size)


if __name__ == "__main__":
    sys.exit(main())
