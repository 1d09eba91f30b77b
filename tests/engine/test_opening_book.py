"""The opening books of Stonehenge, and the program that builds them."""
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Iterator, Optional
import random
import zlib
import pytest
from benchmarks import build_book
from benchmarks.measure import without_books
from engine import opening_book
from engine.fast_board import fast_board_of
from engine.fast_stonehenge import FastStonehengeState
from engine.lines import count_lines
from engine.opening_book import EMPTY_BOOK, book_file, first_number, \
    load_book, number_position
from stonehenge import SIDE_LENGTHS, StonehengeGame
from strategy import Search, iterative_minimax_strategy, recursive_score
from tests.support.positions import fast_opening, game_at, make_moves, \
    play_randomly

pytestmark = pytest.mark.usefixtures('without_contracts', 'fresh_book')

PLIES = {4: 4, 5: 6}
LAST = [*PLIES.items()]
# The book with one ply where only the first player to take A loses.
GOOD = zlib.compress(bytes([0b10, 0, 0, 0, 0]))


@pytest.fixture
def fresh_book() -> Iterator[None]:
    """Let each test read the book afresh."""
    load_book.cache_clear()
    yield
    load_book.cache_clear()


@lru_cache
def classes(n: int, plies: int) -> list[FastStonehengeState]:
    """Return a state of each class that this many moves on a board of side
    length n lead to."""
    if plies == 0:
        return [fast_opening(n)]
    return list({child.search_key(): child for state in classes(n, plies - 1)
                 for move in state.get_possible_moves()
                 for child in [state.make_move(move)]}.values())


def list_positions(n: int, letters: str, plies: int
                   ) -> list[FastStonehengeState]:
    """Return the positions that this many moves on some cells lead to."""
    level = [fast_opening(n)]
    for _ in range(plies):
        level = list({(after.mine, after.theirs, after.lines.mine): after
                      for state in level for move in letters
                      if state.is_valid_move(move)
                      for after in [state.make_move(move)]}.values())
    return level


def searched_score(state: FastStonehengeState) -> float:
    """Return the score of state by search."""
    return recursive_score(Search(game_at(state)), state)


# === The books that come with the game ===

@pytest.mark.parametrize('n, plies', LAST)
def test_book(n: int, plies: int) -> None:
    """The theorem: whatever the first move, the other player has lost. Where
    one more cell is taken, or cells out of turn, and where the book is not to
    be used, nothing is known; and estimates do not use it."""
    state = fast_opening(n)
    with without_books():
        assert state.known_score() is None
    assert state.known_score() == 1
    assert {state.make_move(move).known_score()
            for move in state.get_possible_moves()} == {-1}
    # The handout wants an estimate strictly between -1 and 1.
    assert -1 < state.rough_outcome() < 1
    assert make_moves(state, 'ABCDEFG'[:plies]).known_score() is not None
    assert make_moves(state, 'ABCDEFG'[:plies + 1]).known_score() is None
    for cells in (1 << 3, 0), (0, 1 << 3 | 1 << 5):
        lines = count_lines(state.board, cells, (0, 0))
        odd = FastStonehengeState(True, state.board, cells, lines, '')
        assert odd.known_score() is None


def random_state(n: int, plies: int, seed: int) -> FastStonehengeState:
    """Return the position after some random moves."""
    game = play_randomly(StonehengeGame(True, size=n), plies, seed)
    return game.current_state.search_state()


def assert_minimax(state: FastStonehengeState) -> None:
    """Check that the book has the score of state that follows from those of
    its successors, all of which it has too."""
    assert state.known_score() \
        == max(-state.make_move(move).known_score()
               for move in state.get_possible_moves()), f'\n{state}'


@pytest.mark.parametrize('n, plies', LAST)
def test_book_is_minimax(n: int, plies: int) -> None:
    """The score of each position with few cells taken, and of random ones with
    more, is the best of its successors' negated ones."""
    letters = fast_board_of(n).letters
    for taken in range(3):
        for state in list_positions(n, letters, taken):
            assert_minimax(state)
    for taken in range(3, plies):
        for seed in range(400):
            assert_minimax(random_state(n, taken, seed))


