"""Landmark graphs as pictures: SVG to look at, and Graphviz text for other tools.

The picture has the goal on top and whatever comes first at the bottom. It is laid out in the steps
of Sugiyama, Tagawa and Toda (1981), one file each: `layers` deals the landmarks into rows,
`crossings` orders each row, `columns` gives every landmark its place in the row, and `layout` turns
rows and columns into boxes and lines. `lines` and `labels` decide what is drawn, `svg` draws it.
"""

from lamp.landmarks.drawing.dot import to_dot
from lamp.landmarks.drawing.svg import to_svg

__all__ = ["to_dot", "to_svg"]
