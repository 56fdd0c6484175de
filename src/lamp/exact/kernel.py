"""The compiled part of exact solving: graphs of states, and values iterated on them.

As in `lamp.search.kernel`, everything numba is in this file, ragged tables are flat arrays with
offsets, nothing allocates, and each verb is its own oracle without compilation. Verbs work on
plain arrays and know neither tasks nor facts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lamp.compiling import compiled, entry, inlined

Shorts = NDArray[np.int16]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

UNKNOWN = -1
FIRST_EDGE, NUM_EDGES = 0, 1  # as in `lamp.search.kernel`
ACTION, FIRST_SLOT = 0, 1
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
    """The living states, in an order in which values flow backwards."""

    order: Ints  # [living states] by component, that of the successors first
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


VISITED, HEIGHT, FOUND = 0, 1, 2


# Graphs


@inlined
def end_of(graph: Graph, edge: int) -> int:
    """The slot after the last outcome of an edge."""
    action = graph.edge[edge, ACTION]
    first, last = graph.outcome_indptr[action], graph.outcome_indptr[action + 1]
    return graph.edge[edge, FIRST_SLOT] + last - first


@entry
def count_predecessors(graph: Graph, indptr: Longs) -> None:
    """Fill the offsets of an empty reverse graph: how many predecessors a state has, summed."""
    for state in range(len(graph.final)):
        for edge in range(
            graph.node[state, FIRST_EDGE],
            graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES],
        ):
            for slot in range(graph.edge[edge, FIRST_SLOT], end_of(graph, edge)):
                if graph.successor[slot] != state:
                    indptr[graph.successor[slot] + 1] += 1
    for state in range(len(graph.final)):
        indptr[state + 1] += indptr[state]


@entry
def fill_predecessors(graph: Graph, reverse: Reverse) -> None:
    """Write the predecessors; the offsets are used up on the way, and mended in the end."""
    for state in range(len(graph.final)):
        for edge in range(
            graph.node[state, FIRST_EDGE],
            graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES],
        ):
            for slot in range(graph.edge[edge, FIRST_SLOT], end_of(graph, edge)):
                after = graph.successor[slot]
                if after != state:
                    reverse.state[reverse.indptr[after]] = state
                    reverse.indptr[after] += 1
    for state in range(len(graph.final), 0, -1):
        reverse.indptr[state] = reverse.indptr[state - 1]
    reverse.indptr[0] = 0


@entry
def measure(graph: Graph, reverse: Reverse, distance: Ints, queue: Ints) -> int:
    """Write each state's distance from a final state; return how many states have one.

    Where there is no way, the distance stays as it was. The queue is filled with the others,
    nearest first.
    """
    number = 0
    for state in range(len(graph.final)):
        if graph.final[state]:
            distance[state] = 0
            queue[number] = state
            number += 1
    head = 0
    while head < number:
        after = queue[head]
        head += 1
        for at in range(reverse.indptr[after], reverse.indptr[after + 1]):
            state = reverse.state[at]
            if distance[state] == UNKNOWN:
                distance[state] = distance[after] + 1
                queue[number] = state
                number += 1
    return number


# States from which the goal is reached surely


@compiled
def has_safe_edge(graph: Graph, within: Bytes, reached: Bytes, state: int) -> bool:
    """Whether an action of a state leads nowhere but into `within`, and perhaps to `reached`."""
    for edge in range(
        graph.node[state, FIRST_EDGE], graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES]
    ):
        safe, hopeful = True, False
        for slot in range(graph.edge[edge, FIRST_SLOT], end_of(graph, edge)):
            safe = safe and within[graph.successor[slot]] != 0
            hopeful = hopeful or reached[graph.successor[slot]] != 0
        if safe and hopeful:
            return True
    return False


@entry
def withdraw(graph: Graph, reverse: Reverse, within: Bytes, queue: Ints, number: int) -> None:
    """Take states out of `within` for which no action stays inside, and so on.

    The first `number` states of the queue are out already.
    """
    head = 0
    while head < number:
        after = queue[head]
        head += 1
        for at in range(reverse.indptr[after], reverse.indptr[after + 1]):
            state = reverse.state[at]
            inner = within[state] and not graph.final[state]
            if inner and not has_safe_edge(graph, within, within, state):
                within[state] = 0
                queue[number] = state
                number += 1


@entry
def attract(graph: Graph, reverse: Reverse, within: Bytes, reached: Bytes, queue: Ints) -> None:
    """Fill `reached` with the states that may reach a final state by actions that stay inside."""
    number = 0
    for state in range(len(graph.final)):
        reached[state] = graph.final[state]
        if graph.final[state]:
            queue[number] = state
            number += 1
    head = 0
    while head < number:
        after = queue[head]
        head += 1
        for at in range(reverse.indptr[after], reverse.indptr[after + 1]):
            state = reverse.state[at]
            new = within[state] and not reached[state]
            if new and has_safe_edge(graph, within, reached, state):
                reached[state] = 1
                queue[number] = state
                number += 1


# Components: Tarjan's algorithm, without recursion


@entry
def find_components(graph: Graph, kept: Bytes, allowed: Bytes, walk: Walk, component: Ints) -> int:
    """Number the components of the kept states by the allowed edges, successors' first."""
    walk.counts[:] = 0
    for root in range(len(graph.final)):
        if kept[root] and walk.entered[root] == UNKNOWN:
            depth = 0
            enter(graph, walk, root, depth)
            while depth >= 0:
                state = walk.path[depth]
                after = next_successor(graph, allowed, walk, depth)
                if after == UNKNOWN:
                    leave(walk, component, state)
                    depth -= 1
                    if depth >= 0:
                        before = walk.path[depth]
                        walk.low[before] = min(walk.low[before], walk.low[state])
                elif kept[after] and walk.entered[after] == UNKNOWN:
                    depth += 1
                    enter(graph, walk, after, depth)
                elif kept[after] and component[after] == UNKNOWN:
                    walk.low[state] = min(walk.low[state], walk.entered[after])
    return walk.counts[FOUND]


