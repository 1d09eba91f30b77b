"""What takes time: moves of programs, values, hints and reviews.

Each function reports how far it has come by the function tell. To stop it,
whoever asked ends its process, or its worker in the browser.
"""
from copy import copy
from itertools import product
from time import perf_counter
from typing import Any, Callable, Optional
import game_interface
from game_state import GameState
from interface.after_game import describe_review, describe_turning_point
from interface.display import choose_move
from interface.faults import Attempt
from interface.replay import History
from interface.session import Analyst
from interface.words import describe_hint, format_guess, group_values
from web.games import PageGame, Tell, usable_strategies
from web.positions import answer_position, estimate_move, make_marks, \
    show_moves

# Seconds for the first search for values, and for the last one.
FIRST_SECONDS, LONGEST_SECONDS = 0.05, 300.0

# Seconds for a hint, for each move of a review, and for what decided the game.
HINT_SECONDS, REVIEW_SECONDS, TURNING_SECONDS = 5.0, 2.0, 5.0

# Seconds for a guess, or for estimates; and for those, at least, and the share
# of the time before that they may take.
GUESS_SECONDS, LEAST_SECONDS, GUESS_SHARE = 0.5, 0.2, 0.1

# Seconds to find how many plies are left after a move: at first, then where
# that was not enough, and for all moves together.
PLIES_SECONDS, ALL_PLIES_SECONDS = (0.1, 1.0), 3.0

NO_ANALYST = 'the folder engine and our strategy.py, which are not both here'


def answer_choice(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the position after the move of the program that is to move."""
    game = open_unfinished(request)
    if not game.is_program_next():
        raise ValueError("It is a person's turn")
    key = game.record.p1 if game.player == 'p1' else game.record.p2
    strategy = usable_strategies[key or '']
    move = choose_move(strategy, game.history.game,
                       lambda text: tell({'text': {'thinking': text}}))
    try:
        return answer_position(game.format_move(move))
    except ValueError as error:
        raise ValueError(f'The program chose {move}. {error}') from error


def require_analyst() -> Analyst:
    """Return the functions that find values. Raise ValueError without them."""
    if game_interface.ANALYST is None:
        raise ValueError(f'Values, hints and reviews need {NO_ANALYST}')
    return game_interface.ANALYST


def open_unfinished(request: dict[str, Any]) -> PageGame:
    """Return the game in request. Raise ValueError if it is over."""
    game = PageGame(request)
    if not game.player:
        raise ValueError('The game is over')
    return game


def answer_values(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the values of the moves. Tell those found so far again and again.
    """
    analyst = require_analyst()
    history, start = open_unfinished(request).history, perf_counter()
    state, plies = history.game.current_state, dict[str, int]()

    def describe(values: list) -> dict[str, Any]:
        """Return values as marks on the board and in a line."""
        known = [value for value in values if value.score is not None]
        seconds = max(LEAST_SECONDS, GUESS_SHARE * (perf_counter() - start))
        # Somebody's game may have no estimates.
        guesses = Attempt(analyst.find_estimates, history.game, min(
            seconds, GUESS_SECONDS), history.scores).result or []
        return {'marks': make_marks(state, values, plies, dict(guesses)),
                'text': {'found': '; '.join(
                    f'{word}: {", ".join(moves)}'
                    for word, moves in group_values(known))}}

    def tell_values(values: list, number: int) -> None:
        """Tell these values, and how many positions' scores are known."""
        answer = describe(values)
        answer['text']['thinking'] = f'Looking for the values: {number:,} ' \
                                     f'positions known'
        tell(answer)
    values = analyst.find_all_values(
        history.game, FIRST_SECONDS, LONGEST_SECONDS, tell_values,
        history.scores)
    find_plies(history, values, plies, lambda: tell(describe(values)))
    return describe(values)


def find_plies(history: History, values: list, plies: dict[str, int],
               tell: Callable[[], None]) -> None:
    """Add to plies how many are left with the moves in values, pairs of a move
    and its score, and tell each time. In all, that takes a few seconds.
    """
    end = perf_counter() + ALL_PLIES_SECONDS
    for seconds, (move, score) in product(PLIES_SECONDS, values):
        most = min(seconds, end - perf_counter())
        if score and str(move) not in plies and most > 0:
            left = count_plies(
                history, history.game.current_state.make_move(move), most)
            if left is not None:
                plies[str(move)] = 1 + left
                tell()


def count_plies(history: History, state: GameState, seconds: float
                ) -> Optional[int]:
    """Return how many plies are left from state on if the winner hurries and
    the loser resists, if that is found in this many seconds.
    """
    game = copy(history.game)
    game.current_state = state
    if game.is_over(state):
        return 0
    return require_analyst().find_hint(game, seconds, history.scores).plies


def answer_hint(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return a best move, and in words what it leads to."""
    analyst, history = require_analyst(), open_unfinished(request).history
    hint = analyst.find_hint(
        history.game, HINT_SECONDS - GUESS_SECONDS, history.scores)
    line = describe_hint(hint.move, hint.score, hint.plies, HINT_SECONDS)
    if hint.move is None:
        guess = Attempt(analyst.find_guess, history.game, GUESS_SECONDS,
                        history.scores).result
        line += f' A guess: {format_guess(*guess)}.' if guess else ''
    return {'hinted': str(hint.move), 'text': {'found': line}}


def answer_review(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return what each move of a game was worth, and which one decided it."""
    game, shown = PageGame(request | {'place': None}), PageGame(request)
    analyst, history = require_analyst(), game.history
    notes = shown.request['notes'] = []
    for score, better in analyst.review_moves(
            history.game, history.states, history.moves, REVIEW_SECONDS,
            history.scores):
        before, move = history.states[len(notes)], history.moves[len(notes)]
        value = estimate_move(before, move) if score is None else score
        notes.append((
            describe_review(score, better),
            value if before.get_current_player_name() == 'p1' else -value,
            score is not None, bool(better)))
        tell({'html': show_moves(shown), 'hidden': {'graph-part': False}})
    point = analyst.find_turning_point(
        history.game, history.states, history.moves,
        TURNING_SECONDS, history.scores) if game.result else None
    answer = answer_position(shown.request)
    answer['text']['found'] = '' if point is None \
        else describe_turning_point(game, point.index, point.better)
    return answer
