"""`lamp benchmarks`, `lamp export`, `lamp generate`, and names wherever a problem is wanted."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from lamp.benchmarks import FAMILIES, NAMES
from lamp.grounding import ground
from lamp.ppddl import load
from tests.support.cli import LAMP, lamp


def test_the_list_has_all_problems_with_their_sizes() -> None:
    done = lamp("benchmarks")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert len(lines) == 1 + len(NAMES)
    (row,) = [line for line in lines if line.startswith("elevators:p13 ")]
    assert row.split()[1:5] == ["27", "66", "105", "30"]


def test_the_list_quotes_the_paper_where_it_published_a_result() -> None:
    done = lamp("benchmarks", "prob_blocksworld")
    (row,) = [line for line in done.stdout.splitlines() if "UCT" in line]
    assert row.startswith("prob_blocksworld:p5")
    assert row.endswith("average cost at 100 rollouts: UCT 113.4, LAMP 42.1 (α 0.2)")


def test_the_list_is_json_for_machines() -> None:
    rows = json.loads(lamp("benchmarks", "triangle_tireworld", "--json").stdout)
    assert [row["name"] for row in rows] == [f"triangle_tireworld:p{i}" for i in range(1, 6)]
    assert all(row["landmarks"] == row["paper"]["landmarks"] for row in rows)
    assert rows[1]["paper"]["result"]["rollouts"]["5000"][0] == 1.0
    assert rows[0]["paper"]["result"] is None


def test_an_unknown_family_is_told_with_the_nearest() -> None:
    done = lamp("benchmarks", "elevator", "--json")
    assert done.returncode == 2
    assert "Did you mean elevators?" in done.stderr
    assert json.loads(done.stdout)["error"]["kind"] == "SettingsError"


@pytest.mark.parametrize("name", ["tireworld:p15", "TIREWORLD:P15", "triangle_tireworld:size=4"])
def test_check_takes_the_name_of_a_problem(name: str) -> None:
    done = lamp("check", name, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["warnings"] == []


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["check", "tireworld:p99"], 2, "tireworld has p1 to p15"),
        (["check", "tyreworld:p1"], 2, "Did you mean tireworld?"),
        (["check", "tireworld:p1", "other.ppddl"], 2, "says it all"),
        (["check", "tireworld:p1", "--name", "x"], 2, "says it all"),
        (["check", "elevators:coins=0"], 2, "Give coins from 1 to"),
        (["generate", "tyreworld"], 2, "Did you mean tireworld?"),
        (["check", "x" * 300], 1, "File name too long"),
        (["check", "tireworld:seed=" + "9" * 300], 2, "Give seed from 0 to"),
        (["generate", "elevators", "--floors", "many"], 2, "not a valid integer"),
        (["generate", "elevators", "--floors", "99"], 2, "Give floors from 2 to 50"),
        (["export", "tireworld:p1", "--out", "/dev/null/x"], 74, "Not a directory"),
        (["landmarks", "tireworld:p1", "--out", "/proc/x"], 74, "cannot be written"),
        (["landmarks", "tireworld:p1", "--landmarks", "fd:\udcff"], 1, "no landmark generator"),
    ],
)
def test_a_wrong_call_says_what_to_do(arguments: list[str], code: int, words: str) -> None:
    done = lamp(*arguments)
    assert done.returncode == code
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_comes_before_a_benchmark_of_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "tireworld:p1").write_text(lamp("export", "elevators:p1").stdout)
    done = subprocess.run(
        [*LAMP, "check", "tireworld:p1", "--json"], cwd=tmp_path, capture_output=True, check=True
    )
    assert json.loads(done.stdout)["domain"] == "elevators"


@pytest.mark.parametrize("name", ["../escaped", "domain", "a/b", "..", "con:x"])
def test_a_problem_s_name_cannot_lead_out_of_the_folder(name: str, tmp_path: Path) -> None:
    source = tmp_path / "both.ppddl"
    text = "(define (domain d) (:predicates (a))) (define (problem {}) (:domain d) (:goal (a)))"
    source.write_text(text.format(name))
    out = tmp_path / "deep" / "er"
    assert lamp("export", str(source), "--out", str(out)).returncode == 0
    assert len(list(out.iterdir())) == 2
    assert {path.name for path in tmp_path.iterdir()} == {"both.ppddl", "deep"}
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["er"]


@pytest.mark.parametrize("name", ["tireworld", "tireworld:15", "tire-world:p1"])
def test_what_resembles_a_benchmark_s_name_gets_a_hint(name: str) -> None:
    assert "lamp benchmarks lists them" in lamp("check", name).stderr
    assert "lamp benchmarks" not in lamp("check", "nothing-like-it.ppddl").stderr


@pytest.mark.parametrize("name", ["zenotravel:p3", "prob_blocksworld:blocks=4,seed=9"])
def test_an_exported_problem_is_the_problem(name: str, tmp_path: Path) -> None:
    done = lamp("export", name, "--out", str(tmp_path / "new"), "--json")
    paths = json.loads(done.stdout)
    model = load(paths["domain"], paths["problem"])
    assert model.notices == ()
    from lamp.benchmarks import load as load_benchmark

    expected = load_benchmark(name)
    assert ground(model.domain, model.problem) == ground(expected.domain, expected.problem)


def test_files_of_the_paper_s_problems_are_named_after_them(tmp_path: Path) -> None:
    done = lamp("export", "tireworld:p15", "--out", str(tmp_path))
    assert done.stdout.splitlines() == [f"{tmp_path}/domain.ppddl", f"{tmp_path}/p15.ppddl"]


def test_an_exported_domain_keeps_its_comments() -> None:
    assert lamp("export", "tireworld:p15").stdout.startswith("; ")


def test_another_file_is_not_overwritten_unless_forced(tmp_path: Path) -> None:
    mine = tmp_path / "p1.ppddl"
    mine.write_text("mine")
    assert lamp("export", "tireworld:p1", "--out", str(tmp_path)).returncode == 2
    assert mine.read_text() == "mine"
    assert not (tmp_path / "domain.ppddl").exists()
    assert lamp("export", "tireworld:p1", "--out", str(tmp_path), "--force").returncode == 0
    assert mine.read_text() != "mine"
    assert lamp("export", "tireworld:p1", "--out", str(tmp_path)).returncode == 0
    assert {path.name for path in tmp_path.iterdir()} == {"p1.ppddl", "domain.ppddl"}


def test_a_determinized_problem_is_plain_pddl(tmp_path: Path) -> None:
    lamp("export", "tireworld:p1", "--determinized", "--out", str(tmp_path))
    text = (tmp_path / "domain.pddl").read_text()
    assert "probabilistic" not in text
    assert "(:action move-car-2" in text
    assert (tmp_path / "p1.pddl").exists()


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_generates_the_same_problem_for_the_same_seed(family: str) -> None:
    one, two = (lamp("generate", family, "--seed", "5").stdout for _ in range(2))
    assert one == two
    assert "(define (problem " in one


def test_a_generated_problem_can_be_piped_into_check() -> None:
    text = lamp("generate", "triangle_tireworld", "--size", "10").stdout
    done = subprocess.run(
        [*LAMP, "check", "-", "--json"], input=text, text=True, capture_output=True, check=True
    )
    assert json.loads(done.stdout)["actions"] == 570


def test_the_help_of_a_generator_tells_ranges_and_defaults() -> None:
    text = lamp("generate", "elevators", "--help").stdout
    assert "number of floors, 2 to 50 [default: 3]" in text
    assert "lamp generate elevators --seed 7" in text


@pytest.mark.parametrize("command", ["benchmarks", "export", "generate", "landmarks", "check"])
def test_the_help_of_every_command_has_an_example(command: str) -> None:
    text = lamp(command, "--help").stdout
    assert f"lamp {command} " in text.partition("Example")[2]
