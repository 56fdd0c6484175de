"""The landmark graph: what becomes true on every way to the goal, and in which order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple, TypeVar

from lamp.errors import LandmarkError
from lamp.task import Condition, State, Task

Name = TypeVar("Name", int, str, int | str)


class Literal(NamedTuple):
    """A fact that is true, or one that is false."""

    fact: int
    positive: bool = True

    def text(self, task: Task) -> str:
        """The literal as PPDDL writes it: `(on a b)` or `(not (on a b))`."""
        atom = str(task.atoms[self.fact])
        return atom if self.positive else f"(not {atom})"

    @property
    def condition(self) -> Condition:
        """The condition that just this literal holds."""
        return Condition(true=(self.fact,)) if self.positive else Condition(false=(self.fact,))


class Kind(StrEnum):
    """The form of a landmark."""

    SIMPLE = "simple"
    """One literal; the literature also says atomic."""
    DISJUNCTIVE = "disjunctive"
    """One of several literals."""
    CONJUNCTIVE = "conjunctive"
    """Anything else, such as a goal of several facts."""


@dataclass(frozen=True, slots=True, order=True)
class Landmark:
    """A condition (φ) that holds at some time in every history that reaches the goal."""

    condition: Condition

    @classmethod
    def any_of(cls, literals: Iterable[Literal]) -> Landmark:
        """The landmark that one of some literals holds."""
        options = sorted(set(literals))
        if len(options) == 1:
            return cls(options[0].condition)
        return cls(Condition(any_of=(tuple(option.condition for option in options),)))

    def holds(self, state: State) -> bool:
        """Whether the landmark is true in a state."""
        return self.condition.holds(state)

    @property
    def kind(self) -> Kind:
        """The form of the landmark."""
        clauses = self.condition.any_of
        if len(literals_of(self.condition)) == 1 and not clauses:
            return Kind.SIMPLE
        if len(clauses) == 1 and self.literals and not literals_of(self.condition):
            return Kind.DISJUNCTIVE
        return Kind.CONJUNCTIVE

    def is_part_of(self, goal: Condition) -> bool:
        """Whether the goal, a conjunction, surely holds only where the landmark does."""
        part = self.condition
        return part != Condition() and (
            set(part.true) <= set(goal.true)
            and set(part.false) <= set(goal.false)
            and set(part.any_of) <= set(goal.any_of)
        )

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The literals of which one (disjunctive) or all must hold.

        Empty where no list of literals says it, as for a goal of several disjunctions.
        """
        own = literals_of(self.condition)
        if not self.condition.any_of:
            return own
        if own or len(self.condition.any_of) > 1:
            return ()
        options = [literals_of(option) for option in self.condition.any_of[0]]
        plain = all(not option.any_of for option in self.condition.any_of[0])
        if not plain or any(len(option) != 1 for option in options):
            return ()
        return tuple(option[0] for option in options)


def facts_of(condition: Condition) -> Iterator[int]:
    """All facts that a condition speaks of, some of them several times."""
    yield from condition.true
    yield from condition.false
    for clause in condition.any_of:
        for option in clause:
            yield from facts_of(option)


def literals_of(condition: Condition) -> tuple[Literal, ...]:
    """The literals that must all hold, without those inside disjunctions."""
    return (
        *(Literal(fact) for fact in condition.true),
        *(Literal(fact, positive=False) for fact in condition.false),
    )


def condition_text(condition: Condition, task: Task) -> str:
    """The condition as PPDDL writes it, such as `(and (on a b) (not (on b c)))`."""
    parts = conjuncts(condition, task)
    return parts[0] if len(parts) == 1 else f"(and{''.join(f' {part}' for part in parts)})"


def conjuncts(condition: Condition, task: Task) -> list[str]:
    """The parts of a conjunction as PPDDL writes them."""
    literals = [literal.text(task) for literal in literals_of(condition)]
    clauses = [[condition_text(option, task) for option in clause] for clause in condition.any_of]
    return literals + [f"(or{''.join(f' {text}' for text in clause)})" for clause in clauses]


class OrderingType(IntEnum):
    """How strongly one landmark is tied to a later one; the stronger implies the weaker."""

    NATURAL = 1
    """Whenever the later one is true, the earlier one was true at some time before."""
    GREEDY_NECESSARY = 2
    """Just before the later one becomes true for the first time, the earlier one is true."""
    NECESSARY = 3
    """Just before the later one becomes true, at any time, the earlier one is true."""

    @property
    def label(self) -> str:
        """The name as people and files write it, such as `greedy-necessary`."""
        return self.name.lower().replace("_", "-")


class Ordering(NamedTuple):
    """The landmark `before` is tied to the landmark `after`; both are positions in the graph."""

    before: int
    after: int
    type: OrderingType


