"""The delete relaxation of the all-outcomes determinization."""

from lamp.heuristics.relaxation.encode import relaxed_reachability
from lamp.heuristics.relaxation.reachability import is_out_of_reach
from lamp.heuristics.relaxation.rules import horn_rules

__all__ = ["horn_rules", "is_out_of_reach", "relaxed_reachability"]
