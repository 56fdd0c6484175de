"""Drawings as SVG: every landmark and every ordering, with its form, and a legend."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from hypothesis import given, settings

from lamp.drawing.graph.labels import FONT_SIZE, HEADING_SIZE
from lamp.drawing.layout.layering import Edge
from lamp.drawing.svg.text import text_width
from lamp.landmarks import Landmark, LandmarkGraph, Literal, to_svg
from lamp.task import ALWAYS, Condition
from tests.support.landmark_drawings import (
    GREEDY,
    HOSTILE,
    NATURAL,
    NECESSARY,
    TANGLE,
    all_forms,
    boxes_of,
    drawn_task,
    edges_among,
    graph_of,
    overlap,
    parsed,
)
from tests.support.processes import run_python
from tests.support.sampling import examples


@pytest.mark.parametrize("goal", all_forms())
def test_every_form_of_goal_is_drawn_as_valid_xml(goal: Landmark) -> None:
    others = [landmark for landmark in all_forms() if landmark != goal]
    svg = to_svg(LandmarkGraph((*others, goal)), drawn_task(4, "<", "&", "]]>", '"'))
    assert len(boxes_of(svg)) == len(others) + 1


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_escaped_and_characters_that_are_invalid_in_xml_are_replaced(name: str) -> None:
    drawn = parsed(to_svg(graph_of(2), drawn_task(2, name)).encode().decode())
    readable = re.sub("[\ufffe\x1b\ud800]", "\ufffd", name)
    assert drawn.findtext(".//g[@data-landmark='1']/title") == f"({readable})"


def test_every_landmark_is_drawn_once() -> None:
    groups = parsed(to_svg(graph_of(9), drawn_task(9))).iterfind(".//g[@data-landmark]")
    assert sorted(int(group.attrib["data-landmark"]) for group in groups) == list(range(10))


def test_every_ordering_is_drawn_once_with_its_kind_and_its_ends() -> None:
    orderings = [(0, 1, NATURAL), (1, 2, GREEDY), (2, 3, NECESSARY), (0, 3, GREEDY)]
    drawn = parsed(to_svg(graph_of(4, *orderings), drawn_task(4)))
    edges = [path.attrib for path in drawn.iterfind(".//path[@data-before]")]
    kinds = [tuple(edge["class"].split()[1:3]) for edge in edges if "ordering" in edge["class"]]
    ends = [
        (edge["data-before"], edge["data-after"]) for edge in edges if "ordering" in edge["class"]
    ]
    expected = sorted(orderings, key=lambda ordering: (ordering[2], ordering))
    assert ends == [(str(before), str(after)) for before, after, _ in expected]
    assert kinds == [("ordering", kind.label) for _, _, kind in expected]


def test_css_classes_of_landmarks_give_their_kind_and_whether_they_hold_initially() -> None:
    simple = [Landmark(Condition((fact,))) for fact in range(3)]
    either, both = Landmark.any_of([Literal(1), Literal(3)]), Landmark(Condition((1, 2)))
    drawn = parsed(to_svg(LandmarkGraph((*simple, either, both)), drawn_task(4)))
    assert [group.attrib["class"] for group in drawn.iterfind(".//g[@data-landmark]")] == [
        "landmark atomic trivial",
        "landmark atomic in-goal",
        "landmark atomic in-goal",
        "landmark disjunctive",
        "landmark conjunctive goal",
    ]


def test_only_conjuncts_of_the_goal_are_parts_of_it() -> None:
    either = Condition(any_of=((Condition((3,)), Condition((4,))),))
    goal = Landmark(Condition((1,), (2,), either.any_of))
    conjuncts = [Condition((1,)), Condition((), (2,)), either]
    others = [Condition((2,)), Condition((), (1,)), Condition((3,)), ALWAYS]
    assert all(Landmark(part).is_part_of(goal.condition) for part in conjuncts)
    assert not any(Landmark(other).is_part_of(goal.condition) for other in others)


def test_the_legend_explains_exactly_the_kinds_that_occur() -> None:
    svg = to_svg(graph_of(3, (1, 2, NECESSARY)), drawn_task(3))
    assert [text in svg for text in (">necessary ordering", ">holds initially")] == [True, True]
    assert [text in svg for text in (">natural ordering", ">one of several")] == [False, False]


def test_a_drawing_without_a_legend_is_lower() -> None:
    plain, explained = (
        parsed(to_svg(TANGLE, drawn_task(12), legend=legend)) for legend in (False, True)
    )
    assert int(plain.attrib["height"]) < int(explained.attrib["height"])


def test_the_goal_is_on_top() -> None:
    *others, goal = boxes_of(to_svg(graph_of(30, (1, 2, GREEDY), (2, 3, GREEDY)), drawn_task(30)))
    assert all(goal.y + goal.height < box.y for box in others)


def test_landmarks_that_hold_initially_are_at_the_bottom() -> None:
    trivial, *others = boxes_of(to_svg(graph_of(5, (1, 2, GREEDY), (0, 3, GREEDY)), drawn_task(5)))
    assert all(trivial.y > box.y + box.height for box in others)


def test_a_graph_of_the_goal_alone_is_drawn() -> None:
    assert len(boxes_of(to_svg(LandmarkGraph((Landmark(Condition((0,))),)), drawn_task(1)))) == 1


@settings(max_examples=examples(100))
@given(edges_among(12, 30))
def test_boxes_do_not_overlap_and_are_inside_the_page(edges: list[Edge]) -> None:
    svg = to_svg(graph_of(12, *((*edge, GREEDY) for edge in edges)), drawn_task(12))
    _, _, width, height = map(float, parsed(svg).attrib["viewBox"].split())
    boxes = boxes_of(svg)
    assert not any(overlap(box, other) for box, other in combinations(boxes, 2))
    assert all(box.x > 0 and box.x + box.width < width for box in boxes)
    assert all(box.y > 0 and box.y + box.height < height for box in boxes)


@pytest.mark.parametrize("name", HOSTILE)
def test_text_fits_into_its_box(name: str) -> None:
    goal = Landmark(Condition(tuple(range(60))))
    graph = LandmarkGraph((Landmark(Condition((59,))), all_forms()[2], goal))
    for group in parsed(to_svg(graph, drawn_task(60, name))).iterfind(".//g[@data-landmark]"):
        (frame, *_), texts = group.findall("rect"), group.findall("text")
        left, right = float(frame.attrib["x"]), float(frame.attrib["width"])
        for text in texts:
            classes = text.attrib["class"].split()
            width = text_width(text.text or "", HEADING_SIZE if "heading" in classes else FONT_SIZE)
            start = float(text.attrib["x"]) - (0.0 if "first" in classes else width / 2)
            assert left <= start
            assert start + width <= left + right


@pytest.mark.parametrize("seed", ["1", "2"])
def test_a_drawing_is_the_same_bytes_under_any_hash_seed(seed: str) -> None:
    code = (
        "from tests.support.landmark_drawings import TANGLE, drawn_task\n"
        "from lamp.landmarks import to_svg\n"
        "print(to_svg(TANGLE, drawn_task(12)).encode(), end='')"
    )
    drawn = run_python(code, env={"PYTHONHASHSEED": seed}, check=True).stdout
    assert drawn == str(to_svg(TANGLE, drawn_task(12)).encode())


@pytest.mark.slow
def test_a_thousand_landmarks_can_be_drawn() -> None:
    edges = {(node, node + 1 + (node * step) % 40) for node in range(950) for step in (3, 7, 11)}
    graph, task = graph_of(1000, *((*edge, GREEDY) for edge in sorted(edges))), drawn_task(1000)
    assert to_svg(graph, task).count("data-landmark=") == 1001
