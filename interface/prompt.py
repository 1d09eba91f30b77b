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
from interface.history import (
    History,
    StoppedError,
    describe_hint,
    find_last_mistake,
    find_result,
    print_review,
)
from interface.screen import (
    ask_line,
    cut_items,
    find_width,
    fit_items,
    print_fitting,
    print_items,
    takes,
)
from interface.words import (
    Attempt,
    BrokenGameError,
    QuitError,
    TurnChangedError,
    describe_failure,
    describe_result,
    find_key,
    format_answers,
    format_count,
    group_values,
    make_player_title,
    make_titles,
    read_number_to,
    read_seconds,
    shorten,
)

SEARCH_SECONDS = 2.0  # For values, if nothing else is said.
LONGEST_SEARCH = 600  # For values, at most, in seconds.
MOST_MISTAKES = 3  # After these, the player sees the position again.

# Commands that need the engine, or possible moves, by their usage.
NEED_ENGINE = {'hint', 'values [N]', 'review', 'back'}
NEED_MOVES = {'hint', 'values [N]'}


class Prompt(Cmd):
    """Reads lines and obeys commands, until a line is an answer. It has the
    commands that help with any game, played or replayed.

    === Attributes ===
    history: the game so far
    draw: returns the current position in lines of a given width
    synonyms: what else may be typed for some commands
    wrong: what a line is that is no command; '' if it may be a move
    """

    history: History
    draw: Callable[..., str]
    synonyms: dict[str, str] = {'?': 'help', 'exit': 'quit'}
    wrong: str = ''

    def __init__(
        self, history: History, draw: Callable[..., str], prompt: str = ''
    ) -> None:
        """Initialize a prompt for the game in history."""
        super().__init__()
        self.history = history
        self.draw = draw
        self.prompt = prompt

    def ask(self) -> Any:
        """Return what the first line typed that is an answer means. Raise
        TurnChangedError if a command leads to another position, or QuitError.
        """
        answer = None
        is_answered = False
        while not is_answered:
            line = ask_line(self.prompt, complete=self.complete)
            try:
                answer = self.read_answer(line)
                is_answered = True
            except ValueError as error:
                answer = self.obey(line, str(error))
                is_answered = answer is not None
        return answer

    def read_answer(self, line: str) -> Any:
        """Return what line means. Raise ValueError if it is no answer."""
        raise NotImplementedError

    def obey(self, line: str, why: str) -> Any:
        """Return the answer that the command in line gives, if it gives one.
        Without a command, say why line is no answer.
        """
        name = self.find_command(line)
        if name is None:
            self.explain(why)
            return None
        words = line.split(None, 1)
        argument = words[1].rstrip() if len(words) > 1 else ''
        try:
            self.check_command(name, argument)
            return getattr(self, f'do_{name}')(argument)
        except (ValueError, ArgumentTypeError) as error:
            print_fitting(f'{error}.')
        except KeyboardInterrupt:
            print('\nStopped.')
        finally:
            self.lastcmd = f'{name} {argument}'
        return None

    def explain(self, why: str) -> None:
        """Say why a line is no answer."""
        print_fitting(why)

    def check_command(self, name: str, argument: str) -> None:
        """Raise ValueError if the command cannot be obeyed with argument."""
        usage, _ = self.list_commands()[name]
        # What is in capitals stands for what is typed: `save FILE`.
        takes_argument = not usage.islower()
        typed = f'{name} {argument.lower()}'
        if argument and not takes_argument and typed != usage:
            raise ValueError(f'Nothing may follow {usage!r}')
        if usage.endswith(' FILE') and not argument:
            raise ValueError(
                f'Which file? Type it after {name!r}, as in: {name} game.txt'
            )
        if usage in NEED_MOVES and find_result(self.history.game):
            raise ValueError('The game is over')

    def list_commands(self) -> dict[str, tuple[str, str]]:
        """Return how each command is typed, and what it does. Those that only
        this prompt has come first, after `help`.
        """
        methods = [
            attribute
            for each in type(self).__mro__
            for attribute in vars(each)
            if attribute.startswith('do_')
        ]
        found = {'help': ('', '')}
        for name in methods:
            docstring = getattr(self, name).__doc__ or name
            usage, _, meaning = ' '.join(docstring.split()).partition(': ')
            found[name.removeprefix('do_')] = usage, meaning
        return found

    def find_command(self, line: str) -> Optional[str]:
        """Return the command whose first letters, two or more, begin line."""
        word = line.lower().split()[0] if line.strip() else ''
        word = self.synonyms.get(word, word)
        if len(word) < 2:
            return None
        for name in self.list_commands():
            if name.startswith(word):
                return name
        return None

    def list_offered(self) -> list[str]:
        """Return the names of the commands that can be of use here."""
        lacking = set[str]()
        if self.history.catalog.analyst is None:
            lacking |= NEED_ENGINE
        if find_result(self.history.game):
            lacking |= NEED_MOVES
        return [
            name
            for name, (usage, _) in self.list_commands().items()
            if usage not in lacking
        ]

    def completenames(self, text: str, *_: Any) -> list[str]:
        """Return what text, all that is typed so far, may become."""
        word, blank, name = text.partition(' ')
        if blank and self.find_command(word) in ('save', 'load'):
            found = []
            for path in sorted(glob(escape(os.path.expanduser(name)) + '*')):
                end = '/' if os.path.isdir(path) else ''
                found.append(f'{word} {path}{end}')
            return found
        offered = self.history.list_moves() + self.list_offered()
        return [
            each for each in offered if each.lower().startswith(text.lower())
        ]

    # === The commands of all prompts ===

    def do_help(self, arg: str) -> None:
        """help [COMMAND]: show this list, as ? does, or what COMMAND does"""
        if arg:
            name = self.find_command(arg)
            if name is None:
                raise ValueError(f'{shorten(arg)} is not a command')
            names = [name]
        else:
            names = self.list_offered()
            some = ' or '.join(self.history.list_moves()[:2])
            if self.wrong or not some:
                print_fitting('Type a command.')
            else:
                print_fitting(
                    f'Type a move as the game writes it, such as {some}, '
                    f'or a command.'
                )
            print_fitting('The first two letters of a command are enough.')
        commands = self.list_commands()
        for name in names:
            usage, meaning = commands[name]
            print_fitting(f'  {usage:<15}{meaning}', 17)

    def do_review(self, _argument: str) -> None:
        """review: say what each move was worth"""
        if not self.history.place:
            raise ValueError('No move has been made yet')
        print_review(self.history, self.history.place)

    def do_moves(self, _argument: str) -> None:
        """moves: list the moves so far, and all possible moves"""
        history = self.history
        made = [
            f'{make_player_title(state.get_current_player_name())}: {move}'
            for state, move in zip(history.states, history.made())
        ]
        firsts = made[::2]
        seconds = made[1::2] + ['']
        for i, pair in enumerate(zip(firsts, seconds), 1):
            print_fitting(f'{i}. {", ".join(filter(None, pair))}', 3)
        print_items('Possible moves: ', history.list_moves() or ['none'])

    def do_hint(self, _argument: str) -> None:
        """hint: name a best move, and what it leads to"""
        print_fitting(describe_hint(self.history, SEARCH_SECONDS)[1])

    def do_values(self, argument: str) -> None:
        """values [N]: say what each move leads to, searching for N seconds
        (2)
        """
        seconds = SEARCH_SECONDS
        if argument:
            seconds = read_seconds(argument, LONGEST_SEARCH)
        unknown = f'not known within {seconds:g} s'
        try:
            values = self.history.analyse('find_values', seconds)
        except StoppedError:
            print_fitting('Stopped. `values` goes on from here.')
            values = self.history.analyse('find_values', 0.0)
            unknown = 'not known yet'
        for words, moves in group_values(values, unknown):
            if words == unknown:
                print(cut_items(f'{words}: ', moves, find_width()))
            else:
                print_items(f'{words}: ', moves)

    def do_quit(self, _argument: str) -> None:
        """quit: leave the program, as exit does"""
        raise QuitError

    def go_by_turns(
        self, step: int, argument: str, what: str, people: Collection[str] = ()
    ) -> None:
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


