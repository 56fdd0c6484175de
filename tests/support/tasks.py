"""Models and tasks from a few words, and those of the paper's problems."""

from __future__ import annotations

from functools import cache

from lamp.benchmarks import load
from lamp.grounding import Limits, ground
from lamp.ppddl import Domain, Model, Problem, check, parse
from lamp.ppddl import load as load_files
from lamp.task import Task
from tests.support.paths import shared_folder


@cache
def benchmark_task(name: str) -> Task:
    """The ground task of a bundled problem, such as `elevators:p5`."""
    model = load(name)
    return ground(model.domain, model.problem)


def shared_model(name: str) -> Model:
    """A problem by its bundled name, read from the texts in `../shared`."""
    family, _, problem = name.partition(":")
    folder = shared_folder(family)
    return load_files(folder / "domain.ppddl", folder / f"{problem}.ppddl")


def model_of(domain: str, problem: str = "(:goal (and))") -> Model:
    """A domain and a problem from the texts of their sections, without the `define`."""
    text = f"(define (domain d) {domain}) (define (problem p) (:domain d) {problem})"
    parsed_domain, parsed_problem = parse(text)
    assert isinstance(parsed_domain, Domain)
    assert isinstance(parsed_problem, Problem)
    return Model(parsed_domain, parsed_problem, check(parsed_domain, parsed_problem))


def task_of(domain: str, problem: str = "(:goal (and))", limits: Limits | None = None) -> Task:
    """The ground task of a domain and a problem given by their sections."""
    model = model_of(domain, problem)
    return ground(model.domain, model.problem, limits)
