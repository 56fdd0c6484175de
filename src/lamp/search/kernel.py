"""The compiled part of the planner: the state space, rollouts, and what they learn.

Everything here is compiled (`lamp.compiling`). Types, constants and functions are in one file,
since numba's disk cache looks at this file alone. Ragged tables are flat arrays with offsets (CSR,
`x_indptr`). Arrays that grow are grown by `lamp.search.memory`: a verb that lacks room says so
(`NEED_ROOM`) before it has changed anything or drawn a random number, and is called again.
Randomness is `rng.random()` and nothing else, so that the same code without compilation is its own
oracle.
"""

from __future__ import annotations

import math
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from lamp.compiling import compiled, entry, inlined, inlined_entry, merged

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

ONE = np.uint64(1)
MIX_A = np.uint64(0x9E3779B97F4A7C15)
MIX_B = np.uint64(0xBF58476D1CE4E5B9)
SHIFT_A = np.uint64(30)
SHIFT_B = np.uint64(27)

# A bit alone, times this number, has a different number in its upper six bits for each of the 64.
DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
SHIFT_BRUIJN = np.uint64(58)
BIT_OF = np.zeros(64, dtype=np.int64)
for _bit in range(64):
    BIT_OF[(int(DE_BRUIJN) << _bit) % 2**64 >> 58] = _bit

# Roots and logarithms would take a third of the time of a step. Most counts are small.
NUM_ROOTS = 4096
INVERSE_ROOT = np.array([1.0, *(1.0 / math.sqrt(n) for n in range(1, NUM_ROOTS))])
ROOT_LOG = np.array([0.0, *(math.sqrt(math.log(n)) for n in range(1, NUM_ROOTS))])


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


# States


@inlined
def wide(number: int) -> int:
    """The number in 64 bits: verbs that take it are compiled once, not for each width."""
    return number + ZERO


@inlined
def copy(source: Bits, target: Bits) -> None:
    """Copy words; assigning a row to a row would allocate."""
    for at in range(len(source)):
        target[at] = source[at]


@inlined
def holds(task: TaskArrays, condition: int, words: Bits) -> bool:
    """Whether a condition holds in a state."""
    if not tests_hold(task, condition, words):
        return False
    without_clauses = task.clause_indptr[condition] == task.clause_indptr[condition + 1]
    return without_clauses or clauses_hold(task, condition, words)


@inlined
def tests_hold(task: TaskArrays, condition: int, words: Bits) -> bool:
    """Whether the facts that a condition itself names are as they should be."""
    for at in range(task.test_indptr[condition], task.test_indptr[condition + 1]):
        if words[task.tests[at, 0]] & task.tests[at, 1] != task.tests[at, 2]:
            return False
    return True


@compiled
def clauses_hold(task: TaskArrays, condition: int, words: Bits) -> bool:
    """Whether of each disjunction in a condition one option holds."""
    for at in range(task.clause_indptr[condition], task.clause_indptr[condition + 1]):
        clause = task.clauses[at]
        found = False
        for place in range(task.option_indptr[clause], task.option_indptr[clause + 1]):
            option = task.options[place]
            if tests_hold(task, option, words) and clauses_hold(task, option, words):
                found = True
                break
        if not found:
            return False
    return True


@inlined
def apply_outcome(task: TaskArrays, outcome: int, words: Bits, result: Bits) -> None:
    """Write the state after an outcome to `result`: deletes come before adds."""
    copy(words, result)
    first, last = task.effect_indptr[outcome], task.effect_indptr[outcome + 1]
    for effect in range(first, last):
        if holds(task, task.effect_condition[effect], words):
            for at in range(task.write_indptr[effect], task.write_indptr[effect + 1]):
                result[task.writes[at, 0]] &= task.writes[at, 1]
    for effect in range(first, last):
        if holds(task, task.effect_condition[effect], words):
            for at in range(task.write_indptr[effect], task.write_indptr[effect + 1]):
                result[task.writes[at, 0]] |= task.writes[at, 2]


@inlined
def hash_of(words: Bits) -> np.uint64:
    """A well mixed number for some words."""
    mixed = MIX_A
    for word in words:
        mixed = (mixed ^ word) * MIX_B
        mixed = (mixed ^ mixed >> SHIFT_A) * MIX_A
    return mixed ^ mixed >> SHIFT_B


@inlined
def same(one: Bits, other: Bits) -> bool:
    """Whether two rows of words are equal."""
    for at in range(len(one)):  # noqa: SIM110 (generators are not compiled)
        if one[at] != other[at]:
            return False
    return True


@inlined
def find(table: Ints, rows: Bits, words: Bits) -> int:
    """The place in a table where some words are, or where they belong."""
    mask = np.uint64(len(table) - 1)
    place = hash_of(words) & mask
    while table[place] != UNKNOWN and not same(rows[table[place]], words):
        place = place + ONE & mask
    return int(place)


@entry
def rehash(table: Ints, rows: Bits, number: int) -> None:
    """Fill an empty table with the first rows."""
    for row in range(number):
        table[find(table, rows, rows[row])] = row


@entry
def intern(task: TaskArrays, space: Space, words: Bits) -> int:
    """The number of a state; a new one is judged by all landmarks. There must be room for it."""
    place = find(space.table, space.words, words)
    if space.table[place] != UNKNOWN:
        return space.table[place]
    state = space.size[STATES]
    space.size[STATES] += 1
    space.table[place] = state
    copy(words, space.words[state])
    space.node[state, FIRST_EDGE] = UNKNOWN
    space.holds[state] = 0
    for landmark in range(len(task.landmark)):
        if holds(task, task.landmark[landmark], words):
            space.holds[state, landmark >> 6] |= ONE << np.uint64(landmark & 63)
    return state


