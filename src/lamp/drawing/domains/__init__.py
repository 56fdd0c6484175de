"""Pictures of states of the paper's six domains, as SVG.

Each kind of domain has a `Painter`, found by the predicates that a domain declares. What a problem
fixes (roads, floors, goals) is laid out once, so that the pictures of two states differ only where
the states do.
"""

from lamp.drawing.domains.choosing import painter_for
from lamp.drawing.domains.painter import Painter
from lamp.drawing.domains.plain_style import plain

__all__ = ["Painter", "painter_for", "plain"]
