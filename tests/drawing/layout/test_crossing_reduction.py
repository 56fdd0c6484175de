"""Layers: their order has few crossings, and none is too wide."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from lamp.drawing.layout.crossing_reduction import count_crossings, reduce_crossings
from lamp.drawing.layout.layering import Edge, ProperLayering, assign_layers, with_dummies
from tests.support.landmark_drawings import edges_among
from tests.support.sampling import examples


def layering_of(edges: list[Edge]) -> ProperLayering:
    """The nodes 0 to 11 with some edges, in the order in which layers are assigned."""
    return with_dummies(assign_layers([1.0] * 12, edges, (), 99.0), edges)


@settings(max_examples=examples(100))
@given(edges_among(12, 30))
def test_crossings_are_counted_as_pairs_of_edges_that_change_sides(edges: list[Edge]) -> None:
    layering = layering_of(edges)
    position = {vertex: number for layer in layering.layers for number, vertex in enumerate(layer)}
    crossings = 0
    for layer in layering.layers:
        steps = [
            (position[lower], position[upper]) for lower in layer for upper in layering.above[lower]
        ]
        crossings += sum((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(steps, 2))
    assert count_crossings(layering, layering.layers) == crossings


@settings(max_examples=examples(100))
@given(edges_among(12, 30))
def test_reducing_crossings_keeps_the_vertices_of_each_layer(edges: list[Edge]) -> None:
    layering = layering_of(edges)
    assert [sorted(layer) for layer in reduce_crossings(layering)] == [
        sorted(layer) for layer in layering.layers
    ]


@settings(max_examples=examples(100))
@given(st.permutations(range(9)))
def test_a_tree_has_no_crossings(leaves: list[int]) -> None:
    layers = [[12], [9, 10, 11], leaves]
    edges = [(leaf, 9 + leaf % 3) for leaf in range(9)] + [(9, 12), (10, 12), (11, 12)]
    layering = with_dummies(layers, edges)
    assert count_crossings(layering, reduce_crossings(layering)) == 0


def test_layers_are_broken_where_they_would_be_too_wide() -> None:
    layers = assign_layers([10.0] * 7, [(node, 6) for node in range(6)], (), 30.0)
    assert layers == [[6], [0, 2, 4], [1, 3, 5]]
