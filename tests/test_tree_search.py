"""Searches in pictures and step by step, and the command line of the lab.

The folder sessions/game_tree holds recordings as test_sessions.py has them.
"""
from pathlib import Path
from subprocess import PIPE, CompletedProcess, run
from typing import Any
import re
import sys
import pytest
import game_interface
import strategy
from game import Game
from game_state import GameState
from labs.dominoes.domineering import DomineeringGame
from labs.games import add_games
from labs.game_tree import search_view, watching
from labs.game_tree.command import ENDINGS, main
from labs.game_tree.search_view import SearchView
from labs.game_tree.svg import as_svg
from labs.game_tree.text import as_text
from labs.game_tree.tree import cut_nodes, position_key, tree_of
from labs.game_tree.watching import SEARCHES
from labs.hex.hex_state import HexGame
from strategy import Watcher, candidate_moves
from stonehenge import StonehengeGame
from subtract_square_game import SubtractSquareGame
from tests.foreign_game import CountdownGame, TreeGame
from tests.test_mixing import TOP
from tests.test_sessions import ENVIRONMENT, LONG, Recording, Terminal, \
    replay
from tests.test_tree_pictures import keep_games

README = (TOP / 'labs' / 'README.md').read_text(encoding='utf-8')
SESSIONS = Path(__file__).resolve().parent / 'sessions' / 'game_tree'
PROGRAM = [sys.executable, '-m', 'labs.game_tree']
NO_CONTRACTS = pytest.mark.usefixtures('without_contracts')

STRATEGIES = {'recursive': strategy.recursive_minimax_strategy,
              'iterative': strategy.iterative_minimax_strategy,
              'alphabeta': strategy.alpha_beta_strategy}


def hex_after(*moves: str) -> HexGame:
    """Return Hex on 3 x 3 after moves."""
    game = HexGame(True, size=3)
    for move in moves:
        game.current_state = game.current_state.make_move(
            game.str_to_move(move))
    return game


# Games in which no move wins at once, so that minimax strategies search.
GAMES = {'Subtract Square 7': lambda: SubtractSquareGame(True, size=7),
         'Subtract Square 12': lambda: SubtractSquareGame(False, size=12),
         'Stonehenge 2': lambda: StonehengeGame(True, size=2),
         'domineering 3 x 3': lambda: DomineeringGame(True, size=3),
         'domineering 4 x 4': lambda: DomineeringGame(False, size=4),
         'Hex 3': lambda: hex_after('a1', 'b1', 'c2'),
         'somebody else\'s': lambda: TreeGame(True)}


# For these tests too.
games_as_before = keep_games


@pytest.fixture(name='game', params=GAMES)
def small_game(request: pytest.FixtureRequest) -> Game:
    """Give each of GAMES."""
    return GAMES[request.param]()


class Diary(Watcher):
    """Writes down what a search tells: positions that it comes to, and scores
    that it finds."""

    def __init__(self) -> None:
        """Initialize an empty diary."""
        self.entries: list[tuple] = []

    def comes_to(self, state: GameState) -> None:
        """Write the position down."""
        self.entries.append((position_key(state), None))

    def scores(self, state: GameState, score: float) -> None:
        """Write the score down."""
        self.entries.append((position_key(state), score))


def diary_of(game: Game, name: str) -> list[tuple]:
    """Return what the strategy itself tells: of its last search from the
    root."""
    diary = Diary()
    more = {'seconds': 1000.0} if name == 'alphabeta' else {}
    STRATEGIES[name](game, watcher=diary, **more)
    root = position_key(game.current_state)
    starts = [i for i, entry in enumerate(diary.entries)
              if entry == (root, None)]
    return diary.entries[starts[-1]:]


def viewed(game: Game, name: str, depth: Any = None,
           horizon: float = float('inf')) -> SearchView:
    """Return the view of a search in the tree of game."""
    return SearchView(game, name, tree_of(game, depth), horizon)


# === The picture of a search ===