class PausePrompt(Prompt):
    """The prompt of a game that is played, where Enter alone goes on."""

    wrong: str = 'not a command, and it is not your turn. Type ? for help.'

    def read_answer(self, line: str) -> Any:
        """Return '' for Enter alone."""
        if line.strip():
            raise ValueError(f'{shorten(line.strip())} is {self.wrong}')
        return ''

    def do_board(self, _argument: str) -> None:
        """board: show the position again"""
        print(self.draw(find_width()))

    def do_undo(self, argument: str) -> None:
        """undo [N]: go back to your previous turn, or back by N turns"""
        self.go_by_turns(
            -1, argument, 'undo: this is your first turn', self.history.people
        )

    def do_redo(self, argument: str) -> None:
        """redo [N]: go forward again"""
        self.go_by_turns(1, argument, 'redo', self.history.people)

    def do_back(self, _argument: str) -> None:
        """back: go back to the last mistake, or the one that decided the
        game
        """
        history = self.history
        if find_result(history.game):
            index = history.deciding
        else:
            index = find_last_mistake(history)
        # If the move was a program's: to a person's turn before it.
        turns = history.list_turns(-1, history.people)
        turns = [turn for turn in turns if turn <= index]
        if not turns:
            raise ValueError('No move is known to have decided the game')
        history.go_to(turns[0])
        raise TurnChangedError

    def do_players(self, argument: str) -> None:
        """players [KEY]: say who plays, or let KEY play from now on"""
        history = self.history
        strategies = history.catalog.strategies
        keys = [find_key(each, strategies) for each in argument.split()]
        names = ['p1', 'p2']
        if len(keys) == 1:  # It is for the only program, if there is one.
            names = [name for name in names if name not in history.people]
            if len(names) != 1:
                raise ValueError(
                    f'Two keys are needed, one for each player, as '
                    f'in: players i {list(strategies)[-1]}'
                )
        if keys and (len(keys) != len(names) or None in keys):
            raise ValueError(
                f'{shorten(argument)} does not name '
                f'{format_count(len(names), "strategy", "strategies")} among: '
                f'{format_answers(make_titles(strategies))}'
            )
        history.catalog.warn_of_size(history.game, keys)
        history.set_players(dict(zip(names, keys)))
        print_fitting(history.describe())
        if keys:
            raise TurnChangedError

    def do_save(self, argument: str) -> None:
        """save FILE: save the game in FILE, now and after each move"""
        try:
            self.history.save(argument, self.lastcmd == f'save {argument}')
        except ValueError as error:
            why = str(error)
            if isinstance(error.__cause__, FileExistsError):
                why += '. To overwrite it, type the same again'
            raise ValueError(why) from error
        print_fitting(
            f'The game is saved in {argument!r}, and will be kept up to date.'
        )

    def do_load(self, argument: str) -> None:
        """load FILE: continue the game in FILE"""
        history = self.history
        was_kept = history.path is not None
        history.load(argument)
        moves = format_count(len(history.moves), 'move')
        print_fitting(f'This is the game in {argument!r}, after {moves}.')
        if was_kept:
            print('This file is not kept up to date: see `help`.')
        print_fitting(history.describe())
        raise TurnChangedError


