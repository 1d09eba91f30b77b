"""What takes time: moves of programs, values, hints and reviews.

Each function tells how far it has come, by the function tell that it is given.
Whoever asked ends the process, or the worker of the browser, to stop it.
"""
from time import monotonic
from typing import Any, Callable
from engine.hints import find_hint
from engine.reviews import find_turning_point, review_moves
from engine.values import Table, find_values
from game_interface import usable_strategies
from interface.after_game import describe_better, describe_turning_point
from interface.analysis import describe_hint, describe_score
from interface.history import History
from interface.prompt.session import Session
from interface.saved.replay import Replay
from interface.thinking import takes
from strategy import Watcher
from web.games import PERSON, RequestError, known_player, play_again, read_game

Tell = Callable[[dict[str, Any]], None]

# Values are looked for in steps, each as long in seconds as the last one times
# FACTOR; the scores that one step finds are known in the next.
FIRST_SECONDS, FACTOR, LONGEST_SECONDS = 0.05, 2.5, 300.0

# Seconds for a hint, for each move of a review, and for what decided the game.
HINT_SECONDS, REVIEW_SECONDS, TURNING_SECONDS = 5.0, 2.0, 5.0

# How often a search tells that it goes on, in seconds.
TELL_SECONDS = 0.25

# A letter for each score, for those who do not see its colour.
LETTERS = {1: 'W', 0: 'T', -1: 'L', None: '?'}


class Progress(Watcher):
    """Tells how many positions a search has scored.

    === Attributes ===
    tell: what it tells
    scored: how many positions that is
    """
    tell: Tell
    scored: int
    _next_time: float

    def __init__(self, tell: Tell) -> None:
        """Initialize the progress of a search that begins now."""
        self.tell, self.scored = tell, 0
        self._next_time = monotonic() + TELL_SECONDS

    def on_score(self, state: Any, score: Any) -> None:
        """Count a position that has been scored."""
        self.scored += 1
        if self.scored % 64 == 0 and monotonic() > self._next_time:
            self._next_time = monotonic() + TELL_SECONDS
            self.tell({'scored': self.scored})


def choose_move(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the move of the program that is to move in the game in request.
    """
    saved = read_game(request)
    played = open_unfinished(request)
    key = known_player(saved.p1 if played.names[-1] == 'p1' else saved.p2)
    if key == PERSON:
        raise RequestError('It is a person who is to move')
    strategy = usable_strategies[key]
    progress = {'watcher': Progress(tell)} if takes(strategy, 'watcher') else {}
    move = strategy(played.game, **progress)
    if not played.states[-1].is_valid_move(move):
        raise RequestError(f'This program chose {str(move)[:40]!r}, which is '
                           f'not a possible move')
    return {'move': str(move)}


def open_unfinished(request: dict[str, Any]) -> Replay:
    """Return the game in request. Raise RequestError if it is over."""
    played = play_again(read_game(request))
    if played.result:
        raise RequestError('The game is over')
    return played


def show_values(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the value of each move, as far as it is found. Tell the values
    found so far after each step of the search.
    """
    played = open_unfinished(request)
    table: Table = {}
    seconds = FIRST_SECONDS
    answer = describe_values(find_values(played.game, seconds, table))
    while not answer['complete'] and seconds < LONGEST_SECONDS:
        tell(answer | {'scored': len(table)})
        seconds *= FACTOR
        answer = describe_values(find_values(played.game, seconds, table))
    return answer | {'scored': len(table)}


def describe_values(values: list) -> dict[str, Any]:
    """Return values for the page.

    >>> describe_values([('A', 1)])['values']
    [{'move': 'A', 'score': 1, 'letter': 'W', 'word': 'wins'}]
    """
    return {'values': [{'move': str(move), 'score': score,
                        'letter': LETTERS.get(score, '?'),
                        'word': describe_score(score)}
                       for move, score in values],
            'complete': all(score is not None for _, score in values)}


def show_hint(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return a best move, and in words what it leads to."""
    hint = find_hint(open_unfinished(request).game, HINT_SECONDS)
    return {'move': None if hint.move is None else str(hint.move),
            'text': describe_hint(*hint, HINT_SECONDS)}


def show_review(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return what each move of a game was worth, and in words what decided it
    if it is over. Tell what is known so far after each move.
    """
    saved = read_game(request)
    played = play_again(saved)
    reviews = []
    for found in review_moves(played.game, played.states, played.moves,
                              REVIEW_SECONDS):
        reviews.append({'score': found.score,
                        'letter': LETTERS.get(found.score, '?'),
                        'word': describe_score(found.score),
                        'better': describe_better(found.better)
                        if found.better else ''})
        tell({'reviews': reviews})
    return {'reviews': reviews, 'text': describe_end(request, played)}


def describe_end(request: dict[str, Any], played: Replay) -> str:
    """Return in words what decided the game in request, which was played; ''
    if it is not over, or that is not known.
    """
    if not played.result or not played.moves:
        return ''
    saved = read_game(request)
    point = find_turning_point(played.game, played.states, played.moves,
                               TURNING_SECONDS)
    people = [name for name, key in (('p1', saved.p1), ('p2', saved.p2))
              if key == PERSON]
    history = History(played.game, played.states[0], played.moves)
    session = Session({}, saved, history, people[:len(people) % 2])
    return '' if point is None else \
        describe_turning_point(session, point.index, point.better)
