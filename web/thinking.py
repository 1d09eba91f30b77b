"""What takes time: moves of programs, values, hints and reviews."""
from itertools import product
from time import perf_counter
from typing import Any, Iterator
from game_state import GameState
from interface.guard import Guard
from interface.history import describe_hint, describe_mistake, \
    describe_review
from interface.screen import choose_watched
from interface.words import Attempt, describe_score, describe_value, \
    format_plies, group_values
from web.games import PageGame, Tell, usable_strategies
from web.positions import answer_position, describe_move, show_moves

# A letter for each score, and its class in the style sheet.
KINDS = {1: ('W', 'win'), 0: ('T', 'tie'), -1: ('L', 'loss'),
         None: ('?', 'unknown')}

# Seconds for the first search for values, and for the last one; for a hint, for
# each move of a review, and for what decided the game; for a guess.
FIRST_SECONDS, LONGEST_SECONDS = 0.05, 300.0
HINT_SECONDS, REVIEW_SECONDS, TURNING_SECONDS = 5.0, 2.0, 5.0
GUESS_SECONDS = 0.5
# Estimates take this share of the time so far, but at least these seconds.
GUESS_SHARE, LEAST_SECONDS = 0.1, 0.2
# Seconds to find how many plies are left after a move: at first, then where
# that was not enough, and for all moves together.
PLIES_SECONDS, ALL_PLIES_SECONDS = (0.1, 1.0), 3.0


def answer_choice(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the position after the move of the program that is to move."""
    game = PageGame(request)
    if not game.is_program_next():
        raise ValueError("It is a person's turn")
    strategy = usable_strategies[getattr(game.record, game.player)]
    with Guard(game) as guard:
        move = guard.choose(strategy, lambda strategy, given: choose_watched(
            strategy, given, lambda text: tell({'text': {'thinking': text}})))
        return answer_position(game.format_move(move))


def answer_values(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return the values of the moves. Tell those found so far, bit by bit."""
    game, start = PageGame(request), perf_counter()
    plies: dict[str, int] = {}

    def describe(values: list, **told: str) -> dict[str, Any]:
        """Return values as marks and in a line, and what is told besides."""
        seconds = max(LEAST_SECONDS, GUESS_SHARE * (perf_counter() - start))
        # A student's game may have no estimates.
        guesses = Attempt(game.analyse, 'find_estimates', min(
            seconds, GUESS_SECONDS)).result or []
        groups = group_values(each for each in values if each.score is not None)
        return {'marks': make_marks(game.game.current_state, values,
                                    plies, dict(guesses)),
                'text': {'found': '; '.join(f'{word}: {", ".join(moves)}'
                                            for word, moves in groups),
                         'value': find_value(game, values, plies), **told}}
    values = game.analyse(
        'find_all_values', FIRST_SECONDS, LONGEST_SECONDS,
        lambda values, number: tell(describe(
            values, thinking=f'Looking for the values: {number:,} positions '
                             f'known')))
    for _ in find_plies(game, values, plies):
        tell(describe(values))
    return describe(values)


def find_value(game: PageGame, values: list, plies: dict[str, int]) -> str:
    """Return in words the value of the position, if those of its moves tell it.
    """
    known = [(worth, worth * -plies.get(str(move), 0)) for move, worth in values
             if worth is not None]
    # Whoever wins hurries, whoever loses holds out.
    score, left = max(known, default=(None, 0))
    is_known = score == 1 or len(known) == len(values)
    return describe_value(game.player, score if is_known else None, abs(left))


def make_marks(state: GameState, values: list, plies: dict[str, int],
               estimates: dict[Any, float]) -> list[dict[str, str]]:
    """Return marks of the moves in values, pairs of a move and its score: their
    letters and classes, notes beside them, and the names of the places.
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
        letter, kind = KINDS[score]
        marks.append({'move': str(move), 'letter': letter, 'kind': kind,
                      'name': words, 'note': note})
    return marks


def estimate_move(state: GameState, move: Any) -> float:
    """Return what the score of move in state seems to be."""
    after = state.make_move(move)
    turns = after.get_current_player_name() != state.get_current_player_name()
    rough = Attempt(after.rough_outcome).result or 0.0
    return -rough if turns else rough


def find_plies(game: PageGame, values: list, plies: dict[str, int]
               ) -> Iterator[None]:
    """Add to plies, for a few seconds, how many are left after each move."""
    end = perf_counter() + ALL_PLIES_SECONDS
    for seconds, (move, score) in product(PLIES_SECONDS, values):
        most = min(seconds, end - perf_counter())
        if score and str(move) not in plies and most > 0:
            after = PageGame(game.format_move(move))
            left = after.analyse('find_hint', most).plies if after.player else 0
            if left is not None:
                plies[str(move)] = 1 + left
                yield


def answer_hint(request: dict[str, Any], _tell: Tell) -> dict[str, Any]:
    """Return a best move, and in words what it leads to."""
    game = PageGame(request)
    hint, line = describe_hint(game, HINT_SECONDS)
    return {'hinted': str(hint.move), 'text': {'found': line,
            'value': describe_value(game.player, hint.score, hint.plies)}}


def answer_review(request: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Return what each move of a game was worth, and which one decided it."""
    game, shown = PageGame(request | {'place': None}), PageGame(request)
    states, moves = game.states, game.moves
    notes = shown.request['notes'] = []
    for (score, better), before, move in zip(game.analyse(
            'review_moves', states, moves, REVIEW_SECONDS), states, moves):
        value = estimate_move(before, move) if score is None else score
        notes.append((
            describe_review(score, better),
            value if before.get_current_player_name() == 'p1' else -value,
            score is not None, bool(better)))
        tell({'html': show_moves(shown)})
    point = game.analyse('find_turning_point', states, moves, TURNING_SECONDS
                         ) if game.result else None
    answer = answer_position(shown.request)
    answer['text']['found'] = '' if point is None \
        else describe_mistake(game, point.index, point.better)
    return answer
