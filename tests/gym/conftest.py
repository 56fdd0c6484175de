"""Gymnasium, imported when a test runs, since it is an optional package."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def gymnasium() -> Any:
    """Gymnasium, with lamp's environments registered."""
    import gymnasium

    import lamp.gym  # noqa: F401 (this registers them)

    return gymnasium
