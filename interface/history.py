"""A game so far: its positions and moves, who plays it, and its file; and in
words, what its moves were worth.

Undo, saving, replays, reviews, series and the page all work on a History.
"""

from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from importlib.util import find_spec
from shlex import quote
from typing import Any, Callable, Collection, Optional
import random
import sys
from game import Game
from game_state import GameState
from interface.command_line import Catalog, create_game
from interface.contracts import check_unspoilt, stand_in
from interface.saved_games import (
    FormatError,
    SavedGame,
    describe_file_error,
    read_game,
    write_game,
)
from interface.screen import (
    cut_items,
    find_width,
    fit,
    print_fitting,
    show_time,
)
from interface.words import (
    Attempt,
    BrokenGameError,
    describe_error,
    describe_result,
    describe_score,
    format_answers,
    format_plies,
    format_value,
    make_one_line,
    make_player_title,
    make_title,
    make_titles,
    quote_text,
    shorten,
    split_texts,
)

LONGEST_LIST = 150  # Of the moves that are possible, in characters.
MOST_BETTER = 12  # Better moves that are named.
ALPHA_BETA_SECONDS = 2.0  # The time limit of alpha_beta_strategy.
SECONDS_EACH = 2.0  # To look at each move in a review.
DECIDING_SECONDS = 3.0  # To look for the deciding move.

# What is said to those who ask what moves are worth, if nothing can tell.
NO_ENGINE = 'The folder engine/ finds what moves are worth'
if find_spec('engine'):
    NO_ENGINE += ', but does not work with this strategy.py'
else:
    NO_ENGINE += '. It is not part of the assignment'

ScoredMove = tuple[Any, Optional[float]]  # A move, and its score.


class MoveError(ValueError):
    """Raised, with one line that says why, when a move cannot be made."""


class StoppedError(ValueError):
    """Raised when Ctrl-C has stopped a look at what moves are worth."""