@pytest.mark.parametrize('moves, reply', [
    ('VXYT', ''), ('POLT', 'U'), *(pytest.param(*each, marks=pytest.mark.slow)
                                   for each in (('DVWJ', ''), ('KTYB', 'M'),
                                                ('EOLY', 'J'), ('NYLO', 'M')))])
def test_entries_by_search(moves: str, reply: str) -> None:
    """Entries with four cells taken are what a search finds: it is quicker
    about these than about most others. Where they say lost, it finds a win for
    the other player after a reply there; all replies take a minute."""
    state = make_moves(fast_opening(5), moves)
    assert state.known_score() == (-1 if reply else 1)
    with without_books():
        assert searched_score(make_moves(state, reply)) == 1


def test_random_entries_by_search() -> None:
    """Entries for side length 4 with the most cells taken, as many as there is
    time for, are what a search finds without the book."""
    for score in 1, -1:
        states = random.Random(4).sample([state for state in classes(4, 4)
                                          if state.known_score() == score], 8)
        with without_books():
            assert {searched_score(state) for state in states} == {score}


def test_books_are_small() -> None:
    """Each is a file of at most 600 kB. Smaller boards need none."""
    assert [n for n in SIDE_LENGTHS if book_file(n).exists()] == [*PLIES]
    for n, plies in LAST:
        assert book_file(n).stat().st_size <= 600_000
        assert load_book(n).plies == plies
    assert fast_opening(3).known_score() is None


def test_all_bits() -> None:
    """No bit is wrong by accident: as many positions are lost as when the books
    were checked."""
    assert {n: int.from_bytes(load_book(n).bits, 'big').bit_count()
            for n in PLIES} == {4: 2_838, 5: 694_703}


def test_books_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is read for its own side length only, and once."""
    reads = []
    read = Path.read_bytes
    monkeypatch.setattr(Path, 'read_bytes', lambda path: (
        reads.append(path), read(path))[1])
    for n in PLIES:
        for _ in range(2):
            fast_opening(n).known_score()
    assert reads == [book_file(n) for n in PLIES]


# === The numbers of positions ===

def number_of(state: FastStonehengeState) -> int:
    """Return the number of state."""
    return number_position(state.board, state.mine, state.theirs,
                           state.lines.mine)


@pytest.mark.parametrize('n, letters, plies', [
    (3, 'ABCDEFGHIJKL', 4), (4, 'ABCDEFGHIJKLMNOPQR', 3),
    (4, 'ABCFJNROPQ', 4), (5, 'ABCDEFGHIJKLMNOPQRSTUVWXY', 3),
    (5, 'ABTYFGHI', 6), (5, 'OPQRSTUY', 6), (5, 'FGHIMRWQ', 6)])
def test_numbers(n: int, letters: str, plies: int) -> None:
    """Positions with as many cells taken have different numbers, which begin
    where those with fewer end; also where the same cells are taken, but the
    other player was the first to have half of a line."""
    board = fast_board_of(n)
    for taken in range(plies + 1):
        states = list_positions(n, letters, taken)
        numbers = {number_of(state) for state in states}
        assert len(numbers) == len(states)
        assert first_number(board, taken) <= min(numbers)
        assert max(numbers) < first_number(board, taken + 1)


@pytest.mark.parametrize('n', range(1, 6))
def test_numbers_follow_each_other(n: int) -> None:
    """If no line was claimed with half of its cells taken by each player, as
    after two plies of which the first claims all that can be, the numbers
    leave nothing out."""
    board = fast_board_of(n)
    first = first_number(board, 2)
    cells = range(len(board.letters))
    numbers = {number_position(board, 1 << mine, 1 << theirs, 0)
               for mine in cells for theirs in cells if mine != theirs}
    assert numbers == {*range(first, first + len(numbers))}
    assert len(numbers) == len(cells) * (len(cells) - 1)


# === Without a book ===

def test_small_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in a book is known, also of a copy that shares nothing with the
    original."""
    monkeypatch.setattr(opening_book, 'FOLDER', tmp_path)
    book_file(5).write_bytes(GOOD)
    assert make_moves(fast_opening(5), 'A').known_score() == -1
    assert deepcopy(make_moves(fast_opening(5), 'A')).known_score() == -1
    assert make_moves(fast_opening(5), 'B').known_score() == 1
    assert deepcopy(fast_opening(5)).known_score() == 1
    assert make_moves(fast_opening(5), 'AB').known_score() is None


