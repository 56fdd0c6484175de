"""The compiled part of the planner: the state space, rollouts, and what they learn.

Everything here is numba, types, constants and functions alike, since numba's disk cache looks at
this file alone. Ragged tables are flat arrays with offsets (CSR, `x_indptr`). Arrays that grow are
grown by `lamp.search.memory`: a verb that lacks room says so (`NEED_ROOM`) before it has changed
anything or drawn a random number, and is called again. Randomness is `rng.random()` and nothing
else, so that the same code without compilation is its own oracle.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Verb = TypeVar("Verb", bound=Callable[..., Any])
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Bits = NDArray[np.uint64]
Bytes = NDArray[np.uint8]

DONE, NEED_ROOM = 0, 1
UNKNOWN = -1
NO_SUBGOAL = -1
NO_ROW = -1
NOT_LEARNED = -1

# Where things stand in small arrays of integers.
GOAL, NUM_FACTS, NUM_WORDS = 0, 1, 2
STATES, EDGES, SLOTS, ROWS, PAIRS, SETS, LEAVES, NUM_SIZES = 0, 1, 2, 3, 4, 5, 6, 7
ACTIVE, STATE, SUBGOAL, SET, DEPTH, ENTRIES, PURSUIT, LEFT = 0, 1, 2, 3, 4, 5, 6, 7
ROOT_STATE, ROOT_SUBGOAL, ROOT_SET, ROOT_COST, ROOT_PURSUIT = 8, 9, 10, 11, 12
OUTSIDE, STEPS, NUM_REGISTERS = 13, 14, 15
ACTION_ENTRY, LANDMARK_ENTRY = 0, 1

ONE = np.uint64(1)
SIX = np.uint64(6)
LOW_BITS = np.uint64(63)
MIX_A = np.uint64(0x9E3779B97F4A7C15)
MIX_B = np.uint64(0xBF58476D1CE4E5B9)
SHIFT_A = np.uint64(30)
SHIFT_B = np.uint64(27)


def compiled(verb: Verb) -> Verb:
    """The verb as machine code, kept on disk where that is possible."""
    return _compile(verb)


def inlined(verb: Verb) -> Verb:
    """The verb as machine code inside its callers: tuples of arrays are dear to pass."""
    return _compile(verb, forceinline=True)


def _compile(verb: Verb, **options: bool) -> Verb:
    make: Any = numba.njit
    # Nothing here allocates. Counting references to arrays would take most of the time.
    options |= {"nogil": True, "_nrt": False}
    try:
        return cast("Verb", make(cache=True, error_model="numpy", **options)(verb))
    except RuntimeError:  # no folder to keep it in
        return cast("Verb", make(error_model="numpy", **options)(verb))


class TaskArrays(NamedTuple):
    """A task and its landmarks; never changed."""

    literal_indptr: Ints  # [conditions + 1]
    literals: Ints  # 2 f: fact f is true; 2 f + 1: it is false
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
    delete_indptr: Ints  # [effects + 1]
    deletes: Ints
    add_indptr: Ints  # [effects + 1]
    adds: Ints
    landmark: Ints  # [landmarks] their conditions; the last is the goal
    predecessors: Bits  # [landmarks, landmark words]
    constants: Ints  # GOAL, NUM_FACTS, NUM_WORDS


class Space(NamedTuple):
    """The states met so far, each once, with what follows from the task alone."""

    words: Bits  # [states, words]
    table: Ints  # open addressing: states by the hash of their words
    first_edge: Longs  # [states] UNKNOWN until the state is expanded
    num_edges: Ints  # [states]
    holds: Bits  # [states, landmark words] the landmarks that are true
    edge_action: Ints  # [edges]
    edge_slot: Longs  # [edges] the slot of its first outcome
    successor: Ints  # [slots] states; UNKNOWN until sampled
    size: Longs  # how many STATES, EDGES, SLOTS there are


class Learned(NamedTuple):
    """What rollouts have learned: rows (Q, N, 1 / √N), and where they stand."""

    goal: Floats  # [edges, 3] Q_g and N_g
    subgoal: Floats  # [rows, 3] Q_φ and N_φ, an edge of a state for one subgoal
    in_tree: Bytes  # [states] whether a state has statistics
    first_pair: Ints  # [states] the pairs (state, subgoal) of a state are a list
    pair_subgoal: Ints  # [pairs]
    pair_row: Longs  # [pairs] the row of the state's first edge
    pair_next: Ints  # [pairs]
    sets: Bits  # [sets, landmark words] sets of landmarks (Φ)
    set_table: Ints  # open addressing
    set_first: Ints  # [sets] its first leaf
    set_leaves: Ints  # [sets] how many leaves it has
    leaf: Ints  # [leaves] landmarks
    leaf_set: Ints  # [leaves] the set without that landmark; UNKNOWN until needed
    choice: Floats  # [leaves, 3] Q_LM and N_LM
    size: Longs  # how many ROWS, PAIRS, SETS, LEAVES there are


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


class Workspace(NamedTuple):
    """Scratch of one planner, and a rollout that is under way."""

    registers: Longs
    entry_kind: Bytes  # [entries] of the rollout
    entry_at: Longs  # [entries] an edge, or a leaf
    entry_row: Longs  # [entries] the row of an edge for the subgoal
    entry_cost: Longs  # [entries] of a landmark: what achieving the one before has cost
    applicable: Ints  # [actions]
    signature: Bits  # [actions]
    row: Bits  # [2 * most outcomes + 1, words]
    set_words: Bits  # [landmark words]


# States


@inlined
def copy(source: Bits, target: Bits) -> None:
    """Copy words; assigning a row to a row would allocate."""
    for at in range(len(source)):
        target[at] = source[at]


@compiled
def condition_holds(task: TaskArrays, condition: int, words: Bits) -> bool:
    """Whether a condition holds in a state."""
    for at in range(task.literal_indptr[condition], task.literal_indptr[condition + 1]):
        literal = np.uint64(task.literals[at])
        bit = words[literal >> ONE >> SIX] >> (literal >> ONE & LOW_BITS) & ONE
        if bit == literal & ONE:
            return False
    for at in range(task.clause_indptr[condition], task.clause_indptr[condition + 1]):
        clause = task.clauses[at]
        found = False
        for option in range(task.option_indptr[clause], task.option_indptr[clause + 1]):
            if condition_holds(task, task.options[option], words):
                found = True
                break
        if not found:
            return False
    return True


@compiled
def apply_outcome(task: TaskArrays, outcome: int, words: Bits, result: Bits) -> None:
    """Write the state after an outcome to `result`: deletes come before adds."""
    copy(words, result)
    first, last = task.effect_indptr[outcome], task.effect_indptr[outcome + 1]
    for effect in range(first, last):
        if condition_holds(task, task.effect_condition[effect], words):
            for at in range(task.delete_indptr[effect], task.delete_indptr[effect + 1]):
                fact = np.uint64(task.deletes[at])
                result[fact >> SIX] &= ~(ONE << (fact & LOW_BITS))
    for effect in range(first, last):
        if condition_holds(task, task.effect_condition[effect], words):
            for at in range(task.add_indptr[effect], task.add_indptr[effect + 1]):
                fact = np.uint64(task.adds[at])
                result[fact >> SIX] |= ONE << (fact & LOW_BITS)


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


@compiled
def rehash(table: Ints, rows: Bits, number: int) -> None:
    """Fill an empty table with the first rows."""
    for row in range(number):
        table[find(table, rows, rows[row])] = row


@compiled
def intern(task: TaskArrays, space: Space, words: Bits) -> int:
    """The number of a state; a new one is judged by all landmarks. There must be room for it."""
    place = find(space.table, space.words, words)
    if space.table[place] != UNKNOWN:
        return space.table[place]
    state = space.size[STATES]
    space.size[STATES] += 1
    space.table[place] = state
    copy(words, space.words[state])
    space.first_edge[state] = UNKNOWN
    space.holds[state] = 0
    for landmark in range(len(task.landmark)):
        if condition_holds(task, task.landmark[landmark], words):
            space.holds[state, landmark >> 6] |= ONE << np.uint64(landmark & 63)
    return state


@inlined
def is_true(space: Space, state: int, landmark: int) -> bool:
    """Whether a landmark holds in a state."""
    return space.holds[state, landmark >> 6] >> np.uint64(landmark & 63) & ONE == ONE


# Applicable actions, without those that do nothing or do what another does


@compiled
def applicable(task: TaskArrays, words: Bits, found: Ints) -> int:
    """Write the actions that are applicable in a state to `found`, in order; return how many."""
    number = 0
    for at in range(len(task.unwatched)):
        if condition_holds(task, task.precondition[task.unwatched[at]], words):
            found[number] = task.unwatched[at]
            number += 1
    for fact in range(task.constants[NUM_FACTS]):
        if words[fact >> 6] >> np.uint64(fact & 63) & ONE:
            for at in range(task.watch_indptr[fact], task.watch_indptr[fact + 1]):
                action = task.watching[at]
                if condition_holds(task, task.precondition[action], words):
                    found[number] = action
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


@compiled
def signature(task: TaskArrays, action: int, words: Bits, rows: Bits) -> np.uint64:
    """A number that actions with the same successors share; 0 where nothing changes."""
    first, last = task.outcome_indptr[action], task.outcome_indptr[action + 1]
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


@compiled
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


@compiled
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
    if edge + number > len(space.edge_action) or slot + slots > len(space.successor):
        return NEED_ROOM
    space.size[EDGES] += number
    space.size[SLOTS] += slots
    space.successor[slot : slot + slots] = UNKNOWN
    space.num_edges[state] = number
    space.first_edge[state] = edge
    for at in range(number):
        action = work.applicable[at]
        space.edge_action[edge + at] = action
        space.edge_slot[edge + at] = slot
        slot += task.outcome_indptr[action + 1] - task.outcome_indptr[action]
    return DONE


@inlined
def sample(
    task: TaskArrays, space: Space, work: Workspace, state: int, edge: int, rng: np.random.Generator
) -> int:
    """A successor of a state, by the probabilities of an action's outcomes."""
    action = space.edge_action[edge]
    first, last = task.outcome_indptr[action], task.outcome_indptr[action + 1]
    outcome = first
    if last - first > 1:
        drawn = rng.random()
        while outcome < last - 1 and drawn >= task.cumulative[outcome]:
            outcome += 1
    slot = space.edge_slot[edge] + outcome - first
    if space.successor[slot] == UNKNOWN:
        apply_outcome(task, outcome, space.words[state], work.row[0])
        space.successor[slot] = intern(task, space, work.row[0])
    return space.successor[slot]


