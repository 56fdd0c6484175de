"""Episodes and their statistics, and `lamp solve`."""

from __future__ import annotations

import ast
import json
import math
import os
import pty
import re
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

import lamp as lamp_package
from lamp.benchmarks import load
from lamp.cli.solve import solve
from lamp.errors import ExecutionError, LandmarkError, SettingsError
from lamp.execution import (
    Episode,
    EpisodeEnd,
    LandmarkPlan,
    PlannerKind,
    SequentialPlan,
    Step,
    make_planner,
    run_episode,
    summarise,
)
from lamp.grounding import ground
from lamp.intervals import student_95, wilson
from lamp.landmarks import Landmark, LandmarkGraph, find_landmarks
from lamp.search import PAPER, SETTINGS, Decision, Lamp, SearchEnd, SearchSettings, Uct
from lamp.task import Action, Condition, State, Task
from tests.support.cli import LAMP, lamp
from tests.support.paths import ROOT
from tests.support.tasks import task_of


def benchmark(name: str) -> Task:
    model = load(name)
    return ground(model.domain, model.problem)


def test_an_episode_is_a_walk_of_the_task_to_the_goal() -> None:
    task = benchmark("triangle_tireworld:p2")
    steps: list[Step] = []
    episode = run_episode(Lamp(task, greediness=0.0), watch=steps.append)
    assert episode.end is EpisodeEnd.GOAL
    assert episode.cost == len(steps)
    state = task.initial
    for step in steps:
        assert step.state == state
        assert step.decision.action is not None
        assert step.after in task.apply(state, step.decision.action)
        state = step.after
    assert task.is_goal(state)


def test_the_same_seed_gives_the_same_episode_in_a_used_and_in_a_new_planner() -> None:
    task = benchmark("prob_blocksworld:p1")
    used = Lamp(task, rollouts=20)
    run_episode(used, 1)
    again, fresh = run_episode(used, 2), run_episode(Lamp(task, rollouts=20), 2)
    assert again.actions == fresh.actions
    assert again.actions != run_episode(used, 3).actions


def test_the_budget_ends_an_episode() -> None:
    episode = run_episode(Lamp(benchmark("zenotravel:p2"), rollouts=1, budget=5))
    assert (episode.end, episode.cost) == (EpisodeEnd.BUDGET, 5)


def test_a_goal_that_holds_needs_no_action_and_a_dead_end_has_none() -> None:
    assert run_episode(Lamp(benchmark("zenotravel:p1"))).end is EpisodeEnd.GOAL
    task = task_of("(:predicates (a) (b)) (:action x :precondition (b) :effect (a))", "(:goal (a))")
    episode = run_episode(Lamp(task))
    assert (episode.end, episode.cost) == (EpisodeEnd.DEAD_END, 0)


def episode_of(end: EpisodeEnd, cost: int) -> Episode:
    action = Action("x", (), Condition(), ())
    return Episode(end, (action,) * cost, (), 0, 0, 0.0)


def test_an_episode_that_does_not_arrive_counts_as_the_budget() -> None:
    ends = [(EpisodeEnd.GOAL, 10), (EpisodeEnd.DEAD_END, 3), (EpisodeEnd.BUDGET, 200)]
    summary = summarise([episode_of(*end) for end in ends], 200)
    assert summary.mean_cost == (10 + 200 + 200) / 3
    assert summary.success_rate == 1 / 3


def test_the_quantiles_of_student_s_t_are_those_of_the_tables() -> None:
    assert [round(student_95(freedom), 3) for freedom in (1, 2, 4, 9, 30)] == [
        *(12.706, 4.303, 2.776, 2.262, 2.042)
    ]


def test_wilson_s_interval_is_that_of_the_textbook() -> None:
    low, high = wilson(0.5, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0.0, 10)[0] == pytest.approx(0.0)
    assert wilson(1.0, 10)[1] == pytest.approx(1.0)


def test_solve_prints_its_steps_and_ends_with_0_at_the_goal() -> None:
    done = lamp("solve", "triangle_tireworld:p2", "--greediness", "0")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("the goal is reached after")