@dataclass
class History:
    """A game so far, also the moves that were taken back.

    === Attributes ===
    catalog: the games and strategies that there are
    game: the game, whose current position is states[place]
    record: how the game began, who plays, and when: what is saved of it apart
        from its moves and its result; by default, it is not to be saved
    states: the positions, from the first one on
    moves: the moves between them
    place: how many of moves have been made and not been taken back
    scores: what an analyst knows of this game so far
    deciding: which move has decided the game, from 0; -1 if none is known to
    path: the file that is kept up to date with the game, None if there is none

    Representation Invariants:
    - len(self.states) == len(self.moves) + 1
    - 0 <= self.place <= len(self.moves)
    """

    catalog: Catalog
    game: Game
    record: SavedGame = SavedGame('', True)
    states: list[GameState] = field(init=False)
    moves: list[Any] = field(default_factory=list)
    place: int = 0
    scores: dict[Any, Any] = field(default_factory=dict)
    deciding: int = -1
    path: Optional[str] = None

    def __post_init__(self) -> None:
        """Begin at the position that the game has now, with all it needs."""
        self.states = [self.game.current_state]
        stand_in(self.game)

    # === Its moves ===

    def add(self, move: Any, after: GameState) -> None:
        """Add move, which leads to after. Forget what was taken back."""
        before = self.place
        new = before + 1
        self.moves[before:] = [move]
        self.states[new:] = [after]
        self.go_to(new)

    def read_move(self, text: str) -> Any:
        """Return the possible move that text means. Raise MoveError if there is
        none, or BrokenGameError.
        """
        game = self.game
        state = game.current_state
        move = call_method(game, 'str_to_move', text)
        if call_method(state, 'is_valid_move', move):
            return move
        if call_method(game, 'is_over', state):
            raise MoveError(f'the game is over before {shorten(text)}')
        raise MoveError(explain_move(game, move, text))

    def make_typed(self, text: str) -> None:
        """Make the move that text means, or raise ValueError."""
        move = self.read_move(text)
        self.add(move, call_method(self.game.current_state, 'make_move', move))

    def make_all_typed(self, text: str) -> None:
        """Make the moves in text, a list. Raise MoveError if that fails."""
        if not text.strip():
            return
        try:
            for each in split_texts(text):
                self.make_typed(each)
        except ValueError as error:
            why = str(error)
            moves = Attempt(self.list_moves).result
            if moves:
                why += cut_items('. Possible moves: ', moves, LONGEST_LIST)
            raise MoveError(why) from error

    def list_moves(self) -> list[str]:
        """Return the possible moves, as they may be typed."""
        state = self.game.current_state
        return [str(move) for move in call_method(state, 'get_possible_moves')]

    def go_to(self, place: int) -> None:
        """Go to the position after this many moves, back or forward."""
        self.place = place
        self.game.current_state = self.states[place]
        try:
            if self.path:
                write_game(self.path, self.to_saved(), overwrite=True)
        except ValueError as error:
            self.path = None
            line = f'{error}. The game goes on, but is no longer saved.'
            print(fit(line, find_width(sys.stderr)), file=sys.stderr)

    def made(self) -> list[Any]:
        """Return the moves that have been made and not been taken back."""
        return self.moves[: self.place]

    def before(self) -> Optional[GameState]:
        """Return the position before the last move, None if there is none."""
        return self.states[self.place - 1] if self.place else None

    def list_turns(self, step: int, people: Collection[str]) -> list[int]:
        """Return the places that undo (step -1) or redo (1) leads to, the next
        one first: turns of people and the end, or all places without people.
        """
        if step > 0:
            ahead = range(self.place + 1, len(self.states))
        else:
            ahead = range(self.place - 1, -1, -1)
        if not people:
            return list(ahead)
        turns = [
            i
            for i in ahead
            if self.states[i].get_current_player_name() in people
        ]
        end = len(self.states) - 1
        if step > 0 and end in ahead and end not in turns:
            turns.append(end)
        return turns

    # === Its players ===

    @property
    def players(self) -> dict[str, Callable[..., Any]]:
        """The strategies of the players, by the players' names."""
        strategies = self.catalog.strategies
        keys = {'p1': self.record.p1, 'p2': self.record.p2}
        return {
            name: strategies[key]
            for name, key in keys.items()
            if key in strategies
        }

    @property
    def people(self) -> list[str]:
        """The names of the players whose moves are typed."""
        typed = self.catalog.strategies.get('i')
        return [name for name in self.players if self.players[name] is typed]

    def set_players(self, keys: dict[str, Any]) -> None:
        """Let players, by their names, use the strategies with these keys."""
        self.record = self.record._replace(**keys)
        self.go_to(self.place)

    def choose_players(
        self, p1: Optional[str] = None, p2: Optional[str] = None
    ) -> None:
        """Let these strategies, or else those of the record, play. Ask for
        those that there are not.
        """
        keys = [p1 or self.record.p1, p2 or self.record.p2]
        self.catalog.warn_of_size(self.game, keys)
        p1, p2 = self.catalog.choose_strategies(keys)
        self.set_players({'p1': p1, 'p2': p2})

    # === What is saved of it ===

    def to_saved(self) -> SavedGame:
        """Return what is saved of the game now."""
        moves = tuple(str(move) for move in self.made())
        return self.record._replace(moves=moves, result=find_result(self.game))

    def save(self, path: str, overwrite: bool = False) -> None:
        """Save the game in the file called path, and keep that up to date.
        Raise ValueError if that fails, or if a file must not be overwritten.
        """
        if not self.record.game:
            raise ValueError(
                'This game is not among playable_games, so it cannot be saved'
            )
        write_game(path, self.to_saved(), overwrite or path == self.path)
        self.path = path

    def load(self, path: str) -> None:
        """Go on with the game in the file called path, or raise ValueError."""
        other = load_game(path, self.catalog)
        other.choose_players()
        self.game = other.game
        self.record = other.record
        self.states = other.states
        self.moves = other.moves
        self.place = other.place
        self.scores = other.scores
        self.deciding = other.deciding
        self.path = other.path

    def describe_way_on(self) -> str:
        """Return with which options to go on with the game later, or ''."""
        if self.path:
            return f'The game is saved. To go on: --load {quote(self.path)}'
        if not (self.record.game and self.place):
            return ''
        # A game may begin at random, from its seed; a move, with a minus.
        record = self.record
        moves = [quote_text(str(move)) for move in self.made()]
        options = {
            'game': record.game,
            'size': record.size,
            'p1': record.p1,
            'p2': record.p2,
            'first': '1' if record.p1_starts else '2',
            'seed': record.seed,
            'moves': ','.join(moves),
        }
        line = 'To go on with this game:'
        for name, value in options.items():
            if value is not None:
                line += f' --{name}={quote(str(value))}'
        return line

    def describe(self) -> str:
        """Return in a line which game this is, by whom, and when."""
        record = self.record
        titles = make_titles(self.catalog.strategies)
        parts = [make_title(type(self.game))]
        for name, key in (('p1', record.p1), ('p2', record.p2)):
            if key:
                title = titles.get(key, key)
                parts.append(f'{make_player_title(name)}: {title}')
        if record.date:
            parts.append(str(record.date))
        return '. '.join(parts) + '.'

    def analyse(self, name: str, *arguments: Any) -> Any:
        """Return what the analyst's function called name finds for the game.
        Raise ValueError if it fails: StoppedError for Ctrl-C.
        """
        if self.catalog.analyst is None:
            raise ValueError(NO_ENGINE)
        try:
            with show_time('Searching'):
                check_unspoilt(self.game.current_state)
                return getattr(self.catalog.analyst, name)(
                    self.game, *arguments, self.scores
                )
        except KeyboardInterrupt as interrupt:
            print()
            raise StoppedError('Stopped') from interrupt
        except BrokenGameError as error:
            raise ValueError(str(error)) from error
        except Exception as error:
            if type(error).__name__ == 'CycleError':  # This is no failure.
                raise ValueError(str(error)) from error
            why = f'The game fails with {describe_error(error)}'
            raise ValueError(why) from error


