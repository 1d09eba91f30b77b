"""Programs of recursive minimax in five styles, right ones and wrong ones."""

from textwrap import indent
from typing import Any, Callable, NamedTuple
import re

# The parts of a program; SCORE stands for a call of the function that scores.
BODY = """
if game.is_over(state):
    end = copy(game)
    end.current_state = state
    if end.is_winner(state.get_current_player_name()):
        return 1
    if end.is_winner('p1') or end.is_winner('p2'):
        return -1
    return 0
best = -2
for move in state.get_possible_moves():
    value = -SCORE(state.make_move(move))
    if value > best:
        best = value
return best
"""
CHOICE = """
best = -2
for move in state.get_possible_moves():
    value = -SCORE(state.make_move(move))
    if value > best:
        best, choice = value, move
return choice
"""
STRATEGY = """
from copy import copy
def recursive_minimax_strategy(game):
    state = game.current_state
    if game.is_over(state):
        raise ValueError('It is over')
"""


def write_helper(body: str, choice: str) -> str:
    """Return a program with a function that scores."""
    strategy = STRATEGY + indent(choice, '    ')
    score = 'def score(game, state):\n' + indent(body, '    ')
    return (strategy + score).replace('SCORE(', 'score(game, ')


def write_class(body: str, choice: str) -> str:
    """Return a program with a class that has a method that scores."""
    head = (
        'class Search:\n    def __init__(self, game):\n'
        '        self.game = game\n    def score(self, state):\n'
        '        game = self.game\n'
    )
    method = indent(body, ' ' * 8).replace('SCORE(', 'self.score(')
    strategy = STRATEGY + '    search = Search(game)\n'
    strategy += indent(choice, '    ').replace('SCORE(', 'search.score(')
    return head + method + strategy


def write_closure(body: str, choice: str) -> str:
    """Return a program with a function in a function."""
    inner = '    def score(state):\n' + indent(body, ' ' * 8)
    return (STRATEGY + inner + indent(choice, '    ')).replace(
        'SCORE(', 'score('
    )


def write_one_function(body: str, choice: str) -> str:
    """Return a program in which the strategy calls itself. It chooses what was
    best, so that much of choice is not used."""
    (returned,) = re.findall('return (choice|move)$', choice, re.MULTILINE)
    lines = re.sub(
        r'^( *)((?:return )?(?:-|sign \* )?best[^=\n]*)$',
        rf'\1if is_root:\n\1    return {returned}\n\1\2',
        body.replace('best = value', 'best, choice = value, move'),
        flags=re.MULTILINE,
    )
    head = STRATEGY.replace('(game)', '(game, state=None)').replace(
        '    state = game.current_state\n    if',
        '    is_root = state is None\n'
        '    state = game.current_state if is_root else state\n'
        '    if is_root and',
    )
    return head + indent(lines, '    ').replace(
        'SCORE(', 'recursive_minimax_strategy(game, '
    )


def write_other_names(body: str, choice: str) -> str:
    """Return a program with other names, and others in it."""
    names = {
        'score': 'rateStellung',
        'game': 'spiel',
        'state': 'node',
        'move': 'zug',
        'best': 'hoechste',
        'value': 'w',
        'choice': 'm',
    }
    text = write_helper(body, choice)
    for name, other in names.items():
        text = re.sub(rf'(?<![.\w]){name}\b(?!s)', other, text)
    return text


STYLES: dict[str, Callable[[str, str], str]] = {
    'helper': write_helper,
    'class': write_class,
    'closure': write_closure,
    'one function': write_one_function,
    'other names': write_other_names,
}


class Kind(NamedTuple):
    """A kind of programs, which all styles have.

    === Attributes ===
    body: what is replaced by what in BODY, and in CHOICE if it is there
    position: the number, or the tiny tree, where that leads to a wrong score
    wrong: the moves to the first wrong score there, None if there is none
    choice: what is replaced in CHOICE alone
    """

    body: dict[str, str]
    position: Any = 6
    wrong: tuple[Any, ...] | None = None
    choice: dict[str, str] = {}


