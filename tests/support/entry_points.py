"""The functions of a kernel that Python can call, and for how many signatures they are compiled."""

from __future__ import annotations

from types import ModuleType

import pytest

from lamp.search.lamp import kernel

only_compiled = pytest.mark.skipif(
    not hasattr(kernel.run_rollouts, "signatures"), reason="NUMBA_DISABLE_JIT is set"
)


def signature_counts(module: ModuleType) -> dict[str, int]:
    """For each entry point of a kernel: the signatures that this process has called it with."""
    return {
        name: len(function.signatures)
        for name, function in vars(module).items()
        if hasattr(function, "signatures")
    }


def compiled_once(module: ModuleType) -> dict[str, int]:
    """The counts of a kernel whose entry points were all called, each with one signature."""
    return dict.fromkeys(signature_counts(module), 1)
