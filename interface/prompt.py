"""The prompt: what is typed there is an answer, a command or a mistake.

While a game is played, an answer is a move. Commands are methods, as the
standard library's Cmd finds them: do_undo obeys `undo`, and what stands in its
docstring before the first empty line is what `help` says of it.

Where Python has the module readline, the arrow keys edit the line and recall
older ones, and Tab completes moves, commands and the names of files.
"""
from argparse import ArgumentTypeError
from cmd import Cmd
from contextlib import suppress
from glob import escape, glob
from importlib import import_module
from typing import Any, Callable, Optional
import os
import sys
from game import Game
from game_state import GameState
from interface.display import ask_optional, find_optional, takes
from interface.errors import Attempt, QuitError, TurnChangedError, \
    describe_failure
from interface.history import History
from interface.review import find_last_mistake, print_hint, print_review, \
    print_values
from interface.saved_games import SavedGame, find_result
from interface.screen import ask_line, can_do_more, cut_items, find_width, \
    fit, fit_items, format_answers, is_terminal, print_fitting, \
    print_for_player
from interface.setup import call_method, explain_move, make_move
from interface.words import describe_result, format_count, format_value, \
    make_player_title, make_titles, read_number_to, shorten

MOST_MISTAKES = 3  # After so many, the player sees the position again.

# How the commands that need the engine are typed.
ANALYSES = {'hint', 'values [N]', 'review', 'back'}

# What may be typed for some commands, and for others after a game.
SYNONYMS = {'?': 'help', 'exit': 'quit'}
END_SYNONYMS = {'y': 'yes', 'n': 'no', 's': 'swap', 're': 'review'}


