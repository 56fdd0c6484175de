"""What verbs work on: tuples of arrays, and what their columns and numbers mean."""

from __future__ import annotations

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Bits = NDArray[np.uint64]
Bytes = NDArray[np.uint8]

DONE, NEED_ROOM = 0, 1
UNKNOWN = -1
NO_SUBGOAL = -1
ZERO = cast("int", np.int64(0))  # not a literal, for which numba would compile verbs anew
NO_ROW = cast("int", np.int64(-1))
NO_PAIR = 0
NOT_LEARNED = -1
UNJUDGED, ALIVE, DEAD = 0, 1, 2
UNBASED, GUESSED, FIRST_BASIS = 0.0, 1.0, 2.0
FAR = 255
GOAL_LITERAL = 0
MOST_RULES = 7
ONE = np.uint64(1)

# Where things stand in small arrays of integers.
GOAL, NUM_FACTS, NUM_WORDS = 0, 1, 2
STATES, EDGES, SLOTS, ROWS, PAIRS, SETS, LEAVES, NUM_SIZES = 0, 1, 2, 3, 4, 5, 6, 7
ACTIVE, STATE, SUBGOAL, SET, DEPTH, ENTRIES, PURSUIT, LEFT = 0, 1, 2, 3, 4, 5, 6, 7
ROOT_STATE, ROOT_SUBGOAL, ROOT_SET, ROOT_COST, ROOT_PURSUIT = 8, 9, 10, 11, 12
OUTSIDE, STEPS, IN_TREE, PARENT, OUTCOME, ROW = 13, 14, 15, 16, 17, 18
TARGET, ROOT_TARGET, NUM_REGISTERS = 19, 20, 21
OPEN, QUEUED, JUDGED, EXPLORED, NUM_COUNTS = 0, 1, 2, 3, 4

# Columns of tables: what is read together stands together, for the sake of the cache.
FIRST_EDGE, NUM_EDGES = 0, 1
ACTION, FIRST_SLOT = 0, 1
PAIR_SUBGOAL, PAIR_ROW, NEXT_PAIR = 0, 1, 2
VALUE, TRIES = 0, 1
CHANCE, DISCOUNT, BASIS, VISITS, TRIED = 0, 1, 2, 3, 4
KIND, PLACE, MORE, FROM = 0, 1, 2, 3
ACTION_ENTRY, LANDMARK_ENTRY, SURE_ENTRY = 0, 1, 2


class Rules(NamedTuple):
    """The delete relaxation of the all-outcomes determinization, as rules; never changed.

    There are three kinds of literals, each from a new word on: parts of conditions, of which the
    first is the goal, facts that are true, and facts that are false.
    """

    body_indptr: Ints  # [rules + 1]
    body: Bits  # [tests, 2] which word of the literals, and which of its bits must be reached
    head_indptr: Ints  # [rules + 1]
    heads: Ints  # literals that are reached where the body is
    needing_indptr: Ints  # [literals + 1]
    needing: Ints  # rules with a literal in their body
    needed: Bits  # [literal words] the literals that are in a body


class Relaxation(NamedTuple):
    """Rules, and an exploration of what they reach from a state.

    It is not a part of the task or the workspace: these are passed for every new state, and every
    array more takes time.
    """

    rules: Rules
    counts: Longs  # literals OPEN and QUEUED; states JUDGED, and EXPLORED with all rules
    reached: Bits  # [literal words]
    lost: Bits  # [literal words] what a state lacks that the state before had
    queue: Ints  # [literals] reached, in this order
    giver: Ints  # [literals] the rule that reached it
    recipe: Ints  # [outcomes, 1 + most rules] how many rules regain what it destroys, and the rules


class TaskArrays(NamedTuple):
    """A task and its landmarks; never changed."""

    test_indptr: Ints  # [conditions + 1]
    tests: Bits  # [tests, 3] which word of a state, which of its bits, and what they must be
    clause_indptr: Ints  # [conditions + 1]
    clauses: Ints
    option_indptr: Ints  # [clauses + 1]
    options: Ints  # conditions
    precondition: Ints  # [actions]
    watch_indptr: Ints  # [facts + 1]
    watching: Ints  # actions to look at where a fact is true
    unwatched: Ints  # actions to look at everywhere
    outcome_indptr: Ints  # [actions + 1]
    cumulative: Floats  # [outcomes] probability of this outcome or one before it
    effect_indptr: Ints  # [outcomes + 1]
    effect_condition: Ints  # [effects]
    write_indptr: Ints  # [effects + 1]
    writes: Bits  # [writes, 3] which word of a state, what is kept of it, what is added to it
    landmark: Ints  # [landmarks] their conditions; the last is the goal
    predecessors: Bits  # [landmarks, landmark words]
    touched: Bits  # [outcomes, landmark words] those that may become true or false by an outcome
    constants: Ints  # GOAL, NUM_FACTS, NUM_WORDS


