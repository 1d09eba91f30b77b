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
    # The moves as the game writes them, not as somebody has typed them.
    saved = saved._replace(moves=tuple(map(str, played.moves)))
    state = played.states[-1]
    moves = [] if played.result else state.get_possible_moves()
    before = played.states[-2] if played.moves else state
    possible = [describe_move(state, move) for move in moves]
    status = describe_result(played.result, played.names[-1])
    return {'request': format_request(saved),
            'title': make_title(type(played.game)),
            'status': status,
            'turn': None if played.result else played.names[-1],
            'result': played.result,
            'picture': str(state),
            'board': draw_board(played, possible),
            'standing': ask_optional(state, 'describe_standing') or '',
            'moves': [{'player': name, 'move': str(move)}
                      for name, move in zip(played.names, played.moves)],
            'news': find_changes(before, state),
            'possible': possible,
            'rules': ' '.join(played.game.get_instructions().split()),
            'said': describe_last(played, status)}


def draw_board(played: Replay, possible: list[dict[str, Any]]
               ) -> Optional[str]:
    """Return the drawing of the last position as SVG, with a button for each
    place of a move. Return None if its game has no drawing.
    """
    state = played.states[-1]
    drawing = find_drawing(state)
    if drawing is None:
        return None
    svg = drawing.draw_states(played.states)
    svg.set('role', 'group')
    svg.set('aria-label', make_title(type(played.game)))
    words = {each['move']: each['words'] for each in possible}
    owners = drawing.find_owners(state)
    for shape in svg.iter():
        move = shape.get('data-move')
        if move is not None:
            shape.set('role', 'button')
            shape.set('aria-label', name_place(move, owners.get(move, ''),
                                               words.get(move, '')))
            shape.set('tabindex', '0' if move in words else '-1')
            if move not in words:
                shape.set('aria-disabled', 'true')
    return write_svg(svg, False)


def name_place(move: str, owner: str, words: str) -> str:
    """Return what a screen reader calls the place of move, given its owner and
    what the move claims in words.

    >>> name_place('A', 'p1', ''), name_place('A', '', 'claims 1 ley-line')
    ('A, Player 1', 'A, claims 1 ley-line')
    """
    title = make_player_title(owner) if owner.startswith('p') else owner
    return ', '.join(filter(None, [move, title, words]))


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
