"""Sampling of test cases: a sample in a normal run, all cases with `pytest --full`, as in CI."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

import pytest

FULL = "LAMP_TESTS_FULL"
"""The variable by which `--full` reaches the processes of a parallel run."""

SHARE = 8
"""A normal run draws an eighth of the random examples of a full one."""

Case = TypeVar("Case")


def is_full() -> bool:
    """Whether everything is to be tried."""
    return os.environ.get(FULL) == "1"


def examples(number: int) -> int:
    """How many of `number` random examples to draw now: for Hypothesis and for loops over seeds."""
    return number if is_full() else max(min(number, 5), number // SHARE)


def sampled(cases: Sequence[Case], number: int) -> list[Case]:
    """All cases in a full run; otherwise `number` of them, the same ones in every run."""
    return list(cases) if is_full() else _spread(cases, [repr(case) for case in cases], number)


def split_sweeps(
    items: Sequence[pytest.Item],
) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests to run and those to leave out: of `@pytest.mark.sweep(n)`, n cases are kept.

    Of `@pytest.mark.sweep(n, each="x")`, n cases are kept for each value of the parameter `x`.
    """
    sweeps: dict[str, list[pytest.Item]] = defaultdict(list)
    sizes: dict[str, int] = {}
    for item in items:
        if mark := item.get_closest_marker("sweep"):
            name = item.nodeid.partition("[")[0]
            if each := mark.kwargs.get("each"):
                assert isinstance(item, pytest.Function)
                name += f" {each}={item.callspec.params[each]!r}"
            sweeps[name].append(item)
            (sizes[name],) = mark.args
    left_out = set[pytest.Item]()
    for name, cases in sweeps.items():
        kept = _spread(cases, [case.nodeid for case in cases], sizes[name])
        left_out |= set(cases) - set(kept)
    return [item for item in items if item not in left_out], [*left_out]


def _spread(cases: Sequence[Case], names: Sequence[str], number: int) -> list[Case]:
    """Some cases in their order, chosen by a hash of their names: grids have no pattern in it."""
    ranked = sorted(range(len(cases)), key=lambda index: sha256(names[index].encode()).digest())
    return [cases[index] for index in sorted(ranked[:number])]
