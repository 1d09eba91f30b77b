"""The text interface: it plugs games and strategies together and plays.

Run this file to play in a terminal: `python3 game_interface.py`. Anything you
leave out is asked for; `python3 game_interface.py --help` lists the options.
"""
from datetime import date
from time import perf_counter
from typing import Any, Callable, Optional
import sys
from game import Game
from interface.analysis import Analyst
from interface.endings import run_politely
from interface.game_setup import ask_for_game, call_with_input, create_game
from interface.history import History
from interface.pacing import Pace
from interface.pictures import draw_turn
from interface.program import Program
from interface.prompt.commands import Commands, TurnChangedError
from interface.prompt.reader import MoveReader
from interface.prompt.session import Session
from interface.questions import ask
from interface.referee import FoulError, Referee
from interface.saved.saved_games import SavedGame
from interface.screen import choose_input, find_width, fit, \
    fit_paragraphs, is_terminal, tell
from interface.titles import find_key, make_player_title
from stonehenge import StonehengeGame
from strategy import interactive_strategy, iterative_minimax_strategy, \
    random_strategy, recursive_minimax_strategy, rough_outcome_strategy
from subtract_square_game import SubtractSquareGame

Strategy = Callable[..., Any]

playable_games = {'s': SubtractSquareGame,
                  'h': StonehengeGame}

usable_strategies = {'i': interactive_strategy,
                     'r': random_strategy,
                     'ro': rough_outcome_strategy,
                     'mr': recursive_minimax_strategy,
                     'mi': iterative_minimax_strategy}

# The folder engine adds a strategy, and finds what moves are worth. It builds
# on our strategy.py, so it needs that.
try:
    from engine.alpha_beta import alpha_beta_strategy
    from engine.hints import find_hint
    from engine.reviews import find_turning_point, review_moves
    from engine.values import find_all_values, find_values
    usable_strategies['ab'] = alpha_beta_strategy
    ANALYST = Analyst(find_values, find_all_values, find_hint,
                      find_turning_point, review_moves)
except ImportError as missing:
    if missing.name not in ('engine', 'engine.alpha_beta', 'strategy'):
        raise
    ANALYST = None


class GameInterface:
    """A game between two strategies, shown as text.

    === Attributes ===
    session: the game in progress
    strategies: the strategy of each player, by the player's name
    reader: reads what players type: moves and commands
    pace: how fast a game between two programs is shown
    colour: whether pictures are in colour
    """
    session: Session
    strategies: dict[str, Strategy]
    reader: MoveReader
    pace: Pace
    colour: bool

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
            game, size = ask_for_game(game_class, p1_starts)
        else:
            game = create_game(game_class, p1_starts, size)
        record = SavedGame(find_key(game_class, playable_games) or '',
                           p1_starts, size,
                           find_key(p1_strategy, usable_strategies),
                           find_key(p2_strategy, usable_strategies),
                           date=date.today())
        people = [name for name, strategy in self.strategies.items()
                  if strategy is interactive_strategy]
        self.session = Session(playable_games, record, History(game), people)
        self.reader = MoveReader(Commands(self.session, self.draw, ANALYST))
        self.pace, self.colour = Pace(), False

    def draw(self, width: Optional[int]) -> str:
        """Return the current position in lines of this width, if that is not
        None: its picture, who is to move, and the possible moves.
        """
        more = ' (type `moves`)' if self.session.people else ''
        return draw_turn(self.session.history, self.colour, width, more)

    def play(self) -> bool:
        """Play the game and show it. Return whether it came to its end: it
        stops if somebody's code breaks a contract, which is told in a line.
        """
        width = find_width(sys.stdout)
        try:
            with Referee(self.session.history.game) as referee:
                rules = self.session.history.game.get_instructions()
                print(fit_paragraphs(str(rules), width))
                while not referee.is_over():
                    print(f'\n{self.draw(width)}')
                    self.play_turn(referee)
                print(f'\n{self.draw(width)}\n\n{self.outcome()}')
        except FoulError as foul:
            tell(fit(str(foul), find_width()))
            return False
        return True

    def play_turn(self, referee: Referee) -> None:
        """Let the player to move choose a move, and make it, under the eyes of
        referee: FoulError is raised if somebody's code breaks a contract. A
        player may also go to another position, or to another game.
        """
        history = self.session.history
        name = history.game.current_state.get_current_player_name()
        strategy, is_typed = self.strategies[name], name in self.session.people
        if not self.session.people:
            self.pace.pause()
        started = perf_counter()
        try:
            move = referee.choose(strategy, self.reader.choose, tell) \
                if is_typed else referee.choose(strategy)
            time = f' ({perf_counter() - started:.2f} s)' \
                if self.is_watched() else ''
            print(f'{make_player_title(name)} chooses {move}{time}.')
            referee.make_move(move)
            self.session.add(move, history.game.current_state)
        except TurnChangedError:
            history = self.session.history
            referee.game, referee.moves_made = history.game, history.place

    def is_watched(self) -> bool:
        """Return whether this is a game of two programs that somebody watches.
        """
        return not self.session.people \
            and (self.pace.is_slow() or is_terminal(sys.stdout))

    def outcome(self) -> str:
        """Return in words how the game, which is over, has ended."""
        for name in self.strategies:
            if self.session.history.game.is_winner(name):
                return f'{make_player_title(name)} is the winner!'
        return "It's a tie!"


def main(arguments: Optional[list[str]] = None) -> int:
    """Play a game as arguments (None: those of the command line) and the
    player's answers say. Return the exit status of the program: 0 if the game
    was played to its end. See interface/endings.py for the others.
    """
    program = Program(playable_games, usable_strategies, GameInterface,
                      interactive_strategy, ANALYST)
    return call_with_input(choose_input(),
                           lambda: run_politely(program.run, arguments))


if __name__ == "__main__":
    sys.exit(main())
