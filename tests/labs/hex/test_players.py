"""The players of the Hex lab, the games that they play, and their names."""

from typing import Any
import re
import pytest
from HexGame import HexGame
from Players import HumanPlayer, Player, RandomChoicePlayer, RandomShufflePlayer
from play_hex import make_player


# === Players ===


@pytest.mark.parametrize('kind', [RandomChoicePlayer, RandomShufflePlayer])
def test_random_players(kind: type) -> None:
    """They choose each empty cell now and then; a seed repeats that."""
    board = [list('-B-'), list('W--'), list('---')]
    chosen = []
    for seed in range(40):
        moves = []
        for _ in range(2):
            player = kind(HexGame(3), seed=seed)
            player.setSide('B')
            moves.append([player.getMove(board) for _ in range(10)])
        assert moves[0] == moves[1]
        chosen.append(moves[0][0])
        assert set(moves[0]) <= set(HexGame(3).getPossibleMoves(board))
    assert set(chosen) == set(HexGame(3).getPossibleMoves(board))


WRONG = {
    '': 'An empty line is not a move',
    '  ': 'An empty line is not a move',
    'x': "'x' is not a cell",
    '0, 2': "'0, 2' is not a cell: type",
    'a0': 'is not a cell',
    '__import__("os")': 'is not a cell',
    'a' + '9' * 5000: 'is not a cell',
    'a4': 'a4 is not on the board',
    'z1': 'z1 is not on the',
    'b1': 'b1 is not empty',
    'a\u0661': 'is not a cell',
}


@pytest.mark.parametrize(
    'text, move', [('c1', (0, 2)), ('B3', (2, 1)), ('  a2 ', (1, 0))]
)
def test_human_player(
    text: str,
    move: tuple,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture,
) -> None:
    """Wrong input is explained in one line each and asked for again."""
    answers = iter([*WRONG, text])
    monkeypatch.setattr('builtins.input', lambda prompt: next(answers))
    player = HumanPlayer(HexGame(3), 'Ann')
    player.setSide('B')
    board = [list('-B-'), list('---'), list('---')]
    assert player.getMove(board) == move
    told = capsys.readouterr().out.splitlines()
    assert len(told) == len(WRONG)
    for line, words in zip(told, WRONG.values()):
        assert words in line and len(line) < 90


# === Games ===


class Listed(Player):
    """Plays the moves of a list, and records the boards that it sees."""

    def __init__(self, game: Any, name: str, moves: list) -> None:
        """Initialize a player who makes these moves in every game."""
        super().__init__(game, name)
        self.moves = moves
        self.sides = []
        self.boards = []

    def setSide(self, side: str) -> None:
        """Start a new game."""
        super().setSide(side)
        self.sides.append(side)
        self.left = list(self.moves)

    def getMove(self, board: list) -> tuple:
        """Return the next move, and tamper with the board."""
        self.boards.append([row[:] for row in board])
        board[0][0] = 'X'
        return self.left.pop(0)


def test_one_game(capsys: pytest.CaptureFixture) -> None:
    """A game is shown move by move; only a move changes its board."""
    game = HexGame(2)
    ann = Listed(game, 'Ann', [(0, 0), (0, 1)])
    bob = Listed(game, 'Bob', [(1, 1)])
    assert game.playOneGame(ann, bob) == 'B'
    assert (ann.sides, bob.sides, game.turn) == (['B'], ['W'], None)
    assert ann.boards == [[['-', '-'], ['-', '-']], [['B', '-'], ['-', 'W']]]
    assert game.board == [['B', 'B'], ['-', 'W']]
    shown = capsys.readouterr().out
    assert shown.startswith("""
     white
      a b
 1 b  - -  b
  2 l  - -  l
       white
Ann (B) moves to a1
""")
    assert re.findall(r'^\w+ \([BW]\) .*', shown, re.MULTILINE) == [
        'Ann (B) moves to a1',
        'Bob (W) moves to b2',
        'Ann (B) moves to b1',
        'Ann (B) wins',
    ]
    assert shown.count('     white\n      a b\n') == 4
    assert '\n 1 b  B B  b\n  2 l  - W  l\n' in shown
    assert game.playOneGame(ann, bob, False) == 'B'
    assert capsys.readouterr().out == ''


def test_several_games(capsys: pytest.CaptureFixture) -> None:
    """Players take turns to be Black; wins are counted and printed."""
    game = HexGame(2)
    ann = Listed(game, 'Ann', [(0, 0), (0, 1)])
    bob = Listed(game, 'Bob', [(1, 1), (1, 0)])
    # Both only ever fill a row: Black wins.
    game.playNGames(3, ann, bob)
    assert (ann.sides, bob.sides) == (list('BWB'), list('WBW'))
    # No progress is shown where there is no terminal.
    assert capsys.readouterr() == (
        'Ann: 2 won, 1 lost\nBob: 1 won, 2 lost\n',
        '',
    )
    game.playNGames(0, ann, bob)
    assert (ann.wins, bob.losses) == (2, 2)
    with pytest.raises(ValueError):
        game.playOneGame(ann, Listed(game, 'Bob', [(0, 0)]), False)


# === Names of players ===


@pytest.mark.parametrize(
    'name',
    [
        '',
        'x',
        'human:1',
        'random:2',
        'minimax:0',
        'minimax:x',
        'minimax:2:best',
        'alphabeta:3:eval:1',
        'alphabeta:99',
        'montecarlo:',
        'montecarlo:0',
        'montecarlo:0.0',
        'montecarlo:-1',
        'montecarlo:0p',
        'montecarlo:1:2',
        'Minimax',
        'montecarlo:nan',
        'montecarlo:inf',
        'montecarlo:30.1',
        'montecarlo:50001p',
    ],
)
def test_wrong_names(name: str) -> None:
    """The error says which players there are."""
    with pytest.raises(ValueError, match='is not a player: they are human'):
        make_player(name, HexGame(3))


def test_names() -> None:
    """Each name makes the player that it stands for."""
    game = HexGame(3)
    searching = make_player('minimax:3:betterEval', game)
    assert (searching.depthLimit, searching.staticEval.__name__) == (
        3,
        'betterEval',
    )
    assert make_player('montecarlo:0.5', game).seconds == 0.5
    assert make_player('montecarlo:30', game).seconds == 30
    assert make_player('montecarlo:20p', game).positions == 20
    assert isinstance(make_player('shuffle', game), RandomShufflePlayer)
