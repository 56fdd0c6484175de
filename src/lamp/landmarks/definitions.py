"""What landmarks and orderings mean, word for word as in the paper (section 3).

A history is a sequence of states from the initial state to the first one in which the goal holds.
These functions test whether one history agrees with a claim; a claim is true of a problem if all
its histories agree. They are slow and meant for tests, for teaching, and for graphs of your own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from lamp.landmarks.graph import Landmark, LandmarkGraph, Ordering, OrderingType
from lamp.task import State

History: TypeAlias = Sequence[State]


def is_true(landmark: Landmark, history: History, time: int) -> bool:
    """Whether a condition is true at a time in a history."""
    return landmark.holds(history[time])


def is_added(landmark: Landmark, history: History, time: int) -> bool:
    """Whether a condition is true at a time, and not at the time before."""
    before = time > 0 and is_true(landmark, history, time - 1)
    return is_true(landmark, history, time) and not before


def is_first_added(landmark: Landmark, history: History, time: int) -> bool:
    """Whether a condition is true at a time, and at no time before."""
    before = any(is_true(landmark, history, earlier) for earlier in range(time))
    return is_true(landmark, history, time) and not before


def is_landmark(landmark: Landmark, history: History) -> bool:
    """Whether a condition is true at some time in a history."""
    return any(is_true(landmark, history, time) for time in range(len(history)))


def is_natural(before: Landmark, after: Landmark, history: History) -> bool:
    """Whether, whenever `after` is true, `before` was true at some time earlier."""
    return all(
        any(is_true(before, history, earlier) for earlier in range(time))
        for time in range(len(history))
        if is_true(after, history, time)
    )


def is_necessary(before: Landmark, after: Landmark, history: History) -> bool:
    """Whether, whenever `after` is added, `before` is true at the time just before."""
    return all(
        time > 0 and is_true(before, history, time - 1)
        for time in range(len(history))
        if is_added(after, history, time)
    )


def is_greedy_necessary(before: Landmark, after: Landmark, history: History) -> bool:
    """Whether, when `after` is first added, `before` is true at the time just before."""
    return all(
        time > 0 and is_true(before, history, time - 1)
        for time in range(len(history))
        if is_first_added(after, history, time)
    )


MEANING = {
    OrderingType.NATURAL: is_natural,
    OrderingType.GREEDY_NECESSARY: is_greedy_necessary,
    OrderingType.NECESSARY: is_necessary,
}


class Violation(NamedTuple):
    """A claim of a graph that a history contradicts: a landmark's position, or an ordering."""

    claim: int | Ordering

    def __str__(self) -> str:
        if isinstance(self.claim, int):
            return f"landmark {self.claim} is never true"
        return f"{self.claim.before} is not {self.claim.type.label} before {self.claim.after}"


def violations(graph: LandmarkGraph, history: History) -> Iterator[Violation]:
    """The claims of a graph that a history, from the initial state to the goal, contradicts."""
    for position, landmark in enumerate(graph.landmarks):
        if not is_landmark(landmark, history):
            yield Violation(position)
    for ordering in graph.orderings:
        before, after = graph.landmarks[ordering.before], graph.landmarks[ordering.after]
        if not MEANING[ordering.type](before, after, history):
            yield Violation(ordering)
