"""What is said of the steps of a search: in words, and in the tree."""
from collections import Counter
from typing import Iterable, NamedTuple, Optional
from game import Game
from interface.words import format_plies
from strategy import LOSE, Search, final_score
from labs.game_tree.steps import SEARCHES, Limits, Step, record_steps
from labs.game_tree.tree import MOST_WORK, Number, Position, \
    find_cut_nodes, find_path, format_path
from labs.game_tree.views import View, find_number, find_winner, \
    format_heading, format_score

# A search that is drawn in a picture is stopped when one search from the root
# visits more positions than this, or all of them do more work than MOST_WORK.
MOST_VISITS = 5_000

# No more moves than this are listed; of those tried, the last ones.
MOST_LISTED = 12

TITLES = {'recursive': 'recursive minimax', 'iterative': 'iterative minimax',
          'alphabeta': 'alpha-beta'}
MEANINGS = {
    'known': 'known: the position knows its score without a search.',
    'remembered': 'remembered: a position with the same search key was '
                  'searched before.',
    'estimate': 'estimate: the search looks no further, and relies on '
                'rough_outcome.'}
CUT = 'cut: a move that the search need not try.'

# What to say about the scores that alpha-beta returns.
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
            plies = format_plies(step.number)
            what += f', to look {plies} ahead.\n{BOUNDS[:-1]}'
        return what + '.'
    figure = format_score(step.score)
    if not is_node:
        what = f'{subject} returns {figure}'
    elif step.why:
        what = f'The {subject} has the score {figure}'
    else:
        what = f'The {subject} gets the score {figure} and leaves the stack'
    return what + (f': {step.why}.' if step.why else '.')


def describe_stack(step: Step) -> list[str]:
    """Return the lines of the stack, or of the chain of calls, after step: a
    title, and a line for each position.
    """
    is_stack = step.name == 'iterative'
    frames = step.list_frames()
    if not frames:
        return ['The stack is empty.' if is_stack else 'No call is left.']
    lines = ['The stack, the top last:' if is_stack else
             'The calls, the innermost last:']
    for i, frame in enumerate(frames):
        name = name_position(step, i)
        call = name if is_stack else '  ' * i + format_call(step, name)
        parts = ['...'] if len(frame.tried) > MOST_LISTED else []
        parts += [f'{move} is worth {format_score(score)}'
                  for move, score in frame.tried[-MOST_LISTED:]]
        if i < len(frames) - 1 or step.score is None and step.moves[i:]:
            parts.append(f'trying {step.moves[i]}')
        left = frame.list_left()
        if left:
            more = ', ...' if len(left) > MOST_LISTED else ''
            listed = ', '.join(map(str, left[:MOST_LISTED]))
            parts.append(f'not tried: {listed}{more}')
        lines.append(f'  {call}  {"; ".join(parts)}'.rstrip())
    return lines


def name_position(step: Step, i: int) -> str:
    """Return what the position in step after i moves is called: 'p1:6' if it
    consists of a number, otherwise the moves that lead there.
    """
    state = step.path[i].state
    return '-'.join(['start', *map(str, step.moves[:i])]) \
        if find_number(state) is None else format_heading(state)


def format_call(step: Step, name: str) -> str:
    """Return the call of the search function for the position called name."""
    return f'{SEARCHES[step.name].__name__}({name})'


def describe_win_at_once(game: Game, name: str) -> list[str]:
    """Return a line about the move that the strategy with the search called
    name makes without searching. Return no line if it does search.

    Minimax strategies make the first move that wins at once.
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
    kind: 'open' if its score is being searched for, 'scored' if it is found,
        'cut' or 'skipped' if it is not visited
    step: the last step there, None if it is not visited
    number: how many positions had been visited, this one included
    """
    kind: str
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
        if step.is_start():
            marks, number = {}, 0
        if step.score is None:
            number += 1
            marks[path] = Mark('open', step, number)
            continue
        marks[path] = marks[path]._replace(kind='scored', step=step)
        for kind, moves in [('cut', step.list_cut()),
                            ('skipped', step.list_skipped())]:
            for move in moves:
                marks[format_path((*step.moves, move))] = Mark(kind)
    return marks


