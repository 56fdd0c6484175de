"""The compiled part of the planner: the state space, rollouts, and what they learn.

Everything here is compiled (`lamp.util.compiling`), anew where any file of this folder has
changed. Ragged tables are flat arrays with offsets (CSR, `x_indptr`). Arrays that grow are grown by
`lamp.search.memory`: a verb that lacks room says so (`NEED_ROOM`) before it has changed anything or
drawn a random number, and is called again. Randomness is `rng.random()` and nothing else, so that
the same code without compilation is its own oracle.

What Python may call and has to know is named here. To read on: `arrays`, what verbs work on;
`states` and `actions`, the state space; `descending` and `ascending`, a rollout.
"""

from lamp.search.kernel.actions import expand
from lamp.search.kernel.arrays import (
    ACTION,
    ACTIVE,
    ALIVE,
    DEAD,
    EDGES,
    EXPLORED,
    FIRST_EDGE,
    FIRST_SLOT,
    IN_TREE,
    JUDGED,
    LEFT,
    MOST_RULES,
    NEED_ROOM,
    NO_PAIR,
    NO_SUBGOAL,
    NUM_COUNTS,
    NUM_EDGES,
    NUM_REGISTERS,
    NUM_SIZES,
    NUM_WORDS,
    PAIR_ROW,
    PAIRS,
    ROOT_COST,
    ROOT_PURSUIT,
    ROOT_SET,
    ROOT_STATE,
    ROOT_SUBGOAL,
    ROOT_TARGET,
    SLOTS,
    STATES,
    STEPS,
    TRIES,
    UNKNOWN,
    VALUE,
    Guidance,
    Learned,
    Relaxation,
    Rules,
    Settings,
    Space,
    TaskArrays,
    Workspace,
)
from lamp.search.kernel.choosing import NUM_ROOTS
from lamp.search.kernel.descending import rollouts, row_of
from lamp.search.kernel.exploring import explore, explore_some, find_masked
from lamp.search.kernel.guiding import guide
from lamp.search.kernel.landmark_sets import intern_set
from lamp.search.kernel.relaxing import judge
from lamp.search.kernel.states import find_state, intern
from lamp.search.kernel.words import rehash, wide

__all__ = [
    "ACTION",
    "ACTIVE",
    "ALIVE",
    "DEAD",
    "EDGES",
    "EXPLORED",
    "FIRST_EDGE",
    "FIRST_SLOT",
    "IN_TREE",
    "JUDGED",
    "LEFT",
    "MOST_RULES",
    "NEED_ROOM",
    "NO_PAIR",
    "NO_SUBGOAL",
    "NUM_COUNTS",
    "NUM_EDGES",
    "NUM_REGISTERS",
    "NUM_ROOTS",
    "NUM_SIZES",
    "NUM_WORDS",
    "PAIRS",
    "PAIR_ROW",
    "ROOT_COST",
    "ROOT_PURSUIT",
    "ROOT_SET",
    "ROOT_STATE",
    "ROOT_SUBGOAL",
    "ROOT_TARGET",
    "SLOTS",
    "STATES",
    "STEPS",
    "TRIES",
    "UNKNOWN",
    "VALUE",
    "Guidance",
    "Learned",
    "Relaxation",
    "Rules",
    "Settings",
    "Space",
    "TaskArrays",
    "Workspace",
    "expand",
    "explore",
    "explore_some",
    "find_masked",
    "find_state",
    "guide",
    "intern",
    "intern_set",
    "judge",
    "rehash",
    "rollouts",
    "row_of",
    "wide",
]
