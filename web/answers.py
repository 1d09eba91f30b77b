"""The questions that the page asks, and their answers: plain JSON both."""

from html import escape
from typing import Any
from urllib.parse import quote, unquote
import re
from drawings.shapes import format_svg
from drawings.texts import draw_small
from interface.guard import Guard
from interface.history import replay
from interface.saved_games import parse_game
from interface.words import Attempt, explain_error, make_titles
from web.games import (
    CATALOG,
    PERSON,
    USUAL,
    USUAL_GAME,
    PageGame,
    format_link,
    list_sizes,
    playable_games,
    read_address,
    split_moves,
    split_parts,
    usable_strategies,
)
from web.positions import (
    answer_choice,
    answer_hint,
    answer_position,
    answer_review,
    answer_values,
    read_rules,
)
from web.suites import Tell
from web.trees import (
    answer_boards,
    answer_search,
    answer_tree,
    describe_missing,
    list_searches,
)

# What is not shown where nothing tells what moves are worth.
NEED_ENGINE = 'hint', 'values', 'analysis-part', 'show-analysis'

# Against whom one plays at first, if they are there: the first of these.
RIVALS = {'mi': 'minimax', 'ro': 'rough outcome', PERSON: 'another person'}
LONGEST_FILE = 200_000  # The most characters in a saved game.


def start_game(request: dict[str, Any]) -> dict[str, Any]:
    """Return what the page shows of a new game, and in the form for one."""
    shown = answer_position(request)
    parts = USUAL | split_parts(shown['request']['link'])
    is_first = request.get('opened') == ''
    searches = list_searches()
    players = make_titles(usable_strategies) | {PERSON: 'a person'}
    titles = make_titles(playable_games)
    games = {USUAL_GAME: titles[USUAL_GAME], **titles}
    shown['html'] |= answer_sizes(parts)['html'] | {
        'game': format_choices(games),
        'p1': format_choices(players),
        'p2': format_choices(players),
        'search': format_choices(searches),
    }
    shown['value'] = {
        name: unquote(parts[name])
        for name in ('game', 'size', 'first', 'p1', 'p2')
    }
    if is_first:  # Nothing was chosen yet, so the address names nothing.
        shown['link'] = ''
        cards = [Attempt(format_card, *each).result for each in games.items()]
        shown['html']['cards'] = ''.join(filter(None, cards))
    why = describe_missing()
    shown['text'] |= {'no-tree': f'{why}.' if why else '', 'size-note': ''}
    shown['hidden'] |= {
        'tree-form': describe_missing(True) != '' or not searches,
        'draw-parts': why != '',
        'cards': not is_first,
        **dict.fromkeys(NEED_ENGINE, not CATALOG.analyst),
    }
    return shown


def format_card(key: str, title: str) -> str:
    """Return a card as HTML: a game's board, its goal, and an opponent."""
    rules = read_rules(PageGame({'link': f'game={quote(key)}'}))
    goals = [
        each
        for each in re.findall(r'[^.]*\.', rules)
        if re.search(r'\b(win|lose)s?\b', each)
    ]
    goal = goals[0] if goals else ''
    other = next(
        each for each in RIVALS if each in usable_strategies or each == PERSON
    )
    return (
        f'<a class="card" href="#game={quote(key)}&amp;p2={other}">'
        f'<b>{escape(title)}</b><span>{format_preview(key)}</span>'
        f'<span>{escape(goal)}</span><i>You against {RIVALS[other]}</i></a>'
    )


def format_preview(key: str) -> str:
    """Return the board on which the game with this key begins, as HTML."""
    svg = draw_small(PageGame({'link': f'game={quote(key)}'}).states[0])
    svg.set('aria-hidden', 'true')
    return format_svg(svg, False)


def format_choices(names: dict[str, str]) -> str:
    """Return what can be chosen, with these names, as HTML."""
    return ''.join(
        f'<option value="{escape(key)}">{escape(name)}</option>'
        for key, name in names.items()
    )


def answer_sizes(request: dict[str, Any]) -> dict[str, Any]:
    """Return the usual sizes of the game in request, and its board."""
    sizes = list_sizes(request['game'])
    return {
        'html': {
            'sizes': format_choices(dict(zip(sizes, sizes))),
            'preview': format_preview(request['game']),
        },
        'value': {'size': sizes[0] if sizes else ''},
    }


def make_move(request: dict[str, Any]) -> dict[str, Any]:
    """Return the position after the move that a person makes in request."""
    game = PageGame(request)
    if game.player and not game.can_move():
        raise ValueError("It is a program's turn: stop it to move")
    move = game.read_move(request['move'])
    with Guard(game) as guard:  # It names whoever breaks a contract.
        guard.make_move(move)
    return answer_position(game.format_move(move))


def open_link(request: dict[str, Any]) -> dict[str, Any]:
    """Return the game in the link that was opened, or another one, and why."""
    link, mark, tree = request['opened'].partition('&tree=')
    # Programs that play alone wait, as this is to be looked at.
    wanted = read_address(link) | {'paused': 'moves' in link, 'opened': link}
    attempt = Attempt(start_game, wanted)
    if not attempt.error:
        return attempt.result | {'opened': f'tree={tree}' if mark else ''}
    others = [{'link': f'game={quote(key)}'} for key in playable_games]
    for other in request, *others:  # A student's game may raise anything.
        shown = Attempt(start_game, other | {'opened': link}).result
        if shown:
            shown['opened'] = ''
            why = f'{explain_error(attempt.error)}.'
            if link:
                shown['text']['message'] = f'This link holds no game: {why}'
            else:
                shown['text']['missing'] += f' {why}'
            if other is not request or 'link' not in request:
                shown['link'] = link  # It is right once the files are mended.
            return shown
    raise attempt.error


def open_line(request: dict[str, Any]) -> dict[str, Any]:
    """Return the last position of another line of play."""
    game = PageGame(request)
    return answer_position(game.change_line(split_moves(request['line'])))


def load_text(request: dict[str, Any]) -> dict[str, Any]:
    """Return the position of the game in the text in request."""
    if len(request['text']) > LONGEST_FILE:
        raise ValueError('This file is too long to be a saved game')
    saved = parse_game(request['text'])
    replay(saved, CATALOG)  # Its errors name keys or moves.
    return start_game({'link': format_link(saved), 'paused': True})


# What is answered at once, and what may take long.
QUICK = {
    'open': open_link,
    'begin': start_game,
    'sizes': answer_sizes,
    'position': answer_position,
    'move': make_move,
    'line': open_line,
    'load': load_text,
    'boards': answer_boards,
}
SLOW = {
    'choose': answer_choice,
    'values': answer_values,
    'hint': answer_hint,
    'review': answer_review,
    'tree': answer_tree,
    'search': answer_search,
}


def answer(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the answer to request, or raise an error that says why there is
    none. Tell what is known until then, if it takes long.

    >>> answer({'ask': 'position', 'link': 'game=s'}, print)['text']['title']
    'Subtract Square'
    """
    ask = request['ask']
    if ask in QUICK:
        return QUICK[ask](request)
    return SLOW[ask](request, tell)