# === Its game, which anyone may have written ===


def call_method(thing: Any, name: str, *arguments: Any) -> Any:
    """Return what a method returns. Raise BrokenGameError if it fails."""
    try:
        return getattr(thing, name)(*arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # It may raise anything.
        raise BrokenGameError(
            f'{type(thing).__name__}.{name} fails with {describe_error(error)}'
        ) from error


def find_result(game: Game) -> Optional[str]:
    """Return 'p1', 'p2', 'tie', or None if game is not over."""
    if not call_method(game, 'is_over', game.current_state):
        return None
    for name in ('p1', 'p2'):
        if call_method(game, 'is_winner', name):
            return name
    return 'tie'


# Our strategy.py has a function like this one, but others may not.
def explain_move(game: Game, move: Any, text: str) -> str:
    """Return why move, which text means, is not possible."""
    state = game.current_state
    with suppress(Exception):  # The game may raise anything.
        moves = state.get_possible_moves()
        if text in map(str, moves) and move not in moves:
            return (
                f'{type(game).__name__}.str_to_move({text!r}) returned '
                f'{format_value(move)}'
            )
    if not text.strip():
        return 'An empty line is not a move'
    # A wrong game may change the state that is asked.
    error = Attempt(lambda: deepcopy(state).make_move(move)).error
    if isinstance(error, ValueError) and make_one_line(str(error)):
        return make_one_line(str(error))
    return f'{shorten(text)} is not a possible move here'


def load_game(path: str, catalog: Catalog) -> History:
    """Return the game saved at path, or raise ValueError."""
    try:
        return replay(read_game(path), catalog)
    except (OSError, FormatError) as error:
        raise ValueError(describe_file_error(path, error)) from error


def replay(saved: SavedGame, catalog: Catalog) -> History:
    """Return the history of saved. Raise FormatError, which names a key or a
    move, if it breaks the rules.
    """
    part = 'game'  # What is looked at: a key, or a move.
    dice = random.getstate()
    try:
        if saved.game not in catalog.games:
            titles = format_answers(make_titles(catalog.games))
            raise ValueError(
                f'there is no game {shorten(saved.game)} here. Games: {titles}'
            )
        if saved.size is not None:
            part = 'size'
        random.seed(saved.seed)  # What is random at the beginning follows.
        game_class = catalog.games[saved.game]
        game = create_game(game_class, saved.p1_starts, saved.size)
        history = History(catalog, game, saved)
        for number, text in enumerate(saved.moves, 1):
            part = f'move {number}'
            history.make_typed(text)
        part = 'game' if saved.result is None else 'result'
        result = find_result(history.game)
        player = call_method(history.states[-1], 'get_current_player_name')
        if saved.result not in (None, result):
            told = describe_result(result, player).rstrip('.!')
            raise ValueError(f'the saved result is wrong: {told}')
        return history
    except ValueError as error:
        raise FormatError(f'{part}: {error}') from error
    finally:
        random.setstate(dice)


# === What moves are worth ===


def describe_hint(history: History, seconds: float) -> tuple[Any, str]:
    """Return a best move as the analyst's hint, whose move is None if it is not
    known within this many seconds; and in words what it leads to, or else which
    move alpha-beta would make. Raise ValueError if that fails.
    """
    hint = history.analyse('find_hint', seconds)
    move, score, plies = hint
    if move is None:
        line = f'The best move is not known within {seconds:g} s'
        with suppress(ValueError):  # Some games have no rough_outcome.
            played = history.analyse('find_alpha_beta_move', ALPHA_BETA_SECONDS)
            line += (
                f': alpha beta (ab) would play {played}, which is not '
                f'proved to be best'
            )
        line += '.'
    elif score == -1:
        line = 'Every move loses.'
        if plies:
            line += f' {move} holds out longest: {format_plies(plies)}.'
    else:
        after = f', in {format_plies(plies)}' if plies else ''
        line = f'{move} {describe_score(score)}{after}.'
    return hint, line


def print_result(history: History, doubt: bool = False) -> None:
    """Say how the game ended for those who type; without doubt, also why."""
    people = history.people
    winner = find_result(history.game)
    history.deciding = -1
    if len(people) == 1 and winner != 'tie':
        print('You won.' if winner == people[0] else 'You lost.')
    can_explain = people and history.catalog.analyst and history.moves
    if doubt or not can_explain:
        return
    try:
        point = history.analyse(
            'find_turning_point',
            history.states,
            history.moves,
            DECIDING_SECONDS,
        )
    except ValueError as error:
        print_fitting(f'What decided the game is not known. {error}.')
        return
    if point:
        if point.index is not None:
            history.deciding = point.index
        print_fitting(describe_mistake(history, point.index, point.better))


def describe_mistake(
    history: History, index: Optional[int], better: list[ScoredMove]
) -> str:
    """Return in words what the mistake with this index, for which these moves
    would have been better, has led to; None: nobody made a mistake.
    """
    winner = find_result(history.game)
    if index is None and winner == 'tie':
        return "Nobody made a mistake: it's a tie if both play well."
    if index is None:
        title = make_player_title(str(winner))
        return f'Nobody made a mistake: {title} could win from the start.'
    names = [
        state.get_current_player_name() for state in history.states[: index + 1]
    ]
    name = names[-1]
    owner = f"{make_player_title(name)}'s"
    if history.people == [name]:
        owner = 'Your'
    if winner in ('p1', 'p2'):
        deed = 'lost the game'
    elif better[0][1] == 1:
        deed = 'gave away a win'
    else:
        deed = 'gave away a tie'
    return (
        f'{owner} move {names.count(name)} ({history.moves[index]}) '
        f'{deed}: {describe_better(better)}.'
    )


def describe_better(better: list[ScoredMove]) -> str:
    """Return in words what the best of better would have led to.

    >>> describe_better([('B', 1), ('D', 1), ('E', 0)])
    'B or D would have won'
    """
    score = better[0][1]
    moves = [str(move) for move, other in better if other == score]
    if len(moves) > MOST_BETTER:
        named = MOST_BETTER - 1
        moves[named:] = [f'{len(moves) - named} others']
    *most, last = moves
    choice = f'{", ".join(most)} or {last}' if most else last
    outcome = 'won' if score == 1 else 'tied'
    return f'{choice} would have {outcome}'


def find_last_mistake(history: History) -> int:
    """Return the index of the last known mistake, by a person if people play,
    and say why it was one. Raise ValueError if there is none.
    """
    for index in history.list_turns(-1, history.people):
        _, better = history.analyse(
            'review_move',
            history.states[index],
            history.moves[index],
            SECONDS_EACH,
        )
        if better:
            print_fitting(describe_mistake(history, index, better))
            return index
    raise ValueError('No mistake is known so far')


def print_review(history: History, number: int) -> None:
    """Say what the first moves, up to this number, were worth, and why."""
    if history.catalog.analyst is None:
        print_fitting(f'{NO_ENGINE}.')
        return
    for i in range(number):
        state = history.states[i]
        move = history.moves[i]
        try:
            score, better = history.analyse(
                'review_move', state, move, SECONDS_EACH
            )
        except ValueError as error:
            print_fitting(f'The review ends here. {error}.')
            return
        title = make_player_title(state.get_current_player_name())
        worth = f'(not known within {SECONDS_EACH:g} s)'
        if score is not None:
            worth = describe_review(score, better)
        before = '   ' if i % 2 else f'{i // 2 + 1}. '
        print_fitting(f'{before}{title}: {move} {worth}', 3)


def describe_review(score: Optional[float], better: list[ScoredMove]) -> str:
    """Return in words what a move led to, and what would have been better."""
    words = describe_score(score)
    if better:
        words += f'; {describe_better(better)}'
    return words
