"""A position of Stonehenge in a sentence, for those who read or hear the board.

StonehengeState.describer leads here: see interface/screen.py.
"""

from stonehenge import StonehengeState


def describe_standing(state: StonehengeState) -> str:
    """Return in a sentence how many ley-lines each player has claimed."""
    ones, twos = state.markers.count('1'), state.markers.count('2')
    lines = len(state.markers)
    if ones or twos:
        first = str(ones) if ones else 'none'
        second = f'has {twos}' if twos else 'none'
        who = (
            f'Player 1 has claimed {first} of {lines} ley-lines, '
            f'player 2 {second}'
        )
    else:
        who = f'Nobody has claimed any of the {lines} ley-lines yet'
    return f'{who}. It takes {(lines + 1) // 2} to win.'
