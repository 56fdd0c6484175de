"""Drawings of landmark graphs: what is in them, and that nothing lies upon anything else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamp.landmarks import Landmark, LandmarkGraph, Literal, Ordering, OrderingType
from lamp.landmarks.drawing import to_dot, to_svg
from lamp.landmarks.drawing.crossings import count_crossings, order_rows
from lamp.landmarks.drawing.labels import FONT_SIZE, SMALL_SIZE
from lamp.landmarks.drawing.layers import Edge, Layered, deal_rows, with_waypoints
from lamp.landmarks.drawing.layout import Box, Size, arrange
from lamp.landmarks.drawing.lines import TO_GOAL, lines_of
from lamp.landmarks.drawing.text import cut, text_width
from lamp.task import ALWAYS, NEVER, Atom, Condition, Task

NATURAL, GREEDY, NECESSARY = OrderingType
HOSTILE = ["<", "&", '"', "]]>", "\\", "&lt;", "\ufffe", "\x1b", "\ud800", "€中🙂", "m" * 500]


def task_of(num_facts: int, *names: str) -> Task:
    """A task with some facts, of which the first holds; the last ones have the names given."""
    atoms = [Atom("at", (f"place{fact}",)) for fact in range(num_facts - len(names))]
    return Task("drawn", (*atoms, *map(Atom, names)), (), frozenset({0}), ALWAYS)


def graph_of(num_landmarks: int, *orderings: tuple[int, int, OrderingType]) -> LandmarkGraph:
    """A graph of one landmark for each fact, and a goal of the last two facts."""
    goal = Landmark(Condition((num_landmarks - 2, num_landmarks - 1)))
    found = [Landmark(Condition((fact,))) for fact in range(num_landmarks)]
    return LandmarkGraph((*found, goal), tuple(Ordering(*ordering) for ordering in orderings))


def shapes() -> list[Landmark]:
    """A landmark of every form, over facts 0 to 3."""
    either = (Condition((0,)), Condition((1,), (2,)))
    return [
        Landmark(Condition((0,))),
        Landmark(Condition((), (1,))),
        Landmark.any_of([Literal(1), Literal(2), Literal(3, positive=False)]),
        Landmark(Condition((1, 2))),
        Landmark(Condition((3,), (), (either,))),
        Landmark(ALWAYS),
        Landmark(NEVER),
    ]


TANGLE = graph_of(
    12, *((at, 1 + (7 * at + 5) % 11, GREEDY) for at in range(11) if 1 + (7 * at + 5) % 11 > at)
)


def parsed(svg: str) -> ET.Element:
    """The drawing, read as XML without its namespace."""
    plain = svg.replace(' xmlns="http://www.w3.org/2000/svg"', "")
    return ET.fromstring(plain)  # noqa: S314


def boxes_of(svg: str) -> list[Box]:
    """The outer box of each landmark in a drawing, at its place on the page."""
    boxes = []
    for group in parsed(svg).iterfind("g"):
        left, top = map(float, re.findall(r"[\d.]+", group.attrib["transform"]))
        for frame in group.iterfind("g[@data-landmark]/rect[1]"):
            x, y, width, height = (float(frame.attrib[key]) for key in Box._fields)
            boxes.append(Box(x + left, y + top, width, height))
    return boxes


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes have more than a border in common."""
    beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    return not (beside or one.y + one.height <= other.y or other.y + other.height <= one.y)


def edges_among(num_nodes: int, most: int) -> st.SearchStrategy[list[Edge]]:
    """Random edges without a circle, each from a node to one with a higher number."""
    node = st.integers(0, num_nodes - 1)
    pair = st.tuples(node, node).filter(lambda ends: ends[0] < ends[1])
    return st.lists(pair, max_size=most, unique=True)


SIZES = st.lists(
    st.builds(Size, st.integers(40, 400), st.integers(20, 99)), min_size=2, max_size=15
)
DRAWN_EDGES = SIZES.flatmap(lambda sizes: st.tuples(st.just(sizes), edges_among(len(sizes), 30)))


# What is drawn


