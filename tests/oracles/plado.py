"""An oracle for the ground task: plado, an independent parser and simulator of PPDDL.

Both start from the same two files and walk side by side, breadth first, through the states they
reach. States are compared as sets of atoms, so their representations may differ.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias
from unittest.mock import patch

from plado.datalog.evaluator.join_graph import JoinGraph, construct_join_graph
from plado.parser import parse_and_normalize
from plado.semantics.applicable_actions_generator import ApplicableActionsGenerator
from plado.semantics.goal_checker import GoalChecker
from plado.semantics.successor_generator import ActionSuccessorGenerator, SuccessorGenerator
from plado.semantics.task import State as PladoState
from plado.semantics.task import Task as PladoTask

from lamp.grounding import ground
from lamp.ppddl import load
from lamp.task import Atom, State

MAX_STATES = 400

Atoms: TypeAlias = frozenset[Atom]
"""A state: all atoms that are true, those that never change included."""


class GroundTask:
    """The ground task, on sets of atoms; a ground action is named by an atom too."""

    def __init__(self, domain: Path, problem: Path) -> None:
        model = load(domain, problem)
        self._task = ground(model.domain, model.problem)
        self._facts = {atom: fact for fact, atom in enumerate(self._task.atoms)}
        self._actions = {
            Atom(schema.name, schema.arguments): schema for schema in self._task.actions
        }
        initial = {Atom(atom.predicate, atom.terms) for atom in model.problem.init}
        self._constants = initial - self._facts.keys()
        self.initial = self._atoms(self._task.initial)

    def _atoms(self, state: State) -> Atoms:
        return frozenset(self._task.atoms[fact] for fact in state) | self._constants

    def _state(self, atoms: Atoms) -> State:
        return frozenset(self._facts[atom] for atom in atoms - self._constants)

    def is_goal(self, atoms: Atoms) -> bool:
        """Whether the goal holds."""
        return self._task.is_goal(self._state(atoms))

    def applicable(self, atoms: Atoms) -> list[Atom]:
        """The names of the applicable actions."""
        actions = self._task.applicable(self._state(atoms))
        return [Atom(action.name, action.arguments) for action in actions]

    def successors(self, atoms: Atoms, action: Atom) -> dict[Atoms, Fraction]:
        """The probability of each state after an action."""
        after = self._task.apply(self._state(atoms), self._actions[action])
        return {self._atoms(state): chance for state, chance in after.items()}


class Plado:
    """The other side; `mended` removes the defects of plado 0.1.6 that are in the way here."""

    def __init__(self, domain: Path, problem: Path, *, mended: bool = True) -> None:
        self._mended = mended
        self._task = PladoTask(*parse_and_normalize(str(domain), str(problem)))
        self._objects = {name: number for number, name in enumerate(self._task.objects)}
        joins = connected_join_graph if mended else construct_join_graph
        with patch("plado.datalog.evaluator.construct_join_graph", joins):
            self._is_goal = GoalChecker(self._task)
            self._applicable = ApplicableActionsGenerator(self._task)
            self._successors = SuccessorGenerator(self._task)
        if mended:
            for generator in self._successors.gens:
                keep_outcomes_whole(generator)
        self.initial = self._atoms(self._task.initial_state)

    def _atoms(self, state: PladoState) -> Atoms:
        relations, _ = self._task.prepare_for_query(state.atoms, state.fluents)
        return frozenset(
            self._atom(predicate.name, row)
            for predicate, rows in zip(self._task.predicates, relations, strict=False)
            if predicate.name[0] not in "@="  # its own: types, parts of formulas, equality
            for row in rows
        )

    def _atom(self, name: str, row: Iterable[int]) -> Atom:
        return Atom(name, tuple(self._task.objects[number] for number in row))

    def _row(self, atom: Atom) -> tuple[int, ...]:
        return tuple(self._objects[name] for name in atom.arguments)

    def _state(self, atoms: Atoms) -> PladoState:
        state = self._task.initial_state.duplicate()
        fluents = self._task.predicates[: self._task.num_fluent_predicates]
        rows: dict[str, set[tuple[int, ...]]] = {predicate.name: set() for predicate in fluents}
        for atom in atoms:
            if atom.predicate in rows:
                rows[atom.predicate].add(self._row(atom))
        state.atoms = list(rows.values())
        return state

    def is_goal(self, atoms: Atoms) -> bool:
        """Whether the goal holds."""
        return bool(self._is_goal(self._state(atoms)))

    def applicable(self, atoms: Atoms) -> list[Atom]:
        """The names of the applicable actions."""
        actions = self._applicable(self._state(atoms))
        return [self._atom(self._task.actions[schema].name, row) for schema, row in actions]

    def successors(self, atoms: Atoms, action: Atom) -> dict[Atoms, Fraction]:
        """The probability of each state after an action; plado lists equal states separately."""
        schema = [action_schema.name for action_schema in self._task.actions].index(
            action.predicate
        )
        outcomes = self._successors(self._state(atoms), (schema, self._row(action)))
        after: dict[Atoms, Fraction] = {}
        for state, chance in outcomes:
            successor = self._atoms(state)
            after[successor] = after.get(successor, Fraction()) + chance
        if self._mended and not outcomes:  # no condition of an effect holds: nothing happens
            after[atoms] = Fraction(1)
        return after


def connected_join_graph(*clause: Any) -> JoinGraph:
    """Plado's graph of the atoms in a rule that share variables, linked in both directions.

    plado links negated atoms in one direction only. Where nothing else connects the variables of
    a negated atom, it then joins them apart from one another and forgets the atom.
    """
    graph = construct_join_graph(*clause)
    for node, neighbours in zip(graph.nodes, graph.arcs, strict=True):
        for neighbour in neighbours:
            if node not in graph.arcs[neighbour.node_id]:
                graph.arcs[neighbour.node_id].append(node)
    return graph


def keep_outcomes_whole(generator: ActionSuccessorGenerator) -> None:
    """Let plado treat the unconditional effects of an outcome like those whose condition holds.

    Where an action has both, plado counts an outcome that has both twice, and of several outcomes
    with unconditional effects it keeps the first alone.
    """
    if generator.evaluator is None:
        return
    evaluate, always = generator.evaluator, tuple(generator.always_effects)

    def evaluate_all(atoms: list[Any], fluents: list[Any]) -> list[set[tuple[int, ...]]]:
        model: list[set[tuple[int, ...]]] = evaluate(atoms, fluents)
        for effect in always:
            model[generator.effect_relation + effect] = {()}
        return model

    generator.evaluator, generator.always_effects = evaluate_all, []


def assert_agreement(task: GroundTask, reference: Plado) -> int:
    """Both sides agree on the first states; returns how many these are."""
    assert task.initial == reference.initial
    seen, waiting = {task.initial}, deque([task.initial])
    while waiting:
        state = waiting.popleft()
        assert task.is_goal(state) == reference.is_goal(state)
        if task.is_goal(state):
            continue
        actions = task.applicable(state)
        assert sorted(actions) == sorted(reference.applicable(state))
        for action in actions:
            successors = task.successors(state, action)
            assert successors == reference.successors(state, action)
            new = [successor for successor in successors if successor not in seen]
            waiting.extend(new[: MAX_STATES - len(seen)])
            seen.update(new[: MAX_STATES - len(seen)])
    return len(seen)
