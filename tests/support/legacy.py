"""Names of the flat test folder, for as long as tests move."""

from __future__ import annotations

import pytest

from lamp.ppddl import Model
from lamp.task import Task
from tests.support import tasks

FAMILIES = {
    "elevators": 15,
    "exploding_blocksworld": 9,
    "prob_blocksworld": 9,
    "tireworld": 15,
    "triangle_tireworld": 5,
    "zenotravel": 5,
}
BENCHMARKS = [(family, f"p{i}") for family, size in FAMILIES.items() for i in range(1, size + 1)]

needs_shared = pytest.mark.needs("shared")


def benchmark(family: str, problem: str) -> Model:
    """One of the paper's problems."""
    return tasks.shared_model(f"{family}:{problem}")


def benchmark_task(family: str, problem: str) -> Task:
    """The ground task of one of the paper's problems."""
    return tasks.benchmark_task(f"{family}:{problem}")
