"""Pictures of states of the paper's six domains, as SVG.

Each kind of domain has a `Painter`, found by the predicates a domain declares. What a problem fixes
(roads, floors, goals) is arranged once, so that the pictures of two states differ in nothing else
than the states do.
"""

from lamp.pictures.choosing import painter_for
from lamp.pictures.painter import Painter
from lamp.pictures.plain_style import plain

__all__ = ["Painter", "painter_for", "plain"]
