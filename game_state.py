"""The superclass of every position: what the players look at and choose from.

A GameState is one position of a game together with the player whose turn it
is. A game's rules live in its subclass of GameState: which moves there are,
what each of them leads to, and how promising the position looks.
"""

from typing import Any, Hashable, Optional


class GameState:
    """A position of a two-player game, and whose turn it is in it.

    This class is abstract. A game needs a subclass with these methods:
    __str__, __repr__, get_possible_moves, make_move and rough_outcome. The
    other methods are written in terms of those and rarely need overriding.

    A state never changes. Making a move gives a new state, so the old one can
    be kept, compared with others, or tried with a different move.

    === Attributes ===
    WIN: the score of a position that the player to move wins
    LOSE: the score of a position that the player to move loses
    DRAW: the score of a position that ends in a tie
    p1_turn: whether player 1 is the one to move

    Representation Invariants:
    - self.LOSE < self.DRAW < self.WIN
    """

    WIN: int = 1
    LOSE: int = -1
    DRAW: int = 0
    p1_turn: bool

    def __init__(self, is_p1_turn: bool) -> None:
        """Initialize this state: player 1 moves if is_p1_turn, else player 2.

        >>> GameState(True).p1_turn
        True
        """
        self.p1_turn = is_p1_turn

    def __str__(self) -> str:
        """Return the picture of this position that the players see."""
        raise NotImplementedError

    def __repr__(self) -> str:
        """Return an exact description of this position.

        It is equal for two states exactly when their positions and the
        players to move are equal, whatever moves led there.
        """
        raise NotImplementedError

    def get_possible_moves(self) -> list[Any]:
        """Return all possible moves: none once the game is over."""
        raise NotImplementedError

    def get_current_player_name(self) -> str:
        """Return 'p1' if player 1 is the one to move, otherwise 'p2'.

        >>> GameState(False).get_current_player_name()
        'p2'
        """
        return 'p1' if self.p1_turn else 'p2'

    def make_move(self, move: Any) -> 'GameState':
        """Return the state that move leads to. This state does not change.

        Raise ValueError, saying why, if there is no such move here. Whether
        moves can still be made after the end is left to each game; Stonehenge
        accepts them.
        """
        raise NotImplementedError

    def is_valid_move(self, move: Any) -> bool:
        """Return whether move is one of the possible moves."""
        return move in self.get_possible_moves()

    def rough_outcome(self) -> float:
        """Return an estimate, from LOSE to WIN, of the score for the player to
        move, found without looking far ahead.

        It is the true score if the game is over, WIN if some move wins at
        once, LOSE if every move lets the other player win at once, and
        otherwise something strictly between LOSE and WIN.
        """
        raise NotImplementedError

    # Four optional hooks, with which a state can help any search. They are
    # correct as they stand; a game that knows more about itself says so here.

    def search_state(self) -> Any:
        """Return an equal position that searches go through faster.

        The same player is to move there, the moves are the same and written
        the same, the result is the same, and all this holds for the positions
        reached from it, too. The default is this state itself.
        """
        return self

    def search_key(self) -> Hashable:
        """Return a key under which a search may remember this state's score.

        States with equal keys must have equal scores for the player to move.
        The default is all that a state shows: the player to move, the picture
        and the exact description.
        """
        return self.get_current_player_name(), str(self), repr(self)

    def candidate_moves(self) -> list[Any]:
        """Return the possible moves that are worth searching, best first.

        At least one of the best moves must be among them. The default is all
        the possible moves.
        """
        return self.get_possible_moves()

    def known_score(self) -> Optional[float]:
        """Return the exact score for the player to move if this state knows it
        without a search, and None otherwise, which is the default.
        """
        return None


if __name__ == '__main__':
    try:
        from python_ta import check_all
    except ImportError:
        print('To check the style: python3 -m pip install python-ta==2.13.1')
    else:
        check_all(config='a2_pyta.txt')
