"""Results as of figures 2 and 3 of the paper, and their report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lamp.reporting import Report, make_report
from tests.support.stored_results import figures, write_store


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store as of figures 2 and 3, with optimal values beside it; tests only read it."""
    made = write_store(tmp_path_factory.mktemp("figures"), figures())
    optima = {"elevators:p5": {"max_probability": 1.0, "expected_cost": 11.0}}
    (made / "optimum.json").write_text(json.dumps(optima))
    return made


@pytest.fixture(scope="session")
def report(folder: Path) -> Report:
    """The report of that store."""
    return make_report(folder)
