"""From a name or from files to the ground task, in one call."""

from __future__ import annotations

import warnings
from os import PathLike

from lamp.benchmarks import is_name
from lamp.benchmarks import load as load_benchmark
from lamp.errors import LampWarning
from lamp.grounding import ground_model
from lamp.ppddl import load as load_files
from lamp.task import Task


def load(
    domain: str | PathLike[str],
    problem: str | PathLike[str] | None = None,
    *,
    unit_costs: bool = False,
) -> Task:
    """The ground task of a benchmark, such as `tireworld:p15`, or of a domain and a problem file.

    One file may hold both. With `unit_costs`, costs and rewards are left out and every action
    costs 1. What may be planned for otherwise than meant is a `LampWarning`.
    """
    if problem is None and isinstance(domain, str) and is_name(domain):
        model = load_benchmark(domain)
    else:
        model = load_files(domain, problem)
    if unit_costs:
        model = model.without_costs()
    for notice in model.warnings:
        warnings.warn(str(notice), LampWarning, stacklevel=2)
    return ground_model(model)
