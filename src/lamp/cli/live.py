"""A view of an episode under way, on a terminal: what is done, why, and how fast."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.bar import Bar
from rich.console import Console, Group
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from lamp.errors import readable
from lamp.execution import cost_text, purpose_text
from lamp.task import Cost

if TYPE_CHECKING:
    from lamp.execution import Step
    from lamp.search import Decision, Estimate, LandmarkPlan

SHOWN = 8
"""Actions in the table, the best ones."""
BAR_WIDTH = 20
"""Characters of a full bar."""


class LiveView:
    """Prints each step as a line, and below them the last decision with its evidence."""

    def __init__(self, planner: LandmarkPlan) -> None:
        self._planner = planner
        self._live = Live(console=Console(), refresh_per_second=8, transient=True)
        self._rollouts = 0
        self._cost: Cost = 0
        self._start = time.perf_counter()

    def __enter__(self) -> Self:
        self._live.start()
        self._live.update(Spinner("dots", Text("deciding")))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def show(self, step: Step, line: str) -> None:
        """Show a step and its line."""
        decision = step.decision
        self._rollouts += decision.rollouts
        self._live.console.print(Text(line), soft_wrap=True)
        self._cost += step.cost
        self._live.update(Group(self._table(decision), self._status(step.number, decision)))

    def _table(self, decision: Decision) -> Table:
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("action", no_wrap=True, overflow="ellipsis", ratio=1)
        for title in ("Q goal", "N", "Q landmark", "N", "mixed"):
            table.add_column(title, justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
        shown = sorted(decision.evidence, key=lambda evidence: -evidence.value)[:SHOWN]
        most = max((evidence.value for evidence in shown), default=0.0) or 1.0
        for evidence in shown:
            style = "bold" if evidence.action is decision.action else ""
            bar = Bar(most, 0.0, max(0.0, evidence.value), width=BAR_WIDTH, color="cyan")
            numbers = (
                *_numbers(evidence.goal),
                *_numbers(evidence.subgoal),
                f"{evidence.value:.4f}",
            )
            table.add_row(Text(readable(str(evidence.action))), *numbers, bar, style=style)
        if len(decision.evidence) > SHOWN:
            table.add_row(Text(f"and {len(decision.evidence) - SHOWN} more", "dim"))
        return table

    def _status(self, step: int, decision: Decision) -> Spinner:
        speed = self._rollouts / max(time.perf_counter() - self._start, 1e-9)
        left = len(decision.remaining)
        mixed = f"α = {decision.greediness:.2g} · " if decision.greediness else ""
        paid = "" if self._planner.task.has_unit_costs else f"cost {cost_text(self._cost)} · "
        words = (
            f"step {step} · {paid}for {purpose_text(self._planner, decision)} · "
            f"{mixed}{left} landmark{'s' if left != 1 else ''} left · {speed:,.0f} rollouts/s · "
            f"{decision.states:,} states"
        )
        return Spinner("dots", Text(readable(words)))


def _numbers(estimate: Estimate) -> tuple[str, str]:
    if not estimate.tries:
        return "", ""
    return f"{estimate.value:.4f}", f"{estimate.tries:,}"
