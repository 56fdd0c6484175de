"""The order of facts and actions: that of the declarations, in every process."""

from __future__ import annotations

from tests.support.paths import DATA, EXAMPLES
from tests.support.processes import run_python
from tests.support.task_texts import action_texts, atom_texts
from tests.support.tasks import task_of


def test_facts_and_actions_come_in_the_order_of_their_declaration() -> None:
    task = task_of(
        "(:predicates (q ?x) (p ?x ?y)) "
        "(:action z :parameters (?x ?y) :precondition (q ?x) :effect (p ?x ?y)) "
        "(:action a :parameters (?x) :effect (q ?x))",
        "(:objects o2 o10 o1) (:goal ())",
    )
    assert atom_texts(task)[:4] == ["(q o2)", "(q o10)", "(q o1)", "(p o2 o2)"]
    assert action_texts(task)[:3] == ["(z o2 o2)", "(z o2 o10)", "(z o2 o1)"]
    assert action_texts(task)[-1] == "(a o1)"


DUMP = """
import sys
from lamp import benchmarks
from lamp.grounding import ground
from lamp.ppddl import load
everything, courier, *names = sys.argv[1:]
models = [
    load(everything, everything, name="one"),
    load(f"{courier}/domain.ppddl", f"{courier}/problem.ppddl"),
    *map(benchmarks.load, names),
]
for model in models:
    task = ground(model.domain, model.problem)
    print(task.atoms, task.actions, sorted(task.initial), task.goal, model.notices)
"""


def test_the_same_input_gives_the_same_bytes_under_any_hash_seed() -> None:
    arguments = [str(DATA / "everything.ppddl"), str(EXAMPLES / "courier")]
    arguments += ["elevators:p1", "exploding_blocksworld:p1"]
    outputs = {
        run_python(DUMP, *arguments, env={"PYTHONHASHSEED": seed}, check=True).stdout
        for seed in ("0", "1", "12345")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 10_000
