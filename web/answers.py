"""The questions that the page asks, and their answers: plain JSON both.

The local server and Pyodide use this one function, answer.
"""
from typing import Any
from interface.attempts import Attempt
from interface.quoting import describe_error, make_one_line
from interface.saved.game_parser import parse_game
from interface.saved.saved_games import format_game, record_moves
from web.games import describe_choices, format_request, play_again, read_game
from web.positions import show_position
from web.thinking import Tell, choose_move, show_hint, show_review, \
    show_values
from web.trees import explain_no_tree, show_search, show_tree


def show_choices(_request: dict[str, Any]) -> dict[str, Any]:
    """Return the games and players to choose from, and why there is no tree,
    if there is none.
    """
    return describe_choices() | {'noTree': explain_no_tree()}


def try_move(request: dict[str, Any]) -> dict[str, Any]:
    """Return the position after the move in request, which is made in the game
    there.
    """
    moves = [*read_game(request).moves, request.get('move')]
    return show_position(request | {'moves': moves})


def save_text(request: dict[str, Any]) -> dict[str, Any]:
    """Return the text of the file of the game in request."""
    saved = read_game(request)
    played = play_again(saved)
    return {'text': format_game(record_moves(saved, played.game,
                                             played.moves))}


def load_text(request: dict[str, Any]) -> dict[str, Any]:
    """Return the position of the game in the text in request."""
    saved = parse_game(str(request.get('text', '')))
    play_again(saved)  # Its errors name the lines of the file.
    return show_position(format_request(saved))


# What is answered at once, and what may take long and be stopped.
QUICK = {'choices': show_choices, 'position': show_position, 'move': try_move,
         'save': save_text, 'load': load_text}
SLOW = {'choose': choose_move, 'values': show_values, 'hint': show_hint,
        'review': show_review, 'tree': show_tree, 'search': show_search}


def answer(request: Any, tell: Tell) -> dict[str, Any]:
    """Return the answer to request: {'error': a line} if there is none. Tell
    what is known until then, if it takes long. Never raise an error.

    >>> answer({'ask': 'save', 'game': 's', 'size': '9'}, print)['text'][:10]
    'saved game'
    >>> answer({'ask': 'position', 'game': 'q'}, print)
    {'error': "There is no game 'q' here"}
    """
    ask = request.get('ask') if isinstance(request, dict) else None
    if not isinstance(ask, str) or ask not in QUICK | SLOW:
        return {'error': 'This is not a question that the page asks'}
    # Somebody's game may raise anything.
    attempt = Attempt(QUICK[ask], request) if ask in QUICK \
        else Attempt(SLOW[ask], request, tell)
    if isinstance(attempt.error, ValueError):
        return {'error': make_one_line(str(attempt.error))}
    if attempt.error:
        return {'error': describe_error(attempt.error)}
    return attempt.result
