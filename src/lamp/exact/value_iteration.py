"""Interval and value iteration: probabilities and costs of all states, with bounds."""

from __future__ import annotations

import numpy as np

from lamp.exact import kernel
from lamp.exact.bounds import Bounds
from lamp.exact.kernel import FINISHED, SLOW, UNKNOWN, Components, Cursor, Graph, Values
from lamp.exact.local_model import LARGEST
from lamp.exact.progress import Progress
from lamp.exact.qualitative import QualitativeAnalysis
from lamp.exact.slow_components import skip_component, solve_probability
from lamp.util.records import Floats

PROBABILITY_TOLERANCE = 1e-13
"""How far the bounds of a probability may be from each other, relatively."""


def first_values(
    graph: Graph, analysis: QualitativeAnalysis, final: Floats | None = None
) -> Values:
    """Bounds on the maximal probability by the analysis alone: 0 and 1, where these are exact.

    Final states are worth 1, unless told.
    """
    almost_sure = analysis.almost_sure.astype(np.float64)
    upper = (analysis.distance != UNKNOWN).astype(np.float64)
    if final is not None:
        almost_sure[graph.final != 0] = upper[graph.final != 0] = final[graph.final != 0]
    return Values(
        lower=almost_sure,
        upper=upper,
        cost=np.zeros(len(almost_sure), dtype=np.float64),
        choice=np.full(len(almost_sure), UNKNOWN, dtype=np.int32),
    )


def bound_probabilities(
    graph: Graph, analysis: QualitativeAnalysis, values: Values, progress: Progress
) -> None:
    """Bring the bounds on the maximal probability together; they hold at any time.

    Interval iteration, component by component: both bounds converge, since end components, in
    which one could stay for ever, count as single states.
    """
    components = analysis.components
    cursor = Cursor(tolerance=PROBABILITY_TOLERANCE, largest=LARGEST)
    while (status := kernel.bound_components(graph, components, values, cursor)) != FINISHED:
        progress(iteration_text("probabilities", components, cursor))
        if status == SLOW:
            solve_probability(graph, components, values, cursor.component, progress)
            skip_component(cursor)


def cost_bounds(values: Values, share: float, state: int) -> Bounds | None:
    """Bounds on the expected cost of success from a state; nothing where there is none."""
    probability = float(values.lower[state])
    if not probability:
        return None
    cost = float(values.cost[state]) / probability
    return Bounds(cost / (1 + share), cost * (1 + share))


def probability_bounds(values: Values, state: int) -> Bounds:
    """Bounds on the maximal probability of a state."""
    return Bounds(float(values.lower[state]), float(values.upper[state]))


def iteration_text(what: str, components: Components, cursor: Cursor) -> str:
    """How far value iteration has come."""
    number = len(components.indptr) - 1
    text = (
        f"{len(components.order):,} states, {what}: {cursor.component:,} of {number:,} components"
    )
    if cursor.sweep:
        text += f", {cursor.sweep:,} sweeps over the next one"
    return text
