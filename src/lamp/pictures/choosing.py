"""Which painter draws a domain."""

from __future__ import annotations

from lamp.pictures.airways import AirwaysPainter
from lamp.pictures.building import BuildingPainter
from lamp.pictures.painter import Painter
from lamp.pictures.roads import RoadPainter
from lamp.pictures.scene import Scene
from lamp.pictures.towers import TowerPainter
from lamp.ppddl import Domain, Problem

PAINTERS: tuple[type[Painter], ...] = (
    RoadPainter,
    TowerPainter,
    BuildingPainter,
    AirwaysPainter,
)


def painter_for(domain: Domain, problem: Problem) -> Painter | None:
    """The painter that knows the predicates of a domain.

    None where there is no such painter, or the problem is too large for a picture that can be read.
    """
    scene = Scene(domain, problem)
    for painter in PAINTERS:
        if painter.knows(scene):
            return painter.of(scene)
    return None