class SearchView(View):
    """A tree with what is known after some steps of a search in it.

    === Attributes ===
    marks: what is known, by the paths of the positions
    """
    marks: dict[str, Mark]

    def __init__(self, game: Game, root: Position, steps: list[Step],
                 more: str = '...') -> None:
        """Initialize a view of the tree of game below root after steps."""
        super().__init__(game, root, more=more)
        self.marks = collect_marks(steps)

    def find_mark(self, node: Position) -> Mark:
        """Return what is known of node."""
        return self.marks.get(find_path(node), Mark('unknown'))

    def find_step(self, node: Position) -> Optional[Step]:
        """Return the last step at node, None if it is not visited."""
        return self.find_mark(node).step

    def find_winner(self, node: Position) -> str:
        """Return the player who wins at node, '' if that is not known."""
        step = self.find_step(node)
        return find_winner(node.state, step.score if step else None)

    def is_faint(self, node: Position) -> bool:
        """Return whether the search has not visited node."""
        return self.find_step(node) is None


class VisitView(SearchView):
    """A tree with all that a search does in it. Of several searches from the
    root, it shows the last one that has come to its end, or else the first.

    === Attributes ===
    name: which of SEARCHES it is
    depth: which search from the root is shown, 0 if none has come to its end
    finished: whether the search was completed, and not stopped
    hidden: how many positions were visited below those where the tree is cut,
        by their paths
    """
    name: str
    depth: int
    finished: bool
    hidden: Counter[str]

    def __init__(self, game: Game, name: str, root: Position,
                 most_searches: Number) -> None:
        """Initialize a view of the tree of game below root: run the search
        called name, with no more than most_searches searches from the root.
        Raise GameOverError if the game is over.
        """
        steps, self.finished = record_steps(game, name, Limits(
            most_searches, visits=MOST_VISITS, work=MOST_WORK))
        self.name = name
        self.depth = max((step.number for step in steps if step.is_end()),
                         default=0)
        super().__init__(game, root, [step for step in steps
                                      if step.number == max(self.depth, 1)])
        shown = {find_path(node) for node in (root, *root.descendants)}
        self.hidden = Counter()
        for path, mark in self.marks.items():
            if mark.step and path not in shown:
                while path not in shown:
                    path = path.rpartition(',')[0]
                self.hidden[path] += 1

    def format_title(self) -> str:
        """Return the title of the picture."""
        plies = format_plies(max(self.depth, 1))
        ahead = f' when it looks {plies} ahead' * (self.name == 'alphabeta')
        return f'{self.format_subject()}: what {TITLES[self.name]} visits' \
               f'{ahead}'

    def format_legend(self, mark: str = '') -> list[str]:
        """Return the lines that explain the picture."""
        nodes = [self.root, *self.root.descendants]
        visits = sum(each.step is not None for each in self.marks.values())
        lines = ['Positions are numbered in the order of the visits. Scores '
                 'are for the player to move.']
        if any(map(self.is_faint, nodes)):
            lines.append('Positions without a number, dashed in a picture, '
                         'are not visited.')
        if any(map(self.is_cut, nodes)):
            lines.append(CUT)
        lines += explain_scores(filter(None, map(self.find_step, nodes)))
        if find_cut_nodes(self.game, self.root):
            plies = format_plies(self.root.height)
            below = ': ... is the number of visits below' * bool(self.hidden)
            lines.append(f'The tree is cut after {plies}{below}.')
        if not self.finished and self.depth == 0:
            lines.append(f'The search is stopped here, after '
                         f'{visits:,} visits.')
        elif self.name == 'alphabeta':
            lines.append(BOUNDS)
        return lines + describe_win_at_once(self.game, self.name)

    def format_heading(self, node: Position) -> str:
        """Return the first line at node."""
        number = self.find_mark(node).number
        return f'{number}. ' * bool(number) + super().format_heading(node)

    def format_notes(self, node: Position) -> list[str]:
        """Return the lines below the picture at node."""
        step, hidden = self.find_step(node), self.hidden[find_path(node)]
        if step is None:
            return []
        note = 'stopped' if step.score is None else \
            f'{step.why or "returns"}{":" * bool(step.why)} ' \
            f'{format_score(step.score)}'
        return [note] + [f'... {hidden:,}'] * bool(hidden)

    def format_move(self, node: Position) -> str:
        """Return what is written on the line that leads to node."""
        return super().format_move(node) + ' cut' * self.is_cut(node)

    def is_cut(self, node: Position) -> bool:
        """Return whether the search has tried moves at the parent of node, but
        not the one that leads to node.
        """
        return self.find_mark(node).kind in ('cut', 'skipped')


def explain_scores(steps: Iterable[Step]) -> list[str]:
    """Return the lines that explain where scores in steps come from."""
    whys = {step.why for step in steps}
    return [MEANINGS[why] for why in MEANINGS if why in whys]
