"""h^max with probabilities: the cost of reaching a condition in the delete relaxation.

    cost(literal)   = 0 if it holds initially, else min over effects that make it true of
                      c(a) / p(outcome) + max(cost(precondition), cost(condition of the effect))
    cost(condition) = max over its literals; of a disjunction, min over its options

(Bonet and Geffner 2001.) An outcome of probability p costs 1 / p times the mean cost of its action,
which is the expected cost of taking it until the outcome happens.
"""

from __future__ import annotations

import math

import numpy as np

from lamp.heuristics.kernel.records import LiteralCosts
from lamp.statespace.kernel import ONE, TaskArrays, lowest_bit
from lamp.util.compiling import compiled
from lamp.util.records import Words


@compiled
def init_hmax(costs: LiteralCosts, words: Words) -> None:
    """Give the literals of a state cost 0, and all others infinite cost."""
    for fact in range(len(costs.true)):
        is_true = words[fact >> 6] >> np.uint64(fact & 63) & ONE == ONE
        costs.true[fact] = 0.0 if is_true else math.inf
        costs.false[fact] = math.inf if is_true else 0.0


@compiled
def hmax_of(task: TaskArrays, condition: int, costs: LiteralCosts) -> float:
    """The cost of a condition."""
    greatest = 0.0
    for index in range(task.test_indptr[condition], task.test_indptr[condition + 1]):
        test = task.tests[index]
        bits = test.mask
        while bits:
            fact = 64 * test.word + lowest_bit(bits)
            is_positive = test.value & (bits & (~bits + ONE))
            greatest = max(greatest, costs.true[fact] if is_positive else costs.false[fact])
            bits &= bits - ONE
    for index in range(task.clause_indptr[condition], task.clause_indptr[condition + 1]):
        clause = task.clauses[index]
        least = math.inf
        for position in range(task.option_indptr[clause], task.option_indptr[clause + 1]):
            least = min(least, hmax_of(task, task.options[position], costs))
        greatest = max(greatest, least)
    return greatest


@compiled
def hmax_sweep(task: TaskArrays, costs: LiteralCosts) -> bool:
    """Apply the equation once to the effects of all actions; return whether a cost has fallen."""
    changes = False
    for action in range(len(task.precondition)):
        cost, before = hmax_of(task, task.precondition[action], costs), 0.0
        for outcome in range(task.outcome_indptr[action], task.outcome_indptr[action + 1]):
            expense = task.mean_cost[action] / (task.cumulative[outcome] - before)
            before = task.cumulative[outcome]
            for effect in range(task.effect_indptr[outcome], task.effect_indptr[outcome + 1]):
                condition = task.effect_condition[effect]
                total = max(cost, hmax_of(task, condition, costs)) + expense
                if total < math.inf and relax_effect(task, effect, costs, total):
                    changes = True
    return changes


@compiled
def relax_effect(task: TaskArrays, effect: int, costs: LiteralCosts, cost: float) -> bool:
    """Lower the costs of the literals of an effect; return whether one has fallen."""
    changes = False
    for index in range(task.write_indptr[effect], task.write_indptr[effect + 1]):
        write = task.writes[index]
        added, deleted = write.add, ~write.keep
        while added:
            fact = 64 * write.word + lowest_bit(added)
            changes = changes or cost < costs.true[fact]
            costs.true[fact] = min(costs.true[fact], cost)
            added &= added - ONE
        while deleted:
            fact = 64 * write.word + lowest_bit(deleted)
            changes = changes or cost < costs.false[fact]
            costs.false[fact] = min(costs.false[fact], cost)
            deleted &= deleted - ONE
    return changes
