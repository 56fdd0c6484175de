"""The enumerations of settings: each value is a word."""

from __future__ import annotations

from enum import StrEnum


class TreeGrowth(StrEnum):
    """Which states of a rollout get statistics."""

    FULL = "full"
    """All, as in the paper's pseudo-code."""
    EXPAND = "expand"
    """One new state per rollout; after it, actions are uniformly random: classical UCT."""


class LandmarkCost(StrEnum):
    """Where the cost of achieving a landmark starts to count."""

    PURSUIT = "pursuit"
    """When the landmark was chosen."""
    EPISODE = "episode"
    """At the start of the episode, as printed in Algorithm 3."""


class Utility(StrEnum):
    """The utility of a cost (u), strictly decreasing, as the GUBS criterion requires."""

    EXPONENTIAL = "exponential"
    """u(c) = exp(λ c): eGUBS, that is discounting by exp(λ)."""
    LINEAR = "linear"
    """u(c) = 1 − c / (budget + horizon)."""
    RECIPROCAL = "reciprocal"
    """u(c) = 1 / (1 + c)."""


class Backups(StrEnum):
    """How rollouts update the value of an action for the goal (Q_g)."""

    MEAN = "mean"
    """By the mean of their utilities, as in the paper."""
    BELLMAN = "bellman"
    """By Bellman's equation: Q(s, a) = Σ P(s' | s, a) max Q(s', a'), discounted by exp(λ).

    Only with the exponential utility, which does not depend on the cost so far; else by means.
    """


class HorizonValue(StrEnum):
    """The value of a rollout that ends at the horizon."""

    NOTHING = "nothing"
    """The cost so far, without reaching the goal, as in the paper."""
    LANDMARKS = "landmarks"
    """An estimate of the utility from the cost of the remaining landmarks.

    Meant for Bellman's backups; means of such estimates are biased.
    """


class FirstTries(StrEnum):
    """Which of the untried actions of a state a rollout takes first."""

    RANDOM = "random"
    """One at random."""
    RELEVANT = "relevant"
    """One of the least backward distance from the subgoal, counted in actions."""