# Sets of landmarks


@compiled
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
        is_leaf = words[landmark >> 6] >> np.uint64(landmark & 63) & ONE == ONE
        for at in range(len(words)):
            is_leaf = is_leaf and not task.predecessors[landmark, at] & words[at]
        if is_leaf:
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


@inlined
def is_untried(alpha: float, goal: Floats, subgoal: Floats, node: Node, at: int) -> bool:
    """Whether an option was never tried for one of the goals that count."""
    return (alpha < 1.0 and goal[node.first + at, 1] == 0.0) or (
        alpha > 0.0 and subgoal[node.row + at, 1] == 0.0
    )


@inlined
def radius(settings: Settings, values: Floats, first: int, number: int) -> float:
    """How far UCB1 looks beyond a value that was tried once: C √(log N(s)), normalised."""
    best, visits = 0.0, 0.0
    for at in range(first, first + number):
        best = max(best, values[at, 0])
        visits += values[at, 1]
    scale = settings.exploration * best if settings.normalize else settings.exploration
    return scale * math.sqrt(math.log(visits))


@inlined
def choose(
    settings: Settings, goal: Floats, subgoal: Floats, node: Node, rng: np.random.Generator
) -> int:
    """The option with the greatest UCB1, mixed by greediness; untried ones come first."""
    alpha = settings.greediness if node.row != NO_ROW else 0.0
    untried = 0
    for at in range(node.number):
        untried += is_untried(alpha, goal, subgoal, node, at)
    if untried:
        return some_untried(alpha, goal, subgoal, node, one_of(untried, rng))
    for_goal = radius(settings, goal, node.first, node.number) if alpha < 1.0 else 0.0
    for_subgoal = radius(settings, subgoal, node.row, node.number) if alpha > 0.0 else 0.0
    spread = Spread(alpha, for_goal, for_subgoal)
    best, ties, found = -math.inf, 0, 0
    for at in range(node.number):
        value = mixed(spread, goal, subgoal, node, at)
        if value > best:
            best, ties, found = value, 1, at
        elif value == best:
            ties += 1
    turn = one_of(ties, rng)
    while turn:
        found += 1
        turn -= mixed(spread, goal, subgoal, node, found) == best
    return found


