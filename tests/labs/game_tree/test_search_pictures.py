"""Pictures of searches: they show what the real searches do."""
from typing import Any, NamedTuple, Optional
import re
import pytest
import strategy
from engine.alpha_beta import alpha_beta_strategy
from engine.fast_stonehenge import FastStonehengeState
from game import Game
from game_state import GameState
from labs.game_tree import searches, steps, tree
from labs.game_tree.svg import format_svg
from labs.game_tree.searches import VisitView
from labs.game_tree.tree import Position, find_cut_nodes, find_path
from labs.game_tree.views import format_text
from labs.game_tree.steps import SEARCHES
from stonehenge import StonehengeGame
from strategy import Watcher, candidate_moves, position_key, search_key, \
    search_state
from subtract_square_game import SubtractSquareGame
from tests.support.foreign_games import CountdownGame, TreeGame
from tests.support.game_trees import SEARCHED_GAMES, build_search_view, \
    find_plain_score, make_game

NO_CONTRACTS = pytest.mark.usefixtures('without_contracts')
STRATEGIES = {'recursive': strategy.recursive_minimax_strategy,
              'iterative': strategy.iterative_minimax_strategy,
              'alphabeta': alpha_beta_strategy}


@pytest.fixture(name='game', params=SEARCHED_GAMES)
def small_game(request: pytest.FixtureRequest) -> Game:
    """Give each of SEARCHED_GAMES."""
    return SEARCHED_GAMES[request.param]()


class Visit(NamedTuple):
    """What a picture shows of a visit to a node."""
    number: int
    score: Optional[float]
    why: str
    hidden: int


def list_visits(view: VisitView) -> dict[Position, Visit]:
    """Return the visits that view shows, by their nodes."""
    marks = {node: (view.find_mark(node), view.hidden[find_path(node)])
             for node in (view.root, *view.root.descendants)}
    return {node: Visit(mark.number, mark.step.score, mark.step.why, hidden)
            for node, (mark, hidden) in marks.items() if mark.step}


class Diary(Watcher):
    """Writes down what a search tells: positions that it visits, and scores
    that it finds."""

    def __init__(self) -> None:
        """Initialize an empty diary."""
        self.entries: list[tuple] = []

    def on_visit(self, state: GameState) -> None:
        """Write the position down."""
        self.entries.append((position_key(state), None))

    def on_score(self, state: GameState, score: float) -> None:
        """Write the score down."""
        self.entries.append((position_key(state), score))


def keep_diary(game: Game, name: str) -> list[tuple]:
    """Return what the strategy itself tells during its last search from the
    root."""
    diary = Diary()
    more = {'seconds': 1000.0} if name == 'alphabeta' else {}
    STRATEGIES[name](game, watcher=diary, **more)
    root = position_key(game.current_state)
    starts = [i for i, entry in enumerate(diary.entries)
              if entry == (root, None)]
    return diary.entries[starts[-1]:]


@NO_CONTRACTS
@pytest.mark.parametrize('name', SEARCHES)
def test_visits(game: Game, name: str) -> None:
    """The numbers and the scores are those that the strategy itself tells of,
    in its order, and each visited node is a child of one visited before."""
    view = build_search_view(game, name)
    record = list_visits(view)
    events = []
    for node, visit in record.items():
        assert node.is_root or record[node.parent].number < visit.number
        assert node in (view.root, *view.root.descendants)
        events.append((visit.number, position_key(node.state), visit.score))
    told = [key for key, score in keep_diary(game, name) if score is None]
    for number, key, _ in events:
        assert told[number - 1] == key
    hidden = sum(visit.hidden for visit in record.values())
    assert len(told) == len(record) + hidden
    if not hidden:
        assert [number for number, _, _ in sorted(events)] \
            == list(range(1, len(told) + 1))
    scores = [(key, score) for _, key, score in events]
    assert set(scores) <= set(keep_diary(game, name))


