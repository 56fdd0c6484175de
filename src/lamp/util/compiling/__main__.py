"""Compile a kernel for another process: `python -m lamp.util.compiling KERNEL`.

After each function a line is printed, with the number of those translated so far, and of all; then
an empty line, and the machine code.
"""

from __future__ import annotations

import gc
import sys
from contextlib import redirect_stdout

from lamp.util.compiling.kernels import Kernel


def main(name: str) -> None:
    """Compile the kernel that is the package of a name."""
    output = sys.stdout.buffer

    def report(number: int, total: int) -> None:
        output.write(b"%d %d\n" % (number, total))
        output.flush()

    with redirect_stdout(sys.stderr):  # whatever else would be printed
        code = Kernel.named(name).compile(report)
    output.write(b"\n" + code)


if __name__ == "__main__":
    gc.disable()  # takes 8 % of the time, for 70 MB
    main(*sys.argv[1:])
