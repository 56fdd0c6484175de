"""The delete relaxation of the all-outcomes determinization."""

from lamp.heuristics.relaxation.encoding import relaxed_reachability
from lamp.heuristics.relaxation.reachability import is_relaxed_reachable
from lamp.heuristics.relaxation.rules import horn_rules

__all__ = ["horn_rules", "is_relaxed_reachable", "relaxed_reachability"]