class PlayPrompt(PausePrompt):
    """The prompt for a move."""

    wrong: str = ''
    _mistakes: int = 0

    def choose(self, strategy: Callable[..., Any], game: Game) -> Any:
        """Return the move typed, or what strategy reads without read_line."""
        self._mistakes = 0
        if takes(strategy, 'read_line'):
            return self.ask()
        return strategy(game)

    def read_answer(self, line: str) -> Any:
        """Return the possible move that line means."""
        self.prompt = 'Enter a move: '  # How to get help has been said.
        try:
            return self.history.read_move(line)
        except BrokenGameError as broken:
            error: Any = broken.__cause__
            raise ValueError(describe_failure(error)) from error

    def explain(self, why: str) -> None:
        """Say why a line is no answer; show the position now and then."""
        moves = self.history.list_moves()
        line = f'{why}. Possible moves: {", ".join(moves)}'
        width = find_width()
        self._mistakes += 1
        if width is not None and self._mistakes % MOST_MISTAKES == 0:
            print_fitting(f'{why}.\n')
            print(self.draw(width))
        elif width is not None and len(line) > width:
            print_fitting(f'{why}.')
            more = ' (type `moves`)'
            print(cut_items('Possible moves: ', moves, width, more))
        else:
            print(line)


class EndPrompt(PausePrompt):
    """The prompt after a game: for another one, or this one from earlier on."""

    synonyms: dict[str, str] = Prompt.synonyms | {
        'y': 'yes',
        'n': 'no',
        's': 'swap',
        're': 'review',
    }
    wrong: str = (
        'not one of the answers: y = yes, n = no, s = swap sides, '
        'undo, back, review'
    )

    def ask_for_more(self) -> Optional[dict[str, Any]]:
        """Return the keys of the next game's strategies, by the players' names;
        None if there is none. Raise TurnChangedError if this one goes on.
        """
        self.prompt = fit_items(
            'Play again? (',
            ['y', 'n', 's = swap sides', 'undo', 'back', 'review'],
            ') [y]: ',
            find_width(),
        )
        try:
            players = self.ask() or self.do_yes('')
        except EOFError:
            print()
            return None
        except QuitError:
            return None
        if self.history.path:
            print('The new game is not saved yet: see `help`.')
        return players

    def do_yes(self, _argument: str) -> dict[str, Any]:
        """yes: play another game, as y and Enter do"""
        record = self.history.record
        return {'p1': record.p1, 'p2': record.p2}

    def do_no(self, _argument: str) -> None:
        """no: leave the program, as n does"""
        raise QuitError

    def do_swap(self, _argument: str) -> dict[str, Any]:
        """swap sides: play another game with sides swapped, as s does"""
        record = self.history.record
        return {'p1': record.p2, 'p2': record.p1}


