"""UCB1 for the goal and the subgoal, mixed by greediness; untried options come first.

    UCB1(s, a) = Q(s, a) + C √(log N(s) / N(s, a)),  C = exploration · max_a Q(s, a) if normalized

(Auer, Cesa-Bianchi and Fischer 2002; Kocsis and Szepesvári 2006.) LAMP chooses the action with the
greatest (1 − α) UCB1_g(s, a) + α UCB1_φ(s, a), equation 2 of the paper.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from lamp.heuristics.kernel import IRRELEVANT
from lamp.search.lamp.kernel.records import NO_ROW, Search, Settings
from lamp.search.lamp.kernel.values import gubs_value
from lamp.statespace.kernel import ZERO, int64
from lamp.util.compiling import inlined
from lamp.util.records import Int8s, Rows

# Without these tables, roots and logarithms take a third of the time of a step.
TABLE_SIZE = 4096
INVERSE_ROOT = np.array([1.0, *(1.0 / math.sqrt(n) for n in range(1, TABLE_SIZE))])
ROOT_LOG = np.array([0.0, *(math.sqrt(math.log(n)) for n in range(1, TABLE_SIZE))])


class Options(NamedTuple):
    """The indices of the estimates of some options: actions of a state, or leaves of a set."""

    first: int  # index of the first option's estimate for the goal
    row: int  # index of the first option's estimate for the subgoal; NO_ROW: only the goal counts
    number: int


class Totals(NamedTuple):
    """The totals of all options of a node, for UCB1."""

    best: float  # max_a Q(s, a)
    visits: float  # N(s)
    has_untried: bool


class Node(NamedTuple):
    """The options of a node with their totals."""

    options: Options
    greediness: float  # α in this node
    fades: bool
    goal: Totals
    subgoal: Totals


class Ucb(NamedTuple):
    """Greediness, and C √(log N(s)) for the goal and the subgoal."""

    greediness: float
    goal_scale: float
    subgoal_scale: float
    best_subgoal: float  # the value of options that were never tried for the subgoal


@inlined
def random_index(number: int, rng: np.random.Generator) -> int:
    """An index below a number, uniformly; without a choice, no random number is drawn."""
    return int(rng.random() * number) if number > 1 else 0


@inlined
def totals_of(estimates: Rows, first: int, number: int) -> Totals:
    """The greatest value, the sum of visits, and whether there are options without visits."""
    best, visits, has_untried = 0.0, 0.0, False
    for index in range(first, first + number):
        best = max(best, estimates[index].value)
        visits += estimates[index].visits
        has_untried |= estimates[index].visits == 0.0
    return Totals(best, visits, has_untried)


@inlined
def node_statistics(settings: Settings, goal: Rows, subgoal: Rows, options: Options) -> Node:
    """The node of some options, where greediness does not fade."""
    alpha = settings.greediness if options.row != NO_ROW else 0.0
    for_goal = totals_of(goal, options.first, options.number if alpha < 1.0 else ZERO)
    for_subgoal = totals_of(subgoal, options.row, options.number if alpha > 0.0 else ZERO)
    return Node(options, alpha, False, for_goal, for_subgoal)


@inlined
def fading_node_statistics(search: Search, options: Options) -> Node:
    """The node of the actions of a state, where greediness fades with visits (decision 17)."""
    settings, statistics = search.settings, search.statistics
    if settings.bellman:
        value = statistics.state_value[search.rollout.state]
        best = gubs_value(settings, value.goal_probability, value.expected_utility)
        for_goal = Totals(best, value.visits, value.tried < options.number)
    else:
        for_goal = totals_of(statistics.goal, options.first, options.number)
    alpha = 0.0
    if options.row != NO_ROW:
        alpha = settings.greediness * fading_factor(settings, for_goal.visits)
    number = options.number if alpha > 0.0 else ZERO
    for_subgoal = totals_of(statistics.subgoal, options.row, number)
    return Node(options, alpha, True, for_goal, for_subgoal)


@inlined
def fading_factor(settings: Settings, visits: float) -> float:
    """√(k / (3 N(s) + k)), by table for few visits."""
    if visits < len(settings.fading_factor):
        return settings.fading_factor[np.uint64(int64(visits))]
    return math.sqrt(settings.fading / (3.0 * visits + settings.fading))


@inlined
def ucb_scale(settings: Settings, totals: Totals) -> float:
    """C √(log N(s))."""
    scale = settings.exploration
    if settings.normalize_exploration:
        scale = settings.exploration * totals.best
    return scale * root_log(totals.visits)


@inlined
def ucb_of(settings: Settings, node: Node) -> Ucb:
    """Greediness and the scales of UCB1 in a node."""
    goal_scale = ucb_scale(settings, node.goal)
    subgoal_scale = ucb_scale(settings, node.subgoal)
    return Ucb(node.greediness, goal_scale, subgoal_scale, node.subgoal.best)


@inlined
def choose_leaf(
    settings: Settings, estimates: Rows, first: int, number: int, rng: np.random.Generator
) -> int:
    """The position of the leaf with the greatest UCB1 on Q_LM; untried ones come first."""
    node = node_statistics(settings, estimates, estimates, Options(first, NO_ROW, number))
    if node.goal.has_untried:
        return random_untried(node, estimates, estimates, rng)
    return greatest_ucb(ucb_of(settings, node), estimates, estimates, node.options, rng)


@inlined
def choose_action(search: Search, options: Options, rng: np.random.Generator) -> int:
    """The position of the action with the greatest mixture of UCB1; untried ones come first."""
    settings, goal, subgoal = search.settings, search.statistics.goal, search.statistics.subgoal
    if settings.fading > 0.0:
        node = fading_node_statistics(search, options)
    else:
        node = node_statistics(settings, goal, subgoal, options)
    if node.goal.has_untried or (node.subgoal.has_untried and not node.fades):
        if settings.relevant_first:
            distance = search.landmarks.distance[search.rollout.subgoal]
            return nearest_untried(search, node, distance, rng)
        return random_untried(node, goal, subgoal, rng)
    return greatest_ucb(ucb_of(settings, node), goal, subgoal, options, rng)


@inlined
def is_untried(node: Node, goal: Rows, subgoal: Rows, position: int) -> bool:
    """Whether an option is untried for the goal (if α < 1) or for the subgoal (if α > 0).

    If greediness fades, only the goal counts: otherwise each new subgoal would have all actions of
    a state tried again.
    """
    options = node.options
    if node.fades:
        return goal[options.first + position].visits == 0.0
    return (node.greediness < 1.0 and goal[options.first + position].visits == 0.0) or (
        node.greediness > 0.0 and subgoal[options.row + position].visits == 0.0
    )


@inlined
def random_untried(node: Node, goal: Rows, subgoal: Rows, rng: np.random.Generator) -> int:
    """One of the untried options, uniformly."""
    untried = ZERO
    for position in range(node.options.number):
        untried += is_untried(node, goal, subgoal, position)
    skip = random_index(untried, rng)
    position = ZERO
    while skip or not is_untried(node, goal, subgoal, position):
        skip -= is_untried(node, goal, subgoal, position)
        position += 1
    return position


@inlined
def nearest_untried(search: Search, node: Node, distance: Int8s, rng: np.random.Generator) -> int:
    """One of the untried actions of least distance to the subgoal, uniformly."""
    goal, subgoal = search.statistics.goal, search.statistics.subgoal
    edges, first = search.space.edges, node.options.first
    nearest, ties, chosen = IRRELEVANT + 1, ZERO, ZERO
    for position in range(node.options.number):
        if is_untried(node, goal, subgoal, position):
            steps = int64(distance[edges[first + position].action])
            if steps < nearest:
                nearest, ties, chosen = steps, 1, position
            elif steps == nearest:
                ties += 1
    skip = random_index(ties, rng)
    while skip:
        chosen += 1
        is_near = distance[edges[first + chosen].action] == nearest
        skip -= is_near and is_untried(node, goal, subgoal, chosen)
    return chosen


@inlined
def greatest_ucb(
    ucb: Ucb, goal: Rows, subgoal: Rows, options: Options, rng: np.random.Generator
) -> int:
    """The position of the option with the greatest UCB1; of several, one uniformly."""
    best, ties, chosen = -math.inf, ZERO, ZERO
    for position in range(options.number):
        value = mixed_ucb(ucb, goal, subgoal, options, position)
        is_better = value > best  # selects instead of branches, which would be mispredicted
        ties = 1 if is_better else ties + (value == best)
        chosen = position if is_better else chosen
        best = value if is_better else best
    skip = random_index(ties, rng)
    while skip:
        chosen += 1
        skip -= mixed_ucb(ucb, goal, subgoal, options, chosen) == best
    return chosen


@inlined
def mixed_ucb(ucb: Ucb, goal: Rows, subgoal: Rows, options: Options, position: int) -> float:
    """(1 − α) UCB1_g + α UCB1_φ of an option."""
    value = 0.0
    if ucb.greediness < 1.0:
        for_goal = goal[options.first + position]
        bound = for_goal.value + ucb.goal_scale * inverse_root(for_goal.visits)
        value = (1.0 - ucb.greediness) * bound
    if ucb.greediness > 0.0:
        for_subgoal = subgoal[options.row + position]
        known = for_subgoal.value if for_subgoal.visits > 0.0 else ucb.best_subgoal
        bound = known + ucb.subgoal_scale * inverse_root(for_subgoal.visits)
        value += ucb.greediness * bound
    return value


@inlined
def inverse_root(visits: float) -> float:
    """1 / √n, by table for small n; for n = 0 as for 1."""
    return (
        INVERSE_ROOT[np.uint64(int64(visits))] if visits < TABLE_SIZE else 1.0 / math.sqrt(visits)
    )


@inlined
def root_log(visits: float) -> float:
    """√(log n), by table for small n."""
    return (
        ROOT_LOG[np.uint64(int64(visits))] if visits < TABLE_SIZE else math.sqrt(math.log(visits))
    )
