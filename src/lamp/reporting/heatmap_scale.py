"""The colour scale of heat maps: better values have more intense colours."""

from __future__ import annotations

from lamp.reporting.tables import Table


def intensity(value: float, table: Table) -> float:
    """From 0, the worst value of a table, to 1, its best; the paper's are on the same scale."""
    low, high = value_range(table)
    if high <= low:
        return 0.0
    share = min(max((value - low) / (high - low), 0.0), 1.0)
    return 1 - share if table.metric.lower_is_better else share


def value_range(table: Table) -> tuple[float, float]:
    """The least and the greatest value of a table, and of the paper's beside it."""
    ours = [cell.value for cell in table.cells.values()]
    theirs = [cell.value for cell in table.theirs.values()]
    values = ours + theirs or [0.0]
    return min(values), max(values)
