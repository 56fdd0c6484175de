"""Where boxes and lines are: boxes lie apart, and lines do not run through them."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from lamp.landmarks.drawing.layers import Edge
from lamp.landmarks.drawing.layout import Box, Size, arrange
from tests.support.landmark_drawings import edges_among, overlap
from tests.support.sampling import examples

SIZES = st.lists(
    st.builds(Size, st.integers(40, 400), st.integers(20, 99)), min_size=2, max_size=15
)


DRAWN_EDGES = SIZES.flatmap(lambda sizes: st.tuples(st.just(sizes), edges_among(len(sizes), 30)))


@settings(max_examples=examples(100))
@given(DRAWN_EDGES)
def test_boxes_of_any_size_lie_apart(drawn: tuple[list[Size], list[Edge]]) -> None:
    layout = arrange(*drawn)
    assert [Size(box.width, box.height) for box in layout.boxes] == drawn[0]
    assert not any(overlap(one, other) for one, other in combinations(layout.boxes, 2))


@settings(max_examples=examples(100))
@given(DRAWN_EDGES)
def test_lines_go_up_from_box_to_box(drawn: tuple[list[Size], list[Edge]]) -> None:
    layout = arrange(*drawn)
    for (before, after), route in zip(drawn[1], layout.routes, strict=True):
        heights = [y for part in route for y in (part.bottom, part.top)]
        upper = layout.boxes[after]
        assert heights == sorted(heights, reverse=True)
        assert (heights[0], heights[-1]) == (layout.boxes[before].y, upper.y + upper.height)
        assert upper.x < route[-1].x < upper.x + upper.width


@settings(max_examples=examples(100))
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
