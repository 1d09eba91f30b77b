"""Questions with a fixed set of answers."""


def in_words(answers: dict[str, str]) -> str:
    """Return answers, each with what it means, as a line of text.

    >>> in_words({'y': 'yes', 'n': 'no'})
    'y = yes, n = no'
    """
    return ', '.join(f'{key} = {meaning}' for key, meaning in answers.items())


def ask(question: str, answers: dict[str, str]) -> str:
    """Return which of answers the player gives to question. Each of them is
    shown with what it means.

    Explain any other answer, and ask again.
    """
    prompt = f'{question} ({in_words(answers)}): '
    text = input(prompt)
    while text.strip().lower() not in answers:
        print(f'{text!r} is not an answer here. Answers: {in_words(answers)}')
        text = input(prompt)
    return text.strip().lower()
