"""Answers that come before they are asked for: fewer lines, less waiting.

The suites ask for the same things again and again: of one position, whose turn
it is, then the picture, then the exact description. Once that has happened, the
first of these questions asks for all of them. The answers count only until
anything else is asked, so what the suites see is the same.
"""
from typing import Any

# What to do, and the name that goes with it.
Kind = tuple[str, str]

# Questions about a position that change nothing if all is well.
FORESEEN = {('str', ''), ('repr', ''), ('get', 'p1_turn'),
            ('call', 'get_current_player_name'), ('call', 'get_possible_moves')}


class Foresight:
    """Learns which question comes after which.

    === Private Attributes ===
    _next: the question that came after each, when it was asked last
    _last: the last question, and about what
    _answers: answers that have come already to questions about _about
    """
    _next: dict[Kind, Kind]
    _last: tuple[Any, Kind]
    _answers: dict[Kind, Any]
    _about: Any

    def __init__(self) -> None:
        """Initialize without any experience."""
        self._next, self._last = {}, (None, ('', ''))
        self._about, self._answers = None, {}

    def knows(self, on: Any, kind: Kind) -> bool:
        """Return whether the answer to this question about on is here. Learn
        from its being asked.
        """
        about, before = self._last
        if about == on and kind in FORESEEN and before != kind:
            self._next[before] = kind
        else:
            self._next.pop(before, None)
        self._last = on, kind
        return self._about == on and kind in self._answers

    def take(self, kind: Kind) -> Any:
        """Return the answer that is here. It can be had once."""
        return self._answers.pop(kind)

    def expect(self, kind: Kind) -> list[Kind]:
        """Return the questions that will come after this one, it seems."""
        found: list[Kind] = []
        if kind in FORESEEN:
            while self._next.get(kind, kind) not in [kind, *found]:
                kind = self._next[kind]
                found.append(kind)
        return found

    def keep(self, on: Any, answers: dict[Kind, Any]) -> None:
        """Keep answers about on, and forget all others."""
        self._about, self._answers = on, answers