@inlined
def some_untried(alpha: float, goal: Floats, subgoal: Floats, node: Node, turn: int) -> int:
    """The untried option that comes after a number of others."""
    at = 0
    while turn or not is_untried(alpha, goal, subgoal, node, at):
        turn -= is_untried(alpha, goal, subgoal, node, at)
        at += 1
    return at


class Spread(NamedTuple):
    """Greediness, and how far UCB1 looks beyond values."""

    alpha: float
    for_goal: float
    for_subgoal: float


@inlined
def mixed(spread: Spread, goal: Floats, subgoal: Floats, node: Node, at: int) -> float:
    """UCB1 for the goal and for the subgoal, mixed by greediness."""
    value = 0.0
    if spread.alpha < 1.0:
        row = node.first + at
        value = (1.0 - spread.alpha) * (goal[row, 0] + spread.for_goal * goal[row, 2])
    if spread.alpha > 0.0:
        row = node.row + at
        value += spread.alpha * (subgoal[row, 0] + spread.for_subgoal * subgoal[row, 2])
    return value


@inlined
def update(values: Floats, at: int, utility: float) -> None:
    """Count one more utility into a mean: UCB-Update of Algorithm 3."""
    tried = values[at, 1]
    values[at, 0] = (tried * values[at, 0] + utility) / (1.0 + tried)
    values[at, 1] = tried + 1.0
    values[at, 2] = 1.0 / math.sqrt(tried + 1.0)


