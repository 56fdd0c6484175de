"""Where things are: the repository, its test data, and the data beside it that not everyone has."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
EXAMPLES = ROOT / "examples"
SHARED = ROOT.parent / "shared"
"""The paper's problems as PPDDL texts; a test that reads it is marked `needs("shared")`."""
