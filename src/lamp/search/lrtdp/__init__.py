"""LRTDP with landmarks as subgoals (decision 13)."""

from lamp.search.lrtdp.planner import Lrtdp

__all__ = ["Lrtdp"]