class Guidance(NamedTuple):
    """What is known about landmarks before the first rollout; filled in by `guide`."""

    needed: Bits  # [landmarks, landmark words] those that hold just before it, or with the goal
    cost: Floats  # [landmarks] about how many actions it takes after those before it
    distance: Bytes  # [landmarks, actions] how many actions before the landmark comes the action


class Space(NamedTuple):
    """The states met so far, each once, with what follows from the task alone."""

    words: Bits  # [states, words]
    table: Ints  # open addressing: states by the hash of their words
    node: Ints  # [states, 2] FIRST_EDGE, UNKNOWN until the state is expanded, and NUM_EDGES
    holds: Bits  # [states, landmark words] the landmarks that are true
    edge: Ints  # [edges, 2] its ACTION, and the FIRST_SLOT of its outcomes
    successor: Ints  # [slots] states; UNKNOWN until sampled
    verdict: Bytes  # [states] whether the goal can be reached in the relaxation: ALIVE or DEAD
    size: Longs  # how many STATES, EDGES, SLOTS there are

    @property
    def first_edge(self) -> Ints:
        """The first edge of each state."""
        return self.node[:, FIRST_EDGE]

    @property
    def num_edges(self) -> Ints:
        """How many edges each state has; it means nothing until the state is expanded."""
        return self.node[:, NUM_EDGES]

    @property
    def edge_action(self) -> Ints:
        """The action of each edge."""
        return self.edge[:, ACTION]


class Learned(NamedTuple):
    """What rollouts have learned: statistics (Q, N), and where they stand."""

    goal: Floats  # [edges, 2] Q_g and N_g
    part: Floats  # [edges, 2] of Bellman's Q_g: the CHANCE to reach the goal, and its DISCOUNT
    worth: Floats  # [states, 5] the same of a state; its BASIS: nothing, a guess, or the best edge;
    # the VISITS that were backed up, and how many edges they have TRIED
    subgoal: Floats  # [rows, 2] Q_φ and N_φ, an edge of a state for one subgoal
    in_tree: Bytes  # [states] whether a state has statistics
    verdict: Bytes  # [states] ALIVE or DEAD, from what was met in this episode
    first_pair: Ints  # [states] the pairs (state, subgoal) of a state are a list
    pair: Ints  # [pairs, 3] PAIR_SUBGOAL, PAIR_ROW (of the state's first edge), NEXT_PAIR
    sets: Bits  # [sets, landmark words] sets of landmarks (Φ)
    set_table: Ints  # open addressing
    set_first: Ints  # [sets] its first leaf
    set_leaves: Ints  # [sets] how many leaves it has
    leaf: Ints  # [leaves] landmarks
    leaf_set: Ints  # [leaves] the set without that landmark; UNKNOWN until needed
    choice: Floats  # [leaves, 2] Q_LM and N_LM
    size: Longs  # how many ROWS, PAIRS (with the first, which stands for none), SETS, LEAVES


class Settings(NamedTuple):
    """The settings as the kernel needs them."""

    utility: Floats  # [costs] u
    greediness: float
    exploration: float
    goal_utility: float
    horizon: int
    normalize: bool
    expand: bool
    from_pursuit: bool
    dead_ends: bool
    relaxation: Relaxation  # to recognise them by
    safe: bool
    again: bool
    bellman: bool
    patience: float  # what is left of the chance to reach the goal after an action
    counts_landmarks: bool
    relevant: bool
    fading: float  # after so many tries, greediness is half of what it was; 0 if it does not fade
    faded: Floats  # [tries] what is left of greediness, for few tries
    guidance: Guidance


class Workspace(NamedTuple):
    """Scratch of one planner, and a rollout that is under way."""

    registers: Longs
    entry: Longs  # [entries of the rollout, 4] KIND; PLACE, an edge or a leaf; MORE, an edge's row
    # for the subgoal, or what achieving the landmark before has cost; FROM, the state
    applicable: Ints  # [actions]
    signature: Bits  # [actions]
    row: Bits  # [2 * most outcomes + 1, words]
    set_words: Bits  # [landmark words]
