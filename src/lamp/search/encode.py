"""Tasks and landmark graphs as arrays for the kernel: the only place objects become indices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lamp.conditions import facts_of
from lamp.landmarks import LandmarkGraph
from lamp.search import kernel
from lamp.search.kernel import Guidance, Rules, TaskArrays
from lamp.search.rules import Kind, Rule, RuleLiteral
from lamp.task import ALWAYS, Condition, Outcome, State, Task

WORD = 64
ALL_BITS = (1 << WORD) - 1

_Row: TypeAlias = tuple[int, int, int]
_Effect: TypeAlias = tuple[int, Sequence[int], Sequence[int]]


def num_words(bits: int) -> int:
    """How many words hold some bits; one at least."""
    return max(1, -(-bits // WORD))


def pack(bits: Iterable[int], words: int) -> NDArray[np.uint64]:
    """A set of small integers as bits."""
    packed = [0] * words
    for bit in bits:
        packed[bit // WORD] |= 1 << bit % WORD
    return np.array(packed, dtype=np.uint64)


def unpack(words: NDArray[np.uint64]) -> State:
    """The set that bits stand for."""
    return frozenset(
        WORD * at + bit
        for at, word in enumerate(words)
        for bit in range(WORD)
        if int(word) >> bit & 1
    )


class _Conditions:
    """Conditions in flat arrays, each once; a condition comes after those inside it."""

    def __init__(self) -> None:
        self._numbers: dict[Condition, int] = {}
        self.tests: list[list[_Row]] = []
        self.clauses: list[list[int]] = []
        self.options: list[list[int]] = []

    def number(self, condition: Condition) -> int:
        """The number of a condition."""
        if condition not in self._numbers:
            clauses = []
            for clause in condition.any_of:
                options = [self.number(option) for option in clause]
                clauses.append(len(self.options))
                self.options.append(options)
            self._numbers[condition] = len(self.tests)
            self.tests.append(_tests(condition))
            self.clauses.append(clauses)
        return self._numbers[condition]


def _tests(condition: Condition) -> list[_Row]:
    """Which words of a state to look at, at which bits, and what these must be."""
    true, false = _by_word(condition.true), _by_word(condition.false)
    if any(true.get(at, 0) & mask for at, mask in false.items()):
        return [(0, 0, 1)]  # a fact cannot be true and false: no bits are never one
    words = sorted(true.keys() | false.keys())
    return [(at, true.get(at, 0) | false.get(at, 0), true.get(at, 0)) for at in words]


def _writes(deletes: Sequence[int], adds: Sequence[int]) -> list[_Row]:
    """Which words of a state change, what is kept of them, and what is added."""
    old, new = _by_word(deletes), _by_word(adds)
    words = sorted(old.keys() | new.keys())
    return [(at, ALL_BITS ^ old.get(at, 0), new.get(at, 0)) for at in words]


def _by_word(facts: Iterable[int]) -> dict[int, int]:
    """The words of a state that have facts, and the bits of these."""
    masks: dict[int, int] = {}
    for fact in facts:
        masks[fact // WORD] = masks.get(fact // WORD, 0) | 1 << fact % WORD
    return masks


def encode(task: Task, graph: LandmarkGraph) -> TaskArrays:
    """A task and its landmarks as arrays; dtypes and layout are fixed here, and nowhere else."""
    conditions = _Conditions()
    preconditions = [conditions.number(action.precondition) for action in task.actions]
    outcomes = [outcome for action in task.actions for outcome in action.outcomes]
    effects = [list(_effects(outcome, conditions)) for outcome in outcomes]
    flat = [effect for of_outcome in effects for effect in of_outcome]
    landmarks = [conditions.number(landmark.condition) for landmark in graph.landmarks]
    watched, unwatched = _watches(task)
    words = num_words(len(graph.landmarks))
    predecessors = [pack(_bits(mask), words) for mask in graph.predecessors]
    return TaskArrays(
        *_rows(conditions.tests),
        *_csr(conditions.clauses),
        *_csr(conditions.options),
        _ints(preconditions),
        *_csr(watched),
        _ints(unwatched),
        _indptr([len(action.outcomes) for action in task.actions]),
        _cumulative(task),
        _indptr(map(len, effects)),
        _ints([condition for condition, _, _ in flat]),
        *_rows([_writes(deletes, adds) for _, deletes, adds in flat]),
        _ints(landmarks),
        np.array(predecessors, dtype=np.uint64).reshape(len(landmarks), words),
        _touched(effects, graph),
        _ints([conditions.number(task.goal), len(task.atoms), num_words(len(task.atoms))]),
    )


def _touched(effects: Sequence[Sequence[_Effect]], graph: LandmarkGraph) -> NDArray[np.uint64]:
    """The landmarks that speak of something an outcome may change."""
    about: dict[int, set[int]] = {}
    for number, landmark in enumerate(graph.landmarks):
        for fact in facts_of(landmark.condition):
            about.setdefault(fact, set()).add(number)
    words = num_words(len(graph.landmarks))
    found = np.zeros((len(effects), words), dtype=np.uint64)
    for at, of_outcome in enumerate(effects):
        changed = {fact for _, deletes, adds in of_outcome for fact in (*deletes, *adds)}
        found[at] = pack({number for fact in changed for number in about.get(fact, ())}, words)
    return found


def guide(arrays: TaskArrays, task: Task, graph: LandmarkGraph) -> Guidance:
    """What guides rollouts: found from the task and its landmarks before the first of them."""
    facts, landmarks = len(task.atoms), len(graph.landmarks)
    needed = [pack(some, num_words(landmarks)) for some in graph.required_again(task)]
    guidance = Guidance(
        np.array(needed, dtype=np.uint64).reshape(landmarks, num_words(landmarks)),
        np.ones(landmarks),
        np.zeros((landmarks, len(task.actions)), dtype=np.uint8),
    )
    words = pack(task.initial, num_words(facts))
    with np.errstate(over="ignore"):  # bits are found by overflow, if nothing is compiled
        kernel.guide(arrays, guidance, words, np.empty(facts), np.empty(facts))
    return guidance


def encode_rules(rules: Sequence[Rule], facts: int) -> Rules:
    """Rules as arrays, for a task with so many facts."""
    words = num_words(facts)
    parts = [one.number for rule in rules for one in rule.heads if one.kind is Kind.PART]
    part_words = num_words(max(parts, default=0) + 1)
    first = {
        Kind.PART: 0,
        Kind.TRUE: WORD * part_words,
        Kind.FALSE: WORD * (part_words + words),
    }

    def number(literal: RuleLiteral) -> int:
        return first[literal.kind] + literal.number

    bodies = [sorted(map(number, rule.body)) for rule in rules]
    needing: list[list[int]] = [[] for _ in range(WORD * (part_words + 2 * words))]
    for at, body in enumerate(bodies):
        for literal in body:
            needing[literal].append(at)
    needed = (literal for literal, users in enumerate(needing) if users)
    tests = [sorted(_by_word(body).items()) for body in bodies]
    flat = [test for of_rule in tests for test in of_rule]
    return Rules(
        _indptr(map(len, tests)),
        np.array(flat, dtype=np.uint64).reshape(-1, 2),
        *_csr([sorted(map(number, rule.heads)) for rule in rules]),
        *_csr(needing),
        pack(needed, part_words + 2 * words),
    )


def _effects(outcome: Outcome, conditions: _Conditions) -> Iterable[_Effect]:
    """The condition of each effect, what it deletes, and what it adds."""
    if outcome.add or outcome.delete:
        yield conditions.number(ALWAYS), outcome.delete, outcome.add
    for effect in outcome.conditional:
        yield conditions.number(effect.condition), effect.delete, effect.add


def _watches(task: Task) -> tuple[list[list[int]], list[int]]:
    """For each fact the actions to look at where it is true: those that need it as their rarest."""
    frequency = [0] * len(task.atoms)
    for action in task.actions:
        for fact in action.precondition.true:
            frequency[fact] += 1
    watched: list[list[int]] = [[] for _ in task.atoms]
    unwatched = []
    for number, action in enumerate(task.actions):
        if action.precondition.true:
            watched[min(action.precondition.true, key=frequency.__getitem__)].append(number)
        else:
            unwatched.append(number)
    return watched, unwatched


def _cumulative(task: Task) -> NDArray[np.float64]:
    """The probability that an outcome or one before it happens; of the last one, exactly 1."""
    found = []
    for action in task.actions:
        total = Fraction()
        for outcome in action.outcomes:
            total += outcome.probability
            found.append(float(total))
    return np.array(found, dtype=np.float64)


def _bits(mask: int) -> Iterable[int]:
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)


def _ints(values: Iterable[int]) -> NDArray[np.int32]:
    return np.array(list(values), dtype=np.int32)


def _indptr(lengths: Iterable[int]) -> NDArray[np.int32]:
    return np.concatenate(([0], np.cumsum(list(lengths), dtype=np.int64))).astype(np.int32)


def _csr(rows: Sequence[Sequence[int]]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Ragged rows as offsets and one flat array."""
    return _indptr(map(len, rows)), _ints(value for row in rows for value in row)


def _rows(rows: Sequence[Sequence[_Row]]) -> tuple[NDArray[np.int32], NDArray[np.uint64]]:
    """Ragged rows of triples as offsets and one flat array."""
    flat = [row for of_one in rows for row in of_one]
    return _indptr(map(len, rows)), np.array(flat, dtype=np.uint64).reshape(-1, 3)
