"""The prompt: what is typed there is an answer, a command or a mistake.

While a game is played, an answer is a move. Commands are methods, as the
standard library's Cmd finds them: do_undo obeys `undo`, and its docstring is
what `help` says of it. Tab completes moves, commands and the names of files.
"""
from argparse import ArgumentTypeError
from cmd import Cmd
from glob import escape, glob
from typing import Any, Callable, Collection, Optional
import os
from game import Game
from interface.history import History, find_last_mistake, print_hint, \
    print_review, print_values
from interface.screen import ask_line, ask_optional, cut_items, find_width, \
    fit, fit_items, format_answers, print_fitting, print_for_player, takes
from interface.setup import call_method, find_result, read_move
from interface.words import Attempt, BrokenGameError, QuitError, \
    TurnChangedError, describe_failure, describe_result, format_count, \
    make_player_title, make_titles, read_number_to, shorten

MOST_MISTAKES = 3  # After these, the player sees the position again.

NEED_ENGINE = {'hint', 'values [N]', 'review', 'back'}  # By their usage.

# What else may be typed for some commands, where there are these.
SYNONYMS = {'?': 'help', 'exit': 'quit', 'y': 'yes', 'n': 'no', 's': 'swap',
            '': 'next'}


class Prompt(Cmd):
    """Reads lines and obeys commands, until a line is an answer. It has the
    commands that help with any game, played or replayed.

    === Attributes ===
    history: the game so far
    draw: returns the current position in lines of a given width
    """
    history: History
    draw: Callable[[Optional[int]], str]
    _wrong: str = ''  # What other lines are, if Enter alone is the answer.
    _is_repeated: bool = False  # Whether a command is the same as before.

    def __init__(self, history: History,
                 draw: Callable[[Optional[int]], str]) -> None:
        """Initialize a prompt for the game in history."""
        super().__init__()
        self.history, self.draw = history, draw

    def ask(self, prompt: str, first_prompt: str = '') -> Any:
        """Return what the first line typed that is an answer means. Raise
        TurnChangedError if a command leads to another position, or QuitError.
        """
        answer, is_answered, shown = None, False, first_prompt or prompt
        while not is_answered:
            line, shown = ask_line(shown, complete=self.complete), prompt
            try:
                answer, is_answered = self.read_answer(line), True
            except ValueError as error:
                is_answered = self.obey(line, str(error))
        return answer

    def obey(self, line: str, why: str) -> bool:
        """Obey the command in line, and return whether it is an answer; without
        one, say why line is no answer.
        """
        name = self.find_command(line)
        if name is None:
            self.explain(why)
            return False
        try:
            argument = self.read_argument(name, line)
            self._is_repeated, self.lastcmd = line == self.lastcmd, line
            return bool(getattr(self, f'do_{name}')(argument))
        except (ValueError, ArgumentTypeError) as error:
            print_fitting(f'{error}.')
        except KeyboardInterrupt:
            print_for_player('\nStopped.')
        return False

    def read_answer(self, line: str) -> Any:
        """Return what line means. Raise ValueError, saying why, if it is not
        what the prompt asks for.
        """
        raise NotImplementedError

    def explain(self, why: str) -> None:
        """Say why a line is no answer."""
        print_fitting(why)

    def read_argument(self, name: str, line: str) -> str:
        """Return what follows the command in line, which is called name. Raise
        ValueError if that must not follow it.
        """
        usage, argument = self.list_commands()[name][0], line.split(None, 1)[1:]
        # What is in capitals stands for what is typed: `save FILE`.
        if argument and usage.islower() \
                and line.lower().split() != usage.split():
            raise ValueError(f'Nothing may follow {usage!r}')
        if usage.endswith(' FILE') and not argument:
            raise ValueError(f'Which file? Type it after {name!r}, as in: '
                             f'{name} game.txt')
        return ''.join(argument).rstrip()

    def list_commands(self) -> dict[str, tuple[str, str]]:
        """Return how each command is typed, and what it does. Those that only
        this prompt has come first, after `help`.
        """
        found = {'help': ('', '')}
        for name in [attribute for each in type(self).__mro__
                     for attribute in vars(each) if attribute[:3] == 'do_']:
            words = ' '.join((getattr(self, name).__doc__ or name).split())
            usage, _, meaning = words.partition(': ')
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
        game = self.history.game
        lacking = set() if self.history.catalog.analyst else NEED_ENGINE
        if ask_optional(game.current_state, 'describe_lines') is None:
            lacking = lacking | {'lines'}
        if find_result(game):
            lacking = lacking | {'hint', 'values [N]'}
        return [name for name, (usage, _) in self.list_commands().items()
                if usage not in lacking]

    def list_moves(self) -> list[str]:
        """Return the possible moves, as they may be typed."""
        return list(map(str, call_method(self.history.game.current_state,
                                         'get_possible_moves')))

    def completenames(self, text: str, *_: Any) -> list[str]:
        """Return what text, all that is typed so far, may become."""
        word, blank, name = text.partition(' ')
        if blank and self.find_command(word) in ('save', 'load'):
            paths = sorted(glob(escape(os.path.expanduser(name)) + '*'))
            return [f'{word} {path}' + '/' * os.path.isdir(path)
                    for path in paths]
        return [each for each in [*self.list_moves(), *self.list_offered()]
                if each.lower().startswith(text.lower())]

    # === The commands of all prompts ===

    def do_help(self, arg: str) -> None:
        """help [COMMAND]: show this list, as ? does, or what COMMAND does"""
        names = [self.find_command(arg)] if arg else self.list_offered()
        if names == [None]:
            raise ValueError(f'{shorten(arg)} is not a command')
        if not arg:
            some = '' if self._wrong else ' or '.join(self.list_moves()[:2])
            print_fitting(f'Type a move as the game writes it, such as {some}, '
                          f'or a command.' if some else 'Type a command.')
            print_fitting('The first two letters of a command are enough.')
        commands = self.list_commands()
        for usage, meaning in [commands[name] for name in names if name]:
            print_fitting(f'  {usage:<15}{meaning}', 17)

    def do_review(self, _argument: str) -> None:
        """review: say what each move was worth"""
        if not self.history.place:
            raise ValueError('No move has been made yet')
        print_review(self.history, self.history.place)

    def do_lines(self, _argument: str) -> None:
        """lines: say who has claimed each line, or what that takes"""
        lines = ask_optional(self.history.game.current_state, 'describe_lines')
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
        lines.append(fit_items('Possible moves: ', self.list_moves()
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

    def go_by_turns(self, step: int, argument: str, what: str,
                    people: Collection[str] = ()) -> None:
        """Go back (step -1) or forward (1) by one turn of people, or by as many
        as argument says. Raise ValueError if there are too few to do what.
        """
        turns = self.history.list_turns(step, people)
        if not turns:
            raise ValueError(f'There is nothing to {what}')
        number = read_number_to(1_000_000)(argument or '1')
        if number > len(turns):
            raise ValueError(f'{number} is too many: at most {len(turns)}')
        self.history.go_to(turns[number - 1])
        raise TurnChangedError


class PlayPrompt(Prompt):
    """The prompt of a game that is played: for a move, or for Enter alone,
    which lets a program move.
    """
    _first_prompt: str = 'Enter a move (? for help): '
    _mistakes: int = 0

    def choose(self, strategy: Callable[..., Any], game: Game) -> Any:
        """Return the move that is typed. A strategy that takes no read_line
        reads for itself, and there are no commands.
        """
        self._wrong, self._mistakes = '', 0
        if not takes(strategy, 'read_line'):
            return strategy(game)
        first_prompt, self._first_prompt = self._first_prompt, ''
        return self.ask('Enter a move: ', first_prompt)

    def pause(self, prompt: str, wrong: str = 'not a command, and it is not '
              'your turn. Type ? for help.') -> None:
        """Return when Enter is typed. Any other line is wrong, or a command:
        raise TurnChangedError if that leads to another position, or QuitError.
        """
        self._wrong = wrong
        self.ask(prompt)

    def read_answer(self, line: str) -> Any:
        """Return the possible move that line means, or '' for Enter alone."""
        if self._wrong:
            if line.strip():
                raise ValueError(f'{shorten(line.strip())} is {self._wrong}')
            return ''
        try:
            return read_move(self.history.game, line)
        except (BrokenGameError, SystemExit) as error:
            raise ValueError(describe_failure(error.__cause__ or error)
                             ) from error

    def explain(self, why: str) -> None:
        """Say why a line is no answer; show the position now and then."""
        if self._wrong:
            super().explain(why)
            return
        moves, width = self.list_moves(), find_width()
        told = f'{why}. Possible moves: {", ".join(moves)}'
        self._mistakes += 1
        if width is not None and self._mistakes % MOST_MISTAKES == 0:
            told = fit(f'{why}.', width) + f'\n\n{self.draw(width)}'
        elif width is not None and len(told) > width:
            told = fit(f'{why}.\n' + cut_items(
                'Possible moves: ', moves, width, ' (type `moves`)'), width)
        print_for_player(told)

    def do_board(self, _argument: str) -> None:
        """board: show the position again"""
        print_for_player(self.draw(find_width()))

    def do_undo(self, argument: str) -> None:
        """undo [N]: go back to your previous turn, or back by N turns"""
        self.go_by_turns(-1, argument, 'undo: this is your first turn',
                         self.history.people)

    def do_redo(self, argument: str) -> None:
        """redo [N]: go forward again"""
        self.go_by_turns(1, argument, 'redo', self.history.people)

    def do_back(self, _argument: str) -> None:
        """back: go back to the last mistake, or the one that decided the game
        """
        history = self.history
        index = history.deciding if find_result(history.game) \
            else find_last_mistake(history)
        # If the move was a program's: to a person's turn before it.
        turns = [each for each in history.list_turns(-1, history.people)
                 if each <= index]
        if not turns:
            raise ValueError('No move is known to have decided the game')
        history.go_to(turns[0])
        raise TurnChangedError

    def do_players(self, argument: str) -> None:
        """players [KEY]: say who plays, or let KEY play from now on"""
        history, keys = self.history, argument.lower().split()
        strategies = history.catalog.strategies
        programs = sorted({'p1', 'p2'} - {*history.people})
        names = programs if len(keys) == len(programs) == 1 else ['p1', 'p2']
        if len(keys) == 1 < len(names):
            raise ValueError(f'Two keys are needed, one for each player, as '
                             f'in: players i {list(strategies)[-1]}')
        if keys and (len(keys) != len(names) or not set(keys) <= {*strategies}):
            raise ValueError(
                f'{shorten(argument)} does not name '
                f'{format_count(len(names), "strategy", "strategies")} among: '
                f'{format_answers(make_titles(strategies))}')
        history.catalog.warn_of_size(history.game, keys)
        history.set_players(dict(zip(names, keys)))
        print_fitting(history.describe())
        if keys:
            raise TurnChangedError

    def do_save(self, argument: str) -> None:
        """save FILE: save the game in FILE, now and after each move"""
        try:
            self.history.save(argument, self._is_repeated)
        except ValueError as error:
            again = '. To overwrite it, type the same again' \
                * isinstance(error.__cause__, FileExistsError)
            raise ValueError(f'{error}{again}') from error
        print_fitting(f'The game is saved in {argument!r}, and will be kept up '
                      f'to date.')

    def do_load(self, argument: str) -> None:
        """load FILE: continue the game in FILE"""
        history, was_kept = self.history, self.history.keeper is not None
        history.load(argument)
        print_fitting(f'This is the game in {argument!r}, after '
                      f'{format_count(len(history.moves), "move")}.')
        if was_kept:
            print_for_player('This file is not kept up to date: see `help`.')
        print_fitting(history.describe())
        raise TurnChangedError


class EndPrompt(PlayPrompt):
    """The prompt after a game: for another one, or this one again, from an
    earlier position.
    """
    _swaps_sides: bool = False

    def ask_for_more(self) -> Optional[dict[str, Any]]:
        """Return the keys of the strategies that are to play the next game, by
        the players' names; None if the player wants no other game. Raise
        TurnChangedError if this game is to go on.
        """
        try:
            self.pause(fit_items('Play again? (', [
                'y', 'n', 's = swap sides', 'undo', 'back', 'review'],
                ') [y]: ', find_width()), wrong='not one of the answers: y = '
                'yes, n = no, s = swap sides, undo, back, review')
        except (EOFError, QuitError) as end:
            if isinstance(end, EOFError):
                print_for_player('')
            return None
        if self.history.keeper:
            self.history.keeper.stop()
            print_for_player('The new game is not saved yet: see `help`.')
        p1, p2 = self.history.record.p1, self.history.record.p2
        return {'p1': p2, 'p2': p1} if self._swaps_sides \
            else {'p1': p1, 'p2': p2}

    def find_command(self, line: str) -> Optional[str]:
        """Return the command in line: `re` is `review`, as nothing is ahead."""
        return super().find_command(
            'review' if line.strip().lower() == 're' else line)

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

    def run(self, review: bool) -> None:
        """Show positions until the player leaves, after a review if wanted."""
        history = self.history
        states, moves = history.states[:], history.moves[:]  # The game itself.
        history.go_to(0)
        print_fitting(history.describe())
        if review:
            self.do_review('')
        while True:
            if history.made() == moves[:history.place]:  # It is in the game.
                history.states[:], history.moves[:] = states, moves
            tried = '' if history.moves == moves else ', tried'
            for show in lambda: self.draw(find_width()), self._tell:
                print_for_player('\n' + (Attempt(show).result
                                         or '(This cannot be shown.)'))
            try:
                self.ask(f'Position {history.place} of {len(history.moves)}'
                         f'{tried} (? for help): ')
            except TurnChangedError:
                continue
            except QuitError:
                return

    def _tell(self) -> str:
        """Return in words the last move, and who is to move now or has won."""
        history, before, told = self.history, self.history.before(), ''
        if before is not None:
            told = f'{make_player_title(before.get_current_player_name())} ' \
                   f'chose {history.made()[-1]}. '
        return told + describe_result(
            find_result(history.game),
            history.game.current_state.get_current_player_name())

    def read_answer(self, line: str) -> None:
        """Make the move in line, or go to the position with this number."""
        history, line = self.history, line.strip()
        try:
            history.make_typed(line)
        except ValueError as error:
            if line in map(str, range(len(history.states))):
                history.go_to(int(line))
            elif line.isascii() and line.isdigit():
                raise ValueError(f'There are only the positions 0 to '
                                 f'{len(history.moves)}.') from error
            else:
                raise ValueError(f'{error}. Type ? for help.') from error

    def do_next(self, argument: str) -> None:
        """next [N]: show the next position, as Enter does, or N on"""
        self.go_by_turns(1, argument, 'show: this is the last position')

    def do_back(self, argument: str) -> None:
        """back [N]: show the previous position, or N back"""
        self.go_by_turns(-1, argument, 'show: this is the first position')

    def do_review(self, _argument: str) -> None:
        """review: say what each move was worth"""
        print_review(self.history, len(self.history.moves))