@entry
def find_state(space: Space, words: Bits) -> int:
    """The number of a state; UNKNOWN if it was never met."""
    return space.table[find(space.table, space.words, words)]


@inlined
def is_true(space: Space, state: int, landmark: int) -> bool:
    """Whether a landmark holds in a state."""
    return space.holds[state, landmark >> 6] >> np.uint64(landmark & 63) & ONE == ONE


# Applicable actions, without those that do nothing or do what another does


@inlined
def applicable(task: TaskArrays, words: Bits, found: Ints) -> int:
    """Write the actions that are applicable in a state to `found`, in order; return how many."""
    number = ZERO
    for at in range(len(task.unwatched)):
        if holds(task, task.precondition[task.unwatched[at]], words):
            found[number] = task.unwatched[at]
            number += 1
    for fact in range(task.constants[NUM_FACTS]):
        if words[fact >> 6] >> np.uint64(fact & 63) & ONE:
            for at in range(task.watch_indptr[fact], task.watch_indptr[fact + 1]):
                if holds(task, task.precondition[task.watching[at]], words):
                    found[number] = task.watching[at]
                    number += 1
    sort(found, number)
    return number


@compiled
def sort(values: Ints, number: int) -> None:
    """Sort the first values: mostly a few sorted runs, for which insertion is good enough."""
    for at in range(1, number):
        value = values[at]
        place = at
        while place > 0 and values[place - 1] > value:
            values[place] = values[place - 1]
            place -= 1
        values[place] = value


@inlined
def signature(task: TaskArrays, action: int, words: Bits, rows: Bits) -> np.uint64:
    """A number that actions with the same successors share; 0 where nothing changes."""
    first, last = wide(task.outcome_indptr[action]), task.outcome_indptr[action + 1]
    total = np.uint64(0)
    changes = False
    for outcome in range(first, last):
        row = rows[outcome - first]
        apply_outcome(task, outcome, words, row)
        changes = changes or not same(row, words)
        known = False
        for other in range(outcome - first):
            known = known or same(rows[other], row)
        if not known:
            total += hash_of(row) | ONE
    return total if changes else np.uint64(0)


@compiled
def chance(task: TaskArrays, action: int, rows: Bits, target: Bits) -> float:
    """The probability that an action, whose successors are `rows`, leads to a state."""
    first, last = task.outcome_indptr[action], task.outcome_indptr[action + 1]
    total, before = 0.0, 0.0
    for outcome in range(first, last):
        if same(rows[outcome - first], target):
            total += task.cumulative[outcome] - before
        before = task.cumulative[outcome]
    return total


@compiled
def same_distribution(task: TaskArrays, one: int, other: int, words: Bits, rows: Bits) -> bool:
    """Whether two actions lead to the same states with the same probabilities."""
    size = task.outcome_indptr[one + 1] - task.outcome_indptr[one]
    mine, others = rows[:size], rows[size:]
    signature(task, one, words, mine)
    signature(task, other, words, others)
    for row in range(size):
        difference = chance(task, one, mine, mine[row]) - chance(task, other, others, mine[row])
        if abs(difference) > 1e-12:
            return False
    return True


@inlined
def prune(task: TaskArrays, words: Bits, work: Workspace, number: int) -> int:
    """Keep, of the applicable actions, the first of those that are alike; return how many."""
    kept = 0
    for at in range(number):
        action = work.applicable[at]
        mark = signature(task, action, words, work.row)
        new = mark != np.uint64(0)
        for other in range(kept):
            if new and work.signature[other] == mark:
                new = not same_distribution(task, work.applicable[other], action, words, work.row)
        if new:
            work.applicable[kept] = action
            work.signature[kept] = mark
            kept += 1
    return kept


@entry
def expand(task: TaskArrays, space: Space, work: Workspace, state: int) -> int:
    """Find what can be done in a state."""
    words = space.words[state]
    number = 0
    if not is_true(space, state, len(task.landmark) - 1):
        number = prune(task, words, work, applicable(task, words, work.applicable))
    slots = 0
    for at in range(number):
        action = work.applicable[at]
        slots += task.outcome_indptr[action + 1] - task.outcome_indptr[action]
    edge, slot = space.size[EDGES], space.size[SLOTS]
    if edge + number > len(space.edge) or slot + slots > len(space.successor):
        return NEED_ROOM
    space.size[EDGES] += number
    space.size[SLOTS] += slots
    space.successor[slot : slot + slots] = UNKNOWN
    space.node[state, FIRST_EDGE] = edge
    space.node[state, NUM_EDGES] = number
    for at in range(number):
        action = work.applicable[at]
        space.edge[edge + at, ACTION] = action
        space.edge[edge + at, FIRST_SLOT] = slot
        slot += task.outcome_indptr[action + 1] - task.outcome_indptr[action]
    return DONE


@inlined
def sample(
    task: TaskArrays, space: Space, work: Workspace, state: int, edge: int, rng: np.random.Generator
) -> int:
    """A successor of a state, by the probabilities of an action's outcomes."""
    action = space.edge[edge, ACTION]
    first, last = task.outcome_indptr[action], task.outcome_indptr[action + 1]
    outcome = first
    if last - first > 1:
        drawn = rng.random()
        while outcome < last - 1 and drawn >= task.cumulative[outcome]:
            outcome += 1
    work.registers[OUTCOME] = outcome
    slot = space.edge[edge, FIRST_SLOT] + outcome - first
    if space.successor[slot] == UNKNOWN:
        space.successor[slot] = follow(task, space, work, state, outcome)
    return space.successor[slot]


