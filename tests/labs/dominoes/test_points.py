"""What helps searches of domineering: each rule against its own definition by
brute force, and scores against minimax over all moves."""
from __future__ import annotations
from functools import lru_cache
from itertools import combinations, product
from typing import Callable, Iterator
import random
import pytest
from hypothesis import given, settings, strategies as st
from labs.dominoes.adversarial_search import DominoesGame, cover, \
    find_places, single_squares
from labs.dominoes.domineering import DomineeringGame, DomineeringState
from labs.dominoes.points import FULL, HALF, THREE, TWO, \
    choose_areas, choose_disjoint, count_lead, count_odd, count_room, \
    find_coverable, find_joined, find_promise, is_sure_win
from strategy import Search, iterative_score, recursive_score

pytestmark = pytest.mark.usefixtures('without_contracts')

# Perfect play, rows by columns: V and H win whoever starts, 1 and 2 are the
# first and the second player. Source: the project's list of facts.
WINNERS = ['2HHHHHHH', 'V11HV11H', 'V11HHHHH', 'VVV1V1VH', 'VHVH2HHH',
           'V1V1V1VH', 'V1VHVH1H', 'VVVVVVV1']


@st.composite
def small_boards(draw: Callable, most: int = 20) -> DominoesGame:
    """Give boards with up to 7 rows and columns and most empty squares."""
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    return make_board(random.Random(draw(st.integers())), rows, cols, most)


def make_board(rng: random.Random, rows: int, cols: int, most: int
               ) -> DominoesGame:
    """Return a board with at most this many empty squares: some dominoes are
    placed, some squares filled."""
    game = DominoesGame([[False] * cols for _ in range(rows)])
    while game.empty.bit_count() > most or rng.random() < 0.7:
        way = rng.random() < 0.5
        moves = list(game.legal_moves(way))
        if moves and rng.random() < 0.8:
            game.perform_move(*rng.choice(moves), way)
        elif game.empty:
            game.empty ^= rng.choice(single_squares(game.empty))
    return game


@lru_cache(maxsize=1 << 20)
def wins(empty: int, mine: int, theirs: int) -> bool:
    """Return whether the player to move wins, by plain minimax."""
    return any(not wins(cover(empty, first, mine), theirs, mine)
               for first in single_squares(find_places(empty, mine)))


def check_scores(seed: int, boards: int) -> None:
    """Check known scores, and those that a search finds, on random boards."""
    rng = random.Random(seed)
    known = 0
    for _ in range(boards):
        board = make_board(rng, rng.randint(1, 7), rng.randint(1, 7), 20)
        for vertical in True, False:
            state = DomineeringState(vertical, board)
            steps = board.get_step(vertical), board.get_step(not vertical)
            score = 1 if wins(board.empty, *steps) else -1
            assert state.known_score() in (None, score), repr(state)
            known += state.known_score() is not None
            assert set(state.candidate_moves()) \
                == set(state.get_possible_moves())
            game = DomineeringGame(True, size=1)
            game.current_state = state
            if not game.is_over(state):
                search = Search(game)
                assert recursive_score(search, search.root) == score
    assert known > boards  # More than half of them.


def test_scores() -> None:
    """Known scores are right, and so are those that searches find."""
    check_scores(1, 800)


@pytest.mark.slow
def test_many_scores() -> None:
    """So they are on many more boards."""
    for seed in range(2, 27):
        check_scores(seed, 1000)
        wins.cache_clear()


def list_sizes(quick: bool) -> Iterator[tuple[int, int]]:
    """Give the sizes of boards on which the search is quick, or not."""
    for rows in range(1, 9):
        for cols in range(1, 9):
            if (rows * cols <= 40) == quick and rows * cols <= 49:
                yield rows, cols


def check_winner(rows: int, cols: int, score: Callable) -> None:
    """Check who wins on an empty board, whoever starts."""
    winner = WINNERS[rows - 1][cols - 1]
    for vertical in True, False:
        game = DomineeringGame(vertical, size=(rows, cols))
        found = -1 if game.is_over(game.current_state) \
            else score(Search(game), game.current_state)
        right = {'V': vertical, 'H': not vertical, '1': True, '2': False}
        assert (found == 1) is right[winner], (rows, cols, vertical)