class Prompt(Cmd):
    """Reads lines and obeys commands, until a line is an answer. It has the
    commands that help with any game, played or replayed.

    === Attributes ===
    history: the game so far
    draw: returns the current position in lines of a given width
    moves: the moves that may be typed
    """
    history: History
    draw: Callable[[Optional[int]], str]
    moves: list[str]
    _is_repeated: bool = False  # Whether a command is the same as before.

    def __init__(self, history: History,
                 draw: Callable[[Optional[int]], str]) -> None:
        """Initialize a prompt for the game in history."""
        super().__init__()
        self.history, self.draw, self.moves = history, draw, []

    def ask(self, prompt: str, first_prompt: str = '') -> str:
        """Return the first line typed that is an answer. Raise TurnChangedError
        if a command leads to another position, or QuitError.
        """
        self._use_editor()
        line = ask_line(first_prompt or prompt)
        while not self.onecmd(line):
            line = ask_line(prompt)
        return line

    def onecmd(self, line: str) -> bool:
        """Return whether line is an answer; if not, obey or explain it."""
        if self.is_answer(line):
            return True
        self._is_repeated = line == self.lastcmd
        try:
            return bool(super().onecmd(line))
        except (ValueError, ArgumentTypeError) as error:
            print_fitting(f'{error}.')
        except KeyboardInterrupt:
            print_for_player('\nStopped.')
        return False

    def is_answer(self, line: str) -> bool:
        """Return whether line is what the prompt asks for."""
        raise NotImplementedError

    def parseline(self, line: str) -> tuple[Optional[str], Optional[str], str]:
        """Return the name of the command in line, None if there is none; what
        follows it; and line. Raise ValueError if that must not follow it.
        """
        name = self.find_command(line)
        if name is None:
            return None, None, line
        usage, argument = self.list_commands()[name][0], line.split(None, 1)[1:]
        if argument and ' ' not in usage:
            raise ValueError(f'Nothing may follow {name!r}')
        if usage.endswith(' FILE') and not argument:
            raise ValueError(f'Which file? Type it after {name!r}, as in: '
                             f'{name} game.txt')
        return name, ''.join(argument).rstrip(), line

    def emptyline(self) -> bool:
        """Treat an empty line as any other that is no command."""
        self.default('')
        return False

    def list_commands(self) -> dict[str, tuple[str, str]]:
        """Return how each command is typed, and what it does. Those that only
        this prompt has come first, after `help`.
        """
        found = {'help': ('', '')}
        for name in [attribute for each in type(self).__mro__
                     for attribute in vars(each) if attribute[:3] == 'do_']:
            words = (getattr(self, name).__doc__ or name).split('\n\n')[0]
            usage, _, meaning = ' '.join(words.split()).partition(': ')
            found[name.removeprefix('do_')] = usage, meaning
        return found

    def find_command(self, line: str) -> Optional[str]:
        """Return the command whose first letters, two or more, begin line."""
        word = ''.join(line.lower().split(None, 1)[:1])
        word = SYNONYMS.get(word, word)
        return next((name for name in self.list_commands()
                     if len(word) > 1 and name.startswith(word)), None)

    def list_offered(self) -> list[str]:
        """Return the names of the commands that can be of use here."""
        lacking = set() if self.history.catalog.analyst else ANALYSES
        if not find_optional(self.history.game.current_state,
                             'describe_lines'):
            lacking = {*lacking, 'lines'}
        return [name for name, (usage, _) in self.list_commands().items()
                if usage not in lacking]

    def completenames(self, text: str, *_: Any) -> list[str]:
        """Return what text, all that is typed so far, may become."""
        word, blank, name = text.partition(' ')
        if blank and self.find_command(word) in ('save', 'load'):
            paths = sorted(glob(escape(os.path.expanduser(name)) + '*'))
            return [f'{word} {path}' + '/' * os.path.isdir(path)
                    for path in paths]
        return [each for each in [*self.moves, *self.list_offered()]
                if each.lower().startswith(text.lower())]

    def _use_editor(self) -> None:
        """Have lines edited, and Tab complete them, where that can be done."""
        if not is_terminal(sys.stdin) or not can_do_more(sys.stdout):
            return
        with suppress(ImportError):
            readline = import_module('readline')
            readline.set_completer_delims('')  # Moves may have blanks: '0 1'.
            # Python on macOS may come with another library of this name.
            is_other = 'libedit' in (readline.__doc__ or '')
            readline.parse_and_bind('bind ^I rl_complete' if is_other
                                    else 'tab: complete')
            readline.set_completer(self.complete)

    # === The commands of all prompts ===

    def do_help(self, arg: str) -> None:
        """help [COMMAND]: show this list, as ? does, or what COMMAND does"""
        name, names = self.find_command(arg), self.list_offered()
        if arg and name is None:
            raise ValueError(f'{shorten(arg)} is not a command')
        if not arg:
            some = ' or '.join(self.moves[:2])
            print_fitting(f'Type a move as the game writes it, such as {some}, '
                          f'or a command.' if some else 'Type a command.')
            print_fitting('The first two letters of a command are enough.')
        for usage, meaning in [self.list_commands()[each] for each in (
                [name] if name else names)]:
            print_fitting(f'  {usage:<15}{meaning}', 17)

    def do_review(self, _argument: str) -> None:
        """review: say what each move was worth"""
        if not self.history.place:
            raise ValueError('No move has been made yet')
        print_review(self.history, self.history.place)

    def do_lines(self, _argument: str) -> None:
        """lines: say who has claimed each line, or what that takes"""
        state = self.history.game.current_state
        lines = ask_optional(state, 'describe_lines')
        for line in [lines] if isinstance(lines, str) else lines \
                or ['This game has no lines to tell of.']:
            print_fitting(line, 2)

    def do_moves(self, _argument: str) -> None:
        """moves: list the moves so far, and all possible moves"""
        history = self.history
        made = [f'{make_player_title(state.get_current_player_name())}: {move}'
                for state, move in zip(history.states, history.made())]
        lines = [fit(f'{i // 2 + 1}. {", ".join(made[i:i + 2])}',
                     find_width(), 3) for i in range(0, len(made), 2)]
        moves = call_method(history.game.current_state, 'get_possible_moves')
        lines.append(fit_items('Possible moves: ', list(map(str, moves))
                               or ['none'], '', find_width()))
        print_for_player('\n'.join(lines))

    def do_hint(self, _argument: str) -> None:
        """hint: name a best move, and what it leads to"""
        print_hint(self.history)

    def do_values(self, argument: str) -> None:
        """values [N]: say what each move leads to, searching for N seconds (2)
        """
        print_values(self.history, argument)

    def do_quit(self, _argument: str) -> None:
        """quit: leave the program, as exit does"""
        raise QuitError

    def go_by_turns(self, step: int, argument: str, what: str) -> None:
        """Go back (step -1) or forward (1) by as many turns as argument says,
        or by one. Raise ValueError if there are too few to do what.
        """
        turns = self.list_turns(step)
        if not turns:
            raise ValueError(f'There is nothing to {what}')
        number = read_number_to(1_000_000)(argument or '1')
        if number > len(turns):
            raise ValueError(f'{number} is too many: at most {len(turns)}')
        self.history.go_to(turns[number - 1])
        raise TurnChangedError

    def list_turns(self, step: int) -> list[int]:
        """Return the places that undo (step -1) or redo (1) leads to."""
        return self.history.list_turns(step, self.history.people)

    def print_game(self) -> None:
        """Say which game it is, and who plays whom."""
        print_fitting(self.history.describe())


