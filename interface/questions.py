"""Questions with a fixed set of answers."""


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
    prompt = f'{question} ({format_answers(answers)}): '
    text = input(prompt)
    while text.strip().lower() not in answers:
        print(f'{text!r} is not one of the answers: '
              f'{format_answers(answers)}')
        text = input(prompt)
    return text.strip().lower()
