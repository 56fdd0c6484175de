"""Packages use each other by their fronts: what `__init__` exports, and nothing past it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.paths import ROOT

SOURCE = ROOT / "src"
SHARED_FRONTS = ("lamp.util.compiling", "lamp.util.records")
"""Packages of `util` that only kernels, and the memory of their arrays, use."""


def imported_modules(path: Path) -> Iterator[str]:
    """The modules of lamp that a file imports; of names in a module, the module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if is_module(name) else node.module


def is_module(name: str) -> bool:
    """Whether a dotted name is a file or a package of lamp."""
    path = SOURCE.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def is_front(module: str) -> bool:
    """Whether any package may import a module: the front of a package, or of its kernel."""
    names = module.split(".")
    is_kernel = names[-1] == "kernel" and len(names) == 3
    return len(names) <= 2 or is_kernel or module in SHARED_FRONTS


def package_of(path: Path) -> str:
    """The package of lamp that a file belongs to."""
    return path.relative_to(SOURCE / "lamp").parts[0]


def test_no_package_imports_past_the_front_of_another() -> None:
    past = {
        f"{path.relative_to(SOURCE)}: {module}"
        for path in (SOURCE / "lamp").rglob("*.py")
        for module in imported_modules(path)
        if module.startswith("lamp.")
        and module.split(".")[1] != package_of(path)
        and not is_front(module)
    }
    assert not past
