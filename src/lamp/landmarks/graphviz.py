"""Landmark graphs in DOT, the language of Graphviz."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from lamp.conditions import condition_text
from lamp.landmarks.drawn_edges import TO_GOAL, edges_to_draw, shown_positions
from lamp.landmarks.graph import Kind, LandmarkGraph, OrderingType
from lamp.task import Task

_EDGE_STYLES = {
    OrderingType.NATURAL: "style=dashed",
    OrderingType.GREEDY_NECESSARY: "style=solid",
    OrderingType.NECESSARY: "style=solid, penwidth=2.5",
}
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "&": "&amp;", "\x00": "\ufffd"})


def to_dot(whole: LandmarkGraph, task: Task, *, shown: Collection[int] | None = None) -> str:
    """The graph as the text of a Graphviz file: landmarks, all or some, and all orderings.

    Nodes are named after their positions in the whole graph: `n0` and so on.
    """
    positions = shown_positions(whole, shown)
    graph = whole.restricted(positions)
    return "\n".join(
        [
            f"digraph {_quoted(task.name)} {{",
            "  rankdir=BT;",
            *_nodes(graph, task, positions),
            *_edges(graph, positions),
            "}\n",
        ]
    )


def _nodes(graph: LandmarkGraph, task: Task, positions: Sequence[int]) -> Iterator[str]:
    """A line for each landmark: disjunctions are square, and what holds initially is grey."""
    for position, landmark in enumerate(graph.landmarks):
        styles = ["filled"] if landmark.holds(task.initial) else []
        if landmark.kind is Kind.ATOMIC:
            styles.append("rounded")
        attributes = [f"label={_quoted(condition_text(landmark.condition, task))}", "shape=box"]
        if styles:
            attributes.append(f'style="{",".join(styles)}"')
        if position == graph.goal:
            attributes.append("peripheries=2")
        yield f"  n{positions[position]} [{', '.join(attributes)}];"


def _edges(graph: LandmarkGraph, positions: Sequence[int]) -> Iterator[str]:
    """A line for each ordering, and for each landmark without a later one a dotted edge."""
    for before, after, kind in graph.orderings:
        ends = f"n{positions[before]} -> n{positions[after]}"
        yield f'  {ends} [{_EDGE_STYLES[kind]}, tooltip="{kind.label}"];'
    for edge in edges_to_draw(graph).edges:
        if edge.kind == TO_GOAL:
            ends = f"n{positions[edge.before]} -> n{positions[edge.after]}"
            yield f"  {ends} [style=dotted, arrowhead=none];"


def _quoted(text: str) -> str:
    """The text in quotes; a backslash or an ampersand would start an escape of Graphviz."""
    return f'"{text.translate(_ESCAPES)}"'
