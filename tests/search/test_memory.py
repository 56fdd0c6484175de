"""Memory of the kernel: arrays that grow within a limit, of the types that are compiled for."""

from __future__ import annotations

import math
from random import Random

import numpy as np

from lamp.landmarks import lm_rhw
from lamp.search import Lamp
from lamp.search.encode import encode, encode_rules
from lamp.search.memory import MOST, StateMemory, relaxation
from lamp.search.rules import rules_of
from tests.support.random_tasks import random_task


def empty_memory(limit: float = math.inf) -> StateMemory:
    task = random_task(Random(0))
    return StateMemory(encode(task, lm_rhw(task)), limit=limit)


def test_a_longer_array_keeps_the_used_part_and_is_zero_after_it() -> None:
    array = np.arange(6, dtype=np.int32)
    longer = empty_memory().longer(array, 8, 4)
    assert longer is not None
    assert list(longer) == [0, 1, 2, 3, 0, 0, 0, 0, 0]
    assert empty_memory().longer(array, 5, 4) is array


def test_an_array_beyond_the_offset_range_or_the_memory_limit_is_refused() -> None:
    assert empty_memory().longer(np.zeros(1, dtype=np.uint8), MOST + 1, 0) is None
    assert empty_memory().longer(np.zeros((1, 2**28), dtype=np.uint8), MOST, 0) is None
    assert empty_memory(limit=1000).longer(np.zeros(1, dtype=np.uint8), 1000, 0) is None


def test_an_array_grows_by_less_than_half_where_that_is_all_there_is_room_for() -> None:
    memory = empty_memory(limit=1500)
    longer = memory.longer(np.zeros(1000, dtype=np.uint8), 1100, 1000)
    assert longer is not None
    assert len(longer) == 1100


def test_all_arrays_have_the_types_and_layout_of_the_compiled_signatures() -> None:
    task = random_task(Random(0))
    arrays = encode(task, lm_rhw(task))
    planner = Lamp(task, rollouts=60)
    planner.decide(task.initial)
    memory = planner.trees[0].memory
    relaxed = relaxation(encode_rules(rules_of(task), len(task.atoms)), 1)
    encoded = (*arrays, *relaxed.rules)
    for array in (*encoded, *memory.space, *memory.learned, *memory.work, *relaxed[1:]):
        assert array.flags.c_contiguous
    assert {array.dtype.str for array in encoded} <= {"<i4", "<u8", "<f8"}
