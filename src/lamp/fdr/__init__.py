"""Finite-domain representation: Task → determinization, mutex groups, variables (Helmert 2009).

The determinized task over variables, an `FdrTask`, is what landmarks are generated from; mutex
groups and variables are also the patterns of projections.
"""

from lamp.fdr.determinization import UNKNOWN, determinize
from lamp.fdr.encoding import FdrEffect, FdrOperator, FdrTask, Values, to_fdr, without_choices
from lamp.fdr.invariants import mutex_groups
from lamp.fdr.variables import Variables, variables_of

__all__ = [
    "UNKNOWN",
    "FdrEffect",
    "FdrOperator",
    "FdrTask",
    "Values",
    "Variables",
    "determinize",
    "mutex_groups",
    "to_fdr",
    "variables_of",
    "without_choices",
]
