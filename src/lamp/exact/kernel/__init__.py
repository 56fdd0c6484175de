"""The compiled part of exact solving: graphs of states, and values iterated on them.

As in `lamp.search.kernel`, ragged tables are flat arrays with offsets, nothing allocates, each verb
is its own oracle without compilation, and all is compiled anew where any file of this folder has
changed. Verbs work on plain arrays and know neither tasks nor facts. What Python may call and has
to know is named here.
"""

from lamp.exact.kernel.arrays import (
    ACTION,
    FIRST_EDGE,
    FIRST_SLOT,
    UNKNOWN,
    Bytes,
    Floats,
    Flow,
    Front,
    Graph,
    Level,
    Objective,
    Parts,
    Reverse,
    Shorts,
    Values,
    Walk,
)
from lamp.exact.kernel.chances import bound_components, discount_sweep, mark_fit
from lamp.exact.kernel.components import find_components, join, keep_inside, sort_by_component
from lamp.exact.kernel.costs import residuals, settle_components
from lamp.exact.kernel.graphs import count_predecessors, fill_predecessors, measure
from lamp.exact.kernel.ilao import is_complete, rise, sweep_best
from lamp.exact.kernel.regions import attract, withdraw
from lamp.exact.kernel.utilities import flow_on, step_back, widen

__all__ = [
    "ACTION",
    "FIRST_EDGE",
    "FIRST_SLOT",
    "UNKNOWN",
    "Bytes",
    "Floats",
    "Flow",
    "Front",
    "Graph",
    "Level",
    "Objective",
    "Parts",
    "Reverse",
    "Shorts",
    "Values",
    "Walk",
    "attract",
    "bound_components",
    "count_predecessors",
    "discount_sweep",
    "fill_predecessors",
    "find_components",
    "flow_on",
    "is_complete",
    "join",
    "keep_inside",
    "mark_fit",
    "measure",
    "residuals",
    "rise",
    "settle_components",
    "sort_by_component",
    "step_back",
    "sweep_best",
    "widen",
    "withdraw",
]