@pytest.mark.parametrize('content', [
    None, b'', b'?', GOOD[:-1], GOOD[:-1] + b'?', bytes(5),
    zlib.compress(b''), zlib.compress(bytes(4)), zlib.compress(bytes(10_000))])
def test_without_book(content: Optional[bytes], tmp_path: Path,
                      monkeypatch: pytest.MonkeyPatch) -> None:
    """With no file, or one that makes no sense, nothing is known, and play
    goes on."""
    monkeypatch.setattr(opening_book, 'FOLDER', tmp_path)
    if content is not None:
        book_file(5).write_bytes(content)
    assert load_book(5) == EMPTY_BOOK
    assert fast_opening(5).known_score() is None
    assert make_moves(fast_opening(5), 'ABCD').known_score() is None
    state = make_moves(fast_opening(5), 'AFMTBGNUCH')
    assert state.is_valid_move(iterative_minimax_strategy(game_at(state)))


# === Building a book ===

@pytest.fixture(name='small')
def small_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the arguments that build a book of side length 3 with three plies,
    and let the game use that book."""
    monkeypatch.setattr(opening_book, 'FOLDER', tmp_path)
    return [str(tmp_path / 'progress.txt'), '--workers', '2',
            '--side-length', '3', '--plies', '3']


def test_build(small: list[str]) -> None:
    """The book that is built has the scores that searches find, all of them."""
    build_book.main(small)
    for plies in range(4):
        with without_books():
            scores = {state.search_key(): searched_score(state)
                      for state in classes(3, plies)}
        assert {*scores.values()} == ({1, -1} if plies == 3 else
                                      {(-1) ** plies})
        for state in list_positions(3, 'ABCDEFGHIJKL', plies):
            assert state.known_score() == scores[state.search_key()], \
                f'\n{state}'


def test_build_goes_on(small: list[str], tmp_path: Path) -> None:
    """A build that was stopped goes on, also if the last line is cut off; and
    if nothing is left to do, it writes the book."""
    book = tmp_path / 'book.bin'
    small += ['--book', str(book)]
    build_book.main(small)
    progress = Path(small[0])
    first, whole = progress.read_text('ascii'), book.read_bytes()
    for kept in 0, 1, 160, 400, len(first):
        book.unlink()
        progress.write_text(first[:kept], 'ascii')
        build_book.main(small)
        assert book.read_bytes() == whole
        assert progress.read_text('ascii').startswith(
            first[:first.rfind('\n', 0, kept) + 1])
    assert progress.read_text('ascii') == first


@pytest.mark.parametrize('wrong, progress, complaint', [
    ('--plies 0', '', 'invalid choice: 0'),
    ('--plies 7', '', 'invalid choice: 7'),
    ('--workers 0', '', 'must be at least 1'),
    ('--side-length 9', '', 'invalid choice: 9'),
    ('--side-length 2', '', 'choose fewer plies'),
    ('--side-length 1', '', 'choose fewer plies'),
    *[('', line, 'does not have the progress of this book')
      for line in ('ABCDE 1', 'ABC', 'ABC x', 'ABC 1 F')]])
def test_wrong_builds(small: list[str], wrong: str, progress: str,
                      complaint: str, capsys: pytest.CaptureFixture[str]
                      ) -> None:
    """One clear line says what is wrong; and a file that is not the progress of
    this book is refused."""
    if progress:
        Path(small[0]).write_text(progress + '\n', 'ascii')
    with pytest.raises(SystemExit):
        build_book.main(small + wrong.split())
    assert complaint in capsys.readouterr().err