@pytest.mark.parametrize('score', [recursive_score, iterative_score])
def test_winners(score: Callable) -> None:
    """Minimax finds the winner on every board of up to 40 squares."""
    for rows, cols in list_sizes(quick=True):
        check_winner(rows, cols, score)


@pytest.mark.slow
@pytest.mark.parametrize('rows, cols', [*list_sizes(quick=False)])
def test_winners_on_large_boards(rows: int, cols: int) -> None:
    """So it does on boards of up to 49 squares."""
    check_winner(rows, cols, recursive_score)


def test_few_positions() -> None:
    """Of 6 x 6, few positions need to be searched: a good solver in C, Obsequi,
    searches 908."""
    search = Search(DomineeringGame(True, size=6))
    assert recursive_score(search, search.root) == 1
    assert len(search.table) < 450


@pytest.mark.parametrize('picture, vertical, score', [
    ('.#../.###', True, -1), ('.#../.###', False, -1),
    ('.#.#../.#.###', True, 1), ('.#..#../.######', False, 1),
    ('../..', True, 1), ('.../.../...', False, 1), ('...../.....', True, None),
    ('...../.....', False, None)])
def test_known_scores(picture: str, vertical: bool, score: int | None) -> None:
    """Points tell who wins some positions, and nothing about others."""
    board = [[square == '#' for square in row] for row in picture.split('/')]
    state = DomineeringState(vertical, DominoesGame(board))
    assert state.known_score() == score


# === Each rule alone ===

@given(st.integers(0, 2 ** 12 - 1), st.sampled_from([1, 3]))
def test_disjoint_places(firsts: int, step: int) -> None:
    """As many places are chosen as fit on the board without overlapping."""
    chosen = choose_disjoint(firsts, step)
    assert not chosen & ~firsts and not chosen & chosen << step
    assert chosen.bit_count() == max(
        some.bit_count() for some in range(2 ** 12)
        if not some & ~firsts and not some & some << step)


@given(small_boards(most=14))
def test_points(board: DominoesGame) -> None:
    """I can really keep the lead: twice my dominoes, minus twice hers that are
    placed or still fit when I stop, is at least that."""
    @lru_cache(maxsize=None)
    def most(empty: int, i_move: bool) -> int:
        """Return the highest lead that I can be sure of."""
        if i_move:
            return max([-2 * choose_disjoint(
                find_places(empty, theirs), theirs).bit_count(), *(
                    2 + most(cover(empty, first, mine), False)
                    for first in single_squares(find_places(empty, mine)))])
        return min([most(empty, True), *(
            most(cover(empty, first, theirs), True) - 2
            for first in single_squares(find_places(empty, theirs)))])
    for mine, theirs in (board.cols + 1, 1), (1, board.cols + 1):
        for i_move in True, False:
            lead = count_lead(board.empty, mine, theirs, i_move)
            assert lead <= most(board.empty, i_move)
            sure = is_sure_win(board.empty, mine, theirs, i_move)
            assert sure == (lead >= 1 if i_move else lead >= -1)
        most.cache_clear()


VALUES = st.lists(st.sampled_from([THREE, TWO, FULL, HALF]), max_size=4).map(
    lambda values: tuple(sorted(values, reverse=True)))


def promise(i_move: bool, lone: tuple, joined: tuple) -> int:
    """Return how many points I am sure of if I take any area, and she spoils
    none, any one, or any two that are joined."""
    def without(areas: tuple, *places: int) -> tuple:
        """Return areas without those at these places."""
        return tuple(value for at, value in enumerate(areas)
                     if at not in places)
    one = [(without(lone, at), joined, lone[at]) for at in range(len(lone))] \
        + [(lone, without(joined, at), joined[at])
           for at in range(len(joined))]
    if i_move:
        return max((each[2] + promise(False, *each[:2]) for each in one),
                   default=0)
    pairs = [(lone, without(joined, *two), 0)
             for two in combinations(range(len(joined)), 2)]
    return min((promise(True, *each[:2]) for each in one + pairs), default=0)


@settings(max_examples=60, deadline=None)
@given(st.booleans(), VALUES, VALUES.filter(lambda values: len(values) < 4))
def test_promise(i_move: bool, lone: tuple, joined: tuple) -> None:
    """It is what I get if both of us choose as well as we can."""
    assert find_promise(i_move, lone, joined) == promise(i_move, lone, joined)


