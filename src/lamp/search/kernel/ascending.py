"""The way up: what a rollout has come to, and what is learned from it."""

from __future__ import annotations

from typing import NamedTuple

from lamp.search.kernel.arrays import (
    ACTION,
    BASIS,
    CHANCE,
    DEAD,
    DEPTH,
    DISCOUNT,
    ENTRIES,
    FIRST_BASIS,
    FIRST_EDGE,
    FIRST_SLOT,
    FROM,
    KIND,
    LANDMARK_ENTRY,
    MORE,
    NOT_LEARNED,
    NUM_EDGES,
    PLACE,
    PURSUIT,
    ROOT_COST,
    STATE,
    SURE_ENTRY,
    TRIED,
    TRIES,
    UNBASED,
    VALUE,
    VISITS,
    ZERO,
    Floats,
    Learned,
    Settings,
    Space,
    TaskArrays,
    Workspace,
)
from lamp.search.kernel.estimating import cost_from
from lamp.search.kernel.states import is_true
from lamp.search.kernel.values import first_worth, update, value_of, worth
from lamp.search.kernel.words import wide
from lamp.util.compiling import inlined


class Ending(NamedTuple):
    """What a rollout has come to."""

    reached: bool
    dead: bool
    rest: int  # what is left of the horizon, which counts as cost unless the goal was reached
    missing: int  # what counts as cost for the goal: the rest, or an estimate
    chance: float  # that the goal is reached from there
    discount: float  # for the cost from there


@inlined
def ending(
    task: TaskArrays, space: Space, learned: Learned, settings: Settings, work: Workspace
) -> Ending:
    """What the state is worth in which a rollout has ended (decision 14)."""
    registers = work.registers
    state = registers[STATE]
    if is_true(space, state, len(task.landmark) - 1):
        return Ending(True, False, ZERO, ZERO, 1.0, 1.0)
    rest = settings.horizon - registers[DEPTH]
    if rest > 0 or learned.verdict[state] == DEAD:  # there was nothing to do, or nothing to gain
        return Ending(False, True, rest, rest, 0.0, 0.0)
    if not settings.counts_landmarks:
        return Ending(False, False, rest, rest, 0.0, 0.0)
    further = cost_from(task, space, learned, settings, work, wide(state))
    discount = worth(settings, further, 0.0)
    return Ending(False, False, rest, further, discount, discount)


@inlined
def go_up(
    task: TaskArrays, space: Space, learned: Learned, settings: Settings, work: Workspace
) -> None:
    """From the end of a rollout back to its root: lines 6 and 12 to 14 of Algorithm 3.

    The cost so far and the cost still to come add up to the same number all the way, so there is
    one utility for the goal, and one for each subgoal pursued.
    """
    registers = work.registers
    end = ending(task, space, learned, settings, work)
    so_far = registers[DEPTH] if settings.bellman else registers[ROOT_COST] + registers[DEPTH]
    for_goal = worth(settings, so_far + end.missing, settings.goal_utility * end.chance)
    bonus = settings.goal_utility if end.reached else 0.0
    for_subgoal = worth(settings, registers[PURSUIT] + end.rest, bonus)
    after, chance, discount = registers[STATE], end.chance, end.discount
    for number in range(registers[ENTRIES] - 1, -1, -1):
        at, more = work.entry[number, PLACE], work.entry[number, MORE]
        kind, state = work.entry[number, KIND], work.entry[number, FROM]
        if kind == LANDMARK_ENTRY:
            if at != NOT_LEARNED:
                update(learned.choice, at, for_goal)
            for_subgoal = achieved(settings, end, more)
            continue
        if at == NOT_LEARNED:
            chance, discount = settings.patience * chance, settings.utility[1] * discount
        else:
            if settings.greediness > 0.0:
                update(learned.subgoal, more, for_subgoal)
            if settings.bellman:
                first_worth(learned, after, chance, discount)
                if kind == SURE_ENTRY:
                    worth_after = learned.worth[after, CHANCE], learned.worth[after, DISCOUNT]
                else:
                    worth_after = expected(task, space, learned, at)
                back_up(space, learned, settings, state, at, worth_after)
            else:
                update(learned.goal, at, for_goal)
        after = state


@inlined
def achieved(settings: Settings, end: Ending, cost: int) -> float:
    """The utility of a landmark that was achieved; in vain, perhaps, if a dead end came after."""
    if settings.safe and end.dead:
        return worth(settings, cost + end.rest, 0.0)
    return worth(settings, cost, settings.goal_utility)


@inlined
def expected(task: TaskArrays, space: Space, learned: Learned, edge: int) -> tuple[float, float]:
    """The expected chance and discount of the states an action may lead to.

    States that no rollout came to are left out, but for dead ends.
    """
    action, slot = space.edge[edge, ACTION], space.edge[edge, FIRST_SLOT]
    first, last = task.outcome_indptr[action], task.outcome_indptr[action + 1]
    chance, discount, known, before = 0.0, 0.0, 0.0, 0.0
    for outcome in range(first, last):
        after = space.successor[slot + outcome - first]
        if learned.worth[after, BASIS] != UNBASED:
            probability = task.cumulative[outcome] - before
            known += probability
            chance += probability * learned.worth[after, CHANCE]
            discount += probability * learned.worth[after, DISCOUNT]
        before = task.cumulative[outcome]
    return chance / known, discount / known


@inlined
def back_up(
    space: Space,
    learned: Learned,
    settings: Settings,
    state: int,
    edge: int,
    after: tuple[float, float],
) -> None:
    """Update an action by what comes after it, and its state by the best action."""
    chance, discount = after
    before = learned.goal[edge, VALUE]
    learned.part[edge, CHANCE] = settings.patience * chance
    learned.part[edge, DISCOUNT] = settings.utility[1] * discount
    value = value_of(settings, learned.part[edge, CHANCE], learned.part[edge, DISCOUNT])
    learned.goal[edge, VALUE] = value
    learned.worth[state, VISITS] += 1.0
    learned.worth[state, TRIED] += learned.goal[edge, TRIES] == 0.0
    learned.goal[edge, TRIES] += 1.0
    take_best(space, learned, state, edge, value < before)


@inlined
def take_best(space: Space, learned: Learned, state: int, edge: int, is_worse: bool) -> None:
    """A state is worth as much as the best of its actions that were tried.

    The best action stays the best until another is better, so that most times nothing is compared
    but the two of them; `is_worse` says whether the action that was tried has lost value.
    """
    best = edge
    if learned.worth[state, BASIS] >= FIRST_BASIS:
        best = int(learned.worth[state, BASIS] - FIRST_BASIS)
        if best != edge:
            if learned.goal[edge, VALUE] <= learned.goal[best, VALUE]:
                return
            best = edge
        elif is_worse:
            best = best_of(space, learned.goal, state)
    learned.worth[state, BASIS] = FIRST_BASIS + best
    learned.worth[state, CHANCE] = learned.part[best, CHANCE]
    learned.worth[state, DISCOUNT] = learned.part[best, DISCOUNT]


@inlined
def best_of(space: Space, goal: Floats, state: int) -> int:
    """The edge of a state with the greatest value, the first of equals; untried ones have none."""
    first = wide(space.node[state, FIRST_EDGE])
    best = first
    for edge in range(first + 1, first + space.node[state, NUM_EDGES]):
        if goal[edge, VALUE] > goal[best, VALUE]:
            best = edge
    return best
