"""A position of Stonehenge in sentences, for those who read or hear the board.

StonehengeState.describer leads here: see interface/screen.py.
"""
from stonehenge import StonehengeState, cells_to_claim

# What the ley-lines of each direction are called.
DIRECTIONS = 'Row', 'Down-left line', 'Down-right line'


def describe_standing(state: StonehengeState) -> str:
    """Return in a sentence how many ley-lines each player has claimed."""
    ones, twos = state.markers.count('1'), state.markers.count('2')
    lines = len(state.markers)
    other = f'has {twos}' if twos else 'none'
    who = f'Player 1 has claimed {ones or "none"} of {lines} ley-lines, ' \
          f'player 2 {other}' if ones or twos \
        else f'Nobody has claimed any of the {lines} ley-lines yet'
    return f'{who}. It takes {(lines + 1) // 2} to win.'


def describe_lines(state: StonehengeState) -> list[str]:
    """Return a sentence for each ley-line: which cells are on it, and who has
    claimed it, or how many more of them each player needs for that.

    >>> from stonehenge import board_of
    >>> state = StonehengeState(True, board_of(2)).make_move('D')
    >>> for line in describe_lines(state)[:2]:
    ...     print(line)
    Row A, B: each player needs 1.
    Row C, D, E: player 1 has D and needs 1 more, player 2 needs 2.
    """
    sentences = []
    for i, (line, marker) in enumerate(zip(state.board.lines, state.markers)):
        cells = ', '.join(state.board.letters[cell] for cell in line)
        story = f'claimed by player {marker}'
        if marker == '@':
            one, two = [describe_need(state, line, each) for each in '12']
            story = f'each player {one}' if one == two \
                else f'player 1 {one}, player 2 {two}'
        kind = DIRECTIONS[3 * i // len(state.markers)]
        sentences.append(f'{kind} {cells}: {story}.')
    return sentences


def describe_need(state: StonehengeState, line: list[int], player: str) -> str:
    """Return which cells of line player has, and how many it takes yet."""
    held = [state.board.letters[cell] for cell in line
            if state.cells[cell] == player]
    needed = cells_to_claim(line) - len(held)
    return f'has {" and ".join(held)} and needs {needed} more' if held \
        else f'needs {needed}'