@inlined
def enter(graph: Graph, walk: Walk, state: int, depth: int) -> None:
    """Begin with a state."""
    walk.entered[state] = walk.counts[VISITED]
    walk.low[state] = walk.counts[VISITED]
    walk.counts[VISITED] += 1
    walk.stack[walk.counts[HEIGHT]] = state
    walk.counts[HEIGHT] += 1
    walk.path[depth] = state
    walk.edge[depth] = graph.node[state, FIRST_EDGE]
    if graph.node[state, NUM_EDGES]:
        walk.slot[depth] = graph.edge[graph.node[state, FIRST_EDGE], FIRST_SLOT]


@inlined
def next_successor(graph: Graph, allowed: Bytes, walk: Walk, depth: int) -> int:
    """The next state after the last one on the path; UNKNOWN if there is none."""
    state = walk.path[depth]
    last = graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES]
    edge, slot = walk.edge[depth], walk.slot[depth]
    while edge < last and (not allowed[edge] or slot == end_of(graph, edge)):
        edge += 1
        if edge < last:
            slot = graph.edge[edge, FIRST_SLOT]
    walk.edge[depth] = edge
    walk.slot[depth] = slot + 1
    return graph.successor[slot] if edge < last else UNKNOWN


@inlined
def leave(walk: Walk, component: Ints, state: int) -> None:
    """End with a state: if it is the first of its component, the component is complete."""
    if walk.low[state] == walk.entered[state]:
        while component[state] == UNKNOWN:
            walk.counts[HEIGHT] -= 1
            component[walk.stack[walk.counts[HEIGHT]]] = walk.counts[FOUND]
        walk.counts[FOUND] += 1


@entry
def sort_by_component(states: Ints, component: Ints, indptr: Ints, order: Ints) -> None:
    """Write the states to `order` by component, otherwise in the order they come."""
    for at in range(len(states)):
        indptr[component[states[at]] + 1] += 1
    for number in range(len(indptr) - 1):
        indptr[number + 1] += indptr[number]
    for at in range(len(states)):
        number = component[states[at]]
        order[indptr[number]] = states[at]
        indptr[number] += 1
    for number in range(len(indptr) - 1, 0, -1):
        indptr[number] = indptr[number - 1]
    indptr[0] = 0


