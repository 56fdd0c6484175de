"""The yardstick: a task becomes its optimal values, with bounds on their errors."""

from lamp.exact.existence import has_plan
from lamp.exact.iteration import PRECISION, Bounds
from lamp.exact.limits import Limits
from lamp.exact.policy import Policy, PolicyValue, evaluate
from lamp.exact.solution import Method, Solution
from lamp.exact.solving import solve

__all__ = [
    "PRECISION",
    "Bounds",
    "Limits",
    "Method",
    "Policy",
    "PolicyValue",
    "Solution",
    "evaluate",
    "has_plan",
    "solve",
]
