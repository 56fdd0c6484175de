"""Costs of landmarks (h^max) and relevance of actions, computed before the first rollout."""

from __future__ import annotations

import math

import numpy as np

from lamp.heuristics.kernel import (
    IRRELEVANT,
    LiteralCosts,
    hmax_of,
    hmax_sweep,
    init_hmax,
    init_relevance,
    relevance_sweep,
    set_literals,
)
from lamp.search.lamp.kernel.records import Landmarks
from lamp.statespace.kernel import ONE, TaskArrays
from lamp.util.compiling import compiled, entry
from lamp.util.records import Words

LEAST_COST = 1.0
"""What a landmark counts at least, in cost units: as much as a typical action (decision 14).

Where most actions cost nothing, an estimate must still tell near states from far ones.
"""


@entry
def fill_guidance(
    task: TaskArrays, landmarks: Landmarks, words: Words, costs: LiteralCosts
) -> None:
    """Fill in the distances of actions to landmarks, and the costs of landmarks.

    `words` is the initial state, `costs` working memory.
    """
    for landmark in range(len(task.tracked)):
        init_relevance(task, task.tracked[landmark], costs)
        landmarks.distance[landmark] = IRRELEVANT
        while relevance_sweep(task, landmarks.distance[landmark], costs):
            pass
        cost = landmark_cost(task, landmarks, landmark, words, costs)
        landmarks.cost[landmark] = max(cost, LEAST_COST) if cost < math.inf else LEAST_COST


@compiled
def landmark_cost(
    task: TaskArrays, landmarks: Landmarks, landmark: int, words: Words, costs: LiteralCosts
) -> float:
    """h^max of a landmark, where the initial state and all landmarks before it have cost 0.

    Its own literals have infinite cost at first: an action must make it true.
    """
    init_hmax(costs, words)
    for other in range(len(task.tracked)):
        if landmarks.predecessors[landmark, other >> 6] >> np.uint64(other & 63) & ONE:
            set_literals(task, task.tracked[other], costs, 0.0, True)
    set_literals(task, task.tracked[landmark], costs, math.inf, False)
    while hmax_sweep(task, costs):
        pass
    return hmax_of(task, task.tracked[landmark], costs)
