"""A component as an MDP of its own, for `policy_iteration`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lamp.exact.kernel import Graph
from lamp.exact.progress import Progress
from lamp.util.records import Floats

LARGEST = 3_000
"""States of a component that is solved so, at most: a matrix of 72 MB."""


@dataclass(frozen=True, slots=True)
class Entries:
    """Probabilities with which rows lead to states; those of one row and state add up."""

    row: NDArray[np.int64]
    state: NDArray[np.int64]
    probability: Floats

    def expected(self, values: Floats, num_rows: int) -> Floats:
        """For each row, the sum of its probabilities times the values of the states."""
        return _sums(self.row, self.probability * values[self.state], num_rows)


@dataclass(frozen=True, slots=True)
class LocalModel:
    """The states of a component, numbered from 0, and its rows: their actions.

    What leads back to the same state is left out: an action is tried until it leads elsewhere.
    """

    num_states: int
    state: NDArray[np.int64]
    """The state of each row, in ascending order."""
    edge: NDArray[np.int64]
    """The edge of each row in the graph."""
    inner: Entries
    """To states of the component, by their numbers in it."""
    outer: Entries
    """To other states, by their numbers in the graph."""

    @property
    def leave(self) -> Floats:
        """For each row, the probability of leaving the component."""
        return _sums(self.outer.row, self.outer.probability, len(self.state))

    @property
    def depart(self) -> Floats:
        """For each row, the probability of leaving its state."""
        return self.leave + _sums(self.inner.row, self.inner.probability, len(self.state))

    def outside(self, values: Floats) -> Floats:
        """For each row, the sum over other states of their probabilities times their values."""
        return self.outer.expected(values, len(self.state))

    def action_values(self, values: Floats, gain: Floats) -> Floats:
        """The values of rows, each of which has a gain, from those of the component's states."""
        total: Floats = gain + self.inner.expected(values, len(self.state))
        return total / self.depart


def local_model(
    graph: Graph,
    groups: Sequence[Sequence[int]],
    is_allowed: Callable[[int], bool],
    progress: Progress,
) -> LocalModel:
    """The model of a component; the states of a group count as one, and some edges are left out."""
    number = {state: index for index, group in enumerate(groups) for state in group}
    state: list[int] = []
    edges: list[int] = []
    inner: list[tuple[int, int, float]] = []
    outer: list[tuple[int, int, float]] = []
    for index, group in enumerate(groups):
        progress(f"looking at a component of {len(groups):,} states")
        for edge, outcomes in _outcomes(graph, group, is_allowed):
            others = [(after, p) for after, p in outcomes if number.get(after) != index]
            for after, p in others:
                inside = after in number
                (inner if inside else outer).append((len(edges), number.get(after, after), p))
            if others:
                state.append(index)
                edges.append(edge)
    whole = (np.array(state, dtype=np.int64), np.array(edges, dtype=np.int64))
    return LocalModel(len(groups), *whole, _entries(inner), _entries(outer))


def _outcomes(
    graph: Graph, group: Sequence[int], is_allowed: Callable[[int], bool]
) -> list[tuple[int, list[tuple[int, float]]]]:
    """The edges of some states that are allowed, with their successors and probabilities."""
    edges = []
    for state in group:
        first = int(graph.nodes[state].first_edge)
        for edge in range(first, first + int(graph.nodes[state].num_edges)):
            if is_allowed(edge):
                action, slot = int(graph.edges[edge].action), int(graph.edges[edge].first_successor)
                begin, end = graph.outcome_indptr[action : action + 2].tolist()
                successors = graph.successors[slot : slot + end - begin].tolist()
                chances = graph.probability[begin:end].tolist()
                edges.append((edge, list(zip(successors, chances, strict=True))))
    return edges


def _sums(row: NDArray[np.int64], weights: Floats, num_rows: int) -> Floats:
    """For each row, the sum of its weights."""
    sums = np.zeros(num_rows)
    np.add.at(sums, row, weights)
    return sums


def _entries(triples: list[tuple[int, int, float]]) -> Entries:
    rows, states, probabilities = zip(*triples, strict=True) if triples else ((), (), ())
    return Entries(
        np.array(rows, dtype=np.int64),
        np.array(states, dtype=np.int64),
        np.array(probabilities, dtype=np.float64),
    )
