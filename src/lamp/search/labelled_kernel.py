"""The compiled part of LRTDP: rollouts that back costs up, and labels for what is solved.

As in `lamp.search.kernel`, everything that is compiled is in this file, ragged tables are flat
arrays with offsets, nothing allocates, and each verb is its own oracle without compilation. Verbs
work on plain arrays: a state whose successors are not known is asked for (`WANTED`), and the verb
is called again.

What has a cost is a node: a state on the way to the subgoal (an even number), or one on the way to
the goal (odd). There are two expected costs: until the subgoal or the goal is reached, and until
the goal is; the policy is one, which minimises their mixture.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lamp.util.compiling import compiled, entry, inlined

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Bits = NDArray[np.uint64]
Bytes = NDArray[np.uint8]

DONE, WANTED = 0, 1
UNKNOWN = -1
END = -1
"""In place of a node: nothing that happens from there on counts."""
FIRST_EDGE, NUM_EDGES = 0, 1  # as in `lamp.search.kernel`
ACTION, FIRST_SLOT = 0, 1
FOR_SUBGOAL, FOR_GOAL = 0, 1
FRESH, MET, SOLVED = 0, 1, 2
ROOT, NODE, LENGTH, LEFT, STATE = 0, 1, 2, 3, 4
CHECKING, HEIGHT, CLOSED, RISES, NUM_REGISTERS = 5, 6, 7, 8, 9
ONE = np.uint64(1)
TOLERANCE = 1e-4
"""By how much a cost may be too low where a state is solved (ε), for each action to come."""

NEARLY = 1.0 - 1e-12
"""A mixture of two equal numbers may be less than they are by rounding."""


class Graph(NamedTuple):
    """The states that are known, what can be done in them, and what comes of it."""

    node: Ints  # [states, 2] FIRST_EDGE, UNKNOWN until the state is expanded, and NUM_EDGES
    holds: Bits  # [states, landmark words] the landmarks that are true
    edge: Ints  # [edges, 2] its ACTION, and the FIRST_SLOT of its outcomes
    successor: Ints  # [slots]
    outcome_indptr: Ints  # [actions + 1]
    chance: Floats  # [outcomes] probabilities


class Counting(NamedTuple):
    """How much of the goal is missing at least; never changed."""

    part: Ints  # [parts] landmarks that hold wherever the goal does
    weight: Floats  # [parts] the share of an action that each costs at least


class Table(NamedTuple):
    """What is known of states on the way to one landmark."""

    cost: Floats  # [states, 2] FOR_SUBGOAL, FOR_GOAL: lower bounds
    mark: Bytes  # [states] FRESH, MET or SOLVED


class Tables(NamedTuple):
    """What rollouts learn."""

    goal: Table
    subgoal: Table
    tries: Ints  # [edges] how often rollouts took it
    met: Longs  # [1] how many costs are not FRESH any more


class Aim(NamedTuple):
    """What rollouts are for."""

    subgoal: int
    goal: int
    greediness: float
    penalty: float  # what not reaching the goal costs (D)
    horizon: int


class Workspace(NamedTuple):
    """Scratch, and a rollout that is under way."""

    registers: Longs
    path: Ints  # [horizon] nodes
    stack: Ints  # [nodes] to be looked at
    closed: Ints  # [nodes] that were looked at
    seen: Bytes  # [nodes] whether one is in either of them; 0 in between


# Landmarks


@inlined
def is_true(graph: Graph, state: int, landmark: int) -> bool:
    """Whether a landmark holds in a state."""
    return graph.holds[state, landmark >> 6] >> np.uint64(landmark & 63) & ONE == ONE


@compiled
def count(graph: Graph, counting: Counting, state: int) -> float:
    """A lower bound on the cost until the goal, which does not hold."""
    total = 0.0
    for at in range(len(counting.part)):
        if not is_true(graph, state, counting.part[at]):
            total += counting.weight[at]
    return max(total, 1.0)


# Nodes


@inlined
def is_for_goal(node: int) -> bool:
    """Whether only the goal counts in a node: the subgoal was reached, or it is the goal."""
    return node & 1 == 1


@inlined
def table_of(tables: Tables, node: int) -> Table:
    """Where the costs of a node stand."""
    return tables.goal if is_for_goal(node) else tables.subgoal


@inlined
def after(graph: Graph, aim: Aim, node: int, state: int) -> int:
    """The node in a state that was entered from a node."""
    if is_true(graph, state, aim.goal):
        return END
    if is_for_goal(node):
        return 2 * state + 1
    if is_true(graph, state, aim.subgoal):
        return 2 * state + 1 if aim.greediness < 1.0 else END
    return 2 * state


@inlined
def mixed(aim: Aim, node: int, for_subgoal: float, for_goal: float) -> float:
    """Both costs of a node as one: equation 2 of the paper."""
    if is_for_goal(node):
        return for_goal
    return aim.greediness * for_subgoal + (1.0 - aim.greediness) * for_goal


@compiled
def meet(graph: Graph, counting: Counting, tables: Tables, aim: Aim, node: int) -> None:
    """Give a fresh node its first costs, which are lower bounds."""
    state = node >> 1
    tables.met[0] += 1
    for_goal = min(count(graph, counting, state), aim.penalty)
    if is_for_goal(node):
        tables.goal.cost[state, FOR_SUBGOAL] = 0.0
        tables.goal.cost[state, FOR_GOAL] = for_goal
        tables.goal.mark[state] = MET
        return
    if tables.goal.mark[state] != FRESH:
        for_goal = tables.goal.cost[state, FOR_GOAL]
    tables.subgoal.cost[state, FOR_SUBGOAL] = 1.0
    tables.subgoal.cost[state, FOR_GOAL] = for_goal
    tables.subgoal.mark[state] = MET


class Price(NamedTuple):
    """The expected costs of an edge, and of what comes after it."""

    for_subgoal: float
    for_goal: float


@inlined
def price(
    graph: Graph, counting: Counting, tables: Tables, aim: Aim, node: int, edge: int
) -> Price:
    """The expected costs of an action (Q_φ and Q_g), or of giving up, if that is cheaper."""
    action, slot = graph.edge[edge, ACTION], graph.edge[edge, FIRST_SLOT]
    for_subgoal, for_goal = 0.0 if is_for_goal(node) else 1.0, 1.0
    for outcome in range(graph.outcome_indptr[action], graph.outcome_indptr[action + 1]):
        new = after(graph, aim, node, graph.successor[slot])
        slot += 1
        if new != END:
            if table_of(tables, new).mark[new >> 1] == FRESH:
                meet(graph, counting, tables, aim, new)
            cost = table_of(tables, new).cost
            for_subgoal += graph.chance[outcome] * cost[new >> 1, FOR_SUBGOAL]
            for_goal += graph.chance[outcome] * cost[new >> 1, FOR_GOAL]
    if mixed(aim, node, for_subgoal, for_goal) < aim.penalty:
        return Price(for_subgoal, for_goal)
    return Price(0.0 if is_for_goal(node) else aim.penalty, aim.penalty)


class Best(NamedTuple):
    """What is best in a node."""

    edge: int  # UNKNOWN where nothing can be done
    for_subgoal: float
    for_goal: float


@compiled
def best(graph: Graph, counting: Counting, tables: Tables, aim: Aim, node: int) -> Best:
    """The edge of least mixed cost, the first of several: the policy."""
    first = graph.node[node >> 1, FIRST_EDGE]
    found, least = UNKNOWN, aim.penalty
    for_subgoal, for_goal = 0.0 if is_for_goal(node) else aim.penalty, aim.penalty
    for edge in range(first, first + graph.node[node >> 1, NUM_EDGES]):
        one = price(graph, counting, tables, aim, node, edge)
        value = mixed(aim, node, one.for_subgoal, one.for_goal)
        if found == UNKNOWN or value < least:
            found, least = edge, value
            for_subgoal, for_goal = one.for_subgoal, one.for_goal
    return Best(found, for_subgoal, for_goal)


@inlined
def is_hopeless(aim: Aim, node: int, found: Best) -> bool:
    """Whether what is best in a node is giving up."""
    cost = mixed(aim, node, found.for_subgoal, found.for_goal)
    return found.edge == UNKNOWN or cost >= NEARLY * aim.penalty


@inlined
def rise(tables: Tables, aim: Aim, node: int, found: Best) -> float:
    """By how much the cost of a node is below what is best in it."""
    known = table_of(tables, node).cost
    before = mixed(aim, node, known[node >> 1, FOR_SUBGOAL], known[node >> 1, FOR_GOAL])
    return mixed(aim, node, found.for_subgoal, found.for_goal) - before


@inlined
def back_up(tables: Tables, aim: Aim, node: int, found: Best) -> None:
    """Raise the costs of a node to what is best in it: bounds from below never fall."""
    if rise(tables, aim, node, found) > 0.0:
        table_of(tables, node).cost[node >> 1, FOR_SUBGOAL] = found.for_subgoal
        table_of(tables, node).cost[node >> 1, FOR_GOAL] = found.for_goal


# Rollouts


@entry
def rollouts(
    graph: Graph,
    counting: Counting,
    tables: Tables,
    aim: Aim,
    work: Workspace,
    rng: np.random.Generator,
) -> int:
    """Rollouts from a node until all are done, or it is solved, or a state is wanted."""
    registers, root = work.registers, work.registers[ROOT]
    if table_of(tables, root).mark[root >> 1] == FRESH:
        meet(graph, counting, tables, aim, root)
    while registers[LEFT] and table_of(tables, root).mark[root >> 1] != SOLVED:
        if not registers[CHECKING] and go_down(graph, counting, tables, aim, work, rng) == WANTED:
            return WANTED
        if go_up(graph, counting, tables, aim, work) == WANTED:
            return WANTED
        registers[LEFT] -= 1
        registers[NODE], registers[LENGTH] = root, 0
    return DONE


@inlined
def is_known(graph: Graph, work: Workspace, node: int) -> bool:
    """Whether the successors of a node are known; otherwise they are wanted."""
    work.registers[STATE] = node >> 1
    return graph.node[node >> 1, FIRST_EDGE] != UNKNOWN


@compiled
def go_down(
    graph: Graph,
    counting: Counting,
    tables: Tables,
    aim: Aim,
    work: Workspace,
    rng: np.random.Generator,
) -> int:
    """Follow the policy to an end, a solved node, or the horizon, and back costs up on the way."""
    registers = work.registers
    while registers[NODE] != END and registers[LENGTH] < aim.horizon:
        node = registers[NODE]
        if table_of(tables, node).mark[node >> 1] == SOLVED:
            break
        if not is_known(graph, work, node):
            return WANTED
        work.path[registers[LENGTH]] = node
        registers[LENGTH] += 1
        found = best(graph, counting, tables, aim, node)
        back_up(tables, aim, node, found)
        if is_hopeless(aim, node, found):
            break
        tables.tries[found.edge] += 1
        registers[NODE] = after(graph, aim, node, sample(graph, found.edge, rng))
    return DONE


@inlined
def sample(graph: Graph, edge: int, rng: np.random.Generator) -> int:
    """A successor, by the probabilities of an edge's outcomes; drawn only if there are several."""
    action, slot = graph.edge[edge, ACTION], graph.edge[edge, FIRST_SLOT]
    first, last = graph.outcome_indptr[action], graph.outcome_indptr[action + 1]
    if last - first > 1:
        drawn = rng.random() - graph.chance[first]
        while first < last - 1 and drawn >= 0.0:
            first += 1
            slot += 1
            drawn -= graph.chance[first]
    return graph.successor[slot]


