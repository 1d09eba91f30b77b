"""What is said of the steps of a search: in words, and in the tree."""
from collections import Counter
from itertools import count
from typing import Any, Optional, Sequence
from game import Game
from interface.words import format_plies
from strategy import LOSE, Search, final_score
from labs.game_tree.steps import SHOWN, Step, record_steps
from labs.game_tree.tree import Number, Position, find_cut_nodes, find_path, \
    format_path
from labs.game_tree.views import Label, View, find_number, format_heading, \
    format_score, format_subject, make_label

# No more moves than this are listed; of those tried, the last ones.
MOST_LISTED = 12

TITLES = {'plain': 'plain minimax', 'recursive': 'recursive minimax',
          'iterative': 'iterative minimax', 'alphabeta': 'alpha-beta'}
MEANINGS = {
    'known': 'known: the position knows its score without a search.',
    'remembered': 'remembered: a position with the same search key was '
                  'searched before.',
    'estimate': 'estimate: the search looks no further, and relies on '
                'rough_outcome.'}
CUT = 'cut: a move that the search need not try.'
BOUNDS = 'A score may be only a lower or an upper bound.'


# === A step in words ===

def describe_step(step: Step) -> str:
    """Return in words what happens in step."""
    name = name_position(step, len(step.moves))
    is_node = step.name == 'iterative'
    subject = f'node for {name}' if is_node else format_call(step, name)
    if step.score is None:
        what = f'A node is made for {name}' if is_node \
            else f'{subject} is called'
        if step.moves:
            what += f', after the move {step.moves[-1]}'
        elif step.name == 'alphabeta':
            plies = format_plies(int(step.number))
            what += f', to look {plies} ahead.\n{BOUNDS[:-1]}'
        return what + '.'
    figure, why = format_score(step.score), step.why and f': {step.why}'
    if not is_node:
        return f'{subject} returns {figure}{why}.'
    return f'The {subject} has the score {figure}{why}.' if why \
        else f'The {subject} gets the score {figure} and leaves the stack.'


def describe_stack(step: Step) -> list[str]:
    """Return the lines of the stack, or of the calls, after step: a title, and
    a line for each position.
    """
    is_stack, frames = step.name == 'iterative', step.list_frames()
    if not frames:
        return ['The stack is empty.' if is_stack else 'No call is left.']
    lines = [f'The {"stack, the top" if is_stack else "calls, the innermost"} '
             f'last:']
    for i, frame in enumerate(frames):
        name = name_position(step, i)
        call = name if is_stack else '  ' * i + format_call(step, name)
        parts = ['...'] if len(frame.tried) > MOST_LISTED else []
        parts += [f'{move} is worth {format_score(score)}'
                  for move, score in frame.tried[-MOST_LISTED:]]
        if i < len(frames) - 1 or step.score is None and step.moves[i:]:
            parts.append(f'trying {step.moves[i]}')
        if frame.left:
            parts.append(f'not tried: {format_moves(frame.left)}')
        lines.append(f'  {call}  {"; ".join(parts)}'.rstrip())
    return lines


def format_moves(moves: Sequence[Any]) -> str:
    """Return moves as a list, which does not get too long."""
    return ', '.join(map(str, moves[:MOST_LISTED])) \
        + ', ...' * (len(moves) > MOST_LISTED)


def name_position(step: Step, i: int) -> str:
    """Return what the position in step after i moves is called: 'p1:6' if it
    consists of a number, otherwise the moves that lead there.
    """
    state = step.path[i].state
    return format_heading(state) if find_number(state) \
        else '-'.join(['start', *map(str, step.moves[:i])])


def format_call(step: Step, name: str) -> str:
    """Return the call of the search function for the position called name."""
    return f'{SHOWN[step.name].__name__}({name})'


def describe_win_at_once(game: Game, name: str) -> list[str]:
    """Return a line about the move that the strategy with the search called
    name makes without searching: of minimax, the first that wins at once.
    Return no line if it does search.
    """
    search = Search(game)
    moves = search.root.get_possible_moves() \
        if name in ('recursive', 'iterative') else []
    for move in moves:
        if final_score(search.game, search.root.make_move(move)) == LOSE:
            return [f'The strategy itself does not search here: it plays '
                    f'{move}, which wins at once.']
    return []