def test_solve_prints_json_with_the_promised_keys() -> None:
    found = json.loads(lamp("solve", "elevators:p5", "--json").stdout)
    assert set(found) == {
        *("outcome", "cost", "actions", "landmarks", "seconds", "rollouts"),
        *("rollouts_per_second", "states"),
    }
    assert found["outcome"] == "goal"
    assert found["cost"] == len(found["actions"])


@pytest.mark.parametrize(
    ("arguments", "code", "outcome"),
    [
        (["zenotravel:p2", "--budget", "3"], 5, "budget"),
        (["triangle_tireworld:p2", "--paper", "--greediness", "1", "--seed", "1"], 4, "dead_end"),
    ],
)
def test_the_exit_code_of_solve_tells_how_it_ended(
    arguments: list[str], code: int, outcome: str
) -> None:
    done = lamp("solve", *arguments, "--json")
    assert done.returncode == code
    assert json.loads(done.stdout)["outcome"] == outcome


def test_several_runs_give_means_with_intervals() -> None:
    arguments = ["solve", "triangle_tireworld:p1", "--runs", "5", "--greediness", "0", "--json"]
    found = json.loads(lamp(*arguments).stdout)
    assert found["runs"] == len(found["episodes"]) == 5
    assert found["success_rate"] == 1.0
    low, high = found["mean_cost_interval"]
    assert low <= found["mean_cost"] <= high
    assert found["cost"] == found["episodes"][0]["cost"]


def test_the_episodes_of_several_jobs_are_those_of_one() -> None:
    arguments = ["solve", "prob_blocksworld:p1", "--runs", "4", "--rollouts", "30", "--json"]
    outputs = [json.loads(lamp(*arguments, "--jobs", jobs).stdout) for jobs in ("1", "3")]
    lists = [[episode["actions"] for episode in found["episodes"]] for found in outputs]
    assert lists[0] == lists[1]
    assert len({tuple(actions) for actions in lists[0]}) > 1


def test_a_single_run_has_no_interval_of_cost() -> None:
    found = json.loads(lamp("solve", "triangle_tireworld:p1", "--runs", "1", "--json").stdout)
    assert (found["runs"], found["mean_cost_interval"]) == (1, None)


def test_a_terminal_sees_the_last_decision_and_the_greediness_that_mixed_it() -> None:
    ours, theirs = pty.openpty()
    command = [*LAMP, "solve", "elevators:p2", "--rollouts", "20", "--greediness", "0.3"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "200"}
    with subprocess.Popen(command, cwd=ROOT, stdout=theirs, env=environment):
        os.close(theirs)
        seen = b""
        with suppress(OSError):  # which is how a terminal ends that nobody writes to any more
            while more := os.read(ours, 1000):
                seen += more
    os.close(ours)
    text = seen.decode()
    assert "Q landmark" in text
    assert " · α = 0.3 · " in text


# Traces