@compiled
def follow(task: TaskArrays, space: Space, work: Workspace, state: int, outcome: int) -> int:
    """The state after an outcome. There must be room for it."""
    apply_outcome(task, outcome, space.words[state], work.row[0])
    return intern(task, space, work.row[0])


# Sets of landmarks


@entry
def intern_set(task: TaskArrays, learned: Learned, words: Bits) -> int:
    """The number of a set of landmarks; UNKNOWN if there is no room for a new one."""
    place = find(learned.set_table, learned.sets, words)
    if learned.set_table[place] != UNKNOWN:
        return learned.set_table[place]
    number = learned.size[SETS]
    if number >= len(learned.sets) or learned.size[LEAVES] + len(task.landmark) > len(learned.leaf):
        return UNKNOWN
    learned.size[SETS] += 1
    learned.set_table[place] = number
    copy(words, learned.sets[number])
    learned.set_first[number] = learned.size[LEAVES]
    for landmark in range(len(task.landmark)):
        is_in = words[landmark >> 6] >> np.uint64(landmark & 63) & ONE == ONE
        if is_in and not meets(task.predecessors[landmark], words):
            leaf = learned.size[LEAVES]
            learned.leaf[leaf] = landmark
            learned.leaf_set[leaf] = UNKNOWN
            learned.choice[leaf] = 0.0
            learned.size[LEAVES] += 1
    learned.set_leaves[number] = learned.size[LEAVES] - learned.set_first[number]
    return number


@compiled
def without(task: TaskArrays, learned: Learned, work: Workspace, number: int, subgoal: int) -> int:
    """The set without one of its leaves; UNKNOWN if there is no room for a new one."""
    first = learned.set_first[number]
    leaf = first
    while learned.leaf[leaf] != subgoal:
        leaf += 1
    if learned.leaf_set[leaf] == UNKNOWN:
        words = work.set_words
        copy(learned.sets[number], words)
        words[subgoal >> 6] &= ~(ONE << np.uint64(subgoal & 63))
        learned.leaf_set[leaf] = intern_set(task, learned, words)
    return learned.leaf_set[leaf]


@compiled
def renew(needed: Bits, words: Bits, true: Bits) -> None:
    """Add to a set of landmarks those that are false and must hold when one of it becomes true."""
    changes = True
    while changes:
        changes = False
        for place in range(len(words)):
            left = words[place]
            while left:
                landmark = 64 * place + lowest(left)
                left &= left - ONE
                for at in range(len(words)):
                    more = needed[landmark, at] & ~true[at] & ~words[at]
                    words[at] |= more
                    changes = changes or more != np.uint64(0)


@compiled
def means_to(guidance: Guidance, target: int, true: Bits) -> int:
    """A landmark that must hold just before the target, and does not; otherwise the target.

    The goal has no means: in which order its parts are achieved matters.
    """
    if target < len(guidance.cost) - 1:
        for at in range(len(true)):
            lacking = guidance.needed[target, at] & ~true[at]
            if lacking:
                return 64 * at + lowest(lacking)
    return target


@inlined
def meets(one: Bits, other: Bits) -> bool:
    """Whether two sets have something in common."""
    for at in range(len(one)):  # noqa: SIM110 (generators are not compiled)
        if one[at] & other[at]:
            return True
    return False


@compiled
def cost_left(settings: Settings, task: TaskArrays, words: Bits, pending: Bits, true: Bits) -> int:
    """About how many actions the landmarks take that are still to be achieved; one at least."""
    copy(pending, words)
    if settings.again:
        renew(settings.guidance.needed, words, true)
    total = 0.0
    for landmark in range(len(task.landmark) - 1):
        if words[landmark >> 6] & ~true[landmark >> 6] & ONE << np.uint64(landmark & 63):
            total += settings.guidance.cost[landmark]
    return max(1, round(total))


# Choosing


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


@inlined
def update(values: Floats, at: int, utility: float) -> None:
    """Count one more utility into a mean: UCB-Update of Algorithm 3."""
    tried = values[at, TRIES]
    values[at, VALUE] = (tried * values[at, VALUE] + utility) / (1.0 + tried)
    values[at, TRIES] = tried + 1.0


# Dead ends


@inlined
def is_dead_end(
    space: Space, learned: Learned, relaxed: Relaxation, work: Workspace, state: int
) -> bool:
    """Whether a state is a dead end as far as this episode knows, which judges it for good.

    What the space knows does not depend on episodes. What else was learned on the way does.
    """
    if learned.verdict[state] == UNJUDGED:
        if space.verdict[state] == UNJUDGED:
            parent, outcome = work.registers[PARENT], work.registers[OUTCOME]
            space.verdict[state] = judge(relaxed, space.words, state, parent, outcome)
        learned.verdict[state] = space.verdict[state]
        if learned.verdict[state] == DEAD:
            bury(learned, state)
    return learned.verdict[state] == DEAD


@inlined
def bury(learned: Learned, state: int) -> None:
    """Note that a state is a dead end, which is worth nothing."""
    learned.verdict[state] = DEAD
    learned.worth[state, BASIS] = GUESSED
    learned.worth[state, CHANCE] = 0.0
    learned.worth[state, DISCOUNT] = 0.0


