"""Packages whose exports are imported at their first use.

Such a package has an `__init__.pyi` for type checkers; a test compares both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_exports(package: str, modules: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a package: `modules` has the module of each name that it exports."""

    def get(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return get
