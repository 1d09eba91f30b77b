"""The opening books of Stonehenge, and the program that builds them."""
from copy import deepcopy
from itertools import permutations, product
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
from engine.opening_book import EMPTY_BOOK, book_file, find_bit, load_book, \
    pack_book
from stonehenge import SIDE_LENGTHS, StonehengeGame
from strategy import Search, iterative_minimax_strategy, recursive_score
from tests.support.positions import fast_opening, game_at, make_moves, \
    play_randomly

pytestmark = pytest.mark.usefixtures('without_contracts', 'fresh_book')

PLIES, ENTRIES = {4: 4, 5: 7}, {4: 122, 5: 1_021_488}
LAST = [*PLIES.items()]
# The book with one ply where the player who began loses only after A, which is
# the lowest of all cells, or an image of it.
GOOD = pack_book(1, [((1, 0, 0), 0)])


@pytest.fixture
def fresh_book() -> Iterator[None]:
    """Let each test read the book afresh."""
    load_book.cache_clear()
    yield
    load_book.cache_clear()


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
    assert make_moves(state, 'ABCDEFGH'[:plies]).known_score() is not None
    assert make_moves(state, 'ABCDEFGH'[:plies + 1]).known_score() is None
    for cells in (1 << 3, 0), (0, 1 << 3 | 1 << 5):
        lines = count_lines(state.board, cells, (0, 0))
        odd = FastStonehengeState(True, state.board, cells, lines, '')
        assert odd.known_score() is None


def random_state(n: int, plies: int, seed: int) -> FastStonehengeState:
    """Return the position after some random moves."""
    game = play_randomly(StonehengeGame(True, size=n), plies, seed)
    return game.current_state.search_state()


@pytest.mark.parametrize('n, plies', LAST)
def test_book_is_minimax(n: int, plies: int) -> None:
    """The score of a position is the best of its successors' negated ones: of
    random positions with any number of cells taken."""
    for taken, seed in product(range(plies), range(400)):
        state = random_state(n, taken, seed)
        assert state.known_score() \
            == max(-state.make_move(move).known_score()
                   for move in state.get_possible_moves()), f'\n{state}'


@pytest.mark.parametrize('score, openings', [
    (1, 'GKHPLBW HPMGNTY IYTVSUG DYLQNHP PYRCTBN PFLCJOU KTYGVUD KBLHJDN'),
    (-1, 'OUTXFWA QXYVOPS YHQJACS QESGYVW TCXWUDI TDPLNYS UTBHIJK BEGOIAK')])
def test_entries_by_search(score: int, openings: str) -> None:
    """Entries with the most cells taken, won or lost, are what a search finds
    without the book: random ones for side length 4, and for 5 those about which
    it is quick."""
    some = [state for seed in range(500) for state in [random_state(4, 4, seed)]
            if state.known_score() == score][:8]
    some += [make_moves(fast_opening(5), moves) for moves in openings.split()]
    assert [state.known_score() for state in some] == 16 * [score]
    with without_books():
        assert {searched_score(state) for state in some} == {score}


def test_books_are_small() -> None:
    """Each is a file of at most 600 kB, with as many entries as when it was
    checked. Smaller boards need none."""
    assert [n for n in SIDE_LENGTHS if book_file(n).exists()] == [*PLIES]
    for n, plies in LAST:
        book = load_book(n)
        assert book_file(n).stat().st_size <= 600_000
        assert book.plies == plies
        assert ENTRIES[n] == sum(map(int.bit_count, book.rows.values()))
    assert fast_opening(3).known_score() is None


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


# === Where positions are in a book ===

@pytest.mark.parametrize('n, letters, plies', [
    (3, 'ABCDEFGHIJKL', 2), (4, 'ABCDEF', 4), (4, 'LMNOPQR', 4),
    (5, 'ABCDEFG', 5), (5, 'ABTYFGH', 6), (5, 'OPQRSTUY', 7),
    (5, 'FGHIMRWQ', 7)])
def test_places(n: int, letters: str, plies: int) -> None:
    """Positions have one place if they are images of each other, however they
    were reached, and otherwise not; also where the same cells are taken, but
    the other player was the first to have half of a line."""
    board = fast_board_of(n)
    found = {}
    for seed in range(400):
        moves = random.Random(seed).sample(letters, plies)
        states = [make_moves(fast_opening(n), [
            board.letters[cells.index(board.letters.index(move))]
            for move in moves]) for cells, _ in board.symmetries]
        images = [(state.mine, state.theirs, state.lines.mine)
                  for state in states]
        places = {find_bit(board, *image) for image in images}
        assert places == {found.setdefault(frozenset(images), *places)}
    assert len({*found.values()}) == len(found) < 400


# === Without a book ===

def test_small_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in a book is known, also of a copy that shares nothing with the
    original."""
    monkeypatch.setattr(opening_book, 'FOLDER', tmp_path)
    book_file(5).write_bytes(GOOD)
    for move, score in ('', 1), ('A', 1), ('Y', 1), ('C', -1):
        state = make_moves(fast_opening(5), move)
        assert (state.known_score(), deepcopy(state).known_score()) \
            == (score, score)
    assert make_moves(fast_opening(5), 'AB').known_score() is None


@pytest.mark.parametrize('content', [
    None, b'', b'?', GOOD[:-1], GOOD[:-1] + b'?', bytes(5),
    *map(zlib.compress, [b'', b'4\n1 0 0', b'4 4', b'x', b'4\n1 0 0 x'])])
def test_without_book(content: Optional[bytes], tmp_path: Path,
                      monkeypatch: pytest.MonkeyPatch) -> None:
    """With no file, or one that makes no sense, nothing is known, and play
    goes on."""
    monkeypatch.setattr(opening_book, 'FOLDER', tmp_path)
    if content is not None:
        book_file(5).write_bytes(content)
    assert load_book(5) == EMPTY_BOOK
    assert fast_opening(5).known_score() is None
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
    """The book that is built has the scores that searches find, all of them.
    Built again, it has as many plies."""
    build_book.main(small)
    book = book_file(3).read_bytes()
    build_book.main(small[:-2])
    assert book_file(3).read_bytes() == book
    for plies in range(4):
        states = {repr(state): state
                  for moves in permutations('ABCDEFGHIJKL', plies)
                  for state in [make_moves(fast_opening(3), moves)]}.values()
        known = [state.known_score() for state in states]
        assert {*known} == ({1, -1} if plies == 3 else {(-1) ** plies})
        with without_books():
            assert known == [searched_score(state) for state in states]


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
    ('--plies 8', '', 'invalid choice: 8'),
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
