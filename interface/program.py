"""The program that plays games in a terminal.

Its games are GameInterface, with these steps of `play` replaced:

    show_rules      fitted to the terminal, once
    show_position   with its picture in colour, what it means, and fewer moves
    choose_move     by a player at the prompt, who may type commands, or by a
                    program that shows that it is thinking, and can be stopped
    make_move       kept in the history, and in the game's file
    show_result     with what decided the game; then the player may want more

The guard looks at each step. It names whoever breaks a contract.
"""

from argparse import Namespace
from copy import copy
from dataclasses import replace
from datetime import date
from functools import partial
from time import perf_counter, sleep
from typing import Any, Callable, Optional
import signal
import sys
from game import Game
from game_interface import TITLES, GameInterface, Strategy
from interface.check import END, Examiner, run_apart, run_checks
from interface.command_line import (
    FINISHED,
    INTERRUPTED,
    UNFINISHED,
    Catalog,
    ask_for_game,
    build_play_parser,
    check_combinations,
    create_game,
    is_random,
    run_politely,
    seed_random,
)
from interface.guard import Guard
from interface.history import (
    History,
    find_result,
    load_game,
    print_result,
    print_review,
)
from interface.prompt import EndPrompt, PausePrompt, PlayPrompt, ReplayPrompt
from interface.screen import (
    ask_player,
    choose_colour,
    choose_watched,
    cut_items,
    draw_position,
    find_width,
    fit,
    is_terminal,
    print_fitting,
)
from interface.series import (
    BROKEN,
    Series,
    format_table,
    make_labels,
    play_series,
)
from interface.trace import format_trace, trace_search
from interface.words import (
    TRACE_LIMIT,
    BreachError,
    EndlessError,
    TurnChangedError,
    describe_result,
    format_count,
    make_title,
    make_titles,
    name_of,
)

# What tells of a search, beside what a check sends; and how many seconds it has
# if it cannot even be interrupted.
TRACED, STOPPED, REFUSED = 'traced', 'stopped', 'refused'
LONGEST_TRACE = TRACE_LIMIT + 5


