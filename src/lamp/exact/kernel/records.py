"""What exact solvers work on: the schema that Python and compiled functions share."""

from __future__ import annotations

from typing import Any

import numpy as np

from lamp.statespace.kernel import EDGE, NODE
from lamp.util.records import (
    Floats,
    Int8s,
    Int32s,
    Int64s,
    Record,
    Rows,
    array,
)

UNKNOWN = -1

FIT_TOLERANCE = 1e-10
"""An action is of maximal probability if it lacks no more than this share of it."""
STEPS = 1 << 15
"""States to look at before a function returns, so that limits are looked at: about 0.1 seconds."""
MORE, FINISHED, SLOW = 0, 1, 2
"""What a function that may take long returns: it is to be called again, it has finished, or the
component at the cursor converges slowly."""
PATIENCE, PATIENCE_SHARE = 1_000, 64
"""A component of n states converges slowly if it takes more sweeps than the first number and n²
divided by the second: by then, solving it directly would have taken about as long."""
WAVERING = 1e-13
"""Values that are this close, relatively, count as equal where one must decide."""
NEGLIGIBLE = 1e-14
"""What is better than nothing by less is not worth a choice."""
NEXT_TO_NOTHING = 1e-200
"""A probability that is not worth following, and from which no other becomes 0."""
CHEAP_SWEEPS = 8
"""Sweeps that follow the best actions known, between two that look at all actions."""


class Graph(Record):
    """States, their edges and successors, as in `lamp.statespace`."""

    final: Int8s = array(np.uint8, "states")  # where the goal is reached, or may be reached
    nodes: Rows = array(NODE, "states")
    edges: Rows = array(EDGE, "edges")
    successors: Int32s = array(np.int32, "successors")
    outcome_indptr: Int32s = array(np.int32, "actions + 1")
    probability: Floats = array(np.float64, "outcomes")
    cost: Floats = array(np.float64, "successors, or none")  # of steps; none where each costs 1

    def changed(self, **arrays: Any) -> Graph:  # noqa: ANN401 (the fields)
        """The same graph with other values for some fields."""
        return Graph(**{**{name: getattr(self, name) for name in self.arrays}, **arrays})


class Reverse(Record):
    """The predecessors of each state."""

    indptr: Int64s = array(np.int64, "states + 1")
    state: Int32s = array(np.int32, "successors")  # of several edges between states, each counts


class Queue(Record):
    """States in the order in which a breadth-first search has reached them."""

    states: Int32s = array(np.int32, "states")
    head: int  # the position of the state that comes next
    length: int


class DepthFirstSearch(Record):
    """Working memory of a depth-first search (Tarjan 1972)."""

    index: Int32s = array(np.int32, "states")  # the order in which states were entered
    low: Int32s = array(np.int32, "states")  # the lowest index known to be in the same component
    stack: Int32s = array(np.int32, "states")  # entered, but in no component yet
    path: Int32s = array(np.int32, "states")  # from the root to the current state
    edge: Int64s = array(np.int64, "states")  # along the path: the current edge
    successor: Int64s = array(np.int64, "states")  # along the path: the next successor
    root: int  # the states before it have been entered
    depth: int  # of the current state on the path; UNKNOWN if the path is empty
    num_entered: int
    height: int  # of the stack
    num_components: int


class Components(Record):
    """The alive states, in an order in which values flow backwards."""

    order: Int32s = array(np.int32, "alive states")  # by component, that of the successors first
    indptr: Int32s = array(np.int32, "components + 1")
    root: Int32s = array(np.int32, "states")  # the first state of its end component, or itself
    next_state: Int32s = array(np.int32, "states")  # the next state of the same end component
    inside: Int8s = array(np.uint8, "edges")  # whether an edge never leaves its end component


class Values(Record):
    """Bounds on the values of each state."""

    lower: Floats = array(np.float64, "states")  # of the maximal probability
    upper: Floats = array(np.float64, "states")  # of the maximal probability
    cost: Floats = array(np.float64, "states")  # expected cost of successes; failures count as 0
    choice: Int32s = array(np.int32, "states")  # the best edge, counted from the first


class OptimalEdges(Record):
    """The edges that keep the maximal probability, and the constants of Bellman's equation."""

    kept: Int8s = array(np.uint8, "edges")  # whether an edge keeps the maximal probability
    cost: Floats = array(np.float64, "edges, or none")  # Σ p c P(s'); P(s) where each step costs 1


class Residuals(Record):
    """How far costs are from a fixed point of Bellman's equation."""

    slack: Floats = array(np.float64, "states, or none")  # φ: see `lamp.exact.residuals`
    change: float  # by how much costs are lowered, or raised, for each unit of slack (δ)
    lowered: float  # the share of an edge's cost by which a step may lower a cost
    risen: float  # the share of an edge's cost by which the best step raises one
    uneven: float  # the share of P by which costs change along edges that cost nothing
    greatest: float  # cost, as a share of P
    rounding: float  # what a step may lose, as a share of costs


class Cursor(Record):
    """How far value iteration has come, component by component."""

    component: int  # the first that is not done
    sweep: int  # sweeps over it that are complete
    position: int  # states of it that the sweep under way has looked at
    change: float  # the greatest one of the sweep under way, or the widest bounds
    num_changed: int  # bounds, by the sweep under way
    tolerance: float
    largest: int  # component of so many states that is reported as slow


class Level(Record, constant=True):
    """One step of backward induction, for some of the states."""

    first: int  # state
    last: int  # before it
    remaining: int  # actions
    success: float  # the utility of reaching the goal now
    failure: float


class CostLevel(Record, constant=True):
    """One level of backward induction over accumulated costs, which are whole numbers."""

    cost: int  # so far
    budget: int  # the greatest cost at which the goal counts
    success: float  # the utility of reaching the goal now
    failure: float


class Objective(Record, constant=True):
    """What is minimised: the cost of each action and the discounted cost to go."""

    cost: float
    discount: float
    dead_end: float  # the value where no action is applicable


class Sweep(Record):
    """A sweep of ILAO*, under way or complete."""

    mark: int  # its number
    head: int  # states whose best actions were followed
    reached: int
    to_expand: int  # of them
    left: int  # to be backed up on the way back
    change: float  # the greatest one


class Envelope(Record):
    """What ILAO* knows of each state, and the best partial solution graph."""

    value: Floats = array(np.float64, "states")  # at most the optimal value
    choice: Int32s = array(np.int32, "states")  # the edge that has it, counted from the first
    mark: Int32s = array(np.int32, "states")  # the last sweep that reached a state
    order: Int32s = array(np.int32, "states")  # the states that a sweep reached
    fringe: Int32s = array(np.int32, "states")  # those of them that are to be expanded


class Occupancy(Record):
    """Probabilities of being in states, now and one action later."""

    now: Floats = array(np.float64, "states")
    after: Floats = array(np.float64, "states")  # 0 everywhere at first
    active: Int32s = array(np.int32, "states")  # states of positive probability now
    next_active: Int32s = array(np.int32, "states")  # and one action later
