"""What the page shows of a game: the board, the moves, how it stands.

An answer says of elements of the page, by their names, what text they have,
HTML or value, and whether they are hidden, disabled, pressed. The board is the
drawing of the position, with a button at the place of each move.
"""
from html import escape
from os.path import commonprefix
from typing import Any, Optional
from urllib.parse import quote
from xml.etree.ElementTree import Element
import json
from drawings import find_drawing
from drawings.graph import Point, draw_graph
from drawings.shapes import add_badge, find_box, format_svg
from game_state import GameState
from interface.display import ask_optional
from interface.faults import Attempt
from interface.saved_games import format_game, record_moves
from interface.words import describe_result, describe_score, format_plies, \
    make_player_title, make_title
from web.games import PageGame, split_moves

# So many moves of another line of play are shown.
MOST_SHOWN = 4

# A place on the board has at least this side in pixels, where fingers press it.
FINGER = 44

STEP = ' aria-current="step"'  # What the move is that is shown.

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
    turns = {name: next(iter(game.find_turns(step)), None)
             for name, step in (('undo', -1), ('redo', 1))}
    saved = format_game(record_moves(game.record, history.game, history.made()))
    then = 'values' if game.request['values'] and game.player else ''
    return {
        'request': game.request, 'link': game.format_address(),
        'path': game.format_path(), 'turns': turns,
        'text': {'title': title, 'status': describe_last(game),
                 'standing': ask_optional(state, 'describe_standing') or '',
                 'rules': ' '.join(history.game.get_instructions().split()),
                 'message': '', 'found': ''},
        'html': show_moves(game) | {'board': format_board(
            history.states[:history.place + 1], moves, title)},
        'hidden': {'type': not can_move, 'legend': not game.request['values'],
                   'lines-part': not game.request['lines'],
                   'graph-part': not game.request['notes'],
                   'programs': bool(game.people)
                   and not game.request['paused']},
        'href': {'save': f'data:text/plain;charset=utf-8,{quote(saved)}'},
        'download': {'save': f'{title.lower().replace(" ", "-")}.txt'},
        'disabled': {'hint': not can_move, 'review': not history.moves,
                     'pause': not game.player, 'step': not game.player}
        | {name: place is None for name, place in turns.items()},
        'pressed': {'pause': game.request['paused'],
                    'values': game.request['values']},
        'next': then if can_move or not game.player else 'choose',
        'watched': not game.people}


def show_moves(game: PageGame) -> dict[str, str]:
    """Return the list of the moves, with what a review says about each, their
    graph, and the list of other lines of play, as HTML. Buttons have data-line,
    another line, or data-place, after how many moves they lead.
    """
    history, notes = game.history, game.request['notes']
    rows = [('', 'Start', ''), *(
        (state.get_current_player_name(), f'{i + 1}. {move}',
         notes[i][0] if i < len(notes) else '')
        for i, (state, move) in enumerate(zip(history.states, history.moves)))]
    moves = [f'<li><button class="{player}{" later" * (i > history.place)}" '
             f'data-place="{i}"{STEP * (i == history.place)}><b>{escape(words)}'
             f'</b> <small>{escape(note)}</small></button></li>'
             for i, (player, words, note) in enumerate(rows)]
    lines = [f'<li><button data-line="{escape(line)}">'
             f'{escape(describe_line(game, line))}</button></li>'
             for line in game.request['lines']]
    points = [Point(value, is_exact, is_mistake, f'{words} {note}')
              for (note, value, is_exact, is_mistake), (_, words, _)
              in zip(notes, rows[1:])]
    return {'moves': ''.join(moves), 'lines': ''.join(lines),
            'graph': format_svg(draw_graph(points, history.place), False)
            if points else ''}


def describe_line(game: PageGame, line: str) -> str:
    """Return how another line of play differs from that of game."""
    moves, now = split_moves(line), list(map(str, game.history.moves))
    same = len(commonprefix([moves, now]))
    return ' '.join(f'{i + 1}. {moves[i]}'
                    for i in range(same, len(moves))[:MOST_SHOWN]) \
        + ' …' * (len(moves) > same + MOST_SHOWN)


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
        if shape.tag == 'text':  # The parts have names of their own.
            shape.set('aria-hidden', 'true')
        move = shape.get('data-move')
        if move is not None:
            words = describe_place(state, move, changes.get(move, []))
            make_button(shape, words, changes.get(move))
            add_badge(svg, shape).set('data-mark', move)
    make_room(svg)
    return format_svg(svg, False)


def make_room(svg: Element) -> None:
    """Make the board svg as large as fingers need it."""
    boxes = [find_box(each) for each in svg.iter() if each.get('data-move')]
    least = min((min(right - left, bottom - top)
                 for left, top, right, bottom in boxes), default=FINGER)
    for name in 'width', 'height':
        wide = float(svg.get(name, '0')) * FINGER / least
        svg.set(name, f'{wide:.1f}')


def make_button(shape: Element, name: str, changes: Optional[list[str]]
                ) -> None:
    """Make shape a button with this name. If it can be pressed, the page lights
    up the parts that the move would change.
    """
    shape.attrib |= {'role': 'button', 'aria-label': name, 'tabindex': '-1'} | (
        {'aria-disabled': 'true'} if changes is None
        else {'data-claims': json.dumps(changes)})


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


def make_marks(state: GameState, values: list, plies: dict[str, int],
               estimates: dict[Any, float]) -> list[dict[str, str]]:
    """Return what marks the moves in values, pairs of a move and its score, on
    the board of state: a letter, its class, a note beside it, and the name of
    the place with them. The note is how many plies are left, if that is known,
    or else its estimate.
    """
    marks = []
    for move, score in values:
        words = f'{describe_move(state, move)}, {describe_score(score)}'
        note = str(plies.get(str(move), ''))
        if note:
            words += f' in {format_plies(int(note))}'
        elif move in estimates:
            note = f'~{estimates[move]:+z.1f}'
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
