"""Rows of boxes: their order has few crossings, and none is too wide."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from lamp.landmarks.drawing.crossings import count_crossings, order_rows
from lamp.landmarks.drawing.layers import Edge, Layered, deal_rows, with_waypoints
from tests.support.landmark_drawings import edges_among
from tests.support.sampling import examples


def layered_in_rows(edges: list[Edge]) -> Layered:
    """The nodes 0 to 11 with some edges, in the order in which rows are dealt."""
    return with_waypoints(deal_rows([1.0] * 12, edges, (), 99.0), edges)


@settings(max_examples=examples(100))
@given(edges_among(12, 30))
def test_crossings_are_counted_as_pairs_of_lines_that_change_sides(edges: list[Edge]) -> None:
    layered = layered_in_rows(edges)
    place = {vertex: at for row in layered.rows for at, vertex in enumerate(row)}
    crossings = 0
    for row in layered.rows:
        steps = [(place[lower], place[upper]) for lower in row for upper in layered.above[lower]]
        crossings += sum((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(steps, 2))
    assert count_crossings(layered, layered.rows) == crossings


@settings(max_examples=examples(100))
@given(edges_among(12, 30))
def test_ordering_a_row_keeps_its_vertices(edges: list[Edge]) -> None:
    layered = layered_in_rows(edges)
    assert [sorted(row) for row in order_rows(layered)] == [sorted(row) for row in layered.rows]


@settings(max_examples=examples(100))
@given(st.permutations(range(9)))
def test_a_tree_has_no_crossings(leaves: list[int]) -> None:
    rows = [[12], [9, 10, 11], leaves]
    edges = [(leaf, 9 + leaf % 3) for leaf in range(9)] + [(9, 12), (10, 12), (11, 12)]
    layered = with_waypoints(rows, edges)
    assert count_crossings(layered, order_rows(layered)) == 0


def test_rows_are_broken_where_they_would_be_too_wide() -> None:
    rows = deal_rows([10.0] * 7, [(at, 6) for at in range(6)], (), 30.0)
    assert rows == [[6], [0, 2, 4], [1, 3, 5]]
