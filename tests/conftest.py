"""Settings of all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# CI repeats itself, so that a red run is about the change; every run at home looks elsewhere.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")
