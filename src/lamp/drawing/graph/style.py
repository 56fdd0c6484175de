"""The style sheet of a drawn graph: colours on light and dark pages, boxes and edges by kind.

A page that embeds a drawing can define the same custom properties anew. All rules are below
`.lamp-drawing`, as a style sheet inside an SVG applies to the whole page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lamp.drawing.palette import FONT, declarations

ROOT = ".lamp-drawing"

_TEXT_RULES = """\
.lamp-drawing .paper { fill: var(--paper); }
.lamp-drawing text { fill: var(--ink); }
.lamp-drawing .name { font-size: 18px; font-weight: 600; }
.lamp-drawing .note, .lamp-drawing .heading { fill: var(--soft-ink); }
.lamp-drawing .note { font-size: 12px; }
.lamp-drawing .heading { font-size: 10.5px; }
.lamp-drawing rect { stroke-width: 1.3; }
"""
_EDGE_RULES = """\
.lamp-drawing .cell, .lamp-drawing .heading { text-anchor: middle; }
.lamp-drawing .first { text-anchor: start; }
.lamp-drawing .line { fill: none; stroke-linecap: round; }
.lamp-drawing .muted { opacity: 0.45; }
"""


class BoxStyle(NamedTuple):
    """The look of the boxes of a class; of several classes of a box the last style applies."""

    kind: str
    colour: str
    """The name of a colour of the palette; the border has the colour of that name and `-line`."""
    border: float | None = None
    soft_text: bool = False

    def rules(self) -> str:
        """The style as CSS."""
        border = f" stroke-width: {self.border:g};" if self.border else ""
        text = f"{ROOT} .{self.kind} text {{ fill: var(--soft-ink); }}\n" if self.soft_text else ""
        colours = f"fill: var(--{self.colour}); stroke: var(--{self.colour}-line);"
        return f"{ROOT} .{self.kind} rect {{ {colours}{border} }}\n{text}"


class EdgeStyle(NamedTuple):
    """The look of the edges of a kind."""

    kind: str
    colour: str
    width: float
    dashes: str = ""

    def line_rule(self) -> str:
        """The line as CSS."""
        dashes = f" stroke-dasharray: {self.dashes};" if self.dashes else ""
        stroke = f"stroke: var(--{self.colour}); stroke-width: {self.width:g};{dashes}"
        return f"{ROOT} .line.{self.kind} {{ {stroke} }}\n"

    def head_rule(self) -> str:
        """The head of the arrow as CSS."""
        return f"{ROOT} .head.{self.kind} {{ fill: var(--{self.colour}); }}\n"


def style_sheet(boxes: Sequence[BoxStyle], edges: Sequence[EdgeStyle]) -> str:
    """The whole style sheet."""
    colours = [
        "paper ink soft-ink",
        *dict.fromkeys(f"{style.colour} {style.colour}-line" for style in boxes),
        " ".join(style.colour for style in edges),
    ]
    return (
        f"\n:where({ROOT}) {{\n{declarations(colours, dark=False)}"
        f"  font-family: {FONT};\n"
        "  font-size: 13px; max-width: 100%; height: auto;\n}\n"
        "@media (prefers-color-scheme: dark) {\n"
        f"  :where({ROOT}) {{\n{declarations(colours, dark=True, indent='    ')}  }}\n}}\n"
        f"{_TEXT_RULES}{_joined(style.rules() for style in boxes)}"
        f"{_EDGE_RULES}{_joined(style.line_rule() for style in edges)}"
        f"{_joined(style.head_rule() for style in edges)}"
    )


def _joined(rules: Iterable[str]) -> str:
    return "".join(rules)
