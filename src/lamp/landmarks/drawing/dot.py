"""Landmark graphs in the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator

from lamp.landmarks.drawing.labels import condition_text
from lamp.landmarks.drawing.lines import TO_GOAL, lines_of
from lamp.landmarks.graph import Kind, LandmarkGraph, OrderingType
from lamp.task import Task

_LINE_STYLES = {
    OrderingType.NATURAL: "style=dashed",
    OrderingType.GREEDY_NECESSARY: "style=solid",
    OrderingType.NECESSARY: "style=solid, penwidth=2.5",
}
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "&": "&amp;", "\x00": "\ufffd"})


def to_dot(graph: LandmarkGraph, task: Task) -> str:
    """The graph as the text of a Graphviz file, with all landmarks and all orderings.

    Nodes are named after their positions in the graph, from `n0` on.
    """
    return "\n".join(
        [
            f"digraph {_quoted(task.name)} {{",
            "  rankdir=BT;",
            *_nodes(graph, task),
            *_edges(graph),
            "}\n",
        ]
    )


def _nodes(graph: LandmarkGraph, task: Task) -> Iterator[str]:
    """A line for each landmark: disjunctions are square, and what holds initially is grey."""
    for position, landmark in enumerate(graph.landmarks):
        styles = ["filled"] if landmark.holds(task.initial) else []
        if landmark.kind is Kind.SIMPLE:
            styles.append("rounded")
        attributes = [f"label={_quoted(condition_text(landmark.condition, task))}", "shape=box"]
        if styles:
            attributes.append(f'style="{",".join(styles)}"')
        if position == graph.goal:
            attributes.append("peripheries=2")
        yield f"  n{position} [{', '.join(attributes)}];"


def _edges(graph: LandmarkGraph) -> Iterator[str]:
    """A line for each ordering, and a dotted one up to the goal where there is no other."""
    for before, after, kind in graph.orderings:
        yield f'  n{before} -> n{after} [{_LINE_STYLES[kind]}, tooltip="{kind.label}"];'
    for line in lines_of(graph).drawn:
        if line.kind == TO_GOAL:
            yield f"  n{line.before} -> n{line.after} [style=dotted, arrowhead=none];"


def _quoted(text: str) -> str:
    """The text in quotes; a backslash or an ampersand would start an escape of Graphviz's own."""
    return f'"{text.translate(_ESCAPES)}"'
