"""The arrays of heuristics: the schema that Python and compiled functions share."""

from __future__ import annotations

import numpy as np

from lamp.util.records import Floats, Int32s, Record, Rows, Words, array

GOAL_LITERAL = 0
MAX_REPAIR = 7
"""The most rules of a cached repair."""

BODY_TEST = np.dtype([("word", np.int64), ("mask", np.uint64)], align=True)
"""The literals of a word that are in the body of a rule (mask)."""


class HornRules(Record, constant=True):
    """The delete relaxation of the all-outcomes determinization as Horn rules over literals.

    Literals are numbered in three blocks, each of whole words: auxiliary literals, of which the
    first is the goal and the others are disjunctions; facts that are true; facts that are false.
    """

    body_indptr: Int32s = array(np.int32, "rules + 1")
    body: Rows = array(BODY_TEST, "tests")
    head_indptr: Int32s = array(np.int32, "rules + 1")
    heads: Int32s = array(np.int32, "heads")  # literals that are reached where the body is
    rules_indptr: Int32s = array(np.int32, "literals + 1")
    rules_with: Int32s = array(np.int32, "rules of literals")  # rules with a literal in their body
    in_bodies: Words = array(np.uint64, "literal words")  # the literals of all bodies


class RelaxedReachability(Record):
    """Rules, and the literals that they reach from a state.

    A literal is open if it must still be reached for the test to succeed. `repair` has, for each
    outcome, the number of rules that reached its deleted literals again, and these rules.
    """

    rules: HornRules
    reached: Words = array(np.uint64, "literal words")
    deleted: Words = array(np.uint64, "literal words")  # of the parent, and not in the state
    queue: Int32s = array(np.int32, "literals")  # reached, in this order
    achiever: Int32s = array(np.int32, "literals")  # the rule that reached a literal
    repair: Int32s = array(np.int32, "outcomes", 1 + MAX_REPAIR)
    num_open: int
    num_queued: int
    num_tests: int  # states tested
    num_explorations: int  # of these, the states for which all rules were tried


class LiteralCosts(Record):
    """A number for each literal: its cost, or its distance."""

    true: Floats = array(np.float64, "facts")
    false: Floats = array(np.float64, "facts")


class GoalCount(Record, constant=True):
    """The literals of the goal, as tracked conditions, each with its share of an action's cost.

    Costs are in cost units.
    """

    literals: Int32s = array(np.int32, "goal literals")
    weight: Floats = array(np.float64, "goal literals")
    least_cost: float  # a lower bound on the expected cost of a step
