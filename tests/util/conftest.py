"""What tests of several modules of `lamp.util` use."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.kernel_folder import KernelFolder


@pytest.fixture
def kernel(tmp_path: Path) -> KernelFolder:
    """A kernel that was never compiled."""
    return KernelFolder(tmp_path)
