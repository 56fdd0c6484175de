"""Compile a kernel into a file: `python -m lamp.util.compiling KERNEL FILE`.

After each function a line is printed: the number of those translated so far, and of all.
"""

from __future__ import annotations

import sys
from pathlib import Path

from lamp.util.compiling.kernels import Kernel


def main(name: str, file: str) -> None:
    """Compile the kernel that is the package of a name."""
    code = Kernel.named(name).compile(lambda *counts: print(*counts, flush=True))  # noqa: T201
    Path(file).write_bytes(code)


if __name__ == "__main__":
    main(*sys.argv[1:])
