"""The program that plays games in a terminal.

Its games are GameInterface, with these steps of `play` replaced:

    show_rules      fitted to the terminal, once
    show_position   with its picture in colour, what it means, and fewer moves
    choose_move     by a player at the prompt, who may type commands, or by a
                    program that shows that it is thinking, and can be stopped
    make_move       kept in the history, and in the game's file
    show_result     with what decided the game; then the player may want more

The guard looks at each step. It names whoever breaks a contract.
"""
from argparse import Namespace
from datetime import date
from time import perf_counter, sleep
from typing import Any, Callable, Optional
import sys
from game import Game
from game_interface import GameInterface
from interface.check import run_checks
from interface.command_line import FINISHED, UNFINISHED, build_parser, \
    check_options, run_politely
from interface.display import choose_colour, choose_move, draw_position
from interface.contracts import BreachError
from interface.errors import TurnChangedError
from interface.guard import FEW_NEXT, MOST_NEXT, Guard
from interface.history import History, load_game
from interface.prompt import EndPrompt, PlayPrompt, ReplayPrompt
from interface.review import print_result, print_review
from interface.saved_games import SavedGame, find_result
from interface.screen import ask, choose_input, cut_items, find_width, fit, \
    fit_paragraphs, is_terminal, print_fitting, print_for_player
from interface.series import run_series
from interface.setup import Catalog, answering, ask_for_game, create_game, \
    is_random, seed_random
from interface.worker import cut_output
from interface.words import describe_result, make_player_title