@dataclass(frozen=True, slots=True)
class LandmarkGraph:
    """Landmarks and the orderings between them; the last landmark is the top-level goal.

    The orderings are claims about the problem (see `lamp.landmarks.definitions`). As subgoals,
    landmarks are partially ordered (≺) by them, and all are before the goal.
    """

    landmarks: tuple[Landmark, ...]
    orderings: tuple[Ordering, ...] = ()
    predecessors: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The set of all predecessors of each landmark, by ≺, as the bits of an integer."""
    task: Task | None = field(default=None, repr=False, compare=False, kw_only=True)
    """Whose landmarks they are, if that is known: for drawings."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "landmarks", tuple(self.landmarks))
        if not self.landmarks or len(set(self.landmarks)) < len(self.landmarks):
            raise LandmarkError("landmarks are given twice, or none", remedy="Give each one once")
        pairs = {(ordering.before, ordering.after) for ordering in self.orderings}
        if len(pairs) < len(self.orderings):
            raise LandmarkError("an ordering is given twice", remedy="Give the stronger one")
        object.__setattr__(self, "orderings", tuple(sorted(self.orderings)))
        object.__setattr__(self, "predecessors", _closure(len(self.landmarks), self.orderings))

    @classmethod
    def of(
        cls, found: Iterable[Landmark], orderings: Iterable[Ordering], task: Task
    ) -> LandmarkGraph:
        """The graph of some landmarks in the order given, with the goal of the task moved last."""
        goal = Landmark(task.goal)
        given = list(found)
        others = [landmark for landmark in given if landmark != goal]
        place = {landmark: position for position, landmark in enumerate([*others, goal])}
        new = [place[landmark] for landmark in given]
        moved = (Ordering(new[o.before], new[o.after], o.type) for o in orderings)
        return cls((*others, goal), tuple(moved), task=task)

    @property
    def goal(self) -> int:
        """The position of the top-level goal (g)."""
        return len(self.landmarks) - 1

    def needed_again(self, task: Task) -> list[set[int]]:
        """For each landmark those that must hold just before it, or, for the goal, with it.

        Where they are false while that landmark is still to be achieved, they are needed again.
        """
        needed: list[set[int]] = [set() for _ in self.landmarks]
        for ordering in self.orderings:
            if ordering.type >= OrderingType.GREEDY_NECESSARY:
                needed[ordering.after].add(ordering.before)
        for position, landmark in enumerate(self.landmarks[:-1]):
            if landmark.is_part_of(task.goal):
                needed[self.goal].add(position)
        return needed

    def leaves(self, remaining: Collection[int]) -> tuple[int, ...]:
        """The landmarks of a set that none of the set precedes: equation 1 of the paper."""
        left = sum(1 << position for position in set(remaining))
        return tuple(at for at in sorted(set(remaining)) if not self.predecessors[at] & left)

    def check(self, task: Task) -> None:
        """Refuse the task if it is not that of the graph."""
        if self.landmarks[-1] != Landmark(task.goal):
            raise LandmarkError(
                "the last landmark of the graph is not the goal of the task",
                remedy="Make the graph with LandmarkGraph.of, or with lamp.landmarks(task)",
            )
        facts = {fact for landmark in self.landmarks for fact in facts_of(landmark.condition)}
        if max(facts, default=-1) >= len(task.atoms):
            raise LandmarkError(
                "the graph has facts that the task does not have",
                remedy="Find the landmarks of this task: lamp.landmarks(task)",
            )

    def in_order(self) -> list[int]:
        """The positions of all landmarks, such that each comes after those before it."""
        remaining = set(range(len(self.landmarks)))
        found: list[int] = []
        while remaining:
            found += self.leaves(remaining)
            remaining.difference_update(found)
        return found

    def pursued(self, initial: State) -> tuple[int, ...]:
        """The landmarks that do not hold initially, and the goal: those that a planner pursues."""
        return tuple(
            at
            for at, landmark in enumerate(self.landmarks)
            if at == self.goal or not landmark.holds(initial)
        )

    def restricted(self, positions: Collection[int]) -> LandmarkGraph:
        """The graph of some of the landmarks, the goal among them, and the orderings between."""
        kept = sorted({*positions, self.goal})
        new = {old: position for position, old in enumerate(kept)}
        orderings = (
            Ordering(new[o.before], new[o.after], o.type)
            for o in self.orderings
            if o.before in new and o.after in new
        )
        landmarks = tuple(self.landmarks[at] for at in kept)
        return LandmarkGraph(landmarks, tuple(orderings), task=self.task)

    def nontrivial(self, initial: State) -> int:
        """How many landmarks, the goal among them, do not hold initially."""
        return sum(not landmark.holds(initial) for landmark in self.landmarks)

    def _repr_svg_(self) -> str | None:
        """The drawing of those to pursue, for notebooks; none where the task is not known."""
        from lamp.landmarks.picture import to_svg  # noqa: PLC0415 (which imports this)

        if self.task is None:
            return None
        return to_svg(self, self.task, shown=self.pursued(self.task.initial))


def circle(edges: Iterable[tuple[Name, Name]]) -> list[Name]:
    """Some nodes that lead back to the first of them, which is also the last; or nothing."""
    sorter: TopologicalSorter[Name] = TopologicalSorter()
    for before, after in edges:
        sorter.add(after, before)
    try:
        sorter.prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def _closure(size: int, orderings: Collection[Ordering]) -> tuple[int, ...]:
    """The predecessors of each landmark as bits, where all others precede the last one."""
    direct: dict[int, set[int]] = {at: set() for at in range(size)}
    for ordering in orderings:
        if not (0 <= ordering.before < size and 0 <= ordering.after < size):
            raise LandmarkError(
                f"an ordering from {ordering.before} to {ordering.after} leaves the graph",
                remedy=f"The landmarks are counted from 0 to {size - 1}",
            )
        direct[ordering.after].add(ordering.before)
    direct[size - 1].update(range(size - 1))
    if found := circle((one, at) for at, ones in direct.items() for one in ones):
        raise LandmarkError(
            f"the orderings go round in a circle: {' → '.join(map(str, found))}",
            remedy="One of them cannot hold; leave it out",
        )
    before = [0] * size
    for at in TopologicalSorter(direct).static_order():
        for earlier in direct[at]:
            before[at] |= before[earlier] | 1 << earlier
    return tuple(before)
