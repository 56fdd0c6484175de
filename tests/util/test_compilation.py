"""Processes that compile: they are waited for, stopped, and done without."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from tests.support.kernel_folder import CALL, FUNCTION, IN_COMPILER, KernelFolder
from tests.support.processes import Process, Processes, is_alive, wait_until

HANGS = IN_COMPILER + "open(f'{os.getpid()}.pid', 'w'); time.sleep(1000)\n"
"""Code of a kernel: the process that compiles it never ends."""
LOAD_BOTH = """
from lamp.util import load_kernels
load_kernels("kernel", "other.kernel")
"""


@pytest.mark.slow
def test_processes_that_start_at_once_compile_only_once(
    kernel: KernelFolder, processes: Processes
) -> None:
    kernel.write(1, 1, IN_COMPILER + "open('compilations', 'a').write('x')\n")
    started = [
        processes.start(
            [sys.executable, "-c", CALL],
            env=kernel.environment,
            cwd=kernel.folder,
            stdout=subprocess.PIPE,
        )
        for _ in range(3)
    ]
    assert {process.communicate(timeout=300)[0].split()[1] for process in started} == {"2"}
    assert (kernel.folder / "compilations").read_text() == "x"
    assert len(kernel.kept()) == 1


@pytest.mark.slow
@pytest.mark.needs("linux")
@pytest.mark.parametrize("packages", [["kernel"], ["kernel", "other.kernel"]], ids=len)
def test_an_interrupt_ends_the_processes_that_compile(
    kernel: KernelFolder, processes: Processes, packages: list[str]
) -> None:
    kernel.add("other.kernel")
    for package in packages:
        kernel.write(1, 1, HANGS, package)
    process = start(processes, kernel, LOAD_BOTH if len(packages) == 2 else CALL)
    wait_until(lambda: len(list(kernel.folder.glob("*.pid"))) == len(packages))
    interrupt(process)
    assert not any(is_alive(int(path.stem)) for path in kernel.folder.glob("*.pid"))


@pytest.mark.slow
@pytest.mark.needs("linux")
def test_an_interrupt_ends_a_process_that_waits_for_another_one(
    kernel: KernelFolder, processes: Processes
) -> None:
    kernel.add("other.kernel")
    for package in ("kernel", "other.kernel"):
        kernel.write(1, 1, HANGS, package)
    start(processes, kernel, LOAD_BOTH)
    wait_until(lambda: len(list(kernel.folder.glob("*.pid"))) == 2)
    waiting = start(processes, kernel, LOAD_BOTH)
    assert waiting.stderr is not None
    begun = {waiting.stderr.readline().partition(",")[0] for _ in range(2)}
    assert begun == {"compiling kernel", "compiling other.kernel"}
    interrupt(waiting)
    assert len(list(kernel.folder.glob("*.pid"))) == 2


@pytest.mark.slow
def test_a_process_that_does_not_go_on_is_not_waited_for_forever(
    kernel: KernelFolder, processes: Processes
) -> None:
    kernel.write(1, 1, HANGS)
    start(processes, kernel, CALL)
    wait_until(lambda: list(kernel.folder.glob("*.pid")))
    kernel.write(1, 1)
    hasty = "from lamp.util.compiling import machine_code; machine_code.PATIENCE_SECONDS = 0.2"
    assert kernel.call(hasty) == "False 2"


@pytest.mark.slow
@pytest.mark.parametrize(
    "fails",
    ["sys.exit(1)", "os.write(1, b'???\\n')", "os.write(1, b'1\\n'); sys.exit()", "os.close(1)"],
)
def test_a_kernel_is_compiled_here_when_the_other_process_fails(
    kernel: KernelFolder, fails: str
) -> None:
    kernel.write(1, 1, f"{IN_COMPILER}{fails}\n")
    kernel.add("other.kernel", FUNCTION.format(package="kernel"))  # the same helper in both
    after = "import logging; logging.disable()\nload_kernels('other.kernel')\n"
    assert kernel.call(after=after + "assert 'numba' in sys.modules") == "False 2"
    assert len(kernel.kept()) == 2


@pytest.mark.slow
@pytest.mark.needs("linux")
def test_a_process_that_was_killed_is_an_error(kernel: KernelFolder, processes: Processes) -> None:
    # Memory may have run out: the same here would end this process as well.
    kernel.write(1, 1, IN_COMPILER + "os.kill(os.getpid(), signal.SIGKILL)\n")
    process = start(processes, kernel, CALL)
    _, errors = process.communicate(timeout=300)
    assert errors.splitlines()[-1] == "RuntimeError: compiling kernel was ended (-9)"


def start(processes: Processes, kernel: KernelFolder, code: str) -> Process:
    """Start a process that loads kernels."""
    return processes.start(
        [sys.executable, "-c", code],
        env=kernel.environment,
        cwd=kernel.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def interrupt(process: Process) -> None:
    """Interrupt a process, but not those that it has started; it must end."""
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=300) == -signal.SIGINT
