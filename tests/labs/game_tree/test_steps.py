"""The steps of searches: they are those of the real searches."""

from functools import reduce
from typing import Any
import pytest
import strategy
from engine import alpha_beta
from engine.alpha_beta import TimedSearch
from game import Game
from labs.game_tree import steps
from labs.game_tree.steps import (
    SEARCHES,
    USUAL_HORIZON,
    WITH_HORIZON,
    Frame,
    PlainSearch,
    SearchStep,
    describe_win_at_once,
    record_steps,
)
from strategy import Score, ask_hook, position_key
from subtract_square_game import SubtractSquareGame
from tests.support.foreign_games import CountdownGame, TreeGame
from tests.support.game_trees import list_plain_moves, make_game
from tests.support.positions import Diary

pytestmark = pytest.mark.usefixtures('without_contracts')


STRATEGIES = {
    'recursive': strategy.recursive_minimax_strategy,
    'iterative': strategy.iterative_minimax_strategy,
}


@pytest.mark.parametrize('name', STRATEGIES)
def test_real_search(searched: Game, name: str) -> None:
    """The steps are what the strategy itself tells, in its order; each position
    is where its moves lead; none is visited before the one above it. The stack,
    or the chain of calls, is what is visited and not scored. Watching changes
    nothing, and minimax visits the same without recursion."""
    run = record_steps(searched, name)
    diary = Diary()
    assert STRATEGIES[name](searched, watcher=diary) == STRATEGIES[name](
        searched
    )
    if name == 'iterative':
        other = Diary()
        STRATEGIES['recursive'](searched, watcher=other)
        assert diary == other
    assert run.finished
    assert [
        (position_key(step.frame.state), step.score) for step in run.steps
    ] == diary
    open_moves: list[tuple] = []
    for step in run.steps:
        moves = step.frame.moves
        state = reduce(
            lambda state, move: state.make_move(move),
            moves,
            searched.current_state,
        )
        assert position_key(state) == position_key(step.frame.state)
        if step.score is None:
            assert moves[:-1] in open_moves[-1:] or not moves
            open_moves.append(moves)
        else:
            assert open_moves.pop() == moves
        _, *lines = step.stack
        is_new = step.score is None and name == 'iterative'
        assert len(lines) == len(open_moves) - is_new
        if name != 'iterative':
            assert [len(line) - len(line.lstrip()) for line in lines] == [
                2 * i for i in range(1, len(lines) + 1)
            ]
    assert not open_moves


@pytest.mark.parametrize('name', SEARCHES)
def test_no_move_is_lost(searched: Game, name: str) -> None:
    """Each possible move of a searched position is tried, cut or skipped: cut
    if it was a candidate. Minimax cuts only after a win, and plain minimax
    tries all."""
    for step in record_steps(searched, name).steps:
        never = step.list_cut()
        if step.score is None or step.why:
            assert not any(never.values())
            continue
        state = step.frame.state
        cut = never['cut']
        tried = [move for move, _ in step.frame.tried]
        assert sorted([*tried, *cut, *never['skipped']]) == sorted(
            list_plain_moves(searched, state)
        )
        assert name != 'plain' or not any(never.values())
        if name in WITH_HORIZON:
            candidates = list_plain_moves(searched, state)
        else:
            fast = ask_hook(state, 'search_state')
            candidates = ask_hook(fast, 'candidate_moves')
        assert set(tried) | set(cut) == set(candidates)
        assert step.score == max(score for _, score in step.frame.tried)
        if name != 'alphabeta' and cut:
            assert step.score == 1


@pytest.mark.parametrize('horizon', [1, 2, 3])
@pytest.mark.parametrize('name', WITH_HORIZON)
def test_horizon(searched: Game, name: str, horizon: int) -> None:
    """A search looks no further than it is told, and estimates only there."""
    for step in record_steps(searched, name, horizon).steps:
        moves = step.frame.moves
        state = step.frame.state
        assert len(moves) <= horizon
        assert len(moves) < horizon or step.score is None or step.why
        if step.why == 'estimate':
            assert len(moves) == horizon
            assert step.score == min(max(state.rough_outcome(), -0.99), 0.99)


@pytest.mark.parametrize('name', ['recursive', 'iterative'])
def test_remembered_tie(name: str) -> None:
    """A remembered tie of minimax is remembered, and no estimate."""
    tie = {'start': {'a': 'A', 'b': 'A'}, 'A': {'x': 'end'}, 'end': 'tie'}
    last = [
        step
        for step in record_steps(TreeGame(True, tie), name).steps
        if step.frame.moves == ('b',)
    ][-1]
    assert (last.score, last.why, last.source) == (0, 'remembered', ('a',))


def test_deep() -> None:
    """A tree as deep as a picture can be: no recursion limit is in the way of
    the search."""
    run = record_steps(CountdownGame(True, size=300), 'recursive')
    assert len(run.steps) == 602 and run.finished


