"""Questions with a fixed set of answers."""
from interface.quoting import shorten
from interface.screen import find_width, fit_items, tell


def format_answers(answers: dict[str, str]) -> str:
    """Return answers, each with what it means, as a line of text.

    >>> format_answers({'y': 'yes', 'n': 'no'})
    'y = yes, n = no'
    """
    return ', '.join(f'{key} = {meaning}' for key, meaning in answers.items())


def ask(question: str, answers: dict[str, str]) -> str:
    """Return which of answers the player gives to question. Each of them is
    shown with what it means.

    Explain any other answer, and ask again.
    """
    choices = [f'{key} = {meaning}' for key, meaning in answers.items()]
    width = find_width()
    prompt = fit_items(f'{question} (', choices, '): ', width)
    text = ask_line(prompt)
    while text.strip().lower() not in answers:
        why = f'{shorten(text, 200)} is not one of the answers: '
        tell(fit_items(why, choices, '', width))
        text = ask_line(prompt)
    return text.strip().lower()


def ask_line(prompt: str) -> str:
    """Show prompt, and return the line that is typed. Only the last line of
    prompt goes to input(): an editor of lines gets confused by more.
    """
    before, newline, last = prompt.rpartition('\n')
    if newline:
        tell(before)
    return input(last)
