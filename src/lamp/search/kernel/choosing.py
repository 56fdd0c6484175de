"""Choosing: UCB1 for the goal and the subgoal, mixed by greediness; untried options first."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from lamp.search.kernel.arrays import (
    ACTION,
    CHANCE,
    DISCOUNT,
    FAR,
    FIRST_EDGE,
    NO_ROW,
    NUM_EDGES,
    ROW,
    STATE,
    SUBGOAL,
    TRIED,
    TRIES,
    VALUE,
    VISITS,
    ZERO,
    Bytes,
    Floats,
    Learned,
    Settings,
    Space,
    Workspace,
)
from lamp.search.kernel.values import value_of
from lamp.search.kernel.words import wide
from lamp.util.compiling import inlined

# Roots and logarithms would take a third of the time of a step. Most counts are small.
NUM_ROOTS = 4096
INVERSE_ROOT = np.array([1.0, *(1.0 / math.sqrt(n) for n in range(1, NUM_ROOTS))])
ROOT_LOG = np.array([0.0, *(math.sqrt(math.log(n)) for n in range(1, NUM_ROOTS))])


@inlined
def one_of(number: int, rng: np.random.Generator) -> int:
    """A number below another, uniformly; nothing is drawn where there is no choice."""
    return int(rng.random() * number) if number > 1 else 0


class Node(NamedTuple):
    """Where the statistics of some options stand."""

    first: int  # row of the first option for the goal
    row: int  # row of the first option for the subgoal; NO_ROW: only the goal counts
    number: int  # of options


class Survey(NamedTuple):
    """What UCB1 has to know of all options together."""

    best: float  # the greatest value
    visits: float  # how often any was tried
    untried: bool  # whether some never were


class View(NamedTuple):
    """The options of a node, and what is known of all of them together."""

    node: Node
    alpha: float  # greediness, as it counts here
    fades: bool
    for_goal: Survey
    for_subgoal: Survey


class Spread(NamedTuple):
    """Greediness, and how far UCB1 looks beyond a value that was tried once."""

    alpha: float
    for_goal: float
    for_subgoal: float
    best: float  # for the subgoal; as good may be what was never tried for it


@inlined
def survey(values: Floats, first: int, number: int) -> Survey:
    """The greatest value, the sum of tries, and whether there are options that were never tried."""
    best, visits, untried = 0.0, 0.0, False
    for at in range(first, first + number):
        best = max(best, values[at, VALUE])
        visits += values[at, TRIES]
        untried |= values[at, TRIES] == 0.0
    return Survey(best, visits, untried)


@inlined
def look(settings: Settings, goal: Floats, subgoal: Floats, node: Node) -> View:
    """What is known of the options."""
    alpha = settings.greediness if node.row != NO_ROW else 0.0
    for_goal = survey(goal, node.first, node.number if alpha < 1.0 else ZERO)
    for_subgoal = survey(subgoal, node.row, node.number if alpha > 0.0 else ZERO)
    return View(node, alpha, False, for_goal, for_subgoal)


@inlined
def look_around(learned: Learned, settings: Settings, state: int, node: Node) -> View:
    """What is known of the actions, where greediness fades with knowledge (decision 17)."""
    if settings.bellman:
        for_goal = recall(learned, settings, state, node.number)
    else:
        for_goal = survey(learned.goal, node.first, node.number)
    alpha = 0.0
    if node.row != NO_ROW:
        alpha = settings.greediness * fade(settings, for_goal.visits)
    for_subgoal = survey(learned.subgoal, node.row, node.number if alpha > 0.0 else ZERO)
    return View(node, alpha, True, for_goal, for_subgoal)


@inlined
def recall(learned: Learned, settings: Settings, state: int, number: int) -> Survey:
    """What `survey` would find out about the actions for the goal, from what backups have noted."""
    best = value_of(settings, learned.worth[state, CHANCE], learned.worth[state, DISCOUNT])
    untried = learned.worth[state, TRIED] < number
    return Survey(best, learned.worth[state, VISITS], untried)


@inlined
def fade(settings: Settings, visits: float) -> float:
    """√(k / (3 N(s) + k)), looked up where it can be."""
    if visits < len(settings.faded):
        return settings.faded[np.uint64(visits)]
    return math.sqrt(settings.fading / (3.0 * visits + settings.fading))


@inlined
def radius(settings: Settings, seen: Survey) -> float:
    """How far UCB1 looks beyond a value that was tried once: C √(log N(s)), normalised."""
    scale = settings.exploration * seen.best if settings.normalize else settings.exploration
    return scale * root_log(seen.visits)


@inlined
def choose(
    settings: Settings, goal: Floats, subgoal: Floats, node: Node, rng: np.random.Generator
) -> int:
    """The option with the greatest UCB1, mixed by greediness; untried ones come first."""
    view = look(settings, goal, subgoal, node)
    if some_are_untried(view):
        return some_untried(view, goal, subgoal, rng)
    return greatest(spread_of(settings, view), goal, subgoal, node, rng)


@inlined
def choose_action(
    space: Space,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    rng: np.random.Generator,
) -> int:
    """The action with the greatest mixture of UCB1s; untried ones come first, perhaps in order."""
    state = work.registers[STATE]
    first, number = wide(space.node[state, FIRST_EDGE]), wide(space.node[state, NUM_EDGES])
    node = Node(first, wide(work.registers[ROW]), number)
    if settings.fading > 0.0:
        view = look_around(learned, settings, state, node)
    else:
        view = look(settings, learned.goal, learned.subgoal, node)
    if some_are_untried(view):
        if settings.relevant:
            distance = settings.guidance.distance[work.registers[SUBGOAL]]
            return nearest_untried(space, learned, view, distance, rng)
        return some_untried(view, learned.goal, learned.subgoal, rng)
    return greatest(spread_of(settings, view), learned.goal, learned.subgoal, node, rng)


@inlined
def spread_of(settings: Settings, view: View) -> Spread:
    """What UCB1 adds to the values of a node."""
    for_subgoal = radius(settings, view.for_subgoal)
    best = view.for_subgoal.best
    return Spread(view.alpha, radius(settings, view.for_goal), for_subgoal, best)


@inlined
def some_are_untried(view: View) -> bool:
    """Whether there are options to be tried first."""
    return view.for_goal.untried or (view.for_subgoal.untried and not view.fades)


@inlined
def is_untried(view: View, goal: Floats, subgoal: Floats, at: int) -> bool:
    """Whether an option was never tried for one of the goals that count.

    Where greediness fades, only the goal counts: the subgoal would, again and again, ask for tries
    in states that are known well.
    """
    node = view.node
    if view.fades:
        return goal[node.first + at, TRIES] == 0.0
    return (view.alpha < 1.0 and goal[node.first + at, TRIES] == 0.0) or (
        view.alpha > 0.0 and subgoal[node.row + at, TRIES] == 0.0
    )


@inlined
def some_untried(view: View, goal: Floats, subgoal: Floats, rng: np.random.Generator) -> int:
    """One of the untried options, uniformly."""
    untried = ZERO
    for at in range(view.node.number):
        untried += is_untried(view, goal, subgoal, at)
    turn = one_of(untried, rng)
    at = ZERO
    while turn or not is_untried(view, goal, subgoal, at):
        turn -= is_untried(view, goal, subgoal, at)
        at += 1
    return at


@inlined
def nearest_untried(
    space: Space, learned: Learned, view: View, distance: Bytes, rng: np.random.Generator
) -> int:
    """One of the untried actions that are nearest to the subgoal, uniformly."""
    goal, subgoal, first = learned.goal, learned.subgoal, view.node.first
    nearest, ties, found = FAR + 1, ZERO, ZERO
    for at in range(view.node.number):
        if is_untried(view, goal, subgoal, at):
            far = wide(distance[space.edge[first + at, ACTION]])
            if far < nearest:
                nearest, ties, found = far, 1, at
            elif far == nearest:
                ties += 1
    turn = one_of(ties, rng)
    while turn:
        found += 1
        is_near = distance[space.edge[first + found, ACTION]] == nearest
        turn -= is_near and is_untried(view, goal, subgoal, found)
    return found


@inlined
def greatest(
    spread: Spread, goal: Floats, subgoal: Floats, node: Node, rng: np.random.Generator
) -> int:
    """The option with the greatest UCB1; of several, one uniformly."""
    best, ties, found = -math.inf, ZERO, ZERO
    for at in range(node.number):
        value = mixed(spread, goal, subgoal, node, at)
        is_better = value > best  # no branches: nobody could predict them
        ties = 1 if is_better else ties + (value == best)
        found = at if is_better else found
        best = value if is_better else best
    turn = one_of(ties, rng)
    while turn:
        found += 1
        turn -= mixed(spread, goal, subgoal, node, found) == best
    return found


@inlined
def mixed(spread: Spread, goal: Floats, subgoal: Floats, node: Node, at: int) -> float:
    """UCB1 for the goal and for the subgoal, mixed by greediness."""
    value = 0.0
    if spread.alpha < 1.0:
        value = (1.0 - spread.alpha) * ucb1(goal, node.first + at, spread.for_goal)
    if spread.alpha > 0.0:
        tries, known = subgoal[node.row + at, TRIES], subgoal[node.row + at, VALUE]
        hoped = known if tries > 0.0 else spread.best
        value += spread.alpha * (hoped + spread.for_subgoal * inverse_root(tries))
    return value


@inlined
def ucb1(values: Floats, at: int, reach: float) -> float:
    """The value of an option and how much more it may be worth."""
    return values[at, VALUE] + reach * inverse_root(values[at, TRIES])


@inlined
def inverse_root(tries: float) -> float:
    """1 / √n, looked up where it can be; what was never tried counts as tried once."""
    return INVERSE_ROOT[np.uint64(tries)] if tries < NUM_ROOTS else 1.0 / math.sqrt(tries)


@inlined
def root_log(visits: float) -> float:
    """√(log n), looked up where it can be."""
    return ROOT_LOG[np.uint64(visits)] if visits < NUM_ROOTS else math.sqrt(math.log(visits))