class TerminalGame(GameInterface):
    """A game in the terminal.

    === Attributes ===
    history: the game so far
    options: the options of the program: how the game is shown
    guard: looks for broken contracts
    prompt: reads what players type: moves and commands
    stage: 'new', 'going on' once a command has led somewhere, or 'decided'
    next_players: the keys of the strategies that play the next game, by the
        players' names, None if there is none
    """

    history: History
    options: Namespace
    guard: Guard
    prompt: PlayPrompt
    stage: str = 'new'
    next_players: Optional[dict[str, Any]] = None
    _time: str = ''  # What the last move took, as it is shown.

    def __init__(self, history: History, options: Namespace) -> None:
        """Initialize the interface to the game in history."""
        p1, p2 = history.players.values()
        super().__init__(lambda starts: history.game, p1, p2, True)
        self.history = history
        self.options = options
        self.guard = Guard(history, p1_starts=history.record.p1_starts)
        self.prompt = PlayPrompt(
            history, self.draw, 'Enter a move (? for help): '
        )

    def play(self) -> None:
        """Play the game to its end, and on from wherever commands lead."""
        has_ended = False
        while not has_ended:
            try:
                with self.guard:
                    super().play()
                has_ended = True
            except TurnChangedError:
                self.go_on()

    def go_on(self) -> None:
        """Go on from wherever a command has led."""
        self.stage = 'going on'
        self.game = self.history.game
        self.players = self.history.players
        self.guard.watch(self.history)

    def show_rules(self) -> None:
        """Show how the game is played, if it is new."""
        if self.stage == 'new':
            lines = [str(self.game.get_instructions()), *self.guard.lacking]
            rules = '\n'.join(line for line in lines if line)
            print(fit(rules, find_width(), end='\n\n'))

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.guard.is_over()

    def show_position(self) -> None:
        """Show the position, who is to move, and the possible moves."""
        print(f'\n{self.guard.draw(self.draw, find_width())}')
        if self.guard.remarks:
            self.print_remarks()

    def print_remarks(self) -> None:
        """Say what the guard has noticed that does not end the game."""
        for remark in self.guard.take_remarks():
            print_fitting(remark)

    def draw(self, width: Optional[int]) -> str:
        """Return the position and its moves, or the result, in this width."""
        state = self.game.current_state
        moves = list(map(str, state.get_possible_moves()))
        if moves:
            title = TITLES[state.get_current_player_name()]
            before = f'{title} is to move. Possible moves: '
            more = ' (type `moves`)' if width and self.history.people else ''
            line = cut_items(before, moves, width, more)
        else:
            line = describe_result(find_result(self.game), '')
        picture = draw_position(self.history, self.options.color, width)
        return f'{picture}\n\n{line}'

    def choose_move(self) -> Any:
        """Return the move that the player to move chooses."""
        name = self.game.current_state.get_current_player_name()
        strategy = self.players[name]
        if strategy is self.history.catalog.strategies.get('i'):
            return self.guard.choose(strategy, self.prompt.choose, print)
        return self._let_choose(strategy)

    def _let_choose(self, strategy: Strategy) -> Any:
        """Return the move that strategy chooses, a program. Two programs can be
        watched as they play. If Ctrl-C stops a program, a player at the
        terminal can type commands; raise TurnChangedError after that.
        """
        people = self.history.people
        delay = self.options.delay or 0.0
        is_watched = not people and (delay > 0 or is_terminal(sys.stdout))
        if is_watched:
            sleep(delay)
        started = perf_counter()
        try:
            move = self.guard.choose(strategy, choose_watched)
            if is_watched:
                self._time = f' ({perf_counter() - started:.2f} s)'
            return move
        except KeyboardInterrupt as interrupt:
            if not people or not is_terminal(sys.stdin):
                raise
            self.history.go_to(self.history.place)
            notes = getattr(interrupt, '__notes__', [])
            print('\n'.join(['', *notes]))
        question = 'A command, or Enter to let it think again: '
        PausePrompt(self.history, self.draw, question).ask()
        raise TurnChangedError

    def make_move(self, move: Any) -> None:
        """Show move, make it, and keep it."""
        state = self.game.current_state
        self.show_move(state.get_current_player_name(), f'{move}{self._time}')
        self._time = ''
        self.history.add(move, self.guard.make_move(move))

    def show_result(self) -> None:
        """Show the end, and what decided it. Ask whether to play again."""
        draw = partial(draw_position, self.history, self.options.color)
        print(f'\n{self.guard.draw(draw, find_width())}')
        self.guard.check_result()
        print(f'\n{describe_result(find_result(self.game), "")}')
        self.stage = 'decided'
        doubt = self.guard.look_back()
        self.print_remarks()
        print_result(self.history, doubt)
        if self.options.review:
            print_review(self.history, self.history.place)
        if self.history.people and is_terminal(sys.stdin):
            prompt = EndPrompt(self.history, self.draw)
            self.next_players = prompt.ask_for_more()

    def print_way_on(self, end: str) -> None:
        """Say how to go on with the game, unless it is over; then print end."""
        way = self.history.describe_way_on()
        if way and self.stage != 'decided':
            print(f'\n{way}', end=end)


def main(
    games: dict[str, Callable[..., Game]],
    strategies: dict[str, Callable[..., Any]],
    analyst: Any,
    arguments: Optional[list[str]],
) -> int:
    """Play these games with these strategies, as arguments (None: those of the
    command line) and the player's answers say; analyst finds what moves are
    worth. End politely, and return the exit status.
    """
    catalog = Catalog(games, strategies, analyst)
    return run_politely(partial(run, catalog), arguments)


def run(catalog: Catalog, arguments: Optional[list[str]]) -> int:
    """Do what arguments and the player's answers say, as main does."""
    has_analyst = catalog.analyst is not None
    parser = build_play_parser(catalog.games, catalog.strategies, has_analyst)
    options = parser.parse_args(arguments)
    if sys.stdin is None or sys.stdout is None:
        raise EOFError  # The program was started without them.
    try:
        check_combinations(options)
    except ValueError as error:
        parser.error(str(error))
    options.color = choose_colour(options.color, sys.stdout)
    try:
        if options.check:
            faults = run_checks(catalog.games, catalog.strategies, options)
            return UNFINISHED if faults else FINISHED
        if options.replay is not None:
            return study(catalog, options)
        if not catalog.strategies:
            raise ValueError('There is no strategy to play with')
        seed = seed_random(options.seed)
        if options.games is not None:
            series = set_up_series(catalog, options, seed)
            return run_series(series, options.jobs)
        if options.trace:
            return show_trace(catalog, options, seed)
        history = prepare_game(catalog, options, seed)
    except ValueError as error:
        # It is about a game, a strategy or a file: --help cannot help.
        told = str(error).rstrip('.')
        raise SystemExit(parser.exit(2, f'{parser.prog}: {told}.\n')) from error
    else:
        return play_all(history, options, seed)


