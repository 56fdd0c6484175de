"""The layered layout: boxes do not overlap, and edges do not run through them."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from lamp.drawing.layout.layering import Edge
from lamp.drawing.layout.sugiyama import layered_layout
from lamp.drawing.svg.geometry import Box, Size
from tests.support.landmark_drawings import edges_among, overlap
from tests.support.sampling import examples

SIZES = st.lists(
    st.builds(Size, st.integers(40, 400), st.integers(20, 99)), min_size=2, max_size=15
)


DRAWN_EDGES = SIZES.flatmap(lambda sizes: st.tuples(st.just(sizes), edges_among(len(sizes), 30)))


@settings(max_examples=examples(100))
@given(DRAWN_EDGES)
def test_boxes_of_any_size_do_not_overlap(drawn: tuple[list[Size], list[Edge]]) -> None:
    layout = layered_layout(*drawn)
    assert [Size(box.width, box.height) for box in layout.boxes] == drawn[0]
    assert not any(overlap(box, other) for box, other in combinations(layout.boxes, 2))


@settings(max_examples=examples(100))
@given(DRAWN_EDGES)
def test_edges_go_up_from_box_to_box(drawn: tuple[list[Size], list[Edge]]) -> None:
    layout = layered_layout(*drawn)
    for (before, after), route in zip(drawn[1], layout.routes, strict=True):
        heights = [y for segment in route for y in (segment.bottom, segment.top)]
        upper = layout.boxes[after]
        assert heights == sorted(heights, reverse=True)
        assert (heights[0], heights[-1]) == (layout.boxes[before].y, upper.y + upper.height)
        assert upper.x < route[-1].x < upper.x + upper.width


@settings(max_examples=examples(100))
@given(DRAWN_EDGES)
def test_no_edge_runs_through_a_box(drawn: tuple[list[Size], list[Edge]]) -> None:
    layout = layered_layout(*drawn)
    for route in layout.routes:
        # A bend stays between the two segments that it joins.
        bends = [
            Box(min(a.x, b.x), b.bottom, abs(a.x - b.x), a.top - b.bottom)
            for a, b in pairwise(route)
        ]
        verticals = [Box(x, top, 0.0, bottom - top) for x, bottom, top in route]
        assert not any(overlap(part, box) for part in bends + verticals for box in layout.boxes)


def test_a_path_is_drawn_as_one_straight_line() -> None:
    sizes = [Size(50.0 + 40.0 * (node % 3), 30.0) for node in range(9)]
    boxes = layered_layout(sizes, list(pairwise(range(9)))).boxes
    assert len({round(box.x + box.width / 2, 6) for box in boxes}) == 1
