"""The commands that a player can type in place of a move."""
from argparse import ArgumentTypeError
from contextlib import suppress
from dataclasses import dataclass
from typing import Callable, ClassVar, Iterable, Optional
from interface.command_line import read_number_to, read_seconds
from interface.display import ask_optional
from interface.errors import QuitError
from interface.replay import describe_game
from interface.saved_games import find_result
from interface.screen import cut_items, find_width, fit, fit_items, \
    format_answers, keep_in_sight, print_fitting, print_for_player
from interface.session import Session, StoppedError, TurnChangedError
from interface.setup import call_method
from interface.words import describe_hint, format_count, format_guess, \
    group_values, make_player_title, make_titles, shorten

# What each command does, and what may follow it. The method of Commands that
# obeys it is called the same, with an underscore before it.
WORDS = {'help': 'show this list, as ? does',
         'board': 'show the position again',
         'lines': 'say who has claimed each line, or what that takes',
         'moves': 'list the moves so far, and all possible moves',
         'hint': 'name a best move, and what it leads to',
         'values': 'say what each move leads to, searching for N seconds (2)',
         'undo': 'go back to your previous turn, or back by N turns',
         'redo': 'go forward again',
         'players': 'say who plays, or let KEY play from now on',
         'save': 'save the game in FILE, now and after each move',
         'load': 'continue the game in FILE',
         'quit': 'leave the program, as exit does'}
ANALYSES = 'hint', 'values'
ARGUMENTS = {'values': '[N]', 'undo': '[N]', 'redo': '[N]', 'next': '[N]',
             'back': '[N]', 'players': '[KEY]', 'save': 'FILE', 'load': 'FILE'}
OTHER_WORDS = {'?': 'help', 'exit': 'quit'}

SECONDS, MOST_SECONDS = 2.0, 600  # To look for values: usually, and at most.
GUESS_SHARE = 0.1  # Of this time, or of SECONDS, which is kept for guesses.


def find_commands(line: str, words: Iterable[str] = tuple(WORDS)) -> list[str]:
    """Return those of words that line may mean, by the beginning of a word.

    >>> find_commands('val 10'), find_commands('h'), find_commands('hint me')
    (['values'], ['help', 'hint'], [])
    """
    word, *argument = line.lower().split() or ['']
    if word in OTHER_WORDS and not argument:
        return [OTHER_WORDS[word]]
    return [name for name in words if word and name.startswith(word)
            and (name in ARGUMENTS or not argument)]


