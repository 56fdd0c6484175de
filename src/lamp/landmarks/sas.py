"""The finite-domain task in the input language of Fast Downward's search component.

Values are named `Atom p3(17)` and `NegatedAtom p3(17)`: fact 17, of the predicate with number 3.
The names keep facts of one predicate recognisable, which the landmark generators compare,
and need no escaping. Variables of several facts have a value
`NegatedAtom none5(5)`: no fact of variable 5 is true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from lamp.conditions import Literal, conjunction_of
from lamp.errors import LandmarkError
from lamp.fdr import UNKNOWN, FdrOperator, FdrTask, Values, Variables, without_choices
from lamp.landmarks.graph import Landmark
from lamp.task import Task

NAME = re.compile(r"(Atom p|NegatedAtom p|NegatedAtom none)\d+\((\d+)\)")
GOAL_REACHED, GOAL_OPEN = "NegatedAtom goal-reached()", "NegatedAtom goal-open()"


class SasWriter:
    """Texts for the values, variables and operators of a finite-domain task."""

    def __init__(self, task: Task, fdr: FdrTask) -> None:
        self._task = task
        self._fdr = fdr
        self._variables = fdr.variables
        self._predicates: dict[str, int] = {}
        for atom in task.atoms:
            self._predicates.setdefault(atom.predicate, len(self._predicates))
        self._operators = [
            FdrOperator(condition - {UNKNOWN}, operator.effects)
            for operator in fdr.operators
            for condition in without_choices(operator.precondition, fdr.choices)
        ]
        self._goals = [
            condition - {UNKNOWN}
            for goal in fdr.goals
            for condition in without_choices(goal, fdr.choices)
        ]
        self._occurring = {*fdr.initial, *fdr.goal}.union(
            *self._goals, *(operator.precondition for operator in self._operators)
        )
        for operator in fdr.operators:
            for effect in operator.effects:
                self._occurring |= {effect.value, *effect.condition - {UNKNOWN}}
        self._indices = {
            value: index
            for variable in range(len(self._variables.groups))
            for index, value in enumerate(self._values(variable))
        }

    def text(self) -> str:
        """The whole task; a goal with disjunctions becomes a fact that its alternatives add."""
        size = len(self._variables.groups)
        goal_variable = [f"{size} 0"] if self._fdr.goals else []
        goal = self._pairs(self._fdr.goal)
        operators = [*map(self._operator, self._operators)]
        operators += [_block("operator", self._goal_operator(goal)) for goal in self._goals]
        initial = {self._variables.variable(value): value for value in self._fdr.initial}
        state = [self._indices[initial[variable]] for variable in range(size)]
        sections = [
            _block("version", ["3"]),
            _block("metric", ["0"]),
            str(size + len(goal_variable)),
            *(self._variable(variable) for variable in range(size)),
            *[
                _block("variable", [f"var{size}", "-1", "2", GOAL_REACHED, GOAL_OPEN])
                for _ in goal_variable
            ],
            "0",
            _block("state", [*map(str, state), *("1" for _ in goal_variable)]),
            _block("goal", _counted([*goal, *goal_variable])),
            str(len(operators)),
            *operators,
            "0",
        ]
        return "\n".join(sections) + "\n"

    def _variable(self, variable: int) -> str:
        names = [self._name(value) for value in self._values(variable)]
        return _block("variable", [f"var{variable}", "-1", *_counted(names)])

    def _name(self, value: int) -> str:
        literal = self._variables.literal(value)
        if literal is None:
            variable = self._variables.variable(value)
            return f"NegatedAtom none{variable}({variable})"
        predicate = self._predicates[self._task.atoms[literal.fact].predicate]
        return f"{'' if literal.positive else 'Negated'}Atom p{predicate}({literal.fact})"

    def _values(self, variable: int) -> list[int]:
        """The values of a variable that occur: often one of its facts is always true."""
        return [value for value in self._variables.values(variable) if value in self._occurring]

    def _pair(self, value: int) -> str:
        return f"{self._variables.variable(value)} {self._indices[value]}"

    def _pairs(self, values: Values) -> list[str]:
        """Values in the order of their variables, on which Fast Downward's `lm_hm` relies."""
        return [self._pair(value) for value in sorted(values, key=self._variables.variable)]

    def _operator(self, operator: FdrOperator) -> str:
        required = {self._variables.variable(value): value for value in operator.precondition}
        changed = {self._variables.variable(effect.value) for effect in operator.effects}
        prevailing = [
            self._pair(value)
            for variable, value in sorted(required.items())
            if variable not in changed
        ]
        effects = []
        for condition, value in operator.effects:
            if UNKNOWN in condition:
                raise LandmarkError(
                    "the condition of an effect has more alternatives than Fast Downward is given",
                    remedy="Leave out --landmarks: lamp's own landmarks can deal with it",
                )
            variable = self._variables.variable(value)
            old = self._indices[required[variable]] if variable in required else -1
            words = [len(condition), *self._pairs(condition)]
            effects.append(" ".join(map(str, [*words, variable, old, self._indices[value]])))
        return _block("operator", ["a", *_counted(prevailing), *_counted(effects), "1"])

    def _goal_operator(self, goal: Values) -> list[str]:
        """The operator that sets the goal variable where one alternative of the goal holds."""
        effect = f"0 {len(self._variables.groups)} 1 0"
        return ["g", *_counted(self._pairs(goal)), "1", effect, "1"]


def _block(name: str, lines: Iterable[str]) -> str:
    return "\n".join([f"begin_{name}", *lines, f"end_{name}"])


def _counted(lines: list[str]) -> list[str]:
    return [str(len(lines)), *lines]


def read_landmark(label: str, variables: Variables) -> Landmark | None:
    """The landmark of a label, which lists names of values; None for the goal variable."""
    names = NAME.findall(label)
    if not names:
        return None
    if " | " in label:
        return Landmark.any_of(Literal(int(fact), kind.startswith("A")) for kind, fact in names)
    literals = [
        Literal(int(fact), kind.startswith("A")) for kind, fact in names if kind.endswith("p")
    ]
    for kind, variable in names:
        if kind == "NegatedAtom none":
            facts = variables.groups[int(variable)]
            literals += [Literal(fact, positive=False) for fact in facts]
    return Landmark(conjunction_of(literals))
