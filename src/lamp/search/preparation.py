"""Machine code of planners, before one is constructed."""

from __future__ import annotations

from lamp.search.lamp import Lamp
from lamp.search.landmark_plan import LandmarkPlan
from lamp.util import are_compiled, load_kernels


def prepare(*planners: type[LandmarkPlan]) -> None:
    """Load the machine code of planners, of LAMP if none is given; compile what is missing.

    The constructor of a planner does so too. A server calls this before its first request, and a
    program before it starts workers, which then load what this has compiled.
    """
    load_kernels(*_kernels(planners))


def is_prepared(*planners: type[LandmarkPlan]) -> bool:
    """Whether nothing needs to be compiled for planners; for LAMP, if none is given."""
    return are_compiled(*_kernels(planners))


def _kernels(planners: tuple[type[LandmarkPlan], ...]) -> list[str]:
    return [name for planner in planners or (Lamp,) for name in planner.kernels]