class TerminalGame(GameInterface):
    """A game in the terminal.

    === Attributes ===
    history: the game so far
    guard: looks for broken contracts
    prompt: reads what players type: moves and commands
    delay: how many seconds two programs wait before each move
    steps: whether they wait for Enter instead
    colour: whether pictures are in colour
    reviews: whether the game is reviewed at its end
    is_decided: whether the result has been shown
    has_ended: whether the player does not want to go back any more, either
    next_game: that other game, None if the player wants none
    """
    history: History
    guard: Guard
    prompt: PlayPrompt
    delay: float = 0.0
    steps: bool = False
    colour: bool = False
    reviews: bool = False
    is_decided: bool = False
    has_ended: bool = False
    next_game: Optional[SavedGame] = None
    _goes_on: bool = False
    _time: str = ''

    def __init__(self, history: History) -> None:
        """Initialize the interface to the game in history."""
        p1, p2 = history.players.values()
        super().__init__(lambda starts: history.game, p1, p2,
                         history.record.p1_starts)
        self.history = history
        self.guard = Guard(history, p1_starts=history.record.p1_starts)
        self.prompt = PlayPrompt(history, self.draw)

    def play(self) -> None:
        """Play the game to its end, and on from wherever commands lead."""
        while not self.has_ended:
            try:
                with self.guard:
                    super().play()
            except TurnChangedError:
                self.go_on()

    def go_on(self) -> None:
        """Go on from wherever a command has led."""
        self._goes_on, self.is_decided = True, False
        self.game, self.players = self.history.game, self.history.players
        self.guard.watch(self.history)

    def show_rules(self) -> None:
        """Show how the game is played, unless it goes on."""
        if not self._goes_on:
            rules = filter(None, [str(self.game.get_instructions()),
                                  *self.guard.lacking])
            print(fit_paragraphs('\n'.join(rules), find_width(sys.stdout)))

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.guard.is_over()

    def show_position(self) -> None:
        """Show the position, who is to move, and the possible moves."""
        self.guard.check_picture()
        print(f'\n{self.draw(find_width(sys.stdout))}')
        self.print_remarks()

    def print_remarks(self) -> None:
        """Say what the guard has noticed that does not end the game."""
        for remark in self.guard.take_remarks():
            print_fitting(remark)

    def draw(self, width: Optional[int]) -> str:
        """Return the position and its moves, or the result, in lines of this
        width, if any.
        """
        result = find_result(self.game)
        below = describe_result(result, '') if result \
            else self.list_moves(width)
        return f'{self.draw_picture(width)}\n\n{below}'

    def draw_picture(self, width: Optional[int]) -> str:
        """Return the picture of the current position."""
        return draw_position(self.game.current_state, self.history.before(),
                             self.colour, width)

    def list_moves(self, width: Optional[int]) -> str:
        """Return who is to move, and the possible moves, in lines like that."""
        state = self.game.current_state
        who = make_player_title(state.get_current_player_name())
        moves = cut_items(f'{who} is to move. Possible moves: ',
                          list(map(str, state.get_possible_moves())), width,
                          ' (type `moves`)' if self.history.people else '')
        return fit(moves, width)

    def choose_move(self) -> Any:
        """Return the move that the player to move chooses. Two programs can be
        watched as they play.
        """
        is_watched = not self.history.people \
            and bool(self.delay or self.steps or is_terminal(sys.stdout))
        if self.steps and is_watched:
            self.prompt.pause('Enter for the next move: ')
        elif is_watched:
            sleep(self.delay)
        started = perf_counter()
        move = self._ask_player()
        self._time = f' ({perf_counter() - started:.2f} s)' * is_watched
        return move

    def _ask_player(self) -> Any:
        """Return the move that the player to move chooses. If Ctrl-C stops a
        program, a player at the terminal can type commands; raise
        TurnChangedError after that.
        """
        name = self.game.current_state.get_current_player_name()
        strategy = self.players[name]
        if name in self.history.people:
            return self.guard.choose(strategy, self.prompt.choose,
                                     print_for_player)
        try:
            # A search calls the game's methods thousands of times.
            with cut_output():
                return self.guard.choose(strategy, choose_move)
        except KeyboardInterrupt as interrupt:
            if not self.history.people or not is_terminal(sys.stdin):
                raise
            self.history.go_to(self.history.place)
            notes = getattr(interrupt, '__notes__', [])
            print_for_player('\n'.join(['', *notes]))
        self.prompt.pause('A command, or Enter to let it think again: ')
        raise TurnChangedError

    def make_move(self, move: Any) -> None:
        """Show move, make it, and keep it."""
        state = self.game.current_state
        self.show_move(state.get_current_player_name(), f'{move}{self._time}')
        self.history.add(move, self.guard.make_move(move))
        self.print_remarks()

    def show_result(self) -> None:
        """Show the end, and what decided it. Ask whether to play again."""
        self.guard.check_picture()
        print(f'\n{self.draw_picture(find_width(sys.stdout))}')
        self.guard.check_result()
        print(f'\n{describe_result(find_result(self.game), "")}')
        self.is_decided = True
        # People read what decided the game, which relies on what it promises.
        self.history.doubt = self.guard.look_back(
            MOST_NEXT if self.history.people else FEW_NEXT)
        self.print_remarks()
        print_result(self.history)
        if self.reviews:
            print_review(self.history, self.history.place)
        if self.history.people and is_terminal(sys.stdin):
            self.next_game = EndPrompt(self.history, self.draw).ask_for_more()
        self.has_ended = True


def main(games: dict[str, Callable[..., Game]],
         strategies: dict[str, Callable[..., Any]], analyst: Any,
         arguments: Optional[list[str]]) -> int:
    """Play these games with these strategies, as arguments (None: those of the
    command line) and the player's answers say; analyst finds what moves are
    worth. End politely, and return the exit status.
    """
    catalog = Catalog(games, strategies, analyst)
    with answering(choose_input()):
        return run_politely(lambda given: run(catalog, given), arguments)


