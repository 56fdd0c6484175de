"""Fixtures that several test modules of landmarks use."""

from __future__ import annotations

import pytest

from lamp.task import Task
from tests.support.tasks import benchmark_task


@pytest.fixture
def task() -> Task:
    """A problem with a few landmarks."""
    return benchmark_task("elevators:p1")
