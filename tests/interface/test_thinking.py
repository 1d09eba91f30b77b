"""A strategy that thinks for long is shown to be thinking."""

from subprocess import PIPE, run
from typing import Any
from pathlib import Path
import functools
import io
import operator
import re
import sys
from pytest import MonkeyPatch
import pytest
from interface import screen
from interface.screen import choose_watched
from strategy import recursive_minimax_strategy
from subtract_square_game import SubtractSquareGame
from tests.support.game_program import calling, options
from tests.support.programs import ENVIRONMENT
from tests.support.terminal import (
    FakeTerminal,
    StartTerminal,
    as_in_pipe,
    as_seen,
)


def counts_shown(shown: str) -> list[int]:
    """Return the numbers of positions that are shown."""
    return [
        int(count.replace(',', ''))
        for count in re.findall(r'Thinking: ([\d,]+) positions scored', shown)
    ]


@pytest.mark.parametrize(
    'players',
    [('mr', 'mi'), pytest.param(('mi', 'mr'), marks=pytest.mark.slow)],
)
def test_thinking_is_shown(
    players: tuple[str, str], start: StartTerminal, tmp_path: Path
) -> None:
    """A terminal shows how far a long thought is; a pipe does not."""
    arguments = options(
        size=5, p1=players[0], p2=players[1], moves='M,A,B,Y,U,W,P,C'
    )
    terminal = start(calling('think_visibly', *arguments))
    terminal.wait_for_end()
    # The first thought takes a tenth of a second, nearly all of it after the
    # first count: one of the later counts is higher, however long the machine
    # is busy with something else in between. The next thought begins at 0.
    counts = counts_shown(terminal.raw.partition(' chooses ')[0])
    assert counts == sorted(counts) and counts[0] < counts[-1]
    piped = run(
        calling('think_visibly', *arguments),
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdout=PIPE,
        stderr=PIPE,
        check=True,
    )
    assert as_in_pipe(as_seen(terminal.raw)) == as_seen(piped.stdout.decode())
    assert piped.stderr == b''


@functools.wraps(recursive_minimax_strategy)
def wrapped_strategy(game: Any) -> Any:
    """Choose as the strategy does that this wraps, unwatched."""
    return recursive_minimax_strategy(game)


class CallableStrategy:
    """A strategy that is an object."""

    def __call__(self, game: Any, watcher: Any) -> Any:
        """Choose the first move, and tell watcher of some positions."""
        for _ in range(3):
            watcher.on_visit(game.current_state)
            watcher.on_score(game.current_state, 0)
        return game.current_state.get_possible_moves()[0]


def test_thinking_unwatched(monkeypatch: MonkeyPatch) -> None:
    """A strategy that takes no watcher is seen to think, too: how long."""
    monkeypatch.setattr(screen, 'LONG_THOUGHT', 0.01)
    monkeypatch.setattr(sys, 'stderr', FakeTerminal())

    def slow_strategy(game: Any) -> int:
        """Choose a move once the thinking is shown."""
        while 'Thinking: 0 s' not in sys.stderr.getvalue():
            pass
        return 4

    assert choose_watched(slow_strategy, SubtractSquareGame(True, size=6)) == 4
    assert as_seen(sys.stderr.getvalue()).strip() == ''


@pytest.mark.parametrize(
    'strategy, shown',
    [
        (wrapped_strategy, False),
        (CallableStrategy(), True),
        (operator.methodcaller('str_to_move', '1'), False),
        (functools.partial(max, 1, key=id), False),
    ],
)
def test_who_can_be_watched(
    strategy: Any, shown: bool, monkeypatch: MonkeyPatch
) -> None:
    """All callables can be strategies; those that take a watcher get one."""
    monkeypatch.setattr(screen, 'LONG_THOUGHT', 0.0 if shown else 9.0)
    monkeypatch.setattr(sys, 'stderr', FakeTerminal())
    game = SubtractSquareGame(True, size=6)
    move = choose_watched(strategy, game)
    assert shown == ('Thinking: ' in sys.stderr.getvalue())
    assert move is game or game.current_state.is_valid_move(move)


@pytest.mark.parametrize('stderr', [None, object(), io.StringIO()])
def test_no_terminal(stderr: Any, monkeypatch: MonkeyPatch) -> None:
    """Without a terminal, or with standard error closed, nothing is shown."""
    if isinstance(stderr, io.StringIO):
        stderr.close()
    monkeypatch.setattr(sys, 'stderr', stderr)
    game = SubtractSquareGame(True, size=6)
    assert choose_watched(recursive_minimax_strategy, game) == 4
