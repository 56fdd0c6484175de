"""Sources of landmarks: files of the user's, none, and the cache."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamp.benchmarks import load
from lamp.errors import LandmarkError
from lamp.grounding import ground
from lamp.landmarks import Landmark, LandmarkGraph, Ordering, OrderingType, cache
from lamp.landmarks.cache import cache_folder, cached, task_hash
from lamp.landmarks.files import from_json, to_json
from lamp.landmarks.rhw import find_landmarks
from lamp.landmarks.sources import landmarks_from
from lamp.task import Condition, Task


@pytest.fixture
def task() -> Task:
    return benchmark("elevators:p1")


def benchmark(name: str) -> Task:
    model = load(name)
    return ground(model.domain, model.problem)


@pytest.mark.parametrize(
    "name", ["elevators:p13", "exploding_blocksworld:p7", "tireworld:p1", "zenotravel:p1"]
)
def test_a_graph_written_as_json_is_read_back_the_same(name: str) -> None:
    task = benchmark(name)
    graph = find_landmarks(task)
    assert from_json(json.loads(json.dumps(to_json(graph, task))), task) == graph


def test_a_goal_that_orderings_name_is_written_and_read_back(task: Task) -> None:
    graph = LandmarkGraph(
        (Landmark(Condition(true=(0,))), Landmark(task.goal)),
        (Ordering(0, 1, OrderingType.NECESSARY),),
    )
    assert from_json(to_json(graph, task), task) == graph


def test_no_landmarks_means_the_goal_alone(task: Task) -> None:
    assert landmarks_from(task, "none").graph.landmarks == (Landmark(task.goal),)


def test_a_file_needs_no_more_than_atoms(task: Task, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"landmarks": [{"atoms": ["(AT f1  p2)"]}]}))
    found = landmarks_from(task, str(path))
    assert found.graph.landmarks[0].literals[0].text(task) == "(at f1 p2)"
    assert found.source == str(path)


def test_several_atoms_without_a_kind_are_a_disjunction(task: Task) -> None:
    graph = from_json({"landmarks": [{"atoms": ["(at f1 p2)", "(not (have c1))"]}]}, task)
    assert graph.landmarks[0].kind == "disjunctive"


def test_ids_are_numbers_or_words(task: Task) -> None:
    data = {
        "landmarks": [
            {"id": "first", "atoms": ["(at f1 p2)"]},
            {"id": 7, "atoms": ["(at f1 p3)"], "kind": "simple"},
        ],
        "orderings": [{"from": "first", "to": 7, "type": "necessary"}],
    }
    assert from_json(data, task).orderings == (Ordering(0, 1, OrderingType.NECESSARY),)


LANDMARK = {"id": 0, "atoms": ["(at f1 p2)"]}
OTHER = {"id": 1, "atoms": ["(at f1 p3)"]}
EDGE = {"from": 0, "to": 1}


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        ([], "the file is"),
        ({}, '"landmarks" is null'),
        ({"landmark": []}, '"landmarks" is null'),
        ({"landmarks": [{"atoms": ["(at f1 p2)", "(at f1 p3)"], "kind": "simple"}]}, 'is "simple'),
        ({"landmarks": [{"atoms": ["(at f1 p2)"], "kind": "disjunctive"}]}, 'is "disjunctive'),
        ({"landmarks": 3}, '"landmarks" is 3'),
        ({"landmarks": [4]}, '"landmarks" is'),
        ({"landmarks": [{"atoms": []}]}, "the atoms of a landmark is"),
        ({"landmarks": [{"atoms": "(at f1 p2)"}]}, "the atoms of a landmark is"),
        ({"landmarks": [{"atoms": ["at f1 p2"]}]}, "an atom is"),
        ({"landmarks": [{"atoms": ["()"]}]}, "an atom is"),
        ({"landmarks": [{"atoms": ["(at f9 p9)"]}]}, "is not a fact of this task"),
        ({"landmarks": [{"atoms": ["(at f1 p2)"], "kind": "odd"}]}, "the kind of a landmark is"),
        ({"landmarks": [LANDMARK, LANDMARK]}, "the id of a landmark is 0"),
        ({"landmarks": [LANDMARK], "orderings": [{"from": 0, "to": 5}]}, '"to" of an ordering'),
        ({"landmarks": [LANDMARK], "orderings": [{"from": 0}]}, '"to" of an ordering is null'),
        ({"landmarks": [LANDMARK], "orderings": [{"from": [], "to": 0}]}, '"from" of an ordering'),
        (
            {"landmarks": [LANDMARK, OTHER], "orderings": [{"from": 0, "to": 1, "type": "x"}]},
            "the type of an ordering is",
        ),
        ({"landmarks": [LANDMARK], "orderings": [{"from": 0, "to": 0}]}, "circle: 0 → 0"),
        ({"landmarks": [LANDMARK, OTHER], "orderings": [EDGE, EDGE]}, "from 0 to 1 is given 2"),
        ({"landmarks": [{"id": None, "atoms": ["(at f1 p2)"]}]}, "the id of a landmark is null"),
    ],
)
def test_what_is_no_graph_is_refused_with_cause_and_remedy(
    data: object, cause: str, task: Task
) -> None:
    with pytest.raises(LandmarkError) as caught:
        from_json(data, task)
    assert cause in caught.value.cause
    assert caught.value.remedy


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just("(at f1 p2)"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["landmarks", "orderings", "id", "atoms", "kind", "from", "to"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
ELEVATORS = benchmark("elevators:p1")


@given(JSON)
def test_any_json_is_a_graph_or_an_error_of_ours(data: object) -> None:
    try:
        from_json(data, ELEVATORS)
    except LandmarkError as error:
        assert error.remedy


def test_an_unknown_source_is_refused(task: Task) -> None:
    with pytest.raises(LandmarkError, match="no source of landmarks 'lm_zg'"):
        landmarks_from(task, "lm_zg")


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
        landmarks_from(task, "mine.json")


def test_a_file_that_is_not_there_is_said_to_be_missing(task: Task) -> None:
    with pytest.raises(LandmarkError, match="cannot be read: No such file"):
        landmarks_from(task, "/nowhere/mine.json")


# The cache


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LAMP_CACHE_DIR", str(tmp_path))
    return tmp_path / "landmarks"


def test_a_graph_is_found_once_and_read_ever_after(task: Task, folder: Path) -> None:
    first, second = landmarks_from(task), landmarks_from(task)
    assert (first.cached, second.cached) == (False, True)
    assert first.graph == second.graph
    assert len(list(folder.iterdir())) == 1


def test_without_the_cache_nothing_is_read_or_written(task: Task, folder: Path) -> None:
    assert not landmarks_from(task, use_cache=False).cached
    assert not folder.exists()


def test_sources_and_tasks_do_not_share_entries(task: Task, folder: Path) -> None:
    other = benchmark("elevators:p2")
    for asked, source in ((task, "rhw"), (task, "fd:lm_zg"), (other, "rhw")):
        _, from_disk = cached(asked, source, partial(find_landmarks, asked))
        assert not from_disk
    assert len(list(folder.iterdir())) == 3


def test_other_code_does_not_share_entries(
    task: Task, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    landmarks_from(task)
    monkeypatch.setattr(cache, "code_hash", lambda: "other")
    assert not landmarks_from(task).cached


@pytest.mark.parametrize("text", ["", "{", "[]", '{"landmarks": [{"atoms": ["(no)"]}]}', "\0"])
def test_a_damaged_entry_is_replaced(task: Task, folder: Path, text: str) -> None:
    graph = landmarks_from(task).graph
    (entry,) = folder.iterdir()
    entry.write_text(text)
    assert landmarks_from(task).graph == graph
    assert landmarks_from(task).cached


def test_a_folder_that_cannot_be_written_is_no_error(
    task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LAMP_CACHE_DIR", str(tmp_path / "file"))
    assert landmarks_from(task).graph == find_landmarks(task)


def test_a_user_without_a_home_is_no_error(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(cache, "cache_folder", nobody)
    assert landmarks_from(task).graph == find_landmarks(task)


def test_the_user_s_cache_folder_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LAMP_CACHE_DIR", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/lamp")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder() == Path.home() / ".cache" / "lamp"


def test_the_hash_depends_on_all_of_a_task_but_its_name(task: Task) -> None:
    assert task_hash(task) == task_hash(benchmark("elevators:p1"))
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
