"""`lamp landmarks`, run as people and programs run it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.oracles.fast_downward import needs_fast_downward
from tests.support.cli import lamp

COURIER = [f"examples/courier/{name}.ppddl" for name in ("domain", "problem")]


def test_the_list_puts_earlier_landmarks_first() -> None:
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


def test_all_shows_those_that_hold_initially_too() -> None:
    text = lamp("landmarks", "elevators:p1", "--all").stdout
    assert "(coin-at c2 f3 p1)" in text
    assert "(coin-at c2 f3 p1)" not in lamp("landmarks", "elevators:p1").stdout


def test_json_has_the_promised_keys() -> None:
    found = json.loads(lamp("landmarks", "tireworld:p1", "--json").stdout)
    assert {"landmarks", "orderings", "nontrivial", "source", "seconds"} <= found.keys()
    assert found["nontrivial"] == 5
    assert set(found["landmarks"][0]) == {"id", "kind", "atoms", "initially_true", "in_goal"}
    assert set(found["orderings"][0]) == {"from", "to", "type"}


def test_format_json_is_the_same_as_json() -> None:
    one, other = (
        json.loads(lamp("landmarks", "tireworld:p1", *flags).stdout)
        for flags in (["--json"], ["--format", "json"])
    )
    assert one["landmarks"] == other["landmarks"]


def test_files_of_a_user_have_landmarks_too() -> None:
    found = json.loads(lamp("landmarks", *COURIER, "--json").stdout)
    assert found["problem"] == "courier/two-parcels"
    assert found["nontrivial"] > 1


def test_what_json_prints_can_be_read_again(tmp_path: Path) -> None:
    path = tmp_path / "graph.json"
    assert lamp("landmarks", "elevators:p13", "--json", "--out", str(path)).stdout == ""
    again = json.loads(
        lamp("landmarks", "elevators:p13", "--json", "--landmarks", str(path)).stdout
    )
    first = json.loads(path.read_text())
    assert (again["landmarks"], again["orderings"]) == (first["landmarks"], first["orderings"])
    assert again["source"] == str(path)


def test_a_drawing_is_svg_and_dot_is_dot(tmp_path: Path) -> None:
    path = tmp_path / "graph.svg"
    lamp("landmarks", "elevators:p13", "--format", "svg", "--out", str(path))
    assert ET.fromstring(path.read_text()).tag.endswith("svg")  # noqa: S314
    assert lamp("landmarks", "elevators:p13", "--format", "dot").stdout.startswith("digraph")


def test_a_drawing_calls_landmarks_by_the_numbers_of_json() -> None:
    found = json.loads(lamp("landmarks", "elevators:p2", "--json").stdout)
    pursued = {str(one["id"]) for one in found["landmarks"] if not one["initially_true"]}
    drawing = lamp("landmarks", "elevators:p2", "--format", "svg").stdout
    assert set(re.findall(r'data-landmark="(\d+)"', drawing)) - pursued == {"13"}
    assert set(re.findall(r'data-(?:before|after)="(\d+)"', drawing)) <= pursued | {"13"}
    assert "n13 [" in lamp("landmarks", "elevators:p2", "--format", "dot").stdout


def test_a_drawing_survives_any_encoding_of_the_terminal() -> None:
    done = lamp("landmarks", "tireworld:p1", "--format", "svg", PYTHONIOENCODING="cp1252")
    assert done.stdout.isascii()


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    lamp("landmarks", "tireworld:p1", "--json", "--out", str(link))
    assert link.is_symlink()
    assert json.loads(target.read_text())["nontrivial"] == 5
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert lamp("landmarks", "tireworld:p1", "--json", "--out", str(pipe)).returncode == 0
    assert json.loads(os.read(reader, 1 << 16))["nontrivial"] == 5
    os.close(reader)


def test_a_file_keeps_its_mode_and_a_protected_one_its_text(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("mine")
    mine.chmod(0o444)
    done = lamp("landmarks", "tireworld:p1", "--json", "--out", str(mine))
    assert done.returncode == 74
    assert json.loads(done.stdout)["error"]["kind"] == "OutputError"
    assert mine.read_text() == "mine"
    mine.chmod(0o600)
    assert lamp("landmarks", "tireworld:p1", "--out", str(mine)).returncode == 0
    assert mine.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [mine]


def test_links_that_lead_nowhere_are_no_traceback(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    done = lamp("landmarks", "tireworld:p1", "--out", str(loop))
    assert done.returncode == 74
    assert "Traceback" not in done.stderr
    assert lamp("landmarks", "tireworld:p1", LAMP_CACHE_DIR=str(loop)).returncode == 0


def test_a_goal_that_cannot_be_reached_is_said_to_be_so(tmp_path: Path) -> None:
    path = tmp_path / "both.ppddl"
    path.write_text(
        "(define (domain d) (:predicates (a))) (define (problem p) (:domain d) (:goal (a)))"
    )
    assert "no sequence of actions reaches the goal" in lamp("landmarks", str(path)).stdout
    found = json.loads(lamp("landmarks", str(path), "--json").stdout)
    assert found["goal_relaxed_reachable"] is False


def test_json_and_another_format_contradict_each_other() -> None:
    assert lamp("landmarks", "tireworld:p1", "--json", "--format", "svg").returncode == 2


def test_none_is_the_goal_alone() -> None:
    found = json.loads(lamp("landmarks", "tireworld:p1", "--landmarks", "none", "--json").stdout)
    assert found["nontrivial"] == 1


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("lm_zg", "there is no source of landmarks 'lm_zg'"),
        ("/nowhere.json", "/nowhere.json:1:1: cannot be read"),
        ("", "there is no source of landmarks ''"),
    ],
)
def test_a_wrong_source_is_told_on_stderr_and_as_json(source: str, words: str) -> None:
    done = lamp("landmarks", "tireworld:p1", "--landmarks", source, "--json")
    assert done.returncode == 1
    assert words in done.stderr
    assert json.loads(done.stdout)["error"]["kind"] == "LandmarkError"


@needs_fast_downward
def test_a_generator_of_fast_downward_can_be_asked() -> None:
    found = json.loads(
        lamp("landmarks", "tireworld:p1", "--landmarks", "fd:lm_zg", "--json").stdout
    )
    assert found["source"] == "fd:lm_zg"
    assert found["nontrivial"] == 3


def test_a_second_call_reads_the_graph_from_disk(tmp_path: Path) -> None:
    first, second = (
        json.loads(
            lamp("landmarks", "tireworld:p1", "--json", LAMP_CACHE_DIR=str(tmp_path)).stdout
        )["cached"]
        for _ in range(2)
    )
    assert (first, second) == (False, True)


def test_landmarks_can_be_found_without_a_home() -> None:
    done = lamp(
        "landmarks", "tireworld:p1", HOME="/proc/nowhere", XDG_CACHE_HOME="", LAMP_CACHE_DIR=""
    )
    assert done.returncode == 0
    assert done.stderr == ""
