"""Qualitative analysis of a graph: dead ends, almost sure reachability, end components.

Precomputation for value iteration, as in probabilistic model checking (Prob0, Prob1E; Forejt et al.
2011).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lamp.exact import kernel
from lamp.exact.kernel import UNKNOWN, Components, DepthFirstSearch, Graph, Queue, Reverse
from lamp.exact.progress import Progress, pieces


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
    reverse = _reverse(graph, progress)
    distance, alive = _distances(graph, reverse, progress)
    safe = graph if certain is None else graph.changed(final=graph.final & certain)
    within = (distance != UNKNOWN) & ((graph.final == 0) | (safe.final != 0))
    almost_sure = _almost_sure(safe, reverse, within.astype(np.uint8), progress)
    del reverse
    components = _components_of(graph, alive, almost_sure, progress)
    return QualitativeAnalysis(distance, almost_sure, components)


def distances(graph: Graph, progress: Progress) -> NDArray[np.int32]:
    """The least number of actions from each state to a final one; UNKNOWN if there is no way."""
    distance, _ = _distances(graph, _reverse(graph, progress), progress)
    return distance


def strong_components(
    graph: Graph, kept: NDArray[np.uint8], progress: Progress
) -> NDArray[np.int32]:
    """The strongly connected component of each kept state; those of successors come first."""
    component, _ = _components(graph, kept, np.ones(len(graph.edges), dtype=np.uint8), progress)
    return component


def end_components(
    graph: Graph, kept: NDArray[np.uint8], inside: NDArray[np.uint8], progress: Progress
) -> NDArray[np.int32]:
    """The maximal end component of each kept state by edges `inside`; other edges are cleared."""
    component, _ = _components(graph, kept, inside, progress)
    while _remove_leaving(graph, kept, component, inside, progress) and inside.any():
        component, _ = _components(graph, kept, inside, progress)
    return component


def _reverse(graph: Graph, progress: Progress) -> Reverse:
    number = len(graph.final)
    indptr = np.zeros(number + 1, dtype=np.int64)
    for first, last in pieces(number, progress, "counting predecessors"):
        kernel.count_predecessors(graph, indptr, first, last)
    np.cumsum(indptr, out=indptr)
    reverse = Reverse(indptr=indptr, state=np.empty(indptr[-1], dtype=np.int32))
    for first, last in pieces(number, progress, "noting predecessors"):
        kernel.fill_predecessors(graph, reverse, first, last)
    indptr[1:] = indptr[:-1].copy()  # each offset has moved on to the next one
    indptr[0] = 0
    return reverse


def _distances(
    graph: Graph, reverse: Reverse, progress: Progress
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The distance of each state from a final one; the states that have one, nearest first."""
    number = len(graph.final)
    distance = np.full(number, UNKNOWN, dtype=np.int32)
    distance[graph.final != 0] = 0
    queue = _queue(np.flatnonzero(graph.final), number)
    while queue.head < queue.length:
        progress(f"{number:,} states, looking for dead ends: {queue.length:,} are none")
        kernel.goal_distances(reverse, distance, queue)
    return distance, queue.states[: queue.length].copy()


def _queue(first: NDArray[np.intp], num_states: int) -> Queue:
    """A queue with some states in it, and room for all."""
    queue = Queue(states=np.empty(num_states, dtype=np.int32), length=len(first))
    queue.states[: len(first)] = first
    return queue


def _almost_sure(
    graph: Graph, reverse: Reverse, within: NDArray[np.uint8], progress: Progress
) -> NDArray[np.uint8]:
    """The states among `within` from which a final state can be reached with probability 1.

    The nested fixed point νX. μY. final ∪ {s | some action stays in X and may reach Y} (de Alfaro
    1997): states are removed until each of those left can reach a final state by actions that never
    leave them. Each iteration takes linear time.
    """
    out = np.flatnonzero(within == 0)
    while len(out):
        doing = f"{len(within):,} states, looking for those that reach the goal surely"
        queue = _queue(out, len(within))
        while queue.head < queue.length:
            progress(doing)
            kernel.remove_unsafe(graph, reverse, within, queue)
        reached = graph.final.copy()
        queue = _queue(np.flatnonzero(reached), len(within))
        while queue.head < queue.length:
            progress(doing)
            kernel.reach_within(graph, reverse, within, reached, queue)
        out = np.flatnonzero(within != reached)
        within = reached
    return within


def _components_of(
    graph: Graph, alive: NDArray[np.int32], almost_sure: NDArray[np.uint8], progress: Progress
) -> Components:
    """The alive states by component, and the end components of those that are not almost sure."""
    num_states = len(graph.final)
    kept = np.zeros(num_states, dtype=np.uint8)
    kept[alive] = 1
    every_edge = np.ones(len(graph.edges), dtype=np.uint8)
    component, number = _components(graph, kept, every_edge, progress)
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
    _find_end_components(graph, kept, component, components, progress)
    return components


def _components(
    graph: Graph, kept: NDArray[np.uint8], allowed: NDArray[np.uint8], progress: Progress
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
        depth=UNKNOWN,
    )
    while not kernel.find_components(graph, kept, allowed, search, component):
        found = f"{search.num_components:,} components"
        progress(f"{num_states:,} states, {search.num_entered:,} of them in {found}")
    return component, search.num_components


def _find_end_components(
    graph: Graph,
    kept: NDArray[np.uint8],
    component: NDArray[np.int32],
    components: Components,
    progress: Progress,
) -> None:
    """Fill `root`, `next_state` and `inside` of the components with the maximal end components.

    They are what is left of the components when all actions that may leave them are taken away,
    and of the components of that, and so on.
    """
    inside = components.inside
    while _remove_leaving(graph, kept, component, inside, progress) and inside.any():
        component, _ = _components(graph, kept, inside, progress)
    if inside.any():
        first = np.full(int(component.max()) + 1, UNKNOWN, dtype=np.int32)
        kernel.chain_end_components(graph, component, components, first)


def _remove_leaving(
    graph: Graph,
    kept: NDArray[np.uint8],
    component: NDArray[np.int32],
    inside: NDArray[np.uint8],
    progress: Progress,
) -> int:
    """Clear `inside` for edges that may leave their component; return how many."""
    text = "looking for end components"
    return sum(
        int(kernel.remove_leaving_edges(graph, kept, component, inside, first, last))
        for first, last in pieces(len(kept), progress, text)
    )
