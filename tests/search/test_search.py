"""The planner: bit for bit the paper's pseudo-code, whatever the task and the settings."""

from __future__ import annotations

import json
import math
import os
import resource
import subprocess
import sys
import zipfile
from pathlib import Path
from random import Random

import pytest

from lamp.benchmarks import load
from lamp.errors import SettingsError
from lamp.grounding import ground
from lamp.landmarks import Landmark, LandmarkGraph, Literal, find_landmarks
from lamp.search import (
    PAPER,
    Backups,
    Estimate,
    FirstTries,
    HorizonValue,
    Lamp,
    LandmarkCost,
    SearchSettings,
    TreeGrowth,
    Uct,
    Utility,
    kernel,
    memory,
)
from lamp.search.encode import unpack
from lamp.task import State, Task
from tests.oracles.lamp import Oracle, Values
from tests.support.compiling import compiled_and_not
from tests.support.paths import ROOT
from tests.support.random_tasks import random_task
from tests.support.tasks import task_of

HEADLINE = [
    *("prob_blocksworld:p5", "elevators:p5", "zenotravel:p1", "exploding_blocksworld:p4"),
    *("tireworld:p15", "triangle_tireworld:p2", "zenotravel:p2"),
]


def benchmark(name: str) -> Task:
    model = load(name)
    return ground(model.domain, model.problem)


def walk(task: Task, state: State, seed: int) -> State:
    """Some state after the first applicable action that changes something."""
    rng = Random(seed)
    states = [new for action in task.applicable(state) for new in task.apply(state, action)]
    return rng.choice(sorted(states, key=sorted))


def goal_values(planner: Lamp) -> dict[tuple[State, int], tuple[float, int]]:
    """Q_g and N_g of all that was tried."""
    memory = planner.trees[0].memory
    space, learned = memory.space, memory.learned
    found = {}
    for state in range(planner.trees[0].num_known):
        first = int(space.first_edge[state])
        for edge in range(first, first + int(space.num_edges[state]) if first >= 0 else first):
            if learned.goal[edge, 1]:
                key = unpack(space.words[state]), int(space.edge_action[edge])
                found[key] = float(learned.goal[edge, 0]), int(learned.goal[edge, 1])
    return found


def estimate(oracle: Oracle, values: Values, state: State, action: int) -> Estimate:
    """Q, N and UCB1 of an action by the pseudo-code."""
    bound = values.ucb1(state, oracle.applicable(state), action)
    return Estimate(values.q[state, action], values.n[state, action], bound)


def assert_same_as_the_pseudo_code(task: Task, settings: SearchSettings, steps: int = 4) -> None:
    """The kernel and the transliterated algorithms decide alike and know the same."""
    graph = find_landmarks(task)
    oracle, planner = Oracle(task, graph, settings), Lamp(task, graph, settings)
    state = task.initial
    for step in range(steps):
        if task.is_goal(state):
            break
        expected, decision = oracle.decide(state), planner.decide(state)
        assert decision.action == expected
        assert decision.subgoal == oracle.subgoal
        assert planner.pending == oracle.pending
        for one in decision.evidence:
            key = state, task.actions.index(one.action)
            assert one.goal == estimate(oracle, oracle.q_goal, *key)
            if oracle.alpha and oracle.subgoal is not None:
                assert one.subgoal == estimate(oracle, oracle.q_subgoal[oracle.subgoal], *key)
        if expected is None:
            break
        state = walk(task, state, step)
    tried = {key: (oracle.q_goal.q[key], n) for key, n in oracle.q_goal.n.items() if n}
    assert goal_values(planner) == tried
    assert planner.num_states == len({state for state, _ in tried})


