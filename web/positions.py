"""What the page shows of a game: the board, the moves, how it stands."""
from typing import Any, Optional
from drawings.shapes import write_svg
from drawings.table import find_drawing
from game_state import GameState
from interface.pictures import ask_optional
from interface.saved.replay import Replay, describe_result
from interface.titles import make_player_title, make_title
from web.games import format_request, play_again, read_game


def show_position(request: dict[str, Any]) -> dict[str, Any]:
    """Return all that the page shows of the game in request: its last
    position, and the moves that have led there.
    """
    saved = read_game(request)
    played = play_again(saved)
    state = played.states[-1]
    moves = [] if played.result else state.get_possible_moves()
    before = played.states[-2] if played.moves else state
    status = describe_result(played.result, played.names[-1])
    return {'request': format_request(saved),
            'title': make_title(type(played.game)),
            'status': status,
            'turn': None if played.result else played.names[-1],
            'result': played.result,
            'picture': str(state),
            'board': draw_board(played),
            'standing': ask_optional(state, 'describe_standing') or '',
            'moves': [{'player': name, 'move': str(move)}
                      for name, move in zip(played.names, played.moves)],
            'news': find_changes(before, state),
            'possible': [describe_move(state, move) for move in moves],
            'rules': ' '.join(played.game.get_instructions().split()),
            'said': describe_last(played, status)}


def draw_board(played: Replay) -> Optional[str]:
    """Return the drawing of the last position as SVG, None if its game has no
    drawing.
    """
    drawing = find_drawing(played.states[-1])
    if drawing is None:
        return None
    return write_svg(drawing.draw_states(played.states), False)


def find_changes(before: GameState, after: GameState) -> list[str]:
    """Return the parts of the drawing that change their owner between two
    positions: cells, ley-lines, stones.

    >>> from stonehenge import StonehengeState, board_of
    >>> state = StonehengeState(True, board_of(1))
    >>> find_changes(state, state.make_move('A'))
    ['A', 'line 0', 'line 2', 'line 5']
    """
    drawing = find_drawing(after)
    if drawing is None:
        return []
    old, new = drawing.find_owners(before), drawing.find_owners(after)
    return [part for part in old | new if old.get(part) != new.get(part)]


def describe_move(state: GameState, move: Any) -> dict[str, Any]:
    """Return move, which is possible in state, as a player types it, the parts
    of the drawing that it would change, and in words what it claims.
    """
    changes = find_changes(state, state.make_move(move))
    drawing = find_drawing(state)
    words = drawing.describe_claims(changes) if drawing else ''
    return {'move': str(move), 'claims': changes, 'words': words}


def describe_last(played: Replay, status: str) -> str:
    """Return what a screen reader says after the last move."""
    if not played.moves:
        return status
    words = describe_move(played.states[-2], played.moves[-1])['words']
    made = f'{make_player_title(played.names[-2])}: {played.moves[-1]}'
    return f'{made}, {words}. {status}' if words else f'{made}. {status}'
