"""Memory of the state space: arrays that grow within a limit."""

from __future__ import annotations

import math
from random import Random

import numpy as np

from lamp.statespace import StateSpace, encode
from lamp.statespace.memory import MAX_LENGTH
from tests.support.random_tasks import random_task


def empty_memory(limit: float = math.inf) -> StateSpace:
    task = random_task(Random(0))
    return StateSpace(encode(task, [task.goal]), limit=limit)


def test_a_longer_array_keeps_the_used_part_and_is_zero_after_it() -> None:
    array = np.arange(6, dtype=np.int32)
    longer = empty_memory().longer(array, 8, 4)
    assert longer is not None
    assert list(longer) == [0, 1, 2, 3, 0, 0, 0, 0, 0]
    assert empty_memory().longer(array, 5, 4) is array


def test_an_array_beyond_the_offset_range_or_the_memory_limit_is_refused() -> None:
    assert empty_memory().longer(np.zeros(1, dtype=np.uint8), MAX_LENGTH + 1, 0) is None
    assert empty_memory().longer(np.zeros((1, 2**28), dtype=np.uint8), MAX_LENGTH, 0) is None
    assert empty_memory(limit=1000).longer(np.zeros(1, dtype=np.uint8), 1000, 0) is None


def test_an_array_grows_by_less_than_half_where_that_is_all_there_is_room_for() -> None:
    memory = empty_memory(limit=1500)
    longer = memory.longer(np.zeros(1000, dtype=np.uint8), 1100, 1000)
    assert longer is not None
    assert len(longer) == 1100
