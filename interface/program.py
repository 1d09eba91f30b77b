"""The program that plays games in a terminal, from its start to its end."""
from argparse import Namespace
from dataclasses import dataclass
from datetime import date
from typing import Optional
import sys
from interface.after_game import Study, ask_for_more, print_result, \
    print_review
from interface.check import run_checks
from interface.command_line import FINISHED, UNFINISHED, build_parser, \
    check_options, run_politely
from interface.display import choose_colour, draw_position
from interface.play import GameInterface
from interface.replay import load_game
from interface.saved_games import SavedGame
from interface.screen import choose_input, is_terminal, print_for_player
from interface.series import run_series
from interface.session import Catalog, Session, TurnChangedError
from interface.setup import call_with_input, is_random, seed_random


@dataclass
class Program:
    """The program that plays games in a terminal.

    === Attributes ===
    catalog: the games and strategies that there are
    """
    catalog: Catalog

    def main(self, arguments: Optional[list[str]]) -> int:
        """Do what arguments say, end politely, and return the exit status."""
        return int(call_with_input(
            choose_input(), lambda: run_politely(self.run, arguments)))

    def run(self, arguments: Optional[list[str]]) -> int:
        """Do what arguments and the player's answers say, as main does."""
        games, strategies = self.catalog.games, self.catalog.strategies
        if self.catalog.lacking:
            print(f'strategy.py lacks {", ".join(self.catalog.lacking)}.',
                  file=sys.stderr)
        parser = build_parser(games, strategies,
                              self.catalog.analyst is not None)
        options = parser.parse_args(arguments)
        if sys.stdin is None or sys.stdout is None:
            raise EOFError  # The program was started without them.
        try:
            check_options(options)
        except ValueError as error:
            parser.error(str(error))
        try:
            if options.check:
                return run_checks(games, strategies, options)
            if options.replay is not None:
                self._study(options)
                return FINISHED
            if not strategies:
                raise ValueError('There is no strategy to play with')
            if options.games is not None:
                return run_series(self.catalog, options)
            seed = seed_random(options.seed)
            interface = self._set_up(options, seed) \
                if options.load is None else self._load(options)
            interface.session.make_moves(options.moves)
            if options.save is not None:
                interface.session.save(options.save, overwrite=options.force
                                       or options.save == options.load)
        except ValueError as error:
            # It is about a game, a strategy or a file: --help cannot help.
            told = str(error).rstrip('.')
            raise SystemExit(parser.exit(2, f'{parser.prog}: {told}.\n')
                             ) from error
        else:
            return self._play_all(interface, options, seed)

    def _play_all(self, interface: GameInterface, options: Namespace, seed: int
                  ) -> int:
        """Play this game, then any others, and return the exit status."""
        goes_on = False
        while self._play(interface, options, seed, goes_on):
            if not (interface.session.people and is_terminal(sys.stdin)):
                return FINISHED
            try:
                record = ask_for_more(interface.session,
                                      interface.reader.commands)
            except TurnChangedError:
                goes_on = True
                continue
            if record is None:
                return FINISHED
            goes_on, seed = False, seed_random(None)
            interface = self._begin(record._replace(
                seed=seed, date=date.today()))
        return UNFINISHED

    def _play(self, interface: GameInterface, options: Namespace, seed: int,
              goes_on: bool) -> bool:
        """Show the seed and the rules, unless the game goes on; play it; show
        its result. Return whether it ended; if not, say how to go on with it.
        """
        session = interface.session
        if not goes_on and seed != options.seed \
                and any(map(is_random, session.strategies.values())):
            print(f'Seed: {seed} (--seed {seed} makes the same random moves '
                  f'again)')
        interface.colour = choose_colour(options.color, sys.stdout)
        interface.delay, interface.steps = options.delay or 0.0, options.step
        try:
            finished = interface.play(rules=not goes_on)
        except BaseException:  # Whatever it is, the game is not lost.
            session.print_how_to_go_on(end='')
            raise
        if finished:
            print_result(session)
        else:
            session.print_how_to_go_on()
        if finished and options.review:
            print_review(session)
        return finished

    def _begin(self, record: SavedGame) -> GameInterface:
        """Return the interface to a new game of the kind that record says."""
        games, strategies = self.catalog.games, self.catalog.strategies
        interface = GameInterface(
            self.catalog, games[record.game],
            (strategies[str(record.p1)], strategies[str(record.p2)]),
            record.p1_starts, record.size)
        interface.session.record = record
        return interface

    def _set_up(self, options: Namespace, seed: int) -> GameInterface:
        """Return a new game's interface. Ask for what options do not say."""
        strategies = self.catalog.strategies
        game_class = self.catalog.choose_game(options.game, options.size)
        p1, p2 = self.catalog.choose_strategies([options.p1, options.p2])
        starts = None if options.first is None else options.first == '1'
        # A game may begin at random: nothing else is random before that.
        seed_random(seed)
        interface = GameInterface(self.catalog, game_class,
                                  (strategies[p1], strategies[p2]), starts,
                                  options.size)
        interface.session.record = interface.session.record._replace(seed=seed)
        return interface

    def _load(self, options: Namespace) -> GameInterface:
        """Return the interface to the saved game that options name."""
        saved, history = load_game(options.load, self.catalog.games)
        p1, p2 = self.catalog.choose_strategies([options.p1 or saved.p1,
                                                 options.p2 or saved.p2])
        interface = self._begin(saved._replace(p1=p1, p2=p2))
        interface.session.history = history
        return interface

    def _study(self, options: Namespace) -> None:
        """Step through the saved game that options name."""
        saved, history = load_game(options.replay, self.catalog.games)
        colour = choose_colour(options.color, sys.stdout)
        study = Study(Session(self.catalog, saved, history, []), lambda width:
                      draw_position(history.game.current_state,
                                    history.before(), colour, width))
        try:
            study.run(options.review)
        except EOFError:
            print_for_player('')
