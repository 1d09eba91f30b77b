"""What the README of the Hex lab says is so."""
import doctest
from tests.support.hex_programs import HEX_LAB


def test_examples() -> None:
    """The examples give what it says."""
    result = doctest.testfile(str(HEX_LAB / 'README.md'), False,
                              encoding='utf-8')
    assert result.failed == 0 and result.attempted > 3
