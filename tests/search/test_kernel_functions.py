"""Kernel functions: compiled once each, and only entry points can be called from Python."""

from __future__ import annotations

import math

import pytest

from lamp.search import PAPER, Lamp, Lrtdp, kernel, labelled_kernel
from lamp.search.kernel import choosing, words
from tests.support.tasks import benchmark_task

only_compiled = pytest.mark.skipif(
    not hasattr(kernel.rollouts, "signatures"), reason="NUMBA_DISABLE_JIT is set"
)


@only_compiled
def test_every_entry_point_of_lamp_is_compiled_for_one_signature() -> None:
    for name in ("elevators:p5", "tireworld:p15"):
        task = benchmark_task(name)
        for changes in ({}, PAPER, *({"greediness": greediness} for greediness in (0, 1, 0.5))):
            Lamp(task, rollouts=3, budget=50, **changes).decide(task.initial)
    functions = [kernel.rollouts, kernel.intern, kernel.expand, kernel.intern_set, kernel.row_of]
    signatures = [len(function.signatures) for function in functions]  # type: ignore[attr-defined]
    assert signatures == [1] * len(functions)


@only_compiled
def test_every_entry_point_of_lrtdp_is_compiled_for_one_signature() -> None:
    task = benchmark_task("elevators:p2")
    Lrtdp(task).decide(task.initial)
    assert len(labelled_kernel.rollouts.signatures) == 1  # type: ignore[attr-defined]
    assert len(labelled_kernel.prices.signatures) == 1  # type: ignore[attr-defined]


@only_compiled
def test_a_kernel_function_that_is_no_entry_point_cannot_be_called_from_python() -> None:
    with pytest.raises(TypeError, match="it cannot be called here"):
        choosing.inverse_root(4.0)


def test_roots_and_logarithms_in_tables_are_those_of_the_formulas() -> None:
    for count in range(1, choosing.NUM_ROOTS):
        assert choosing.INVERSE_ROOT[count] == 1.0 / math.sqrt(count)
        assert choosing.ROOT_LOG[count] == math.sqrt(math.log(count))


def test_the_lowest_bit_of_a_word_is_found_by_its_de_bruijn_number() -> None:
    for bit in range(64):
        single = (1 << bit) * int(words.DE_BRUIJN) % 2**64
        assert words.BIT_OF[single >> 58] == bit
