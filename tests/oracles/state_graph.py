"""An oracle for landmarks: all states of a small task, and what holds in all of its histories.

A history is a walk through the state graph from the initial state to its first goal state. There
are infinitely many, but whether one of them breaks a claim is a question of reachability, which
`Histories` answers exactly. Of tasks with too many states, `partial_search.py` finds a part.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from lamp.landmarks.definitions import Violation
from lamp.landmarks.graph import Landmark, LandmarkGraph, OrderingType
from lamp.task import Condition, Outcome, Task

Bits: TypeAlias = int
"""A set of small numbers, such as the facts of a state: bit `i` is set if `i` is in it."""

MAX_STATES = 100_000


def bits_of(members: Iterable[int]) -> Bits:
    """The bits of some numbers."""
    bits = 0
    for member in members:
        bits |= 1 << member
    return bits


def members_of(bits: Bits) -> Iterator[int]:
    """The numbers whose bits are set, the smallest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def predicate_of(condition: Condition) -> Callable[[Bits], bool]:
    """The function that says whether a condition holds in a state."""
    true, false = bits_of(condition.true), bits_of(condition.false)
    clauses = [[predicate_of(option) for option in clause] for clause in condition.any_of]
    if not clauses:
        return lambda bits: bits & true == true and not bits & false
    return lambda bits: (
        bits & true == true
        and not bits & false
        and all(any(option(bits) for option in clause) for clause in clauses)
    )


def change_of(outcome: Outcome) -> Callable[[Bits], Bits]:
    """The function from a state to the state after an outcome."""
    add, keep = bits_of(outcome.add), ~bits_of(outcome.delete)
    effects = [
        (predicate_of(effect.condition), bits_of(effect.add), ~bits_of(effect.delete))
        for effect in outcome.conditional
    ]
    if not effects:
        return lambda bits: bits & keep | add

    def change(bits: Bits) -> Bits:
        all_kept, all_added = keep, add
        for holds, added, kept in effects:
            if holds(bits):
                all_added |= added
                all_kept &= kept
        return bits & all_kept | all_added

    return change


class Rule(NamedTuple):
    """An action, compiled."""

    is_applicable: Callable[[Bits], bool]
    changes: tuple[Callable[[Bits], Bits], ...]


def rules_of(task: Task) -> list[tuple[Bits, list[Rule]]]:
    """The compiled actions, in groups under a fact without which none of a group is applicable.

    Of the facts that an action needs, the one that the fewest actions need makes small groups;
    an action that needs none is in the group under no fact.
    """
    needed = [fact for action in task.actions for fact in action.precondition.true]
    uses = {fact: needed.count(fact) for fact in set(needed)}
    groups: dict[Bits, list[Rule]] = {}
    for action in task.actions:
        rarest = sorted(action.precondition.true, key=lambda fact: uses[fact])[:1]
        rule = Rule(predicate_of(action.precondition), tuple(map(change_of, action.outcomes)))
        groups.setdefault(bits_of(rarest), []).append(rule)
    return list(groups.items())


def successor_function(task: Task) -> Callable[[Bits], set[Bits]]:
    """The function from a state to all states that may come next, by any action and outcome."""
    groups = rules_of(task)

    def successors(bits: Bits) -> set[Bits]:
        after: set[Bits] = set()
        for key, rules in groups:
            if bits & key == key:
                for is_applicable, changes in rules:
                    if is_applicable(bits):
                        after.update([change(bits) for change in changes])
        return after

    return successors


@dataclass(frozen=True)
class StateGraph:
    """The states that can be reached, the initial one first; goal states have no successors."""

    states: Sequence[Bits]
    successors: Sequence[Sequence[int]]
    """The positions of the states that may come next, each once."""
    goals: frozenset[int]
    """The positions of the goal states."""

    def live(self) -> list[bool]:
        """For each state, whether the goal can be reached from it."""
        predecessors: list[list[int]] = [[] for _ in self.states]
        for state, successors in enumerate(self.successors):
            for after in successors:
                predecessors[after].append(state)
        alive = [False] * len(self.states)
        waiting = list(self.goals)
        while waiting:
            state = waiting.pop()
            if not alive[state]:
                alive[state] = True
                waiting.extend(predecessors[state])
        return alive


def state_graph(task: Task, most: int = MAX_STATES) -> StateGraph | None:
    """The state graph of a task, or nothing if it has more than `most` states."""
    successors, is_goal = successor_function(task), predicate_of(task.goal)
    states = [bits_of(task.initial)]
    position = {states[0]: 0}
    edges: list[Sequence[int]] = []
    goals = set()
    for state in states:  # grows on the way
        if is_goal(state):
            goals.add(len(edges))
            edges.append(())
            continue
        reached = successors(state)
        for after in reached:
            if after not in position:
                position[after] = len(states)
                states.append(after)
        edges.append([position[after] for after in reached])
        if len(states) > most:
            return None
    return StateGraph(states, edges, frozenset(goals))


