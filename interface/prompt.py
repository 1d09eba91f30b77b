"""The prompt: what a player types is a move, a command or a mistake.

Where Python has the module readline, the arrow keys edit the line and recall
older ones, and Tab completes words and the names of files.
"""
from dataclasses import dataclass
from glob import escape, glob
from importlib import import_module
from typing import Any, Callable, Optional
import os
import sys
from game import Game
from interface.commands import ARGUMENTS, Commands, find_commands
from interface.errors import Attempt, describe_failure
from interface.screen import ask_line, can_do_more, cut_items, find_width, \
    is_terminal, print_fitting, print_for_player
from interface.setup import explain_move, takes
from interface.words import format_value, shorten

MOST_MISTAKES = 3  # After so many, the player sees the position again.


@dataclass
class MoveReader:
    """Reads lines for interactive strategies, until one is a possible move.

    === Attributes ===
    commands: obeys the lines that are commands
    """
    commands: Commands
    _knows_help: bool = False
    _mistakes: int = 0

    def choose(self, strategy: Callable[..., Any], game: Game) -> Any:
        """Return the move that strategy chooses. Somebody else's may not take a
        read_line: it reads for itself, and there are no commands.
        """
        self._mistakes = 0
        if not takes(strategy, 'read_line'):
            return strategy(game)
        return strategy(game, read_line=self.read_line)

    def read_line(self, prompt: str) -> str:
        """Return the move that is typed. Obey commands, explain mistakes."""
        game = self.commands.session.history.game
        words = list(map(str, game.current_state.get_possible_moves()))
        offer(words + list(self.commands.list_words()))
        first = prompt if self._knows_help \
            else prompt.rstrip().removesuffix(':') + ' (? for help): '
        self._knows_help = True
        line = ask_line(first)
        why = explain(game, line)
        while why:
            if not self.commands.obey(line):
                self._print_mistake(why, words)
            line = ask_line(prompt)
            why = explain(game, line)
        return line

    def pause(self, prompt: str) -> None:
        """Obey commands until Enter is typed, which lets a program move. Raise
        TurnChangedError or QuitError if it is not to do that.
        """
        offer(list(self.commands.list_words()))
        line = ask_line(prompt)
        while line.strip():
            if not self.commands.obey(line):
                print_fitting(f'{shorten(line.strip())} is not a command, and '
                              f'it is not your turn. Type ? for help.')
            line = ask_line(prompt)

    def _print_mistake(self, why: str, moves: list[str]) -> None:
        """Say why that is no move; show the position now and then."""
        width = find_width()
        self._mistakes += 1
        line = f'{why}. Possible moves: {", ".join(moves)}'
        if width is not None and self._mistakes % MOST_MISTAKES == 0:
            print_fitting(f'{why}.')
            print_for_player(f'\n{self.commands.draw(width)}')
        elif width is None or len(line) <= width:
            print_for_player(line)
        else:
            possible = cut_items('Possible moves: ', moves, width,
                                 ' (type `moves`)')
            print_fitting(f'{why}.\n{possible}')


def explain(game: Game, line: str) -> str:
    """Return why line is not a possible move in game, '' if it is one."""
    state = game.current_state
    reading = Attempt(game.str_to_move, line)
    check = reading if reading.error \
        else Attempt(state.is_valid_move, reading.result)
    if check.error:  # Somebody's game may raise anything.
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


def list_files(line: str) -> list[str]:
    """Return what line, a command and part of a file's name, may become."""
    word, blank, name = line.partition(' ')
    if not blank or [ARGUMENTS.get(each) for each in find_commands(word)] \
            != ['FILE']:
        return []
    paths = sorted(glob(escape(os.path.expanduser(name)) + '*'))
    return [f'{word} {path}' + '/' * os.path.isdir(path) for path in paths]


def offer(words: list[str]) -> None:
    """Have Tab complete words, and lines edited, where both can be done."""
    if not is_terminal(sys.stdin) or not can_do_more(sys.stdout):
        return
    try:
        readline = import_module('readline')
    except ImportError:
        return

    def complete(beginning: str, number: int) -> Optional[str]:
        """Return the word with this number, None after the last."""
        found = list_files(beginning) or [
            word for word in words
            if word.lower().startswith(beginning.lower())]
        return found[number] if number < len(found) else None
    readline.set_completer_delims('')  # Moves may have blanks: '0 1'.
    # Python on macOS may come with another library by the name of readline.
    is_other = 'libedit' in (readline.__doc__ or '')
    readline.parse_and_bind('bind ^I rl_complete' if is_other
                            else 'tab: complete')
    readline.set_completer(complete)
