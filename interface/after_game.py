"""What is said after a game: who has won, what decided it, and a review."""
from typing import Any, Optional
from interface.commands import Commands
from interface.saved_games import SavedGame, find_result
from interface.screen import ask_line, find_width, fit_items, \
    print_fitting, print_for_player
from interface.session import NO_ENGINE, Session, TurnChangedError, \
    explain_failures
from interface.words import describe_score, make_player_title, shorten

# How many seconds to look for the deciding move, and for each in a review.
SECONDS, SECONDS_EACH = 3.0, 2.0

# How many better moves are named.
MOST_MOVES = 12

# What can be answered after a game, apart from the commands.
ANSWERS = 'yes', 'no', 'swap sides', 'review', 'back', 'quit', 'exit'

# A move, and its score.
MoveValue = tuple[Any, Optional[float]]


def print_result(session: Session) -> None:
    """Say how the game ended for those who type, and what decided it."""
    history, people = session.history, session.people
    winner, session.deciding = find_result(history.game), -1
    if len(people) == 1 and winner != 'tie':
        print_for_player('You won.' if winner == people[0] else 'You lost.')
    if not (people and session.catalog.analyst and history.moves):
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
    """Return in words that the move with this index decided the game, as those
    in better would have been better. None means that nobody made a mistake.
    """
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
