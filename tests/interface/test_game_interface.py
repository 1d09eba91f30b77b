"""GameInterface itself, with games and strategies of all kinds."""
from typing import Any, Callable
import functools
import re
import pytest
from game_interface import GameInterface, main, playable_games
from stonehenge import StonehengeGame
from strategy import interactive_strategy, random_strategy, \
    rough_outcome_strategy
from subtract_square_game import SubtractSquareGame
from tests.support.foreign_games import TreeGame, TreeState

Answer = Callable[..., list[str]]


@pytest.fixture(name='answer_with')
def patch_input(monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Give a function that sets the answers to all questions, and returns a
    list that the questions are put into.
    """
    def answer_with(*answers: str) -> list[str]:
        """Answer the questions with answers, then end the input."""
        left, questions = list(answers), []

        def answer(question: str = '') -> str:
            """Return the next answer."""
            questions.append(question)
            if not left:
                raise EOFError
            return left.pop(0)
        monkeypatch.setattr('builtins.input', answer)
        return questions
    return answer_with


@pytest.mark.parametrize('game_class, size, asks', [
    (StonehengeGame, '2', 'Enter the side length of the board'),
    (SubtractSquareGame, '30', 'Enter the whole number to subtract from')])
@pytest.mark.parametrize('starts, first', [('y', 1), ('n', 2)])
def test_asks_in_order(game_class: type, size: str, asks: str, starts: str,
                       first: int, answer_with: Answer,
                       capsys: pytest.CaptureFixture) -> None:
    """GameInterface asks who starts, then the game asks for its size; then a
    game between two strategies asks nothing more.
    """
    questions = answer_with(starts, size)
    interface = GameInterface(game_class, random_strategy,
                              rough_outcome_strategy)
    assert len(questions) == 2
    assert questions[0].startswith('Does player 1 start?')
    assert questions[1].startswith(asks)
    interface.play()
    assert len(questions) == 2
    mover = re.search('Player (.) is to move', capsys.readouterr().out)[1]
    assert mover == str(first)


def test_tie(answer_with: Answer, capsys: pytest.CaptureFixture) -> None:
    """A game that nobody wins ends in a tie, which is said."""
    answer_with('y', 'a', 'y')
    GameInterface(TreeGame, interactive_strategy, interactive_strategy).play()
    assert capsys.readouterr().out == (
        'Walk through the tree.\n'
        '\nSomewhere in the tree\n'
        '\nPlayer 1 is to move. Possible moves: b, c, a\n'
        'Player 1 chooses a.\n'
        '\nSomewhere in the tree\n'
        '\nPlayer 2 is to move. Possible moves: x, y\n'
        'Player 2 chooses y.\n'
        "\nSomewhere in the tree\n\nIt's a tie!\n")


@pytest.mark.parametrize('answers, winner', [('y a x', 1), ('y b y', 2)])
def test_winner(answers: str, winner: int, answer_with: Answer,
                capsys: pytest.CaptureFixture) -> None:
    """The winner is whoever the game says, whoever moved last."""
    answer_with(*answers.split())
    GameInterface(TreeGame, interactive_strategy, interactive_strategy).play()
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f'Player {winner} is the winner!'


def test_nameless_strategy_with_a_bug(capsys: pytest.CaptureFixture) -> None:
    """A strategy may be any callable object, also one without a name."""
    strategy = functools.partial(max, 0, key=id)
    GameInterface(SubtractSquareGame, strategy, strategy, True, 5).play()
    assert 'Player 1 cannot go on' in capsys.readouterr().out.splitlines()[-1]


class AskingGame(TreeGame):
    """Somebody else's game: it asks, and has no keyword for the answer."""

    def __init__(self, p1_starts: bool) -> None:
        """Ask for nothing of importance."""
        self.answer = input('How large? ')
        super().__init__(p1_starts)


TREE_OPTIONS = ['--game', 't', '--p1', 'mi', '--p2', 'mr', '--first', '1']


def test_game_without_size_keyword(answer_with: Answer,
                                   monkeypatch: pytest.MonkeyPatch,
                                   capsys: pytest.CaptureFixture) -> None:
    """A game that knows no size keyword is left to ask for what it wants."""
    monkeypatch.setitem(playable_games, 't', AskingGame)
    questions = answer_with('large')
    assert main(TREE_OPTIONS) == 0
    assert questions == ['How large? ']
    assert capsys.readouterr().out.endswith("\n\nIt's a tie!\n")


def test_size_for_game_without_keyword(answer_with: Answer,
                                       monkeypatch: pytest.MonkeyPatch,
                                       capsys: pytest.CaptureFixture) -> None:
    """A size for a game that takes none is refused in one clear line."""
    monkeypatch.setitem(playable_games, 't', AskingGame)
    questions = answer_with()
    with pytest.raises(SystemExit) as stop:
        main(TREE_OPTIONS + ['--size', '3'])
    shown = capsys.readouterr()
    assert (stop.value.code, shown.out, questions) == (2, '', [])
    assert 'Asking takes no --size' in shown.err
    assert shown.err.count('\n') == 1


def test_size_that_a_game_cannot_read(monkeypatch: pytest.MonkeyPatch,
                                      capsys: pytest.CaptureFixture) -> None:
    """A size that somebody else's game fails on is refused in one line."""
    class SizedGame(TreeGame):
        """A game that adds to its size."""

        def __init__(self, p1_starts: bool, size: int = 1) -> None:
            """Add to size."""
            super().__init__(p1_starts)
            self.larger = size + 1
    monkeypatch.setitem(playable_games, 't', SizedGame)
    with pytest.raises(SystemExit) as stop:
        main(TREE_OPTIONS + ['--size', '3 3'])
    told = capsys.readouterr().err
    assert stop.value.code == 2 and told.count('\n') == 1
    assert "'3 3' is not a size of Sized" in told


@pytest.mark.parametrize('error', [
    ValueError(), ValueError('There is no such way'), KeyError('z'),
    IndexError(), TypeError('no'), AttributeError('no'), AssertionError(),
    RuntimeError('no'), ZeroDivisionError(), NotImplementedError(),
    StopIteration(), OSError('no'), Exception('no')])
def test_wrong_move_in_foreign_game(error: Exception, answer_with: Answer,
                                    monkeypatch: pytest.MonkeyPatch,
                                    capsys: pytest.CaptureFixture) -> None:
    """Somebody else's game may raise what it likes at a wrong move: the player
    is told in one line, and asked again.
    """
    make_move = TreeState.make_move

    def make_no_wrong_move(state: TreeState, move: Any) -> TreeState:
        """Raise error if there is no such move."""
        if not state.is_valid_move(move):
            raise error
        return make_move(state, move)
    monkeypatch.setattr(TreeState, 'make_move', make_no_wrong_move)
    answer_with('y', 'z', 'a', 'y')
    GameInterface(TreeGame, interactive_strategy, interactive_strategy).play()
    shown = capsys.readouterr().out
    told = re.search(r'Possible moves: b, c, a\n(.*)\nPlayer 1 chooses a\.\n',
                     shown)[1]
    assert told.endswith('. Possible moves: b, c, a')
    assert 'There is no such way' in told \
        or "'z' is not a possible move here" in told
    assert shown.endswith("It's a tie!\n")


def test_interrupted_at_a_wrong_move(answer_with: Answer,
                                     monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while somebody else's game looks at a wrong move is still one."""
    def interrupted(*_: Any) -> None:
        """Be interrupted."""
        raise KeyboardInterrupt
    monkeypatch.setattr(TreeState, 'make_move', interrupted)
    answer_with('z', 'a')
    with pytest.raises(KeyboardInterrupt):
        interactive_strategy(TreeGame(True))
