"""The arrays of the state space: the schema that memory and compiled functions share.

Ragged tables are flat arrays with offsets (CSR): row `i` is `x[x_indptr[i] : x_indptr[i + 1]]`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from lamp.util.records import Floats, Int8s, Int32s, Record, Rows, Words, array

DONE, NEED_ROOM = 0, 1
"""What a compiled function returns: it is done, or arrays must grow before it is called again."""
UNKNOWN = -1
"""In place of the number of a state, an edge or a set that is not computed."""
UNTESTED, ALIVE, DEAD_END = 0, 1, 2
"""Whether the goal can be reached from a state."""
ONE = np.uint64(1)

int64 = cast("Callable[[Any], int]", np.int64)
"""The number in 64 bits: functions that take it are compiled once, not for each width."""
ZERO = int64(0)  # a literal 0 would have another type

TEST = np.dtype([("word", np.int64), ("mask", np.uint64), ("value", np.uint64)], align=True)
"""The facts of a word of a state that a condition names (mask), and which must be true (value)."""
WRITE = np.dtype([("word", np.int64), ("keep", np.uint64), ("add", np.uint64)], align=True)
"""What an effect keeps of a word of a state, and what it adds to it."""
NODE = np.dtype([("first_edge", np.int32), ("num_edges", np.int32)], align=True)
"""The edges of a state: one for each action that is kept; `first_edge` is UNKNOWN before."""
EDGE = np.dtype([("action", np.int32), ("first_successor", np.int32)], align=True)
"""An action in a state, and where its successors begin, in the order of the action's outcomes."""


class TaskArrays(Record, constant=True):
    """A task with conditions whose truth is tracked in each state; the last of them is the goal."""

    test_indptr: Int32s = array(np.int32, "conditions + 1")
    tests: Rows = array(TEST, "tests")
    clause_indptr: Int32s = array(np.int32, "conditions + 1")
    clauses: Int32s = array(np.int32, "clauses of conditions")
    option_indptr: Int32s = array(np.int32, "clauses + 1")
    options: Int32s = array(np.int32, "options")  # conditions
    precondition: Int32s = array(np.int32, "actions")
    watch_indptr: Int32s = array(np.int32, "facts + 1")
    watching: Int32s = array(np.int32, "watching")  # actions to test where a fact is true
    unwatched: Int32s = array(np.int32, "unwatched")  # actions to test in every state
    outcome_indptr: Int32s = array(np.int32, "actions + 1")
    probability: Floats = array(np.float64, "outcomes")
    cumulative: Floats = array(np.float64, "outcomes")  # of this outcome or one before it
    outcome_cost: Floats = array(np.float64, "outcomes")  # without those of conditional effects
    mean_cost: Floats = array(np.float64, "actions")  # the expectation of outcome_cost
    effect_indptr: Int32s = array(np.int32, "outcomes + 1")
    effect_condition: Int32s = array(np.int32, "effects")
    effect_cost: Floats = array(np.float64, "effects")
    write_indptr: Int32s = array(np.int32, "effects + 1")
    writes: Rows = array(WRITE, "writes")
    tracked: Int32s = array(np.int32, "tracked")  # conditions
    affected: Words = array(np.uint64, "outcomes", "tracked words")  # that may change their truth
    num_facts: int
    num_words: int
    goal: int  # the position of the goal among the tracked conditions
    has_unit_costs: bool  # every step costs 1
    has_uniform_costs: bool  # all outcomes of an action cost the same, in every state
    has_conditional_costs: bool  # some effects have costs


class Space(Record):
    """The states reached so far, each once, with their edges and successors."""

    words: Words = array(np.uint64, "states", "words")
    holds: Words = array(np.uint64, "states", "tracked words")  # the tracked conditions that hold
    nodes: Rows = array(NODE, "states")
    edges: Rows = array(EDGE, "edges")
    successors: Int32s = array(np.int32, "successors")  # states; UNKNOWN until computed
    relaxed_status: Int8s = array(np.uint8, "states")  # ALIVE if the goal is relaxed reachable
    table: Int32s = array(np.int32, "slots", index_of="words")  # open addressing
    num_states: int
    num_edges: int
    num_successors: int


class Scratch(Record):
    """Working memory for the expansion of states."""

    applicable: Int32s = array(np.int32, "actions")
    signature: Words = array(np.uint64, "actions")
    rows: Words = array(np.uint64, "2 * most outcomes + 1", "words")
    outcome: int  # the outcome that was sampled last
