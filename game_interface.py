"""The text interface: it plugs games and strategies together and plays.

Run this file to play in a terminal: `python3 game_interface.py`. Anything you
leave out is asked for; `python3 game_interface.py --help` lists the options.
"""
from argparse import Namespace
from datetime import date
from typing import Any, Callable, Optional
import random
import sys
from game import Game
from interface.checks.program import run_checks
from interface.command_line import build_parser, check_options, check_size
from interface.endings import FINISHED, UNFINISHED, require_streams, \
    run_politely
from interface.game_setup import ask_for_game
from interface.saved.keeping import GameKeeper
from interface.moves import make_moves
from interface.questions import ask
from interface.referee import FoulError, Referee
from interface.saved.replay import load_game, step_through
from interface.saved.saved_games import SavedGame
from interface.series.program import run_series
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
    size: its size, None if it has none
    strategies: the strategy of each player, by the player's name
    moves: the moves made so far
    keeper: keeps a file up to date with the game, if there is one
    """
    game: Game
    size: Any
    strategies: dict[str, Strategy]
    moves: list
    keeper: Optional[GameKeeper]

    def __init__(self, game_class: Callable[..., Game], p1_strategy: Strategy,
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
            self.game, self.size = ask_for_game(game_class, p1_starts)
        else:
            self.game, self.size = game_class(p1_starts, size=size), size
        self.moves, self.keeper = [], None

    def play(self) -> bool:
        """Play the game and show it. Return whether it came to its end: it
        stops if somebody's code breaks a contract, which is told in a line.
        """
        try:
            with Referee(self.game, len(self.moves)) as referee:
                print(self.game.get_instructions())
                while not referee.is_over():
                    self.play_move(referee)
                print(f'\n{self.game.current_state}\n\n{self.outcome()}')
        except FoulError as foul:
            print(foul)
            return False
        return True

    def play_move(self, referee: Referee) -> None:
        """Have the player to move choose a move, and make it. Raise FoulError
        if somebody's code breaks a contract.
        """
        state = self.game.current_state
        name = state.get_current_player_name()
        moves = ', '.join(map(str, state.get_possible_moves()))
        print(f'\n{state}\n\n{make_player_title(name)} is to move. '
              f'Possible moves: {moves}')
        strategy = self.strategies[name]
        tell = print if strategy is interactive_strategy else None
        move = referee.choose(strategy, tell=tell)
        print(f'{make_player_title(name)} chooses {move}.')
        referee.make_move(move)
        self.moves.append(move)
        if self.keeper:
            self.keeper.update(self.moves)

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
        check_options(options)
        if options.check:
            return run_checks(playable_games, usable_strategies, options)
        if options.games is not None:
            return run_series(playable_games, {
                key: strategy for key, strategy in usable_strategies.items()
                if strategy is not interactive_strategy}, options)
        if options.replay is not None:
            step_through(*load_game(options.replay, playable_games), input,
                         usable_strategies)
            return FINISHED
        interface = load(options) if options.load else set_up(options)
    except ValueError as error:
        parser.error(str(error))
    try:
        return FINISHED if interface.play() else UNFINISHED
    except (EOFError, KeyboardInterrupt):
        if interface.keeper:
            interface.keeper.say_how_to_go_on()
        raise


def set_up(options: Namespace) -> GameInterface:
    """Return the interface to a new game. Ask for all that options do not say.

    Raise ValueError if the game cannot have the size or the moves that options
    say, or cannot be saved.
    """
    key = options.game or ask('Which game?', make_titles(playable_games))
    game_class = playable_games[key]
    check_size(game_class, options.size)
    keys = ask_for_strategies([options.p1, options.p2])
    starts = None if options.first is None else options.first == '1'
    interface = GameInterface(game_class, usable_strategies[keys[0]],
                              usable_strategies[keys[1]], starts, options.size)
    first_player = interface.game.current_state.get_current_player_name()
    interface.moves = make_moves(interface.game, options.moves)
    if options.save is not None:
        saved = SavedGame(key, first_player == 'p1', interface.size, *keys,
                          options.seed, date.today())
        interface.keeper = GameKeeper(options.save, saved, interface.game,
                                      interface.moves)
    return interface


def load(options: Namespace) -> GameInterface:
    """Return the interface to the saved game that options name. Raise
    ValueError if it cannot be loaded, or saved.
    """
    saved, played = load_game(options.load, playable_games)
    keys = ask_for_strategies([
        given or (usual if usual in usable_strategies else None)
        for given, usual in ((options.p1, saved.p1), (options.p2, saved.p2))])

    def take_loaded(_p1_starts: bool) -> Game:
        """Return the game that was loaded."""
        return played.game
    interface = GameInterface(take_loaded, usable_strategies[keys[0]],
                              usable_strategies[keys[1]], saved.p1_starts)
    interface.moves = played.moves + make_moves(played.game, options.moves)
    if options.save is not None:
        saved = saved._replace(p1=keys[0], p2=keys[1])
        interface.keeper = GameKeeper(
            options.save, saved, played.game, interface.moves,
            overwrite=options.save == options.load)
    return interface


def ask_for_strategies(keys: list[Optional[str]]) -> list[str]:
    """Return the keys of both players' strategies. Ask for those not given."""
    return [keys[i] or ask(f'Which strategy for player {i + 1}?',
                           make_titles(usable_strategies)) for i in range(2)]


if __name__ == "__main__":
    sys.exit(main())
