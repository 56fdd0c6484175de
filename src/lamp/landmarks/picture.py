"""Landmark graphs as SVG: the goal on top, arrows from what is earlier up to what is later."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from lamp.conditions import condition_text, conjunct_texts
from lamp.drawing import (
    BoxStyle,
    Edge,
    EdgeStyle,
    Label,
    LayeredGraph,
    LegendEntry,
    Node,
    box_sample,
    draw_graph,
    edge_sample,
)
from lamp.landmarks.drawn_edges import (
    EDGE_KINDS,
    TO_GOAL,
    DrawnEdge,
    DrawnEdges,
    edges_to_draw,
    shown_positions,
)
from lamp.landmarks.graph import Kind, Landmark, LandmarkGraph
from lamp.task import Task

MOST_OPTIONS, MOST_GOALS = 10, 40
"""The number of literals that the box of a landmark lists, and that of the goal."""

_BOX_STYLES = (
    BoxStyle("atomic", "simple"),
    BoxStyle("disjunctive", "choice"),
    BoxStyle("conjunctive", "simple"),
    BoxStyle("in-goal", "goal"),
    BoxStyle("goal", "goal", border=2),
    BoxStyle("trivial", "trivial", soft_text=True),
)
_EDGE_STYLES = (
    EdgeStyle("necessary", "necessary", 3.2),
    EdgeStyle("greedy-necessary", "greedy", 1.6),
    EdgeStyle("natural", "natural", 1.5, dashes="5 4.5"),
    EdgeStyle(TO_GOAL, TO_GOAL, 1),
)
_BOX_MEANINGS = {
    "in-goal": "part of the goal",
    "atomic": "landmark",
    "disjunctive": "one of several",
    "trivial": "holds initially",
}
"""Entries of the legend, by the class that decides on the look of a box."""


def to_svg(
    whole: LandmarkGraph,
    task: Task,
    *,
    shown: Collection[int] | None = None,
    legend: bool = True,
) -> str:
    """The drawing of a landmark graph as the text of an SVG file, in ASCII.

    Landmarks that hold initially are grey and at the bottom; `shown=graph.pursued(task.initial)`
    leaves them out. Natural orderings that follow from a path of others are not drawn. Elements
    have the positions of landmarks in the whole graph as `data-landmark`, `data-before` and
    `data-after`.
    """
    positions = shown_positions(whole, shown)
    graph = whole.restricted(positions)
    nodes = [_node(graph, landmark, task, positions) for landmark in range(len(positions))]
    drawn = edges_to_draw(graph)
    return draw_graph(
        LayeredGraph(
            task.name,
            _counts(graph),
            nodes,
            [_edge(edge, nodes, positions) for edge in drawn.edges],
            _BOX_STYLES,
            _EDGE_STYLES,
            [*_legend(nodes, drawn)] if legend else (),
        )
    )


def _node(graph: LandmarkGraph, position: int, task: Task, positions: Sequence[int]) -> Node:
    """A landmark as a node; `positions` are those in the whole graph."""
    landmark = graph.landmarks[position]
    is_goal = position == graph.goal
    is_trivial = landmark.holds(task.initial)
    in_goal = not is_goal and landmark.is_part_of(graph.landmarks[graph.goal].condition)
    classes = {"goal": is_goal, "trivial": is_trivial, "in-goal": in_goal}
    return Node(
        _label(landmark, task, is_goal=is_goal),
        ["landmark", landmark.kind.value, *(name for name, applies in classes.items() if applies)],
        rounded=landmark.kind is Kind.ATOMIC,
        double_border=in_goal,
        at_bottom=is_trivial and not is_goal,
        data={"data_landmark": positions[position]},
    )


def _edge(edge: DrawnEdge, nodes: Sequence[Node], positions: Sequence[int]) -> Edge:
    """An edge with its classes; one from a landmark that holds initially is muted."""
    ordering = [] if edge.kind == TO_GOAL else ["ordering"]
    muted = ["muted"] if nodes[edge.before].at_bottom else []
    data = {"data_before": positions[edge.before], "data_after": positions[edge.after]}
    return Edge(edge.before, edge.after, edge.kind, [*ordering, edge.kind, *muted], data)


def _label(landmark: Landmark, task: Task, *, is_goal: bool) -> Label:
    """The literals of a landmark without their outer parentheses."""
    if landmark.kind is Kind.DISJUNCTIVE:
        conditions = [literal.text(task) for literal in landmark.literals]
    else:
        conditions = conjunct_texts(landmark.condition, task) or ["(and)"]
    return Label.of(
        [text.removeprefix("(").removesuffix(")") for text in conditions],
        heading=_heading(landmark, is_goal=is_goal),
        tooltip=condition_text(landmark.condition, task),
        most_cells=MOST_GOALS if is_goal else MOST_OPTIONS,
        several_columns=is_goal and landmark.kind is Kind.CONJUNCTIVE,
    )


def _heading(landmark: Landmark, *, is_goal: bool) -> str:
    """The small line above the literals: whether one or all of them must hold."""
    words = {Kind.ATOMIC: "", Kind.DISJUNCTIVE: "one of", Kind.CONJUNCTIVE: "all of"}
    if not is_goal:
        return words[landmark.kind]
    return "goal: one of" if landmark.kind is Kind.DISJUNCTIVE else "goal"


def _counts(graph: LandmarkGraph) -> str:
    """The number of landmarks and orderings, and the direction of time."""
    counts = [_counted(graph.landmarks, "landmark"), _counted(graph.orderings, "ordering")]
    direction = ["earlier below, later above"] if len(graph.landmarks) > 1 else []
    return " · ".join(counts + direction)


def _counted(items: Sequence[object], noun: str) -> str:
    """The number of some things with the noun for them."""
    return f"{len(items)} {noun}" if len(items) == 1 else f"{len(items)} {noun}s"


def _legend(nodes: Sequence[Node], drawn: DrawnEdges) -> Iterator[LegendEntry]:
    """An entry for each kind of boxes and edges that occurs."""
    looks = {_look(node.classes) for node in nodes}
    kinds = {edge.kind for edge in drawn.edges}
    for kind, meaning in _BOX_MEANINGS.items():
        if kind in looks:
            rounded, double = kind != "disjunctive", kind == "in-goal"
            yield LegendEntry(box_sample(kind, rounded=rounded, double_border=double), meaning)
    for kind in reversed(EDGE_KINDS):
        if kind in kinds:
            text = "before the goal, as all are" if kind == TO_GOAL else f"{kind} ordering"
            yield LegendEntry(edge_sample(kind), text)
    if drawn.num_implied:
        text = f"natural orderings left out, as others imply them: {drawn.num_implied}"
        yield LegendEntry("", text)


def _look(classes: Sequence[str]) -> str:
    """The class that decides on the look of a box: the last style that applies."""
    return next((name for name in ("trivial", "goal", "in-goal") if name in classes), classes[1])
