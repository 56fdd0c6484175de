"""Finite-domain variables: facts of which at most one is true become values of one variable.

A value is an integer: the literal (see `determinization`) where it says that a fact is true, or,
for a variable of one fact, that it is false; and one more for each larger group, which says that
none of its facts is true.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from lamp.landmarks.rhw.determinization import Literals
from lamp.task import Task


@dataclass(frozen=True)
class Variables:
    """The variables of a task; each fact is a value of one of them."""

    num_facts: int
    groups: tuple[tuple[int, ...], ...]
    """The facts of each variable."""
    mutexes: tuple[tuple[int, ...], ...]
    """All groups of facts of which at most one can be true, whether variables or not."""

    @cached_property
    def of_fact(self) -> list[int]:
        """The variable of each fact."""
        variable = [0] * self.num_facts
        for position, facts in enumerate(self.groups):
            for fact in facts:
                variable[fact] = position
        return variable

    @cached_property
    def _mutexes_of_fact(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for position, facts in enumerate(self.mutexes):
            for fact in facts:
                found[fact].append(position)
        return found

    @property
    def num_values(self) -> int:
        """The number of integers that may be values."""
        return 2 * self.num_facts + len(self.groups)

    def variable(self, value: int) -> int:
        """The variable of a value."""
        fact = value // 2
        return self.of_fact[fact] if fact < self.num_facts else value - 2 * self.num_facts

    def values(self, variable: int) -> list[int]:
        """The values a variable may have; the last one says that all its facts are false."""
        return [2 * fact for fact in self.groups[variable]] + [self.none(variable)]

    def none(self, variable: int) -> int:
        """The value that says that no fact of a variable is true."""
        facts = self.groups[variable]
        return 2 * facts[0] + 1 if len(facts) == 1 else 2 * self.num_facts + variable

    def facts_denied(self, value: int) -> tuple[int, ...]:
        """The facts that a value says to be false, if it says that no fact is true."""
        if value < 2 * self.num_facts:
            return (value // 2,) if value % 2 else ()
        return self.groups[self.variable(value)]

    def is_possible(self, literals: Literals) -> bool:
        """Whether no two facts that exclude each other must be true."""
        seen: set[int] = set()
        for literal in literals:
            if not literal % 2:
                groups = self._mutexes_of_fact[literal // 2]
                if not seen.isdisjoint(groups):
                    return False
                seen.update(groups)
        return True


def variables_of(task: Task, groups: Iterable[tuple[int, ...]]) -> Variables:
    """The variables of a task for some mutex groups: large groups first, each fact once.

    Facts that the goal wants to be false get a variable of their own, as their negation must be
    a value.
    """
    mutexes = tuple(groups)
    apart = set(task.goal.false)
    by_name = task.atoms.__getitem__
    usable = sorted(
        (sorted(set(group) - apart, key=by_name) for group in mutexes),
        key=lambda facts: [*map(by_name, facts)],
    )
    chosen = _cover(usable)
    covered = {fact for group in chosen for fact in group}
    alone = [(fact,) for fact in range(len(task.atoms)) if fact not in covered]
    ordered = sorted([*chosen, *alone], key=lambda facts: sorted(map(by_name, facts)))
    return Variables(len(task.atoms), tuple(ordered), mutexes)


def _cover(groups: list[list[int]]) -> list[tuple[int, ...]]:
    """Disjoint subsets of the groups, always taking next the largest one that is left.

    Of several largest, the last is taken; a group that lost facts to others queues up again as the
    last of its size. This is Fast Downward's way, and it decides between equally good encodings.
    """
    by_size: dict[int, list[set[int]]] = defaultdict(list)
    for group in groups:
        by_size[len(group)].append(set(group))
    taken: set[int] = set()
    chosen: list[tuple[int, ...]] = []
    for size in range(max(by_size, default=0), 1, -1):
        while by_size[size]:
            left = by_size[size].pop() - taken
            if len(left) < size:
                by_size[len(left)].append(left)
            else:
                chosen.append(tuple(sorted(left)))
                taken |= left
    return chosen
