"""Compiling the planner before it is needed, and knowing whether that will take long."""

from __future__ import annotations

from fractions import Fraction

from lamp.compiling import is_kept
from lamp.search import kernel
from lamp.search.planner import Uct
from lamp.task import Action, Atom, Condition, Outcome, Task

COMPILING = "compiling the planner, once after an installation: about twenty seconds"
"""What to tell whoever waits for it."""


def is_compiled() -> bool:
    """Whether the compiled planner waits on disk; otherwise its first use takes a while."""
    return is_kept(kernel.rollouts)


def prepare() -> None:
    """Compile the planner, or load it from disk."""
    action = Action("go", (), Condition(), (Outcome(Fraction(1), add=(0,)),))
    task = Task("warm-up", (Atom("there"),), (action,), frozenset(), Condition(true=(0,)))
    Uct(task, rollouts=1).decide(task.initial)
