"""The exercises of the handout, and Part 4: the answers are right, the numbers
are those of a plain program, and wrong programs are found.
"""

from pathlib import Path
import re
import pytest
from course.html import fold_answers
from subtract_square_game import SubtractSquareGame
from tests.support.programs import FLAT_FILES, copy_to, run_in
from tests.support.starters import (
    CHINESE_PAGE,
    PAGE,
    copy_starter,
    list_blocks,
    plug_in,
)
from tests.support.suites import copy_suites

TEXT = PAGE.read_text('utf-8')
# The name of a position, and its score if the game is over there, or else the
# positions that moves lead to.
Node = tuple[str, 'int | list[Node]']
SMALL_GAME: Node = (
    '',
    [
        ('x: ', [('player 2 has won: ', -1), ('player 1 has won: ', 1)]),
        ('y: ', [('a tie: ', 0)]),
    ],
)
PLAIN = '''

import copy


def find_score(game, state):
    """Return the score of state."""
    if game.is_over(state):
        game = copy.copy(game)
        game.current_state = state
        me = state.get_current_player_name()
        return game.is_winner(me) - game.is_winner({'p1': 'p2'}.get(me, 'p1'))
    return max(-find_score(game, state.make_move(move))
               for move in state.get_possible_moves())


def recursive_minimax_strategy(game):
    """Return a best move."""
    return max(find_moves(game), key=lambda move: -find_score(
        game, game.current_state.make_move(move)))


def bounded_score(game, state, alpha, beta):
    """Return the score of state, as far as it matters."""
    if game.is_over(state):
        return find_score(game, state)
    best = -2
    for move in state.get_possible_moves():
        child = state.make_move(move)
        best = max(best, -bounded_score(game, child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def alpha_beta_strategy(game):
    """Return a best move."""
    chosen, best = None, -2
    for move in find_moves(game):
        child = game.current_state.make_move(move)
        score = -bounded_score(game, child, -2, -best)
        if score > best:
            chosen, best = move, score
    return chosen
'''


def count_down(total: int, step: int = 1) -> Node:
    """Return the tree of Subtract Square from total, the smaller square first,
    or the larger one if step is -1.
    """
    squares = [each for each in (1, 4) if each <= total][::step]
    return f'{total}: ', [
        count_down(total - each, step) for each in squares
    ] or -1


def draw(
    node: Node, player: int = 1, stop: bool = False, seen: bool = True
) -> tuple[list[str], int]:
    """Return the lines of a tree, and the score of its root, where player is to
    move. If stop is True, nothing is looked at beside a move that wins.
    """
    name, below = node
    if isinstance(below, int):
        score = below
        children = []
    else:
        score = -2
        children = below
    lines = []
    for i, child in enumerate(children):
        looked = seen and not (stop and score == 1)
        drawn, value = draw(child, 3 - player, stop, looked)
        if looked:
            score = max(score, -value)
        if i == len(children) - 1:
            branch, margin = '`-- ', '    '
        else:
            branch, margin = '|-- ', '|   '
        lines += [branch + drawn[0], *[margin + line for line in drawn[1:]]]
    said = f'score {score}' if seen else 'not looked at'
    return [f'{name}player {player}, {said}', *lines], score


def choose_wrongly(node: Node, sign: int, tie: int) -> str:
    """Return the first move that looks best to a program that multiplies by
    sign where it should negate, and takes the score 0 for tie.
    """

    def score(each: Node) -> int:
        """Return the score of a node."""
        if isinstance(each[1], int):
            return each[1] or tie
        return max(sign * score(child) for child in each[1])

    return max(node[1], key=lambda child: sign * score(child))[0]


@pytest.mark.parametrize('page', [PAGE, CHINESE_PAGE])
def test_answers(page: Path) -> None:
    """The trees in the answers have the right scores; without these, the third
    is that of its question."""
    blocks = list_blocks(page.read_text('utf-8'), '')
    question, *answers = [
        each for each in blocks if 'player 1' in each and '-- ' in each
    ]
    drawn = [
        draw(count_down(3)),
        draw(count_down(4)),
        draw(SMALL_GAME),
        draw(count_down(5, -1), 1, True),
    ]
    assert answers == ['\n'.join(lines) + '\n' for lines, _ in drawn]
    assert question == re.sub(
        r'(won|tie): player 1|, score .*', r'\1', answers[2]
    )
    assert answers[3].count('not looked at') == 4
    assert answers[3].count('\n') == 9


def test_mistakes_in_exercises() -> None:
    """The mistakes lead where the answers say."""
    assert choose_wrongly(count_down(4), sign=1, tie=0) == '3: '
    assert choose_wrongly(SMALL_GAME, sign=-1, tie=-1) == 'x: '
    assert choose_wrongly(SMALL_GAME, sign=-1, tie=0) == 'y: '


