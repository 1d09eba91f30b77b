"""The opening book of Stonehenge 5, and the program that builds it."""
from copy import deepcopy
from pathlib import Path
from typing import Iterator
import pytest
from benchmarks import build_book
from engine import opening_book
from engine.fast_stonehenge import FastStonehengeState
from engine.lines import count_lines
from engine.opening_book import SIDE_LENGTH, load_book
from strategy import Search, iterative_minimax_strategy, recursive_score
from tests.support.positions import fast_opening, game_at, make_moves
from tests.support.programs import copy_to, run_in

pytestmark = pytest.mark.usefixtures('without_contracts', 'fresh_book')

PLIES = 4
GOOD = '{"side_length": 5, "plies": 1, "lost": ["-A"]}'
BROKEN = ['', '{', '[]', '7', '{}', '\u00e9', '[' * 100_000] + [
    GOOD.replace(good, bad) for good, bad in (
        ('5', '3'), ('"plies": 1,', ''), ('1', '25'), ('1', '-1'),
        ('1', '1e999'), ('1', 'null'), ('1', '"1"'), ('["-A"]', '3'),
        ('"-A"', '"A"'), ('"-A"', '"A-A"'), ('"-A"', '"-?"'), ('"-A"', '7'),
        ('"lost"', '"won"'))]


@pytest.fixture
def fresh_book() -> Iterator[None]:
    """Let each test read the book afresh."""
    load_book.cache_clear()
    yield
    load_book.cache_clear()


def start(n: int = SIDE_LENGTH) -> FastStonehengeState:
    """Return the empty board of side length n as the engine has it."""
    return fast_opening(n)


def classes(state: FastStonehengeState, plies: int
            ) -> list[FastStonehengeState]:
    """Return a state of each class that so many moves from state lead to."""
    level = {state.search_key(): state}
    for _ in range(plies):
        level = {child.search_key(): child for state in level.values()
                 for move in state.get_possible_moves()
                 for child in [state.make_move(move)]}
    return list(level.values())


def searched_score(state: FastStonehengeState) -> float:
    """Return the score of state by search."""
    return recursive_score(Search(game_at(state)), state)


# === The book that comes with the game ===

def test_every_first_move_wins() -> None:
    """The theorem: whatever the first move, the other player has lost."""
    assert start().known_score() == 1
    assert {start().make_move(move).known_score()
            for move in start().get_possible_moves()} == {-1}


@pytest.mark.parametrize('plies', range(PLIES))
def test_book_is_minimax(plies: int) -> None:
    """The score of each position is the best of its successors' negated ones,
    all of which the book has too."""
    for state in classes(start(), plies):
        assert state.known_score() \
            == max(-state.make_move(move).known_score()
                   for move in state.get_possible_moves()), f'\n{state}'


@pytest.mark.parametrize('moves', ['VXYT', 'DVWJ'])
def test_won_entries_by_search(moves: str) -> None:
    """Entries with the most cells taken that say won are what a search finds.
    It is quicker about these than about most others."""
    state = make_moves(start(), moves)
    assert state.known_score() == 1
    assert searched_score(state) == 1


@pytest.mark.parametrize('moves', ['KTYBM', 'POLTU', 'EOLYJ', 'NYLOM'])
def test_lost_entries_by_search(moves: str) -> None:
    """Entries that say lost: after some reply there, the last of these moves,
    a search finds a win for the other player. All replies take a minute."""
    state = make_moves(start(), moves[:-1])
    assert state.known_score() == -1
    assert searched_score(state.make_move(moves[-1])) == 1


def test_estimates_do_not_use_the_book() -> None:
    """rough_outcome stays an estimate: the handout wants it strictly between
    -1 and 1."""
    assert -1 < start().rough_outcome() < 1


def test_book_is_small() -> None:
    """It takes two bits a position or less."""
    positions = sum(len(classes(start(), plies))
                    for plies in range(PLIES + 1))
    assert positions > 14_000
    assert 8 * opening_book.FILE.stat().st_size <= 2 * positions


def test_positions_that_the_book_has_not() -> None:
    """One more cell taken, or cells taken out of turn, and it is silent."""
    board = start().board
    assert make_moves(start(), 'ABCDE').known_score() is None
    for cells in (1 << 24, 0), (0, 3 << 23):
        lines = count_lines(board, cells, (0, 0))
        state = FastStonehengeState(True, board, cells, lines, '')
        assert state.known_score() is None


def test_other_sizes_do_not_read_the_book(monkeypatch: pytest.MonkeyPatch
                                          ) -> None:
    """The file is read for its own side length only, and once."""
    reads = []
    read = Path.read_text
    monkeypatch.setattr(Path, 'read_text', lambda *arguments, **options: (
        reads.append(arguments[0]), read(*arguments, **options))[1])
    for n in range(1, SIDE_LENGTH):
        start(n).known_score()
    assert reads == []
    for _ in range(2):
        start().known_score()
    assert reads == [opening_book.FILE]


