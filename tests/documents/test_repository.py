"""Rules of the repository: where tests are, what they import, how Python calls kernels."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.requirements import REQUIREMENTS

TESTS = ROOT / "tests"
OTHER_FOLDERS = {"data", "documents", "oracles", "support"}
"""Folders of tests that are of no package of `lamp`."""
MOST_LINES = 400
OPTIONAL = {"cairosvg", "dask", "distributed", "PIL", "pyarrow", "up_fast_downward"}
"""Packages that `uv sync` does not install without an extra."""


def files_of_tests(pattern: str = "*.py") -> list[Path]:
    return sorted(path for path in TESTS.rglob(pattern) if "data" not in path.parts)


@cache
def syntax(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported_names(tree: ast.AST) -> Iterator[str]:
    """All modules, and what may be modules, that a piece of Python imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield module
            between = "" if module.endswith(".") else "."
            yield from (f"{module}{between}{alias.name}" for alias in node.names)


def test_no_test_module_is_imported() -> None:
    imported = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in files_of_tests()
        for name in imported_names(syntax(path))
        if name.startswith(("tests.", "."))
        if any(part.startswith("test_") for part in name.split(".")[:-1])
        or is_test_module(path, name)
    }
    assert not imported


def is_test_module(path: Path, name: str) -> bool:
    """Whether an imported name, seen from a file, is a test module."""
    level = len(name) - len(name.lstrip("."))
    folder = path.parents[level - 1] if level else ROOT
    module = folder.joinpath(*name.lstrip(".").split(".")).with_suffix(".py")
    return module.name.startswith("test_") and module.is_file()


def test_test_folders_and_files_are_named_after_packages_and_modules_of_lamp() -> None:
    package = ROOT / "src" / "lamp"
    folders = {path.relative_to(TESTS).parts[0] for path in TESTS.rglob("*/*.py")}
    packages = {path.parent.name for path in package.glob("*/__init__.py")}
    assert not folders - packages - OTHER_FOLDERS
    modules = {path.stem for path in package.glob("*.py")} | {"public_interface"}
    assert {path.stem.removeprefix("test_") for path in TESTS.glob("test_*.py")} <= modules


def test_test_files_are_short() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in files_of_tests("test_*.py")
    }
    assert not {name: lines for name, lines in lengths.items() if lines > MOST_LINES}


def test_tests_need_only_requirements_that_are_listed() -> None:
    unknown = {
        f"{path.relative_to(ROOT)}: {ast.unparse(argument)}"
        for path in files_of_tests()
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.needs"
        for argument in node.args
        if not (isinstance(argument, ast.Constant) and argument.value in REQUIREMENTS)
    }
    assert not unknown


def test_test_modules_import_optional_packages_inside_functions_only() -> None:
    at_collection = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in files_of_tests()
        for statement in syntax(path).body
        if isinstance(statement, ast.Import | ast.ImportFrom)
        for name in imported_names(statement)
        if name.partition(".")[0] in OPTIONAL
    }
    assert not at_collection


KERNELS = ["statespace", "search/lamp", "search/lrtdp", "exact"]


@pytest.mark.parametrize("owner", KERNELS)
def test_the_entry_points_of_a_kernel_are_the_functions_that_python_calls(owner: str) -> None:
    # A function of a kernel that has no wrapper for Python ends the process.
    package = ROOT / "src" / "lamp"
    kernel = package / owner / "kernel"
    imported = rf"from lamp\.{owner.replace('/', '.')} import kernel(?: as (\w+))?"
    called = {
        function
        for path in package.rglob("*.py")
        if kernel not in path.parents and (match := re.search(imported, path.read_text()))
        for function in re.findall(rf"\b{match[1] or 'kernel'}\.([a-z_]+)\(", path.read_text())
    }
    entries = {
        function
        for path in kernel.glob("*.py")
        for function in re.findall(r"entry\ndef (\w+)", path.read_text())
    }
    assert called == entries