@NO_CONTRACTS
@pytest.mark.parametrize('name', SEARCHES)
def test_visits(game: Game, name: str) -> None:
    """The numbers and the scores are those that the strategy itself tells of,
    in its order, and each visited node is a child of one visited before."""
    view = viewed(game, name)
    record = view.recorder.record
    events = []
    for node, visit in record.items():
        assert node.is_root or record[node.parent].number < visit.number
        assert node in (view.root, *view.root.descendants)
        events.append((visit.number, position_key(node.state), visit.score))
    told = [key for key, score in diary_of(game, name) if score is None]
    for number, key, _ in events:
        assert told[number - 1] == key
    hidden = sum(visit.hidden for visit in record.values())
    assert len(told) == len(record) + hidden
    if not hidden:
        assert [number for number, _, _ in sorted(events)] \
            == list(range(1, len(told) + 1))
    scores = [(key, score) for _, key, score in events]
    assert set(scores) <= set(diary_of(game, name))


@NO_CONTRACTS
@pytest.mark.parametrize('name', SEARCHES)
def test_cuts(game: Game, name: str) -> None:
    """A branch is marked as cut exactly if its position was not visited while
    another move was tried there; and only it has the word."""
    view = viewed(game, name)
    visited = set(view.recorder.record)
    cut = {node for node in view.root.descendants
           if node not in visited and node.parent in visited
           and (visited & set(node.siblings)
                or view.recorder.record[node.parent].hidden)}
    assert {node for node in view.root.descendants if view.is_cut(node)} == cut
    assert as_text(view).count(' cut -> ') == len(cut)
    assert as_svg(view).count('\xa0cut<') == len(cut)
    # A winning move is found before the cut; without one, nothing is cut but
    # what the position says is not worth trying.
    if name != 'alphabeta':
        for node in cut:
            above = view.recorder.record[node.parent]
            assert above.score == 1 \
                or node.move not in candidate_moves(node.parent.state)
    assert as_svg(view).count('stroke-dasharray') \
        == 2 * len([node for node in view.root.descendants
                    if view.is_faint(node)])


def plain(game: Game, state: GameState) -> int:
    """Return the score of state by plain minimax."""
    if not game.is_over(state):
        return max(-plain(game, state.make_move(move))
                   for move in state.get_possible_moves())
    game.current_state = state
    mover = state.get_current_player_name()
    return game.is_winner(mover) - game.is_winner('p2' if mover == 'p1'
                                                  else 'p1')


@NO_CONTRACTS
@pytest.mark.parametrize('name', ['recursive', 'iterative'])
@pytest.mark.parametrize('make', [make for title, make in GAMES.items()
                                  if title != 'domineering 4 x 4'])
def test_returned(make: Any, name: str) -> None:
    """What minimax returns at a node is its score, and why is right."""
    view = viewed(make(), name)
    keys = set()
    for node, visit in view.recorder.record.items():
        assert visit.score == plain(make(), node.state)
    in_order = sorted(view.recorder.record.items(),
                      key=lambda pair: pair[1].number)
    for node, visit in in_order:
        key = strategy.search_key(node.state)
        if visit.why == 'remembered':
            assert key in keys
        assert (visit.why == 'game over') == view.game.is_over(node.state)
        assert visit.why != 'estimate'
        if not visit.why:
            keys.add(key)


def test_remembered_tie() -> None:
    """A remembered tie of minimax is remembered, and no estimate."""
    tie = {'start': {'a': 'A', 'b': 'A'}, 'A': {'x': 'end'}, 'end': 'tie'}
    for name in 'recursive', 'iterative':
        text = as_text(viewed(TreeGame(True, tie), name))
        assert '+-- b -> 4. B to move  remembered: 0\n' in text


@NO_CONTRACTS
@pytest.mark.parametrize('horizon', [1, 2, 3])
def test_horizon(game: Game, horizon: int) -> None:
    """Alpha-beta looks no further than it is told, estimates only there, and
    the picture is of the last search that came to its end."""
    view = viewed(game, 'alphabeta', horizon=horizon)
    depth = view.recorder.depth
    assert depth == horizon or view.finished and depth < horizon
    for node, visit in view.recorder.record.items():
        assert node.depth <= depth and visit.score is not None
        assert visit.hidden == 0 or node in cut_nodes(game, view.root)
        if visit.why == 'estimate':
            assert node.depth == depth and -1 < visit.score < 1
            assert visit.score == pytest.approx(
                min(max(node.state.rough_outcome(), -0.99), 0.99))
        if node.depth == depth:
            assert visit.why and not visit.hidden
    assert f'looks {depth} pl' in view.title()


