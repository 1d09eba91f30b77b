"""What the page shows of a game: the board, the moves, how it stands.

An answer says of elements of the page, by their names, what text they have,
HTML or value, and whether they are hidden, disabled, pressed or open.
"""
from html import escape
from os.path import commonprefix
from types import ModuleType
from typing import Any, Optional
from urllib.parse import quote
from xml.etree.ElementTree import Element
import json
import re
from drawings import explain_ending, find_changes, find_drawing, find_new, \
    find_owners
from drawings.graph import Point, draw_graph
from drawings.shapes import add_badge, enlarge, format_svg
from game_state import GameState
from interface.saved_games import format_game
from interface.screen import ask_optional
from interface.words import describe_result, describe_value, \
    make_player_title, make_title
from web.games import PageGame, split_moves

# How many moves of another line are shown; the least side of a place in pixels.
MOST_SHOWN, FINGER = 4, 44
# What rules say about the terminal: players' letters, and what to type.
TYPED = re.compile(r' \([A-Z]\)| Type [^.]*\.| @')


def answer_position(request: dict[str, Any]) -> dict[str, Any]:
    """Return what the page shows of the game in request, and asks next."""
    game = PageGame(request)
    can_move, title = game.can_move(), make_title(type(game.game))
    states = game.states[:game.place + 1]
    moves = states[-1].get_possible_moves() if can_move else []
    why, ending = explain_ending(states) if game.result else ('', None)
    turns = {name: next(iter(game.list_turns(step, game.people)), None)
             for name, step in (('undo', -1), ('redo', 1))}
    last, now = '', describe_result(game.result, game.player)
    for before, move in zip(states[-2:-1], game.made()[-1:]):
        last = f'{make_player_title(before.get_current_player_name())}: ' \
               f'{describe_move(before, move)}. '
    result = {'status': f'{escape(last)}<strong class="result {game.result}">'
                        f'{now}</strong>'} if game.result else {}
    saved = quote(format_game(game.to_saved()))
    then = 'values' if game.request['values'] and game.player else ''
    return {
        'request': game.request, 'link': game.format_address(),
        'path': game.format_path(), 'turns': turns,
        'text': {'title': title, 'status': last + now, 'message': '',
                 'found': '', 'rules': read_rules(game),
                 'value': describe_reviewed(game),
                 'standing': why or ask_optional(
                     states[-1], 'describe_standing') or ''},
        'html': {'board': format_board(states, moves, title, ending),
                 **show_moves(game), **result},
        'hidden': {'type': not can_move, 'legend': not game.request['values'],
                   'programs': bool(game.people)
                   and not game.request['paused']},
        'href': {'save': f'data:text/plain;charset=utf-8,{saved}'},
        'download': {'save': f'{title.lower().replace(" ", "-")}.txt'},
        'disabled': {'hint': not can_move, 'review': not game.moves,
                     'pause': not game.player, 'step': not game.player}
        | {name: place is None for name, place in turns.items()},
        'pressed': {'pause': game.request['paused'],
                    'values': game.request['values']},
        'next': then if can_move or not game.player else 'choose',
        'watched': not game.people}


def read_rules(game: PageGame) -> str:
    """Return the rules of game, without what they say about the terminal."""
    return TYPED.sub('', ' '.join(game.game.get_instructions().split()))


def describe_reviewed(game: PageGame) -> str:
    """Return in words what a review says of the position of game, or ''."""
    notes = game.request['notes'][:game.place]
    if not notes or len(notes) < game.place or not notes[-1][2]:
        return ''
    value = notes[-1][1]
    return describe_value(game.player, value if game.player == 'p1' else -value)


def show_moves(game: PageGame) -> dict[str, str]:
    """Return as HTML the moves and their reviews, a graph, and other lines."""
    notes = game.request['notes']
    rows = [('', 'Start', ''), *(
        (state.get_current_player_name(), f'{i + 1}. {move}',
         notes[i][0] if i < len(notes) else '')
        for i, (state, move) in enumerate(zip(game.states, game.moves)))]
    lines = list_variations(game)
    moves = [f'<li><button class="{player}{" later" * (i > game.place)}" '
             f'data-place="{i}" tabindex="{-(i != game.place)}"'
             f'{" aria-current=step" * (i == game.place)}>'
             f'<b>{escape(words)}</b> <small>{escape(note)}</small>'
             f'</button>{lines.get(i, "")}</li>'
             for i, (player, words, note) in enumerate(rows)]
    points = [Point(value, is_exact, is_mistake, f'{words} {note}')
              for (note, value, is_exact, is_mistake), (_, words, _)
              in zip(notes, rows[1:])]
    return {'moves': ''.join(moves),
            'graph': format_svg(draw_graph(points, game.place), False)
            if points else ''}


