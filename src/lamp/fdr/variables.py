"""Finite-domain variables: the facts of a mutex group become values of one variable.

A value is an integer. It is a literal (see `lamp.conditions`) where it says that a fact is true
or, for a variable of one fact, that it is false. One further value of each variable of several
facts says that none of them is true, as Fast Downward's value "none of those" does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from lamp.conditions import Literal
from lamp.fdr.determinization import Literals
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
        variable_of = [0] * self.num_facts
        for variable, facts in enumerate(self.groups):
            for fact in facts:
                variable_of[fact] = variable
        return variable_of

    @cached_property
    def _mutexes_of(self) -> dict[Literal, list[int]]:
        """The mutex groups of each positive literal that is in one."""
        mutexes_of: dict[Literal, list[int]] = defaultdict(list)
        for mutex, facts in enumerate(self.mutexes):
            for fact in facts:
                mutexes_of[Literal(fact)].append(mutex)
        return mutexes_of

    @cached_property
    def _values(self) -> list[list[int]]:
        return [
            [*map(Literal, facts), self.none_of_those(variable)]
            for variable, facts in enumerate(self.groups)
        ]

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
        return self._values[variable]

    def none_of_those(self, variable: int) -> int:
        """The value that says that no fact of a variable is true."""
        facts = self.groups[variable]
        if len(facts) == 1:
            return Literal(facts[0], positive=False)
        return 2 * self.num_facts + variable

    def literal(self, value: int) -> Literal | None:
        """The literal that a value is; None for "none of those" of several facts."""
        return Literal.numbered(value) if value < 2 * self.num_facts else None

    def literals(self, value: int) -> tuple[Literal, ...]:
        """The literals that say the same as a value: one, or that each of several facts is false.

        Of a variable that has a true fact, the others are false by the mutex group.
        """
        literal = self.literal(value)
        if literal is not None:
            return (literal,)
        return tuple(Literal(fact, positive=False) for fact in self.groups[self.variable(value)])

    def respects_mutexes(self, conjuncts: Literals) -> bool:
        """Whether no two facts of a mutex group must be true."""
        seen: set[int] = set()
        for literal in conjuncts:
            mutexes = self._mutexes_of.get(literal, ())
            if not seen.isdisjoint(mutexes):
                return False
            seen.update(mutexes)
        return True


def variables_of(task: Task, groups: Iterable[tuple[int, ...]]) -> Variables:
    """The variables of a task for some mutex groups: large groups first, each fact once.

    A fact that is false in the goal has a variable of its own, as its negation must be a value.
    """
    mutexes = tuple(groups)
    false_in_goal = set(task.goal.false)
    by_name = task.atoms.__getitem__
    usable = sorted(
        (sorted(set(group) - false_in_goal, key=by_name) for group in mutexes),
        key=lambda facts: [*map(by_name, facts)],
    )
    chosen = _choose_groups(usable)
    covered = {fact for group in chosen for fact in group}
    single = [(fact,) for fact in range(len(task.atoms)) if fact not in covered]
    ordered = sorted([*chosen, *single], key=lambda facts: sorted(map(by_name, facts)))
    return Variables(len(task.atoms), tuple(ordered), mutexes)


def _choose_groups(groups: list[list[int]]) -> list[tuple[int, ...]]:
    """Disjoint subsets of the groups, always taking next the largest one that is left.

    Of several largest, the last is taken; a group that has lost facts to others becomes the last
    of its new size. `choose_groups` of Fast Downward's translator does the same, and the order
    decides between encodings of equal size.
    """
    by_size: dict[int, list[set[int]]] = defaultdict(list)
    for group in groups:
        by_size[len(group)].append(set(group))
    covered: set[int] = set()
    chosen: list[tuple[int, ...]] = []
    for size in range(max(by_size, default=0), 1, -1):
        while by_size[size]:
            uncovered = by_size[size].pop() - covered
            if len(uncovered) < size:
                by_size[len(uncovered)].append(uncovered)
            else:
                chosen.append(tuple(sorted(uncovered)))
                covered |= uncovered
    return chosen