# Rollouts


@inlined
def row_of(learned: Learned, space: Space, state: int, subgoal: int) -> int:
    """The row of a state's first edge for a subgoal; UNKNOWN if there is no room for a new one."""
    pair = learned.first_pair[state]
    while pair != UNKNOWN:
        if learned.pair_subgoal[pair] == subgoal:
            return learned.pair_row[pair]
        pair = learned.pair_next[pair]
    pair, row = learned.size[PAIRS], learned.size[ROWS]
    number = space.num_edges[state]
    if pair >= len(learned.pair_row) or row + number > len(learned.subgoal):
        return UNKNOWN
    learned.size[PAIRS] += 1
    learned.size[ROWS] += number
    learned.subgoal[row : row + number] = 0.0
    learned.pair_subgoal[pair] = subgoal
    learned.pair_row[pair] = row
    learned.pair_next[pair] = learned.first_pair[state]
    learned.first_pair[state] = pair
    return row


@compiled
def rollouts(
    task: TaskArrays,
    space: Space,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    rng: np.random.Generator,
) -> int:
    """Run as many rollouts as the register LEFT says, or until room is needed."""
    registers = work.registers
    while registers[LEFT] > 0:
        if not registers[ACTIVE]:
            registers[STATE] = registers[ROOT_STATE]
            registers[SUBGOAL] = registers[ROOT_SUBGOAL]
            registers[SET] = registers[ROOT_SET]
            registers[PURSUIT] = registers[ROOT_PURSUIT]
            registers[DEPTH] = 0
            registers[ENTRIES] = 0
            registers[OUTSIDE] = 0
            registers[ACTIVE] = 1
        status = go_down(task, space, learned, settings, work, rng)
        if status == NEED_ROOM:
            return NEED_ROOM
        go_up(task, space, learned, settings, work)
        registers[ACTIVE] = 0
        registers[LEFT] -= 1
    return DONE


@inlined
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
        if subgoal == NO_SUBGOAL or is_true(space, registers[STATE], subgoal):
            if choose_landmark(task, learned, settings, work, rng) == NEED_ROOM:
                return NEED_ROOM
            continue
        if registers[DEPTH] == settings.horizon:
            return DONE
        state = registers[STATE]
        if space.first_edge[state] == UNKNOWN and expand(task, space, work, state) == NEED_ROOM:
            return NEED_ROOM
        if not space.num_edges[state]:
            return DONE
        if act(task, space, learned, settings, work, rng) == NEED_ROOM:
            return NEED_ROOM
    return DONE


