"""The game that a request of the page holds.

The page remembers nothing but the moves of a game, and so does this side: each
request has the whole game, which is played again from its first position.
"""
from typing import Any, Callable, Optional
from game_interface import CATALOG, playable_games
from interface.replay import replay
from interface.saved_games import find_result
from interface.session import History, Session
from web.links import PERSON, format_link, read_link

# What a search tells before it has its answer.
Tell = Callable[[dict[str, Any]], None]

# No position has more moves here: a page with more could not be shown.
MOST_POSSIBLE = 400


class PageGame(Session):
    """The game that a request holds, at the position that the page shows. The
    moves that were taken back come after that.

    === Attributes ===
    request: the game as a request
    result: who has won, 'p1' or 'p2', or 'tie'; None if the game is not over
    player: who is to move, 'p1' or 'p2'; '' if the game is over
    """
    request: dict[str, Any]
    result: Optional[str]
    player: str

    def __init__(self, request: dict[str, Any]) -> None:
        """Initialize the game in request. Raise ValueError, with one line that
        says why, if there is none, it is against the rules, or it is too large
        for the page.
        """
        saved = read_link(str(request.get('link', '')))
        played = replay(saved, playable_games)
        game, moves = played.game, played.moves
        # Moves as the game writes them, not as somebody has typed them.
        saved = saved._replace(moves=tuple(map(str, moves)))
        history = History(game, played.states[0], moves)
        super().__init__(CATALOG, saved, history, [
            name for name in ('p1', 'p2') if getattr(saved, name) == PERSON])
        place = request.get('place')
        if isinstance(place, int) and 0 <= place < len(moves):
            history.go_to(place)
        state = game.current_state
        if len(state.get_possible_moves()) > MOST_POSSIBLE:
            raise ValueError('This position has too many moves for the page')
        self.result = find_result(game)
        self.player = '' if self.result else state.get_current_player_name()
        self.request = {
            'link': format_link(saved), 'place': history.place,
            # Where a person is to move, no program is kept waiting.
            'paused': bool(request.get('paused')) and (
                not self.people or self.is_program_next()),
            'values': bool(request.get('values')),
            'notes': list(request.get('notes') or [])}

    def is_program_next(self) -> bool:
        """Return whether a program is to move."""
        return self.player != '' and not self.is_own_turn(self.player)

    def can_move(self) -> bool:
        """Return whether whoever looks at the page may move, also in place of
        a program that is paused.
        """
        return self.player != '' and (
            self.request['paused'] or not self.is_program_next())

    def format_link(self) -> str:
        """Return the link to the position that the page shows."""
        return format_link(self.record._replace(
            moves=self.record.moves[:self.history.place]))

    def format_move(self, move: Any) -> dict[str, Any]:
        """Return this game after one more move as a request."""
        moves = *map(str, self.history.made()), str(move)
        return self.request | {
            'link': format_link(self.record._replace(moves=moves)),
            'place': None, 'notes': []}
