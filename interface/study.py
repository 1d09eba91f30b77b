"""Studying a saved game: from position to position, with moves to try.

This builds on the session and its commands, which use replay.py to load games.
"""
from dataclasses import dataclass, field
from typing import Any, ClassVar
from interface.after_game import print_review
from interface.commands import WORDS, Commands
from interface.faults import Attempt, QuitError
from interface.prompt import offer
from interface.saved_games import find_result
from interface.screen import ask_line, find_width, print_fitting, \
    print_for_player
from interface.session import TurnChangedError
from interface.setup import make_move
from interface.words import describe_result, make_player_title

# What is shown in place of what somebody's game fails to show.
UNKNOWN = '(This cannot be shown.)'


@dataclass
class Study(Commands):
    """Shows the positions of a game that was saved, and obeys commands about
    them. Moves that are tried lead away from the game, and `back` to it again.

    === Attributes ===
    game: the positions and the moves of the game itself
    """
    words: ClassVar[dict[str, str]] = {
        'help': WORDS['help'],
        'next': 'show the next position, as Enter does, or N on',
        'back': 'show the previous position, or N back',
        'review': 'say what each move was worth',
        **{name: WORDS[name]
           for name in ('lines', 'moves', 'hint', 'values', 'quit')}}
    game: tuple[list[Any], list[Any]] = field(init=False)

    def __post_init__(self) -> None:
        """Begin at the first position."""
        history = self.session.history
        self.game = list(history.states), list(history.moves)
        history.go_to(0)

    def run(self, review: bool) -> None:
        """Show the positions that are asked for, until the player leaves; if
        review, say first what each move was worth.
        """
        self._print_players()
        if review:
            self._review()
        offer(list(self.list_words()))
        self._show()
        history = self.session.history
        while True:
            tried = '' if history.moves == self.game[1] else ', tried'
            line = ask_line(f'Position {history.place} of '
                            f'{len(history.moves)}{tried} (? for help): ')
            try:
                self._follow(line.strip() or 'next')
            except TurnChangedError:
                self._show()
            except QuitError:
                return

    def _show(self) -> None:
        """Show the current position, and which move led there."""
        history = self.session.history
        states, moves = self.game
        if history.made() == moves[:history.place]:  # It is in the game.
            history.states[:], history.moves[:] = states, moves
        for describe in lambda: self.draw(find_width()), self._tell:
            print_for_player('\n' + (Attempt(describe).result or UNKNOWN))

    def _tell(self) -> str:
        """Return in words the last move, and who is to move now or has won."""
        history = self.session.history
        name = history.game.current_state.get_current_player_name()
        story = describe_result(find_result(history.game), name)
        before = history.before()
        return story if before is None else \
            f'{make_player_title(before.get_current_player_name())} chose ' \
            f'{history.made()[-1]}. {story}'

    def _follow(self, line: str) -> None:
        """Do what line says: it is a move, a position's number or a command.
        Raise TurnChangedError if that leads to another position.
        """
        history, last = self.session.history, len(self.session.history.moves)
        try:
            move = make_move(history.game, line)
        except ValueError as error:
            if not (line.isascii() and line.isdigit()):
                if not self.obey(line):
                    print_fitting(f'{error}. Type ? for help.')
                return
            # Python reads no more than 4300 digits.
            if len(line) > 18 or int(line) > last:
                print_fitting(f'There are only the positions 0 to {last}.')
                return
            history.go_to(int(line))
        else:
            history.add(move, history.game.current_state)
        raise TurnChangedError

    def _next(self) -> None:
        """Show the next position."""
        self._go(1, 'show: this is the last position')

    def _back(self) -> None:
        """Show the previous position."""
        self._go(-1, 'show: this is the first position')

    def _review(self) -> None:
        """Say what each move was worth."""
        print_review(self.session)
