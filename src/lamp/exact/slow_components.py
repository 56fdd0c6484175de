"""Components over which values converge slowly, solved by policy iteration."""

from __future__ import annotations

import numpy as np

from lamp.exact.kernel import UNKNOWN, Components, Cursor, Graph, OptimalEdges, Values
from lamp.exact.local_model import LocalModel, local_model
from lamp.exact.policy_iteration import MAXIMIZE, MINIMIZE, Solved, best_policy
from lamp.exact.progress import Progress
from lamp.util.records import Floats

ELIMINATION_ROUNDING = 5e-16
"""What elimination of n states may lose by rounding, relatively, divided by n² (O'Cinneide, 1993):
whatever the probabilities are, since nothing is subtracted."""
SPARE = 1.01
"""A factor for the bound on steps, which makes room for its own rounding."""


def skip_component(cursor: Cursor) -> None:
    """Go on with the next component."""
    cursor.component += 1
    cursor.sweep = 0


def solve_probability(
    graph: Graph, components: Components, values: Values, component: int, progress: Progress
) -> None:
    """Improve the bounds on the maximal probability in a component, as far as rounding allows."""
    groups = _end_components(graph, components, component)
    model = local_model(graph, groups, lambda edge: not components.inside[edge], progress)
    lower = _solved(model, model.outside(values.lower), MAXIMIZE, progress)
    upper = _solved(model, model.outside(values.upper), MAXIMIZE, progress)
    if lower is None or upper is None:
        return
    above = _upper_bound(model, upper, model.outside(values.upper), progress)
    below = lower.values * (1 - _rounding(model))
    for index, group in enumerate(groups):
        values.lower[group] = np.maximum(values.lower[group], below[index])
        values.upper[group] = np.minimum(values.upper[group], above[index])
        values.upper[group] = np.maximum(values.upper[group], values.lower[group])


def solve_cost(
    graph: Graph,
    components: Components,
    optimal: OptimalEdges,
    values: Values,
    component: int,
    progress: Progress,
) -> bool:
    """Set the least costs in a component by the optimal edges; whether that was possible."""
    states = _states(graph, components, component)
    model = local_model(
        graph, [[state] for state in states], lambda edge: optimal.kept[edge], progress
    )
    added = optimal.cost[model.edge] if len(optimal.cost) else values.lower[states][model.state]
    gain = model.outside(values.cost) + added
    solved = _solved(model, gain, MINIMIZE, progress)
    if solved is None:
        return False
    values.cost[states] = solved.values
    values.choice[states] = model.edge[solved.policy] - graph.nodes["first_edge"][states]
    return True


def _solved(model: LocalModel, gain: Floats, sign: float, progress: Progress) -> Solved | None:
    return best_policy(model, gain, sign, progress) if np.isfinite(gain).all() else None


def _states(graph: Graph, components: Components, component: int) -> list[int]:
    """The states of a component that are not final."""
    first, last = components.indptr[component : component + 2]
    states = components.order[first:last]
    inner: list[int] = states[graph.final[states] == 0].tolist()
    return inner


def _end_components(graph: Graph, components: Components, component: int) -> list[list[int]]:
    """The states of a component, those of an end component together."""
    groups: list[list[int]] = []
    for root in _states(graph, components, component):
        if components.root[root] == root:
            group, state = [], root
            while state != UNKNOWN:
                group.append(state)
                state = int(components.next_state[state])
            groups.append(group)
    return groups


def _rounding(model: LocalModel) -> float:
    return ELIMINATION_ROUNDING * (model.num_states + 3) ** 2


def _upper_bound(model: LocalModel, solved: Solved, gain: Floats, progress: Progress) -> Floats:
    """At least the values of all policies, from those of the best one found.

    Where another action may be better by e at most, which rounding alone can be, no policy gains
    more than e in each step: with t the greatest expected number of steps in the component,
    T (V + e t) is at most V + e t. Where all other actions are worse, e is 0.
    """
    rounding = _rounding(model)
    excess = model.action_values(solved.values, gain)
    excess -= (1 - 2 * rounding) * solved.values[model.state]
    excess[solved.policy] = -np.inf
    above: Floats = solved.values * (1 + rounding)
    most = max(float(excess.max()), 0.0)
    if most > 0:
        steps = best_policy(model, np.ones(len(model.state)), MAXIMIZE, progress)
        most += rounding * float(solved.values.max())
        above = above + SPARE * most * steps.values if steps else np.ones_like(above)
    return np.minimum(above, 1.0)
