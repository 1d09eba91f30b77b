"""Looking back at a game: who has won, what decided it, what each move was
worth; and stepping through one that was saved, with moves to try.
"""
from dataclasses import dataclass, field
from typing import Any, ClassVar, Optional
from interface.commands import WORDS, Commands
from interface.errors import Attempt, QuitError
from interface.prompt import offer
from interface.saved_games import SavedGame, find_result
from interface.screen import ask_line, find_width, fit_items, \
    print_fitting, print_for_player
from interface.session import NO_ENGINE, Session, TurnChangedError, \
    explain_failures
from interface.setup import make_move
from interface.words import describe_result, describe_score, \
    make_player_title, shorten

SECONDS = 3.0  # To look for the deciding move.
SECONDS_EACH = 2.0  # To look at each move in a review.
MOST_MOVES = 12  # So many better moves are named.

# What can be answered after a game, apart from the commands.
ANSWERS = 'yes', 'no', 'swap sides', 'review', 'back', 'quit', 'exit'

UNKNOWN = '(This cannot be shown.)'  # If somebody's game fails to.
MoveValue = tuple[Any, Optional[float]]  # A move, and its score.


def print_result(session: Session) -> None:
    """Say how the game ended for those who type, and what decided it."""
    history, people = session.history, session.people
    winner, session.deciding = find_result(history.game), -1
    if len(people) == 1 and winner != 'tie':
        print_for_player('You won.' if winner == people[0] else 'You lost.')
    if not (people and session.catalog.analyst and history.moves) \
            or session.doubt:
        return
    try:
        point = session.analyse('find_turning_point', history.states,
                                history.moves, SECONDS)
    except ValueError as error:
        print_fitting(f'What decided the game is not known. {error}.')
        return
    if point is not None:
        session.deciding = -1 if point.index is None else point.index
        print_fitting(describe_turning_point(session, point.index,
                                             point.better))


def describe_turning_point(session: Session, index: Optional[int],
                           better: list[MoveValue]) -> str:
    """Return in words what decided the game; None: nobody made a mistake."""
    history = session.history
    winner = find_result(history.game)
    if index is None:
        return 'Nobody made a mistake: ' + (
            "it's a tie if both play well." if winner == 'tie' else
            f'{make_player_title(str(winner))} could win from the start.')
    name = history.states[index].get_current_player_name()
    number = sum(state.get_current_player_name() == name
                 for state in history.states[:index + 1])
    owner = 'Your' if session.people == [name] \
        else f"{make_player_title(name)}'s"
    verb = 'gave away a win' if winner == 'tie' else 'lost the game'
    return f'{owner} move {number} ({history.moves[index]}) {verb}: ' \
           f'{describe_better(better)}.'


def describe_better(better: list[MoveValue]) -> str:
    """Return in words what the best of better would have led to.

    >>> describe_better([('B', 1), ('D', 1), ('E', 0)])
    'B or D would have won'
    """
    score = better[0][1]
    moves = [str(move) for move, other in better if other == score]
    if len(moves) > MOST_MOVES:
        moves[MOST_MOVES - 1:] = [f'{len(moves) - MOST_MOVES + 1} others']
    *most, last = moves
    choice = f'{", ".join(most)} or {last}' if most else last
    return f'{choice} would have {"won" if score == 1 else "tied"}'


def print_review(session: Session) -> None:
    """Say of each move what it was worth, and which were better."""
    history, analyst = session.history, session.catalog.analyst
    if analyst is None:
        print_fitting(f'{NO_ENGINE}.')
        return
    reviews = analyst.review_moves(history.game, history.states, history.moves,
                                   SECONDS_EACH, history.scores)
    for i, move in enumerate(history.moves):
        try:
            with explain_failures():
                score, better = next(reviews)
        except ValueError as error:
            print_fitting(f'The review ends here. {error}.')
            return
        number = f'{i // 2 + 1}. ' if i % 2 == 0 else '   '
        name = history.states[i].get_current_player_name()
        worth = f'(not known within {SECONDS_EACH:g} s)' if score is None \
            else describe_review(score, better)
        print_fitting(f'{number}{make_player_title(name)}: {move} {worth}', 3)


def describe_review(score: Optional[float], better: list[MoveValue]) -> str:
    """Return in words what a move led to, and what would have been better."""
    words = describe_score(score)
    return f'{words}; {describe_better(better)}' if better else words


def ask_for_more(session: Session, commands: Commands) -> Optional[SavedGame]:
    """Return the game to be played next, None if the player wants none. Obey
    commands, too: raise TurnChangedError if this game is to go on.
    """
    word = ''
    while word not in ('yes', 'swap sides'):
        line = read_answer()
        word = next((each for each in ANSWERS
                     if each.startswith(line.lower())), '')
        if word in ('no', 'quit', 'exit'):
            return None
        if word == 'review':
            print_review(session)
        elif word == 'back':
            # If the move was a program's: to somebody's turn before it.
            turns = [place for place in session.find_turns(-1)
                     if place <= session.deciding]
            if turns:
                session.go_to(turns[0])
                raise TurnChangedError
            print_for_player('No move is known to have decided the game.')
        elif not word and not commands.obey(line):
            print_fitting(f'{shorten(line)} is not one of the answers: y = '
                          f'yes, n = no, s = swap sides, undo, back, review')
    if session.keeper:
        print_for_player('The new game is not saved yet: see `help`.')
    record = session.record
    return record if word == 'yes' \
        else record._replace(p1=record.p2, p2=record.p1)


def read_answer() -> str:
    """Ask for another game, and return the answer: by default, `yes`."""
    prompt = fit_items('Play again? (', [
        'y', 'n', 's = swap sides', 'undo', 'back', 'review'], ') [y]: ',
        find_width())
    try:
        return ask_line(prompt).strip() or 'yes'
    except EOFError:
        print_for_player('')
        return 'no'


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
        """Show positions until the player leaves, after a review if wanted."""
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