# === Without a book ===

def test_small_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in a book is known, also of a copy that shares nothing with the
    original."""
    monkeypatch.setattr(opening_book, 'FILE', tmp_path / 'book.json')
    opening_book.FILE.write_text(GOOD, encoding='ascii')
    assert make_moves(start(), 'A').known_score() == -1
    assert deepcopy(make_moves(start(), 'Y')).known_score() == -1
    assert deepcopy(start()).known_score() == 1
    assert make_moves(start(), 'AB').known_score() is None


@pytest.mark.parametrize('content', [None, *BROKEN])
def test_without_book(content: str, tmp_path: Path,
                      monkeypatch: pytest.MonkeyPatch) -> None:
    """With no file, or one that makes no sense, nothing is known, and play
    goes on."""
    monkeypatch.setattr(opening_book, 'FILE', tmp_path / 'book.json')
    if content is not None:
        opening_book.FILE.write_text(content, encoding='utf-8')
    assert start().known_score() is None
    assert make_moves(start(), 'ABCD').known_score() is None
    state = make_moves(start(), 'AFMTBGN')
    assert state.is_valid_move(iterative_minimax_strategy(game_at(state)))


def test_copied_without_book(tmp_path: Path) -> None:
    """A marker who copies the engine without its book can play the largest
    board."""
    copy_to(tmp_path, ['game.py', 'game_state.py', 'stonehenge.py',
                       'strategy.py', 'engine'])
    (tmp_path / 'engine' / 'opening_book.json').unlink()
    done = run_in(tmp_path, '-c',
                  'from stonehenge import *\n'
                  'from engine.alpha_beta import alpha_beta_strategy\n'
                  'game = StonehengeGame(True, size=5)\n'
                  'print(game.current_state.search_state().known_score(),\n'
                  '      alpha_beta_strategy(game, seconds=0.1))\n')
    assert done.stdout.startswith('None ') and done.returncode == 0


# === Building a book ===

@pytest.fixture(name='small')
def small_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the arguments that build a book of side length 3 with three plies,
    and let the game use that book."""
    book = tmp_path / 'book.json'
    monkeypatch.setattr(opening_book, 'SIDE_LENGTH', 3)
    monkeypatch.setattr(opening_book, 'FILE', book)
    return [str(tmp_path / 'progress.txt'), '--workers', '2',
            '--side-length', '3', '--plies', '3', '--book', str(book)]


def check_small_book() -> None:
    """Check all that the small book says, and that it says it all."""
    searched = [[(state, searched_score(state))
                 for state in classes(start(3), plies)] for plies in range(4)]
    load_book.cache_clear()
    for state, score in sum(searched, []):
        assert state.known_score() == score, f'\n{state}'
    assert {score for _, score in searched[3]} == {1, -1}


def test_build(small: list[str]) -> None:
    """The book that is built has the scores that searches find."""
    build_book.main(small)
    check_small_book()


@pytest.mark.parametrize('kept', [0, 1, 160, 400])
def test_build_goes_on(small: list[str], kept: int) -> None:
    """A build that was stopped goes on, also if the last line is cut off."""
    build_book.main(small)
    progress, book = Path(small[0]), opening_book.FILE
    first, whole = progress.read_text('ascii'), book.read_text('ascii')
    book.unlink()
    progress.write_text(first[:kept], 'ascii')
    for _ in range(2):  # The second time, nothing is left to do.
        build_book.main(small)
    assert book.read_text('ascii') == whole
    assert progress.read_text('ascii').startswith(
        first[:first.rfind('\n', 0, kept) + 1])


@pytest.mark.parametrize('wrong, complaint', [
    (['--plies', '0'], 'a book has from 1 to 5 plies'),
    (['--plies', '6'], 'a book has from 1 to 5 plies'),
    (['--workers', '0'], 'at least one worker'),
    (['--side-length', '9'], 'a side length is from 1 to 5'),
    (['--side-length', '2'], 'choose fewer plies'),
    (['--side-length', '1'], 'choose fewer plies')], ids=repr)
def test_impossible_books(small: list[str], wrong: list[str], complaint: str,
                          capsys: pytest.CaptureFixture[str]) -> None:
    """One clear line says what is wrong."""
    with pytest.raises(SystemExit):
        build_book.main(small + wrong)
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize('line', ['ABCDE 1 F', 'ABC 1', 'ABC x F', 'ABC 1 9'])
def test_other_progress(small: list[str], line: str,
                        capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is not the progress of this book is refused."""
    Path(small[0]).write_text(line + '\n', 'ascii')
    with pytest.raises(SystemExit):
        build_book.main(small)
    assert 'has not the progress of this book' in capsys.readouterr().err