class ReplayPrompt(Prompt):
    """The prompt of a saved game, whose positions it shows. Moves that are
    tried lead away from the game, and `back` to it again.
    """

    synonyms: dict[str, str] = Prompt.synonyms | {'': 'next'}

    def run(self) -> None:
        """Show positions until the player leaves."""
        history = self.history
        # The game itself.
        states = history.states[:]
        moves = history.moves[:]
        while True:
            if history.made() == moves[: history.place]:  # It is in the game.
                history.states[:] = states
                history.moves[:] = moves
            tried = '' if history.moves == moves else ', tried'
            self.prompt = (
                f'Position {history.place} of '
                f'{len(history.moves)}{tried} (? for help): '
            )
            for show in lambda: self.draw(find_width()), self._tell:
                shown = Attempt(show).result or '(This cannot be shown.)'
                print(f'\n{shown}')
            try:
                self.ask()
            except TurnChangedError:
                continue
            except QuitError:
                return

    def _tell(self) -> str:
        """Return in words the last move, and who is to move now or has won."""
        history = self.history
        before = history.before()
        last = ''
        if before is not None:
            player = make_player_title(before.get_current_player_name())
            last = f'{player} chose {history.made()[-1]}. '
        name = history.game.current_state.get_current_player_name()
        return last + describe_result(find_result(history.game), name)

    def read_answer(self, line: str) -> None:
        """Make the move in line, or go to the position with this number."""
        history = self.history
        line = line.strip()
        try:
            history.make_typed(line)
        except ValueError as error:
            if line in map(str, range(len(history.states))):
                history.go_to(int(line))
            elif line.isascii() and line.isdigit():
                raise ValueError(
                    f'There are only the positions 0 to {len(history.moves)}.'
                ) from error
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
