"""The text interface: it plugs games and strategies together and plays.

Run this file to play in a terminal. What the options below do not say is
asked. `python3 game_interface.py --help` lists them.
"""
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from inspect import signature
from time import monotonic
from typing import Any, Callable, Optional, TextIO
import os
import random
import re
import sys
import strategy as strategies
from game import Game
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

# Other people's strategy.py may lack this one.
if hasattr(strategies, 'alpha_beta_strategy'):
    usable_strategies['ab'] = strategies.alpha_beta_strategy

# A search that takes longer than this many seconds is shown to be thinking.
LONG_THOUGHT = 1.0

INTERRUPTED = 130  # The exit status of programs that Ctrl-C ends.


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
                 size: Optional[int] = None) -> None:
        """Initialize a new game of game_class between the two strategies.

        Ask whether player 1 starts if p1_starts is None, and let the game ask
        for its size if that is None. Raise ValueError if the game cannot have
        that size.
        """
        self.strategies = {'p1': p1_strategy, 'p2': p2_strategy}
        if p1_starts is None:
            answers = {'y': 'yes', 'n': 'no, player 2 does'}
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
            print(f'\n{state}\n\n{player_title(name)} is to move. '
                  f'Possible moves: {moves}')
            strategy = self.strategies[name]
            move = chosen_move(strategy, self.game)
            while strategy is interactive_strategy \
                    and not state.is_valid_move(move):
                print(f'{str(move)!r} is not a possible move here.')
                move = strategy(self.game)
            if not state.is_valid_move(move):
                print(f'{player_title(name)} cannot go on: its strategy '
                      f'{getattr(strategy, "__name__", strategy)} returned '
                      f'{move!r}, which is not a possible move.')
                return False
            print(f'{player_title(name)} chooses {move}.')
            self.game.current_state = state.make_move(move)
        print(f'\n{self.game.current_state}\n\n{self.outcome()}')
        return True

    def outcome(self) -> str:
        """Return in words how the game, which is over, has ended."""
        for name in self.strategies:
            if self.game.is_winner(name):
                return f'{player_title(name)} is the winner!'
        return "It's a tie!"


