"""What takes time: moves of programs, values, hints, reviews, and the tree of
positions with the steps of a search in it.

Each function reports how far it has come by the function tell. To stop it,
whoever asked ends its process, or its worker in the browser.
"""
from copy import copy
from importlib.util import find_spec
from math import inf
from time import perf_counter
from typing import Any, Optional
import game_interface
from game_state import GameState
from interface.after_game import describe_review, describe_turning_point
from interface.display import choose_move
from interface.faults import Attempt
from interface.session import Analyst, History
from interface.words import describe_hint, format_guess, group_values, \
    needs_guess
from web.games import PageGame, Tell, usable_strategies
from web.positions import answer_position, estimate_move, list_moves, \
    make_marks

# Seconds for the first search for values, and for the last one.
FIRST_SECONDS, LONGEST_SECONDS = 0.05, 300.0

# Seconds for a hint, for each move of a review, and for what decided the game.
HINT_SECONDS, REVIEW_SECONDS, TURNING_SECONDS = 5.0, 2.0, 5.0

# Seconds for a guess, and the share of the time before that it may take.
GUESS_SECONDS, GUESS_SHARE = 0.5, 0.1

# Seconds to find how many plies are left after a move: at first, and then where
# that was not enough.
PLIES_SECONDS = 0.1, 1.0

# No more steps of a search than this are shown, and no tree with more plies.
MOST_STEPS = 3_000
DEEPEST = 12

# What plain minimax beside alpha-beta is called, and how much work each search
# may do when its visits are counted: about two seconds.
COMPARE, MOST_COUNTED = 'compare', 200_000

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
    state, plies = history.game.current_state, dict[str, int]()

    def describe(values: list) -> dict[str, Any]:
        """Return values as marks on the board and in a line."""
        known = [value for value in values if value.score is not None]
        groups = group_values(known, 0)
        if needs_guess(values):
            guess = guess_move(history, GUESS_SHARE * (perf_counter() - start))
            groups += [('a guess', [guess])] if guess else []
        line = '; '.join(f'{word}: {", ".join(moves)}'
                         for word, moves in groups)
        return {'marks': make_marks(state, values, plies),
                'text': {'found': line}}

    def tell_values(values: list, number: int) -> None:
        """Tell these values, and how many positions' scores are known."""
        answer = describe(values)
        answer['text']['thinking'] = f'Looking for the values: {number:,} ' \
                                     f'positions known'
        tell(answer)
    values = analyst.find_all_values(
        history.game, FIRST_SECONDS, LONGEST_SECONDS, tell_values,
        history.scores)
    for seconds, (move, _) in ((each, value) for each in PLIES_SECONDS
                               for value in values
                               if value.score and str(value.move) not in plies):
        left = count_plies(history, state.make_move(move), seconds)
        if left is not None:
            plies[str(move)] = 1 + left
            tell(describe(values))
    return describe(values)


def count_plies(history: History, state: GameState, seconds: float
                ) -> Optional[int]:
    """Return how many plies are left from state on if the winner hurries and
    the loser resists, if that is found in this many seconds.
    """
    game = copy(history.game)
    game.current_state = state
    if game.is_over(state):
        return 0
    return require_analyst().find_hint(game, seconds, history.scores).plies


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
    graph: list[dict[str, Any]] = []
    for score, better in analyst.review_moves(
            history.game, history.states, history.moves, REVIEW_SECONDS,
            history.scores):
        notes.append(describe_review(score, better))
        graph.append(make_point(game, len(graph), score, bool(better)))
        tell({'moves': list_moves(game), 'graph': graph})
    point = analyst.find_turning_point(
        history.game, history.states, history.moves,
        TURNING_SECONDS, history.scores) if game.result else None
    answer = answer_position(request | {'notes': notes}) | {'graph': graph}
    answer['text']['found'] = '' if point is None \
        else describe_turning_point(game, point.index, point.better)
    return answer


def make_point(game: PageGame, i: int, score: Optional[float],
               is_mistake: bool) -> dict[str, Any]:
    """Return a point of the graph: what the move with this index was worth to
    player 1, by its score if that is known, or else by an estimate.
    """
    history = game.history
    before = history.states[i]
    value = estimate_move(before, history.moves[i]) if score is None else score
    return {'value': value if before.get_current_player_name() == 'p1'
            else -value, 'exact': score is not None, 'mistake': is_mistake,
            'words': f'{list_moves(game)[i + 1]["text"]} '
                     f'{game.request["notes"][i]}'}


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
    """Return the tree from the position in request."""
    plies, unfolded = read_tree(request)
    from strategy import recurse_deeply
    from labs.game_tree.page import draw_tree
    return recurse_deeply(draw_tree, PageGame(request).history.game, plies,
                          unfolded, bool(request.get('merge')))


def answer_boards(request: dict[str, Any]) -> dict[str, Any]:
    """Return the boards of some positions in the tree in request."""
    _, paths = read_tree(request)
    from labs.game_tree.page import draw_boards
    return draw_boards(PageGame(request).history.game, paths or [])


def answer_search(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return all steps of the search in request, in the tree. If it is to be
    compared, those of plain minimax come first, and how many positions are
    visited with one short cut after another.
    """
    plies, _ = read_tree(request)
    from strategy import recurse_deeply
    from labs.game_tree.step_view import count_visits, draw_searches
    from labs.game_tree.steps import SHOWN, record_steps
    name, game = request.get('search'), PageGame(request).history.game
    if name not in [*SHOWN, COMPARE]:
        raise ValueError('There is no such search')
    if name != COMPARE:
        far = plies or inf
        runs = [record_steps(game, name, inf if name == 'plain' else far,
                             MOST_STEPS, plies or 10 ** 6
                             if name == 'plain' else None)]
        return recurse_deeply(draw_searches, game, runs)
    far = plies or DEEPEST
    runs = [record_steps(game, each, inf, MOST_STEPS, far)
            for each in ('plain', 'alphabeta')]
    return recurse_deeply(draw_searches, game, runs) \
        | {'visits': count_visits(game, far, MOST_COUNTED)}
