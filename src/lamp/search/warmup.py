"""Compiling the planner before it is needed, and knowing whether that will take long."""

from __future__ import annotations

from fractions import Fraction

from lamp.search.lamp import Uct
from lamp.search.lamp import kernel as lamp_kernel
from lamp.search.landmark_plan import LandmarkPlan
from lamp.search.lrtdp import Lrtdp
from lamp.search.lrtdp import kernel as lrtdp_kernel
from lamp.task import Action, Atom, Condition, Outcome, Task
from lamp.util.compiling import is_kept

COMPILING = "compiling the planner, once after an installation: about half a minute"
"""The message while it compiles."""


def is_compiled(planner: LandmarkPlan | None = None) -> bool:
    """Whether the code of a planner waits on disk; otherwise its first use takes a while."""
    kernel = lrtdp_kernel if isinstance(planner, Lrtdp) else lamp_kernel
    return is_kept(kernel.run_rollouts)


def prepare(planner: LandmarkPlan | None = None) -> None:
    """Compile what a planner needs, or load it from disk: LAMP, if none is given."""
    action = Action("go", (), Condition(), (Outcome(Fraction(1), add=(0,)),))
    task = Task("warm-up", (Atom("there"),), (action,), frozenset(), Condition(true=(0,)))
    like = Lrtdp if isinstance(planner, Lrtdp) else Uct
    like(task, rollouts=1).decide(task.initial)
