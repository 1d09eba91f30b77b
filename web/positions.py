"""What the page shows of a game: the board, the moves, how it stands; and what
takes time: moves of programs, values, hints and reviews.

An answer says of elements of the page, by their names, what text they have,
HTML or value, and whether they are hidden, disabled or pressed.
"""

from html import escape
from itertools import product
from os.path import commonprefix
from time import perf_counter
from typing import Any, Iterator
from urllib.parse import quote
import re
from drawings import explain_ending
from drawings.board import describe_move, format_board
from drawings.graph import Point, draw_graph
from drawings.shapes import format_svg
from game_state import GameState
from interface.guard import Guard
from interface.history import describe_hint, describe_mistake, describe_review
from interface.saved_games import format_game
from interface.screen import ask_optional, choose_watched
from interface.words import (
    Attempt,
    describe_result,
    describe_score,
    describe_value,
    format_count,
    format_plies,
    group_values,
    make_player_title,
    make_title,
)
from web.games import MISSING, PageGame, split_moves, usable_strategies
from web.suites import Tell

MOST_SHOWN = 4  # Moves of another line.
# What rules say about the terminal: players' letters, and what to type.
TYPED = re.compile(r' \([A-Z]\)| Type [^.]*\.| @')

# A letter for each score, and its class in the style sheet.
KINDS = {
    1: ('W', 'win'),
    0: ('T', 'tie'),
    -1: ('L', 'loss'),
    None: ('?', 'unknown'),
}
# Seconds for each search for values: two in all, as in the terminal. Each one
# goes on from what the one before has found.
VALUES_SECONDS = 0.1, 0.4, 1.5
# Seconds for a hint, each move of a review, and what decided the game.
HINT_SECONDS = 5.0
REVIEW_SECONDS = 2.0
TURNING_SECONDS = 5.0
# Seconds to find how many plies are left after a move: at first, then where
# that was not enough; and for all moves together.
PLIES_SECONDS = 0.1, 1.0
ALL_PLIES_SECONDS = 3.0

# What a review says of a move: see make_note.
Note = tuple[str, float, bool, bool]


def answer_position(request: dict[str, Any]) -> dict[str, Any]:
    """Return what the page shows of the game in request, and asks next."""
    game = PageGame(request)
    with Guard(game) as guard:  # It names whoever breaks a contract.
        guard.is_over()
        guard.draw(lambda _width: str(game.game.current_state), None)
        if game.result:
            guard.check_result()
        return show_game(game, guard.lacking)


def show_game(game: PageGame, lacking: list[str]) -> dict[str, Any]:
    """Return what the page shows of game, and asks next; say what it lacks."""
    can_move = game.can_move()
    title = make_title(type(game.game))
    states = game.states[: game.place + 1]
    moves = states[-1].get_possible_moves() if can_move else []
    why, ending = explain_ending(states) if game.result else ('', None)
    turns = {
        name: next(iter(game.list_turns(step, game.people)), None)
        for name, step in (('undo', -1), ('redo', 1))
    }
    last = describe_last(game)
    now = describe_result(game.result, game.player)
    html = {
        'board': format_board(states, moves, title, ending),
        **show_moves(game),
    }
    if game.result:
        kind = f'result {game.result}'
        html['status'] = f'{escape(last)}<strong class="{kind}">{now}</strong>'
    if not why:
        why = ask_optional(states[-1], 'describe_standing') or ''
    saved = quote(format_game(game.to_saved()))
    return {
        'request': game.request,
        'link': game.format_address(),
        'path': game.format_path(),
        'turns': turns,
        'text': {
            'title': title,
            'status': last + now,
            'message': '',
            'missing': ' '.join(MISSING + lacking),
            'found': '',
            'rules': read_rules(game),
            'value': describe_reviewed(game),
            'standing': why,
        },
        'html': html,
        'hidden': {
            'legend': not game.request['values'],
            'programs': bool(game.people) and not game.request['paused'],
        },
        'href': {'save': f'data:text/plain;charset=utf-8,{saved}'},
        'download': {'save': f'{title.lower().replace(" ", "-")}.txt'},
        'disabled': {
            'hint': not can_move,
            'review': not game.moves,
            'pause': not game.player,
            'step': not game.player,
            **{name: place is None for name, place in turns.items()},
        },
        'pressed': {
            'pause': game.request['paused'],
            'values': game.request['values'],
        },
        'next': find_next(game),
        'watched': not game.people,
    }