@given(small_boards(most=49), st.booleans())
def test_areas(board: DominoesGame, vertical: bool) -> None:
    """They do not overlap; safe places are safe; one domino in two or three
    places side by side makes the others safe; and those areas are joined of
    which one of her dominoes covers squares of two."""
    mine, theirs = board.get_step(vertical), board.get_step(not vertical)
    hers = find_coverable(board.empty, theirs)
    areas = choose_areas(board.empty, hers, mine, theirs)
    dominoes = {first: [(first | first << mine) << number * theirs
                        for number in range(width)]
                for firsts, width in zip(areas[:4], (1, 3, 2, 1))
                for first in single_squares(firsts)}
    squares = {first: sum(places) for first, places in dominoes.items()}
    covered = sum(squares.values())
    assert covered == board.empty & ~areas.rest
    assert covered.bit_count() == 2 * sum(map(len, dominoes.values()))
    assert not hers & sum(squares[first]
                          for first in single_squares(areas.safe))
    for first in single_squares(areas.threes | areas.twos):
        assert any(not squares[first] & find_coverable(
            board.empty & ~domino, theirs) for domino in dominoes[first])
    joined = set()
    for place in single_squares(find_places(board.empty, theirs)):
        spoiled = {each for each in squares
                   if (place | place << theirs) & squares[each]}
        joined |= spoiled if len(spoiled) == 2 else set()
    assert find_joined(areas, mine, theirs) == sum(joined)


@given(small_boards(most=49), st.integers(0, 2 ** 56 - 1), st.booleans())
def test_odd_stretches(board: DominoesGame, rest: int, vertical: bool) -> None:
    """They are those of an odd number of squares of hers in a row, all of
    them in the rest."""
    step = board.get_step(vertical)
    hers = find_coverable(board.empty, step)
    odd = 0
    for first in single_squares(hers & ~(hers << step)):
        stretch = [first]
        while stretch[-1] << step & hers:
            stretch.append(stretch[-1] << step)
        odd += len(stretch) % 2 and not sum(stretch) & ~rest
    assert count_odd(hers, rest, step) == odd


@given(small_boards(), st.booleans())
def test_order_of_moves(board: DominoesGame, vertical: bool) -> None:
    """Moves come first that leave much room for my dominoes and safe ones, and
    little for those of the other player."""
    def room(game: DominoesGame, way: bool) -> int:
        """Return how many dominoes fit, plus how many that are safe."""
        mine, theirs = game.get_step(way), game.get_step(not way)
        count = 0
        for empty in (game.empty, game.empty
                      & ~find_coverable(game.empty, theirs)):
            while find_places(empty, mine):
                first = single_squares(find_places(empty, mine))[0]
                empty = cover(empty, first, mine)
                count += 1
        return count
    state = DomineeringState(vertical, board)
    leads = []
    for move in state.candidate_moves():
        after = state.make_move(move).dominoes
        leads.append(room(after, vertical) - room(after, not vertical))
        steps = after.get_step(vertical), after.get_step(not vertical)
        assert count_room(after.empty, *steps) == room(after, vertical)
    assert leads == sorted(leads, reverse=True)
    assert len(leads) == len(state.get_possible_moves())


def test_dead_squares() -> None:
    """Squares that nobody can cover make no difference to the key."""
    boards = ['.#.../##..#', '##.../##..#', '##.../.#..#', '.#.../.#..#']
    keys = [DomineeringState(True, DominoesGame(
        [[square == '#' for square in row] for row in board.split('/')])
        ).search_key() for board in boards]
    assert keys[0] == keys[1] == keys[2] != keys[3]


def test_keys_of_all_sizes() -> None:
    """Boards of different sizes share a key only if they share the score."""
    scores: dict[object, bool] = {}
    for rows, cols in (1, 2), (2, 1), (1, 4), (2, 2), (4, 1), (2, 3), (3, 2):
        for squares in product((False, True), repeat=rows * cols):
            board = DominoesGame([list(squares[row * cols:(row + 1) * cols])
                                  for row in range(rows)])
            for vertical in True, False:
                steps = board.get_step(vertical), board.get_step(not vertical)
                score = wins(board.empty, *steps)
                key = DomineeringState(vertical, board).search_key()
                assert scores.setdefault(key, score) == score
