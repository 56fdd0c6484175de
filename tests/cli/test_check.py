"""`lamp check`: the summary of a task, warnings, mistakes, limits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.cli import COURIER, lamp, lamp_process
from tests.support.paths import ROOT, shared_folder


def test_check_summarises_a_problem_on_stdout() -> None:
    done = lamp("check", *COURIER)
    assert done.returncode == 0
    assert done.stderr == ""
    labels = [line.split()[0] for line in done.stdout.splitlines()]
    assert labels == [
        *("problem", "uses", "objects", "facts", "actions", "outcomes", "branching"),
        *("costs", "initially", "warnings"),
    ]


def test_check_prints_json_on_request() -> None:
    summary = json.loads(lamp("check", "--json", *COURIER).stdout)
    assert summary["seconds"] > 0
    del summary["seconds"]
    assert summary == {
        "domain": "courier",
        "problem": "two-parcels",
        "requirements": [
            ":conditional-effects",
            ":disjunctive-preconditions",
            ":negative-preconditions",
            ":probabilistic-effects",
            ":typing",
            ":universal-preconditions",
        ],
        "objects": 6,
        "schemas": 4,
        "schemas_never_applicable": [],
        "facts": 17,
        "actions": 24,
        "outcomes": 30,
        "outcomes_per_action": {"1": 18, "2": 6},
        "largest_branching": 2,
        "largest_branching_action": "(walk hall lobby)",
        "applicable_initially": 2,
        "costs": {
            "metric": None,
            "unit": True,
            **dict.fromkeys(["least", "greatest", "mean", "typical"], "1"),
            "actions_without_cost": 0,
            "actions_with_conditional_costs": 0,
            "actions_with_random_costs": 0,
            "goal_reward": None,
        },
        "goal_holds": False,
        "goal_relaxed_reachable": True,
        "warnings": [],
    }


def test_warnings_are_shown_with_their_place() -> None:
    done = lamp("check", "--name", "one", "tests/data/everything.ppddl")
    assert done.returncode == 0
    assert "  tests/data/everything.ppddl:46:5: :parameters are not a list" in done.stdout
    done = lamp("check", "--json", "--name=one", "tests/data/everything.ppddl")
    assert len(json.loads(done.stdout)["warnings"]) == 6


def test_an_unreachable_goal_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text(
        "(define (domain d) (:predicates (p))) (define (problem x) (:domain d) (:goal (p)))"
    )
    summary = json.loads(lamp("check", "--json", str(path)).stdout)
    assert not summary["goal_relaxed_reachable"]
    assert "no sequence of actions reaches the goal" in summary["warnings"][0]
    assert summary["largest_branching_action"] is None


def test_a_mistake_in_a_file_ends_check_with_code_1_and_shows_the_line(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text("(define (domain d)\n\t(:predicats (p)))")
    done = lamp("check", str(path))
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        f"{path}:2:2: unknown section (:predicats …) in domain d",
        "     (:predicats (p)))",
        "     ^",
        "  Did you mean :predicates?",
    ]


def test_check_prints_a_mistake_as_json(tmp_path: Path) -> None:
    done = lamp("check", "--json", str(tmp_path))
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"] == {
        "kind": "PpddlError",
        "file": str(tmp_path),
        "line": 1,
        "column": 1,
        "cause": "cannot be read: Is a directory",
        "remedy": "Expected the path of a PPDDL file.",
    }


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["chek"],
        ["check", "--limit", "actions", *COURIER],
        ["check", "--limit", "actions=0", *COURIER],
        ["check", "--limit", "speed=9", *COURIER],
        ["check", "--limit", "actions=" + "9" * 40, *COURIER],
    ],
)
def test_wrong_arguments_end_with_code_2_and_show_the_usage(arguments: list[str]) -> None:
    done = lamp(*arguments)
    assert done.returncode == 2
    assert "Usage: lamp" in done.stderr


def test_an_exceeded_limit_ends_check_with_code_3_and_a_message_that_names_it(
    large_file: str,
) -> None:
    done = lamp("check", "--limit", "actions=1_000", large_file)
    assert done.returncode == 3
    assert "more than 1,000 ground actions, at action [/all]" in done.stderr
    done = lamp("check", "--limit", "text_bytes=10", large_file)
    assert done.returncode == 3
    assert "larger than 10 bytes" in done.stderr


def test_a_high_limit_on_text_reserves_no_memory() -> None:
    assert lamp("check", "--limit", "text_bytes=100_000_000_000_000", *COURIER).returncode == 0


def test_a_domain_alone_is_checked() -> None:
    summary = json.loads(lamp("check", "--json", COURIER[0]).stdout)
    assert (summary["types"], summary["predicates"], summary["schemas"]) == (2, 6, 4)
    assert lamp("check", COURIER[0]).stdout.startswith("domain     courier, without a problem")


def test_a_mistake_in_a_domain_alone_is_found(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text("(define (domain d) (:action a :effect (p)))")
    assert "1:39: unknown predicate p" in lamp("check", str(path)).stderr


def test_a_dash_as_path_means_standard_input() -> None:
    text = "".join((ROOT / name).read_text() for name in COURIER)
    done = lamp_process("check", "--json", "-", input=text, check=True)
    assert json.loads(done.stdout)["facts"] == 17


@pytest.mark.needs("shared")
@pytest.mark.parametrize("family", ["tireworld", "zenotravel"])
def test_check_accepts_the_paper_s_files_without_warnings(family: str) -> None:
    folder = shared_folder(family)
    done = lamp("check", "--json", str(folder / "domain.ppddl"), str(folder / "p5.ppddl"))
    summary = json.loads(done.stdout)
    assert summary["warnings"] == []
    assert summary["goal_relaxed_reachable"]
