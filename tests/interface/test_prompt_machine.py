"""A machine that types at the prompt for long: moves, commands and nonsense."""

from pathlib import Path
from typing import Any
import os
import random
import shutil
import tempfile
from pytest import Config, MonkeyPatch
import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from game_interface import playable_games, usable_strategies
from interface import history, program, prompt, screen
from interface.prompt import PlayPrompt
from interface.history import load_game
from interface.command_line import Catalog
from interface.words import QuitError
from labs.games import add_games
from strategy import interactive_strategy, random_strategy
from tests.support.typing_player import TypingPlayer

add_games()
WORDS = [
    name.removeprefix('do_')
    for name in dir(PlayPrompt)
    if name.startswith('do_')
]
GAMES = {'h': 3, 's': 40, 'd': '4 4', 'x': 3}

# Machines for each game, each of which types 50 lines: a few in the quick
# tests, and more in the slow ones, as many as PROMPT_LINES asks for.
STEPS = 50
FEW = 2
MANY = int(os.environ.get('PROMPT_LINES', '2000')) // STEPS

NONSENSE = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            '',
            ' ',
            '9' * 5000,
            '-' + '9' * 5000,
            '1' * 4301,
            '\0',
            'a\tb',
            '\x1b[A',
            '\x07',
            'h\u00e9 \u77f3 \U0001f5ff',
            '\u0664',
            '\u2028',
            '%s {0} \\',
            '? ?',
            'undo undo',
            'values -1',
            'values x',
            'values ' + '9' * 5000,
            'values 1e9',
            'save',
            'load',
            'save \0',
            'load \0',
            'save /',
            'load .',
            'save ' + 'x' * 5000,
            'load no such file',
            'load bad.txt',
            'save bad.txt',
            'h',
            'helpme',
            'QUITE',
            'exit',
            'exit 1',
            'undo 2',
            'undo 0',
            'undo x',
            'undo ' + '9' * 5000,
            'redo 3',
            'players x',
            'players i',
            'players r',
            'players i ro',
            'players i i i',
        ]
    ),
)


def moody_strategy(game: Any) -> Any:
    """Choose at random, or be stopped by Ctrl-C."""
    if random.random() < 0.2:
        raise KeyboardInterrupt
    return random_strategy(game)


CATALOG = Catalog(playable_games, usable_strategies)


class PromptMachine(RuleBasedStateMachine):
    """Types at the prompt of a game, and checks after each line that the game
    is in order.

    === Attributes ===
    key: the key of the game
    player: types the lines
    """

    key = 'h'
    player: TypingPlayer
    folder: str

    @initialize(against_program=st.booleans())
    def begin(self, against_program: bool) -> None:
        """Begin a game, in a folder of its own."""
        self.folder = tempfile.mkdtemp()
        os.chdir(self.folder)
        Path('bad.txt').write_text('no saved game\n', encoding='utf-8')
        random.seed(0)
        self.opponent = (
            moody_strategy if against_program else interactive_strategy
        )
        self._start()

    def _start(self) -> None:
        """Start a game."""
        self.player = TypingPlayer(self.key, GAMES[self.key], self.opponent)

    @property
    def history(self) -> Any:
        """Return the history of the game."""
        return self.player.history

    def type(self, *lines: Any) -> bool:
        """Type lines. Return whether the game goes on; if not, start again. The
        opponent may end it before a line is read, even one that saves it.
        """
        try:
            self.player.type(*lines)
        except QuitError:
            self._start()
            return False
        if self.player.is_over():
            self.check_all()
            self._start()
            return False
        return True

    @rule(number=st.integers(0, 1000))
    def move(self, number: int) -> None:
        """Type a possible move."""
        moves = self.history.game.current_state.get_possible_moves()
        self.type(str(moves[number % len(moves)]))

    @rule(
        word=st.sampled_from(WORDS),
        letters=st.integers(1, 9),
        blank=st.sampled_from(['', ' ', '\t']),
    )
    def command(self, word: str, letters: int, blank: str) -> None:
        """Type a command, or the beginning of one."""
        self.type(blank + word[:letters].title() + blank)

    @rule(line=st.sampled_from(['', 'h', 'players', 'undo', 'save one.txt']))
    def interrupt(self, line: str) -> None:
        """Press Ctrl-C with nothing typed, and then type something."""
        self.type(KeyboardInterrupt, line)

    @rule(line=NONSENSE)
    def nonsense(self, line: str) -> None:
        """Type something else."""
        self.type(line)

    @rule(
        name=st.sampled_from(['one.txt', 'two.txt', 'an other.txt']),
        word=st.sampled_from(['save', 'load']),
    )
    def file(self, name: str, word: str) -> None:
        """Save or load a game. What is saved is what is played."""
        line = f'{word} {name}'
        # A file that is there already is overwritten if asked twice.
        if self.type(line) and word == 'save' and self.type(line):
            self.check_file(name)

    @rule()
    def undo_and_redo(self) -> None:
        """Redo is the inverse of undo, unless a program is to move then."""
        history = self.history
        if (
            history.game.current_state.get_current_player_name()
            not in history.people
        ):
            return
        before = repr(history.game.current_state), history.place
        if not self.type('undo'):
            return
        if history.place != before[1]:
            assert self.type('redo')
        assert (repr(history.game.current_state), history.place) == before

    def check_file(self, name: str) -> None:
        """Check that the file called name has the game as it is now."""
        played, record = load_game(name, CATALOG), self.history.record
        assert (played.record.p1, played.record.p2) == (record.p1, record.p2)
        assert repr(played.game.current_state) == repr(
            self.history.game.current_state
        )
        assert list(map(str, played.moves)) == list(
            map(str, self.history.made())
        )

    @invariant()
    def check_all(self) -> None:
        """Check that the position is what comes of the moves, and that the
        file that is kept up to date has them."""
        if not hasattr(self, 'player'):
            return
        state = self.history.states[0]
        for move in self.history.made():
            assert state.is_valid_move(move)
            state = state.make_move(move)
        assert repr(state) == repr(self.history.game.current_state)
        path = self.player.history.path
        if path is not None:
            self.check_file(path)

    def teardown(self) -> None:
        """Remove the folder."""
        os.chdir('/')
        if hasattr(self, 'folder'):
            shutil.rmtree(self.folder)


@pytest.mark.usefixtures('without_contracts')
@pytest.mark.parametrize('key', GAMES)
@pytest.mark.parametrize(
    'machines', [FEW, pytest.param(MANY, marks=pytest.mark.slow)]
)
def test_any_lines(
    key: str,
    machines: int,
    monkeypatch: MonkeyPatch,
    tmp_path: Path,
    pytestconfig: Config,
) -> None:
    """Whatever is typed, the game is in order, and its file as well. With the
    option --hypothesis-seed, other lines are typed.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(prompt, 'SEARCH_SECONDS', 0.002)
    monkeypatch.setattr(history, 'SECONDS_EACH', 0.002)
    for module in program, screen:
        monkeypatch.setattr(module, 'is_terminal', lambda _: True)
    machine = type('Machine', (PromptMachine,), {'key': key})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=machines,
            stateful_step_count=STEPS,
            derandomize=pytestconfig.getoption('--hypothesis-seed') is None,
        ),
    )
