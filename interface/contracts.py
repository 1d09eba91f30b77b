"""The contracts of games, states and strategies, checked at one position.

Each check raises BrokenContractError if it finds one broken.
"""
from contextlib import redirect_stdout
from typing import Any, Callable
from interface.changes import describe_deed, find_changes, \
    find_changes_in, find_impurity, search_impurity, take_snapshot, \
    take_stable_snapshot
from interface.faults import Attempt, BrokenContractError, describe_fault, \
    describe_with_place, name_of
from interface.methods import GAME_METHODS, find_fault, find_wrong_answer
from interface.worker import Listener
from interface.sampling import Position, Setup, expect
from interface.setup import answering
from interface.words import format_value

MOST_MOVES = 40  # So many of the moves of a position are tried.

# Inputs that are not moves in most games. None of them may trouble a game.
TEXTS = ('', ' ', 'nonsense', 'no move at all', '-1', '0', '1.5', '9' * 50,
         '\u0663', '\u00b2', 'h\u00e9 \u77f3 \U0001f5ff', '\0', "'", '(', '((',
         '%s {0} \\', '1 2 3', ',', 'None', '[]')


def ask(position: Position, name: str, *given: Any) -> Any:
    """Return what a method returns. Check that, and that it can be called."""
    owner = position.game if name in GAME_METHODS else position.state
    fault = find_fault(owner, name)
    expect(not fault, fault)
    answer = getattr(owner, name)(*given)
    wrong = find_wrong_answer(owner, name, answer, *given)
    expect(not wrong, wrong)
    return answer


def list_moves(position: Position) -> list[Any]:
    """Return some possible moves of position."""
    return position.state.get_possible_moves()[:MOST_MOVES]


def check_start(setup: Setup) -> None:
    """Check that the player who should make the first move does."""
    turn, name = setup.make().current_state.p1_turn, name_of(setup.game_class)
    expect(turn == setup.p1_starts,
           f'{name}(p1_starts={setup.p1_starts}) begins with a position whose '
           f'p1_turn is {format_value(turn)}')


def check_view(position: Position) -> None:
    """Check that the position tells its player, its moves, and texts."""
    for method in 'get_possible_moves', '__str__', '__repr__':
        ask(position, method)
    name = ask(position, 'get_current_player_name')
    turn = position.state.p1_turn
    expect(name == ('p1' if turn else 'p2'),
           f'{position.name("get_current_player_name")} returned {name!r}, '
           f'though p1_turn is {format_value(turn)}')


def check_is_over(position: Position) -> None:
    """Check that the game is over exactly when there are no moves."""
    over = ask(position, 'is_over', position.state)
    moves = position.state.get_possible_moves()
    game, method = type(position.game).__name__, \
        position.name('get_possible_moves')
    expect(over or moves, f'{game} is not over, but there are no moves: '
           f'{method} returned [], and {position.name("is_over")} False')
    expect(not over or not moves, f'{game} is over, but {method} returned '
           f'{format_value(moves)}: it should return an empty list then')


def check_purity(position: Position) -> None:
    """Check that no method changes the position that it is asked about."""
    impurity = find_impurity(position.make)
    expect(not impurity, f'{impurity}: a position never changes')
    state = position.state
    changes = find_changes(take_snapshot(state), take_snapshot(state))
    expect(not changes, f'{type(state).__name__} looks different each time: '
           f'{changes}')


def check_make_move(position: Position) -> None:
    """Check that each move leads to a position where the other one moves."""
    name = position.state.get_current_player_name()
    for move in list_moves(position):
        after = ask(position, 'make_move', move)
        expect(after.get_current_player_name() != name,
               f'{position.name("make_move")}({format_value(move)}) returned '
               f'a position in which {name} is to move again: players take '
               f'turns')


def check_moves_differ(position: Position) -> None:
    """Check that no move is twice among the possible moves."""
    moves = list_moves(position)
    twice = [move for i, move in enumerate(moves)
             # Somebody's moves may not be comparable.
             if Attempt(moves[:i].__contains__, move).result]
    expect(not twice, f'{position.name("get_possible_moves")} returned '
           f'{format_value(moves)}: {format_value(twice[:1])[1:-1]} is '
           f'listed twice')


def check_winner(position: Position) -> None:
    """Check that at most one player has won, and none before the end."""
    over = position.game.is_over(position.state)
    wins = [ask(position, 'is_winner', player) for player in ('p1', 'p2')]
    method = position.name('is_winner')
    expect(over or not any(wins), f'{method} returned True, but the game is '
           f'not over: nobody has won yet')
    expect(not all(wins), f'{method} returned True for both players: at most '
           f'one has won')


def check_is_over_of_state(position: Position) -> None:
    """Check that is_over answers about the state that it is given."""
    game, state = position.game, position.state
    for move in list_moves(position):
        after = state.make_move(move)
        early = game.is_over(after)
        game.current_state = after
        late = game.is_over(after)
        game.current_state = state
        expect(early == late, f'{position.name("is_over")} answered '
               f'about current_state: it should answer about the state that it '
               f'is given')


