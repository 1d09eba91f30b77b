"""What is told if starter files cannot be made."""


class StarterError(ValueError):
    """Raised, with a line that says why, if starter files cannot be made."""


def require(right: bool, problem: str) -> None:
    """Raise StarterError with this problem unless all is right.

    >>> require(True, 'This cannot happen.')
    """
    if not right:
        raise StarterError(problem)
