"""Fixtures that several test modules of experiments use."""

from __future__ import annotations

import pytest

from lamp.experiments.grid import Grid
from lamp.experiments.grid_file import parse_grid
from tests.support.experiments import TINY


@pytest.fixture
def tiny() -> Grid:
    """Six runs."""
    return parse_grid(TINY)
