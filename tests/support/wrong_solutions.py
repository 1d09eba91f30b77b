"""Wrong solutions: the right one in solutions/lists, with one thing changed.

Each is what a student may well hand in. It says what the first failure in the
report of the suites has to be, and some of its words.
"""
from pathlib import Path
from tests.support.suites import SUITES, copy_solution, failures_in, run_suites
from tests.support.wrong_strategies import WRONG_STRATEGIES, Wrong

WRONG = {
    'a claim needs more than half': Wrong(
        'if owned >= len', 'if owned > len', 'TestClaims.test_half_of_a_line',
        ["marker of the ley-line A-B should be '1'",
         'at least half of its cells: A', "Yours is '@'", '^ here']),
    'a claim needs half, rounded down': Wrong(
        'owned >= len(self.lines[i]) / 2', 'owned >= len(self.lines[i]) // 2',
        'TestClaims.test_less_than_half',
        ["C-D-E should be '@', as nobody has half of its cells yet",
         "Yours is '1'"]),
    'markers in reversed order': Wrong(
        'markers = list(self.markers)', 'markers = self.markers[::-1]',
        'TestClaims.test_one_cell_lines',
        ["marker of the ley-line C should be '1'", "Yours is '@'",
         'Is the order of the markers reversed?']),
    'two diagonals exchanged': Wrong(
        'FG BE CF ADG', 'FG BE ADG CF', 'TestClaims.test_every_line',
        ["marker of the ley-line C-F should be '1'", "Yours is '@'",
         'those of C-F, A-D-G are wrong. Is the order of the markers wrong?']),
    'a claim can be lost again': Wrong(
        " and self.markers[i] == '@'", '', 'TestClaims.test_first_claim_stays',
        ["A-B should be '1', as player 1 was the first", "Yours is '2'"]),
    'a cell is not on the board': Wrong(
        '@ - O - P - Q - R - S - T', '@ - O - P - Q - R - S',
        'TestNewGame.test_empty_boards',
        ['should show 43 letters, digits and @', 'Yours shows 42',
         'this line should be @ O P Q R S T and is @ O P Q R S', '^ here']),
    'states share a list': Wrong(
        'new_state = deepcopy(self)',
        'from copy import copy\n        new_state = copy(self)',
        'TestFirstMoves.test_old_state',
        ["make_move('D') changed the state that it was called on", 'share']),
    'make_move changes the state itself': Wrong(
        'new_state = deepcopy(self)', 'new_state = self',
        'TestFirstMoves.test_old_state',
        ["make_move('D') should return a new state"]),
    'make_move returns nothing': Wrong(
        '        return new_state\n', '', 'TestFirstMoves.test_turns',
        ["make_move('D') should return the state after the move", 'None',
         'is a "return" missing?']),
    'the same player moves on': Wrong(
        'new_state.p1_turn = not self.p1_turn',
        'new_state.p1_turn = self.p1_turn', 'TestFirstMoves.test_turns',
        ['p1_turn should be False, as player 2 is to move. Yours is True.']),
    'the same player moves on at the end': Wrong(
        'new_state.p1_turn = not self.p1_turn',
        'new_state.p1_turn = self.p1_turn is (self.size == 1)',
        'TestFirstMoves.test_turns',
        ['p1_turn should be False, as player 2 is to move. Yours is True.',
         'Stonehenge, side length 1. Player 1 begins. Moves so far: A.']),
    'rough_outcome from the other side': Wrong(
        'rough_outcome(self):\n'
        '        """Return an estimate of the score, exact two moves ahead."""',
        'rough_outcome(self):\n        """Return an estimate."""\n'
        '        return -self.estimate()\n\n    def estimate(self):\n'
        '        """Return an estimate for the other player."""',
        'TestEstimates.test_rough_outcome_small',
        ['rough_outcome() should be 1, as player 1 wins at once with A',
         'Yours is -1', 'the other side']),
    'rough_outcome looks one move ahead': Wrong(
        '        for state in next_states:\n',
        '        return 0\n        for state in next_states:\n',
        'TestEstimates.test_rough_outcome_small',
        ['should be -1, as player 1 wins whatever player 2 does',
         'is answered by', 'Yours is 0.']),
    '__init__ never takes the answer': Wrong(
        "['1', '2', '3', '4', '5']", '[1, 2, 3, 4, 5]',
        'TestNewGame.test_one_question',
        ["input('Side length (1 to 5): ') was called, where nothing more",
         'in __init__', "answers typed were '1'."]),
    'an endless recursion': Wrong(
        'return state.is_lost()', 'return self.is_over(self.current_state)',
        'TestEnd.test_exactly_half',
        ['is_over(state) never finished', 'in is_over']),
    'no moves after the end': Wrong(
        "        player = '1' if self.p1_turn else '2'\n",
        '        if self.is_lost():\n'
        "            raise ValueError('The game is over.')\n"
        "        player = '1' if self.p1_turn else '2'\n",
        'TestMoves.test_moves_after_the_end',
        ["make_move('C') raised ValueError: The game is over.",
         'Even then, make_move takes free cells', 'Moves so far: A.']),
    'the old state after the end': Wrong(
        "        player = '1' if self.p1_turn else '2'\n",
        '        if self.is_lost():\n            return self\n'
        "        player = '1' if self.p1_turn else '2'\n",
        'TestMoves.test_moves_after_the_end',
        ["place of the cell C should be '2', as player 2 has taken the cell",
         'Even then, make_move takes free cells']),
    'the last row is not shifted': Wrong(
        'AC BDF AB EG CDE FG BE CF ADG', 'ACF BDG AB E CDE FG BE CG AD',
        'TestClaims.test_less_than_half',
        ["A-D-G should be '@'",
         'This comes out if the last row is not shifted: F then has '
         'the column of C. It should have that of D.']),
    'a winner needs more than half': Wrong(
        'count(player) >= len', 'count(player) > len',
        'TestMoves.test_possible_moves',
        ['should be [], as the game is over']),
    'taken cells can be taken': Wrong(
        ' or move not in self.cells', '', 'TestMoves.test_taken_cells',
        ['should raise a ValueError, as ', ' is taken',
         'Yours raises nothing']),
    'equal ley-lines are mixed up': Wrong(
        'new_state.markers[i] = player',
        'found = [[new_state.cells[self.letters.index(c)] for c in line]\n'
        '                             for line in self.lines]\n'
        '                    new_state.markers[found.index(found[i])] = player',
        'TestClaims.test_random_games',
        ['To repeat it, type SEED=148 before the command.']),
    'None for False': Wrong(
        'return self.is_over(self.current_state) \\\n            and self',
        'return (self.is_over(self.current_state) or None) \\\n'
        '            and self', 'TestEnd.test_bools',
        ["is_winner('p1') should be True or False. Yours is None: is a "
         '"return" missing?']),
    'a wrong letter for side length 5': Wrong(
        'JPV FKQW', 'JPV FKQX', 'TestClaims.test_every_line',
        ['F-K-Q-W should be']),
    'no upper case': Wrong(
        'string.strip().upper()', 'string.strip()',
        'TestTexts.test_str_to_move', ["str_to_move('g') should be 'G'"]),
    'make_move prints': Wrong(
        'new_state = deepcopy(self)', 'new_state = deepcopy(self)\n'
        '        print("I take", move)', 'TestTexts.test_silence',
        ["make_move('C') should print nothing. Yours prints: I take C"]),
    'a marker too many': Wrong(
        'return picture\n', "return picture.replace('B   @', 'B   @ @')\n",
        'TestNewGame.test_empty_boards',
        ['Yours shows 17', 'this line should be @ A B @ and is @ A B @ @',
         '@ - A - B @ @ ^ here']),
    'a marker too many, and one missing': Wrong(
        'return picture\n', 'return picture.replace("B\\n", "B @\\n")'
        '.replace("C   @", "C")\n',
        'TestNewGame.test_empty_boards',
        ['Yours shows 9.', 'this line should be @ A B and is @ A B @']),
    'markers together': Wrong(
        'return picture\n', "return picture.replace('@ - A', '@A')\n",
        'TestNewGame.test_empty_boards',
        ["Yours shows 8. '@A' counts as one. Put a blank or a stroke between "
         'any two of them.']),
    'str_to_move reads None': Wrong(
        "return string if string in self.current_state.letters else ''",
        "return self.str_to_move(None)", 'TestTexts.test_str_to_move',
        ["str_to_move(None)", "raised AttributeError: 'NoneType'"]),
    'a misspelt method': Wrong(
        'def get_possible_moves', 'def get_posible_moves',
        'TestFirstMoves.test_old_state',
        ['You have get_posible_moves: its name should be get_possible_moves.']),
    'an index too far': Wrong(
        'range(len(self.lines))', 'range(18)', 'TestFirstMoves.test_turns',
        ["make_move('D') raised IndexError: list index out of range",
         'stonehenge.py line ', 'Moves so far: none.', '@ - C - D - E']),
    'KeyError for an unknown cell': Wrong(
        "raise ValueError('You cannot take ' + str(move))",
        'raise KeyError(move)', 'TestMoves.test_taken_cells',
        ['should raise a ValueError', 'raises KeyError']),
    'is_winner answers too early': Wrong(
        'self.is_over(self.current_state) \\\n            and ', '',
        'TestEnd.test_no_winner_yet',
        ["is_winner('p2') should be False, as nobody has half of the ley-lines",
         'Yours is True']),
    'valid after the end': Wrong(
        '    def rough_outcome(self):', '    def is_valid_move(self, move):\n'
        '        return move in self.cells and move.isalpha()\n\n'
        '    def rough_outcome(self):', 'TestMoves.test_valid_moves',
        ["should be False, as the game is over. Yours is True."]),
    'an estimate of the wrong sign': Wrong(
        '                return 0\n',
        "                one, two = map(self.markers.count, '12')\n"
        '                return (two - one) / (99 if self.p1_turn else -99)\n',
        'TestEstimates.test_rough_outcome_large',
        ['should not be lower here, where the player to move has more claims',
         'Is it seen from the other side?']),
    'a ValueError without text': Wrong(
        "('You cannot take ' + str(move))", '', 'TestMoves.test_taken_cells',
        ['Yours does not say why: give it a text.']),
    'int after isdigit': Wrong(
        "size not in ['1', '2', '3', '4', '5']",
        "not size.isdigit() or int(size) not in range(1, 6)",
        'TestTexts.test_bad_answers', ['raised ValueError: invalid literal']),
    'get_possible_moves returns nothing': Wrong(
        'return [cell for', '[cell for', 'TestFirstMoves.test_old_state',
        ['should return a list. Yours returns None: is a "return" missing?']),
    '__str__ returns nothing': Wrong(
        'return picture\n', 'picture\n', 'TestNewGame.test_empty_boards',
        ['__str__() should return text. Yours returns None: is a "return" '
         'missing?']),
    'self forgotten': Wrong(
        'self.current_state = Stone', 'current_state = Stone',
        'TestNewGame.test_who_starts', ['StonehengeGame has no current_state: '
                                        '__init__ should set self.current']),
    'repr lacks the player': Wrong(
        '{self.get_current_player_name()} {self.cells}', '{self.cells}',
        'TestTexts.test_different_repr',
        ['Two different positions should have different reprs',
         'and in the one that the game below has come to']),
    'rough_outcome not written': Wrong(
        '    def rough_outcome(self):', '    def todo(self):',
        'TestEstimates.test_rough_outcome_small',
        ['StonehengeState.rough_outcome is not written yet',
         'NotImplementedError']),
    'p1_turn has another name': Wrong(
        'self.p1_turn = is_p1_turn', 'self.turn = is_p1_turn',
        'TestNewGame.test_who_starts',
        ['StonehengeState has no p1_turn: GameState.__init__ sets it'],
        'game_state.py'),
    'no Stonehenge yet': Wrong(
        ", 'h': StonehengeGame", '', 'TestNewGame.test_game_interface',
        ["game_interface.py has no 'h' in playable_games: it is not written "
         "yet"], 'game_interface.py'),
    'game_interface asks': Wrong(
        "'h': StonehengeGame}\n",
        "'h': StonehengeGame}\n"
        "game = playable_games[input('Which game? ')](True)\n",
        'TestNewGame.test_game_interface',
        ["input('Which game? ') was called, where nothing", 'in <module>',
         'if __name__ == "__main__":'], 'game_interface.py'),
    'game_interface never ends': Wrong(
        "'h': StonehengeGame}\n",
        "'h': StonehengeGame}\nwhile True:\n    pass\n",
        'TestNewGame.test_game_interface',
        ['Importing game_interface.py did not finish',
         'still running after 1 s: in <module>, game_interface.py line 8'],
        'game_interface.py'),
    'a syntax error': Wrong(
        'def is_lost(self):', 'def is_lost(self)',
        'TestNewGame.test_game_interface',
        ['SyntaxError', 'stonehenge.py, line ']),
    **WRONG_STRATEGIES}


def before_a_move(code: str) -> Wrong:
    """Return the change that has code run before each move."""
    place = '        new_state = deepcopy(self)\n'
    return Wrong(place, f'        {code}\n{place}', '', [])


def write_wrong_solution(wrong: Wrong, folder: Path) -> None:
    """Put the wrong solution and both suites into folder."""
    copy_solution('lists', folder)
    file = folder / wrong.file
    text = file.read_text('utf-8')
    assert text.count(wrong.old) == 1, wrong
    file.write_text(text.replace(wrong.old, wrong.new), 'utf-8')


def check_report(wrong: Wrong, folder: Path, *arguments: str,
                 suites: list[str] = SUITES) -> str:
    """Check that suites, run on this solution, which is in folder, report one
    failure, and say of it what they should. Return the whole report."""
    endless = any('still running' in words for words in wrong.words)
    done = run_suites(folder, *arguments, suites=suites,
                      seconds=1 if endless else 10)
    failures = failures_in(done.stdout)
    assert done.returncode != 0
    assert list(failures) == [wrong.test], done.stdout
    for words in wrong.words:
        assert ' '.join(words.split()) in failures[wrong.test], done.stdout
    assert 'Traceback' not in done.stdout
    return done.stdout