@inlined
def choose_landmark(
    task: TaskArrays,
    learned: Learned,
    settings: Settings,
    work: Workspace,
    rng: np.random.Generator,
) -> int:
    """Take the next landmark as the subgoal: lines 3 to 5 of Algorithm 3."""
    registers = work.registers
    number = registers[SET]
    if registers[SUBGOAL] != NO_SUBGOAL:
        number = without(task, learned, work, number, registers[SUBGOAL])
        if number == UNKNOWN:
            return NEED_ROOM
    first, leaves = learned.set_first[number], learned.set_leaves[number]
    node = Node(int(first), NO_ROW, int(leaves))
    leaf = first + choose(settings, learned.choice, learned.choice, node, rng)
    entry = registers[ENTRIES]
    work.entry_kind[entry] = LANDMARK_ENTRY
    work.entry_at[entry] = leaf
    work.entry_cost[entry] = registers[PURSUIT]
    registers[ENTRIES] += 1
    registers[SET] = number
    registers[SUBGOAL] = learned.leaf[leaf]
    if settings.from_pursuit:
        registers[PURSUIT] = 0
    return DONE


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
    if space.size[STATES] >= len(space.words):
        return NEED_ROOM
    first, number = space.first_edge[state], space.num_edges[state]
    entry = registers[ENTRIES]
    learns = not registers[OUTSIDE]
    row = NO_ROW
    if learns and settings.greediness > 0.0:
        row = row_of(learned, space, state, registers[SUBGOAL])
        if row == UNKNOWN:
            return NEED_ROOM
    if learns:
        node = Node(int(first), int(row), int(number))
        at = choose(settings, learned.goal, learned.subgoal, node, rng)
    else:
        at = one_of(number, rng)
    work.entry_kind[entry] = ACTION_ENTRY
    work.entry_at[entry] = first + at if learns else NOT_LEARNED
    work.entry_row[entry] = row + at
    registers[ENTRIES] += 1
    if settings.expand and not learned.in_tree[state]:
        learned.in_tree[state] = learns
        registers[OUTSIDE] = 1
    registers[STATE] = sample(task, space, work, state, first + at, rng)
    registers[DEPTH] += 1
    registers[PURSUIT] += 1
    registers[STEPS] += 1
    return DONE


@inlined
def go_up(
    task: TaskArrays, space: Space, learned: Learned, settings: Settings, work: Workspace
) -> None:
    """From the end of a rollout back to its root: lines 6 and 12 to 14 of Algorithm 3.

    The cost so far and the cost still to come add up to the same number all the way, so there is
    one utility for the goal, and one for each subgoal pursued.
    """
    registers = work.registers
    reached = is_true(space, registers[STATE], len(task.landmark) - 1)
    missing = 0 if reached else settings.horizon - registers[DEPTH]
    bonus = settings.goal_utility if reached else 0.0
    cost = registers[ROOT_COST] + registers[DEPTH] + missing
    for_goal = settings.utility[cost] + bonus
    for_subgoal = settings.utility[registers[PURSUIT] + missing] + bonus
    for entry in range(registers[ENTRIES] - 1, -1, -1):
        at = work.entry_at[entry]
        if work.entry_kind[entry] == LANDMARK_ENTRY:
            update(learned.choice, at, for_goal)
            for_subgoal = settings.utility[work.entry_cost[entry]] + settings.goal_utility
        elif at != NOT_LEARNED:
            if settings.greediness > 0.0:
                update(learned.subgoal, work.entry_row[entry], for_subgoal)
            update(learned.goal, at, for_goal)


# States wanted by `lamp.exact`


@compiled
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


@compiled
def explore_some(task: TaskArrays, space: Space, work: Workspace, states: Ints, first: int) -> int:
    """Expand some states, from a position on; return the first position that is not done."""
    at = first
    while at < len(states) and visit(task, space, work, states[at]) == DONE:
        at += 1
    return at


@compiled
def visit(task: TaskArrays, space: Space, work: Workspace, state: int) -> int:
    """Expand a state and find its successors, as far as they are not known yet."""
    if space.first_edge[state] == UNKNOWN and expand(task, space, work, state) == NEED_ROOM:
        return NEED_ROOM
    for edge in range(space.first_edge[state], space.first_edge[state] + space.num_edges[state]):
        outcome = task.outcome_indptr[space.edge_action[edge]]
        last = task.outcome_indptr[space.edge_action[edge] + 1]
        slot = space.edge_slot[edge] - outcome
        for at in range(outcome, last):
            if space.successor[slot + at] == UNKNOWN:
                if space.size[STATES] >= len(space.words):
                    return NEED_ROOM
                apply_outcome(task, at, space.words[state], work.row[0])
                space.successor[slot + at] = intern(task, space, work.row[0])
    return DONE


@compiled
def find_masked(table: Ints, rows: Bits, words: Bits, mask: Bits, found: Ints) -> None:
    """Write where states are in the table of an abstraction that sees some facts only.

    The states are not needed afterwards: they are masked in place.
    """
    for state in range(len(words)):
        for at in range(len(mask)):
            words[state, at] &= mask[at]
        found[state] = table[find(table, rows, words[state])]
