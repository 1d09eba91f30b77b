"""What moves are worth, in words: those that are possible, and those that were
made in a game; and what decided it.
"""
from contextlib import suppress
from typing import Any, Optional
from interface.history import History
from interface.saved_games import find_result
from interface.screen import cut_items, find_width, fit_items, keep_in_sight, \
    print_fitting, print_for_player
from interface.setup import NO_ENGINE, StoppedError, explain_failures
from interface.words import describe_hint, describe_score, format_guess, \
    group_values, make_player_title, read_seconds

SECONDS, MOST_SECONDS = 2.0, 600  # To look for values: usually, and at most.
GUESS_SHARE = 0.1  # Of this time, or of SECONDS, which is kept for guesses.
TURNING_SECONDS = 3.0  # To look for the deciding move.
SECONDS_EACH = 2.0  # To look at each move in a review.
MOST_BETTER = 12  # Better moves that are named.

MoveValue = tuple[Any, Optional[float]]  # A move, and its score.


def print_hint(history: History) -> None:
    """Name a best move, and what it leads to, or else a guess. Raise ValueError
    if that fails.
    """
    check_not_over(history)
    hint = history.analyse('find_hint', SECONDS * (1 - GUESS_SHARE))
    line = describe_hint(hint.move, hint.score, hint.plies, SECONDS)
    if hint.move is None:
        with suppress(ValueError):  # Some games have no rough_outcome.
            guess = history.analyse('find_guess', SECONDS * GUESS_SHARE)
            line += f' A guess: {format_guess(*guess)}.'
    print_fitting(line)


def print_values(history: History, argument: str) -> None:
    """Say what each move leads to, after a search for as many seconds as
    argument says; the unknown ones last, by estimates. Raise ValueError or
    ArgumentTypeError if that fails.
    """
    check_not_over(history)
    seconds = read_seconds(argument, MOST_SECONDS) if argument else SECONDS
    kept = min(seconds, SECONDS) * GUESS_SHARE
    unknown = f'not known within {seconds:g} s'
    try:
        values = history.analyse('find_values', seconds - kept)
    except StoppedError:
        print_fitting('Stopped. `values` goes on from here.')
        values = history.analyse('find_values', 0.0)
        unknown = 'not known yet'
    groups = group_values(values, unknown)
    title, moves = groups[-1]
    if title == unknown:
        with suppress(ValueError):  # Some games have no rough_outcome.
            guesses = [f'{move} {estimate:+z.2f}' for move, estimate in
                       history.analyse('find_estimates', kept)
                       if str(move) in moves]
            if guesses:
                groups[-1] = f'{title}, estimates from -1 to 1', guesses
    print_for_player('\n'.join(keep_in_sight(
        [cut_items(f'{words}: ', items, find_width(), '')
         if words == unknown else
         fit_items(f'{words}: ', items, '', find_width())
         for words, items in groups])))


def check_not_over(history: History) -> None:
    """Raise ValueError if there are no more moves to look for."""
    if find_result(history.game):
        raise ValueError('The game is over')


def print_result(history: History) -> None:
    """Say how the game ended for those who type, and what decided it."""
    people = history.people
    winner, history.deciding = find_result(history.game), -1
    if len(people) == 1 and winner != 'tie':
        print_for_player('You won.' if winner == people[0] else 'You lost.')
    if not (people and history.catalog.analyst and history.moves) \
            or history.doubt:
        return
    try:
        point = history.analyse('find_turning_point', history.states,
                                history.moves, TURNING_SECONDS)
    except ValueError as error:
        print_fitting(f'What decided the game is not known. {error}.')
        return
    if point is not None:
        history.deciding = -1 if point.index is None else point.index
        print_fitting(describe_turning_point(history, point.index,
                                             point.better))


def describe_turning_point(history: History, index: Optional[int],
                           better: list[MoveValue]) -> str:
    """Return in words what decided the game; None: nobody made a mistake."""
    winner = find_result(history.game)
    if index is None:
        return 'Nobody made a mistake: ' + (
            "it's a tie if both play well." if winner == 'tie' else
            f'{make_player_title(str(winner))} could win from the start.')
    return describe_mistake(history, index, better,
                            'gave away a win' if winner == 'tie'
                            else 'lost the game')


def describe_mistake(history: History, index: int, better: list[MoveValue],
                     verb: str) -> str:
    """Return in words that the move with this index was a mistake, which did
    what verb says.
    """
    name = history.states[index].get_current_player_name()
    number = sum(state.get_current_player_name() == name
                 for state in history.states[:index + 1])
    owner = 'Your' if history.people == [name] \
        else f"{make_player_title(name)}'s"
    return f'{owner} move {number} ({history.moves[index]}) {verb}: ' \
           f'{describe_better(better)}.'


def describe_better(better: list[MoveValue]) -> str:
    """Return in words what the best of better would have led to.

    >>> describe_better([('B', 1), ('D', 1), ('E', 0)])
    'B or D would have won'
    """
    score = better[0][1]
    moves = [str(move) for move, other in better if other == score]
    if len(moves) > MOST_BETTER:
        moves[MOST_BETTER - 1:] = [f'{len(moves) - MOST_BETTER + 1} others']
    *most, last = moves
    choice = f'{", ".join(most)} or {last}' if most else last
    return f'{choice} would have {"won" if score == 1 else "tied"}'


def find_last_mistake(history: History) -> int:
    """Return the index of the last move made that is known to have been a
    mistake, and say why: a person's move, if any are. Raise ValueError if there
    is none.
    """
    for index in reversed(range(history.place)):
        name = history.states[index].get_current_player_name()
        if not history.people or name in history.people:
            _, better = review_at(history, index)
            if better:
                print_fitting(describe_mistake(
                    history, index, better, 'gave away a win'
                    if better[0][1] == 1 else 'gave away a tie'))
                return index
    raise ValueError('No mistake is known so far')


def review_at(history: History, index: int
              ) -> tuple[Optional[float], list[MoveValue]]:
    """Return the score of the move with this index, None if it is not known,
    and the moves known to be better. Raise ValueError if the game fails.
    """
    reviews = history.analyse('review_moves', [history.states[index]],
                              [history.moves[index]], SECONDS_EACH)
    with explain_failures():
        score, better = next(reviews)
    return score, better


def print_review(history: History, number: int) -> None:
    """Say what each of the first moves, up to this number, was worth, and which
    moves were better.
    """
    if history.catalog.analyst is None:
        print_fitting(f'{NO_ENGINE}.')
        return
    for i, (state, move) in enumerate(zip(history.states,
                                          history.moves[:number])):
        try:
            score, better = review_at(history, i)
        except ValueError as error:
            print_fitting(f'The review ends here. {error}.')
            return
        title = make_player_title(state.get_current_player_name())
        worth = f'(not known within {SECONDS_EACH:g} s)' if score is None \
            else describe_review(score, better)
        before = '   ' if i % 2 else f'{i // 2 + 1}. '
        print_fitting(f'{before}{title}: {move} {worth}', 3)


def describe_review(score: Optional[float], better: list[MoveValue]) -> str:
    """Return in words what a move led to, and what would have been better."""
    words = describe_score(score)
    return f'{words}; {describe_better(better)}' if better else words
