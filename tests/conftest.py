"""Settings of all tests: which tests are run, their environment, and the end of their processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from lamp.util import cache_folder
from tests.support.compiling import Compilation, is_compiling, wait_for_kernels
from tests.support.processes import (
    MARK,
    RUN,
    Processes,
    command_line,
    kill_all,
    marked_processes,
)
from tests.support.requirements import split_unmet
from tests.support.sampling import FULL, split_sweeps

NEED_KERNELS = {
    *("cli", "documents", "exact", "execution", "experiments", "gym", "ippc", "search", "web"),
    *("test_notebook.py", "test_public_interface.py"),
}
"""Folders and files below `tests/` whose tests run machine code, here or in another process."""

TESTS = Path(__file__).parent

# A deadline would measure the machine. CI is deterministic, so that a failure is due to the change.
settings.register_profile("home", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "home")

_compilation: Compilation | None = None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--full`."""
    parser.addoption(
        "--full", action="store_true", help="run every case of every sweep, as CI does"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Set up the environment that tests and their processes inherit."""
    if config.option.full:
        os.environ[FULL] = "1"
    os.environ["COLUMNS"] = "80"  # not the width of this terminal
    restore_signals()
    os.environ.setdefault(RUN, str(os.getpid()))
    if not (is_compiling() or config.option.collectonly):
        global _compilation  # noqa: PLW0603 (pytest's hooks share nothing else)
        _compilation = Compilation()
    os.environ[MARK] = str(os.getpid())  # not for the compilation, which outlives tests


def pytest_unconfigure() -> None:
    """End the compilation, if no test has waited for it, and what a crashed worker has left."""
    if _compilation:
        _compilation.end()
    run = os.environ[RUN]
    if run == str(os.getpid()):
        kill_all(marked_processes(run, RUN))
        del os.environ[RUN]


def restore_signals() -> None:
    """Have default signal handlers here and in all processes of tests.

    A background job of a script, or one started with `nohup`, inherits that SIGINT is ignored, and
    so would all its children.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGQUIT):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


@pytest.hookimpl(trylast=True)  # after -m, -k and --deselect: sample what is left
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what cannot run here and, unless all is wanted, most cases of sweeps."""
    kept, left_out = list(items), list[pytest.Item]()
    if not (config.option.full or any("::" in argument for argument in config.args)):
        kept, left_out = split_sweeps(kept)
    # After sampling, so that a skip says how many tests this run would have had.
    kept, not_possible = split_unmet(kept)
    left_out += not_possible
    # Tests without machine code come first: they run while kernels compile. Slow files come before
    # fast ones, so that all processes end at about the same time.
    slow = {item.path for item in kept if item.get_closest_marker("slow")}
    items[:] = sorted(kept, key=lambda item: (needs_kernels(item.path), item.path not in slow))
    if left_out:
        config.hook.pytest_deselected(items=left_out)
    for item in items:
        if isinstance(item, pytest.Function) and needs_kernels(item.path):
            # First of its fixtures. A mark `usefixtures` has no effect on an item that exists.
            item.fixturenames.insert(0, "compiled_kernels")


@cache
def needs_kernels(path: Path) -> bool:
    """Whether the tests of a file run machine code."""
    return any(path.is_relative_to(TESTS / name) for name in NEED_KERNELS)


@pytest.fixture(scope="session")
def compiled_kernels() -> None:
    """The kernels are compiled, and in the cache on disk."""
    wait_for_kernels()


@pytest.fixture(autouse=True, scope="session")
def own_caches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the user's cache out of the tests, and the tests out of it, but for machine code."""
    folder, machine_code = tmp_path_factory.mktemp("cache"), cache_folder() / "machine_code"
    machine_code.mkdir(parents=True, exist_ok=True)
    (folder / machine_code.name).symlink_to(machine_code)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LAMP_CACHE_DIR", str(folder))
        yield


@pytest.fixture
def processes() -> Iterator[Processes]:
    """Start processes that end with the test."""
    started = Processes()
    try:
        yield started
    finally:
        started.end_all()


@pytest.fixture(autouse=True, scope="module")
def nothing_left_behind() -> Iterator[None]:
    """End all processes that the tests of a module have left behind, and say which."""
    yield
    mark = os.environ[MARK]
    left = {pid: command_line(pid) for pid in marked_processes(mark)}
    # Python's own helper of spawned processes; it ends with the process that started it.
    left = {pid: words for pid, words in left.items() if "resource_tracker" not in words}
    kill_all(left)
    assert not left, f"processes were left behind: {left}"
