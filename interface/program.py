"""The program that plays games in a terminal, from its command line to its end.
"""
from argparse import Namespace
from datetime import date
from typing import Any, Callable, Optional
import random
import sys
from game import Game
from interface.after_game import ask_for_more, tell_result, tell_review
from interface.analysis import Analyst
from interface.checks.program import run_checks
from interface.command_line import build_parser, check_options, check_size
from interface.endings import FINISHED, UNFINISHED, require_streams
from interface.history import History
from interface.pacing import Pace
from interface.pictures import choose_colour
from interface.questions import ask
from interface.saved.replay import load_game, step_through
from interface.saved.saved_games import SavedGame
from interface.screen import somebody_types
from interface.series.program import run_series
from interface.titles import make_titles

# Of these, by their keys, it is known that they make no random moves.
STEADY = {'i', 'ro', 'mr', 'mi', 'ab'}


class Program:
    """The program that plays games in a terminal.

    === Attributes ===
    games: the games that there are, by their keys
    strategies: the strategies that there are, by their keys
    make_interface: what plays a game, as GameInterface does
    interactive: the strategy by which a person plays
    analyst: finds what moves are worth, None if the engine is missing
    """
    games: dict[str, type[Game]]
    strategies: dict[str, Callable]
    make_interface: Callable[..., Any]
    interactive: Callable
    analyst: Optional[Analyst]

    def __init__(self, games: dict[str, type[Game]],
                 strategies: dict[str, Callable],
                 make_interface: Callable[..., Any], interactive: Callable,
                 analyst: Optional[Analyst]) -> None:
        """Initialize the program."""
        self.games, self.strategies = games, strategies
        self.make_interface, self.interactive = make_interface, interactive
        self.analyst = analyst

    def run(self, arguments: Optional[list[str]]) -> int:
        """Do what arguments (None: those of the command line) and the player's
        answers say. Return the exit status.
        """
        parser = build_parser(self.games, self.strategies)
        options = parser.parse_args(arguments)
        require_streams()
        try:
            check_options(options)
            if options.check:
                return run_checks(self.games, self.strategies, options)
            if options.games is not None:
                return run_series(self.games, self._list_programs(), options)
            if options.replay is not None:
                step_through(*load_game(options.replay, self.games), input,
                             self.strategies)
                return FINISHED
        except ValueError as error:
            parser.error(str(error))
        seed = seed_random(options.seed)
        try:
            interface = self._set_up(options, seed) \
                if options.load is None else self._load(options)
        except ValueError as error:
            parser.error(str(error))
        return self._play_all(interface, options, seed)

    def _list_programs(self) -> dict[str, Callable]:
        """Return all strategies that play without a person."""
        return {key: strategy for key, strategy in self.strategies.items()
                if strategy is not self.interactive}

    def _play_all(self, interface: Any, options: Namespace, seed: int) -> int:
        """Play the game of interface, for which the module random has been
        seeded with seed, and then others if the player wants to. Return the
        exit status.
        """
        finished = self._play(interface, options, seed)
        while finished and interface.session.people and somebody_types():
            record = ask_for_more(interface.session, self.analyst)
            if record is None:
                break
            seed = seed_random(None)
            interface = self._begin(record._replace(
                seed=seed, date=date.today()))
            finished = self._play(interface, options, seed)
        return FINISHED if finished else UNFINISHED

    def _play(self, interface: Any, options: Namespace, seed: int) -> bool:
        """Play the game of interface, in the way that options say, and say what
        there is to say of it, also which seed it has unless options say so.
        Return whether it came to its end; if not, say how to go on with it.
        """
        session = interface.session
        if seed != options.seed and not STEADY.issuperset(
                (session.record.p1, session.record.p2)):
            print(f'Seed: {seed} (--seed {seed} makes the same random moves '
                  f'again)')
        interface.colour = choose_colour(options.color, sys.stdout)
        interface.pace = Pace(options.delay or 0.0, options.step)
        try:
            finished = interface.play()
        except BaseException:  # Whatever it is, the game is not lost.
            session.tell_how_to_go_on(end='')
            raise
        if finished:
            tell_result(session, self.analyst)
        else:
            session.tell_how_to_go_on()
        if finished and options.review:
            tell_review(session, self.analyst)
        return finished

    def _begin(self, record: SavedGame) -> Any:
        """Return the interface to a new game of the kind that record says."""
        interface = self.make_interface(
            self.games[record.game], self.strategies[record.p1],
            self.strategies[record.p2], record.p1_starts, record.size)
        interface.session.record = record
        return interface

    def _set_up(self, options: Namespace, seed: int) -> Any:
        """Return the interface to a new game. Ask for all that options do not
        say. Seed is what the module random has been seeded with.

        Raise ValueError if the game cannot have the size or the moves that
        options say, or cannot be saved.
        """
        game_class = self.games[options.game or ask(
            'Which game?', make_titles(self.games))]
        check_size(game_class, options.size)
        p1, p2 = self._ask_for_strategies([options.p1, options.p2])
        starts = None if options.first is None else options.first == '1'
        # A game may begin at random: nothing else is random before that.
        seed_random(seed)
        interface = self.make_interface(game_class, self.strategies[p1],
                                        self.strategies[p2], starts,
                                        options.size)
        session = interface.session
        session.record = session.record._replace(seed=seed)
        session.make_moves(options.moves)
        if options.save is not None:
            session.save(options.save)
        return interface

    def _load(self, options: Namespace) -> Any:
        """Return the interface to the saved game that options name. Raise
        ValueError if it cannot be loaded, or saved.
        """
        saved, played = load_game(options.load, self.games)
        usual = [key if key in self.strategies else None
                 for key in (saved.p1, saved.p2)]
        p1, p2 = self._ask_for_strategies([options.p1 or usual[0],
                                           options.p2 or usual[1]])
        interface = self._begin(saved._replace(p1=p1, p2=p2))
        session = interface.session
        session.history = History(played.game, played.states[0], played.moves)
        session.make_moves(options.moves)
        if options.save is not None:
            session.save(options.save, overwrite=options.save == options.load)
        return interface

    def _ask_for_strategies(self, keys: list[Optional[str]]) -> list[str]:
        """Return the keys of both players' strategies. Ask for those that are
        not given.
        """
        return [keys[i] or ask(f'Which strategy for player {i + 1}?',
                               make_titles(self.strategies))
                for i in range(2)]


def seed_random(seed: Optional[int]) -> int:
    """Seed the module random with seed, or with one of its own if that is None.
    Return the seed.
    """
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    random.seed(seed)
    return seed
