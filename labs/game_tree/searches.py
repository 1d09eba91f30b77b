"""What is said of the steps of a search: in words, and in the tree."""
from collections import Counter
from typing import Any, NamedTuple, Optional, Sequence
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
    moves = [] if name == 'alphabeta' else search.root.get_possible_moves()
    for move in moves:
        if final_score(search.game, search.root.make_move(move)) == LOSE:
            return [f'The strategy itself does not search here: it plays '
                    f'{move}, which wins at once.']
    return []


# === Steps in the tree ===

class Mark(NamedTuple):
    """What is known of a position after some steps.

    === Attributes ===
    kind: 'open' while its score is searched for, then 'scored'; 'cut',
        'skipped' or 'unknown' if it is not visited
    step: the last step there, None if it is not visited
    number: how many positions had been visited, this one included
    """
    kind: str = 'unknown'
    step: Optional[Step] = None
    number: int = 0


def collect_marks(steps: list[Step]) -> dict[str, Mark]:
    """Return what is known of positions after steps, by their paths. When a
    search from the root begins, what the last one has found is forgotten.
    """
    marks: dict[str, Mark] = {}
    number = 0
    for step in steps:
        path = format_path(step.moves)
        if step.score is None:
            marks, number = (marks, number + 1) if path else ({}, 1)
        first = marks.get(path, Mark(number=number))
        for changed, kind in list_changes(step).items():
            marks[changed] = Mark(kind)
        marks[path] = marks[path]._replace(step=step, number=first.number)
    return marks


def list_changes(step: Step) -> dict[str, str]:
    """Return the paths of the positions of which step says something, and what
    kind they become: see Mark.
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
    marks = collect_marks([step for step in steps
                           if step.number == max(plies, 1)])
    nodes = {find_path(node): node for node in (root, *root.descendants)}
    hidden = count_hidden(marks, set(nodes))
    labels = {node: label_visit(node, marks.get(path, Mark()), hidden[path])
              for path, node in nodes.items()}
    title = f'{format_subject(game, root)}: what {TITLES[name]} visits'
    if name == 'alphabeta':
        title += f' when it looks {format_plies(max(plies, 1))} ahead'
    legend = explain_visits([marks.get(path, Mark()) for path in nodes])
    if find_cut_nodes(game, root):
        legend.append(f'The tree is cut after {format_plies(root.height)}'
                      + ': ... is the number of visits below' * bool(hidden)
                      + '.')
    if not finished and plies == 0:
        visits = sum(mark.step is not None for mark in marks.values())
        legend.append(f'The search is stopped here, after {visits:,} visits.')
    elif name == 'alphabeta':
        legend.append(BOUNDS)
    return View(root, title, legend + describe_win_at_once(game, name), labels)


def explain_visits(marks: list[Mark]) -> list[str]:
    """Return the lines that explain what is written at marked positions."""
    lines = ['Positions are numbered in the order of the visits. Scores are '
             'for the player to move.']
    steps = [mark.step for mark in marks if mark.step]
    if len(steps) < len(marks):
        lines.append('Positions without a number, dashed in a picture, are '
                     'not visited.')
    if any(mark.kind in ('cut', 'skipped') for mark in marks):
        lines.append(CUT)
    return lines + explain_scores(steps)


def count_hidden(marks: dict[str, Mark], shown: set[str]) -> Counter[str]:
    """Return how many visits there are in marks below the paths in shown."""
    hidden: Counter[str] = Counter()
    for path, mark in marks.items():
        if mark.step and path not in shown:
            while path not in shown:
                path = path.rpartition(',')[0]
            hidden[path] += 1
    return hidden


def label_visit(node: Position, mark: Mark, hidden: int) -> Label:
    """Return the label of node, with this many hidden visits below it."""
    step, notes = mark.step, []
    if step:
        why = f'{step.why}:' if step.why else 'returns'
        notes.append('stopped' if step.score is None
                     else f'{why} {format_score(step.score)}')
    if hidden:
        notes.append(f'... {hidden:,}')
    label = make_label(node, notes, step.score if step else None)
    if step:
        return label._replace(heading=f'{mark.number}. {label.heading}')
    return label._replace(is_faint=True, move=label.move
                          + ' cut' * (mark.kind != 'unknown'))


def explain_scores(steps: list[Step]) -> list[str]:
    """Return the lines that explain where scores in steps come from."""
    whys = {step.why for step in steps}
    return [MEANINGS[why] for why in MEANINGS if why in whys]
