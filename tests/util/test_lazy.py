"""Packages whose exports are imported at their first use."""

from __future__ import annotations

import pytest

import lamp.util
from lamp.util import lazy_exports
from tests.support.processes import run_python


def test_a_name_that_is_not_exported_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"module 'lamp\.util' has no attribute 'nonsense'"):
        _ = lamp.util.nonsense  # type: ignore[attr-defined]


def test_a_name_comes_from_its_module() -> None:
    assert lazy_exports("json", {"JSONDecoder": "decoder"})("JSONDecoder").__name__ == "JSONDecoder"  # type: ignore[attr-defined]


@pytest.mark.parametrize("package", ["util", "results", "experiments", "ippc", "reporting", "web"])
def test_importing_a_front_imports_no_planner(package: str) -> None:
    code = (
        f"import sys, lamp.{package}; "
        "sys.exit(bool({'numpy', 'numba', 'lamp.search', 'starlette'} & {*sys.modules}))"
    )
    assert run_python(code).returncode == 0
