"""The sources of landmarks: files, or none at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lamp.errors import LandmarkError
from lamp.landmarks import Landmark, generate_landmarks
from lamp.task import Task


def test_the_source_none_gives_the_goal_as_only_landmark(task: Task) -> None:
    assert generate_landmarks(task, "none").graph.landmarks == (Landmark(task.goal),)


def test_an_unknown_source_is_refused(task: Task) -> None:
    with pytest.raises(LandmarkError, match="no source of landmarks 'lm_zg'"):
        generate_landmarks(task, "lm_zg")


def test_a_landmark_file_needs_only_the_atoms_of_each_landmark(task: Task, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"landmarks": [{"atoms": ["(AT f1  p2)"]}]}))
    generation = generate_landmarks(task, str(path))
    assert generation.graph.landmarks[0].literals[0].text(task) == "(at f1 p2)"
    assert generation.source == str(path)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{\n "landmarks": }', r"mine\.json:2:15: not JSON: Expecting value"),
        (b"\xff{", r"mine\.json:1:1: cannot be read: 'utf-8' codec"),
        (b"[" * 100_000, r"mine\.json:1:1: nested too deeply"),
        (b'{"landmarks": 3}', r'mine\.json:1:1: "landmarks" is 3'),
        (b"9" * 10_000, r"mine\.json:1:1: not JSON: Exceeds the limit"),
    ],
)
def test_a_file_that_is_no_graph_is_refused_with_its_place(
    data: bytes, message: str, task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.json").write_bytes(data)
    with pytest.raises(LandmarkError, match=message):
        generate_landmarks(task, "mine.json")


def test_a_missing_landmark_file_is_reported(task: Task) -> None:
    with pytest.raises(LandmarkError, match="cannot be read: No such file"):
        generate_landmarks(task, "/nowhere/mine.json")