class PlayPrompt(Prompt):
    """The prompt of a game that is played: for a move, or for Enter alone,
    which lets a program move.
    """
    _waits: bool = False  # Whether it is for Enter.
    _knows_help: bool = False
    _mistakes: int = 0

    def choose(self, strategy: Callable[..., Any], game: Game) -> Any:
        """Return the move that strategy chooses. One that takes no read_line
        reads for itself, and there are no commands.
        """
        self._mistakes = 0
        if not takes(strategy, 'read_line'):
            return strategy(game)
        return strategy(game, read_line=self.read_line)

    def read_line(self, prompt: str) -> str:
        """Return the possible move that is typed."""
        state = self.history.game.current_state
        self._waits, self.moves = False, list(map(
            str, state.get_possible_moves()))
        first_prompt = prompt if self._knows_help \
            else prompt.rstrip().removesuffix(':') + ' (? for help): '
        self._knows_help = True
        return self.ask(prompt, first_prompt)

    def pause(self, prompt: str) -> None:
        """Return when Enter is typed. Raise TurnChangedError if a command leads
        to another position, or QuitError.
        """
        self._waits, self.moves = True, []
        self.ask(prompt)

    def is_answer(self, line: str) -> bool:
        """Return whether line is a possible move, or Enter alone."""
        return not line.strip() if self._waits \
            else not find_mistake(self.history.game, line)

    def default(self, line: str) -> None:
        """Say why line is no answer; show the position now and then."""
        if self._waits:
            print_fitting(f'{shorten(line.strip())} is not a command, and it '
                          f'is not your turn. Type ? for help.')
            return
        why, width = find_mistake(self.history.game, line), find_width()
        told = f'{why}. Possible moves: {", ".join(self.moves)}'
        self._mistakes += 1
        if width is not None and self._mistakes % MOST_MISTAKES == 0:
            print_fitting(f'{why}.')
            print_for_player(f'\n{self.draw(width)}')
        elif width is None or len(told) <= width:
            print_for_player(told)
        else:
            print_fitting(f'{why}.\n' + cut_items(
                'Possible moves: ', self.moves, width, ' (type `moves`)'))

    def do_board(self, _argument: str) -> None:
        """board: show the position again"""
        print_for_player(self.draw(find_width()))

    def do_undo(self, argument: str) -> None:
        """undo [N]: go back to your previous turn, or back by N turns"""
        self.go_by_turns(-1, argument, 'undo: this is your first turn')

    def do_redo(self, argument: str) -> None:
        """redo [N]: go forward again"""
        self.go_by_turns(1, argument, 'redo')

    def do_back(self, _argument: str) -> None:
        """back: go back to the last mistake, or the one that decided the game
        """
        history, index = self.history, self.history.deciding
        if find_result(self.history.game) is None:
            index = find_last_mistake(history)
        # If the move was a program's: to somebody's turn before it.
        turns = [each for each in self.list_turns(-1) if each <= index]
        if not turns:
            raise ValueError('No move is known to have decided the game')
        history.go_to(turns[0])
        raise TurnChangedError

    def do_players(self, argument: str) -> None:
        """players [KEY]: say who plays, or let KEY play from now on"""
        history, keys = self.history, argument.lower().split()
        strategies = history.catalog.strategies
        programs = [name for name in ('p1', 'p2')
                    if name not in history.people]
        names = programs if len(keys) == len(programs) == 1 else ['p1', 'p2']
        if len(keys) == 1 < len(names):
            raise ValueError(f'Two keys are needed, one for each player, as '
                             f'in: players i {list(strategies)[-1]}')
        if keys and (len(keys) != len(names) or not set(keys) <= {*strategies}):
            raise ValueError(
                f'{shorten(argument)} does not name '
                f'{format_count(len(names), "strategy", "strategies")} among: '
                f'{format_answers(make_titles(strategies))}')
        history.set_players(dict(zip(names, keys)))
        self.print_game()
        if keys:
            raise TurnChangedError

    def do_save(self, argument: str) -> None:
        """save FILE: save the game in FILE, now and after each move"""
        try:
            self.history.save(argument, self._is_repeated)
        except ValueError as error:
            if not isinstance(error.__cause__, FileExistsError):
                raise
            raise ValueError(f'{error}. To overwrite it, type the same again'
                             ) from error
        print_fitting(f'The game is saved in {argument!r}, and will be kept up '
                      f'to date.')

    def do_load(self, argument: str) -> None:
        """load FILE: continue the game in FILE"""
        was_kept = self.history.keeper is not None
        self.history.load(argument)
        made = format_count(len(self.history.moves), 'move')
        print_fitting(f'This is the game in {argument!r}, after {made}.')
        if was_kept:
            print_for_player('This file is not kept up to date: see `help`.')
        self.print_game()
        raise TurnChangedError


