"""What the page shows of a game: the board, the moves, how it stands.

An answer says of elements of the page, by their names, what text they have,
what value, what choices, and whether they are hidden, disabled, pressed.
"""
from typing import Any
from drawings.boards import describe_move, write_board
from interface.display import ask_optional
from interface.words import describe_result, make_player_title, make_title, \
    make_titles
from web.games import PageGame
from web.links import PERSON, SIZES, playable_games, read_link, \
    usable_strategies
from web.trees import explain_no_tree


def show_position(request: dict[str, Any]) -> dict[str, Any]:
    """Return what the page shows of the game in request, and what it asks next:
    the move of a program, the values, or nothing.
    """
    game = PageGame(request)
    history, can_move = game.history, game.can_move()
    state = history.game.current_state
    title = make_title(type(history.game))
    moves = state.get_possible_moves() if can_move else []
    turns = {'undo': game.find_turn(-1), 'redo': game.find_turn(1)}
    then = 'values' if game.request['values'] and game.player else ''
    return {
        'request': game.request, 'link': game.format_link(),
        'text': {'title': title, 'status': describe_last(game),
                 'standing': ask_optional(state, 'describe_standing') or '',
                 'rules': ' '.join(history.game.get_instructions().split()),
                 'message': '', 'found': ''},
        'board': write_board(history.states[:history.place + 1], moves, title),
        'moves': list_moves(game), 'turns': turns,
        'hidden': {'type': not can_move, 'legend': not game.request['values'],
                   'programs': bool(game.people)
                   and not game.request['paused']},
        'disabled': {'hint': not can_move, 'review': not history.moves}
        | {name: place is None for name, place in turns.items()},
        'pressed': {'pause': game.request['paused'],
                    'values': game.request['values']},
        'next': then if can_move or not game.player else 'choose',
        'watched': not game.people}


def begin(request: dict[str, Any]) -> dict[str, Any]:
    """Return what the page shows when the game in request is begun or loaded:
    also all that the form for a new game has.
    """
    answer = show_position(request)
    saved = read_link(answer['link'])
    players = make_titles(usable_strategies) | {PERSON: 'a person'}
    # Stonehenge is what the package is about.
    games = sorted(make_titles(playable_games).items(),
                   key=lambda title: title[0] != 'h')
    answer['choices'] = {'game': games, 'p1': list(players.items()),
                         'p2': list(players.items()),
                         **show_sizes({'game': saved.game})['choices']}
    why = answer['text']['no-tree'] = explain_no_tree()
    answer['hidden']['tree-form'] = bool(why)
    answer['value'] = {
        'game': saved.game, 'p1': saved.p1, 'p2': saved.p2,
        'size': '' if saved.size is None else str(saved.size),
        'first': '1' if saved.p1_starts else '2'}
    return answer


def show_sizes(request: dict[str, Any]) -> dict[str, Any]:
    """Return the sizes to choose from for the game with the key in request."""
    sizes = SIZES.get(str(request.get('game')), [])
    return {'choices': {'sizes': [(size, size) for size in sizes]},
            'value': {'size': sizes[0] if sizes else ''}}


def list_moves(game: PageGame) -> list[dict[str, Any]]:
    """Return the list of the moves, each with its player and what a review says
    of it, from the start on.
    """
    history, notes = game.history, game.request['notes']
    entries = [{'text': 'Start', 'player': '', 'note': ''}]
    for i, (state, move) in enumerate(zip(history.states, history.moves)):
        entries.append({'text': f'{i + 1}. {move}', 'note':
                        notes[i] if i < len(notes) else '',
                        'player': state.get_current_player_name()})
    return entries


def describe_last(game: PageGame) -> str:
    """Return how game stands, after the last move and what it has claimed. A
    screen reader says this.
    """
    history, before = game.history, game.history.before()
    status = describe_result(game.result, game.player)
    if before is None:
        return status
    who = make_player_title(before.get_current_player_name())
    move = describe_move(before, history.moves[history.place - 1])
    return f'{who}: {move}. {status}'
