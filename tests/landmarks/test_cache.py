"""The cache of landmark graphs on disk."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from lamp.benchmarks import load
from lamp.grounding import ground
from lamp.landmarks import cache, fast_downward, generate_landmarks, lm_rhw
from lamp.landmarks.cache import cached, task_hash
from lamp.task import Condition, Task
from tests.support.tasks import benchmark_task


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LAMP_CACHE_DIR", str(tmp_path))
    return tmp_path / "landmarks"


def test_a_landmark_graph_is_computed_once_and_then_read_from_the_cache(
    task: Task, folder: Path
) -> None:
    first, second = generate_landmarks(task), generate_landmarks(task)
    assert (first.cached, second.cached) == (False, True)
    assert first.graph == second.graph
    assert len(list(folder.iterdir())) == 1


def test_without_the_cache_nothing_is_read_or_written(task: Task, folder: Path) -> None:
    assert not generate_landmarks(task, use_cache=False).cached
    assert not folder.exists()


def test_sources_and_tasks_do_not_share_entries(task: Task, folder: Path) -> None:
    other = benchmark_task("elevators:p2")
    for owner, source in ((task, "rhw"), (task, "fd:lm_zg"), (other, "rhw")):
        _, from_disk = cached(owner, source, partial(lm_rhw, owner))
        assert not from_disk
    assert len(list(folder.iterdir())) == 3


def test_a_cached_graph_of_a_different_code_version_is_not_read(
    task: Task, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generate_landmarks(task)
    monkeypatch.setattr(cache, "code_hash", lambda: "other")
    assert not generate_landmarks(task).cached


@pytest.mark.parametrize(("source", "is_reused"), [("rhw", True), ("fd:lm_zg", False)])
def test_only_graphs_of_fast_downward_depend_on_its_version(
    task: Task, folder: Path, monkeypatch: pytest.MonkeyPatch, source: str, is_reused: bool
) -> None:
    cached(task, source, partial(lm_rhw, task))
    monkeypatch.setattr(fast_downward, "fast_downward_version", lambda: "other")
    assert cached(task, source, partial(lm_rhw, task))[1] is is_reused


@pytest.mark.parametrize("text", ["", "{", "[]", '{"landmarks": [{"atoms": ["(no)"]}]}', "\0"])
def test_a_damaged_entry_is_replaced(task: Task, folder: Path, text: str) -> None:
    graph = generate_landmarks(task).graph
    (entry,) = folder.iterdir()
    entry.write_text(text)
    assert generate_landmarks(task).graph == graph
    assert generate_landmarks(task).cached


def test_landmarks_are_found_when_the_cache_folder_cannot_be_written(
    task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LAMP_CACHE_DIR", str(tmp_path / "file"))
    assert generate_landmarks(task).graph == lm_rhw(task)


def test_landmarks_are_found_when_there_is_no_home_folder(
    task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_home() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(cache, "cache_folder", no_home)
    assert generate_landmarks(task).graph == lm_rhw(task)


def test_the_hash_depends_on_all_of_a_task_but_its_name(task: Task) -> None:
    model = load("elevators:p1")
    assert task_hash(task) == task_hash(ground(model.domain, model.problem))
    variants = [
        Task("other", task.atoms, task.actions, task.initial, task.goal),
        Task(task.name, task.atoms, task.actions[1:], task.initial, task.goal),
        Task(task.name, task.atoms, task.actions, frozenset(), task.goal),
        Task(task.name, task.atoms, task.actions, task.initial, Condition()),
        Task(task.name, task.atoms[::-1], task.actions, task.initial, task.goal),
    ]
    hashes = [task_hash(variant) for variant in variants]
    assert hashes[0] == task_hash(task)
    assert len(set(hashes)) == len(hashes)