@pytest.mark.parametrize(
    'work, most, game, name',
    [
        (100, 10_000, make_game('d', False, 4), 'recursive'),
        (60_000, 10_000, SubtractSquareGame(True, size=10**9), 'alphabeta'),
        (60_000, 10_000, make_game('d', True, 12), 'alphabeta'),
        *[
            (300_000, 7, SubtractSquareGame(True, size=8), each)
            for each in SEARCHES
        ],
    ],
)
def test_stopped(
    work: int, most: int, game: Game, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search that does too much, or has too many steps, is stopped; what was
    recorded by then is as ever."""
    monkeypatch.setattr(steps, 'MOST_WORK', work)
    first = record_steps(game, name, most=most)
    assert not first.finished and 0 < len(first.steps) <= most
    if most == 7:
        both = zip(first.steps, record_steps(game, name).steps)
        assert len(first.steps) > 2
        assert all(one.words == other.words for one, other in both)


def test_windows_are_those_of_the_engine(
    searched: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alpha and beta at each position are those that the engine's search gets,
    and it cuts just where the score reaches beta."""
    calls = []
    real = alpha_beta.alpha_beta_score

    def note(
        search: TimedSearch, state: Any, depth: int, low: Score, high: Score
    ) -> Score:
        """Note the window, and search."""
        calls.append((position_key(state), (low, high)))
        return real(search, state, depth, low, high)

    steps = record_steps(searched, 'alphabeta').steps
    monkeypatch.setattr(alpha_beta, 'alpha_beta_score', note)
    search = PlainSearch(searched)
    alpha_beta.alpha_beta_score(search, search.root, USUAL_HORIZON, -1, 1)
    assert [
        (position_key(step.frame.state), step.frame.window)
        for step in steps
        if step.score is None
    ] == calls
    for step in steps:
        if step.list_cut()['cut']:
            assert step.score >= step.frame.window[1]


@pytest.mark.parametrize(
    'score, why, window, text',
    [
        (None, '', None, ''),
        (None, '', (-1, 0.5), '-1 to 0.5'),
        (0.5, '', (-1, 0.5), '\u2265 0.5'),
        (0.25, '', (0.25, 1), '\u2264 0.25'),
        (0.3, '', (0.25, 1), '0.3'),
        (0.5, 'estimate', (-1, 0.5), '0.5'),
        (1, '', (-1, 0.5), '1'),
        (-1, 'game over', (0, 1), '-1'),
        (0, '', None, '0'),
    ],
)
def test_bounds(score: Any, why: str, window: Any, text: str) -> None:
    """A score is a bound if it is not in the window, except one that is
    certain or an estimate."""
    state = SubtractSquareGame(True, size=1).current_state
    frame = Frame(state, (), '', window, [], [])
    assert SearchStep(frame, '', [], score, why).format_score() == text


def test_words() -> None:
    """Each step has its words, and the stack or the calls; and where minimax
    makes a move that wins at once without a search, a line says so."""
    game = SubtractSquareGame(True, size=4)
    steps = record_steps(game, 'recursive').steps
    assert [step.words for step in steps] == [
        'recursive_score(p1:4) is called.',
        'recursive_score(p2:0) is called, after the move 4.',
        'recursive_score(p2:0) returns -1: game over.',
        'recursive_score(p1:4) returns 1.',
    ]
    assert steps[1].stack == [
        'The calls, the innermost last:',
        '  recursive_score(p1:4)  trying 4; not tried: 1',
        '    recursive_score(p2:0)',
    ]
    assert describe_win_at_once(game, 'recursive') == [
        'The strategy itself does not search here: it plays 4, which wins '
        'at once.'
    ]
    assert not describe_win_at_once(game, 'alphabeta')
    game = SubtractSquareGame(True, size=8)
    assert not describe_win_at_once(game, 'recursive')
    step = record_steps(game, 'iterative').steps[14]
    assert step.words == 'A node is made for p1:6, after the move 1.'
    assert step.stack == [
        'The stack, the top last:',
        '  p1:8  4 is worth -1; trying 1',
        '  p2:7  4 is worth -1; trying 1',
    ]
    step = record_steps(game, 'alphabeta').steps[0]
    assert step.words.startswith(
        'alpha_beta_score(p1:8) is called, to look 12 plies ahead.\n'
    )


def test_many_moves() -> None:
    """Of many moves, those tried last and those to be tried next are listed."""
    run = record_steps(make_game('d', True, 5), 'alphabeta', 1)
    lines = [line for step in run.steps for line in step.stack[1:2]]
    assert lines[0].endswith(', ...') and '  ...; ' in lines[-2]
    assert all(line.count('is worth') <= 12 for line in lines)
