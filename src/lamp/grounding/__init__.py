"""Domain × Problem → `Task`: from schemas with variables to a ground task in canonical order."""

from __future__ import annotations

from lamp.grounding.grounder import ground, ground_model
from lamp.grounding.limits import Limits, Progress
from lamp.grounding.summary import summarise
from lamp.grounding.world import changing

__all__ = ["Limits", "Progress", "changing", "ground", "ground_model", "summarise"]