@entry
def keep_inside(graph: Graph, kept: Bytes, component: Ints, inside: Bytes) -> int:
    """Clear `inside` for edges that may leave their component; return how many are left.

    The sign is negative if nothing was cleared.
    """
    left, cleared = 0, 0
    for state in range(len(graph.final)):
        for edge in range(
            graph.node[state, FIRST_EDGE],
            graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES],
        ):
            if inside[edge]:
                stays = kept[state] != 0
                for slot in range(graph.edge[edge, FIRST_SLOT], end_of(graph, edge)):
                    after = graph.successor[slot]
                    stays = stays and kept[after] and component[after] == component[state]
                inside[edge] = stays
                left += stays
                cleared += not stays
    return left if cleared else -left


@entry
def join(graph: Graph, component: Ints, parts: Parts, first: Ints) -> None:
    """Chain the states of each end component; `first` has room for one state a component."""
    for state in range(len(graph.final) - 1, -1, -1):
        if component[state] != UNKNOWN:
            parts.following[state] = first[component[state]]
            first[component[state]] = state
    for state in range(len(graph.final)):
        if component[state] != UNKNOWN:
            parts.root[state] = first[component[state]]


# The maximal probability, from both sides


@inlined
def best_chance(graph: Graph, parts: Parts, root: int, values: Floats) -> float:
    """The best that can be done in an end component, by leaving it, or in a single state."""
    best = 0.0
    state = root
    while state != UNKNOWN:
        for edge in range(
            graph.node[state, FIRST_EDGE],
            graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES],
        ):
            if not parts.inside[edge]:
                outcome = graph.outcome_indptr[graph.edge[edge, ACTION]]
                first = graph.edge[edge, FIRST_SLOT]
                total, stay = 0.0, 0.0
                for slot in range(first, end_of(graph, edge)):
                    after = graph.successor[slot]
                    if parts.root[after] == root:
                        stay += graph.chance[outcome + slot - first]
                    else:
                        total += graph.chance[outcome + slot - first] * values[after]
                if stay < 1.0:
                    best = max(best, total / (1.0 - stay))
        state = parts.following[state]
    return best


@compiled
def bound_component(
    graph: Graph, parts: Parts, values: Values, component: int, tolerance: float
) -> float:
    """Bring the bounds of one component nearer to each other; return how far they are, relatively.

    One sweep is enough where the component is a single state or end component. Where numbers are
    too coarse for anything to change, it is 0 that comes back: no sweep will help.
    """
    worst, changed = 0.0, False
    for at in range(parts.indptr[component], parts.indptr[component + 1]):
        state = parts.order[at]
        low, high = values.lower[state], values.upper[state]
        if parts.root[state] == state and high - low > tolerance * high:
            low = max(low, min(high, best_chance(graph, parts, state, values.lower)))
            high = max(low, min(high, best_chance(graph, parts, state, values.upper)))
            worst = max(worst, (high - low) / high)
            changed = changed or low > values.lower[state] or high < values.upper[state]
            while state != UNKNOWN:
                values.lower[state] = low
                values.upper[state] = high
                state = parts.following[state]
    return worst if changed else 0.0


@entry
def bound_components(
    graph: Graph, parts: Parts, values: Values, component: int, tolerance: float
) -> int:
    """Bound one component after the other, for a while; return the first that is not done."""
    work = 0
    while component < len(parts.indptr) - 1 and work < SOME_WORK:
        size = parts.indptr[component + 1] - parts.indptr[component]
        gap = np.inf
        while gap > tolerance and work < SOME_WORK:
            gap = bound_component(graph, parts, values, component, tolerance)
            gap = gap if size > 1 else 0.0
            work += size
        if gap <= tolerance:
            component += 1
    return component


# The least expected cost among policies of maximal probability