@inlined
def go_up(graph: Graph, counting: Counting, tables: Tables, aim: Aim, work: Workspace) -> int:
    """Label the nodes of a rollout that are solved, from the last to the first that is not."""
    registers = work.registers
    while registers[LENGTH]:
        node = work.path[registers[LENGTH] - 1]
        if table_of(tables, node).mark[node >> 1] != SOLVED:
            if not registers[CHECKING]:
                work.stack[0], work.seen[node] = node, 1
                registers[HEIGHT], registers[CLOSED], registers[RISES] = 1, 0, 0
                registers[CHECKING] = 1
            if look_around(graph, counting, tables, aim, work) == WANTED:
                return WANTED
            registers[CHECKING] = 0
            close(graph, counting, tables, aim, work)
            if registers[RISES]:
                break
        registers[LENGTH] -= 1
    return DONE


@compiled
def look_around(graph: Graph, counting: Counting, tables: Tables, aim: Aim, work: Workspace) -> int:
    """Close all nodes that the policy leads to, but none beyond one whose cost may rise."""
    registers = work.registers
    while registers[HEIGHT]:
        node = work.stack[registers[HEIGHT] - 1]
        if not is_known(graph, work, node):
            return WANTED
        registers[HEIGHT] -= 1
        work.closed[registers[CLOSED]] = node
        registers[CLOSED] += 1
        found = best(graph, counting, tables, aim, node)
        if rise(tables, aim, node, found) > TOLERANCE:
            registers[RISES] = 1
        elif not is_hopeless(aim, node, found):
            push_successors(graph, tables, aim, work, node, found.edge)
    return DONE


