"""The landmark graphs of the paper's problems: those of Fast Downward, in every process."""

from __future__ import annotations

from functools import cache

import pytest

from lamp.benchmarks import NAMES, PAPER_NAMES, landmark_count
from lamp.grounding import ground
from lamp.landmarks import LandmarkGraph, lm_rhw
from tests.oracles.fast_downward import comparable, comparable_json
from tests.support.processes import run_python
from tests.support.reference import landmark_graphs
from tests.support.tasks import benchmark_task, shared_model


@cache
def graph_of(name: str) -> LandmarkGraph:
    """The graph that is found for a problem."""
    return lm_rhw(benchmark_task(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_graph_of_a_problem_is_that_of_fast_downward(name: str) -> None:
    task, reference = benchmark_task(name), landmark_graphs()[name]
    assert comparable(graph_of(name), task) == comparable_json(reference)
    assert graph_of(name).nontrivial(task.initial) == reference["nontrivial_count"]


@pytest.mark.needs("shared")
@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", NAMES)
def test_the_graph_of_the_paper_s_text_is_that_of_fast_downward(name: str) -> None:
    # Its facts are numbered in another order than those of the bundled problem.
    model = shared_model(name)
    task = ground(model.domain, model.problem)
    assert comparable(lm_rhw(task), task) == comparable_json(landmark_graphs()[name])


@pytest.mark.parametrize("name", PAPER_NAMES)
def test_the_number_of_landmarks_is_the_paper_s(name: str) -> None:
    assert graph_of(name).nontrivial(benchmark_task(name).initial) == landmark_count(name)


def test_the_graph_does_not_depend_on_the_hash_seed() -> None:
    code = """
from lamp.benchmarks import load
from lamp.grounding import ground
from lamp.landmarks import lm_rhw
for name in ("elevators:p13", "exploding_blocksworld:p7", "zenotravel:p3", "tireworld:p1"):
    model = load(name)
    print(lm_rhw(ground(model.domain, model.problem)))
"""
    outputs = {
        run_python(code, env={"PYTHONHASHSEED": seed}, check=True).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
