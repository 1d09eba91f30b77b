"""The program, and a player who types lines at its prompt, in this process."""

from contextlib import chdir, redirect_stdout, suppress
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, Callable, Optional
from unittest.mock import patch
import sys
from game import Game
from game_interface import (
    ENGINE,
    Strategy,
    main,
    playable_games,
    usable_strategies,
)
from interface.command_line import build_play_parser
from interface.history import History
from interface.prompt import EndPrompt
from interface.program import TerminalGame
from interface.saved_games import SavedGame
from interface.command_line import Catalog, create_game
from interface.words import TurnChangedError
from strategy import interactive_strategy
from tests.support.contracts import contracts_off
from tests.support.game_program import PROGRAM


class NothingTyped(BaseException):
    """Raised when the program wants to read, and nothing has been typed."""


def find_key(thing: Any, things: dict[str, Any]) -> Optional[str]:
    """Return the key by which thing is one of things, None if it is not."""
    return next((key for key, each in things.items() if each is thing), None)


def begin(
    game_class: Callable[..., Game],
    p1: Strategy,
    p2: Strategy,
    p1_starts: bool = True,
    size: Any = None,
) -> TerminalGame:
    """Return the interface to a new game in which these strategies play."""
    keys = [
        find_key(each, usable_strategies) or name
        for name, each in (('p', p1), ('q', p2))
    ]
    catalog = Catalog(
        playable_games,
        {**dict(zip(keys, (p1, p2))), **usable_strategies},
        ENGINE,
    )
    record = SavedGame(
        find_key(game_class, playable_games) or '', p1_starts, size, *keys
    )
    game = create_game(game_class, p1_starts, size)
    return TerminalGame(
        History(catalog, game, record), build_play_parser({}, {}).parse_args([])
    )


class TypingPlayer:
    """Player 1 in a game, who types one line at a time.

    === Attributes ===
    interface: the interface to the game
    """

    interface: TerminalGame

    def __init__(
        self, key: str, size: Any, opponent: Strategy = interactive_strategy
    ) -> None:
        """Begin a game, given by its key and its size, against opponent."""
        self.interface = begin(
            playable_games[key], interactive_strategy, opponent, True, size
        )

    @property
    def history(self) -> History:
        """The game so far."""
        return self.interface.history

    def type(self, *lines: str) -> str:
        """Type lines at the prompt: moves, commands and mistakes. The other
        player answers a move. Return what is shown."""
        with (
            patch('builtins.input', side_effect=[*lines, NothingTyped]),
            redirect_stdout(StringIO()) as shown,
            suppress(NothingTyped),
            self.interface.guard,
        ):
            while not self.is_over():
                try:
                    self.interface.make_move(self.interface.choose_move())
                except TurnChangedError:
                    self.interface.go_on()
        return shown.getvalue()

    def end(self, *lines: Any) -> tuple[Optional[dict[str, Any]], str]:
        """Type lines after the game. Return the options of the next game, and
        what is shown."""
        prompt = EndPrompt(self.history, self.interface.draw)
        with (
            patch('builtins.input', side_effect=lines),
            redirect_stdout(StringIO()) as shown,
        ):
            return prompt.ask_for_more(), shown.getvalue()

    def is_over(self) -> bool:
        """Return whether the game is over."""
        game = self.history.game
        return game.is_over(game.current_state)


def run_here(
    folder: Path, arguments: list[str], typed: bytes = b''
) -> CompletedProcess[str]:
    """Run the program in folder, with typed as its whole input, as a process of
    its own would, but in a tenth of the time."""
    streams = {
        name: TextIOWrapper(
            BytesIO(text), 'utf-8', 'surrogateescape', newline='\n'
        )
        for name, text in (('stdin', typed), ('stdout', b''), ('stderr', b''))
    }
    with (
        patch.multiple(sys, argv=[PROGRAM], **streams),
        chdir(folder),
        contracts_off(),
    ):
        try:
            status = main(arguments)
        except SystemExit as end:
            status = end.code
    _, *shown = [stream.detach().getvalue() for stream in streams.values()]
    return CompletedProcess(arguments, status, *map(bytes.decode, shown))
