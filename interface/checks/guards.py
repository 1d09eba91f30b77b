"""Guarding a position while somebody's code has it in hand."""
from contextlib import suppress
from copy import copy, deepcopy
from typing import Optional
from game import Game
from game_state import GameState
from interface.attempts import Attempt
from interface.checks.purity import search_impurity
from interface.checks.snapshots import Snapshot, find_changes, take_snapshot
from interface.quoting import flatten, show


class Guard:
    """Tells whether the current position of a game has changed since this was
    made, and whether the game itself is to blame.

    === Attributes ===
    game: the game
    player: the player who was to move
    before: what the position looked like
    """
    game: Game
    player: str
    before: Snapshot
    _spare: Optional[GameState]

    def __init__(self, game: Game, copies: bool = True) -> None:
        """Initialize a guard of the current state of game. It can tell more if
        it copies the state, which may take long.
        """
        state, self._spare = game.current_state, None
        if copies:
            with suppress(Exception):  # Not everything can be copied.
                self._spare = deepcopy(state)
        self.game, self.player = game, state.get_current_player_name()
        first, second = take_snapshot(state), take_snapshot(state)
        # What differs each time that one looks does not tell.
        self.before = {name: text for name, text in first.items()
                       if second.get(name) == text}

    def find_changes(self) -> str:
        """Return in words in what the current state differs from before, or ''
        if it does not.
        """
        state = getattr(self.game, 'current_state', None)
        attempt = Attempt(take_snapshot, state)
        return f'current_state is {show(state)} now' if attempt.error \
            else find_changes(self.before, attempt.result)

    def find_impurity(self) -> str:
        """Return in words which method of the game changes this position or
        one that follows, or '' if none is found. If the position has changed,
        find out before you blame a strategy, which calls all the methods.
        """
        def make() -> Game:
            """Return a copy of the game at the position as it was."""
            game = copy(self.game)
            if self._spare is not None:
                game.current_state = deepcopy(self._spare)
            return game
        return Attempt(search_impurity, make).result or ''

    def __str__(self) -> str:
        """Return the position in a line, as it was."""
        return flatten(self.before.get('__repr__', '?'), 200)
