"""The landmark graph as arrays, with the costs of landmarks and the relevance of actions."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from lamp.heuristics.kernel import LiteralCosts
from lamp.landmarks import LandmarkGraph
from lamp.search.lamp import kernel
from lamp.search.lamp.kernel import Landmarks
from lamp.statespace import TaskArrays, num_words, pack, pack_rows
from lamp.task import Task


def encode_landmarks(arrays: TaskArrays, task: Task, graph: LandmarkGraph) -> Landmarks:
    """The graph as arrays, with the costs of landmarks, and the actions relevant for them."""
    number, facts = len(graph.landmarks), len(task.atoms)
    landmarks = Landmarks(
        predecessors=pack_rows([list(_bits(mask)) for mask in graph.predecessors], number),
        required=pack_rows(graph.required_again(task), number),
        cost=np.ones(number),
        distance=np.zeros((number, len(task.actions)), dtype=np.uint8),
    )
    costs = LiteralCosts(true=np.empty(facts), false=np.empty(facts))
    with np.errstate(over="ignore"):  # bits are found by overflow, if nothing is compiled
        kernel.fill_guidance(arrays, landmarks, pack(task.initial, num_words(facts)), costs)
    return landmarks


def _bits(mask: int) -> Iterable[int]:
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)
