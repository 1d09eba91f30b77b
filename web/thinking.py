"""What takes time: moves of programs, values, hints and reviews.

Each function tells how far it has come, by the function tell that it is given.
Whoever asked ends the process, or the worker of the browser, to stop it.
"""
from typing import Any
from drawings.boards import make_marks
from engine.hints import find_hint
from engine.reviews import find_turning_point, review_moves
from engine.values import find_all_values
from game_state import GameState
from interface.after_game import describe_review, describe_turning_point
from interface.display import choose_move
from interface.words import describe_hint, group_values
from web.games import PageGame, Tell
from web.links import usable_strategies
from web.positions import list_moves, show_position

# Seconds for the first search for values, and for the last one.
FIRST_SECONDS, LONGEST_SECONDS = 0.05, 300.0

# Seconds for a hint, for each move of a review, and for what decided the game.
HINT_SECONDS, REVIEW_SECONDS, TURNING_SECONDS = 5.0, 2.0, 5.0


def make_choice(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the position after the move of the program that is to move in the
    game in request.
    """
    game = open_unfinished(request)
    if not game.is_program_next():
        raise ValueError('It is a person who is to move')
    strategy = usable_strategies[game.record.p1 if game.player == 'p1'
                                 else game.record.p2]
    move = choose_move(strategy, game.history.game,
                       lambda text: tell({'text': {'thinking': text}}))
    try:
        return show_position(game.format_move(move))
    except ValueError as error:
        raise ValueError(f'The program chose {move}. {error}') from error


def open_unfinished(request: dict[str, Any]) -> PageGame:
    """Return the game in request. Raise ValueError if it is over."""
    game = PageGame(request)
    if not game.player:
        raise ValueError('The game is over')
    return game


def show_values(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the value of each move, as far as it is found. Tell the values
    found so far after each step of the search.
    """
    game = open_unfinished(request).history.game

    def tell_values(values: list, scored: int) -> None:
        """Tell these values, and how many positions have been scored."""
        answer = describe_values(game.current_state, values)
        answer['text']['thinking'] = f'Looking for the values: {scored:,} ' \
                                     f'positions scored'
        tell(answer)
    return describe_values(game.current_state, find_all_values(
        game, FIRST_SECONDS, LONGEST_SECONDS, tell_values))


def describe_values(state: GameState, values: list) -> dict[str, Any]:
    """Return values, found at state, for the page: as marks on the board, and
    in a line.
    """
    known = [value for value in values if value.score is not None]
    line = '; '.join(f'{word}: {", ".join(moves)}'
                     for word, moves in group_values(known, 0))
    return {'marks': make_marks(state, values), 'text': {'found': line}}


def show_hint(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return a best move, and in words what it leads to."""
    hint = find_hint(open_unfinished(request).history.game, HINT_SECONDS)
    return {'hinted': str(hint.move),
            'text': {'found': describe_hint(*hint, HINT_SECONDS)}}


def show_review(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return what each move of a game was worth, and in words what decided it
    if it is over. Tell what is known so far after each move.
    """
    game = PageGame(request | {'place': None})
    history = game.history
    notes = game.request['notes'] = []
    for score, better in review_moves(history.game, history.states,
                                      history.moves, REVIEW_SECONDS):
        notes.append(describe_review(score, better))
        tell({'moves': list_moves(game)})
    point = find_turning_point(history.game, history.states, history.moves,
                               TURNING_SECONDS) if game.result else None
    answer = show_position(request | {'notes': notes})
    answer['text']['found'] = '' if point is None \
        else describe_turning_point(game, point.index, point.better)
    return answer