@NO_CONTRACTS
@pytest.mark.parametrize('name', SEARCHES)
def test_cuts(game: Game, name: str) -> None:
    """A branch is marked as cut exactly if its position was not visited while
    another move was tried there; and only it has the word."""
    view = build_search_view(game, name)
    visited = set(list_visits(view))
    cut = {node for node in view.root.descendants
           if node not in visited and node.parent in visited
           and (visited & set(node.siblings)
                or list_visits(view)[node.parent].hidden)}
    assert {node for node in view.root.descendants if view.is_cut(node)} == cut
    assert format_text(view).count(' cut -> ') == len(cut)
    assert format_svg(view).count('\xa0cut<') == len(cut)
    # A winning move is found before the cut; without one, nothing is cut but
    # what the position says is not worth trying.
    if name != 'alphabeta':
        for node in cut:
            above = list_visits(view)[node.parent]
            assert above.score == 1 or node.move not in candidate_moves(
                search_state(node.parent.state))
    assert format_svg(view).count('stroke-dasharray') \
        == 2 * len([node for node in view.root.descendants
                    if view.is_faint(node)])


def test_remembered_tie() -> None:
    """A remembered tie of minimax is remembered, and no estimate."""
    tie = {'start': {'a': 'A', 'b': 'A'}, 'A': {'x': 'end'}, 'end': 'tie'}
    for name in 'recursive', 'iterative':
        text = format_text(build_search_view(TreeGame(True, tie), name))
        assert '+-- b -> 4. p2 to move  remembered: 0\n' in text


@NO_CONTRACTS
@pytest.mark.parametrize('horizon', [1, 2, 3])
def test_horizon(game: Game, horizon: int) -> None:
    """Alpha-beta looks no further than it is told, estimates only there, and
    the picture is of the last search that came to its end."""
    view = build_search_view(game, 'alphabeta', horizon=horizon)
    depth = view.depth
    assert depth == horizon or view.finished and depth < horizon
    for node, visit in list_visits(view).items():
        assert node.depth <= depth and visit.score is not None
        assert visit.hidden == 0 or node in find_cut_nodes(game, view.root)
        if visit.why == 'estimate':
            assert node.depth == depth and -1 < visit.score < 1
            assert visit.score == pytest.approx(
                min(max(node.state.rough_outcome(), -0.99), 0.99))
        if node.depth == depth:
            assert visit.why and not visit.hidden
    assert f'looks {depth} pl' in view.format_title()


@NO_CONTRACTS
@pytest.mark.parametrize('name', SEARCHES)
def test_hidden(name: str) -> None:
    """Where the tree is cut, the number of visits below is there."""
    game = StonehengeGame(True, size=3)
    view = build_search_view(game, name, 1)
    told = [key for key, score in keep_diary(game, name) if score is None]
    record = list_visits(view)
    assert sum(visit.hidden for visit in record.values()) + len(record) \
        == len(told)
    assert re.search(r'\.\.\. \d+', format_text(view))