def prepare_game(catalog: Catalog, options: Namespace, seed: int) -> History:
    """Return the game to be played, as options say: a new one, or a saved one,
    after some moves; and save it if it is to be saved.
    """
    if options.load is None:
        history = set_up(catalog, options, seed)
    else:
        history = load_game(options.load, catalog)
        history.choose_players(options.p1, options.p2)
    history.make_all_typed(options.moves)
    if options.save is not None:
        overwrite = options.force or options.save == options.load
        history.save(options.save, overwrite)
    return history


def set_up(
    catalog: Catalog,
    options: Namespace,
    seed: int,
    usual: tuple[str, str] = ('i', 'mi'),
) -> History:
    """Return a new game. Ask for what options do not say; Enter stands for the
    usual strategies.
    """
    keys = [options.p1, options.p2]
    key = options.game
    if not key:
        key = ask_player('Which game?', make_titles(catalog.games), 'h')
    game_class = catalog.games[key]
    if options.size is not None:
        game = create_game(game_class, True, options.size)
        catalog.warn_of_size(game, keys)
    p1, p2 = catalog.choose_strategies(keys, usual)
    # A game may begin at random: nothing else is random before that.
    seed_random(seed)
    starts = options.first == '1'
    if options.first is None:
        starts = ask_whether_p1_starts()
    game, size = ask_for_game(game_class, starts, options.size)
    if options.size is None:
        catalog.warn_of_size(game, [p1, p2])
    history = History(catalog, game)
    history.record = history.record._replace(
        game=key,
        p1_starts=starts,
        size=size,
        p1=p1,
        p2=p2,
        seed=seed,
        date=date.today(),
    )
    return history


def ask_whether_p1_starts() -> bool:
    """Return whether player 1 starts, as the player at the terminal says."""
    answers = {'y': 'yes', 'n': 'no'}
    others = {'1': 'y', '2': 'n'}
    return ask_player('Does player 1 start?', answers, 'y', others) == 'y'


def show_trace(catalog: Catalog, options: Namespace, seed: int) -> int:
    """Print what player 1's strategy, by default recursive minimax, does at a
    position. Return the exit status.
    """
    options.p1 = options.p1 or 'mr'
    options.first = options.first or '1'
    if options.p1 not in catalog.strategies:
        raise ValueError(
            f'game_interface.py has no strategy {options.p1!r} yet'
        )
    options.p2 = options.p1
    strategy = catalog.strategies[options.p1]
    if is_random(strategy) or strategy is catalog.strategies.get('i'):
        raise ValueError(
            f'{name_of(strategy)} does not search: nothing to trace'
        )
    history = set_up(catalog, options, seed)
    beginning = copy(history.game)
    history.make_all_typed(options.moves)
    kind = ''
    text = ''
    arguments = strategy, history.game, beginning
    for kind, told in run_apart(trace_alone, arguments, LONGEST_TRACE):
        if kind == REFUSED:
            raise ValueError(told)
        if kind == END:
            raise ValueError(f'{name_of(strategy)} {told}')
        text += told
    print(text)
    return FINISHED if kind == TRACED else UNFINISHED


