"""The questions that the page asks, and their answers: plain JSON both.

The local server and Pyodide use this one function, answer.
"""
from typing import Any
from interface.faults import Attempt
from interface.replay import replay
from interface.saved_games import format_game, parse_game, record_moves
from interface.words import explain_error, make_title
from web.games import PageGame, Tell
from web.links import format_link, playable_games
from web.positions import begin, show_position, show_sizes
from web.thinking import make_choice, show_hint, show_review, show_values
from web.trees import show_search, show_tree

# How many characters a saved game may have.
LONGEST_FILE = 200_000


def make_move(request: dict[str, Any]) -> dict[str, Any]:
    """Return the position after the move that a person makes in request."""
    game = PageGame(request)
    if game.player and not game.can_move():
        raise ValueError('It is the turn of a program: stop it to move')
    return show_position(game.format_move(request.get('move')))


def open_link(request: dict[str, Any]) -> dict[str, Any]:
    """Return the game in the link that was opened. If there is none, return
    the game in request, and why.
    """
    link = str(request.get('opened'))
    # Programs that play alone do not go on at once: somebody looks at this.
    attempt = Attempt(begin, {'link': link, 'paused': 'moves' in link})
    if not attempt.error:
        return attempt.result
    shown = begin(request)
    why = explain_error(attempt.error)
    shown['text']['message'] = f'This link holds no game: {why}.'
    return shown


def save_text(request: dict[str, Any]) -> dict[str, Any]:
    """Return the file of the game in request, up to the position there."""
    game = PageGame(request)
    name = make_title(type(game.history.game)).lower().replace(' ', '-')
    saved = record_moves(game.record, game.history.game, game.history.made())
    return {'file': {'name': f'{name}.txt', 'text': format_game(saved)}}


def load_text(request: dict[str, Any]) -> dict[str, Any]:
    """Return the position of the game in the text in request."""
    text = str(request.get('text', ''))
    if len(text) > LONGEST_FILE:
        raise ValueError('This file is too long to be a saved game')
    saved = parse_game(text)
    replay(saved, playable_games)  # Its errors name the lines of the file.
    return begin({'link': format_link(saved), 'paused': True})


# What is answered at once, and what may take long and be stopped.
QUICK = {'open': open_link, 'begin': begin, 'sizes': show_sizes,
         'position': show_position, 'move': make_move, 'save': save_text,
         'load': load_text}
SLOW = {'choose': make_choice, 'values': show_values, 'hint': show_hint,
        'review': show_review, 'tree': show_tree, 'search': show_search}


def answer(request: Any, tell: Tell) -> dict[str, Any]:
    """Return the answer to request: {'error': a line} if there is none. Tell
    what is known until then, if it takes long. Never raise an error.

    >>> answer({'ask': 'save', 'link': 'game=s'}, print)['file']['name']
    'subtract-square.txt'
    >>> answer({'ask': 'position', 'link': 'game=q'}, print)
    {'error': "There is no game 'q' here"}
    """
    ask = request.get('ask') if isinstance(request, dict) else None
    if not isinstance(ask, str) or ask not in QUICK | SLOW:
        return {'error': 'This is not a question that the page asks'}
    attempt = Attempt(QUICK[ask], request) if ask in QUICK \
        else Attempt(SLOW[ask], request, tell)
    # Somebody's game may raise anything.
    return {'error': explain_error(attempt.error)} if attempt.error \
        else attempt.result
