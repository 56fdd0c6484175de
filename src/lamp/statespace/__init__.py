"""The state space of a task: packed states, each once, with their edges and successors.

It depends on the task alone. Planners and exact solvers keep what they compute beside it, in arrays
that are indexed by the numbers of states and edges.
"""

from lamp.statespace import kernel
from lamp.statespace.encoding import encode
from lamp.statespace.kernel import UNKNOWN, Space, TaskArrays
from lamp.statespace.memory import StateSpace, counts
from lamp.statespace.packing import (
    WORD,
    csr,
    indptr,
    masks_by_word,
    num_words,
    pack,
    pack_rows,
    unpack,
)

__all__ = [
    "UNKNOWN",
    "WORD",
    "Space",
    "StateSpace",
    "TaskArrays",
    "counts",
    "csr",
    "encode",
    "indptr",
    "kernel",
    "masks_by_word",
    "num_words",
    "pack",
    "pack_rows",
    "unpack",
]
