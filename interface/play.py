"""Playing one game: whose turn it is, what is shown, and how the game ends."""
from datetime import date
from time import perf_counter, sleep
from typing import Any, Callable, Optional
import sys
from game import Game
from interface.commands import Commands
from interface.contracts import BreachError
from interface.display import choose_move, draw_position
from interface.guard import FEW_NEXT, MOST_NEXT, Guard
from interface.worker import cut_output
from interface.prompt import MoveReader
from interface.replay import History
from interface.saved_games import SavedGame, find_result
from interface.screen import ask, cut_items, find_width, fit, \
    fit_paragraphs, is_terminal, print_fitting, print_for_player
from interface.session import Catalog, Session, Strategy, TurnChangedError
from interface.setup import ask_for_game, create_game
from interface.words import describe_result, find_key, make_player_title


class GameInterface:
    """A game between two strategies, shown as text.

    === Attributes ===
    session: the game in progress
    reader: reads what players type: moves and commands
    delay: how many seconds two programs wait before each move
    steps: whether they wait for Enter instead
    colour: whether pictures are in colour
    """
    session: Session
    reader: MoveReader
    delay: float = 0.0
    steps: bool = False
    colour: bool = False

    def __init__(self, catalog: Catalog, game_class: Callable[..., Game],
                 strategies: tuple[Strategy, Strategy],
                 p1_starts: Optional[bool] = None, size: Any = None) -> None:
        """Initialize a new game of game_class between the two strategies.

        Ask whether player 1 starts if p1_starts is None, and let the game ask
        for its size if that is None. Raise ValueError if the game cannot have
        that size.
        """
        if p1_starts is None:
            answers = {'y': 'yes', 'n': 'no'}
            p1_starts = ask('Does player 1 start?', answers, 'y',
                            {'1': 'y', '2': 'n'}) == 'y'
        if size is None:
            game, size = ask_for_game(game_class, p1_starts)
        else:
            game = create_game(game_class, p1_starts, size)
        p1, p2 = [find_key(each, catalog.strategies) for each in strategies]
        record = SavedGame(find_key(game_class, catalog.games) or '',
                           p1_starts, size, p1, p2, date=date.today())
        players = dict(zip(('p1', 'p2'), strategies))
        self.session = Session(catalog, record, History(game),
                               catalog.find_people(players),
                               strategies=players)
        self.reader = MoveReader(Commands(self.session, self.draw))

    def draw(self, width: Optional[int]) -> str:
        """Return the position and its moves, in lines of this width, if any."""
        return f'{self.draw_picture(width)}\n\n{self.list_moves(width)}'

    def draw_picture(self, width: Optional[int]) -> str:
        """Return the picture of the current position."""
        history = self.session.history
        return draw_position(history.game.current_state, history.before(),
                             self.colour, width)

    def list_moves(self, width: Optional[int]) -> str:
        """Return who is to move, and the possible moves, in lines like that."""
        state = self.session.history.game.current_state
        who = make_player_title(state.get_current_player_name())
        moves = cut_items(f'{who} is to move. Possible moves: ',
                          list(map(str, state.get_possible_moves())), width,
                          ' (type `moves`)' if self.session.people else '')
        return fit(moves, width)

    def play(self, rules: bool = True) -> bool:
        """Show the game, after its rules. Return whether it came to its end."""
        width = find_width(sys.stdout)
        try:
            with Guard(self.session.history,
                       p1_starts=self.session.record.p1_starts) as guard:
                if rules:
                    text = self.session.history.game.get_instructions()
                    print(fit_paragraphs('\n'.join(filter(
                        None, [str(text), *guard.lacking])), width))
                while True:
                    guard.check_picture()
                    print(f'\n{self.draw_picture(width)}')
                    print_remarks(guard)
                    if guard.is_over():
                        break
                    print(f'\n{self.list_moves(width)}')
                    self.play_turn(guard)
                result = find_result(self.session.history.game)
                print(f'\n{describe_result(result, "")}')
                # People read what decided the game, which relies on it.
                self.session.doubt = guard.look_back(
                    MOST_NEXT if self.session.people else FEW_NEXT)
                print_remarks(guard)
        except BreachError as breach:
            print_fitting(str(breach))
            return False
        return True

    def play_turn(self, guard: Guard) -> None:
        """Let the player to move choose a move and make it, or go elsewhere."""
        state = self.session.history.game.current_state
        name = state.get_current_player_name()
        is_watched = not self.session.people \
            and bool(self.delay or self.steps or is_terminal(sys.stdout))
        try:
            if self.steps and is_watched:
                self.reader.pause('Enter for the next move: ')
            elif is_watched:
                sleep(self.delay)
            started = perf_counter()
            move = self._choose(guard, name)
            time = f' ({perf_counter() - started:.2f} s)' if is_watched else ''
            print(f'{make_player_title(name)} chooses {move}{time}.')
            self.session.add(move, guard.make_move(move))
            print_remarks(guard)
        except TurnChangedError:
            guard.watch(self.session.history)

    def _choose(self, guard: Guard, name: str) -> Any:
        """Return the move that the player called name chooses. If Ctrl-C stops
        a program, the player at the terminal can type commands; raise
        TurnChangedError after that.
        """
        session, strategy = self.session, self.session.strategies[name]
        if session.is_own_turn(name):
            return guard.choose(strategy, self.reader.choose,
                                  print_for_player)
        try:
            # A search calls the game's methods thousands of times.
            with cut_output():
                return guard.choose(strategy, choose_move)
        except KeyboardInterrupt as interrupt:
            if not session.people or not is_terminal(sys.stdin):
                raise
            session.history.go_to(session.history.place)
            notes = getattr(interrupt, '__notes__', [])
            print_for_player('\n'.join(['', *notes]))
        self.reader.pause('A command, or Enter to let it think again: ')
        raise TurnChangedError


def print_remarks(guard: Guard) -> None:
    """Print what guard has noticed, and what does not end the game."""
    for remark in guard.take_remarks():
        print_fitting(remark)
