"""Deadlines, by a clock that only moves when it is told to."""

from __future__ import annotations

import math

import pytest

from lamp.util import Deadline
from tests.support.clock import Clock


def test_a_deadline_is_over_when_its_seconds_have_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    deadline = Deadline(2.0)
    assert (deadline.is_over, deadline.remaining) == (False, 2.0)
    clock.now = 2.0
    assert (deadline.is_over, deadline.remaining) == (True, 0.0)
    clock.now = 3.0
    assert (deadline.is_over, deadline.remaining) == (True, 0.0)


def test_a_part_of_a_deadline_ends_after_a_share_of_what_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    deadline = Deadline(10.0)
    clock.now = 2.0
    part = deadline.part(0.25)
    assert part.remaining == 2.0
    clock.now = 11.0
    assert deadline.part(0.5).is_over


def test_without_seconds_the_time_is_never_over() -> None:
    deadline = Deadline()
    assert not deadline.is_over
    assert deadline.remaining == deadline.part(0.5).remaining == math.inf
