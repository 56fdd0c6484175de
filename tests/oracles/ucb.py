"""UCB1 and UCB-Update of the paper in plain Python."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence

from lamp.search import SearchSettings, Utility


class Values:
    """A map Q with its counts N, all 0 at first."""

    def __init__(self, settings: SearchSettings) -> None:
        self._settings = settings
        self.q: dict[tuple[Hashable, Hashable], float] = defaultdict(float)
        self.n: dict[tuple[Hashable, Hashable], int] = defaultdict(int)
        self.visits: dict[Hashable, int] = defaultdict(int)

    def ucb1(self, node: Hashable, options: Sequence[Hashable]) -> list[float]:
        """UCB1 of all options, infinite for what is untried; the constant is scaled."""
        if not self.visits[node]:
            return [math.inf] * len(options)
        # C √(log N / n), with the roots apart: the kernel takes each of them once.
        scaled = self._exploration_term(node, options)
        return [
            self.q[node, option] + scaled * (1 / math.sqrt(self.n[node, option]))
            if self.n[node, option]
            else math.inf
            for option in options
        ]

    def optimistic_bound(self, node: Hashable, options: Sequence[Hashable]) -> float:
        """The bound for an option that is untried where others may have been tried."""
        if not self.visits[node]:
            return 0.0
        return self._best(node, options) + self._exploration_term(node, options)

    def _exploration_term(self, node: Hashable, options: Sequence[Hashable]) -> float:
        """C √(log N), where C may be scaled by the best value."""
        scale = self._settings.exploration
        if self._settings.normalize_exploration:
            scale *= self._best(node, options)
        return scale * math.sqrt(math.log(self.visits[node]))

    def _best(self, node: Hashable, options: Sequence[Hashable]) -> float:
        return max(self.q[node, option] for option in options)

    def utility(self, cost: float) -> float:
        """The utility of a cost, of which there is a most."""
        most = self._settings.budget + self._settings.horizon
        cost = min(cost, most)
        match self._settings.utility:
            case Utility.LINEAR:
                return 1 - cost / most
            case Utility.RECIPROCAL:
                return 1 / (1 + cost)
        return math.exp(self._settings.risk_factor * cost)

    def update(self, node: Hashable, option: Hashable, cost: float, achieved: float) -> None:
        """UCB-Update."""
        gained = self.utility(cost) + self._settings.goal_utility * achieved
        tried = self.n[node, option]
        mean = (tried * self.q[node, option] + gained) / (1 + tried)
        self.replace(node, option, mean)

    def replace(self, node: Hashable, option: Hashable, value: float) -> None:
        """Count a try after which an option has a value."""
        self.q[node, option] = value
        self.visits[node] += 1
        self.n[node, option] += 1
