"""Landmark graphs in the language of Graphviz."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from lamp.conditions import condition_text
from lamp.landmarks.drawing.lines import TO_GOAL, lines_of, renumbered
from lamp.landmarks.graph import Kind, LandmarkGraph, OrderingType
from lamp.task import Task

_LINE_STYLES = {
    OrderingType.NATURAL: "style=dashed",
    OrderingType.GREEDY_NECESSARY: "style=solid",
    OrderingType.NECESSARY: "style=solid, penwidth=2.5",
}
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "&": "&amp;", "\x00": "\ufffd"})


def to_dot(whole: LandmarkGraph, task: Task, *, shown: Collection[int] | None = None) -> str:
    """The graph as the text of a Graphviz file: landmarks, all or some, and all orderings.

    Nodes are named after their positions in the whole graph: `n0` and so on.
    """
    numbers = sorted({*shown, whole.goal}) if shown is not None else range(len(whole.landmarks))
    graph = whole.restricted(numbers)
    return "\n".join(
        [
            f"digraph {_quoted(task.name)} {{",
            "  rankdir=BT;",
            *_nodes(graph, task, numbers),
            *_edges(graph, numbers),
            "}\n",
        ]
    )


def _nodes(graph: LandmarkGraph, task: Task, numbers: Sequence[int]) -> Iterator[str]:
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
        yield f"  n{numbers[position]} [{', '.join(attributes)}];"


def _edges(graph: LandmarkGraph, numbers: Sequence[int]) -> Iterator[str]:
    """A line for each ordering, and a dotted one up to the goal where there is no other."""
    for before, after, kind in graph.orderings:
        ends = f"n{numbers[before]} -> n{numbers[after]}"
        yield f'  {ends} [{_LINE_STYLES[kind]}, tooltip="{kind.label}"];'
    for line in renumbered(lines_of(graph).drawn, numbers):
        if line.kind == TO_GOAL:
            yield f"  n{line.before} -> n{line.after} [style=dotted, arrowhead=none];"


def _quoted(text: str) -> str:
    """The text in quotes; a backslash or an ampersand would start an escape of Graphviz's own."""
    return f'"{text.translate(_ESCAPES)}"'