@compiled
def judge(relaxed: Relaxation, states: Bits, state: int, parent: int, outcome: int) -> int:
    """ALIVE if the relaxation can reach the goal from a state, otherwise DEAD.

    The state before, `parent`, is ALIVE, or UNKNOWN. An outcome of an action led from it to here.
    """
    counts = relaxed.counts
    counts[JUDGED] += 1
    start(relaxed, states[state])
    if parent != UNKNOWN:
        compare(relaxed, states[parent], states[state])
        regain(relaxed, outcome)
    if counts[OPEN] > 0:
        counts[EXPLORED] += 1
        first = wide(counts[QUEUED])
        for rule in range(len(relaxed.rules.body_indptr) - 1):
            use(relaxed, rule)
        if counts[OPEN] > 0:
            use_queue(relaxed, first)
    return DEAD if counts[OPEN] > 0 else ALIVE


@inlined
def regain(relaxed: Relaxation, outcome: int) -> None:
    """Close all that is open, if a few rules can do it that start from what a state has won.

    Then the state is ALIVE, since its parent is. Take a derivation of the goal from the parent. By
    induction, all of it can be reached from the state but what is spent: what the parent has is
    there, or regained; and where a rule needs something spent, its heads are reached otherwise.
    The goal is the head of a rule.
    """
    counts = relaxed.counts
    won = wide(counts[QUEUED])
    for at in range(1, relaxed.recipe[outcome, 0] + 1):
        use(relaxed, wide(relaxed.recipe[outcome, at]))
    if counts[OPEN] > 0:
        drop_spent(relaxed)
    if counts[OPEN] > 0:
        use_queue(relaxed, ZERO)
        if counts[OPEN] > 0:
            drop_spent(relaxed)
        else:
            keep_recipe(relaxed, outcome, won)


@inlined
def keep_recipe(relaxed: Relaxation, outcome: int, won: int) -> None:
    """Note the rules that have regained what was lost, for the next time an outcome does that.

    Nothing depends on them but time.
    """
    rules = relaxed.rules
    recipe = relaxed.recipe[outcome]
    number = ZERO
    for at in range(relaxed.counts[QUEUED] - 1, won - 1, -1):
        literal = relaxed.queue[at]
        if relaxed.lost[literal >> 6] >> np.uint64(literal & 63) & ONE:
            if number == MOST_RULES:
                return
            rule = relaxed.giver[literal]
            number += 1
            for place in range(number, 1, -1):
                recipe[place] = recipe[place - 1]
            recipe[1] = rule
            for test in range(rules.body_indptr[rule], rules.body_indptr[rule + 1]):
                relaxed.lost[rules.body[test, 0]] |= rules.body[test, 1]
    recipe[0] = number


@inlined
def start(relaxed: Relaxation, words: Bits) -> None:
    """Take the literals of a state as reached; open is the goal."""
    size = len(words)
    parts = len(relaxed.rules.needed) - 2 * size
    for at in range(parts):
        relaxed.reached[at] = 0
        relaxed.lost[at] = 0
    for at in range(size):
        relaxed.reached[parts + at] = words[at]
        relaxed.reached[parts + size + at] = ~words[at]
        relaxed.lost[parts + at] = 0
        relaxed.lost[parts + size + at] = 0
    relaxed.counts[OPEN] = 1
    relaxed.counts[QUEUED] = 0


@inlined
def compare(relaxed: Relaxation, before: Bits, words: Bits) -> None:
    """Queue the literals that a state has won; open is what it has lost."""
    size = len(words)
    parts = len(relaxed.rules.needed) - 2 * size
    relaxed.counts[OPEN] = 0
    for at in range(size):
        change = before[at] ^ words[at]
        if change:
            compare_word(relaxed, parts + at, change)
            compare_word(relaxed, parts + size + at, change)


@inlined
def compare_word(relaxed: Relaxation, at: int, change: np.uint64) -> None:
    """Queue the changed literals of a word that are reached, and count those that are not."""
    rules = relaxed.rules
    won = change & rules.needed[at] & relaxed.reached[at]
    lost = change & rules.needed[at] & ~relaxed.reached[at]
    relaxed.lost[at] = lost
    while won:
        relaxed.queue[relaxed.counts[QUEUED]] = 64 * at + lowest(won)
        relaxed.counts[QUEUED] += 1
        won &= won - ONE
    while lost:
        relaxed.counts[OPEN] += 1
        lost &= lost - ONE


@inlined
def lowest(word: np.uint64) -> int:
    """The number of the lowest bit that is set."""
    return BIT_OF[(word & (~word + ONE)) * DE_BRUIJN >> SHIFT_BRUIJN]


@inlined
def drop_spent(relaxed: Relaxation) -> None:
    """Close what is lost and not missed: all that it is needed for has been reached."""
    for here in range(len(relaxed.lost)):
        lost = relaxed.lost[here] & ~relaxed.reached[here]
        while lost:
            if is_spent(relaxed, 64 * here + lowest(lost)):
                relaxed.lost[here] &= ~(lost & (~lost + ONE))
                relaxed.counts[OPEN] -= 1
            lost &= lost - ONE


@inlined
def is_spent(relaxed: Relaxation, literal: int) -> bool:
    """Whether all rules that need a literal give what has been reached."""
    rules = relaxed.rules
    for at in range(rules.needing_indptr[literal], rules.needing_indptr[literal + 1]):
        rule = rules.needing[at]
        for place in range(rules.head_indptr[rule], rules.head_indptr[rule + 1]):
            head = rules.heads[place]
            if not relaxed.reached[head >> 6] >> np.uint64(head & 63) & ONE:
                return False
    return True


