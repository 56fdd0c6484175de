"""Qualitative analysis of a graph: dead ends, almost sure reachability, end components.

Precomputation for value iteration, as in probabilistic model checking (Prob0, Prob1E; Forejt et al.
2011).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lamp.exact import kernel
from lamp.exact.kernel import UNKNOWN, Components, DepthFirstSearch, Graph, Reverse
from lamp.exact.progress import Progress


@dataclass(frozen=True, slots=True)
class QualitativeAnalysis:
    """Which states reach a final state with probability 0, above 0 and 1, and in which order."""

    distance: NDArray[np.int32]
    """The least number of actions to a final state; UNKNOWN if none is reachable."""
    almost_sure: NDArray[np.uint8]
    """Whether some policy reaches a final state with probability 1."""
    components: Components

    @property
    def num_dead_ends(self) -> int:
        """How many states reach no final state."""
        return int(np.count_nonzero(self.distance == UNKNOWN))


def analyse(
    graph: Graph, progress: Progress, certain: NDArray[np.uint8] | None = None
) -> QualitativeAnalysis:
    """The analysis of a graph, exactly, by graph algorithms.

    Only the `certain` ones among the final states make others almost sure; by default, all are.
    """
    num_states = len(graph.final)
    progress(f"{num_states:,} states, looking for dead ends")
    reverse = _reverse(graph)
    distance = np.full(num_states, UNKNOWN, dtype=np.int32)
    queue = np.empty(num_states, dtype=np.int32)
    number = kernel.goal_distances(graph, reverse, distance, queue)
    alive = queue[:number].copy()
    safe = graph if certain is None else graph.with_final(graph.final & certain)
    within = (distance != UNKNOWN) & ((graph.final == 0) | (safe.final != 0))
    almost_sure = _almost_sure(safe, reverse, within.astype(np.uint8), queue)
    del reverse, queue
    progress(f"{num_states:,} states, looking for components")
    return QualitativeAnalysis(distance, almost_sure, _components_of(graph, alive, almost_sure))


def _reverse(graph: Graph) -> Reverse:
    indptr = np.zeros(len(graph.final) + 1, dtype=np.int64)
    kernel.count_predecessors(graph, indptr)
    reverse = Reverse(indptr=indptr, state=np.empty(indptr[-1], dtype=np.int32))
    kernel.fill_predecessors(graph, reverse)
    return reverse


def _almost_sure(
    graph: Graph, reverse: Reverse, within: NDArray[np.uint8], queue: NDArray[np.int32]
) -> NDArray[np.uint8]:
    """The states among `within` from which a final state can be reached with probability 1.

    The nested fixed point νX. μY. final ∪ {s | some action stays in X and may reach Y} (de Alfaro
    1997): states are removed until each of those left can reach a final state by actions that never
    leave them. Each iteration takes linear time.
    """
    out = np.flatnonzero(within == 0)
    while len(out):
        queue[: len(out)] = out
        kernel.remove_unsafe(graph, reverse, within, queue, len(out))
        reached = np.empty_like(within)
        kernel.reach_within(graph, reverse, within, reached, queue)
        out = np.flatnonzero(within != reached)
        within = reached
    return within


def _components_of(
    graph: Graph, alive: NDArray[np.int32], almost_sure: NDArray[np.uint8]
) -> Components:
    """The alive states by component, and the end components of those that are not almost sure."""
    num_states = len(graph.final)
    kept = np.zeros(num_states, dtype=np.uint8)
    kept[alive] = 1
    every_edge = np.ones(len(graph.edges), dtype=np.uint8)
    component, number = _components(graph, kept, every_edge)
    indptr = np.zeros(number + 1, dtype=np.int32)
    order = np.empty_like(alive)
    kernel.sort_by_component(alive, component, indptr, order)
    components = Components(
        order=order,
        indptr=indptr,
        root=np.arange(num_states, dtype=np.int32),
        next_state=np.full(num_states, UNKNOWN, dtype=np.int32),
        inside=every_edge,
    )
    kept[almost_sure != 0] = 0
    _find_end_components(graph, kept, component, components)
    return components


def _components(
    graph: Graph, kept: NDArray[np.uint8], allowed: NDArray[np.uint8]
) -> tuple[NDArray[np.int32], int]:
    """The strongly connected component of each kept state, and how many there are."""
    num_states = len(graph.final)
    component = np.full(num_states, UNKNOWN, dtype=np.int32)
    search = DepthFirstSearch(
        index=np.full(num_states, UNKNOWN, dtype=np.int32),
        low=np.empty(num_states, dtype=np.int32),
        stack=np.empty(num_states, dtype=np.int32),
        path=np.empty(num_states, dtype=np.int32),
        edge=np.empty(num_states, dtype=np.int64),
        successor=np.empty(num_states, dtype=np.int64),
    )
    return component, int(kernel.find_components(graph, kept, allowed, search, component))


def _find_end_components(
    graph: Graph, kept: NDArray[np.uint8], component: NDArray[np.int32], components: Components
) -> None:
    """Fill `root`, `next_state` and `inside` of the components with the maximal end components.

    They are what is left of the components when all actions that may leave them are taken away,
    and of the components of that, and so on.
    """
    left = kernel.remove_leaving_edges(graph, kept, component, components.inside)
    while left > 0:
        component, _ = _components(graph, kept, components.inside)
        left = kernel.remove_leaving_edges(graph, kept, component, components.inside)
    if left < 0:
        first = np.full(int(component.max()) + 1, UNKNOWN, dtype=np.int32)
        kernel.chain_end_components(graph, component, components, first)
