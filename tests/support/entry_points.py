"""The functions of kernels that Python can call."""

from __future__ import annotations

import pytest

from lamp.search.lamp import kernel
from lamp.util.compiling import Entry

only_compiled = pytest.mark.skipif(
    not isinstance(kernel.run_rollouts, Entry), reason="NUMBA_DISABLE_JIT is set"
)
