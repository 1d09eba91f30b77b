"""What the page shows of a game: the board, the moves, how it stands.

An answer says of elements of the page, by their names, what text they have,
what value, what choices, and whether they are hidden, disabled, pressed. The
board is the drawing of the position, with a button at the place of each move.
"""
from html import escape
from typing import Any, Optional
from xml.etree.ElementTree import Element, SubElement
import json
from drawings import find_drawing
from drawings.shapes import add_circle, format_svg
from game_state import GameState
from interface.display import ask_optional
from interface.faults import Attempt
from interface.words import describe_result, describe_score, format_plies, \
    make_player_title, make_title
from web.games import PageGame, format_link, quote_moves, split_moves

# So many moves of another line of play are shown.
MOST_SHOWN = 4

# A letter for each score, and its class in the style sheet.
KINDS = {1: ('W', 'win'), 0: ('T', 'tie'), -1: ('L', 'loss'),
         None: ('?', 'unknown')}


def answer_position(request: dict[str, Any]) -> dict[str, Any]:
    """Return what the page shows of the game in request, and asks next."""
    game = PageGame(request)
    history, can_move = game.history, game.can_move()
    state = history.game.current_state
    title = make_title(type(history.game))
    moves = state.get_possible_moves() if can_move else []
    turns = {'undo': game.find_turn(-1), 'redo': game.find_turn(1)}
    then = 'values' if game.request['values'] and game.player else ''
    return {
        'request': game.request, 'link': game.format_address(),
        'game': format_link(game.record._replace(moves=())),
        'path': quote_moves(history.made()), 'place': history.place,
        'lines': list_lines(game),
        'text': {'title': title, 'status': describe_last(game),
                 'standing': ask_optional(state, 'describe_standing') or '',
                 'rules': ' '.join(history.game.get_instructions().split()),
                 'message': '', 'found': ''},
        'board': format_board(history.states[:history.place + 1], moves, title),
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


def list_moves(game: PageGame) -> list[dict[str, Any]]:
    """Return the list of moves from the start on, each with its player and
    what a review says about it.
    """
    history, notes = game.history, game.request['notes']
    return [{'text': 'Start', 'player': '', 'note': ''}, *(
        {'text': f'{i + 1}. {move}', 'note': ''.join(notes[i:i + 1]),
         'player': state.get_current_player_name()}
        for i, (state, move) in enumerate(zip(history.states, history.moves)))]


def list_lines(game: PageGame) -> list[dict[str, str]]:
    """Return the other lines of play, and how each differs from this one."""
    found, now = [], list(map(str, game.history.moves))
    for line in game.request['lines']:
        moves = split_moves(line)
        same = next((i for i, pair in enumerate(zip(moves, now))
                     if pair[0] != pair[1]), min(len(moves), len(now)))
        words = ' '.join(f'{i + 1}. {moves[i]}'
                         for i in range(same, len(moves))[:MOST_SHOWN])
        more = ' …' * (len(moves) > same + MOST_SHOWN)
        found.append({'line': line, 'text': words + more})
    return found


def describe_last(game: PageGame) -> str:
    """Return the last move, its claims, and how the game stands, in words."""
    history, before = game.history, game.history.before()
    status = describe_result(game.result, game.player)
    if before is None:
        return status
    who = make_player_title(before.get_current_player_name())
    move = describe_move(before, history.moves[history.place - 1])
    return f'{who}: {move}. {status}'


# === The board ===

def format_board(states: list[GameState], moves: list, title: str) -> str:
    """Return the board of the last of states, which follow each other, as HTML:
    its drawing, or else its picture as text, with buttons for moves. The place
    of each has data-move, and there is room for a mark in what has data-mark.
    """
    state, before = states[-1], states[-2 if len(states) > 1 else -1]
    drawing = find_drawing(state)
    if drawing is None:
        return format_picture(state, list(map(str, moves)), title)
    svg = drawing.draw_states(states)
    svg.attrib |= {'role': 'group', 'aria-label': title,
                   'class': f'turn-{state.get_current_player_name()}'}
    news = find_changes(before, state)
    changes = {str(each): find_changes(state, state.make_move(each))
               for each in moves}
    for shape in list(svg.iter()):
        if shape.get('data-part') in news:
            shape.set('class', f'{shape.get("class")} new')
        move = shape.get('data-move')
        if move is not None:
            words = describe_place(state, move, changes.get(move, []))
            make_button(shape, words, changes.get(move))
            add_badge(svg, shape).set('data-mark', move)
    return format_svg(svg, False)


def make_button(shape: Element, name: str, changes: Optional[list[str]]
                ) -> None:
    """Make shape a button with this name. If it can be pressed, the page lights
    up the parts that the move would change.
    """
    shape.attrib |= {'role': 'button', 'aria-label': name}
    shape.attrib |= {'tabindex': '-1', 'aria-disabled': 'true'} \
        if changes is None \
        else {'tabindex': '0', 'data-claims': json.dumps(changes)}


def format_picture(state: GameState, moves: list[str], title: str) -> str:
    """Return the picture of state as text in HTML, and buttons for moves."""
    buttons = ''.join(
        f'<button type="button" data-move="{escape(move)}">{escape(move)} '
        f'<span data-mark="{escape(move)}"><i></i><b></b></span></button>'
        for move in moves)
    return f'<pre tabindex="0" role="group" aria-label="{escape(title)}">' \
           f'{escape(str(state))}</pre><div class="buttons">{buttons}</div>'


def describe_place(state: GameState, move: str, changes: list[str]) -> str:
    """Return in words the place of move in state. The move has these changes.

    >>> from stonehenge import StonehengeState, board_of
    >>> at = StonehengeState(True, board_of(1), 'A1C', '1@@1@@')
    >>> describe_place(at, 'B', []), describe_place(at, 'C', ['C', 'line 1'])
    ('B, Player 1', 'C, claims 1 ley-line')
    """
    drawing = find_drawing(state)
    owner = drawing.find_owners(state).get(move, '') if drawing else ''
    title = make_player_title(owner) if owner in ('p1', 'p2') else owner
    words = drawing.describe_claims(changes) if drawing else ''
    return ', '.join(filter(None, [move, title, words]))


def describe_move(state: GameState, move: Any) -> str:
    """Return in words move, which is possible in state, and its claims."""
    return describe_place(state, str(move),
                          find_changes(state, state.make_move(move)))


def find_changes(before: GameState, after: GameState) -> list[str]:
    """Return the parts of the drawing that change their owner after before.

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


def make_marks(state: GameState, values: list, plies: dict[str, int]
               ) -> list[dict[str, str]]:
    """Return what marks the moves in values, pairs of a move and its score, on
    the board of state: a letter, its class, a note beside it, and the name of
    the place with them. The note is how many plies are left, if that is known,
    or else, if the score is not, an estimate.
    """
    marks = []
    for move, score in values:
        words = f'{describe_move(state, move)}, {describe_score(score)}'
        note = str(plies.get(str(move), ''))
        if note:
            words += f' in {format_plies(int(note))}'
        elif score is None:
            note = f'~{estimate_move(state, move):+z.1f}'
            words += f', estimate {note[1:]}'
        marks.append({'move': str(move), 'letter': KINDS[score][0],
                      'kind': KINDS[score][1], 'name': words,
                      'note': note})
    return marks


def estimate_move(state: GameState, move: Any) -> float:
    """Return what the score of move in state seems to be."""
    after = state.make_move(move)
    turns = after.get_current_player_name() != state.get_current_player_name()
    rough = Attempt(after.rough_outcome).result or 0.0
    return -rough if turns else rough


def add_badge(svg: Element, shape: Element) -> Element:
    """Add an empty badge at the upper right of shape, or in its middle if it
    is bare, that is, without text. Return the badge, whose last parts have room
    for a note and for a letter.
    """
    left, top, right, bottom = find_box(shape)
    part = 0.5 if 'bare' in shape.get('class', '').split() else 0.14
    x, y = right - part * (right - left), top + part * (bottom - top)
    badge = SubElement(svg, 'g', {'class': 'mark', 'aria-hidden': 'true'})
    add_circle(badge, (x, y), 9, {})
    SubElement(badge, 'text', {'class': 'beside', 'x': f'{x + 11:.1f}',
                               'y': f'{y + 4.3:.1f}'})
    SubElement(badge, 'text', {'x': f'{x:.1f}', 'y': f'{y + 4.3:.1f}'})
    return badge


def find_box(shape: Element) -> tuple[float, float, float, float]:
    """Return the left, upper, right and lower end of a circle, a rectangle or a
    polygon.

    >>> find_box(Element('circle', {'cx': '5', 'cy': '6', 'r': '2'}))
    (3.0, 4.0, 7.0, 8.0)
    """
    def read(*names: str) -> list[float]:
        """Return the attributes of shape with these names."""
        return [float(shape.get(name, '0')) for name in names]
    if shape.tag == 'circle':
        x, y, radius = read('cx', 'cy', 'r')
        return x - radius, y - radius, x + radius, y + radius
    if shape.tag == 'rect':
        x, y, wide, high = read('x', 'y', 'width', 'height')
        return x, y, x + wide, y + high
    xs, ys = zip(*(map(float, point.split(','))
                   for point in shape.get('points', '').split()))
    return min(xs), min(ys), max(xs), max(ys)