@pytest.mark.parametrize("goal", shapes())
def test_every_form_of_goal_is_drawn_as_valid_xml(goal: Landmark) -> None:
    others = [landmark for landmark in shapes() if landmark != goal]
    svg = to_svg(LandmarkGraph((*others, goal)), task_of(4, "<", "&", "]]>", '"'))
    assert len(boxes_of(svg)) == len(others) + 1


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_escaped_and_what_xml_cannot_hold_is_replaced(name: str) -> None:
    drawn = parsed(to_svg(graph_of(2), task_of(2, name)).encode().decode())
    readable = re.sub("[\ufffe\x1b\ud800]", "\ufffd", name)
    assert drawn.findtext(".//g[@data-landmark='1']/title") == f"({readable})"


def test_every_landmark_is_drawn_once() -> None:
    found = parsed(to_svg(graph_of(9), task_of(9))).iterfind(".//g[@data-landmark]")
    assert sorted(int(group.attrib["data-landmark"]) for group in found) == list(range(10))


def test_a_natural_ordering_that_follows_from_others_is_left_out() -> None:
    graph = graph_of(4, (0, 1, GREEDY), (1, 2, NATURAL), (0, 2, NATURAL), (0, 4, NATURAL))
    ends = {(line.before, line.after) for line in lines_of(graph).drawn}
    assert ends == {(0, 1), (1, 2), (2, 4), (3, 4)}
    assert "as others imply them: 2<" in to_svg(graph, task_of(4))


def test_a_stronger_ordering_is_drawn_even_if_a_path_of_others_leads_to_its_end() -> None:
    graph = graph_of(3, (0, 1, GREEDY), (1, 2, GREEDY), (0, 2, NECESSARY))
    assert (0, 2, "necessary") in lines_of(graph).drawn


def test_a_landmark_without_a_later_one_has_a_line_to_the_goal() -> None:
    lines = lines_of(graph_of(3, (0, 1, NATURAL))).drawn
    assert [line[:2] for line in lines if line.kind == TO_GOAL] == [(1, 3), (2, 3)]


def test_every_ordering_is_drawn_once_with_its_kind_and_its_ends() -> None:
    orderings = [(0, 1, NATURAL), (1, 2, GREEDY), (2, 3, NECESSARY), (0, 3, GREEDY)]
    drawn = parsed(to_svg(graph_of(4, *orderings), task_of(4)))
    found = [path.attrib for path in drawn.iterfind(".//path[@data-before]")]
    kinds = [tuple(at["class"].split()[1:3]) for at in found if "ordering" in at["class"]]
    ends = [(at["data-before"], at["data-after"]) for at in found if "ordering" in at["class"]]
    expected = sorted(orderings, key=lambda ordering: (ordering[2], ordering))
    assert ends == [(str(before), str(after)) for before, after, _ in expected]
    assert kinds == [("ordering", kind.label) for _, _, kind in expected]


def test_landmarks_carry_their_form_and_whether_they_hold_initially() -> None:
    simple = [Landmark(Condition((fact,))) for fact in range(3)]
    either, both = Landmark.any_of([Literal(1), Literal(3)]), Landmark(Condition((1, 2)))
    drawn = parsed(to_svg(LandmarkGraph((*simple, either, both)), task_of(4)))
    assert [group.attrib["class"] for group in drawn.iterfind(".//g[@data-landmark]")] == [
        "landmark simple trivial",
        "landmark simple in-goal",
        "landmark simple in-goal",
        "landmark disjunctive",
        "landmark conjunctive goal",
    ]


def test_only_conjuncts_of_the_goal_are_parts_of_it() -> None:
    either = Condition(any_of=((Condition((3,)), Condition((4,))),))
    goal = Landmark(Condition((1,), (2,), either.any_of))
    parts = [Condition((1,)), Condition((), (2,)), either]
    others = [Condition((2,)), Condition((), (1,)), Condition((3,)), ALWAYS]
    assert all(Landmark(part).is_part_of(goal.condition) for part in parts)
    assert not any(Landmark(other).is_part_of(goal.condition) for other in others)


