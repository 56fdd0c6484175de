"""Optimal values from a file, as `lamp exact --json` prints them for each problem."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, NamedTuple

from lamp.errors import ReportError
from lamp.reporting.metrics import Metric
from lamp.reporting.store import shown

FILE = "optimum.json"
"""The name of the file in the folder of the results."""
_SHAPE = '{"tireworld:p15": {"max_probability": 1, "expected_cost": 7.5}, …}'
_REMEDY = f"Expected is what lamp exact --json prints, by problem: {_SHAPE}"


class Optimum(NamedTuple):
    """The best that any planner can do on a problem."""

    max_probability: float | None = None
    expected_cost: float | None = None

    def value(self, metric: Metric) -> float | None:
        """The optimal value of a metric, where there is one to compare with.

        Where the goal cannot be reached surely, the expected cost is that of the executions which
        reach it; a mean in which all others count as the budget has nothing to do with it.
        """
        if metric is Metric.SUCCESS:
            return self.max_probability
        if metric is Metric.LENGTH:
            return None
        surely = self.max_probability is None or self.max_probability > 1 - 1e-9
        return self.expected_cost if surely else None


def read_optima(path: Path) -> dict[str, Optimum]:
    """The optimal values of problems by name."""
    try:
        optima = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or f"it is not JSON ({error})"
        raise ReportError(f"{shown(path)} cannot be read: {reason}", remedy=_REMEDY) from None
    if not isinstance(optima, dict) or not all(
        isinstance(optimum, dict) for optimum in optima.values()
    ):
        raise ReportError(f"{shown(path)} does not hold optimal values by problem", remedy=_REMEDY)
    return {
        name: Optimum(*(_number(values, key, name, path) for key in Optimum._fields))
        for name, values in optima.items()
    }


def _number(values: dict[str, Any], key: str, name: str, path: Path) -> float | None:
    value = values.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ReportError(f"{shown(path)}: {key} of {name} is {value!r}", remedy=_REMEDY)
    return float(value)
