"""The orderings that are drawn, and the edges to the goal."""

from __future__ import annotations

from lamp.landmarks import to_svg
from lamp.landmarks.drawn_edges import TO_GOAL, edges_to_draw
from tests.support.landmark_drawings import GREEDY, NATURAL, NECESSARY, drawn_task, graph_of


def test_a_natural_ordering_that_follows_from_others_is_left_out() -> None:
    graph = graph_of(4, (0, 1, GREEDY), (1, 2, NATURAL), (0, 2, NATURAL), (0, 4, NATURAL))
    ends = {(edge.before, edge.after) for edge in edges_to_draw(graph).edges}
    assert ends == {(0, 1), (1, 2), (2, 4), (3, 4)}
    assert "as others imply them: 2<" in to_svg(graph, drawn_task(4))


def test_a_stronger_ordering_is_drawn_even_if_a_path_of_others_leads_to_its_end() -> None:
    graph = graph_of(3, (0, 1, GREEDY), (1, 2, GREEDY), (0, 2, NECESSARY))
    assert (0, 2, "necessary") in edges_to_draw(graph).edges


def test_a_landmark_without_a_later_one_has_an_edge_to_the_goal() -> None:
    edges = edges_to_draw(graph_of(3, (0, 1, NATURAL))).edges
    assert [edge[:2] for edge in edges if edge.kind == TO_GOAL] == [(1, 3), (2, 3)]
