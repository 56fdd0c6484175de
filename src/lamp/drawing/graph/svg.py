"""Graphs as SVG: a title, boxes in layers with arrows that go up, a legend."""

from __future__ import annotations

from collections.abc import Iterable

from lamp.drawing.graph.elements import arrow_heads, edge_element, node_element, text_element
from lamp.drawing.graph.layered_graph import LayeredGraph
from lamp.drawing.graph.style import style_sheet
from lamp.drawing.layout.sugiyama import layered_layout
from lamp.drawing.svg.document import SvgDocument
from lamp.drawing.svg.elements import element
from lamp.drawing.svg.geometry import Size
from lamp.drawing.svg.legend import legend_rows
from lamp.drawing.svg.text import cut

MARGIN = 28.0
HEADER_HEIGHT = 64.0
TITLE_SIZE = 20.0
"""By which the title is measured: a little more than its size, as it is bold."""
LEAST_WIDTH = 520.0


def draw_graph(graph: LayeredGraph) -> str:
    """The drawing of a graph as the text of an SVG file, in ASCII."""
    bottom = {number for number, node in enumerate(graph.nodes) if node.at_bottom}
    ends = [(edge.before, edge.after) for edge in graph.edges]
    layout = layered_layout([node.label.size for node in graph.nodes], ends, bottom)
    width = max(layout.width, LEAST_WIDTH)
    rows, rows_height = legend_rows(graph.legend, width)
    legend_top = HEADER_HEIGHT + layout.height + (MARGIN if rows else 0.0)
    document = SvgDocument(
        "lamp-drawing",
        graph.title,
        Size(width + 2 * MARGIN, legend_top + rows_height + 2 * MARGIN),
        style_sheet(graph.box_styles, graph.edge_styles),
        definitions=arrow_heads(style.kind for style in reversed(graph.edge_styles)),
    )
    edges = map(edge_element, graph.edges, layout.routes)
    nodes = map(node_element, graph.nodes, layout.boxes)
    return document.text(
        [
            _group(0.0, 0.0, _header(graph, width)),
            _group((width - layout.width) / 2, HEADER_HEIGHT, [*edges, *nodes]),
            _group(0.0, legend_top, [rows]),
        ]
    )


def _header(graph: LayeredGraph, width: float) -> list[str]:
    """The title, and the line below it."""
    return [
        text_element(cut(graph.title, width, TITLE_SIZE), "0", "16", "name"),
        text_element(graph.note, "0", "36", "note"),
    ]


def _group(x: float, y: float, elements: Iterable[str]) -> str:
    """Elements moved to a position inside the margin."""
    inside = "\n".join(elements)
    origin = f"translate({MARGIN + x:.1f} {MARGIN + y:.1f})"
    return element("g", f"\n{inside}\n", transform=origin)