def describe_last(game: PageGame) -> str:
    """Return in words who has made the last move of game, and which one, '' at
    the beginning.
    """
    if not game.place:
        return ''
    before = game.states[game.place - 1]
    player = make_player_title(before.get_current_player_name())
    return f'{player}: {describe_move(before, game.made()[-1])}. '


def find_next(game: PageGame) -> str:
    """Return the question that the page asks next about game, '' for none."""
    if not game.player:
        return ''
    if not game.can_move():
        return 'choose'
    return 'values' if game.request['values'] else ''


def read_rules(game: PageGame) -> str:
    """Return the rules of game, without what they say about the terminal."""
    return TYPED.sub('', ' '.join(str(game.game.get_instructions()).split()))


def describe_reviewed(game: PageGame) -> str:
    """Return in words what a review says of the position of game, or ''."""
    notes = game.request['notes'][: game.place]
    if not notes or len(notes) < game.place or not notes[-1][2]:
        return ''
    value = notes[-1][1]
    return describe_value(game.player, value if game.player == 'p1' else -value)


def show_moves(game: PageGame) -> dict[str, str]:
    """Return as HTML the moves and their reviews, a graph, and other lines."""
    lines = list_variations(game)
    notes = game.request['notes']
    start = format_row('', 'Start', '', 0, game.place)
    items = [f'<li>{start}{lines.get(0, "")}</li>']
    for i, (state, move) in enumerate(zip(game.states, game.moves)):
        player = state.get_current_player_name()
        note = notes[i][0] if i < len(notes) else ''
        row = format_row(player, f'{i + 1}. {move}', note, i + 1, game.place)
        items.append(f'<li>{row}{lines.get(i + 1, "")}</li>')
    points = list_points(game)
    graph = ''
    if points:
        graph = format_svg(draw_graph(points, game.place), False)
    return {'moves': ''.join(items), 'graph': graph}


def list_points(game: PageGame) -> list[Point]:
    """Return the reviews of moves as points of a graph."""
    notes = game.request['notes']
    return [
        Point(value, is_exact, is_mistake, f'{i}. {move} {note}')
        for i, (move, (note, value, is_exact, is_mistake)) in enumerate(
            zip(game.moves, notes), start=1
        )
    ]


def format_row(player: str, words: str, note: str, i: int, place: int) -> str:
    """Return as HTML the button that leads to the position after i moves: the
    last move there in words, and a note. The page shows that after place.
    """
    kind = f'{player} later' if i > place else player
    here = 'tabindex="0" aria-current=step' if i == place else 'tabindex="-1"'
    return (
        f'<button class="{kind}" data-place="{i}" {here}>'
        f'<b>{escape(words)}</b> <small>{escape(note)}</small></button>'
    )


def list_variations(game: PageGame) -> dict[int, str]:
    """Return other lines of play as HTML, by where they leave that of game."""
    found: dict[int, str] = {}
    for line in game.request['lines']:
        moves = split_moves(line)
        same = len(commonprefix([moves, list(map(str, game.moves))]))
        words = [f'{i}. {move}' for i, move in enumerate(moves, 1)][same:]
        if len(words) > MOST_SHOWN:
            words = [*words[:MOST_SHOWN], '…']
        button = (
            f'<button data-line="{escape(line)}" tabindex="-1">'
            f'{escape(" ".join(words))}</button>'
        )
        found[same] = found.get(same, '') + button
    return found


