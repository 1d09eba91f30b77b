"""What takes time: moves of programs, values, hints and reviews.

Each function tells how far it has come, by the function tell that it is given.
Whoever asked ends the process, or the worker of the browser, to stop it.
"""
from typing import Any
from drawings.boards import find_changes, name_place
from engine.hints import find_hint
from engine.reviews import find_turning_point, review_moves
from engine.values import Table, find_values
from interface.after_game import describe_better, describe_turning_point
from interface.analysis import describe_hint, describe_score, group_values
from interface.quoting import shorten
from interface.thinking import ThinkingDisplay, takes
from web.games import PageGame, RequestError, Tell, usable_strategies
from web.positions import list_moves, show_position

# Values are looked for in steps, each as long in seconds as the last one times
# FACTOR; the scores that one step finds are known in the next.
FIRST_SECONDS, FACTOR, LONGEST_SECONDS = 0.05, 2.5, 300.0

# Seconds for a hint, for each move of a review, and for what decided the game.
HINT_SECONDS, REVIEW_SECONDS, TURNING_SECONDS = 5.0, 2.0, 5.0

# A letter for each score, for those who do not see its colour, and its class.
KINDS = {1: ('W', 'win'), 0: ('T', 'tie'), -1: ('L', 'loss'),
         None: ('?', 'unknown')}


class Progress(ThinkingDisplay):
    """Tells how many positions a search has scored."""
    _tell: Tell

    def __init__(self, tell: Tell) -> None:
        """Initialize the progress of a search that begins now."""
        super().__init__()
        self._tell = tell

    def show(self, text: str) -> None:
        """Tell text, which says how many positions that is."""
        self._tell({'text': {'thinking': text}})


def choose_move(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the position after the move of the program that is to move in the
    game in request.
    """
    game = open_unfinished(request)
    if not game.is_program_next():
        raise RequestError('It is a person who is to move')
    strategy = usable_strategies[game.record.p1 if game.player == 'p1'
                                 else game.record.p2]
    watcher = {'watcher': Progress(tell)} if takes(strategy, 'watcher') else {}
    request = game.format_request()
    move = strategy(game.history.game, **watcher)
    if not PageGame(request).history.game.current_state.is_valid_move(move):
        raise RequestError(f'This program chose {shorten(str(move))}, which is '
                           f'not a possible move')
    return show_position(PageGame(request).format_move(str(move)))


def open_unfinished(request: dict[str, Any]) -> PageGame:
    """Return the game in request. Raise RequestError if it is over."""
    game = PageGame(request)
    if not game.player:
        raise RequestError('The game is over')
    return game


def show_values(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the value of each move, as far as it is found. Tell the values
    found so far after each step of the search.
    """
    game = open_unfinished(request).history.game
    table: Table = {}
    seconds = FIRST_SECONDS
    values = find_values(game, seconds, table)
    while any(score is None for _, score in values) \
            and seconds < LONGEST_SECONDS:
        tell(describe_values(game.current_state, values, '…'))
        tell({'text': {'thinking': f'Looking for the values: {len(table):,} '
                                   f'positions scored'}})
        seconds *= FACTOR
        values = find_values(game, seconds, table)
    return describe_values(game.current_state, values, '.')


def describe_values(state: Any, values: list, end: str) -> dict[str, Any]:
    """Return values, found at state, for the page: as marks on the board, and
    in a line with this end.
    """
    known = [value for value in values if value.score is not None]
    unknown = [str(value.move) for value in values if value.score is None]
    groups = group_values(known, 0) + [('not known', unknown)]
    line = '; '.join(f'{word}: {", ".join(moves)}'
                     for word, moves in groups if moves)
    marks = []
    for move, score in values:
        name = name_place(state, str(move),
                          find_changes(state, state.make_move(move)))
        letter, kind = KINDS[score]
        marks.append({'move': str(move), 'letter': letter, 'kind': kind,
                      'name': f'{name}, {describe_score(score)}'})
    return {'marks': marks, 'text': {'found': line + end}}


def show_hint(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return a best move, and in words what it leads to."""
    hint = find_hint(open_unfinished(request).history.game, HINT_SECONDS)
    return {'hinted': str(hint.move),
            'text': {'found': describe_hint(*hint, HINT_SECONDS)}}


def show_review(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return what each move of a game was worth, and in words what decided it
    if it is over. Tell what is known so far after each move.
    """
    game = PageGame(request)
    history = game.history
    history.go_to(len(history.moves))
    game.notes = []
    for score, better in review_moves(history.game, history.states,
                                      history.moves, REVIEW_SECONDS):
        game.notes.append(describe_score(score) + (
            f'; {describe_better(better)}' if better else ''))
        tell({'moves': list_moves(game)})
    point = find_turning_point(history.game, history.states, history.moves,
                               TURNING_SECONDS) \
        if history.game.is_over(history.game.current_state) else None
    answer = show_position(request | {'notes': game.notes})
    answer['text']['found'] = '' if point is None \
        else describe_turning_point(game, point.index, point.better)
    return answer