@entry
def mark_fit(graph: Graph, sure: Bytes, chance: Floats, fit: Bytes) -> None:
    """Mark the edges that keep the maximal probability: exactly, where it is 1."""
    for state in range(len(graph.final)):
        needed = chance[state] * (1.0 - FIT_TOLERANCE)
        for edge in range(
            graph.node[state, FIRST_EDGE],
            graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES],
        ):
            outcome = graph.outcome_indptr[graph.edge[edge, ACTION]]
            first = graph.edge[edge, FIRST_SLOT]
            total, safe = 0.0, True
            for slot in range(first, end_of(graph, edge)):
                total += graph.chance[outcome + slot - first] * chance[graph.successor[slot]]
                safe = safe and sure[graph.successor[slot]] != 0
            fit[edge] = safe if sure[state] else total > 0.0 and total >= needed


@inlined
def edge_cost(graph: Graph, values: Values, state: int, edge: int) -> float:
    """The expected cost of an action, tried again wherever it leads back to its own state."""
    outcome = graph.outcome_indptr[graph.edge[edge, ACTION]]
    first = graph.edge[edge, FIRST_SLOT]
    total, stay = values.lower[state], 0.0
    for slot in range(first, end_of(graph, edge)):
        after = graph.successor[slot]
        if after == state:
            stay += graph.chance[outcome + slot - first]
        else:
            total += graph.chance[outcome + slot - first] * values.cost[after]
    return total / (1.0 - stay) if stay < 1.0 else np.inf


@inlined
def improve(graph: Graph, fit: Bytes, values: Values, state: int) -> float:
    """Look at all actions of a state; return by which share of it its cost changed."""
    old, best = values.cost[state], np.inf
    first = graph.node[state, FIRST_EDGE]
    for at in range(graph.node[state, NUM_EDGES]):
        if fit[first + at]:
            cost = edge_cost(graph, values, state, first + at)
            if cost < best:
                best = cost
                values.choice[state] = at
    values.cost[state] = best
    return abs(best - old) / best


@compiled
def settle_component(
    graph: Graph, parts: Parts, fit: Bytes, values: Values, component: int
) -> float:
    """Sweep once over all actions of a component; return the greatest relative change."""
    worst = 0.0
    for at in range(parts.indptr[component], parts.indptr[component + 1]):
        state = parts.order[at]
        if not graph.final[state]:
            worst = max(worst, improve(graph, fit, values, state))
    return worst


@compiled
def follow_component(graph: Graph, parts: Parts, values: Values, component: int) -> None:
    """Some sweeps over the best actions of a component's states."""
    for _ in range(CHEAP_SWEEPS):
        for at in range(parts.indptr[component], parts.indptr[component + 1]):
            state = parts.order[at]
            if not graph.final[state]:
                edge = graph.node[state, FIRST_EDGE] + values.choice[state]
                values.cost[state] = edge_cost(graph, values, state, edge)


@entry
def settle_components(
    graph: Graph, parts: Parts, fit: Bytes, values: Values, component: int, tolerance: float
) -> int:
    """Settle one component after the other, for a while; return the first that is not done."""
    work = 0
    while component < len(parts.indptr) - 1 and work < SOME_WORK:
        size = parts.indptr[component + 1] - parts.indptr[component]
        change = settle_component(graph, parts, fit, values, component)
        work += size
        while change > tolerance and size > 1 and work < SOME_WORK:
            follow_component(graph, parts, values, component)
            change = settle_component(graph, parts, fit, values, component)
            work += 3 * size
        if change <= tolerance or size == 1:
            component += 1
    return component


@entry
def residuals(graph: Graph, fit: Bytes, values: Values, found: Floats) -> None:
    """Write how far one more step of value iteration would raise, and lower, a cost.

    Both are shares of a state's probability. So are costs, of which the greatest comes third.
    """
    found[:] = 0.0
    for state in range(len(graph.final)):
        if values.lower[state] > 0.0 and not graph.final[state]:
            best = np.inf
            first = graph.node[state, FIRST_EDGE]
            for edge in range(first, first + graph.node[state, NUM_EDGES]):
                if fit[edge]:
                    best = min(best, values.lower[state] + mean(graph, edge, values.cost))
            rise = (best - values.cost[state]) / values.lower[state]
            found[0] = max(found[0], rise)
            found[1] = max(found[1], -rise)
            found[2] = max(found[2], values.cost[state] / values.lower[state])