@pytest.mark.parametrize("growth", TreeGrowth)
@pytest.mark.parametrize("greediness", [0.0, 0.2, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("name", HEADLINE)
def test_the_kernel_agrees_with_the_pseudo_code_bit_for_bit(
    name: str, greediness: float, growth: TreeGrowth
) -> None:
    settings = SearchSettings.paper(rollouts=15, greediness=greediness, tree_growth=growth, seed=7)
    assert_same_as_the_pseudo_code(benchmark(name), settings)


@pytest.mark.parametrize(
    "changes",
    [
        {"landmark_cost": LandmarkCost.EPISODE},
        {"normalize_exploration": False},
        {"utility": Utility.LINEAR},
        {"utility": Utility.RECIPROCAL},
        {"horizon": 3},
        {"exploration": 0.0, "goal_utility": 0.0},
    ],
)
def test_every_setting_means_what_it_says(changes: dict[str, object]) -> None:
    settings = SearchSettings.paper(rollouts=40, **changes)
    assert_same_as_the_pseudo_code(benchmark("elevators:p5"), settings)


@pytest.mark.parametrize("seed", range(60))
def test_conditional_effects_and_disjunctions_make_no_difference(seed: int) -> None:
    assert_same_as_the_pseudo_code(random_task(Random(seed)), SearchSettings.paper(rollouts=40))


def test_many_growths_of_memory_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "FIRST_CAPACITY", 1)
    for name in ("elevators:p5", "zenotravel:p2"):
        assert_same_as_the_pseudo_code(benchmark(name), SearchSettings.paper(rollouts=40))


# UCT


def evidence(planner: Lamp, state: State) -> list[tuple[str, float, int]]:
    return [(str(e.action), e.goal.value, e.goal.tries) for e in planner.decide(state).evidence]


@pytest.mark.parametrize("name", HEADLINE)
def test_greediness_0_is_uct_and_so_is_a_graph_without_landmarks(name: str) -> None:
    task = benchmark(name)
    goal_alone = LandmarkGraph.of([], [], task)
    planners = [
        Lamp(task, find_landmarks(task), SearchSettings.paper(greediness=0.0)),
        Lamp(task, goal_alone, SearchSettings.paper(greediness=0.5)),
        Lamp(task, goal_alone, SearchSettings.paper(greediness=1.0)),
        Uct(task),
    ]
    assert len({str(evidence(planner, task.initial)) for planner in planners}) == 1


def test_uct_is_that_of_the_paper_whatever_else_is_asked_for() -> None:
    task = benchmark("elevators:p5")
    plain = SearchSettings.paper(greediness=0.0)
    assert Uct(task).settings == Uct(task, SearchSettings(dead_ends=True)).settings == plain
    assert Uct(task, backups="bellman", greediness=1.0, seed=3).settings == plain.changed(seed=3)


def test_a_decision_of_uct_takes_as_many_rollouts_as_it_is_given() -> None:
    task = benchmark("elevators:p5")
    assert Uct(task, rollouts=17).decide(task.initial).rollouts == 17


# Figure 1 of the paper: a greedy planner takes a4, which is nearer to the landmark.

FIGURE_1 = (
    "(:predicates (s0) (s1) (s2) (s3) (s4) (s5) (goal) (landmark)) "
    + " ".join(
        f"(:action {name} :precondition ({one}) :effect (and (not ({one})) ({other}) {more}))"
        for name, one, other, more in [
            ("a1", "s0", "s1", ""),
            ("a2", "s1", "s2", "(landmark)"),
            ("a3", "s2", "goal", ""),
            ("a4", "s0", "s3", "(landmark)"),
            ("a5", "s3", "s4", ""),
            ("a6", "s4", "s5", ""),
            ("a7", "s5", "goal", ""),
        ]
    ),
    "(:init (s0)) (:goal (goal))",
)


@pytest.mark.parametrize(("greediness", "action"), [(0.19, "a1"), (0.21, "a4")])
def test_greediness_above_and_below_a_fifth_decides_between_the_landmark_and_the_goal(
    greediness: float, action: str
) -> None:
    task = task_of(*FIGURE_1)
    names = [atom.predicate for atom in task.atoms]
    landmark = Landmark.any_of([Literal(names.index("landmark"))])
    graph = LandmarkGraph.of([landmark], [], task)
    # With u(c) = 2^-c all values are half of those in the paper.
    halving = SearchSettings.paper(
        risk_factor=-math.log(2), goal_utility=0.0, greediness=greediness
    )
    decision = Lamp(task, graph, halving).decide(task.initial)
    values = {one.action.name: (one.goal.value, one.subgoal.value) for one in decision.evidence}
    assert values["a1"] == pytest.approx((1 / 8, 1 / 4))
    assert values["a4"] == pytest.approx((1 / 16, 1 / 2))
    assert decision.action is not None
    assert decision.action.name == action


# Determinism and odd tasks


def test_without_compilation_the_same_numbers_come_out() -> None:
    code = """
import json
from lamp.benchmarks import load
from lamp.grounding import ground
from lamp.execution import Lamp
from lamp.search import PAPER
found = []
for name, changes in (
    ("elevators:p5", PAPER), ("elevators:p5", {}),
    ("exploding_blocksworld:p4", PAPER), ("exploding_blocksworld:p4", {}),
):
    model = load(name)
    task = ground(model.domain, model.problem)
    planner = Lamp(task, rollouts=30, seed=3, budget=5, **changes)
    found += [str(action) for action in planner.run(seed=4).actions]
    planner.start()
    decision = planner.decide(task.initial)
    for one in decision.evidence:
        found.append([str(one.action), one.goal, one.subgoal, one.value])
print(json.dumps(found))
"""
    runs = compiled_and_not(code)
    assert json.loads(runs[0].stdout) == json.loads(runs[1].stdout)
    assert [run.stderr for run in runs] == [b"", b""]


def test_every_entry_point_is_compiled_for_one_signature() -> None:
    for name in ("elevators:p5", "tireworld:p15"):
        task = benchmark(name)
        for changes in ({}, PAPER, *({"greediness": greediness} for greediness in (0, 1, 0.5))):
            Lamp(task, rollouts=3, budget=50, **changes).decide(task.initial)
    verbs = [kernel.rollouts, kernel.intern, kernel.expand, kernel.intern_set, kernel.row_of]
    assert [len(verb.signatures) for verb in verbs] == [1] * len(verbs)  # type: ignore[attr-defined]


def test_a_state_without_applicable_actions_gets_no_action() -> None:
    task = task_of("(:predicates (a) (b)) (:action x :precondition (b) :effect (a))", "(:goal (a))")
    assert Lamp(task).decide(task.initial).action is None


def test_decisions_may_go_on_beyond_the_budget() -> None:
    task = benchmark("elevators:p5")
    beyond = Lamp(task, rollouts=2, budget=3, horizon=2)
    paper = Lamp(task, rollouts=2, budget=3, horizon=2, **PAPER)
    least = paper.settings.utilities()[-1]
    for _ in range(50):
        assert all(0 <= one.value <= 2 for one in beyond.decide(task.initial).evidence)
        decision = paper.decide(task.initial)
        assert all(one.value == 0 or least <= one.value <= 2 for one in decision.evidence)


def test_seconds_end_a_decision_before_its_rollouts() -> None:
    decision = Lamp(benchmark("elevators:p5"), rollouts=10**9, seconds=0.05).decide(
        benchmark("elevators:p5").initial
    )
    assert decision.rollouts < 10**9


@pytest.mark.parametrize(
    ("changes", "allowed"),
    [
        ({"greediness": 2.0}, "from 0 to 1"),
        ({"greediness": math.nan}, "from 0 to 1"),
        ({"greediness": "much"}, "auto, or from 0 to 1"),
        ({"rollouts": 0}, "a whole number from 1"),
        ({"rollouts": 1.5}, "a whole number from 1"),
        ({"rollouts": True}, "a whole number from 1"),
        ({"budget": -1}, "a whole number from 1"),
        ({"horizon": 0}, "a whole number from 1"),
        ({"seconds": 0}, "more than 0"),
        ({"risk_factor": 0.1}, "below 0"),
        ({"utility": "odd"}, "exponential, linear, reciprocal"),
        ({"tree_growth": "odd"}, "full, expand"),
        ({"backups": "odd"}, "mean, bellman"),
        ({"horizon_value": "odd"}, "nothing, landmarks"),
        ({"first_tries": "odd"}, "random, relevant"),
        ({"safe_landmarks": 1}, "true or false"),
        ({"seed": -1}, "a whole number from 0"),
    ],
)
def test_a_setting_outside_its_range_is_refused_with_the_range(
    changes: dict[str, object], allowed: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        SearchSettings(**changes)  # type: ignore[arg-type]
    assert allowed in caught.value.hint


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(SettingsError, match="no such setting"):
        Lamp(benchmark("tireworld:p1"), greed=0.5)


@pytest.mark.parametrize("settings", [SearchSettings.paper(), SearchSettings()])
def test_what_the_paper_gives_is_the_default(settings: SearchSettings) -> None:
    assert (settings.horizon, settings.budget, settings.goal_utility) == (20, 200, 1.0)
    assert settings.exploration == math.sqrt(2)
    assert settings.utilities()[10] == math.exp(-1)


def test_the_paper_s_algorithm_knows_nothing_that_goes_beyond_it() -> None:
    paper = SearchSettings.paper()
    assert paper.greediness == 0.5
    assert (paper.dead_ends, paper.safe_landmarks, paper.landmarks_again) == (False, False, False)
    assert (paper.backups, paper.horizon_value) == (Backups.MEAN, HorizonValue.NOTHING)
    assert paper.first_tries is FirstTries.RANDOM
    assert {name: getattr(paper, name) for name in PAPER} == PAPER
    assert all(getattr(SearchSettings(), name) != value for name, value in PAPER.items())
    assert SearchSettings.paper(seed=4, greediness=0.2) == SearchSettings(
        **{**PAPER, "seed": 4, "greediness": 0.2}
    )


# Disks

TINY = (
    "import numpy as np; from lamp.search import kernel as k; "
    "table = np.full(2, -1, dtype=np.int32); "
    "k.rehash(table, np.zeros((1, 1), dtype=np.uint64), 1)"
)
"""Compiles one small verb."""


def test_a_read_only_installation_still_runs(tmp_path: Path) -> None:
    # A package in a zip file cannot be written to by anybody, and neither can a home that is none.
    archive = tmp_path / "lamp.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in (ROOT / "src" / "lamp").rglob("*.p*y"):
            file.write(path, path.relative_to(ROOT / "src"))
    code = f"{TINY}; print(k.__file__, len(table))"
    home = {"HOME": "/dev/null", "XDG_CACHE_HOME": "/dev/null", "PYTHONPATH": str(archive)}
    kept = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=kept | home, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout.split() == [str(archive / "lamp/search/kernel/__init__.py"), "2"]


def test_a_cache_that_cannot_be_read_or_written_is_done_without(tmp_path: Path) -> None:
    code = f"{TINY}; print(len(table))"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}

    def run(most: int = resource.RLIM_INFINITY) -> str:
        return subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        ).stdout

    assert run(0) == "2\n"
    assert run() == "2\n"
    kept = [path for path in tmp_path.rglob("*.nb?") if path.is_file()]
    assert kept
    for path in kept:
        path.write_bytes(path.read_bytes()[:50])
    assert run() == "2\n"


