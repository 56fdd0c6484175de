"""The paper's problems mean what the reference files mean; generated ones are sound."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TypeAlias

import pytest

from lamp.benchmarks import (
    FAMILIES,
    NAMES,
    domain,
    family,
    generate,
    is_name,
    landmark_count,
    load,
    published_table,
    text_of,
)
from lamp.errors import SettingsError
from lamp.grounding import ground
from lamp.ppddl import Model, check, parse, write_domain, write_problem
from lamp.task import NEVER, Action, Condition, Outcome, State, Task
from tests.support import legacy as support
from tests.support.legacy import benchmark, benchmark_task, needs_shared
from tests.support.paths import SHARED

Canonical: TypeAlias = tuple[object, ...] | frozenset[object] | str

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


@cache
def task_of(name: str) -> Task:
    """The ground task of a problem."""
    model = load(name)
    return ground(model.domain, model.problem)


def whole_text(model: Model) -> str:
    """A domain and a problem as one file."""
    return write_domain(model.domain) + write_problem(model.problem)


# Against the reference files


def canonical_condition(condition: Condition, task: Task) -> Canonical:
    """A condition over atoms, without order."""
    clauses = (
        frozenset(canonical_condition(option, task) for option in clause)
        for clause in condition.any_of
    )
    return (
        frozenset(task.atoms[fact] for fact in condition.true),
        frozenset(task.atoms[fact] for fact in condition.false),
        frozenset(clauses),
    )


def canonical_outcome(outcome: Outcome, task: Task) -> Canonical:
    """What an outcome does, over atoms, without order."""
    effects = [(canonical_condition(one.condition, task), one) for one in outcome.conditional]
    return (
        frozenset(task.atoms[fact] for fact in outcome.add),
        frozenset(task.atoms[fact] for fact in outcome.delete),
        frozenset((when, "add", task.atoms[f]) for when, one in effects for f in one.add),
        frozenset((when, "delete", task.atoms[f]) for when, one in effects for f in one.delete),
    )


def canonical_action(action: Action, task: Task) -> Canonical:
    """An action with the probabilities of what it may do."""
    chances: dict[Canonical, Fraction] = {}
    for outcome in action.outcomes:
        key = canonical_outcome(outcome, task)
        chances[key] = chances.get(key, Fraction()) + outcome.probability
    precondition = canonical_condition(action.precondition, task)
    return str(action), precondition, frozenset(chances.items())


def test_there_are_the_paper_s_58_problems() -> None:
    expected = {":".join(parts) for parts in support.BENCHMARKS}
    assert len(NAMES) == 58
    assert set(NAMES) == expected


@needs_shared
@pytest.mark.parametrize("name", NAMES)
def test_the_ground_task_is_that_of_the_reference_files(name: str) -> None:
    ours, theirs = task_of(name), benchmark_task(*name.split(":"))
    assert ours.name == theirs.name
    assert set(ours.atoms) == set(theirs.atoms)
    assert {ours.atoms[f] for f in ours.initial} == {theirs.atoms[f] for f in theirs.initial}
    assert canonical_condition(ours.goal, ours) == canonical_condition(theirs.goal, theirs)
    assert Counter(canonical_action(one, ours) for one in ours.actions) == Counter(
        canonical_action(one, theirs) for one in theirs.actions
    )


@needs_shared
@pytest.mark.parametrize("name", NAMES)
def test_the_objects_and_their_order_are_those_of_the_reference_files(name: str) -> None:
    objects = [(one.name, one.types) for one in load(name).problem.objects]
    theirs = benchmark(*name.split(":")).problem.objects
    assert objects == [(one.name, one.types) for one in theirs]


def state_counts() -> dict[str, int]:
    """The numbers of reachable states that are known and small enough to be counted here."""
    path = SHARED / "reference" / "exact.json"
    if not path.exists():
        return {}
    values = json.loads(path.read_text(encoding="utf-8"))["values"]
    known = {name: entry["states"] for name, entry in values.items() if "states" in entry}
    return {name: count for name, count in known.items() if count < 20_000}


def transitions(task: Task, state: State) -> dict[str, dict[State, Fraction]]:
    """What each action may lead to; nothing follows a goal."""
    if task.is_goal(state):
        return {}
    return {str(action): task.apply(state, action) for action in task.applicable(state)}


@needs_shared
@pytest.mark.parametrize("name", state_counts())
def test_reachable_states_and_probabilities_are_those_of_the_reference_files(name: str) -> None:
    ours, theirs = task_of(name), benchmark_task(*name.split(":"))
    place = {atom: fact for fact, atom in enumerate(theirs.atoms)}
    fact_of = [place[atom] for atom in ours.atoms]
    images: dict[State, State] = {}
    queue = [ours.initial]
    while queue:
        state = queue.pop()
        if state in images:
            continue
        images[state] = frozenset(fact_of[fact] for fact in state)
        found = transitions(ours, state)
        expected = transitions(theirs, images[state])
        assert {
            action: {frozenset(fact_of[f] for f in after): p for after, p in chances.items()}
            for action, chances in found.items()
        } == expected
        queue += [after for chances in found.values() for after in chances]
    assert len(images) == state_counts()[name]


NAMING = ("(define", "(:action")


def long_lines(text: str) -> set[str]:
    """The lines that say more than a name, with single spaces."""
    lines = {" ".join(line.split()) for line in text.splitlines()}
    return {line for line in lines if len(line) >= 25 and not line.startswith(NAMING)}


@needs_shared
@pytest.mark.parametrize("name", FAMILIES)
def test_no_line_of_a_domain_is_copied(name: str) -> None:
    ours = text_of(domain(name))
    theirs = (SHARED / "benchmarks" / name / "domain.ppddl").read_text(encoding="utf-8")
    assert long_lines(ours) & long_lines(theirs) == set()


@needs_shared
def test_published_results_are_those_of_the_paper() -> None:
    path = SHARED / "reference" / "published.json"
    reference = json.loads(path.read_text(encoding="utf-8"))
    expected = {f"{one['domain']}:{one['problem']}": one for one in reference["tables"]}
    assert {name for name in NAMES if published_table(name)} == expected.keys()
    for name, theirs in expected.items():
        ours = published_table(name)
        assert ours is not None
        assert (ours.name, ours.metric, ours.runs) == (name, theirs["metric"], theirs["runs"])
        assert list(ours.greediness) == theirs["alphas"]
        assert [
            {
                "rollouts": row.rollouts,
                "values": list(row.values),
                "significant_vs_uct": list(row.significant),
            }
            for row in ours.rows
        ] == theirs["rows"]


@needs_shared
def test_published_numbers_of_landmarks_are_those_of_the_paper() -> None:
    path = SHARED / "reference" / "published.json"
    counts = json.loads(path.read_text(encoding="utf-8"))["nontrivial_landmarks"]
    assert {name: landmark_count(name) for name in NAMES} == {
        f"{name}:p{number}": count
        for name, values in counts.items()
        for number, count in enumerate(values, start=1)
    }


def test_nothing_is_published_on_generated_problems() -> None:
    assert published_table("tireworld:cities=60") is None
    assert landmark_count("tireworld:cities=60") is None


# Generated problems


@pytest.mark.parametrize("name", [*GENERATED, *DEFAULTS])
def test_generated_problems_are_correct_and_survive_the_round_trip(name: str) -> None:
    model = load(name)
    assert check(model.domain, model.problem) == ()
    assert parse(whole_text(model)) == (model.domain, model.problem)


@pytest.mark.parametrize("name", [*GENERATED, *DEFAULTS])
def test_the_goal_of_a_generated_problem_is_reachable_and_not_yet_true(name: str) -> None:
    task = task_of(name)
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
        after = {one for chances in transitions(task, state).values() for one in chances}
        queue += sorted(after - seen, key=sorted)
        seen |= after
    assert queue


@pytest.mark.parametrize("name", FAMILIES)
def test_the_title_of_a_generated_problem_names_its_sizes_and_its_seed(name: str) -> None:
    seeds = ["seed"] if name != "triangle_tireworld" else []
    for key in [*(parameter.name for parameter in family(name).parameters), *seeds]:
        assert f"{{{key}}}" in family(name).title


@pytest.mark.parametrize("name", [name for name in FAMILIES if name != "triangle_tireworld"])
def test_different_seeds_give_different_problems(name: str) -> None:
    problems = [generate(name, {}, seed).problem for seed in range(5)]
    assert len({(problem.init, problem.goal) for problem in problems}) == 5


@pytest.mark.parametrize("size", range(1, 6))
def test_the_triangle_of_a_size_is_the_paper_s(size: int) -> None:
    name = f"triangle_tireworld:size={size}"
    assert load(name) == load(f"triangle_tireworld:p{size}")


@pytest.mark.parametrize("name", FAMILIES)
def test_defaults_are_within_their_bounds(name: str) -> None:
    sizes = FAMILIES[name].sizes({})
    for parameter in FAMILIES[name].parameters:
        least, most = parameter.bounds(sizes)
        assert least <= sizes[parameter.name] <= most


def test_a_default_gives_way_to_the_sizes_that_are_given() -> None:
    assert FAMILIES["elevators"].sizes({"floors": 2, "positions": 2})["gates"] == 1
    assert FAMILIES["tireworld"].sizes({"cities": 2})["roads"] == 1


def test_generated_problems_are_the_same_under_every_hash_seed() -> None:
    code = (
        "import sys; from lamp.benchmarks import load; from lamp.ppddl import write_problem\n"
        "for name in sys.argv[1:]: sys.stdout.write(write_problem(load(name).problem))"
    )
    texts = set()
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", code, *GENERATED]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        texts.add(done.stdout)
    assert texts == {"".join(write_problem(load(name).problem) for name in GENERATED)}


def test_generated_problems_stay_the_same_from_version_to_version() -> None:
    texts = "".join(repr(load(name).problem) for name in [*GENERATED, *DEFAULTS])
    digest = hashlib.sha256(texts.encode()).hexdigest()
    # If this changes, names of generated problems in results no longer mean the same problem.
    assert digest[:16] == "7becd60258180709"


# Names


@pytest.mark.parametrize(
    "text",
    ["tireworld:p15", "TIREWORLD:P1", "nowhere:p1", "tireworld:p99", "tireworld:cities=x,seed="],
)
def test_names_of_problems_are_told_by_their_form(text: str) -> None:
    assert is_name(text)


@pytest.mark.parametrize(
    "text",
    ["tireworld", "domain.ppddl", r"C:\p1", "C:p1", "p1", "tireworld:", "a/tireworld:p1", "-", ""],
)
def test_paths_are_not_taken_for_names(text: str) -> None:
    assert not is_name(text)


def test_upper_case_does_not_count_in_names() -> None:
    assert load("Tireworld:P1") == load("tireworld:p1")


def test_sizes_in_a_name_are_the_sizes_given_to_the_generator() -> None:
    assert load("tireworld:seed=3,cities=30") == generate("tireworld", {"cities": 30}, 3)


@pytest.mark.parametrize(
    ("name", "cause", "remedy"),
    [
        ("tireworld:p99", "there is no problem tireworld:p99", "tireworld has p1 to p15"),
        ("tireworld:p0", "there is no problem tireworld:p0", "tireworld has p1 to p15"),
        ("tirewrld:p1", "there is no family of problems tirewrld", "Did you mean tireworld?"),
        ("chess:size=8", "there is no family of problems chess", "The families are prob_blocks"),
        ("tireworld", "'tireworld' is not the name of a problem", "tireworld:cities=60,seed=3"),
        ("tireworld:towns=9", "tireworld has no parameter towns", "cities, roads, spares, seed"),
        ("tireworld:cities=501", "cities=501 is out of range", "cities from 2 to 500"),
        ("tireworld:cities=1", "cities=1 is out of range", "cities from 2 to 500"),
        (
            "elevators:floors=2,positions=3,gates=3",
            "gates=3 is out of range",
            "gates from 0 to 2 when floors=2,positions=3",
        ),
        ("tireworld:cities=9,cities=8", "cities is given twice", "each parameter once"),
        ("tireworld:cities=many", "'cities=many' does not give", "Write it like cities=3"),
        ("tireworld:cities=9,", "'' does not give a parameter", "Write it like seed=3"),
        ("tireworld:seed=1.5", "'seed=1.5' does not give", "Write it like seed=3"),
        ("tireworld:seed=-1", "seed=-1 is out of range", "seed from 0 to 4294967295"),
    ],
)
def test_a_wrong_name_is_refused_with_cause_and_remedy(name: str, cause: str, remedy: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load(name)
    assert cause in caught.value.cause
    assert remedy in caught.value.remedy


@pytest.mark.parametrize(("sizes", "seed"), [({"cities": 5.5}, 0), ({}, "a"), ({}, True)])
def test_what_is_not_a_whole_number_is_refused(sizes: dict[str, int], seed: int) -> None:
    with pytest.raises(SettingsError, match="not a whole number"):
        generate("tireworld", sizes, seed)


@pytest.mark.parametrize("lookup", [domain, family])
def test_an_unknown_family_is_refused(lookup: Callable[[str], object]) -> None:
    with pytest.raises(SettingsError, match="there is no family"):
        lookup("chess")


@pytest.mark.parametrize("name", FAMILIES)
def test_the_text_of_a_domain_means_that_domain_and_explains_it(name: str) -> None:
    text = text_of(domain(name))
    assert parse(text) == (domain(name),)
    assert text.startswith("; ")


def test_there_is_no_text_for_other_domains() -> None:
    assert text_of(replace(domain("tireworld"), name="other")) == ""
