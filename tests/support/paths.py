"""Paths: the repository, its test data, and the optional folder of shared data beside it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
EXAMPLES = ROOT / "examples"
SHARED = ROOT.parent / "shared"
"""The paper's problems as PPDDL texts; a test that reads it is marked `needs("shared")`."""
