"""Kernel functions: compiled once each, and only entry points can be called from Python."""

from __future__ import annotations

import math
from itertools import product
from random import Random
from typing import Any

import pytest

from lamp.exact import Method, evaluate, solve
from lamp.execution import run_episode
from lamp.search import PAPER, Lamp, Lrtdp, Uct
from lamp.search.lamp import kernel as lamp_kernel
from lamp.search.lamp.kernel import ucb
from lamp.search.lrtdp import kernel as lrtdp_kernel
from lamp.statespace import kernel as statespace_kernel
from lamp.statespace.kernel import bits
from tests.support.entry_points import compiled_once, only_compiled, signature_counts
from tests.support.random_tasks import random_task
from tests.support.tasks import benchmark_task

RANDOM_TASKS = [random_task(Random(seed)) for seed in range(8)]
"""Some have conditional effects, negative conditions and disjunctions."""


@only_compiled
def test_every_entry_point_of_lamp_is_compiled_for_one_signature() -> None:
    # A process knows only the signatures of its own calls, so everything is called here.
    greediness = ({"greediness": alpha} for alpha in (0, 1, 0.5))
    variants: list[dict[str, Any]] = [{}, PAPER, {"workers": 2}, {"seconds": 0.01}, *greediness]
    for task in (benchmark_task("elevators:p5"), benchmark_task("tireworld:p15"), *RANDOM_TASKS):
        for changes in variants:
            Lamp(task, rollouts=4, **{"budget": 50, **changes}).decide(task.initial)
        run_episode(Uct(task, rollouts=4, budget=20), 1)
        Lrtdp(task, rollouts=4).decide(task.initial)
    for task, method in product(RANDOM_TASKS, Method):
        evaluate(task, solve(task, method=method).best_action)
    for kernel in (lamp_kernel, statespace_kernel):
        assert signature_counts(kernel) == compiled_once(kernel) != {}


@only_compiled
def test_every_entry_point_of_lrtdp_is_compiled_for_one_signature() -> None:
    for task in (benchmark_task("elevators:p2"), benchmark_task("tireworld:p15"), *RANDOM_TASKS):
        for alpha in (0, 0.5, 1):
            Lrtdp(task, greediness=alpha, rollouts=20).decide(task.initial)
        run_episode(Lrtdp(task, rollouts=4, budget=20, megabytes=3), 1)
    assert signature_counts(lrtdp_kernel) == compiled_once(lrtdp_kernel) != {}


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