@compiled
def close(graph: Graph, counting: Counting, tables: Tables, aim: Aim, work: Workspace) -> None:
    """Label the closed nodes, if none may rise; otherwise back them up, the last ones first."""
    for at in range(work.registers[CLOSED] - 1, -1, -1):
        node = work.closed[at]
        work.seen[node] = 0
        if work.registers[RISES]:
            back_up(tables, aim, node, best(graph, counting, tables, aim, node))
        else:
            table_of(tables, node).mark[node >> 1] = SOLVED


@inlined
def push_successors(
    graph: Graph, tables: Tables, aim: Aim, work: Workspace, node: int, edge: int
) -> None:
    """Put where an edge leads on the stack, unless it is solved or was there already."""
    action, slot = graph.edge[edge, ACTION], graph.edge[edge, FIRST_SLOT]
    size = graph.outcome_indptr[action + 1] - graph.outcome_indptr[action]
    for at in range(slot, slot + size):
        new = after(graph, aim, node, graph.successor[at])
        if new == END or work.seen[new] or table_of(tables, new).mark[new >> 1] == SOLVED:
            continue
        work.stack[work.registers[HEIGHT]], work.seen[new] = new, 1
        work.registers[HEIGHT] += 1


# What a decision looks at


@entry
def prices(
    graph: Graph, counting: Counting, tables: Tables, aim: Aim, work: Workspace, found: Floats
) -> None:
    """Write both costs of each action in the root, which must have been expanded."""
    root = work.registers[ROOT]
    first = graph.node[root >> 1, FIRST_EDGE]
    for edge in range(first, first + graph.node[root >> 1, NUM_EDGES]):
        one = price(graph, counting, tables, aim, root, edge)
        found[edge - first, FOR_SUBGOAL] = one.for_subgoal
        found[edge - first, FOR_GOAL] = one.for_goal
