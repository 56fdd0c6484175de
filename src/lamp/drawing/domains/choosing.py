"""The choice of a painter for a domain."""

from __future__ import annotations

from lamp.drawing.domains.blocksworld.painter import BlocksworldPainter
from lamp.drawing.domains.elevators.painter import ElevatorsPainter
from lamp.drawing.domains.painter import Painter
from lamp.drawing.domains.scene import Scene
from lamp.drawing.domains.tireworld.painter import TireworldPainter
from lamp.drawing.domains.zenotravel.painter import ZenotravelPainter
from lamp.ppddl import Domain, Problem

PAINTERS: tuple[type[Painter], ...] = (
    TireworldPainter,
    BlocksworldPainter,
    ElevatorsPainter,
    ZenotravelPainter,
)


def painter_for(domain: Domain, problem: Problem) -> Painter | None:
    """The painter whose predicates a domain declares.

    None where there is no such painter, or the problem is too large for a legible picture.
    """
    scene = Scene(domain, problem)
    for painter in PAINTERS:
        if painter.can_draw(scene):
            return painter.of(scene)
    return None
