"""Whole SVG files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lamp.drawing.svg.geometry import Size
from lamp.drawing.svg.text import escaped


@dataclass(frozen=True, slots=True)
class SvgDocument:
    """An SVG file without its content; it refers to nothing outside of it and can be scaled."""

    kind: str
    """The class of the root; all rules of the style sheet are below it."""
    title: str
    size: Size
    style: str
    description: str | None = None
    definitions: str | None = None
    """What other elements refer to, such as heads of arrows."""

    def text(self, elements: Iterable[str]) -> str:
        """The file with some elements, in ASCII: the same text in every encoding."""
        width, height = f"{self.size.width:.0f}", f"{self.size.height:.0f}"
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{self.kind}" role="img"',
            f'width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
            f"<title>{escaped(self.title)}</title>",
            f"<desc>{escaped(self.description)}</desc>" if self.description is not None else None,
            f"<style>{self.style}</style>",
            f"<defs>{self.definitions}</defs>" if self.definitions is not None else None,
            '<rect class="paper" width="100%" height="100%"/>',
            *elements,
            "</svg>\n",
        ]
        text = "\n".join(line for line in lines if line is not None)
        return text.encode("ascii", "xmlcharrefreplace").decode("ascii")
