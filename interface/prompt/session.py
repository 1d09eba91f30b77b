"""A game in progress: playing on, going back, saving and loading."""
from typing import Any, Optional
from game import Game
from interface.history import History
from interface.moves import make_moves
from interface.saved.keeping import GameKeeper
from interface.saved.replay import load_game
from interface.saved.saved_games import SavedGame
from interface.screen import tell


class Session:
    """A game in progress.

    === Attributes ===
    games: the games that there are, by their keys
    record: what is saved of this game, but for its moves and its result
    history: the game, its positions and its moves
    people: the names of the players whose moves are typed: 'p1', 'p2'
    keeper: keeps a file up to date with the game, None if nothing does
    """
    games: dict[str, type[Game]]
    record: SavedGame
    history: History
    people: list[str]
    keeper: Optional[GameKeeper]

    def __init__(self, games: dict[str, type[Game]], record: SavedGame,
                 history: History, people: list[str]) -> None:
        """Initialize a session that is saved nowhere."""
        self.games, self.record, self.history = games, record, history
        self.people, self.keeper = people, None

    def add(self, move: Any, after: Any) -> None:
        """Add move, which leads from the current position to after."""
        self.history.add(move, after)
        self._update()

    def make_moves(self, text: str) -> None:
        """Make the moves in text, which are separated by commas. Raise
        ValueError, with one line that says why, if that is impossible.
        """
        state = self.history.game.current_state
        for move in make_moves(self.history.game, text):
            state = state.make_move(move)
            self.history.add(move, state)

    def go_to(self, place: int) -> None:
        """Go to the position after this many moves, back or forward."""
        self.history.go_to(place)
        self._update()

    def _update(self) -> None:
        """Bring the file up to date, if there is one."""
        if self.keeper:
            self.keeper.update(self.history.made())

    def find_turn(self, step: int) -> Optional[int]:
        """Return where undo leads, if step is -1, or redo, if it is 1: to a
        turn of a person, or at last the end of the game. If programs play
        alone, any place will do. Return None if there is no such place.
        """
        history, last = self.history, len(self.history.moves)
        place = history.find_turn(step, lambda name: not self.people
                                  or self.is_own_turn(name))
        return last if place is None and step > 0 and history.place < last \
            else place

    def is_own_turn(self, name: str) -> bool:
        """Return whether the moves of the player called name are typed."""
        return name in self.people

    def tell_how_to_go_on(self, end: str = '\n') -> None:
        """Tell how to go on with the game, and then end, if it is saved."""
        words = self.keeper.describe_how_to_go_on() if self.keeper else ''
        if words:
            tell(f'\n{words}', end)

    def save(self, path: str, overwrite: bool = False) -> None:
        """Save the game in the file called path, and keep that up to date from
        now on. Raise ValueError, with one line that says why, if that is
        impossible, or if there is such a file, which must not be overwritten.
        """
        if not self.record.game:
            raise ValueError('This game is not among playable_games, so it '
                             'cannot be saved')
        keeps = self.keeper is not None and self.keeper.path == path
        self.keeper = GameKeeper(path, self.record, self.history.game,
                                 self.history.made(), overwrite or keeps)

    def load(self, path: str) -> None:
        """Go on with the game in the file called path, with the players that
        there are. Raise ValueError, with one line that says why, if that is
        impossible.
        """
        saved, played = load_game(path, self.games)
        self.record = saved._replace(p1=self.record.p1, p2=self.record.p2)
        self.history = History(played.game, played.states[0], played.moves)
        self.keeper = None