def list_variations(game: PageGame) -> dict[int, str]:
    """Return the other lines of play as HTML, by the number of moves after
    which they leave that of game.
    """
    found: dict[int, str] = {}
    for line in game.request['lines']:
        moves = split_moves(line)
        same = len(commonprefix([moves, list(map(str, game.moves))]))
        words = ' '.join(f'{i + 1}. {moves[i]}' for i in
                         range(same, len(moves))[:MOST_SHOWN]) \
            + ' …' * (len(moves) > same + MOST_SHOWN)
        found[same] = found.get(same, '') + \
            f'<button data-line="{escape(line)}" tabindex="-1">' \
            f'{escape(words)}</button>'
    return found


def format_board(states: list[GameState], moves: list, title: str,
                 ending: Optional[list[str]]) -> str:
    """Return the board of the last of states as HTML, with room for the marks
    of moves. If the game is over, the parts in ending show why.
    """
    state, picture = states[-1], str(states[-1])
    drawing = find_drawing(state)
    svg = drawing.draw_states(states) if drawing else Element('svg')
    # A student's moves may be other ones than those of the picture.
    if drawing is None or not set(map(str, state.get_possible_moves())) <= {
            each.get('data-move') for each in svg.iter()}:
        return format_picture(picture, list(map(str, moves)), title)
    svg.attrib |= {
        'role': 'group', 'class': 'over' if ending is not None
        else f'turn-{state.get_current_player_name()}',
        'aria-label': title if '\n' in picture else f'{title}: {picture}'}
    for kind, parts in ('new', find_new(states)), ('final', ending or []):
        for shape in svg.iter():
            if shape.get('data-part') in parts:
                shape.set('class', f'{shape.get("class")} {kind}')
    owners = find_owners(state)
    name_shapes(svg, drawing, owners, {
        str(each): find_changes(owners, state.make_move(each))
        for each in moves})
    enlarge(svg, FINGER)
    return format_svg(svg, False)


def name_shapes(svg: Element, drawing: ModuleType, owners: dict[str, str],
                changes: dict[str, list[str]]) -> None:
    """Name the parts of a board that have these owners. Make buttons of the
    places of moves, which can be pressed if their changes are known.
    """
    for shape in list(svg.iter()):
        part, move = shape.get('data-part', ''), shape.get('data-move')
        if shape.tag == 'text':  # All that it says has a name.
            shape.set('aria-hidden', 'true')
        elif 'marker' in shape.get('class', '').split():
            shape.attrib |= {'role': 'img', 'aria-label': describe_part(
                part, owners[part] or 'not claimed')}
        elif move is not None:
            words = drawing.describe_claims(changes.get(move, []))
            shape.attrib |= {
                'role': 'button', 'tabindex': '-1', 'aria-label':
                describe_part(move, owners.get(move, ''), words),
                **({'data-claims': json.dumps(changes[move])}
                   if move in changes else {'aria-disabled': 'true'})}
            add_badge(svg, shape).set('data-mark', move)


def format_picture(picture: str, moves: list[str], title: str) -> str:
    """Return the picture, which is text, as HTML, and buttons for moves."""
    buttons = ''.join(
        f'<button type="button" data-move="{move}">{move} '
        f'<span data-mark="{move}"><i></i><b></b></span></button>'
        for move in map(escape, moves))
    return f'<pre tabindex="0" role="group" aria-label="{escape(title)}">' \
           f'{escape(picture)}</pre><div class="buttons">{buttons}</div>'


def describe_part(part: str, owner: str, words: str = '') -> str:
    """Return in words a part of the board and who owns it, and other words."""
    title = make_player_title(owner) if owner in ('p1', 'p2') else owner
    return ', '.join(filter(None, [part, title, words]))


def describe_move(state: GameState, move: Any) -> str:
    """Return in words move, which is possible in state, and its claims."""
    drawing = find_drawing(state)
    return describe_part(str(move), '', drawing.describe_claims(
        find_new([state, state.make_move(move)])) if drawing else '')