class EndPrompt(PlayPrompt):
    """The prompt after a game: is another one to be played, or this one again,
    from an earlier position?
    """
    _swaps_sides: bool = False

    def ask_for_more(self) -> Optional[SavedGame]:
        """Return the game to be played next, None if the player wants none.
        Raise TurnChangedError if this game is to go on.
        """
        try:
            self.pause(fit_items('Play again? (', [
                'y', 'n', 's = swap sides', 'undo', 'back', 'review'],
                ') [y]: ', find_width()))
        except EOFError:
            print_for_player('')
            return None
        except QuitError:
            return None
        if self.history.keeper:
            print_for_player('The new game is not saved yet: see `help`.')
        record = self.history.record
        return record._replace(p1=record.p2, p2=record.p1) \
            if self._swaps_sides else record

    def find_command(self, line: str) -> Optional[str]:
        """Return the command in line; y, n and s are some, too."""
        line = line.strip().lower()
        return super().find_command(END_SYNONYMS.get(line, line))

    def default(self, line: str) -> None:
        """Say which answers there are."""
        print_fitting(f'{shorten(line.strip())} is not one of the answers: '
                      f'y = yes, n = no, s = swap sides, undo, back, review')

    def do_yes(self, _argument: str) -> bool:
        """yes: play another game, as y and Enter do"""
        return True

    def do_no(self, _argument: str) -> None:
        """no: leave the program, as n does"""
        raise QuitError

    def do_swap(self, _argument: str) -> bool:
        """swap sides: play another game with sides swapped, as s does"""
        self._swaps_sides = True
        return True


