"""The compiled part of the state space.

Compiled functions allocate nothing. One that lacks room returns NEED_ROOM before it has changed
anything or drawn a random number; `lamp.statespace.memory` makes arrays longer, and it is called
again. Randomness is `rng.random()` and nothing else, so that the same functions without compilation
are their own oracle.
"""

from lamp.statespace.kernel.bits import (
    copy_words,
    find_slot,
    intersect,
    lowest_bit,
    rehash,
)
from lamp.statespace.kernel.exploration import expand_states, explore, find_projected
from lamp.statespace.kernel.records import (
    ALIVE,
    DEAD_END,
    DONE,
    EDGE,
    NEED_ROOM,
    NODE,
    ONE,
    UNKNOWN,
    UNTESTED,
    ZERO,
    Scratch,
    Space,
    TaskArrays,
    int64,
)
from lamp.statespace.kernel.states import (
    apply_outcome,
    find_state,
    intern_state,
    is_true,
    mean_step_cost,
    step_cost,
)
from lamp.statespace.kernel.successors import compute_successor, expand, sample_successor

__all__ = [
    "ALIVE",
    "DEAD_END",
    "DONE",
    "EDGE",
    "NEED_ROOM",
    "NODE",
    "ONE",
    "UNKNOWN",
    "UNTESTED",
    "ZERO",
    "Scratch",
    "Space",
    "TaskArrays",
    "apply_outcome",
    "compute_successor",
    "copy_words",
    "expand",
    "expand_states",
    "explore",
    "find_projected",
    "find_slot",
    "find_state",
    "int64",
    "intern_state",
    "intersect",
    "is_true",
    "lowest_bit",
    "mean_step_cost",
    "rehash",
    "sample_successor",
    "step_cost",
]