def test_machine_code_is_made_anew_when_any_file_of_its_kernel_has_changed(tmp_path: Path) -> None:
    kernel_folder = tmp_path / "kernel"
    kernel_folder.mkdir()
    (kernel_folder / "__init__.py").write_text("")
    (kernel_folder / "doing.py").write_text(
        "from lamp.compiling import entry, is_kept\n"
        "from kernel.knowing import NUMBER, more\n"
        "@entry\n"
        "def answer() -> int:\n"
        "    return more(NUMBER)\n"
        "print(is_kept(answer), answer())\n"
    )
    knowing = (
        "from lamp.compiling import inlined\n"
        "NUMBER = {}\n"
        "@inlined\n"
        "def more(number: int) -> int:\n"
        "    return number + {}\n"
    )

    def run(number: int, further: int) -> str:
        (kernel_folder / "knowing.py").write_text(knowing.format(number, further))
        folders = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
        places = {"PYTHONPATH": folders, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        return subprocess.run(
            [sys.executable, "-B", "-c", "import kernel.doing"],
            env={**os.environ, **places, "NUMBA_DISABLE_JIT": "0"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert run(1, 1) == "False 2\n"
    assert run(1, 1) == "True 2\n"  # written again: only the date is another one
    assert run(5, 1) == "False 6\n"
    assert run(5, 2) == "False 7\n"
    assert run(5, 2) == "True 7\n"