@NO_CONTRACTS
@pytest.mark.parametrize('name', SEARCHES)
def test_hidden(name: str) -> None:
    """Where the tree is cut, the number of visits below is there."""
    game = StonehengeGame(True, size=3)
    view = viewed(game, name, 1)
    told = [key for key, score in diary_of(game, name) if score is None]
    record = view.recorder.record
    assert sum(visit.hidden for visit in record.values()) + len(record) \
        == len(told)
    assert re.search(r'\.\.\. \d+', as_text(view))


@NO_CONTRACTS
def test_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that visits too much is stopped: the picture says so, has no
    score where there is none, and calls nothing cut for that reason."""
    monkeypatch.setattr(search_view, 'MOST_VISITS', 10)
    view = viewed(DomineeringGame(False, size=4), 'recursive', 2)
    text = as_text(view)
    assert 'stopped here, after 10 visits' in text and 'stopped' in text
    assert view.recorder.record[view.root].score is None
    assert not any(view.is_cut(child) for child in view.root.children)
    view = viewed(SubtractSquareGame(True, size=12), 'alphabeta')
    assert not view.finished and view.recorder.depth > 0
    assert all(visit.score is not None
               for visit in view.recorder.record.values())


@NO_CONTRACTS
@pytest.mark.parametrize('game, depth', [
    (SubtractSquareGame(True, size=10 ** 9), 0),
    (DomineeringGame(True, size=12), 2)])
def test_very_large(game: Game, depth: int, monkeypatch: pytest.MonkeyPatch
                    ) -> None:
    """A search that meets too many moves is stopped, and the picture says so
    or shows the last one that came to its end."""
    met = []
    monkeypatch.setattr(search_view, 'MOST_WORK', 60_000)
    monkeypatch.setattr(search_view.Allowance, 'comes_to', counting(
        search_view.Allowance.comes_to, met))
    view = viewed(game, 'alphabeta')
    assert not view.finished and view.recorder.depth == depth
    assert sum(1 + len(state.get_possible_moves()) for state in met[:-1]) \
        >= 60_000
    assert sum(1 + len(state.get_possible_moves()) for state in met[:-2]) \
        < 60_000
    told = f'stopped here, after {len(met) - 1} visits'
    assert (told in as_text(view)) == (depth == 0)


def counting(method: Any, asked: list) -> Any:
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
    again at each move: so many moves take no more than they must."""
    asked = []
    monkeypatch.setattr(watching, 'candidate_moves',
                        counting(candidate_moves, asked))
    view = viewed(DomineeringGame(True, size=5), name, horizon=2)
    assert view.finished or name == 'alphabeta'
    states = [id(state) for state in asked]
    assert asked and len(states) \
        <= len(set(states)) * (2 if name == 'alphabeta' else 1)


def test_wins_at_once() -> None:
    """Where a strategy does not search, as a move wins at once, that is said;
    the search is shown all the same."""
    for name in 'recursive', 'iterative':
        text = as_text(viewed(SubtractSquareGame(True, size=9), name))
        assert 'it plays 9, which wins at once' in text
        assert '1. A:9  returns 1' in text and '2. B:0' in text
        text = as_text(viewed(SubtractSquareGame(True, size=8), name))
        assert 'at once' not in text


@NO_CONTRACTS
def test_deep() -> None:
    """A tree as deep as a picture can be: no recursion limit is in the way of
    the search; the command lifts it for the rest."""
    view = viewed(CountdownGame(True, size=300), 'recursive')
    assert len(view.recorder.record) == 301


