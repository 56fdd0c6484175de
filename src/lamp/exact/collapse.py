"""End components whose edges cost nothing, as single states.

There a policy may stay for ever at no cost: Bellman's equation alone does not tell it from one that
goes on. Where each component is a state, of which only those edges are looked at that leave it or
cost something, the equation has one solution.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lamp.exact import kernel
from lamp.exact.kernel import UNKNOWN, Components, Graph, Values
from lamp.exact.progress import Progress, pieces
from lamp.exact.qualitative import distances, end_components, strong_components
from lamp.util.records import Int8s, Int32s, Int64s


@dataclass(frozen=True, slots=True)
class Collapsed:
    """A graph whose states are the same, but for those that are one with the first among them."""

    whole: Graph
    graph: Graph
    root: Int32s
    """For each state, the first one of its component; a state by itself is its own."""
    edges: Int64s
    """For each edge of the graph, its number in the whole graph."""
    owner: Int64s
    """For each edge of the graph, its state in the whole graph."""
    inside: Int8s
    """For each edge of the whole graph, whether it stays in its component and costs nothing."""

    def components(self, components: Components) -> Components:
        """The strongly connected components, with the first states alone of those that are one."""
        order, is_root = components.order, self.root[components.order] == components.order
        before = np.concatenate(([0], np.cumsum(is_root)))
        arrays = {name: getattr(components, name) for name in Components.arrays}
        arrays["order"] = order[is_root]
        arrays["indptr"] = before[components.indptr].astype(np.int32)
        return Components(**arrays)

    def expand(self, values: Values, progress: Progress) -> None:
        """Give all states the costs of those they are one with, and a choice that leads there."""
        values.cost[:] = values.cost[self.root]
        chosen = np.flatnonzero((values.choice != UNKNOWN) & (self.graph.final == 0))
        edges = self.graph.nodes["first_edge"][chosen] + values.choice[chosen]
        exits = self.owner[edges]
        values.choice[self.root != np.arange(len(self.root))] = UNKNOWN
        values.choice[chosen] = UNKNOWN
        values.choice[exits] = self.edges[edges] - self.whole.nodes["first_edge"][exits]
        self._lead_to(exits, values.choice, progress)

    def _lead_to(self, exits: Int64s, choice: Int32s, progress: Progress) -> None:
        """Choose edges inside of components that lead to the states where one leaves them."""
        final = np.zeros(len(self.root), dtype=np.uint8)
        final[exits] = 1
        edges, owner = _edges(self.whole, self.inside != 0)
        inner = _with_edges(self.whole, edges, owner).changed(final=final)
        distance, nearer = distances(inner, progress), np.full_like(choice, UNKNOWN)
        for first, last in pieces(len(final), progress, "leading out of components"):
            kernel.choose_nearer(inner, distance, nearer, first, last)
        led = np.flatnonzero(nearer != UNKNOWN)
        numbers = edges[inner.nodes["first_edge"][led] + nearer[led]]
        choice[led] = numbers - self.whole.nodes["first_edge"][led]


def collapse(graph: Graph, free: Int8s, progress: Progress) -> Collapsed | None:
    """The graph in which end components of free edges are single states; None if there are none."""
    inside = free.copy()
    kept = (graph.final == 0).astype(np.uint8)
    component = end_components(graph, kept, inside, progress)
    if not inside.any():
        return None
    root = _roots(graph, component, inside)
    edges, owner = _edges(graph, inside == 0)
    order = np.argsort(root[owner], kind="stable")
    edges, owner = edges[order], owner[order]
    collapsed = _with_edges(graph, edges, root[owner].astype(np.int64))
    successors = root[graph.successors]
    return Collapsed(graph, collapsed.changed(successors=successors), root, edges, owner, inside)


def free_order(graph: Graph, order: Int32s, progress: Progress) -> Int32s:
    """The states in an order in which those come first that are reached by steps that cost nothing.

    In cycles, the order is any.
    """
    edges, owner = _edges(graph, np.ones(len(graph.edges), dtype=np.bool_))
    size = np.diff(graph.outcome_indptr)[graph.edges["action"][edges]]
    begin = np.repeat(graph.edges["first_successor"][edges] - (np.cumsum(size) - size), size)
    slots = begin + np.arange(len(begin))
    has_cost = graph.cost[slots] > 0
    successors = graph.successors.copy()
    successors[slots[has_cost]] = np.repeat(owner, size)[has_cost]
    kept = np.zeros(len(graph.final), dtype=np.uint8)
    kept[order] = 1
    component = strong_components(graph.changed(successors=successors), kept, progress)
    return order[np.argsort(component[order], kind="stable")]


def _roots(graph: Graph, component: Int32s, inside: Int8s) -> Int32s:
    """The first state of the component of each state that has an edge inside one."""
    root = np.arange(len(graph.final), dtype=np.int32)
    members = np.unique(_edges(graph, inside != 0)[1])
    first = np.full(int(component.max()) + 1, len(root), dtype=np.int32)
    np.minimum.at(first, component[members], members.astype(np.int32))
    root[members] = first[component[members]]
    return root


def _edges(graph: Graph, selected: NDArray[np.bool_]) -> tuple[Int64s, Int64s]:
    """The numbers of the selected edges of all states, and their states."""
    number = graph.nodes["num_edges"].astype(np.int64)
    owner = np.repeat(np.arange(len(number)), number)
    begin = np.repeat(graph.nodes["first_edge"] - (np.cumsum(number) - number), number)
    edges = begin + np.arange(len(owner))
    chosen = selected[edges]
    return edges[chosen], owner[chosen]


def _with_edges(graph: Graph, edges: Int64s, owner: Int64s) -> Graph:
    """The graph with some of its edges alone, each at a state; states come in ascending order."""
    nodes = graph.nodes.copy()
    number = np.bincount(owner, minlength=len(nodes))
    nodes["num_edges"] = number
    nodes["first_edge"] = np.cumsum(number) - number
    return graph.changed(nodes=nodes, edges=np.ascontiguousarray(graph.edges[edges]))