@inlined
def use_queue(relaxed: Relaxation, first: int) -> None:
    """Use the rules for what is queued, until nothing is left to use or nothing is open."""
    rules = relaxed.rules
    at = first
    while at < relaxed.counts[QUEUED]:
        literal = relaxed.queue[at]
        for place in range(rules.needing_indptr[literal], rules.needing_indptr[literal + 1]):
            use(relaxed, wide(rules.needing[place]))
            if relaxed.counts[OPEN] <= 0:
                return
        at += 1


@inlined
def use(relaxed: Relaxation, rule: int) -> None:
    """Reach the heads of a rule if its body is reached."""
    rules = relaxed.rules
    for at in range(rules.body_indptr[rule], rules.body_indptr[rule + 1]):
        if rules.body[at, 1] & ~relaxed.reached[rules.body[at, 0]]:
            return
    for at in range(rules.head_indptr[rule], rules.head_indptr[rule + 1]):
        head = rules.heads[at]
        word, bit = head >> 6, ONE << np.uint64(head & 63)
        if not relaxed.reached[word] & bit:
            relaxed.reached[word] |= bit
            relaxed.giver[head] = rule
            relaxed.queue[relaxed.counts[QUEUED]] = head
            relaxed.counts[QUEUED] += 1
            if head == GOAL_LITERAL:
                relaxed.counts[OPEN] = 0
            elif relaxed.lost[word] & bit:
                relaxed.counts[OPEN] -= 1


@compiled
def give_up(task: TaskArrays, space: Space, learned: Learned, work: Workspace) -> None:
    """Mark the states before a dead end, back to the first from which something else may follow."""
    for number in range(work.registers[ENTRIES] - 1, -1, -1):
        if work.entry[number, KIND] != LANDMARK_ENTRY:
            state = work.entry[number, FROM]
            if not is_lost(task, space, learned, work, state):
                return
            bury(learned, state)


@compiled
def is_lost(task: TaskArrays, space: Space, learned: Learned, work: Workspace, state: int) -> bool:
    """Whether all that can be done in a state leads to dead ends of this episode, or nowhere.

    Successors are looked up, since it depends on earlier episodes which of them are known here.
    """
    first = space.node[state, FIRST_EDGE]
    for edge in range(first, first + space.node[state, NUM_EDGES]):
        action, slot = space.edge[edge, ACTION], space.edge[edge, FIRST_SLOT]
        outcome = task.outcome_indptr[action]
        for at in range(task.outcome_indptr[action + 1] - outcome):
            if space.successor[slot + at] == UNKNOWN:
                apply_outcome(task, outcome + at, space.words[state], work.row[0])
                space.successor[slot + at] = find_state(space, work.row[0])
            after = space.successor[slot + at]
            if after == UNKNOWN or (after != state and learned.verdict[after] != DEAD):
                return False
    return True


# Rollouts


@inlined_entry
def row_of(learned: Learned, space: Space, state: int, subgoal: int) -> int:
    """The row of a state's first edge for a subgoal; UNKNOWN if there is no room for a new one.

    The pair that was wanted last comes first in the list: mostly it is the one wanted next.
    """
    pair, before = learned.first_pair[state], NO_PAIR
    while pair != NO_PAIR:
        if learned.pair[pair, PAIR_SUBGOAL] == subgoal:
            if before != NO_PAIR:
                learned.pair[before, NEXT_PAIR] = learned.pair[pair, NEXT_PAIR]
                learned.pair[pair, NEXT_PAIR] = learned.first_pair[state]
                learned.first_pair[state] = pair
            return learned.pair[pair, PAIR_ROW]
        before, pair = pair, learned.pair[pair, NEXT_PAIR]
    pair, row = learned.size[PAIRS], learned.size[ROWS]
    number = space.node[state, NUM_EDGES]
    if pair >= len(learned.pair) or row + number > len(learned.subgoal):
        return UNKNOWN
    learned.size[PAIRS] += 1
    learned.size[ROWS] += number
    learned.subgoal[row : row + number] = 0.0
    learned.pair[pair, PAIR_SUBGOAL] = subgoal
    learned.pair[pair, PAIR_ROW] = row
    learned.pair[pair, NEXT_PAIR] = learned.first_pair[state]
    learned.first_pair[state] = pair
    return row


@entry
def rollouts(
    task: TaskArrays,
    space: Space,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    rng: np.random.Generator,
) -> int:
    """Run as many rollouts as the register LEFT says, or until room is needed.

    From a dead end, none are run.
    """
    registers = work.registers
    while registers[LEFT] > 0:
        if learned.verdict[registers[ROOT_STATE]] == DEAD:
            return DONE
        if not registers[ACTIVE]:
            registers[STATE] = registers[ROOT_STATE]
            registers[PARENT] = UNKNOWN
            registers[SUBGOAL] = registers[ROOT_SUBGOAL]
            registers[TARGET] = registers[ROOT_TARGET]
            registers[SET] = registers[ROOT_SET]
            registers[PURSUIT] = registers[ROOT_PURSUIT]
            registers[DEPTH] = 0
            registers[ENTRIES] = 0
            registers[OUTSIDE] = 0
            registers[ACTIVE] = 1
        status = go_down(task, space, learned, settings, work, rng)
        if status == NEED_ROOM:
            return NEED_ROOM
        if learned.verdict[registers[STATE]] == DEAD:
            give_up(task, space, learned, work)
        go_up(task, space, learned, settings, work)
        registers[ACTIVE] = 0
        registers[LEFT] -= 1
    return DONE


