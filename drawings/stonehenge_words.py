"""A position of Stonehenge in a sentence, for those who read or hear the board.

StonehengeState.describer leads here: see interface/screen.py.
"""

from stonehenge import StonehengeState


def describe_standing(state: StonehengeState) -> str:
    """Return in a sentence how many ley-lines each player has claimed."""
    ones, twos = state.markers.count('1'), state.markers.count('2')
    lines = len(state.markers)
    other = f'has {twos}' if twos else 'none'
    who = (
        f'Player 1 has claimed {ones or "none"} of {lines} ley-lines, '
        f'player 2 {other}'
        if ones or twos
        else f'Nobody has claimed any of the {lines} ley-lines yet'
    )
    return f'{who}. It takes {(lines + 1) // 2} to win.'
