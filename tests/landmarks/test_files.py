"""Landmark graphs as JSON: written, read back, and refused where they are no graphs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamp.errors import LandmarkError
from lamp.landmarks import Landmark, LandmarkGraph, Ordering, OrderingType, lm_rhw
from lamp.landmarks.files import from_json, to_json
from lamp.task import Condition, Task
from tests.support.tasks import benchmark_task


@pytest.mark.parametrize(
    "name", ["elevators:p13", "exploding_blocksworld:p7", "tireworld:p1", "zenotravel:p1"]
)
def test_a_graph_written_as_json_is_read_back_the_same(name: str) -> None:
    task = benchmark_task(name)
    graph = lm_rhw(task)
    assert from_json(json.loads(json.dumps(to_json(graph, task))), task) == graph


def test_a_goal_that_orderings_name_is_written_and_read_back(task: Task) -> None:
    graph = LandmarkGraph(
        (Landmark(Condition(true=(0,))), Landmark(task.goal)),
        (Ordering(0, 1, OrderingType.NECESSARY),),
    )
    assert from_json(to_json(graph, task), task) == graph


def test_several_atoms_without_a_kind_are_a_disjunction(task: Task) -> None:
    graph = from_json({"landmarks": [{"atoms": ["(at f1 p2)", "(not (have c1))"]}]}, task)
    assert graph.landmarks[0].kind == "disjunctive"


def test_ids_of_landmarks_may_be_numbers_or_strings(task: Task) -> None:
    data = {
        "landmarks": [
            {"id": "first", "atoms": ["(at f1 p2)"]},
            {"id": 7, "atoms": ["(at f1 p3)"], "kind": "atomic"},
        ],
        "orderings": [{"from": "first", "to": 7, "type": "necessary"}],
    }
    assert from_json(data, task).orderings == (Ordering(0, 1, OrderingType.NECESSARY),)


def test_the_kind_simple_of_earlier_versions_is_read_as_atomic(task: Task) -> None:
    old = {"landmarks": [{"id": 0, "atoms": ["(at f1 p2)"], "kind": "simple"}]}
    new = {"landmarks": [{"id": 0, "atoms": ["(at f1 p2)"], "kind": "atomic"}]}
    assert from_json(old, task) == from_json(new, task)


LANDMARK = {"id": 0, "atoms": ["(at f1 p2)"]}
OTHER = {"id": 1, "atoms": ["(at f1 p3)"]}
EDGE = {"from": 0, "to": 1}


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        ([], "the file is"),
        ({}, '"landmarks" is null'),
        ({"landmark": []}, '"landmarks" is null'),
        ({"landmarks": [{"atoms": ["(at f1 p2)", "(at f1 p3)"], "kind": "atomic"}]}, 'is "atomic'),
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
        ({"landmarks": [LANDMARK], "orderings": [{"from": 0, "to": 0}]}, "cycle: 0 → 0"),
        ({"landmarks": [LANDMARK, OTHER], "orderings": [EDGE, EDGE]}, "from 0 to 1 is given 2"),
        ({"landmarks": [{"id": None, "atoms": ["(at f1 p2)"]}]}, "the id of a landmark is null"),
    ],
)
def test_json_that_is_not_a_landmark_graph_is_refused_with_cause_and_remedy(
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


@given(JSON)
def test_any_json_is_read_as_a_landmark_graph_or_refused(data: object) -> None:
    try:
        from_json(data, benchmark_task("elevators:p1"))
    except LandmarkError as error:
        assert error.remedy