def test_a_trace_holds_every_decision_with_its_evidence(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    done = lamp("solve", "elevators:p2", "--trace", str(path), "--json")
    start, *decisions, end = [json.loads(line) for line in path.read_text().splitlines()]
    assert (start["kind"], end["kind"]) == ("start", "end")
    assert [one["action"] for one in decisions] == json.loads(done.stdout)["actions"]
    first = decisions[0]
    assert {one["landmark"] for one in first["landmarks"]} <= set(first["pending"])
    best = max(one["value"] for one in first["actions"])
    assert first["action"] in [one["action"] for one in first["actions"] if one["value"] == best]
    for line in decisions:
        alpha = line["greediness"]
        assert 0 < alpha < 0.5
        for one in line["actions"]:
            mixed = alpha * one["subgoal"]["value"] + (1 - alpha) * one["goal"]["value"]
            assert one["value"] == pytest.approx(mixed)
        assert line["target"] in line["pending"]
    state = set(start["initial"])
    for one in decisions:
        state = state - set(one["deleted"]) | set(one["added"])
    task = benchmark("elevators:p2")
    assert task.is_goal(frozenset(at for at, atom in enumerate(task.atoms) if str(atom) in state))


def test_a_trace_of_several_jobs_is_that_of_one(tmp_path: Path) -> None:
    texts = []
    for jobs in ("1", "2"):
        path = tmp_path / jobs
        arguments = ["--runs", "2", "--rollouts", "20", "--trace", str(path), "--jobs", jobs]
        lamp("solve", "elevators:p2", *arguments)
        texts.append(re.sub(r'"(rollouts_per_)?seconds?": [0-9.e-]+', "", path.read_text()))
    assert texts[0] == texts[1]
    assert texts[0].count('"kind": "start"') == 2


def test_a_trace_that_cannot_be_written_is_refused_before_anything_is_planned(
    tmp_path: Path,
) -> None:
    done = lamp("solve", "elevators:p2", "--trace", str(tmp_path / "no" / "trace"))
    assert (done.returncode, done.stdout) == (74, "")
    assert "trace" in done.stderr


# Nothing to plan, and being interrupted


@pytest.mark.parametrize(
    ("actions", "init", "goal", "code", "words"),
    [
        ("(:action x :precondition (b) :effect (a))", "(a)", "(a)", 0, "holds already"),
        ("(:action x :precondition (b) :effect (a))", "", "(a)", 4, "no action is applicable"),
        ("(:action x :effect (b))", "", "(a)", 4, "there is no plan"),
        (
            "(:action x :precondition (b) :effect (and (a) (not (b))))",
            *("(b)", "(and (a) (b))", 4, "there is no plan"),
        ),
    ],
)
def test_where_there_is_nothing_to_plan_the_answer_is_plain(
    tmp_path: Path, actions: str, init: str, goal: str, code: int, words: str
) -> None:
    path = tmp_path / "both.ppddl"
    domain = f"(define (domain d) (:predicates (a) (b)) {actions})"
    path.write_text(f"{domain} (define (problem p) (:domain d) (:init {init}) (:goal {goal}))")
    done = lamp("solve", str(path))
    assert done.returncode == code
    assert words in done.stdout
    assert words in json.loads(lamp("solve", str(path), "--json").stdout)["note"]


@pytest.mark.parametrize("more", [[], ["--runs", "4"], ["--runs", "4", "--jobs", "2"]])
def test_ctrl_c_ends_with_what_is_known_so_far(more: list[str]) -> None:
    arguments = ["solve", "elevators:p5", "--rollouts", "100000000", "--json", *more]
    process = subprocess.Popen([*LAMP, *arguments], stdout=subprocess.PIPE, text=True)
    time.sleep(8)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads(output)["outcome"] == "interrupted"


def test_a_stopped_episode_tells_the_decision_so_far() -> None:
    planner = Lamp(benchmark("elevators:p5"), rollouts=10**9)
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    episode = run_episode(planner, stop=stop)
    assert episode.end is EpisodeEnd.INTERRUPTED
    assert episode.final is not None
    assert episode.final.action is not None
    assert 0 < episode.final.rollouts < 10**9


# Several search trees


def test_several_trees_share_the_rollouts_and_decide_alike_again() -> None:
    task = benchmark("elevators:p5")
    decisions = [Lamp(task, rollouts=101, workers=3).decide(task.initial) for _ in range(2)]
    assert decisions[0].evidence == decisions[1].evidence
    assert decisions[0].rollouts == 202  # for the landmark, and for the action
    alone = Lamp(task, rollouts=101, greediness=0.0, workers=3).decide(task.initial)
    assert alone.rollouts == 101


def test_the_estimates_of_trees_are_means_weighted_by_tries() -> None:
    task = benchmark("elevators:p5")
    together = Lamp(task, rollouts=90, workers=2)
    decision = together.decide(task.initial)
    trees = [tree.for_goal(task.initial) for tree in together.trees]
    for at, one in enumerate(decision.evidence):
        tries = [tree.tries[at] for tree in trees]
        values = [tree.values[at] for tree in trees]
        assert one.goal.tries == sum(tries)
        mean = sum(n * q for n, q in zip(tries, values, strict=True)) / sum(tries)
        assert one.goal.value == pytest.approx(mean)


# The public interface


def test_the_example_of_the_package_works() -> None:
    task = lamp_package.load("triangle_tireworld:p2")
    graph = lamp_package.landmarks(task)
    planner = lamp_package.Lamp(task, graph, rollouts=100, seed=0)
    decision = planner.decide(task.initial)
    assert decision.chosen is not None
    assert decision.chosen.goal.bound > decision.chosen.goal.value
    assert planner.run().actions == run_episode(Lamp(task, graph)).actions
    assert lamp_package.Uct(task).run().end in EpisodeEnd


def test_all_public_names_are_there_and_declared_for_type_checkers() -> None:
    for name in lamp_package.__all__:
        assert getattr(lamp_package, name) is not None
    stub = ast.parse((ROOT / "src" / "lamp" / "__init__.pyi").read_text())
    (declared,) = [
        ast.literal_eval(node.value)
        for node in stub.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    assert declared == sorted(lamp_package.__all__)


def test_a_task_can_be_loaded_from_files(tmp_path: Path) -> None:
    folder = ROOT / "examples" / "courier"
    task = lamp_package.load(folder / "domain.ppddl", folder / "problem.ppddl")
    assert task == lamp_package.load(str(folder / "domain.ppddl"), str(folder / "problem.ppddl"))


def test_a_wrong_setting_is_refused_with_its_range() -> None:
    done = lamp("solve", "tireworld:p1", "--greediness", "2")
    assert done.returncode == 2
    assert "from 0 to 1" in done.stderr


# Memory


def test_full_memory_ends_the_search_with_the_decision_so_far_and_planning_goes_on() -> None:
    planner = Lamp(benchmark("zenotravel:p5"), rollouts=20_000, megabytes=8, budget=4)
    steps: list[Step] = []
    episode = run_episode(planner, watch=steps.append)
    assert episode.cost == 4
    full = [step.decision for step in steps if step.decision.end is SearchEnd.MEMORY]
    assert len(full) >= 2
    assert all(100 < decision.rollouts < 40_000 for decision in full)
    assert all(decision.chosen and decision.chosen.goal.tries for decision in full)
    (tree,) = planner.trees
    assert tree.memory.num_bytes <= 8e6


def test_memory_that_is_too_small_for_the_problem_is_refused() -> None:
    task = benchmark("zenotravel:p5")
    with pytest.raises(SettingsError, match="too few for this problem"):
        Lamp(task, megabytes=0.01).decide(task.initial)


def test_memory_that_is_large_enough_changes_nothing() -> None:
    task = benchmark("elevators:p5")
    episodes = [run_episode(Lamp(task, megabytes=size)) for size in (20.0, math.inf)]
    assert episodes[0].actions == episodes[1].actions


def test_lamp_solve_says_that_memory_is_full() -> None:
    done = lamp(
        *("solve", "zenotravel:p5", "--rollouts", "20000", "--megabytes", "8", "--budget", "1")
    )
    assert done.returncode == 5
    assert "memory is full" in done.stdout


# What others found


def test_no_search_tree_draws_the_random_numbers_of_the_world() -> None:
    # Two actions that both toss a coin: nobody can win more often than every second time.
    task = task_of(
        "(:predicates (fresh) (won) (lost)) "
        "(:action heads :precondition (fresh) :effect (and (not (fresh)) "
        "  (probabilistic 1/2 (won) 1/2 (lost)))) "
        "(:action tails :precondition (fresh) :effect (and (not (fresh)) "
        "  (probabilistic 1/2 (lost) 1/2 (won))))",
        "(:init (fresh)) (:goal (won))",
    )
    for workers in (1, 2, 3):
        planner = Lamp(task, rollouts=workers, workers=workers)
        won = sum(run_episode(planner, seed).end is EpisodeEnd.GOAL for seed in range(400))
        assert 160 < won < 240


def test_an_episode_in_little_memory_does_not_depend_on_those_before() -> None:
    task = benchmark("zenotravel:p5")
    used, fresh = (Lamp(task, rollouts=300, megabytes=5, budget=6) for _ in range(2))
    run_episode(used, 4)
    assert run_episode(used, 5).actions == run_episode(fresh, 5).actions


def test_statistics_that_were_lost_are_told_of() -> None:
    planner = Lamp(benchmark("zenotravel:p5"), rollouts=150, megabytes=5, budget=30)
    steps: list[Step] = []
    run_episode(planner, watch=steps.append)
    states = [step.decision.states for step in steps]
    shrunk = [at for at in range(1, len(steps)) if states[at] < states[at - 1]]
    assert shrunk
    assert all(
        SearchEnd.MEMORY in (steps[at - 1].decision.end, steps[at].decision.end) for at in shrunk
    )


def test_a_graph_of_another_task_is_refused() -> None:
    small, large = benchmark("tireworld:p1"), benchmark("tireworld:p15")
    with pytest.raises(LandmarkError, match="not the goal"):
        Lamp(small, find_landmarks(large))
    graph = find_landmarks(large)
    foreign = LandmarkGraph((*graph.landmarks[:-1], Landmark(small.goal)))
    with pytest.raises(LandmarkError, match="facts that the task does not have"):
        Lamp(small, foreign)


def test_only_the_goal_to_pursue_is_uct() -> None:
    task = task_of(
        "(:predicates (a) (b)) (:action x :precondition (a) :effect (probabilistic 1/2 (b)))",
        "(:init (a)) (:goal (b))",
    )
    graph = find_landmarks(task)
    assert len(graph.landmarks) > 1
    assert (
        Lamp(task, graph, **PAPER).decide(task.initial).evidence
        == Uct(task).decide(task.initial).evidence
    )


def test_seconds_alone_do_not_end_at_a_hundred_rollouts() -> None:
    task = benchmark("elevators:p5")
    assert Lamp(task, seconds=0.3, greediness=0.0).decide(task.initial).rollouts > 100
    both = Lamp(task, seconds=10.0, rollouts=7, greediness=0.0).decide(task.initial)
    assert both.rollouts == 7


def test_a_long_horizon_still_answers_soon() -> None:
    task = benchmark("zenotravel:p5")
    planner = Lamp(task, rollouts=10**6, horizon=2000, budget=3000)
    decision = planner.decide(task.initial, stop=lambda: True)
    assert decision.rollouts < 100
    assert decision.end is SearchEnd.STOPPED


def test_numbers_of_numpy_are_numbers() -> None:
    settings = SearchSettings(rollouts=np.int64(5), greediness=np.float64(0.25))  # type: ignore[arg-type]
    assert (settings.rollouts, settings.greediness) == (5, 0.25)
    assert type(settings.rollouts) is int


def test_a_trace_is_json_whatever_the_numbers(tmp_path: Path) -> None:
    path = tmp_path / "trace"
    lamp("solve", "elevators:p2", "--goal-utility", "1e9", "--budget", "2", "--trace", str(path))
    for line in path.read_text().splitlines():
        json.loads(line, parse_constant=pytest.fail)


def test_an_interrupted_json_holds_the_decision_so_far() -> None:
    arguments = ["solve", "elevators:p5", "--rollouts", "100000000", "--json"]
    process = subprocess.Popen([*LAMP, *arguments], stdout=subprocess.PIPE, text=True)
    time.sleep(8)
    process.send_signal(signal.SIGINT)
    found = json.loads(process.communicate(timeout=60)[0])
    assert found["decision"]["action"]
    assert found["decision"]["end"] == "stopped"


def test_workers_end_with_the_process_that_started_them() -> None:
    arguments = ["solve", "elevators:p5", "--rollouts", "100000000", "--runs", "4", "--jobs", "2"]
    process = subprocess.Popen(
        [*LAMP, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0
    )
    time.sleep(10)
    process.kill()
    process.wait()
    deadline = time.monotonic() + 30
    while members(process.pid) and time.monotonic() < deadline:
        time.sleep(0.5)
    assert not members(process.pid)


def members(group: int) -> list[int]:
    """The processes of a group that are alive."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


# Planners of one's own that err


class Erring(LandmarkPlan):
    """Chooses what it is told to."""

    landmark: object = 0
    action: Action | None = None

    def choose_landmark(self, state: State) -> int:
        """What it was told."""
        return self.landmark  # type: ignore[return-value]

    def choose_action(self, state: State) -> Decision:
        """What it was told."""
        return Decision(self.action, self.graph.goal)


@pytest.mark.parametrize("landmark", [None, -1, 99, "goal"])
def test_a_landmark_that_is_no_leaf_is_refused(landmark: object) -> None:
    task = benchmark("elevators:p2")
    planner = Erring(task, find_landmarks(task), SearchSettings())
    planner.landmark = landmark
    with pytest.raises(ExecutionError, match="not a leaf"):
        planner.decide(task.initial)


def test_an_action_that_is_not_applicable_is_refused() -> None:
    task = benchmark("elevators:p2")
    graph = find_landmarks(task)
    planner = Erring(task, graph, SearchSettings())
    planner.landmark = graph.leaves(planner.pending)[0]
    planner.action = next(
        action for action in task.actions if action not in task.applicable(task.initial)
    )
    with pytest.raises(ExecutionError, match="not applicable"):
        run_episode(planner)


def test_every_planner_can_be_stopped() -> None:
    task = benchmark("elevators:p2")
    graph = find_landmarks(task)
    own = Erring(task, graph, SearchSettings())
    own.landmark, own.action = graph.leaves(own.pending)[0], task.applicable(task.initial)[0]
    for planner in (own, SequentialPlan(task), Lamp(task)):
        episode = run_episode(planner, stop=lambda: True)
        assert (episode.end, episode.cost) == (EpisodeEnd.INTERRUPTED, 0)


def test_a_state_with_facts_that_do_not_exist_is_refused() -> None:
    task = benchmark("elevators:p2")
    with pytest.raises(ExecutionError, match="the task has"):
        Lamp(task).decide(frozenset([1000]))


def test_the_command_line_offers_all_kinds_of_planners() -> None:
    offered = next(one for one in solve.params if one.name == "kind")
    assert list(offered.to_info_dict()["type"]["choices"]) == [kind.value for kind in PlannerKind]


@pytest.mark.parametrize("kind", list(PlannerKind))
def test_every_kind_of_planner_reaches_the_goal(kind: PlannerKind) -> None:
    task = benchmark("elevators:p2")
    planner = make_planner(kind, task, find_landmarks(task), SearchSettings())
    assert planner.run().end is EpisodeEnd.GOAL


def test_jobs_without_runs_are_refused() -> None:
    done = lamp("solve", "elevators:p2", "--jobs", "2")
    assert done.returncode == 2
    assert "--runs" in done.stderr


def test_help_tells_the_default_of_every_setting_that_is_true_or_false() -> None:
    text = " ".join(lamp("solve", "--help").stdout.split())
    flags = {name: one.default for name, one in SETTINGS.items() if isinstance(one.default, bool)}
    assert flags
    for name, default in flags.items():
        option = name.replace("_", "-")
        shown = text.split(f"--{option} / --no-{option}")[1].partition(" --")[0]
        assert shown.endswith("[yes]" if default else "[no]")


def test_greediness_is_a_number_or_auto_on_the_command_line() -> None:
    assert "--greediness [auto|FLOAT]" in lamp("solve", "--help").stdout
    wrong = lamp("solve", "elevators:p2", "--greediness", "much")
    assert wrong.returncode == 2
    assert "Invalid value for '--greediness': 'much' is neither auto nor a number" in wrong.stderr
    beyond = lamp("solve", "elevators:p2", "--greediness", "2")
    assert beyond.returncode == 2
    assert "auto, or from 0 to 1" in beyond.stderr


def test_all_settings_are_the_paper_s_but_for_those_given(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    arguments = ["solve", "triangle_tireworld:p1", "--rollouts", "5", "--trace", str(path)]
    lamp(*arguments, "--paper", "--backups", "bellman")
    found = json.loads(path.read_text("utf-8").splitlines()[0])["settings"]
    wanted = SearchSettings.paper(rollouts=5, backups="bellman")
    assert {name: found[name] for name in PAPER} == {name: getattr(wanted, name) for name in PAPER}
