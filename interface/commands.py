"""The commands that a player can type in place of a move."""
from argparse import ArgumentTypeError
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Callable, Optional
from interface.command_line import read_seconds
from interface.display import ask_optional, show_time
from interface.faults import QuitError
from interface.processes import cut_output
from interface.screen import find_width, fit, fit_items, keep_in_sight, \
    print_fitting, print_for_player
from interface.session import NO_ENGINE, Session, TurnChangedError
from interface.words import describe_error, describe_hint, format_count, \
    format_guess, group_values, make_player_title, needs_guess, \
    shorten

# What each command does, and what may follow it. The method of Commands that
# obeys it is called the same, with an underscore before it.
WORDS = {'help': 'show this list, as ? does',
         'board': 'show the position again',
         'lines': 'say who has claimed each line, or what that takes',
         'moves': 'list the moves so far, and all possible moves',
         'hint': 'name a best move, and what it leads to',
         'values': 'say what each move leads to, searching for N seconds (2)',
         'undo': 'go back to your previous turn',
         'redo': 'go forward again',
         'save': 'save the game in FILE, now and after each move',
         'load': 'continue the game in FILE',
         'quit': 'leave the program'}
ANALYSES = 'hint', 'values'
ARGUMENTS = {'values': '[N]', 'save': 'FILE', 'load': 'FILE'}

# How long a command looks for values, in seconds, and at most.
SECONDS, MOST_SECONDS = 2.0, 600

# The share of its time that it keeps for a guess.
GUESS_SHARE = 0.1


def find_commands(line: str) -> list[str]:
    """Return the commands that line may mean, by the beginning of a word.

    >>> find_commands('val 10'), find_commands('h'), find_commands('undo it')
    (['values'], ['help', 'hint'], [])
    """
    word, *argument = line.lower().split() or ['']
    if [word, *argument] == ['?']:
        return ['help']
    return [name for name in WORDS if word and name.startswith(word)
            and (name in ARGUMENTS or not argument)]


@dataclass
class Commands:
    """Obeys the commands of a player.

    === Attributes ===
    session: the game in progress
    draw: returns the current position in lines of a given width
    """
    session: Session
    draw: Callable[[Optional[int]], str]
    # What follows the command, and the file that was not overwritten just now.
    _argument: str = ''
    _refused: str = ''

    def obey(self, line: str) -> bool:
        """Obey the command in line and return True, or False if there is none.
        Raise TurnChangedError or QuitError if the player does not move now.
        """
        names = find_commands(line)
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
        return True

    def list_words(self) -> dict[str, str]:
        """Return the commands that work here, with what they do."""
        state = self.session.history.game.current_state
        return {name: meaning for name, meaning in WORDS.items()
                if (name not in ANALYSES or self.session.catalog.analyst)
                and (name != 'lines' or hasattr(state, 'describe_lines'))}

    def _help(self) -> None:
        """Show all commands, and how moves are written."""
        moves = self.session.history.game.current_state.get_possible_moves()
        some = ' or '.join(map(str, moves[:2]))
        print_fitting(f'Type a move as the game writes it, such as {some}, or '
                      f'a command.')
        print_fitting('The first two letters of a command are enough.')
        for name, meaning in self.list_words().items():
            usage = f'{name} {ARGUMENTS.get(name, "")}'
            print_fitting(f'  {usage:<12}{meaning}', 14)

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
        possible = history.game.current_state.get_possible_moves()
        lines.append(fit_items('Possible moves: ', list(map(str, possible)),
                               '', find_width()))
        print_for_player('\n'.join(lines))

    def _hint(self) -> None:
        """Name a best move, and what it leads to."""
        hint = self._ask('find_hint', SECONDS * (1 - GUESS_SHARE))
        line = describe_hint(hint.move, hint.score, hint.plies, SECONDS)
        guess = self._guess(SECONDS) if hint.move is None else ''
        print_fitting(f'{line} A guess: {guess}.' if guess else line)

    def _values(self) -> None:
        """Say what each possible move leads to."""
        seconds = read_seconds(self._argument, MOST_SECONDS) \
            if self._argument else SECONDS
        values = self._ask('find_values', seconds * (1 - GUESS_SHARE))
        groups = group_values(values, seconds)
        if needs_guess(values):
            guess = self._guess(seconds)
            groups += [('a guess', [guess])] if guess else []
        print_for_player('\n'.join(keep_in_sight(
            [fit_items(f'{words}: ', items, '', find_width())
             for words, items in groups])))

    def _guess(self, seconds: float) -> str:
        """Return in words the move that looks best, after its share of these
        seconds; '' if there is no such guess.
        """
        with suppress(ValueError):
            return format_guess(*self._ask('find_guess',
                                           seconds * GUESS_SHARE))
        return ''

    def _ask(self, name: str, seconds: float) -> Any:
        """Return what the analyst's function called name finds for the game in
        this time. Raise ValueError if there is no analyst, if Ctrl-C stops it,
        or if the game's code fails: it may be asked about any position.
        """
        analyst = self.session.catalog.analyst
        if analyst is None:
            raise ValueError(NO_ENGINE)
        try:
            history = self.session.history
            with cut_output(), show_time('Searching'):
                return getattr(analyst, name)(history.game, seconds,
                                              history.scores)
        except KeyboardInterrupt as interrupt:
            print_for_player('')
            raise ValueError('Stopped') from interrupt
        except Exception as error:
            raise ValueError(f'The game fails with {describe_error(error)}'
                             ) from error

    def _undo(self) -> None:
        """Go back to the player's turn before."""
        self._go(-1, 'undo: this is your first turn')

    def _redo(self) -> None:
        """Go forward to the player's next turn."""
        self._go(1, 'redo')

    def _go(self, step: int, what: str) -> None:
        """Go to the nearest turn of the player, or raise ValueError."""
        place = self.session.find_turn(step)
        if place is None:
            raise ValueError(f'There is nothing to {what}')
        self.session.go_to(place)
        raise TurnChangedError

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
        raise TurnChangedError

    def _quit(self) -> None:
        """Leave the program."""
        raise QuitError
