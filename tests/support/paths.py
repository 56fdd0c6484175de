"""Paths: the repository, its test data, and the optional folder of shared data beside it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
EXAMPLES = ROOT / "examples"
SHARED = ROOT.parent / "shared"
"""The paper's problems as PPDDL texts; a test that reads it is marked `needs("shared")`."""

_NAMES_IN_SHARED = {"zenotravel": "zenotravel_paper", "zenotravel_released": "zenotravel"}
"""Where the name of a family there is another one."""


def shared_folder(family: str) -> Path:
    """The folder of a family's PPDDL texts."""
    return SHARED / "benchmarks" / _NAMES_IN_SHARED.get(family, family)
