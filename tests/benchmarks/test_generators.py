"""Generated problems: correct, solvable, and the same for the same name."""

from __future__ import annotations

import hashlib

import pytest

from lamp.benchmarks import FAMILIES, family, generate, load
from lamp.grounding import ground
from lamp.ppddl import check, parse, write_domain, write_problem
from lamp.task import NEVER
from tests.support.processes import run_python
from tests.support.tasks import benchmark_task

GENERATED = [
    "prob_blocksworld:blocks=2",
    "prob_blocksworld:blocks=12,seed=1",
    "exploding_blocksworld:blocks=2,seed=5",
    "exploding_blocksworld:blocks=3,seed=2",
    "exploding_blocksworld:blocks=12,seed=1",
    "tireworld:cities=2",
    "tireworld:cities=6,roads=15,spares=6,seed=4",
    "tireworld:cities=60,seed=3",
    "triangle_tireworld:size=10",
    "elevators:floors=2,positions=2,elevators=1,coins=1",
    "elevators:floors=5,positions=8,elevators=2,coins=6,gates=4,seed=0",
    "elevators:floors=8,positions=16,elevators=4,coins=12,gates=105,seed=9",
    "zenotravel:cities=2,aircraft=1,fuel=2,seed=3",
    "zenotravel:cities=12,aircraft=3,fuel=5,seed=0",
]
DEFAULTS = [f"{name}:seed={seed}" for name in FAMILIES for seed in (0, 7)]


@pytest.mark.parametrize("name", [*GENERATED, *DEFAULTS])
def test_generated_problems_are_correct_and_survive_the_round_trip(name: str) -> None:
    model = load(name)
    assert check(model.domain, model.problem) == ()
    text = write_domain(model.domain) + write_problem(model.problem)
    assert parse(text) == (model.domain, model.problem)


@pytest.mark.parametrize("name", [*GENERATED, *DEFAULTS])
def test_the_goal_of_a_generated_problem_is_reachable_and_not_yet_true(name: str) -> None:
    task = benchmark_task(name)
    assert task.goal != NEVER
    assert not task.is_goal(task.initial)


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("prob_blocksworld", {"blocks": 2}),
        ("exploding_blocksworld", {"blocks": 3}),
        ("tireworld", {"cities": 5, "roads": 4, "spares": 0}),
        ("triangle_tireworld", {"size": 1}),
        ("elevators", {"floors": 2, "positions": 3, "coins": 2, "gates": 2}),
        ("zenotravel", {"cities": 2, "aircraft": 1, "fuel": 2}),
    ],
)
@pytest.mark.parametrize("seed", range(6))
def test_small_generated_problems_can_be_solved(
    name: str, sizes: dict[str, int], seed: int
) -> None:
    model = generate(name, sizes, seed)
    task = ground(model.domain, model.problem)
    seen, queue = {task.initial}, [task.initial]
    while queue and not task.is_goal(queue[-1]):
        state = queue.pop()
        after = {
            successor
            for action in task.applicable(state)
            for successor in task.apply(state, action)
        }
        queue += sorted(after - seen, key=sorted)
        seen |= after
    assert queue


@pytest.mark.parametrize("name", FAMILIES)
def test_the_title_of_a_generated_problem_names_its_sizes_and_its_seed(name: str) -> None:
    seeds = ["seed"] if name != "triangle_tireworld" else []
    for key in [*(parameter.name for parameter in family(name).parameters), *seeds]:
        assert f"{{{key}}}" in family(name).title or key == "lengths"


@pytest.mark.parametrize("name", [name for name in FAMILIES if name != "triangle_tireworld"])
def test_different_seeds_give_different_problems(name: str) -> None:
    problems = [generate(name, {}, seed).problem for seed in range(5)]
    assert len({(problem.init, problem.goal) for problem in problems}) == 5


@pytest.mark.parametrize("size", range(1, 6))
def test_triangle_tireworld_of_a_given_size_is_the_paper_s_problem_of_that_number(
    size: int,
) -> None:
    name = f"triangle_tireworld:size={size}"
    assert load(name) == load(f"triangle_tireworld:p{size}")


@pytest.mark.parametrize("name", FAMILIES)
def test_defaults_are_within_their_bounds(name: str) -> None:
    sizes = FAMILIES[name].sizes({})
    for parameter in FAMILIES[name].parameters:
        least, most = parameter.bounds(sizes)
        assert least <= sizes[parameter.name] <= most


def test_default_sizes_are_reduced_to_fit_the_sizes_given() -> None:
    assert FAMILIES["elevators"].sizes({"floors": 2, "positions": 2})["gates"] == 1
    assert FAMILIES["tireworld"].sizes({"cities": 2})["roads"] == 1


def test_generated_problems_are_the_same_under_every_hash_seed() -> None:
    code = (
        "import sys; from lamp.benchmarks import load; from lamp.ppddl import write_problem\n"
        "for name in sys.argv[1:]: sys.stdout.write(write_problem(load(name).problem))"
    )
    names = [*GENERATED, *DEFAULTS]
    texts = {
        run_python(code, *names, env={"PYTHONHASHSEED": seed}, check=True).stdout
        for seed in ("0", "1", "4711")
    }
    assert texts == {"".join(write_problem(load(name).problem) for name in names)}


def test_generated_problems_stay_the_same_from_version_to_version() -> None:
    names = [name for name in [*GENERATED, *DEFAULTS] if not name.startswith("zenotravel_released")]
    texts = "".join(write_problem(load(name).problem) for name in names)
    digest = hashlib.sha256(texts.encode()).hexdigest()
    # If this changes, names of generated problems in results no longer mean the same problem.
    assert digest[:16] == "d38e75a5a4be7558"
