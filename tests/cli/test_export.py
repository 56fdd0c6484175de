"""`lamp export` and `lamp generate`: problems as PPDDL."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lamp.benchmarks import FAMILIES
from lamp.benchmarks import load as load_benchmark
from lamp.grounding import ground
from lamp.ppddl import load
from tests.support.cli import lamp, lamp_process


@pytest.mark.parametrize("name", ["../escaped", "domain", "a/b", "..", "con:x"])
def test_export_writes_inside_the_output_folder_for_any_problem_name(
    name: str, tmp_path: Path
) -> None:
    source = tmp_path / "both.ppddl"
    text = "(define (domain d) (:predicates (a))) (define (problem {}) (:domain d) (:goal (a)))"
    source.write_text(text.format(name))
    out = tmp_path / "deep" / "er"
    assert lamp("export", str(source), "--out", str(out)).returncode == 0
    assert len(list(out.iterdir())) == 2
    assert {path.name for path in tmp_path.iterdir()} == {"both.ppddl", "deep"}
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["er"]


@pytest.mark.parametrize("name", ["zenotravel:p3", "prob_blocksworld:blocks=4,seed=9"])
def test_an_exported_problem_grounds_to_the_same_task(name: str, tmp_path: Path) -> None:
    done = lamp("export", name, "--out", str(tmp_path / "new"), "--json")
    paths = json.loads(done.stdout)
    model = load(paths["domain"], paths["problem"])
    assert model.notices == ()
    expected = load_benchmark(name)
    assert ground(model.domain, model.problem) == ground(expected.domain, expected.problem)


def test_files_of_the_paper_s_problems_are_named_after_them(tmp_path: Path) -> None:
    done = lamp("export", "tireworld:p15", "--out", str(tmp_path))
    assert done.stdout.splitlines() == [f"{tmp_path}/domain.ppddl", f"{tmp_path}/p15.ppddl"]


def test_an_exported_domain_keeps_its_comments() -> None:
    assert lamp("export", "tireworld:p15").stdout.startswith("; ")


def test_another_file_is_not_overwritten_unless_forced(tmp_path: Path) -> None:
    other = tmp_path / "p1.ppddl"
    other.write_text("other")
    assert lamp("export", "tireworld:p1", "--out", str(tmp_path)).returncode == 2
    assert other.read_text() == "other"
    assert not (tmp_path / "domain.ppddl").exists()
    assert lamp("export", "tireworld:p1", "--out", str(tmp_path), "--force").returncode == 0
    assert other.read_text() != "other"
    assert lamp("export", "tireworld:p1", "--out", str(tmp_path)).returncode == 0
    assert {path.name for path in tmp_path.iterdir()} == {"p1.ppddl", "domain.ppddl"}


def test_a_determinized_problem_is_plain_pddl(tmp_path: Path) -> None:
    lamp("export", "tireworld:p1", "--determinized", "--out", str(tmp_path))
    text = (tmp_path / "domain.pddl").read_text()
    assert "probabilistic" not in text
    assert "(:action move-car-2" in text
    assert (tmp_path / "p1.pddl").exists()


@pytest.mark.sweep(2)
@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_generates_the_same_problem_for_the_same_seed(family: str) -> None:
    printed = lamp("generate", family, "--seed", "5").stdout
    other_process = lamp_process("generate", family, "--seed", "5", env={"PYTHONHASHSEED": "4711"})
    assert printed == other_process.stdout
    assert "(define (problem " in printed


def test_a_generated_problem_can_be_piped_into_check() -> None:
    text = lamp("generate", "triangle_tireworld", "--size", "10").stdout
    done = lamp_process("check", "-", "--json", input=text, check=True)
    assert json.loads(done.stdout)["actions"] == 570