@NO_CONTRACTS
def test_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that visits too much is stopped: the picture says so, has no
    score where there is none, and calls nothing cut for that reason."""
    monkeypatch.setattr(searches, 'MOST_VISITS', 10)
    view = build_search_view(make_game('d', False, 4), 'recursive', 2)
    text = format_text(view)
    assert 'stopped here, after 10 visits' in text and 'stopped' in text
    assert list_visits(view)[view.root].score is None
    assert not any(view.is_cut(child) for child in view.root.children)
    view = build_search_view(SubtractSquareGame(True, size=12), 'alphabeta')
    assert not view.finished and view.depth > 0
    assert all(visit.score is not None
               for visit in list_visits(view).values())


@NO_CONTRACTS
@pytest.mark.parametrize('game, depth', [
    (SubtractSquareGame(True, size=10 ** 9), 0),
    (make_game('d', True, 12), 2)])
def test_very_large(game: Game, depth: int, monkeypatch: pytest.MonkeyPatch
                    ) -> None:
    """A search that meets too many moves is stopped, and the picture says so
    or shows the last one that came to its end."""
    met = []
    monkeypatch.setattr(searches, 'MOST_WORK', 60_000)
    monkeypatch.setattr(tree.Allowance, 'on_visit', note_calls(
        tree.Allowance.on_visit, met))
    view = build_search_view(game, 'alphabeta')
    assert not view.finished and view.depth == depth
    assert sum(1 + len(state.get_possible_moves()) for state in met[:-1]) \
        >= 60_000
    assert sum(1 + len(state.get_possible_moves()) for state in met[:-2]) \
        < 60_000
    told = f'stopped here, after {len(met) - 1} visits'
    assert (told in format_text(view)) == (depth == 0)


def note_calls(method: Any, asked: list) -> Any:
    """Return a method that does the same, and notes its last argument."""
    def noting(*arguments: Any) -> Any:
        """Note the last argument and call the method."""
        asked.append(arguments[-1])
        return method(*arguments)
    return noting


@NO_CONTRACTS
@pytest.mark.parametrize('name', SEARCHES)
def test_following_takes_little(name: str, monkeypatch: pytest.MonkeyPatch
                                ) -> None:
    """To follow a search, the moves of a position are asked for once, and not
    again at each move: a long list of moves costs no more than it must."""
    asked = []
    monkeypatch.setattr(steps, 'candidate_moves',
                        note_calls(candidate_moves, asked))
    view = build_search_view(make_game('d', True, 5), name, horizon=2)
    assert view.finished or name == 'alphabeta'
    states = [id(state) for state in asked]
    assert asked and len(states) \
        <= len(set(states)) * (2 if name == 'alphabeta' else 1)


@NO_CONTRACTS
def test_wins_at_once() -> None:
    """Where a strategy does not search, as a move wins at once, that is said;
    the search is shown all the same."""
    for name in 'recursive', 'iterative':
        text = format_text(build_search_view(SubtractSquareGame(True, size=9),
                                           name))
        assert 'it plays 9, which wins at once' in text
        assert '1. p1:9  returns 1' in text and '2. p2:0' in text
        text = format_text(build_search_view(SubtractSquareGame(True, size=8),
                                           name))
        assert 'at once' not in text
    view = build_search_view(SubtractSquareGame(True, size=9), 'alphabeta')
    assert 'at once' not in format_text(view)


@NO_CONTRACTS
def test_deep() -> None:
    """A tree as deep as a picture can be: no recursion limit is in the way of
    the search; the command lifts it for the rest."""
    view = build_search_view(CountdownGame(True, size=300), 'recursive')
    assert len(list_visits(view)) == 301


def test_watches_the_real_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is watched is strategy.py: a search that tries nothing is seen to
    try nothing."""
    monkeypatch.setattr(strategy.Search, 'look_up',
                        lambda self, state: (None, 0))
    for name in SEARCHES:
        view = build_search_view(SubtractSquareGame(True, size=5), name)
        assert list(list_visits(view)) == [view.root]


@NO_CONTRACTS
def test_every_node_has_a_line(game: Game) -> None:
    """In the text, each node is on a line of its own, without blanks at its
    end."""
    view = build_search_view(game, 'recursive', 1)
    tree = format_text(view).split('1. ')[1].split('\n\n')[0].splitlines()
    assert len(tree) == 1 + len(view.root.children)
    assert all(line == line.rstrip() for line in tree)


@NO_CONTRACTS
@pytest.mark.parametrize('name', SEARCHES)
def test_states_are_those_of_the_search(name: str) -> None:
    """A search of Stonehenge is followed through the engine's positions; they
    are equal to those of the tree, node by node."""
    game = make_game('h', True, 2, 'D')
    found, finished = steps.record_steps(game, name)
    assert finished and len(found) > 10
    for step in found:
        assert isinstance(step.state, FastStonehengeState)
        plain = game.current_state
        for move in step.moves:
            plain = plain.make_move(move)
        assert position_key(plain) == position_key(step.state)


@NO_CONTRACTS
def test_stonehenge() -> None:
    """Minimax of Stonehenge 2 after D: the first move is refuted, and the
    other five positions are the same but for symmetry. The engine knows the
    score of a position in which nothing stops an immediate win."""
    for name in 'recursive', 'iterative':
        view = build_search_view(make_game('h', True, 2, 'D'), name, 2)
        lines = [line for line in format_text(view).splitlines()
                 if re.search(r'\d\. p\d', line)]
        assert lines == ['1. p2 to move  returns -1',
                         '|-- A -> 2. p1 to move  returns 1',
                         '|   +-- G -> 3. p2 to move  known: -1',
                         *(f'|-- {move} -> {i}. p1 to move  remembered: 1'
                           for i, move in enumerate('BCEF', start=4)),
                         '+-- G -> 8. p1 to move  remembered: 1']