def test_watches_the_real_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is watched is strategy.py: a search that tries nothing is seen to
    try nothing."""
    monkeypatch.setattr(strategy.Search, 'look_up',
                        lambda self, state: (None, 0))
    for name in SEARCHES:
        view = viewed(SubtractSquareGame(True, size=5), name)
        assert list(view.recorder.record) == [view.root]


# === Step by step ===

def recording_of(name: str) -> Recording:
    """Return a recording in the folder of the lab."""
    text = (SESSIONS / f'{name}.txt').read_text(encoding='utf-8')
    # A Recording knows one program; this one has other words before options.
    assert text.startswith('$ python3 -m labs.game_tree ')
    return Recording(text.replace('-m labs.game_tree', 'game_interface.py', 1))


NAMES = sorted(path.stem for path in SESSIONS.glob('*.txt'))


def run_command(*options: str, typed: str = '') -> CompletedProcess[str]:
    """Run the command with options and typed as its input."""
    return run([*PROGRAM, *options], cwd=TOP, env=ENVIRONMENT, input=typed,
               stdout=PIPE, stderr=PIPE, encoding='utf-8', timeout=LONG,
               check=False)


def test_recordings() -> None:
    """There are recordings of all searches, and of Subtract Square from 4 for
    both kinds of minimax; one of them is in the README."""
    commands = {name: ' '.join(recording_of(name).arguments) for name in NAMES}
    for name in 'recursive', 'iterative':
        assert commands[name] == f'--game s --size 4 --search {name} --step'
    text = (SESSIONS / 'remembered.txt').read_text(encoding='utf-8')
    shown = re.search(r'```\n(Step 15.*?)```', README, re.DOTALL)[1]
    assert shown.rstrip() in text.replace('«»\n', '')
    assert commands['remembered'] in README


@pytest.mark.parametrize('name', [name for name in NAMES
                                  if name != 'interrupted'])
def test_steps_in_pipe(name: str) -> None:
    """Through a pipe, the steps are word for word as they were recorded."""
    recording = recording_of(name)
    typed, shown = recording.in_pipe()
    done = run_command(*recording.arguments, typed=typed.decode())
    assert done.stdout == shown
    assert (done.returncode, done.stderr) == (recording.status, '')


@pytest.mark.parametrize('name', NAMES)
def test_steps_in_terminal(name: str) -> None:
    """In a terminal, the steps are word for word as they were recorded, with
    Ctrl-C and Ctrl-D."""
    recording = recording_of(name)
    terminal = Terminal(TOP, [*PROGRAM, *recording.arguments])
    try:
        replay(terminal, recording)
    finally:
        terminal.close()


@NO_CONTRACTS
@pytest.mark.parametrize('name', SEARCHES)
@pytest.mark.parametrize('options', [
    '--game s --size 12', '--game h --size 2 --moves D',
    '--game x --size 3 --moves a1,b1,c2'])
def test_stack(options: str, name: str) -> None:
    """The stack, or the chain of calls, holds just the positions that are come
    to and not scored; what is typed before Enter does not matter."""
    done = run_command(*options.split(), '--search', name, '--step',
                       typed='anything\n\n' * 2000)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr
    steps = done.stdout.split('\nStep ')
    depth = 0
    for step in steps:
        comes = re.search(r'A node is made|is called', step)
        depth += 1 if comes else -1
        shown = [line for line in step.split('last:\n')[-1].splitlines()
                 if line.startswith('  ')] if 'last:\n' in step else []
        assert len(shown) == depth - bool(comes and name == 'iterative')
        if name != 'iterative':
            assert [len(line) - len(line.lstrip()) for line in shown] \
                == [2 * i for i in range(1, depth + 1)]
    assert depth == 0
    assert f'in {len(steps)} steps' in done.stdout


@NO_CONTRACTS
def test_many_moves(capsys: pytest.CaptureFixture,
                    monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many moves, those tried last are listed, and those to be tried next.
    """
    monkeypatch.setattr('builtins.input', print)
    main('--game d --size 5 --search alphabeta --step --depth 1'.split())
    steps = capsys.readouterr().out.split('\nStep ')
    assert steps[0].endswith(', ...\n\nEnter: \n')
    for step in steps:
        lists = re.findall(r'alpha_beta_score\(start\)  (.*)', step)
        assert all(each.count('is worth') <= 12 for each in lists)
    assert '  alpha_beta_score(start)  ...; ' in steps[-3]


def test_bounds_in_steps() -> None:
    """Alpha-beta's steps say that a score may be a bound, in the words of the
    picture, whenever a search begins; the scores of minimax are exact."""
    words = 'A score may be a bound: at least so much, or at most.\n'
    assert words in as_text(viewed(SubtractSquareGame(True, size=5),
                                   'alphabeta')) + '\n'
    for name in SEARCHES:
        done = run_command('--game', 's', '--size', '5', '--search', name,
                           '--step', typed='\n' * 200)
        assert done.stdout.count(words) == done.stdout.count(' ahead.\n')
        assert (words in done.stdout) == (name == 'alphabeta')


# === The command line ===

