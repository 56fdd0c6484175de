"""Slack: what makes bounds of values that are not exact along steps which cost nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lamp.exact import kernel
from lamp.exact.kernel import Graph
from lamp.exact.progress import Progress, pieces
from lamp.util.records import Floats, Int32s

ENOUGH = 0.5


def slack_of(
    graph: Graph, free: NDArray[np.bool_], least: Floats, order: Int32s, progress: Progress
) -> Floats:
    """A function of states, φ(s) ≥ least(s) + Σ p φ(s') for each free edge, over steps that cost 0.

    There is one, since the graph has no end components of such steps: φ is the greatest expected
    sum of least(s) along them. It is approached from below; as soon as no further sweep would raise
    it by more than half of least(s), twice the function is large enough.
    """
    slack = np.zeros(len(graph.final), dtype=np.float64)
    allowed = free.astype(np.uint8)
    while True:
        before = slack.copy()
        change = 0.0
        for first, last in pieces(len(order), progress, "actions that cost nothing"):
            some = order[first:last]
            change = max(change, kernel.slack_sweep(graph, allowed, least, slack, some))
        if change <= ENOUGH:
            return before / (1 - ENOUGH) if change else before
