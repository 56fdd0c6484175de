"""The encoded task in the input language of Fast Downward's search component.

Values are named `Atom p3(17)` and `NegatedAtom p3(17)`: fact 17, of the predicate with number 3.
The names keep facts of one predicate recognisable, which is what the landmark generators look at,
and hold no character that could need escaping. Variables of several facts have a value
`NegatedAtom none5(5)`: no fact of variable 5 is true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from lamp.errors import LandmarkError
from lamp.landmarks.graph import Landmark, Literal
from lamp.landmarks.rhw.determinization import MAYBE
from lamp.landmarks.rhw.encoding import Encoding, ValueOperator, Values, split
from lamp.landmarks.rhw.variables import Variables
from lamp.task import Condition, Task

NAME = re.compile(r"(Atom p|NegatedAtom p|NegatedAtom none)\d+\((\d+)\)")
GOAL_REACHED, GOAL_OPEN = "NegatedAtom goal-reached()", "NegatedAtom goal-open()"


class SasWriter:
    """Texts for the values, variables and operators of an encoded task."""

    def __init__(self, task: Task, encoding: Encoding) -> None:
        self._task = task
        self._encoding = encoding
        self._variables = encoding.variables
        self._predicates: dict[str, int] = {}
        for atom in task.atoms:
            self._predicates.setdefault(atom.predicate, len(self._predicates))
        self._operators = [
            ValueOperator(condition - {MAYBE}, operator.effects)
            for operator in encoding.operators
            for condition in split(operator.precondition, encoding.choices)
        ]
        self._goals = [
            one - {MAYBE} for goal in encoding.goals for one in split(goal, encoding.choices)
        ]
        self._occurring = {*encoding.initial, *encoding.goal}.union(
            *self._goals, *(operator.precondition for operator in self._operators)
        )
        for operator in encoding.operators:
            for effect in operator.effects:
                self._occurring |= {effect.value, *effect.condition - {MAYBE}}
        self._places = {
            value: place
            for variable in range(len(self._variables.groups))
            for place, value in enumerate(self._values(variable))
        }

    def text(self) -> str:
        """The whole task; a goal with disjunctions becomes a fact that its alternatives add."""
        size = len(self._variables.groups)
        choice = [f"{size} 0"] if self._encoding.goals else []
        goal = self._pairs(self._encoding.goal)
        operators = [*map(self._operator, self._operators)]
        operators += [_block("operator", self._choosing(one)) for one in self._goals]
        initial = {self._variables.variable(value): value for value in self._encoding.initial}
        state = [self._places[initial[variable]] for variable in range(size)]
        sections = [
            _block("version", ["3"]),
            _block("metric", ["0"]),
            str(size + len(choice)),
            *(self._variable(variable) for variable in range(size)),
            *[
                _block("variable", [f"var{size}", "-1", "2", GOAL_REACHED, GOAL_OPEN])
                for _ in choice
            ],
            "0",
            _block("state", [*map(str, state), *("1" for _ in choice)]),
            _block("goal", _counted([*goal, *choice])),
            str(len(operators)),
            *operators,
            "0",
        ]
        return "\n".join(sections) + "\n"

    def _variable(self, variable: int) -> str:
        names = [self._name(value) for value in self._values(variable)]
        return _block("variable", [f"var{variable}", "-1", *_counted(names)])

    def _name(self, value: int) -> str:
        if value >= 2 * self._variables.num_facts:
            variable = self._variables.variable(value)
            return f"NegatedAtom none{variable}({variable})"
        predicate = self._predicates[self._task.atoms[value // 2].predicate]
        return f"{'Negated' * (value % 2)}Atom p{predicate}({value // 2})"

    def _values(self, variable: int) -> list[int]:
        """The values that a variable can have: often one of its facts is always true."""
        return [one for one in self._variables.values(variable) if one in self._occurring]

    def _pair(self, value: int) -> str:
        return f"{self._variables.variable(value)} {self._places[value]}"

    def _pairs(self, values: Values) -> list[str]:
        """Values in the order of their variables, on which Fast Downward's `lm_hm` relies."""
        return [self._pair(value) for value in sorted(values, key=self._variables.variable)]

    def _operator(self, operator: ValueOperator) -> str:
        before = {self._variables.variable(value): value for value in operator.precondition}
        changed = {self._variables.variable(effect.value) for effect in operator.effects}
        kept = [self._pair(value) for at, value in sorted(before.items()) if at not in changed]
        effects = []
        for condition, value in operator.effects:
            if MAYBE in condition:
                raise LandmarkError(
                    "the condition of an effect has more alternatives than Fast Downward is given",
                    remedy="Leave out --landmarks: lamp's own landmarks can deal with it",
                )
            variable = self._variables.variable(value)
            old = self._places[before[variable]] if variable in before else -1
            words = [len(condition), *self._pairs(condition)]
            effects.append(" ".join(map(str, [*words, variable, old, self._places[value]])))
        return _block("operator", ["a", *_counted(kept), *_counted(effects), "1"])

    def _choosing(self, goal: Values) -> list[str]:
        """The operator that declares one alternative of the goal to be reached."""
        effect = f"0 {len(self._variables.groups)} 1 0"
        return ["g", *_counted(self._pairs(goal)), "1", effect, "1"]


def _block(name: str, lines: Iterable[str]) -> str:
    return "\n".join([f"begin_{name}", *lines, f"end_{name}"])


def _counted(lines: list[str]) -> list[str]:
    return [str(len(lines)), *lines]


def read_landmark(label: str, variables: Variables) -> Landmark | None:
    """The landmark that Fast Downward calls by the names of its values; None for our own facts."""
    names = NAME.findall(label)
    if not names:
        return None
    if " | " in label:
        return Landmark.any_of(Literal(int(fact), kind.startswith("A")) for kind, fact in names)
    true = [int(fact) for kind, fact in names if kind.startswith("Atom")]
    false = [int(fact) for kind, fact in names if kind.startswith("NegatedAtom p")]
    groups = [variables.groups[int(at)] for kind, at in names if kind == "NegatedAtom none"]
    false += [fact for group in groups for fact in group]
    return Landmark(Condition(tuple(sorted(true)), tuple(sorted(set(false)))))
