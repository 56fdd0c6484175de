"""SVG drawings: acyclic graphs in layers, and pictures of states of the paper's domains.

`draw_graph` draws a `LayeredGraph` by the steps of Sugiyama, Tagawa and Toda (1981). `painter_for`
finds the `Painter` of a domain; pictures of domains are imported on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from lamp.drawing.graph.elements import box_sample, edge_sample
from lamp.drawing.graph.labels import Label
from lamp.drawing.graph.layered_graph import Edge, LayeredGraph, Node
from lamp.drawing.graph.style import BoxStyle, EdgeStyle
from lamp.drawing.graph.svg import draw_graph
from lamp.drawing.palette import PALETTE, declarations
from lamp.drawing.svg.elements import written_attributes
from lamp.drawing.svg.legend import LegendEntry

if TYPE_CHECKING:
    from lamp.drawing.domains import Painter, painter_for, plain

__all__ = [
    "PALETTE",
    "BoxStyle",
    "Edge",
    "EdgeStyle",
    "Label",
    "LayeredGraph",
    "LegendEntry",
    "Node",
    "Painter",
    "box_sample",
    "declarations",
    "draw_graph",
    "edge_sample",
    "painter_for",
    "plain",
    "written_attributes",
]


def __getattr__(name: str) -> object:
    if name in ("Painter", "painter_for", "plain"):
        return getattr(import_module("lamp.drawing.domains"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
