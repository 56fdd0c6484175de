"""What verbs work on: graphs of states and what is known of them, as tuples of arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Shorts = NDArray[np.int16]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

UNKNOWN = -1
FIRST_EDGE, NUM_EDGES = 0, 1  # as in `lamp.search.kernel`
ACTION, FIRST_SLOT = 0, 1
VISITED, HEIGHT, FOUND = 0, 1, 2

FIT_TOLERANCE = 1e-10
"""An action is of maximal probability if it lacks no more than this share of it."""
SOME_WORK = 1 << 24
"""States to look at before a verb comes back to say how far it is: a few seconds."""
WAVERING = 1e-13
"""Values that are this close, relatively, count as equal where one must decide."""
NEGLIGIBLE = 1e-14
"""What is better than nothing by less is not worth a choice."""
NEXT_TO_NOTHING = 1e-200
"""A probability that is not worth following, and from which no other becomes 0."""
CHEAP_SWEEPS = 8
"""Sweeps that follow the best actions known, between two that look at all actions."""


class Graph(NamedTuple):
    """States, what can be done in them, and what comes of it; never changed."""

    final: Bytes  # [states] where a way ends well: the goal is reached, or may be reached
    node: Ints  # [states, 2] FIRST_EDGE and NUM_EDGES
    edge: Ints  # [edges, 2] its ACTION, and the FIRST_SLOT of its outcomes
    successor: Ints  # [slots]
    outcome_indptr: Ints  # [actions + 1]
    chance: Floats  # [outcomes] probabilities


class Reverse(NamedTuple):
    """From where a state can be entered."""

    indptr: Longs  # [states + 1]
    state: Ints  # [slots] predecessors; of several edges between two states, each counts


class Walk(NamedTuple):
    """Scratch of a depth-first search."""

    entered: Ints  # [states] the order in which states were entered
    low: Ints  # [states] the earliest state known to be in the same component
    stack: Ints  # [states] entered, but in no component yet
    path: Ints  # [states] from the root to where the search is
    edge: Longs  # [states] along the path: the edge that is looked at
    slot: Longs  # [states] along the path: the slot that is next
    counts: Longs  # VISITED, HEIGHT, FOUND


class Parts(NamedTuple):
    """The alive states, in an order in which values flow backwards."""

    order: Ints  # [alive states] by component, that of the successors first
    indptr: Ints  # [components + 1]
    root: Ints  # [states] the first state of its end component; of most states, itself
    following: Ints  # [states] the next state of the same end component
    inside: Bytes  # [edges] whether an edge never leaves its end component


class Values(NamedTuple):
    """What is known of each state."""

    lower: Floats  # [states] of the maximal probability
    upper: Floats  # [states] of the maximal probability
    cost: Floats  # [states] expected cost of successes; failures count as 0
    choice: Ints  # [states] the best edge, counted from the first


class Level(NamedTuple):
    """One step of backwards induction."""

    num_states: int  # that can be met so soon
    left: int  # actions that are left
    success: float  # the utility of reaching the goal now
    failure: float


class Objective(NamedTuple):
    """What is minimised: the price of each action and what comes later, discounted."""

    price: float
    discount: float
    nothing: float  # the value where nothing can be done


class Front(NamedTuple):
    """What a search knows of each state, and where it looks."""

    value: Floats  # [states] at most the optimal value
    choice: Ints  # [states] the edge that has it, counted from the first
    mark: Ints  # [states] the last sweep that came to a state
    order: Ints  # [states] those that a sweep came to
    fringe: Ints  # [states] those of them that are to be expanded


class Flow(NamedTuple):
    """Probabilities of being in states, carried on by one action."""

    now: Floats  # [states]
    after: Floats  # [states] 0 everywhere in the beginning
    active: Ints  # [states] those where one may be now
    following: Ints  # [states] those where one may be one action later