ONES = 1, 1, 1, 1, 1, 1
TIED = {'a': {'a': 0, 'b': -1}, 'b': {'a': 1, 'b': 1}}
SWAPPED = {
    'return -1': 'return 9',
    'return 1': 'return -1',
    'return 9': 'return 1',
}
KEEP = {'value = -SCORE': 'value = -SCORE'}

WRONG = {
    'it forgets to negate': Kind(
        {'value = -SCORE': 'value = SCORE'}, 6, ONES[:5], KEEP
    ),
    'it takes the lowest': Kind(
        {'best = -2': 'best = 2', 'value > best': 'value < best'},
        6,
        (1, 1),
        {'best = -2': 'best = -2'},
    ),
    'the end is the wrong way round': Kind(SWAPPED, 6, ONES),
    'a tie is a loss': Kind({'return 0': 'return -1'}, TIED, 'aa'),
    'player 1 counts': Kind(
        {'state.get_current_player_name()': "'p1'"}, 6, (1, 1, 4)
    ),
    'is_winner of the game': Kind({'end.is_winner': 'game.is_winner'}, 6, ONES),
    'the first move is enough': Kind(
        {'best = value\nreturn': 'best = value\n    return'}, 6, (1, 1), KEEP
    ),
    'it begins with 0': Kind(
        {'best = -2': 'best = 0'}, 6, ONES[:4], {'best = -2': 'best = -2'}
    ),
    'it returns nothing': Kind({'return best': 'best'}, 6, ONES[:5]),
    'the last move is left out': Kind(
        {'moves():': 'moves()[:-1]:'}, 6, ONES[:3], {'moves():': 'moves():'}
    ),
    'a tie is enough': Kind(
        {
            'best = value': (
                'best = value\n        if best >= 0:\n            break'
            )
        },
        TIED,
        'a',
    ),
    'it chooses the last move': Kind(
        {}, 8, None, {'return choice': 'return move'}
    ),
}

SIGN = {
    'value = -SCORE': 'value = sign * SCORE',
    'return best': 'return sign * best',
}
RIGHT = {
    'plain': Kind({}),
    'scores for player 1': Kind(
        {
            'state.get_current_player_name()': "'p1'",
            **SIGN,
            'best = -2': 'sign = 1 if state.p1_turn else -1\nbest = -2',
        }
    ),
    'scores for who chooses': Kind(
        {
            'state.get_current_player_name()': (
                'game.current_state.get_current_player_name()'
            ),
            **SIGN,
            'best = -2': (
                'sign = 1 if state.p1_turn == game.current_state.p1_turn '
                'else -1\nbest = -2'
            ),
        }
    ),
    'scores for who moved': Kind(
        {
            **SWAPPED,
            'value = -SCORE': 'value = SCORE',
            'return best': 'return -best',
        }
    ),
    'scores with moves': Kind(
        {
            'return 1': 'return 1, None',
            'return -1': 'return -1, None',
            'return 0': 'return 0, None',
            'return best': 'return best, move',
            'make_move(move))': 'make_move(move))[0]',
        }
    ),
    'it stops at a win': Kind(
        {
            'best = value': (
                'best = value\n        if best == 1:\n            break'
            )
        },
        choice={'best = -2': 'best = -2'},
    ),
    'other order': Kind({'moves():': 'moves()[::-1]:'}),
    'it remembers': Kind(
        {
            'best = -2': 'key = state.p1_turn, str(state)\n'
            'if key in KNOWN:\n    return KNOWN[key]\nbest = -2',
            'return best': 'KNOWN[key] = best\nreturn best',
        },
        choice={'best = -2': 'best = -2'},
    ),
}


