"""A problem as server and client talk about it: states and actions, by their names."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from lamp.errors import RemoteError
from lamp.grounding import changing, ground_model
from lamp.ippc import messages
from lamp.ppddl import Model, cost_rule
from lamp.task import Action, Atom, State, Task


class Game:
    """A problem under the name that its file gives it."""

    def __init__(self, model: Model, task: Task | None = None) -> None:
        self.task = task = task or ground_model(model)
        self.name = model.problem.name
        self.counts_costs = bool(cost_rule(model.domain, model.problem).weights)
        """Whether the metric counts costs or rewards of actions."""
        self._facts = {atom: fact for fact, atom in enumerate(task.atoms)}
        self._actions = {(action.name, action.arguments): action for action in task.actions}
        initial = (Atom(atom.predicate, atom.terms) for atom in model.problem.init)
        self._constant = dict.fromkeys(atom for atom in initial if atom not in self._facts)
        """True in all states."""
        fluents = changing(model.domain)
        self._always = [atom for atom in self._constant if atom.predicate in fluents]

    def state_text(self, state: State) -> str:
        """A state as a message: all true atoms of predicates that some action changes.

        That includes atoms that no action of this problem can make false.
        """
        atoms = [*self._always, *(self.task.atoms[fact] for fact in sorted(state))]
        return messages.state(atoms, is_goal=self.task.is_goal(state))

    def state_of(self, message: Element) -> State:
        """The state of a message; constant atoms may be missing, numbers are not looked at."""
        atoms = (Atom(*messages.terms_of(atom, "predicate")) for atom in message.findall("atom"))
        return frozenset(self._facts[atom] for atom in atoms if self._is_fact(atom))

    def _is_fact(self, atom: Atom) -> bool:
        """Whether an atom is one of those that change; it may also be one that is always true."""
        if atom not in self._facts and atom not in self._constant:
            raise RemoteError(
                f"the server says that {atom} is true, which cannot be in {self.name}",
                remedy="Give both sides the same domain and problem",
            )
        return atom in self._facts

    def action(self, name: str, arguments: tuple[str, ...]) -> Action | None:
        """An action by its name, or nothing if there is none that could ever be applied."""
        return self._actions.get((name, arguments))