def trace_alone(
    examiner: Examiner, strategy: Strategy, game: Game, beginning: Game
) -> None:
    """Send the trace of strategy in game, as far as that comes in TRACE_LIMIT,
    or why there is none.
    """

    def stop(*_: Any) -> None:
        """Stop what goes on for too long, also if it sleeps."""
        raise EndlessError(f'after {TRACE_LIMIT:g} s')

    if hasattr(signal, 'setitimer'):  # Windows has none.
        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, TRACE_LIMIT)
    try:
        trace = trace_search(strategy, game, beginning)
        kind = TRACED if trace.has_ended else STOPPED
        examiner.send(kind, format_trace(trace))
    except EndlessError as error:  # In the game, before any search.
        examiner.send(
            REFUSED,
            f'the positions of this game were still being computed {error}',
        )
    except ValueError as error:
        examiner.send(REFUSED, str(error))


def set_up_series(catalog: Catalog, options: Namespace, seed: int) -> Series:
    """Return the series that is wanted; ask for what options do not say."""
    # The one that asks a player has the key 'i'.
    interactive = catalog.strategies.get('i')
    strategies = {
        name: strategy
        for name, strategy in catalog.strategies.items()
        if strategy is not interactive
    }
    for key in options.p1, options.p2:
        if key and key not in strategies:
            raise ValueError(
                f'{key!r} cannot play a series: a series needs '
                f'two strategies that do not ask a player'
            )
    options.first = options.first or '1'
    catalog = replace(catalog, strategies=strategies)
    record = set_up(catalog, options, seed, ('mi', 'r')).record
    players = strategies[str(record.p1)], strategies[str(record.p2)]
    return Series(
        game_class=catalog.games[record.game],
        p1_starts=record.p1_starts,
        size=record.size,
        strategies=players,
        games=options.games,
        seed=seed,
        opening=options.opening or 0,
        limit=options.limit or 60.0,
    )


def run_series(series: Series, jobs: Optional[int]) -> int:
    """Play series in this many processes (None: in all cores), and print its
    table. Return the exit status.
    """
    labels = make_labels(series.strategies)
    title = make_title(series.game_class)
    if series.size is not None:
        title += f' {series.size}'
    games = format_count(series.games, 'game')
    print(
        f'{title}: {labels[0]} against {labels[1]}, {games}, '
        f'seed {series.seed}',
        flush=True,
    )
    records = play_series(series, jobs)
    is_interrupted = len(records) < series.games
    if is_interrupted:
        print(f'\nInterrupted after {len(records)} of {series.games} games.')
    if records:
        print('\n'.join(['', *format_table(records, labels)]), flush=True)
    cut = 0  # How many games had a shorter opening.
    for record in records:
        opening = [ply for ply in record.plies if ply.who is None]
        if len(opening) < series.opening:
            cut += 1
    if cut:
        print(
            f'In {format_count(cut, "game")}, the opening was shorter: it '
            f'left the last move to a strategy.'
        )
    if is_interrupted:
        return INTERRUPTED
    if any(each.why == BROKEN for each in records):
        return UNFINISHED
    return FINISHED


def play_all(history: History, options: Namespace, seed: int) -> int:
    """Play this game, then any others, and return the exit status."""
    while True:
        game = TerminalGame(history, options)
        has_chance = any(map(is_random, history.players.values()))
        if has_chance and seed != options.seed:
            print(
                f'Seed: {seed} (--seed {seed} makes the same random moves '
                f'again)'
            )
        try:
            game.play()
        except BreachError as breach:
            game.print_remarks()
            print_fitting(str(breach))
            game.print_way_on('\n')
            return UNFINISHED
        except BaseException:  # Whatever it is, the game is not lost.
            game.print_way_on('')
            raise
        if game.next_players is None:
            return FINISHED
        seed = seed_random(None)
        catalog = game.history.catalog
        record = game.history.record._replace(
            seed=seed, date=date.today(), **game.next_players
        )
        game_class = catalog.games[record.game]
        try:
            again = create_game(game_class, record.p1_starts, record.size)
        except ValueError:  # It may ask for more than a size.
            again, _ = ask_for_game(game_class, record.p1_starts)
        history = History(catalog, again, record)


def study(catalog: Catalog, options: Namespace) -> int:
    """Step through the saved game that options name. Return the exit status."""
    history = load_game(options.replay, catalog)
    history.go_to(0)
    print_fitting(history.describe())
    if options.review:
        print_review(history, len(history.moves))
    draw = partial(draw_position, history, options.color)
    try:
        ReplayPrompt(history, draw).run()
    except EOFError:
        print()
    return FINISHED
