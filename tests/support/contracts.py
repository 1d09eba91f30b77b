"""The contracts of our classes, checked while the tests run.

python_ta checks the types, preconditions and representation invariants that the
classes state, at each call and each change of an attribute. Importing this
module switches that on.
"""

import inspect
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from pkgutil import walk_packages
from types import ModuleType
from typing import Any, Iterable, Iterator
from python_ta import contracts
import interface

# Hex's files have bare names: pyproject.toml has pytest find them.
NAMES = [
    'game',
    'game_interface',
    'game_state',
    'stonehenge',
    'strategy',
    'subtract_square_game',
    'subtract_square_state',
    'engine.alpha_beta',
    'engine.fast_board',
    'engine.fast_stonehenge',
    *[
        module.name
        for module in walk_packages(interface.__path__, 'interface.')
    ],
    'labs.dominoes.adversarial_search',
    'labs.dominoes.domineering',
    'HexGame',
    'Minimax',
    'MonteCarlo',
    'Players',
    'hex_for_core',
    'labs.game_tree.scene',
    'labs.game_tree.steps',
    'labs.game_tree.tree',
]


def being_initialized(instance: object) -> bool:
    """Return whether a call of instance's __init__ is going on.

    python_ta asks this after each call. Its own way reads the source of every
    function on the stack, which takes nearly all the time under pytest.
    """
    frame = inspect.currentframe()
    while frame:
        if (
            frame.f_code.co_name == '__init__'
            and frame.f_locals.get('self') is instance
        ):
            return True
        frame = frame.f_back
    return False


contracts._instance_init_in_callstack = being_initialized


class FewItems:
    """How many items of a collection are looked at after each call: python_ta
    goes through all that there are, which takes most of the time of tests in
    which thousands of positions are remembered."""

    ALL_ITEMS: Any

    def iterate_samples(self, collection: Iterable) -> Iterable:
        """Return some items of collection."""
        return islice(collection, 9)


FewItems.ALL_ITEMS = FewItems()
contracts.CollectionCheckStrategy = FewItems


def classes_of(module: ModuleType) -> list[type]:
    """Return the classes of module that contracts can say something about."""
    # A NamedTuple and an error have nothing of their own to check.
    return [
        klass
        for _, klass in inspect.getmembers(module, inspect.isclass)
        if klass.__module__ == module.__name__
        and not issubclass(klass, (tuple, Exception))
    ]


CLASSES = [klass for name in NAMES for klass in classes_of(import_module(name))]
PLAIN = {klass: dict(vars(klass)) for klass in CLASSES}
for each in CLASSES:
    contracts.check_contracts(each)
# Each method that contracts have wrapped: its class, name and both versions.
METHODS = [
    (klass, name, PLAIN[klass].get(name, getattr(object, name, None)), checked)
    for klass in CLASSES
    for name, checked in vars(klass).items()
    if callable(checked) and checked is not PLAIN[klass].get(name)
]


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
