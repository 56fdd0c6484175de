"""Domain × Problem → `Task`: from schemas with variables to a ground task in canonical order."""

from __future__ import annotations

from lamp.grounding.grounder import ground
from lamp.grounding.limits import Limits, Progress

__all__ = ["Limits", "Progress", "ground"]