@pytest.mark.parametrize('options, culprit', [
    ('--game q', "'q'"), ('--game s --size six', "'six'"),
    ('--game s --size -3', '-3'), ('--game s --size 1_6', "'1_6'"),
    ('--game h --size 0_2', "'0_2'"), ('--game h --size 9', '9'),
    ('--game h --size 0', '0'), ('--game d --size 4,x', "'4,x'"),
    ('--game s --size 6 --first 3', "'3'"),
    ('--game s --size 6 --first 12', "'12'"),
    ('--game s --size 6 --first ', "''"),
    ('--game s --size 6 --moves 2', '2 is not a positive square'),
    ('--game s --size 6 --moves 9', 'Possible moves: 1, 4.'),
    ('--game s --size 6 --moves 4,', 'Possible moves: 1.'),
    ('--game s --size 6 --moves 4,', 'a move is missing'),
    ('--game s --size 6 --moves 1,,4', 'a move is missing between commas'),
    ('--game s --size 1000 --moves 2', ' 841, 900 and 1 more.'),
    ('--game s --size 6 --moves four', "'four'"),
    ('--game s --size 6 --moves 4,1,1,1', 'the game is over'),
    ('--game h --size 2 --moves A,a', 'Possible moves: B, C, D, E, F, G.'),
    ('--game h --size 2 --moves A,Z', "'Z'"),
    ('--game d --size 3 --moves 9', "'9'"),
    ('--game x --size 3 --moves b2,b2', "'b2' is not empty"),
    ('--game x --size 3 --moves d1', 'from a1 to c3'),
    ('--game s --size 6 --depth two', "'two'"),
    ('--game s --size 6 --depth -1', "'-1'"),
    ('--game s --size 6 --depth 1.5', "'1.5'"),
    ('--game s --size 6 --depth ' + '9' * 5000, 'whole number'),
    ('--game s --size 6 --output tree.txt', ', '.join(ENDINGS)),
    ('--game s --size 6 --output tree', "'tree'"),
    ('--game s --size 6 --output /nowhere/tree.svg', '/nowhere/tree.svg'),
    ('--game s --size 6 --output /nowhere/tree.dot', '/nowhere/tree.dot'),
    ('--game s --size 6 --step', '--search'),
    ('--game s --size 6 --search quick', "'quick'"),
    ('--game s --size 6 --search recursive --step --output a.svg', '--step'),
    ('--game s --size 6 --search recursive --merge', '--merge'),
    ('--game s --size 6 --search recursive --step --depth 2', '--depth'),
    ('--game s --size 6 --search iterative --step --depth 0', '--depth'),
    ('--game s --size 0 --search recursive', 'The game is over'),
    ('--game s --size 0 --search alphabeta --step', 'The game is over'),
    ('--game s --size 6 --layout own', '--layout'),
    ('--game s --size 6 --layout own --output a.png', '--layout'),
    ('--game s --size 6 --layout big', "'big'"),
    ('--bogus', '--bogus'), ('--game', '--game'), ('s', ' s')])
def test_wrong_command_line(options: str, culprit: str,
                            capsys: pytest.CaptureFixture) -> None:
    """A wrong command line gets one line that names what is wrong."""
    with pytest.raises(SystemExit) as end:
        main(options.split(' '))
    shown, complaint = capsys.readouterr()
    assert (end.value.code, shown) == (2, '')
    assert re.fullmatch(r'python3 -m labs\.game_tree: .*\. See --help\.\n',
                        complaint)
    assert culprit in complaint


def test_empty_words() -> None:
    """An empty size, or an empty name of a file, is wrong too."""
    for option in '--size', '--output', '--game':
        done = run_command('--game', 's', '--size', '6', option, '')
        assert done.returncode == 2 and done.stderr.count('\n') == 1


def test_help() -> None:
    """The help has an example of everything, and its examples work."""
    done = run_command('--help')
    assert done.returncode == 0
    examples = [line for line in done.stdout.splitlines()
                if line.startswith('  python3 -m')]
    assert len(examples) > 4
    for option in re.findall(r'--\w+', done.stdout):
        assert option == '--help' or option in README
    assert 's = Subtract Square, h = Stonehenge, d = Domineering' \
        in re.sub(r'\s+', ' ', done.stdout)


def test_asks() -> None:
    """What --game and --size do not say is asked for, as in the games, also
    when an answer is wrong."""
    done = run_command(typed='q\ns\n-1\n6\n')
    assert done.returncode == 0 and 'Which game?' in done.stdout
    assert done.stdout.count('Enter the whole number') == 2
    assert run_command('--game', 's', '--size', '6').stdout \
        == done.stdout[done.stdout.index('Subtract Square from'):]


