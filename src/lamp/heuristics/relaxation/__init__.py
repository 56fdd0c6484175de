"""The delete relaxation of the all-outcomes determinization."""

from lamp.heuristics.relaxation.encode import relaxed_reachability
from lamp.heuristics.relaxation.reachability import is_out_of_reach
from lamp.heuristics.relaxation.rules import rules_of

__all__ = ["is_out_of_reach", "relaxed_reachability", "rules_of"]