def check_valid_moves(position: Position) -> None:
    """Check that is_valid_move takes the possible moves, and no others."""
    moves = position.state.get_possible_moves()
    typed = [Attempt(position.game.str_to_move, text) for text in TEXTS]
    others = position.path[-MOST_MOVES:] \
        + [reading.result for reading in typed if not reading.error]
    for move in moves[:MOST_MOVES] + others:
        # Somebody's moves may not be comparable.
        possible = bool(Attempt(moves.__contains__, move).result)
        attempt = Attempt(position.state.is_valid_move, move)
        if attempt.error or attempt.result != possible:
            method = position.name('is_valid_move')
            raise BrokenContractError(
                f'{method}({format_value(move)}) {describe_answer(attempt)}: '
                f'it should return {possible}, as get_possible_moves returned '
                f'{format_value(moves)}')


def is_possible(position: Position, move: Any) -> bool:
    """Return whether move is possible. The game must agree with itself."""
    attempt = Attempt(position.state.is_valid_move, move)
    moves = position.state.get_possible_moves()
    expect(attempt.result or not Attempt(moves.__contains__, move).result,
           f'{position.name("is_valid_move")}({format_value(move)}) '
           f'{describe_answer(attempt)}, but it is one of the possible moves')
    return bool(attempt.result)


def describe_answer(attempt: Attempt) -> str:
    """Return in words what attempt has returned or raised."""
    return f'raised {describe_with_place(attempt.error)}' if attempt.error \
        else f'returned {format_value(attempt.result)}'


def check_str_to_move(position: Position) -> None:
    """Check that str_to_move takes any text, and reads moves as shown."""
    method = position.name('str_to_move')
    for text in TEXTS:
        error = Attempt(position.game.str_to_move, text).error
        if error:
            raise BrokenContractError(
                f'{method}({format_value(text)}) raised '
                f'{describe_with_place(error)}: it should never raise an error')
    for move in list_moves(position):
        for given in (str(move), move):
            found = position.game.str_to_move(given)
            expect(Attempt([move].__contains__, found).result,
                   f'{method}({format_value(given)}) returned '
                   f'{format_value(found)}: it should return '
                   f'{format_value(move)}')


def check_estimate(position: Position) -> None:
    """Check that the rough outcome is a score, and at the end the right one."""
    estimate, game = ask(position, 'rough_outcome'), position.game
    me = position.state.get_current_player_name()
    other = 'p2' if me == 'p1' else 'p1'
    if game.is_over(position.state):
        score = game.is_winner(me) - game.is_winner(other)
        expect(estimate * score >= 0,
               f'{position.name("rough_outcome")} returned '
               f'{format_value(estimate)}: it should return {score}, as the '
               f'player to move has {"won" if score > 0 else "lost"}, '
               f'according to {position.name("is_winner")}: one of the two is '
               f'wrong')


def check_repr_again(position: Position) -> None:
    """Check that the same moves lead to the same repr."""
    again = position.make().current_state
    expect(repr(again) == repr(position.state),
           f'{position.name("__repr__")} returned '
           f'{format_value(position.state)}, and {format_value(again)} after '
           f'the same moves: equal positions should have the same repr')


def check_repr_differs(position: Position,
                       seen: dict[str, tuple[dict[str, Any], str]]) -> None:
    """Check that no position with the same repr looks different. By its repr,
    seen has what the first one looks like, and how one gets there.
    """
    state = position.state
    here = {'player to move': state.get_current_player_name(),
            'picture': str(state),
            'possible moves': sorted(map(str, state.get_possible_moves())),
            'winner': [position.game.is_winner(player)
                       for player in ('p1', 'p2')]}
    there, how = seen.setdefault(repr(state), (here, str(position)))
    differ = [name for name, view in here.items() if view != there[name]]
    expect(not differ, f'{position.name("__repr__")} returned '
           f'{format_value(state)} for two positions that differ in the '
           f'{" and the ".join(differ)}: here, and with {how}')


def check_silence(listener: Listener) -> None:
    """Check that listener has heard nothing."""
    expect(not listener.heard, f'{listener.heard}: only a strategy that asks a '
           f'player should print')


def check_choice(strategy: Callable[..., Any], position: Position) -> None:
    """Check that strategy chooses a possible move at position, and leaves it
    as it is. A player who is asked types nonsense first, and then a move.
    """
    game, state, name = position.game, position.state, name_of(strategy)
    before, moves = take_stable_snapshot(state), state.get_possible_moves()
    typed = ['nonsense', str(moves[0])]

    def answer(_prompt: Any = '') -> str:
        """Return what is typed next."""
        if not typed:
            raise EOFError(f'{str(moves[0])!r}, a possible move, was typed')
        return typed.pop(0)

    def play() -> Any:
        """Return the strategy's move, asked again if nonsense was typed."""
        move = strategy(game)
        while len(typed) == 1 and not state.is_valid_move(move):
            move = strategy(game)
        return move
    listener: Any = Listener()
    with redirect_stdout(listener), answering(answer):
        attempt = Attempt(play)
    changes = find_changes_in(game, before)
    expect(not changes, changes and search_impurity(position.make)
           or f'{name} {describe_deed(game, state, changes)}')
    if attempt.error:
        raise BrokenContractError(
            f'{describe_fault(attempt.error, strategy)}: it should return a '
            f'possible move')
    expect(state.is_valid_move(attempt.result),
           f'{name} returned {format_value(attempt.result)}: it should return '
           f'one of the possible moves, {format_value(moves)}')
    if len(typed) == 2:
        check_silence(listener)
