"""Messages of a session on a problem with costs: of each step, so far, and at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.cost_tasks import DOOR_DOMAIN, DOOR_PROBLEM

if TYPE_CHECKING:
    from tests.support.page_server import Session

pytestmark = [pytest.mark.needs("web"), pytest.mark.slow]


def test_each_step_has_its_cost_and_the_cost_so_far(session: Session) -> None:
    session.send("load", domain=DOOR_DOMAIN, problem=DOOR_PROBLEM)
    session.until("loaded")
    messages = session.episode(rollouts=30)
    ready = next(message for message in messages if message["type"] == "ready")
    steps = [message for message in messages if message["type"] == "step"]
    assert ready["unit_costs"] is False
    assert [(step["cost"], step["total_cost"]) for step in steps] == [(3, 3), (2.5, 5.5)]
    assert (messages[-1]["cost"], messages[-1]["length"]) == (5.5, 2)
    assert messages[-1]["text"] == "the goal is reached after 2 actions, cost 5.5"


def test_without_costs_the_cost_is_the_number_of_actions(session: Session) -> None:
    session.load("elevators:p2")
    messages = session.episode(rollouts=10)
    ready = next(message for message in messages if message["type"] == "ready")
    steps = [message for message in messages if message["type"] == "step"]
    assert ready["unit_costs"] is True
    assert [step["total_cost"] for step in steps] == list(range(1, len(steps) + 1))
    assert messages[-1]["cost"] == messages[-1]["length"] == len(steps)
