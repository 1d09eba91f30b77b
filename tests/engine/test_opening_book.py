"""The opening books of Stonehenge, and the program that builds them."""
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Iterator
import json
import random
import pytest
from benchmarks import build_book
from benchmarks.measure import without_books
from engine import opening_book
from engine.fast_stonehenge import FastStonehengeState
from engine.lines import count_lines
from engine.opening_book import book_file, load_book
from stonehenge import SIDE_LENGTHS
from strategy import Search, iterative_minimax_strategy, recursive_score
from tests.support.positions import fast_opening, game_at, make_moves

pytestmark = pytest.mark.usefixtures('without_contracts', 'fresh_book')

PLIES = 4
BOOKS = [4, 5]
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


@lru_cache
def classes(n: int, plies: int) -> list[FastStonehengeState]:
    """Return a state of each class that this many moves on a board of side
    length n lead to."""
    if plies == 0:
        return [fast_opening(n)]
    return list({child.search_key(): child for state in classes(n, plies - 1)
                 for move in state.get_possible_moves()
                 for child in [state.make_move(move)]}.values())


def searched_score(state: FastStonehengeState) -> float:
    """Return the score of state by search."""
    return recursive_score(Search(game_at(state)), state)


# === The books that come with the game ===

@pytest.mark.parametrize('n', BOOKS)
def test_book(n: int) -> None:
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
    assert make_moves(state, 'ABCDE').known_score() is None
    for cells in (1 << 3, 0), (0, 1 << 3 | 1 << 5):
        lines = count_lines(state.board, cells, (0, 0))
        odd = FastStonehengeState(True, state.board, cells, lines, '')
        assert odd.known_score() is None


@pytest.mark.parametrize('n', BOOKS)
@pytest.mark.parametrize('plies', [0, 1, 2, pytest.param(
    3, marks=pytest.mark.slow)])
def test_book_is_minimax(plies: int, n: int) -> None:
    """The score of each position is the best of its successors' negated ones,
    all of which the book has too."""
    for state in classes(n, plies):
        assert state.known_score() \
            == max(-state.make_move(move).known_score()
                   for move in state.get_possible_moves()), f'\n{state}'


@pytest.mark.parametrize('moves, reply', [
    ('VXYT', ''), ('POLT', 'U'), *(pytest.param(*each, marks=pytest.mark.slow)
                                   for each in (('DVWJ', ''), ('KTYB', 'M'),
                                                ('EOLY', 'J'), ('NYLO', 'M')))])
def test_entries_by_search(moves: str, reply: str) -> None:
    """Entries with the most cells taken are what a search finds: it is quicker
    about these than about most others. Where they say lost, it finds a win for
    the other player after a reply there; all replies take a minute."""
    state = make_moves(fast_opening(5), moves)
    assert state.known_score() == (-1 if reply else 1)
    assert searched_score(make_moves(state, reply)) == 1


def test_random_entries_by_search() -> None:
    """Entries for side length 4 with the most cells taken, as many as there is
    time for, are what a search finds without the book."""
    for score in 1, -1:
        states = random.Random(4).sample([state for state in classes(4, PLIES)
                                          if state.known_score() == score], 8)
        with without_books():
            assert {searched_score(state) for state in states} == {score}


@pytest.mark.parametrize('n, count', [
    (4, 3_800), pytest.param(5, 14_000, marks=pytest.mark.slow)])
def test_book_is_small(n: int, count: int) -> None:
    """It takes three bits a position or less, and says what it is. Smaller
    boards need none."""
    positions = sum(len(classes(n, plies)) for plies in range(PLIES + 1))
    assert positions > count
    assert 8 * book_file(n).stat().st_size <= 3 * positions
    assert f'side length {n}: the positions with up to {PLIES} cells' \
        in ' '.join(json.loads(book_file(n).read_text('ascii'))['about'])
    assert [n for n in SIDE_LENGTHS if book_file(n).exists()] == BOOKS
    assert fast_opening(3).known_score() is None


def test_books_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is read for its own side length only, and once."""
    reads = []
    read = Path.read_text
    monkeypatch.setattr(Path, 'read_text', lambda *arguments, **options: (
        reads.append(arguments[0]), read(*arguments, **options))[1])
    for n in BOOKS:
        for _ in range(2):
            fast_opening(n).known_score()
    assert reads == [book_file(n) for n in BOOKS]


# === Without a book ===

def test_small_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in a book is known, also of a copy that shares nothing with the
    original."""
    monkeypatch.setattr(opening_book, 'FOLDER', tmp_path)
    book_file(5).write_text(GOOD, encoding='ascii')
    assert make_moves(fast_opening(5), 'A').known_score() == -1
    assert deepcopy(make_moves(fast_opening(5), 'Y')).known_score() == -1
    assert deepcopy(fast_opening(5)).known_score() == 1
    assert make_moves(fast_opening(5), 'AB').known_score() is None


@pytest.mark.parametrize('content', [None, *BROKEN])
def test_without_book(content: str, tmp_path: Path,
                      monkeypatch: pytest.MonkeyPatch) -> None:
    """With no file, or one that makes no sense, nothing is known, and play
    goes on."""
    monkeypatch.setattr(opening_book, 'FOLDER', tmp_path)
    if content is not None:
        book_file(5).write_text(content, encoding='utf-8')
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
    with without_books():
        searched = [[(state, searched_score(state))
                     for state in classes(3, plies)]
                    for plies in range(4)]
    for state, score in sum(searched, []):
        assert state.known_score() == score, f'\n{state}'
    assert {score for _, score in searched[3]} == {1, -1}


def test_build_goes_on(small: list[str], tmp_path: Path) -> None:
    """A build that was stopped goes on, also if the last line is cut off; and
    if nothing is left to do, it writes the book."""
    book = tmp_path / 'book.json'
    small += ['--book', str(book)]
    build_book.main(small)
    progress = Path(small[0])
    first, whole = progress.read_text('ascii'), book.read_text('ascii')
    for kept in 0, 1, 160, 400, len(first):
        book.unlink()
        progress.write_text(first[:kept], 'ascii')
        build_book.main(small)
        assert book.read_text('ascii') == whole
        assert progress.read_text('ascii').startswith(
            first[:first.rfind('\n', 0, kept) + 1])
    assert progress.read_text('ascii') == first


@pytest.mark.parametrize('wrong, progress, complaint', [
    ('--plies 0', '', 'invalid choice: 0'),
    ('--plies 6', '', 'invalid choice: 6'),
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
