"""What takes time: moves of programs, values, hints, reviews, and the tree of
positions with the steps of a search in it.

Each function reports how far it has come by the function tell. To stop it,
whoever asked ends its process, or its worker in the browser.
"""
from functools import lru_cache
from importlib.util import find_spec
from math import inf
from time import perf_counter
from typing import Any, Optional
import game_interface
from interface.after_game import describe_review, describe_turning_point
from interface.display import choose_move
from interface.faults import Attempt
from interface.replay import History
from interface.session import Analyst
from interface.words import describe_hint, format_guess, group_values
from web.games import PageGame, Tell, usable_strategies
from web.positions import answer_position, list_moves, make_marks

# Seconds for the first search for values, and for the last one.
FIRST_SECONDS, LONGEST_SECONDS = 0.05, 300.0

# Seconds for a hint, for each move of a review, and for what decided the game.
HINT_SECONDS, REVIEW_SECONDS, TURNING_SECONDS = 5.0, 2.0, 5.0

# Seconds for a guess, and the share of the time before that it may take.
GUESS_SECONDS, GUESS_SHARE = 0.5, 0.1

# No more steps of a search than this are shown, and no tree with more plies.
MOST_STEPS = 1_000
DEEPEST = 12

NO_ANALYST = 'the folder engine and our strategy.py, which are not both here'


