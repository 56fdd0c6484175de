"""Compiling the planner before it is needed, and knowing whether that will take long."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from lamp.search import kernel
from lamp.search.planner import Uct
from lamp.task import Action, Atom, Condition, Outcome, Task


def is_compiled() -> bool:
    """Whether the compiled planner waits on disk; otherwise its first use takes a while."""
    statistics = getattr(kernel.rollouts, "stats", None)
    if statistics is None:  # nothing is compiled at all: NUMBA_DISABLE_JIT
        return True
    path = statistics.cache_path
    return bool(path) and any(Path(path).glob(f"{Path(kernel.__file__).stem}.rollouts*.nbi"))


def prepare() -> None:
    """Compile the planner, or load it from disk."""
    action = Action("go", (), Condition(), (Outcome(Fraction(1), add=(0,)),))
    task = Task("warm-up", (Atom("there"),), (action,), frozenset(), Condition(true=(0,)))
    Uct(task, rollouts=1).decide(task.initial)
