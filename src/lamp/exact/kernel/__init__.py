"""The compiled part of exact solving: graph algorithms and value iteration on explicit graphs."""

from lamp.exact.kernel.components import (
    chain_end_components,
    find_components,
    remove_leaving_edges,
    sort_by_component,
)
from lamp.exact.kernel.cost_levels import induce_cost_level
from lamp.exact.kernel.expected_cost import iterate_components
from lamp.exact.kernel.fixed_points import reach_within, remove_unsafe
from lamp.exact.kernel.graphs import count_predecessors, fill_predecessors, goal_distances
from lamp.exact.kernel.gubs import backward_induction_step, propagate_occupancy, reachable_prefix
from lamp.exact.kernel.ilao_star import greatest_residual, ilao_sweep, is_closed
from lamp.exact.kernel.maxprob import bound_components, discounted_sweep, mark_optimal_edges
from lamp.exact.kernel.records import (
    FINISHED,
    SLOW,
    STEPS,
    UNKNOWN,
    Components,
    CostLevel,
    Cursor,
    DepthFirstSearch,
    Envelope,
    Graph,
    Level,
    Objective,
    Occupancy,
    OptimalEdges,
    Queue,
    Residuals,
    Reverse,
    Sweep,
    Values,
)
from lamp.exact.kernel.residuals import residuals, slack_sweep
from lamp.exact.kernel.step_costs import choose_nearer, write_edge_costs, write_step_costs

__all__ = [
    "FINISHED",
    "SLOW",
    "STEPS",
    "UNKNOWN",
    "Components",
    "CostLevel",
    "Cursor",
    "DepthFirstSearch",
    "Envelope",
    "Graph",
    "Level",
    "Objective",
    "Occupancy",
    "OptimalEdges",
    "Queue",
    "Residuals",
    "Reverse",
    "Sweep",
    "Values",
    "backward_induction_step",
    "bound_components",
    "chain_end_components",
    "choose_nearer",
    "count_predecessors",
    "discounted_sweep",
    "fill_predecessors",
    "find_components",
    "goal_distances",
    "greatest_residual",
    "ilao_sweep",
    "induce_cost_level",
    "is_closed",
    "iterate_components",
    "mark_optimal_edges",
    "propagate_occupancy",
    "reach_within",
    "reachable_prefix",
    "remove_leaving_edges",
    "remove_unsafe",
    "residuals",
    "slack_sweep",
    "sort_by_component",
    "write_edge_costs",
    "write_step_costs",
]