def answer_choice(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the position after the move of the program that is to move."""
    game = open_unfinished(request)
    if not game.is_program_next():
        raise ValueError("It is a person's turn")
    key = game.record.p1 if game.player == 'p1' else game.record.p2
    strategy = usable_strategies[key or '']
    move = choose_move(strategy, game.history.game,
                       lambda text: tell({'text': {'thinking': text}}))
    try:
        return answer_position(game.format_move(move))
    except ValueError as error:
        raise ValueError(f'The program chose {move}. {error}') from error


def require_analyst() -> Analyst:
    """Return the functions that find values. Raise ValueError without them."""
    if game_interface.ANALYST is None:
        raise ValueError(f'Values, hints and reviews need {NO_ANALYST}')
    return game_interface.ANALYST


def open_unfinished(request: dict[str, Any]) -> PageGame:
    """Return the game in request. Raise ValueError if it is over."""
    game = PageGame(request)
    if not game.player:
        raise ValueError('The game is over')
    return game


def answer_values(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the values of the moves. Tell those found so far again and again.
    """
    analyst = require_analyst()
    history, start = open_unfinished(request).history, perf_counter()

    def describe(values: list) -> dict[str, Any]:
        """Return values as marks on the board and in a line."""
        known = [value for value in values if value.score is not None]
        groups = group_values(known)
        if values[0].score != 1 and len(known) < len(values):
            guess = guess_move(history, GUESS_SHARE * (perf_counter() - start))
            groups += [('a guess', [guess])] if guess else []
        line = '; '.join(f'{word}: {", ".join(moves)}'
                         for word, moves in groups)
        return {'marks': make_marks(history.game.current_state, values),
                'text': {'found': line}}

    def tell_values(values: list, number: int) -> None:
        """Tell these values, and how many positions' scores are known."""
        answer = describe(values)
        answer['text']['thinking'] = f'Looking for the values: {number:,} ' \
                                     f'positions known'
        tell(answer)
    return describe(analyst.find_all_values(
        history.game, FIRST_SECONDS, LONGEST_SECONDS, tell_values,
        history.scores))


def guess_move(history: History, seconds: float) -> str:
    """Return in words the move that looks best after this many seconds, but no
    more than GUESS_SECONDS; '' if somebody's game fails at that.
    """
    guess = Attempt(require_analyst().find_guess, history.game,
                    min(seconds, GUESS_SECONDS), history.scores).result
    return format_guess(*guess) if guess else ''


def answer_hint(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return a best move, and in words what it leads to."""
    history = open_unfinished(request).history
    hint = require_analyst().find_hint(
        history.game, HINT_SECONDS - GUESS_SECONDS, history.scores)
    line = describe_hint(hint.move, hint.score, hint.plies, HINT_SECONDS)
    guess = guess_move(history, GUESS_SECONDS) if hint.move is None else ''
    return {'hinted': str(hint.move), 'text': {
        'found': f'{line} A guess: {guess}.' if guess else line}}


def answer_review(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return what each move of a game was worth, and which one decided it."""
    game, analyst = PageGame(request | {'place': None}), require_analyst()
    history = game.history
    notes = game.request['notes'] = []
    for score, better in analyst.review_moves(
            history.game, history.states, history.moves, REVIEW_SECONDS,
            history.scores):
        notes.append(describe_review(score, better))
        tell({'moves': list_moves(game)})
    point = analyst.find_turning_point(
        history.game, history.states, history.moves,
        TURNING_SECONDS, history.scores) if game.result else None
    answer = answer_position(request | {'notes': notes})
    answer['text']['found'] = '' if point is None \
        else describe_turning_point(game, point.index, point.better)
    return answer


# === The tree, by the tree lab ===

def describe_missing() -> str:
    """Return a line that says why there is no tree here, '' if there is."""
    if game_interface.ANALYST is None:
        return f'The tree needs {NO_ANALYST}'
    if find_spec('labs') is None or find_spec('labs.game_tree') is None:
        return 'The tree needs the folder labs, which is not here'
    return '' if find_spec('anytree') else 'The tree needs anytree, which ' \
        'is not installed here. To install it: python3 -m pip install anytree'


def read_tree(request: dict[str, Any]) -> tuple[Optional[int],
                                                Optional[list[str]]]:
    """Return how many plies the tree in request has, and the paths of the
    positions that are unfolded; None for what it does not say.
    """
    plies, unfolded = request.get('plies'), request.get('unfolded')
    if describe_missing():
        raise ValueError(describe_missing())
    if not (plies is None or isinstance(plies, int)
            and 1 <= plies <= DEEPEST):
        raise ValueError(f'A tree has from 1 to {DEEPEST} plies here')
    if not (unfolded is None or isinstance(unfolded, list)
            and all(isinstance(path, str) for path in unfolded)):
        raise ValueError('This is not a tree as the page writes it')
    return plies, unfolded


def answer_tree(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return a drawing of the tree from the position in request."""
    plies, unfolded = read_tree(request)
    from strategy import recurse_deeply
    from labs.game_tree.page import draw_tree
    return recurse_deeply(draw_tree, PageGame(request).history.game, plies,
                          unfolded, bool(request.get('merge')))


def answer_search(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return a step of the search in request, drawn in the tree."""
    plies, unfolded = read_tree(request)
    from strategy import recurse_deeply
    from labs.game_tree.searches import describe_win_at_once
    from labs.game_tree.step_view import draw_step, explain_steps
    from labs.game_tree.steps import SEARCHES
    name, number = request.get('search', 'iterative'), request.get('step', 1)
    if name not in list(SEARCHES) or not isinstance(number, int):
        raise ValueError('There is no such search')
    shown = PageGame(request)
    game = shown.history.game
    steps = record(shown.format_link(), name,
                   plies if plies and name == 'alphabeta' else inf)
    notes = explain_steps(steps) + describe_win_at_once(game, name)
    last = min(len(steps), MOST_STEPS)
    if len(steps) > last:
        notes.append(f'Only the first {last:,} steps are shown.')
    number = max(1, min(number, last))
    return recurse_deeply(draw_step, game, steps[:last], number, plies,
                          unfolded) \
        | {'step': number, 'steps': last, 'notes': ' '.join(notes),
           'progress': f'Step {number} of {last:,}'}


@lru_cache(maxsize=2)
def record(link: str, name: str, horizon: float) -> list[Any]:
    """Return the steps of a search in the position in link."""
    from strategy import recurse_deeply
    from labs.game_tree.steps import record_steps
    return recurse_deeply(record_steps, PageGame({'link': link}).history.game,
                          name, horizon, MOST_STEPS + 1)[0]