@pytest.mark.parametrize('typed', ['', 's\n', '\n', 'h\n9\n'])
def test_input_ends(typed: str) -> None:
    """The end of the input is a polite end."""
    done = run_command(typed=typed)
    assert done.returncode == 1 and done.stderr == ''
    assert done.stdout.endswith('\nThe input has ended. Goodbye!\n')


def test_moves() -> None:
    """A tree starts where the moves lead, whoever begins."""
    done = run_command('--game', 's', '--size', '11', '--moves', ' 4, 1',
                       '--first', '2')
    assert done.stdout.startswith('Subtract Square from 6: B is to move, and '
                                  'B wins\n\nB:6  A -1, B 1 *\n')
    done = run_command('--game', 'd', '--size', '2 3', '--moves', '0 1')
    assert done.stdout.startswith('Domineering: the game is over, and A has '
                                  'won\n')
    done = run_command('--game', 'x', '--size', '3', '--moves', 'b2,a1')
    assert done.stdout.startswith('Hex: A is to move, and A wins\n\n'
                                  '    a b c\n 1  W - -\n  2  - B -\n'
                                  '   3  - - -\n\nA to move  A 1, B -1 *\n'
                                  '|-- b1 -> B to move')


@NO_CONTRACTS
def test_any_game(capsys: pytest.CaptureFixture) -> None:
    """Every game of the labs has a tree, and searches can be shown in it."""
    add_games()
    for key, game_class in game_interface.playable_games.items():
        for more in [], ['--merge'], ['--search', 'alphabeta']:
            options = ['--game', key, '--size', '2', '--depth', '2', *more]
            assert main(options) == 0
            name = game_interface.title(game_class)
            assert capsys.readouterr().out.startswith(name)


def in_shell(line: str, **more: str) -> tuple[str, str]:
    """Run a line with a redirection of the command, which stands for T. Return
    what it shows and what it complains about."""
    done = run(line.replace('T', ' '.join(PROGRAM), 1), shell=True, cwd=TOP,
               env={**ENVIRONMENT, **more}, stdout=PIPE, stderr=PIPE,
               encoding='utf-8', timeout=LONG, check=False)
    return done.stdout, done.stderr


@pytest.mark.parametrize('unbuffered', ['', '1'])
@pytest.mark.parametrize('options', [
    '--game s --size 13', '--game s --size 4 --search recursive --step'])
def test_closed_output(options: str, unbuffered: str) -> None:
    """If nobody reads on, the program leaves quietly, also if its input has
    ended as well."""
    # The reader is gone before anything is written.
    line = f'(sleep 0.1; T {options} < /dev/null) | true'
    assert in_shell(line, PYTHONUNBUFFERED=unbuffered) == ('', '')


def test_missing_streams(tmp_path: Path) -> None:
    """Without an input or an output there is a polite end, unless nothing has
    to be read or shown."""
    end = '\nThe input has ended. Goodbye!\n'
    six = '--game s --size 6'
    steps = f'{six} --search recursive --step'
    for line in 'T <&-', 'T --game s <&-', f'T {steps} <&-':
        assert in_shell(line) == (end, '')
    for line in 'T >&-', f'T {steps} >&-', f'T {six} >&-':
        assert in_shell(line + '; echo $?') == ('1\n', '')
    assert in_shell(f'T {six} <&-') == in_shell(f'T {six}')
    file = tmp_path / 'a.dot'
    assert in_shell(f'T {six} --output {file} <&- >&-; echo $?') == ('0\n', '')
    assert file.read_text(encoding='utf-8').startswith('digraph')


def test_full_disk(tmp_path: Path) -> None:
    """What cannot be written is named: the output, and not the picture, if
    that is written."""
    for more in '', f'--output {tmp_path / "a.dot"}', '--search recursive ' \
                '--step < /dev/null':
        shown, complaint = in_shell(f'T --game s --size 6 > /dev/full {more}')
        assert shown == '' and re.fullmatch(
            r'python3 -m labs\.game_tree: standard output: .*\. See --help\.\n',
            complaint)


@NO_CONTRACTS
def test_every_node_has_a_line(game: Game) -> None:
    """In the text, each node is on a line of its own, without blanks at its
    end."""
    view = viewed(game, 'recursive', 1)
    tree = as_text(view).split('1. ')[1].split('\n\n')[0].splitlines()
    assert len(tree) == 1 + len(view.root.children)
    assert all(line == line.rstrip() for line in tree)