class ReplayPrompt(Prompt):
    """The prompt of a saved game, whose positions it shows. Moves that are
    tried lead away from the game, and `back` to it again.
    """
    # The positions and the moves of the game itself.
    _states: list[GameState]
    _moves: list[Any]

    def run(self, review: bool) -> None:
        """Show positions until the player leaves, after a review if wanted."""
        history = self.history
        self._states, self._moves = history.states[:], history.moves[:]
        history.go_to(0)
        self.print_game()
        if review:
            self.do_review('')
        while True:
            self._show()
            tried = '' if history.moves == self._moves else ', tried'
            try:
                self.ask(f'Position {history.place} of {len(history.moves)}'
                         f'{tried} (? for help): ')
            except TurnChangedError:
                continue
            except QuitError:
                return

    def list_turns(self, step: int) -> list[int]:
        """Return all places that way: nobody plays."""
        return self.history.list_turns(step, ())

    def _show(self) -> None:
        """Show the current position, and which move led there."""
        history = self.history
        if history.made() == self._moves[:history.place]:  # It is in the game.
            history.states[:], history.moves[:] = self._states, self._moves
        moves = Attempt(history.game.current_state.get_possible_moves).result
        self.moves = list(map(str, moves or []))
        for describe in lambda: self.draw(find_width()), self._tell:
            print_for_player('\n' + (Attempt(describe).result
                                     or '(This cannot be shown.)'))

    def _tell(self) -> str:
        """Return in words the last move, and who is to move now or has won."""
        history = self.history
        name = history.game.current_state.get_current_player_name()
        story = describe_result(find_result(history.game), name)
        before = history.before()
        return story if before is None else \
            f'{make_player_title(before.get_current_player_name())} chose ' \
            f'{history.made()[-1]}. {story}'

    def is_answer(self, line: str) -> bool:
        """Return whether line is a move or the number of a position, after
        going there.
        """
        history = self.history
        attempt = Attempt(make_move, history.game, line.strip())
        if not attempt.error:
            history.add(attempt.result, history.game.current_state)
        elif line.strip() in map(str, range(len(history.states))):
            history.go_to(int(line))
        else:
            return False
        return True

    def default(self, line: str) -> None:
        """Say why line leads to no position. Enter alone goes on."""
        line = line.strip()
        if not line:
            self.do_next('')
        error = Attempt(make_move, self.history.game, line).error
        print_fitting(f'There are only the positions 0 to '
                      f'{len(self.history.moves)}.'
                      if line.isascii() and line.isdigit()
                      else f'{error}. Type ? for help.')

    def do_next(self, argument: str) -> None:
        """next [N]: show the next position, as Enter does, or N on"""
        self.go_by_turns(1, argument, 'show: this is the last position')

    def do_back(self, argument: str) -> None:
        """back [N]: show the previous position, or N back"""
        self.go_by_turns(-1, argument, 'show: this is the first position')

    def do_review(self, _argument: str) -> None:
        """review: say what each move was worth"""
        print_review(self.history, len(self.history.moves))


def find_mistake(game: Game, line: str) -> str:
    """Return why line is not a possible move in game, '' if it is one."""
    state = game.current_state
    reading = Attempt(game.str_to_move, line)
    check = reading if reading.error \
        else Attempt(state.is_valid_move, reading.result)
    if check.error:  # The code of a game may raise anything.
        return describe_failure(check.error)
    if check.result:
        return ''
    moves = state.get_possible_moves()
    if line in map(str, moves) \
            and not Attempt(moves.__contains__, reading.result).result:
        return f'{type(game).__name__}.str_to_move({line!r}) returned ' \
               f'{format_value(reading.result)}'
    return explain_move(state, reading.result, line) if line.strip() \
        else 'An empty line is not a move'