@dataclass
class Commands:
    """Obeys the commands of a player.

    === Attributes ===
    session: the game in progress
    draw: returns the current position in lines of a given width
    words: the commands that there are, with what they do
    """
    session: Session
    draw: Callable[[Optional[int]], str]
    words: ClassVar[dict[str, str]] = WORDS
    # What follows the command, and the file that was not overwritten just now.
    _argument: str = ''
    _refused: str = ''

    def obey(self, line: str) -> bool:
        """Obey the command in line and return True, or False if there is none.
        Raise TurnChangedError or QuitError if the player does not move now.
        """
        names = find_commands(line, self.words)
        if not names:
            return False
        self._argument = line.strip()[len(line.split()[0]):].strip()
        if names != ['save']:
            self._refused = ''
        try:
            if len(names) > 1:
                raise ValueError(f'{shorten(line.strip())} may be '
                                 f'{" or ".join(names)}')
            if ARGUMENTS.get(names[0]) == 'FILE' and not self._argument:
                raise ValueError(f'Which file? Type it after {names[0]!r}, as '
                                 f'in: {names[0]} game.txt')
            getattr(self, f'_{names[0]}')()
        except (ValueError, ArgumentTypeError) as error:
            print_fitting(f'{error}.')
        except KeyboardInterrupt:
            print_for_player('\nStopped.')
        return True

    def list_words(self) -> dict[str, str]:
        """Return the commands that work here, with what they do."""
        state = self.session.history.game.current_state
        return {name: meaning for name, meaning in self.words.items()
                if (name not in ANALYSES or self.session.catalog.analyst)
                and (name != 'lines' or hasattr(state, 'describe_lines'))}

    def _help(self) -> None:
        """Show all commands, and how moves are written."""
        some = ' or '.join(self._list_possible()[:2])
        print_fitting(f'Type a move as the game writes it, such as {some}, or '
                      f'a command.' if some else 'Type a command.')
        print_fitting('The first two letters of a command are enough.')
        for name, meaning in self.list_words().items():
            usage = f'{name} {ARGUMENTS.get(name, "")}'
            print_fitting(f'  {usage:<15}{meaning}', 17)

    def _board(self) -> None:
        """Show the current position."""
        print_for_player(self.draw(find_width()))

    def _lines(self) -> None:
        """Say who has claimed each line of the board, or what that takes."""
        state = self.session.history.game.current_state
        for line in ask_optional(state, 'describe_lines') \
                or ['This game has no lines to tell of.']:
            print_fitting(line, 2)

    def _moves(self) -> None:
        """List the moves so far and the possible moves."""
        history = self.session.history
        made = [f'{make_player_title(state.get_current_player_name())}: {move}'
                for state, move in zip(history.states, history.made())]
        lines = [fit(f'{i // 2 + 1}. {", ".join(made[i:i + 2])}',
                     find_width(), 3) for i in range(0, len(made), 2)]
        lines.append(fit_items('Possible moves: ', self._list_possible()
                               or ['none'], '', find_width()))
        print_for_player('\n'.join(lines))

    def _list_possible(self) -> list[str]:
        """Return the possible moves, as they are typed."""
        state = self.session.history.game.current_state
        return list(map(str, call_method(state, 'get_possible_moves')))

    def _hint(self) -> None:
        """Name a best move, and what it leads to."""
        self._check_not_over()
        hint = self.session.analyse('find_hint', SECONDS * (1 - GUESS_SHARE))
        line = describe_hint(hint.move, hint.score, hint.plies, SECONDS)
        if hint.move is None:
            with suppress(ValueError):  # Some games have no rough_outcome.
                guess = self.session.analyse('find_guess',
                                             SECONDS * GUESS_SHARE)
                line += f' A guess: {format_guess(*guess)}.'
        print_fitting(line)

    def _values(self) -> None:
        """Say what each move leads to, the unknown ones last, by estimates."""
        self._check_not_over()
        seconds = read_seconds(self._argument, MOST_SECONDS) \
            if self._argument else SECONDS
        kept = min(seconds, SECONDS) * GUESS_SHARE
        unknown = f'not known within {seconds:g} s'
        try:
            values = self.session.analyse('find_values', seconds - kept)
        except StoppedError:
            print_fitting('Stopped. `values` goes on from here.')
            values = self.session.analyse('find_values', 0.0)
            unknown = 'not known yet'
        groups = group_values(values, unknown)
        title, moves = groups[-1]
        if title == unknown:
            with suppress(ValueError):  # Some games have no rough_outcome.
                guesses = [f'{move} {estimate:+z.2f}' for move, estimate in
                           self.session.analyse('find_estimates', kept)
                           if str(move) in moves]
                if guesses:
                    groups[-1] = f'{title}, estimates from -1 to 1', guesses
        print_for_player('\n'.join(keep_in_sight(
            [cut_items(f'{words}: ', items, find_width(), '')
             if words == unknown else
             fit_items(f'{words}: ', items, '', find_width())
             for words, items in groups])))

    def _check_not_over(self) -> None:
        """Raise ValueError if there is nothing to be found: no more moves."""
        if find_result(self.session.history.game):
            raise ValueError('The game is over')

    def _undo(self) -> None:
        """Go back to the player's turn before."""
        self._go(-1, 'undo: this is your first turn')

    def _redo(self) -> None:
        """Go forward to the player's next turn."""
        self._go(1, 'redo')

    def _go(self, step: int, what: str) -> None:
        """Go by as many of the player's turns as was typed, or by one."""
        turns = self.session.find_turns(step)
        if not turns:
            raise ValueError(f'There is nothing to {what}')
        number = read_number_to(1_000_000)(self._argument or '1')
        if number > len(turns):
            raise ValueError(f'{number} is too many: at most {len(turns)}')
        self.session.go_to(turns[number - 1])
        raise TurnChangedError

    def _players(self) -> None:
        """Say who plays whom, or let other strategies play."""
        session, keys = self.session, self._argument.lower().split()
        strategies = session.catalog.strategies
        programs = [name for name in ('p1', 'p2')
                    if not session.is_own_turn(name)]
        names = programs if len(keys) == 1 else ['p1', 'p2']
        if keys and (len(keys) != len(names) or not set(keys) <= {*strategies}):
            raise ValueError(
                f'{shorten(self._argument)} does not name '
                f'{format_count(len(names), "strategy", "strategies")} among: '
                f'{format_answers(make_titles(strategies))}')
        session.set_players(dict(zip(names, keys)))
        self._print_players()
        if keys:
            raise TurnChangedError

    def _print_players(self) -> None:
        """Say who plays whom."""
        print_fitting(describe_game(self.session.record,
                                    self.session.history.game,
                                    self.session.catalog.strategies))

    def _save(self) -> None:
        """Save the game from now on; overwrite a file if asked twice."""
        path = self._argument
        asked_twice, self._refused = self._refused == path, ''
        try:
            self.session.save(path, asked_twice)
        except ValueError as error:
            if not isinstance(error.__cause__, FileExistsError):
                raise
            self._refused = path
            raise ValueError(f'{error}. To overwrite it, type the same again'
                             ) from error
        print_fitting(f'The game is saved in {path!r}, and will be kept up to '
                      f'date.')

    def _load(self) -> None:
        """Go on with the game in a file."""
        path = self._argument
        was_kept = self.session.keeper is not None
        self.session.load(path)
        made = format_count(len(self.session.history.moves), 'move')
        print_fitting(f'This is the game in {path!r}, after {made}.')
        if was_kept:
            print_for_player('This file is not kept up to date: see `help`.')
        self._print_players()
        raise TurnChangedError

    def _quit(self) -> None:
        """Leave the program."""
        raise QuitError
