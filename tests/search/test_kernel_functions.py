"""Kernel functions: only entry points can be called from Python; tables hold what formulas give."""

from __future__ import annotations

import math

import pytest

from lamp.search.lamp.kernel import ucb
from lamp.statespace.kernel import bits
from tests.support.entry_points import only_compiled


@only_compiled
def test_a_kernel_function_that_is_no_entry_point_cannot_be_called_from_python() -> None:
    with pytest.raises(TypeError, match="it cannot be called here"):
        ucb.inverse_root(4.0)


def test_roots_and_logarithms_in_tables_are_those_of_the_formulas() -> None:
    for count in range(1, ucb.TABLE_SIZE):
        assert ucb.INVERSE_ROOT[count] == 1.0 / math.sqrt(count)
        assert ucb.ROOT_LOG[count] == math.sqrt(math.log(count))


def test_the_lowest_bit_of_a_word_is_found_by_its_de_bruijn_number() -> None:
    for bit in range(64):
        single = (1 << bit) * int(bits.DE_BRUIJN) % 2**64
        assert bits.BIT_OF[single >> 58] == bit
