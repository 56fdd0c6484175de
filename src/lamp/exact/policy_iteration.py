"""Policy iteration (Howard, 1960) on a component, with direct evaluation of each policy.

Where a component is left with a probability of 1e-8 an action, value iteration needs some 1e8
sweeps. Here policies are evaluated by elimination of states without a subtraction (Grassmann,
Taksar and Heyman, 1985), so that values are exact but for rounding, however rare events are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lamp.exact.local_model import LocalModel
from lamp.exact.progress import Progress
from lamp.util.records import Floats

MAX_POLICIES = 100
BETTER = 4e-15
"""By which share another action must be better for the policy to change."""
COLUMNS = 32
"""States that are eliminated between two looks at the limits."""
MAXIMIZE, MINIMIZE = 1.0, -1.0


class Solved(NamedTuple):
    """The values of a component's states, and the rows that have them."""

    values: Floats
    policy: NDArray[np.int64]


def best_policy(model: LocalModel, gain: Floats, sign: float, progress: Progress) -> Solved | None:
    """The best policy, if each row gains something and the component is left in the end.

    None where some state has no way out.
    """
    solved, policy = None, _leaving_policy(model)
    for number in range(MAX_POLICIES):
        progress(f"a component of {model.num_states:,} states, policy {number + 1}")
        values = None if policy is None else _evaluated(model, policy, gain, progress)
        if policy is None or values is None:
            break
        solved = Solved(values, policy)
        policy = _improved(model, solved, gain, sign)
    return solved


def _leaving_policy(model: LocalModel) -> NDArray[np.int64] | None:
    """A policy that leaves the component with probability 1, if there is one."""
    policy = np.full(model.num_states, -1, dtype=np.int64)
    leads_on = model.leave > 0
    while True:
        rows = np.flatnonzero(leads_on & (policy[model.state] < 0))
        if not len(rows):
            return policy if (policy >= 0).all() else None
        states, first = np.unique(model.state[rows], return_index=True)
        policy[states] = rows[first]
        leads_on[model.inner.row[policy[model.inner.state] >= 0]] = True


def _evaluated(
    model: LocalModel, policy: NDArray[np.int64], gain: Floats, progress: Progress
) -> Floats | None:
    """The values of a policy; none if it may stay for ever."""
    size = model.num_states
    position = np.full(len(model.state), -1, dtype=np.int64)
    position[policy] = np.arange(size)
    chosen = position[model.inner.row] >= 0
    matrix = np.zeros((size, size))
    cell = position[model.inner.row[chosen]], model.inner.state[chosen]
    np.add.at(matrix, cell, model.inner.probability[chosen])
    return eliminate(matrix, model.leave[policy], gain[policy], progress)


def eliminate(matrix: Floats, leave: Floats, gain: Floats, progress: Progress) -> Floats | None:
    """The solution of (leave_i + Σ_j p_ij) v_i = gain_i + Σ_j p_ij v_j, j ≠ i, for p ≥ 0.

    The last state is eliminated first: what leads to it leads on to where it leads. Nothing is
    subtracted, so no digit is lost where numbers are not negative. All arguments are used up. None
    comes back where states are never left.
    """
    size = len(gain)
    out = np.empty(size)
    for last in range(size - 1, -1, -1):
        if last % COLUMNS == 0:
            progress(f"a component of {size:,} states, {last:,} to be eliminated")
        after = np.flatnonzero(matrix[last, :last])
        out[last] = leave[last] + matrix[last, after].sum()
        if not out[last] > 0:
            return None
        before = np.flatnonzero(matrix[:last, last])
        share = matrix[before, last] / out[last]
        matrix[np.ix_(before, after)] += np.outer(share, matrix[last, after])
        leave[before] += share * leave[last]
        gain[before] += share * gain[last]
    values = np.empty(size)
    for state in range(size):
        values[state] = (gain[state] + matrix[state, :state] @ values[:state]) / out[state]
    return values


def _improved(
    model: LocalModel, solved: Solved, gain: Floats, sign: float
) -> NDArray[np.int64] | None:
    """A better policy; none if no other action is better."""
    values = sign * model.action_values(solved.values, gain)
    now = values[solved.policy]
    best = np.full(model.num_states, -np.inf)
    np.maximum.at(best, model.state, values)
    changed = best > now + BETTER * np.abs(now)
    if not changed.any():
        return None
    rows = np.flatnonzero((values == best[model.state]) & changed[model.state])
    states, first = np.unique(model.state[rows], return_index=True)
    policy = solved.policy.copy()
    policy[states] = rows[first]
    return policy
