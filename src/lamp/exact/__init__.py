"""Exact solvers: the optimal values of a task, with bounds on their errors."""

from lamp.exact.bounds import Bounds
from lamp.exact.cost_iteration import PRECISION
from lamp.exact.limits import LimitReached, Limits
from lamp.exact.plan_existence import has_plan
from lamp.exact.policy import Policy, PolicyValue, evaluate
from lamp.exact.solution import Method, Solution
from lamp.exact.solver import KERNELS, solve

__all__ = [
    "KERNELS",
    "PRECISION",
    "Bounds",
    "LimitReached",
    "Limits",
    "Method",
    "Policy",
    "PolicyValue",
    "Solution",
    "evaluate",
    "has_plan",
    "solve",
]