class Histories:
    """Which claims about some conditions are broken by a history of a task.

    Why this is exact. A history ends at its first goal state, and goal states have no successors
    here; so histories are just the walks from the initial state s₀ to a goal state. A state is
    live if a walk leads from it to a goal. All states of a history are live, and each walk from
    s₀ to a live state begins some history.

    Let N(s) be the conditions that are false in all states of some walk from s₀ to s, s included
    (the complement of those that every way to s has made true). Such a walk is s₀ alone, or a
    walk of the same kind to a predecessor p and one step more. So N is the least solution of
    N(s₀) ∋ φ if φ is false in s₀, and N(s) ∋ φ if φ is false in s and in N(p) for an edge p → s.

    - φ is true at no time of a history iff φ ∈ N(g) for a goal g: both say that φ is false in all
      states of a walk from s₀ to g.
    - A claim φ₁ → φ₂ of any type is broken at a time i of a history. If i = 0, φ₂ is true in s₀,
      and there is no time before; this breaks every type, and is possible iff φ₂ is true in s₀
      and s₀ is live. If i > 0, let p → s be the step to time i; s is live.
      natural: φ₂ is true in s and φ₁ was false up to and including p: φ₁ ∈ N(p).
      greedy-necessary: φ₂ is true in s and was false up to and including p: φ₂ ∈ N(p); and φ₁
      is false in p.
      necessary: φ₂ is true in s and false in p; and φ₁ is false in p.
      Conversely, if an edge p → s to a live s is like that, then a walk to p (the one that puts
      the condition in N(p), or any for necessary), the edge, and a walk from s to a goal are
      together a history that breaks the claim at the time of s.

    Each line names a set of absent φ₁ and a set of φ₂ that come too early: any pair of the two is
    broken. That is how the edges are gone through only once for all pairs of conditions.
    """

    def __init__(self, graph: StateGraph, conditions: Sequence[Landmark]) -> None:
        self._graph = graph
        self._live = graph.live()
        self._all = bits_of(range(len(conditions)))
        self._true = truths(graph.states, conditions)
        self._avoided = self._find_avoided()
        self.avoided = 0
        """The conditions that some history never makes true."""
        for goal in graph.goals:
            self.avoided |= self._avoided[goal]
        self.broken = {kind: self._pairs(kind) for kind in OrderingType}
        """By type of ordering and by `after`, the conditions that are no `before` of it."""

    def _find_avoided(self) -> list[Bits]:
        """For each state s, N(s)."""
        false = [self._all & ~true for true in self._true]
        avoided = [0] * len(false)
        avoided[0] = false[0]
        news = {0: false[0]}
        waiting = deque([0])
        while waiting:
            state = waiting.popleft()
            new = news.pop(state)
            for after in self._graph.successors[state]:
                more = new & false[after] & ~avoided[after]
                if more:
                    avoided[after] |= more
                    if after not in news:
                        waiting.append(after)
                    news[after] = news.get(after, 0) | more
        return avoided

    def _pairs(self, kind: OrderingType) -> list[Bits]:
        """For each φ₂, the φ₁ for which φ₁ → φ₂ is broken by a history."""
        absent_at: dict[Bits, Bits] = {self._true[0]: self._all} if self._live[0] else {}
        for state, successors in enumerate(self._graph.successors):
            false = self._all & ~self._true[state]
            avoided = self._avoided[state]
            absent = avoided if kind is OrderingType.NATURAL else false
            early = {
                OrderingType.NATURAL: self._all,
                OrderingType.GREEDY_NECESSARY: avoided,
                OrderingType.NECESSARY: false,
            }[kind]
            for after in successors:
                if self._live[after]:
                    present = self._true[after] & early
                    absent_at[present] = absent_at.get(present, 0) | absent
        broken = [0] * self._all.bit_length()
        for present, absent in absent_at.items():
            for condition in members_of(present):
                broken[condition] |= absent
        return broken


def truths(states: Iterable[Bits], conditions: Sequence[Landmark]) -> list[Bits]:
    """For each state, the conditions that are true in it."""
    tests = [
        (1 << index, predicate_of(landmark.condition)) for index, landmark in enumerate(conditions)
    ]
    return [sum([bit for bit, holds in tests if holds(state)]) for state in states]


def violations_in(graph: StateGraph, claims: LandmarkGraph) -> list[Violation]:
    """The claims of a landmark graph that some history contradicts."""
    histories = Histories(graph, claims.landmarks)
    violations = [Violation(landmark) for landmark in members_of(histories.avoided)]
    violations.extend(
        Violation(ordering)
        for ordering in claims.orderings
        if histories.broken[ordering.type][ordering.after] >> ordering.before & 1
    )
    return violations
