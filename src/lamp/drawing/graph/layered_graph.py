"""A graph to draw in layers: nodes with labels, edges with kinds, a legend, and styles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lamp.drawing.graph.labels import Label
from lamp.drawing.graph.style import BoxStyle, EdgeStyle
from lamp.drawing.svg.legend import LegendEntry


@dataclass(frozen=True, slots=True)
class Node:
    """A node, drawn as a box around its label."""

    label: Label
    classes: Sequence[str]
    """Its CSS classes; the styles of the graph are looked up by them."""
    rounded: bool = False
    double_border: bool = False
    at_bottom: bool = False
    """Whether it is drawn below all other nodes, where edges allow it."""
    data: Mapping[str, int] = field(default_factory=dict)
    """Attributes of the element, such as `data_landmark`."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge from a node to one that is drawn above it; both are positions in the graph."""

    before: int
    after: int
    kind: str
    """The name of its style."""
    classes: Sequence[str]
    data: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LayeredGraph:
    """An acyclic graph with all that its drawing shows."""

    title: str
    note: str
    """A line below the title."""
    nodes: Sequence[Node]
    edges: Sequence[Edge]
    """Those that come later are drawn over those that come earlier."""
    box_styles: Sequence[BoxStyle]
    edge_styles: Sequence[EdgeStyle]
    legend: Sequence[LegendEntry] = ()