def write_program(style: str, kind: Kind) -> str:
    """Return a program of this kind and style."""
    body = BODY
    choice = CHOICE
    for old, new in kind.body.items():
        assert old in BODY or old in body, old
        body = body.replace(old, new)
    for old, new in (kind.choice or kind.body).items():
        choice = choice.replace(old, new)
    return 'KNOWN = {}\n' + STYLES[style](body, choice)


END = """
from copy import copy
def score_end(game, state, player):
    end = copy(game)
    end.current_state = state
    return 1 if end.is_winner(player) else -1
"""
STACK = (
    END
    + """
class Node:
    def __init__(self, state, parent=None):
        self.state, self.parent = state, parent
        self.children = self.score = None
class Search:
    def __init__(self, game):
        self.game, self.root = game, Node(game.current_state)
        self.stack = [self.root]
    def step(self):
        node = self.stack.pop()
        if self.game.is_over(node.state):
            node.score = score_end(self.game, node.state,
                                   node.state.get_current_player_name())
        elif node.children is None:
            node.children = [Node(node.state.make_move(move), node)
                             for move in node.state.get_possible_moves()]
            self.stack += [node] + node.children
        else:
            node.score = max(-child.score for child in node.children)
def recursive_minimax_strategy(game):
    search = Search(game)
    while search.stack:
        search.step()
    return next(move for move, child in zip(
        game.current_state.get_possible_moves(), search.root.children)
        if child.score == -search.root.score)
"""
)
ONE_GAME = (
    END
    + """
def score(game):
    state = game.current_state
    if game.is_over(state):
        return score_end(game, state, state.get_current_player_name())
    best = -1
    for move in state.get_possible_moves():
        game.current_state = state.make_move(move)
        best = max(best, -score(game))
        game.current_state = state
    return best
def recursive_minimax_strategy(game):
    state, scores = game.current_state, {}
    for move in state.get_possible_moves():
        game.current_state = state.make_move(move)
        scores[move] = -score(game)
        game.current_state = state
    return max(scores, key=scores.get)
"""
)

# Right programs that keep positions in other ways.
LAYOUTS = {
    'one game that comes to all positions': ONE_GAME,
    'one game, in an object': ONE_GAME.replace('score(game)', 'score(search)')
    .replace(
        'def score(search):\n', 'def score(search):\n    game = search.game\n'
    )
    .replace(
        '    state, scores',
        '    search = type("Search", (), {})()\n'
        '    search.game = game\n    state, scores',
    ),
    'nodes with parents, and a stack in an object': STACK,
    'nodes that are states': STACK.replace('node.state', 'node').replace(
        'class Node:\n    def __init__(self, state, parent=None):\n'
        '        self.state, self.parent = state, parent\n'
        '        self.children = self.score = None\n',
        'def Node(state, parent=None):\n'
        '    state.children = state.score = None\n    return state\n',
    ),
    'nodes that are dictionaries': END
    + """
def recursive_minimax_strategy(game):
    root = {'state': game.current_state}
    stack = [root]
    while stack:
        node = stack.pop()
        state = node['state']
        if game.is_over(state):
            node['score'] = score_end(game, state,
                                      state.get_current_player_name())
        elif 'children' not in node:
            node['children'] = [{'state': state.make_move(move)}
                                for move in state.get_possible_moves()]
            stack += [node] + node['children']
        else:
            node['score'] = max(-child['score'] for child in node['children'])
    return next(move for move, child in zip(
        game.current_state.get_possible_moves(), root['children'])
        if child['score'] == -root['score'])
""",
    'a function for each player': END
    + """
def highest(game, state, player):
    if game.is_over(state):
        return score_end(game, state, player)
    return max([lowest(game, state.make_move(move), player)
                for move in state.get_possible_moves()])
def lowest(game, state, player):
    if game.is_over(state):
        return score_end(game, state, player)
    return min([highest(game, state.make_move(move), player)
                for move in state.get_possible_moves()])
def recursive_minimax_strategy(game):
    state = game.current_state
    return max(state.get_possible_moves(), key=lambda move: lowest(
        game, state.make_move(move), state.get_current_player_name()))
""",
}
