"""`lamp landmarks`: the list, JSON, drawings, and sources of landmarks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.support.cli import COURIER, lamp, lamp_process


def landmarks_as_json(*arguments: str) -> Any:
    return json.loads(lamp("landmarks", *arguments, "--json").stdout)


def test_landmarks_are_listed_in_topological_order() -> None:
    lines = lamp("landmarks", "elevators:p1", "--no-cache").stdout.splitlines()
    assert lines[0] == "problem    elevators/elev_3_4_2_3_17332"
    assert lines[1] == "landmarks  10 to pursue, the goal included; 11 hold initially"
    rows = {line.split()[0]: line for line in lines[5:] if line[:4].strip().isdigit()}
    assert len(rows) == 10
    seen: set[str] = set()
    for number, row in rows.items():
        _, _, after = row[6:].partition("  ")
        named = {word.split()[0] for word in after.split(",") if word.strip()[:1].isdigit()}
        assert named <= seen
        seen.add(number)


def test_all_shows_landmarks_that_hold_initially_too() -> None:
    text = lamp("landmarks", "elevators:p1", "--all").stdout
    assert "(coin-at c2 f3 p1)" in text
    assert "(coin-at c2 f3 p1)" not in lamp("landmarks", "elevators:p1").stdout


def test_landmarks_json_has_the_documented_keys() -> None:
    graph = landmarks_as_json("tireworld:p1")
    assert {"landmarks", "orderings", "nontrivial", "source", "seconds"} <= graph.keys()
    assert graph["nontrivial"] == 5
    assert set(graph["landmarks"][0]) == {"id", "kind", "atoms", "initially_true", "in_goal"}
    assert set(graph["orderings"][0]) == {"from", "to", "type"}


def test_format_json_is_the_same_as_json() -> None:
    by_format = json.loads(lamp("landmarks", "tireworld:p1", "--format", "json").stdout)
    assert by_format["landmarks"] == landmarks_as_json("tireworld:p1")["landmarks"]


def test_landmarks_accepts_ppddl_files() -> None:
    graph = landmarks_as_json(*COURIER)
    assert graph["problem"] == "courier/two-parcels"
    assert graph["nontrivial"] > 1


def test_landmarks_reads_back_the_json_that_it_printed(tmp_path: Path) -> None:
    path = tmp_path / "graph.json"
    assert lamp("landmarks", "elevators:p13", "--json", "--out", str(path)).stdout == ""
    again = landmarks_as_json("elevators:p13", "--landmarks", str(path))
    first = json.loads(path.read_text())
    assert (again["landmarks"], again["orderings"]) == (first["landmarks"], first["orderings"])
    assert again["source"] == str(path)


def test_formats_svg_and_dot_print_svg_and_dot(tmp_path: Path) -> None:
    path = tmp_path / "graph.svg"
    lamp("landmarks", "elevators:p13", "--format", "svg", "--out", str(path))
    assert ET.fromstring(path.read_text()).tag.endswith("svg")  # noqa: S314
    assert lamp("landmarks", "elevators:p13", "--format", "dot").stdout.startswith("digraph")


def test_drawings_number_landmarks_as_json_does() -> None:
    graph = landmarks_as_json("elevators:p2")
    pursued = {
        str(landmark["id"]) for landmark in graph["landmarks"] if not landmark["initially_true"]
    }
    drawing = lamp("landmarks", "elevators:p2", "--format", "svg").stdout
    assert set(re.findall(r'data-landmark="(\d+)"', drawing)) - pursued == {"13"}
    assert set(re.findall(r'data-(?:before|after)="(\d+)"', drawing)) <= pursued | {"13"}
    assert "n13 [" in lamp("landmarks", "elevators:p2", "--format", "dot").stdout


def test_a_goal_that_cannot_be_reached_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "both.ppddl"
    path.write_text(
        "(define (domain d) (:predicates (a))) (define (problem p) (:domain d) (:goal (a)))"
    )
    assert "no sequence of actions reaches the goal" in lamp("landmarks", str(path)).stdout
    assert landmarks_as_json(str(path))["goal_relaxed_reachable"] is False


def test_json_and_another_format_contradict_each_other() -> None:
    assert lamp("landmarks", "tireworld:p1", "--json", "--format", "svg").returncode == 2


def test_the_source_none_gives_the_goal_as_only_landmark() -> None:
    assert landmarks_as_json("tireworld:p1", "--landmarks", "none")["nontrivial"] == 1


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("lm_zg", "there is no source of landmarks 'lm_zg'"),
        ("/nowhere.json", "/nowhere.json:1:1: cannot be read"),
        ("", "there is no source of landmarks ''"),
    ],
)
def test_a_wrong_source_is_reported_on_stderr_and_as_json(source: str, words: str) -> None:
    done = lamp("landmarks", "tireworld:p1", "--landmarks", source, "--json")
    assert done.returncode == 1
    assert words in done.stderr
    assert json.loads(done.stdout)["error"]["kind"] == "LandmarkError"


@pytest.mark.needs("fast-downward")
def test_a_generator_of_fast_downward_is_a_source() -> None:
    graph = landmarks_as_json("tireworld:p1", "--landmarks", "fd:lm_zg")
    assert graph["source"] == "fd:lm_zg"
    assert graph["nontrivial"] == 3


def test_another_process_reads_the_graph_from_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMP_CACHE_DIR", str(tmp_path))
    assert landmarks_as_json("tireworld:p1")["cached"] is False
    again = lamp_process("landmarks", "tireworld:p1", "--json", check=True)
    assert json.loads(again.stdout)["cached"] is True


def test_landmarks_can_be_found_without_a_home() -> None:
    without = {"HOME": "/proc/nowhere", "XDG_CACHE_HOME": "", "LAMP_CACHE_DIR": ""}
    done = lamp_process("landmarks", "tireworld:p1", env=without)
    assert done.returncode == 0
    assert done.stderr == ""
