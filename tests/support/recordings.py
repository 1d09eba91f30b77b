"""Recorded sessions in a terminal.

A recording begins with the command (`$ python3 game_interface.py`, and its
arguments), shows all that is on the screen, with what the user types between «
and », and ends with the exit status. «^C» and «^D» are Ctrl-C and Ctrl-D.

Through a pipe, the output is the same without what the user types. Lines
that begin with ~ are for terminals only, and are shown there without the ~.
"""

import re
from tests.support.terminal import KEYS, Terminal, lines


class Recording:
    """A recorded session, in a pipe or in a terminal.

    === Attributes ===
    arguments: the words after the command
    pieces: in turn, what the program shows and what the user types
    status: the exit status
    """

    arguments: list[str]
    pieces: list[str]
    status: int

    def __init__(self, text: str, in_terminal: bool) -> None:
        """Read the text of a recording."""
        left_out = '^~' if in_terminal else r'^~.*\n'
        text = re.sub(left_out, '', text, flags=re.MULTILINE)
        match = re.fullmatch(
            r'\$ python3 game_interface\.py(.*?)\n(.*)'
            r'\[exit status (\d+)\]\n',
            text,
            re.DOTALL,
        )
        self.arguments = match[1].split()
        self.pieces = re.split('«(.*?)»', match[2])
        self.status = int(match[3])

    def in_pipe(self) -> tuple[bytes, str]:
        """Return what goes into a pipe, and what has to come out."""
        typed = b''
        shown = self.pieces[0]
        for keys, after in zip(self.pieces[1::2], self.pieces[2::2]):
            if keys not in KEYS:
                typed += lines(keys)
                after = after.removeprefix('\n')  # The user's Enter.
            shown += after
        return typed, shown


def replay(terminal: Terminal, recording: Recording) -> None:
    """Type in terminal what recording has, and check that all that is shown is
    word for word as it was recorded."""
    so_far = ''
    for shown, keys in zip(recording.pieces[::2], recording.pieces[1::2]):
        so_far += shown
        length = len(so_far)
        terminal.read_until(lambda screen, enough=length: len(screen) >= enough)
        assert terminal.screen == so_far
        terminal.wait_until_asleep()
        terminal.type(KEYS.get(keys, lines(keys)))
        # A terminal shows Ctrl-C, but not Ctrl-D.
        if keys != '^D':
            so_far += keys
    terminal.wait_for_end()
    assert terminal.screen == so_far + recording.pieces[-1]
    assert terminal.status == recording.status
