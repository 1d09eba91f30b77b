"""The program, and a player who types lines at its prompt, in this process."""
from contextlib import chdir, redirect_stdout, suppress
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, Optional
from unittest.mock import patch
import sys
from game_interface import GameInterface, Strategy, main, playable_games
from interface.prompt import EndPrompt
from interface.referee import Referee
from interface.saved_games import SavedGame
from strategy import interactive_strategy
from tests.support.contracts import contracts_off
from tests.support.game_program import PROGRAM


class NothingTyped(BaseException):
    """Raised when the program wants to read, and nothing has been typed."""


class TypingPlayer:
    """Player 1 in a game, who types one line at a time.

    === Attributes ===
    interface: the interface to the game
    """
    interface: GameInterface

    def __init__(self, key: str, size: Any,
                 opponent: Strategy = interactive_strategy) -> None:
        """Begin a game, given by its key and its size, against opponent."""
        self.interface = GameInterface(playable_games[key],
                                       interactive_strategy, opponent, True,
                                       size)

    def type(self, *lines: str) -> str:
        """Type lines at the prompt: moves, commands and mistakes. The other
        player answers a move. Return what is shown."""
        with patch('builtins.input', side_effect=[*lines, NothingTyped]), \
                redirect_stdout(StringIO()) as shown, suppress(NothingTyped), \
                Referee(self.interface.session.history) as referee:
            while not self.is_over():
                self.interface.play_turn(referee)
        return shown.getvalue()

    def end(self, *lines: Any) -> tuple[Optional[SavedGame], str]:
        """Type lines after the game. Return what is to be played next, and what
        is shown."""
        prompt = EndPrompt(self.interface.session, self.interface.draw)
        with patch('builtins.input', side_effect=lines), \
                redirect_stdout(StringIO()) as shown:
            return prompt.ask_for_more(), shown.getvalue()

    def is_over(self) -> bool:
        """Return whether the game is over."""
        game = self.interface.session.history.game
        return game.is_over(game.current_state)


def run_here(folder: Path, arguments: list[str], typed: bytes = b''
             ) -> CompletedProcess[str]:
    """Run the program in folder, with typed as its whole input, as a process of
    its own would, but in a tenth of the time."""
    streams = {name: TextIOWrapper(BytesIO(text), 'utf-8', 'surrogateescape',
                                   newline='\n')
               for name, text in (('stdin', typed), ('stdout', b''),
                                  ('stderr', b''))}
    with patch.multiple(sys, argv=[PROGRAM], **streams), chdir(folder), \
            contracts_off():
        try:
            status = main(arguments)
        except SystemExit as end:
            status = end.code
    _, *shown = [stream.detach().getvalue() for stream in streams.values()]
    return CompletedProcess(arguments, status, *map(bytes.decode, shown))
