"""A ground task by the name of a benchmark, or from one or two files."""

from __future__ import annotations

from pathlib import Path

import pytest

import lamp
from lamp.errors import LampError, LampWarning
from tests.support.tasks import benchmark_task, task_of

DOMAIN = "(:predicates (lit)) (:action light :effect (lit))"
PROBLEM = "(:goal (lit))"
DOMAIN_TEXT = f"(define (domain d) {DOMAIN})"
PROBLEM_TEXT = f"(define (problem p) (:domain d) {PROBLEM})"


def test_a_benchmark_is_loaded_by_its_name() -> None:
    assert lamp.load("tireworld:p1") == benchmark_task("tireworld:p1")


def test_a_generated_problem_is_loaded_by_its_name() -> None:
    name = "tireworld:cities=6,seed=3"
    assert lamp.load(name) == benchmark_task(name)


@pytest.mark.parametrize("kind", [str, Path])
def test_domain_and_problem_can_be_in_two_files(tmp_path: Path, kind: type[str | Path]) -> None:
    domain, problem = tmp_path / "domain.ppddl", tmp_path / "problem.ppddl"
    domain.write_text(DOMAIN_TEXT)
    problem.write_text(PROBLEM_TEXT)
    assert lamp.load(kind(domain), kind(problem)) == task_of(DOMAIN, PROBLEM)


@pytest.mark.parametrize("kind", [str, Path])
def test_domain_and_problem_can_be_in_one_file(tmp_path: Path, kind: type[str | Path]) -> None:
    both = tmp_path / "both.ppddl"
    both.write_text(DOMAIN_TEXT + PROBLEM_TEXT)
    assert lamp.load(kind(both)) == task_of(DOMAIN, PROBLEM)


def test_a_path_is_a_file_even_if_it_looks_like_the_name_of_a_benchmark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tireworld:p1").write_text(DOMAIN_TEXT + PROBLEM_TEXT)
    assert lamp.load(Path("tireworld:p1")) == task_of(DOMAIN, PROBLEM)


def test_a_missing_file_is_an_error_with_its_name() -> None:
    with pytest.raises(LampError, match=r"nowhere\.ppddl"):
        lamp.load("nowhere.ppddl")


COSTLY = "(:predicates (lit)) (:action light :effect (and (lit) (increase (total-cost) 5)))"


def test_what_may_be_meant_otherwise_is_a_warning_of_python(tmp_path: Path) -> None:
    both = tmp_path / "both.ppddl"
    both.write_text(f"(define (domain d) {COSTLY}){PROBLEM_TEXT}")
    with pytest.warns(LampWarning, match=r"both\.ppddl:1:\d+: there is no metric") as caught:
        task = lamp.load(both)
    assert [Path(warning.filename).name for warning in caught] == ["test_loading.py"]
    assert task.actions[0].outcomes[0].cost == 5


def test_with_unit_costs_every_action_costs_1_without_a_warning(tmp_path: Path) -> None:
    both = tmp_path / "both.ppddl"
    both.write_text(f"(define (domain d) {COSTLY}){PROBLEM_TEXT}")
    assert lamp.load(both, unit_costs=True) == task_of(DOMAIN, PROBLEM)


def test_how_a_text_is_written_is_no_warning_of_python(tmp_path: Path) -> None:
    both = tmp_path / "both.ppddl"
    both.write_text(DOMAIN_TEXT.replace("(:p", "(:requirements :typng) (:p") + PROBLEM_TEXT)
    assert lamp.load(both) == task_of(DOMAIN, PROBLEM)
