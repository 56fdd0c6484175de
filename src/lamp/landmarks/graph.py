"""The landmark graph: what becomes true on every way to the goal, and in which order."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple, TypeVar

from lamp.conditions import Literal, facts_of, literals_of
from lamp.errors import LandmarkError
from lamp.task import Condition, State, Task

Name = TypeVar("Name", int, str, int | str)


class Kind(StrEnum):
    """The form of a landmark."""

    ATOMIC = "atomic"
    """One literal; Fast Downward also calls it simple."""
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
            return Kind.ATOMIC
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

        Empty where no list of literals is enough, as for a goal of several disjunctions.
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


class OrderingType(IntEnum):
    """How strongly a landmark is ordered before a later one; the stronger implies the weaker."""

    NATURAL = 1
    """Whenever the later one is true, the earlier one was true at some time before."""
    GREEDY_NECESSARY = 2
    """Just before the later one becomes true for the first time, the earlier one is true."""
    NECESSARY = 3
    """Just before the later one becomes true, at any time, the earlier one is true."""

    @property
    def label(self) -> str:
        """The name as texts and files write it, such as `greedy-necessary`."""
        return self.name.lower().replace("_", "-")


class Ordering(NamedTuple):
    """The landmark `before` is ordered before `after`; both are positions in the graph."""

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
    """The task of the landmarks, if it is known: for drawings."""

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
        cls, landmarks: Iterable[Landmark], orderings: Iterable[Ordering], task: Task
    ) -> LandmarkGraph:
        """The graph of some landmarks in the order given, with the goal of the task moved last."""
        goal = Landmark(task.goal)
        ordered = list(landmarks)
        others = [landmark for landmark in ordered if landmark != goal]
        positions = {landmark: position for position, landmark in enumerate([*others, goal])}
        new = [positions[landmark] for landmark in ordered]
        moved = (Ordering(new[o.before], new[o.after], o.type) for o in orderings)
        return cls((*others, goal), tuple(moved), task=task)

    @property
    def goal(self) -> int:
        """The position of the top-level goal (g)."""
        return len(self.landmarks) - 1

    def required_again(self, task: Task) -> list[set[int]]:
        """For each landmark those that are required again while it is not achieved.

        An achieved landmark that is false is required again (Richter and Westphal 2010, section
        5.1) if it is greedy-necessary before a landmark that is not achieved, or a part of the
        goal.
        """
        required: list[set[int]] = [set() for _ in self.landmarks]
        for ordering in self.orderings:
            if ordering.type >= OrderingType.GREEDY_NECESSARY:
                required[ordering.after].add(ordering.before)
        for position, landmark in enumerate(self.landmarks[:-1]):
            if landmark.is_part_of(task.goal):
                required[self.goal].add(position)
        return required

    def leaves(self, remaining: Collection[int]) -> tuple[int, ...]:
        """The landmarks of a set that none of the set precedes: equation 1 of the paper."""
        members = sum(1 << position for position in set(remaining))
        return tuple(p for p in sorted(set(remaining)) if not self.predecessors[p] & members)

    def check(self, task: Task) -> None:
        """Refuse the task if it is not that of the graph."""
        if self.landmarks[-1] != Landmark(task.goal):
            raise LandmarkError(
                "the last landmark of the graph is not the goal of the task",
                remedy="Make the graph with LandmarkGraph.of, or with lamp.find_landmarks(task)",
            )
        facts = {fact for landmark in self.landmarks for fact in facts_of(landmark.condition)}
        if max(facts, default=-1) >= len(task.atoms):
            raise LandmarkError(
                "the graph has facts that the task does not have",
                remedy="Find the landmarks of this task: lamp.find_landmarks(task)",
            )

    def topological_order(self) -> list[int]:
        """The positions of all landmarks, each after its predecessors."""
        remaining = set(range(len(self.landmarks)))
        order: list[int] = []
        while remaining:
            order += self.leaves(remaining)
            remaining.difference_update(order)
        return order

    def pursued(self, initial: State) -> tuple[int, ...]:
        """The landmarks that do not hold initially, and the goal: those that a planner pursues."""
        return tuple(
            position
            for position, landmark in enumerate(self.landmarks)
            if position == self.goal or not landmark.holds(initial)
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
        landmarks = tuple(self.landmarks[position] for position in kept)
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


def find_cycle(edges: Iterable[tuple[Name, Name]]) -> list[Name]:
    """The nodes of a cycle, the first of them also last; none if the graph is acyclic."""
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
    direct: dict[int, set[int]] = {position: set() for position in range(size)}
    for ordering in orderings:
        if not (0 <= ordering.before < size and 0 <= ordering.after < size):
            raise LandmarkError(
                f"an ordering from {ordering.before} to {ordering.after} leaves the graph",
                remedy=f"The landmarks are counted from 0 to {size - 1}",
            )
        direct[ordering.after].add(ordering.before)
    direct[size - 1].update(range(size - 1))
    if cycle := find_cycle((before, after) for after in direct for before in direct[after]):
        raise LandmarkError(
            f"the orderings have a cycle: {' → '.join(map(str, cycle))}",
            remedy="One of them cannot hold; leave it out",
        )
    predecessors = [0] * size
    for after in TopologicalSorter(direct).static_order():
        for before in direct[after]:
            predecessors[after] |= predecessors[before] | 1 << before
    return tuple(predecessors)
