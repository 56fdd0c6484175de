"""Fast Downward: an oracle for our landmarks, and a source of others."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from lamp.benchmarks import NAMES, load
from lamp.errors import LandmarkError
from lamp.landmarks import fast_downward, lm_rhw
from lamp.landmarks.fast_downward import fast_downward_landmarks
from tests.oracles.fast_downward import comparable, fast_downward_graph
from tests.oracles.state_graph import violations_in
from tests.support.random_tasks import explored, random_task
from tests.support.sampling import examples
from tests.support.tasks import benchmark_task, task_of

ELEVATORS = [
    *[(2, 2, 1, 1), (2, 3, 1, 2), (3, 3, 2, 2), (3, 4, 2, 3), (3, 5, 2, 4), (4, 4, 2, 4)],
    *[(4, 5, 3, 4), (4, 6, 3, 5), (4, 8, 3, 6), (5, 6, 2, 6), (5, 8, 3, 6), (5, 10, 4, 8)],
    *[(6, 8, 3, 8), (6, 10, 4, 9), (7, 10, 4, 10), (8, 10, 5, 10), (8, 12, 5, 12), (9, 12, 5, 14)],
]
ZENOTRAVEL = [
    *[(2, 1, 3), (2, 2, 3), (3, 1, 3), (3, 2, 3), (3, 2, 4), (4, 1, 3), (4, 2, 3), (4, 2, 5)],
    *[(4, 3, 3), (5, 1, 4), (5, 2, 4), (5, 3, 3), (6, 1, 5), (6, 2, 4), (7, 1, 4), (7, 2, 4)],
]
ROAD_MAPS = (4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 50, 60, 70, 80, 100)
SIZES = {
    "prob_blocksworld": [f"blocks={number}" for number in range(2, 20)],
    "exploding_blocksworld": [f"blocks={number}" for number in range(2, 20)],
    "elevators": [f"floors={f},positions={p},elevators={e},coins={c}" for f, p, e, c in ELEVATORS],
    "zenotravel": [f"cities={c},aircraft={a},fuel={f}" for c, a, f in ZENOTRAVEL],
    "tireworld": [f"cities={number}" for number in ROAD_MAPS],
    "triangle_tireworld": [f"size={number}" for number in range(1, 13)],
}
GENERATED = [
    f"{family}:{size},seed={seed}"
    for family, sizes in SIZES.items()
    for seed, size in enumerate(sizes)
]


ONE_STEP = ("(:predicates (a)) (:action x :effect (a))", "(:init) (:goal (a))")


def test_there_are_a_hundred_generated_problems() -> None:
    assert len(set(GENERATED)) == 100


@pytest.mark.needs("fast-downward")
@pytest.mark.slow
@pytest.mark.sweep(10)
@pytest.mark.parametrize("name", [*NAMES, *GENERATED])
def test_fast_downward_finds_the_same_graph(name: str, tmp_path: Path) -> None:
    task = benchmark_task(name)
    expected, _ = fast_downward_graph(load(name), tmp_path)
    assert comparable(lm_rhw(task), task) == expected


@pytest.mark.needs("fast-downward")
@pytest.mark.slow
@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", [*NAMES[::6], "zenotravel:p2"])
def test_fast_downward_finds_the_same_graph_for_the_task_that_we_export(name: str) -> None:
    task = benchmark_task(name)
    assert comparable(fast_downward_landmarks(task), task) == comparable(lm_rhw(task), task)


@pytest.mark.needs("fast-downward")
@pytest.mark.parametrize("generator", ["lm_zg", "lm_exhaust", "lm_hm(m=1)", "lm_hm(m=2)"])
def test_other_landmark_generators_of_fast_downward_find_the_goal_facts(generator: str) -> None:
    task = benchmark_task("elevators:p1")
    graph = fast_downward_landmarks(task, generator)
    texts = {landmark.literals[0].text(task) for landmark in graph.landmarks}
    assert {"(have c1)", "(have c2)", "(have c3)", "(at f3 p1)"} <= texts


@pytest.mark.needs("fast-downward")
@pytest.mark.slow
@pytest.mark.parametrize("generator", ["lm_rhw", "lm_zg"])
def test_landmark_graphs_of_fast_downward_are_sound_on_random_tasks(generator: str) -> None:
    for seed in range(examples(60)):
        task = random_task(Random(seed))
        try:
            graph = fast_downward_landmarks(task, generator)
        except LandmarkError as error:
            assert re.search("cycle|alternatives", error.cause)
            continue
        assert violations_in(explored(task), graph) == []


BLOCKS = """(:predicates (on ?x ?y) (ontable ?x) (clear ?x) (free) (held ?x))
  (:action pick :parameters (?x) :precondition (and (clear ?x) (ontable ?x) (free))
    :effect (and (not (ontable ?x)) (not (clear ?x)) (not (free)) (held ?x)))
  (:action drop :parameters (?x) :precondition (held ?x)
    :effect (and (not (held ?x)) (clear ?x) (free) (ontable ?x)))
  (:action stack :parameters (?x ?y) :precondition (and (held ?x) (clear ?y))
    :effect (and (not (held ?x)) (not (clear ?y)) (clear ?x) (free) (on ?x ?y)))
  (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (free))
    :effect (and (held ?x) (clear ?y) (not (clear ?x)) (not (free)) (not (on ?x ?y))))"""


@pytest.mark.needs("fast-downward")
@pytest.mark.parametrize("generator", ["lm_zg", "lm_exhaust", "lm_hm(m=1)", "lm_hm(m=2)"])
def test_other_landmark_generators_of_fast_downward_are_sound_on_a_blocks_task(
    generator: str,
) -> None:
    problem = """(:objects b0 b1) (:init (ontable b0) (on b1 b0) (clear b1) (free))
      (:goal (and (clear b0) (ontable b0)))"""
    task = task_of(BLOCKS, problem)
    assert violations_in(explored(task), fast_downward_landmarks(task, generator)) == []


@pytest.mark.needs("fast-downward")
def test_a_goal_with_disjunctions_and_negations_can_be_handed_to_fast_downward() -> None:
    domain = """(:predicates (at ?x) (road ?x ?y) (open)) (:action go :parameters (?x ?y)
      :precondition (and (at ?x) (road ?x ?y)) :effect (and (at ?y) (not (at ?x)) (not (open))))"""
    problem = """(:objects s m a b) (:init (open) (at s) (road s m) (road m a) (road m b))
      (:goal (and (not (open)) (or (at a) (at b))))"""
    task = task_of(domain, problem)
    names = {
        landmark.literals[0].text(task) for landmark in fast_downward_landmarks(task).landmarks[:-1]
    }
    assert {"(at m)", "(not (open))"} <= names


@pytest.mark.needs("fast-downward")
def test_names_with_special_characters_do_not_break_fast_downward_s_input() -> None:
    domain = """(:predicates (|p"> ?x)) (:action [label="x"]; comment
      :parameters (?x) :precondition () :effect (|p"> ?x))"""
    task = task_of(domain, '(:objects a&b) (:init) (:goal (|p"> a&b))')
    assert fast_downward_landmarks(task) == lm_rhw(task)


def test_a_missing_fast_downward_is_reported_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fast_downward, "folder", lambda: None)
    with pytest.raises(LandmarkError, match=r"^Fast Downward is not installed") as caught:
        fast_downward_landmarks(task_of(*ONE_STEP))
    assert "up-fast-downward" in caught.value.hint


@pytest.mark.parametrize("generator", ["lm_foo", "", "lm_zg()))", "lm_hm(m=system('x'))"])
def test_an_unknown_generator_is_refused(generator: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_downward, "_program", lambda: Path(sys.executable))
    task = task_of(*ONE_STEP)
    with pytest.raises(LandmarkError, match="no landmark generator"):
        fast_downward_landmarks(task, generator)


def test_fast_downward_s_output_is_quoted_when_it_prints_no_graph(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fast_downward, "_program", lambda: Path("/bin/echo"))
    with pytest.raises(LandmarkError, match="ended with code 0 and said: --search"):
        fast_downward_landmarks(task_of(*ONE_STEP))


def test_a_timeout_of_fast_downward_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*arguments: object, timeout: float, **others: object) -> None:
        raise subprocess.TimeoutExpired("downward", timeout)

    monkeypatch.setattr(fast_downward, "_program", lambda: Path("/bin/echo"))
    monkeypatch.setattr(subprocess, "run", never)
    with pytest.raises(LandmarkError, match="took longer"):
        fast_downward_landmarks(task_of(*ONE_STEP))