@merged
def go_down(
    task: TaskArrays,
    space: Space,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    rng: np.random.Generator,
) -> int:
    """From the root to the end of a rollout: lines 2 to 11 of Algorithm 3, without recursion."""
    registers = work.registers
    goal = len(task.landmark) - 1
    while not is_true(space, registers[STATE], goal):
        subgoal = registers[SUBGOAL]
        if subgoal == NO_SUBGOAL or is_true(space, registers[STATE], registers[TARGET]):
            if choose_landmark(task, space, learned, settings, work, rng) == NEED_ROOM:
                return NEED_ROOM
            continue
        if is_true(space, registers[STATE], subgoal):
            remember(work, LANDMARK_ENTRY, NOT_LEARNED, registers[PURSUIT])
            pursue(space, settings, work)
            continue
        if registers[DEPTH] == settings.horizon:
            return DONE
        state = registers[STATE]
        is_doubtful = settings.dead_ends and learned.verdict[state] != ALIVE
        if is_doubtful and is_dead_end(space, learned, settings.relaxation, work, state):
            return DONE
        known = space.node[state, FIRST_EDGE] != UNKNOWN
        if not known and expand(task, space, work, state) == NEED_ROOM:
            return NEED_ROOM
        if not space.node[state, NUM_EDGES]:
            learned.verdict[state] = DEAD if settings.dead_ends else UNJUDGED
            return DONE
        if act(task, space, learned, settings, work, rng) == NEED_ROOM:
            return NEED_ROOM
    return DONE


@inlined
def choose_landmark(
    task: TaskArrays,
    space: Space,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    rng: np.random.Generator,
) -> int:
    """Take the next landmark as the subgoal: lines 3 to 5 of Algorithm 3."""
    registers = work.registers
    number = registers[SET]
    if registers[TARGET] != NO_SUBGOAL:
        number = without(task, learned, work, number, registers[TARGET])
        if number == UNKNOWN:
            return NEED_ROOM
    first = wide(learned.set_first[number])
    node = Node(first, NO_ROW, wide(learned.set_leaves[number]))
    leaf = first + choose(settings, learned.choice, learned.choice, node, rng)
    remember(work, LANDMARK_ENTRY, leaf, registers[PURSUIT])
    registers[SET] = number
    registers[TARGET] = learned.leaf[leaf]
    pursue(space, settings, work)
    return DONE


@inlined
def pursue(space: Space, settings: Settings, work: Workspace) -> None:
    """Take the target as the subgoal, or what must hold before it (decision 15)."""
    registers = work.registers
    registers[SUBGOAL] = registers[TARGET]
    if settings.again:
        true = space.holds[registers[STATE]]
        registers[SUBGOAL] = means_to(settings.guidance, wide(registers[TARGET]), true)
    if settings.from_pursuit:
        registers[PURSUIT] = 0


@inlined
def remember(work: Workspace, kind: int, place: int, more: int) -> None:
    """Note what is to be updated at the end of the rollout."""
    entry = work.registers[ENTRIES]
    work.entry[entry, KIND] = kind
    work.entry[entry, PLACE] = place
    work.entry[entry, MORE] = more
    work.entry[entry, FROM] = work.registers[STATE]
    work.registers[ENTRIES] += 1


@inlined
def act(
    task: TaskArrays,
    space: Space,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    rng: np.random.Generator,
) -> int:
    """Choose an action and follow it: lines 9 to 11 of Algorithm 3."""
    registers = work.registers
    state = registers[STATE]
    if space.size[STATES] + len(work.row) // 2 > len(space.words):
        return NEED_ROOM
    first = wide(space.node[state, FIRST_EDGE])
    number = wide(space.node[state, NUM_EDGES])
    learns, row = not registers[OUTSIDE], NO_ROW
    if learns and settings.greediness > 0.0:
        row = wide(row_of(learned, space, state, registers[SUBGOAL]))
        if row == UNKNOWN:
            return NEED_ROOM
    registers[ROW] = row
    if learns:
        at = choose_action(space, learned, settings, work, rng)
        if settings.bellman and learned.goal[first + at, TRIES] == 0.0:
            meet(task, space, learned, settings, work, first + at)
    else:
        at = one_of(number, rng)
    action = space.edge[first + at, ACTION]
    is_sure = task.outcome_indptr[action + 1] - task.outcome_indptr[action] == 1
    kind = SURE_ENTRY if is_sure else ACTION_ENTRY
    remember(work, kind, first + at if learns else NOT_LEARNED, row + at)
    registers[PARENT] = state
    if not learned.in_tree[state]:
        learned.in_tree[state] = learns
        registers[IN_TREE] += learns
        registers[OUTSIDE] = settings.expand
    registers[STATE] = sample(task, space, work, state, first + at, rng)
    registers[DEPTH] += 1
    registers[PURSUIT] += 1
    registers[STEPS] += 1
    return DONE


@compiled
def meet(
    task: TaskArrays, space: Space, learned: Learned, settings: Settings, work: Workspace, edge: int
) -> None:
    """Know all states that an action may lead to, and which of them are dead ends.

    Dead ends are worth nothing at once. Where there are any, the others are worth at once what the
    landmarks say: otherwise nobody would try an action again whose first rollout went wrong.
    There must be room for the states; which of them earlier episodes have met makes no difference.
    """
    state, action = work.registers[STATE], space.edge[edge, ACTION]
    first, slot = task.outcome_indptr[action], space.edge[edge, FIRST_SLOT]
    number = task.outcome_indptr[action + 1] - first
    is_risky = False
    for at in range(number):
        if space.successor[slot + at] == UNKNOWN:
            space.successor[slot + at] = follow(task, space, work, state, wide(first + at))
        if settings.dead_ends:
            work.registers[PARENT], work.registers[OUTCOME] = state, first + at
            after = wide(space.successor[slot + at])
            is_risky |= is_dead_end(space, learned, settings.relaxation, work, after)
    if is_risky and settings.counts_landmarks:
        for at in range(number):
            guess(task, space, learned, settings, work, wide(space.successor[slot + at]))


