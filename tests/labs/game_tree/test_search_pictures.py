"""Pictures of searches: they show what the real searches do."""
from typing import NamedTuple, Optional
import re
import pytest
import strategy
from engine.alpha_beta import alpha_beta_strategy
from game import Game
from game_state import GameState
from labs.game_tree import steps
from labs.game_tree.tree import Position, find_cut_nodes
from labs.game_tree.views import View, format_score, format_text
from labs.game_tree.steps import SEARCHES
from strategy import Watcher, ask, position_key
from subtract_square_game import SubtractSquareGame
from tests.support.foreign_games import CountdownGame, TreeGame
from tests.support.game_trees import build_search_view, draw_view, make_game

pytestmark = pytest.mark.usefixtures('without_contracts')
STRATEGIES = {'recursive': strategy.recursive_minimax_strategy,
              'iterative': strategy.iterative_minimax_strategy,
              'alphabeta': alpha_beta_strategy}


class Visit(NamedTuple):
    """What a picture shows of a visit to a node."""
    number: int
    score: str
    why: str
    hidden: int


def list_visits(view: View) -> dict[Position, Visit]:
    """Return the visits that view shows, by their nodes."""
    visits = {}
    for node, label in view.labels.items():
        assert label.is_faint == (re.match(r'\d+\. ', label.heading) is None)
        if not label.is_faint:
            note, *hidden = label.notes
            why, _, score = note.rpartition(' ')
            visits[node] = Visit(int(label.heading.split('.')[0]), score, why,
                                 int(hidden[0].split()[1]) if hidden else 0)
    return visits


def list_cut(view: View) -> set[Position]:
    """Return the nodes that are marked as cut."""
    return {node for node, label in view.labels.items()
            if label.move.endswith(' cut')}


class Diary(list, Watcher):
    """What a search tells: positions that it visits, and scores that it
    finds."""

    def on_visit(self, state: GameState) -> None:
        """Write the position down."""
        self.on_score(state, None)

    def on_score(self, state: GameState, score: Optional[float]) -> None:
        """Write the score down."""
        self.append((position_key(state), score))


def keep_diary(game: Game, name: str) -> list[tuple]:
    """Return what the strategy itself tells during its last search from the
    root."""
    diary = Diary()
    more = {'seconds': 1000.0} if name == 'alphabeta' else {}
    STRATEGIES[name](game, watcher=diary, **more)
    root = position_key(game.current_state)
    starts = [i for i, entry in enumerate(diary) if entry == (root, None)]
    return diary[starts[-1]:]


@pytest.mark.parametrize('depth', [None, 2])
@pytest.mark.parametrize('name', SEARCHES)
def test_visits(searched: Game, name: str, depth: Optional[int]) -> None:
    """The numbers and the scores are those that the strategy itself tells of,
    in its order, and each visited node is a child of one visited before. All
    visits are counted, also those below a cut."""
    visits = list_visits(build_search_view(searched, name, depth))
    diary = keep_diary(searched, name)
    told = [key for key, score in diary if score is None]
    for node, visit in visits.items():
        key = position_key(node.state)
        assert node.is_root or visits[node.parent].number < visit.number
        assert told[visit.number - 1] == key
        assert (key, visit.score) in [(each, format_score(score)) for
                                      each, score in diary if score is not None]
    hidden = sum(visit.hidden for visit in visits.values())
    assert len(told) == len(visits) + hidden
    if not hidden:
        assert sorted(visit.number for visit in visits.values()) \
            == list(range(1, len(told) + 1))


@pytest.mark.parametrize('name', SEARCHES)
def test_cuts(searched: Game, name: str) -> None:
    """A branch is marked as cut exactly if its position was not visited while
    another move was tried there; and only it has the word."""
    view = build_search_view(searched, name)
    visits = list_visits(view)
    cut = {node for node in view.root.descendants
           if node not in visits and node.parent in visits
           and (visits.keys() & set(node.siblings)
                or visits[node.parent].hidden)}
    assert list_cut(view) == cut
    assert format_text(view).count(' cut -> ') == len(cut)
    assert draw_view(view).count('\xa0cut<') == len(cut)
    # A winning move is found before the cut; without one, nothing is cut but
    # what the position says is not worth trying.
    if name != 'alphabeta':
        for node in cut:
            assert visits[node.parent].score == '1' \
                or node.move not in ask(
                    ask(node.parent.state, 'search_state'),
                    'candidate_moves')
    assert draw_view(view).count('stroke-dasharray') \
        == 2 * (len(view.labels) - len(visits))


def test_remembered_tie() -> None:
    """A remembered tie of minimax is remembered, and no estimate."""
    tie = {'start': {'a': 'A', 'b': 'A'}, 'A': {'x': 'end'}, 'end': 'tie'}
    for name in 'recursive', 'iterative':
        text = format_text(build_search_view(TreeGame(True, tie), name))
        assert '+-- b -> 4. p2 to move  remembered: 0\n' in text


@pytest.mark.parametrize('horizon', [1, 2, 3])
def test_horizon(searched: Game, horizon: int) -> None:
    """Alpha-beta looks no further than it is told, estimates only there, and
    the picture is of the last search that came to its end."""
    view = build_search_view(searched, 'alphabeta', horizon=horizon)
    depth = int(re.search(r'looks (\d+) pl', view.title)[1])
    assert depth <= horizon
    cut = find_cut_nodes(searched, view.root)
    for node, visit in list_visits(view).items():
        assert node.depth <= depth and (visit.hidden == 0 or node in cut)
        assert node.depth < depth or visit.why != 'returns'
        if visit.why == 'estimate:':
            assert node.depth == depth
            assert visit.score == format_score(
                min(max(node.state.rough_outcome(), -0.99), 0.99))


@pytest.mark.parametrize('work, game, name, told', [
    (100, make_game('d', False, 4), 'recursive', True),
    (60_000, SubtractSquareGame(True, size=10 ** 9), 'alphabeta', True),
    (60_000, make_game('d', True, 12), 'alphabeta', False)])
def test_stopped(work: int, game: Game, name: str, told: bool,
                 monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that does too much is stopped: the picture says so, has no
    score where there is none and calls nothing cut for that reason, or it
    shows the last search that came to its end."""
    monkeypatch.setattr(steps, 'MOST_WORK', work)
    view = build_search_view(game, name, 2)
    visits = list_visits(view)
    shown = re.search(r'stopped here, after ([\d,]+) visits',
                      ''.join(view.legend))
    assert (shown is not None) == (visits[view.root].score == 'stopped') == told
    if told:
        assert not list_cut(view) & set(view.root.children)
    else:
        assert all(visit.score != 'stopped' for visit in visits.values())
    assert not steps.record_steps(game, name)[1]


def test_deep() -> None:
    """A tree as deep as a picture can be: no recursion limit is in the way of
    the search; the command lifts it for the rest."""
    view = build_search_view(CountdownGame(True, size=300), 'recursive')
    assert len(list_visits(view)) == 301