def answer_choice(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the position after the move of the program that is to move."""
    game = PageGame(request)
    if not game.is_program_next():
        raise ValueError("It is a person's turn")
    strategy = usable_strategies[getattr(game.record, game.player)]

    def show(text: str) -> None:
        """Show how far the program is."""
        tell({'text': {'thinking': text}})

    with Guard(game) as guard:
        move = guard.choose(
            strategy, lambda each, given: choose_watched(each, given, show)
        )
        guard.make_move(move)
    return answer_position(game.format_move(move))


def answer_values(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the values of the moves. Tell those found so far, bit by bit."""
    game = PageGame(request)
    plies = dict[str, int]()
    values = list[Any]()
    for seconds in VALUES_SECONDS:
        values = game.analyse('find_values', seconds)
        if values[-1].score is not None:
            break
        told = describe_values(game, values, plies)
        told['text']['thinking'] = (
            f'Looking for the values: {len(game.scores):,} positions known'
        )
        tell(told)
    for _ in find_plies(game, values, plies):
        tell(describe_values(game, values, plies))
    answer = describe_values(game, values, plies)
    unknown = sum(each.score is None for each in values)
    if unknown:
        text = answer['text']
        if text['found']:
            text['found'] += '. '
        text['found'] += (
            f'Not known within {sum(VALUES_SECONDS):g} s: '
            f'{format_count(unknown, "move")}.'
        )
    return answer


def describe_values(
    game: PageGame, values: list, plies: dict[str, int]
) -> dict[str, Any]:
    """Return values as marks, in a line, and as what they say of the position.
    Where none of them is known, no move is marked.
    """
    marks: list[dict[str, str]] = []
    groups = group_values(each for each in values if each.score is not None)
    if groups:
        marks = make_marks(game.game.current_state, values, plies)
    words = [f'{word}: {", ".join(moves)}' for word, moves in groups]
    return {
        'marks': marks,
        'text': {
            'found': '; '.join(words),
            'value': find_value(game, values, plies),
        },
    }


def find_value(game: PageGame, values: list, plies: dict[str, int]) -> str:
    """Return the position's value in words, if its moves' values tell it. How
    many plies are left is only said if that is known of all moves which may be
    among the best: an unknown one may win sooner, or hold out longer.
    """
    known = [score for _, score in values if score is not None]
    are_all_known = len(known) == len(values)
    best = max(known, default=None)
    if best is None:
        return ''
    if best != 1 and not are_all_known:
        return ''  # An unknown move may be better.
    best_moves = [str(move) for move, score in values if score == best]
    left = [plies[move] for move in best_moves if move in plies]
    if best == 0 or not are_all_known or len(left) < len(best_moves):
        return describe_value(game.player, best)
    # Whoever wins hurries, whoever loses holds out.
    if best == 1:
        return describe_value(game.player, best, min(left))
    return describe_value(game.player, best, max(left))


def make_marks(
    state: GameState, values: list, plies: dict[str, int]
) -> list[dict[str, str]]:
    """Return marks for the moves in values, and names for their places."""
    marks = []
    for move, value in values:
        words = describe_score(value)
        note = ''
        if str(move) in plies:
            note = str(plies[str(move)])
            words += f' in {format_plies(plies[str(move)])}'
        letter, kind = KINDS[value]
        marks.append(
            {
                'move': str(move),
                'letter': letter,
                'kind': kind,
                'name': f'{describe_move(state, move)}, {words}',
                'note': note,
            }
        )
    return marks


def find_plies(
    game: PageGame, values: list, plies: dict[str, int]
) -> Iterator[None]:
    """Add to plies, for a few seconds, how many are left after each move."""
    end = perf_counter() + ALL_PLIES_SECONDS
    for seconds, (move, score) in product(PLIES_SECONDS, values):
        most = min(seconds, end - perf_counter())
        if score and str(move) not in plies and most > 0:
            after = PageGame(game.format_move(move))
            left = 0
            if after.player:
                left = after.analyse('find_hint', most).plies
            if left is not None:
                plies[str(move)] = 1 + left
                yield


def answer_hint(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return a best move, and in words what it leads to."""
    game = PageGame(request)
    hint, line = describe_hint(game, HINT_SECONDS)
    hinted = ''
    if hint.move is not None:
        hinted = str(hint.move)
    return {
        'hinted': hinted,
        'text': {
            'found': line,
            'value': describe_value(game.player, hint.score, hint.plies),
        },
    }


def make_note(review: Any, before: GameState, after: GameState) -> Note:
    """Return what review says of the move from before to after: in words, its
    value for player 1, whether that is exact, and whether it is a mistake.
    """
    if review.score is not None:
        player = before.get_current_player_name()
        value = review.score
    else:
        # An estimate is for the player who is to move then.
        player = after.get_current_player_name()
        value = Attempt(after.rough_outcome).result or 0
    if player == 'p2':
        value = -value
    words = describe_review(review.score, review.better)
    return words, value, review.score is not None, bool(review.better)


def answer_review(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return what each move of a game was worth, and which one decided it."""
    game = PageGame(request | {'place': None})
    shown = PageGame(request)
    states, moves = game.states, game.moves
    notes: list[Note] = []
    shown.request['notes'] = notes
    reviews = game.analyse('review_moves', states, moves, REVIEW_SECONDS)
    for review, before, after in zip(reviews, states, states[1:]):
        notes.append(make_note(review, before, after))
        tell({'html': show_moves(shown)})
    found = ''
    if game.result:
        point = game.analyse(
            'find_turning_point', states, moves, TURNING_SECONDS
        )
        if point is not None:
            found = describe_mistake(game, point.index, point.better)
    answer = answer_position(shown.request)
    answer['text']['found'] = found
    return answer