@inlined
def guess(
    task: TaskArrays,
    space: Space,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    state: int,
) -> None:
    """Note what the landmarks say about a state that nothing is known about."""
    if is_true(space, state, len(task.landmark) - 1):
        first_worth(learned, state, 1.0, 1.0)
    elif learned.worth[state, BASIS] == UNBASED:
        discount = worth(settings, cost_from(task, space, learned, settings, work, state), 0.0)
        first_worth(learned, state, discount, discount)


@inlined
def cost_from(
    task: TaskArrays,
    space: Space,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    state: int,
) -> int:
    """About how many actions the landmarks take that are still to be achieved from a state on."""
    pending, true = learned.sets[work.registers[SET]], space.holds[state]
    return wide(cost_left(settings, task, work.set_words, pending, true))


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
def worth(settings: Settings, cost: int, bonus: float) -> float:
    """The utility of a cost, and a bonus; beyond what can be, costs do not count any more."""
    return settings.utility[min(cost, len(settings.utility) - 1)] + bonus


@inlined
def first_worth(learned: Learned, state: int, chance: float, discount: float) -> None:
    """Note what a rollout says about a state that nothing is known about."""
    if learned.worth[state, BASIS] == UNBASED:
        learned.worth[state, BASIS] = GUESSED
        learned.worth[state, CHANCE] = chance
        learned.worth[state, DISCOUNT] = discount


@inlined
def value_of(settings: Settings, chance: float, discount: float) -> float:
    """What Bellman's two parts are worth together."""
    return settings.goal_utility * chance + discount


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


# What guides rollouts: learned from the task before the first of them


@entry
def guide(task: TaskArrays, guidance: Guidance, words: Bits, true: Floats, false: Floats) -> None:
    """Fill in how far actions are from landmarks, and what landmarks cost, from the initial state.

    `true` and `false` are scratch: a number for each literal.
    """
    for landmark in range(len(task.landmark)):
        for fact in range(len(true)):
            true[fact] = false[fact] = FAR
        lower(task, task.landmark[landmark], true, false, 0.0)
        guidance.distance[landmark] = FAR
        while draws_nearer(task, guidance.distance[landmark], true, false):
            pass
        begin(task, landmark, words, true, false)
        while gets_cheaper(task, true, false):
            pass
        cost = price(task, task.landmark[landmark], true, false)
        guidance.cost[landmark] = cost if 1.0 < cost < math.inf else 1.0


@compiled
def lower(task: TaskArrays, condition: int, true: Floats, false: Floats, number: float) -> None:
    """Give all literals of a condition a number, unless they have a smaller one."""
    for at in range(task.test_indptr[condition], task.test_indptr[condition + 1]):
        first = 64 * np.int64(task.tests[at, 0])
        left = task.tests[at, 1]
        while left:
            bit = left & (~left + ONE)
            fact = first + lowest(left)
            if task.tests[at, 2] & bit:
                true[fact] = min(true[fact], number)
            else:
                false[fact] = min(false[fact], number)
            left &= left - ONE
    for at in range(task.clause_indptr[condition], task.clause_indptr[condition + 1]):
        clause = task.clauses[at]
        for place in range(task.option_indptr[clause], task.option_indptr[clause + 1]):
            lower(task, task.options[place], true, false, number)


@compiled
def draws_nearer(task: TaskArrays, distance: Bytes, true: Floats, false: Floats) -> bool:
    """Whether some action is nearer than was known: it changes what one that is near needs."""
    changes = False
    for action in range(len(task.precondition)):
        nearest = wide(distance[action])
        for outcome in range(task.outcome_indptr[action], task.outcome_indptr[action + 1]):
            for effect in range(task.effect_indptr[outcome], task.effect_indptr[outcome + 1]):
                nearest = min(nearest, least_of(task, effect, true, false))
        if nearest < distance[action]:
            changes = True
            distance[action] = nearest
            lower(task, task.precondition[action], true, false, nearest + 1.0)
            for outcome in range(task.outcome_indptr[action], task.outcome_indptr[action + 1]):
                for effect in range(task.effect_indptr[outcome], task.effect_indptr[outcome + 1]):
                    lower(task, task.effect_condition[effect], true, false, nearest + 1.0)
    return changes


@compiled
def least_of(task: TaskArrays, effect: int, true: Floats, false: Floats) -> int:
    """The least number of what an effect changes."""
    least = float(FAR)
    for at in range(task.write_indptr[effect], task.write_indptr[effect + 1]):
        first = 64 * np.int64(task.writes[at, 0])
        added, deleted = task.writes[at, 2], ~task.writes[at, 1]
        while added:
            least = min(least, true[first + lowest(added)])
            added &= added - ONE
        while deleted:
            least = min(least, false[first + lowest(deleted)])
            deleted &= deleted - ONE
    return int(least)


@compiled
def begin(task: TaskArrays, landmark: int, words: Bits, true: Floats, false: Floats) -> None:
    """Make free what is there initially or by the landmarks before, but not the landmark itself."""
    for fact in range(len(true)):
        holds_now = words[fact >> 6] >> np.uint64(fact & 63) & ONE == ONE
        true[fact] = 0.0 if holds_now else math.inf
        false[fact] = math.inf if holds_now else 0.0
    for other in range(len(task.landmark)):
        if task.predecessors[landmark, other >> 6] >> np.uint64(other & 63) & ONE:
            lower(task, task.landmark[other], true, false, 0.0)
    forbid(task, task.landmark[landmark], true, false)