# The best expected utility within a budget


@inlined
def mean(graph: Graph, edge: int, values: Floats) -> float:
    """The expected value after an action."""
    outcome = graph.outcome_indptr[graph.edge[edge, ACTION]]
    first = graph.edge[edge, FIRST_SLOT]
    total = 0.0
    for slot in range(first, end_of(graph, edge)):
        total += graph.chance[outcome + slot - first] * values[graph.successor[slot]]
    return total


@entry
def widen(graph: Graph, known: int) -> int:
    """How many states can be met one step after the first ones; states are numbered as met."""
    most = known
    for state in range(known):
        for edge in range(
            graph.node[state, FIRST_EDGE],
            graph.node[state, FIRST_EDGE] + graph.node[state, NUM_EDGES],
        ):
            for slot in range(graph.edge[edge, FIRST_SLOT], end_of(graph, edge)):
                most = max(most, graph.successor[slot] + 1)
    return most


class Level(NamedTuple):
    """One step of backwards induction."""

    num_states: int  # that can be met so soon
    left: int  # actions that are left
    success: float  # the utility of reaching the goal now
    failure: float


@entry
def step_back(
    graph: Graph, distance: Ints, level: Level, later: Floats, now: Floats, choice: Shorts
) -> None:
    """Write the best expected utility of each state from that of the states one action later.

    The best edges are written to `choice`, counted from the first, if there is room for them.
    """
    for state in range(level.num_states):
        best, edge_of_best = level.failure, UNKNOWN
        if graph.final[state]:
            best = level.success
        elif distance[state] != UNKNOWN and distance[state] <= level.left:
            first = graph.node[state, FIRST_EDGE]
            for at in range(graph.node[state, NUM_EDGES]):
                utility = mean(graph, first + at, later)
                if utility > best:
                    best = utility
                    edge_of_best = at
        now[state] = best
        if len(choice):
            choice[state] = edge_of_best


# Search: only what the best policy known comes to is looked at


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


@inlined
def edge_value(graph: Graph, objective: Objective, value: Floats, state: int, edge: int) -> float:
    """The value of an action, tried again wherever it leads back to its own state."""
    outcome = graph.outcome_indptr[graph.edge[edge, ACTION]]
    first = graph.edge[edge, FIRST_SLOT]
    total, stay = 0.0, 0.0
    for slot in range(first, end_of(graph, edge)):
        chance = graph.chance[outcome + slot - first]
        if graph.successor[slot] == state:
            stay += chance
        else:
            total += chance * value[graph.successor[slot]]
    stay *= objective.discount
    total = objective.price + objective.discount * total
    return total / (1.0 - stay) if stay < 1.0 else np.inf


@inlined
def back_up(graph: Graph, objective: Objective, front: Front, state: int) -> float:
    """Look at all actions of a state; return by how much its value changed.

    The choice stays as it is unless another one is better by more than rounding may explain: a
    policy that wavers between equal actions is never found to be complete.
    """
    best, choice = objective.nothing, UNKNOWN
    kept = objective.nothing
    first = graph.node[state, FIRST_EDGE]
    for at in range(graph.node[state, NUM_EDGES]):
        value = edge_value(graph, objective, front.value, state, first + at)
        if at == front.choice[state]:
            kept = value
        if value < best:
            best = value
            choice = at
    old = front.value[state]
    front.value[state] = best
    if best >= objective.nothing - NEGLIGIBLE:
        front.choice[state] = UNKNOWN
    elif front.choice[state] == UNKNOWN or not kept <= best + WAVERING * abs(best):
        front.choice[state] = choice
    return 0.0 if best == old else abs(best - old)


