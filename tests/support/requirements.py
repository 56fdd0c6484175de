"""Optional requirements of tests: `@pytest.mark.needs("fast-downward")`."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.browser import find_browser
from tests.support.paths import SHARED
from tests.support.processes import run


class Requirement(NamedTuple):
    """Something that may be missing."""

    is_met: Callable[[], bool]
    remedy: str
    """What is missing, and how to get it."""


def _can_import(*modules: str) -> bool:
    return all(importlib.util.find_spec(module) for module in modules)


def _has_cairo() -> bool:
    """Whether cairosvg is there, and the library that it calls."""
    try:
        importlib.import_module("cairosvg")
    except (ImportError, OSError):
        return False
    return True


def _can_mount() -> bool:
    """Whether a process may mount file systems that no other process sees."""
    return bool(shutil.which("unshare")) and not run(["unshare", "-rm", "true"]).returncode


def has_browser() -> bool:
    """Whether there are a Chromium and Playwright, which drives it."""
    return _can_import("playwright") and find_browser() is not None


REQUIREMENTS = {
    "browser": Requirement(
        has_browser, "Playwright is not installed (uv sync), or no Chromium is on the PATH"
    ),
    "cairo": Requirement(
        _has_cairo,
        "cairosvg and the library cairo are not installed (uv sync --extra pictures)",
    ),
    "dask": Requirement(
        lambda: _can_import("dask", "distributed"),
        "Dask is not installed (uv sync --extra cluster)",
    ),
    "fast-downward": Requirement(
        lambda: _can_import("up_fast_downward"),
        "Fast Downward is not installed (uv sync --extra fd)",
    ),
    "gymnasium": Requirement(
        lambda: _can_import("gymnasium", "PIL"),
        "Gymnasium and Pillow are not installed (uv sync --extra gym)",
    ),
    "linux": Requirement(
        lambda: sys.platform == "linux" and Path("/proc/self/stat").exists(),
        "processes are inspected by Linux's /proc",
    ),
    "mounts": Requirement(
        _can_mount, "this machine does not let a user mount file systems (unshare -rm)"
    ),
    "pyarrow": Requirement(
        lambda: _can_import("pyarrow"), "pyarrow is not installed (uv sync --extra parquet)"
    ),
    "shared": Requirement(
        (SHARED / "benchmarks").is_dir,
        "the paper's PPDDL texts are not beside this checkout (../shared)",
    ),
    "web": Requirement(
        lambda: _can_import("starlette", "uvicorn", "websockets"),
        "the packages of the page are not installed (uv sync --extra web)",
    ),
}


@cache
def is_met(name: str) -> bool:
    """Whether something that tests need is there."""
    return REQUIREMENTS[name].is_met()


def needs_of(item: pytest.Item) -> list[str]:
    """All that a test needs."""
    return [name for mark in item.iter_markers("needs") for name in mark.args]


def split_unmet(
    items: Sequence[pytest.Item],
) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests to keep and those to leave out, where something is missing.

    One test is kept for each thing that is missing. It skips, and says for how many tests.
    """
    unmet: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        missing = [name for name in needs_of(item) if not is_met(name)]
        if missing:
            unmet[missing[0]].append(item)
    left_out = set[pytest.Item]()
    for name, (first, *others) in unmet.items():
        count = "1 test" if not others else f"{len(others) + 1} tests"
        first.add_marker(pytest.mark.skip(reason=f"{count}: {REQUIREMENTS[name].remedy}"))
        left_out.update(others)
    return [item for item in items if item not in left_out], [*left_out]