def test_code_in_exercises(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The code of the fourth prints what its answer says."""
    (code,) = [
        each
        for each in list_blocks(TEXT, 'python')
        if each.startswith('game = ')
    ]
    monkeypatch.setattr('builtins.input', lambda _: '4')
    exec(code, {'SubtractSquareGame': SubtractSquareGame})
    answer = re.search('It prints `(.*?)`', TEXT)[1]
    assert capsys.readouterr().out == f'{answer}\n'


def test_answers_are_folded() -> None:
    """On the screen, each answer is folded below its question; on paper, there
    is a section with all of them."""
    body = (
        '<li><a href="#all">Answers</a></li>\n<p>Why?</p>\n'
        '<p><a href="#one">Answer</a></p>\n<h2 id="all">Answers</h2>\n'
        '<h3 id="one">One</h3>\n<p>So.</p>\n<h2 id="z">Z</h2>\n'
    )
    assert (
        fold_answers(body)
        == '<li class="paper"><a href="#all">Answers</a></li>\n<p>Why?</p>\n'
        '<details>\n<summary>Answer</summary>\n<p>So.</p>\n</details>\n'
        '<section class="paper">\n<h2 id="all">Answers</h2>\n'
        '<h3 id="one">One</h3>\n<p>So.</p>\n</section>\n<h2 id="z">Z</h2>\n'
    )
    unlinked = body.replace('#one', 'one.html')
    assert fold_answers(unlinked) == unlinked


# Plugs in a function that is not in the tables of the starter files.
PLUGGED_IN = "    'ab': 'alpha_beta_strategy',\n    'mi':"
TESTS = 'minimax_unittest_basic.TestAlphaBeta'


@pytest.fixture(name='starter')
def make_starter(tmp_path: Path) -> Path:
    """Give the starter files with plain strategies, and our Stonehenge."""
    folder = tmp_path / 'starter'
    copy_starter(folder)
    copy_to(folder, ['stonehenge.py'])
    plug_in(folder)
    change(folder / 'game_interface.py', "    'mi':", PLUGGED_IN)
    write_strategies(folder)
    return folder


def change(file: Path, old: str, new: str) -> None:
    """Put new in the place of old in file."""
    text = file.read_text('utf-8')
    assert old in text
    file.write_text(text.replace(old, new), 'utf-8')


def write_strategies(folder: Path, right: str = '', wrong: str = '') -> None:
    """Add plain strategies to those in folder, with wrong in place of right."""
    assert right in PLAIN
    with open(folder / 'strategy.py', 'a', encoding='utf-8') as file:
        file.write(PLAIN.replace(right, wrong) if right else PLAIN)


def test_right_alpha_beta(starter: Path) -> None:
    """A plain program passes all tests of alpha-beta."""
    done = run_in(starter, '-m', 'unittest', TESTS)
    assert 'Ran 7 tests in' in done.stdout
    assert done.stdout.endswith('\nOK\n') and done.returncode == 0


COUNT = """
from minimax_unittest_basic import Play, count_moves
for play in Play('s', 20), Play('h', 2):
    for strategy in 'mr', 'ab':
        print(f'{count_moves(strategy, play) + 1:,}')
"""


def test_numbers(starter: Path) -> None:
    """A plain program looks at as many positions as the handout says."""
    rows = re.findall(r'^\| .* \| ([\d,]+) \| ([\d,]+) \|$', TEXT, re.MULTILINE)
    assert run_in(starter, '-c', COUNT).stdout.split() == [
        count for row in rows for count in row
    ]


@pytest.mark.parametrize(
    'right, wrong, said',
    [
        ('if best >= beta:', 'if False:', 'it is enough to make'),
        ('-beta, -max(alpha, best)', 'alpha, beta', 'should choose'),
        ('child, -2, -best)', 'child, -best, 2)', 'should choose'),
        ('if score > best:', 'if score >= best:', 'should choose'),
    ],
)
def test_wrong_alpha_beta(
    right: str, wrong: str, said: str, starter: Path
) -> None:
    """The tests find what is wrong with alpha and beta."""
    write_strategies(starter, right, wrong)
    done = run_in(starter, '-m', 'unittest', TESTS, SEED='1')
    assert done.returncode == 1 and said in ' '.join(done.stdout.split())


def test_no_alpha_beta(starter: Path) -> None:
    """Where it is not written or not plugged in, all tests are skipped, and say
    why."""
    said = (
        "game_interface.py has no 'ab' in usable_strategies: it is not "
        'written yet, or not plugged in.'
    )
    change(starter / 'game_interface.py', PLUGGED_IN, "    'mi':")
    assert list_reasons(starter) == [said] * 7
    said = (
        'strategy.py has no alpha_beta_strategy(game): Part 4 is '
        'optional, and worth no points.'
    )
    change(starter / 'strategy.py', 'def alpha_beta_strategy', 'def other')
    assert list_reasons(starter) == [said] * 7
    copy_starter(starter / 'new')
    assert list_reasons(starter / 'new') == [said] * 7


def test_another_alpha_beta(tmp_path: Path) -> None:
    """The strategy of our engine is not taken for the student's."""
    copy_to(tmp_path, [*FLAT_FILES, 'engine', 'interface'])
    copy_suites(tmp_path)
    write_strategies(tmp_path)
    said = (
        "In usable_strategies, 'ab' is not the alpha_beta_strategy of "
        'strategy.py.'
    )
    assert list_reasons(tmp_path) == [said] * 7


def list_reasons(folder: Path) -> list[str]:
    """Return why tests of alpha-beta are skipped in folder. None may fail."""
    done = run_in(folder, '-m', 'unittest', '-v', TESTS)
    assert done.returncode == 0, done.stdout
    return re.findall(
        r"\.\.\. skipped ['\"](.*)['\"]$", done.stdout, re.MULTILINE
    )


def test_worth_nothing(starter: Path) -> None:
    """A wrong one costs nothing, and the tests of others are not skipped."""
    copy_to(starter, ['strategy.py'])
    with open(starter / 'strategy.py', 'a', encoding='utf-8') as file:
        file.write(
            '\n\ndef alpha_beta_strategy(game):\n'
            '    game.current_state = None\n'
        )
    done = run_in(starter, '-m', 'unittest', 'minimax_unittest_basic')
    assert 'FAILED (failures=7, skipped=3)' in done.stdout
    assert 'Minimax: 40 of 40 points.' in done.stdout