# === Steps in the tree ===

def list_changes(step: Step) -> dict[str, str]:
    """Return the paths of the positions of which step says something, and what
    kind they become: 'open' while the score is searched for, then 'scored';
    'cut' or 'skipped' if they are not visited.
    """
    kind = 'open' if step.score is None else 'scored'
    return {format_path(step.moves): kind} | {
        format_path((*step.moves, move)): each
        for each, moves in step.list_cut().items() for move in moves}


def view_search(game: Game, name: str, root: Position, horizon: Number
                ) -> View:
    """Return the tree of game below root with all that the search called name
    does in it. Alpha-beta looks no further ahead than horizon. Of its searches
    from the root, the last one is shown that has come to its end, or else the
    first. Raise GameOverError if the game is over.
    """
    steps, finished = record_steps(game, name, horizon)
    plies = max((int(step.number) for step in steps
                 if not step.moves and step.score is not None), default=0)
    last = [step for step in steps if step.number == max(plies, 1)]
    # The last step at each position, in the order of the visits.
    visits = {format_path(step.moves): step for step in last}
    cut = {path for step in last for path in list_changes(step)} - visits.keys()
    nodes = {find_path(node): node for node in (root, *root.descendants)}
    title = f'{format_subject(game, root)}: what {TITLES[name]} visits'
    if name == 'alphabeta':
        title += f' when it looks {format_plies(max(plies, 1))} ahead'
    legend = explain_visits([visits.get(path) for path in nodes],
                            bool(cut & nodes.keys()))
    if find_cut_nodes(game, root):
        more = ': ... is the number of visits below' \
            if visits.keys() - nodes.keys() else ''
        legend.append(f'The tree is cut after {format_plies(root.height)}'
                      f'{more}.')
    if not finished and plies == 0:
        legend.append(f'The search is stopped here, after {len(visits):,} '
                      f'visits.')
    elif name == 'alphabeta':
        legend.append(BOUNDS)
    return View(root, title, legend + describe_win_at_once(game, name),
                label_visits(nodes, visits, cut))


def label_visits(nodes: dict[str, Position], visits: dict[str, Step],
                 cut: set[str]) -> dict[Position, Label]:
    """Return the labels of nodes, which have these paths, with what visits say
    of them. Those with their paths in cut need not be visited.
    """
    hidden: Counter[str] = Counter()  # How many visits are below a node.
    for path in visits.keys() - nodes.keys():
        while path not in nodes:
            path = path.rpartition(',')[0]
        hidden[path] += 1
    numbers = dict(zip(visits, count(1)))
    labels = {}
    for path, node in nodes.items():
        if path in visits:
            step = visits[path]
            why = f'{step.why}:' if step.why else 'returns'
            notes = ['stopped' if step.score is None
                     else f'{why} {format_score(step.score)}']
            notes += [f'... {hidden[path]:,}'] * (path in hidden)
            label = make_label(node, notes, step.score)
            labels[node] = label._replace(
                heading=f'{numbers[path]}. {label.heading}')
        else:
            label = make_label(node, [], None)
            labels[node] = label._replace(
                is_faint=True, move=label.move + ' cut' * (path in cut))
    return labels


def explain_visits(shown: list[Optional[Step]], has_cut: bool) -> list[str]:
    """Return the lines that explain the picture of a search. It shows positions
    with these last steps, None if they are not visited, and may have cut moves.
    """
    lines = ['Positions are numbered in the order of the visits. Scores are '
             'for the player to move.']
    if None in shown:
        lines.append('Positions without a number, dashed in a picture, are '
                     'not visited.')
    return lines + [CUT] * has_cut + explain_scores(list(filter(None, shown)))


def explain_scores(steps: list[Step]) -> list[str]:
    """Return the lines that explain where scores in steps come from."""
    whys = {step.why for step in steps}
    return [MEANINGS[why] for why in MEANINGS if why in whys]
