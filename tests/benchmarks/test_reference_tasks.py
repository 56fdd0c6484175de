"""The bundled problems ground to the same tasks as the paper's PPDDL files.

Digests of the ground tasks of those files are vendored, with other reference data. The files
themselves may not be vendored: they are in `../shared`, if that folder exists.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from lamp.benchmarks import NAMES, load
from lamp.grounding import ground
from lamp.task import ALWAYS, Action, Condition, Effect, Outcome, State, Task
from tests.support.random_tasks import atoms_of
from tests.support.reference import FOLDER, exact_values, shared_files, task_digest, task_digests
from tests.support.tasks import benchmark_task, shared_model

# Digests


@pytest.mark.parametrize("name", NAMES)
def test_the_ground_task_has_the_digest_of_the_paper_s_ppddl_file(name: str) -> None:
    assert task_digest(benchmark_task(name)) == task_digests()[name]


def test_problems_of_different_names_have_different_digests() -> None:
    # The paper's problems differ from one another, so equal digests would mean a weak digest.
    assert len(set(task_digests().values())) == len(NAMES)


def with_action(task: Task, **changes: Any) -> Task:
    """A task whose first action is changed."""
    return replace(task, actions=(replace(task.actions[0], **changes), *task.actions[1:]))


def with_outcome(task: Task, **changes: Any) -> Task:
    """A task whose first action has its first outcome changed."""
    first, *others = task.actions[0].outcomes
    return with_action(task, outcomes=(replace(first, **changes), *others))


P, Q = Condition((0,)), Condition((), (1,))
TASK = Task(
    "digested",
    atoms_of(range(4)),
    (
        Action(
            "try",
            ("a",),
            Condition((0,), (1,), ((P, Q),)),
            (
                Outcome(Fraction(1, 4), (1,), (0,), (Effect(P, (2,), (3,)),)),
                Outcome(Fraction(3, 4), (2,)),
            ),
        ),
        Action("wait", (), ALWAYS, (Outcome(Fraction(1)),)),
    ),
    frozenset({0}),
    Condition((1,), (2,)),
)
OTHER_TASKS = {
    "the name": replace(TASK, name="other"),
    "the facts": replace(TASK, atoms=atoms_of(range(5))),
    "the initial state": replace(TASK, initial=frozenset({0, 3})),
    "the goal's true facts": replace(TASK, goal=Condition((1, 3), (2,))),
    "the goal's false facts": replace(TASK, goal=Condition((1,), ())),
    "the goal's sign": replace(TASK, goal=Condition((2,), (1,))),
    "a disjunction of the goal": replace(TASK, goal=Condition((1,), (2,), ((P, Q),))),
    "an action less": replace(TASK, actions=TASK.actions[:1]),
    "an action twice": replace(TASK, actions=(*TASK.actions, TASK.actions[1])),
    "an action's name": with_action(TASK, name="dare"),
    "an action's arguments": with_action(TASK, arguments=("b",)),
    "a true precondition": with_action(TASK, precondition=Condition((3,), (1,), ((P, Q),))),
    "a false precondition": with_action(TASK, precondition=Condition((0,), (3,), ((P, Q),))),
    "a disjunct": with_action(TASK, precondition=Condition((0,), (1,), ((P,),))),
    "two clauses for one": with_action(TASK, precondition=Condition((0,), (1,), ((P,), (Q,)))),
    "a probability": with_action(
        TASK,
        outcomes=tuple(
            replace(outcome, probability=Fraction(1, 2)) for outcome in TASK.actions[0].outcomes
        ),
    ),
    "an added fact": with_outcome(TASK, add=(3,)),
    "an added fact more": with_outcome(TASK, add=(1, 3)),
    "a deleted fact": with_outcome(TASK, delete=(3,)),
    "add and delete exchanged": with_outcome(TASK, add=(0,), delete=(1,)),
    "no conditional effect": with_outcome(TASK, conditional=()),
    "the condition of an effect": with_outcome(TASK, conditional=(Effect(Q, (2,), (3,)),)),
    "what is added on a condition": with_outcome(TASK, conditional=(Effect(P, (1,), (3,)),)),
    "what is deleted on a condition": with_outcome(TASK, conditional=(Effect(P, (2,), (1,)),)),
}


@pytest.mark.parametrize("change", OTHER_TASKS)
def test_a_task_that_differs_has_another_digest(change: str) -> None:
    assert task_digest(OTHER_TASKS[change]) != task_digest(TASK)


def reordered_condition(condition: Condition, last: int) -> Condition:
    """A condition after the facts have been numbered from the other end."""
    return Condition(
        tuple(last - fact for fact in reversed(condition.true)),
        tuple(last - fact for fact in reversed(condition.false)),
        tuple(
            tuple(reordered_condition(option, last) for option in reversed(clause))
            for clause in reversed(condition.any_of)
        ),
    )


def reordered(task: Task) -> Task:
    """The same task with facts, actions, outcomes and effects in the opposite order."""
    last = len(task.atoms) - 1

    def facts(group: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(last - fact for fact in reversed(group))

    def outcome(original: Outcome) -> Outcome:
        effects = tuple(
            Effect(
                reordered_condition(effect.condition, last), facts(effect.add), facts(effect.delete)
            )
            for effect in reversed(original.conditional)
        )
        return Outcome(original.probability, facts(original.add), facts(original.delete), effects)

    return Task(
        task.name,
        task.atoms[::-1],
        tuple(
            replace(
                action,
                precondition=reordered_condition(action.precondition, last),
                outcomes=tuple(map(outcome, reversed(action.outcomes))),
            )
            for action in reversed(task.actions)
        ),
        frozenset(last - fact for fact in task.initial),
        reordered_condition(task.goal, last),
    )


def test_the_order_of_facts_actions_and_outcomes_does_not_change_the_digest() -> None:
    for task in (TASK, benchmark_task("exploding_blocksworld:p1")):
        assert reordered(task) != task
        assert task_digest(reordered(task)) == task_digest(task)


# Against the texts


@pytest.mark.needs("shared")
@pytest.mark.slow
def test_vendored_reference_data_equal_the_shared_folder() -> None:
    for name, text in shared_files().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, name


@pytest.mark.needs("shared")
@pytest.mark.parametrize("name", NAMES)
def test_objects_are_declared_in_the_order_of_the_paper_s_ppddl_files(name: str) -> None:
    objects = [(typed.name, typed.types) for typed in load(name).problem.objects]
    theirs = shared_model(name).problem.objects
    assert objects == [(typed.name, typed.types) for typed in theirs]


FEW_STATES = {
    name: int(values["states"])
    for name, values in exact_values().items()
    if values.get("states", 20_000) < 20_000
}
"""The problems whose number of states is known and small enough to be counted here."""


@cache
def shared_task(name: str) -> Task:
    """The ground task of the paper's texts."""
    model = shared_model(name)
    return ground(model.domain, model.problem)


def transitions(task: Task, state: State) -> dict[str, dict[State, Fraction]]:
    """What each action may lead to; nothing follows a goal."""
    if task.is_goal(state):
        return {}
    return {str(action): task.apply(state, action) for action in task.applicable(state)}


@pytest.mark.needs("shared")
@pytest.mark.slow
@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", FEW_STATES)
def test_reachable_states_and_probabilities_are_those_of_the_paper_s_texts(name: str) -> None:
    bundled, original = benchmark_task(name), shared_task(name)
    original_fact = {atom: fact for fact, atom in enumerate(original.atoms)}
    fact_of = [original_fact[atom] for atom in bundled.atoms]
    images: dict[State, State] = {}
    queue = [bundled.initial]
    while queue:
        state = queue.pop()
        if state in images:
            continue
        images[state] = frozenset(fact_of[fact] for fact in state)
        after = transitions(bundled, state)
        assert {
            action: {frozenset(fact_of[f] for f in state): p for state, p in chances.items()}
            for action, chances in after.items()
        } == transitions(original, images[state])
        queue += [state for chances in after.values() for state in chances]
    assert len(images) == FEW_STATES[name]