class ThinkingDisplay:
    """Shows on standard error that a search takes its time, and how many
    positions it has scored so far. It is told so as the Watcher of the search.

    === Attributes ===
    scored: how many positions that is
    """
    scored: int
    _next_time: float
    _shown: str

    def __init__(self) -> None:
        """Initialize a display that shows nothing for LONG_THOUGHT seconds."""
        self.scored = 0
        self._next_time = monotonic() + LONG_THOUGHT
        self._shown = ''

    def comes_to(self, *_: Any) -> None:
        """Take notice of a state that is not scored yet."""
        self._update()

    def scores(self, *_: Any) -> None:
        """Count the state that has its score now."""
        self.scored += 1
        self._update()

    def _update(self) -> None:
        """Show the count, if it is time to."""
        if monotonic() > self._next_time:
            self._next_time = monotonic() + LONG_THOUGHT / 5
            self._show(f'Thinking: {self.scored:,} positions scored')

    def _show(self, text: str) -> None:
        """Show text instead of what is shown."""
        blanks = ' ' * len(self._shown)
        # First of all, as Ctrl-C may come while this is printed.
        self._shown = text
        print(f'\r{blanks}\r{text}', end='', file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Show nothing any more."""
        if self._shown:
            self._show('')


def chosen_move(strategy: Strategy, game: Game) -> Any:
    """Return the move that strategy chooses in game. If that takes long, show
    meanwhile that it is thinking: on a terminal only, and only for strategies
    that can be watched.
    """
    if not can_be_watched(strategy) or not on_terminal(sys.stderr):
        return strategy(game)
    display = ThinkingDisplay()
    try:
        return strategy(game, watcher=display)
    finally:
        display.clear()


def can_be_watched(strategy: Strategy) -> bool:
    """Return whether strategy takes a watcher, as our searches do."""
    try:
        # A function that wraps another does not take what the other takes.
        return 'watcher' in signature(strategy,
                                      follow_wrapped=False).parameters
    except (TypeError, ValueError):
        return False  # Python cannot tell of all functions what they take.


def on_terminal(stream: Any) -> bool:
    """Return whether stream, such as sys.stderr, is shown on a terminal."""
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False  # It is missing, closed, or something else.


def player_title(name: str) -> str:
    """Return how the player called name is addressed.

    >>> player_title('p1')
    'Player 1'
    """
    return name.replace('p', 'Player ')


def title(thing: Any) -> str:
    """Return in words what the class of a game, or a strategy, is called.

    >>> title(SubtractSquareGame), title(rough_outcome_strategy)
    ('Subtract Square', 'rough outcome')
    """
    if isinstance(thing, type):
        name = thing.__name__.removesuffix('Game')
        return re.sub(r'(?<=[a-z])(?=[A-Z])', ' ', name)
    name = getattr(thing, '__name__', str(thing))
    return name.removesuffix('_strategy').replace('_', ' ')


def titles(things: dict[str, Any]) -> dict[str, str]:
    """Return the keys of things with what they stand for in words."""
    return {key: title(thing) for key, thing in things.items()}


def in_words(meanings: dict[str, str]) -> str:
    """Return all keys with their meanings as a line of text.

    >>> in_words({'y': 'yes', 'n': 'no'})
    'y = yes, n = no'
    """
    return ', '.join(f'{key} = {text}' for key, text in meanings.items())


def ask(question: str, meanings: dict[str, str]) -> str:
    """Return the key among meanings that the player answers to question with.

    Explain any other answer, and ask again.
    """
    prompt = f'{question} ({in_words(meanings)}): '
    text = input(prompt)
    while text.strip().lower() not in meanings:
        print(f'{text!r} is not an answer here. Answers: {in_words(meanings)}')
        text = input(prompt)
    return text.strip().lower()


class OneLineParser(ArgumentParser):
    """A parser that says what is wrong with the command line in one line."""

    def print_help(self, file: Optional[TextIO] = None) -> None:
        """Print the help. ArgumentParser would not tell if that fails."""
        print(self.format_help(), end='', file=file)

    def error(self, message: str) -> None:
        """End the program with message and exit status 2."""
        self.exit(2, f'{self.prog}: {message.rstrip(".")}. See --help.\n')


def integer(text: str) -> int:
    """Return the whole number that text means, in plain digits. Raise
    ArgumentTypeError if it means none.

    >>> integer('-16')
    -16
    """
    # int alone takes '1_6' for 16, and knows the digits of all alphabets.
    plain = re.fullmatch('[+-]?[0-9]{1,99}', text.strip())
    if not plain:
        raise ArgumentTypeError(f'{text!r} is not a possible whole number')
    return int(plain[0])


def parsed(arguments: Optional[list[str]]) -> Namespace:
    """Return the options that arguments give (None: those of the command
    line), with None for each that is to be asked for.
    """
    parser = OneLineParser(
        description='Play a game in the terminal. What no option says is '
                    'asked for, in the order of these options.')
    parser.add_argument('--game', choices=playable_games,
                        help=in_words(titles(playable_games)))
    for player in '12':
        parser.add_argument(f'--p{player}', choices=usable_strategies,
                            help=f"player {player}'s strategy: "
                                 + in_words(titles(usable_strategies)))
    parser.add_argument('--first', choices=['1', '2'],
                        help='the player who starts')
    parser.add_argument('--size', type=integer,
                        help="the game's size: a side length, or the number "
                             "to subtract from")
    parser.add_argument('--seed', type=integer,
                        help='a whole number: the random strategy plays the '
                             'same game each time it is given')
    return parser.parse_args(arguments)


def main(arguments: Optional[list[str]] = None) -> int:
    """Play a game as arguments (None: those of the command line) and the
    player's answers say. Return the exit status of the program: 0 if the game
    was played to its end.
    """
    try:
        try:
            return play_politely(arguments)
        finally:
            # Not left to Python's exit: nothing can be caught there.
            print(end='', flush=True)
    except OSError as error:
        if error.errno is None or error.filename is not None:
            raise  # It is not about the output: a strategy reads a file, say.
        # Python is not to complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        # If nobody reads on, leave quietly.
        if not isinstance(error, BrokenPipeError):
            print(f'{OneLineParser().prog}: standard output: '
                  f'{error.strerror}', file=sys.stderr)
        return 1


def play_politely(arguments: Optional[list[str]]) -> int:
    """Play a game as arguments say. Return the exit status of the program,
    also if the player leaves early.
    """
    options = parsed(arguments)
    random.seed(options.seed)
    for stream in sys.stdin, sys.stdout:
        if hasattr(stream, 'reconfigure'):
            stream.reconfigure(errors='replace')
    try:
        if sys.stdin is None or sys.stdout is None:
            raise EOFError
        return 0 if set_up(options).play() else 1
    except EOFError:
        print('\nThe input has ended, and so does the game. Goodbye!')
        return 1
    except KeyboardInterrupt:
        print('\nThe game is interrupted. Goodbye!')
        return INTERRUPTED


def set_up(options: Namespace) -> GameInterface:
    """Return the interface to a new game. Ask for all that options do not say.
    """
    key = options.game or ask('Which game?', titles(playable_games))
    game_class = playable_games[key]
    try:
        check_size(game_class, options.size)
    except ValueError as error:
        OneLineParser().error(str(error))
    keys = [options.p1, options.p2]
    for i in range(2):
        keys[i] = keys[i] or ask(f'Which strategy for player {i + 1}?',
                                 titles(usable_strategies))
    starts = None if options.first is None else options.first == '1'
    return GameInterface(game_class, usable_strategies[keys[0]],
                         usable_strategies[keys[1]], starts, options.size)


def check_size(game_class: type[Game], size: Optional[int]) -> None:
    """Raise ValueError, saying why, if a game of game_class cannot be given
    this size. None is fine: the game asks for its size.
    """
    if size is not None:
        if 'size' not in signature(game_class).parameters:
            raise ValueError(f'{title(game_class)} takes no size from the '
                             f'command line: it asks for it.')
        game_class(True, size=size)


if __name__ == "__main__":
    sys.exit(main())
