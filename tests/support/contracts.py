"""The contracts of our classes, checked while the tests run.

python_ta checks the types, preconditions and representation invariants that the
classes state, at each call and each change of an attribute. Importing this
module switches that on.
"""
import inspect
from contextlib import contextmanager
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Iterator
from python_ta import contracts
import game
import game_interface
import game_state
import interface
import stonehenge
import strategy
import subtract_square_game
import subtract_square_state
from engine import alpha_beta, fast_board, fast_stonehenge
from labs.dominoes import adversarial_search, domineering
from labs.game_tree import searches, steps, svg, tree, views
# The files of the Hex lab: pyproject.toml has pytest find them.
import HexGame
import Minimax
import MonteCarlo
import Players
import hex_for_core

MODULES = (game, game_interface, game_state, stonehenge, strategy,
           subtract_square_game, subtract_square_state,
           alpha_beta, fast_board, fast_stonehenge,
           *[import_module(module.name) for module in
             walk_packages(interface.__path__, 'interface.')],
           adversarial_search, domineering, HexGame, Minimax, MonteCarlo,
           Players, hex_for_core,
           searches, steps, svg, tree, views)


def being_initialized(instance: object) -> bool:
    """Return whether a call of instance's __init__ is going on.

    python_ta asks this after each call. Its own way reads the source of every
    function on the stack, which takes nearly all the time under pytest.
    """
    frame = inspect.currentframe()
    while frame:
        if frame.f_code.co_name == '__init__' \
                and frame.f_locals.get('self') is instance:
            return True
        frame = frame.f_back
    return False


contracts._instance_init_in_callstack = being_initialized


def classes_of(module: ModuleType) -> list[type]:
    """Return the classes of module that contracts can say something about."""
    # A NamedTuple and an error have nothing of their own to check.
    return [klass for _, klass in inspect.getmembers(module, inspect.isclass)
            if klass.__module__ == module.__name__
            and not issubclass(klass, (tuple, Exception))]


CLASSES = [klass for module in MODULES for klass in classes_of(module)]
PLAIN = {klass: dict(vars(klass)) for klass in CLASSES}
for each in CLASSES:
    contracts.check_contracts(each)
# Each method that contracts have wrapped: its class, name and both versions.
METHODS = [(klass, name, PLAIN[klass].get(name, getattr(object, name, None)),
            checked)
           for klass in CLASSES for name, checked in vars(klass).items()
           if callable(checked) and checked is not PLAIN[klass].get(name)]


@contextmanager
def contracts_off() -> Iterator[None]:
    """Use our classes without contracts, for long searches: contracts make
    them a hundred times as slow.
    """
    for klass, name, plain, _ in METHODS:
        setattr(klass, name, plain)
    try:
        yield
    finally:
        for klass, name, _, checked in METHODS:
            setattr(klass, name, checked)