@compiled
def forbid(task: TaskArrays, condition: int, true: Floats, false: Floats) -> None:
    """Make all literals of a condition unattainable."""
    for at in range(task.test_indptr[condition], task.test_indptr[condition + 1]):
        first = 64 * np.int64(task.tests[at, 0])
        left = task.tests[at, 1]
        while left:
            if task.tests[at, 2] & (left & (~left + ONE)):
                true[first + lowest(left)] = math.inf
            else:
                false[first + lowest(left)] = math.inf
            left &= left - ONE
    for at in range(task.clause_indptr[condition], task.clause_indptr[condition + 1]):
        clause = task.clauses[at]
        for place in range(task.option_indptr[clause], task.option_indptr[clause + 1]):
            forbid(task, task.options[place], true, false)


@compiled
def price(task: TaskArrays, condition: int, true: Floats, false: Floats) -> float:
    """What the dearest part of a condition costs, with the cheapest option of disjunctions."""
    dearest = 0.0
    for at in range(task.test_indptr[condition], task.test_indptr[condition + 1]):
        first = 64 * np.int64(task.tests[at, 0])
        left = task.tests[at, 1]
        while left:
            fact = first + lowest(left)
            positive = task.tests[at, 2] & (left & (~left + ONE))
            dearest = max(dearest, true[fact] if positive else false[fact])
            left &= left - ONE
    for at in range(task.clause_indptr[condition], task.clause_indptr[condition + 1]):
        clause = task.clauses[at]
        cheapest = math.inf
        for place in range(task.option_indptr[clause], task.option_indptr[clause + 1]):
            cheapest = min(cheapest, price(task, task.options[place], true, false))
        dearest = max(dearest, cheapest)
    return dearest


@compiled
def gets_cheaper(task: TaskArrays, true: Floats, false: Floats) -> bool:
    """Whether some literal is cheaper than was known.

    An outcome with probability p costs 1/p: as often its action is needed until it happens.
    """
    changes = False
    for action in range(len(task.precondition)):
        cost, before = price(task, task.precondition[action], true, false), 0.0
        for outcome in range(task.outcome_indptr[action], task.outcome_indptr[action + 1]):
            tries = 1.0 / (task.cumulative[outcome] - before)
            before = task.cumulative[outcome]
            for effect in range(task.effect_indptr[outcome], task.effect_indptr[outcome + 1]):
                condition = task.effect_condition[effect]
                total = max(cost, price(task, condition, true, false)) + tries
                if total < math.inf and sells(task, effect, true, false, total):
                    changes = True
    return changes


@compiled
def sells(task: TaskArrays, effect: int, true: Floats, false: Floats, cost: float) -> bool:
    """Whether an effect makes some literal cheaper."""
    changes = False
    for at in range(task.write_indptr[effect], task.write_indptr[effect + 1]):
        first = 64 * np.int64(task.writes[at, 0])
        added, deleted = task.writes[at, 2], ~task.writes[at, 1]
        while added:
            fact = first + lowest(added)
            changes = changes or cost < true[fact]
            true[fact] = min(true[fact], cost)
            added &= added - ONE
        while deleted:
            fact = first + lowest(deleted)
            changes = changes or cost < false[fact]
            false[fact] = min(false[fact], cost)
            deleted &= deleted - ONE
    return changes


# States wanted by `lamp.exact`


@entry
def explore(task: TaskArrays, space: Space, work: Workspace, first: int, last: int) -> int:
    """Expand the states from `first` to before `last` with all their successors.

    What comes back is the first state that is not done: below `last` if there are no more states,
    or no room.
    """
    state = first
    while state < last and state < space.size[STATES]:
        if visit(task, space, work, state) == NEED_ROOM:
            break
        state += 1
    return state


@entry
def explore_some(task: TaskArrays, space: Space, work: Workspace, states: Ints, first: int) -> int:
    """Expand some states, from a position on; return the first position that is not done."""
    at = first
    while at < len(states) and visit(task, space, work, wide(states[at])) == DONE:
        at += 1
    return at


@compiled
def visit(task: TaskArrays, space: Space, work: Workspace, state: int) -> int:
    """Expand a state and find its successors, as far as they are not known yet."""
    is_new = space.node[state, FIRST_EDGE] == UNKNOWN
    if is_new and expand(task, space, work, state) == NEED_ROOM:
        return NEED_ROOM
    first = space.node[state, FIRST_EDGE]
    for edge in range(first, first + space.node[state, NUM_EDGES]):
        action = space.edge[edge, ACTION]
        outcome, last = task.outcome_indptr[action], task.outcome_indptr[action + 1]
        slot = space.edge[edge, FIRST_SLOT] - outcome
        for at in range(outcome, last):
            if space.successor[slot + at] == UNKNOWN:
                if space.size[STATES] >= len(space.words):
                    return NEED_ROOM
                apply_outcome(task, at, space.words[state], work.row[0])
                space.successor[slot + at] = intern(task, space, work.row[0])
    return DONE


@entry
def find_masked(table: Ints, rows: Bits, words: Bits, mask: Bits, found: Ints) -> None:
    """Write where states are in the table of an abstraction that sees some facts only.

    The states are not needed afterwards: they are masked in place.
    """
    for state in range(len(words)):
        for at in range(len(mask)):
            words[state, at] &= mask[at]
        found[state] = table[find(table, rows, words[state])]