def test_the_legend_explains_what_occurs_and_nothing_else() -> None:
    svg = to_svg(graph_of(3, (1, 2, NECESSARY)), task_of(3))
    assert [text in svg for text in (">necessary ordering", ">holds initially")] == [True, True]
    assert [text in svg for text in (">natural ordering", ">one of several")] == [False, False]


def test_a_drawing_without_a_legend_is_lower() -> None:
    plain, explained = (
        parsed(to_svg(TANGLE, task_of(12), legend=legend)) for legend in (False, True)
    )
    assert int(plain.attrib["height"]) < int(explained.attrib["height"])


@pytest.mark.parametrize("seed", ["1", "2"])
def test_drawings_are_the_same_bytes_under_any_hash_seed(seed: str) -> None:
    script = "import test_drawing as t; print(t.to_svg(t.TANGLE, t.task_of(12)), end='')"
    paths = {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": seed}
    command = [sys.executable, "-X", "utf8", "-c", script]
    run = subprocess.run(command, env=os.environ | paths, check=True, capture_output=True)
    assert run.stdout.decode() == to_svg(TANGLE, task_of(12))


@pytest.mark.parametrize("name", HOSTILE)
def test_graphviz_gets_every_landmark_and_every_ordering_once(name: str) -> None:
    text = to_dot(TANGLE, task_of(12, name))
    string = r'"(?:[^"\\]|\\.)*"'
    nodes = re.findall(rf"^  n(\d+) \[label={string}, shape=box[^\n]*\];$", text, re.MULTILINE)
    edges = re.findall(rf"^  n(\d+) -> n(\d+) \[.*tooltip={string}\];$", text, re.MULTILINE)
    assert [int(node) for node in nodes] == list(range(13))
    assert [(int(a), int(b)) for a, b in edges] == [o[:2] for o in TANGLE.orderings]
    assert text.startswith('digraph "drawn" {\n')
    assert text.endswith("}\n")


# Where it is drawn


def test_the_goal_is_on_top() -> None:
    *others, goal = boxes_of(to_svg(graph_of(30, (1, 2, GREEDY), (2, 3, GREEDY)), task_of(30)))
    assert all(goal.y + goal.height < box.y for box in others)


def test_landmarks_that_hold_initially_are_at_the_bottom() -> None:
    trivial, *others = boxes_of(to_svg(graph_of(5, (1, 2, GREEDY), (0, 3, GREEDY)), task_of(5)))
    assert all(trivial.y > box.y + box.height for box in others)


def test_a_graph_of_the_goal_alone_is_drawn() -> None:
    assert len(boxes_of(to_svg(LandmarkGraph((Landmark(Condition((0,))),)), task_of(1)))) == 1


@settings(deadline=None)
@given(edges_among(12, 30))
def test_boxes_lie_apart_and_inside_the_page(edges: list[Edge]) -> None:
    svg = to_svg(graph_of(12, *((*edge, GREEDY) for edge in edges)), task_of(12))
    _, _, width, height = map(float, parsed(svg).attrib["viewBox"].split())
    boxes = boxes_of(svg)
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
    assert all(box.x > 0 and box.x + box.width < width for box in boxes)
    assert all(box.y > 0 and box.y + box.height < height for box in boxes)


@settings(deadline=None)
@given(DRAWN_EDGES)
def test_boxes_of_any_size_lie_apart(drawn: tuple[list[Size], list[Edge]]) -> None:
    layout = arrange(*drawn)
    assert [Size(box.width, box.height) for box in layout.boxes] == drawn[0]
    assert not any(overlap(one, other) for one, other in combinations(layout.boxes, 2))


@settings(deadline=None)
@given(DRAWN_EDGES)
def test_lines_go_up_from_box_to_box(drawn: tuple[list[Size], list[Edge]]) -> None:
    layout = arrange(*drawn)
    for (before, after), route in zip(drawn[1], layout.routes, strict=True):
        heights = [y for part in route for y in (part.bottom, part.top)]
        upper = layout.boxes[after]
        assert heights == sorted(heights, reverse=True)
        assert (heights[0], heights[-1]) == (layout.boxes[before].y, upper.y + upper.height)
        assert upper.x < route[-1].x < upper.x + upper.width


@settings(deadline=None)
@given(DRAWN_EDGES)
def test_no_line_runs_through_a_box(drawn: tuple[list[Size], list[Edge]]) -> None:
    layout = arrange(*drawn)
    for route in layout.routes:
        # A bend stays between the two straight parts that it joins.
        bends = [
            Box(min(a.x, b.x), b.bottom, abs(a.x - b.x), a.top - b.bottom)
            for a, b in pairwise(route)
        ]
        straights = [Box(part.x, part.top, 0.0, part.bottom - part.top) for part in route]
        assert not any(overlap(part, box) for part in bends + straights for box in layout.boxes)


def test_a_chain_is_drawn_as_one_straight_line() -> None:
    sizes = [Size(50.0 + 40.0 * (at % 3), 30.0) for at in range(9)]
    boxes = arrange(sizes, list(pairwise(range(9)))).boxes
    assert len({round(box.x + box.width / 2, 6) for box in boxes}) == 1


def layered_in_rows(edges: list[Edge]) -> Layered:
    """The nodes 0 to 11 with some edges, in the order in which rows are dealt."""
    return with_waypoints(deal_rows([1.0] * 12, edges, (), 99.0), edges)


@settings(deadline=None)
@given(edges_among(12, 30))
def test_crossings_are_counted_as_pairs_of_lines_that_change_sides(edges: list[Edge]) -> None:
    layered = layered_in_rows(edges)
    place = {vertex: at for row in layered.rows for at, vertex in enumerate(row)}
    crossings = 0
    for row in layered.rows:
        steps = [(place[lower], place[upper]) for lower in row for upper in layered.above[lower]]
        crossings += sum((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(steps, 2))
    assert count_crossings(layered, layered.rows) == crossings


@settings(deadline=None)
@given(edges_among(12, 30))
def test_ordering_a_row_keeps_its_vertices(edges: list[Edge]) -> None:
    layered = layered_in_rows(edges)
    assert [sorted(row) for row in order_rows(layered)] == [sorted(row) for row in layered.rows]


@settings(deadline=None)
@given(st.permutations(range(9)))
def test_a_tree_has_no_crossings(leaves: list[int]) -> None:
    rows = [[12], [9, 10, 11], leaves]
    edges = [(leaf, 9 + leaf % 3) for leaf in range(9)] + [(9, 12), (10, 12), (11, 12)]
    layered = with_waypoints(rows, edges)
    assert count_crossings(layered, order_rows(layered)) == 0


def test_rows_are_broken_where_they_would_be_too_wide() -> None:
    rows = deal_rows([10.0] * 7, [(at, 6) for at in range(6)], (), 30.0)
    assert rows == [[6], [0, 2, 4], [1, 3, 5]]


@pytest.mark.parametrize("name", HOSTILE)
def test_text_fits_into_its_box(name: str) -> None:
    goal = Landmark(Condition(tuple(range(60))))
    graph = LandmarkGraph((Landmark(Condition((59,))), shapes()[2], goal))
    for group in parsed(to_svg(graph, task_of(60, name))).iterfind(".//g[@data-landmark]"):
        (frame, *_), texts = group.findall("rect"), group.findall("text")
        left, right = float(frame.attrib["x"]), float(frame.attrib["width"])
        for text in texts:
            classes = text.attrib["class"].split()
            width = text_width(text.text or "", SMALL_SIZE if "heading" in classes else FONT_SIZE)
            start = float(text.attrib["x"]) - (0.0 if "first" in classes else width / 2)
            assert left <= start
            assert start + width <= left + right


def test_a_long_text_is_cut_to_the_width() -> None:
    assert cut("at f1 p3", 100, 13) == "at f1 p3"
    assert cut("a" * 99, 100, 13).endswith("a…")
    assert text_width(cut("a" * 99, 100, 13), 13) <= 100


def test_a_thousand_landmarks_can_be_drawn() -> None:
    edges = {(at, at + 1 + (at * step) % 40) for at in range(950) for step in (3, 7, 11)}
    graph, task = graph_of(1000, *((*edge, GREEDY) for edge in sorted(edges))), task_of(1000)
    assert to_svg(graph, task).count("data-landmark=") == 1001