def run(catalog: Catalog, arguments: Optional[list[str]]) -> int:
    """Do what arguments and the player's answers say, as main does."""
    parser = build_parser(catalog.games, catalog.strategies,
                          catalog.analyst is not None)
    options = parser.parse_args(arguments)
    if sys.stdin is None or sys.stdout is None:
        raise EOFError  # The program was started without them.
    try:
        check_options(options)
    except ValueError as error:
        parser.error(str(error))
    try:
        if options.check:
            return run_checks(catalog.games, catalog.strategies, options)
        if options.replay is not None:
            return study(catalog, options)
        if not catalog.strategies:
            raise ValueError('There is no strategy to play with')
        if options.games is not None:
            return run_series(catalog, options)
        seed = seed_random(options.seed)
        history = load(catalog, options) if options.load is not None \
            else set_up(catalog, options, seed)
        history.add_typed(options.moves)
        if options.save is not None:
            history.save(options.save, overwrite=options.force
                         or options.save == options.load)
    except ValueError as error:
        # It is about a game, a strategy or a file: --help cannot help.
        told = str(error).rstrip('.')
        raise SystemExit(parser.exit(2, f'{parser.prog}: {told}.\n')
                         ) from error
    else:
        return play_all(catalog, history, options, seed)


def set_up(catalog: Catalog, options: Namespace, seed: int) -> History:
    """Return a new game. Ask for what options do not say."""
    key = catalog.choose_game(options.game, options.size,
                              [options.p1, options.p2])
    p1, p2 = catalog.choose_strategies([options.p1, options.p2])
    # A game may begin at random: nothing else is random before that.
    seed_random(seed)
    starts = options.first == '1' if options.first is not None else ask(
        'Does player 1 start?', {'y': 'yes', 'n': 'no'}, 'y',
        {'1': 'y', '2': 'n'}) == 'y'
    game_class, size = catalog.games[key], options.size
    if size is None:
        game, size = ask_for_game(game_class, starts)
        catalog.warn_of_size(game, [p1, p2])
    else:
        game = create_game(game_class, starts, size)
    return History(catalog, game, SavedGame(key, starts, size, p1, p2, seed,
                                            date.today()))


def load(catalog: Catalog, options: Namespace) -> History:
    """Return the saved game that options name, with their players."""
    history = load_game(options.load, catalog)
    record = history.record
    p1, p2 = catalog.choose_strategies([options.p1 or record.p1,
                                        options.p2 or record.p2])
    history.record = record._replace(p1=p1, p2=p2)
    return history


def play_all(catalog: Catalog, history: History, options: Namespace, seed: int
             ) -> int:
    """Play this game, then any others, and return the exit status."""
    while True:
        game = TerminalGame(history)
        game.colour = choose_colour(options.color, sys.stdout)
        game.delay, game.steps = options.delay or 0.0, options.step
        game.reviews = options.review
        players = history.players.values()
        if seed != options.seed and any(map(is_random, players)):
            print(f'Seed: {seed} (--seed {seed} makes the same random moves '
                  f'again)')
        try:
            game.play()
        except BreachError as breach:
            print_fitting(str(breach))
            print_way_on(game, '\n')
            return UNFINISHED
        except BaseException:  # Whatever it is, the game is not lost.
            print_way_on(game, '')
            raise
        if game.next_game is None:
            return FINISHED
        seed = seed_random(None)
        record = game.next_game._replace(seed=seed, date=date.today(),
                                         comments=())
        history = History(catalog, create_game(
            catalog.games[record.game], record.p1_starts, record.size), record)


def print_way_on(game: TerminalGame, end: str) -> None:
    """Say how to go on with game, unless it was over; then print end."""
    way = game.history.describe_way_on()
    if way and not game.is_decided:
        print_for_player(f'\n{way}', end)


def study(catalog: Catalog, options: Namespace) -> int:
    """Step through the saved game that options name. Return the exit status."""
    history = load_game(options.replay, catalog)
    colour = choose_colour(options.color, sys.stdout)
    try:
        prompt = ReplayPrompt(history, lambda width: draw_position(
            history.game.current_state, history.before(), colour, width))
        prompt.run(options.review)
    except EOFError:
        print_for_player('')
    return FINISHED
