"""What several tests need: the shared reference data, and tasks from a few words."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lamp.grounding import Limits, ground
from lamp.ppddl import Domain, Model, Problem, check, load, parse
from lamp.task import Task

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
LAMP = [sys.executable, "-m", "lamp"]
FAMILIES = {
    "elevators": 15,
    "exploding_blocksworld": 9,
    "prob_blocksworld": 9,
    "tireworld": 15,
    "triangle_tireworld": 5,
    "zenotravel": 5,
}
BENCHMARKS = [(family, f"p{i}") for family, size in FAMILIES.items() for i in range(1, size + 1)]

needs_shared = pytest.mark.skipif(
    not (SHARED / "benchmarks").is_dir(),
    reason="the paper's problems are not beside this checkout (../shared/benchmarks)",
)


def compiled_and_not(code: str) -> list[subprocess.CompletedProcess[bytes]]:
    """What a program does with compilation and without it, and with another seed for hashes."""
    return [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled, "PYTHONHASHSEED": disabled},
            capture_output=True,
            check=True,
        )
        for disabled in ("0", "1")
    ]


def benchmark(family: str, problem: str) -> Model:
    """One of the paper's problems."""
    folder = SHARED / "benchmarks" / family
    return load(folder / "domain.ppddl", folder / f"{problem}.ppddl")


def benchmark_task(family: str, problem: str) -> Task:
    """The ground task of one of the paper's problems."""
    model = benchmark(family, problem)
    return ground(model.domain, model.problem)


def model_of(domain: str, problem: str = "(:goal (and))") -> Model:
    """A domain and a problem from the texts of their sections, without the `define`."""
    text = f"(define (domain d) {domain}) (define (problem p) (:domain d) {problem})"
    found = parse(text)
    assert isinstance(found[0], Domain)
    assert isinstance(found[1], Problem)
    return Model(found[0], found[1], check(found[0], found[1]))


def task_of(domain: str, problem: str = "(:goal (and))", limits: Limits | None = None) -> Task:
    """The ground task of a domain and a problem given by their sections."""
    model = model_of(domain, problem)
    return ground(model.domain, model.problem, limits)


def lamp(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in the root of the repository."""
    return subprocess.run(
        [*LAMP, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