@entry
def sweep_best(graph: Graph, objective: Objective, front: Front, mark: int, found: Floats) -> None:
    """Follow the best actions known from the first state, there and back (ILAO*).

    Values are backed up on both ways. Written to `found` are how many states were come to, how
    many of them are to be expanded, and the greatest change.
    """
    number, fringe, worst = 1, 0, 0.0
    front.order[0] = 0
    front.mark[0] = mark
    head = 0
    while head < number:
        state = front.order[head]
        head += 1
        if not graph.final[state] and graph.node[state, FIRST_EDGE] == UNKNOWN:
            front.fringe[fringe] = state
            fringe += 1
        elif not graph.final[state]:
            worst = max(worst, back_up(graph, objective, front, state))
            number = follow_choice(graph, front, state, mark, number)
    for at in range(number - 1, -1, -1):
        state = front.order[at]
        if not graph.final[state] and graph.node[state, FIRST_EDGE] != UNKNOWN:
            worst = max(worst, back_up(graph, objective, front, state))
    found[0] = number
    found[1] = fringe
    found[2] = worst


@inlined
def follow_choice(graph: Graph, front: Front, state: int, mark: int, number: int) -> int:
    """Add the states after the best action to the order; return how many there are now."""
    if front.choice[state] == UNKNOWN:
        return number
    edge = graph.node[state, FIRST_EDGE] + front.choice[state]
    for slot in range(graph.edge[edge, FIRST_SLOT], end_of(graph, edge)):
        after = graph.successor[slot]
        if front.mark[after] != mark:
            front.mark[after] = mark
            front.order[number] = after
            number += 1
    return number


@entry
def is_complete(graph: Graph, front: Front, number: int, mark: int) -> bool:
    """Whether the choices in the states that a sweep came to lead to no others."""
    for at in range(number):
        state = front.order[at]
        if not graph.final[state] and front.choice[state] != UNKNOWN:
            edge = graph.node[state, FIRST_EDGE] + front.choice[state]
            for slot in range(graph.edge[edge, FIRST_SLOT], end_of(graph, edge)):
                if front.mark[graph.successor[slot]] != mark:
                    return False
    return True


@entry
def rise(graph: Graph, front: Front, number: int) -> float:
    """By how much one step of value iteration raises the cost of a state, where a sweep came to."""
    most = 0.0
    for at in range(number):
        state = front.order[at]
        if not graph.final[state]:
            edge = graph.node[state, FIRST_EDGE] + front.choice[state]
            most = max(most, 1.0 + mean(graph, edge, front.value) - front.value[state])
    return most


@entry
def discount_sweep(graph: Graph, order: Ints, discount: float, value: Floats) -> float:
    """Sweep once over the best discounted probabilities, from above; return the greatest change."""
    worst = 0.0
    for at in range(len(order)):
        state = order[at]
        if not graph.final[state]:
            best = 0.0
            first = graph.node[state, FIRST_EDGE]
            for edge in range(first, first + graph.node[state, NUM_EDGES]):
                best = max(best, discount * mean(graph, edge, value))
            worst = max(worst, value[state] - best)
            value[state] = min(value[state], best)
    return worst


class Flow(NamedTuple):
    """Probabilities of being in states, carried on by one action."""

    now: Floats  # [states]
    after: Floats  # [states] 0 everywhere in the beginning
    active: Ints  # [states] those where one may be now
    following: Ints  # [states] those where one may be one action later


@entry
def flow_on(graph: Graph, choice: Shorts, flow: Flow, number: int, found: Floats) -> int:
    """Carry probabilities on by one action; return in how many states one may be then.

    What is in final states goes to `found[0]`, and what cannot go on is lost. The states now are
    left with probability 0.
    """
    following = 0
    for at in range(number):
        state = flow.active[at]
        mass = flow.now[state]
        flow.now[state] = 0.0
        if graph.final[state]:
            found[0] += mass
        elif mass > NEXT_TO_NOTHING and choice[state] != UNKNOWN:
            edge = graph.node[state, FIRST_EDGE] + choice[state]
            outcome = graph.outcome_indptr[graph.edge[edge, ACTION]]
            first = graph.edge[edge, FIRST_SLOT]
            for slot in range(first, end_of(graph, edge)):
                after = graph.successor[slot]
                if flow.after[after] == 0.0:
                    flow.following[following] = after
                    following += 1
                flow.after[after] += mass * graph.chance[outcome + slot - first]
    return following
