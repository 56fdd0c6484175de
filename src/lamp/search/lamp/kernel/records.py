"""What rollouts work on: the schema that memory and compiled functions share."""

from __future__ import annotations

import numpy as np

from lamp.heuristics.kernel import RelaxedReachability
from lamp.statespace.kernel import Scratch, Space, TaskArrays, int64
from lamp.util.records import Floats, Int8s, Int32s, Record, Rows, Words, array

NO_SUBGOAL = -1
"""In place of a landmark: none was chosen."""
NO_ROW = int64(-1)
"""In place of a row of `Statistics.subgoal`: no subgoal counts."""
NO_PAIR = 0
"""In place of a pair: the end of a list."""
NOT_UPDATED = -1
"""In place of an edge or a leaf on the path of a rollout: it has no statistics to update."""
ACTION_ENTRY, LANDMARK_ENTRY, DETERMINISTIC_ENTRY = 0, 1, 2
"""The kinds of entries of a path: an action, a landmark, an action with a single outcome."""
NO_VALUE, ESTIMATED, FIRST_GREEDY = 0, 1, 2
"""The basis of a state's value: none, an estimate, or (from FIRST_GREEDY on) its best edge."""
EXPONENTIAL, RECIPROCAL, LINEAR = 0, 1, 2
"""The utility of a cost: `lamp.search.Utility`."""

ESTIMATE = np.dtype([("value", np.float64), ("visits", np.float64)], align=True)
"""Q and N of an option."""
GOAL_VALUE = np.dtype(
    [("goal_probability", np.float64), ("expected_utility", np.float64)], align=True
)
"""The two parts of a value under GUBS with exponential utility: see `values`."""
STATE_VALUE = np.dtype(
    [
        ("goal_probability", np.float64),
        ("expected_utility", np.float64),
        ("visits", np.float64),  # that were backed up
        ("tried", np.float64),  # edges
        ("basis", np.int64),
    ],
    align=True,
)
PAIR = np.dtype([("subgoal", np.int32), ("row", np.int32), ("next", np.int32)], align=True)
"""A subgoal for which a state was visited, the row of its first edge, the state's next pair."""
LANDMARK_SET = np.dtype([("first_leaf", np.int32), ("num_leaves", np.int32)], align=True)
LEAF = np.dtype([("landmark", np.int32), ("rest", np.int32)], align=True)
"""A leaf of a set, and the set without it; UNKNOWN until needed."""
PATH_ENTRY = np.dtype(
    [
        ("kind", np.int64),
        ("index", np.int64),  # the edge or the leaf to update, or NOT_UPDATED
        ("row", np.int64),  # of an action: the row of the edge for the subgoal
        ("cost", np.float64),  # of an action: of the step; of a landmark: of the pursuit before it
        ("state", np.int64),
    ],
    align=True,
)


class Landmarks(Record, constant=True):
    """The landmark graph, with what is computed before the first rollout."""

    predecessors: Words = array(np.uint64, "landmarks", "landmark words")
    required: Words = array(np.uint64, "landmarks", "landmark words")  # just before, or with goal
    cost: Floats = array(np.float64, "landmarks")  # h^max after the landmarks before it
    distance: Int8s = array(np.uint8, "landmarks", "actions")  # backward relevance


class Settings(Record, constant=True):
    """The settings of `lamp.search.SearchSettings`, as rollouts need them."""

    utilities: Floats = array(np.float64, "whole costs")  # u(0), u(1), … to the greatest cost
    fading_factor: Floats = array(np.float64, "visits")  # of greediness, for few visits
    greediness: float
    exploration: float
    utility: int  # u: EXPONENTIAL, RECIPROCAL or LINEAR
    risk_factor: float  # the exponent of an exponential utility
    unit_utility: float  # u(1)
    greatest_cost: float  # greater costs have the same utility
    goal_utility: float
    goal_discount: float  # the factor of the probability of the goal for each action
    greatest_factor: float  # of the expected utility for an action, however little it costs
    fading: float  # after so many visits, greediness is half of what it was; 0: it does not fade
    horizon: int
    normalize_exploration: bool
    expand_one: bool  # one new state a rollout: classical UCT
    cost_from_pursuit: bool
    dead_ends: bool
    safe_landmarks: bool
    reachieve_landmarks: bool
    bellman: bool
    estimate_leaves: bool
    relevant_first: bool


class Statistics(Record):
    """The results of rollouts: Q and N, and the values of states."""

    goal: Rows = array(ESTIMATE, "edges")  # Q_g and N_g
    action_value: Rows = array(GOAL_VALUE, "edges")
    state_value: Rows = array(STATE_VALUE, "states")
    subgoal: Rows = array(ESTIMATE, "rows")  # Q_φ and N_φ: an edge of a state for one subgoal
    in_tree: Int8s = array(np.uint8, "states")  # whether a state has statistics
    status: Int8s = array(np.uint8, "states")  # ALIVE, DEAD_END or UNTESTED in this episode
    first_pair: Int32s = array(np.int32, "states")  # a linked list of the pairs of a state
    pairs: Rows = array(PAIR, "pairs")  # the first one is NO_PAIR
    set_words: Words = array(np.uint64, "sets", "tracked words")  # sets of landmarks (Φ)
    sets: Rows = array(LANDMARK_SET, "sets")
    leaves: Rows = array(LEAF, "leaves")
    landmark: Rows = array(ESTIMATE, "leaves")  # Q_LM and N_LM
    set_table: Int32s = array(np.int32, "slots", index_of="set_words")
    num_rows: int
    num_pairs: int
    num_sets: int
    num_leaves: int


class Rollout(Record):
    """A rollout under way: its root, its current state, and the path between them."""

    root_state: int
    root_subgoal: int
    root_landmark: int
    root_set: int
    root_cost: float  # of the episode so far, in cost units, as all costs here
    root_pursuit: float  # cost of the current subgoal so far
    is_active: bool  # it was interrupted for lack of room
    state: int
    parent: int  # the state before; UNKNOWN at the root
    subgoal: int  # the landmark that is pursued now
    landmark: int  # that was chosen: the subgoal, or one of which it is an unmet predecessor
    landmark_set: int  # Φ
    depth: int  # actions since the root
    cost: float  # since the root
    pursuit_cost: float
    is_outside: bool  # of the tree: no statistics, random actions
    remaining: int  # rollouts to run
    num_entries: int
    num_steps: int  # of all rollouts
    num_in_tree: int  # states with statistics
    path: Rows = array(PATH_ENTRY, "entries")
    set_words: Words = array(np.uint64, "landmark words")  # working memory


class Search(Record):
    """All that a rollout reads and writes."""

    task: TaskArrays
    landmarks: Landmarks
    settings: Settings
    relaxed: RelaxedReachability
    space: Space
    scratch: Scratch
    statistics: Statistics
    rollout: Rollout
