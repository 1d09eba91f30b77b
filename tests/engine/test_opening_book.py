"""The opening books of Stonehenge, and how they were built."""

from itertools import permutations, product
from pathlib import Path
from typing import Iterator, Optional
import random
import re
import zlib
import pytest
from benchmarks.measure import without_books
from engine import opening_book
from engine.fast_board import fast_board_of
from engine.fast_stonehenge import FastStonehengeState
from engine.lines import count_lines
from engine.opening_book import EMPTY_BOOK, book_file, find_bit, load_book
from stonehenge import SIDE_LENGTHS, StonehengeGame
from strategy import Search, iterative_minimax_strategy, recursive_score
from tests.support.positions import (
    fast_opening,
    game_at,
    make_moves,
    play_randomly,
)
from tests.support.slow import make_case

pytestmark = pytest.mark.usefixtures('without_contracts', 'fresh_book')

PLIES = {4: 4, 5: 7}
ENTRIES = {4: 122, 5: 1_021_488}
LAST = [*PLIES.items()]
# The book with one ply where the player who began loses only after A.
GOOD = zlib.compress(b'1\n1 0 0 1')


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
    assert {
        state.make_move(move).known_score()
        for move in state.get_possible_moves()
    } == {-1}
    # The handout wants an estimate strictly between -1 and 1.
    assert -1 < state.rough_outcome() < 1
    assert make_moves(state, 'ABCDEFGH'[:plies]).known_score() is not None
    assert make_moves(state, 'ABCDEFGH'[: plies + 1]).known_score() is None
    for cells in (1 << 3, 0), (0, 1 << 3 | 1 << 5):
        lines = count_lines(state.board, cells, (0, 0))
        odd = FastStonehengeState(True, state.board, cells, lines, '')
        assert odd.known_score() is None


def random_state(n: int, plies: int, seed: int) -> FastStonehengeState:
    """Return the position after some random moves."""
    game = play_randomly(StonehengeGame(True, size=n), plies, seed)
    return game.current_state.search_state()


@pytest.mark.parametrize(
    'n, plies', [make_case(n, plies, is_slow=n == 5) for n, plies in LAST]
)
def test_book_is_minimax(n: int, plies: int) -> None:
    """A score is the best of the successors' negated ones."""
    for taken, seed in product(range(plies), range(150)):
        state = random_state(n, taken, seed)
        assert state.known_score() == max(
            -state.make_move(move).known_score()
            for move in state.get_possible_moves()
        ), f'\n{state}'


@pytest.mark.slow
@pytest.mark.parametrize(
    'score, openings',
    [
        (1, 'GKHPLBW HPMGNTY IYTVSUG DYLQNHP PYRCTBN PFLCJOU KTYGVUD KBLHJDN'),
        (-1, 'OUTXFWA QXYVOPS YHQJACS QESGYVW TCXWUDI TDPLNYS UTBHIJK BEGOIAK'),
    ],
)
def test_entries_by_search(score: int, openings: str) -> None:
    """Entries with the most cells taken are what a search finds."""
    some = [
        state
        for seed in range(500)
        for state in [random_state(4, 4, seed)]
        if state.known_score() == score
    ][:8]
    some += [make_moves(fast_opening(5), moves) for moves in openings.split()]
    assert [state.known_score() for state in some] == 16 * [score]
    with without_books():
        assert {searched_score(state) for state in some} == {score}


def test_books_are_small() -> None:
    """At most 600 kB, and as many entries as when they were checked."""
    assert [n for n in SIDE_LENGTHS if book_file(n).exists()] == [*PLIES]
    for n, plies in LAST:
        book = load_book(n)
        assert book_file(n).stat().st_size <= 600_000
        assert book.plies == plies
        assert ENTRIES[n] == sum(map(int.bit_count, book.rows.values()))
    assert fast_opening(3).known_score() is None


# === Where positions are in a book ===


@pytest.mark.parametrize(
    'n, letters, plies',
    [
        (3, 'ABCDEFGHIJKL', 2),
        (4, 'ABCDEF', 4),
        (4, 'LMNOPQR', 4),
        (5, 'ABCDEFG', 5),
        (5, 'ABTYFGH', 6),
        (5, 'OPQRSTUY', 7),
        (5, 'FGHIMRWQ', 7),
    ],
)
def test_places(n: int, letters: str, plies: int) -> None:
    """Positions have one place exactly if they are images of each other."""
    board = fast_board_of(n)
    found = {}
    for seed in range(400):
        moves = random.Random(seed).sample(letters, plies)
        states = [
            make_moves(
                fast_opening(n),
                [
                    board.letters[cells.index(board.letters.index(move))]
                    for move in moves
                ],
            )
            for cells, _ in board.symmetries
        ]
        images = [
            (state.mine, state.theirs, state.lines.mine) for state in states
        ]
        places = {find_bit(board, *image) for image in images}
        assert places == {found.setdefault(frozenset(images), *places)}
    assert len({*found.values()}) == len(found) < 400


# === Without a book ===


@pytest.mark.parametrize(
    'content',
    [
        None,
        b'',
        b'?',
        GOOD[:-1],
        GOOD[:-1] + b'?',
        bytes(5),
        *map(zlib.compress, [b'', b'4\n1 0 0', b'4 4', b'x', b'4\n1 0 0 x']),
    ],
)
def test_without_book(
    content: Optional[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a file that makes sense, nothing is known, and play goes on."""
    monkeypatch.setattr(opening_book, 'FOLDER', tmp_path)
    if content is not None:
        book_file(5).write_bytes(content)
    assert load_book(5) == EMPTY_BOOK
    assert fast_opening(5).known_score() is None
    state = make_moves(fast_opening(5), 'AFMTBGNUCH')
    assert state.is_valid_move(iterative_minimax_strategy(game_at(state)))


# === Building a book ===


@pytest.mark.slow
def test_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What README.md says builds the book of side length 4 as it is here, byte
    for byte before it is compressed, and for side length 3 one that has the
    scores that searches find, all of them."""
    (code,) = re.findall(
        '```python\n(.*?)```',
        (opening_book.FOLDER / 'README.md').read_text('utf-8'),
        re.DOTALL,
    )
    names: dict = {}
    exec(code, names)
    with without_books():
        book, larger = (names['build_book'](n, n) for n in (3, 4))
    assert zlib.decompress(larger) == zlib.decompress(book_file(4).read_bytes())
    monkeypatch.setattr(opening_book, 'FOLDER', tmp_path)
    book_file(3).write_bytes(book)
    for taken in range(4):
        states = {
            repr(state): state
            for moves in permutations('ABCDEFGHIJKL', taken)
            for state in [make_moves(fast_opening(3), moves)]
        }.values()
        known = [state.known_score() for state in states]
        assert {*known} == ({1, -1} if taken == 3 else {(-1) ** taken})
        with without_books():
            assert known == [searched_score(state) for state in states]
