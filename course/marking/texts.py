"""Texts that a submission may have had a hand in."""


def show_controls(text: str) -> str:
    """Return text with its control characters visible: none of them may move
    the cursor of whoever reads it in a terminal.

    >>> show_controls('red: \\x1b[31m')
    'red: \\\\x1b[31m'
    """
    return ''.join(char if char.isprintable() or char == '\n'
                   else repr(char)[1:-1] for char in text)
